// The replay of an execution of the circuit on the interpreter.
#include "symbolic/witness.h"

#include <algorithm>
#include <optional>
#include <set>

#include "ir/shape.h"
#include "machine/action.h"
#include "search/findings.h"
#include "search/path_races.h"
#include "store/chunk_table.h"

namespace mover::symbolic {

using circuit::value_of;
using ir::Instr;
using ir::Op;
using ir::ServiceOp;
using ir::SyncOp;

namespace {

uint64_t number(const std::vector<bool>& nodes, const circuit::Word& word) {
  uint64_t result = 0;
  for (size_t i = 0; i < word.size() && i < 64; ++i) result |= uint64_t{value_of(nodes, word[i])} << i;
  return result;
}

// The values of all nodes of the circuit, by step.
std::vector<std::vector<bool>> run(const Model& model, const circuit::Trace& trace) {
  std::vector<std::vector<bool>> result;
  const std::vector<std::vector<bool>> states = circuit::states_of(model.circuit, trace);
  for (size_t i = 0; i < trace.inputs.size(); ++i)
    result.push_back(circuit::evaluate(model.circuit, states[i], trace.inputs[i]));
  return result;
}

// An instruction that a thread executes.
struct Executed {
  NodeId node = 0;
  size_t step = 0;  // the index of the circuit's step
};

class Replay {
 public:
  Replay(const ValueAnalysis& values, const Model& model, const circuit::Trace& trace, Machine& machine,
         const std::function<uint32_t(uint32_t, uint64_t)>& choice_of, ReuseChoices& reuse,
         const SearchOptions& options, SearchResult& result)
      : values_(values),
        model_(model),
        machine_(machine),
        choice_of_(choice_of),
        reuse_(reuse),
        nodes_(run(model, trace)),
        options_(options),
        result_(result),
        findings_(options_, result),
        executed_(values.threads().size()),
        at_(values.threads().size(), 0),
        number_of_(values.threads().size(), ir::kNone) {
    options_.keep_going = false;
    options_.collect_races = false;
  }

  std::string replay() {
    collect();
    machine_.record_events(true);
    number_of_[0] = 0;
    if (!check(machine_.reset())) return "";
    if (options_.checks.race) races_.emplace(machine_, true);
    find_node(0, 0);
    for (const CircuitStep& now : steps_)
      if (std::string why; !take(now, why)) return why;
    // Every thread executes up to its node in the circuit's last state. The failing thread executes all of its nodes,
    // because the last one fails.
    for (ThreadIndex t = 0; t < executed_.size(); ++t)
      while (number_of_[t] != ir::kNone && at_[t] < executed_[t].size() &&
             (at_[t] + 1 < executed_[t].size() || t == failing_))
        if (std::string why; !step(t, why)) return why;
    // The failure may be in a call that the circuit does not enter.
    for (uint32_t i = 0; i < kMostStepsInCall && failing_ != ir::kNone && number_of_[failing_] != ir::kNone; ++i)
      if (std::string why; !step(failing_, why)) return why;
    return "the interpreter executes all of it without a violation";
  }

  // Replays all steps of the circuit. `first` is the first step of a loop of `length` steps, which is repeated.
  std::optional<ReplayedLasso> rounds(size_t first, size_t length, std::string& why) {
    collect();
    machine_.record_events(true);
    number_of_[0] = 0;
    check(machine_.reset());
    if (!is_over_) find_node(0, 0);
    struct Round {
      size_t begin = 0;  // the number of steps before it
      std::vector<uint32_t> state;
    };
    std::vector<Round> rounds;
    store::ChunkTable chunks;
    machine_.states().forget_chunks();
    auto begin_round = [&] {
      // In the circuit, a thread that has not started may be disabled, because its first instruction blocks.
      if (!model_.has_starts && !is_over_)
        for (ThreadIndex t = 0; t < number_of_.size(); ++t)
          if (is_to_start(t)) step(t, why);
      Round& round = rounds.emplace_back();
      round.begin = schedule_.size();
      if (!is_over_) machine_.states().canonical_state(chunks, round.state);
    };
    for (const CircuitStep& now : steps_) {
      while (first + rounds.size() * length <= now.step) begin_round();
      if (!is_over_ && !take(now, why) && !is_over_) return std::nullopt;
    }
    while (first + rounds.size() * length < nodes_.size()) begin_round();
    machine_.states().forget_chunks();
    for (size_t from = 0; from < rounds.size(); ++from)
      for (size_t to = from + 1; to < rounds.size(); ++to)
        if (rounds[from].state == rounds[to].state) {
          schedule_.resize(rounds[to].begin);
          return ReplayedLasso{schedule_, rounds[from].begin, number_of_};
        }
    why = "the interpreter does not come back to a state of the loop";
    return std::nullopt;
  }

 private:
  static constexpr uint32_t kMostStepsInCall = 1000;

  struct CircuitStep {
    ThreadIndex thread = 0;
    size_t end = 0;   // the number of nodes of the thread that are executed up to the end of this step
    size_t step = 0;  // its index
  };

  // Whether the next step of the thread is its start. REQUIRES: the execution is not over.
  bool is_to_start(ThreadIndex t) const {
    return number_of_[t] != ir::kNone && machine_.status(number_of_[t]) == ThreadStatus::Parked &&
           machine_.pending(number_of_[t]).kind == ActionKind::Start;
  }

  // Executes the thread up to the end of the circuit's step. Returns false if the replay ends, as step() does.
  bool take(const CircuitStep& now, std::string& why) {
    const ThreadIndex t = now.thread;
    if (number_of_[t] == ir::kNone) return true;
    if (!is_over_ && is_to_start(t) && !step(t, why)) return false;
    while (at_[t] < now.end)
      if (!step(t, why)) return false;
    return true;
  }

  // Collects the nodes that each thread executes, and the ends of the circuit's steps in these lists.
  void collect() {
    for (size_t i = 0; i + 1 < nodes_.size(); ++i) {
      const auto t = static_cast<ThreadIndex>(number(nodes_[i], model_.scheduled));
      if (t >= executed_.size()) continue;
      for (const auto& [node, guard] : model_.executed[t])
        if (value_of(nodes_[i], guard)) executed_[t].push_back({node, i});
      steps_.push_back({t, executed_[t].size(), i});
    }
    for (ThreadIndex t = 0; t < executed_.size(); ++t) {
      const uint64_t code = number(nodes_.back(), model_.program_counters[t]);
      if (code == kFailed || code == kFaulted) failing_ = t;
      if (code == kBounded && !executed_[t].empty())  // the thread stops before the instruction that reaches the bound
        for (CircuitStep& taken : steps_)
          if (taken.thread == t) taken.end = std::min(taken.end, executed_[t].size() - 1);
      if (code < model_.nodes_of_codes[t].size() && model_.nodes_of_codes[t][code] != ir::kNone)
        executed_[t].push_back({model_.nodes_of_codes[t][code], nodes_.size() - 1});
    }
  }

  // Checks the step and the state after it. Returns false if a violation has been found.
  bool check(const StepResult& step) {
    is_over_ = step.kind != StepResult::Kind::Running;
    return findings_.after_step(machine_, step, schedule_) && (is_over_ || findings_.in_state(machine_, schedule_));
  }

  // Executes one step of the interpreter. Returns false if the replay ends: a violation has been found, or `why` is set
  // to the reason why the interpreter cannot continue.
  bool step(ThreadIndex t, std::string& why) {
    const ThreadId number = number_of_[t];
    if (is_over_ || machine_.status(number) != ThreadStatus::Parked || !machine_.enabled(number)) {
      why = "the interpreter cannot continue: " + machine_.description().thread_name(number) +
            (is_over_ ? " has ended" : " is blocked");
      return false;
    }
    const Action action = machine_.pending(number);
    uint32_t choice = at_[t] < executed_[t].size() ? choice_at(t, executed_[t][at_[t]], action) : 0;
    if (choice >= machine_.choices(number)) choice = 0;
    schedule_.push_back({number, choice});
    const StepResult result = machine_.step(number, choice);
    ++result_.stats.transitions;
    for (const mover::Event& event : machine_.happened())
      if (event.kind == mover::Event::Kind::Create) created(t, event.other);
    if (!check(result)) return false;
    if (races_ && !findings_.add(races_->push(machine_, number), schedule_)) return false;
    if (is_over_) {
      why = "the execution ends earlier in the interpreter";
      return false;
    }
    find_node(t, action.kind == ActionKind::Start ? at_[t] : at_[t] + 1);  // a start executes no instruction
    return true;
  }

  // Maps the thread `number`, which the interpreter has created in a step of thread t, to its instance in the circuit.
  void created(ThreadIndex t, ThreadId number) {
    for (size_t i = at_[t]; i < executed_[t].size(); ++i) {
      const auto found = model_.created.find({t, executed_[t][i].node});
      if (found == model_.created.end()) continue;
      for (const auto& [other, taken] : found->second)
        if (value_of(nodes_[executed_[t][i].step], taken)) {
          number_of_[other] = number;
          at_[other] = 0;
          return;
        }
      return;
    }
  }

  uint32_t choice_at(ThreadIndex t, const Executed& now, const Action& action) {
    const Instr& in = values_.instr(t, now.node);
    const auto chosen = model_.chosen.find({t, now.node});
    if (chosen != model_.chosen.end()) {
      const uint64_t value = number(nodes_[now.step], chosen->second);
      const auto service = static_cast<ServiceOp>(in.sub);
      if (in.op != Op::Service || service == ServiceOp::Choose || service == ServiceOp::Assume)
        return static_cast<uint32_t>(value);
      if (ir::is_allocation(service))  // its failure is the last alternative
        return value != 0 ? machine_.choices(number_of_[t]) - 1 : reuse_.next(machine_.choices(number_of_[t]) - 1);
      return choice_of_(static_cast<uint32_t>(chosen->second.size()), value);
    }
    const bool makes_thread = in.op == Op::Sync && static_cast<SyncOp>(in.sub) == SyncOp::ThreadCreate;
    if (makes_thread || action.alternatives == Alternatives::Memory)
      return reuse_.next(machine_.choices(number_of_[t]));
    const auto woken = model_.woken.find({t, now.node});
    if (woken == model_.woken.end() || static_cast<SyncOp>(in.sub) != SyncOp::CondSignal) return 0;
    std::set<ThreadId> waiting;
    ThreadId wanted = ir::kNone;
    for (const Model::Wake& wake : woken->second) {
      if (!value_of(nodes_[now.step], wake.waits)) continue;
      waiting.insert(number_of_[wake.thread]);
      if (value_of(nodes_[now.step], wake.chosen)) wanted = number_of_[wake.thread];
    }
    const auto found = waiting.find(wanted);
    return found == waiting.end() ? 0 : static_cast<uint32_t>(std::distance(waiting.begin(), found));
  }

  // Sets at_[t] to the index, at least `from`, of the node before which the thread is parked in the interpreter. If the
  // circuit does not enter a call, that is the node of the call.
  void find_node(ThreadIndex t, size_t from) {
    const ThreadId number = number_of_[t];
    at_[t] = executed_[t].size();
    if (machine_.status(number) != ThreadStatus::Parked) return;
    const Action action = machine_.pending(number);
    if (action.waits_for == WaitsFor::Discarded) return;  // an assumption did not hold
    const Scopes stack = machine_.text().scopes(number);
    const size_t innermost = stack.functions.size();
    for (size_t depth = innermost; depth > 0; --depth)
      for (size_t i = depth == innermost || from == 0 ? from : from - 1; i < executed_[t].size(); ++i)
        if (is_at(t, executed_[t][i].node, stack, depth)) {
          // If assertions are not checked, a thread that is parked before a local action would fail and so end the
          // execution, unless the action is an erroneous read.
          const bool reads = values_.instr(t, executed_[t][i].node).op == Op::Load;
          const bool ends = action.kind == ActionKind::Local && t != failing_ && !options_.checks.assertion && !reads;
          if (!ends) at_[t] = i;
          return;
        }
  }

  // Whether the node is the instruction that the function at this depth of the stack is at.
  bool is_at(ThreadIndex t, NodeId node, const Scopes& stack, size_t depth) const {
    const ThreadCode& code = values_.threads()[t];
    uint32_t pc = code.pc_of(node);
    for (ContextId id = code.context_of[node]; id != ir::kNone; id = code.contexts[id].parent) {
      if (depth == 0 || stack.functions[depth - 1] != code.contexts[id].function || stack.pcs[depth - 1] != pc)
        return false;
      pc = code.contexts[id].call_pc;
      --depth;
    }
    return depth == 0;
  }

  const ValueAnalysis& values_;
  const Model& model_;
  Machine& machine_;
  const std::function<uint32_t(uint32_t, uint64_t)>& choice_of_;
  ReuseChoices& reuse_;
  const std::vector<std::vector<bool>> nodes_;
  SearchOptions options_;
  SearchResult& result_;
  Findings findings_;
  std::vector<std::vector<Executed>> executed_;
  std::vector<CircuitStep> steps_;
  std::vector<size_t> at_;           // by thread: the interpreter's position in executed_
  std::vector<ThreadId> number_of_;  // by instance: the thread of the interpreter; kNone: none yet
  std::optional<PathRaces> races_;   // finds races by happens-before along the replayed path
  Schedule schedule_;
  ThreadIndex failing_ = ir::kNone;
  bool is_over_ = false;
};

}  // namespace

const Ending* ending_of(const Model& model, const circuit::Trace& trace) {
  if (trace.inputs.size() < 2) return nullptr;
  const std::vector<std::vector<bool>> nodes = run(model, trace);
  const std::vector<bool>& last = nodes[nodes.size() - 2];
  const uint64_t scheduled = number(last, model.scheduled);
  for (const Ending& ending : model.endings)
    if (ending.thread == scheduled && value_of(last, ending.guard)) return &ending;
  return nullptr;
}

uint64_t last_value(const Model& model, const circuit::Trace& trace, const circuit::Word& word) {
  return number(run(model, trace).back(), word);
}

std::vector<uint64_t> values_in(const Model& model, const circuit::Trace& trace) {
  std::set<uint64_t> result;
  for (const std::vector<bool>& nodes : run(model, trace))
    for (const auto& [place, word] : model.chosen)
      for (const auto& [node, guard] : model.executed[place.first])
        if (node == place.second && value_of(nodes, guard)) result.insert(number(nodes, word));
  return {result.begin(), result.end()};
}

uint32_t ReuseChoices::next(uint32_t alternatives) {
  if (alternatives <= 1) return 0;
  if (used_ == taken_.size()) taken_.push_back({0, alternatives});
  return taken_[used_++].choice;
}

bool ReuseChoices::advance() {
  used_ = 0;
  while (!taken_.empty() && taken_.back().choice + 1 == taken_.back().alternatives) taken_.pop_back();
  if (taken_.empty()) return false;
  ++taken_.back().choice;
  return true;
}

std::string replay(const ValueAnalysis& values, const Model& model, const circuit::Trace& trace, Machine& machine,
                   const std::function<uint32_t(uint32_t, uint64_t)>& choice_of, ReuseChoices& reuse,
                   const SearchOptions& options, SearchResult& result) {
  return Replay(values, model, trace, machine, choice_of, reuse, options, result).replay();
}

std::optional<ReplayedLasso> replay_lasso(const ValueAnalysis& values, const Model& model, const solver::Lasso& lasso,
                                          Machine& machine,
                                          const std::function<uint32_t(uint32_t, uint64_t)>& choice_of,
                                          ReuseChoices& reuse, std::string& why) {
  // In the first rounds, the interpreter may be at other local instructions than later, because its steps are longer.
  constexpr int kRounds = 4;
  circuit::Trace trace = lasso.trace;
  const size_t length = trace.inputs.size() - lasso.loop;
  for (int round = 1; round < kRounds; ++round)
    for (size_t i = 0; i < length; ++i) trace.inputs.push_back(trace.inputs[lasso.loop + i]);
  trace.inputs.push_back(trace.inputs[lasso.loop]);  // the replay ends before the last step
  // No execution fails or reaches a bound, so nothing ends the replay.
  SearchOptions options;
  options.checks = {.assertion = true, .deadlock = false, .race = false, .memory = false};
  SearchResult result;
  return Replay(values, model, trace, machine, choice_of, reuse, options, result).rounds(lasso.loop, length, why);
}

}  // namespace mover::symbolic
