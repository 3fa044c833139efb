#!/usr/bin/env python3
"""Random programs with features of real programs, checked by the interpreter, by the judge and as compiled programs.

    run.py --mover PATH --tester PATH [--language c|c++] [--count N] [--seed N] [--first N] [--minutes N] [-j N]
           [--build "COMPILER LEVEL REDUCTION [SEED]"] [--only N] [--keep FOLDER] [--unknown]

--tester is the differential tester (tests/differential), which is the judge. Each program is compiled once; compiler, level and reduction
change from program to program. --build fixes them, --build=none skips the compiled program. --minutes sets the duration of the run. --only
shows one program and the answers of all searches. A disagreement is shrunk and printed with the command that reproduces it; --keep also
writes it to that folder. `unknown` is counted and is no disagreement; --unknown prints the reason. Ends with "N passed, N failed"."""

import argparse
import collections
import concurrent.futures
import dataclasses
import os
import random
import resource
import sys
import tempfile
import threading
import time

import c_programs
import compare
import cpp_programs
import shrink

LANGUAGES = {"c": c_programs, "c++": cpp_programs}
BATCH = 10   # the number of programs for one process of the judge
ENOUGH = 12  # a run ends after so many disagreements


@dataclasses.dataclass
class Outcome:
    kind: str  # agree, disagree, unknown, undecided, skipped
    why: str = ""
    engine: str = ""  # interpreter or native
    unsafe: bool = False


def build_of(seed, index):
    rng = random.Random(f"build {seed} {index}")
    reduction = rng.choice(compare.REDUCTIONS)
    return compare.Build(rng.choice(["clang", "clang", "clang", "gcc"]), rng.choice(["-O0", "-O2"]), reduction,
                         rng.randrange(1, 100) if reduction == "optimal-dpor" and rng.random() < 0.3 else 0)


def write(language, program, name, folder):
    """Returns (the texts for the judge, the text for the compiler)."""
    judged, native = LANGUAGES[language].write(program)
    for i, text in enumerate(judged):
        os.makedirs(os.path.join(folder, "judge"), exist_ok=True)
        with open(os.path.join(folder, "judge", f"{name}-{i}.c"), "w", encoding="utf-8") as file:
            file.write(str(text))
    with open(os.path.join(folder, name + (".c" if language == "c" else ".cpp")), "w", encoding="utf-8") as file:
        file.write(str(native))
    return judged, native


def agreed_answer(texts, answers):
    """The judge's answer if it is the same for all twins; otherwise None."""
    translated = [answer.translated(text.ids) for text, answer in zip(texts, answers)]
    if len({answer.race for answer in translated}) > 1 or (not translated[0].race and translated[0] != translated[-1]):
        return None
    return translated[0]


def examine(options, language, texts, name, judged, build, folder):
    answers = [judged[f"{name}-{i}"] for i in range(len(texts[0]))]
    for said in answers:
        if said.outcome not in ("agree", "skipped"):
            return Outcome("disagree", f"{said.outcome}: {said.reason}", "interpreter")
    if any(said.answer is None for said in answers):
        return Outcome("skipped")
    expected = agreed_answer(texts[0], [said.answer for said in answers])
    if expected is None:
        return Outcome("undecided")
    if build is None:
        return Outcome("agree", unsafe=bool(expected.kinds))
    # After a race on a container the program may behave arbitrarily, so only races are checked.
    words = ["--check=race"] if language == "c++" and expected.race else ["--keep-going"]
    program = os.path.join(folder, name + (".c" if language == "c" else ".cpp"))
    result, why = compare.check(options.mover, program, build, words, folder)
    if result is None:
        return Outcome("disagree", why, "native")
    if result["verdict"] == "unknown":
        return Outcome("unknown", compare.why_unknown(result))
    why = compare.difference(expected, compare.native_answer(result, texts[1].ids), build)
    return Outcome("disagree" if why else "agree", why, "native", bool(expected.kinds))


def try_one(options, language, program, build):
    with tempfile.TemporaryDirectory(prefix="mover-generators-") as folder:
        texts = write(language, program, "p", folder)
        judged = compare.judge(options.tester, os.path.join(folder, "judge"))
        return examine(options, language, texts, "p", judged, build, folder), judged


def error_kind(outcome):
    """The kind of the error, which shrinking must preserve."""
    return outcome.engine, outcome.why.split(";")[0].split(":")[0].split("[")[0].split()[:2]


def report(options, language, program, index, build, outcome):
    wanted = error_kind(outcome)

    def is_wrong(candidate):
        found, _ = try_one(options, language, candidate, build)
        return found.kind == "disagree" and error_kind(found) == wanted and "compile" not in found.why

    small = program if "compile" in outcome.why else shrink.shrink(program, is_wrong)
    found, judged = try_one(options, language, small, build)
    texts = LANGUAGES[language].write(small)
    fixed = f"{build.compiler} {build.level} {build.reduction} {build.seed}" if build else "none"
    again = f"run.py --language={language} --seed={options.seed} --only={index} --build=\"{fixed}\""
    lines = [f"FAILED {language}-{options.seed}-{index}, {outcome.engine}, {build}: {outcome.why}", f"  again: {again}",
             f"  smaller: {found.why or 'no longer wrong'}"]
    lines += ["--- compiled", str(texts[1]).rstrip()]
    if language != "c":
        lines += ["--- judged", str(texts[0][0]).rstrip()]
    print("\n".join(lines) + "\n---", flush=True)
    if options.keep:
        folder = os.path.join(options.keep, f"{language}-{options.seed}-{index}".replace("+", "x"))
        os.makedirs(folder, exist_ok=True)
        write(language, small, "program", folder)
        with open(os.path.join(folder, "expected.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines[:3]) + f"\n  judge: {[str(said.answer) for said in judged.values()]}\n")


class Run:
    def __init__(self, options):
        self.options = options
        self.counts = collections.Counter()
        self.unknowns = collections.Counter()
        self.builds = collections.Counter()
        self.lock = threading.Lock()
        self.end = time.monotonic() + 60 * options.minutes if options.minutes else None
        self.next = options.first

    def build(self, index):
        if not self.options.build:
            return build_of(self.options.seed, index)
        if self.options.build == "none":
            return None
        compiler, level, reduction, *seed = self.options.build.split()
        return compare.Build(compiler, level, reduction, int(seed[0]) if seed else 0)

    def claim(self):
        """The numbers of the next programs; none if there are enough."""
        with self.lock:
            last = self.options.first + self.options.count
            if self.counts["disagree"] >= ENOUGH or (time.monotonic() > self.end if self.end else self.next >= last):
                return []
            batch = range(self.next, self.next + BATCH if self.end else min(self.next + BATCH, last))
            self.next = batch.stop
            return [(self.options.language or ("c", "c++")[index % 2], index) for index in batch]

    def work(self):
        while batch := self.claim():
            with tempfile.TemporaryDirectory(prefix="mover-generators-") as folder:
                programs = {index: LANGUAGES[language].draw(self.options.seed, index) for language, index in batch}
                texts = {index: write(language, programs[index], str(index), folder) for language, index in batch}
                judged = compare.judge(self.options.tester, os.path.join(folder, "judge"))
                for language, index in batch:
                    build = self.build(index)
                    outcome = examine(self.options, language, texts[index], str(index), judged, build, folder)
                    self.note(outcome, build)
                    if outcome.kind == "disagree":
                        report(self.options, language, programs[index], index, build, outcome)
                    elif outcome.kind == "unknown" and self.options.unknown:
                        print(f"unknown {language}-{self.options.seed}-{index}, {build}: {outcome.why}", flush=True)

    def note(self, outcome, build):
        with self.lock:
            self.counts[outcome.kind] += 1
            self.counts["unsafe"] += outcome.unsafe and outcome.kind == "agree"
            if outcome.kind in ("agree", "disagree"):
                self.builds[f"{build.compiler} {build.level}" if build else "the interpreter alone"] += 1
            if outcome.kind == "unknown":
                self.unknowns[outcome.why] += 1

    def sum_up(self):
        counts, failed = self.counts, self.counts["disagree"]
        print("compared: " + ", ".join(f"{count} with {build}" for build, count in sorted(self.builds.items())))
        print(f"{counts['agree']} agree ({counts['unsafe']} unsafe), {failed} disagree, {counts['unknown']} unknown, "
              f"{counts['undecided']} undecided, {counts['skipped']} too large")
        for why, count in self.unknowns.most_common(8):
            print(f"  unknown, {count} times: {why}")
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        print(f"{sum(u.ru_utime + u.ru_stime for u in used):.0f} s of processor time")
        if counts["skipped"] + counts["undecided"] > counts["agree"] + counts["unknown"] + failed:
            failed += 1
            print("FAILED more than half of the programs were left out")
        print(f"{counts['agree']} passed, {failed} failed")
        return failed == 0


def show(options, run):
    language = options.language or ("c", "c++")[options.only % 2]
    program = LANGUAGES[language].draw(options.seed, options.only)
    judged, native = LANGUAGES[language].write(program)
    for text in [*judged, native] if language != "c" else [native]:
        print(text)
    build = run.build(options.only)
    outcome, said = try_one(options, language, program, build)
    for name, one in said.items():
        print(f"judge, {name}: {one.outcome} {one.reason}; {one.answer}")
    print(f"{build}: {outcome.kind} {outcome.why}")
    if outcome.kind == "disagree":
        report(options, language, program, options.only, build, outcome)
    return outcome.kind != "disagree"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("--tester", required=True)
    parser.add_argument("--language", choices=list(LANGUAGES))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--build", default="")
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep", default="")
    parser.add_argument("--unknown", action="store_true")
    options = parser.parse_args()
    options.mover, options.tester = os.path.abspath(options.mover), os.path.abspath(options.tester)
    run = Run(options)
    if options.only is not None:
        return 0 if show(options, run) else 1
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for worker in [pool.submit(run.work) for _ in range(options.j)]:
            worker.result()
    return 0 if run.sum_up() else 1


if __name__ == "__main__":
    sys.exit(main())
