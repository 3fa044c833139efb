#!/usr/bin/env python3
"""Writes the reports that documents and tests contain: those of examples/ to docs/examples.md, and that of each program
in tests/reports/ to a .txt file beside it. Each program is checked by default and with --engine=native.

    write_reports.py [--check] [-j N] [--mover PATH] [FILTER...]

--check writes nothing, and compares instead. Times, rates and memory may differ. FILTER selects programs by their names.
"""

import argparse
import concurrent.futures
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TESTS = os.path.join(ROOT, "tests", "reports")
DOCUMENT = os.path.join(ROOT, "docs", "examples.md")
INTRODUCTION = """\
# The reports of the examples
What Mover prints for each program in `examples/`, by default and with `--engine=native`. `scripts/write_reports.py` writes this file;
`./test reports` compares it with what Mover prints. [reports.md](reports.md) explains names and notes.
"""
SOURCES = (".c", ".cpp")


def stable(text):
    text = re.sub(r" \([\d,]+ per second\)", "", text)
    return re.sub(r"\d+(\.\d+)? s\b|[\d,]+ MiB", "#", text)


def report(mover, command, words, folder):
    """What the program prints if it is called as `command`."""
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    finished = subprocess.run([command, *words], executable=mover, cwd=folder, capture_output=True, text=True, check=False,
                              env={**environment, "LC_ALL": "C.UTF-8"})
    return finished.stdout


def both_reports(mover, command, flags, name, folder):
    """The commands and what they print, by default and natively."""
    return [(f"$ {command} check {engine}{name}", report(mover, command, ["check", *flags, *engine.split(), name], folder))
            for engine in ("", "--engine=native ")]


def example(mover, name):
    """The section of the document about one example, which is checked in a copy of the folder, as traces are written there."""
    with tempfile.TemporaryDirectory(prefix="mover-reports-") as scratch:
        shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(scratch, "examples"))
        parts = both_reports(mover, "./mover", [], "examples/" + name, scratch)
    return f"\n## {name}\n" + "\n".join(f"```\n{command}\n{text}```" for command, text in parts) + "\n"


def test(mover, name):
    parts = both_reports(mover, "mover", ["--no-trace"], name, TESTS)
    return "\n".join(f"{command}\n{text}" for command, text in parts)


def programs(folder, filters):
    names = sorted(name for name in os.listdir(folder) if name.endswith(SOURCES))
    return [name for name in names if not filters or any(part in name for part in filters)]


def expected(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def settle(path, made, check):
    """Whether the file has this text; without `check`, it is written if it has another one."""
    known = expected(path)
    if stable(known) == stable(made):
        return True
    name = os.path.relpath(path, ROOT)
    if check:
        print("\n".join(difflib.unified_diff(stable(known).splitlines(), stable(made).splitlines(), name, "printed now", "", "", 3, "")))
        print(f"FAILED: {name} is not what Mover prints (scripts/write_reports.py writes it)")
    else:
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)
        print(f"{name} is new")
    return not check


def main():
    parser = argparse.ArgumentParser(description="Writes the reports in documents and tests.")
    parser.add_argument("--check", action="store_true", help="compare only")
    parser.add_argument("-j", type=int, default=2, metavar="N", help="how many at once (2)")
    parser.add_argument("--mover", default=os.path.join(ROOT, "build", "mover"), help="the mover to run")
    parser.add_argument("filters", nargs="*", metavar="FILTER", help="parts of names")
    options = parser.parse_args()
    mover = os.path.abspath(options.mover)
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.j) as pool:
        tests = programs(TESTS, options.filters)
        settled = [settle(os.path.join(TESTS, name + ".txt"), made, options.check)
                   for name, made in zip(tests, pool.map(lambda name: test(mover, name), tests))]
        if not options.filters:
            sections = pool.map(lambda name: example(mover, name), programs(os.path.join(ROOT, "examples"), []))
            settled.append(settle(DOCUMENT, INTRODUCTION + "".join(sections), options.check))
    print(f"{settled.count(True)} passed, {settled.count(False)} failed")
    sys.exit(0 if all(settled) else 1)


if __name__ == "__main__":
    main()
