// Small concurrent programs, as trees of statements. A program can be written both as IR and as C, with each statement
// on the same line, and can be shrunk.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mover::differential {

// The kind of object that `Stmt::object` numbers.
enum class Uses : uint8_t {
  Nothing,
  Variable,
  Pair,  // two variables: `object` and `second`
  Mutex,
  Condition,
  Await,
  Semaphore,
  Barrier,
  RwLock,
  Spin,
  Once,
  Pointer,
  Node,   // a global that points to a node: `object`
  Inner,  // the node that the thread's own q points to
  Thread,
  Child
};

// X(Name, Uses, has a body, C text). The text contains placeholders: $r and $s for the registers `reg` and `second`, $x
// for the variable, $o for the object's number, $n for the number `second`, $y for the variable `second`, $f for the
// field `second` of a node, $k for the value, $m for the memory order, $l for the memory order of a compare-and-swap
// that fails. Each statement is one line of C. The statements of a body follow on lines of their own.
#define MOVER_STATEMENTS(X)                                                                                          \
  X(Load, Variable, false, "$r = $x;")                                                                               \
  X(Store, Variable, false, "$x = $k;")                                                                              \
  X(StoreReg, Variable, false, "$x = ($r + $k) & 3;")                                                                \
  X(AtomicLoad, Variable, false, "$r = __atomic_load_n(&$x, $m);")                                                   \
  X(AtomicStore, Variable, false, "__atomic_store_n(&$x, $k, $m);")                                                  \
  X(AtomicXor, Variable, false, "$r = __atomic_fetch_xor(&$x, $k, $m);")                                             \
  X(CompareExchange, Variable, false, "{ int e = 0; __atomic_compare_exchange_n(&$x, &e, $k, 0, $m, $l); $r = e; }") \
  X(Spin, Variable, false, "while ($x == $k);")                                                                      \
  X(AtomicSpin, Variable, false, "while (__atomic_load_n(&$x, $m) == $k);")                                          \
  X(Fence, Nothing, false, "__atomic_thread_fence($m);")                                                             \
  X(LoadByte, Variable, false, "$r = ((char *)&$x)[1];")                                                             \
  X(StoreByte, Variable, false, "((char *)&$x)[1] = $k;")                                                            \
  X(StoreHalf, Variable, false, "((short *)&$x)[0] = $k;")                                                           \
  X(Copy, Pair, false, "memcpy(&$x, &$y, 4);")                                                                       \
  X(Fill, Variable, false, "memset(&$x, $k, 4);")                                                                    \
  X(Lock, Mutex, false, "pthread_mutex_lock(&m$o);")                                                                 \
  X(Unlock, Mutex, false, "pthread_mutex_unlock(&m$o);")                                                             \
  X(TryLock, Mutex, false, "$r = pthread_mutex_trylock(&m$o) != 0;")                                                 \
  X(TimedLock, Mutex, false, "$r = pthread_mutex_timedlock(&m$o, &soon) != 0;")                                      \
  X(Guarded, Mutex, true, "if (pthread_mutex_trylock(&m$o) == 0) {")                                                 \
  X(SpinLock, Spin, false, "pthread_spin_lock(&k$o);")                                                               \
  X(SpinUnlock, Spin, false, "pthread_spin_unlock(&k$o);")                                                           \
  X(SpinTry, Spin, false, "$r = pthread_spin_trylock(&k$o) != 0;")                                                   \
  X(PeekLock, Mutex, false, "$r = *(int *)&m$o != 0;")                                                               \
  X(WipeLock, Mutex, false, "memset(&m$o, 0, sizeof m$o);")                                                          \
  X(DestroyMutex, Mutex, false, "pthread_mutex_destroy(&m$o);")                                                      \
  X(Await, Await, false, "while ($x == $k) pthread_cond_wait(&c$n, &m$n);")                                          \
  X(AwaitOnce, Await, false, "if ($x == $k) pthread_cond_wait(&c$n, &m$n);")                                         \
  X(AwaitTimed, Await, false, "if ($x == $k) pthread_cond_timedwait(&c$n, &m$n, &soon);")                            \
  X(Signal, Condition, false, "pthread_cond_signal(&c$o);")                                                          \
  X(Broadcast, Condition, false, "pthread_cond_broadcast(&c$o);")                                                    \
  X(InitCondition, Condition, false, "pthread_cond_init(&c$o, 0);")                                                  \
  X(DestroyCondition, Condition, false, "pthread_cond_destroy(&c$o);")                                               \
  X(SemWait, Semaphore, false, "sem_wait(&s$o);")                                                                    \
  X(SemPost, Semaphore, false, "sem_post(&s$o);")                                                                    \
  X(SemTryWait, Semaphore, false, "$r = sem_trywait(&s$o) != 0;")                                                    \
  X(SemTimed, Semaphore, false, "$r = sem_timedwait(&s$o, &soon) != 0;")                                             \
  X(SemGet, Semaphore, false, "sem_getvalue(&s$o, &$r);")                                                            \
  X(DestroySem, Semaphore, false, "sem_destroy(&s$o);")                                                              \
  X(BarrierWait, Barrier, false, "pthread_barrier_wait(&b$o);")                                                      \
  X(ReadLock, RwLock, false, "pthread_rwlock_rdlock(&w$o);")                                                         \
  X(WriteLock, RwLock, false, "pthread_rwlock_wrlock(&w$o);")                                                        \
  X(TryReadLock, RwLock, false, "$r = pthread_rwlock_tryrdlock(&w$o) != 0;")                                         \
  X(TryWriteLock, RwLock, false, "$r = pthread_rwlock_trywrlock(&w$o) != 0;")                                        \
  X(TimedReadLock, RwLock, false, "$r = pthread_rwlock_timedrdlock(&w$o, &soon) != 0;")                              \
  X(TimedWriteLock, RwLock, false, "$r = pthread_rwlock_timedwrlock(&w$o, &soon) != 0;")                             \
  X(RwUnlock, RwLock, false, "pthread_rwlock_unlock(&w$o);")                                                         \
  X(CallOnce, Once, false, "pthread_once(&o$o, initialise);")                                                        \
  X(Publish, Pointer, false, "{ int *q = malloc(4); *q = $k; __atomic_store_n(&p, q, $m); }")                        \
  X(PublishEarly, Pointer, false, "{ int *q = malloc(4); __atomic_store_n(&p, q, $m); *q = $k; }")                   \
  X(Peek, Pointer, false, "{ int *q = __atomic_load_n(&p, $m); if (q) $r = *q; }")                                   \
  X(Poke, Pointer, false, "{ int *q = __atomic_load_n(&p, $m); if (q) *q = $k; }")                                   \
  X(Discard, Pointer, false, "{ int *q = __atomic_load_n(&p, $m); if (q) free(q); }")                                \
  X(Take, Pointer, false, "{ int *q = __atomic_exchange_n(&p, (int *)0, $m); if (q) free(q); }")                     \
  X(ShareLocal, Pointer, false, "__atomic_store_n(&p, &l, $m);")                                                     \
  /* nodes: each has a lock, a condition and two fields; a thread works on the one that its q points to */           \
  X(NewNode, Node, false, "__atomic_store_n(&n$o, calloc(1, sizeof(struct node)), $m);")                             \
  X(MakeNode, Node, false, "__atomic_store_n(&n$o, make(), $m);")                                                    \
  X(ShareNode, Node, false, "__atomic_store_n(&n$o, &own, $m);")                                                     \
  X(GetNode, Node, false, "q = __atomic_load_n(&n$o, $m);")                                                          \
  X(TakeNode, Node, false, "q = __atomic_exchange_n(&n$o, (struct node *)0, $m);")                                   \
  X(LockNode, Inner, false, "if (q) pthread_mutex_lock(&q->m);")                                                     \
  X(UnlockNode, Inner, false, "if (q) pthread_mutex_unlock(&q->m);")                                                 \
  X(TryNode, Inner, false, "if (q) $r = pthread_mutex_trylock(&q->m) != 0;")                                         \
  X(LoadField, Inner, false, "if (q) $r = q->$f;")                                                                   \
  X(StoreField, Inner, false, "if (q) q->$f = $k;")                                                                  \
  X(FillFields, Inner, false, "if (q) memset(&q->f, $k, 8);")                                                        \
  X(CopyField, Inner, false, "if (q) memcpy(&q->g, &q->f, 4);")                                                      \
  X(WaitNode, Inner, false, "if (q && q->$f == $k) pthread_cond_wait(&q->c, &q->m);")                                \
  X(SignalNode, Inner, false, "if (q) pthread_cond_signal(&q->c);")                                                  \
  X(FreeNode, Inner, false, "if (q) free(q);")                                                                       \
  X(Assert, Nothing, false, "assert($r == $k);")                                                                     \
  /* a delay that grows, and that only the assertion depends on */                                                   \
  X(Grow, Nothing, false, "if (delay < 4) delay *= 2; else delay = 1;")                                              \
  X(AssertDelay, Nothing, false, "assert(delay != $k);")                                                             \
  X(AssertSame, Nothing, false, "assert($r == $s);")                                                                 \
  X(Assume, Nothing, false, "mover_assume($r == $k);")                                                               \
  X(Choose, Nothing, false, "$r = mover_choose($k);")                                                                \
  X(Yield, Nothing, false, "sched_yield();")                                                                         \
  X(Atomic, Nothing, true, "mover_atomic_begin(); {")                                                                \
  X(If, Nothing, true, "if ($r == $k) {")                                                                            \
  X(Repeat, Nothing, true, "for (int i = 0; i < $k; i++) {")                                                         \
  X(Forever, Nothing, true, "while (1) {")                                                                           \
  X(Sometimes, Nothing, true, "while (mover_choose(2)) {")                                                           \
  X(Quit, Nothing, false, "pthread_exit(0);")                                                                        \
  X(Spawn, Child, false, "pthread_create(&h$o, 0, child$o, 0);")                                                     \
  X(JoinChild, Child, false, "pthread_join(h$o, 0);")                                                                \
  X(DetachChild, Child, false, "pthread_detach(h$o);")                                                               \
  X(DetachSelf, Nothing, false, "pthread_detach(pthread_self());")                                                   \
  /* lay_out adds the following statements to main and at the end of each function */                                \
  X(InitMutex, Mutex, false,                                                                                         \
    "{ pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, $k); "                       \
    "pthread_mutex_init(&m$o, &a); }")                                                                               \
  X(InitRwLock, RwLock, false,                                                                                       \
    "{ pthread_rwlockattr_t a; pthread_rwlockattr_init(&a); pthread_rwlockattr_setkind_np(&a, $k); "                 \
    "pthread_rwlock_init(&w$o, &a); }")                                                                              \
  X(InitSem, Semaphore, false, "sem_init(&s$o, 0, $k);")                                                             \
  X(InitBarrier, Barrier, false, "pthread_barrier_init(&b$o, 0, $k);")                                               \
  X(Create, Thread, false, "pthread_create(&t$o, 0, thread$n, 0);")                                                  \
  X(Join, Thread, false, "pthread_join(t$o, 0);")                                                                    \
  X(Detach, Thread, false, "pthread_detach(t$o);")                                                                   \
  X(Return, Nothing, false, "return 0;")                                                                             \
  X(ReturnRegister, Nothing, false, "return $r;")                                                                    \
  X(Exit, Nothing, false, "exit($k);")

enum class Kind : uint8_t {
#define X(name, uses, body, text) name,
  MOVER_STATEMENTS(X)
#undef X
};

Uses uses(Kind);
bool has_body(Kind);
const char* c_template(Kind);

struct Stmt {
  Kind kind = Kind::Yield;
  uint8_t object = 0;  // the number of the variable, mutex, …: see uses(kind)
  uint8_t reg = 0;     // one of the thread's registers
  uint8_t value = 0;
  uint8_t order = 0;   // of an atomic access: an index into kOrders
  uint8_t second = 0;  // AssertSame: a register; Create: the function; Await: mutex and condition; Copy: a variable;
                       // LoadField, …: a field
  std::vector<Stmt> body = {};
  uint32_t line = 0, end_line = 0;  // the first and the last line of the statement, which lay_out sets
  bool operator==(const Stmt&) const = default;
};
using Block = std::vector<Stmt>;

// The behaviour of main after it has created the threads.
enum class Finish : uint8_t {
  Join,    // joins all threads, runs `check`, returns
  Return,  // runs `check` and returns, which ends all threads
  Quit,    // runs `check` and ends as a thread; the others continue
  Detach,  // detaches all, runs `check` and ends as a thread
};

struct Program {
  std::string name;
  Block prologue;  // run by main before it creates the threads
  std::vector<Block> threads;
  std::vector<Block> children;  // started by `Spawn`; a child starts only later ones
  bool alike = false;           // all threads that main creates run the function of the first one
  bool main_is_last = false;    // the last of `threads` is not created: main runs it itself
  Finish finish = Finish::Join;
  Block check;
  uint8_t mutex_type[2] = {0, 0};  // 0 normal, 1 recursive, 2 error-checking
  uint8_t sem_start = 0;           // the initial value of every semaphore
  bool prefers_writers = false;    // every readers-writer lock prefers writers
  bool operator==(const Program&) const = default;
};

constexpr int kRegisters = 3;
constexpr const char* kVariables[] = {"x", "y", "z"};
constexpr const char* kFields[] = {"f", "g"};
enum MemoryOrder : uint8_t { kSeqCst, kRelaxed, kAcquire, kRelease, kAcqRel };
constexpr const char* kOrders[] = {"SEQ_CST", "RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL"};

// The objects that some statements mention: bit i of an entry is object i.
struct Inventory {
  uint8_t variables = 0, mutexes = 0, conditions = 0, semaphores = 0, barriers = 0, rwlocks = 0, spins = 0, onces = 0;
  uint8_t nodes = 0, children = 0, registers = 0;
  bool pointer = false, timed = false, makes = false;       // the global p, a deadline, the function make()
  bool own_local = false, own_node = false, inner = false;  // the locals l, own and q
  bool delay = false;                                       // the local delay
};
void take_stock(const Block&, Inventory&);

// The program as a list of functions (children from the last to the first, threads in order, then main) whose
// statements have line numbers.
struct Layout {
  struct Function {
    std::string name;
    Block body;
    uint32_t line = 0;
  };
  std::vector<std::string> header;  // lines of C before the first function
  std::vector<Function> functions;
  Inventory stock;
  uint32_t created = 0;  // threads that main creates
  uint32_t children = 0;
  uint32_t make_line = 0, once_line = 0;  // the lines at which make() allocates and initialise() writes x
};
Layout lay_out(const Program&);

uint32_t count_statements(const Block&);

}  // namespace mover::differential
