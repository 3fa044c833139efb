// Quoting words for a shell.
#include "support/shell.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mover::support {

std::string quoted_for_shell(const std::string& word) {
  auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-./+=:@%,").find(static_cast<char>(c)) != std::string_view::npos;
  };
  std::string name = (word.starts_with('-') ? "./" : "") + word;
  if (!name.empty() && std::all_of(name.begin(), name.end(), is_plain)) return name;
  std::string text = "'";
  for (const char c : name) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

}  // namespace mover::support
