#!/usr/bin/env python3
"""Runs the behavioural tests: each folder with a test.json is a program with options and the expected result.

    run.py --mover PATH [-j N] [--tests FOLDER] [--with FLAG]... [--replay] [--natively] [--part K/N] [--pin]
           [--translated FOLDER] [--without-native] [FILTER...]

--tests names the folder of the tests if it is not the folder of this file.
FILTER selects the tests whose folder name contains it. --with adds a flag to every run: a reduction, which has pinned
counts of its own, or any other flag, which disables pinned counts. --replay also replays the trace of every violation.
--natively skips all tests that are not unsafe with --engine=native, too, and replays traces on the compiled program.
With --with=--engine=symbolic, only the tests in the list symbolic.txt run. The symbolic engine must answer these, but may
report another violation first. The list does not constrain the other tests: most of them are `unknown`, and none may have a
wrong verdict.
--without-native leaves out the tests of the native engine, for a mover that is built without it.
--part selects every N-th test, from the K-th on. It is for flags that other stages test more thoroughly.
--translated names a folder for programs in the IR, so that a program that another run has translated is not translated
again: most tests spend nine tenths of their time in Clang and LLVM. Tests of the translation itself always run on the sources.
--pin writes the number of states into the test.json of every test that passes.

Keys of test.json; all but `files`, `verdict` and `exit` may be absent, and are then not checked:
    files            inputs, relative to the folder            flags            of mover check
    compiler_flags   what follows --                           args             the program's arguments (--args)
    verdict          safe, unsafe, unknown, or error: no result file is written
    exit             the exit code
    kinds            the kinds of all violations, in the order of the report
    lines            the lines of all violations, in the same order
    stdout_contains, stdout_lacks, stderr_contains, stderr_lacks   texts that must (not) be printed
    limits_contain   texts, each in one of the result's `limits`
    states           the number of stored states, by the name of the reduction
    needs            a reduction: the test is skipped if --with has another reduction; "auto": it is skipped if --with has any
                     reduction or engine
    native           for --with=--engine=native: a sentence that says why the test is skipped, or an object with keys that
                     have other values, and the reason as `why`
    not_replayed_natively   a sentence that says why the interpreter's trace does not replay on the compiled program
    auto             keys that have other values if --with has no engine and no reduction, because the symbolic engine may
                     answer then; "native": those of `native`, because Mover falls back to the native engine
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT = 300
KEYS = {"files", "flags", "compiler_flags", "args", "verdict", "exit", "kinds", "lines", "stdout_contains",
        "stdout_lacks", "stderr_contains", "stderr_lacks", "limits_contain", "states", "needs", "native", "auto", "not_replayed_natively"}
NATIVE = "--engine=native"
SYMBOLIC = "--engine=symbolic"
EXIT_OF_KIND = {"assertion": 10, "memory": 10, "deadlock": 11, "race": 12}


def find_tests(root, filters):
    tests = []
    for folder, _, names in os.walk(root):
        name = os.path.relpath(folder, root)
        if "test.json" in names and (not filters or any(f in name for f in filters)):
            tests.append(name)
    return sorted(tests)


def load(root, name):
    with open(os.path.join(root, name, "test.json"), encoding="utf-8") as file:
        test = json.load(file)
    unknown = set(test) - KEYS
    missing = {"files", "verdict", "exit"} - set(test)
    native = test.get("native", "")
    if isinstance(native, dict):
        unknown |= set(native) - KEYS - {"why"}
        missing |= {"why"} - set(native)
    if unknown or missing:
        raise ValueError(f"test.json: unknown keys {sorted(unknown)}, missing keys {sorted(missing)}")
    return test


def expected(root, name, extra):
    """The expectations with these flags added."""
    test = load(root, name)
    if SYMBOLIC in extra:  # only the verdict does not depend on the violation that is found first
        return {key: test[key] for key in ("files", "flags", "compiler_flags", "args", "verdict", "exit") if key in test}
    if not any(flag.startswith(("--engine=", "--reduction=")) for flag in extra):
        return {**test, **(test["native"] if test.get("auto") == "native" else test.get("auto", {}))}
    return {**test, **test["native"]} if NATIVE in extra and "native" in test else test


def answered_symbolically():
    with open(os.path.join(HERE, "symbolic.txt"), encoding="utf-8") as file:
        return {line.strip() for line in file if line.strip() and not line.startswith("#")}


# The properties that the stateless engine refuses.
NOT_BY_DPOR = {"leak", "atomicity", "discipline", "livelock", "ltl"}
SELECTIVE = {"--reduction=" + name for name in ["sleep-sets", "persistent-sets", "invisible-first", "composed"]}
NOT_BY_SELECTIVE = NOT_BY_DPOR  # discipline: too slow with predicates, otherwise unit tests


# The native engine refuses these properties, options of other engines, and inputs that it does not compile.
NOT_BY_NATIVE = {"leak", "atomicity", "livelock", "ltl"}
NOT_BY_TRANSACTIONS = {"leak", "livelock", "ltl"}
NOT_NATIVE = ("--engine=", "--reduction=", "--ignoring=", "--symmetry=", "--verify-reduction", "--nondet-rand", "--max-")


def fits_native(test, checks):
    return (not isinstance(test.get("native"), str) and not checks & NOT_BY_NATIVE and not test.get("needs")
            and test["verdict"] != "error"
            and not any(flag.startswith(NOT_NATIVE) for flag in test.get("flags", []))
            and not any(file.endswith((".mir", ".ll", ".bc")) for file in test["files"]))


def fits(root, name, extra):
    """Whether the test makes sense with these flags added."""
    try:
        test = load(root, name)
    except (OSError, ValueError):
        return True  # the run reports the problem
    reduction = [flag.removeprefix("--reduction=") for flag in extra if flag.startswith("--reduction=")]
    engine = [flag for flag in extra if flag.startswith("--engine=") and flag != SYMBOLIC]
    if reduction and test.get("needs", "") not in ("", *reduction) or engine and test.get("needs") == "auto":
        return False
    if engine and "--symmetry=auto" in test.get("flags", []):
        return False  # only the stateful engine permutes threads
    checks = {check for flag in test.get("flags", []) if flag.startswith("--check=")
              for check in flag.removeprefix("--check=").split(",")}
    checks |= {"ltl" for flag in test.get("flags", []) if flag.startswith("--ltl")}
    if NATIVE in extra and not fits_native(test, checks):
        return False
    if SYMBOLIC in extra:
        return name in answered_symbolically() and not (reduction and checks & {"ltl", "livelock"})
    by_transactions = "--reduction=transactions" in extra
    by_dpor = {"--engine=stateless", "--reduction=dpor", "--reduction=source-dpor", "--reduction=optimal-dpor"} & set(extra)
    by_selective = SELECTIVE & set(extra)
    if by_selective:
        return not checks & NOT_BY_SELECTIVE
    return not (by_dpor and checks & NOT_BY_DPOR) and not (by_transactions and checks & NOT_BY_TRANSACTIONS)


def inputs(test):
    """The end of a command line: the program's files and the flags to compile them with."""
    return test["files"] + (["--", *test["compiler_flags"]] if test.get("compiler_flags") else [])


def translated(mover, folder, test, to):
    """The program as one .mir file in the folder `to`, or its sources if the test checks the compiler's messages."""
    if test["verdict"] == "error" or "stderr_contains" in test or test["files"][0].endswith(".mir"):
        return inputs(test)
    key = hashlib.sha256(repr((folder, inputs(test))).encode()).hexdigest()[:16]
    path = os.path.join(to, f"{os.path.basename(folder)}-{key}.mir")
    if not os.path.exists(path):
        finished = subprocess.run([mover, "ir", *inputs(test)], cwd=folder, capture_output=True, timeout=TIMEOUT, check=False)
        if finished.returncode != 0:
            return inputs(test)
        with tempfile.NamedTemporaryFile(dir=to, delete=False) as file:
            file.write(finished.stdout)
        os.replace(file.name, path)  # another process may be doing the same
    return [path]


def command(mover, test, extra, program, json_file, trace_file):
    words = [mover, "check", f"--json={json_file}", f"--trace={trace_file}", *test.get("flags", []), *extra]
    if "args" in test:
        words.append("--args=" + shlex.join(test["args"]))
    return words + program


def schema_problems(result):
    """The violations of the contract in the result file."""
    problems = []

    def need(where, mapping, key, kinds):
        if not isinstance(mapping, dict) or key not in mapping:
            problems.append(f"result: {where}{key} is missing")
        elif not isinstance(mapping[key], kinds) or isinstance(mapping[key], bool):
            problems.append(f"result: {where}{key} has the wrong type")

    for key, kinds in [("verdict", str), ("engine", str), ("reduction", str), ("violations", list), ("stats", dict),
                       ("limits", list)]:
        need("", result, key, kinds)
    for key in ["states", "transitions", "executions", "peak_rss_kib"]:
        need("stats.", result.get("stats", {}), key, int)
    need("stats.", result.get("stats", {}), "seconds", (int, float))
    for i, violation in enumerate(result.get("violations", [])):
        for key, kinds in [("kind", str), ("file", str), ("line", int), ("message", str), ("trace", str)]:
            need(f"violations[{i}].", violation, key, kinds)
    for limit in result.get("limits", []):
        if not isinstance(limit, str):
            problems.append("result: limits must be sentences")
    return problems


def result_problems(test, result, counts):
    problems = schema_problems(result)
    if problems:
        return problems
    violations = result["violations"]
    if result["verdict"] != test["verdict"]:
        problems.append(f"verdict {result['verdict']}, expected {test['verdict']}")
    if (result["verdict"] == "unsafe") != bool(violations):
        problems.append(f"verdict {result['verdict']} with {len(violations)} violations")
    for key, field in [("kinds", "kind"), ("lines", "line")]:
        found = [violation[field] for violation in violations]
        if key in test and found != test[key]:
            problems.append(f"{key} {found}, expected {test[key]}")
    if violations and EXIT_OF_KIND.get(violations[0]["kind"], 13) != test["exit"]:
        problems.append(f"exit code {test['exit']} does not fit the first violation, {violations[0]['kind']}")
    for text in test.get("limits_contain", []):
        if not any(text in limit for limit in result["limits"]):
            problems.append(f"no limit says {text!r}: {result['limits']}")
    pinned = test.get("states", {}).get(result["reduction"])
    if counts and pinned not in (None, result["stats"]["states"]):
        problems.append(f"states {result['stats']['states']}, pinned {pinned}")
    return problems


def output_problems(test, finished):
    problems = []
    if finished.returncode != test["exit"]:
        problems.append(f"exit code {finished.returncode}, expected {test['exit']}")
    for key, text, wanted in [("stdout_contains", finished.stdout, True), ("stdout_lacks", finished.stdout, False),
                              ("stderr_contains", finished.stderr, True), ("stderr_lacks", finished.stderr, False)]:
        for part in test.get(key, []):
            if (part in text) != wanted:
                problems.append(f"{key}: {part!r}")
    return problems


def replay_problems(mover, folder, violations, flags):
    problems = []
    for violation in violations:
        if not violation["trace"]:
            continue  # a property of all interleavings, which no single one shows
        words = [mover, "replay", violation["trace"], *flags]
        finished = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        expected = EXIT_OF_KIND.get(violation["kind"], 13)
        if finished.returncode != expected:
            problems.append(f"replay: exit code {finished.returncode}, expected {expected}\n{finished.stderr}")
    return problems


def violates_natively(root, name):
    """Whether both engines should find the same violation."""
    if not fits(root, name, [NATIVE]) or "not_replayed_natively" in load(root, name):
        return False
    interpreted, native = load(root, name), expected(root, name, [NATIVE])
    return interpreted["verdict"] == native["verdict"] == "unsafe" and interpreted.get("lines") == native.get("lines")


def pin(folder, test, result):
    test.setdefault("states", {})[result["reduction"]] = result["stats"]["states"]
    with open(os.path.join(folder, "test.json"), "w", encoding="utf-8") as file:
        json.dump(test, file, indent=2, ensure_ascii=False)
        file.write("\n")


def check(name, options, scratch):
    """Returns (the command to repeat the run, problems, standard output and error)."""
    folder = os.path.join(options.tests, name)
    test = expected(options.tests, name, options.extra)
    stem = os.path.join(scratch, name.replace(os.sep, "+"))
    json_file, trace_file = stem + ".json", stem + ".trace.json"
    program = translated(options.mover, folder, test, options.translated) if options.translated else inputs(test)
    words = command(options.mover, test, options.extra, program, json_file, trace_file)
    repeat = command(options.mover, test, options.extra, inputs(test), "", "")
    repeat = f"cd {shlex.quote(folder)} && " + shlex.join(w for w in repeat if not w.startswith(("--json=", "--trace=")))
    try:
        finished = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False,
                                  errors="replace")
    except subprocess.TimeoutExpired:
        return repeat, [f"no end after {TIMEOUT} seconds"], ""
    problems = output_problems(test, finished)
    if test["verdict"] == "error":
        if os.path.exists(json_file):
            problems.append("a result file was written")
    elif not os.path.exists(json_file):
        problems.append("no result file was written")
    else:
        with open(json_file, encoding="utf-8") as file:
            result = json.load(file)
        problems += result_problems(test, result, counts=not options.pin and all(flag.startswith("--reduction=") for flag in options.extra))
        if options.replay and not problems:
            problems += replay_problems(options.mover, folder, result["violations"], [])
        if options.natively and not problems:
            problems += replay_problems(options.mover, folder, result["violations"], [NATIVE])
        timed = any(flag.startswith("--time-limit") for flag in test.get("flags", [])) and result["verdict"] == "unknown"
        if options.pin and not problems and not timed and NATIVE not in options.extra:
            pin(folder, test, result)
    return repeat, problems, finished.stdout + finished.stderr


def run_one(name, options, scratch):
    try:
        return check(name, options, scratch)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return name, [f"{type(error).__name__}: {error}"], ""


def main():
    parser = argparse.ArgumentParser(description="Runs the behavioural tests.")
    parser.add_argument("--mover", required=True, help="the mover to test")
    parser.add_argument("-j", type=int, default=2, metavar="N", help="how many at once (2)")
    parser.add_argument("--tests", default=HERE, metavar="FOLDER", help="where the tests are")
    parser.add_argument("--with", dest="extra", action="append", default=[], metavar="FLAG", help="add a flag to all")
    parser.add_argument("--replay", action="store_true", help="replay every violation")
    parser.add_argument("--natively", action="store_true", help="replay every violation on the compiled program")
    parser.add_argument("--without-native", action="store_true", help="leave out tests of the native engine")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="every N-th test, from the K-th on")
    parser.add_argument("--translated", metavar="FOLDER", help="keep the programs in the IR there")
    parser.add_argument("--pin", action="store_true", help="write the number of states into each test.json")
    parser.add_argument("filters", nargs="*", metavar="FILTER", help="parts of folder names")
    options = parser.parse_intermixed_args()
    options.mover = os.path.abspath(options.mover)
    options.tests = os.path.abspath(options.tests)
    if options.translated:
        options.translated = os.path.abspath(options.translated)
        os.makedirs(options.translated, exist_ok=True)
    tests = [name for name in find_tests(options.tests, options.filters) if fits(options.tests, name, options.extra)]
    if options.without_native:
        tests = [name for name in tests if NATIVE not in load(options.tests, name).get("flags", [])
                 and load(options.tests, name).get("auto") != "native"]
    first, step = map(int, options.part.split("/"))
    tests = tests[first - 1::step]
    if options.natively:
        tests = [name for name in tests if violates_natively(options.tests, name)]
    if not tests:
        sys.exit("no test has a name like that")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="mover-programs-") as scratch:
        with concurrent.futures.ThreadPoolExecutor(max_workers=options.j) as pool:
            outcomes = pool.map(lambda name: run_one(name, options, scratch), tests)
            for name, (repeat, problems, output) in zip(tests, outcomes):
                if not problems:
                    continue
                failed += 1
                print(f"FAILED {name}")
                for problem in problems:
                    print(f"    {problem}")
                print(f"    to repeat: {repeat}")
                for line in output.splitlines()[:15]:
                    print(f"    | {line}")
                sys.stdout.flush()
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
