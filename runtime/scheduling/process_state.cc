#include "scheduling/process_state.h"

#include <cstring>

#include "memory/access.h"
#include "memory/shadow.h"

namespace mover::runtime {

ProcessState process_state;

// A loop that repeats such accesses is no spin loop, because the word does not contain the value that it waits for.
void access_state(const uint64_t& word, bool changes, ir::LocId loc) {
  if (!world.controls()) return;
  Thread& thread = world.current();
  world.made_progress(thread);
  if (world.alone() && !world.recording) return;
  const auto address = reinterpret_cast<uint64_t>(&word);
  const bool visible = !world.alone() && shadow.is_visible(address, sizeof word);
  if (visible || (!world.alone() && ++thread.accesses > kAccessesPerTurn)) {
    Operation operation;
    operation.kind = ActionKind::Access;
    if (visible) operation.access = {address, sizeof word, changes, true};
    operation.loc = loc;
    world.act(operation);
  }
  world.access(address, sizeof word, changes, true, visible, loc, ir::Order::AcqRel);
  if (!world.alone()) world.order_atomic(thread, address, sizeof word, true, changes, ir::Order::AcqRel);
}

std::string describe_state(uint64_t address) {
  const auto is = [&](const uint64_t& first, size_t count) {
    return address - reinterpret_cast<uint64_t>(&first) < count * sizeof first;
  };
  const auto index = [&](const uint64_t& first) {
    return (address - reinterpret_cast<uint64_t>(&first)) / sizeof first;
  };
  const ProcessState& all = process_state;
  if (is(all.exit_handlers, 1)) return "the list of exit handlers";
  if (is(all.quick_exit_handlers, 1)) return "the list of handlers of quick_exit";
  if (is(all.numbers_of_keys, 1)) return "the numbers of keys";
  if (is(all.keys[0], kMostKeys)) return "key " + std::to_string(index(all.keys[0]));
  if (is(all.limits, 1)) return "the limits of resources";
  if (is(all.new_handler, 1)) return "the handler of failed allocations";
  if (is(all.standard_input, 1)) return "the buffer of stdin";
  if (is(all.locale, 1)) return "the locale of the process";
  if (!is(all.dispositions[0], NSIG)) return "";
  const char* name = sigabbrev_np(static_cast<int>(index(all.dispositions[0])));
  return name == nullptr ? "the handler of a signal" : "the handler of SIG" + std::string(name);
}

}  // namespace mover::runtime
