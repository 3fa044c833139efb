"""Tests of mover check --engine=native: findings, searches, and the ways in which the process of the program can end."""

import json
import os
import signal
import subprocess
import time

from workspace import PHILOSOPHERS, WORKER, Failed

POOL = """
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int jobs, closed;
static void *work(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (!closed && jobs == 0) pthread_cond_wait(&c, &m);
    const int none = jobs == 0;
    if (!none) --jobs;
    pthread_mutex_unlock(&m);
    if (none) return arg;
  }
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_mutex_lock(&m), ++jobs, pthread_mutex_unlock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_lock(&m), closed = 1, pthread_mutex_unlock(&m);
  pthread_cond_broadcast(&c);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"""

ROUNDS = """
#include <pthread.h>
static pthread_barrier_t b;
static void *thread(void *arg) {
  for (int i = 0; i < 3; ++i) pthread_barrier_wait(&b);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, thread, 0);
  thread(0);
  pthread_join(t, 0);
}
"""

TWO_LOCKS = """
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *thread(void *number) {
  pthread_mutex_lock(&a);
  int sum = x;
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  sum += y;
  if ((long)number < WRITERS) y = 1 + (int)(long)number;
  pthread_mutex_unlock(&b);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, thread, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
"""

GIVES_UP = """
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec soon;
static void *waits(void *arg) {
  pthread_mutex_lock(&m);
  pthread_cond_timedwait(&c, &m, &soon);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waits, 0);
  pthread_create(&b, 0, waits, 0);
  pthread_cond_signal(&c);
  pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"""


def test_c_and_cxx_together(folder):
    result = folder.check("uses.cpp", "library.c")
    if result["engine"] != "native" or result["verdict"] != "safe" or result["stats"]["executions"] < 2:
        raise Failed(f"{result}")


def test_race_with_its_places(folder):
    result = folder.check("worker.c", "--check=race", "--", "-DLOCK=0", exit_code=12)
    violation = result["violations"][0]
    if (violation["file"], violation["line"], violation["other_line"]) != ("worker.c", 9, 9):
        raise Failed(f"{violation}")
    if "counter" not in violation["message"] or violation["sides"][0]["variable"] != "counter":
        raise Failed(f"{violation}")
    for violation in result["violations"]:
        folder.run("replay", violation["trace"], exit_code=12, says="worker.c:9")


def test_failed_assertion_and_other_program(folder):
    result = folder.check("worker.c", "--check=assertion", "--", "-DLOCK=0", exit_code=10)
    trace = result["violations"][0]["trace"]
    folder.run("replay", trace, exit_code=10, says="worker.c:20")
    folder.run("cc", "-DLOCK=0", "worker.c", "-o", "same")
    folder.run("replay", trace, "--program=./same", exit_code=10, says="worker.c:20")
    folder.run("cc", "-DLOCK=1", "worker.c", "-o", "other")
    folder.run("replay", trace, "--program=./other", exit_code=2, says="does not replay")


def test_deadlock(folder):
    result = folder.check("philosophers.cpp", exit_code=11, says="waits for mutex")
    folder.run("replay", result["violations"][0]["trace"], exit_code=11, says="philosophers.cpp")


def test_chosen_where_the_cxx_library_is_not_modelled(folder):
    folder.write("unmodelled.cpp", "#include <dirent.h>\n" + PHILOSOPHERS.replace("int main() {", "int main() {\n  opendir(\".\");"))
    folder.run("check", "--json=result.json", "unmodelled.cpp", exit_code=11,
               says="engine: native, which runs the compiled program with the real libraries; the interpreter has no")
    with open(os.path.join(folder.path, "result.json"), encoding="utf-8") as file:
        if json.load(file)["engine"] != "native":
            raise Failed("another engine cannot have found that")
    folder.run("replay", ".mover/unmodelled.cpp.trace.json", exit_code=11)
    folder.run("check", "--engine=stateful", "unmodelled.cpp", exit_code=5, says="--engine=native")
    folder.run("check", "--max-threads=9", "unmodelled.cpp", exit_code=5, says="--max-threads")
    folder.write("unlinked.cpp", "void elsewhere();\nint main() { elsewhere(); }\n")
    folder.run("check", "unlinked.cpp", exit_code=5, says="no input defines the function elsewhere")
    folder.write("unbuilt.cpp", "#include <dirent.h>\nvoid elsewhere();\n"
                 "int main(int argc, char **) {\n  opendir(\".\");\n  if (argc > 9) elsewhere();\n}\n")
    said = folder.run("check", "unbuilt.cpp", exit_code=5, says="the program could not be built for it")
    if "elsewhere()" not in said or "--engine=native" in said:
        raise Failed(f"the linker's error has to be shown, and no second attempt advised\n{said}")


def test_chosen_where_the_c_library_is_not_modelled(folder):
    folder.write("piped.c", """#include <assert.h>
#include <pthread.h>
#include <unistd.h>
int ends[2], sum;
void *writes(void *unused) { sum++; return write(ends[1], "x", 1) == 1 ? unused : &sum; }
int main(void) {
  char c;
  pthread_t t;
  if (pipe(ends) != 0) return 1;
  pthread_create(&t, 0, writes, 0);
  if (BEFORE) sum++;
  if (read(ends[0], &c, 1) != 1) return 1;
  pthread_join(t, 0);
  assert(c == 'x');
  return 0;
}
""")
    why = "model of the library function pipe, at piped.c:9"  # the report breaks the line before it
    folder.run("check", "piped.c", "--", "-DBEFORE=0", exit_code=0, says=why)
    folder.run("check", "piped.c", "--", "-DBEFORE=1", exit_code=12, says=why)
    folder.run("check", "--engine=stateful", "piped.c", "--", "-DBEFORE=0", exit_code=5, says="--engine=native")


def test_a_fallback_honours_the_preemption_bound(folder):
    folder.write("bounded.cpp", """#include <thread>
#include <dirent.h>
#include <atomic>
std::atomic<int> x;
int main() {
  opendir(".");
  std::thread t([] { ++x; ++x; });
  ++x;
  ++x;
  t.join();
}
""")
    folder.run("check", "bounded.cpp", exit_code=0)
    folder.run("check", "--preemptions=0", "bounded.cpp", exit_code=5, says="in any interleaving with at most 0 preemptions")


def test_states_where_there_are_fewer_of_them(folder):
    folder.write("often.c", WORKER.replace("if (LOCK) pthread_mutex_lock", "for (int i = 0; i < 14; i++) { pthread_mutex_lock")
                 .replace("if (LOCK) pthread_mutex_unlock(&m);", "pthread_mutex_unlock(&m); }").replace("== 2", "== 28"))
    result = folder.check("often.c", exit_code=0)  # 40 116 600 Mazurkiewicz traces
    if result["reduction"] != "state-matching" or not 0 < result["stats"]["states"] < 10_000:
        raise Failed(f"{result['reduction']}: {result['stats']}")
    folder.run("check", "--engine=native", "--reduction=state-matching", "--check=discipline", "often.c", exit_code=1,
               says="does not preserve violations of the locking discipline")


def test_composed_transitions_commute_unless_critical_sections_conflict(folder):
    # Each thread acquires both locks, one after the other. Under `b`, each reads `y`, and perhaps two of them write it.
    for writers, executions in [(0, 1), (2, 6)]:
        folder.write("sections.c", TWO_LOCKS.replace("WRITERS", str(writers)))
        counts = [folder.check("sections.c", "--reduction=" + name)["stats"]["executions"]
                  for name in ("invisible-first", "composed")]
        folder.run("check", "--engine=stateless", "--reduction=composed", "--json=result.json", "sections.c")
        with open(os.path.join(folder.path, "result.json"), encoding="utf-8") as file:
            interpreted = json.load(file)["stats"]["executions"]
        if counts != [36, executions] or interpreted != executions:
            raise Failed(f"{writers} writers: {counts}, {interpreted} executions")


def test_composed_transitions_hide_no_race_beside_critical_sections(folder):
    folder.write("beside.c", TWO_LOCKS.replace("WRITERS", "0").replace("int x, y;", "int x, y, z;")
                 .replace("pthread_mutex_unlock(&b);", "pthread_mutex_unlock(&b); z++;"))
    folder.check("beside.c", "--reduction=composed", exit_code=12, says="data race on z")


def test_random_numbers_that_the_user_leaves_open(folder):
    folder.write("lucky.c", """#include <assert.h>
#include <stdlib.h>
int main(void) {
  const int first = rand();
  const long second = random();
  assert(first != 1 || second != RAND_MAX);
}
""")
    folder.check("lucky.c", exit_code=0)
    folder.check("lucky.c", "--nondet-rand", exit_code=10, says="lucky.c:6")
    folder.run("replay", ".mover/lucky.c.trace.json", exit_code=10)
    folder.write("open.c", "#include <stdlib.h>\nint main(void) { return rand() == -1; }\n")
    folder.check("open.c", "--nondet-rand", exit_code=5, says="nondeterministic values only")


def test_as_many_executions_in_every_order(folder):
    for name, text in [("pool.c", POOL), ("rounds.c", ROUNDS), ("gives_up.c", GIVES_UP)]:
        folder.write(name, text)
        counts = [folder.check(name, *flags)["stats"]["executions"]
                  for flags in [(), ("--reduction=sleep-sets",), *((f"--seed={n}",) for n in range(1, 6))]]
        folder.run("check", "--engine=stateless", "--json=result.json", name)
        with open(os.path.join(folder.path, "result.json"), encoding="utf-8") as file:
            counts.append(json.load(file)["stats"]["executions"])
        if len(set(counts)) != 1:
            raise Failed(f"{name}: {counts} executions")


def test_arguments(folder):
    folder.check("worker.c", "--args=one", "--", "-DLOCK=1", exit_code=10, says="worker.c:20")
    folder.check("worker.c", "--args=", "--", "-DLOCK=1", exit_code=1, says="--args needs a value")


def test_filter(folder):
    folder.write("tests.cpp", """
#include <gtest/gtest.h>
TEST(Counter, Counts) { EXPECT_EQ(1 + 1, 2); }
""")
    libraries = ["--", "-lgtest", "-lgtest_main"]
    folder.check("tests.cpp", "--filter=Counter.*", *libraries)
    folder.run("check", "--engine=native", "tests.cpp", "--filter=Conuter.*", *libraries, exit_code=1,
               says="--filter=Conuter.* matches none of the program's tests")


def test_process_that_is_killed(folder):
    folder.write("killed.c", """
int main(void) {
  long process;
  __asm__ volatile("syscall" : "=a"(process) : "0"(39L) : "rcx", "r11");
  __asm__ volatile("syscall" ::"a"(62), "D"(process), "S"(9) : "rcx", "r11");
}
""")
    folder.check("killed.c", exit_code=5, says="ended by signal 9")


def test_process_that_ends_before_main(folder):
    folder.write("early.cpp", "int *p;\nstruct Early { Early() { *p = 1; } } early;\nint main() {}\n")
    folder.check("early.cpp", exit_code=10, says="early.cpp:2:29: error: ")
    folder.write("asserts.cpp", "#include <cassert>\nstruct Early { Early() { assert(false); } } early;\nint main() {}\n")
    folder.check("asserts.cpp", exit_code=10, says="asserts.cpp:2:")
    folder.write("leaves.cpp", "#include <cstdlib>\nstruct Early { Early() { std::exit(3); } } early;\nint main() {}\n")
    folder.check("leaves.cpp", exit_code=0, says="but no execution reaches main")


def test_process_that_outgrows_its_memory(folder):
    folder.write("grows.c", """
#include <stdlib.h>
#include <string.h>
int main(void) { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }
""")
    folder.check("grows.c", "--memory-limit=300", exit_code=5, says="exceeded the memory limit")


def test_what_is_no_program(folder):
    def says(program, sentence):
        folder.run("check", "--engine=native", f"--program=./{program}", exit_code=2, says=sentence)
    folder.write("script", "#!/bin/sh\n")
    os.chmod(os.path.join(folder.path, "script"), 0o755)
    says("nothing", "no such file")
    says("script", "is not a program for x86-64 Linux")
    folder.run("cc", "-DLOCK=1", "worker.c", "-o", "program")
    os.chmod(os.path.join(folder.path, "program"), 0o644)
    says("program", "cannot be executed")
    folder.write("nothing.c", "int f(void) { return 0; }\n")
    folder.run("check", "--engine=native", "nothing.c", exit_code=2, says="undefined reference to `main'")


def test_program_without_symbols(folder):
    folder.run("cc", "-DLOCK=0", "worker.c", "-o", "program", "-s")
    folder.check("--program=./program", "--check=race", exit_code=12, says="has no symbols")


def test_process_that_does_not_come_back(folder):
    folder.write("endless.c", "int main(void) { for (;;) __asm__ volatile(\"\"); }\n")
    folder.check("endless.c", "--time-limit=1", exit_code=5, says="Not covered")


ENDLESS = """
#include <pthread.h>
#include <stdatomic.h>
atomic_ulong a, b;
static void *count(void *where) { for (;;) atomic_fetch_add((atomic_ulong *)where, 1); }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, &a);
  count(&b);
}
"""


def test_interrupt(folder):
    folder.write("counting.c", ENDLESS)
    result = os.path.join(folder.path, "result.json")
    words = [folder.mover, "check", "--engine=native", "--json=result.json", "--no-trace", "counting.c"]
    with subprocess.Popen(words, cwd=folder.path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not os.path.exists(result) and process.poll() is None:
            time.sleep(0.01)  # the file is made before the search begins
        process.send_signal(signal.SIGINT)
        code = process.wait()
    with open(result, encoding="utf-8") as file:
        text = file.read()
    if code != 130 or (text and '"interrupted": true' not in text):
        raise Failed(f"exit code {code}: {text}")
