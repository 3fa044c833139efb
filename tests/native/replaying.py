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
    said = folder.run("replay", trace, "--gdb", stdin="mover-next\n" * 12 + "kill\nquit\n")
    for part in ["main (argc=1", "worker.c:9", "mover: thread 1 continues", "mover: thread 2 continues", "assertion `counter"]:
        if part not in said:
            raise Failed(f"gdb does not say {part!r}\n{said}")


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
        folder.run("replay", "may.trace.json", exit_code=10, says=says)


def test_what_may_happen_in_traces_of_other_engines(folder):
    folder.write("fails.c", "#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(malloc(4)); }\n")
    trace = recorded(folder, "--malloc-may-fail", "fails.c", exit_code=10)
    folder.run("replay", trace, "--engine=native", exit_code=10, says="the allocation fails")
