"""Tests of mover cc and mover c++, and of programs with shared libraries and with code that is not instrumented."""

import subprocess

from workspace import Failed, compilers


def test_one_command_compiles_and_links(folder):
    for env, safe in compilers():
        folder.run("cc", "-DLOCK=1", "worker.c", "-o", "program", env=env)
        folder.check("--program=./program", exit_code=safe)


def test_separate_commands(folder):
    for env, safe in compilers():
        folder.run("cc", "-DLOCK=1", "-O2", "-c", "worker.c", "-o", "worker.o", env=env)
        folder.run("cc", "worker.o", "-o", "program", env=env)
        folder.check("--program=./program", exit_code=safe)


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
    """The thread-local variables of a library that the program loads are allocated when a thread first uses them."""
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
    # A label in assembly may be data or code, so the report mentions it.
    folder.run("cc", "uses.c", "label.s", "-o", "program")
    folder.check("--program=./program", exit_code=5, says="`add` is not instrumented, so its accesses to memory are not seen")
    subprocess.run(["gcc", "-c", "add.c"], cwd=folder.path, check=True)
    subprocess.run(["ar", "rcs", "libadd.a", "add.o"], cwd=folder.path, check=True)
    subprocess.run(["gcc", "-S", "add.c"], cwd=folder.path, check=True)
    subprocess.run(["ld", "-r", "add.o", "-o", "all.o"], cwd=folder.path, check=True)
    for parts in ["add.o"], ["libadd.a"], ["-L.", "-ladd"], ["-Wl,add.o"], ["add.s"], ["all.o"]:
        folder.run("cc", "uses.c", *parts, "-o", "program")
        folder.check("--program=./program", exit_code=5, says="calls `add` at uses.c:3, which is not instrumented")
        folder.check("--program=./program", "--args=x")  # an execution that does not reach it is not affected
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
    """The ordering by a lock in code without instrumentation is unknown, so no race is reported. Calls from that code are intercepted."""
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

# The library, the call in the program, the function's name, and the exit code if the library is instrumented.
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
