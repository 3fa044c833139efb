#!/usr/bin/env python3
"""Compares searches of random programs of several processes with each other, and with real executions.

    processes.py --mover PATH [--count N] [--seed N] [--keep FOLDER]

The processes of a program share memory and a pipe. Each computes a number from what it observes, and main ends in one of 16
assertions, which the numbers choose. Every search has to find the same assertions, and every execution without Mover has to
end in one of them. Ends with "N passed, N failed".
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

SEARCHES = ["optimal-dpor", "source-dpor", "sleep-sets"]
RESULTS = 16
REAL_EXECUTIONS = 20

HEAD = """#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
struct shared { _Atomic int x, y; pthread_mutex_t lock; int counter, results[8]; };
static struct shared *s;
static int ends[2], private;
static int get(void) { char c; return read(ends[0], &c, 1) == 1 ? c : 3; }
static void put(char c) { if (write(ends[1], &c, 1) != 1) abort(); }
static int locked(int more) {
  pthread_mutex_lock(&s->lock);
  const int now = s->counter;
  s->counter = now + more;
  pthread_mutex_unlock(&s->lock);
  return now;
}
int main(void) {
  int h = 1, v = 0;
  s = mmap(0, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&s->lock, &attributes);
  if (pipe2(ends, O_NONBLOCK) != 0) return 1;
"""
TAIL = """  unsigned result = (unsigned)h;
  for (int i = 1; i < 8; ++i) result = result * 5 + (unsigned)s->results[i];
  result = (result ^ result >> 7) % 16;
#ifdef REAL
  printf("%u\\n", result);
#else
  switch (result) {
"""


class Writer:
    def __init__(self, rng):
        self.rng, self.lines, self.processes, self.budget = rng, [], 0, 7

    def operation(self, indent, children):
        rng = self.rng
        kinds = ["load", "store", "add", "put", "get", "lock", "private"] + (["poll"] if children else [])
        kind = rng.choice(kinds)
        variable, number = rng.choice("xy"), rng.randint(1, 3)
        text = {
            "load": f"h = h * 7 + s->{variable};",
            "store": f"s->{variable} = {number};",
            "add": f"h = h * 7 + atomic_fetch_add(&s->{variable}, {number});",
            "put": f"put({number + 4});",
            "get": "h = h * 7 + get();",
            "lock": f"h = h * 7 + locked({number});",
            "private": "++private, ++v, h = h * 7 + private + v;",
            "poll": f"h = h * 7 + (waitpid({children[-1] if children else ''}, 0, WNOHANG) > 0);",
        }[kind]
        self.lines.append("  " * indent + text)

    def process(self, indent, depth):
        children = []
        for _ in range(self.rng.randint(1, 3)):
            if depth < 2 and self.processes < 3 and self.rng.random() < 0.45:
                self.processes += 1
                number = self.processes
                self.lines.append("  " * indent + f"pid_t child{number} = fork();")
                self.lines.append("  " * indent + f"if (child{number} == 0) {{")
                self.process(indent + 1, depth + 1)
                self.lines.append("  " * (indent + 1) + f"s->results[{number}] = h % 11;")
                self.lines.append("  " * (indent + 1) + "_exit(0);")
                self.lines.append("  " * indent + "}")
                children.append(f"child{number}")
            elif self.budget > 0:
                self.budget -= 1
                self.operation(indent, children)
        for child in children:
            self.lines.append("  " * indent + f"waitpid({child}, 0, 0);")

    def program(self):
        while self.processes == 0:
            self.lines = []
            self.process(1, 0)
        cases = [f'    case {k}: __assert_fail("{k}", "main.c", {k}, "main");\n' for k in range(RESULTS)]
        declaration = "void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n"
        return HEAD.replace("struct shared {", declaration + "struct shared {", 1) + "\n".join(self.lines) + "\n" + TAIL + "".join(cases) + "  }\n#endif\n}\n"


def found_by(mover, program, folder, search):
    result = os.path.join(folder, "result.json")
    subprocess.run([mover, "check", "--engine=native", "--reduction=" + search, "--keep-going", "--check=assertion,deadlock,memory",
                    "-q", "--no-trace", "--json=" + result, "--program=" + program], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    with open(result, encoding="utf-8") as file:
        report = json.load(file)
    return {violation["message"] for violation in report["violations"]} or {report["verdict"]}


def compare(mover, text, folder):
    """A sentence that says what differs; empty if nothing does."""
    source, program, real = (os.path.join(folder, name) for name in ("main.c", "program", "real"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run([mover, "cc", "-o", program, source], check=True)
    subprocess.run(["gcc", "-DREAL", "-o", real, source], check=True)
    first = found_by(mover, program, folder, SEARCHES[0])
    for search in SEARCHES[1:]:
        other = found_by(mover, program, folder, search)
        if other != first:
            return f"{SEARCHES[0]} finds {sorted(first)}, {search} {sorted(other)}"
    for _ in range(REAL_EXECUTIONS):
        said = subprocess.run([real], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        if not any(f"`{said}'" in message for message in first):
            return f"a real execution ends with {said}, the searches find {sorted(first)}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    passed = failed = 0
    for number in range(options.count):
        text = Writer(random.Random(options.seed * 1000 + number)).program()
        with tempfile.TemporaryDirectory(prefix="mover-processes-") as folder:
            difference = compare(os.path.abspath(options.mover), text, folder)
        passed += not difference
        if not difference:
            continue
        failed += 1
        print(f"FAILED processes {options.seed}/{number}: {difference}")
        if options.keep:
            with open(os.path.join(options.keep, f"{options.seed}-{number}.c"), "w", encoding="utf-8") as file:
                file.write(text)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
