#!/usr/bin/env python3
"""Checks the citation keys: each used key is in docs/papers.md, and each key in docs/papers.md is used.

A key is written in brackets, alone or before the cited part: [FQ03], [AAJS14, algorithm 2].
Ends with "N passed, N failed", counting keys.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ["src", "runtime", "include", "docs", "tests", "bench"]
PAPERS = os.path.join(ROOT, "docs", "papers.md")
NAME = r"[A-Z][A-Za-z]{1,5}[0-9]{2}"
CITED = re.compile(rf"\[{NAME}(?=[\],:; ])")
DEFINED = re.compile(rf"^\| ({NAME}) \|", re.MULTILINE)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def texts():
    for folder in FOLDERS:
        for directory, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in names:
                path = os.path.join(directory, name)
                if path != PAPERS and (name.endswith((".h", ".cc", ".c", ".cpp", ".S", ".md", ".py")) or name == "run"):
                    yield path


def citations():
    """Every key, with the place of its first use."""
    first = {}
    for path in sorted(texts()):
        text = read(path)
        for match in CITED.finditer(text):
            # In "[FG05, figure 3; AAJS14]" the second key follows a semicolon.
            inside = text[match.start() + 1:text.find("]", match.start())]
            for key in re.findall(rf"(?:^|; )({NAME})\b", inside):
                line = text.count("\n", 0, match.start()) + 1
                first.setdefault(key, f"{os.path.relpath(path, ROOT)}:{line}")
    return first


def main():
    used, defined = citations(), set(DEFINED.findall(read(PAPERS)))
    problems = [f"{used[key]}: docs/papers.md has no [{key}]" for key in sorted(set(used) - defined)]
    problems += [f"docs/papers.md: nothing cites [{key}]" for key in sorted(defined - set(used))]
    for problem in problems:
        print(f"FAILED {problem}")
    print(f"{len(set(used) & defined)} passed, {len(problems)} failed")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
