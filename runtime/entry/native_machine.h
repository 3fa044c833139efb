// The compiled program as a machine (src/machine/machine.h), inside its own process.
#pragma once

#include "machine/machine.h"
#include "memory/states.h"

namespace mover::runtime {

class NativeMachine final : public Machine,
                            public mover::Description,
                            public Observations,
                            public CanonicalStates,
                            public StepMerging,
                            public LoopReports {
 public:
  // A process runs one program, so all objects of this class are the same machine. REQUIRES: when the first object is
  // constructed, the main thread is at the beginning of the program.
  NativeMachine();

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
  std::span<const Held> held(ThreadId) const override;
  std::vector<ThreadId> holders(Address object) const override;
  void record_events(bool on) override;
  const std::vector<Event>& happened() const override;
  const std::string& output() const override;
  std::shared_ptr<const Snapshot> snapshot() const override;
  std::shared_ptr<const Snapshot> snapshot_if_cheaper() const override;
  void restore(const Snapshot&) override;

  // StepMerging
  std::vector<Finding> take_races() override;
  uint64_t refinements() const override;

  // LoopReports
  void watch_loops(bool on) override;
  std::span<const LoopUse> loops() const override;

  // CanonicalStates
  void canonical_state(ChunkSink&, std::vector<uint32_t>&) override;
  Address canonical_address(Address address) const override { return address; }
  void forget_chunks() override { states_.clear(); }
  bool canonical_form_is_complete() const override;
  bool ignores_dead_data() const override { return false; }  // frames contain dead data of earlier calls
  void prepare_matching() override;
  bool matches_unprepared() const override { return false; }
  uint64_t state_refinements() const override;

  // Description
  ir::Places places() const override;
  bool runs_foreign_code() const override { return true; }
  std::string describe(Address, uint64_t size) const override;
  std::string common_name(Address) const override;
  ObjectInfo object(Address) const override;
  bool looks_like_address(uint64_t value, uint64_t size) const override;
  std::string thread_name(ThreadId) const override;
  ir::LocId created_at(ThreadId) const override;
  std::vector<ir::LocId> stack(ThreadId) const override;

  // Observations
  const std::vector<std::string>& notes() const override;
  const std::vector<Omission>& incomplete() const override;
  std::vector<std::string> gaps() const override;
  std::vector<Unreached> unreached() const override;
  bool observed_without_ordering() const override { return true; }
  bool address_without_ordering() const override { return true; }
  bool reused_numbers() const override;
  bool addresses_as_numbers() const override { return false; }

 private:
  StepResult after_step();
  StepResult failed() const;
  StepResult ended();

  const std::vector<std::string> files_{""};
  mutable std::vector<ir::Loc> locs_{ir::Loc{}};  // by LocId; the line is the rank of the place in the user's source
  mutable uint64_t ranking_ = 0;                  // the version of these ranks
  mutable bool has_values_ = false;               // the events of the last step contain the written values
  States states_;
};

}  // namespace mover::runtime
