// Random programs with threads that spin, lock, and run for ever.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "unit/small_programs.h"

namespace mover::test {

// Random programs of two or three threads that spin, lock, and run for ever. The line of an action tells the naive
// computation the loop that it is in: kSpin + n in a loop with an exit, kServer + n in a loop without.
class RandomSpinners {
 public:
  static constexpr uint32_t kSpin = 1000, kServer = 2000;
  // `with_pointer`: the threads also write addresses of @x and @y, and null, to @q.
  explicit RandomSpinners(uint64_t seed, bool with_pointer = false) : random_(seed), with_pointer_(with_pointer) {}

  std::string make() {
    std::string text =
        "file 1 \"random.c\"\nglobal @x size 4\nglobal @y size 4\nglobal @l size 4\nglobal @p size 4\n"
        "global @m size 40\nglobal @n size 40\nglobal @s size 32 = i32 1 zero 28\n";
    if (with_pointer_) text += "global @q size 8\n";
    const uint32_t threads = 1 + below(2);
    std::vector<std::string> names;
    for (uint32_t i = 0; i < threads; ++i) {
      names.push_back("t" + std::to_string(i));
      text += thread(names.back(), statements(1 + below(3)) + (below(5) == 0 ? server() : "  ret 0" + plain()));
    }
    return text + main_with(names, statements(below(3)));
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string at(uint32_t line) { return " !1:" + std::to_string(line) + ":1\n"; }
  std::string plain() { return server_ ? at(*server_) : at(1 + lines_++); }
  std::string label() { return "L" + std::to_string(labels_++); }
  std::string reg() { return "%" + std::to_string(below(5) + 25 - 10); }
  std::string place() { return below(2) ? "@x" : "@y"; }
  std::string mutex() { return below(2) ? "@m" : "@n"; }

  std::string statements(uint32_t count) {
    std::string text;
    while (count-- > 0) text += statement();
    return text;
  }

  std::string statement() {
    if (with_pointer_ && below(3) == 0)
      return "  store.64.seq_cst @q, " + (below(4) == 0 ? std::string("0") : place()) + plain();
    switch (below(9)) {
      case 0:
        return store(plain());
      case 1:
        return store(plain()) + store(plain());
      case 2:
      case 3:
        return spin();
      case 4: {  // a test-and-set lock
        const std::string inside = below(3) == 0 ? spin() : store(plain());
        return take("rmw.xchg.32.seq_cst @l, 1") + inside + (below(6) != 0 ? "  store.32.seq_cst @l, 0" + plain() : "");
      }
      case 5: {  // the memory is protected by a mutex
        const std::string inside = below(2) ? "  store.32 @p, 1" + plain() : wait("load.32 @p", "ne", "0");
        return "  %15 = sync mutex_lock(@m)" + plain() + inside + "  %15 = sync mutex_unlock(@m)" + plain();
      }
      case 6: {
        const std::string m = mutex();
        return "  %15 = sync mutex_lock(" + m + ")" + plain() + (below(2) ? spin() : statement()) +
               "  %15 = sync mutex_unlock(" + m + ")" + plain();
      }
      case 7:
        return take("sync mutex_trylock(@n)") + store(plain()) + "  %15 = sync mutex_unlock(@n)" + plain();
      default:
        return "  %15 = sync sem_wait(@s)" + plain() + store(plain()) +
               (below(4) != 0 ? "  %15 = sync sem_post(@s)" + plain() : "");
    }
  }

  std::string store(const std::string& line) {
    return "  store.32.seq_cst " + place() + ", " + std::to_string(below(3)) + line;
  }
  std::string spin() { return wait("load.32.seq_cst " + place(), below(2) ? "eq" : "ne", std::to_string(below(2))); }
  std::string take(const std::string& operation) { return wait(operation, "eq", "0"); }

  // Repeats the operation until its result compares so with the value.
  std::string wait(const std::string& operation, const std::string& comparison, const std::string& value) {
    const std::string again = label(), done = label(), line = at(kSpin + loops_++);
    return again + ":\n  %15 = " + operation + line + (below(4) == 0 ? "  sync yield()" + line : "") + "  %16 = icmp." +
           comparison + ".32 %15, " + value + line + "  condbr %16, " + done + ", " + again + line + done + ":\n";
  }

  std::string server() {
    server_ = kServer + loops_++;
    const std::string again = label(), line = at(*server_);
    const uint32_t what = below(3);
    const std::string inside = what == 0 ? spin() : what == 1 ? statements(1 + below(2)) : "";
    server_.reset();
    return again + ":\n" + store(line) + inside + "  br " + again + line;
  }

  std::mt19937_64 random_;
  bool with_pointer_;
  uint32_t lines_ = 0, labels_ = 0, loops_ = 0;
  std::optional<uint32_t> server_;  // the line of the loop without exit that the statements are in
};

}  // namespace mover::test
