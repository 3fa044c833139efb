// Checks that equal states behave the same. It explores a program depth-first. When another path reaches a visited
// state, it compares the outcomes and the successors of every step from both.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "unit/small_programs.h"

namespace mover::test {

// The `Beside` of a test that compares only states of the machine.
struct Nothing {
  std::string step(Machine&, ThreadId) { return ""; }
  std::string canonical(Machine&) { return ""; }
};

// `Beside`: further data that is part of a state. Its step() observes the machine's last step and returns the
// observation as text. Its canonical() returns its canonical form.
template <typename Beside>
class Congruence {
 public:
  Congruence(const std::string& text, size_t most_states) : lab_(text), most_states_(most_states) {
    lab_->record_events(true);
    lab_.reset();
  }

  // The difference, or an empty string.
  std::string check() {
    Beside beside;
    beside.step(*lab_, 0);
    if (lab_.last().kind == StepResult::Kind::Running) explore(beside);
    return difference_;
  }
  size_t compared() const { return compared_; }

 private:
  struct Place {
    std::shared_ptr<const Machine::Snapshot> snapshot;
    Beside beside;
  };
  using Form = std::pair<std::vector<uint32_t>, std::string>;

  Form form(Beside& beside) {
    std::vector<uint32_t> tuple = lab_.state();
    return {std::move(tuple), beside.canonical(*lab_)};
  }

  template <typename F>
  void for_each_step(const Place& from, F f) {
    lab_->restore(*from.snapshot);
    for (ThreadId t = 0; t < lab_->num_threads(); ++t) {
      const uint32_t choices = lab_->enabled(t) ? lab_->choices(t) : 0;
      for (uint32_t choice = 0; choice < choices; ++choice) {
        Beside beside = from.beside;
        StepResult result = lab_.step(t, choice);
        f(t, result, beside.step(*lab_, t), beside);
        lab_->restore(*from.snapshot);
      }
    }
  }

  std::vector<std::string> look_around(const Place& place) {
    std::vector<std::string> all;
    lab_->restore(*place.snapshot);
    for (ThreadId t = 0; t < lab_->num_threads(); ++t) {
      all.push_back(std::to_string(t) + " is " + std::to_string(static_cast<int>(lab_->status(t))));
      if (lab_->status(t) != ThreadStatus::Parked) continue;
      Action action = lab_->pending(t);
      all.back() +=
          " at " + std::to_string(static_cast<int>(action.kind)) + " " + std::to_string(action.accesses.size());
      if (action.kind != ActionKind::Start) all.back() += " line " + std::to_string(lab_.line(action.loc));
    }
    for_each_step(place, [&](ThreadId t, const StepResult& result, const std::string& seen, Beside& beside) {
      std::string step = std::to_string(t) + " goes: " + std::to_string(static_cast<int>(result.kind)) + " " +
                         message_of(result) + " " + seen;
      if (result.kind == StepResult::Kind::Running) {
        Form next = form(beside);
        for (uint32_t chunk : next.first) step += " " + std::to_string(chunk);
        step += next.second;
      }
      all.push_back(step);
    });
    return all;
  }

  void explore(Beside beside) {
    Form here = form(beside);
    Place place{lab_->snapshot(), beside};
    auto [known, fresh] = seen_.emplace(std::move(here), place);
    if (!fresh) return compare(known->second, place);
    for_each_step(place, [&](ThreadId, const StepResult& result, const std::string&, Beside& next) {
      bool goes_on = result.kind == StepResult::Kind::Running && difference_.empty() && seen_.size() < most_states_;
      if (goes_on) explore(next);
    });
  }

  void compare(const Place& one, const Place& other) {
    ++compared_;
    const auto before = look_around(one), now = look_around(other);
    if (before == now) return;
    difference_ = "one:";
    for (const std::string& line : before)
      if (std::find(now.begin(), now.end(), line) == now.end()) difference_ += "\n  " + line;
    difference_ += "\nother:";
    for (const std::string& line : now)
      if (std::find(before.begin(), before.end(), line) == before.end()) difference_ += "\n  " + line;
  }

  Lab lab_;
  size_t most_states_;
  std::map<Form, Place> seen_;
  size_t compared_ = 0;
  std::string difference_;
};

}  // namespace mover::test
