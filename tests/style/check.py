#!/usr/bin/env python3
"""Checks the format of the files: C and C++ with clang-format, shell scripts with shellcheck.

Test programs (tests/programs, tests/native, examples) are exempt, because their lines are pinned.
Ends with "N passed, N failed", counting files.
"""

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("src/", "runtime/", "include/", "tests/unit/", "tests/differential/", "tests/fuzz/")
ENDINGS = (".cc", ".h", ".c")


def tracked():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode()
    return [path for path in listed.split("\0") if path and os.path.exists(os.path.join(ROOT, path))]


def is_script(path):
    with open(os.path.join(ROOT, path), "rb") as file:
        return path.endswith(".sh") or file.readline().rstrip().endswith(b"bash")


def complaints(words, paths):
    """Runs the tool. Returns its first line for each file with a problem: "path:line:…"."""
    finished = subprocess.run([*words, *paths], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    lines = finished.stdout.decode(errors="replace").splitlines()
    first = {}
    for line in lines:
        path = line.split(":")[0]
        if path in paths:
            first.setdefault(path, line)
    if finished.returncode != 0 and not first:
        first[""] = lines[0] if lines else f"{words[0]}: exit {finished.returncode}"
    return list(first.values())


def main():
    paths = tracked()
    sources = [path for path in paths if path.startswith(FOLDERS) and path.endswith(ENDINGS)]
    scripts = [path for path in paths if path not in sources and is_script(path)]
    failures = complaints(["clang-format-19", "--dry-run", "-Werror"], sources)
    unformatted = len(failures)
    failures += complaints(["shellcheck", "-x", "-f", "gcc"], scripts)
    for text in failures:
        print("FAILED:", text)
    if unformatted:
        print("clang-format-19 -i FILE puts a C or C++ file in order.")
    print(f"{len(sources) + len(scripts) - len(failures)} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
