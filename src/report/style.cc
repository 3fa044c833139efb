#include "report/style.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace mover {

namespace {

constexpr size_t kUsualWidth = 100, kNarrowest = 40, kWidest = 200;

const char* code_of(Tone tone) {
  switch (tone) {
    case Tone::Plain:
      return "";
    case Tone::Bold:
      return "\033[1m";
    case Tone::Error:
      return "\033[1;31m";
    case Tone::Good:
      return "\033[1;32m";
    case Tone::Warning:
      return "\033[33m";
    case Tone::Value:
      return "\033[36m";
    case Tone::Faint:
      return "\033[2m";
  }
  return "";
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == 0) continue;
    return strcasestr(value, "utf-8") != nullptr || strcasestr(value, "utf8") != nullptr;
  }
  return false;
}

size_t width_of(int fd) {
  size_t width = 0;
  if (const char* columns = std::getenv("COLUMNS")) std::from_chars(columns, columns + std::strlen(columns), width);
  winsize size{};
  if (width == 0 && ioctl(fd, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width == 0 ? kUsualWidth : std::clamp(width, kNarrowest, kWidest);
}

}  // namespace

std::string Style::paint(Tone tone, std::string_view text) const {
  if (!color || tone == Tone::Plain || text.empty()) return std::string(text);
  return code_of(tone) + std::string(text) + "\033[0m";
}

Style style_for(int fd) {
  const char* no_color = std::getenv("NO_COLOR");
  Style style;
  style.color = isatty(fd) && (no_color == nullptr || *no_color == 0);
  style.unicode = locale_is_utf8();
  style.width = width_of(fd);
  return style;
}

size_t display_width(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::string fit(std::string_view text, size_t width, const Style& style) {
  if (display_width(text) <= width) return std::string(text);
  size_t room = width - std::min(width, display_width(style.ellipsis()));
  size_t end = 0, shown = 0;
  while (end < text.size()) {
    if (!is_continuation(text[end]) && shown++ == room) break;
    ++end;
  }
  return std::string(text.substr(0, end)) + std::string(style.ellipsis());
}

std::string with_thousands(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string plural(uint64_t count, std::string_view one, std::string_view many) {
  std::string noun(count == 1 ? one : many.empty() ? std::string(one) + "s" : std::string(many));
  return with_thousands(count) + " " + noun;
}

std::string titled_list(const std::string& title, const std::vector<std::string>& sentences, const Style& style) {
  if (sentences.empty()) return "";
  std::string text = style.paint(Tone::Bold, title) + "\n";
  for (const std::string& sentence : sentences) {
    std::string line = "  " + std::string(style.dot());
    for (size_t begin = 0; begin < sentence.size();) {
      size_t end = std::min(sentence.find(' ', begin), sentence.size());
      std::string word = sentence.substr(begin, end - begin);
      if (display_width(line) + 1 + display_width(word) > style.width && display_width(line) > 4) {
        text += line + "\n";
        line = "   ";
      }
      line += " " + word;
      begin = end + 1;
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace mover
