// A machine as cheap as can be that runs over releases, like the compiled program: each thread takes some mutexes, one
// after the other, and gives each back in the same step. For what a search does to such machines, and what it costs.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "machine/machine.h"
#include "support/check.h"

namespace mover::test {

class ScriptMachine final : public Machine {
 public:
  struct Script {
    std::vector<std::vector<uint32_t>> threads;  // which mutexes each takes
    uint64_t learns_after = 0;                   // so many steps; 0: never
    uint64_t races_after = 0;
  };
  explicit ScriptMachine(Script script) : script_(std::move(script)) { happened_.resize(2); }

  const ir::Program& program() const override { return program_; }
  StepResult reset() override {
    at_ = {};
    return {};
  }
  ThreadId num_threads() const override { return static_cast<ThreadId>(script_.threads.size()); }
  ThreadStatus status(ThreadId t) const override { return enabled(t) ? ThreadStatus::Parked : ThreadStatus::Ended; }
  Action pending(ThreadId t) const override {
    Action action;
    action.kind = ActionKind::Sync;
    action.sync = ir::SyncOp::MutexLock;
    action.enabled = true;
    action.object = mutex(t);
    return action;
  }
  bool enabled(ThreadId t) const override { return at_[t] < script_.threads[t].size(); }
  AccessHint access_hint(ThreadId) const override { return AccessHint::Sync; }
  uint32_t choices(ThreadId) const override { return 1; }
  StepResult step(ThreadId t, uint32_t) override {
    happened_[0] = {.kind = Event::Kind::Acquire, .object = mutex(t), .access = {}};
    happened_[1] = {.kind = Event::Kind::Release, .object = mutex(t), .access = {}};
    ++at_[t];
    ++steps_;
    StepResult result;
    bool over = true;
    for (ThreadId u = 0; u < num_threads(); ++u) over &= !enabled(u);
    if (over) result.kind = StepResult::Kind::Ended;
    return result;
  }
  void touched(ThreadId, const Action&, std::vector<Access>& accesses) const override { accesses.clear(); }
  bool in_atomic_section(ThreadId) const override { return false; }
  bool detached(ThreadId) const override { return false; }
  Address handle(ThreadId t) const override { return 1000 + t; }
  const std::vector<Event>& happened() const override { return happened_; }
  void record_events(bool on) override { MOVER_CHECK(!on, "what happens is told without being asked"); }
  bool merges_steps() const override { return true; }
  std::vector<Finding> take_races() override {
    if (script_.races_after == 0 || steps_ != script_.races_after) return {};
    return {{.kind = FindingKind::Race, .message = "race", .loc = 1, .other_loc = 2}};
  }
  uint64_t lessons() const override { return script_.learns_after != 0 && steps_ >= script_.learns_after ? 1 : 0; }
  bool has_canonical_states() const override { return false; }

  std::shared_ptr<const Snapshot> snapshot() const override {
    auto saved = std::make_shared<Saved>();
    saved->at = at_;
    return saved;
  }
  void restore(const Snapshot& snapshot) override { at_ = static_cast<const Saved&>(snapshot).at; }
  uint64_t steps() const { return steps_; }

  // Of no interest here.
  Scopes scopes(ThreadId) const override { return {}; }
  std::string block_name(ThreadId, size_t) const override { return ""; }
  PlaceName name(Address) const override { return {}; }
  bool unique(uint32_t) const override { return false; }
  uint64_t names_lost() const override { return 0; }
  bool reused_numbers() const override { return false; }
  bool addresses_as_numbers() const override { return false; }
  bool checks_exclusives() const override { return false; }
  std::span<const Exclusive> exclusives() const override { return {}; }
  const std::vector<NamedBytes>& read_by_predicates() const override { MOVER_UNREACHABLE("there are none"); }
  const std::vector<std::pair<NamedBytes, ir::FunctionId>>& declared_late() const override {
    MOVER_UNREACHABLE("there are none");
  }
  const std::string& output() const override { MOVER_UNREACHABLE("it writes nothing"); }
  void canonical_state(ChunkSink&, std::vector<uint32_t>&) override { MOVER_UNREACHABLE("it has none"); }
  Address canonical_address(Address) const override { return 0; }
  size_t canonical_globals() const override { return 0; }
  std::pair<size_t, size_t> canonical_places(const NamedBytes&) const override { return {}; }
  void watch_globals(bool) override {}
  void take_looks(std::vector<NamedBytes>&) override {}
  std::vector<ir::LocId> leaks() override { return {}; }
  std::string describe(Address, uint64_t) const override { return ""; }
  ObjectInfo object(Address) const override { return {}; }
  std::string thread_name(ThreadId) const override { return ""; }
  ir::LocId created_at(ThreadId) const override { return 0; }
  std::span<const Held> held(ThreadId) const override { return {}; }
  std::vector<ir::LocId> stack(ThreadId) const override { return {}; }
  std::vector<ThreadId> holders(Address) const override { return {}; }
  const std::vector<std::string>& notes() const override { return none_; }
  const std::vector<std::string>& incomplete() const override { return none_; }
  bool observed_without_ordering() const override { return false; }
  bool address_without_ordering() const override { return false; }
  std::vector<Unreached> unreached() const override { return {}; }

 private:
  static constexpr size_t kMostThreads = 8;
  struct Saved final : Snapshot {
    std::array<uint32_t, kMostThreads> at;
  };
  Address mutex(ThreadId t) const { return 4096 + 64 * static_cast<Address>(script_.threads[t][at_[t]]); }

  Script script_;
  std::array<uint32_t, kMostThreads> at_ = {};
  std::vector<Event> happened_;
  uint64_t steps_ = 0;
  ir::Program program_;
  std::vector<std::string> none_;
};

}  // namespace mover::test
