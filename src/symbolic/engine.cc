// Builds circuits, lets solvers check them, and refines bounds, guards and the tracked order until there is a verdict.
#include "symbolic/engine.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <optional>
#include <set>
#include <thread>

#include "ir/names.h"
#include "ir/places.h"
#include "property/livelock.h"
#include "search/findings.h"
#include "search/lasso.h"
#include "solver/bdd.h"
#include "solver/dump.h"
#include "solver/invariant_text.h"
#include "solver/liveness.h"
#include "solver/solver.h"
#include "solver/symbolic_step.h"
#include "support/deadline.h"
#include "symbolic/bounded_loops.h"
#include "symbolic/gaps.h"
#include "symbolic/random_executions.h"
#include "symbolic/set_sizes.h"
#include "symbolic/witness.h"
#include "vm/vm.h"

namespace mover::symbolic {

namespace {

// When a limit of time or memory is reached, or the user interrupts the search, sets the flag that solvers poll. Shows
// progress meanwhile, without counts: solvers have no number that says how far they are.
class Watchdog {
 public:
  explicit Watchdog(const SearchOptions& options)
      : thread_([this, &options] {
          while (!done_) {
            const bool is_interrupted = options.interrupted != nullptr && options.interrupted->load();
            if (support::deadline().reached() || is_interrupted) stop_ = true;
            if (options.progress) options.progress({}, 0);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
          }
        }) {}
  ~Watchdog() {
    done_ = true;
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  const std::atomic<bool>* stop() const { return &stop_; }

 private:
  std::atomic<bool> done_ = false, stop_ = false;
  std::thread thread_;
};

class Engine {
 public:
  Engine(const MachineFactory& make_machine, const SearchOptions& options, const EngineOptions& engine,
         SearchResult& result)
      : make_machine_(make_machine),
        options_(options),
        engine_(engine),
        result_(result),
        machine_(make_machine()),
        program_(machine_->program()) {
    checked_.assertion = options.checks.assertion;
    checked_.memory = options.checks.memory;
    checked_.memory_excluded = !options.checks.memory;
    checked_.deadlock = options.checks.deadlock;
    checked_.race = options.checks.race;
    checked_.order = options.checks.race;
    bounds_.threads_per_site = kFirstInstances;
    bounds_.blocks_per_site = kFirstInstances;
    bounds_.omits_messages = options.checks.assertion;
    bounds_.decides_undefined = !options.checks.memory;
    bounds_.nondet_rand = engine.setting.nondet_rand;
  }

  void run() {
    try {
      std::set<ir::LocId> seen;
      for_each_reachable([&](const ir::Function&, const ir::Instr& in) {
        if (!seen.insert(in.loc).second) throw Unsupported("several calls of mover_reachable at one place", in.loc);
      });
      while (attempt()) {
      }
      for (const std::string& formula : options_.ltl)
        if (result_.violations.empty() && result_.stop == Stop::Finished) check_formula(formula);
      if (options_.checks.livelock && result_.violations.empty() && result_.stop == Stop::Finished) check_livelocks();
    } catch (const Unsupported& error) {
      record_omission(error.what(), error.loc);
    }
  }

 private:
  static constexpr uint32_t kFirstInstances = 2, kMostInstances = 8, kMostActivations = 48;

  void record_omission(const std::string& sentence, ir::LocId loc) {
    add_omission(result_.incomplete, {Omission::Cause::Other, "symbolic engine: " + sentence, 0, loc});
  }

  // Builds and checks one circuit. Returns whether another circuit has to be built.
  bool attempt() {
    const ValueAnalysis values(program_, bounds_, engine_.arguments, engine_.setting.malloc_may_fail);
    const Model model = build_model(values, checked_, engine_.setting, engine_.reduction, refuted_, engine_.rules);
    if (!model.no_race_proof.empty()) return track_order();
    if (avoid_endings(values, endings_in_random_executions(model))) return true;
    describe(model);
    const bool unrolled = engine_.dump.ends_with(".cnf");
    if (!engine_.dump.empty() && !unrolled) solver::dump(model.circuit, engine_.dump, 0);
    const solver::Answer answer = solve(model);
    if (unrolled) solver::dump(model.circuit, engine_.dump, depth_of(answer));
    switch (answer.kind) {
      case solver::Answer::Kind::Proved:
        result_.stats.states = number_of_states(model, answer);
        result_.remarks.push_back("proved by " + answer.solver + ": " + proof_in_words(answer));
        add_assumptions(values);
        result_.may_hang = options_.checks.deadlock && may_hang_beside_others(values) && !never_hangs(values);
        add_gaps(values);
        if (engine_.invariant) engine_.invariant(invariant_in_words(model, answer));
        return false;
      case solver::Answer::Kind::Unknown:
        stopped(answer.reason);
        return false;
      case solver::Answer::Kind::Violated:
        return violated(values, model, answer);
    }
    return false;
  }

  // Increases the bounds that these endings have reached, and refutes the guards that they violate. Returns whether the
  // next circuit differs.
  bool avoid_endings(const ValueAnalysis& values, const std::vector<const Ending*>& endings) {
    bool refutes = false;
    std::set<uint32_t*> reached;
    for (const Ending* ending : endings) {
      refutes |= refuted_.add(ending->unguarded, ending->thread);
      if (ending->may_grow) reached.insert(&bound_of(values.instr(ending->thread, ending->node)));
    }
    bool grown = false;
    for (uint32_t* bound : reached) grown |= grow(*bound);
    return grown || refutes;
  }

  // Searches for an execution that violates the formula and is fair, in circuits of their own.
  void check_formula(const std::string& formula) {
    const LinearTime property = std::get<LinearTime>(LinearTime::make(formula, program_));
    while (attempt({formula, "ltl: " + formula, &property})) {
    }
  }

  void check_livelocks() {
    if (has_operations(program_))
      return record_omission(
          "livelocks of programs with lock-free or wait-free operations are not modelled (--engine=stateful looks for "
          "them)",
          0);
    while (attempt({"the absence of livelocks", "livelocks: their absence", nullptr})) {
    }
  }

  // Whether there is a proof that no thread is in a busy-wait deadlock, or blocked for ever while others run for ever.
  // Suppose that a thread is, in some state. No schedule leads out of it, no execution ends, and there is no deadlock
  // of all threads. So there is an infinite execution from this state which is strongly fair: always choose the enabled
  // thread whose last step is the oldest. In it the thread stays in a loop with an exit, or is blocked for ever. The
  // proof shows that no strongly fair execution does this.
  bool never_hangs(const ValueAnalysis& values) {
    if (!engine_.excludes_hanging) return false;
    CheckedProperties checked;
    checked.deadlock = checked.race = checked.order = false;
    checked.assertion = options_.checks.assertion;
    // As for livelocks: the circuit leaves out the executions that fail or reach a bound, so there must be none.
    const Model endings = build_model(values, checked, engine_.setting, Reduction::None);
    const Watchdog watchdog(options_);
    const auto ask_soon = [&] {
      solver::Limits limits = limits_with(watchdog);
      const auto soon = std::chrono::steady_clock::now() + kSecondaryTimeLimit;
      if (!limits.deadline || soon < *limits.deadline) limits.deadline = soon;
      return limits;
    };
    if (!endings.bads.empty() && check(endings.circuit, ask_soon()).kind != solver::Answer::Kind::Proved) return false;
    checked.violations_under = Fairness::Strong;
    checked.hangs = true;
    const Model hangs = build_model(values, checked, engine_.setting, Reduction::None);
    const solver::FairAnswer answer = solver::find_fair_execution(hangs.circuit, engine_.solver, ask_soon());
    if (answer.kind != solver::Answer::Kind::Proved) return false;
    result_.remarks.push_back("deadlocks beside threads that run for ever: their absence proved by " + answer.solver +
                              ": " + answer.proof);
    return true;
  }

  // What is required of infinite executions: a formula, or that there are no livelocks.
  struct Required {
    std::string name, remark;
    const LinearTime* formula = nullptr;
  };

  // Returns whether another circuit has to be built.
  bool attempt(const Required& required) {
    const ValueAnalysis values(program_, bounds_, engine_.arguments, engine_.setting.malloc_may_fail);
    CheckedProperties checked;
    checked.deadlock = checked.race = checked.order = false;
    // An execution that fails is finite, so it is no livelock.
    checked.assertion = required.formula != nullptr || options_.checks.assertion;
    checked.observed = required.formula;
    const Model endings = build_model(values, checked, engine_.setting, Reduction::None);
    checked.violations_under = options_.fairness;
    const Model violations = build_model(values, checked, engine_.setting, Reduction::None);
    // The circuit leaves out the executions that fail or reach a bound, so there must be none.
    const solver::Answer ends = solve(endings);
    if (ends.kind == solver::Answer::Kind::Violated) {
      const Ending* ending = ending_of(endings, ends.trace);
      if (ending != nullptr && ending->may_grow && grow(bound_of(values.instr(ending->thread, ending->node))))
        return true;
      record_omission(required.name + " is not decided for executions that are not followed to their end: " +
                          (ending != nullptr ? ending->message : "a bound of the model is reached"),
                      ending != nullptr ? values.user_loc(ending->thread, ending->node) : 0);
    } else if (ends.kind == solver::Answer::Kind::Unknown) {
      stopped(ends.reason);
    }
    const Watchdog watchdog(options_);
    const solver::FairAnswer answer =
        solver::find_fair_execution(violations.circuit, engine_.solver, limits_with(watchdog));
    result_.remarks.push_back(required.remark + ": circuit: " + size_of(violations.circuit));
    if (answer.kind == solver::Answer::Kind::Proved && result_.incomplete.empty())
      result_.remarks.push_back(required.remark + " proved by " + answer.solver + ": " + answer.proof);
    if (answer.kind == solver::Answer::Kind::Unknown) stopped(answer.reason);
    if (answer.kind == solver::Answer::Kind::Violated) violated(values, violations, answer, required);
    return false;
  }

  void violated(const ValueAnalysis& values, const Model& model, const solver::FairAnswer& answer,
                const Required& required) {
    Finding finding;
    finding.fairness = options_.fairness;
    finding.kind = required.formula != nullptr ? FindingKind::Ltl : FindingKind::Livelock;
    Model::OfLivelock shown_by;
    if (required.formula != nullptr)
      finding.subject = required.name;
    else
      shown_by = model.livelocks.at(last_value(model, answer.lasso.trace, model.livelock) - 1);
    finding.livelock = shown_by.kind;
    const std::vector<uint64_t> chosen = values_in(model, answer.lasso.trace);
    if (engine_.try_values) engine_.try_values(chosen);
    const auto choice_of = choices_of(chosen);
    const std::string why = replay_with_reuse([&](Machine& machine, ReuseChoices& reuse) {
      observed_property(machine, finding);
      std::string reason;
      const std::optional<ReplayedLasso> lasso =
          replay_lasso(values, model, answer.lasso, machine, choice_of, reuse, reason);
      if (!lasso) return reason;
      finding.loop = lasso->loop;
      finding.thread = lasso->threads[shown_by.thread];
      const std::optional<Finding> shown = follow_lasso(*make_machine_(), lasso->schedule, finding);
      if (!shown) return std::string("the interpreter's loop does not show it");
      result_.violations.push_back({*shown, lasso->schedule});
      return std::string();
    });
    if (result_.violations.empty())
      return record_omission(
          "the interpreter cannot reproduce a lasso of the circuit that violates " + required.name + ": " + why, 0);
    result_.remarks.push_back("found by " + answer.solver + ": a lasso of " +
                              std::to_string(answer.lasso.trace.inputs.size()) + " steps of the circuit");
    result_.stop = Stop::FirstViolation;
  }

  // With --solver=bdd and without a reduction, the number of states that the explicit search stores. Latches that do
  // not influence the verdict are part of these states.
  uint64_t number_of_states(const Model& model, const solver::Answer& answer) const {
    if (engine_.solver != "bdd" || engine_.reduction != Reduction::None) return static_cast<uint64_t>(answer.states);
    const Watchdog watchdog(options_);
    solver::Limits limits;
    limits.stop = watchdog.stop();
    limits.deadline = std::chrono::steady_clock::now() + kSecondaryTimeLimit;
    return static_cast<uint64_t>(solver::count_states(model.circuit, model.is_explicit_state, limits));
  }

  void add_gaps(const ValueAnalysis& values) {
    if (!result_.incomplete.empty()) return;
    // Stubborn sets preserve violations, but not the reachability of the other states that are searched for here.
    const Reduction reduction = has_transactions(engine_.reduction) ? Reduction::Transactions : Reduction::None;
    const auto build = [&](const CheckedProperties& checked) {
      return build_model(values, checked, engine_.setting, reduction, refuted_);
    };
    // At most half of the remaining time: the proof is complete, and the time limit must not make it `unknown`.
    const auto ask_within = [&](std::chrono::duration<double> most) {
      return [this, most](const circuit::Circuit& circuit) {
        const Watchdog watchdog(options_);
        solver::Limits limits;
        limits.stop = watchdog.stop();
        const std::chrono::duration<double> left(support::deadline().seconds_to_reached() / 2);
        limits.deadline = std::chrono::steady_clock::now() +
                          std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::min(most, left));
        return check(circuit, limits);
      };
    };
    bool any = false;
    for_each_reachable([&](const ir::Function&, const ir::Instr&) { any = true; });
    if (any) add_unreached(reached_places(build, ask_within(kSecondaryTimeLimit)));
    result_.gaps = gaps_of(values, build, ask_within(kGapTimeLimit));
  }

  template <typename F>
  void for_each_reachable(F f) const {
    for (const ir::Function& function : program_.functions)
      for (const ir::Instr& in : function.code)
        if (in.op == ir::Op::Service && static_cast<ir::ServiceOp>(in.sub) == ir::ServiceOp::Reachable) f(function, in);
  }

  // Reports the calls of mover_reachable that no execution reaches.
  void add_unreached(const std::optional<std::set<ir::LocId>>& reached) {
    if (!reached) return record_omission("no solver has found whether mover_reachable is reached", 0);
    for_each_reachable([&](const ir::Function& function, const ir::Instr& in) {
      if (reached->contains(in.loc)) return;
      const ir::Operand operand = function.args[in.first_arg];
      std::string name;
      if (operand < 0) {
        const ir::Constant& text = function.constants[static_cast<size_t>(~operand)];
        if (text.kind == ir::Constant::Kind::Global) name = text_in(program_.globals[text.id].bytes);
      }
      Finding finding;
      finding.loc = in.loc;
      finding.message = "no interleaving gets here: mover_reachable(\"" + name + "\")";
      result_.violations.push_back({finding, {}, false});
    });
  }

  // Reports the assumptions that executions rely on, as the interpreter does. It considers all code that the value
  // analysis reaches.
  void add_assumptions(const ValueAnalysis& values) {
    auto add = [&](const std::string& sentence) {
      auto& all = result_.assumptions;
      if (!sentence.empty() && std::find(all.begin(), all.end(), sentence) == all.end()) all.push_back(sentence);
    };
    bool depends_on_placement = false;
    for (ThreadIndex t = 0; t < values.threads().size(); ++t)
      for (NodeId node = 0; node < values.threads()[t].num_nodes(); ++node) {
        if (!values.reached(t, node)) continue;
        const ir::Instr& in = values.instr(t, node);
        const bool is_service = in.op == ir::Op::Service;
        if (is_service && static_cast<ir::ServiceOp>(in.sub) == ir::ServiceOp::AddressAsNumber &&
            !depends_on_placement && !values.argument(t, node, 0).pointers().empty()) {
          depends_on_placement = true;
          add("the program computes with addresses as numbers (at " +
              ir::place_in_words(program_, values.user_loc(t, node)) +
              "); one placement of its objects in memory is explored");
        }
        if (is_service && static_cast<ir::ServiceOp>(in.sub) == ir::ServiceOp::Note)
          for (const auto& [object, offsets] : values.argument(t, node, 0).pointers()) add(text_of(values, object));
        if (in.op == ir::Op::CmpXchg && ir::is_weak_exchange(in))
          add("weak compare-exchanges fail only where they find another value, as at " +
              ir::place_in_words(program_, values.user_loc(t, node)) + " (--spurious-failures lifts this)");
      }
  }

  static std::string text_of(const ValueAnalysis& values, ObjectId object) {
    return text_in(values.objects()[object].bytes);
  }

  static std::string text_in(const std::vector<uint8_t>& bytes) {
    std::string text;
    for (uint8_t byte : bytes) {
      if (byte == 0) break;
      text += static_cast<char>(byte);
    }
    return text;
  }

  static constexpr uint32_t kDepthWithoutAnswer = 20;
  static uint32_t depth_of(const solver::Answer& answer) {
    if (answer.kind == solver::Answer::Kind::Violated) return static_cast<uint32_t>(answer.trace.inputs.size() - 1);
    return answer.kind == solver::Answer::Kind::Proved && answer.depth != 0 ? answer.depth : kDepthWithoutAnswer;
  }

  std::string invariant_in_words(const Model& model, const solver::Answer& answer) const {
    const std::string of =
        engine_.reduction == Reduction::None
            ? "// Holds in every state between two steps of the program, where a step ends before a visible action.\n"
            : "// Holds in every state that the reduction explores, between two of its steps; other states of the "
              "program\n// may not satisfy it. --reduction=none gives an invariant of all states.\n";
    if (answer.invariant.clauses.empty())
      return "// Proved by " + answer.solver + ": " + proof_in_words(answer) + ". This proof needs no invariant.\n";
    return of + solver::in_c_expressions(model.circuit, answer.invariant);
  }

  static std::string proof_in_words(const solver::Answer& answer) {
    switch (answer.proof) {
      case solver::Answer::Proof::DepthComplete:
        return "every state is reached within " + std::to_string(answer.depth) + " steps of the circuit";
      case solver::Answer::Proof::Induction:
        return "by induction over " + std::to_string(answer.depth) + " steps of the circuit";
      case solver::Answer::Proof::States:
        return "all reachable states of the circuit were visited";
      case solver::Answer::Proof::SymbolicStates:
        return "all reachable states of the circuit are in " + std::to_string(answer.symbolic->states.size()) +
               " sets of states, in which control is constant";
      case solver::Answer::Proof::Invariant:
        break;
    }
    return "an inductive invariant of " + std::to_string(answer.invariant.clauses.size()) + " clauses";
  }

  static std::string size_of(const circuit::Circuit& circuit) {
    return std::to_string(circuit.latches().size()) + " latches, " + std::to_string(circuit.gate_count()) + " gates";
  }

  void describe(const Model& model) {
    remark_ = "circuit: " + size_of(model.circuit);
    if (model.stubborn.empty()) return;
    const SetSizes sizes = sample_set_sizes(model);
    if (sizes.states == 0) return;
    auto average = [&](uint64_t threads) {
      std::array<char, 32> text{};
      std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(threads) / static_cast<double>(sizes.states));
      return std::string(text.data());
    };
    remark_ += "; in random executions the scheduler chooses among " + average(sizes.explored) + " of " +
               average(sizes.enabled) + " enabled threads on average";
  }

  solver::Answer solve(const Model& model) {
    solver::Answer answer;
    if (model.bads.empty()) {
      answer.kind = solver::Answer::Kind::Proved;
      answer.solver = "construction";
      return answer;
    }
    const Watchdog watchdog(options_);
    answer = check(model.circuit, limits_with(watchdog));
    result_.stats.max_depth = std::max<uint64_t>(result_.stats.max_depth, answer.trace.inputs.size());
    return answer;
  }

  solver::Limits limits_with(const Watchdog& watchdog) const {
    solver::Limits limits;
    limits.stop = watchdog.stop();
    if (options_.time_limit > 0)
      limits.deadline = start_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                     std::chrono::duration<double>(options_.time_limit));
    if (!result_.incomplete.empty()) {  // a proof is no longer possible, but a violation may still be found
      const auto soon = std::chrono::steady_clock::now() + kSecondaryTimeLimit;
      if (!limits.deadline || soon < *limits.deadline) limits.deadline = soon;
    }
    return limits;
  }
  // The time limit of a solver for questions whose answer cannot make the verdict `safe`.
  static constexpr std::chrono::seconds kSecondaryTimeLimit{10};
  static constexpr std::chrono::seconds kGapTimeLimit{2};  // the answer can only add a sentence to the report

  solver::Answer check(const circuit::Circuit& circuit, const solver::Limits& limits) const {
    // k-liveness is for formulas; the safety properties that it needs are proved by the solver that it is based on.
    const std::unique_ptr<solver::ModelChecker> chosen =
        solver::make_solver(engine_.solver == "k-liveness" ? "pdr" : engine_.solver);
    if (chosen) return chosen->check(circuit, limits);
    solver::Answer none;
    none.reason = "there is no solver " + engine_.solver;
    return none;
  }

  void stopped(const std::string& reason) {
    if (options_.interrupted != nullptr && options_.interrupted->load())
      result_.stop = Stop::Interrupted;
    else if (options_.time_limit > 0 &&
             std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() >= options_.time_limit)
      result_.stop = Stop::TimeLimit;
    else if (result_.incomplete.empty() && !support::deadline().reached())  // the report mentions a reached deadline
      record_omission("no proof was found" + (reason.empty() ? "" : " (" + reason + ")"), 0);
  }

  bool violated(const ValueAnalysis& values, const Model& model, const solver::Answer& answer) {
    const BadKind kind = model.bads[answer.bad];
    const Ending* ending = ending_of(model, answer.trace);
    if (kind == BadKind::Order) return track_order();
    if (kind == BadKind::Guard) {
      refuted_.add(ending->unguarded, ending->thread);
      return true;
    }
    const ir::LocId loc = ending != nullptr ? values.user_loc(ending->thread, ending->node) : 0;
    if (kind == BadKind::Bound) {
      if (ending != nullptr && ending->may_grow && grow(bound_of(values.instr(ending->thread, ending->node))))
        return true;
      return reached_bound(ending, loc);
    }
    const std::vector<uint64_t> chosen = values_in(model, answer.trace);
    if (engine_.try_values) engine_.try_values(chosen);
    const auto choice_of = choices_of(chosen);
    const std::string why = replay_with_reuse([&](Machine& machine, ReuseChoices& reuse) {
      return replay(values, model, answer.trace, machine, choice_of, reuse, options_, result_);
    });
    if (!result_.violations.empty()) {
      result_.remarks.push_back("found by " + answer.solver + " at depth " +
                                std::to_string(answer.trace.inputs.size() - 1) + " of the circuit");
      result_.stop = Stop::FirstViolation;
      return false;
    }
    if (kind == BadKind::Race && !checked_.tracks_order) return track_order();
    if (checked_.memory_excluded && !checked_.freezes_undefined) return freeze_undefined();
    record_omission("the interpreter cannot reproduce an execution of the circuit in which " +
                        (ending != nullptr ? "a thread " + ending->message : in_words(kind)) + ": " +
                        (why.empty() ? "it finds only a violation that --check excludes" : why),
                    loc);
    if (kind == BadKind::Assertion) checked_.assertion = false;
    if (kind == BadKind::Memory) checked_.memory = false;
    if (kind == BadKind::Deadlock) checked_.deadlock = false;
    if (kind == BadKind::Race) checked_.race = false;
    checked_.bound = false;
    return true;
  }

  // By width and value of a nondeterministic integer: the alternative of the interpreter's choice.
  std::function<uint32_t(uint32_t, uint64_t)> choices_of(const std::vector<uint64_t>& chosen) const {
    return [this, chosen](uint32_t bits, uint64_t value) {
      const std::vector<uint64_t> all = vm::representative_values(program_, bits, chosen);
      return static_cast<uint32_t>(std::find(all.begin(), all.end(), value) - all.begin());
    };
  }

  // Replays an execution of the circuit on the interpreter, first without reuse of identities, then with it. Returns
  // the reason why the first replay finds no violation; empty: a replay finds one.
  template <typename Replay>
  std::string replay_with_reuse(Replay replay_on) {
    ReuseChoices none;
    const std::unique_ptr<Machine> machine = make_machine_();
    std::string why = replay_on(*machine, none);
    if (!result_.violations.empty() || !engine_.reuse_addresses) return why;
    engine_.reuse_addresses(true);
    ReuseChoices reuse;
    for (uint32_t i = 0; i < kMostReuseChoices && !support::deadline().reached(); ++i) {
      replay_on(*make_machine_(), reuse);
      if (!result_.violations.empty()) return "";
      if (!reuse.advance()) break;
    }
    engine_.reuse_addresses(false);
    return why;
  }
  static constexpr uint32_t kMostReuseChoices = 256;

  // Makes the next circuit track happens-before. It is needed if two pending accesses turn out to be ordered, or if
  // accesses may race although no state has both pending.
  bool track_order() {
    checked_.tracks_order = true;
    return true;
  }

  // Makes all uses of an undefined value agree in the next circuit.
  bool freeze_undefined() {
    checked_.freezes_undefined = bounds_.freezes_undefined = true;
    return true;
  }

  static std::string in_words(BadKind kind) {
    return kind == BadKind::Deadlock ? "threads are deadlocked"
           : kind == BadKind::Race   ? "accesses race"
                                     : "a step fails";
  }

  // The bound that this instruction has reached.
  uint32_t& bound_of(const ir::Instr& in) {
    const bool begins_scope =
        in.op == ir::Op::Service && static_cast<ir::ServiceOp>(in.sub) == ir::ServiceOp::LifetimeStart;
    if (in.op == ir::Op::Alloca || begins_scope) return bounds_.locals_per_site;
    if (in.op == ir::Op::Call || in.op == ir::Op::CallInd) return bounds_.recursion;
    return in.op == ir::Op::Sync ? bounds_.threads_per_site : bounds_.blocks_per_site;
  }

  // Increases a bound. Returns false if it has its largest value.
  bool grow(uint32_t& bound) const {
    const uint32_t most = &bound == &bounds_.recursion ? kMostActivations : kMostInstances;
    if (bound >= most) return false;
    bound = std::min(most, &bound == &bounds_.recursion ? 2 * bound : bound + 2);
    return true;
  }

  bool reached_bound(const Ending* ending, ir::LocId loc) {
    if (ending == nullptr)
      record_omission("a bound of the model is reached", 0);
    else if (ending->kind == BadKind::Memory)
      record_omission(
          "executions are not followed after a memory error, which --check excludes: a thread " + ending->message, loc);
    else
      record_omission(ending->message, loc);
    checked_.bound = false;
    bounds_.reads_undefined = checked_.memory_excluded;
    return true;
  }

 public:
  void finish() {
    if (!remark_.empty()) result_.remarks.insert(result_.remarks.begin(), remark_);
  }

 private:
  const MachineFactory& make_machine_;
  const SearchOptions& options_;
  const EngineOptions& engine_;
  SearchResult& result_;
  const std::unique_ptr<Machine> machine_;
  const ir::Program& program_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  CheckedProperties checked_;
  Bounds bounds_;
  Refuted refuted_;
  std::string remark_;
};

}  // namespace

SearchResult search_symbolic(const MachineFactory& make_machine, const SearchOptions& options,
                             const EngineOptions& engine) {
  SearchResult result;
  Budget budget(options, result);
  Engine search(make_machine, options, engine, result);
  search.run();
  search.finish();
  budget.finish();
  return result;
}

}  // namespace mover::symbolic
