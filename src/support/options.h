// The command line as data: a table of options, and one parser, one help text and one set of error messages for all
// of them. The owner of the table (cli/options.cc) knows what the options mean.
// docs/decisions/0012-libraries.md says why this is not CLI11.
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
  Text,       // --json=FILE: anything; `values` is what help calls it
  MaybeText,  // --patch, --patch=FILE: the same, and may be left out
  Count,      // --memory-limit=MIB: a whole number above 0
  Seconds,    // --time-limit=SECONDS: a number above 0
};

struct OptionRow {
  std::string_view name;  // with its dashes
  OptionKind kind;
  std::string_view values;
  std::string_view fallback;  // the value where none is given; empty: none
  std::string_view commands;  // those it belongs to, separated by |
  std::string_view help;
  std::string_view later{};  // values that are promised and not there yet; "*": the whole option
  std::string_view also{};   // values that are accepted and not listed: for Mover's own tests, and synonyms
  char letter = 0;           // -v
};
using OptionTable = std::span<const OptionRow>;

// What a command line said. Asking for an option that is not in the table is a bug of the caller.
class Arguments {
 public:
  explicit Arguments(OptionTable table);

  bool given(std::string_view name) const;
  const std::string& text(std::string_view name) const;  // the value given, or the fallback
  std::vector<std::string> list(std::string_view name) const;
  uint64_t count(std::string_view name) const;  // 0: not given, no fallback
  double seconds(std::string_view name) const;  // 0: not given, no fallback

  std::vector<std::string> inputs;
  std::vector<std::string> after_dashes;  // what follows --

 private:
  friend struct ArgumentParser;
  std::map<std::string, std::string, std::less<>> fallbacks_, given_;
};

struct ParsedArguments {
  Arguments arguments;
  std::string error;  // one sentence for the user; empty: all is well
};

// Inputs may stand before, between and after options.
ParsedArguments parse_arguments(OptionTable table, std::string_view command, std::span<const std::string> words);

// The options of one command, one paragraph each, for --help.
std::string options_help(OptionTable table, std::string_view command, size_t width);

// The one of `known` that `word` was probably meant to be; empty: none comes near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

std::vector<std::string_view> split(std::string_view text, char separator);

// Splits as a shell does: blanks separate, '…', "…" and \ protect.
struct Words {
  std::vector<std::string> words;
  std::string error;
};
Words split_words(std::string_view text);

}  // namespace mover::support
