// Tests symmetry reduction: which states have the same canonical form, what tells threads apart, and what the searches
// make of it (docs/symmetry.md).
#include <gtest/gtest.h>

#include "unit/agreement.h"

namespace mover::test {
namespace {

const std::string kGlobals =
    kBoom + "global @x size 4\nglobal @m size 40\nglobal @h size 8\nglobal @l size 56\nglobal @k size 4\n";

// Both threads run `body`. Main executes `then` after it has created them.
std::string twins(const std::string& body, const std::string& then = "", const std::string& second = "w") {
  return kGlobals + thread("w", body) + (second == "w" ? "" : thread(second, body)) + main_with({"w", second}, then);
}

// A machine that has adopted the kinds of threads that an execution of main alone shows, and has created the threads.
class Twins : public Lab {
 public:
  explicit Twins(const std::string& text, bool adopts = true) : Lab(text, with_names()) {
    Lab& lab = *this;
    lab->states().use_symmetry(true);
    create();
    if (adopts) lab->states().adopt_symmetry();
    create();
  }
  uint64_t changes() { return (**this).state_refinements(); }

 private:
  void create() {
    reset();
    steps({0, 0, 1, 2});
  }
};

// Whether the states after a step of one thread and of the other one have the same form.
bool same(Twins&& lab, int number_of_steps = 1) {
  const auto start = lab->snapshot();
  for (int i = 0; i < number_of_steps; ++i) lab.step(1);
  const auto first = lab.state();
  lab->restore(*start);
  for (int i = 0; i < number_of_steps; ++i) lab.step(2);
  return first == lab.state();
}

TEST(Symmetry, StatesThatDifferByAPermutationAreOne) {
  const std::string text = twins("  store.32 @x, 1\n  store.32 @x, 2\n  ret 0");
  EXPECT_TRUE(same(Twins(text)));
  EXPECT_FALSE(same(Twins(text, false)));
}

TEST(Symmetry, LocksAreHeldByPositions) {
  for (const std::string lock : {"mutex_lock(@m)", "spin_lock(@k)", "rw_wrlock(@l)", "rw_rdlock(@l)"})
    EXPECT_TRUE(same(Twins(twins("  sync " + lock + "\n  store.32 @x, 1\n  ret 0")))) << lock;
}

TEST(Symmetry, LocalsOfThreadsAreSortedWithThem) {
  const std::string body =
      "  %2 = alloca 8\n  store.64 @h, %2\n  store.64 %2, 1\n  store.32 @x, 1\n  store.64 %2, 2\n  ret 0";
  EXPECT_TRUE(same(Twins(twins(body)), 2));
}

TEST(Symmetry, ThreadsOfDifferentFunctionsAreNotInterchangeable) {
  const std::string text = twins("  store.32 @x, 1\n  store.32 @x, 2\n  ret 0", "", "v");
  EXPECT_FALSE(same(Twins(text)));
}

TEST(Symmetry, AnOwnHandleTellsThreadsApart) {
  Twins lab(twins("  store.32 @x, 1\n  %2 = service thread_self()\n  store.64 @h, %2\n  ret 0"));
  const uint64_t before = lab.changes();
  lab.step(1);
  EXPECT_GT(lab.changes(), before);
}

TEST(Symmetry, ReadingALockAsDataTellsThreadsApart) {
  Twins lab(twins("  sync mutex_lock(@m)\n  %2 = load.32 @m\n  store.32 @x, %2\n  ret 0"));
  lab.step(1);
  const uint64_t before = lab.changes();
  lab.step(1);
  EXPECT_GT(lab.changes(), before);
}

TEST(Symmetry, AHandleThatAnotherThreadReadsTellsThreadsApart) {
  const std::string body = "  %2 = load.64 @h\n  ret 0";
  Twins lab(kGlobals + thread("w", body) + main_with({"w", "w"}, "  store.64 @h, %10\n"));
  lab.step(0);
  const uint64_t before = lab.changes();
  lab.step(1);
  EXPECT_GT(lab.changes(), before);
}

TEST(Symmetry, JoinsOfAllThreadsDoNotTellThemApart) {
  Twins lab(twins("  store.32 @x, 1\n  ret 0"));
  EXPECT_EQ(lab.changes(), 1u);  // the kind was found
}

TEST(Symmetry, AnActionBetweenJoinsTellsThreadsApart) {
  const std::string text =
      kGlobals + "global @s size 32\n" + thread("w", "  store.32 @x, 1\n  ret 0") +
      main_with({"w", "w"}, "  sync thread_join(%10)\n  sync sem_post(@s)\n  sync thread_join(%11)\n", false);
  EXPECT_EQ(Twins(text).changes(), 2u);
}

TEST(Symmetry, AConflictingAccessBetweenJoinsTellsThreadsApart) {
  const std::string joins = "  sync thread_join(%10)\n  store.32 @x, 5\n  sync thread_join(%11)\n";
  Twins lab(kGlobals + thread("w", "  %2 = load.32.seq_cst @x\n  ret 0") + main_with({"w", "w"}, joins, false));
  EXPECT_EQ(lab.changes(), 2u);  // when the other threads are parked before their accesses
}

TEST(Symmetry, AResultThatMainUsesTellsThreadsApart) {
  const std::string joins = "  %20 = sync thread_join(%10)\n  store.64 @h, %20\n  sync thread_join(%11)\n";
  EXPECT_EQ(Twins(kGlobals + thread("w", "  store.32 @x, 1\n  ret 0") + main_with({"w", "w"}, joins, false)).changes(),
            2u);
}

// The numbers of stored states of n threads that lock and unlock twice.
std::vector<uint64_t> states_of(const std::vector<std::string>& threads, bool symmetry) {
  const std::string section =
      "  sync mutex_lock(@m)\n  %2 = load.32 @x\n  %3 = add.32 %2, 1\n  store.32 @x, %3\n  sync mutex_unlock(@m)\n";
  const ir::Program code = program(kGlobals + thread("w", section + section + "  ret 0") + main_with(threads));
  std::vector<uint64_t> states;
  for (const bool transactions : {false, true})
    for (const ExploredThreads explored : {ExploredThreads::AllEnabled, ExploredThreads::Dpor}) {
      SearchOptions options;
      options.symmetry = symmetry;
      options.transactions = transactions;
      options.explored_threads = explored;
      const SearchResult result = search_transactions([&] { return vm::make_machine(code, with_names()); }, options);
      EXPECT_TRUE(result.violations.empty());
      states.push_back(result.stats.states);
    }
  return states;
}

TEST(Symmetry, TransactionsOfFourThreadsAreCountedByHowManyAreWhere) {
  const std::vector<uint64_t> with = states_of({"w", "w", "w", "w"}, true),
                              without = states_of({"w", "w", "w", "w"}, false);
  EXPECT_EQ(with[2], 16u);     // 4 numbers from 0 to 2, regardless of their order, and the end
  EXPECT_EQ(without[2], 82u);  // 3^4, and the end
  for (size_t i = 0; i < with.size(); ++i) EXPECT_LT(with[i], without[i]);
}

}  // namespace
}  // namespace mover::test
