#!/usr/bin/env python3
"""Checks that every folder of src/ includes only what lies below it.

The order is the one that CMakeLists.txt links by: mover_library(vm machine analysis) lets src/vm include itself, machine,
analysis and all that those may. LLVM is for the front end and the instrumentation alone, and the models of the C library stand
by themselves.
Ends with "N passed, N failed", counting files.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)


def declared_layers():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        text = file.read()
    layers = {}
    for words in re.findall(r"^mover_library\(([^)]*)\)", text, re.MULTILINE):
        name, *below = words.split()
        layers[name] = set(below)
    layers["cli"] = set(layers)  # main sees everything
    layers["libc"] = set()       # C, compiled for the checked program: no part of Mover itself
    layers["cxx"] = set()        # for the checked program, too
    layers["instrument"] = {"bitcode"}  # loaded by clang: no part of Mover itself either
    return layers


def everything_below(layers, name, path=()):
    if name in path:
        sys.exit("CMakeLists.txt: a circle of libraries: " + " -> ".join([*path, name]))
    below = {name}
    for other in layers[name]:
        below |= everything_below(layers, other, (*path, name))
    return below


def problems_in(path, folder, allowed):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    problems = []
    for match in INCLUDE.finditer(text):
        quote, name = match.groups()
        line = text.count("\n", 0, match.start()) + 1
        first = name.split("/")[0]
        if first in ("llvm", "llvm-c", "clang", "clang-c") and folder not in ("bitcode", "frontend", "instrument"):
            problems.append(f"{line}: only src/bitcode, src/frontend and src/instrument may include {name}")
        elif quote == '"' and folder == "libc":
            local = os.path.join(os.path.dirname(path), name)
            if not os.path.exists(local) and not os.path.exists(os.path.join(ROOT, "include", name)):
                problems.append(f"{line}: the models of the C library may not include {name}")
        elif quote == '"' and "/" not in name:
            problems.append(f'{line}: write "{folder}/{name}": includes name their folder')
        elif quote == '"' and first not in allowed:
            problems.append(f"{line}: src/{folder} may not include {name}")
    return problems


def main():
    layers = declared_layers()
    passed = failed = 0
    for directory, _, names in sorted(os.walk(os.path.join(ROOT, "src"))):
        relative = os.path.relpath(directory, os.path.join(ROOT, "src"))
        folder = relative.split(os.sep)[0]
        for name in sorted(names):
            if not name.endswith((".h", ".cc", ".c")):
                continue
            path = os.path.join(directory, name)
            if folder not in layers:
                problems = [f"1: CMakeLists.txt says nothing about src/{folder}"]
            else:
                problems = problems_in(path, folder, everything_below(layers, folder))
            passed += not problems
            failed += bool(problems)
            for problem in problems:
                print(f"FAILED {os.path.relpath(path, ROOT)}:{problem}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
