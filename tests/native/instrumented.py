#!/usr/bin/env python3
"""Tests Mover's instrumentation (src/instrument): --engine=native with the programs of instrumented/, at -O0 and -O2.

    instrumented.py --mover PATH [-j N] [--quick] [FILTER...]

--quick: each program once, at -O0 or -O2 alternately.

The first lines of a program are comments: its purpose, and
    // expect: safe, unknown, or the kinds of all violations      // flags: of mover check
    // says: a text of the report                                 // leaves out: a text that is not in it
    // compiler: flags of the compiler
Those that end in .cc have cases (library/cases.h): without a lock a case is a data race, with one it is safe.
FILTER picks programs whose name contains it. Ends with "N passed, N failed".
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instrumented")
LEVELS = ["-O0", "-O2"]


def check(mover, words, result):
    """The verdict or the kinds of violations, and the output."""
    finished = subprocess.run([mover, "check", "--engine=native", "--no-trace", f"--json={result}", *words], cwd=PROGRAMS,
                              capture_output=True, text=True, errors="replace", check=False)
    output = finished.stdout + finished.stderr
    if not os.path.exists(result):
        return f"exit code {finished.returncode}", output
    with open(result, encoding="utf-8") as file:
        found = json.load(file)
    return " ".join(sorted({v["kind"] for v in found["violations"]})) or found["verdict"], output


def header(name):
    """The values of the comments at the top, in lists by their keys."""
    values = {}
    with open(os.path.join(PROGRAMS, name), encoding="utf-8") as file:
        for key, value in re.findall(r"^// (expect|flags|says|leaves out|compiler): (.*)$", file.read(), re.MULTILINE):
            values.setdefault(key, []).append(value)
    return values


def program_outcomes(mover, name, level, scratch):
    wanted = header(name)
    words = ["--keep-going", *" ".join(wanted.get("flags", [])).split(), name, "--", level, *" ".join(wanted.get("compiler", [])).split()]
    answer, output = check(mover, words, os.path.join(scratch, name + level))
    expected = " ".join(sorted(wanted["expect"][0].split()))
    report = " ".join(output.split())
    if answer == expected:
        wrong = [f"does not say {text!r}" for text in wanted.get("says", []) if text not in report]
        wrong += [f"says {text!r}" for text in wanted.get("leaves out", []) if text in report]
        answer = "; ".join(wrong) or expected
    return [(name, answer, expected, output)]


def case_outcomes(mover, name, level, scratch):
    program = os.path.join(scratch, name + level)
    subprocess.run([mover, "c++", "-std=c++20", "-Wno-vla-cxx-extension", level, name, "-o", program], cwd=PROGRAMS, check=True)
    outcomes = []
    for case in subprocess.run([program], capture_output=True, text=True, check=True).stdout.split():
        for args, expected in [(case, "race"), (case + " locked", "safe")]:
            words = ["--check=race", f"--program={program}", f"--args={args}"]
            answer, output = check(mover, words, program + args + ".json")
            outcomes.append((f"{name} {args}", "race" if answer.startswith("race") else answer, expected, output))
    return outcomes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("filters", nargs="*")
    options = parser.parse_args()
    mover = os.path.abspath(options.mover)
    names = sorted(name for name in os.listdir(PROGRAMS)
                   if name.endswith((".c", ".cc", ".cpp")) and (not options.filters or any(f in name for f in options.filters)))
    passed = failed = 0

    def outcomes(case):
        return (case_outcomes if case[0].endswith(".cc") else program_outcomes)(mover, *case, scratch)

    with tempfile.TemporaryDirectory(prefix="mover-instrumented-") as scratch:
        cases = [(name, level) for number, name in enumerate(names) for turn, level in enumerate(LEVELS)
                 if not options.quick or number % len(LEVELS) == turn]
        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            for (_, level), found in zip(cases, pool.map(outcomes, cases)):
                for title, answer, expected, output in found:
                    passed += answer == expected
                    failed += answer != expected
                    if answer != expected:
                        print(f"FAILED {title}, {level}: {answer}, expected {expected}")
                        print("".join(f"    | {line}\n" for line in output.splitlines()[:25]), end="", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
