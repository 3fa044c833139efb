// The functions, besides __tsan_…, that Mover's instrumentation (src/instrument) calls, and reports about code that it
// did not compile.
#include "libraries/instrumented.h"

#include <link.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "base/elf_file.h"
#include "memory/access.h"
#include "memory/reuse.h"
#include "native/protocol.h"
#include "scheduling/assumptions.h"

#define PC __builtin_return_address(0)

namespace mover::runtime {

namespace {

// Each file that was compiled with -fsanitize=thread has a constructor that calls this function.
constexpr const char* kOfOtherCompilers = "__tsan_init";

int note_compiler(dl_phdr_info* module, size_t, void* all_ours) {
  if (std::strstr(module->dlpi_name, "/libmover_runtime.so") != nullptr || !names_symbol(*module, kOfOtherCompilers))
    return 0;
  *static_cast<bool*>(all_ours) = false;
  const char* slash = std::strrchr(module->dlpi_name, '/');
  const std::string name = *module->dlpi_name == '\0' ? "the program"
                           : slash == nullptr         ? module->dlpi_name
                                                      : slash + 1;
  unseen_may_have_set();
  world.not_covered(
      "-fsanitize=thread of GCC, or of another Clang, does not report all accesses in " + name +
      ": copies of structs by value, ends of the lifetimes of local variables, uses of uninitialised values, "
      "inline assembly; mover cc with clang-19, which is the default, reports them");
  return 0;
}

void note_records(const char* records, uint64_t size) {
  for (uint64_t at = 0; at < size;) {
    const std::string record(records + at, strnlen(records + at, size - at));
    at += record.size() + 1;
    if (!record.empty()) world.not_covered("accesses to memory are not seen: " + record);
  }
}

// Reports assembly outside functions, which the section mover_assembly lists.
int note_assembly(dl_phdr_info* module, size_t, void*) {
  const ElfFile file(path_of(*module));
  file.for_each_section("mover_assembly",
                        [&](const ElfW(Shdr) & section) { note_records(file.bytes_of(section), section.sh_size); });
  return 0;
}

// Whether `other` points neither into the heap block that `pointer` points into, nor to the end of this block.
bool is_in_another_block(const void* pointer, const void* other) {
  const auto address = reinterpret_cast<uint64_t>(pointer), end = reinterpret_cast<uint64_t>(other);
  if (other == nullptr || !Heap::contains(address)) return false;
  const Block* block = heap.block_of(address);
  return block != nullptr && address - block->begin() < block->size && end - block->begin() > block->size;
}

bool are_of_different_variables(const void* a, const void* b) {
  const auto one = reinterpret_cast<uint64_t>(a), other = reinterpret_cast<uint64_t>(b);
  const uint64_t low = std::min(one, other), high = std::max(one, other);
  return red_zones.separate(low, high) || locals.separate(low, high);
}

}  // namespace

void note_instrumentation() {
  bool all_ours = true;
  dl_iterate_phdr(note_compiler, &all_ours);
  dl_iterate_phdr(note_assembly, nullptr);
}

}  // namespace mover::runtime

using namespace mover;
using namespace mover::runtime;

extern "C" __attribute__((visibility("default"))) char __mover_instrumented;
char __mover_instrumented = 1;

MOVER_EXPORT void __tsan_init() {}

// The program executes code whose accesses and synchronisation are unknown. If there are other threads, the execution
// ends here, because violations later in the execution might be spurious.
MOVER_EXPORT void __mover_not_followed(const char* what) {
  if (!world.controls()) return;
  const ir::LocId loc = location(PC);
  const std::string sentence = "accesses to memory are not seen: " + std::string(what) + " at " + native::loc_mark(loc);
  if (!world.alone()) world.cannot_follow(kept_text(sentence), loc);
  unseen_may_have_set();
  world.not_covered(sentence);
}

// Called in main, if main uses its parameters.
MOVER_EXPORT void __mover_takes_arguments() { relies_on(Assumption::Arguments, "reads them at", PC); }

MOVER_EXPORT void __mover_address_as_number(const void* address) {
  if (!is_reported(Assumption::Addresses))
    relies_on(Assumption::Addresses, "computes with addresses as numbers at", PC);
  takes_for_number(reinterpret_cast<uint64_t>(address), PC);
}

// Either of two objects may have the lower address: two blocks of the heap, or two variables. The order of addresses
// within an object is fixed.
MOVER_EXPORT void __mover_orders_addresses(const void* a, const void* b) {
  if (is_reported(Assumption::Addresses) || !world.controls() || a == nullptr || b == nullptr) return;
  if (is_in_another_block(a, b) || is_in_another_block(b, a) || are_of_different_variables(a, b))
    relies_on(Assumption::Addresses, "orders addresses of different objects at", PC);
}

// Called for std::latch and std::counting_semaphore, with the count before the call and the amount by which the call
// changes it.
MOVER_EXPORT void __mover_latch_counted(int64_t count, int64_t down, uint64_t) {
  if (!world.controls() || (down >= 0 && down <= count)) return;
  world.fail(
      FindingKind::Memory,
      kept_text("counts a std::latch down by " + std::to_string(down) + " whose count is " + std::to_string(count)),
      location(PC));
}
MOVER_EXPORT void __mover_semaphore_released(int64_t count, int64_t more, uint64_t most) {
  if (!world.controls() || (more >= 0 && more <= static_cast<int64_t>(most) - count)) return;
  world.fail(FindingKind::Memory,
             kept_text("releases a std::counting_semaphore by " + std::to_string(more) + " whose count is " +
                       std::to_string(count) + " and must not exceed " + std::to_string(most)),
             location(PC));
}
