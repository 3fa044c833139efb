#!/usr/bin/env python3
"""The C++ programs in compiled/ on the interpreter, which must have the native engine's verdict.

    interpreted.py --mover PATH [-j N] [FILTER...]

The first lines of a program are those that compilers.py reads. A program that reaches something that the interpreter does not
model has a further one, with the words by which the report names that:
    // interpreter: unknown, TEXT
Ends with "N passed, N failed"."""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

from compilers import PROGRAMS, header


def not_modelled(name):
    """What the program reaches that has no model; None if there is nothing."""
    with open(os.path.join(PROGRAMS, name), encoding="utf-8") as file:
        found = re.search(r"^// interpreter: unknown, (.*)$", file.read().split("#", maxsplit=1)[0], re.MULTILINE)
    return found and found.group(1)


def problem(mover, name, scratch):
    """Why the program fails the test; empty if it passes."""
    wanted, gap = header(name), not_modelled(name)
    out = os.path.join(scratch, name + ".json")
    words = [mover, "check", "--engine=stateful", "--keep-going", "--no-trace", f"--json={out}", *wanted.get("flags", []), name,
             "--", *wanted.get("compile", [])]
    finished = subprocess.run(words, cwd=PROGRAMS, capture_output=True, text=True, errors="replace", check=False)
    if not os.path.exists(out):
        return f"exit code {finished.returncode}: {finished.stderr[:300]}"
    with open(out, encoding="utf-8") as file:
        result = json.load(file)
    kinds = sorted({violation["kind"] for violation in result["violations"]})
    answer, expected = " ".join(kinds) or result["verdict"], " ".join(sorted(wanted["expect"]))
    if gap is not None:
        named = any(gap in limit for limit in result["limits"])
        return "" if answer == "unknown" and named else f"{answer}, expected unknown because of {gap}: {result['limits']}"
    return "" if answer == expected else f"{answer}, expected {expected}\n{finished.stdout[:1500]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("filters", nargs="*")
    options = parser.parse_args()
    mover = os.path.abspath(options.mover)
    # Programs with --filter are tests of GoogleTest, which only the native engine runs.
    names = sorted(name for name in os.listdir(PROGRAMS)
                   if name.endswith(".cpp") and not any(flag.startswith("--filter") for flag in header(name).get("flags", []))
                   and (not options.filters or any(f in name for f in options.filters)))
    failed = 0
    with tempfile.TemporaryDirectory(prefix="mover-interpreted-") as scratch:
        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            for name, why in zip(names, pool.map(lambda name: problem(mover, name, scratch), names)):
                if why:
                    failed += 1
                    print(f"FAILED {name}: {why}", flush=True)
    print(f"{len(names) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
