#include "differential/contest.h"

#include <algorithm>

#include "differential/classes.h"
#include "differential/metered.h"
#include "trace/replay.h"
#include "vm/vm.h"

namespace mover::differential {
namespace {

const char* stop_in_words(Stop stop) {
  switch (stop) {
    case Stop::Finished:
      return "";
    case Stop::FirstViolation:
      return "stopped at the first violation in spite of --keep-going";
    case Stop::TimeLimit:
      return "ran into the time limit";
    case Stop::MemoryLimit:
      return "ran into the memory limit";
    case Stop::Interrupted:
      return "used up its budget of steps";
  }
  return "";
}

uint32_t line_of(const ir::Program& program, ir::LocId loc) { return program.locs[loc].line; }

// The function that a new thread runs.
ir::FunctionId started_by(const ir::Program&, const ir::Function& function, const ir::Instr& in) {
  const ir::Operand entry = function.args[in.first_arg + (in.op == ir::Op::Sync ? 1 : 2)];
  const ir::Constant* constant = entry < 0 ? &function.constants[static_cast<size_t>(~entry)] : nullptr;
  return constant != nullptr && constant->kind == ir::Constant::Kind::Function ? constant->id : ir::kNone;
}

// Whether thread numbers are the same in all executions: only main creates threads, and none is detached. Otherwise
// they cannot be compared, because a finding is reported once per line, with the thread number of the first execution.
bool numbers_are_fixed(const ir::Program& program) {
  std::set<ir::FunctionId> started;  // with symmetric threads, a finding may be reported for any of them
  auto is = [&](const ir::Instr& in, ir::SyncOp op, const char* name) {
    if (in.op == ir::Op::Sync) return static_cast<ir::SyncOp>(in.sub) == op;
    return in.op == ir::Op::Call && program.functions[static_cast<size_t>(in.imm)].name == name;
  };
  for (const ir::Function& function : program.functions) {
    if (function.is_library) continue;
    for (const ir::Instr& in : function.code) {
      if (is(in, ir::SyncOp::ThreadCreate, "pthread_create") &&
          !started.insert(started_by(program, function, in)).second)
        return false;
      if (is(in, ir::SyncOp::ThreadDetach, "pthread_detach")) return false;
      if (function.name != "main" && is(in, ir::SyncOp::ThreadCreate, "pthread_create")) return false;
    }
  }
  return true;
}

constexpr ThreadId kSomeThread = 0;

void take_down(const ir::Program& program, Finding finding, bool numbers, Answer& answer) {
  const uint32_t line = line_of(program, finding.loc);
  if (!numbers) finding.thread = kSomeThread;
  switch (finding.kind) {
    case FindingKind::Deadlock:
      answer.deadlocks.insert({finding.thread, line});
      answer.only_busy_waits &= finding.is_busy_wait;
      break;
    case FindingKind::Race:
      answer.races.insert(std::minmax(line, line_of(program, finding.other_loc)));
      break;
    case FindingKind::Exit:
      answer.exit_codes.insert(finding.subject);
      break;
    default:
      answer.failures.insert({finding.kind, finding.thread, line});
      break;
  }
}

std::string describe(const Answer::Failure& failure) {
  return std::string(to_text(failure.kind)) + " in thread " + std::to_string(failure.thread) + " at line " +
         std::to_string(failure.line);
}

std::string describe(const std::pair<uint32_t, uint32_t>& race) {
  return "race of lines " + std::to_string(race.first) + " and " + std::to_string(race.second);
}

// The first element of `some` that is not in `others`, as text; empty if there is none.
template <typename Set>
std::string first_missing(const Set& some, const Set& others) {
  for (const auto& element : some)
    if (!others.contains(element)) return describe(element);
  return "";
}

// The races without those of failing operations. A search that inspects pending actions reports that a failing
// operation accesses its object, and a search that inspects executed steps does not. The failures themselves are
// compared.
using LinePair = std::pair<uint32_t, uint32_t>;
std::set<LinePair> races_of_successful_operations(const Answer& judge) {
  std::set<LinePair> races = judge.races;
  std::erase_if(races, [&](const LinePair& race) {
    return std::any_of(judge.failures.begin(), judge.failures.end(), [&](const Answer::Failure& failure) {
      return failure.kind == FindingKind::Memory && (failure.line == race.first || failure.line == race.second);
    });
  });
  return races;
}

std::string compare_races(const Answer& judge, const Answer& other, const Promise& promise) {
  const auto extra = first_missing(other.races, judge.races);
  if (!extra.empty() && (judge.every_race_pair || judge.races.empty())) return "invents a " + extra;
  const std::set<LinePair> expected = races_of_successful_operations(judge);
  if (!expected.empty() && other.races.empty()) return "misses the " + describe(*expected.begin());
  if (promise.every_race_pair && judge.every_race_pair)
    if (const auto lost = first_missing(expected, other.races); !lost.empty()) return "misses the " + lost;
  return "";
}

std::string compare_deadlocks(const Answer& judge, const Answer& other, const Promise& promise) {
  if (judge.deadlocks.empty() && !other.deadlocks.empty()) return "invents a deadlock";
  if (!promise.deadlocks) return "";
  if (!judge.deadlocks.empty() && other.deadlocks.empty()) return "misses the deadlock";
  // The judge may report more: it also reports a deadlock of some threads before further threads block.
  if (promise.every_deadlock &&
      !std::includes(judge.deadlocks.begin(), judge.deadlocks.end(), other.deadlocks.begin(), other.deadlocks.end()))
    return "reports other deadlocks";
  return "";
}

template <bool transactions>
SearchResult optimistic(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions optimistic = options;
  optimistic.explored_threads = ExploredThreads::Dpor;
  optimistic.transactions = transactions;
  return search_transactions(make_machine, optimistic);
}

// A randomised exploration order must not change the answer.
template <SearchResult (*search)(const MachineFactory&, const SearchOptions&)>
SearchResult in_another_order(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions shuffled = options;
  shuffled.seed = 1;
  return search(make_machine, shuffled);
}

// Symmetric threads.
template <SearchResult (*search)(const MachineFactory&, const SearchOptions&)>
SearchResult with_symmetry(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions symmetric = options;
  symmetric.symmetry = true;
  return search(make_machine, symmetric);
}

// The searches of [STO02].
template <bool sleep, bool persistent, bool invisible_first, bool composed>
SearchResult selective(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions with = options;
  with.selective.sleep = sleep;
  with.selective.persistent = persistent;
  with.selective.invisible_first = invisible_first;
  with.selective.composed = composed;
  return search_selective(make_machine, with);
}

// The searches of [STO02] that store states.
template <bool invisible_first, bool composed>
SearchResult selective_with_states(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchOptions with = options;
  with.selective = {.sleep = false,
                    .persistent = true,
                    .invisible_first = invisible_first,
                    .composed = composed,
                    .stores_states = true};
  return search_selective(make_machine, with);
}

}  // namespace

const std::vector<Contestant>& contestants() {
  static const std::vector<Contestant> table = {
      {"reference", search_reference, {.every_race_pair = true}},
      {"stateful", search_stateful, {.states = true}},
      {"transactions", search_transactions},
      {"transactions, ignoring by cycles",
       [](const MachineFactory& make_machine, const SearchOptions& options) {
         SearchOptions with_cycles = options;
         with_cycles.ignoring = Ignoring::Cycle;
         return search_transactions(make_machine, with_cycles);
       }},
      {"stateful, symmetry", with_symmetry<search_stateful>},
      {"transactions, symmetry", with_symmetry<search_transactions>},
      {"dpor, symmetry", with_symmetry<optimistic<false>>},
      {"transactions and dpor, symmetry", with_symmetry<optimistic<true>>},
      {"transactions and dpor, symmetry, in another order",
       with_symmetry<in_another_order<optimistic<true>>>,
       {},
       true},
      {"source-dpor", search_source_dpor, {.every_race_pair = true}},
      {"optimal-dpor", search_optimal_dpor, {.every_race_pair = true, .classes = true}},
      {"optimal-dpor, in another order",
       in_another_order<search_optimal_dpor>,
       {.every_race_pair = true, .classes = true},
       true},
      {"dpor", optimistic<false>},
      {"dpor, in another order", in_another_order<optimistic<false>>, {}, true},
      {"transactions and dpor", optimistic<true>},
      {"transactions and dpor, in another order", in_another_order<optimistic<true>>, {}, true},
      {"sleep-sets", selective<true, false, false, false>, {.every_race_pair = true}},
      {"persistent-sets", selective<true, true, false, false>, {.every_race_pair = true}},
      {"invisible-first", selective<true, true, true, false>, {.every_race_pair = true}},
      {"composed", selective<true, true, true, true>, {.every_race_pair = true}},
      {"stateful persistent-sets", selective_with_states<false, false>},
      {"stateful composed", selective_with_states<true, true>},
  };
  return table;
}

Rules without_judge(Rules rules) {
  if (rules.contestants.size() > 1) rules.contestants.erase(rules.contestants.begin());
  return rules;
}

std::string to_text(const Answer& answer) {
  std::string text;
  for (const auto& failure : answer.failures) text += "  " + describe(failure) + "\n";
  for (const auto& [thread, line] : answer.deadlocks)
    text += "  deadlock, thread " + std::to_string(thread) + " blocked at line " + std::to_string(line) + "\n";
  for (const auto& race : answer.races) text += "  " + describe(race) + "\n";
  if (text.empty()) text = "  nothing\n";
  text += "  states " + std::to_string(answer.states) + ", steps " + std::to_string(answer.steps) + ", executions " +
          std::to_string(answer.executions) + "\n";
  if (!answer.complete) text += "  incomplete: " + answer.why_not + "\n";
  return text;
}

Answer ask(const Contestant& contestant, const ir::Program& program, uint64_t budget) {
  Meter meter(budget);
  vm::Options machine_options;
  machine_options.keep_names = true;
  auto make_machine = [&] {
    return std::make_unique<MeteredMachine>(vm::make_machine(program, machine_options), meter);
  };
  SearchOptions options;
  options.keep_going = true;
  options.checks.exit = true;
  options.interrupted = meter.exhausted();
  const SearchResult result = contestant.search(make_machine, options);

  Answer answer;
  answer.states = result.stats.states;
  answer.steps = meter.steps();
  answer.executions = result.stats.executions;
  answer.past_matters = meter.past_matters();
  answer.why_not = result.incomplete.empty() ? stop_in_words(result.stop) : result.incomplete.front().what;
  answer.complete = answer.why_not.empty();
  const auto machine = vm::make_machine(program, {});
  const bool numbers = numbers_are_fixed(program);
  answer.every_race_pair = contestant.promise.every_race_pair;
  for (const Violation& violation : result.violations) {
    take_down(program, violation.finding, numbers, answer);
    if (violation.has_schedule && !replays(*machine, violation)) answer.broken_trace = violation.finding.message;
  }
  return answer;
}

std::string compare(const Answer& judge, const Answer& other, const Promise& promise) {
  if (!other.broken_trace.empty()) return "reports a violation that does not replay: " + other.broken_trace;
  if (const auto lost = first_missing(judge.failures, other.failures); !lost.empty()) return "misses the " + lost;
  if (const auto extra = first_missing(other.failures, judge.failures); !extra.empty()) return "invents a " + extra;
  if (judge.exit_codes.size() != other.exit_codes.size())
    return "finds " + std::to_string(other.exit_codes.size() + 1) + " exit codes instead of " +
           std::to_string(judge.exit_codes.size() + 1);
  if (const auto wrong = compare_deadlocks(judge, other, promise); !wrong.empty()) return wrong;
  if (const auto wrong = compare_races(judge, other, promise); !wrong.empty()) return wrong;
  if (promise.states && !judge.past_matters && judge.states != other.states)
    return "counts " + std::to_string(other.states) + " states instead of " + std::to_string(judge.states);
  return "";
}

std::string compare_forms(const Answer& as_ir, const Answer& as_c) {
  auto without_threads = [](const std::set<Answer::Failure>& failures) {
    std::set<std::pair<FindingKind, uint32_t>> lines;
    for (const auto& failure : failures) lines.insert({failure.kind, failure.line});
    return lines;
  };
  if (without_threads(as_ir.failures) != without_threads(as_c.failures)) return "failures differ between IR and C";
  if (as_ir.deadlocks.empty() != as_c.deadlocks.empty()) return "only one of IR and C has a deadlock";
  if (as_ir.races != as_c.races) return "races differ between IR and C";
  if (as_ir.exit_codes.size() != as_c.exit_codes.size()) return "exit codes differ between IR and C";
  return "";
}

// The reason why the number of executions is not that of Mazurkiewicz traces; empty if it is, or if that is unknown.
static std::string compare_classes(const ir::Program& program, const Answer& answer, uint64_t budget) {
  const auto machine = vm::make_machine(program, {});
  machine->record_events(true);
  ClassCounter counter(*machine, budget);
  if (machine->reset().kind != StepResult::Kind::Running || !counter.follow({})) return "";
  if (answer.executions == counter.number()) return "";
  return "follows " + std::to_string(answer.executions) + " executions of " + std::to_string(counter.number()) +
         " classes";
}

Verdict judge(const ir::Program& program, const Rules& rules) {
  Verdict verdict;
  for (const Contestant& contestant : rules.contestants) {
    verdict.answers.push_back(ask(contestant, program, rules.budget));
    const Answer& answer = verdict.answers.back();
    if (!answer.complete) {
      verdict.kind = Verdict::Kind::Skipped;
      verdict.reason = std::string(contestant.name) + ": " + answer.why_not;
      return verdict;
    }
    std::string wrong = compare(verdict.answers.front(), answer, contestant.promise);
    if (wrong.empty() && contestant.promise.classes) wrong = compare_classes(program, answer, rules.budget);
    if (wrong.empty()) continue;
    verdict.kind = Verdict::Kind::Disagree;
    verdict.reason = std::string(contestant.name) + " " + wrong;
    return verdict;
  }
  return verdict;
}

}  // namespace mover::differential
