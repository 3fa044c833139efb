// What an executable file says about itself.
#pragma once

#include <string>
#include <vector>

namespace mover::controller {

struct Executable {
  std::string error;                   // why it is no program for this machine; empty: it is one
  std::vector<std::string> needed;     // shared libraries that it names itself
  std::vector<std::string> functions;  // that it defines, as the linker knows them; none where it was stripped
  bool is_instrumented = false;        // some code in it calls the run-time at its accesses
};
Executable read_executable(const std::string& path, const std::string& name);

// Why the native engine cannot run that program, which people call `name`, in one sentence that says what to do; empty:
// it can.
std::string unfit_for_control(const std::string& path, const std::string& name);

}  // namespace mover::controller
