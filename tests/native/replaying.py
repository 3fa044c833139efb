"""Tests of replays: traces of the native engine and of other engines, the debugger, and optional failures (--malloc-may-fail, …)."""

import json
import os
import shutil

from workspace import Failed


def test_debugger(folder):
    if not shutil.which("gdb"):
        return
    result = folder.check("worker.c", "--check=assertion", "--", "-DLOCK=0", exit_code=10)
    debug(folder, result["violations"][0]["trace"])


def debug(folder, trace):
    expect_in_gdb(folder, trace, "mover-threads\nprint counter\n",
                  "assertion `counter", "main fails here\n  #", "main  at worker.c:20", "T1 (worker)  was last parked at worker.c:9", "$1 = 1")
    expect_in_gdb(folder, trace, "echo threads\\n\ninfo threads\necho end\\n\n",
                  "threads\n", "  main  was last parked", "\n  T1 (worker)  was last parked", "\n  T2 (worker)", "end\n")
    expect_in_gdb(folder, trace, "mover-start\n" + "mover-next\n" * 12,
                  "main (argc=1", "mover: T1 (worker): begins", "mover: T2 (worker): begins", "worker.c:9", "mover: assertion `counter")
    expect_in_gdb(folder, trace, "mover-start\nmover-next\nmover-next\nmover-prev\necho here\nmover-next\n",
                  "mover: T1 (worker): begins", "here")


def expect_in_gdb(folder, trace, commands, *parts):
    """The parts are printed in this order."""
    said = folder.run("replay", trace, "--gdb", stdin=commands + "kill\nquit\n")
    rest = said
    for part in parts:
        if part not in rest:
            raise Failed(f"gdb does not say {part!r} (in this order)\n{said}")
        rest = rest[rest.index(part):]


DEADLOCK = """
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *forth(void *p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
static void *back(void *p) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, forth, 0);
  pthread_create(&two, 0, back, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
"""


def test_debugger_shows_all_threads_of_a_deadlock(folder):
    if not shutil.which("gdb"):
        return
    folder.write("deadlock.c", DEADLOCK)
    for engine in ["--engine=native", "--engine=stateful"]:
        trace = recorded(folder, engine, "deadlock.c", exit_code=11)
        for what, stack in [("T1 (forth) waits for mutex b, held by T2 (back), at deadlock.c:6", "forth  at deadlock.c:6"),
                            ("T2 (back) waits for mutex a, held by T1 (forth), at deadlock.c:13", "back  at deadlock.c:13"),
                            ("main waits for T1 (forth) to end, at deadlock.c:22", "main  at deadlock.c:22")]:
            expect_in_gdb(folder, trace, "", "deadlock: ", what, stack)


def test_debugger_stops_at_the_second_access_of_a_race(folder):
    if not shutil.which("gdb"):
        return
    for engine in ["--engine=native", "--engine=stateful"]:
        trace = recorded(folder, engine, "worker.c", "--check=race", "--", "-DLOCK=0", exit_code=12)
        expect_in_gdb(folder, trace, "print arg\n", "the first access: T", "worker  at worker.c:9", "the second access: T",
                      "worker  at worker.c:9", "$1 = ")


def test_debugger_stops_at_a_memory_error(folder):
    if not shutil.which("gdb"):
        return
    folder.write("null.c", "int *p;\nstatic void store(int value) { *p = value; }\nint main(void) {\n  store(3);\n}\n")
    for engine in ["--engine=native", "--engine=stateful"]:
        trace = recorded(folder, engine, "null.c", exit_code=10)
        expect_in_gdb(folder, trace, "print value\n", "main fails here", "store  at null.c:2", "main  at null.c:4", "$1 = 3")


def recorded(folder, *words, exit_code):
    """The trace of another engine."""
    folder.run("check", "--json=result.json", *words, exit_code=exit_code)
    with open(os.path.join(folder.path, "result.json"), encoding="utf-8") as file:
        return json.load(file)["violations"][0]["trace"]


def test_traces_of_other_engines(folder):
    for engine in ["--engine=stateful", "--engine=stateless"]:
        trace = recorded(folder, engine, "worker.c", "--check=assertion", "--", "-DLOCK=0", exit_code=10)
        folder.run("replay", trace, "--engine=native", exit_code=10, says="worker.c:20")
        folder.run("cc", "-DLOCK=1", "worker.c", "-o", "other")
        folder.run("replay", trace, "--program=./other", "--engine=native", exit_code=2, says="does not replay natively")


def test_traces_that_are_not_for_the_compiled_program(folder):
    folder.write("fails.c", "#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(rand() != 1); }\n")
    trace = recorded(folder, "--nondet-rand", "fails.c", exit_code=10)
    folder.run("replay", trace, "--engine=native", exit_code=2, says="--nondet-rand")
    folder.run("replay", trace, "--engine=stateful", exit_code=1, says="--engine=native")


def test_debugger_with_the_trace_of_another_engine(folder):
    if shutil.which("gdb"):
        debug(folder, recorded(folder, "worker.c", "--check=assertion", "--", "-DLOCK=0", exit_code=10))


MAY_HAPPEN = """
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>
#include <vector>
static std::mutex m;
static std::condition_variable c;
static bool ready;
static std::atomic<int> x;
static void set() {
  std::lock_guard guard(m);
  ready = true;
  c.notify_one();
}
static void wait() {
  std::unique_lock lock(m);
  if (LOOPS) c.wait(lock, [] { return ready; });
  else if (!ready) c.wait(lock);
  assert(ready);
}
static void exchange() {
  for (int expected = 0; !x.compare_exchange_weak(expected, 1) && LOOPS; expected = 0) {}
  assert(x == 1);
}
static void allocate() {
  if (!LOOPS) std::vector<int>(4).at(3) = 1;
  int *number = new (std::nothrow) int;
  if (number) *number = 1;
  delete number;
}
int main() {
  try {
    std::thread one(set), another([] { WHAT(); });
    one.join();
    another.join();
  } catch (const std::bad_alloc &) {
    _Exit(0);
  }
}
"""


def test_what_may_happen_on_request(folder):
    folder.write("may.cpp", MAY_HAPPEN)
    flags = ["--", "-std=c++20", "-Wno-everything"]
    for option, what, says in [("--spurious-wakeups", "wait", "wakes up spuriously"),
                               ("--spurious-failures", "exchange", "fails spuriously"),
                               ("--malloc-may-fail", "allocate", "the allocation fails")]:
        # If there is no memory for the second std::thread, the destructor of the first one, which is joinable, ends the program.
        folder.run("check", option, "may.cpp", *flags, "-DLOOPS=1", f"-DWHAT={what}", exit_code=10 if what == "allocate" else 0)
        folder.run("check", "may.cpp", *flags, "-DLOOPS=0", f"-DWHAT={what}", exit_code=0, says=option + " lifts this")
        folder.run("check", option, "may.cpp", *flags, "-DLOOPS=0", f"-DWHAT={what}", exit_code=10, says=says)
        folder.run("replay", ".mover/may.cpp.trace.json", exit_code=10, says=says)


def test_what_may_happen_in_traces_of_other_engines(folder):
    folder.write("fails.c", "#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(malloc(4)); }\n")
    trace = recorded(folder, "--malloc-may-fail", "fails.c", exit_code=10)
    folder.run("replay", trace, "--engine=native", exit_code=10, says="the allocation fails")
