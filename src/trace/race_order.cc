#include "trace/race_order.h"

#include <array>
#include <optional>
#include <vector>

#include "property/race.h"
#include "support/deadline.h"
#include "trace/chunks.h"
#include "trace/evidence.h"
#include "trace/words.h"

namespace mover {

namespace {

// The result of executing one of the two orders. Values are texts; empty if there is no value, or if it is unknown.
struct OrderResult {
  StepResult last;
  std::array<std::string, 2> read;  // the value that each side reads
  std::string written;              // the value that the later access writes
  std::vector<uint32_t> state;      // the canonical state after both accesses
};

class BothOrders {
 public:
  BothOrders(Machine& machine, const Finding& finding)
      : machine_(machine),
        sides_{finding.thread, finding.other_thread},
        racing_(*pending_conflict(machine, sides_[0], sides_[1])),
        name_(machine.description().describe(racing_.first.address, racing_.first.size)) {}

  RaceOrder run() {
    auto here = machine_.snapshot();
    std::optional<OrderResult> one = follow(0, 1);
    machine_.restore(*here);
    std::optional<OrderResult> two = follow(1, 0);
    if (!one || !two) return {};
    const std::string sentence = difference(*one, *two);
    if (!sentence.empty()) return {RaceOrder::Effect::Differs, sentence};
    if (!compares_states()) return {};  // the states may differ in other values
    return {RaceOrder::Effect::Same, "both orders give the same values here"};
  }

 private:
  bool compares_states() const { return machine_.has().states != nullptr && machine_.states().matches_unprepared(); }

  std::string name(size_t side) const {
    const std::string whole = machine_.description().thread_name(sides_[side]);
    return whole.substr(0, whole.find(' '));
  }

  // Executes the access of the side `first`, then that of `second`. Empty if one of them is disabled, has several
  // alternatives, or reaches a limit of the machine.
  std::optional<OrderResult> follow(size_t first, size_t second) {
    OrderResult result;
    for (size_t side : {first, second}) {
      const ThreadId t = sides_[side];
      if (machine_.status(t) != ThreadStatus::Parked || !machine_.enabled(t) || machine_.choices(t) != 1)
        return std::nullopt;
      result.last = machine_.step(t, 0);
      record_value(side, result);
      if (result.last.kind != StepResult::Kind::Running) break;
    }
    if (result.last.kind == StepResult::Kind::Limit) return std::nullopt;
    if (result.last.kind == StepResult::Kind::Running && compares_states())
      machine_.states().canonical_state(chunks_, result.state);
    return result;
  }

  // Records the value that the racing access of the last step has read or written.
  void record_value(size_t side, OrderResult& result) const {
    const Access& racing = side == 0 ? racing_.first : racing_.second;
    for (const Event& event : machine_.happened()) {
      const bool is_racing = event.access.address == racing.address && event.access.size == racing.size &&
                             event.access.write == racing.write && event.value_known;
      if (!is_racing) continue;
      const std::string value = value_in_words(machine_, event.value, event.access.size);
      if (value.starts_with("&the memory")) return;  // the program has no name for it
      (racing.write ? result.written : result.read[side]) = value;
      return;
    }
  }

  // A sentence about the difference between the two orders; empty if there is none.
  std::string difference(const OrderResult& one, const OrderResult& two) const {
    const std::string depending = ", depending on which access comes first";
    for (size_t first : {0u, 1u}) {
      const OrderResult& result = first == 0 ? one : two;
      if (result.last.kind == StepResult::Kind::Failed)
        return "if " + name(first) + " comes first, the execution fails: " + result.last.finding.message;
    }
    for (size_t side : {0u, 1u})
      if (one.read[side] != two.read[side] && !one.read[side].empty() && !two.read[side].empty())
        return name(side) + " reads " + one.read[side] + " or " + two.read[side] + depending;
    const bool same_bytes =
        racing_.first.address == racing_.second.address && racing_.first.size == racing_.second.size;
    if (racing_.first.write && racing_.second.write && same_bytes && one.written != two.written &&
        !one.written.empty() && !two.written.empty())
      return name_ + " ends as " + two.written + " or " + one.written + depending;
    if (one.last.kind != two.last.kind || one.state != two.state)
      return "the execution continues differently, depending on which access comes first";
    return "";
  }

  Machine& machine_;
  const std::array<ThreadId, 2> sides_;
  const Conflict racing_;
  const std::string name_;
  PlainChunks chunks_;
};

}  // namespace

RaceOrder try_both_orders(Machine& machine, const Violation& race) {
  machine.record_events(true);
  StepResult last = machine.reset();
  for (const Decision& decision : race.schedule) {
    if (support::deadline().over()) return {};
    last = machine.step(decision.thread, decision.choice);
  }
  if (!shows(machine, last, race.finding)) return {};
  return BothOrders(machine, race.finding).run();
}

}  // namespace mover
