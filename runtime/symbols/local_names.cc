#include "symbols/local_names.h"

#include <algorithm>
#include <cstring>

#include "ir/parts.h"
#include "memory/access.h"
#include "symbols/type_names.h"

namespace mover::runtime {

namespace {

constexpr uint64_t kZone = 48;  // an address at most this many bytes outside a variable may lie in its red zones

// A variable whose lifetime has begun. The arrays below have an entry for each address of a stack; memory is taken only
// for entries that are used. Backtracking does not restore them. A variable that has ended keeps its name until the
// lifetime of another variable begins at its address.
struct Begun {
  const char* name;
  uint64_t size;
  uint64_t number;  // counts the lifetimes that have begun, in all executions
};
Begun* begun[kMostThreads] = {};
uint64_t num_begun = 0, largest = 0;

// `text`: the argument of name_local.
std::string part_of(const char* text, int64_t offset, uint64_t size, bool is_inside) {
  const char* const name_end = strchrnul(text, '\n');
  std::string name(text, name_end), function;
  std::string part = offset == 0 ? "" : (offset < 0 ? "" : "+") + std::to_string(offset);
  if (*name_end != 0) {
    const char* const function_end = strchrnul(name_end + 1, '\n');
    function.assign(name_end + 1, function_end);
    const ir::TypeId type = *function_end == 0 || !is_inside ? 0 : type_in(function_end + 1);
    const std::string path =
        type == 0 ? " " : ir::path_within(reported_types(), type, static_cast<uint64_t>(offset), size);
    if (!path.starts_with(' ')) part = path;
  }
  return name + part + (function.empty() ? "" : " in " + function);
}

}  // namespace

void name_local(uint64_t address, uint64_t size, const char* name) {
  const uint32_t t = world.owner_of_stack(address);
  if (t != world.current_number()) return;
  if (begun[t] == nullptr) begun[t] = static_cast<Begun*>(reserve(World::kStackSize * sizeof(Begun)));
  begun[t][address - world.thread_memory[t].stack_begin] = {name, size, ++num_begun};
  largest = std::max(largest, size);
}

std::vector<BegunLocal> begun_locals() {
  std::vector<BegunLocal> result;
  for (uint32_t t = 0; t < world.num_threads(); ++t) {
    const World::ThreadMemory& stack = world.thread_memory[t];
    const uint64_t lowest =
        std::max(reinterpret_cast<uint64_t>(world.thread(t).context.stack_pointer), stack.stack_begin);
    if (begun[t] == nullptr || world.thread(t).life == Life::Absent) continue;
    for (uint64_t at = lowest; at < stack.stack_end; ++at) {
      const Begun& one = begun[t][at - stack.stack_begin];
      if (one.name == nullptr || *one.name == 0) continue;
      const char* const name_end = strchrnul(one.name, '\n');
      const char* const function_end = *name_end == 0 ? name_end : strchrnul(name_end + 1, '\n');
      if (*function_end == 0) continue;
      const std::string whole = describe(at, kWhole);  // "r in submit of T2"
      const size_t end = whole.find(" in ");
      if (end != std::string::npos)
        result.push_back({at, one.size, type_in(function_end + 1), whole.substr(0, end), whole.substr(end)});
    }
  }
  return result;
}

std::string local_name(uint64_t address, uint64_t size) {
  const uint32_t t = world.owner_of_stack(address);
  if (t == kMostThreads || begun[t] == nullptr) return "";
  const uint64_t stack = world.thread_memory[t].stack_begin;
  const uint64_t first = address - std::min(largest + kZone, address - stack);
  const uint64_t end = std::min(address + kZone, world.thread_memory[t].stack_end);
  const Begun* best = nullptr;
  uint64_t best_begin = 0;
  bool best_contains = false;
  for (uint64_t begin = first; begin < end; ++begin) {
    const Begun& one = begun[t][begin - stack];
    if (one.name == nullptr || address >= begin + one.size + kZone) continue;
    const bool contains = address >= begin && address < begin + one.size;
    if (best != nullptr && (contains != best_contains ? best_contains : one.number < best->number)) continue;
    best = &one, best_begin = begin, best_contains = contains;
  }
  // An address outside all named variables belongs to one of them only if it is in a red zone. Otherwise it belongs to
  // a variable without a name.
  if (best == nullptr || *best->name == 0 || (!best_contains && !locals.is_beside(address, 1))) return "";
  return part_of(best->name, static_cast<int64_t>(address - best_begin), size, best_contains);
}

}  // namespace mover::runtime

using namespace mover::runtime;

MOVER_EXPORT void __mover_named_begin(void* where, uint64_t size, const char* name) {
  if (!world.controls() || size == 0) return;
  locals.begin(reinterpret_cast<uint64_t>(where), size, __builtin_return_address(0));
  name_local(reinterpret_cast<uint64_t>(where), size, name);
}
MOVER_EXPORT void __mover_named_zoned_begin(void* where, uint64_t size, const char* name) {
  if (!world.controls()) return;
  locals.begin_with_zones(reinterpret_cast<uint64_t>(where), size, __builtin_return_address(0));
  name_local(reinterpret_cast<uint64_t>(where), size, name);
}
