#!/usr/bin/env python3
"""Runs clang-tidy with the checks of .clang-tidy on src/ and runtime/, except for files that include LLVM.

Most of the time is spent on headers, so files of several folders with the same flags are checked as one translation unit. If
that does not compile, because two files define the same name, the unit is split into halves until each part compiles.
Ends with "N passed, N failed", counting files.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("src", "runtime")
LLVM = "/llvm-"  # files with LLVM's headers in their include path are not checked: they take as long as all others together
FINDING = re.compile(r"^(?P<path>[^:\n]+):\d+:\d+: (?:warning|error): .*\[(?P<check>[\w.,-]+)\]$", re.MULTILINE)
MOST_FILES = 80  # of one translation unit


def flags_of(words):
    """The flags of a compiler's command that affect the meaning of the file."""
    kept, words = [], iter(words)
    for word in words:
        if word in ("-o", "-MF", "-MT", "-MQ"):
            next(words)
        elif word in ("-isystem", "-include", "-I"):
            kept += [word, next(words)]
        elif word.startswith(("-D", "-I", "-std=", "-f")):
            kept.append(word)
    return kept


def sources_of(file):
    """The source files of a compile command. If the command compiles a unity file of CMake, these are the files in it."""
    if os.path.basename(os.path.dirname(file)) != "Unity" or not os.path.exists(file):
        return [os.path.relpath(file, ROOT)]
    with open(file, encoding="utf-8") as text:
        return [os.path.relpath(path, ROOT) for path in re.findall(r'^#include "([^"]+)"', text.read(), re.MULTILINE)]


def units(build):
    """The files of src/ and runtime/ with the same folder and flags: {(folder, flags): files}."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    found = collections.defaultdict(set)
    for row in commands:
        flags = flags_of(shlex.split(row["command"]))
        if any(LLVM in flag for flag in flags):
            continue
        for path in sources_of(row["file"]):
            if path.split(os.sep)[0] in FOLDERS and path.endswith(".cc"):
                found[os.path.dirname(path)].add((path, tuple(flags)))
    grouped = collections.defaultdict(list)
    for folder, files in found.items():
        seen = set()  # some files are compiled twice, for Mover and for the run-time library
        for path, flags in sorted(files):
            if path not in seen:
                seen.add(path)
                grouped[folder, flags].append(path)
    return grouped


def packed(grouped):
    """Units of several folders with the same flags: [(flags, files)]."""
    packs = []
    last = {}  # by flags: the unit that may get another folder
    for (_, flags), files in grouped.items():
        if flags in last and len(last[flags]) + len(files) <= MOST_FILES:
            last[flags] += files
        else:
            last[flags] = list(files)
            packs.append((flags, last[flags]))
    return sorted(packs, key=lambda pack: -len(pack[1]))  # the longest first


def split(files):
    """Two parts, each of whole folders if there are several."""
    folders = sorted({os.path.dirname(path) for path in files}, key=[os.path.dirname(path) for path in files].index)
    if len(folders) == 1:
        return files[:len(files) // 2], files[len(files) // 2:]
    first = set(folders[:len(folders) // 2])
    return ([path for path in files if os.path.dirname(path) in first],
            [path for path in files if os.path.dirname(path) not in first])


def tidy(flags, files, scratch):
    """The findings of clang-tidy about the files: a set of (path, finding)."""
    with tempfile.NamedTemporaryFile("w", suffix=".cc", dir=scratch, delete=False) as unit:
        unit.writelines(f'#include "{os.path.join(ROOT, path)}"\n' for path in files)
    words = ["clang-tidy-19", "--quiet", f"--config-file={ROOT}/.clang-tidy", unit.name, "--", "-ferror-limit=1", *flags]
    finished = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    output = finished.stdout.decode(errors="replace")
    if len(files) > 1 and "[clang-diagnostic-error" in output:
        one, other = split(files)
        return tidy(flags, one, scratch) | tidy(flags, other, scratch)
    findings = {(os.path.relpath(match["path"], ROOT), match[0]) for match in FINDING.finditer(output)}
    if finished.returncode != 0 and not findings:
        findings = {(files[0], f"{files[0]}: clang-tidy-19: exit {finished.returncode}: {output[-500:]}")}
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help="the folder with compile_commands.json")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("folders", nargs="*", help="only these, for instance src/vm")
    arguments = parser.parse_args()
    chosen = {key: files for key, files in units(arguments.build).items()
              if not arguments.folders or key[0] in arguments.folders}
    with tempfile.TemporaryDirectory(prefix="mover-tidy-") as scratch:
        with concurrent.futures.ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
            results = pool.map(lambda pack: tidy(list(pack[0]), pack[1], scratch), packed(chosen))
            findings = sorted(set().union(*results))
    for _, text in findings:
        print("FAILED:", text)
    count, failed = sum(map(len, chosen.values())), len({path for path, _ in findings})
    print(f"{count - failed} passed, {failed} failed" if count else "0 passed, 1 failed")
    sys.exit(1 if findings or not count else 0)


if __name__ == "__main__":
    main()
