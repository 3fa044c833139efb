// Random programs of two or three threads that wait for each other in every way: for mutexes, readers-writer locks,
// spin locks, semaphores, conditions, barriers, the ends of threads, and in loops. Much of what a thread does is
// independent of the others, so that partial-order reductions apply.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "unit/small_programs.h"

namespace mover::test {

class RandomWaiters {
 public:
  explicit RandomWaiters(uint64_t seed) : random_(seed) {}

  // The integers are x, y, p, q and, for the i-th thread alone, a0, a1, a2.
  std::string make() {
    std::string text = globals();
    const uint32_t threads = 1 + below(2);
    std::vector<std::string> names;
    for (uint32_t i = 0; i < threads; ++i) {
      names.push_back("t" + std::to_string(i));
      own_ = "@a" + std::to_string(i);
      const bool runs_forever = below(2) == 0;
      text += thread(names.back(), "  %15 = mov.32 0\n" + statements(runs_forever ? below(2) : 1 + below(2)) +
                                       (runs_forever ? forever(1 + below(2)) : "  ret 0"));
    }
    own_ = "@a2";
    std::string main = main_with(names, statements(below(2)), below(8) != 0);
    std::string start = "  %15 = mov.32 0\n";
    if (below(2)) start += "  sync barrier_init(@b, 2)\n";
    if (below(3) == 0) start += "  sync rw_init(@rw, 2)\n";
    if (below(4) != 0) start += "  sync sem_init(@s, " + std::to_string(below(3) != 0) + ")\n";
    main.insert(main.find("  %0 = alloca"), start);
    // Like exit(), at the end of main, where other threads may have been joined.
    if (below(4) == 0)
      main.insert(main.rfind("\n  ret 0\n"), "\n  sync atomic_begin()\n" + store_outside() + "  sync atomic_end()");
    return text + main;
  }

  // Threads that enter a critical section once, or again and again. The i-th thread is inside while ai is set.
  std::string make_contention() {
    std::string text = globals();
    std::vector<std::string> names;
    for (uint32_t i = 0; i < 2; ++i) {
      names.push_back("t" + std::to_string(i));
      own_ = "@a" + std::to_string(i);
      std::string inside = "  store.32.seq_cst " + own_ + ", 1\n";
      if (below(2)) inside += sync("yield()");
      if (below(2)) inside += "  store.32.seq_cst " + own_ + ", 0\n";
      std::string section = below(4) == 0 ? inside : critical(inside);
      if (below(2)) section += "  store.32.seq_cst " + own_ + ", 0\n";
      const std::string again = label();
      text += thread(names.back(), below(3) == 0 ? section + "  ret 0" : again + ":\n" + section + "  br " + again);
    }
    own_ = "@a2";
    std::string main = main_with(names, below(4) == 0 ? critical("  store.32.seq_cst @a2, 1\n") : "");
    main.insert(main.find("  %0 = alloca"), "  sync sem_init(@s, 1)\n");
    return text + main;
  }

 private:
  static std::string globals() {
    return "file 1 \"random.c\"\nglobal @x size 4\nglobal @y size 4\nglobal @p size 4\nglobal @q size 4\n"
           "global @a0 size 4\nglobal @a1 size 4\nglobal @a2 size 4\nglobal @h size 8\n"
           "global @m size 40\nglobal @n size 40\nglobal @s size 32\nglobal @c size 48\nglobal @rw size 56\n"
           "global @sp size 4\nglobal @b size 32\n";
  }
  std::string critical(const std::string& inside) {
    switch (contended_) {
      case 0:
        return sync("mutex_lock(@m)") + inside + sync("mutex_unlock(@m)");
      case 1:
        return wait("sync mutex_trylock(@m)", "eq", "0") + inside + sync("mutex_unlock(@m)");
      case 2:
        return sync(below(3) == 0 ? "rw_wrlock(@rw)" : "rw_rdlock(@rw)") + inside + sync("rw_unlock(@rw)");
      case 3:
        return sync("spin_lock(@sp)") + inside + sync("spin_unlock(@sp)");
      case 4:
        return sync("sem_wait(@s)") + inside + sync("sem_post(@s)");
      case 5:
        return wait("load.32.seq_cst @x", "eq", below(2) ? "0" : "1") + inside + "  store.32.seq_cst @x, " +
               std::to_string(below(2)) + "\n";
      default:
        return sync("mutex_lock(@m)") + wait("load.32 @q", "eq", "0", sync("cond_wait(@c, @m)")) +
               "  store.32 @q, 1\n" + sync("mutex_unlock(@m)") + inside + sync("mutex_lock(@m)") +
               "  store.32 @q, 0\n" + sync("cond_signal(@c)") + sync("mutex_unlock(@m)");
    }
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string label() { return "L" + std::to_string(labels_++); }
  std::string place() { return below(2) ? "@x" : "@y"; }
  std::string sync(const std::string& operation) { return "  %15 = sync " + operation + "\n"; }

  std::string statements(uint32_t count) {
    std::string text;
    while (count-- > 0) text += statement();
    return text;
  }

  // A variable of its own, one that the mutex m protects, or one without protection.
  std::string store() {
    const std::string value = std::to_string(below(4) == 0 ? 0 : 1);
    switch (below(5)) {
      case 0:
      case 1:
        return "  store.32.seq_cst " + own_ + ", " + value + "\n";
      case 2:
        return sync("mutex_lock(@m)") + "  store.32 @p, " + value + "\n" + sync("mutex_unlock(@m)");
      default:
        return "  store.32.seq_cst " + place() + ", " + value + "\n";
    }
  }
  std::string simple() { return below(4) == 0 ? sync("yield()") : store(); }
  std::string within(const std::string& begin, const std::string& end) {
    return sync(begin) + (below(2) ? simple() : statement()) + (below(16) != 0 ? sync(end) : "");
  }

  std::string statement() {
    if (++depth_ > 3) return --depth_, simple();
    const std::string text = compound();
    --depth_;
    return text;
  }
  std::string compound() {
    const uint32_t contended[] = {0, 2, 3 + below(2), 5, 6, 7, 9 + below(2)};
    switch (below(3) != 0 ? contended[contended_] : below(18)) {
      case 0:
      case 1:
        return within("mutex_lock(@m)", "mutex_unlock(@m)");
      case 2:
        return within("mutex_lock(@n)", "mutex_unlock(@n)");
      case 3:
        return within("rw_rdlock(@rw)", "rw_unlock(@rw)");
      case 4:
        return within("rw_wrlock(@rw)", "rw_unlock(@rw)");
      case 5:
        return within("spin_lock(@sp)", "spin_unlock(@sp)");
      case 6:  // a loop of trylock
        return wait("sync mutex_trylock(@n)", "eq", "0") + simple() + sync("mutex_unlock(@n)");
      case 7:
        return sync("sem_wait(@s)") + simple() + (below(4) != 0 ? sync("sem_post(@s)") : "");
      case 8:
        return sync(below(2) ? "sem_post(@s)" : below(2) ? "sem_timedwait(@s)" : "sem_trywait(@s)");
      case 9:  // waits until q is set
        return sync("mutex_lock(@m)") +
               wait("load.32 @q", "ne", "0", sync(below(4) != 0 ? "cond_wait(@c, @m)" : "cond_timedwait(@c, @m)")) +
               simple_under_lock() + sync("mutex_unlock(@m)");
      case 10:
        return sync("mutex_lock(@m)") + "  store.32 @q, " + std::to_string(below(3) != 0) + "\n" +
               (below(2) ? wake() + sync("mutex_unlock(@m)") : sync("mutex_unlock(@m)") + wake());
      case 11:
      case 12:
        return wait("load.32.seq_cst " + place(), below(2) ? "eq" : "ne", std::to_string(below(2)));
      case 13: {  // one of two alternatives
        const std::string yes = label(), done = label();
        return "  %15 = service choose(2)\n  %16 = icmp.eq.32 %15, 0\n  condbr %16, " + yes + ", " + done + "\n" + yes +
               ":\n" + simple() + "  br " + done + "\n" + done + ":\n";
      }
      case 14:
        return below(3) == 0 ? "  %15 = load.32.seq_cst " + place() + "\n  service assume(%15)\n" : simple();
      case 15:
        return sync("barrier_wait(@b)");
      case 16:
        return below(6) == 0 ? "  sync atomic_begin()\n" + store_outside() + store_outside() + "  sync atomic_end()\n"
                             : simple();
      default:
        return "  %15 = rmw.add.32.seq_cst " + own_ + ", 1\n  store.32.seq_cst " + own_ + ", 0\n";
    }
  }
  std::string wake() { return sync(below(2) ? "cond_signal(@c)" : "cond_broadcast(@c)"); }
  std::string simple_under_lock() { return "  store.32 @p, " + std::to_string(below(3)) + "\n"; }
  std::string store_outside() { return "  store.32.seq_cst " + place() + ", " + std::to_string(below(3)) + "\n"; }

  // Repeats the operation, and what follows it, until its result compares so with the value.
  std::string wait(const std::string& operation, const std::string& comparison, const std::string& value,
                   const std::string& otherwise = "") {
    const std::string again = label(), no = label(), done = label();
    return again + ":\n  %15 = " + operation + "\n  %16 = icmp." + comparison + ".32 %15, " + value +
           "\n  condbr %16, " + done + ", " + no + "\n" + no + ":\n" + otherwise + "  br " + again + "\n" + done +
           ":\n";
  }
  std::string forever(uint32_t count) {
    const std::string again = label();
    return again + ":\n" + statements(count) + "  br " + again + "\n";
  }

  std::mt19937_64 random_;
  uint32_t labels_ = 0, depth_ = 0;
  const uint32_t contended_ = below(7);  // the object that most statements are about
  std::string own_;
};

}  // namespace mover::test
