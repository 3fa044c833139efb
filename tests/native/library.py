#!/usr/bin/env python3
"""Tests the accesses of library functions: --engine=native with the programs of library/.

    library.py --mover PATH [FILTER...]

Each program has cases (library/cases.h). Without a lock a case is a data race, with one it is safe; the cases named in
`RACELESS` are no race without a lock either. FILTER picks the cases whose "program/case" contains it.
Ends with "N passed, N failed".
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "library")
RACELESS = "no-race-"  # the prefix of the names of cases that need no lock


def build(mover, name, folder):
    program = os.path.join(folder, name.removesuffix(".cc"))
    subprocess.run([mover, "c++", "-std=c++20", name, "-o", program], cwd=PROGRAMS, check=True)
    return program, subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()


def verdict(mover, program, words):
    """The verdict, or "race" if a race was found, and the output."""
    result = program + ".json"
    finished = subprocess.run([mover, "check", "--engine=native", "--no-trace", f"--program={program}", f"--args={words}",
                               "--check=race", f"--json={result}"], capture_output=True, text=True, errors="replace", check=False)
    output = finished.stdout + finished.stderr
    if finished.returncode not in (0, 5, 12):
        return f"exit code {finished.returncode}", output
    with open(result, encoding="utf-8") as file:
        found = json.load(file)
    return "race" if found["violations"] else found["verdict"], output


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("filters", nargs="*")
    options = parser.parse_args()
    mover = os.path.abspath(options.mover)
    passed = failed = 0
    names = sorted(name for name in os.listdir(PROGRAMS) if name.endswith(".cc"))
    with tempfile.TemporaryDirectory(prefix="mover-library-") as folder:
        for name in names:
            program, cases = build(mover, name, folder)
            for case in cases:
                if options.filters and not any(f in f"{name.removesuffix('.cc')}/{case}" for f in options.filters):
                    continue
                for words, expected in [(case, "safe" if case.startswith(RACELESS) else "race"), (case + " locked", "safe")]:
                    answer, output = verdict(mover, program, words)
                    passed += answer == expected
                    if answer == expected:
                        continue
                    failed += 1
                    print(f"FAILED {name} {words}: {answer}, expected {expected}")
                    print("".join(f"    | {line}\n" for line in output.splitlines()[:25]), end="", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
