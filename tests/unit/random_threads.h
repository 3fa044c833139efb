// Random programs of two or three threads with all kinds of pointers: to the heap, to stacks of all threads, to
// thread-local memory; and with recursion, copies, exchanges, and addresses that become numbers. They are small enough
// for a complete search, and the same seed gives the same program on every machine.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace mover::test {

class RandomThreads {
 public:
  struct Style {
    bool noisy = false;   // there is a scheduling point before every instruction
    bool numbers = true;  // addresses may become numbers, which exposes their objects
  };
  RandomThreads(uint64_t seed, Style style) : random_(seed), style_(style) {}

  std::string make() {
    text_ =
        "file 1 \"random.c\"\n"
        "global @boom constant = bytes 626f6f6d00\n"
        "global @g size 16\nglobal @x size 8\nglobal @m size 40\nglobal @s size 32 = i32 1 zero 28\nglobal @own size 8 "
        "thread_local\n";
    helpers();
    const uint32_t threads = 1 + below(2);
    for (uint32_t i = 0; i < threads; ++i) {
      begin("func @t" + std::to_string(i) + "(2) regs 30 {");
      start(threads == 1 ? 5 : 4);
      line("ret " + any());
      end();
    }
    begin("func @main(0) regs 30 {");
    line("%28 = alloca 8");
    line("%0 = mov.64 0");
    line("%1 = mov.64 0");
    start(0);
    for (uint32_t i = 0; i < threads; ++i) {
      line("sync thread_create(%28, @t" + std::to_string(i) + ", " + any() + ", " + any() + ", 0)");
      line("%" + std::to_string(20 + i) + " = load.64 %28");
    }
    statements(threads == 1 ? 4 : 3);
    for (uint32_t i = 0; i < threads; ++i) line("%3 = sync thread_join(%" + std::to_string(20 + i) + ")");
    statements(1);
    line("ret 0");
    end();
    return text_;
  }

 private:
  // %0 … %5 hold pointers or 0; %6, %7 numbers; %10 … %15 are scratch.
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string any() { return "%" + std::to_string(below(6)); }
  std::string number() { return std::to_string(below(3)); }
  std::string cell() { return below(2) ? "@g" : "@g+8"; }
  std::string label() { return "L" + std::to_string(labels_++); }

  void begin(const std::string& header) { text_ += header + "\n"; }
  void end() { text_ += "}\n"; }
  void line(const std::string& instruction) {
    std::string at = " !1:" + std::to_string(source_line_) + "\n";
    if (style_.noisy) text_ += "  sync yield()" + at;
    text_ += "  " + instruction + at;
  }
  void place(const std::string& name) { text_ += name + ":\n"; }

  void helpers() {
    // This function publishes its local, calls itself, and returns its argument or the address of its local.
    begin("func @down(2) regs 8 {");
    line("%2 = alloca 8");
    line("store.64 %2, %1");
    line("%3 = icmp.eq.64 %1, 0");
    line("condbr %3, bottom, deeper");
    place("deeper");
    line("%4 = sub.64 %1, 1");
    line("%5 = call @down(%2, %4)");
    line("br out");
    place("bottom");
    line("store.64.seq_cst @g, " + std::string(below(2) ? "%0" : "%2"));
    line("sync yield()");
    place("out");
    line("ret " + std::string(below(2) ? "%0" : "%2"));
    end();
    begin("func @copied(1) regs 4 byval (%0: 8) {");
    line("%1 = load.64 %0");
    line(below(2) ? "store.64.seq_cst @g, %0" : "store.64.seq_cst @x, 1");
    line("ret %1");
    end();
  }

  void start(uint32_t count) {
    for (int i = 2; i < 6; ++i) line("%" + std::to_string(i) + " = mov.64 0");
    line("%6 = mov.64 0");
    line("%7 = mov.64 0");
    statements(count);
  }

  void statements(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
      ++source_line_;
      statement();
    }
  }

  // `then` is executed if the register is not null.
  template <typename F>
  void unless_null(const std::string& reg, F then) {
    const std::string yes = label(), on = label();
    line("%10 = icmp.ne.64 " + reg + ", 0");
    line("condbr %10, " + yes + ", " + on);
    place(yes);
    then();
    place(on);
    line("%10 = mov.64 0");
  }
  void fail_if(const std::string& condition) {
    const std::string bad = label(), fine = label();
    line("condbr " + condition + ", " + bad + ", " + fine);
    place(bad);
    line("service assert_fail(@boom)");
    place(fine);
    line("%10 = mov.64 0");
  }

  void statement() {
    const std::string p = any(), q = any();
    switch (below(24)) {
      case 0:
        line(p + " = alloca 8"), line("store.64 " + p + ", " + number());
        return;
      case 1:
        line(p + " = service malloc(8, 8)"), line("store.64 " + p + ", " + number());
        return;
      case 2:
      case 3:
        line("store.64.seq_cst " + cell() + ", " + p);
        return;
      case 4:
      case 5:
        line(p + " = load.64.seq_cst " + cell());
        return;
      case 6:
        return unless_null(p, [&] { line("store.64.seq_cst " + p + ", " + number()); });
      case 7:
        return unless_null(p, [&] {
          line("%6 = load.64.seq_cst " + p);
          line("%11 = icmp.eq.64 %6, " + number());
          fail_if("%11");
        });
      case 8:
        return unless_null(p, [&] { line("store.64.seq_cst " + p + ", " + q); });
      case 9:
        line("service free(" + p + ")"), line(p + " = mov.64 0");
        return;
      case 10:
        line(p + " = call @down(" + q + ", " + number() + ")");
        return;
      case 11:
        line(p + " = tlsaddr @own");
        return;
      case 12:
        line(p + (style_.numbers ? " = mul.64 " : " = add.64 ") + q + (style_.numbers ? ", 1" : ", 0"));
        return;
      case 13:
        line(p + " = rmw.xchg.64.seq_cst " + cell() + ", " + q);
        return;
      case 14:
        line("%12 = cmpxchg.64.seq_cst " + cell() + ", " + p + ", " + q), line(p + " = mov.64 %12");
        return;
      case 15:
        line("memcpy.seq_cst @g, @g+8, 8");
        return;
      case 16:
        line(p + " = rmw.add.64.seq_cst " + cell() + ", " + (style_.numbers ? q : "0"));
        return;
      case 17:
        line(p + " = mov.64 " + q);
        return;
      case 18:
        line("sync mutex_lock(@m)");
        line(p + " = load.64.seq_cst " + cell());
        line("sync mutex_unlock(@m)");
        return;
      case 19:
        line("sync atomic_begin()");
        line(p + " = load.64 " + cell());
        line("store.64 " + cell() + ", " + q);
        line("sync atomic_end()");
        return;
      case 20:
        line("%13 = icmp.eq.64 " + p + ", " + q), fail_if("%13");
        return;
      case 21:
        line("%7 = service choose(2)"), line("store.64.seq_cst @x, %7");
        return;
      case 22:
        line("%6 = load.64.seq_cst @x");
        line("%14 = icmp.eq.64 %6, " + number());
        line("%14 = zext.32 %14 from 1");
        line("service assume(%14)");
        return;
      default:
        return unless_null(p, [&] { line("%6 = call @copied(" + p + ")"); });
    }
  }

  std::mt19937_64 random_;
  Style style_;
  std::string text_;
  uint32_t labels_ = 0, source_line_ = 1;
};

}  // namespace mover::test
