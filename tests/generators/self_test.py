#!/usr/bin/env python3
"""Tests the tester: every kind of statement can be compiled, errors are detected, and programs are shrunk to the relevant part.

    self_test.py --tester PATH

Ends with "N passed, N failed"."""

import argparse
import os
import random
import subprocess
import sys
import tempfile

import c_programs
import compare
import cpp_programs
import run
import shrink
from tree import Program, Stmt, size, statements

CLANG = compare.Build("clang", "-O0", "optimal-dpor")
GCC = compare.Build("gcc", "-O2", "optimal-dpor")


def with_every_kind(language):
    """A program with every kind of statement, which is only compiled."""
    module = run.LANGUAGES[language]
    draw = module.Draw(random.Random(1))
    draw.settings = {"struct": "nested"}
    inside = [Stmt("assert", {"r": "r0", "k": 0})]
    block = [draw.stmt(kind, body=inside if module.KINDS[kind].has_body else None) for kind in module.KINDS]
    block = [Stmt(s.kind, s.args, [Stmt(t.kind, t.args) for t in s.body]) for s in block]
    return Program(language, [block, [], []], styles=["argument", "async", "jthread"], settings=draw.settings)


def compiles(language):
    judged, native = run.LANGUAGES[language].write(with_every_kind(language))
    texts = [("c", judged[-1]), ("c++", native)] if language == "c++" else [("c", native)]
    compilers = {"c": ["clang-19"], "c++": ["clang++-19", "-std=c++20"]}
    return all(subprocess.run([*compilers[what], "-fsyntax-only", "-w", "-x", what, "-"], input=str(text), text=True, check=False)
               .returncode == 0 for what, text in texts)


def same_programs():
    """The same seed gives the same program."""
    return all(str(module.write(module.draw(3, 5))[1]) == str(module.write(module.draw(3, 5))[1])
               and str(module.write(module.draw(3, 5))[1]) != str(module.write(module.draw(3, 6))[1])
               for module in (c_programs, cpp_programs))


def sees_what_is_wrong():
    """A difference is reported for every finding that one of the two answers omits or adds."""
    answer = compare.Answer
    wrong = [(answer(race=True), answer()), (answer(), answer(race=True)), (answer(memory={1}), answer()), (answer(), answer(memory={1})),
             (answer(deadlock=True), answer()), (answer(), answer(deadlock=True)), (answer(assertions={1}), answer()),
             (answer(assertions={1}), answer(assertions={2})), (answer(deadlock=True), answer(race=True)),
             (answer(race=True, deadlock=True), answer(deadlock=True))]
    right = [answer(), answer(race=True), answer(memory={2}), answer(deadlock=True), answer(assertions={1, 2})]
    return (all(compare.difference(judged, native, CLANG) for judged, native in wrong)
            and not any(compare.difference(each, each, build) for each in right for build in (CLANG, GCC))
            and compare.difference(answer(race=True), answer(), GCC) and compare.difference(answer(), answer(race=True), GCC)
            and not compare.difference(answer(race=True), answer(deadlock=True), GCC)
            and not compare.difference(answer(memory={1}), answer(race=True), CLANG))


def judged_as_it_should_be(tester):
    """A race that both twins have, a race that only the second one has, and a lifetime that ends too soon."""
    def stmt(kind, **args):
        return Stmt(kind, args)

    programs = {
        "certain": ("c++", Program("c++", [[stmt("map_set", k=1, j=1)], [stmt("map_size", r="r0")]], styles=["thread", "thread"])),
        "possible": ("c++", Program("c++", [[stmt("map_set", k=2, j=1)], [stmt("map_find", k=1, r="r0")]],
                                    [stmt("map_set", k=1, j=1)], styles=["thread", "thread"])),
        "ended": ("c", Program("c", [[Stmt("lend_local", {"k": 1, "withdraw": "p = 0;"})], [stmt("peek", r="r0")]],
                               settings={"struct": "8"})),
    }
    with tempfile.TemporaryDirectory(prefix="mover-generators-") as folder:
        texts = {name: run.write(language, program, name, folder)[0] for name, (language, program) in programs.items()}
        judged = compare.judge(tester, os.path.join(folder, "judge"))
        answers = {name: run.agreed_answer(texts[name], [judged[f"{name}-{i}"].answer for i in range(len(texts[name]))]) for name in texts}
    return answers["certain"].race and answers["possible"] is None and answers["ended"].memory


def shrinks():
    """A program is shrunk to the one relevant statement."""
    for index in range(200):
        program = c_programs.draw(1, index)
        if not any(s.kind == "lend_local" for block in program.blocks() for s in statements(block)):
            continue
        small = shrink.shrink(program, lambda p: any(s.kind == "lend_local" for block in p.blocks() for s in statements(block)), 10000)
        return size(small) == 1 and len(small.threads) <= 1
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tester", required=True)
    options = parser.parse_args()
    tests = {"every kind of statement compiles, in C": lambda: compiles("c"),
             "every kind of statement compiles, in C++": lambda: compiles("c++"),
             "a seed names a program": same_programs, "differences are seen": sees_what_is_wrong,
             "the judge is understood": lambda: judged_as_it_should_be(os.path.abspath(options.tester)), "programs are cut smaller": shrinks}
    failed = [name for name, test in tests.items() if not test()]
    for name in failed:
        print(f"FAILED {name}")
    print(f"{len(tests) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
