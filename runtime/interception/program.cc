// Intercepts functions by which the program ends, fails and yields; random numbers, which are the same in every
// execution; and the functions of <mover.h> and of SV-COMP.
#include <cxxabi.h>
#include <dlfcn.h>
#include <sched.h>
#include <sys/random.h>
#include <threads.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iterator>
#include <typeinfo>

#include "base/per_process.h"
#include "base/real.h"
#include "libraries/footprints.h"
#include "memory/access.h"
#include "scheduling/assumptions.h"
#include "scheduling/ends.h"
#include "scheduling/permitted.h"

using namespace mover;
using namespace mover::runtime;
using ir::SyncOp;

#define PC __builtin_return_address(0)

namespace {

[[noreturn]] void fails(const std::string& message, const void* pc) {
  world.fail(FindingKind::Assertion, kept_text(message), location(pc));
}

// The search may schedule other threads before every visible action anyway, so yielding has no effect. But a thread
// that yields again and again may wait for other threads. So it parks after many yields, as after many accesses, and an
// endless loop of yields becomes a cycle.
void yields(const void* pc) {
  if (world.alone() || ++world.current().accesses <= kAccessesPerTurn) return;
  Operation operation;
  operation.loc = location(pc);
  world.act(operation);
}

int64_t section(SyncOp op, const void* pc) {
  Operation operation;
  operation.kind = ActionKind::Sync;
  operation.sync = op;
  operation.loc = location(pc);
  return world.act(operation);
}

int64_t choose(uint32_t alternatives, const void* pc) {
  world.coverage.chose();
  Operation operation;
  operation.kind = ActionKind::Choice;
  operation.choices = alternatives;
  operation.loc = location(pc);
  return world.act(operation);
}

// One of the values of that width that are tried, each of them in some execution.
uint64_t any_value(unsigned bits, const void* pc) {
  world.not_covered("of nondeterministic values only 0, 1, -1 and the extremes were tried");
  const uint64_t mask = bits >= 64 ? ~0ull : (1ull << bits) - 1, smallest = 1ull << (bits - 1);
  const uint64_t values[] = {0, 1, mask, smallest, smallest - 1};
  return values[choose(5, pc)];
}

// With --nondet-rand: the result of rand() and its like. The draws are independent of each other.
int any_random(const void* pc) { return static_cast<int>(any_value(31, pc)); }

}  // namespace

// Ending the program.
MOVER_EXPORT void exit(int status) {
  if (!world.controls()) REAL(exit)(status);
  exit_status = status;
  end_program(PC, Ending::Normal, status);
}
MOVER_EXPORT void _exit(int status) {
  if (!world.controls()) REAL(_exit)(status);
  end_program(PC, Ending::Immediate, status);
}
MOVER_EXPORT void _Exit(int status) {
  if (!world.controls()) REAL(_Exit)(status);
  end_program(PC, Ending::Immediate, status);
}
MOVER_EXPORT void quick_exit(int status) {
  if (!world.controls()) REAL(quick_exit)(status);
  end_program(PC, Ending::Quick, status);
}

// Failures.

// Programs of SV-COMP define assume_abort_if_not, which calls abort if the assumption does not hold. Such a call of
// abort is recognised unless the compiler has inlined assume_abort_if_not.
extern "C" __attribute__((weak)) void assume_abort_if_not(int condition);
static bool is_assumption(const void* pc) {
  Dl_info caller;  // of the code at pc - 1: after a call that does not return, another function may begin at pc
  return assume_abort_if_not != nullptr && dladdr(static_cast<const char*>(pc) - 1, &caller) != 0 &&
         caller.dli_saddr == reinterpret_cast<void*>(assume_abort_if_not);
}
// Whether std::terminate has called abort. The C++ library's other call of abort is in its debug mode
// (_Error_formatter).
static bool is_of_terminate(const void* pc) {
  Dl_info about{};
  if (dladdr(static_cast<const char*>(pc) - 1, &about) == 0 || std::strstr(about.dli_fname, "/libstdc++.so") == nullptr)
    return false;
  return about.dli_sname == nullptr || std::strstr(about.dli_sname, "_Error_formatter") == nullptr;
}
// What the exception that is handled says of itself, in quotation marks; empty if it is no std::exception. The C++
// library's handler of std::terminate has called the same function before.
static std::string what_it_says(const std::type_info& type) {
  struct Globals {  // of the C++ ABI
    char* caught;
    unsigned uncaught;
  };
  // From the beginning of libstdc++'s __cxa_exception to the language of the exception, and to the thrown object.
  constexpr size_t kToClass = 80, kToObject = 112;
  constexpr uint64_t kThrown = 0x474e5543432b2b00, kDependent = kThrown + 1;  // "GNUCC++"; of an exception_ptr
  using GetGlobals = Globals* (*)();
  const auto globals = reinterpret_cast<GetGlobals>(dlsym(RTLD_DEFAULT, "__cxa_get_globals"));
  const auto* base = static_cast<const std::type_info*>(dlsym(RTLD_DEFAULT, "_ZTISt9exception"));
  if (globals == nullptr || base == nullptr || globals()->caught == nullptr) return "";
  char* const caught = globals()->caught;
  const auto language = *reinterpret_cast<uint64_t*>(caught + kToClass);
  if (language != kThrown && language != kDependent) return "";
  void* object = language == kThrown ? caught + kToObject : *reinterpret_cast<void**>(caught);
  if (!base->__do_catch(&type, &object, 1)) return "";
  constexpr size_t kMost = 200;
  const std::string text = static_cast<std::exception*>(object)->what();
  return ": \"" + text.substr(0, std::min(kMost, text.find('\n'))) + "\"";
}
MOVER_EXPORT void abort() {
  if (!world.controls()) REAL(abort)();
  if (is_assumption(PC)) {
    world.coverage.cut(reinterpret_cast<uint64_t>(world.current().start), location(PC));
    world.discard(location(PC));
  }
  fail_if_faulted();
  using CurrentException = std::type_info* (*)();
  static const auto current = reinterpret_cast<CurrentException>(dlsym(RTLD_DEFAULT, "__cxa_current_exception_type"));
  if (const std::type_info* type = current == nullptr ? nullptr : current()) {
    int status = 0;
    const char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    fails(std::string("std::terminate called: an exception of type ") + (name == nullptr ? type->name() : name) +
              " is not caught" + what_it_says(*type),
          PC);
  }
  fails(is_of_terminate(PC) ? "std::terminate called without an active exception" : "the program calls abort()", PC);
}
// libstdc++ calls this function if an assertion of _GLIBCXX_ASSERTIONS fails.
MOVER_EXPORT void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char* file, int line, const char* function,
                                                        const char* condition) {
  if (!world.controls()) {
    if (condition != nullptr)
      std::fprintf(stderr, "%s:%d: %s: Assertion '%s' failed.\n", file, line, function, condition);
    REAL(abort)();
  }
  if (condition == nullptr) fails("an assertion of the C++ library failed", PC);
  fails(std::string("assertion `") + condition + "' of the C++ library failed", PC);
}
MOVER_EXPORT void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) {
  if (!world.controls()) {
    std::fprintf(stderr, "%s:%u: %s: assertion `%s' failed\n", file, line, function, expression);
    REAL(abort)();
  }
  fails(std::string("assertion `") + expression + "' failed", PC);
}
MOVER_EXPORT void __assert(const char* expression, const char* file, int line) {
  __assert_fail(expression, file, static_cast<unsigned>(line), "?");
}
MOVER_EXPORT void __stack_chk_fail() {
  if (!world.controls()) REAL(abort)();
  fails("stack smashing detected", PC);
}
MOVER_EXPORT void __chk_fail() {
  if (!world.controls()) REAL(abort)();
  fails("buffer overflow detected", PC);
}
void mover::runtime::overflows() {
  __chk_fail();
  __builtin_unreachable();
}
size_t mover::runtime::fits(size_t size, size_t room) {
  if (size > room) overflows();
  return size;
}

MOVER_EXPORT int sched_yield() {
  if (!world.controls()) return REAL(sched_yield)();
  yields(PC);
  return 0;
}
MOVER_EXPORT void thrd_yield() {
  if (!world.controls()) return REAL(thrd_yield)();
  yields(PC);
}

// Random numbers. rand and random draw from one sequence of the whole process. The C library keeps its state in its
// data, or in a table of the program (initstate, setstate), and guards it with a lock. So these functions are the C
// library's own, and each call is an atomic change of the state: a step of its own, because the order of draws is
// observable.
MOVER_PER_PROCESS static Trailed<char*> table_of_random;
MOVER_PER_PROCESS static Trailed<size_t> size_of_table;
static void draws_random(const void* pc) { relies_on(Assumption::Random, "draws one at", pc); }
// `next`: the table that initstate or setstate accesses, in addition to the present one.
__attribute__((noinline)) static void changes_random(const void* pc, const void* next = nullptr, size_t size = 0) {
  const auto state = reinterpret_cast<uint64_t>(&state_of_random);
  constexpr uint64_t kSize = sizeof state_of_random;
  world.made_progress(world.current());
  const bool synchronises = !world.alone();
  if (synchronises) {
    atomic_access(&state_of_random, kSize, true, pc);
    world.access(state, kSize, true, true, true, location(pc), ir::Order::AcqRel);
    world.order_atomic(world.current(), state, kSize, true, false, ir::Order::Acquire);
  }
  if (table_of_random != nullptr) plain_access(table_of_random, size_of_table, true, pc);
  if (next != nullptr) plain_access(next, size, true, pc);
  if (synchronises) world.order_atomic(world.current(), state, kSize, false, true, ir::Order::Release);
}
MOVER_EXPORT int rand() {
  if (!world.controls()) return REAL(rand)();
  if (permitted.nondet_rand) return any_random(PC);
  draws_random(PC);
  changes_random(PC);
  return REAL(rand)();
}
MOVER_EXPORT long random() {
  if (!world.controls()) return REAL(random)();
  if (permitted.nondet_rand) return any_random(PC);
  draws_random(PC);
  changes_random(PC);
  return REAL(random)();
}
MOVER_EXPORT void srand(unsigned seed) {
  if (world.controls()) changes_random(PC);
  REAL(srand)(seed);
}
MOVER_EXPORT void srandom(unsigned seed) {
  if (world.controls()) changes_random(PC);
  REAL(srandom)(seed);
}
// The C library uses a table of 8, 32, 64, 128 or 256 bytes. Its first word says which, modulo 5.
MOVER_EXPORT char* initstate(unsigned seed, char* table, size_t size) noexcept {
  if (!world.controls()) return REAL(initstate)(seed, table, size);
  size_t used = 256;
  while (used > size && used > 32) used /= 2;
  if (size < 32) used = 8;
  changes_random(PC, size >= used ? table : nullptr, used);
  char* before = REAL(initstate)(seed, table, size);
  if (before != nullptr) table_of_random = table, size_of_table = used;
  return before;
}
MOVER_EXPORT char* setstate(char* table) noexcept {
  if (!world.controls()) return REAL(setstate)(table);
  changes_random(PC, table, sizeof(int32_t));
  constexpr size_t kSizes[] = {8, 32, 64, 128, 256};
  const size_t used = kSizes[*reinterpret_cast<const uint32_t*>(table) % std::size(kSizes)];
  char* before = REAL(setstate)(table);
  if (before != nullptr) table_of_random = table, size_of_table = used;
  return before;
}

// Random numbers of the operating system. Each thread has its own sequence here, so that its numbers do not depend on
// the schedule.
static uint64_t next_random(Trailed<uint64_t>& state) {
  world.made_progress(world.current());
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state >> 33;
}
void mover::runtime::random_bytes(void* to, size_t size) {
  for (size_t i = 0; i < size; ++i)
    static_cast<uint8_t*>(to)[i] = static_cast<uint8_t>(next_random(world.current().random));
}
__attribute__((noinline)) static void write_random_bytes(void* to, size_t size, const void* pc) {
  plain_access(to, size, true, pc);
  draws_random(pc);
  random_bytes(to, size);
}
MOVER_EXPORT ssize_t getrandom(void* to, size_t size, unsigned flags) {
  if (!world.controls()) return REAL(getrandom)(to, size, flags);
  return write_random_bytes(to, size, PC), static_cast<ssize_t>(size);
}
MOVER_EXPORT int getentropy(void* to, size_t size) {
  if (!world.controls()) return REAL(getentropy)(to, size);
  return write_random_bytes(to, size, PC), 0;
}
static uint32_t random_word(const void* pc) {
  draws_random(pc);
  return static_cast<uint32_t>(next_random(world.current().random) << 16 ^ next_random(world.current().random));
}
MOVER_EXPORT uint32_t arc4random() { return world.controls() ? random_word(PC) : REAL(arc4random)(); }
MOVER_EXPORT void arc4random_buf(void* to, size_t size) {
  if (!world.controls()) return REAL(arc4random_buf)(to, size);
  write_random_bytes(to, size, PC);
}
MOVER_EXPORT uint32_t arc4random_uniform(uint32_t bound) {
  if (!world.controls()) return REAL(arc4random_uniform)(bound);
  const uint32_t drawn = random_word(PC);
  return bound == 0 ? 0 : drawn % bound;
}
// std::random_device::operator(). random_device_init is never called: its definition keeps the linker from adding the
// C++ library's random_device to this library.
MOVER_EXPORT unsigned random_device_value(void*) asm("_ZNSt13random_device9_M_getvalEv");
extern "C" void random_device_init(void*, const char*, size_t) asm("_ZNSt13random_device7_M_initEPKcm");
void random_device_init(void*, const char*, size_t) {}
unsigned random_device_value(void*) {
  if (world.controls()) return random_word(PC);
  unsigned value = 0;
  getentropy(&value, sizeof value);
  return value;
}
// strfry may return any permutation of the characters; only one is explored.
MOVER_EXPORT char* strfry(char* text) {
  if (!world.controls()) return REAL(strfry)(text);
  const size_t length = std::strlen(text);
  plain_access(text, length + 1, false, PC);
  plain_access(text, length, true, PC);
  draws_random(PC);
  for (size_t i = length; i > 1; --i) std::swap(text[i - 1], text[next_random(world.current().random) % i]);
  return text;
}
// Records a write to a random number generator in the caller's memory: to its data and its table of state.
static void uses_generator(const random_data* data, const void* pc) {
  plain_access(data, sizeof *data, true, pc);
  if (!world.controls() || data->state == nullptr) return;
  const int32_t* begin = data->state - 1;
  const size_t numbers = data->rand_type == 0 ? 2 : static_cast<size_t>(data->end_ptr - begin);
  plain_access(begin, numbers * sizeof *begin, true, pc);
}
MOVER_EXPORT int random_r(random_data* data, int32_t* result) noexcept {
  uses_generator(data, PC);
  plain_access(result, sizeof *result, true, PC);
  return REAL(random_r)(data, result);
}
MOVER_EXPORT int srandom_r(unsigned seed, random_data* data) noexcept {
  uses_generator(data, PC);
  return REAL(srandom_r)(seed, data);
}
MOVER_EXPORT int setstate_r(char* state, random_data* data) noexcept {
  uses_generator(data, PC);
  plain_access(state, sizeof(int32_t), false, PC);
  return REAL(setstate_r)(state, data);
}
MOVER_EXPORT int rand_r(unsigned* seed) {
  plain_access(seed, sizeof *seed, true, PC);
  if (world.controls() && permitted.nondet_rand) return any_random(PC);
  *seed = *seed * 1103515245u + 12345u;
  return static_cast<int>(*seed >> 1);
}

// <mover.h>.
MOVER_EXPORT void __mover_assert_fail(const char* message) {
  if (world.controls()) fails(message, PC);
  std::fprintf(stderr, "%s\n", message);
  REAL(abort)();
}
MOVER_EXPORT void __mover_assume(int condition) { world.assume(condition != 0, PC); }
MOVER_EXPORT unsigned __mover_choose(unsigned n) {
  if (!world.controls()) return 0;
  if (n == 0 || n > 0x7fffffff) fails("mover_choose needs a positive number of alternatives", PC);
  return static_cast<unsigned>(choose(n, PC));
}
MOVER_EXPORT unsigned long __mover_nondet(unsigned bits) {
  if (!world.controls()) return 0;
  if (bits <= 8) return static_cast<unsigned long>(choose(1u << bits, PC));
  return any_value(bits, PC);
}
MOVER_EXPORT int __mover_atomic_begin() {
  return world.controls() ? static_cast<int>(section(SyncOp::AtomicBegin, PC)) : 0;
}
MOVER_EXPORT int __mover_atomic_end() {
  return world.controls() ? static_cast<int>(section(SyncOp::AtomicEnd, PC)) : 0;
}
MOVER_EXPORT void __mover_reachable(const char*) {}
MOVER_EXPORT void __mover_exclusive(const volatile void* location, size_t size, int (*)()) {
  if (!world.controls() || !locking.on) return;
  world.not_covered(
      "exclusive access predicates (mover_exclusive) are not checked by this engine; other engines check them");
  locking.exempt(reinterpret_cast<uint64_t>(location), size);
}
MOVER_EXPORT int __mover_holds(const volatile void* lock) {
  if (!world.controls()) return 1;
  const Thread& thread = world.current();
  const auto object = reinterpret_cast<Address>(lock);
  return std::any_of(thread.held, thread.held + thread.num_held, [&](const Held& h) { return h.object == object; });
}
MOVER_EXPORT void __mover_atomic_block_begin(const char*) {}
MOVER_EXPORT void __mover_atomic_block_end() {}
MOVER_EXPORT void __mover_progress(const char*) {}
MOVER_EXPORT void __mover_operation_begin(const char*, int) {}
MOVER_EXPORT void __mover_operation_end() {}

// SV-COMP and CBMC.
MOVER_EXPORT void __VERIFIER_assume(int condition) { world.assume(condition != 0, PC); }
MOVER_EXPORT void __CPROVER_assume(int condition) { world.assume(condition != 0, PC); }
MOVER_EXPORT __attribute__((weak)) void reach_error() {
  if (world.controls()) fails("reach_error() was called", PC);
  REAL(abort)();
}
MOVER_EXPORT __attribute__((weak)) void __VERIFIER_error() {
  if (world.controls()) fails("reach_error() was called", PC);
  REAL(abort)();
}
MOVER_EXPORT __attribute__((weak)) void __VERIFIER_assert(int condition) {
  if (condition == 0 && world.controls()) fails("assertion `__VERIFIER_assert' failed", PC);
}
MOVER_EXPORT __attribute__((weak)) void __CPROVER_assert(int condition, const char* description) {
  if (condition == 0 && world.controls()) fails(std::string("assertion `") + description + "' failed", PC);
}
MOVER_EXPORT void __VERIFIER_atomic_begin() { __mover_atomic_begin(); }
MOVER_EXPORT void __VERIFIER_atomic_end() { __mover_atomic_end(); }
MOVER_EXPORT void __CPROVER_atomic_begin() { __mover_atomic_begin(); }
MOVER_EXPORT void __CPROVER_atomic_end() { __mover_atomic_end(); }
// The types and widths are those of the front end (src/frontend/library.cc).
#define NONDET(name, type, bits) \
  MOVER_EXPORT type __VERIFIER_nondet_##name() { return (type)__mover_nondet(bits); }
NONDET(bool, bool, 1)
NONDET(_Bool, bool, 1)
NONDET(char, char, 8)
NONDET(schar, signed char, 8)
NONDET(uchar, unsigned char, 8)
NONDET(u8, unsigned char, 8)
NONDET(s8, signed char, 8)
NONDET(short, short, 16)
NONDET(ushort, unsigned short, 16)
NONDET(u16, unsigned short, 16)
NONDET(s16, short, 16)
NONDET(int, int, 32)
NONDET(uint, unsigned, 32)
NONDET(unsigned, unsigned, 32)
NONDET(unsigned_int, unsigned, 32)
NONDET(u32, unsigned, 32)
NONDET(s32, int, 32)
NONDET(pthread_t, unsigned long, 64)
NONDET(sector_t, unsigned long, 64)
NONDET(long, long, 64)
NONDET(ulong, unsigned long, 64)
NONDET(unsigned_long, unsigned long, 64)
NONDET(longlong, long long, 64)
NONDET(ulonglong, unsigned long long, 64)
NONDET(size_t, size_t, 64)
NONDET(ssize_t, ssize_t, 64)
NONDET(loff_t, long, 64)
NONDET(off_t, long, 64)
NONDET(u64, unsigned long, 64)
NONDET(s64, long, 64)
#define NONDET_FLOAT(type)                                                                                  \
  MOVER_EXPORT type __VERIFIER_nondet_##type() {                                                            \
    if (world.controls()) world.cannot_follow("__VERIFIER_nondet_" #type " is not modelled", location(PC)); \
    return 0;                                                                                               \
  }
NONDET_FLOAT(float)
NONDET_FLOAT(double)
NONDET(pointer, void*, 64)  // a pointer is chosen like a number, so it is null or invalid
NONDET(charp, char*, 64)
