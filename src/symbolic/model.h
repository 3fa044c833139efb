// The circuit of a concurrent program (section 4 of [KGS06]), with the tables that map executions of the circuit to
// executions of the program.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "circuit/word.h"
#include "search/linear_time.h"
#include "symbolic/reduction_rules.h"
#include "symbolic/transactions.h"

namespace mover::symbolic {

enum class BadKind : uint8_t {
  Assertion,
  Memory,
  Deadlock,
  Race,
  Bound,     // the execution reaches a bound of the model, or an operation that is not modelled
  Coverage,  // not a violation, but a part of the program that some execution should reach: see Model::Covered
  Guard,     // an access to a byte without the guard that transactions assume
  Order,     // a thread has observed an action that does not happen-before its own step: see property/race.h
};

// The properties that the circuit checks: they determine its bad literals. An error of a kind that is not checked still
// ends the execution in which it happens.
struct CheckedProperties {
  bool assertion = true, memory = true, deadlock = true, race = true;
  // Without `bound`, a thread that has reached a bound has no further step, and the other threads continue. So the
  // circuit has violations of other threads that are possible before the thread executes its next instruction.
  bool bound = true, order = true;
  // The circuit tracks happens-before (order.h), so it also finds races whose accesses are never pending in one state.
  bool tracks_order = false;
  bool coverage = false;     // the bad literals are those of Model::covered instead of violations
  std::set<size_t> covered;  // with `coverage`: the indices in Model::covered that are known to be reached
  // The user has excluded memory errors. The circuit ends an execution at such an error, which counts as a bound.
  bool memory_excluded = false;
  // Uses of an undefined value agree, as in the interpreter. Without it, the circuit is smaller, and has executions
  // that the program does not have.
  bool freezes_undefined = false;
  // A formula. The instructions that may change its atoms begin steps, as in the interpreter.
  const LinearTime* observed = nullptr;
  // The circuit has the infinite executions that violate `observed`, or, if there is no formula, those that are
  // livelocks, instead of bad states: its bad literals are justice conditions (solver/liveness.h), among them those of
  // this fairness. Executions that fail or reach a bound are left out.
  std::optional<Fairness> violations_under{};
  // With `violations_under` and without a formula: instead of livelocks, the circuit has the executions in which a
  // thread stays in a loop with an exit for ever, or is blocked for ever.
  bool hangs = false;
};

// An early end of an execution at a node: a failure, a bound of the model, or an access without its guard.
struct Ending {
  BadKind kind = BadKind::Bound;
  circuit::Literal guard = circuit::kFalse;  // the step of `thread`, if it is scheduled, ends the execution here
  ThreadIndex thread = 0;
  NodeId node = 0;
  std::string message;
  bool may_grow = false;     // a model with larger bounds may avoid this end
  std::set<Byte> unguarded;  // Guard: the bytes that `thread` accesses without their guard
};

struct Model {
  circuit::Circuit circuit;
  std::vector<BadKind> bads;                    // the kinds of the circuit's bad literals, in the same order
  circuit::Word scheduled;                      // the input word that chooses the thread of a step
  std::vector<circuit::Word> program_counters;  // by thread
  // By thread: the nodes in the order in which a step executes them. Each has a literal that is true if the step
  // executes it.
  std::vector<std::vector<std::pair<NodeId, circuit::Literal>>> executed;
  // By thread and value of the program counter: the node at which the thread is; kNone: the value denotes no node.
  std::vector<std::vector<NodeId>> nodes_of_codes;
  std::map<std::pair<ThreadIndex, NodeId>, circuit::Word> chosen;  // the input words of nondeterministic values
  // A thread that a signal may wake: whether it waits on the condition variable, and whether the signal chooses it.
  struct Wake {
    ThreadIndex thread = 0;
    circuit::Literal waits = circuit::kFalse, chosen = circuit::kFalse;
  };
  std::map<std::pair<ThreadIndex, NodeId>, std::vector<Wake>> woken;
  // The threads that an instruction may create, each with a literal that is true if the thread is created.
  std::map<std::pair<ThreadIndex, NodeId>, std::vector<std::pair<ThreadIndex, circuit::Literal>>> created;
  std::vector<Ending> endings;
  // The state is also a state of the explicit search: the program has not ended, and main has reached its first visible
  // instruction.
  circuit::Literal is_explicit_state = circuit::kFalse;
  std::vector<circuit::Literal> enabled, explored;      // by thread: it is enabled; the scheduler may choose it
  std::vector<std::vector<circuit::Literal>> stubborn;  // [i][j]: j is in the stubborn set of i; empty: no such sets
  // A part of the program that some execution should reach. A proof says nothing about a part that no execution reaches
  // (machine/coverage.h). With CheckedProperties::coverage, these are the circuit's bad literals, in the same order.
  struct Covered {
    enum class What : uint8_t { Holds, Fails, Creates, ThreadEnds, ProgramEnds, Reaches } what;
    ThreadIndex thread = 0;
    ir::LocId loc = 0;  // Holds, Fails: the location of the assumption; Reaches: that of mover_reachable
    circuit::Literal literal = circuit::kFalse;
  };
  std::vector<Covered> covered;
  // The livelocks that the circuit may show, and the latches with the number of the one that it shows: 0 is none, and 1
  // the first of them.
  struct OfLivelock {
    Livelock kind = Livelock::Loop;
    ThreadIndex thread = 0;
  };
  std::vector<OfLivelock> livelocks;
  circuit::Word livelock;
  bool has_starts = false;    // the start of a thread is a step of its own, as in the interpreter
  std::string no_race_proof;  // the reason why a proof for this circuit may miss races; empty: it excludes all races
};

// The reduction that the circuit contains.
enum class Reduction : uint8_t {
  None,
  PersistentSets,           // Algo2 of [KGS06]: the scheduler chooses a thread of a conditional stubborn set
  Patterns,                 // Algo3 of [KGS06]: the same, with lock acquisition patterns
  Transactions,             // transactions.h
  TransactionsAndPatterns,  // both: the threads whose steps are transactions form stubborn sets
};
inline bool has_transactions(Reduction reduction) { return reduction >= Reduction::Transactions; }
inline bool has_stubborn_sets(Reduction reduction) {
  return reduction != Reduction::None && reduction != Reduction::Transactions;
}

// The values of a program counter that denote no node.
enum Code : uint32_t {
  kNotStarted,
  kEnded,
  kDiscarded,  // an assumption did not hold
  kFailed,     // an assertion has failed
  kFaulted,    // a memory error has occurred
  kBounded,    // a bound of the model was reached
  kUnguarded,  // an access did not have its guard
  kFirstCode,  // the first value that denotes a cut
};

// The options of the machine that the circuit depends on.
struct Setting {
  bool nondet_rand = false, malloc_may_fail = false, spurious_wakeups = false, spurious_failures = false;
};

// refuted: the accesses of earlier circuits that lacked the guards that transactions assume.
Model build_model(const ValueAnalysis& values, const CheckedProperties& checked, const Setting& setting,
                  Reduction reduction, const Refuted& refuted = {}, const ReductionRules& rules = {});

}  // namespace mover::symbolic
