// Properties of executable files that the native engine needs.
#pragma once

#include <string>
#include <vector>

namespace mover::controller {

struct Executable {
  std::string error;                   // the reason why the file is no program for x86-64 Linux; empty if it is one
  std::vector<std::string> needed;     // the shared libraries that it needs directly
  std::vector<std::string> functions;  // the symbols of the functions that it defines; empty if it was stripped
  bool is_instrumented = false;        // accesses in its code call the run-time library
};
// `name`: the program's name in messages.
Executable read_executable(const std::string& path, const std::string& name);

// The reason why the native engine cannot run the program, in one sentence with advice; empty if it can. `name`: the
// program's name in messages.
std::string why_not_controllable(const std::string& path, const std::string& name);

}  // namespace mover::controller
