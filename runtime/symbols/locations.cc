// Locations: program counters, numbered in the order of their first use. Code is the user's own unless it is in a
// system library, or in a function that a header of the C++ library or GoogleTest has put into the program.
#include <link.h>
#include <unwind.h>

#include <algorithm>
#include <cstring>

#include "base/elf_file.h"
#include "base/private_memory.h"
#include "base/real.h"
#include "base/reporting_code.h"
#include "scheduling/world.h"

namespace mover::runtime {

namespace {

constexpr uint64_t kSlots = 1 << 20;
struct Slot {
  uint64_t pc;
  ir::LocId loc;
  bool is_user, has_frame;
};
Slot* slots = nullptr;

struct Range {
  uint64_t begin, end;
};
struct MappedModule {
  uint64_t begin, end, load_address;
  const char* path;
  bool is_user, is_own, is_loader, is_support;
};
std::vector<MappedModule>& modules() {
  static auto* all = new std::vector<MappedModule>;
  return *all;
}

int add_mapped_module(dl_phdr_info* info, size_t, void* first) {
  uint64_t begin = ~0ull, end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    const uint64_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    begin = std::min(begin, from);
    end = std::max(end, from + info->dlpi_phdr[i].p_memsz);
  }
  auto* is_first = static_cast<bool*>(first);
  const char* name = info->dlpi_name;
  const bool is_support = std::strstr(name, "/libmover_cxx.so") != nullptr;
  const bool system = is_support || std::strncmp(name, "/lib", 4) == 0 || std::strncmp(name, "/usr/lib", 8) == 0 ||
                      std::strncmp(name, "linux-vdso", 10) == 0;
  const auto own = reinterpret_cast<uint64_t>(&slots);
  const bool is_own = own >= begin && own < end;
  const bool is_loader = std::strstr(name, "/ld-linux") != nullptr;
  modules().push_back({begin, end, info->dlpi_addr, *is_first ? "/proc/self/exe" : name,
                       *is_first || (!system && !is_own), is_own, is_loader, is_support});
  *is_first = false;
  return 0;
}

// Functions that the C++ library's headers and GoogleTest put into the program, by their names in its symbol table.
std::vector<Range>& library_code() {
  static auto* all = new std::vector<Range>;
  return *all;
}

bool is_library_name(const char* name) {
  if (std::strstr(name, "__gthread") != nullptr || std::strcmp(name, "_start") == 0) return true;
  if (std::strncmp(name, "_Z", 2) != 0) return false;
  // A lambda or a class inside a function has another Z, and the name of that function.
  const char* entity = name + 2 + std::strspn(name + 2, "Z");
  for (const char* start :
       {"NSt", "NKSt", "St", "N9__gnu_cxx", "NK9__gnu_cxx", "N6__pstl", "NVSt", "NVKSt", "N7testing", "NK7testing"})
    if (std::strncmp(entity, start, std::strlen(start)) == 0) return true;
  return false;
}

void read_symbols(const char* path, uint64_t load_address) {
  ElfFile(path).for_each_symbol([&](const ElfW(Sym) & symbol, const char* name) {
    if (symbol.st_shndx == SHN_UNDEF && std::strcmp(name, "__mover_reachable") == 0)
      world.not_covered(
          "mover_reachable() is called in a way that leaves no record of it: build with mover cc and mover.h");
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size != 0 && is_library_name(name))
      library_code().push_back({load_address + symbol.st_value, load_address + symbol.st_value + symbol.st_size});
  });
}

void find_modules() {
  if (!modules().empty()) return;
  bool first = true;
  dl_iterate_phdr(add_mapped_module, &first);
  library_code().clear();
  for (const MappedModule& module : modules())
    if (module.is_user) read_symbols(module.path, module.load_address);
  std::sort(library_code().begin(), library_code().end(), [](Range a, Range b) { return a.begin < b.begin; });
}

bool is_user(uint64_t pc) {
  find_modules();
  for (const MappedModule& module : modules()) {
    if (pc < module.begin || pc >= module.end) continue;
    if (!module.is_user) return false;
    const auto& code = library_code();
    auto after = std::partition_point(code.begin(), code.end(), [&](Range r) { return r.begin <= pc; });
    return after == code.begin() || pc >= (after - 1)->end;
  }
  return false;
}

bool has_frame(uint64_t pc) {
  for (const MappedModule& module : modules())
    if (pc >= module.begin && pc < module.end) return module.is_user || module.is_own || module.is_support;
  return false;
}

// Classifies each program counter once, and gives it a location if it is in the user's code. (Otherwise the innermost
// caller in the user's code is used instead: see `location`.)
Slot& slot_of(uint64_t pc) {
  if (slots == nullptr) slots = static_cast<Slot*>(reserve(kSlots * sizeof(Slot)));
  uint64_t slot = pc % kSlots;
  while (slots[slot].pc != pc) {
    if (slots[slot].pc == 0) {
      slots[slot] = {pc, 0, is_user(pc), has_frame(pc)};
      if (slots[slot].is_user) {
        slots[slot].loc = static_cast<ir::LocId>(program_counters().size());
        program_counters().push_back(pc);
      }
      break;
    }
    slot = (slot + 1) % kSlots;
  }
  return slots[slot];
}

struct Walk {
  std::vector<ir::LocId>* stack;  // null: only the innermost location is needed
  ir::LocId innermost = 0;
};

_Unwind_Reason_Code visit(_Unwind_Context* context, void* data) {
  auto* walk = static_cast<Walk*>(data);
  const uint64_t pc = _Unwind_GetIP(context);
  if (pc == 0) return _URC_END_OF_STACK;
  const Slot& slot = slot_of(pc - 1);
  if (!slot.is_user) return _URC_NO_REASON;
  const ir::LocId loc = slot.loc;
  if (walk->innermost == 0) walk->innermost = loc;
  if (walk->stack == nullptr) return _URC_END_OF_STACK;
  walk->stack->push_back(loc);
  return walk->stack->size() < 64 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

struct FrameSearch {
  Address address, found = 0;
};

_Unwind_Reason_Code compare_frame(_Unwind_Context* context, void* data) {
  auto* search = static_cast<FrameSearch*>(data);
  // For the unwinder, this is the CFA of the called function, so all of this frame lies above.
  if (_Unwind_GetCFA(context) > search->address) return _URC_END_OF_STACK;
  search->found = _Unwind_GetIP(context);
  return _URC_NO_REASON;
}

std::vector<ir::LocId> stacks[kMostThreads];

}  // namespace

bool is_code(Address pc) {
  for (const MappedModule& module : modules())
    if (pc >= module.begin && pc < module.end) return true;
  return false;
}

bool is_user_code(Address pc) { return is_user(pc); }

bool is_support_code(Address pc) {
  find_modules();
  for (const MappedModule& module : modules())
    if (pc >= module.begin && pc < module.end) return module.is_support;
  return false;
}

static bool is_own_code(Address pc) {
  for (const MappedModule& module : modules())
    if (pc >= module.begin && pc < module.end) return module.is_own;
  return false;
}

bool is_loader_code(Address pc) {
  for (const MappedModule& module : modules())
    if (pc >= module.begin && pc < module.end) return module.is_loader;
  return false;
}

void reload_modules() {
  modules().clear();
  find_modules();
}

PlaceRanks& place_ranks() {
  static auto* ranks = new PlaceRanks;
  return *ranks;
}

std::vector<Address>& program_counters() {
  static auto* all = new std::vector<Address>(1);
  return *all;
}

// The innermost caller in the user's code, found by frame pointers. The run-time and the program maintain them, because
// mover cc compiles with -fno-omit-frame-pointer. 0: code without frame pointers is in between.
static ir::LocId caller_by_frames() {
  const World::ThreadMemory& stack = world.thread_memory[world.current_number()];
  for (auto* frame = static_cast<const uint64_t*>(__builtin_frame_address(0));;) {
    const auto address = reinterpret_cast<uint64_t>(frame);
    if (address < stack.stack_begin || address + 16 > stack.stack_end || address % 8 != 0) return 0;
    const Slot& slot = slot_of(frame[1] - 1);
    if (slot.is_user) return slot.loc;
    if (!slot.has_frame || frame[0] <= address) return 0;
    frame = reinterpret_cast<const uint64_t*>(frame[0]);
  }
}

Address entered_support_code_at(Address pc) {
  const World::ThreadMemory& stack = world.thread_memory[world.current_number()];
  for (auto* frame = static_cast<const uint64_t*>(__builtin_frame_address(0));;) {
    const auto address = reinterpret_cast<uint64_t>(frame);
    if (address < stack.stack_begin || address + 16 > stack.stack_end || address % 8 != 0) return pc;
    const uint64_t caller = frame[1] - 1;
    if (is_support_code(caller))
      pc = caller;
    else if (!is_own_code(caller))
      return pc;
    if (frame[0] <= address) return pc;
    frame = reinterpret_cast<const uint64_t*>(frame[0]);
  }
}

ir::LocId location(const void* return_address) {
  const uint64_t pc = reinterpret_cast<uint64_t>(return_address) - 1;
  if (slots != nullptr && slots[pc % kSlots].pc == pc && slots[pc % kSlots].is_user) [[likely]]
    return slots[pc % kSlots].loc;
  Slot& slot = slot_of(pc);
  if (slot.is_user) return slot.loc;
  if (const ir::LocId caller = caller_by_frames()) return caller;
  Walk walk{nullptr};
  _Unwind_Backtrace(visit, &walk);
  if (walk.innermost != 0) return walk.innermost;
  const Thread& thread = world.thread(world.current_number());
  if (thread.outer_place != 0) return thread.outer_place;
  if (thread.created_at != 0) return thread.created_at;
  if (slot.loc == 0) {
    slot.loc = static_cast<ir::LocId>(program_counters().size());
    program_counters().push_back(slot.pc);
  }
  return slot.loc;
}

void record_stack() {
  std::vector<ir::LocId>& stack = stacks[world.current_number()];
  stack.clear();
  Walk walk{&stack};
  _Unwind_Backtrace(visit, &walk);
}

Address code_of_frame_at(Address address) {
  const World::ThreadMemory& stack = world.thread_memory[world.current_number()];
  Address code = 0;
  for (auto* frame = static_cast<const uint64_t*>(__builtin_frame_address(0));;) {
    const auto at = reinterpret_cast<uint64_t>(frame);
    if (at < stack.stack_begin || at + 16 > stack.stack_end || at % 8 != 0) break;
    if (address < at + 16) return code;
    code = frame[1];
    const bool has_frame = is_own_code(code - 1) || lifetimes_reported_by(code - 1) != Reports::Nothing;
    if (!has_frame || frame[0] <= at) break;
    frame = reinterpret_cast<const uint64_t*>(frame[0]);
  }
  FrameSearch search{address};
  _Unwind_Backtrace(compare_frame, &search);
  return search.found;
}

const std::vector<ir::LocId>& recorded_stack(uint32_t t) { return stacks[t]; }

}  // namespace mover::runtime
