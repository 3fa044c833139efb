#!/usr/bin/env python3
"""Tests mover guards on whole programs: each folder with a test.json is a program with the expected result.

    run.py --mover PATH [-j N] [FILTER...]

The patch of every program is applied to a copy. Clang must accept the copy with -Wthread-safety -Werror, GCC must
compile it, and mover guards must have the same result for it and nothing to annotate. Ends with "N passed, N failed".

Keys of test.json; all but `files` and `variables` may be absent:
    files          the inputs, relative to the folder
    flags          options of mover guards
    variables      the protection of each variable: "lock mu", "lock a.lock, b.lock", "thread main", "read-only",
                   "atomic", "atomic-section", "nothing", "nothing, almost mu"
    odd            for each variable, the lines of accesses that do not hold the lock
    functions      for each function, whether every execution was one transaction
    exit           the exit code (0)
    patch          the lines that the patch adds, without the #include; [] if it must be empty
    notes          texts, each of which one of the notes must contain
    broken         variants that Clang must reject: {"file", "at": text in the patched file, "insert": text that is
                   inserted before it, "warning": text that Clang must print}
"""

import argparse
import concurrent.futures
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "include")
TIMEOUT = 300
KEYS = {"files", "flags", "variables", "odd", "functions", "exit", "patch", "notes", "broken"}


def run(words, folder):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)


def compile_with(compiler, file, folder, flags):
    is_cxx = not file.endswith(".c")
    program = {"clang": ["clang-19", "clang++-19"], "gcc": ["gcc", "g++"]}[compiler][is_cxx]
    words = [program, "-Wall", "-Wextra", "-Werror", *flags, "-I" + INCLUDE, "-fsyntax-only", file]
    return run(words, folder)


def protection(variable):
    text = variable["protection"]
    if text == "lock":
        text += " " + ", ".join(lock["name"] + (" (shared)" if lock["shared"] else "") for lock in variable["locks"])
    if text == "thread":
        text += " " + variable["thread"]
    return text + (", almost " + variable["almost"] if variable["almost"] else "")


def compare(what, found, expected):
    return [] if found == expected else [f"{what}: found {found}, expected {expected}"]


def table_problems(test, result):
    variables = {variable["name"]: variable for variable in result["variables"]}
    problems = compare("variables", {name: protection(v) for name, v in variables.items()}, test["variables"])
    for name, lines in test.get("odd", {}).items():
        accesses = variables.get(name, {}).get("accesses", [])
        problems += compare(f"odd accesses to {name}", sorted({a["line"] for a in accesses if a["breaks"]}), lines)
    if "functions" in test:
        found = {function["name"]: function["one_transaction"] for function in result["functions"]}
        problems += compare("functions", {name: found.get(name) for name in test["functions"]}, test["functions"])
    for text in test.get("notes", []):
        if not any(text in note for note in result["notes"]):
            problems.append(f"no note says {text!r}: {result['notes']}")
    return problems


def guards(mover, test, folder, problems):
    words = [mover, "guards", "-q", "--json=result.json", "--patch=found.patch", *test.get("flags", []), *test["files"]]
    finished = run(words, folder)
    problems += compare("exit code", finished.returncode, test.get("exit", 0))
    try:
        with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
            result = json.load(file)
        with open(os.path.join(folder, "found.patch"), encoding="utf-8") as file:
            return result, file.read()
    except (OSError, ValueError) as error:
        problems.append(f"{error}\n{finished.stderr}")
        return None, ""


def patched_problems(mover, test, folder, first):
    """The problems of the patched copy in `folder`."""
    problems = []
    for file in test["files"]:
        clang = compile_with("clang", file, folder, ["-Wthread-safety"])
        if clang.returncode != 0:
            problems.append(f"Clang refuses the patched {file}:\n{clang.stderr}")
        gcc = compile_with("gcc", file, folder, [])
        if gcc.returncode != 0:
            problems.append(f"GCC refuses the patched {file}:\n{gcc.stderr}")
    result, patch = guards(mover, test, folder, problems)
    if result is not None:
        found = [protection(variable) for variable in result["variables"]]
        problems += compare("the patched program", found, [protection(v) for v in first["variables"]])
        problems += compare("what is left to patch", patch, "")
    return problems


def broken_problems(test, folder, variant):
    path = os.path.join(folder, variant["file"])
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(variant["at"]) != 1:
        return [f"broken: {variant['at']!r} does not stand in {variant['file']} once"]
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(variant["at"], variant["insert"] + variant["at"]))
    said = "".join(compile_with("clang", file, folder, ["-Wthread-safety"]).stderr for file in test["files"])
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return [] if variant["warning"] in said else [f"Clang does not say {variant['warning']!r} but\n{said}"]


def check(name, mover, scratch):
    source = os.path.join(HERE, name)
    with open(os.path.join(source, "test.json"), encoding="utf-8") as file:
        test = json.load(file)
    if unknown := set(test) - KEYS:
        return [f"test.json: unknown keys {sorted(unknown)}"]
    folder = os.path.join(scratch, name.replace(os.sep, "+"))
    shutil.copytree(source, folder)
    problems = []
    result, patch = guards(mover, test, folder, problems)
    if result is None:
        return problems
    problems += table_problems(test, result)
    if "patch" in test:
        added = [line[1:].strip() for line in patch.splitlines() if line.startswith("+") and not line.startswith("+++")]
        problems += compare("patch", [line for line in added if line != "#include <mover_guards.h>"], test["patch"])
    if problems or not patch:
        return problems
    applied = run(["git", "apply", "-p1", "found.patch"], folder)
    if applied.returncode != 0:
        return [f"the patch does not apply: {applied.stderr}"]
    problems += patched_problems(mover, test, folder, result)
    for variant in test.get("broken", []):
        problems += broken_problems(test, folder, variant)
    return problems


def run_one(name, mover, scratch):
    try:
        return check(name, mover, scratch)
    except (OSError, ValueError, KeyError, TypeError, subprocess.TimeoutExpired) as error:
        return [f"{type(error).__name__}: {error}"]


def main():
    parser = argparse.ArgumentParser(description="Tests mover guards.")
    parser.add_argument("--mover", required=True, help="the mover to test")
    parser.add_argument("-j", type=int, default=2, metavar="N", help="how many at once (2)")
    parser.add_argument("filters", nargs="*", metavar="FILTER", help="parts of folder names")
    options = parser.parse_intermixed_args()
    mover = os.path.abspath(options.mover)
    tests = sorted(name for name in os.listdir(HERE) if os.path.exists(os.path.join(HERE, name, "test.json")))
    tests = [name for name in tests if not options.filters or any(f in name for f in options.filters)]
    if not tests:
        sys.exit("no test has a name like that")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="mover-guards-") as scratch:
        with concurrent.futures.ThreadPoolExecutor(max_workers=options.j) as pool:
            for name, problems in zip(tests, pool.map(lambda test: run_one(test, mover, scratch), tests)):
                failed += bool(problems)
                if problems:
                    print(f"FAILED {name}")
                    print(f"    to repeat: cd {shlex.quote(os.path.join(HERE, name))} && {shlex.quote(mover)} guards -v ...")
                for problem in problems:
                    print("    " + problem.replace("\n", "\n    | "))
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
