// The conditions of all kinds of livelocks, for each thread, loop and operation.
#include "search/livelocks.h"

#include <algorithm>
#include <set>

#include "analysis/loops.h"
#include "search/state_graph.h"

namespace mover {

namespace {

// A condition on cycles: which marks of steps are allowed and accepting, and the part that depends on states.
struct Condition {
  std::vector<bool> allowed;                 // by StateGraph::step_marks
  std::vector<std::vector<bool>> accepting;  // Büchi sets, likewise
  uint64_t must_wait = 0;                    // these threads wait for a lock in all states of the cycle
  uint64_t is_enabled = 0;                   // these threads are enabled in some state of the cycle
};

class Examination {
 public:
  Examination(const MachineFactory& make_machine, SearchRun& run, const StateGraph& graph)
      : make_machine_(make_machine), run_(run), graph_(graph), digraph_(cyclic_part(graph.digraph())) {}

  // Returns whether the search continues.
  bool run(const ir::Program& program) {
    if (digraph_.edges().empty()) return true;
    return progress(program) && loops(program) && starvation() && operations();
  }

 private:
  using IsMarked = std::function<bool(const StepMarks&)>;

  std::vector<bool> those(const IsMarked& is_marked) const {
    std::vector<bool> result;
    for (const StepMarks& marks : graph_.step_marks) result.push_back(is_marked(marks));
    return result;
  }

  bool progress(const ir::Program& program) {
    if (!marks_progress(program)) return true;
    Condition condition;
    condition.allowed = those([](const StepMarks& marks) { return !marks.progress; });
    return examine(condition, Livelock::NoProgress, std::nullopt, run_.options.fairness);
  }

  bool loops(const ir::Program& program) {
    struct Frame {
      ThreadId thread;
      uint32_t frame;
      ir::FunctionId function;
      auto operator<=>(const Frame&) const = default;
    };
    std::set<Frame> frames;
    for (const StepMarks& marks : graph_.step_marks)
      for (const ControlFlow::Jump& jump : marks.jumps) frames.insert({marks.thread, jump.frame, jump.function});
    auto size = [](const analysis::Loop& loop) { return std::count(loop.contains.begin(), loop.contains.end(), true); };
    for (const Frame& frame : frames) {
      std::vector<analysis::Loop> all = analysis::loops_with_exit(program, program.functions[frame.function]);
      std::sort(all.begin(), all.end(), [&](const analysis::Loop& a, const analysis::Loop& b) {
        return std::pair(size(a), a.contains) > std::pair(size(b), b.contains);
      });
      std::vector<bool> left(all.empty() ? 0 : all[0].contains.size(), false);  // no cycle stays in these loops
      for (const analysis::Loop& loop : all) {
        // A cycle that stays in a loop stays in the loops around it.
        const auto first = std::find(loop.contains.begin(), loop.contains.end(), true) - loop.contains.begin();
        if (left[static_cast<size_t>(first)]) continue;
        Condition condition;
        condition.allowed = those([&](const StepMarks& marks) {
          return marks.thread != frame.thread ||
                 (marks.frames_kept > frame.frame && !marks.progress &&
                  std::all_of(marks.jumps.begin(), marks.jumps.end(), [&](const ControlFlow::Jump& jump) {
                    return jump.frame != frame.frame ||
                           (jump.function == frame.function && loop.contains[jump.from] && loop.contains[jump.to]);
                  }));
        });
        condition.accepting.push_back(those([&](const StepMarks& marks) {
          return marks.thread == frame.thread &&
                 std::any_of(marks.jumps.begin(), marks.jumps.end(),
                             [&](const ControlFlow::Jump& jump) { return jump.frame == frame.frame; });
        }));
        // A loop inside an operation is judged as part of the operation.
        condition.accepting.push_back(
            those([&](const StepMarks& marks) { return marks.thread == frame.thread && marks.inside.empty(); }));
        if (!examine(condition, Livelock::Loop, frame.thread, run_.options.fairness)) return false;
        if (found_) continue;
        for (size_t i = 0; i < left.size(); ++i) left[i] = left[i] || loop.contains[i];
      }
    }
    return true;
  }

  // Without fairness, the scheduler may ignore any thread, which is not reported. Under weak fairness, a thread that is
  // enabled infinitely often starves only if it is also blocked infinitely often; under strong fairness, it does not
  // starve.
  bool starvation() {
    const Fairness fairness = run_.options.fairness;
    if (fairness == Fairness::None) return true;
    uint64_t enabled = 0, blocked = 0, waiting = 0;
    for (const StateMarks& marks : graph_.states)
      enabled |= marks.enabled, blocked |= marks.blocked, waiting |= marks.waits_for_lock;
    const uint64_t at_times = fairness == Fairness::Weak ? enabled & blocked : 0;
    for (ThreadId t = 0; t < 64; ++t) {
      if (((waiting | at_times) >> t & 1) == 0) continue;
      Condition waits, is_left_out;
      waits.allowed = is_left_out.allowed = those([&](const StepMarks& marks) { return marks.thread != t; });
      waits.must_wait = is_left_out.is_enabled = 1ull << t;
      if ((waiting >> t & 1) != 0 && !examine(waits, Livelock::Starvation, t, fairness)) return false;
      if ((at_times >> t & 1) != 0 && !examine(is_left_out, Livelock::Starvation, t, fairness)) return false;
    }
    return true;
  }

  bool operations() {
    std::set<std::pair<ControlFlow::Operation, ThreadId>> all;
    for (const StepMarks& marks : graph_.step_marks)
      for (const ControlFlow::Operation& operation : marks.inside) all.insert({operation, marks.thread});
    for (const auto& [operation, t] : all) {
      auto contains = [&](const std::vector<ControlFlow::Operation>& operations) {
        return std::find(operations.begin(), operations.end(), operation) != operations.end();
      };
      Condition condition;
      condition.allowed = those([&](const StepMarks& marks) {
        return !contains(marks.completed) || (operation.is_wait_free && marks.thread != t);
      });
      condition.accepting.push_back(
          those([&](const StepMarks& marks) { return marks.thread == t && contains(marks.inside); }));
      const Livelock kind = operation.is_wait_free ? Livelock::NotWaitFree : Livelock::NotLockFree;
      if (!examine(condition, kind, t, Fairness::None, operation.name)) return false;
    }
    return true;
  }

  // Looks for a cycle. `t`: the thread of the finding; null: the thread of the cycle's first step. Returns whether the
  // search continues.
  bool examine(const Condition& condition, Livelock kind, std::optional<ThreadId> t, Fairness fairness,
               const std::string& subject = "") {
    const size_t sets = condition.accepting.size();
    const uint64_t enabled_set = condition.is_enabled == 0 ? 0 : 1ull << sets;
    auto marks = [&](const Digraph::Edge& edge) {
      const StateMarks& from = graph_.states[edge.source];
      const uint32_t number = graph_.steps[edge.id].marks;
      EdgeMarks result;
      result.allowed = condition.allowed[number] && (condition.must_wait & ~from.waits_for_lock) == 0;
      for (size_t i = 0; i < sets; ++i)
        if (condition.accepting[i][number]) result.accepting |= 1ull << i;
      if ((condition.is_enabled & from.enabled) != 0) result.accepting |= enabled_set;
      result.requires_ = fairness_requires(from, fairness);
      result.satisfies = fairness_satisfied(from, graph_.step_marks[number].thread, fairness);
      return result;
    };
    const uint64_t accepting = ((1ull << sets) - 1) | enabled_set;
    const std::optional<std::vector<uint32_t>> cycle = find_fair_cycle(digraph_, marks, accepting);
    found_ = cycle.has_value();
    if (!cycle) return true;
    Finding finding;
    finding.kind = FindingKind::Livelock;
    finding.livelock = kind;
    finding.fairness = fairness;
    finding.subject = subject;
    return add(*cycle, finding, t);
  }

  bool add(const std::vector<uint32_t>& cycle, Finding finding, std::optional<ThreadId> t) {
    const Digraph whole = graph_.digraph();
    // The numbers of the cycle's edges in the whole graph.
    std::vector<uint32_t> edges;
    for (uint32_t e : cycle) {
      const Digraph::Edge& edge = digraph_.edges()[e];
      uint32_t same = whole.first(edge.source);
      while (whole.edges()[same].id != edge.id) ++same;
      edges.push_back(same);
    }
    auto step_of = [](const Digraph::Edge& edge) { return edge.id; };
    if (t) finding.thread = *t;
    return add_lasso(make_machine_, run_, graph_, whole, std::move(edges), step_of, finding, t.has_value());
  }

  const MachineFactory& make_machine_;
  SearchRun& run_;
  const StateGraph& graph_;
  const Digraph digraph_;  // the steps that are on cycles
  bool found_ = false;     // the last condition that was examined has a cycle
};

}  // namespace

void find_livelocks(const MachineFactory& make_machine, SearchRun& run) {
  if (!run.options.checks.livelock || run.is_over()) return;
  const Statistics stats = run.result.stats;
  const std::unique_ptr<Machine> machine = make_machine();
  const bool is_fair = run.options.fairness != Fairness::None;
  const GraphOptions options{.reduces = run.options.ample_sets && is_fair && !has_operations(machine->program())};
  size_t states = 0;
  const std::string how = explore_graph(make_machine, run, options, [&](const StateGraph& graph) {
    states = graph.states.size();
    return Examination(make_machine, run, graph).run(machine->program());
  });
  // The statistics are those of the first search, which has found all states.
  const uint64_t steps = run.result.stats.transitions - stats.transitions;
  run.result.stats = stats;
  run.result.remarks.push_back("livelocks: a further search of " + std::to_string(states) + " states and " +
                               std::to_string(steps) + " transitions " + how + " looked for cycles, with " +
                               (run.options.fairness == Fairness::None
                                    ? std::string("no fairness")
                                    : std::string(to_text(run.options.fairness)) + " fairness") +
                               " of threads");
}

}  // namespace mover
