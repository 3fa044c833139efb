#!/usr/bin/env python3
"""Runs the C programs of tests/programs with --engine=symbolic, and prints how many the engine answers.

symbolic_unanswered.txt lists the others, with the reason that the engine gives. --write writes this list, --check
compares it with the folders and with symbolic.txt, without running anything. An answer that contradicts the verdict in
test.json is an error.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import run

UNANSWERED = os.path.join(run.HERE, "symbolic_unanswered.txt")
HEADER = "# C programs that --engine=symbolic does not answer, each with the reason. symbolic_coverage.py writes this list.\n"
# Options of other engines, and properties that the symbolic engine does not check (docs/symbolic.md).
OF_OTHERS = ("--engine=", "--reduction=", "--ignoring=", "--verify-reduction", "--preemptions=", "--keep-going", "--seed=",
             "--max-")
NOT_CHECKED = {"leak", "atomicity", "discipline", "livelock"}


def applies(test):
    flags = test.get("flags", [])
    checks = {check for flag in flags if flag.startswith("--check=") for check in flag.removeprefix("--check=").split(",")}
    return (test["verdict"] in ("safe", "unsafe") and all(file.endswith(".c") for file in test["files"])
            and not any(flag.startswith(OF_OTHERS) for flag in flags) and not checks & NOT_CHECKED)


def programs(filters=()):
    """The C programs that have a definite verdict, which the symbolic engine could give."""
    return [name for name in run.find_tests(run.HERE, filters) if applies(run.load(run.HERE, name))]


def unanswered():
    """The list of unanswered programs, as a dictionary from names to reasons."""
    with open(UNANSWERED, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    return dict(line.split(": ", 1) for line in lines)


def reason_of(result):
    """The reason why the result is unknown, without the place."""
    sentences = [limit for limit in result["limits"] if "symbolic engine: " in limit]
    if not sentences:
        return "no answer within the time limit"
    return re.sub(r", at \S+:\d+.*$", "", sentences[0].partition("symbolic engine: ")[2])


def ask(name, options, scratch):
    """Returns the verdict, the reason if it is unknown, and the CPU seconds."""
    folder = os.path.join(run.HERE, name)
    json_file = os.path.join(scratch, name.replace(os.sep, "+") + ".json")
    extra = [run.SYMBOLIC, f"--time-limit={options.time_limit}", *options.extra]
    words = run.command(options.mover, run.load(run.HERE, name), extra, json_file, json_file + ".trace")
    try:
        finished = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", check=False,
                                  timeout=4 * options.time_limit + 10)
    except subprocess.TimeoutExpired:
        return "unknown", "no end after the time limit"
    if not os.path.exists(json_file):
        return "error", f"exit code {finished.returncode}: {finished.stderr.strip()[-200:]}"
    with open(json_file, encoding="utf-8") as file:
        result = json.load(file)
    return result["verdict"], reason_of(result) if result["verdict"] == "unknown" else ""


def survey(options):
    names = programs(options.filters)
    reasons, contradictions = {}, []
    with tempfile.TemporaryDirectory(prefix="mover-coverage-") as scratch:
        with concurrent.futures.ThreadPoolExecutor(max_workers=options.j) as pool:
            for name, (verdict, reason) in zip(names, pool.map(lambda name: ask(name, options, scratch), names)):
                if verdict in ("unknown", "error"):
                    reasons[name] = reason
                elif verdict != run.load(run.HERE, name)["verdict"]:
                    contradictions.append(f"{name}: {verdict}")
                if options.verbose:
                    print(f"{name}: {verdict} {reason}", flush=True)
    groups = collections.defaultdict(list)
    for name, reason in reasons.items():
        groups[reason].append(name)
    for reason, members in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        print(f"{len(members):4} {reason}: {', '.join(members)}")
    answered = len(names) - len(reasons)
    print(f"{answered} of {len(names)} programs answered ({100 * answered / max(len(names), 1):.1f} %)")
    for line in contradictions:
        print(f"WRONG {line}")
    if options.write:
        with open(UNANSWERED, "w", encoding="utf-8") as file:
            file.write(HEADER + "".join(f"{name}: {reason}\n" for name, reason in sorted(reasons.items())))
    return 1 if contradictions else 0


def check():
    listed, tested, every = unanswered(), run.answered_symbolically(), set(programs())
    problems = [f"{name} is in symbolic_unanswered.txt, but there is no such C program" for name in set(listed) - every]
    problems += [f"{name} is in symbolic.txt and in symbolic_unanswered.txt" for name in tested & set(listed)]
    answered = len(every) - len(listed)
    for problem in sorted(problems):
        print(f"FAILED {problem}")
    print(f"{answered} of {len(every)} programs answered ({100 * answered / len(every):.1f} %)")
    print(f"{len(every) - len(problems)} passed, {len(problems)} failed")
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mover", default=os.path.join(run.HERE, "../../build/mover"), help="the mover to test")
    parser.add_argument("-j", type=int, default=2, metavar="N", help="how many at once (2)")
    parser.add_argument("--time-limit", type=float, default=20, metavar="S", help="seconds for each program (20)")
    parser.add_argument("--with", dest="extra", action="append", default=[], metavar="FLAG", help="add a flag to all")
    parser.add_argument("--write", action="store_true", help="write symbolic_unanswered.txt")
    parser.add_argument("--check", action="store_true", help="only check symbolic_unanswered.txt")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each program")
    parser.add_argument("filters", nargs="*", metavar="FILTER", help="parts of folder names")
    options = parser.parse_intermixed_args()
    options.mover = os.path.abspath(options.mover)
    sys.exit(check() if options.check else survey(options))


if __name__ == "__main__":
    main()
