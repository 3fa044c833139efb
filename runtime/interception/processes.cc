// Calls that start processes or threads outside Mover's control, at which Mover stops following the execution; and
// prctl, dlopen and the functions for which the C library loads libraries.
#include <dlfcn.h>
#include <execinfo.h>
#include <iconv.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/real.h"
#include "libraries/loaded.h"
#include "memory/access.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

#define NO_PROCESS(type, name, parameters, arguments)                                                       \
  MOVER_EXPORT type name parameters {                                                                       \
    if (!world.controls()) return REAL(name) arguments;                                                     \
    world.cannot_follow("the program starts a process (" #name "), which is not controlled", location(PC)); \
  }
NO_PROCESS(int, system, (const char* c), (c))
NO_PROCESS(FILE*, popen, (const char* c, const char* m), (c, m))
NO_PROCESS(int, execv, (const char* p, char* const* a), (p, a))
NO_PROCESS(int, execve, (const char* p, char* const* a, char* const* e), (p, a, e))
NO_PROCESS(int, execvp, (const char* p, char* const* a), (p, a))
NO_PROCESS(int, execvpe, (const char* p, char* const* a, char* const* e), (p, a, e))
NO_PROCESS(int, posix_spawn,
           (pid_t * t, const char* p, const posix_spawn_file_actions_t* f, const posix_spawnattr_t* r, char* const* a,
            char* const* e),
           (t, p, f, r, a, e))
NO_PROCESS(int, posix_spawnp,
           (pid_t * t, const char* p, const posix_spawn_file_actions_t* f, const posix_spawnattr_t* r, char* const* a,
            char* const* e),
           (t, p, f, r, a, e))
NO_PROCESS(int, daemon, (int d, int c), (d, c))

MOVER_EXPORT int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) {
  if (world.controls())
    world.cannot_follow("the program starts a process or thread by clone, which is not controlled", location(PC));
  va_list rest;
  va_start(rest, argument);
  void* parent = va_arg(rest, void*);
  void* storage = va_arg(rest, void*);
  void* child = va_arg(rest, void*);
  va_end(rest);
  return REAL(clone)(function, stack, flags, argument, parent, storage, child);
}

// GCC's OpenMP. Its threads synchronise by direct system calls, which cannot be intercepted.
MOVER_EXPORT void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned flags) {
  if (world.controls())
    world.cannot_follow("the program runs threads of OpenMP (libgomp), which are not controlled", location(PC));
  reinterpret_cast<decltype(&GOMP_parallel)>(dlsym(RTLD_NEXT, "GOMP_parallel"))(body, data, threads, flags);
}

// Of the options that programs commonly use, only those for the names of threads access memory.
MOVER_EXPORT int prctl(int option, ...) {
  va_list list;
  va_start(list, option);
  unsigned long given[4];
  for (unsigned long& one : given) one = va_arg(list, unsigned long);
  va_end(list);
  constexpr size_t kNameSize = 16;
  auto* name = reinterpret_cast<char*>(given[0]);
  switch (option) {
    case PR_SET_NAME:
      if (world.controls()) plain_access(name, std::min(std::strlen(name) + 1, kNameSize), false, PC);
      break;
    case PR_GET_NAME:
      plain_access(name, kNameSize, true, PC);
      break;
    case PR_SET_PDEATHSIG:
      if (world.controls() && world.has_processes())
        world.not_covered("the signal at the end of the parent process (PR_SET_PDEATHSIG) is not simulated");
      break;
    case PR_GET_DUMPABLE:
    case PR_SET_DUMPABLE:
    case PR_SET_KEEPCAPS:
    case PR_GET_KEEPCAPS:
    case PR_SET_NO_NEW_PRIVS:
    case PR_GET_NO_NEW_PRIVS:
    case PR_SET_TIMERSLACK:
    case PR_GET_TIMERSLACK:
    case PR_SET_PTRACER:
    case PR_SET_CHILD_SUBREAPER:
      break;
    default:
      if (world.controls()) world.not_covered("the accesses to memory of a call of prctl are not seen");
  }
  return static_cast<int>(::syscall(SYS_prctl, option, given[0], given[1], given[2], given[3]));
}

MOVER_EXPORT void* dlopen(const char* file, int flags) {
  if (!world.controls() || file == nullptr) return REAL(dlopen)(file, flags);
  reads_text(file, std::strlen(file) + 1, PC);
  return load(file, flags, PC);
}

// Functions for which the C library loads libraries.
MOVER_EXPORT iconv_t iconv_open(const char* to, const char* from) {
  if (!world.controls()) return REAL(iconv_open)(to, from);
  reads_text(to, std::strlen(to) + 1, PC);
  reads_text(from, std::strlen(from) + 1, PC);
  load_conversion(to, from, PC);
  return REAL(iconv_open)(to, from);
}
MOVER_EXPORT int backtrace(void** to, int size) {
  constexpr int kMost = 1024;
  if (!world.controls() || size <= 0) return REAL(backtrace)(to, size);
  load_unwinder(PC);
  void* calls[kMost + 1];  // the first is in this function
  const int count = std::max(REAL(backtrace)(calls, std::min(size, kMost) + 1) - 1, 0);
  plain_access(to, static_cast<size_t>(count) * sizeof *to, true, PC);
  std::memcpy(to, calls + 1, static_cast<size_t>(count) * sizeof *to);
  return count;
}
MOVER_EXPORT int dlclose(void* library) { return world.controls() ? 0 : REAL(dlclose)(library); }
