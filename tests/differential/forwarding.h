// A machine that forwards all calls to another machine. Machines that differ from another one in one aspect derive from
// it.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "machine/machine.h"

namespace mover::differential {

class ForwardingMachine : public Machine {
 public:
  explicit ForwardingMachine(std::unique_ptr<Machine> machine)
      : Machine(machine->has(), machine->traits()), machine_(std::move(machine)) {}

  StepResult reset() override { return machine_->reset(); }
  ThreadId num_threads() const override { return machine_->num_threads(); }
  ThreadStatus status(ThreadId t) const override { return machine_->status(t); }
  Action pending(ThreadId t) const override { return machine_->pending(t); }
  bool enabled(ThreadId t) const override { return machine_->enabled(t); }
  bool waiting(ThreadId t) const override { return machine_->waiting(t); }
  AccessHint access_hint(ThreadId t) const override { return machine_->access_hint(t); }
  uint32_t choices(ThreadId t) const override { return machine_->choices(t); }
  StepResult step(ThreadId t, uint32_t choice) override { return machine_->step(t, choice); }
  void touched(ThreadId t, const Action& pending, std::vector<Access>& accesses) const override {
    machine_->touched(t, pending, accesses);
  }
  bool in_atomic_section(ThreadId t) const override { return machine_->in_atomic_section(t); }
  bool detached(ThreadId t) const override { return machine_->detached(t); }
  Address handle(ThreadId t) const override { return machine_->handle(t); }
  std::span<const Held> held(ThreadId t) const override { return machine_->held(t); }
  std::vector<ThreadId> holders(Address object) const override { return machine_->holders(object); }
  void record_events(bool on) override { machine_->record_events(on); }
  const std::vector<Event>& happened() const override { return machine_->happened(); }
  const std::string& output() const override { return machine_->output(); }
  std::shared_ptr<const Snapshot> snapshot() const override { return machine_->snapshot(); }
  void restore(const Snapshot& snapshot) override { machine_->restore(snapshot); }

 protected:
  // For a machine whose capabilities differ from those of the other machine.
  ForwardingMachine(std::unique_ptr<Machine> machine, const Capabilities& has)
      : Machine(has, machine->traits()), machine_(std::move(machine)) {}

  std::unique_ptr<Machine> machine_;
};

// Capabilities that forward all calls. Altered<Own> is a machine of which one capability is replaced by a class derived
// from one of these.
class ForwardingStates : public CanonicalStates {
 public:
  explicit ForwardingStates(const Machine::Capabilities& has) : has_(has) {}

  void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) override {
    has_.states->canonical_state(sink, tuple);
  }
  void forget_chunks() override { has_.states->forget_chunks(); }
  Address canonical_address(Address address) const override { return has_.states->canonical_address(address); }

 protected:
  const Machine::Capabilities has_;
};

class ForwardingObservations : public Observations {
 public:
  explicit ForwardingObservations(const Machine::Capabilities& has) : seen_(*has.observations) {}

  const std::vector<std::string>& notes() const override { return seen_.notes(); }
  const std::vector<Omission>& incomplete() const override { return seen_.incomplete(); }
  std::vector<Unreached> unreached() const override { return seen_.unreached(); }
  bool observed_without_ordering() const override { return seen_.observed_without_ordering(); }
  bool address_without_ordering() const override { return seen_.address_without_ordering(); }
  bool reused_numbers() const override { return seen_.reused_numbers(); }
  bool addresses_as_numbers() const override { return seen_.addresses_as_numbers(); }

 private:
  const Observations& seen_;
};

class ForwardingDescription : public Description {
 public:
  explicit ForwardingDescription(const Machine::Capabilities& has) : description_(*has.description) {}

  ir::Places places() const override { return description_.places(); }
  std::string describe(Address address, uint64_t size) const override { return description_.describe(address, size); }
  ObjectInfo object(Address address) const override { return description_.object(address); }
  bool looks_like_address(uint64_t value, uint64_t size) const override {
    return description_.looks_like_address(value, size);
  }
  std::string thread_name(ThreadId t) const override { return description_.thread_name(t); }
  ir::LocId created_at(ThreadId t) const override { return description_.created_at(t); }
  std::vector<ir::LocId> stack(ThreadId t) const override { return description_.stack(t); }

 private:
  const Description& description_;
};

template <typename Own>
class Altered : private Own, public ForwardingMachine {
 public:
  explicit Altered(std::unique_ptr<Machine> machine) : Altered(machine->has(), machine) {}

 private:
  Altered(const Capabilities& has, std::unique_ptr<Machine>& machine)
      : Own(has), ForwardingMachine(std::move(machine), with(has, *this)) {}

  static Capabilities with(Capabilities has, Own& own) {
    if constexpr (std::is_base_of_v<CanonicalStates, Own>) has.states = &own;
    if constexpr (std::is_base_of_v<Observations, Own>) has.observations = &own;
    if constexpr (std::is_base_of_v<Description, Own>) has.description = &own;
    return has;
  }
};

}  // namespace mover::differential
