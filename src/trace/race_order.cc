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

// The outcome of one of the two orders.
struct Way {
  StepResult last;
  std::array<std::string, 2>
      read;  // the values read by either side, as text; empty if the side does not read, or the value is unknown
  std::string written;  // the value written by the later access
  std::vector<uint32_t> state;
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
    std::optional<Way> one = follow(0, 1);
    machine_.restore(*here);
    std::optional<Way> two = follow(1, 0);
    if (!one || !two) return {};
    const std::string sentence = difference(*one, *two);
    if (!sentence.empty()) return {RaceOrder::Effect::Differs, sentence};
    if (!compares_states()) return {};  // states may differ elsewhere
    return {RaceOrder::Effect::Same, "both orders give the same values here"};
  }

 private:
  bool compares_states() const { return machine_.has().states != nullptr && machine_.states().matches_unprepared(); }

  std::string name(size_t side) const {
    const std::string whole = machine_.description().thread_name(sides_[side]);
    return whole.substr(0, whole.find(' '));
  }

  // Empty if the second access is blocked.
  std::optional<Way> follow(size_t first, size_t second) {
    Way way;
    for (size_t side : {first, second}) {
      const ThreadId t = sides_[side];
      if (machine_.status(t) != ThreadStatus::Parked || !machine_.enabled(t) || machine_.choices(t) != 1)
        return std::nullopt;
      way.last = machine_.step(t, 0);
      note(side, way);
      if (way.last.kind != StepResult::Kind::Running) break;
    }
    if (way.last.kind == StepResult::Kind::Limit) return std::nullopt;
    if (way.last.kind == StepResult::Kind::Running && compares_states())
      machine_.states().canonical_state(chunks_, way.state);
    return way;
  }

  void note(size_t side, Way& way) const {
    const Access& racing = side == 0 ? racing_.first : racing_.second;
    for (const Event& event : machine_.happened()) {
      const bool is_it = event.access.address == racing.address && event.access.size == racing.size &&
                         event.access.write == racing.write && event.value_known;
      if (!is_it) continue;
      const std::string value = value_in_words(machine_, event.value, event.access.size);
      (racing.write ? way.written : way.read[side]) = value;
      return;
    }
  }

  // Empty if there is no difference.
  std::string difference(const Way& one, const Way& two) const {
    const std::string depending = ", depending on which access comes first";
    for (size_t first : {0u, 1u}) {
      const Way& way = first == 0 ? one : two;
      if (way.last.kind == StepResult::Kind::Failed)
        return "if " + name(first) + " comes first, the execution fails: " + way.last.finding.message;
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
