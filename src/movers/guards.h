// The protection of each shared variable, for reports: by a lock, by a thread, by nothing, with the names that the
// program uses. A search logs every access (GuardLog). The summary (Guard) refers neither to the search nor to the
// machine.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "ir/parts.h"
#include "machine/machine.h"
#include "property/locksets.h"

namespace mover {

// A part of a variable, in a form from which its declaration can be found.
struct VariablePlace {
  ObjectInfo object;
  ir::Path path;        // empty if the type is not known; indices are kEvery if a row stands for all elements
  uint64_t offset = 0;  // the first byte
};

// A lock that protects a variable.
struct GuardLock {
  std::string name;  // "mu", "alice.lock", "lock of the same object"
  VariablePlace place;
  bool own = false;     // the lock lies in the object that it protects
  bool shared = false;  // some accesses hold only its read side
};

// An access to a variable: its place, its thread, and the locks that the thread held.
struct GuardSite {
  struct Held {
    std::string lock;
    bool shared = false;  // only the read side is held
    bool operator==(const Held&) const = default;
  };
  ir::LocId loc = 0;
  ir::FunctionId function = ir::kNone;
  std::string thread;  // "main", "T1 (worker)"
  bool write = false, atomic = false;
  std::vector<Held> locks;
  bool breaks = false;  // By::Nothing: the access does not hold Guard::almost
};

// The protection of one variable.
struct Guard {
  enum class By : uint8_t {
    Lock,
    Section,   // only atomic sections access it
    Thread,    // only one thread accesses it while several threads exist
    ReadOnly,  // no thread writes it while several threads exist
    Atomic,    // no lock, but every access is atomic
    Nothing,
  } by = By::Nothing;
  std::string variable;  // "queue.items[3]", "table[*]", "the memory allocated at a.c:12, byte 8"
  VariablePlace place;
  std::vector<GuardLock> locks;  // the locks that every access held; if By::Lock, each of them protects the variable
  std::string thread;            // the only thread that accesses it; empty: several threads do
  std::string almost;            // By::Nothing: the lock that most accesses hold
  std::vector<GuardSite> sites;  // sorted by place, without duplicates
};

// A function that accesses variables which a lock protects, and that never acquires or releases the lock itself.
struct FunctionGuard {
  ir::FunctionId function = ir::kNone;
  GuardLock lock;       // GuardLock::own: the lock lies in the accessed object
  bool always = false;  // the lock of that name is held whenever a thread is in the function
};

// Whether a function is atomic.
struct FunctionTransactions {
  std::string function;
  ir::LocId loc = 0;
  bool one_transaction = true;  // every execution of the function was one transaction
  ir::LocId committed_at = 0;   // if not one_transaction: the commit point of its first transaction
  ir::LocId broken_at = 0;      // if not one_transaction: the beginning of its second transaction
};

// A log of all accesses and actions of threads while several threads existed.
class GuardLog {
 public:
  explicit GuardLog(Locksets& locksets) : locksets_(locksets) {}

  // Logs an access that t is about to execute while it holds the locks `any`, and of these `exclusive` exclusively.
  void access(const Machine& machine, ThreadId t, const Action& action, const Access& access, LocksetId any,
              LocksetId exclusive);
  // Logs an action that t is about to execute.
  void action(const Machine& machine, ThreadId t, const Action& action, LocksetId any, LocksetId exclusive);

  std::vector<Guard> guards(const Machine& machine) const;
  std::vector<FunctionGuard> functions(const Machine& machine) const;

 private:
  friend class GuardRows;
  struct Site {
    ir::LocId loc;
    ir::FunctionId function;
    ThreadId thread;
    bool write, atomic;
    LocksetId any, exclusive;
    auto operator<=>(const Site&) const = default;
  };
  struct Object {
    ObjectInfo info;
    std::map<std::pair<uint64_t, uint64_t>, std::set<Site>> sites;  // by offset and size
  };
  // The actions of threads in the function and in its callees.
  struct Function {
    LocksetId any = Locksets::kEverything, exclusive = Locksets::kEverything;  // the locks held at all actions
    std::set<std::pair<uint32_t, uint32_t>> acquired;             // the places of locks that were acquired or released
    std::set<std::tuple<uint32_t, uint64_t, uint64_t>> accessed;  // object, offset, size
  };

  void describe(const Machine& machine, ThreadId t, Address accessed);
  std::vector<ir::FunctionId> callers(const Machine& machine, ThreadId t) const;

  Locksets& locksets_;
  std::map<uint32_t, Object> objects_;  // by name
  std::map<ThreadId, std::string> threads_;
  std::map<ir::FunctionId, Function> functions_;
};

}  // namespace mover
