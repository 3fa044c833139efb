#include "scheduling/signals.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "base/real.h"
#include "channels/files.h"
#include "libraries/unseen_code.h"
#include "memory/access.h"
#include "memory/memory.h"
#include "scheduling/process_state.h"
#include "scheduling/virtual_time.h"
#include "support/exit_codes.h"

namespace mover::runtime {

namespace {

constexpr size_t kStack = 256 << 10;
uint8_t *signal_stack = nullptr, *crash_stack = nullptr;

Fault crash;
int crash_signal = 0;
siginfo_t crash_info;
ucontext_t crash_context;

constexpr greg_t kGeneralProtection = 13;  // the number of this exception of the processor

const char* limit = nullptr;  // not null: there is no finding, but the execution cannot be followed further

[[noreturn]] void report_crash() {
  if (limit != nullptr) world.cannot_follow(limit, crash.loc);
  world.fail(crash.kind, crash.message, crash.loc, true);
}

// Runs the program's handler of the signal, on the stack of the thread that has faulted or on its alternate stack.
[[noreturn]] void run_handler_of_crash() {
  world.current().fault = crash;
  const int signal = crash_signal;
  siginfo_t info = crash_info;
  ucontext_t context = crash_context;
  access_state(process_state.dispositions[signal], false, crash.loc);  // another thread may reset the handler before
  if (stack_of_handler(signal, 1) != 0) call_handler(signal, &info, &context);
  fail_if_faulted();
  report_crash();
}

[[noreturn]] void internal_error(uint64_t address, uint64_t pc) {
  char text[160];
  auto hex = [](char* to, uint64_t value) {
    for (int i = 15; i >= 0; --i, value >>= 4) to[i] = "0123456789abcdef"[value & 15];
    return to + 16;
  };
  char* end = text;
  const char* words = "mover: internal error: the run-time itself faulted, at ";
  std::memcpy(end, words, std::strlen(words));
  end = hex(end + std::strlen(words), address);
  std::memcpy(end, " pc ", 4);
  end = hex(end + 4, pc);
  *end++ = '\n';
  ::syscall(SYS_write, diagnostics(), text, end - text);
  ::syscall(SYS_exit_group, kExitInternalError);
  __builtin_unreachable();
}

// Emulates rdtsc and rdtscp, so that they return virtual time. install_signal_handlers has made them fault
// (PR_SET_TSC).
bool reads_time_stamp(gregset_t& registers) {
  const auto* code = reinterpret_cast<const uint8_t*>(registers[REG_RIP]);
  if (!is_code(reinterpret_cast<Address>(code)) || code[0] != 0x0f) return false;
  const bool with_processor = code[1] == 0x01 && code[2] == 0xf9;
  if (code[1] != 0x31 && !with_processor) return false;
  const uint64_t now = world.controls() ? static_cast<uint64_t>(read_wall_clock(code)) : 0;
  registers[REG_RAX] = static_cast<greg_t>(now & 0xffffffff);
  registers[REG_RDX] = static_cast<greg_t>(now >> 32);
  if (with_processor) registers[REG_RCX] = 0;
  registers[REG_RIP] += with_processor ? 3 : 2;
  return true;
}

void on_fault(int signal, siginfo_t* info, void* data) {
  auto* context = static_cast<ucontext_t*>(data);
  const auto address = reinterpret_cast<uint64_t>(info->si_addr);
  auto& registers = context->uc_mcontext.gregs;
  const bool executes = (registers[REG_ERR] & 16) != 0;
  if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && !executes && memory.fault(address)) return;
  if (signal == SIGSEGV && reads_time_stamp(registers)) return;
  if (signal == SIGTRAP) {
    if (const uint64_t next = pass_breakpoint(static_cast<uint64_t>(registers[REG_RIP]) - 1); next != 0) {
      registers[REG_RIP] = static_cast<greg_t>(next);
      return;
    }
  }
  const auto pc = static_cast<uint64_t>(registers[REG_RIP]);
  if (!world.controls()) {
    if (world.searches()) internal_error(address, pc);
    std::signal(signal, SIG_DFL);
    return;
  }
  const bool write = (registers[REG_ERR] & 2) != 0;
  crash.kind = FindingKind::Memory;
  limit = nullptr;
  bool overflows = false;
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      crash.message = address < kPageSize ? write ? "writes through a null pointer" : "reads through a null pointer"
                      : write             ? "writes through an invalid pointer"
                                          : "reads through an invalid pointer";
      // For a non-canonical address, the processor does not say whether the access was a read or a write.
      if (registers[REG_TRAPNO] == kGeneralProtection) crash.message = "accesses memory through an invalid pointer";
      for (uint32_t t = 0; t < kMostThreads; ++t)
        if (address >= world.thread_memory[t].stack_begin - 65536 && address < world.thread_memory[t].stack_begin)
          overflows = true;
      if (overflows) crash.message = "the stack overflows";
      if (overflows && world.current().wants_large_stack)
        limit = "a thread needs the stack of more than 8 MiB that the program has requested, which is not simulated";
      break;
    case SIGFPE:
      crash.message = "divides by zero";
      break;
    case SIGTRAP:
      crash.kind = FindingKind::Assertion;
      crash.message = is_user_code(pc) ? "the program stops at a trap" : "an assertion of GoogleTest failed";
      break;
    default:
      crash.kind = FindingKind::Assertion;
      crash.message = "the program executes an illegal instruction";
  }
  // If the thread has called an address that is no function, the call is reported.
  const uint64_t place = is_code(pc) && !executes ? pc + 1 : *reinterpret_cast<uint64_t*>(registers[REG_RSP]);
  crash.loc = location(reinterpret_cast<void*>(place));
  const uint64_t handler_stack = stack_of_handler(signal, static_cast<uint64_t>(registers[REG_RSP]));
  if (handler_stack != 0 && world.current().fault->message == nullptr) {
    crash_signal = signal;
    crash_info = *info;
    crash_context = *context;
    registers[REG_RIP] = reinterpret_cast<greg_t>(&run_handler_of_crash);
    registers[REG_RSP] = static_cast<greg_t>((handler_stack & ~15ull) - 8);
    return;
  }
  registers[REG_RIP] = reinterpret_cast<greg_t>(&report_crash);
  registers[REG_RSP] = reinterpret_cast<greg_t>(crash_stack + kStack - 8);
}

// Ticks of the timer, which counts the CPU time of the process. A thread that computes for kMostTicks ticks without a
// call of the run-time cannot be parked, so the execution cannot be followed further.
constexpr uint32_t kTicksPerSecond = 5, kMostTicks = 1 * kTicksPerSecond;

int64_t stop_at = INT64_MAX;  // CLOCK_MONOTONIC, nanoseconds
int stop_socket = -1;         // while a thread runs, Mover sends nothing but `Stop`

int64_t monotonic_time() {
  timespec now{};
  ::syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

bool must_stop() {
  pollfd socket{stop_socket, POLLIN, 0};
  return monotonic_time() >= stop_at || (stop_socket >= 0 && ::syscall(SYS_poll, &socket, 1, 0) > 0);
}

// Whether the code is in the run-time library, which must not be interrupted.
extern "C" const char __ehdr_start[] __attribute__((visibility("hidden")));
extern "C" const char etext[] __attribute__((visibility("hidden")));
bool is_own_code(uint64_t pc) {
  return pc >= reinterpret_cast<uint64_t>(__ehdr_start) && pc < reinterpret_cast<uint64_t>(etext);
}

void set_tick(long microseconds) {
  const itimerval interval{{0, 1'000'000 / kTicksPerSecond}, {0, microseconds}};
  ::syscall(SYS_setitimer, ITIMER_PROF, &interval, nullptr);
}

void on_tick(int, siginfo_t*, void* data) {
  constexpr uint32_t kMostRetries = 2000;
  constexpr long kSoon = 1000;
  static uint64_t last = 0;
  static uint32_t ticks = 0, retries = 0;
  if (!world.controls() || world.resumed != last) {
    last = world.resumed;
    ticks = retries = 0;
    return;
  }
  const bool stops = must_stop();
  if (++ticks < kMostTicks && !stops && retries == 0) return;
  auto& registers = static_cast<ucontext_t*>(data)->uc_mcontext.gregs;
  if (is_own_code(static_cast<uint64_t>(registers[REG_RIP])) && ++retries < kMostRetries) return set_tick(kSoon);
  ticks = retries = 0;
  limit = stops ? "a thread had not reached its next step when the search had to stop"
                : "a thread computes for a second without an action that other threads can observe";
  crash = {FindingKind::Assertion, nullptr, location(reinterpret_cast<void*>(registers[REG_RIP] + 1))};
  registers[REG_RIP] = reinterpret_cast<greg_t>(&report_crash);
  registers[REG_RSP] = reinterpret_cast<greg_t>(crash_stack + kStack - 8);
}

}  // namespace

void install_signal_handlers() {
  signal_stack = static_cast<uint8_t*>(reserve(kStack));
  crash_stack = static_cast<uint8_t*>(reserve(kStack));
  stack_t stack{};
  stack.ss_sp = signal_stack;
  stack.ss_size = kStack;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) sigaction(signal, &action, nullptr);
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  set_tick(1'000'000 / kTicksPerSecond);
  prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
}

void stop_threads_after(double seconds) {
  constexpr double kLongest = 1e9;
  stop_at = seconds > 0 && seconds < kLongest ? monotonic_time() + static_cast<int64_t>(seconds * kSecond) : INT64_MAX;
}

void stop_threads_on_message(int socket) { stop_socket = socket; }

void fail_if_faulted() {
  const Fault& fault = world.current().fault;
  if (fault.message != nullptr) world.fail(fault.kind, fault.message, fault.loc, true);
}

bool is_mapped(uint64_t address, uint64_t size) {
  constexpr uint64_t kPages = 4096;
  unsigned char pages[kPages];
  if (address + size < address) return false;
  const uint64_t end = address + size;
  for (uint64_t at = address & ~(kPageSize - 1); at < end; at += kPages * kPageSize) {
    const uint64_t length = std::min(end - at, kPages * kPageSize);
    if (::syscall(SYS_mincore, at, length, pages) != 0) return false;
  }
  return true;
}

void bad_access(uint64_t address, uint64_t size, bool write, const void* pc, bool visible) {
  const std::string verb = write ? "writes" : "reads";
  std::string message;
  const bool is_none = address >> kAddressBits != 0, faults = address < kPageSize || is_none;
  if (faults && stack_of_handler(SIGSEGV, 1) != 0) return;  // the access will fault, and the handler runs
  if (is_none) {
    message = verb + " through an invalid pointer";
  } else if (address < kPageSize) {
    message = verb + " through a null pointer" + (address != 0 ? " (offset " + std::to_string(address) + ")" : "");
  } else if (world.is_of_thread(address) && locals.is_beside(address, size)) {
    message = verb + " " + std::to_string(size) + (size == 1 ? " byte" : " bytes") + " out of bounds, beside " +
              describe(address);
  } else if (world.is_of_thread(address)) {
    message = locals.how_it_ended(verb, address, size) + ": " + describe(address);
    if (!world.alone()) locals.accessed(address, size, visible);
  } else if (Mappings::contains(address)) {
    if (stack_of_handler(SIGSEGV, 1) != 0)
      world.cannot_follow("the program handles an access to memory that it has protected, which is not simulated",
                          location(pc));
    while (size > 1 && Mappings::may_access(address, 1, write)) ++address, --size;
    const uint8_t flags = Mappings::contains(address) ? Mappings::flags_of(address) : 0;
    message =
        verb +
        ((flags & Mappings::kMapped) == 0 ? (flags & Mappings::kWasMapped) != 0 ? " memory after it was unmapped: "
                                                                                : " beside memory that is mapped: "
         : (flags & PROT_READ) != 0       ? " memory that may only be read: "
                                          : " memory that may not be accessed: ") +
        describe(address);
    // With several processes, the memory may still be there for another one.
    if ((flags & Mappings::kWasMapped) != 0 && !world.has_processes())
      world.access(address, size, write, false, visible, location(pc));
  } else if (write && constants.contains(address)) {
    if (stack_of_handler(SIGSEGV, 1) != 0) return;
    message = "writes a constant: " + describe(address);
  } else if (const RedZones::Variable* variable = red_zones.find(address, size); variable != nullptr) {
    message =
        out_of_bounds(address, size, write, describe(variable->address, kWhole), variable->address, variable->size);
  } else if (!Heap::contains(address)) {
    message = size > kLargeAccess ? verb + " " + std::to_string(size) + " bytes, more than there are"
                                  : verb + " through an invalid pointer";
  } else {
    const Block* block = heap.block_of(address);
    if (block == nullptr)
      message = verb + " through an invalid pointer";
    else if (block->state == Block::State::Freed) {
      message = verb + " memory after it was freed: " + describe(address);
      // The access also races with the free if they are concurrent.
      world.access(address, size, write, false, visible, location(pc));
    } else
      message = out_of_bounds(address, size, write, describe(block->begin(), kWhole), block->begin(), block->size);
  }
  world.fail(FindingKind::Memory, kept_text(message), location(pc), faults);
}

}  // namespace mover::runtime
