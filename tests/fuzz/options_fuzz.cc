// Fuzzes the command line. Each line of the input is one word. The parser returns settings or an error of one sentence.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "support/options.h"

namespace {

[[noreturn]] void broken(const char* what, const std::string& error) {
  std::fprintf(stderr, "%s: %s\n", what, error.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> words;
  for (std::string_view word : mover::support::split(input, '\n')) words.emplace_back(word);
  const mover::cli::ParsedSettings parsed = mover::cli::parse_command_line(words);
  const mover::cli::Settings& settings = parsed.settings;
  if (!parsed.error.empty()) return 0;
  using mover::cli::Command;
  const bool needs_input =
      settings.command == Command::Check || settings.command == Command::Replay || settings.command == Command::Ir;
  if (needs_input && settings.inputs.empty()) broken("A command without input was accepted", "");
  if (settings.command == Command::Check) {
    if (settings.machine.args.empty()) broken("The program lost its name", "");
    if (settings.memory_limit_mib == 0 || settings.machine.max_threads == 0)
      broken("A limit of nothing was accepted", "");
  }
  if (settings.command == Command::Help && mover::cli::help_text(parsed.help_about).empty())
    broken("No help", parsed.help_about);
  // Splitting the quoted words returns the words.
  std::string quoted;
  for (const std::string& word : words) {
    std::string safe;
    for (char c : word) safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
    quoted += "'" + safe + "' ";
  }
  const mover::support::Words split = mover::support::split_words(quoted);
  if (!split.error.empty() || split.words != words) broken("Quoting and splitting lost something", quoted);
  return 0;
}
