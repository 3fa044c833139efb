#!/usr/bin/env python3
"""Checks that every folder of src/ and of runtime/ includes only the layers below it.

The layers are those of CMakeLists.txt: mover_library(vm machine analysis) permits src/vm to include its own headers, those of
machine and analysis, and everything that these two may include. Only the front end, src/bitcode and the instrumentation may
include LLVM, and the C library models must not include other parts of Mover.
Ends with "N passed, N failed", counting files.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)


# The run-time library's folders, each with those that it may include. Scheduling, memory and channels may include each other,
# because they hold one common state, which is restored as a whole.
STATE = {"scheduling", "memory", "channels"}
RUNTIME = {
    "base": set(),
    "scheduling": STATE | {"base"},
    "memory": STATE | {"base"},
    "channels": STATE | {"base"},
    "symbols": STATE | {"base"},
    "libraries": STATE | {"base", "symbols"},
    "interception": STATE | {"base", "symbols", "libraries"},
    "entry": STATE | {"base", "symbols", "libraries", "interception"},
}
EXCEPTIONS = {
    ("scheduling/signals.cc", "libraries/unseen_code.h"),  # it installs the SIGTRAP handler of unseen_code's breakpoints
    ("libraries/imports.cc", "interception/new.h"),        # it finds operators new and delete like other imports
}


def declared_layers():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        text = file.read()
    layers = {}
    for words in re.findall(r"^mover_library\(([^)]*)\)", text, re.MULTILINE):
        name, *below = words.split()
        layers[name] = set(below)
    layers["cli"] = set(layers)  # may include everything
    layers["libc"] = set()       # C code that is compiled for the checked program, not for Mover
    for folder in ("cxx", "cxxabi", "libstdcxx"):
        layers[folder] = {"libc"}  # code for the checked program, too; libc/builtins.h declares the machine's operations
    layers["instrument"] = {"bitcode"}  # a plugin that Clang loads
    return layers


def everything_below(layers, name, path=()):
    if name in path:
        sys.exit("CMakeLists.txt: a cycle of libraries: " + " -> ".join([*path, name]))
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


def runtime_problems(path, folder, allowed):
    """`allowed`: the folders of src/ that the run-time library is linked with, and those of runtime/."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    problems = []
    for match in INCLUDE.finditer(text):
        quote, name = match.groups()
        if quote == "<" or (f"{folder}/{os.path.basename(path)}", name) in EXCEPTIONS:
            continue
        line = text.count("\n", 0, match.start()) + 1
        if "/" not in name:
            problems.append(f'{line}: write "{folder}/{name}": includes name their folder')
        elif name.split("/")[0] not in allowed:
            problems.append(f"{line}: runtime/{folder} may not include {name}")
    return problems


def check_runtime(layers):
    """The number of files, and the problems in them."""
    of_source = everything_below(layers, "native") | {"sync", "libc"}  # libc: headers that both machines share
    files, problems = 0, {}
    for folder in sorted(os.listdir(os.path.join(ROOT, "runtime"))):
        directory = os.path.join(ROOT, "runtime", folder)
        for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else []:
            if not name.endswith((".h", ".cc")):
                continue
            files += 1
            allowed = of_source | RUNTIME.get(folder, set()) | {folder}
            if found := runtime_problems(os.path.join(directory, name), folder, allowed):
                problems[f"runtime/{folder}/{name}"] = found
    return files, problems


def main():
    layers = declared_layers()
    files, problems_of_runtime = check_runtime(layers)
    passed, failed = files - len(problems_of_runtime), len(problems_of_runtime)
    for path, problems in problems_of_runtime.items():
        for problem in problems:
            print(f"FAILED {path}:{problem}")
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
