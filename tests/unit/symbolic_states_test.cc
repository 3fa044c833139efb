// The number of states of the circuit, counted by decision diagrams, is that of the explicit search.
#include "symbolic/engine.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

const std::string kGlobals =
    "global @x size 8\nglobal @y size 8\nglobal @m size 40\nglobal @n size 40\nglobal @s size 32\nglobal @c size 48\n";

uint64_t symbolic_states(const std::string& text) {
  const ir::Program code = program(text);
  symbolic::EngineOptions engine;
  engine.solver = "bdd";
  engine.reduction = symbolic::Reduction::None;
  engine.arguments = {"program"};
  const SearchResult result =
      symbolic::search_symbolic([&] { return vm::make_machine(code, {}); }, SearchOptions{}, engine);
  EXPECT_EQ(words(result), "safe") << text;
  return result.stats.states;
}

// In the explicit search the start of a thread is a step of its own. In the circuit it is one if the first instruction
// of the thread is not visible.
std::string starting(const std::string& name, const std::string& body) {
  return thread(name, "  %9 = add.64 0, 0\n" + body);
}

void expect_equal_counts(const std::string& threads, const std::vector<std::string>& functions) {
  const std::string text = kGlobals + threads + main_with(functions);
  const SearchResult explicitly = stateful(text);
  EXPECT_EQ(words(explicitly), "safe") << text;
  EXPECT_EQ(symbolic_states(text), explicitly.stats.states) << text;
}

TEST(SymbolicStates, Atomics) {
  expect_equal_counts(starting("a", "  store.64.seq_cst @x, 1\n  %2 = load.64.seq_cst @y\n  ret 0") +
                          starting("b", "  store.64.seq_cst @y, 1\n  %2 = load.64.seq_cst @x\n  ret 0"),
                      {"a", "b"});
}

TEST(SymbolicStates, ACounterUnderALock) {
  const std::string adds =
      "  sync mutex_lock(@m)\n  %2 = load.64 @x\n  %3 = add.64 %2, 1\n  store.64 @x, %3\n  sync mutex_unlock(@m)\n";
  expect_equal_counts(starting("a", adds + "  ret 0"), {"a", "a"});
  expect_equal_counts(starting("a", adds + adds + "  ret 0") + starting("b", adds + "  ret 0"), {"a", "b"});
}

TEST(SymbolicStates, SemaphoresAndConditions) {
  expect_equal_counts(starting("a", "  store.64 @x, 1\n  sync sem_post(@s)\n  ret 0") +
                          starting("b", "  sync sem_wait(@s)\n  %2 = load.64 @x\n  ret %2"),
                      {"a", "b"});
  const std::string waits =
      "  sync mutex_lock(@m)\n  br L0\nL0:\n  %2 = load.64 @x\n  condbr %2, L2, L1\nL1:\n  sync cond_wait(@c, @m)\n"
      "  br L0\nL2:\n  sync mutex_unlock(@m)\n  ret 0";
  const std::string signals =
      "  sync mutex_lock(@m)\n  store.64 @x, 1\n  sync cond_signal(@c)\n  sync mutex_unlock(@m)\n  ret 0";
  expect_equal_counts(starting("a", waits) + starting("b", signals), {"a", "b"});
}

TEST(SymbolicStates, LoopsWithoutEnd) {
  const std::string toggles =
      "  br L0\nL0:\n  sync mutex_lock(@m)\n  %2 = load.64 @x\n  %3 = xor.64 %2, 1\n  store.64 @x, %3\n"
      "  sync mutex_unlock(@m)\n  br L0";
  expect_equal_counts(starting("a", toggles) + starting("b", toggles), {"a", "b"});
}

}  // namespace
}  // namespace mover::test
