// The process in which the program under control runs.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "native/remote.h"

namespace mover::controller {

struct Start {
  std::string name;  // for people
  std::string program;
  std::vector<std::string> arguments;  // the first is the program's name
  std::string permitted = "";          // what may happen at any time: see native/protocol.h
};

// Environment variables that the run-time needs in any case: name=value.
std::vector<std::string> run_time_environment(const Start& what);

class Process {
 public:
  Process() = default;
  ~Process();  // ends it
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Returns an error, or nothing.
  std::string start(const Start& what);
  int socket() const { return socket_; }  // its user closes it

  void has_come_to_main() { in_main_ = true; }
  uint64_t resident_mib() const;

  // How it has ended, or that it has not: then it is ended now.
  std::string explain(native::Loss how);
  // It has: by a bug of Mover's, in the process.
  bool had_internal_error() const { return had_internal_error_; }

 private:
  void end();

  pid_t process_ = 0;
  int socket_ = -1;
  bool in_main_ = false, had_internal_error_ = false;
  std::string name_;
};

}  // namespace mover::controller
