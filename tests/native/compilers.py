#!/usr/bin/env python3
"""The programs in compiled/ with --engine=native, compiled by GCC and Clang (some also with libc++, if it is installed),
from -O0 to -O2.

    compilers.py --mover PATH [-j N] [--quick] [--with FLAG]... [FILTER...]

--quick: each program once with GCC or Clang (and with libc++ where that is of interest); compiler and level change from
program to program.

The first lines of a program are comments: its purpose, and
    // expect: safe, unknown, or the kinds of all violations      // flags: of mover check      // compile: what follows --
    // libc++: why it is of interest there
For every compiler and level, exactly these violations must be found; accesses that GCC does not instrument turn `safe` into
`unknown`. FILTER selects programs whose name contains it. Ends with "N passed, N failed".
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "compiled")
COMPILERS = {"gcc": {"MOVER_CC": "gcc", "MOVER_CXX": "g++"},
             "clang-19": {"MOVER_CC": "clang-19", "MOVER_CXX": "clang++-19"},
             "libc++": {"MOVER_CC": "clang-19", "MOVER_CXX": "clang++-19"}}
LEVELS = ["-O0", "-O1", "-O2"]
LIBCXX = ["-stdlib=libc++", "-fexperimental-library"]


def is_there(compiler):
    if compiler != "libc++":
        return shutil.which(compiler)
    words = ["clang++-19", "-stdlib=libc++", "-fsyntax-only", "-x", "c++", "-"]
    return is_there("clang-19") and subprocess.run(words, input="#include <version>\n", text=True, capture_output=True,
                                                   check=False).returncode == 0


def is_meant(compiler, wanted):
    return compiler != "libc++" or "libc++" in wanted


def header(name):
    """The values of the comments at the top, by their keys."""
    with open(os.path.join(PROGRAMS, name), encoding="utf-8") as file:
        top = file.read().split("#", maxsplit=1)[0]
    return {key: value.split() for key, value in re.findall(r"^// (expect|flags|compile|libc\+\+): (.*)$", top, re.MULTILINE)}


def found(mover, extra, name, compiler, level, wanted, scratch):
    """The engine's result in the words of `expect`, and its output."""
    result = os.path.join(scratch, f"{name}.{compiler}{level}.json")
    words = [mover, "check", "--engine=native", "--keep-going", "--no-trace", f"--json={result}", *wanted.get("flags", []), *extra, name,
             "--", level, *wanted.get("compile", []), *(LIBCXX if compiler == "libc++" else [])]
    finished = subprocess.run(words, cwd=PROGRAMS, env={**os.environ, **COMPILERS[compiler]}, capture_output=True, text=True,
                              errors="replace", check=False)
    output = finished.stdout + finished.stderr
    if not os.path.exists(result):
        return f"exit code {finished.returncode}", output
    with open(result, encoding="utf-8") as file:
        result = json.load(file)
    kinds = sorted({violation["kind"] for violation in result["violations"]})
    return " ".join(kinds) or result["verdict"], output


def is_sampled(number, compiler, level):
    """Whether --quick has the program of this number with the compiler at the level."""
    return LEVELS[number // 2 % len(LEVELS)] == level and (compiler == "libc++" or (compiler == "gcc") == (number % 2 == 0))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--with", dest="extra", action="append", default=[])
    parser.add_argument("filters", nargs="*")
    options = parser.parse_args()
    mover = os.path.abspath(options.mover)
    names = sorted(name for name in os.listdir(PROGRAMS)
                   if name.endswith((".c", ".cpp")) and (not options.filters or any(f in name for f in options.filters)))
    compilers = [compiler for compiler in COMPILERS if is_there(compiler)]
    cases = [(name, compiler, level, header(name)) for name, compiler, level in itertools.product(names, compilers, LEVELS)
             if not options.quick or is_sampled(names.index(name), compiler, level)]
    cases = [case for case in cases if is_meant(case[1], case[3])]
    failed = 0
    with tempfile.TemporaryDirectory(prefix="mover-compilers-") as scratch:
        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            outcomes = pool.map(lambda case: found(mover, options.extra, *case, scratch), cases)
            for (name, compiler, level, wanted), (answer, output) in zip(cases, outcomes):
                expected = " ".join(sorted(wanted["expect"]))
                # GCC does not instrument all accesses, and the report says so. Few functions of libc++'s shared library have a footprint.
                if expected == "safe" and (compiler == "gcc" or (compiler == "libc++" and answer == "unknown")):
                    expected = "unknown"
                if answer != expected:
                    failed += 1
                    print(f"FAILED {name}, {compiler} {level}: {answer}, expected {expected}")
                    print("".join(f"    | {line}\n" for line in output.splitlines()[:15]), end="", flush=True)
    print(f"{len(cases) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
