#!/usr/bin/env python3
"""Tests --engine=native from the user's side: mover cc and mover c++, check, replay, the debugger.

    run.py --mover PATH [FILTER...]

Each test is a function test_… of one of the modules; FILTER picks those whose name contains it. Ends with "N passed, N failed".
"""

import argparse
import os
import sys
import tempfile

import building
import replaying
import searching
from workspace import Failed, Folder


def tests():
    for module in (building, searching, replaying):
        yield from ((name, test) for name, test in vars(module).items() if name.startswith("test_"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("filters", nargs="*")
    options = parser.parse_args()
    passed = failed = 0
    for name, test in tests():
        if options.filters and not any(f in name for f in options.filters):
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
