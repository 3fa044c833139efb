#!/usr/bin/env python3
"""Runs the unit tests and the test programs on the build of ./test --coverage, and prints the line coverage of each folder
of src/."""

import glob
import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build-coverage")
PROFILES = os.path.join(BUILD, "profiles")


def run_tests():
    shutil.rmtree(PROFILES, ignore_errors=True)
    environment = {**os.environ, "LLVM_PROFILE_FILE": os.path.join(PROFILES, "%4m.profraw")}
    runner = os.path.join(ROOT, "tests", "programs", "run.py")
    mover = os.path.join(BUILD, "mover")
    for words in (["ctest", "--test-dir", BUILD, "-j2", "-Q"],
                  ["python3", runner, "--mover", mover, "-j2"],
                  ["python3", runner, "--mover", mover, "-j2", "--with=--engine=stateless", "--part=1/3"],
                  ["python3", runner, "--mover", mover, "-j2", "--with=--engine=symbolic"]):
        subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=False)


def report():
    merged = os.path.join(BUILD, "merged.profdata")
    subprocess.run(["llvm-profdata-19", "merge", "-o", merged, *glob.glob(os.path.join(PROFILES, "*"))], check=True)
    binaries = [path for path in glob.glob(os.path.join(BUILD, "tests", "*"))
                if os.path.isfile(path) and os.access(path, os.X_OK)]
    objects = [word for path in binaries for word in ("-object", path)]
    words = ["llvm-cov-19", "export", "-summary-only", "-format=lcov", os.path.join(BUILD, "mover"), *objects,
             f"-instr-profile={merged}", os.path.join(ROOT, "src")]
    return subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout.decode()


def by_folder(lcov):
    lines = {}
    for record in lcov.split("end_of_record"):
        source = re.search(r"^SF:(.*)$", record, re.MULTILINE)
        if not source:
            continue
        folder = os.path.relpath(source.group(1), ROOT).rsplit("/", 1)[0]
        if folder == "src/libc":  # the interpreter executes it
            continue
        found = [int(re.search(rf"^{key}:(\d+)$", record, re.MULTILINE).group(1)) for key in ("LH", "LF")]
        hit, all_lines = lines.get(folder, (0, 0))
        lines[folder] = (hit + found[0], all_lines + found[1])
    return lines


def main():
    run_tests()
    lines = by_folder(report())
    for folder, (hit, all_lines) in sorted(lines.items()):
        print(f"{folder:20} {100 * hit / all_lines:5.1f} % of {all_lines} lines")
    hit, all_lines = (sum(column) for column in zip(*lines.values()))
    print(f"{'all':20} {100 * hit / all_lines:5.1f} % of {all_lines} lines")


if __name__ == "__main__":
    main()
