// A machine that passes everything on to another one: the base of machines that change one thing.
#pragma once

#include <memory>
#include <utility>

#include "machine/machine.h"

namespace mover::differential {

class ForwardingMachine : public Machine {
 public:
  explicit ForwardingMachine(std::unique_ptr<Machine> machine) : machine_(std::move(machine)) {}

  const ir::Program& program() const override { return machine_->program(); }
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
  std::string block_name(ThreadId t, size_t block) const override { return machine_->block_name(t, block); }
  Scopes scopes(ThreadId t) const override { return machine_->scopes(t); }
  PlaceName name(Address address) const override { return machine_->name(address); }
  bool unique(uint32_t object_name) const override { return machine_->unique(object_name); }
  uint64_t names_lost() const override { return machine_->names_lost(); }
  bool reused_numbers() const override { return machine_->reused_numbers(); }
  bool addresses_as_numbers() const override { return machine_->addresses_as_numbers(); }
  bool checks_exclusives() const override { return machine_->checks_exclusives(); }
  std::span<const Exclusive> exclusives() const override { return machine_->exclusives(); }
  const std::vector<NamedBytes>& read_by_predicates() const override { return machine_->read_by_predicates(); }
  const std::vector<std::pair<NamedBytes, ir::FunctionId>>& declared_late() const override {
    return machine_->declared_late();
  }
  void record_events(bool on) override { machine_->record_events(on); }
  const std::vector<Event>& happened() const override { return machine_->happened(); }
  const std::string& output() const override { return machine_->output(); }
  std::shared_ptr<const Snapshot> snapshot() const override { return machine_->snapshot(); }
  void restore(const Snapshot& snapshot) override { machine_->restore(snapshot); }
  void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) override {
    machine_->canonical_state(sink, tuple);
  }
  Address canonical_address(Address address) const override { return machine_->canonical_address(address); }
  size_t canonical_globals() const override { return machine_->canonical_globals(); }
  std::pair<size_t, size_t> canonical_places(const NamedBytes& bytes) const override {
    return machine_->canonical_places(bytes);
  }
  void watch_globals(bool on) override { machine_->watch_globals(on); }
  void take_looks(std::vector<NamedBytes>& looks) override { machine_->take_looks(looks); }
  std::vector<ir::LocId> leaks() override { return machine_->leaks(); }
  std::string describe(Address address, uint64_t size) const override { return machine_->describe(address, size); }
  ObjectInfo object(Address address) const override { return machine_->object(address); }
  std::string thread_name(ThreadId t) const override { return machine_->thread_name(t); }
  ir::LocId created_at(ThreadId t) const override { return machine_->created_at(t); }
  std::span<const Held> held(ThreadId t) const override { return machine_->held(t); }
  std::vector<ir::LocId> stack(ThreadId t) const override { return machine_->stack(t); }
  std::vector<ThreadId> holders(Address object) const override { return machine_->holders(object); }
  const std::vector<std::string>& notes() const override { return machine_->notes(); }
  const std::vector<Omission>& incomplete() const override { return machine_->incomplete(); }
  bool observed_without_ordering() const override { return machine_->observed_without_ordering(); }
  bool address_without_ordering() const override { return machine_->address_without_ordering(); }
  std::vector<Unreached> unreached() const override { return machine_->unreached(); }

 protected:
  std::unique_ptr<Machine> machine_;
};

}  // namespace mover::differential
