// A thread of the C++ library begins in the library. Its argument is an object of a class for the callable and the
// callable's arguments; the class overrides _M_run, which calls the callable. A callable that is a pointer is in the
// object. Otherwise the machine code of _M_run tells: the search follows its calls, and the addresses of functions that
// it loads, through code of the library to the first function of the user. (The interpreter does the same with the
// program's text: src/vm/named_entry.cc.)
#include "symbols/thread_functions.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <map>
#include <set>
#include <vector>

#include "base/elf_file.h"
#include "memory/access.h"
#include "scheduling/world.h"
#include "symbols/modules.h"

namespace mover::runtime {

namespace {

struct Function {
  uint64_t end = 0;
  bool is_structor = false;    // it is called for the arguments of the callable
  bool is_run = false;         // _M_run
  bool calls_pointer = false;  // _M_run calls a pointer to a function or member
};
using Functions = std::map<uint64_t, Function>;  // by their addresses

Functions& functions() {
  static auto* all = new Functions;
  return *all;
}

bool has(const char* name, std::initializer_list<const char*> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](const char* part) { return std::strstr(name, part) != nullptr; });
}

// The functions of the program that this machine code calls, and those whose addresses it loads.
std::vector<uint64_t> mentioned_in(uint64_t begin, uint64_t end) {
  std::vector<uint64_t> result;
  const auto* code = reinterpret_cast<const uint8_t*>(begin);
  for (uint64_t i = 0; begin + i + 6 <= end; ++i) {
    const bool calls = code[i] == 0xe8 || code[i] == 0xe9;            // call and jmp with a relative address
    const bool loads = code[i] == 0x8d && (code[i + 1] & 0xc7) == 5;  // lea with an address relative to rip
    if (!calls && !loads) continue;
    const uint64_t operand = calls ? i + 1 : i + 2;
    int32_t distance = 0;
    std::memcpy(&distance, code + operand, sizeof distance);
    const uint64_t target = begin + operand + 4 + static_cast<uint64_t>(static_cast<int64_t>(distance));
    if (functions().contains(target)) result.push_back(target);
  }
  return result;
}

// The first function of the user that the library's function calls; 0: none is known.
uint64_t called_by(uint64_t library_function) {
  std::vector<uint64_t> queue{library_function};
  std::set<uint64_t> seen{library_function};
  for (size_t next = 0; next < queue.size(); ++next) {
    for (const uint64_t mentioned : mentioned_in(queue[next], functions().at(queue[next]).end)) {
      const bool is_users = is_user_code(mentioned);
      if (is_users && !functions().at(mentioned).is_structor) return mentioned;
      if (!is_users && seen.insert(mentioned).second) queue.push_back(mentioned);
    }
  }
  return 0;
}

// The last pointer in the object to a function of the program; `of_user`: of the user. The callable comes after its
// arguments.
uint64_t pointer_in(const Block& object, bool of_user) {
  uint64_t last = 0;
  const auto* words = reinterpret_cast<const uint64_t*>(object.begin());
  for (uint64_t i = 1; i < object.size / 8; ++i)
    if (functions().contains(words[i]) && is_user_code(words[i]) == of_user) last = words[i];
  return last;
}

const Block* block_at(uint64_t address) { return Heap::contains(address) ? heap.block_of(address) : nullptr; }

// What std::async calls: its thread runs a member function of an object to which the state of the thread points.
uint64_t called_by_async(const Block& state) {
  const auto* words = reinterpret_cast<const uint64_t*>(state.begin());
  for (uint64_t i = 1; i < state.size / 8; ++i)
    if (const Block* object = block_at(words[i]); object != nullptr && object != &state)
      if (const uint64_t found = pointer_in(*object, /*of_user=*/true); found != 0) return found;
  const uint64_t member = pointer_in(state, /*of_user=*/false);
  return member == 0 ? 0 : called_by(member);
}

uint64_t function_of_state(const Block& state) {
  const auto table = *reinterpret_cast<const uint64_t*>(state.begin());
  if (table % 8 != 0 || !is_code(table)) return 0;
  constexpr int kRun = 2;  // its index, after the two destructors
  const auto run = functions().find(reinterpret_cast<const uint64_t*>(table)[kRun]);
  if (run == functions().end() || !run->second.is_run) return 0;
  if (!run->second.calls_pointer) {
    static auto* known = new std::map<uint64_t, uint64_t>;
    auto [entry, is_new] = known->try_emplace(run->first, 0);
    if (is_new) entry->second = called_by(run->first);
    return entry->second;
  }
  const uint64_t pointed_to = pointer_in(state, /*of_user=*/true);
  return pointed_to != 0 ? pointed_to : called_by_async(state);
}

// Backtracking does not restore them: a thread that is created again has its function noted again.
uint64_t noted[kMostThreads] = {};

}  // namespace

void read_functions_of_program() {
  for (const Module& module : all_modules()) {
    if (!module.is_program) continue;
    ElfFile("/proc/self/exe").for_each_symbol([&](const ElfW(Sym) & symbol, const char* name) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) return;
      const uint64_t begin = module.load_address + symbol.st_value;
      functions()[begin] = {begin + symbol.st_size, has(name, {"C1E", "C2E", "D0E", "D1E", "D2E"}),
                            has(name, {"6_M_runEv"}), has(name, {"5tupleIJP", "5tupleIJM"})};
    });
  }
}

void note_thread_function(uint32_t thread, uint64_t start, uint64_t argument) {
  noted[thread] = start;
  const Block* state = is_user_code(start) ? nullptr : block_at(argument);
  if (state == nullptr || state->size < 16) return;
  if (const uint64_t function = function_of_state(*state); function != 0) noted[thread] = function;
}

uint64_t function_of_thread(uint32_t thread) { return noted[thread]; }

}  // namespace mover::runtime
