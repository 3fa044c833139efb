"""A folder with sources that several tests of --engine=native use, and Mover in it."""

import json
import os
import subprocess

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
    """The environments, each with the exit code of safe programs. That of GCC is not 0, because GCC does not instrument every access."""
    yield {}, 0
    yield {"MOVER_CC": "gcc", "MOVER_CXX": "g++"}, 5
