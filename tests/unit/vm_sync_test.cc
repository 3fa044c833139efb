// Tests synchronisation: blocking, errors, timeouts. The reference search and the stateful search agree on all
// verdicts.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/small_programs.h"

namespace mover::test {
namespace {

const std::string kObjects = kBoom +
                             "global @m size 40\nglobal @n size 40\nglobal @c size 48\nglobal @rw size 56\nglobal @sp "
                             "size 4\nglobal @s size 32\nglobal @b size 32\nglobal @o size 4\n"
                             "global @x size 8\nglobal @y size 8\n";

// One thread, alone.
std::string alone(const std::string& body) {
  return message_of(run(kObjects + "func @main(0) regs 20 {\n" + body + "\n  ret\n}\n"));
}
std::string equals(const std::string& reg, int value, int n) {
  return "  %19 = icmp.eq.32 " + reg + ", " + std::to_string(value) + "\n" + claim("%19", n);
}

struct Mistake {
  const char* body;
  const char* message;
};

class SyncErrors : public ::testing::TestWithParam<Mistake> {};

TEST_P(SyncErrors, AreFoundAndNameTheObject) {
  StepResult result = run(kObjects + "func @main(0) regs 20 {\n" + GetParam().body + "\n  ret\n}\n");
  EXPECT_EQ(result.finding.kind, FindingKind::Memory);
  EXPECT_EQ(message_of(result), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Each, SyncErrors,
    ::testing::Values(
        Mistake{"  sync mutex_unlock(@m)", "unlocks a mutex that it does not hold: m"},
        Mistake{"  sync mutex_lock(@m)\n  sync mutex_destroy(@m)", "destroys a mutex that is locked: m"},
        Mistake{"  sync mutex_destroy(@m)\n  sync mutex_lock(@m)", "uses a mutex that was destroyed: m"},
        Mistake{"  sync mutex_lock(0)", "writes through a null pointer"},
        Mistake{"  %0 = alloca 40\n  sync mutex_lock(%0)",
                "uses a mutex that was never initialised: a local variable (<ir>:13)"},
        Mistake{"  sync cond_wait(@c, @m)", "waits on a condition without holding the mutex m"},
        Mistake{"  sync cond_destroy(@c)\n  sync cond_signal(@c)", "uses a condition variable that was destroyed: c"},
        Mistake{"  sync rw_unlock(@rw)", "unlocks a readers-writer lock that it does not hold: rw"},
        Mistake{"  sync rw_rdlock(@rw)\n  sync rw_destroy(@rw)", "destroys a readers-writer lock that is held: rw"},
        Mistake{"  sync rw_destroy(@rw)\n  sync rw_wrlock(@rw)", "uses a readers-writer lock that was destroyed: rw"},
        Mistake{"  sync spin_unlock(@sp)", "unlocks a spin lock that it does not hold: sp"},
        Mistake{"  sync spin_lock(@sp)\n  sync spin_destroy(@sp)", "destroys a spin lock that is held: sp"},
        Mistake{"  sync spin_destroy(@sp)\n  sync spin_lock(@sp)", "uses a spin lock that was destroyed: sp"},
        Mistake{"  sync sem_destroy(@s)\n  sync sem_wait(@s)", "uses a semaphore that was destroyed: s"},
        Mistake{"  %0 = service malloc(32, 8)\n  sync sem_wait(%0)",
                "uses a semaphore that was never initialised: the memory allocated at <ir>:13"},
        Mistake{"  sync barrier_wait(@b)", "uses a barrier that was never initialised: b"},
        Mistake{"  sync barrier_init(@b, 1)\n  sync barrier_destroy(@b)\n  sync barrier_wait(@b)",
                "uses a barrier that was destroyed: b"},
        Mistake{"  %0 = sync thread_join(5)", "joins a handle that is not a thread's"},
        Mistake{"  %0 = sync thread_join(undef)", "joins an uninitialised thread handle"},
        Mistake{"  sync thread_detach(@m)", "detaches a handle that is not a thread's"},
        Mistake{"  %0 = alloca 8\n  sync thread_create(%0, @m, 0, 0, 0)",
                "starts a thread with an invalid function pointer"}));

// Only a trylock that fails has the event FailedTry. Other operations that observe other threads do not.
TEST(SyncEvents, OnlyATryThatFailsIsCalledOne) {
  auto failed_tries = [](const std::string& body) {
    Lab lab(kObjects + "func @main(0) regs 20 {\n" + body + "\n  ret\n}\n");
    lab->record_events(true);
    lab.reset();
    auto is_one = [](const Event& event) { return event.kind == Event::Kind::FailedTry; };
    int count = 0;
    for (;;) {
      count += static_cast<int>(std::count_if(lab->happened().begin(), lab->happened().end(), is_one));
      if (lab.last().kind != StepResult::Kind::Running) return count;
      lab.step(0);
    }
  };
  EXPECT_EQ(failed_tries("  sync mutex_lock(@m)\n  sync mutex_trylock(@m)"), 1);
  EXPECT_EQ(failed_tries("  sync mutex_trylock(@m)\n  sync mutex_unlock(@m)\n  sync mutex_destroy(@m)"), 0);
  EXPECT_EQ(failed_tries("  %0 = sync sem_trywait(@s)"), 1);
  EXPECT_EQ(failed_tries("  %0 = sync sem_getvalue(@s)\n  sync sem_destroy(@s)"), 0);
}

TEST(Mutex, KindsDifferInWhatTheOwnerMayDoAgain) {
  EXPECT_EQ(
      alone("  sync mutex_init(@m, 1)\n  sync mutex_lock(@m)\n  %0 = sync mutex_lock(@m)\n" + equals("%0", 0, 1) +
            "  %0 = sync mutex_trylock(@m)\n" + equals("%0", 0, 2) +
            "  sync mutex_unlock(@m)\n  sync mutex_unlock(@m)\n  %0 = sync mutex_unlock(@m)\n" + equals("%0", 0, 3) +
            "  %0 = sync mutex_unlock(@m)\n" + equals("%0", 1, 4) + "  sync mutex_destroy(@m)\n"),
      "");
  EXPECT_EQ(alone("  sync mutex_init(@m, 2)\n  sync mutex_lock(@m)\n  %0 = sync mutex_lock(@m)\n" +
                  equals("%0", 35, 1) + "  %0 = sync mutex_trylock(@m)\n" + equals("%0", 16, 2) +
                  "  sync mutex_unlock(@m)\n  %0 = sync mutex_unlock(@m)\n" + equals("%0", 1, 3)),
            "");
  EXPECT_EQ(verdict(kObjects + "func @main(0) {\n  sync mutex_lock(@m)\n  sync mutex_lock(@m)\n  ret\n}\n"),
            "deadlock");
}

TEST(Mutex, IsWhatKeepsTwoCountersRight) {
  const std::string counter = "  %2 = load.64 @x\n  %2 = add.64 %2, 1\n  store.64 @x, %2\n";
  const std::string check =
      "  sync thread_join(%10)\n  sync thread_join(%11)\n  %20 = load.64 @x\n  %21 = icmp.eq.64 %20, 2\n" +
      claim("%21");
  const std::string locked = kObjects +
                             thread("t", "  sync mutex_lock(@m)\n" + counter + "  sync mutex_unlock(@m)\n  ret 0") +
                             main_with({"t", "t"}, check, false);
  const std::string free = kObjects + thread("t", counter + "  ret 0") + main_with({"t", "t"}, check, false);
  EXPECT_EQ(verdict(locked), "safe");
  EXPECT_EQ(verdict(free), "assertion race");
  SearchResult result = stateful(locked);
  EXPECT_EQ(result.stats.states, 56u);
  EXPECT_EQ(result.stats.transitions, 89u);
  EXPECT_EQ(reference(locked).stats.states, 56u);
}

TEST(Mutex, IsNotReleasedByTheEndOfItsOwnerNorByItsNumberBeingGivenAway) {
  const std::string owner = thread("owner", "  sync mutex_lock(@m)\n  ret 0");
  const std::string then =
      "  sync thread_join(%10)\n  sync thread_create(%0, @other, 0, 0, 0)\n  %11 = load.64 %0\n  sync "
      "thread_join(%11)\n";
  EXPECT_EQ(verdict(kObjects + owner + thread("other", "  sync mutex_unlock(@m)\n  ret 0") +
                    main_with({"owner"}, then, false)),
            "memory");
  EXPECT_EQ(
      verdict(kObjects + owner + thread("other", "  sync mutex_lock(@m)\n  ret 0") + main_with({"owner"}, then, false)),
      "deadlock");
}

TEST(Mutex, ATimedLockMayTimeOutAndNeverBlocks) {
  const std::string t = thread("t",
                               "  %2 = sync mutex_timedlock(@m)\n  %3 = icmp.eq.32 %2, 0\n  condbr %3, got, "
                               "late\ngot:\n  store.64.seq_cst @x, 1\n  sync mutex_unlock(@m)\n  ret 0\n"
                               "late:\n  store.64.seq_cst @y, 1\n  ret 0");
  const std::string main =
      main_with({"t"},
                "  sync mutex_lock(@m)\n  sync thread_join(%10)\n  %20 = load.64 @x\n  %21 = icmp.eq.64 %20, 0\n" +
                    claim("%21", 1),
                false);
  EXPECT_EQ(verdict(kObjects + t + main), "assertion");  // the thread may run first
  const std::string held =
      "func @main(0) regs 20 {\n  %0 = alloca 8\n  sync mutex_lock(@m)\n  sync thread_create(%0, @t, 0, 0, 0)\n  %1 = "
      "load.64 %0\n  sync thread_join(%1)\n"
      "  %2 = load.64 @y\n  %3 = icmp.eq.64 %2, 1\n" +
      claim("%3") + "  ret\n}\n";
  EXPECT_EQ(verdict(kObjects + t + held), "safe");
}

TEST(Deadlock, OfTwoMutexesTakenInOppositeOrder) {
  const std::string one = thread(
      "one", "  sync mutex_lock(@m)\n  sync mutex_lock(@n)\n  sync mutex_unlock(@n)\n  sync mutex_unlock(@m)\n  ret 0");
  const std::string two = thread(
      "two", "  sync mutex_lock(@n)\n  sync mutex_lock(@m)\n  sync mutex_unlock(@m)\n  sync mutex_unlock(@n)\n  ret 0");
  EXPECT_EQ(verdict(kObjects + one + two + main_with({"one", "two"})), "deadlock");
  EXPECT_EQ(verdict(kObjects + one + two + main_with({"one", "one"})), "safe");
  const SearchResult result = stateful(kObjects + one + two + main_with({"one", "two"}));
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_EQ(result.violations[0].finding.message,
            "deadlock: T1 (one) waits for mutex n, T2 (two) waits for mutex m, main waits for the end of T1 (one)");
}

TEST(Deadlock, IsFoundBesideAThreadThatLoopsForEverButNotIfTheProgramEnds) {
  const std::string stuck = thread("stuck", "  sync sem_wait(@s)\n  ret 0");
  EXPECT_EQ(verdict(kObjects + stuck + main_with({"stuck"})), "deadlock");
  EXPECT_EQ(verdict(kObjects + stuck + main_with({"stuck"}, "", false)), "safe");
  EXPECT_EQ(verdict(kObjects + stuck + thread("loop", "again:\n  br again") + main_with({"stuck", "loop"})),
            "deadlock");
}

TEST(Condition, WakesOnlyWaitersAndEveryChoiceIsExplored) {
  const std::string waiter = thread("w",
                                    "  sync mutex_lock(@m)\n  sync cond_wait(@c, @m)\n  %2 = load.64 @x\n  %2 = add.64 "
                                    "%2, %0\n  store.64 @x, %2\n  sync mutex_unlock(@m)\n  ret 0");
  EXPECT_EQ(verdict(kObjects + waiter + main_with({"w"}, "  sync cond_signal(@c)\n")),
            "deadlock");  // the signal may come before the wait
  // Both threads wait before main signals once; either one may be woken.
  const std::string main =
      "func @main(0) regs 30 {\n  %0 = alloca 8\n  sync thread_create(%0, @w, 1, 0, 0)\n  sync thread_create(%0, @w, "
      "2, 0, 0)\n";
  const std::string both_wait =
      thread("w",
             "  sync mutex_lock(@m)\n  %2 = load.64 @y\n  %2 = add.64 %2, 1\n  store.64 @y, %2\n  sync cond_wait(@c, "
             "@m)\n  store.64 @x, %0\n  sync mutex_unlock(@m)\n  sync sem_post(@s)\n  ret 0");
  auto signalling = [&](const std::string& op, const std::string& after) {
    return kObjects + both_wait + main +
           "wait:\n  sync mutex_lock(@m)\n  %3 = load.64 @y\n  %4 = icmp.eq.64 %3, 2\n  condbr %4, on, off\noff:\n  "
           "sync mutex_unlock(@m)\n  br wait\non:\n  sync " +
           op + "(@c)\n  sync mutex_unlock(@m)\n" + after + "  ret\n}\n";
  };
  const std::string see = "  sync sem_wait(@s)\n  sync mutex_lock(@m)\n  %5 = load.64 @x\n  %6 = icmp.ne.64 %5, ";
  EXPECT_EQ(verdict(signalling("cond_signal", see + "1\n" + claim("%6"))), "assertion");
  EXPECT_EQ(verdict(signalling("cond_signal", see + "2\n" + claim("%6"))), "assertion");
  EXPECT_EQ(verdict(signalling("cond_signal", see + "0\n" + claim("%6") + "  sync mutex_unlock(@m)\n")), "safe");
  EXPECT_EQ(verdict(signalling("cond_signal", "  sync sem_wait(@s)\n  sync sem_wait(@s)\n")), "deadlock");
  EXPECT_EQ(verdict(signalling("cond_broadcast", "  sync sem_wait(@s)\n  sync sem_wait(@s)\n")), "safe");
}

TEST(Condition, ATimedWaitReturnsWithTheMutexWhicheverWayItEnds) {
  const std::string w = thread("w",
                               "  sync mutex_lock(@m)\n  %2 = sync cond_timedwait(@c, @m)\n  sync mutex_unlock(@m)\n  "
                               "%2 = zext.64 %2 from 32\n  store.64.seq_cst @x, %2\n  ret 0");
  const std::string then =
      "  sync mutex_lock(@m)\n  sync cond_signal(@c)\n  sync mutex_unlock(@m)\n  sync thread_join(%10)\n  %20 = "
      "load.64 @x\n  %21 = icmp.ne.64 %20, ";
  EXPECT_EQ(verdict(kObjects + w + main_with({"w"}, then + "0\n" + claim("%21"), false)), "assertion");
  EXPECT_EQ(verdict(kObjects + w + main_with({"w"}, then + "110\n" + claim("%21"), false)), "assertion");
  EXPECT_EQ(verdict(kObjects + w + main_with({"w"}, then + "5\n" + claim("%21"), false)), "safe");
}

TEST(Condition, WakesUpForNoReasonOnlyWhereAsked) {
  const std::string text =
      kObjects + thread("w", "  sync mutex_lock(@m)\n  %2 = sync cond_wait(@c, @m)\n  ret 0") + main_with({"w"});
  EXPECT_EQ(verdict(text), "deadlock");
  vm::Options options;
  options.spurious_wakeups = true;
  EXPECT_EQ(verdict(text, options), "safe");
  // A timed wait may also wake up spuriously, and returns 0.
  const std::string timed =
      kObjects +
      thread("w", "  sync mutex_lock(@m)\n  %2 = sync cond_timedwait(@c, @m)\n  %3 = icmp.eq.32 %2, 110\n" +
                      claim("%3") + "  ret 0") +
      main_with({"w"});
  EXPECT_EQ(verdict(timed), "safe");
  EXPECT_EQ(verdict(timed, options), "assertion");
}

TEST(Condition, ReleasesARecursiveMutexByOneLevelOnly) {
  const std::string init = "  sync mutex_init(@m, 1)\n";
  const std::string w = thread("w",
                               "  sync mutex_lock(@m)\n  sync mutex_lock(@m)\n  sync cond_timedwait(@c, @m)\n  sync "
                               "mutex_unlock(@m)\n  sync mutex_unlock(@m)\n  ret 0");
  const std::string main = "func @main(0) regs 20 {\n" + init +
                           "  %0 = alloca 8\n  sync thread_create(%0, @w, 0, 0, 0)\n  %1 = load.64 %0\n  sync "
                           "thread_join(%1)\n  sync mutex_lock(@m)\n  ret\n}\n";
  EXPECT_EQ(verdict(kObjects + w + main), "safe");
}

TEST(Condition, ToFreeOrDestroyAMutexThatAWaiterTakesAgainIsAnError) {
  const std::string w =
      thread("w", "  sync mutex_lock(%0)\n  store.64.seq_cst @x, 1\n  sync cond_wait(@c, %0)\n  ret 0");
  auto main = [](const std::string& after) {
    return "func @main(0) regs 20 {\n  %0 = alloca 8\n  %1 = service malloc(40, 8)\n  sync mutex_init(%1, 0)\n  sync "
           "thread_create(%0, @w, %1, 0, 0)\n  %2 = load.64 %0\n"
           "wait:\n  %3 = load.64.seq_cst @x\n  %4 = icmp.eq.64 %3, 1\n  condbr %4, on, wait\non:\n  sync "
           "mutex_lock(%1)\n  sync cond_signal(@c)\n  sync mutex_unlock(%1)\n" +
           after + "  sync thread_join(%2)\n  ret\n}\n";
  };
  Lab freed(kObjects + w + main("  service free(%1)\n"));
  freed.steps({0, 1, 1, 1, 1, 0, 0, 0, 0});
  EXPECT_EQ(
      message_of(freed.step(0)),
      "frees memory with a synchronisation object in it that T1 (w) takes again after a wait: the memory allocated at "
      "<ir>:20");
  Lab destroyed(kObjects + w + main("  sync mutex_destroy(%1)\n"));
  destroyed.steps({0, 1, 1, 1, 1, 0, 0, 0, 0});
  EXPECT_EQ(message_of(destroyed.step(0)),
            "destroys a mutex that a thread takes again after a wait: the memory allocated at <ir>:20");
}

TEST(RwLock, LetsReadersInTogetherAndWritersAlone) {
  const std::string inside = "  %2 = rmw.add.64.seq_cst @x, 1\n  sync yield()\n  %3 = rmw.sub.64.seq_cst @x, 1\n";
  auto pair = [&](const std::string& a, const std::string& b, const std::string& most) {
    const std::string check = "  %4 = icmp.ult.64 %2, " + most + "\n" + claim("%4");
    return kObjects + thread("t1", "  sync rw_" + a + "(@rw)\n" + inside + check + "  sync rw_unlock(@rw)\n  ret 0") +
           thread("t2", "  sync rw_" + b + "(@rw)\n" + inside + check + "  sync rw_unlock(@rw)\n  ret 0") +
           main_with({"t1", "t2"});
  };
  EXPECT_EQ(verdict(pair("rdlock", "rdlock", "1")), "assertion");
  EXPECT_EQ(verdict(pair("rdlock", "wrlock", "1")), "safe");
  EXPECT_EQ(verdict(pair("wrlock", "wrlock", "1")), "safe");
}

TEST(RwLock, SaysWhatItCannotDo) {
  EXPECT_EQ(
      alone("  sync rw_wrlock(@rw)\n  %0 = sync rw_wrlock(@rw)\n" + equals("%0", 35, 1) +
            "  %0 = sync rw_rdlock(@rw)\n" + equals("%0", 35, 2) + "  %0 = sync rw_tryrdlock(@rw)\n" +
            equals("%0", 16, 3) + "  sync rw_unlock(@rw)\n  sync rw_rdlock(@rw)\n  %0 = sync rw_tryrdlock(@rw)\n" +
            equals("%0", 0, 4) + "  %0 = sync rw_trywrlock(@rw)\n" + equals("%0", 16, 5) +
            "  sync rw_unlock(@rw)\n  sync rw_unlock(@rw)\n  %0 = sync rw_trywrlock(@rw)\n" + equals("%0", 0, 6)),
      "");
  EXPECT_EQ(verdict(kObjects + "func @main(0) {\n  sync rw_rdlock(@rw)\n  sync rw_wrlock(@rw)\n  ret\n}\n"),
            "deadlock");
  EXPECT_EQ(verdict(kObjects + "func @main(0) {\n  sync rw_rdlock(@rw)\n  %0 = sync rw_timedwrlock(@rw)\n" +
                    equals("%0", 110, 1) + "  ret\n}\n"),
            "safe");
}

TEST(RwLock, ThatPrefersWritersKeepsReadersOutWhileOneWaits) {
  const std::string init = "  sync rw_init(@rw, 2)\n";
  auto main = [&](const std::string& rest) {
    return "func @main(0) regs 20 {\n" + init +
           "  sync rw_rdlock(@rw)\n  %0 = alloca 8\n  sync thread_create(%0, @w, 0, 0, 0)\n  %1 = load.64 %0\n" + rest +
           "  sync rw_unlock(@rw)\n  sync thread_join(%1)\n  ret\n}\n";
  };
  const std::string w = thread("w", "  sync rw_wrlock(@rw)\n  sync rw_unlock(@rw)\n  ret 0");
  const std::string again = "  sync rw_rdlock(@rw)\n  sync rw_unlock(@rw)\n";
  EXPECT_EQ(verdict(kObjects + w + main("")), "safe");
  EXPECT_EQ(verdict(kObjects + w + main(again)), "deadlock");
  const std::string gives_up = thread("w", "  sync rw_timedwrlock(@rw)\n  ret 0");
  EXPECT_EQ(verdict(kObjects + gives_up + main(again)), "safe");
  const std::string tries = thread("w", "  sync rw_trywrlock(@rw)\n  ret 0");
  EXPECT_EQ(verdict(kObjects + tries + main(again)), "safe");
}

TEST(Spin, ExcludesAndBlocks) {
  const std::string t =
      thread("t", "  sync spin_lock(@sp)\n  %2 = load.64 @x\n  store.64 @x, 1\n  sync spin_unlock(@sp)\n  ret 0");
  EXPECT_EQ(verdict(kObjects + t + main_with({"t", "t"})), "safe");
  EXPECT_EQ(verdict(kObjects + "func @main(0) {\n  sync spin_lock(@sp)\n  %0 = sync spin_trylock(@sp)\n" +
                    equals("%0", 16, 1) + "  sync spin_lock(@sp)\n  ret\n}\n"),
            "deadlock");
}

TEST(Semaphore, CountsTriesAndTimesOut) {
  EXPECT_EQ(alone("  sync sem_init(@s, 2)\n  sync sem_wait(@s)\n  %0 = sync sem_getvalue(@s)\n" + equals("%0", 1, 1) +
                  "  %0 = sync sem_trywait(@s)\n" + equals("%0", 0, 2) + "  %0 = sync sem_trywait(@s)\n" +
                  equals("%0", 11, 3) + "  %0 = sync sem_timedwait(@s)\n" + equals("%0", 110, 4) +
                  "  sync sem_post(@s)\n  sync sem_wait(@s)\n"),
            "");
  EXPECT_EQ(verdict(kObjects + "func @main(0) {\n  sync sem_post(@s)\n  %0 = sync sem_timedwait(@s)\n" +
                    equals("%0", 0, 1) + "  ret\n}\n"),
            "safe");
  EXPECT_EQ(
      verdict(kObjects + thread("t", "  sync sem_wait(@s)\n  ret 0") + main_with({"t", "t"}, "  sync sem_post(@s)\n")),
      "deadlock");
}

TEST(Barrier, BlocksUntilAllHaveArrivedAndTheLastGetsTheSerialResult) {
  const std::string t =
      thread("t",
             "  %2 = rmw.add.64.seq_cst @x, 1\n  %3 = sync barrier_wait(@b)\n  %4 = load.64.seq_cst @x\n  %5 = "
             "icmp.eq.64 %4, 3\n" +
                 claim("%5", 1) +
                 "  %6 = icmp.eq.32 %3, -1\n  %6 = zext.64 %6 from 1\n  %7 = rmw.add.64.seq_cst @y, %6\n  ret 0");
  const std::string main =
      "func @main(0) regs 30 {\n  sync barrier_init(@b, 3)\n  %0 = alloca 8\n  sync thread_create(%0, @t, 0, 0, 0)\n  "
      "%10 = load.64 %0\n  sync thread_create(%0, @t, 0, 0, 0)\n"
      "  %11 = load.64 %0\n  %2 = rmw.add.64.seq_cst @x, 1\n  %3 = sync barrier_wait(@b)\n  %6 = icmp.eq.32 %3, -1\n  "
      "%6 = zext.64 %6 from 1\n  %7 = rmw.add.64.seq_cst @y, %6\n"
      "  sync thread_join(%10)\n  sync thread_join(%11)\n  %8 = load.64 @y\n  %9 = icmp.eq.64 %8, 1\n" +
      claim("%9", 2) + "  sync barrier_destroy(@b)\n  ret\n}\n";
  EXPECT_EQ(words(stateful(kObjects + t + main)), "safe");
  EXPECT_EQ(alone("  %0 = sync barrier_init(@b, 0)\n" + equals("%0", 22, 1)), "");
}

TEST(Barrier, CanBeReusedAndBlocksWithoutAllThreads) {
  const std::string t = thread("t", "  sync barrier_wait(@b)\n  store.64 @x, 1\n  sync barrier_wait(@b)\n  ret 0");
  auto main = [](const std::string& middle) {
    return "func @main(0) regs 20 {\n  sync barrier_init(@b, 2)\n  %0 = alloca 8\n  sync thread_create(%0, @t, 0, 0, "
           "0)\n  %1 = load.64 %0\n" +
           middle + "  sync thread_join(%1)\n  ret\n}\n";
  };
  EXPECT_EQ(verdict(kObjects + t +
                    main("  store.64 @x, 2\n  sync barrier_wait(@b)\n  sync barrier_wait(@b)\n  store.64 @x, 2\n")),
            "safe");
  EXPECT_EQ(verdict(kObjects + t + main("  sync barrier_wait(@b)\n  store.64 @x, 2\n  sync barrier_wait(@b)\n")),
            "race");
  EXPECT_EQ(verdict(kObjects + t + main("  sync barrier_wait(@b)\n")), "deadlock");
}

TEST(Once, RunsOnceAndAllThreadsWaitForIt) {
  const std::string t = thread("t",
                               "  %2 = sync once_begin(@o)\n  %2 = icmp.eq.32 %2, 1\n  condbr %2, run, done\nrun:\n  "
                               "%3 = load.64 @x\n  %3 = add.64 %3, 1\n  store.64 @x, %3\n  sync once_end(@o)\n"
                               "done:\n  %4 = load.64 @x\n  %5 = icmp.eq.64 %4, 1\n" +
                                   claim("%5") + "  ret 0");
  EXPECT_EQ(verdict(kObjects + t + main_with({"t", "t"})), "safe");
  EXPECT_EQ(words(stateful(kObjects + t + main_with({"t", "t", "t"}))), "safe");
}

TEST(Threads, GiveTheirResultToTheJoinerAndOnlyOnce) {
  const std::string t = thread("t", "  %2 = service malloc(8, 8)\n  store.64 %2, %0\n  ret %2");
  const std::string main =
      "func @main(0) regs 20 {\n  %0 = alloca 8\n  sync thread_create(%0, @t, 41, 0, 0)\n  %1 = load.64 %0\n  %2 = "
      "sync thread_join(%1)\n  %3 = load.64 %2\n  %4 = icmp.eq.64 %3, 41\n" +
      claim("%4");
  EXPECT_EQ(verdict(kObjects + t + main + "  ret\n}\n"), "safe");
  EXPECT_EQ(messages(stateful(kObjects + t + main + "  sync thread_join(%1)\n  ret\n}\n"), FindingKind::Memory),
            (std::set<std::string>{"joins a thread that has been joined already or was detached"}));
  EXPECT_EQ(messages(stateful(kObjects + t + main + "  sync thread_detach(%1)\n  ret\n}\n"), FindingKind::Memory),
            (std::set<std::string>{"detaches a thread that has been joined already or was detached"}));
}

TEST(Threads, ThatAreDetachedCannotBeJoinedBeforeNorAfterTheirEnd) {
  const std::string text = kObjects + thread("t", "  ret 0") + main_with({"t"}, "  sync thread_detach(%10)\n");
  Lab lab(text);
  lab.steps({0, 0});
  EXPECT_EQ(message_of(lab.step(0)), "joins a detached thread");
  lab.reset();
  lab.steps({0, 1, 1, 0});
  EXPECT_EQ(message_of(lab.step(0)), "joins a thread that has been joined already or was detached");
  EXPECT_EQ(verdict(kObjects + thread("t", "  ret 0") + main_with({"t"}, "  sync thread_detach(%10)\n", false)),
            "safe");
}

TEST(Threads, NumbersAreGivenAgainButNeverThatOfMain) {
  Lab lab(kObjects + thread("t", "  ret 0") +
          main_with(
              {"t"},
              "  sync thread_join(%10)\n  sync thread_create(%0, @t, 0, 0, 0)\n  sync thread_create(%0, @t, 0, 0, 0)\n",
              false));
  lab.steps({0, 1, 1, 0, 0});
  EXPECT_EQ(lab->num_threads(), 2u);
  lab.step(0);
  EXPECT_EQ(lab->num_threads(), 3u);
  // Main ends and is joined. The thread that reuses its number must not be confused with it.
  const std::string text = kObjects + thread("last", "  ret 0") +
                           thread("joiner",
                                  "  sync thread_join(%0)\n  %2 = alloca 8\n  sync thread_create(%2, @last, 0, 0, 0)\n "
                                  " %3 = load.64 %2\n  sync thread_join(%3)\n  service assert_fail(@boom)\n  ret 0") +
                           "func @main(0) {\n  %0 = alloca 8\n  %1 = service thread_self()\n  sync thread_create(%0, "
                           "@joiner, %1, 0, 0)\n  sync thread_exit(0)\n  ret\n}\n";
  EXPECT_EQ(verdict(text), "assertion");
}

TEST(Threads, AProgramEndsWithMainsReturnWithExitOrWithItsLastThread) {
  const std::string late = thread("late", "  sync yield()\n  service assert_fail(@boom)\n  ret 0");
  EXPECT_EQ(verdict(kObjects + late + main_with({"late"}, "", false)), "assertion");  // may come before main's end
  EXPECT_EQ(verdict(kObjects + late + main_with({"late"}, "  sync thread_exit(0)\n", false)), "assertion");
  EXPECT_EQ(verdict(kObjects + thread("t", "  service exit(0)\n  ret 0") + main_with({"t"}, "  sync sem_wait(@s)\n")),
            "safe");
  Lab lab(kObjects + thread("t", "  ret 0") + main_with({"t"}, "  sync thread_exit(0)\n", false));
  lab.steps({0, 0});
  EXPECT_EQ(lab->status(0), ThreadStatus::Ended);
  EXPECT_EQ(lab.step(1).kind, StepResult::Kind::Running);
  EXPECT_EQ(lab.step(1).kind, StepResult::Kind::Ended);
}

TEST(Threads, TooManyAtOnceIsALimit) {
  vm::Options options;
  options.max_threads = 3;
  const std::string text =
      kObjects + thread("t", "  sync sem_wait(@s)\n  ret 0") + main_with({"t", "t", "t"}, "", false);
  Lab lab(text, options);
  lab.steps({0, 0});
  lab.step(0);
  EXPECT_EQ(in_words(lab.code(), lab.last().limit),
            "more than 3 threads are alive at once (--max-threads), at <ir>:22");
}

// ---- Assumptions and atomic sections.

TEST(Assume, DiscardsThePathButHidesNothingThatOthersCanDo) {
  const std::string t = thread("t", "  store.64.seq_cst @x, 1\n  service assume(0)\n  store.64.seq_cst @x, 2\n  ret 0");
  auto main = [](int seen) {
    return main_with(
        {"t"}, "  %20 = load.64.seq_cst @x\n  %21 = icmp.ne.64 %20, " + std::to_string(seen) + "\n" + claim("%21"));
  };
  EXPECT_EQ(verdict(kObjects + t + main(0)), "assertion");
  EXPECT_EQ(verdict(kObjects + t + main(1)), "assertion");
  EXPECT_EQ(verdict(kObjects + t + main(2)), "safe");
}

TEST(Assume, IsNeverADeadlock) {
  EXPECT_EQ(verdict(kObjects + thread("t", "  service assume(0)\n  ret 0") + main_with({"t"})), "safe");
  EXPECT_EQ(verdict(kObjects + "func @main(0) {\n  service assume(0)\n  service assert_fail(@boom)\n  ret\n}\n"),
            "safe");
  EXPECT_EQ(verdict(kObjects +
                    "func @main(0) {\n  %0 = service choose(3)\n  %1 = icmp.eq.32 %0, 2\n  %2 = zext.32 %1 from 1\n  "
                    "service assume(%2)\n" +
                    equals("%0", 2, 1) + "  ret\n}\n"),
            "safe");
}

TEST(AtomicSection, IsObservedAsAWhole) {
  const std::string t = thread("t",
                               "  sync atomic_begin()\n  store.64 @x, 1\n  %2 = service choose(2)\n  store.64 @x, 0\n  "
                               "sync atomic_end()\n  ret 0");
  const std::string look =
      "  sync atomic_begin()\n  %20 = load.64 @x\n  sync atomic_end()\n  %21 = icmp.eq.64 %20, 0\n" + claim("%21");
  EXPECT_EQ(verdict(kObjects + t + main_with({"t"}, look)), "safe");
  EXPECT_EQ(verdict(kObjects + thread("t", "  store.64.seq_cst @x, 1\n  store.64.seq_cst @x, 0\n  ret 0") +
                    main_with({"t"}, look)),
            "assertion");
}

TEST(AtomicSection, AFunctionCanBeOne) {
  const std::string f = "func @f(0) atomic {\n  store.64 @x, 1\n  store.64 @x, 0\n  ret\n}\n";
  const std::string look =
      "  sync atomic_begin()\n  %20 = load.64 @x\n  sync atomic_end()\n  %21 = icmp.eq.64 %20, 0\n" + claim("%21");
  EXPECT_EQ(verdict(kObjects + f + thread("t", "  call @f()\n  ret 0") + main_with({"t"}, look)), "safe");
}

TEST(AtomicSection, LetsOthersMoveWhileItIsBlockedAndGoesOnWhenItIsNot) {
  const std::string t = thread(
      "a",
      "  sync atomic_begin()\n  sync sem_wait(@s)\n  store.64 @x, 1\n  store.64 @x, 0\n  sync atomic_end()\n  ret 0");
  const std::string look =
      thread("look", "  sync atomic_begin()\n  %2 = load.64 @x\n  sync atomic_end()\n  %3 = icmp.eq.64 %2, 0\n" +
                         claim("%3") + "  ret 0");
  EXPECT_EQ(verdict(kObjects + t + main_with({"a"}, "  sync sem_post(@s)\n")), "safe");
  EXPECT_EQ(verdict(kObjects + t + look + main_with({"a", "look"}, "  sync sem_post(@s)\n")), "safe");
  // The same holds if main posts the semaphore inside an atomic section of its own.
  EXPECT_EQ(verdict(kObjects + t + look +
                    main_with({"a", "look"}, "  sync atomic_begin()\n  sync sem_post(@s)\n  sync atomic_end()\n")),
            "safe");
  EXPECT_EQ(verdict(kObjects + t + main_with({"a"})), "deadlock");
}

TEST(AtomicSection, DiscardedInsideIsInvisible) {
  const std::string t =
      thread("t", "  sync atomic_begin()\n  store.64 @x, 1\n  service assume(0)\n  sync atomic_end()\n  ret 0");
  EXPECT_EQ(
      verdict(kObjects + t +
              main_with({"t"},
                        "  sync atomic_begin()\n  %20 = load.64 @x\n  sync atomic_end()\n  %21 = icmp.eq.64 %20, 0\n" +
                            claim("%21"))),
      "safe");
}

TEST(AtomicSection, CannotBeLeftTwiceAndEndsWithItsThread) {
  EXPECT_EQ(alone("  sync atomic_end()"), "ends an atomic section that it is not in");
  EXPECT_EQ(verdict(kObjects + thread("t", "  sync atomic_begin()\n  sync thread_exit(0)\n  ret 0") + main_with({"t"})),
            "safe");
}

}  // namespace
}  // namespace mover::test
