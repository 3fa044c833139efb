// Reads the properties of an executable file.
#pragma once

#include <string>
#include <vector>

namespace mover::controller {

struct Executable {
  std::string error;                   // the reason why it is no program for this machine; empty if it is one
  std::vector<std::string> needed;     // shared libraries that it needs directly
  std::vector<std::string> functions;  // the functions that it defines, by symbol; none if it was stripped
  bool is_instrumented = false;        // some code in it calls the run-time library at its accesses
};
Executable read_executable(const std::string& path, const std::string& name);

// The reason why the native engine cannot run the program, whose name in messages is `name`, in one sentence with
// advice; empty if it can.
std::string why_not_controllable(const std::string& path, const std::string& name);

}  // namespace mover::controller
