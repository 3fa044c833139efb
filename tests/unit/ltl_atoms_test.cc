// The atoms of formulas, evaluated in the states of programs that the front end has compiled.
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "ltl/atoms.h"
#include "ltl/parser.h"
#include "unit/frontend_fixture.h"
#include "vm/vm.h"

namespace mover::ltl {
namespace {

class Atom : public frontend::FrontendTest {
 protected:
  // The atoms of the disjunction of these expressions.
  static std::vector<Expression> expressions(const std::vector<std::string>& texts) {
    std::string formula;
    for (const std::string& text : texts) formula += (formula.empty() ? "" : " || ") + text;
    auto parsed = parse(formula);
    if (auto* error = std::get_if<std::string>(&parsed)) ADD_FAILURE() << *error;
    return std::holds_alternative<Specification>(parsed) ? std::get<Specification>(parsed).atoms
                                                         : std::vector<Expression>{};
  }

  std::string error_in(const ir::Program& program, const std::string& atom) {
    auto resolved = Atoms::resolve(expressions({atom}), program);
    auto* error = std::get_if<std::string>(&resolved);
    return error == nullptr ? "no error" : *error;
  }

  // The values of the atoms along an execution, as strings of 0 and 1. Consecutive states with the same values have one
  // string. `choose` returns a number below its argument. Every step that changes a value has to be visible.
  std::vector<std::string> values(const ir::Program& program, const std::vector<std::string>& texts,
                                  const std::function<uint32_t(uint32_t)>& choose) {
    auto resolved = Atoms::resolve(expressions(texts), program);
    if (auto* error = std::get_if<std::string>(&resolved)) return {*error};
    const Atoms& atoms = std::get<Atoms>(resolved);
    auto machine = vm::make_machine(program, {});
    machine->inspection().inspect(atoms.inspected());
    std::vector<std::string> result;
    auto note = [&](uint64_t now) {
      result.emplace_back();
      for (size_t i = 0; i < texts.size(); ++i) result.back() += (now >> i & 1) != 0 ? '1' : '0';
    };
    StepResult step = machine->reset();
    note(atoms.values(*machine));
    while (step.kind == StepResult::Kind::Running) {
      std::vector<ThreadId> enabled;
      for (ThreadId t = 0; t < machine->num_threads(); ++t)
        if (machine->enabled(t)) enabled.push_back(t);
      if (enabled.empty()) break;
      const ThreadId t = enabled[choose(static_cast<uint32_t>(enabled.size()))];
      const uint64_t before = atoms.values(*machine);
      const bool is_visible = atoms.is_visible(*machine, t, machine->pending(t));
      step = machine->step(t, choose(machine->choices(t)));
      if (step.kind != StepResult::Kind::Running || atoms.values(*machine) == before) continue;
      EXPECT_TRUE(is_visible) << "a step without a visible action changes an atom";
      note(atoms.values(*machine));
    }
    return result;
  }

  // The execution in which the thread with the smallest number takes each step.
  std::vector<std::string> values(const ir::Program& program, const std::vector<std::string>& texts) {
    return values(program, texts, [](uint32_t) { return 0; });
  }
};

using Values = std::vector<std::string>;

TEST_F(Atom, sees_every_value_of_a_global_even_if_there_is_one_thread) {
  const ir::Program program = load_c("int x, y; int main(void) { x = 1; y = 7; x = 0; x = 1; return 0; }");
  EXPECT_EQ(values(program, {"x == 1"}), (Values{"0", "1", "0", "1"}));
  EXPECT_EQ(values(program, {"x == y"}), (Values{
                                             "1",
                                             "0",
                                         }));
  EXPECT_EQ(values(program, {"x"}), (Values{"0", "1", "0", "1"}));
}

TEST_F(Atom, computes_like_c) {
  const ir::Program program = load_c(
      "int i = -7; unsigned u = 4294967295u; unsigned char b = 200; signed char c = -3; long l = 1L << 40; short s = "
      "-1;"
      "struct { unsigned low : 3; int high : 5; } f = {5, -2}; enum { A, B } e = B; _Bool t = 1; char z = 'z';"
      "int main(void) { return i + u + b + c + l + s + f.low + f.high + e + t + z; }");
  const std::vector<std::string> true_atoms = {"i / 2 == -3",
                                               "i % 4 == -3",
                                               "u > 0",
                                               "i > u - 10",
                                               "u + 1 == 0",
                                               "b + b == 400",
                                               "c < 0",
                                               "l >> 40 == 1",
                                               "s == 0xffffffff",
                                               "f.low == 5",
                                               "f.high == -2",
                                               "e == 1",
                                               "t",
                                               "z == 'z'",
                                               "~i == 6",
                                               "(i < 0) + t == 2",
                                               "(b & 0x0f) == 8",
                                               "(b | 7) == 207",
                                               "(b ^ b) == 0",
                                               "1 << 4 == 16",
                                               "i * i == 49",
                                               "i <= -7",
                                               "i >= -7",
                                               "(!f.low) == 0",
                                               "l == 1099511627776",
                                               "(i && !t) == 0",
                                               "(!i || t) == 1"};
  for (const std::string& atom : true_atoms) EXPECT_EQ(values(program, {atom}), Values{"1"}) << atom;
  EXPECT_EQ(values(program, {"i / (i + 7) == 0"}), Values{"0"}) << "a division by zero has no value";
  EXPECT_EQ(values(program, {"i / (i + 7) != 0"}), Values{"0"}) << "a division by zero has no value";
}

TEST_F(Atom, reads_fields_elements_and_what_pointers_point_to) {
  const ir::Program program = load_c(
      "#include <stdlib.h>\n"
      "struct item { int state; struct item* next; }; struct { int n; struct item items[3]; } q; struct item* p; int "
      "a[2][3];"
      "int main(void) { q.items[1].state = 2; a[1][2] = 5; p = malloc(sizeof *p); p->next = &q.items[1]; p->state = 4;"
      "  struct item* old = p; p = 0; p = old; free(old); return 0; }");
  EXPECT_EQ(values(program, {"q.items[1].state == 2", "a[1][2] == 5"}), (Values{"00", "10", "11"}));
  EXPECT_EQ(values(program, {"p->next->state == 2", "p == 0", "p", "p->state == 4", "p->next == &q.items[1]"}),
            (Values{"01000", "00100", "10101", "10111", "01000", "10111", "00100"}))
      << "uninitialised memory, a null pointer and freed memory have no value";
  EXPECT_EQ(values(program, {"*p->next->next == 0", "(*p).state == 4", "p[0].state == 4", "p + 1 == p"})[0],
            "column 1: this is a struct; name one of its members: state, next");
  EXPECT_EQ(values(program, {"p && p->state == 4", "!p || true"}).size(), 6u);
}

TEST_F(Atom, knows_enumerators_and_members_of_structs_without_a_name) {
  const ir::Program program = load_c(
      "enum state { IDLE = -1, BUSY = 5 } s = IDLE; int t; enum { ONE = 1 };\n"
      "struct { int a; struct { int b; union { int c, d; }; }; } u;\n"
      "int main(void) { s = BUSY; t = ONE; u.d = 3; u.b = 4; return 0; }");
  EXPECT_EQ(values(program, {"s == IDLE", "s == BUSY", "t == ONE", "u.c == 3", "(u.b == 4) + 0"}),
            (Values{"10000", "01000", "01100", "01110", "01111"}));
}

TEST_F(Atom, reads_the_variables_of_a_thread) {
  const ir::Program program = load_c(
      "#include <pthread.h>\n"
      "_Thread_local int mine = 3;\n"
      "void* f(void* n) { volatile int local = 1; mine = 5; local = 2; mine = 6; return n; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); mine = 4; pthread_join(t, 0); return 0; }");
  EXPECT_EQ(values(program, {"mine@main == 3", "mine@main == 4", "mine@T1 == 3", "mine@T1 == 6"}),
            (Values{"1000", "1010", "0110", "0100", "0101", "0100"}));
  EXPECT_EQ(values(program, {"local@T1 == 1", "local@T1 == 2"}), (Values{"00", "10", "01", "00"}));
}

TEST_F(Atom, knows_where_threads_are_even_without_visible_actions) {
  const ir::Program program = load_c(
      "#include <pthread.h>\n"
      "int twice(int n) {\n"
      "  n += 1;\n"
      "cs:\n"
      "  n *= 2;\n"
      "  return n;\n"
      "}\n"
      "void* f(void* n) { twice(3); return n; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); twice(1); pthread_join(t, 0); return 0; }");
  EXPECT_EQ(values(program, {"in(twice)", "at(cs)", "in(T1, twice)", "at(main, cs)"}),
            (Values{"0000", "1000", "1101", "1000", "0000", "1010", "1110", "1010", "0000"}));
  EXPECT_EQ(values(program, {"at(test.c:3)", "at(T1, twice::cs)", "in(T1, f)"}),
            (Values{"000", "100", "000", "001", "101", "011", "001", "000"}));
}

TEST_F(Atom, knows_locks_and_enabledness) {
  const ir::Program program = load_c(
      "#include <pthread.h>\n"
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, *p = &m; int x;\n"
      "void* f(void* n) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(p); return n; }\n"
      "int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, f, 0); x = 2; "
      "pthread_mutex_unlock(&m);\n"
      "  pthread_join(t, 0); return 0; }");
  EXPECT_EQ(values(program, {"holds(main, m)", "holds(T1, m)", "holds(main, p)", "holds(main, &m)"}),
            (Values{"0000", "1011", "0000", "0100", "0000"}));
  EXPECT_EQ(values(program, {"enabled(T1)", "enabled(main)"}), (Values{"01", "11", "10", "01"}));
}

TEST_F(Atom, changes_only_by_visible_steps_whatever_the_schedule) {
  const ir::Program program = load_c(
      "#include <mover.h>\n#include <pthread.h>\n#include <stdlib.h>\n"
      "struct node { int n; struct node* next; } *head; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
      "pthread_cond_t c = PTHREAD_COND_INITIALIZER; int count; _Thread_local int mine;\n"
      "static void push(int n) { struct node* one = malloc(sizeof *one); one->n = n;\n"
      "  pthread_mutex_lock(&m); one->next = head; head = one; ++count; pthread_cond_signal(&c); "
      "pthread_mutex_unlock(&m); }\n"
      "static int pop(void) { pthread_mutex_lock(&m); while (head == 0) pthread_cond_wait(&c, &m);\n"
      "  struct node* one = head; head = one->next; --count; pthread_mutex_unlock(&m);\n"
      "  int n = one->n; free(one); return n; }\n"
      "void* worker(void* p) { volatile int local = mover_choose(2); mine = local + 1; push(mine); "
      "mover_atomic_begin(); ++count;\n"
      "  --count; mover_atomic_end(); local = 7; return p; }\n"
      "int main(void) { pthread_t a, b; pthread_create(&a, 0, worker, 0); pthread_create(&b, 0, worker, 0); mine = "
      "pop() + pop();\n"
      "  pthread_join(a, 0); pthread_join(b, 0); return mine; }");
  std::mt19937 random(3);
  for (const char* atom :
       {"head->n == 2", "head->next->n == 1", "count == 1", "mine@T1 == 1", "local@T2 == 7", "holds(main, m)",
        "holds(T2, m)", "enabled(T1)", "enabled(main)", "in(T2, push)", "in(pop)", "at(main, test.c:8)"}) {
    std::set<std::string> seen;
    for (int round = 0; round < 50; ++round)
      for (const std::string& value : values(program, {atom}, [&](uint32_t n) { return random() % n; }))
        seen.insert(value);
    EXPECT_EQ(seen, (std::set<std::string>{"0", "1"})) << atom;
  }
}

TEST_F(Atom, reads_atomics_of_cxx_and_variables_in_namespaces) {
  const ir::Program program = load_cxx(
      "#include <atomic>\n"
      "std::atomic<int> a{1}; std::atomic<bool> b; namespace n { int x; struct S { int y; }; struct T : S { int z; } "
      "t; }\n"
      "template <typename V> void g(V v) { n::t.y = v; } \n"
      "int main() { a = 2; b = true; n::x = 3; g(4); return 0; }");
  EXPECT_EQ(values(program, {"a == 2", "b", "n::x == 3", "n::t.S.y == 4"}),
            (Values{"0000", "1000", "1100", "1110", "1111"}));
  EXPECT_EQ(values(program, {"in(g<int>)", "in(g)"}), (Values{"00", "11", "00"}));
}

TEST_F(Atom, finds_variables_of_files_by_the_name_of_the_file) {
  const ir::Program program =
      load_files({write("one.c", "static int x; int f(void) { x = 1; return x; }"),
                  write("two.c", "static int x; int f(void); int main(void) { x = 2; f(); return x; }")});
  EXPECT_EQ(values(program, {"one.c::x == 1", "two.c::x == 2"}), (Values{"00", "01", "11"}));
  EXPECT_EQ(error_in(program, "x == 1"), "column 1: there are several variables `x`; write `one.c::x` or `two.c::x`");
  EXPECT_EQ(error_in(program, "three.c::x"), "column 1: the program uses no global variable `three.c::x`");
}

TEST_F(Atom, advises_to_rename_variables_whose_files_have_the_same_name) {
  const ir::Program program =
      load_files({write("a/one.c", "static int x; int f(void) { x = 1; return x; }"),
                  write("b/one.c", "static int x; int f(void); int main(void) { x = 2; f(); return x; }")});
  const std::string advice =
      "column 1: there are several variables `one.c::x`, which a formula cannot tell apart; rename one of them";
  EXPECT_EQ(error_in(program, "x == 1"), advice);
  EXPECT_EQ(error_in(program, "one.c::x == 1"), advice);
}

TEST_F(Atom, rejects_what_it_cannot_resolve) {
  const ir::Program program = load_c(
      "struct queue { int head, tail; } q; double d; int counter, Full, *p; int a[3]; _Thread_local int mine; void* "
      "v;\n"
      "static int f(void) { static int x; return ++x; } static int g(void) { static int x; return ++x; }\n"
      "int main(void) { volatile int local = f() + g(); return q.head + counter + Full + (int)d + *p + a[0] + mine + "
      "local + "
      "(v != 0); }");
  const std::vector<std::pair<std::string, std::string>> errors = {
      {"couter == 1", "column 1: the program uses no global variable `couter`; did you mean counter?"},
      {"GFcounter", "column 1: there is no variable `GFcounter`; write blanks after temporal operators: `G F counter`"},
      {"XFull", "column 1: there is no variable `XFull`; write blanks after temporal operators: `X Full`"},
      {"local == 1", "column 1: `local` is a local variable; write `local@T1` for that of thread T1"},
      {"locla@T1 == 1",
       "column 1: no thread-local variable and no local variable in memory is called `locla`; did you mean local? A "
       "local variable whose address is not taken is in a register, unless it is declared volatile"},
      {"result@T1 == 1",
       "column 1: no thread-local variable and no local variable in memory is called `result`. A local variable whose "
       "address is not taken is in a register, unless it is declared volatile"},
      {"mine == 1", "column 1: each thread has its own `mine`; write `mine@T1` for that of thread T1"},
      {"counter@T1 == 1", "column 1: all threads have the same `counter`; write it without @"},
      {"q.haed == 1", "column 2: `queue` has no member `haed`; did you mean head?"},
      {"q", "column 1: this is a struct; name one of its members: head, tail"},
      {"d > 1",
       "column 1: it is a floating-point number, which formulas cannot compare; compute the condition in the program"},
      {"counter->head",
       "column 8: the operand of -> is no pointer; write `.` for a member, or blanks around -> for an implication"},
      {"*counter", "column 1: the operand of * is no pointer"},
      {"*v", "column 1: its type is not in the debug information; compare another variable"},
      {"a[3]", "column 3: the array has 3 elements; write an index below it"},
      {"p < a",
       "column 3: addresses have no such operation, because they differ between equal states; compare them with == or "
       "!="},
      {"p == 5",
       "column 3: addresses have no such operation, because they differ between equal states; compare them with == or "
       "!="},
      {"x == 1", "column 1: there are several variables `x`; write `f::x` or `g::x`"},
      {"in(mian)", "column 1: there is no function `mian`; did you mean main?"},
      {"at(cs)", "column 1: there is no label `cs`"},
      {"at(test.c:99)", "column 1: there is no code at `test.c:99`; name a line with a statement that is executed"},
      {"holds(T1, counter)", "no error"},
      {"holds(T1, 3)", "column 11: this is no lock; write the name of a lock or its address"},
  };
  for (const auto& [atom, message] : errors) EXPECT_EQ(error_in(program, atom), message) << atom;
  EXPECT_EQ(values(program, {"f::x == 1", "g::x == 1"}).back(), "11");
}

}  // namespace
}  // namespace mover::ltl
