#!/usr/bin/env python3
"""Tests --engine=native from the user's side: mover cc and mover c++, check, replay, the debugger.

    run.py --mover PATH [FILTER...]

Each test is a function here; FILTER picks those whose name contains it. Ends with "N passed, N failed".
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

WORKER = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;
static void *worker(void *arg) {
  if (LOCK) pthread_mutex_lock(&m);
  counter++;
  if (LOCK) pthread_mutex_unlock(&m);
  return arg;
}
int main(int argc, char **argv) {
  (void)argv;
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter + argc - 1 == 2);
  return 0;
}
"""

PHILOSOPHERS = """
#include <mutex>
#include <thread>
std::mutex a, b;
int main() {
  std::thread left([] { std::lock_guard x(a); std::lock_guard y(b); });
  std::thread right([] { std::lock_guard x(b); std::lock_guard y(a); });
  left.join();
  right.join();
}
"""

LIBRARY = """
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;
void add(int n) { pthread_mutex_lock(&m); total += n; pthread_mutex_unlock(&m); }
int now(void) { return total; }
"""

USES_LIBRARY = """
#include <cassert>
#include <thread>
extern "C" void add(int);
extern "C" int now(void);
int main() {
  std::thread a(add, 1), b(add, 2);
  a.join();
  b.join();
  assert(now() == 3);
}
"""

PLUGIN = """
#include <mutex>
#include <vector>
static std::vector<int> numbers(1, 10);
static std::mutex m;
static thread_local int calls;
extern "C" int add(int locked) {
  std::unique_lock lock(m, std::defer_lock);
  if (locked) lock.lock();
  numbers.push_back(numbers.back() + 1);
  return ++calls;
}
extern "C" int last() { return numbers.back(); }
"""

LOADS_PLUGIN = """
#include <cassert>
#include <dlfcn.h>
#include <thread>
static void run(int locked) {
  void *library = dlopen("./plugin.so", RTLD_NOW);
  assert(library && !dlopen("./nothing.so", RTLD_NOW) && dlerror());
  assert(reinterpret_cast<int (*)(int)>(dlsym(library, "add"))(locked) == 1);
  dlclose(library);
}
int main(int argc, char **) {
  std::thread a(run, argc == 1), b(run, argc == 1);
  a.join();
  b.join();
  void *library = dlopen("./plugin.so", RTLD_NOW);
  assert(reinterpret_cast<int (*)()>(dlsym(library, "last"))() == 12);
}
"""


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


class Failed(Exception):
    pass


class Folder:
    """A folder of sources, and Mover in it."""

    def __init__(self, mover, path):
        self.mover, self.path = mover, path
        for name, text in [("worker.c", WORKER), ("philosophers.cpp", PHILOSOPHERS), ("library.c", LIBRARY),
                           ("uses.cpp", USES_LIBRARY)]:
            self.write(name, text)

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *words, exit_code=0, says="", stdin="", env=None):
        finished = subprocess.run([self.mover, *words], cwd=self.path, input=stdin, capture_output=True, text=True,
                                  errors="replace", env={**os.environ, **(env or {})}, check=False)
        output = finished.stdout + finished.stderr
        if finished.returncode != exit_code:
            raise Failed(f"{' '.join(words)}: exit code {finished.returncode}, expected {exit_code}\n{output}")
        if says not in output:
            raise Failed(f"{' '.join(words)}: does not say {says!r}\n{output}")
        return output

    def check(self, *words, **expected):
        self.run("check", "--engine=native", "--json=result.json", *words, **expected)
        with open(os.path.join(self.path, "result.json"), encoding="utf-8") as file:
            return json.load(file)


def compilers():
    """The environments, with the exit code of safe programs, which is not 0 for GCC, because it does not instrument every access."""
    yield {}, 0
    yield {"MOVER_CC": "gcc", "MOVER_CXX": "g++"}, 5


def test_one_command_compiles_and_links(folder):
    for env, safe in compilers():
        folder.run("cc", "-DLOCK=1", "worker.c", "-o", "program", env=env)
        folder.check("--program=./program", exit_code=safe)


def test_separate_commands(folder):
    for env, safe in compilers():
        folder.run("cc", "-DLOCK=1", "-O2", "-c", "worker.c", "-o", "worker.o", env=env)
        folder.run("cc", "worker.o", "-o", "program", env=env)
        folder.check("--program=./program", exit_code=safe)


def test_shared_library(folder):
    for env, safe in compilers():
        folder.run("cc", "-shared", "-fPIC", "library.c", "-o", "liblibrary.so", env=env)
        folder.run("c++", "uses.cpp", "-L.", "-llibrary", "-Wl,-rpath,.", "-o", "program", env=env)
        folder.check("--program=./program", exit_code=safe)


def test_library_of_another_compiler(folder):
    subprocess.run(["gcc", "-shared", "-fPIC", "library.c", "-o", "liblibrary.so"], cwd=folder.path, check=True)
    folder.run("c++", "uses.cpp", "-L.", "-llibrary", "-Wl,-rpath,.", "-o", "program")
    result = folder.check("--program=./program", exit_code=5, says="calls `add` of liblibrary.so at uses.cpp:7")
    if not any("`now` of liblibrary.so at uses.cpp:10" in limit for limit in result["limits"]):
        raise Failed(f"{result['limits']}")


def test_library_that_is_loaded(folder):
    folder.write("plugin.cpp", PLUGIN)
    folder.write("loads.cpp", LOADS_PLUGIN)
    for env, safe in compilers():
        folder.run("c++", "-shared", "-fPIC", "plugin.cpp", "-o", "plugin.so", env=env)
        if folder.check("loads.cpp", env=env, exit_code=safe)["stats"]["executions"] < 2:
            raise Failed("the orders of the two calls were not explored")
        result = folder.check("loads.cpp", "--args=unlocked", env=env, exit_code=12, says="plugin.cpp:10")
        folder.run("replay", result["violations"][0]["trace"], env=env, exit_code=12, says="plugin.cpp:10")


def test_library_that_is_loaded_before_main(folder):
    """Its thread-local variables are allocated at a thread's first use of them, as for libraries that the C library loads."""
    folder.write("plugin.cpp", "thread_local char many[5000];\nthread_local int mine;\n"
                               "extern \"C\" int next() { many[mine]++; return ++mine; }\n")
    folder.write("loads.cpp", """
#include <cassert>
#include <dlfcn.h>
#include <execinfo.h>
#include <mutex>
#include <thread>
static auto next = reinterpret_cast<int (*)()>(dlsym(dlopen("./plugin.so", RTLD_NOW), "next"));
static std::mutex m;
static void work() {
  void* calls[3];
  std::lock_guard lock(m);
  assert(backtrace(calls, 3) > 0 && next() == 1 && next() == 2);
}
int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
""")
    folder.run("c++", "-shared", "-fPIC", "plugin.cpp", "-o", "plugin.so")
    folder.check("loads.cpp", exit_code=0)


def test_code_that_is_not_instrumented(folder):
    folder.write("label.s", ".globl add\nadd: incl total(%rip)\nret\n.comm total, 4\n.section .note.GNU-stack,\"\",@progbits\n")
    folder.write("add.c", "int total;\nvoid add(void) { total++; }\nvoid (*adder(void))(void) { return add; }\n")
    folder.write("uses.c", "void add(void);\nint main(int c, char **v) {\n  if (c == 1) add();\n  return v == 0; }\n")
    # A label of assembly may be data: that it is there is said.
    folder.run("cc", "uses.c", "label.s", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="what `add` does is not seen: it is not instrumented")
    subprocess.run(["gcc", "-c", "add.c"], cwd=folder.path, check=True)
    subprocess.run(["ar", "rcs", "libadd.a", "add.o"], cwd=folder.path, check=True)
    subprocess.run(["gcc", "-S", "add.c"], cwd=folder.path, check=True)
    subprocess.run(["ld", "-r", "add.o", "-o", "all.o"], cwd=folder.path, check=True)
    for parts in ["add.o"], ["libadd.a"], ["-L.", "-ladd"], ["-Wl,add.o"], ["add.s"], ["all.o"]:
        folder.run("cc", "uses.c", *parts, "-o", "program")
        folder.check("--program=./program", exit_code=5, says="calls `add` at uses.c:3, which is not instrumented")
        folder.check("--program=./program", "--args=x")  # where it is not reached it does no harm
    folder.run("cc", "-c", "uses.c")
    subprocess.run(["ld", "-r", "uses.o", "add.o", "-o", "all.o"], cwd=folder.path, check=True)
    folder.run("cc", "all.o", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="calls `add` at uses.c:3, which is not instrumented")
    folder.run("cc", "-s", "all.o", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="has no symbols")


def test_pointers_to_code_that_is_not_instrumented(folder):
    folder.write("add.c", "int total;\nstatic void add(void) { total++; }\nvoid (*adder(void))(void) { return add; }\n")
    folder.write("uses.cpp", """#include <thread>
extern "C" void (*adder(void))(void);
int main() {
  auto add = adder();
  std::thread a(add), b([=] {
    add();
  });
  a.join();
  b.join();
}
""")
    subprocess.run(["gcc", "-c", "-fPIC", "add.c"], cwd=folder.path, check=True)
    folder.run("c++", "uses.cpp", "add.o", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="calls `add` at uses.cpp:")
    subprocess.run(["gcc", "-shared", "add.o", "-o", "libadd.so"], cwd=folder.path, check=True)
    folder.run("c++", "uses.cpp", "-L.", "-ladd", "-Wl,-rpath,.", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="calls `add` of libadd.so at uses.cpp:")
    folder.write("starts.c", """#include <pthread.h>
void (*adder(void))(void);
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, (void *(*)(void *))adder(), 0);
  pthread_join(thread, 0);
  return 0;
}
""")
    folder.run("cc", "starts.c", "-L.", "-ladd", "-Wl,-rpath,.", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="calls `add` of libadd.so at starts.c:5")


def test_lock_in_code_that_is_not_instrumented(folder):
    """The order that the lock establishes is unknown, so no race is reported; functions that the code calls are still intercepted."""
    folder.write("lock.c", """static _Atomic int taken;
int try_lock(void) { return !__atomic_exchange_n(&taken, 1, __ATOMIC_ACQUIRE); }
void unlock(void) { __atomic_store_n(&taken, 0, __ATOMIC_RELEASE); }
void call(void (*f)(void)) { f(); }
""")
    folder.write("uses.cpp", """#include <thread>
extern "C" int try_lock(void);
extern "C" void unlock(void), call(void (*)(void));
int x, y;
int main(int argc, char**) {
  auto f = [] { if (try_lock()) { x++; unlock(); } };
  auto g = [] { y++; };
  std::thread t([&] { argc == 1 ? f() : call(g); });
  argc == 1 ? f() : g();
  t.join();
}
""")
    subprocess.run(["gcc", "-O2", "-c", "lock.c"], cwd=folder.path, check=True)
    folder.run("c++", "uses.cpp", "lock.o", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="calls `try_lock` at uses.cpp:6")
    folder.check("--program=./program", "--args=x", exit_code=12, says="uses.cpp:7")


def test_library_with_names_of_the_c_library(folder):
    folder.write("library.c", "int total;\nvoid hcreate(int n) { total += n; }\n")
    folder.write("uses.cpp", "#include <thread>\nextern \"C\" void hcreate(int);\n"
                 "int main() { std::thread a(hcreate, 1), b(hcreate, 2); a.join(); b.join(); }\n")
    subprocess.run(["gcc", "-shared", "-fPIC", "library.c", "-o", "liblibrary.so"], cwd=folder.path, check=True)
    folder.run("c++", "uses.cpp", "-L.", "-llibrary", "-Wl,-rpath,.", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="calls `hcreate` of liblibrary.so")


TWO_CALLS = """#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *call(void *unused) { (void)order; CALL; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, call, 0);
  call(0);
  pthread_join(thread, 0);
}
"""

NEXT_LOCK = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
int total;
int pthread_mutex_lock(pthread_mutex_t *m) {
  int (*real)(pthread_mutex_t *) = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
  BEFORE; int result = real(m); AFTER; return result;
}
"""

ALLOCATOR = """#include <stddef.h>
#include <pthread.h>
static char pool[1 << 20]; static size_t used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *malloc(size_t n) { LOCK; void *p = pool + used; used += (n + 15) / 16 * 16; UNLOCK; return p; }
void *calloc(size_t a, size_t b) { return malloc(a * b); }
void *realloc(void *p, size_t n) { (void)p; return malloc(n); }
void free(void *p) { (void)p; }
"""

# The library, what the program calls, the function's name, and the exit code where the library is seen.
OWN_DEFINITIONS = [
    ("#include <stddef.h>\nint total; void qsort(void *a, size_t n, size_t s, int (*f)(const void *, const void *)) { total++; }",
     "int a[2] = {2, 1}; qsort(a, 2, sizeof *a, order)", "qsort", 12),
    ("int total; void insque(void *a, void *b) { total++; }", "char a[16]; insque(a, 0)", "insque", 12),
    ("char *strdup(const char *s) { static char text[4]; return text; }", 'if (strdup("word") == strdup("text")) abort()', "strdup", 10),
    ("int total; int printf(const char *f, ...) { return total++; }", 'printf("%d", 1)', "printf", 12),
    ("int rand(void) { return 4; }", "if (rand() != 4) abort()", "rand", 0),
    ("int pthread_mutex_lock(void *m) { return 0; } int pthread_mutex_unlock(void *m) { return 0; }",
     "pthread_mutex_lock(&mutex); counter++; pthread_mutex_unlock(&mutex)", "pthread_mutex_lock", 12),
    (NEXT_LOCK.replace("BEFORE", "total++").replace("AFTER", ""),
     "pthread_mutex_lock(&mutex); counter++; pthread_mutex_unlock(&mutex)", "pthread_mutex_lock", 12),
    (NEXT_LOCK.replace("BEFORE", "").replace("AFTER", "total++"),
     "pthread_mutex_lock(&mutex); counter++; pthread_mutex_unlock(&mutex)", "pthread_mutex_lock", 0),
    (ALLOCATOR.replace("UNLOCK", "").replace("LOCK", ""), "free(malloc(8))", "malloc", 12),
    (ALLOCATOR.replace("UNLOCK", "pthread_mutex_unlock(&mutex)").replace("LOCK", "pthread_mutex_lock(&mutex)"),
     "free(malloc(8)); puts(strdup(\"text\"))", "malloc", 0),
]


def test_library_with_functions_that_the_run_time_stands_in_for(folder):
    """The library's functions precede those of the C library, and follow the program's own."""
    for number, (library, call, name, exit_code) in enumerate(OWN_DEFINITIONS):
        folder.write("library.c", library + "\n")
        folder.write("uses.c", TWO_CALLS.replace("CALL", call))
        link = ["-w", "uses.c", "-L.", "-llibrary", "-Wl,-rpath,.", "-o", "program"]
        folder.run("cc", "-w", "-shared", "-fPIC", "library.c", "-o", "liblibrary.so")
        folder.run("cc", *link)
        folder.check("--program=./program", exit_code=exit_code)
        subprocess.run(["./program"], cwd=folder.path, capture_output=True, check=exit_code != 10)
        folder.run("cc", "-w", "uses.c", "library.c", "-o", "program")
        folder.check("--program=./program", exit_code=exit_code)
        if number % 4 != 1:
            continue
        subprocess.run(["gcc", "-w", "-shared", "-fPIC", "library.c", "-o", "liblibrary.so"], cwd=folder.path, check=True)
        folder.run("cc", *link)
        folder.check("--program=./program", exit_code=5, says=f"calls `{name}` of liblibrary.so at uses.c:9")


OBJECTS_OF_LIBRARY = """
struct Shape { virtual int area(); virtual ~Shape(); int side = 2; };
Shape *make();
"""


def test_virtual_functions_of_a_library(folder):
    folder.write("shape.h", OBJECTS_OF_LIBRARY)
    folder.write("shape.cpp", """#include "shape.h"
namespace { struct Square : Shape { int area() override { return side++ * side; } }; }
int Shape::area() { return side; }
Shape::~Shape() {}
Shape *make() { return new Square; }
""")
    folder.write("uses.cpp", """#include "shape.h"
#include <thread>
int main() {
  Shape *shape = make();
  std::thread t([=] {
    shape->area();
  });
  t.join();
  delete shape;
}
""")
    subprocess.run(["g++", "-shared", "-fPIC", "shape.cpp", "-o", "libshape.so"], cwd=folder.path, check=True)
    folder.run("c++", "uses.cpp", "-L.", "-lshape", "-Wl,-rpath,.", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="of libshape.so at uses.cpp:6")
    subprocess.run(["g++", "-c", "shape.cpp"], cwd=folder.path, check=True)
    folder.run("c++", "uses.cpp", "shape.o", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="::Square::area()` at uses.cpp:6, which is not instrumented")
    folder.run("c++", "uses.cpp", "shape.cpp", "-o", "program")
    folder.check("--program=./program")


def test_response_file_and_questions(folder):
    folder.write("words", '-DLOCK=1 worker.c\n-o "program"')
    folder.run("cc", "@words")
    folder.check("--program=./program")
    folder.run("cc", "--version", says="clang version 19")
    folder.run("cc", "-static", "worker.c", exit_code=2, says="-static does not work with mover cc")
    folder.run("cc", "-fsanitize=address", "worker.c", exit_code=2, says="-fsanitize=address does not work")


def test_program_of_another_compiler(folder):
    subprocess.run(["gcc", "-DLOCK=1", "worker.c", "-o", "plain"], cwd=folder.path, check=True)
    folder.run("check", "--engine=native", "--program=./plain", exit_code=2, says='build it with CC="mover cc"')


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
    folder.run("check", "--json=result.json", "philosophers.cpp", exit_code=11, says="waits for mutex")
    with open(os.path.join(folder.path, "result.json"), encoding="utf-8") as file:
        if json.load(file)["engine"] != "native":
            raise Failed("another engine cannot have found that")
    folder.run("replay", "philosophers.trace.json", exit_code=11)
    folder.run("check", "--engine=stateful", "philosophers.cpp", exit_code=5, says="--engine=native")
    folder.run("check", "--nondet-rand", "philosophers.cpp", exit_code=5, says="is not modelled")
    folder.write("unlinked.cpp", "void elsewhere();\nint main() { elsewhere(); }\n")
    folder.run("check", "unlinked.cpp", exit_code=5, says="elsewhere is not modelled")


def test_states_where_there_are_fewer_of_them(folder):
    folder.write("often.c", WORKER.replace("if (LOCK) pthread_mutex_lock", "for (int i = 0; i < 14; i++) { pthread_mutex_lock")
                 .replace("if (LOCK) pthread_mutex_unlock(&m);", "pthread_mutex_unlock(&m); }").replace("== 2", "== 28"))
    result = folder.check("often.c", exit_code=0)  # 40 116 600 orders
    if result["reduction"] != "state-matching" or not 0 < result["stats"]["states"] < 10_000:
        raise Failed(f"{result['reduction']}: {result['stats']}")
    folder.run("check", "--engine=native", "--reduction=state-matching", "--check=discipline", "often.c", exit_code=1,
               says="does not preserve violations of the locking discipline")


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
    folder.run("check", "--engine=native", "early.cpp", exit_code=2, says="(Segmentation fault), before main")


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
        # std::thread is left in pieces where there is no memory for the second one.
        folder.run("check", option, "may.cpp", *flags, "-DLOOPS=1", f"-DWHAT={what}", exit_code=10 if what == "allocate" else 0)
        folder.run("check", "may.cpp", *flags, "-DLOOPS=0", f"-DWHAT={what}", exit_code=0, says=option + " lifts this")
        folder.run("check", option, "may.cpp", *flags, "-DLOOPS=0", f"-DWHAT={what}", exit_code=10, says=says)
        folder.run("replay", "may.trace.json", exit_code=10, says=says)


def test_what_may_happen_in_traces_of_other_engines(folder):
    folder.write("fails.c", "#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(malloc(4)); }\n")
    trace = recorded(folder, "--malloc-may-fail", "fails.c", exit_code=10)
    folder.run("replay", trace, "--engine=native", exit_code=10, says="the allocation fails")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("filters", nargs="*")
    options = parser.parse_args()
    passed = failed = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_") or (options.filters and not any(f in name for f in options.filters)):
            continue
        with tempfile.TemporaryDirectory(prefix="mover-native-") as path:
            try:
                test(Folder(os.path.abspath(options.mover), path))
                passed += 1
            except Failed as problem:
                failed += 1
                print(f"FAILED native: {name.removeprefix('test_')}: {problem}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
