// Depth-first search that stores all states and steps that it explores.
#include "search/state_graph.h"

#include <algorithm>

#include "search/ample_sets.h"
#include "search/lasso.h"
#include "search/round_robin.h"
#include "store/state_numbers.h"
#include "support/check.h"
#include "support/deadline.h"

namespace mover {

Digraph StateGraph::digraph() const {
  std::vector<Digraph::Edge> edges;
  edges.reserve(steps.size());
  for (uint32_t i = 0; i < steps.size(); ++i) edges.push_back({steps[i].source, steps[i].target, i});
  return Digraph(static_cast<uint32_t>(states.size()), std::move(edges));
}

bool add_lasso(const MachineFactory& make_machine, SearchRun& run, const StateGraph& graph, const Digraph& edges,
               std::vector<uint32_t> cycle, const std::function<uint32_t(const Digraph::Edge&)>& step_of,
               Finding finding, bool knows_thread) {
  auto thread_of = [&](const Digraph::Edge& edge) -> uint32_t {
    const uint32_t step = step_of(edge);
    return graph.is_stutter(step) ? 0 : graph.decision(step).thread;
  };
  const std::vector<uint32_t> stem = path_to_cycle(edges, 0, cycle, thread_of);
  const uint32_t begin = stem.empty() ? 0 : edges.edges()[stem.back()].target;
  auto begins_here = [&](uint32_t e) { return edges.edges()[e].source == begin; };
  std::rotate(cycle.begin(), std::find_if(cycle.begin(), cycle.end(), begins_here), cycle.end());
  Schedule schedule;
  auto add = [&](const std::vector<uint32_t>& path) {
    for (uint32_t e : path)
      if (const uint32_t step = step_of(edges.edges()[e]); !graph.is_stutter(step))
        schedule.push_back(graph.decision(step));
  };
  add(stem);
  finding.loop = schedule.size();
  add(cycle);
  if (!knows_thread && *finding.loop < schedule.size()) finding.thread = schedule[*finding.loop].thread;
  const std::optional<Finding> described = follow_lasso(*make_machine(), schedule, finding);
  if (!described && support::deadline().over()) return false;
  MOVER_CHECK(described.has_value(), "a fair cycle of the state graph can be followed");
  return run.findings.add(*described, schedule);
}

namespace {

class GraphSearch final : public DepthFirst {
 public:
  // `sets`: null if all enabled threads are explored.
  GraphSearch(Machine& machine, SearchRun& run, const LinearTime* property, AmpleSets* sets,
              const std::function<bool(const StateGraph&)>& examine)
      : DepthFirst(machine, run),
        property_(property),
        sets_(sets),
        examine_(examine),
        first_step_(result_.stats.transitions) {
    machine.control_flow().watch_jumps(true);
  }

  // Returns whether the search has to restart, because sets that it relied on were refuted.
  bool run(const StepResult& first) {
    if (first.kind == StepResult::Kind::Running) {
      enter(number_of_state());
    } else if (ends(first)) {
      enter_end();
      examine_(graph_);
      return false;
    } else {
      return false;
    }
    explore();
    if (is_decided_ || result_.stop == Stop::FirstViolation) return false;
    if (restart_needed() && !run_.is_over()) return true;
    examine_(graph_);
    return false;
  }

 private:
  // A state on the path, and the threads that are left to be explored.
  struct Entry {
    uint32_t state = 0;
    RoundRobin left;
    uint64_t postponed = 0;  // the enabled threads outside the ample set
  };

  bool has_states() const override { return !stack_.empty(); }
  bool select() override { return !stack_.back().left.exhausted(); }
  bool restart_needed() const { return sets_ != nullptr && sets_->restart_needed(); }

  // After a refutation the search continues for as many steps as it has taken so far, because it may learn more facts.
  bool must_stop() override {
    if (last_step_ == UINT64_MAX && restart_needed())
      last_step_ = sets_->why_impossible().empty() ? 2 * result_.stats.transitions - first_step_ + 100 : 0;
    return result_.stats.transitions >= last_step_;
  }

  // Explores all enabled threads in the state.
  static void expand(Entry& entry) {
    entry.left.threads |= entry.postponed;
    entry.postponed = 0;
  }

  bool take() override {
    return_to_top();
    Entry& entry = stack_.back();
    const Decision decision = entry.left.next(machine_, path_);
    if (sets_ != nullptr) sets_->before_step(decision.thread);
    const StepResult result = step(decision);
    if (sets_ != nullptr) sets_->after_step(decision.thread);
    if (result.kind != StepResult::Kind::Running) {
      if (ends(result))
        graph_.steps.push_back({entry.state, enter_end(), number_of_marks(decision.thread), decision.choice});
      // The steps of other threads cannot follow this one.
      if (options_.soundness.endings) expand(entry);
      path_.pop();
      return true;
    }
    const store::StateNumbers::Inserted target = number_of_state();
    graph_.steps.push_back({entry.state, target.number, number_of_marks(decision.thread), decision.choice});
    if (!target.fresh) {
      // The cycle proviso: a thread that is not explored in any state of a cycle would be ignored.
      if (is_on_path_[target.number] && options_.soundness.cycles) expand(entry);
      if (graph_.states[target.number].is_discarded && options_.soundness.endings) expand(entry);
      path_.pop();
      return true;
    }
    enter(target);
    if (graph_.states[target.number].is_discarded && options_.soundness.endings) expand(stack_[stack_.size() - 2]);
    if (graph_.states.size() < next_examination_) return true;
    next_examination_ *= 4;
    is_decided_ = !examine_(graph_);
    return !is_decided_;
  }

  bool leave() override {
    is_on_path_[stack_.back().state] = false;
    if (sets_ != nullptr) sets_->leave();
    stack_.pop_back();
    if (!stack_.empty()) path_.pop();
    at_top_ = false;
    return true;
  }

  void enter(store::StateNumbers::Inserted state) {
    Entry entry;
    entry.state = state.number;
    const StateMarks marks = marks_of_state(machine_);
    graph_.states.push_back(marks);
    if (property_ != nullptr) {
      graph_.atoms.push_back(property_->atoms(machine_));
      if (marks.enabled == 0 && !marks.is_discarded)
        graph_.steps.push_back({state.number, state.number, StateGraph::kStutter, 0});
    }
    // A false assumption excludes the execution.
    entry.left = RoundRobin::after(path_, marks.is_discarded ? 0 : marks.enabled);
    if (sets_ != nullptr) {
      const auto by = path_.depth() > 0 ? std::optional(entry.left.thread) : std::nullopt;
      entry.postponed = entry.left.threads & ~sets_->enter(marks.enabled, by);
      entry.left.threads &= ~entry.postponed;
    }
    is_on_path_.resize(graph_.states.size(), false);
    is_on_path_[state.number] = true;
    if (entry.left.branches()) path_.save();
    stack_.push_back(entry);
    note_depth();
    at_top_ = true;
  }

  // Whether the result ends an execution whose last state stutters. A failed step ends it, too.
  bool ends(const StepResult& result) const {
    return property_ != nullptr && (result.kind == StepResult::Kind::Ended || result.kind == StepResult::Kind::Failed);
  }

  // The number of the state after the end of an execution, of which only the atoms matter.
  uint32_t enter_end() {
    const uint64_t atoms = property_->atoms(machine_);
    const std::string bytes = "the end" + std::string(reinterpret_cast<const char*>(&atoms), sizeof atoms);
    const uint32_t chunk = numbers_.chunks().intern(bytes);
    const store::StateNumbers::Inserted end = numbers_.insert({chunk, chunk});  // a state has at least two chunks
    if (end.fresh) {
      graph_.states.emplace_back();
      is_on_path_.push_back(false);
      graph_.atoms.push_back(atoms);
      graph_.steps.push_back({end.number, end.number, StateGraph::kStutter, 0});
    }
    return end.number;
  }

  store::StateNumbers::Inserted number_of_state() {
    machine_.states().canonical_state(numbers_.chunks(), tuple_);
    return numbers_.insert(tuple_);
  }

  uint32_t number_of_marks(ThreadId t) {
    StepMarks marks = marks_of_step(machine_, t);
    const auto [known, is_new] = marks_.try_emplace(std::move(marks), static_cast<uint32_t>(graph_.step_marks.size()));
    if (is_new) graph_.step_marks.push_back(known->first);
    return known->second;
  }

  const LinearTime* const property_;
  AmpleSets* const sets_;
  const std::function<bool(const StateGraph&)>& examine_;
  StateGraph graph_;
  store::StateNumbers numbers_;
  std::map<StepMarks, uint32_t> marks_;
  std::vector<uint32_t> tuple_;
  std::vector<Entry> stack_;
  std::vector<bool> is_on_path_;  // by state
  const uint64_t first_step_;
  uint64_t last_step_ = UINT64_MAX;
  size_t next_examination_ = 1024;
  bool is_decided_ = false;  // `examine` has ended the search
};

}  // namespace

std::string explore_graph(const MachineFactory& make_machine, SearchRun& run, const GraphOptions& options,
                          const std::function<bool(const StateGraph&)>& examine) {
  const std::unique_ptr<Machine> machine = make_machine();
  machine->states().prepare_matching();
  if (options.property != nullptr) options.property->observe(*machine);
  if (options.reduces) {
    const bool fair = run.options.fairness != Fairness::None;
    AmpleSets sets(*machine, options.property, fair, run.options.soundness);
    machine->record_events(true);
    while (sets.why_impossible().empty()) {
      machine->states().forget_chunks();
      const StepResult first = machine->reset();
      sets.begin();
      if (!GraphSearch(*machine, run, options.property, &sets, examine).run(first)) return "with ample sets";
    }
    machine->record_events(false);
    machine->states().forget_chunks();
    GraphSearch(*machine, run, options.property, nullptr, examine).run(machine->reset());
    return "without reduction, because " + sets.why_impossible() + ",";
  }
  const StepResult first = machine->reset();
  GraphSearch(*machine, run, options.property, nullptr, examine).run(first);
  return "without reduction";
}

}  // namespace mover
