// The circuit of a concurrent program (section 4 of [KGS06]) and what relates its executions to the program's.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "circuit/word.h"
#include "symbolic/transactions.h"

namespace mover::symbolic {

enum class BadKind : uint8_t {
  Assertion,
  Memory,
  Deadlock,
  Race,
  Bound,     // the execution reaches a bound of the model, or something that is not modelled
  Coverage,  // no violation: see Model::Covered
  Guard,     // an access to a byte without the guard that transactions assume
  Order,     // a thread has observed another one without being ordered after it: see property/race.h
};

// What a solver is to look for. An error that is not asked for still ends the execution in which it happens.
struct Asked {
  bool assertion = true, memory = true, deadlock = true, race = true;
  bool bound = true, order = true;
  bool tracks_order = false;      // races are unordered by happens-before, even if never pending in one state (order.h)
  bool coverage = false;          // look only for what executions reach: see Model::Covered
  std::set<size_t> covered;       // with `coverage`: what is known to be reached
  bool memory_not_asked = false;  // by the user: executions are not followed beyond a memory error
};

// A place where an execution ends for a reason: a failure, or a bound.
struct Ending {
  BadKind kind = BadKind::Bound;
  circuit::Literal guard = circuit::kFalse;  // of the step that leads there
  ThreadIndex thread = 0;
  NodeId node = 0;
  std::string message;
  bool may_grow = false;     // a larger model may avoid it
  std::set<Byte> unguarded;  // Guard: the bytes that are accessed without it
};

struct Model {
  circuit::Circuit circuit;
  std::vector<BadKind> bads;          // by number of the circuit's bad literals
  circuit::Word scheduled;            // the inputs that choose the thread
  std::vector<circuit::Word> places;  // program counters, by thread
  // By thread: instructions in the order in which a step executes them, each with the literal that the step executes
  // it.
  std::vector<std::vector<std::pair<NodeId, circuit::Literal>>> executed;
  std::vector<std::vector<NodeId>>
      places_of_codes;  // by thread: the instruction that a value of the program counter means
  std::map<std::pair<ThreadIndex, NodeId>, circuit::Word> chosen;  // nondeterministic values
  // A thread that a signal may wake: whether it waits on the condition variable, and whether the signal wakes it.
  struct Wake {
    ThreadIndex thread = 0;
    circuit::Literal waits = circuit::kFalse, chosen = circuit::kFalse;
  };
  std::map<std::pair<ThreadIndex, NodeId>, std::vector<Wake>> woken;
  // The threads that an instruction may create, each with the literal that it is created.
  std::map<std::pair<ThreadIndex, NodeId>, std::vector<std::pair<ThreadIndex, circuit::Literal>>> created;
  std::vector<Ending> endings;
  std::vector<circuit::Literal> enabled, explored;      // by thread: it is enabled; the scheduler may choose it
  std::vector<std::vector<circuit::Literal>> stubborn;  // [i][j]: j is in the stubborn set of i; empty: no reduction
  // What some execution should reach: a proof says nothing about what no execution reaches (machine/coverage.h). With
  // Asked::coverage these are the circuit's bad literals, with the same numbers.
  struct Covered {
    enum class What : uint8_t { Holds, Fails, Creates, ThreadEnds, ProgramEnds } what;
    ThreadIndex thread = 0;
    ir::LocId loc = 0;  // Holds, Fails: of the assumption
    circuit::Literal literal = circuit::kFalse;
  };
  std::vector<Covered> covered;
  std::string no_race_proof;  // why a proof for this circuit does not exclude all races; empty: it does
};

// The reduction that the circuit contains.
enum class Reduction : uint8_t {
  None,
  PersistentSets,  // Algo2: the scheduler chooses from a conditional stubborn set
  Patterns,        // Algo3: the same, with lock acquisition patterns
  Transactions,    // transactions.h
};

// The soundness rules of the reductions (stubborn.h, footprint.h). Tests leave one rule out and check that this is
// noticed.
struct ReductionRules {
  bool later = true;        // threads conflict also by what they touch later
  bool enabling = true;     // a set with a disabled thread contains the threads that could enable it
  bool endings = true;      // the end of the program cuts off the steps of all threads
  bool sections = true;     // an atomic section excludes all other threads
  bool sticky = true;       // every cycle of a thread's code has a step that conflicts with all threads
  bool known_locks = true;  // only a lock whose address is known is acquired for certain
  bool tries = true;        // a trylock acquires nothing for certain
};

// Program counters have these values where the thread is at no instruction.
enum Code : uint32_t { kNotStarted, kEnded, kDiscarded, kFailed, kFaulted, kBounded, kUnguarded, kFirstCode };

// The machine's options that matter here.
struct Setting {
  bool nondet_rand = false, malloc_may_fail = false, spurious_wakeups = false, spurious_failures = false;
};

// refuted: the bytes for which earlier circuits have refuted the guards that transactions assume.
Model build_model(const ValueAnalysis& values, const Asked& asked, const Setting& setting, Reduction reduction,
                  const std::set<Byte>& refuted = {}, const ReductionRules& rules = {});

}  // namespace mover::symbolic
