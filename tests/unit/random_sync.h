// Random programs of a few threads with all kinds of synchronisation and its errors: deadlocks, double joins, lost
// signals. They are small enough for a complete search, and the same seed gives the same program on every machine.
#pragma once

#include <random>
#include <string>

#include "unit/small_programs.h"

namespace mover::test {

class RandomSync {
 public:
  explicit RandomSync(uint64_t seed) : random_(seed) {}

  std::string make() {
    std::string text = kBoom +
                       "global @x size 16\nglobal @f size 8\nglobal @m size 40\nglobal @rw size 56\nglobal @s size 32\n"
                       "global @b size 32\nglobal @c size 48\nglobal @o size 4\nglobal @sp size 4\nglobal @who size 8\n"
                       "global @heap size 8\n";
    for (const char* name : {"t0", "t1"}) text += thread(name, "  %5 = mov.32 0\n" + body(3 + below(4)) + "  ret 0");
    text +=
        "func @main(0) regs 40 {\n  %5 = mov.32 0\n  %30 = alloca 8\n  sync barrier_init(@b, 2)\n  sync "
        "mutex_init(@m, " +
        std::to_string(below(3)) + ")\n";
    for (int i = 0; i < 3; ++i) {  // thread numbers are reused
      text += "  sync thread_create(%30, @t" + std::to_string(below(2)) + ", 0, 0, 0)\n  %31 = load.64 %30\n";
      text += body(below(2));
      if (below(3) == 0)
        text += "  sync thread_detach(%31)\n";
      else if (below(2))
        text += "  sync thread_join(%31)\n";
    }
    return text + body(1) + "  sync thread_exit(0)\n  ret\n}\n";
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string body(uint32_t count) {
    std::string text;
    for (uint32_t i = 0; i < count; ++i) text += statement();
    return text;
  }
  std::string place() { return below(3) ? "@x+" + std::to_string(below(9)) : "@f+" + std::to_string(below(5)); }
  // `then` is executed if the condition (a register with a bit) holds.
  std::string where(const std::string& condition, const std::string& then) {
    const std::string n = std::to_string(labels_++);
    return "  condbr " + condition + ", yes" + n + ", on" + n + "\nyes" + n + ":\n" + then + "on" + n +
           ":\n  %9 = mov.1 0\n";
  }

  std::string statement() { return below(3) == 0 ? access() : below(2) ? lock() : meeting(); }

  std::string access() {
    static const char* const kWidths[] = {"8", "16", "32"};
    static const char* const kOrders[] = {".relaxed", ".acquire", ".release", ".acq_rel", ".seq_cst"};
    const std::string width = kWidths[below(3)], atomic = kOrders[below(5)], order = below(2) ? atomic : "";
    switch (below(9)) {
      case 0:
      case 1:
        return "  %10 = load." + width + order + " " + place() + "\n";
      case 2:
      case 3:
        return "  store." + width + order + " " + place() + ", " + std::to_string(below(2)) + "\n";
      case 4:
        return "  %10 = rmw.add." + width + atomic + " " + place() + ", 1\n";
      case 5:
        return "  %10 = cmpxchg." + width + atomic + (below(2) ? ".relaxed " : " ") + place() + ", " +
               std::to_string(below(2)) + ", 1\n";
      case 6:
        return "  fence" + atomic + "\n";
      case 7:
        return "  memcpy " + place() + ", @x+8, 2\n";
      default:
        return "  %2 = service malloc(8, 8)\n  store.64.seq_cst @heap, %2\n  store.64 %2, 1\n";
    }
  }

  std::string lock() {
    switch (below(13)) {
      case 0:
        return "  sync mutex_lock(@m)\n";
      case 1:
        return "  sync mutex_unlock(@m)\n";
      case 2:
        return "  sync mutex_lock(@m)\n" + access() + "  sync mutex_unlock(@m)\n";
      case 3:
        return "  %5 = sync mutex_trylock(@m)\n";
      case 4:
        return "  %5 = sync mutex_timedlock(@m)\n";
      case 5:
        return "  sync rw_" + std::string(below(2) ? "rd" : "wr") + "lock(@rw)\n" + access() +
               "  sync rw_unlock(@rw)\n";
      case 6:
        return "  %5 = sync rw_try" + std::string(below(2) ? "rd" : "wr") + "lock(@rw)\n";
      case 7:
        return "  sync rw_unlock(@rw)\n";
      case 8:
        return "  sync sem_post(@s)\n";
      case 9:
        return "  sync sem_wait(@s)\n";
      case 10:
        return "  %5 = sync sem_t" + std::string(below(2) ? "ry" : "imed") + "wait(@s)\n";
      case 11:
        return "  sync spin_lock(@sp)\n" + access() + "  sync spin_unlock(@sp)\n";
      default:
        return "  %5 = sync sem_getvalue(@s)\n";
    }
  }

  std::string meeting() {
    switch (below(11)) {
      case 0:
        return "  sync mutex_lock(@m)\n  sync cond_wait(@c, @m)\n  sync mutex_unlock(@m)\n";
      case 1:
        return "  sync mutex_lock(@m)\n  %5 = sync cond_timedwait(@c, @m)\n  sync mutex_unlock(@m)\n";
      case 2:
        return "  sync cond_signal(@c)\n";
      case 3:
        return "  sync cond_broadcast(@c)\n";
      case 4:
        return "  %5 = sync barrier_wait(@b)\n";
      case 5:
        return "  %5 = sync once_begin(@o)\n";
      case 6:
        return "  %5 = sync once_begin(@o)\n  sync once_end(@o)\n";
      case 7:
        return "  sync atomic_begin()\n" + statement() + "  sync atomic_end()\n";
      case 8:
        return "  %7 = service thread_self()\n  store.64.seq_cst @who, %7\n";
      case 9:
        return "  %7 = load.64.seq_cst @who\n  %9 = icmp.ne.64 %7, 0\n" +
               where("%9", "  sync thread_" + std::string(below(2) ? "join" : "detach") + "(%7)\n");
      default:
        return "  %5 = service choose(2)\n  %9 = icmp.eq.32 %5, 0\n" + where("%9", statement());
    }
  }

  std::mt19937_64 random_;
  uint32_t labels_ = 0;
};

}  // namespace mover::test
