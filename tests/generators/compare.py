"""Compares the judge's answer about a program with the findings in the compiled program.

The judge is the differential tester (tests/differential) with its search of all interleavings; it also compares every search of the
interpreter with that search. The compiled program is checked by `mover check --engine=native`."""

import dataclasses
import json
import os
import re
import resource
import signal
import subprocess

COMPILERS = {"clang": {"MOVER_CC": "clang-19", "MOVER_CXX": "clang++-19"}, "gcc": {"MOVER_CC": "gcc", "MOVER_CXX": "g++"}}
REDUCTIONS = ["optimal-dpor", "optimal-dpor", "state-matching", "sleep-sets", "persistent-sets", "source-dpor", "composed", "invisible-first"]
SECONDS = 10          # the time limit of one search of the compiled program
CPU_SECONDS = 120     # the limit of processor time of a whole command
TOTAL_SECONDS = 3600  # a command that has not ended after this time hangs without using processor time


@dataclasses.dataclass
class Answer:
    """The findings about one program, by line or, after translated(), by number of statement."""
    assertions: set = dataclasses.field(default_factory=set)
    memory: set = dataclasses.field(default_factory=set)
    deadlock: bool = False
    race: bool = False

    @property
    def kinds(self):
        return {kind for kind in ("assertions", "memory", "deadlock", "race") if getattr(self, kind)}

    def translated(self, ids):
        """The answer with statements instead of lines. A line without a statement becomes a text, which equals no other finding."""
        def statement(line):
            found = ids[line] if line < len(ids) else None
            return f"line {line}" if found is None else found
        return dataclasses.replace(self, assertions=set(map(statement, self.assertions)), memory=set(map(statement, self.memory)))

    def __str__(self):
        words = [f"assertions {sorted(self.assertions, key=str)}"] if self.assertions else []
        words += [f"memory errors {sorted(self.memory, key=str)}"] if self.memory else []
        words += ["deadlock"] if self.deadlock else []
        words += ["race"] if self.race else []
        return ", ".join(words) or "nothing"


@dataclasses.dataclass
class Judged:
    outcome: str  # agree, disagree, skipped, crash, hang
    reason: str
    answer: Answer = None  # None if the judge did not end


@dataclasses.dataclass(frozen=True)
class Build:
    """The compiler, the optimisation level and the search for a program."""
    compiler: str
    level: str
    reduction: str
    seed: int = 0

    @property
    def sees_everything(self):
        """Whether every access and the end of every lifetime is instrumented."""
        return self.compiler == "clang"

    def flags(self):
        return [f"--reduction={self.reduction}", *([f"--seed={self.seed}"] if self.seed else [])]

    def __str__(self):
        return " ".join([self.compiler, self.level, *self.flags()])


# ---- the judge

def first_answer(lines):
    """The answer of the first search, which is the judge."""
    answer, complete = Answer(), False
    for line in lines[1:]:
        if not line.startswith("  "):
            break
        complete = True
        if match := re.match(r"  (assertion|memory) in thread \d+ at line (\d+)", line):
            getattr(answer, "memory" if match[1] == "memory" else "assertions").add(int(match[2]))
        elif line.startswith("  deadlock"):
            answer.deadlock = True
        elif line.startswith("  race"):
            answer.race = True
        elif line.startswith("  incomplete"):
            return None
    return answer if complete else None


def judge(tester, folder, budget=60000):
    """The answers about all .c files of the folder, by name. A program on which the tester itself dies is a crash."""
    finished = subprocess.run([tester, f"--judge={folder}", f"--budget={budget}"], capture_output=True, text=True, errors="replace",
                              check=False)
    judged = {}
    for part in re.split(r"^== ", finished.stdout, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        name, outcome, reason = re.match(r"(\S+) (\w+): ?(.*)", lines[0]).groups()
        judged[name] = Judged(outcome, reason, first_answer(lines[1:]) if len(lines) > 1 else None)
    for file in os.listdir(folder):
        name, extension = os.path.splitext(file)
        if extension == ".c" and name not in judged:
            judged[name] = Judged("crash", f"the tester said nothing (exit {finished.returncode})")
    return judged


# ---- the compiled program

def check(mover, program, build, words, scratch):
    """Returns (the result, ""), or (None, the reason why there is none)."""
    result = os.path.join(scratch, "result.json")
    if os.path.exists(result):
        os.unlink(result)
    command = [mover, "check", "--engine=native", "--no-trace", f"--json={result}", f"--time-limit={SECONDS}", *build.flags(), *words,
               program, "--", build.level, *(["-std=c++20"] if program.endswith(".cpp") else [])]
    try:
        finished = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=TOTAL_SECONDS, check=False, cwd=scratch,
                                  env={**os.environ, **COMPILERS[build.compiler]},
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS)))
    except subprocess.TimeoutExpired:
        return None, "no end"
    if -finished.returncode in (signal.SIGXCPU, signal.SIGKILL):
        return None, "no end"
    if finished.returncode not in (0, 5, 10, 11, 12, 13) or not os.path.exists(result):
        return None, f"exit code {finished.returncode}: {finished.stderr.strip()[-400:]}"
    with open(result, encoding="utf-8") as file:
        return json.load(file), ""


def native_answer(result, ids):
    """The answer of the native engine. `ids`: the statement of each line."""
    answer = Answer()
    for violation in result["violations"]:  # the line of a memory error within a header is a line of that header
        if violation["kind"] == "assertion":
            number = re.search(r"&& (\d+) >= 0", violation["message"])  # the number of the statement
            answer.assertions.add(int(number[1]) if number else violation["message"])
        elif violation["kind"] == "memory":
            answer.memory.add(violation["line"])
        elif violation["kind"] == "deadlock":
            answer.deadlock = True
        elif violation["kind"] == "race":
            answer.race = True
    return dataclasses.replace(answer, memory=answer.translated(ids).memory)


def why_unknown(result):
    """The first limit that is not a standing assumption, without the parts that differ between programs."""
    if any("time limit" in limit for limit in result["limits"]):
        return "time limit"
    standing = ("sequential consistency", "main gets no", "standard input", "malloc succeeds", "memory errors show", "what libraries do")
    for limit in result["limits"]:
        if not limit.startswith(standing):
            return re.sub(r"[\w./+-]*\.(c|cpp):\d+(:\d+)?", "…", limit)[:160]
    return "no reason given"


def difference(judged, native, build):
    """The difference between the answers; empty if there is none.

    After a race or a use outside a lifetime, the other findings depend on the granularity of accesses, so assertions and deadlocks are
    compared only if the judge has neither. A use that is not ordered with the end of a lifetime is a memory error in one order and a
    race in both: either finding is accepted. GCC does not instrument every access, and the engine reports that: no program is safe,
    and findings may be missing."""
    trouble, found = judged.race or judged.memory, native.race or native.memory
    if found and not trouble:
        return f"invents: {native}; the judge has {judged}"
    if trouble and not build.sees_everything:
        return "" if native.kinds else f"says safe; the judge has {judged}"
    if trouble and not found:
        return f"misses: {native}; the judge has {judged}"
    if judged.race and not judged.memory and not native.race:
        return f"misses the race: {native}; the judge has {judged}"
    if trouble:
        return ""
    if judged.assertions != native.assertions or judged.deadlock != native.deadlock:
        return f"{native}; the judge has {judged}"
    return ""
