// Places in the code: program counters, numbered as they are met. Which of them are the user's own is told by the module:
// what lies among the system's libraries is not.
#include <cstring>

#include <link.h>
#include <unwind.h>

#include "private_memory.h"
#include "real.h"
#include "world.h"

namespace mover::runtime {

namespace {

constexpr uint64_t kSlots = 1 << 20;
struct Slot {
  uint64_t pc;
  ir::LocId loc;
};
Slot* slots = nullptr;

struct Module {
  uint64_t begin, end;
  bool is_user;
};
std::vector<Module>& modules() {
  static auto* all = new std::vector<Module>;
  return *all;
}

int add_module(dl_phdr_info* info, size_t, void* first) {
  uint64_t begin = ~0ull, end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    const uint64_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    begin = std::min(begin, from);
    end = std::max(end, from + info->dlpi_phdr[i].p_memsz);
  }
  auto* is_first = static_cast<bool*>(first);
  const char* name = info->dlpi_name;
  const bool system = std::strncmp(name, "/lib", 4) == 0 || std::strncmp(name, "/usr/lib", 8) == 0 ||
                      std::strncmp(name, "linux-vdso", 10) == 0;
  const auto own = reinterpret_cast<uint64_t>(&slots);
  modules().push_back({begin, end, *is_first || (!system && (own < begin || own >= end))});
  *is_first = false;
  return 0;
}

bool is_user(uint64_t pc) {
  if (modules().empty()) {
    bool first = true;
    dl_iterate_phdr(add_module, &first);
  }
  for (const Module& module : modules())
    if (pc >= module.begin && pc < module.end) return module.is_user;
  return false;
}

struct Walk {
  std::vector<ir::LocId>* stack;  // null: the innermost one will do
  ir::LocId innermost = 0;
};

_Unwind_Reason_Code visit(_Unwind_Context* context, void* data) {
  auto* walk = static_cast<Walk*>(data);
  const uint64_t pc = _Unwind_GetIP(context);
  if (pc == 0) return _URC_END_OF_STACK;
  if (!is_user(pc)) return _URC_NO_REASON;
  const ir::LocId loc = location(reinterpret_cast<void*>(pc));
  if (walk->innermost == 0) walk->innermost = loc;
  if (walk->stack == nullptr) return _URC_END_OF_STACK;
  walk->stack->push_back(loc);
  return walk->stack->size() < 64 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

std::vector<ir::LocId> stacks[kMostThreads];

}  // namespace

std::vector<Address>& program_counters() {
  static auto* all = new std::vector<Address>(1);
  return *all;
}

ir::LocId location(const void* return_address) {
  const uint64_t pc = reinterpret_cast<uint64_t>(return_address) - 1;
  if (slots == nullptr) slots = static_cast<Slot*>(reserve(kSlots * sizeof(Slot)));
  uint64_t slot = (pc * 0x9e3779b97f4a7c15ull) >> 44;
  while (slots[slot].pc != pc) {
    if (slots[slot].pc == 0) {
      slots[slot] = {pc, static_cast<ir::LocId>(program_counters().size())};
      program_counters().push_back(pc);
      break;
    }
    slot = (slot + 1) % kSlots;
  }
  return slots[slot].loc;
}

ir::LocId user_location(const void* pc) {
  if (is_user(reinterpret_cast<uint64_t>(pc))) return location(pc);
  Walk walk{nullptr};
  _Unwind_Backtrace(visit, &walk);
  return walk.innermost != 0 ? walk.innermost : location(pc);
}

void remember_stack() {
  std::vector<ir::LocId>& stack = stacks[world.current_number()];
  stack.clear();
  Walk walk{&stack};
  _Unwind_Backtrace(visit, &walk);
}

const std::vector<ir::LocId>& remembered_stack(uint32_t t) { return stacks[t]; }

}  // namespace mover::runtime
