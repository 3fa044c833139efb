// Tests the locking discipline: which programs violate it, and that all searches agree.
#include <gtest/gtest.h>

#include <random>

#include "trace/replay.h"
#include "unit/agreement.h"
#include "unit/random_sync.h"
#include "unit/random_threads.h"
#include "unit/rounds.h"

namespace mover::test {
namespace {

const std::string kGlobals =
    "global @x size 8\nglobal @y size 8\nglobal @m size 40\nglobal @n size 40\nglobal @k size 40\nglobal @rw size 56\n"
    "global @s size 32\nglobal @p size 8\n";

std::string locked(const std::string& mutex, const std::string& what) {
  return "  sync mutex_lock(@" + mutex + ")\n" + what + "  sync mutex_unlock(@" + mutex + ")\n";
}
const std::string kWrite = "  store.32 @x, 1\n", kRead = "  %3 = load.32 @x\n";

SearchOptions discipline() {
  SearchOptions options = all_findings();
  options.checks.discipline = true;
  return options;
}

// The lines at which the discipline is violated.
std::set<uint32_t> lines(const ir::Program& p, const SearchResult& result) {
  EXPECT_TRUE(result.incomplete.empty());
  std::set<uint32_t> found;
  for (const Violation& v : result.violations)
    if (v.finding.kind == FindingKind::Discipline) found.insert(p.locs[v.finding.loc].line);
  return found;
}

struct Agreed {
  size_t lines = 0;     // the number of lines with violations
  bool judged = false;  // the reference search agrees, too; false if it takes too long
};

// The result on which all searches agree. Every violation replays.
Agreed agreed_on(const std::string& text) {
  const ir::Program p = program(text);
  auto plain = [&] { return vm::make_machine(p, {}); };
  auto named = [&] { return vm::make_machine(p, with_names()); };
  const SearchResult full = search_stateful(plain, discipline());
  const std::set<uint32_t> found = lines(p, full);
  EXPECT_EQ(lines(p, search_transactions(named, discipline())), found) << "transactions (left) or not\n" << text;
  for (bool composed : {false, true}) {
    SearchOptions selective = discipline();
    selective.selective = {.persistent = true, .invisible_first = composed, .composed = composed};
    selective.step_limit = 200'000;
    const SearchResult result = search_selective(plain, selective);
    if (result.stop == Stop::Finished) {
      EXPECT_EQ(lines(p, result).empty(), found.empty()) << "selective (left) or not\n" << text;
    }
  }
  SearchOptions not_too_long = discipline();
  not_too_long.step_limit = 20'000;
  const SearchResult judge = search_reference(plain, not_too_long);
  const bool judged = judge.stop == Stop::Finished;
  if (judged) {
    EXPECT_EQ(lines(p, judge), found) << "the judge (left) or stored states\n" << text;
  }
  for (const Violation& v : full.violations) {
    if (v.finding.kind != FindingKind::Discipline) continue;
    EXPECT_TRUE(replays(*plain(), v)) << v.finding.message;
    EXPECT_TRUE(replay(*plain(), v.schedule, v.finding).shows_finding) << v.finding.message;
  }
  return {found.size(), judged};
}

bool keeps(const std::string& text) { return agreed_on(text).lines == 0; }
bool breaks(const std::string& text) { return agreed_on(text).lines > 0; }

std::string two(const std::string& one, const std::string& other, const std::string& then = "") {
  return kGlobals + thread("t", one + "  ret 0") + thread("u", other + "  ret 0") + main_with({"t", "u"}, then);
}

TEST(CommonLocks, KeptWithOneLock) {
  EXPECT_TRUE(keeps(two(locked("m", kWrite), locked("m", kRead + kWrite))));
  EXPECT_TRUE(keeps(two(locked("m", locked("n", kWrite)), locked("m", kWrite))));
}

TEST(CommonLocks, BrokenWithoutOrWithAnother) {
  EXPECT_TRUE(breaks(two(kWrite, kWrite)));
  EXPECT_TRUE(breaks(two(locked("m", kWrite), kRead)));
  EXPECT_TRUE(breaks(two(locked("m", kWrite), locked("n", kWrite))));
}

// No two of the three threads race, and no two of them lack a common lock, but all three have none in common.
TEST(CommonLocks, ViolatedByThreeThreadsWithPairwiseCommonLocks) {
  const std::string text = kGlobals + thread("t", locked("m", locked("n", kWrite)) + "  ret 0") +
                           thread("u", locked("n", locked("k", kWrite)) + "  ret 0") +
                           thread("v", locked("k", locked("m", kWrite)) + "  ret 0") + main_with({"t", "u", "v"});
  EXPECT_TRUE(breaks(text));
}

TEST(CommonLocks, OnlyReadOrOnlyAtomicOrOnlyOnesOwn) {
  EXPECT_TRUE(keeps(two(kRead, kRead)));
  EXPECT_TRUE(keeps(two("  store.32.relaxed @x, 1\n", "  store.32.seq_cst @x, 2\n")));
  EXPECT_TRUE(breaks(two("  store.32.relaxed @x, 1\n", kRead)));
  EXPECT_TRUE(keeps(two(kWrite + kRead, "  store.32 @y, 1\n")));
}

// Accesses are exempt while main is the only thread: before it creates threads, and after it has joined all of them.
TEST(CommonLocks, ASingleThreadIsExempt) {
  std::string text = two(locked("m", kWrite), locked("m", kWrite));
  text.insert(text.find("  %0 = alloca"), kWrite);
  text.insert(text.find("\n  ret 0\n}\nentry"), "\n" + kWrite);
  EXPECT_TRUE(keeps(text));
  EXPECT_TRUE(breaks(two(locked("m", kWrite), locked("m", kWrite), kWrite)));
}

TEST(CommonLocks, ReadersWriterLocks) {
  auto side = [](const std::string& op, const std::string& what) {
    return "  sync " + op + "(@rw)\n" + what + "  sync rw_unlock(@rw)\n";
  };
  EXPECT_TRUE(keeps(two(side("rw_wrlock", kWrite), side("rw_rdlock", kRead))));
  EXPECT_TRUE(breaks(two(side("rw_rdlock", kWrite), side("rw_rdlock", kRead))));
}

// [STO02, section 7]: with the reduction of the paper, t's write precedes u's in every explored execution, and a
// discipline that permits the first thread to initialise memory without a lock finds no violation. Mover finds it in
// either order.
TEST(CommonLocks, BrokenInEitherOrder) {
  EXPECT_TRUE(breaks(two("  sync sem_post(@s)\n" + kWrite, "  sync sem_wait(@s)\n" + locked("m", kWrite))));
  EXPECT_TRUE(breaks(two(kWrite + "  sync sem_post(@s)\n", "  sync sem_wait(@s)\n" + locked("m", kWrite))));
}

// A thread initialises an object before other threads can reach it.
TEST(CommonLocks, InitialisationBeforePublicationIsExempt) {
  const std::string make = "  %0 = service malloc(8, 0)\n  store.32 %0, 7\n";
  const std::string hand_over = locked("m", "  store.64 @p, %0\n");
  const std::string use = locked("m",
                                 "  %0 = load.64 @p\n  %1 = icmp.ne.64 %0, 0\n  condbr %1, yes, no\nyes:\n"
                                 "  %2 = load.32 %0\n  br no\nno:\n");
  EXPECT_TRUE(keeps(two(make + hand_over, use)));
  EXPECT_TRUE(breaks(two(make + hand_over + "  store.32 %0, 8\n", use)));
}

// Two objects are allocated at the same line. Each of them has its own lock outside the object.
TEST(CommonLocks, ObjectsWithTheSameNameAreDistinguished) {
  auto work = [](const std::string& mutex, int at) {
    const std::string place = at == 0 ? "@p" : "@q";
    return "  %0 = load.64 " + place + "\n" + locked(mutex, "  store.32 %0, 1\n");
  };
  auto text = [&](const std::string& third) {
    std::string main = main_with({"t", "u", "v"});
    main.insert(main.find("  %0 = alloca"),
                "  %20 = call @make()\n  store.64 @p, %20\n  %20 = call @make()\n  store.64 @q, %20\n");
    return kGlobals + "global @q size 8\nfunc @make(0) {\n  %0 = service malloc(8, 0)\n  ret %0\n}\n" +
           thread("t", work("m", 0) + "  ret 0") + thread("u", work("n", 1) + "  ret 0") +
           thread("v", third + "  ret 0") + main;
  };
  EXPECT_TRUE(keeps(text(work("n", 1))));
  EXPECT_TRUE(breaks(text(work("m", 1))));
}

// The accesses hold one lock in some executions and another lock in others. As in the paper, the discipline requires a
// common lock in each execution only.
TEST(CommonLocks, EachExecutionHasItsOwnLock) {
  const std::string work = "  %0 = load.32 @y\n  condbr %0, one, other\none:\n" + locked("m", kWrite) +
                           "  ret 0\nother:\n" + locked("n", kWrite) + "  ret 0";
  std::string main = main_with({"t", "u"});
  main.insert(main.find("  %0 = alloca"), "  %20 = service choose(2)\n  store.32 @y, %20\n");
  EXPECT_TRUE(keeps(kGlobals + thread("t", work) + thread("u", work) + main));
}

// A few threads that access two variables, mostly under the right locks.
std::string random_locking(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  const char* const usual[] = {"m", "n"};
  const char* const mutexes[] = {"m", "n", "k"};
  auto region = [&](std::string& text) {
    const uint32_t variable = below(2);
    const std::string place = variable == 0 ? "@x" : "@y";
    const std::string atomic = below(5) == 0 ? ".seq_cst" : "";
    const std::string what =
        below(2) ? "  store.32" + atomic + " " + place + ", 1\n" : "  %3 = load.32" + atomic + " " + place + "\n";
    const std::string mutex = below(4) ? usual[variable] : mutexes[below(3)];
    switch (below(10)) {
      case 0:
        text += what;
        break;
      case 1:
        text += "  sync atomic_begin()\n" + what + "  sync atomic_end()\n";
        break;
      case 2:
        text += std::string("  sync ") + (below(2) ? "rw_rdlock" : "rw_wrlock") + "(@rw)\n" + what +
                "  sync rw_unlock(@rw)\n";
        break;
      case 3:
        text += "  sync sem_post(@s)\n" + what;
        break;
      case 4:
        text += locked("k", locked(mutex, what));
        break;
      default:
        text += locked(mutex, what);
    }
  };
  std::string text = kGlobals;
  for (const char* name : {"t", "u"}) {
    std::string body;
    for (uint32_t i = 0, n = 1 + below(2); i < n; ++i) region(body);
    text += thread(name, body + "  ret 0");
  }
  std::string then;
  if (below(3) == 0) region(then);
  return text + main_with({"t", "u"}, then, below(4) != 0);
}

TEST(CommonLocks, AllSearchesAgreeOnRandomPrograms) {
  size_t judged = 0, broken = 0, kept = 0;
  auto judge = [&](const std::string& text) {
    const Agreed found = agreed_on(text);
    judged += found.judged;
    (found.lines > 0 ? broken : kept)++;
  };
  for (uint64_t seed = 0; seed < rounds(120); ++seed) judge(random_locking(seed));
  for (uint64_t seed = 0; seed < rounds(15); ++seed) judge(RandomSync(seed).make());
  for (uint64_t seed = 0; seed < rounds(15); ++seed) judge(RandomThreads(seed, {.numbers = false}).make());
  EXPECT_GT(judged, rounds(50));
  EXPECT_GT(broken, rounds(25));
  EXPECT_GT(kept, rounds(25));
}

}  // namespace
}  // namespace mover::test
