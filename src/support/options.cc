#include "support/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "support/check.h"
#include "support/spelling.h"

namespace mover::support {

namespace {

bool contains(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool belongs_to(const OptionRow& row, std::string_view command) { return contains(split(row.commands, '|'), command); }

std::string joined(const std::vector<std::string_view>& words, const char* between, const char* before_last) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? before_last : between;
    text += words[i];
  }
  return text;
}

// The values that the help lists, except those that are announced but not implemented.
std::vector<std::string_view> available_values(const OptionRow& row) {
  std::vector<std::string_view> values = split(row.values, '|');
  std::erase_if(values, [&](std::string_view value) { return contains(split(row.later, '|'), value); });
  return values;
}

// The error in one of the values of a OneOf or ListOf; empty if there is none.
std::string error_in_word(const OptionRow& row, std::string_view word) {
  const std::vector<std::string_view> known = available_values(row);
  std::string name(row.name);
  if (contains(split(row.later, '|'), word)) return name + "=" + std::string(word) + " is not available yet";
  if (contains(known, word) || contains(split(row.also, '|'), word)) return "";
  std::string guess = did_you_mean(word, known);
  if (guess.empty()) guess = "; it takes " + joined(known, ", ", " or ");
  return name + " does not know '" + std::string(word) + "'" + guess;
}

std::string error_in_value(const OptionRow& row, std::string_view value) {
  const char* begin = value.data();
  const char* end = begin + value.size();
  std::string quoted = ", not '" + std::string(value) + "'";
  switch (row.kind) {
    case OptionKind::Flag:
      return std::string(row.name) + " takes no value";
    case OptionKind::OneOf:
      return error_in_word(row, value);
    case OptionKind::ListOf:
      if (value.empty()) return error_in_word(row, value);
      for (std::string_view word : split(value, ',')) {
        if (std::string error = error_in_word(row, word); !error.empty()) return error;
      }
      return "";
    case OptionKind::Text:
    case OptionKind::MaybeText:
      return value.empty() ? std::string(row.name) + " needs a value: " + std::string(row.values) : "";
    case OptionKind::Count: {
      uint64_t number = 0;
      auto [rest, code] = std::from_chars(begin, end, number);
      bool fine = code == std::errc() && rest == end && number > 0 && number <= UINT32_MAX;
      return fine ? "" : std::string(row.name) + " needs a whole number above 0" + quoted;
    }
    case OptionKind::Seconds: {
      double number = 0;
      auto [rest, code] = std::from_chars(begin, end, number);
      bool fine = code == std::errc() && rest == end && std::isfinite(number) && number > 0;
      return fine ? "" : std::string(row.name) + " needs a number of seconds above 0" + quoted;
    }
  }
  MOVER_UNREACHABLE("every kind of option has a case");
}

}  // namespace

Arguments::Arguments(OptionTable table) {
  for (const OptionRow& row : table) fallbacks_.emplace(row.name, row.fallback);
}

bool Arguments::given(std::string_view name) const { return given_.find(name) != given_.end(); }

const std::string& Arguments::text(std::string_view name) const {
  auto fallback = fallbacks_.find(name);
  MOVER_CHECK(fallback != fallbacks_.end(), "callers name options of the table");
  auto value = given_.find(name);
  return value != given_.end() ? value->second : fallback->second;
}

std::vector<std::string> Arguments::list(std::string_view name) const {
  std::vector<std::string> words;
  for (std::string_view word : split(text(name), ',')) words.emplace_back(word);
  return words;
}

std::vector<std::string> Arguments::all(std::string_view name) const {
  const auto values = all_.find(name);
  return values != all_.end() ? values->second : std::vector<std::string>();
}

uint64_t Arguments::count(std::string_view name) const {
  const std::string& value = text(name);
  uint64_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

double Arguments::seconds(std::string_view name) const {
  const std::string& value = text(name);
  double number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

// Parses the words of one command line from left to right.
struct ArgumentParser {
  OptionTable table;
  std::string_view command;
  std::span<const std::string> words;
  size_t next = 0;
  ParsedArguments result{Arguments(table), ""};

  void run() {
    while (next < words.size() && result.error.empty()) {
      const std::string& word = words[next++];
      if (word == "--") {
        result.arguments.after_dashes.assign(words.begin() + next, words.end());
        return;
      }
      if (word.size() < 2 || word[0] != '-') {
        result.arguments.inputs.push_back(word);
      } else if (word[1] == '-') {
        long_option(word);
      } else {
        short_option(word);
      }
    }
  }

  void long_option(const std::string& word) {
    size_t equals = word.find('=');
    std::string_view name = std::string_view(word).substr(0, equals);
    for (const OptionRow& row : table) {
      if (row.name != name) continue;
      if (equals != std::string::npos) return take(row, word.substr(equals + 1), true);
      return take(row, "", false);
    }
    unknown(name);
  }

  void short_option(const std::string& word) {
    for (const OptionRow& row : table) {
      if (row.letter == 0 || row.letter != word[1]) continue;
      if (word.size() > 2 && row.kind == OptionKind::Flag) break;
      return take(row, word.substr(2), word.size() > 2);
    }
    result.error = "unknown option " + word + "; compiler flags follow --";
  }

  void unknown(std::string_view name) {
    std::vector<std::string_view> known;
    for (const OptionRow& row : table) {
      if (belongs_to(row, command) && row.later != "*") known.push_back(row.name);
    }
    std::string guess = did_you_mean(name, known);
    if (guess.empty()) guess = "; mover " + std::string(command) + " --help lists the options";
    result.error = "unknown option " + std::string(name) + guess;
  }

  void take(const OptionRow& row, std::string value, bool has_value) {
    std::string name(row.name);
    if (!belongs_to(row, command)) {
      result.error = name + " is no option of mover " + std::string(command);
    } else if (row.later == "*") {
      result.error = name + " is not available yet";
    } else if ((row.kind == OptionKind::Flag || row.kind == OptionKind::MaybeText) && !has_value) {
      result.arguments.given_[name] = "";
    } else {
      if (!has_value) {
        if (next == words.size()) {
          result.error = name + " needs a value: " + name + "=" + std::string(row.values);
          return;
        }
        value = words[next++];
      }
      result.error = error_in_value(row, value);
      result.arguments.all_[name].push_back(value);
      result.arguments.given_[name] = std::move(value);
    }
  }
};

ParsedArguments parse_arguments(OptionTable table, std::string_view command, std::span<const std::string> words) {
  ArgumentParser parser{.table = table, .command = command, .words = words};
  parser.run();
  return std::move(parser.result);
}

std::string options_help(OptionTable table, std::string_view command, size_t width) {
  constexpr size_t kIndent = 28;
  std::string help;
  for (const OptionRow& row : table) {
    if (!belongs_to(row, command) || row.later == "*") continue;
    std::string line = "  ";
    bool is_short = row.name.size() == 2;
    if (row.letter != 0 && !is_short) line += std::string("-") + row.letter + ", ";
    line += row.name;
    if (row.kind == OptionKind::MaybeText)
      line += "[=" + std::string(row.values) + "]";
    else if (row.kind != OptionKind::Flag)
      line += (is_short ? " " : "=") + joined(available_values(row), "|", "|");
    std::string text(row.help);
    if (!row.fallback.empty() && row.kind != OptionKind::OneOf) text += " (default " + std::string(row.fallback) + ")";
    while (line.size() > width) {  // a long list of values is broken between values
      const size_t end = line.rfind('|', width) + 1;
      if (end == 0) break;
      help += line.substr(0, end) + "\n";
      line = std::string(6, ' ') + line.substr(end);
    }
    if (line.size() + 2 > kIndent) {
      help += line + "\n";
      line.clear();
    }
    for (std::string_view word : split(text, ' ')) {
      if (line.size() + 1 + word.size() > width) {
        help += line + "\n";
        line.clear();
      }
      line += line.size() < kIndent ? std::string(kIndent - line.size(), ' ') : " ";
      line += word;
    }
    help += line + "\n";
  }
  return help;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  if (text.empty()) return parts;
  while (true) {
    size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

Words split_words(std::string_view text) {
  Words result;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool escapes = c == '\\' && quote != '\'' && i + 1 < text.size();
    if (escapes && quote == '"' && text[i + 1] != '"' && text[i + 1] != '\\') escapes = false;
    if (escapes) {
      word += text[++i];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) result.words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) result.error = std::string("a ") + quote + " is never closed in: " + std::string(text);
  if (in_word) result.words.push_back(std::move(word));
  return result;
}

}  // namespace mover::support
