#include "cli/limits.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "ir/names.h"
#include "report/style.h"

namespace mover::cli {

namespace {

// Features of a program's text to which standing assumptions refer.
struct Features {
  size_t weak_atomics = 0;  // atomic accesses of the user's code that are weaker than sequentially consistent
  struct Feature {
    bool occurs = false;
    ir::LocId first = 0;  // the first place of an occurrence; 0 if no place is known
    void add(ir::LocId loc) {
      if (first == 0) first = loc;
      occurs = true;
    }
  } weak_atomic, allocation, condition_wait;
  bool takes_arguments = false;
  bool declares_exclusive = false;  // mover_exclusive
};

// Whether the library function allocates memory for its caller. Functions that use memory only internally (printf, for
// example) do not count.
bool is_allocator(const std::string& name) {
  static const std::set<std::string> names = {"malloc",        "calloc",   "realloc",        "reallocarray",
                                              "aligned_alloc", "memalign", "posix_memalign", "valloc",
                                              "strdup",        "strndup",  "asprintf",       "vasprintf"};
  return names.count(name) > 0 || name.rfind("_Znw", 0) == 0 || name.rfind("_Zna", 0) == 0;
}

void add_features(const ir::Program& program, const ir::Function& function, Features& features) {
  auto name_of = [&](int64_t id) -> const std::string& { return program.functions[static_cast<size_t>(id)].name; };
  for (const ir::Constant& constant : function.constants) {
    if (constant.kind == ir::Constant::Kind::Function && is_allocator(name_of(constant.id))) features.allocation.add(0);
  }
  for (const ir::Instr& in : function.code) {
    const ir::LocId loc = function.is_users() ? in.loc : 0;
    const bool is_weak = in.order != ir::Order::NotAtomic && in.order != ir::Order::SeqCst;
    features.weak_atomics += is_weak;
    if (is_weak) features.weak_atomic.add(loc);
    if (in.op == ir::Op::Call && is_allocator(name_of(in.imm))) features.allocation.add(loc);
    if (in.op != ir::Op::Service) continue;
    auto service = static_cast<ir::ServiceOp>(in.sub);
    if (ir::is_allocation(service)) features.allocation.add(loc);
    features.declares_exclusive |= service == ir::ServiceOp::Exclusive;
  }
}

// REQUIRES: the verifier found no error.
Features features_of(const ir::Program& program) {
  Features features;
  for (const ir::Function& function : program.functions) {
    if (!function.is_library) add_features(program, function, features);
    if (function.name == "main" && function.num_params > 0) features.takes_arguments = true;
    for (const ir::Instr& in : function.code) {
      if (in.op != ir::Op::Sync) continue;
      auto sync = static_cast<ir::SyncOp>(in.sub);
      if (sync == ir::SyncOp::CondWait || sync == ir::SyncOp::CondTimedWait)
        features.condition_wait.add(function.is_users() ? in.loc : 0);
    }
  }
  return features;
}

// The end of a sentence that names the first occurrence of a feature: ": the program allocates memory at a.c:12".
std::string first_place(const ir::Program& program, const Features::Feature& feature, const std::string& what) {
  return feature.first == 0 ? "" : ": the program " + what + " at " + ir::place_in_words(program, feature.first);
}

std::string arguments_sentence(const vm::Options& machine) {
  if (machine.args.size() <= 1) return "main gets no arguments (--args=\"A B ...\" gives some)";
  std::string text = "main gets the arguments";
  for (size_t i = 1; i < machine.args.size(); ++i) text += (i == 1 ? " '" : ", '") + machine.args[i] + "'";
  return text + " and no others";
}

}  // namespace

std::vector<std::string> standing_assumptions(const ir::Program& program, const Settings& settings) {
  Features features = features_of(program);
  std::vector<std::string> sentences;
  std::string consistency = "sequential consistency: every thread sees all accesses in one order";
  if (features.weak_atomics > 0) {
    consistency += "; " + plural(features.weak_atomics, "atomic operation") + " of the program " +
                   (features.weak_atomics == 1 ? "has a weaker memory order" : "have weaker memory orders") +
                   " and may behave differently on a real machine" +
                   first_place(program, features.weak_atomic, "has one");
  }
  // The native engine's run-time library reports weaker atomic accesses itself.
  if (settings.engine != Engine::Native) sentences.push_back(consistency);
  if (features.allocation.occurs && !settings.machine.malloc_may_fail) {
    sentences.push_back("malloc succeeds (--malloc-may-fail lifts this)" +
                        first_place(program, features.allocation, "allocates memory"));
  }
  if (features.condition_wait.occurs && !settings.machine.spurious_wakeups) {
    sentences.push_back("condition variables have no spurious wake-ups (--spurious-wakeups lifts this)" +
                        first_place(program, features.condition_wait, "waits on one"));
  }
  if (features.takes_arguments) sentences.push_back(arguments_sentence(settings.machine));
  const Checks& checks = settings.checks;
  if (!checks.assertion) sentences.push_back("failed assertions and crashes are not checked (--check)");
  if (!checks.memory) sentences.push_back("memory errors are not checked (--check)");
  if (!checks.deadlock) sentences.push_back("deadlocks are not checked (--check)");
  // Other engines decide this from the loops that threads stay in (property/busy_wait.h). Beside an explicit search,
  // `safe` needs a proof of it.
  if (checks.deadlock && settings.engine == Engine::Symbolic && !settings.is_beside)
    sentences.push_back(
        "this engine does not detect threads that spin for ever, or are blocked for ever while others run for ever "
        "(--engine=stateful does)");
  if (!checks.race) {
    sentences.push_back(
        "data races are not checked (--check); after a data race, executions are explored as if every access were "
        "sequentially consistent");
  }
  if (features.declares_exclusive && !checks.discipline)
    sentences.push_back("exclusive access predicates are not checked (--check=discipline), and are not relied on");
  add_new(sentences, program.warnings);
  return sentences;
}

bool matters_for_violations(const std::string& assumption) {
  static constexpr std::string_view kBeginnings[] = {
      "standard input is", "main gets",       "the environment is", "the operating system returns",
      "files that",        "time:",           "no signals come",    "sockets connect",
      "named semaphores",  "random numbers",  "rand and its like",  "the number of the process",
      "the machine has",   "one placement of"};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](std::string_view beginning) { return assumption.starts_with(beginning); });
}

std::string stop_sentence(Stop stop, const Settings& settings) {
  switch (stop) {
    case Stop::Finished:
    case Stop::FirstViolation:
      return "";
    case Stop::TimeLimit: {
      std::string seconds = std::to_string(settings.time_limit);
      seconds.erase(seconds.find_last_not_of('0') + 1);
      if (seconds.ends_with('.')) seconds.pop_back();
      return "the search stopped at the time limit of " + seconds + " s";
    }
    case Stop::MemoryLimit:
      return "the search stopped at the memory limit of " + with_thousands(settings.memory_limit_mib) + " MiB" +
             (settings.memory_limit_given ? "" : " (four fifths of this machine's; --memory-limit=MIB sets another)");
    case Stop::Interrupted:
      return "the search was interrupted";
  }
  return "";
}

std::vector<std::string> advice_for(const Outcome& outcome, const Settings& settings) {
  std::vector<std::string> advice;
  auto is_race = [](const ReportedViolation& v) { return v.finding.kind == FindingKind::Race; };
  if (outcome.stop == Stop::FirstViolation &&
      std::any_of(outcome.violations.begin(), outcome.violations.end(), is_race))
    advice.push_back("find more races: the search was not finished; --keep-going continues to its end");
  if (outcome.ended_at_once && !settings.argv_given)
    advice.push_back("give the program its arguments: --args=\"A B ...\"");
  if (outcome.verdict != Verdict::Unknown) return advice;
  if (outcome.stop == Stop::TimeLimit) advice.push_back("allow more time: --time-limit=SECONDS");
  if (outcome.stop == Stop::MemoryLimit) advice.push_back("allow more memory: --memory-limit=MIB");
  if (outcome.stop != Stop::Finished) {
    advice.push_back(
        "make the program smaller: fewer threads, fewer iterations and smaller buffers show most bugs, too");
  }
  if (settings.engine == Engine::Native) return advice;  // the following advice is about bounds of the interpreter
  using Cause = Omission::Cause;
  const std::set<Cause>& causes = outcome.causes;
  if (causes.contains(Cause::SampledValues)) {
    advice.push_back("use mover_choose(n) where the range of a value is small: all n values are explored");
  }
  if (causes.contains(Cause::Recursion)) {
    advice.push_back("allow deeper stacks: --max-recursion=" + std::to_string(settings.machine.max_frames * 10));
  }
  if (settings.preemptions && causes.contains(Cause::Preemptions))
    advice.push_back("allow more preemptions: --preemptions=" + std::to_string(*settings.preemptions + 1));
  if (causes.contains(Cause::Heap) || causes.contains(Cause::LocalsAndHeap)) {
    advice.push_back("allow more memory alive at once: --max-heap=" +
                     std::to_string((settings.machine.max_heap_bytes >> 20) * 4));
  }
  if (causes.contains(Cause::Undefined))
    advice.push_back("give the files that define the undefined functions as further inputs");
  if (causes.contains(Cause::Unmodelled)) {
    if (settings.why_not_native.empty() && !causes.contains(Cause::Undefined))
      advice.push_back("check the compiled program, which needs no models: --engine=native");
    advice.push_back("define the functions without a model in a further input");
  }
  return advice;
}

std::vector<std::string> in_words(const ir::Program& program, const std::vector<Omission>& omissions) {
  std::vector<std::string> sentences;
  for (const Omission& omission : omissions) sentences.push_back(in_words(program, omission));
  return sentences;
}

void add_new(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& sentence : from) {
    if (std::find(to.begin(), to.end(), sentence) == to.end()) to.push_back(sentence);
  }
}

}  // namespace mover::cli
