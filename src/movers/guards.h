// What protects each shared variable, by the program's names: lock, thread, nothing. A search logs every
// access (GuardLog); its summary (Guard) refers neither to the search nor to the machine.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "ir/parts.h"
#include "machine/machine.h"
#include "movers/locksets.h"

namespace mover {

// A part of a variable, by which its declaration can be found.
struct VariablePlace {
  ObjectInfo object;
  ir::Path path;        // where the type is known; kEvery for rows that stand for all elements
  uint64_t offset = 0;  // of the first byte
};

struct GuardLock {
  std::string name;  // "mu", "alice.lock", "lock of the same object"
  VariablePlace place;
  bool own = false;     // it lies in the same object as what it protects
  bool shared = false;  // some accesses hold only its read side
};

struct GuardSite {
  struct Held {
    std::string lock;
    bool shared = false;  // only its read side
    bool operator==(const Held&) const = default;
  };
  ir::LocId loc = 0;
  ir::FunctionId function = ir::kNone;
  std::string thread;  // "main", "T1 (worker)"
  bool write = false, atomic = false;
  std::vector<Held> locks;  // that are held there
  bool breaks = false;      // By::Nothing: it is one of those that do not hold Guard::almost
};

struct Guard {
  enum class By : uint8_t {
    Lock,
    Section,   // only atomic sections access it
    Thread,    // only one thread accesses it while there are others
    ReadOnly,  // no thread writes it while there are others
    Atomic,    // nothing, but every access is atomic by itself
    Nothing,
  } by = By::Nothing;
  std::string variable;  // "queue.items[3]", "table[*]", "the memory allocated at a.c:12, byte 8"
  VariablePlace place;
  std::vector<GuardLock> locks;  // that every access held. By::Lock: each of them protects it
  std::string thread;            // only this thread accesses it; empty: there are several
  std::string almost;            // By::Nothing: the lock that most accesses hold
  std::vector<GuardSite> sites;  // by place; each once
};

// A function that threads are only ever in while they hold a lock under which they access guarded variables there.
struct FunctionGuard {
  ir::FunctionId function = ir::kNone;
  GuardLock lock;       // own: that of the object which it accesses …
  bool always = false;  // … and the one of that name is held whenever a thread is in the function
};

// Whether a function is atomic.
struct FunctionTransactions {
  std::string function;
  ir::LocId loc = 0;
  bool one_transaction = true;  // every execution of it was
  ir::LocId committed_at = 0;   // otherwise: what its first transaction committed with …
  ir::LocId broken_at = 0;      // … and where the second began
};

// All accesses and actions of threads while there were others.
class GuardLog {
 public:
  explicit GuardLog(Locksets& locksets) : locksets_(locksets) {}

  // t, which holds `any`, and for writing `exclusive`, is about to access.
  void access(const Machine& machine, ThreadId t, const Action& action, const Access& access, LocksetId any,
              LocksetId exclusive);
  // … is about to do something, whatever it is.
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
  // What threads did while they were in it, or in its callees.
  struct Function {
    LocksetId any = Locksets::kEverything, exclusive = Locksets::kEverything;  // held all the time
    std::set<std::pair<uint32_t, uint32_t>> acquired;                          // or released: places
    std::set<std::tuple<uint32_t, uint64_t, uint64_t>> accessed;               // object, offset, size
  };

  void know(const Machine& machine, ThreadId t, Address accessed);
  std::vector<ir::FunctionId> callers(const Machine& machine, ThreadId t) const;

  Locksets& locksets_;
  std::map<uint32_t, Object> objects_;  // by name
  std::map<ThreadId, std::string> threads_;
  std::map<ir::FunctionId, Function> functions_;
};

}  // namespace mover
