// The style of text on a terminal: colour, characters beyond ASCII, and the line width.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mover {

enum class Tone : uint8_t { Plain, Bold, Error, Good, Warning, Value, Faint };

struct Style {
  bool color = false;
  bool unicode = true;
  size_t width = 100;

  std::string paint(Tone tone, std::string_view text) const;
  std::string_view arrow() const { return unicode ? "→" : "->"; }
  std::string_view bar() const { return unicode ? "│" : "|"; }
  std::string_view cross() const { return unicode ? "✗" : "X"; }
  std::string_view ellipsis() const { return unicode ? "…" : "..."; }
  std::string_view rule() const { return unicode ? "─" : "-"; }
  std::string_view dot() const { return unicode ? "·" : "-"; }
};

// The style for the file descriptor `fd`: colour if it is a terminal and NO_COLOR is not set, UTF-8 if the locale has
// it, the width that COLUMNS or the terminal says.
Style style_for(int fd);

size_t display_width(std::string_view text);                               // the number of characters, not of bytes
std::string fit(std::string_view text, size_t width, const Style& style);  // cuts a longer text, with an ellipsis
std::string with_thousands(uint64_t number);                               // 1,234,567
// The title and each sentence, wrapped to the width; empty if there are no sentences.
std::string titled_list(const std::string& title, const std::vector<std::string>& sentences, const Style& style);
// "1 race", "3 races"; `many`: the plural if it is not formed with an s.
std::string plural(uint64_t count, std::string_view one, std::string_view many = "");

}  // namespace mover
