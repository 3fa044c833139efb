// Reading the state between steps, for the atoms of linear-time properties.
#include <algorithm>

#include "vm/interpreter.h"

namespace mover::vm {

void Vm::inspect(const Inspected& inspected) {
  inspected_ = inspected;
  // A formula may tell the places in a branch apart that computes irrelevant registers only.
  for (ir::FunctionId id = 0; id < program_.functions.size(); ++id)
    liveness_[id] = analysis::Liveness(program_.functions[id]);
  for (ir::GlobalId global : inspected_.globals) {
    if (!program_.globals[global].is_thread_local || unused_copies_.contains(global)) continue;
    unused_copies_[global] = kImmutable + static_cast<Slot>(immutable_.size());
    immutable_.push_back(Ref<Object>(initial_object(program_.globals[global])));
  }
}

std::optional<uint64_t> Vm::read(Address address, uint64_t size) const {
  const Slot slot = slot_of(address);
  const bool exists = slot >= kImmutable ? slot - kImmutable < immutable_.size()
                                         : slot != 0 && slot < state_.objects.size() && state_.objects[slot];
  if (!exists) return std::nullopt;
  const Object& object = slot >= kImmutable ? *immutable_[slot - kImmutable] : *state_.objects[slot];
  const auto offset = static_cast<uint64_t>(offset_of(address));  // a negative offset is beyond the end
  if (!object.alive || offset > object.size || size > object.size - offset) return std::nullopt;
  auto is_undefined = [](uint8_t shadow) { return shadow != 0; };
  if (object.has_undefined &&
      std::any_of(object.undefined() + offset, object.undefined() + offset + size, is_undefined))
    return std::nullopt;
  uint64_t bits = 0;
  std::memcpy(&bits, object.data() + offset, size);
  return bits;
}

Address Vm::address_of_copy(ThreadId t, ir::GlobalId global) const {
  if (status(t) != ThreadStatus::Parked) return 0;
  for (const ThreadLocalCopy& copy : state_.threads[t]->thread_locals)
    if (copy.global == global) return address_of(copy.slot);
  return address_of(unused_copies_.at(global));  // a thread gets its copy when it first uses the variable
}

Address Vm::address_of_local(ThreadId t, const std::set<ir::LocId>& declarations) const {
  if (status(t) != ThreadStatus::Parked) return 0;
  const auto& locals = state_.threads[t]->locals;
  for (uint32_t i = locals.size(); i-- > 0;)
    if (const Object& object = *state_.objects[locals[i]]; object.alive && declarations.contains(object.site))
      return address_of(locals[i]);
  return 0;
}

bool Vm::can_take_step(ThreadId t) const { return !has_ended_ && enabled(t); }

uint64_t Vm::places(ThreadId t) const {
  uint64_t places = 0;
  if (!inspects_places() || status(t) != ThreadStatus::Parked || state_.threads[t]->status == Status::NotStarted)
    return places;
  for (const Frame& frame : state_.threads[t]->frames)
    places |= inspected_.in[frame.function] | inspected_.at[frame.function][frame.pc];
  return places;
}

}  // namespace mover::vm
