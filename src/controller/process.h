// The process in which the native engine executes the program.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "native/remote.h"

namespace mover::controller {

struct Start {
  std::string name;  // the name in messages
  std::string program;
  std::vector<std::string> arguments;  // the first one is the program's name
  std::string permitted = "";          // permitted failures: see native/protocol.h
  bool with_constructors = false;      // constructors before main are executed under control, too
};

// The environment variables that the run-time library needs: name=value.
std::vector<std::string> run_time_environment(const Start& what);

class Process {
 public:
  Process() = default;
  ~Process();  // ends the process
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Starts the process. Returns an error, or an empty string.
  std::string start(const Start& what);
  int socket() const { return socket_; }  // the connection to the process, which the caller closes

  void has_come_to_main() { in_main_ = true; }  // to be called when the process has reached main
  uint64_t resident_mib() const;

  // A sentence for the user that says how the process has ended. If it has not ended, it is ended first. `how`: the way
  // in which the connection was lost.
  std::string explain(native::Loss how);
  // The process ended by itself before it reached main, as `explain` has found.
  bool ended_before_main() const { return ended_before_main_; }
  // The process ended because of a bug in Mover.
  bool had_internal_error() const { return had_internal_error_; }

 private:
  void end();

  pid_t process_ = 0;
  int socket_ = -1;
  bool in_main_ = false, ended_before_main_ = false, had_internal_error_ = false;
  std::string name_;
};

}  // namespace mover::controller
