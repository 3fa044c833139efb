// A minimal machine that merges releases into steps, like the compiled program. Its threads read and write variables
// and acquire mutexes. Tests explore it to check how searches treat such machines.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "machine/machine.h"
#include "support/check.h"

namespace mover::test {

class ScriptMachine final : public Machine, public Description, public Observations, public StepMerging {
 public:
  enum class Do : uint8_t {
    Use,   // acquires and releases a mutex in one step
    Take,  // acquires a mutex
    Give,  // releases a mutex in a step of its own
    Read,
    Write,
    Choose,  // one of two
  };
  struct Op {
    Do what = Do::Use;
    uint32_t object = 0;
  };
  struct Script {
    std::vector<std::vector<Op>> threads;
    uint64_t learns_after = 0;  // the number of steps after which a refinement occurs; 0: never
    uint64_t races_after = 0;
  };
  explicit ScriptMachine(Script script)
      : Machine({.description = this, .observations = this, .merging = this}, kTraits), script_(std::move(script)) {}

  StepResult reset() override {
    now_ = {};
    return {};
  }
  ThreadId num_threads() const override { return static_cast<ThreadId>(script_.threads.size()); }
  ThreadStatus status(ThreadId t) const override { return ended(t) ? ThreadStatus::Ended : ThreadStatus::Parked; }
  Action pending(ThreadId t) const override {
    Action action;
    const Op op = next(t);
    action.object = address(op);
    action.enabled = enabled(t);
    if (!action.enabled) action.waits_for = WaitsFor::Mutex;
    action.choices = choices(t);
    if (op.what == Do::Choose) {
      action.kind = ActionKind::Choice;
    } else if (op.what == Do::Read || op.what == Do::Write) {
      action.kind = ActionKind::Access;
      action.accesses.push_back({action.object, 4, op.what == Do::Write, true});
    } else {
      action.kind = ActionKind::Sync;
      action.sync = op.what == Do::Give ? ir::SyncOp::MutexUnlock : ir::SyncOp::MutexLock;
    }
    return action;
  }
  bool enabled(ThreadId t) const override {
    if (ended(t)) return false;
    const Op op = next(t);
    return (op.what != Do::Use && op.what != Do::Take) || now_.holder[op.object] == 0;
  }
  bool waiting(ThreadId) const override { return false; }
  AccessHint access_hint(ThreadId) const override { return AccessHint::Atomic; }
  uint32_t choices(ThreadId t) const override { return next(t).what == Do::Choose ? 2 : 1; }
  StepResult step(ThreadId t, uint32_t) override {
    const Op op = next(t);
    happened_.clear();
    auto tell = [&](Event::Kind kind) { happened_.push_back({.kind = kind, .object = address(op), .access = {}}); };
    if (op.what == Do::Use || op.what == Do::Take) tell(Event::Kind::Acquire);
    if (op.what == Do::Use || op.what == Do::Give) tell(Event::Kind::Release);
    if (op.what == Do::Take) now_.holder[op.object] = t + 1;
    if (op.what == Do::Give) now_.holder[op.object] = 0;
    ++now_.at[t];
    ++steps_;
    StepResult result;
    bool over = true;
    for (ThreadId u = 0; u < num_threads(); ++u) over &= ended(u);
    if (over) result.kind = StepResult::Kind::Ended;
    return result;
  }
  void touched(ThreadId, const Action& action, std::vector<Access>& accesses) const override {
    accesses.assign(action.accesses.begin(), action.accesses.end());
  }
  bool in_atomic_section(ThreadId) const override { return false; }
  bool detached(ThreadId) const override { return false; }
  Address handle(ThreadId t) const override { return 1000 + t; }
  const std::vector<Event>& happened() const override { return happened_; }
  void record_events(bool on) override { MOVER_CHECK(!on, "what happens is told without being asked"); }
  std::vector<Finding> take_races() override {
    if (script_.races_after == 0 || steps_ != script_.races_after) return {};
    return {{.kind = FindingKind::Race, .message = "race", .loc = 1, .other_loc = 2}};
  }
  uint64_t refinements() const override { return script_.learns_after != 0 && steps_ >= script_.learns_after ? 1 : 0; }

  std::shared_ptr<const Snapshot> snapshot() const override {
    auto saved = std::make_shared<Saved>();
    saved->state = now_;
    return saved;
  }
  void restore(const Snapshot& snapshot) override { now_ = static_cast<const Saved&>(snapshot).state; }
  uint64_t steps() const { return steps_; }

  // The following functions do not matter in these tests.
  bool reused_numbers() const override { return false; }
  bool addresses_as_numbers() const override { return false; }
  const std::string& output() const override { MOVER_UNREACHABLE("it writes nothing"); }
  ir::Places places() const override { return program_; }
  bool looks_like_address(uint64_t, uint64_t) const override { return false; }
  std::string describe(Address, uint64_t) const override { return ""; }
  ObjectInfo object(Address) const override { return {}; }
  std::string thread_name(ThreadId) const override { return ""; }
  ir::LocId created_at(ThreadId) const override { return 0; }
  std::span<const Held> held(ThreadId t) const override {
    held_.clear();
    for (uint32_t object = 0; object < kMostObjects; ++object)
      if (now_.holder[object] == t + 1) held_.push_back({address({Do::Take, object})});
    return held_;
  }
  std::vector<ir::LocId> stack(ThreadId) const override { return {}; }
  std::vector<ThreadId> holders(Address) const override { return {}; }
  const std::vector<std::string>& notes() const override { return none_; }
  const std::vector<Omission>& incomplete() const override { return nothing_left_out_; }
  bool observed_without_ordering() const override { return false; }
  bool address_without_ordering() const override { return false; }
  std::vector<Unreached> unreached() const override { return {}; }

 private:
  static constexpr Traits kTraits{.restores_any_snapshot = false, .numbers_threads_in_order = false, .object_bits = 6};
  static constexpr size_t kMostThreads = 8, kMostObjects = 4;
  struct State {
    std::array<uint32_t, kMostThreads> at = {};
    std::array<uint32_t, kMostObjects> holder = {};  // 0, or the thread's number + 1
  };
  struct Saved final : Snapshot {
    State state;
  };
  Op next(ThreadId t) const { return script_.threads[t][now_.at[t]]; }
  bool ended(ThreadId t) const { return now_.at[t] == script_.threads[t].size(); }
  static Address address(const Op& op) { return 4096 + 64 * static_cast<Address>(op.object); }

  Script script_;
  State now_;
  mutable std::vector<Held> held_;
  std::vector<Event> happened_;
  uint64_t steps_ = 0;
  ir::Program program_;
  std::vector<std::string> none_;
  std::vector<Omission> nothing_left_out_;
};

}  // namespace mover::test
