#include "symbols/type_names.h"

#include <cstring>
#include <map>
#include <unordered_map>

#include "ir/type_text.h"
#include "memory/access.h"

namespace mover::runtime {

namespace {

// Backtracking does not restore these tables: they are about the program, not about an execution.
struct TypeTables {
  ir::Program types;
  std::unordered_map<const char*, ir::TypeId> by_text;
  std::map<uint64_t, ir::TypeId> globals;                         // by their addresses
  std::map<int64_t, const char*> thread_locals;                   // name and type, by distances from the thread pointer
  std::map<std::pair<uint32_t, uint64_t>, const char*> by_place;  // the text of a block; null: there are several
};

TypeTables& tables() {
  static auto* all = new TypeTables;
  return *all;
}

struct ReportedGlobal {
  uint64_t address;
  const char* type;
};

}  // namespace

const ir::Program& reported_types() { return tables().types; }

ir::TypeId type_in(const char* text) {
  auto [known, is_new] = tables().by_text.try_emplace(text, 0);
  if (is_new) known->second = ir::add_type(tables().types, text);
  return known->second;
}

const std::map<uint64_t, ir::TypeId>& typed_globals() { return tables().globals; }

TypedGlobal global_at(uint64_t address) {
  auto after = tables().globals.upper_bound(address);
  if (after == tables().globals.begin()) return {};
  const auto& [begin, type] = *--after;
  return address - begin < tables().types.types[type].size ? TypedGlobal{begin, type} : TypedGlobal{};
}

TypedThreadLocal thread_local_at(uint64_t address, uint64_t pointer) {
  const auto distance = static_cast<int64_t>(address - pointer);
  auto after = tables().thread_locals.upper_bound(distance);
  if (after == tables().thread_locals.begin()) return {};
  const auto& [begin, text] = *--after;
  const ir::TypeId type = type_in(std::strchr(text, '\n') + 1);
  const auto offset = static_cast<uint64_t>(distance - begin);
  return offset < tables().types.types[type].size ? TypedThreadLocal{text, offset, type} : TypedThreadLocal{};
}

ir::TypeId type_of_block(uint32_t allocated_at, uint64_t size) {
  const auto known = tables().by_place.find({allocated_at, size});
  return known == tables().by_place.end() || known->second == nullptr ? 0 : type_in(known->second);
}

}  // namespace mover::runtime

using namespace mover;
using namespace mover::runtime;

MOVER_EXPORT void __mover_global_types(const ReportedGlobal* globals, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) tables().globals[globals[i].address] = type_in(globals[i].type);
}

// The copy of the current thread is at this address. `text`: the linker's name of the variable, a newline, its type.
MOVER_EXPORT void __mover_thread_local_type(void* copy, const char* text) {
  const auto pointer = reinterpret_cast<uint64_t>(__builtin_thread_pointer());
  tables().thread_locals[static_cast<int64_t>(reinterpret_cast<uint64_t>(copy) - pointer)] = text;
}

// The memory was allocated for objects of this type. One line of the user may allocate objects of several types.
MOVER_EXPORT void __mover_allocated_type(void* where, const char* type) {
  const auto address = reinterpret_cast<uint64_t>(where);
  if (!world.controls() || where == nullptr || !Heap::contains(address)) return;
  const Block* block = heap.block_of(address);
  if (block == nullptr) return;
  auto [known, is_new] = tables().by_place.try_emplace({block->allocated_at, block->size}, type);
  if (!is_new && known->second != nullptr && known->second != type && std::strcmp(known->second, type) != 0)
    known->second = nullptr;
  if (world.recording) world.event(Event::Kind::NewObject, block->begin());
}
