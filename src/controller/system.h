// A system: several programs that run as concurrent processes (mover check --system=FILE). The file names the
// programs and says how they are started:
//
//     # a comment
//     program server  server.c common.c -DPORT=7000
//     program client  client.c common.c
//     start   server  7000
//     start   client  7000 first
//
// `program NAME` is followed by source files and flags of the compiler, `start NAME` by the arguments. The processes
// are started in the order of the lines, and run concurrently. File names are relative to the file's folder.
#pragma once

#include <string>
#include <vector>

#include "controller/words.h"

namespace mover::controller {

struct System {
  struct Program {
    std::string name;
    Words files, flags;
  };
  struct Process {
    size_t program;  // index in `programs`
    Words args;
  };
  std::vector<Program> programs;
  std::vector<Process> processes;
  std::string error;  // one sentence; empty if the file is right
};

// Whether the file is the description of a system: its first word is `program`.
bool is_system(const std::string& path);
System read_system(const std::string& path);
// The name that main of the program has in the executable, which contains all programs.
std::string main_of(const System::Program& program);
// A C program that starts the processes, and waits for them.
std::string launcher_of(const System& system);

}  // namespace mover::controller
