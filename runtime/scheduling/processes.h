// The processes of the program: the first one, and those that fork has created. A process is a group of threads with
// private memory (memory/images.h), descriptors, and variables of the C library (base/per_process.h). Its number is
// that of its first thread. Docs: docs/native-io.md, docs/decisions/0013-processes.md.
#pragma once

#include "base/identity.h"
#include "channels/channels.h"
#include "scheduling/world.h"

namespace mover::runtime {

struct Process {
  enum class State : uint8_t {
    Absent,
    Runs,
    Ended,   // and its parent has not waited for it
    Reaped,  // and its parent has waited for it, or has ended, too
  } state = State::Absent;
  uint32_t parent = 0;
  int status = 0;         // if it has ended: as waitpid reports it
  Channel children, own;  // `children` changes when a child ends or is waited for; `own` names the process
  Clock ended;            // the steps that happen before its end
  DescriptorTable* descriptors = nullptr;
  const char* name = "";  // of its program, if --system has started it
};

class Processes {
 public:
  void open();
  Process& operator[](uint32_t process) { return all_[process]; }
  Process& current() { return all_[world.current_process()]; }
  static int pid_of(uint32_t process);
  uint32_t by_pid(int pid) const;  // kMostThreads: none
  // Creates the record of a process that the current process has forked.
  void create(uint32_t process);
  // The threads for whose end a call of wait waits, if `object` is such a call's object.
  bool awaited(Address object, std::vector<ThreadId>& threads) const;

 private:
  Process* all_ = nullptr;
};

extern Processes processes;

// The process's copy of a variable that is marked MOVER_PER_PROCESS.
const void* variable_of(uint32_t process, const void* variable);

// What a process does when its child ends (SIGCHLD).
enum class AtChildsEnd : uint8_t { Remembers, Forgets, Handles };
AtChildsEnd at_end_of_child(uint32_t parent);

// Ends the current process: closes its descriptors, and tells its parent. `status`: as waitpid reports it.
[[noreturn]] void end_process(int status, ir::LocId loc);

// While it exists, identities and descriptors are those of the thread's process, though that process need not be
// mapped.
class Viewpoint {
 public:
  explicit Viewpoint(uint32_t thread) : tag_(process_tag), table_(descriptors) {
    if (world.has_processes()) view(world.process_of_thread(thread));
  }
  ~Viewpoint() {
    process_tag = tag_;
    descriptors = table_;
  }
  Viewpoint(const Viewpoint&) = delete;
  Viewpoint& operator=(const Viewpoint&) = delete;

 private:
  static void view(uint32_t process);
  const uint64_t tag_;
  DescriptorTable* const table_;
};

// While it exists, `process` is the current one, unless a thread of the program runs (on a stack that would be
// exchanged).
class InProcess {
 public:
  explicit InProcess(uint32_t process) : before_(world.current_process()) {
    if (!world.controls()) world.enter(process);
  }
  ~InProcess() { world.enter(before_); }
  InProcess(const InProcess&) = delete;
  InProcess& operator=(const InProcess&) = delete;

 private:
  const uint32_t before_;
};

}  // namespace mover::runtime
