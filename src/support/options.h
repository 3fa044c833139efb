// Parses command lines according to a table of options, and makes the help text and the error messages from the same
// table. The caller (cli/options.cc) interprets the parsed options. docs/decisions/0012-libraries.md says why this is
// not CLI11.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mover::support {

enum class OptionKind : uint8_t {
  Flag,       // --keep-going
  OneOf,      // --engine=auto: one of `values`, which are separated by |
  ListOf,     // --check=race,memory: some of `values`
  Text,       // --json=FILE: any text; `values` is its name in the help
  MaybeText,  // --patch, --patch=FILE: like Text, but the value may be omitted
  Count,      // --memory-limit=MIB: a whole number above 0
  Seconds,    // --time-limit=SECONDS: a number above 0
};

struct OptionRow {
  std::string_view name;  // with its dashes
  OptionKind kind;
  std::string_view values;
  std::string_view fallback;  // the default value; empty: none
  std::string_view commands;  // the commands that accept the option, separated by |
  std::string_view help;
  std::string_view later{};  // values that are announced but not implemented; "*": the whole option
  std::string_view also{};   // values that are accepted but not listed: synonyms, and values for Mover's own tests
  char letter = 0;           // the letter of the short form -v; 0: none
};
using OptionTable = std::span<const OptionRow>;

// The parsed command line. The name of an option that is not in the table is a bug of the caller.
class Arguments {
 public:
  explicit Arguments(OptionTable table);

  bool given(std::string_view name) const;
  const std::string& text(std::string_view name) const;  // the given value, or the default
  std::vector<std::string> list(std::string_view name) const;
  std::vector<std::string> all(std::string_view name) const;  // the values, if the option is given several times
  uint64_t count(std::string_view name) const;                // 0: not given, and no default
  double seconds(std::string_view name) const;                // 0: not given, and no default

  std::vector<std::string> inputs;
  std::vector<std::string> after_dashes;  // the words after --

 private:
  friend struct ArgumentParser;
  std::map<std::string, std::string, std::less<>> fallbacks_, given_;
  std::map<std::string, std::vector<std::string>, std::less<>> all_;
};

struct ParsedArguments {
  Arguments arguments;
  std::string error;  // one sentence for the user; empty if there is no error
};

// Inputs may stand before, between and after options.
ParsedArguments parse_arguments(OptionTable table, std::string_view command, std::span<const std::string> words);

// The options of one command, one paragraph each, for --help.
std::string options_help(OptionTable table, std::string_view command, size_t width);

std::vector<std::string_view> split(std::string_view text, char separator);

// Splits as a shell does: blanks separate words; '…', "…" and \ quote.
struct Words {
  std::vector<std::string> words;
  std::string error;
};
Words split_words(std::string_view text);

}  // namespace mover::support
