// The encoding of lineages as bytes.
#include "search/lineage.h"

namespace mover {

// Seven bits per byte; the eighth bit says that more bytes follow.
void Lineage::put(uint64_t number) {
  for (; number >= 0x80; number >>= 7) steps_.push_back(static_cast<uint8_t>(number | 0x80));
  steps_.push_back(static_cast<uint8_t>(number));
}

uint64_t Lineage::get(uint64_t& at) const {
  uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = steps_[at++];
    number |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
}

// Lists only the choices other than 0, because most steps have one alternative.
Lineage::State Lineage::add(State parent, ThreadId thread, const std::vector<uint32_t>& choices) {
  Origin origin;
  origin.parent = parent;
  origin.steps = steps_.size();
  states_.push_back(origin);
  put(thread);
  put(choices.size());
  uint64_t special = 0, last = 0;
  for (uint32_t choice : choices) special += choice != 0;
  put(special);
  for (uint64_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == 0) continue;
    put(i - last);
    put(choices[i]);
    last = i;
  }
  return size() - 1;
}

Schedule Lineage::steps(State state) const {
  uint64_t at = states_[state].steps;
  auto thread = static_cast<ThreadId>(get(at));
  Schedule steps(get(at), {thread, 0});
  uint64_t special = get(at);
  for (uint64_t i = 0; special != 0; --special) {
    i += get(at);
    steps[i].choice = static_cast<uint32_t>(get(at));
  }
  return steps;
}

}  // namespace mover
