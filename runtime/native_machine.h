// The compiled program as a machine (src/machine/machine.h), inside its own process.
#pragma once

#include "machine/machine.h"
#include "states.h"

namespace mover::runtime {

class NativeMachine final : public Machine {
 public:
  // There is but one program: all of these machines are the same one. REQUIRES: when the first is made, the main thread
  // is where the program begins.
  NativeMachine();

  const ir::Program& program() const override;
  StepResult reset() override;
  ThreadId num_threads() const override;
  ThreadStatus status(ThreadId) const override;
  Action pending(ThreadId) const override;
  bool enabled(ThreadId) const override;
  WaitsFor waits_for(ThreadId t) const override;
  bool waiting(ThreadId) const override;
  AccessHint access_hint(ThreadId) const override;
  uint32_t choices(ThreadId) const override;
  StepResult step(ThreadId, uint32_t choice) override;
  void touched(ThreadId, const Action& pending, std::vector<Access>& accesses) const override;
  bool in_atomic_section(ThreadId) const override;
  bool detached(ThreadId) const override;
  Address handle(ThreadId) const override;
  Scopes scopes(ThreadId) const override { return {}; }
  std::string block_name(ThreadId, size_t) const override { return ""; }

  PlaceName name(Address) const override { return {}; }
  bool unique(uint32_t) const override { return false; }
  uint64_t names_lost() const override { return 0; }
  bool reused_numbers() const override;
  bool addresses_as_numbers() const override { return false; }
  bool checks_exclusives() const override { return false; }
  std::span<const Exclusive> exclusives() const override { return {}; }
  const std::vector<NamedBytes>& read_by_predicates() const override { return no_bytes_; }
  const std::vector<std::pair<NamedBytes, ir::FunctionId>>& declared_late() const override { return no_predicates_; }

  void record_events(bool on) override;
  const std::vector<Event>& happened() const override;
  const std::string& output() const override;

  bool merges_steps() const override { return true; }
  std::vector<Finding> take_races() override;
  uint64_t lessons() const override;

  std::shared_ptr<const Snapshot> snapshot() const override;
  std::shared_ptr<const Snapshot> snapshot_now_and_then() const override;
  void restore(const Snapshot&) override;
  bool has_canonical_states() const override { return true; }
  bool states_tell_all() const override;
  void compare_states() override;
  uint64_t state_lessons() const override;
  void canonical_state(ChunkSink&, std::vector<uint32_t>&) override;
  Address canonical_address(Address address) const override { return address; }
  size_t canonical_globals() const override { return 0; }
  std::pair<size_t, size_t> canonical_places(const NamedBytes&) const override { return {0, 0}; }
  void watch_globals(bool) override {}
  void take_looks(std::vector<NamedBytes>&) override {}
  std::vector<ir::LocId> leaks() override { return {}; }

  std::string describe(Address, uint64_t size) const override;
  ObjectInfo object(Address) const override;
  std::string thread_name(ThreadId) const override;
  ir::LocId created_at(ThreadId) const override;
  std::span<const Held> held(ThreadId) const override;
  std::vector<ir::LocId> stack(ThreadId) const override;
  std::vector<ThreadId> holders(Address object) const override;
  const std::vector<std::string>& notes() const override;
  const std::vector<Omission>& incomplete() const override;
  bool observed_without_ordering() const override { return true; }
  bool address_without_ordering() const override { return true; }
  std::vector<std::string> gaps() const override;
  std::vector<Unreached> unreached() const override;

 private:
  StepResult after_step();
  StepResult failed() const;

  mutable ir::Program program_;
  mutable uint64_t ranking_ = 0;         // of the places in it
  mutable bool has_values_ = false;      // what was written is in the events of the last step
  States states_;
  std::vector<NamedBytes> no_bytes_;
  std::vector<std::pair<NamedBytes, ir::FunctionId>> no_predicates_;
};

}  // namespace mover::runtime
