// Takes control of the program. Before main, this file creates the kernel threads whose thread-local storage the
// program's threads use later, finds all writable memory of the program, and gives the search its own stack.
#include <asm/prctl.h>
#include <fcntl.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/program_definitions.h"
#include "base/real.h"
#include "channels/files.h"
#include "entry/native_machine.h"
#include "entry/replay.h"
#include "libraries/imports.h"
#include "libraries/instrumented.h"
#include "libraries/loaded.h"
#include "libraries/unseen_code.h"
#include "memory/access.h"
#include "memory/images.h"
#include "memory/locals.h"
#include "memory/mappings.h"
#include "memory/memory.h"
#include "memory/reach.h"
#include "native/protocol.h"
#include "native/server.h"
#include "scheduling/assumptions.h"
#include "scheduling/ends.h"
#include "scheduling/permitted.h"
#include "scheduling/signals.h"
#include "search/registry.h"
#include "support/check.h"
#include "symbols/thread_functions.h"

namespace mover::runtime {

void look_up_functions();

namespace {

constexpr uint64_t kStackSize = World::kStackSize, kStackSpacing = World::kStackSpacing, kStacks = World::kStacks;
constexpr uint64_t kParkedStacks = 0x3800'0000'0000;
// The upper ends of the threads' stacks have different offsets in a page. With equal offsets they would share cache
// sets and evict each other.
constexpr uint64_t kShift = 11 * 64;
constexpr uint64_t kSearchStack = 64 << 20;

int control_fd = -1;
bool with_constructors = false;  // control begins before the constructors of the program
const char* replay_file = nullptr;
uint64_t search_base = 0;

// Sizes in bytes: the stack of a parked thread (see park_for_ever), and the C library's part of its thread-local
// storage.
constexpr uint64_t kParkedStack = 40 << 10, kOwnStorage = 24 << 10;
uint64_t program_storage = 0;  // the thread-local storage of all modules, in bytes, rounded up to pages

uint64_t thread_base() {
  uint64_t base;
  asm("mov %%fs:0x10, %0" : "=r"(base));
  return base;
}

// The function of a kernel thread that only provides its thread-local storage. After it has incremented parked_threads,
// it sleeps for ever, and does not use its stack any more.
uint32_t parked_word = 0, parked_threads = 0;
void* park_for_ever(void*) {
  asm volatile(
      "lock incl %1\n"
      "1: mov %2, %%eax\n"
      "mov %0, %%rdi\n"
      "mov %3, %%esi\n"
      "xor %%edx, %%edx\n"
      "xor %%r10d, %%r10d\n"
      "syscall\n"
      "jmp 1b"
      :
      : "r"(&parked_word), "m"(parked_threads), "i"(SYS_futex), "i"(FUTEX_WAIT_PRIVATE)
      : "rax", "rdi", "rsi", "rdx", "r10", "rcx", "r11", "memory");
  __builtin_unreachable();
}

int add_storage(dl_phdr_info* info, size_t, void*) {
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_TLS) program_storage += info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
  return 0;
}

uint64_t parked_stack(uint64_t t) { return kParkedStacks + t * (kParkedStack + kOwnStorage + program_storage); }

void make_threads() {
  read_functions_of_program();
  dl_iterate_phdr(add_storage, nullptr);
  program_storage = (program_storage + kPageSize - 1) & ~(kPageSize - 1);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const uint64_t stack_size = parked_stack(1) - parked_stack(0);
  const void* stacks =
      mmap(reinterpret_cast<void*>(kParkedStacks), stack_size * (kMostThreads + 1), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  MOVER_CHECK(stacks == reinterpret_cast<void*>(kParkedStacks), "the address range of thread-local storage is free");
  for (uint32_t t = 1; t <= kMostThreads; ++t) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, reinterpret_cast<void*>(parked_stack(t)), stack_size);
    pthread_t thread{};
    MOVER_CHECK(REAL(pthread_create)(&thread, &attributes, park_for_ever, nullptr) == 0,
                "kernel threads can be created");
    pthread_attr_destroy(&attributes);
    if (t == kMostThreads) {
      search_base = thread;
      continue;
    }
    const uint64_t begin = kStacks + t * kStackSpacing;
    void* where = mmap(reinterpret_cast<void*>(begin), kStackSize, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    MOVER_CHECK(where == reinterpret_cast<void*>(begin), "the address ranges of the threads' stacks are free");
    // The thread-local storage is at the upper end of the kernel thread's own stack.
    world.thread_memory[t] = {begin, begin + kStackSize - t * kShift % kPageSize, thread,
                              (thread - program_storage - kOwnStorage / 2) & ~(kPageSize - 1), parked_stack(t + 1)};
    world.thread(t).context.thread_base = thread;
  }
  while (__atomic_load_n(&parked_threads, __ATOMIC_ACQUIRE) != kMostThreads) REAL(sched_yield)();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

struct Range {
  uint64_t begin, end;
};

// Collects the run-time library and the dynamic loader, which are not part of the program's state.
int add_own(dl_phdr_info* info, size_t, void* data) {
  Range range{~0ull, 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    const uint64_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    range.begin = std::min(range.begin, from & ~(kPageSize - 1));
    range.end = std::max(range.end, (from + info->dlpi_phdr[i].p_memsz + kPageSize - 1) & ~(kPageSize - 1));
  }
  const auto own = reinterpret_cast<uint64_t>(&world);
  const bool is_own = own >= range.begin && own < range.end;
  const bool is_loader = std::strstr(info->dlpi_name, "/ld-linux") != nullptr;
  if (is_own || is_loader) static_cast<std::vector<Range>*>(data)->push_back(range);
  return 0;
}

uint64_t hexadecimal(const char*& text) {
  uint64_t value = 0;
  for (;; ++text) {
    if (*text >= '0' && *text <= '9')
      value = value * 16 + static_cast<uint64_t>(*text - '0');
    else if (*text >= 'a' && *text <= 'f')
      value = value * 16 + static_cast<uint64_t>(*text - 'a' + 10);
    else
      return value;
  }
}

// Tracks the memory except for the ranges of `own`. Such a range may lie inside the memory, because the kernel may list
// adjacent mappings as one.
void track_except(uint64_t begin, uint64_t end, const std::vector<Range>& own) {
  for (const Range& range : own) {
    if (range.end <= begin || range.begin >= end) continue;
    if (begin < range.begin) track_except(begin, range.begin, own);
    if (range.end < end) track_except(range.end, end, own);
    return;
  }
  memory.track(begin, end);
}

}  // namespace

// Tracks all writable memory that the kernel lists. Called again when libraries have been loaded.
void track_memory() {
  mappings.open();
  std::vector<Range> own;
  dl_iterate_phdr(add_own, &own);
  std::string maps;
  const int fd = static_cast<int>(::syscall(SYS_open, "/proc/self/maps", O_RDONLY));
  char buffer[4096];
  for (ssize_t n; (n = ::syscall(SYS_read, fd, buffer, sizeof buffer)) > 0;)
    maps.append(buffer, static_cast<size_t>(n));
  ::syscall(SYS_close, fd);
  const auto here = world.used_stack(0);
  for (const char* line = maps.c_str(); *line != 0;) {
    const uint64_t begin = hexadecimal(line);
    const uint64_t end = hexadecimal(++line);
    // Writable code is not tracked: see libraries/unseen_code.h.
    const bool writable = line[2] == 'w' && line[3] != 'x' && line[4] == 'p';
    const char* next = std::strchr(line, '\n');
    const std::string rest(line, next == nullptr ? std::strlen(line) : static_cast<size_t>(next - line));
    line = next == nullptr ? line + rest.size() : next + 1;
    if (!writable || rest.find("[v") != std::string::npos) continue;
    if ((begin >= kHeapBegin && end <= kHeapEnd) || Mappings::contains(begin)) {
      memory.track(begin, end);
    } else if (begin <= here && here < end) {
      // This is the main thread's stack. The part above the present frame rarely changes, so it is tracked like other
      // memory, by write-protected pages. (Stacks are compared at each checkpoint.)
      if (world.thread_memory[0].stack_end != 0) continue;
      world.thread_memory[0].stack_begin = end - (8 << 20);
      world.thread_memory[0].stack_end = std::min(end, (here + kPageSize - 1) & ~(kPageSize - 1));
      if (world.thread_memory[0].stack_end < end) memory.track(world.thread_memory[0].stack_end, end);
    } else if (begin >= kPrivateBegin && begin < kPrivateEnd) {
      continue;
    } else if (begin >= kStacks && begin < parked_stack(kMostThreads + 1)) {
      continue;
    } else {
      track_except(begin, end, own);
    }
  }
  for (uint32_t t = 1; t < kMostThreads; ++t)
    memory.track(world.thread_memory[t].storage_begin, world.thread_memory[t].storage_end);
  if (memory.used_stacks != nullptr) return;
  images.open();
  memory.used_stacks = [] { return world.num_threads(); };
  memory.used_from = [](uint32_t seat) {
    const uint32_t t = world.thread_at(world.current_process(), seat);
    return t < world.num_threads() ? world.used_stack(t) : 0;
  };
  for (uint32_t t = 0; t < kMostThreads; ++t) {
    memory.track_stack(world.thread_memory[t].stack_begin, world.thread_memory[t].stack_end);
    world.seats[t] = world.thread_memory[t];
  }
}

namespace {

constexpr std::string_view kDiscipline = "discipline ", kStates = "states ";

// The text that another process needs in order to execute the same steps. Its words are L… for each loaded library,
// parent.child for each thread, and address+size for memory whose accesses have become steps of their own. Steps are
// different if the search checks the locking discipline or matches states, so the text begins with "discipline" or
// "states" then (never both).
std::string learned() {
  std::string text(locking.on ? kDiscipline : world.matching ? kStates : "");
  text += loaded_in_words();
  if (!text.empty()) text.pop_back();
  auto add = [&](uint64_t a, char between, uint64_t b) {
    text += (text.empty() ? "" : " ") + std::to_string(a) + between + std::to_string(b);
  };
  for (size_t t = 1; t < world.slots.size(); ++t) add(world.slots[t].parent, '.', world.slots[t].child);
  for (const World::Refinement& refinement : world.learned) add(refinement.address, '+', refinement.size);
  return text;
}

// Replaces all refinements by those of the text, which `learned` has written.
void teach(const std::string& text) {
  for (const World::Refinement& refinement : world.learned) shadow.make_invisible(refinement.address, refinement.size);
  world.learned.clear();
  world.slots.resize(1);
  world.learning = true;
  const std::string words = text + " ";
  locking.on = words.starts_with(kDiscipline);
  world.matching = words.starts_with(kStates);
  const char* p = words.c_str() + (locking.on ? kDiscipline.size() : world.matching ? kStates.size() : 0);
  while (*p == ' ') ++p;
  while (*p != 0) {
    if (request_loaded(p)) continue;
    char* end = nullptr;
    const uint64_t first = std::strtoull(p, &end, 10);
    if (*end == 0) break;
    const bool is_thread = *end == '.';
    const uint64_t second = std::strtoull(end + 1, &end, 10);
    if (is_thread)
      world.slots.push_back({static_cast<uint32_t>(first), static_cast<uint32_t>(second)});
    else {
      world.learn(first, second);
      locals.accessed_by_others(first, second);
    }
    p = *end == 0 ? end : end + 1;
  }
  world.learning = false;
}

void search_main() {
  redirect_imports();
  track_memory();
  locals.open();
  constants.open();
  note_instrumentation();
  watch_unseen_code();
  NativeMachine machine;
  native::Services services;
  auto offer = [&](const char* name, SearchResult (*search)(const MachineFactory&, const SearchOptions&)) {
    services.searches[name] = [=](const SearchOptions& options) {
      world.learning = true;
      locking.on = options.checks.discipline;
      world.reports_races = options.checks.race;
      auto make_machine = [] {
        world.matching = false;
        return std::make_unique<NativeMachine>();
      };
      stop_threads_after(options.time_limit);
      SearchResult result = search(make_machine, options);
      stop_threads_after(0);
      world.reports_races = true;
      world.learning = false;
      return result;
    };
  };
  for (const Search& search : all_searches())
    if (meets(machine, search.needs)) offer(search.name, search.run);
  services.program_counters = [] { return std::span<const Address>(program_counters()); };
  services.has_process = true;
  services.learned = learned;
  services.teach = teach;
  services.rank_places = [](const std::vector<uint32_t>& ranks) {
    place_ranks().ranks = ranks;
    ++place_ranks().version;
  };
  services.learn = [](bool on) { world.learning = on; };
  services.shorten = [](const Violation& violation, const ShortenBudget& budget) {
    return shorten([] { return std::make_unique<NativeMachine>(); }, violation, budget);
  };
  if (!replaying) stop_threads_on_message(control_fd);
  if (replaying) follow_schedule(replay_file, machine, teach);
  native::serve(control_fd, machine, services);
  ::syscall(SYS_exit_group, 0);
}

int (*program_main)(int, char**, char**) = nullptr;

int main_under_control(int argc, char** argv, char** environment) {
  main_arguments = {argv, static_cast<size_t>(argc)};
  begin_control();
  world.coverage.entered_main();
  first_functions[0] = reinterpret_cast<const void*>(&main_under_control);
  exit_status = program_main(argc, argv, environment);
  run_below_ended_frames(
      [] { end_program(reinterpret_cast<const char*>(program_main) + 1, Ending::Normal, exit_status); });
  return exit_status;  // not reached
}

// Runs after the constructors of libraries, and before those of the program.
void open_runtime() {
  call_program_definitions();
  look_up_functions();
  const char* fd = std::getenv(native::kControlVariable);
  replay_file = std::getenv(native::kReplayVariable);
  replaying = fd == nullptr && replay_file != nullptr;
  if (fd == nullptr && !replaying) return;
  with_constructors = std::getenv(native::kConstructorsVariable) != nullptr;
  unsetenv(native::kConstructorsVariable);
  read_permitted();
  control_fd = replaying ? 0 : std::atoi(fd);
  if (!replaying) unsetenv(native::kControlVariable);
  if (!replaying) redirect_output();
  // The kernel fills these bytes at random in each process.
  std::memset(reinterpret_cast<void*>(getauxval(AT_RANDOM)), 0x5a, 16);
  world.open();
}

}  // namespace

bool is_controlled() { return control_fd >= 0; }

void begin_control() {
  if (world.begun || control_fd < 0) return;
  MOVER_CHECK((getauxval(AT_HWCAP2) & 2) != 0, "the kernel lets programs set their thread base (wrfsbase)");
  install_signal_handlers();
  make_threads();
  World::ThreadMemory& of_main = world.thread_memory[0];
  of_main.thread_base = of_main.storage_end = world.thread(0).context.thread_base = thread_base();
  of_main.storage_begin = of_main.storage_end - reach.thread_local_size();
  auto* stack = static_cast<uint8_t*>(reserve(kSearchStack));
  world.scheduler = new_context(stack + kSearchStack, search_base, &search_main);
  world.begun = true;
  mover_switch_context(&world.thread(0).context, &world.scheduler);
}

}  // namespace mover::runtime

using namespace mover::runtime;

MOVER_EXPORT int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                                   void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  using Function = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "__libc_start_main"));
  open_runtime();
  if (!is_controlled()) return real(main, argc, argv, init, fini, rtld_fini, stack_end);
  reach.open(reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  program_main = main;
  if (with_constructors) {
    world.coverage.begins_before_main();
    begin_control();
  }
  return real(main_under_control, argc, argv, init, fini, rtld_fini, stack_end);
}

// Empty functions, in which a debugger sets breakpoints.
MOVER_EXPORT void mover_switch(int thread, const char* what) {
  (void)thread;
  (void)what;
  asm volatile("");
}
MOVER_EXPORT void mover_stop(int thread, const char* what) {
  (void)thread;
  (void)what;
  asm volatile("" ::: "memory");
}
