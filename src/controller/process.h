// The process that runs the program under Mover's control.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "native/remote.h"

namespace mover::controller {

struct Start {
  std::string name;  // the name in messages
  std::string program;
  std::vector<std::string> arguments;  // the first is the program's name
  std::string permitted = "";          // permitted failures: see native/protocol.h
};

// The environment variables that the run-time library needs: name=value.
std::vector<std::string> run_time_environment(const Start& what);

class Process {
 public:
  Process() = default;
  ~Process();  // ends the process
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Returns an error, or an empty string.
  std::string start(const Start& what);
  int socket() const { return socket_; }  // the caller closes it

  void has_come_to_main() { in_main_ = true; }
  uint64_t resident_mib() const;

  // Explains how the process has ended. If it has not, ends it.
  std::string explain(native::Loss how);
  // The process ended because of a bug in Mover.
  bool had_internal_error() const { return had_internal_error_; }

 private:
  void end();

  pid_t process_ = 0;
  int socket_ = -1;
  bool in_main_ = false, had_internal_error_ = false;
  std::string name_;
};

}  // namespace mover::controller
