// Selects the compiler flags that Mover passes on to Clang, from the user's own flags and from compile_commands.json.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/frontend.h"

namespace mover::frontend {

enum class Language { C, Cxx, Bitcode, Unknown };
Language language_of(std::string_view file);

// Removes flags that would change the program's accesses or the output files (-O, -g, -o, -fsanitize and the like), and
// -std= of the other language. Adds a sentence to `warnings` for each removed flag that may affect the verdict.
std::vector<std::string> usable_flags(const std::vector<std::string>& flags, Language language,
                                      std::vector<std::string>& warnings);

// compile_commands.json: the flags with which the user's own build compiles each file.
class CompileCommands {
 public:
  // Reads DIR/compile_commands.json.
  static std::variant<CompileCommands, Error> read(const std::string& directory);

  // The flags that affect the meaning of a file, with absolute paths; empty if the file is not listed.
  std::optional<std::vector<std::string>> find(const std::string& file) const;

 private:
  struct Entry {
    std::string file;  // canonical
    std::vector<std::string> flags;
  };
  std::vector<Entry> entries_;
};

// Splits a command line as a POSIX shell does, with quotes and backslashes only.
std::vector<std::string> split_command(std::string_view command);

}  // namespace mover::frontend
