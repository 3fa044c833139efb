// Random programs with an exclusive access predicate. Half of them seldom violate the discipline. In the others,
// threads access without exclusive access, give it to another thread or take it away, and two threads may have it at
// once. The programs are small enough for the reference search, and the same seed gives the same program on every
// machine.
#pragma once

#include <random>
#include <string>

#include "unit/small_programs.h"

namespace mover::test {

class RandomExclusive {
 public:
  explicit RandomExclusive(uint64_t seed) : random_(seed) {}

  std::string make() {
    text_ = kBoom +
            "global @x size 8\nglobal @y size 8\nglobal @g size 8\nglobal @owner size 8\nglobal @m size 40\n"
            "global @mine size 8 thread_local\n";
    careful_ = below(2);
    reads_word_ = below(2);
    predicate();
    const uint32_t threads = 1 + below(2);
    for (uint32_t i = 0; i < threads; ++i) {
      text_ += "func @t" + std::to_string(i) + "(2) regs 30 {\n  %20 = service thread_self()\n";
      statements(threads == 1 ? 4 - careful_ : 2 - careful_);
      text_ += "  ret 0\n}\n";
    }
    text_ += "func @main(0) regs 40 {\n  %20 = service thread_self()\n  %0 = alloca 8\n";
    bool late = below(8) == 0;
    if (!late) declare();
    for (uint32_t i = 0; i < threads; ++i)
      text_ += "  sync thread_create(%0, @t" + std::to_string(i) + ", 0, 0, 0)\n  %" + std::to_string(30 + i) +
               " = load.64 %0\n";
    if (late) declare();
    statements(threads == 1 ? 4 - careful_ : below(3));
    for (uint32_t i = 0; i < threads; ++i) text_ += "  sync thread_join(%" + std::to_string(30 + i) + ")\n";
    return text_ + "  ret 0\n}\nentry @main\n";
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  void line(const std::string& instruction) { text_ += "  " + instruction + "\n"; }
  void declare() {
    if (below(4) == 0) line("service exclusive(@owner, 8, @p)");
    line(careful_ || below(6) ? "service exclusive(@x, 8, @p)" : "service exclusive(@y, 8, @p)");
  }

  void predicate() {
    if (reads_word_ && below(3) == 0) {
      kind_ = 3;
      text_ += "func @p(0) regs 9 {\n  %1 = service holds(@m)\n  ret.32 %1\n}\n";
      return;
    }
    if (reads_word_) {
      kind_ = 1;
      text_ +=
          "func @p(0) regs 9 {\n  %7 = service thread_self()\n  %8 = load.64.seq_cst @owner\n"
          "  %1 = icmp.eq.64 %7, %8\n  ret.32 %1\n}\n";
      return;
    }
    static const char* const kinds[] = {
        "  ret.32 %0\n",                                                // mine
        "  ret.32 %1\n",                                                // the owner is this thread
        "  %3 = or.32 %0, %1\n  ret.32 %3\n",                           //
        "  condbr %2, yes, no\nyes:\n  ret.32 %0\nno:\n  ret.32 %1\n",  // g decides which one
        "  condbr %2, yes, no\nyes:\n  ret.32 %1\nno:\n  ret.32 0\n",
        "  condbr %1, yes, no\nyes:\n  %4 = load.64 @g\n  %5 = icmp.eq.64 %4, 0\n  ret.32 %5\nno:\n  ret.32 0\n",
        "  ret.32 0\n",  // never
    };
    text_ +=
        "func @p(0) regs 9 {\n  %6 = tlsaddr @mine\n  %6 = load.64 %6\n  %0 = icmp.ne.64 %6, 0\n"
        "  %7 = service thread_self()\n  %8 = load.64.seq_cst @owner\n  %1 = icmp.eq.64 %7, %8\n"
        "  %2 = load.64.seq_cst @g\n  %2 = icmp.eq.64 %2, 1\n" +
        std::string(kinds[careful_ ? kind_ = below(3) : below(7)]) + "}\n";
  }

  void statements(uint32_t n) {
    while (n-- > 0) statement();
  }

  // In most cases gets exclusive access, accesses x, and gives up its exclusive access.
  void careful() {
    bool locks = kind_ == 0 || kind_ == 3 || (kind_ == 2 && below(2)), errs = below(12) == 0;
    if (locks) {
      line("sync mutex_lock(@m)");
      mine(1);
    } else {
      const std::string n = std::to_string(labels_);
      const bool retries = reads_word_ && below(6) != 0;
      if (retries) text_ += "  br again" + n + "\nagain" + n + ":\n";
      line("%1 = cmpxchg.64.seq_cst @owner, 0, %20");
      line("condbr %2, then" + n + (retries ? ", again" : ", past") + n);
      text_ += "then" + n + ":\n";
    }
    touch("@x");
    if (below(2)) touch(below(3) ? "@x" : "@y");
    if (!errs && locks) mine(0);
    if (locks) line("sync mutex_unlock(@m)");
    if (errs) touch("@x");
    if (errs && locks) mine(0);
    if (locks) return;
    line("store.64.seq_cst @owner, 0");
    line("br past" + std::to_string(labels_));
    text_ += "past" + std::to_string(labels_++) + ":\n";
  }

  void mine(uint32_t value) {
    line("%3 = tlsaddr @mine");
    line("store.64 %3, " + std::to_string(value));
  }

  void statement() {
    if (careful_ && below(3)) return careful();
    if (careful_ && below(8)) return touch("@y");
    const std::string data = below(4) ? "@x" : "@y", bit = std::to_string(below(2));
    switch (below(12)) {
      case 0:
      case 1:  // acquires it, if possible, for a few steps
        line("%1 = cmpxchg.64.seq_cst @owner, 0, %20");
        return in_between([&] { line("store.64.seq_cst @owner, 0"); });
      case 2:
        line("store.64.seq_cst @owner, " + std::string(below(2) ? "0" : "%20"));
        return;
      case 3:
      case 4:
        return mine(below(2));
      case 5:
        line("store.64.seq_cst @g, " + bit);
        return;
      case 6:
        line("%4 = load.64.seq_cst @g");
        line("%4 = icmp.eq.64 %4, " + bit);
        line("%4 = zext.32 %4 from 1");
        return line("service assume(%4)");
      case 7:
        line("sync mutex_lock(@m)");
        touch(data);
        return line("sync mutex_unlock(@m)");
      case 8:
        line("%4 = load.64 " + data);
        line("%5 = load.64 " + data);
        line("%4 = icmp.eq.64 %4, %5");
        text_ += claim("%4", labels_++);
        return;
      case 9:
        line("%2 = service choose(2)");
        line("%2 = trunc.1 %2 from 32");
        return in_between([] {});
      default:
        return touch(data);
    }
  }

  // The code of `f` is executed only if %2 is true.
  template <typename F>
  void in_between(F finish) {
    const std::string n = std::to_string(labels_++);
    line("condbr %2, then" + n + ", past" + n);
    text_ += "then" + n + ":\n";
    if (below(2)) touch(below(4) ? "@x" : "@y");
    if (below(3) == 0) line("store.64.seq_cst @g, 1");
    finish();
    line("br past" + n);
    text_ += "past" + n + ":\n";
  }

  void touch(const std::string& data) {
    line("%4 = load.64 " + data);
    if (below(2)) line("store.64 " + data + ", " + std::to_string(below(3)));
  }

  std::mt19937_64 random_;
  std::string text_;
  int labels_ = 0;
  bool careful_ = false;
  bool reads_word_ = false;  // the predicate depends on @owner alone, so that it may be a lock word
  uint32_t kind_ = 0;        // the kind of a careful program's predicate
};

}  // namespace mover::test
