#!/usr/bin/env python3
"""Compares the actual accesses of C library functions with those that the run-time library records for them.

    footprints.py --mover PATH [FILTER...]

The cases of footprints/*.c are compiled twice: without instrumentation, to measure the accesses of the real functions, and with
`mover cc`, to print the accesses that the native engine records for the same calls. Failures are an access that is not recorded, a
recorded access that is not made (unless the case gives a reason), a different result, and a function of the lists
(runtime/libraries/footprints_*.cc) that has neither a case nor a reason in footprints/untested.txt. FILTER picks cases by a part of their names. Ends with "N passed, N failed".
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "footprints")
RUNTIME = os.path.join(HERE, "..", "..", "..", "runtime", "libraries")
C_LISTS = ["footprints_math.cc", "footprints_text.cc", "footprints_posix.cc"]
FLAGS = ["-O0", "-w", "-fno-builtin", "-U_FORTIFY_SOURCE"]


class Region:
    def __init__(self):
        self.size = self.may_read = self.may_write = 0
        self.is_variable = False
        self.contents = "-"
        self.changed = []
        self.touched = self.written = (0, 0)
        self.accesses = {}  # for each byte: 1 if it is read, 2 if it is written, 3 if both


class Case:
    def __init__(self, label):
        self.label = label
        self.result = None
        self.regions = {}
        self.is_done = False


def parse(lines):
    """The cases by number, and the crash message in the last lines."""
    cases, case, trouble = {}, None, []
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] == "case":
            case = cases[int(words[1])] = Case(" ".join(words[2:]))
        elif words[0] == "result":
            case.result = words[1]
        elif words[0] == "region":
            region = case.regions[int(words[1])] = Region()
            told = dict(zip(words[2::2], words[3::2])) if "size" in words else {"contents": words[3]}
            region.contents = told["contents"]
            if "size" in told:
                region.size, region.may_read, region.may_write = int(told["size"]), int(told["may_read"]), int(told["may_write"])
                region.is_variable = told["variable"] == "1"
                region.changed = [int(word) for word in words[words.index("changed") + 1:]]
        elif words[0] in ("touched", "written"):
            setattr(case.regions[int(words[1])], words[0], (int(words[2]), int(words[3])))
        elif words[0] == "access":
            for byte in range(int(words[2]), int(words[3])):
                case.regions[int(words[1])].accesses[byte] = int(words[4])
        elif words[0] == "done":
            case.is_done = True
        elif words[0] == "crash":
            trouble.append(line.strip())
    return cases, trouble


def extent(bytes_of):
    bytes_of = list(bytes_of)
    return (min(bytes_of), max(bytes_of) + 1) if bytes_of else (0, 0)


def missing(real, recorded):
    """The ends of an extent that have no recorded access. Bytes between the ends are not checked, because functions may skip them."""
    begin, end = real
    return [byte for byte in {begin, end - 1} if begin < end and byte not in recorded]


def excess(recorded, real, allowed):
    begin, end = extent(recorded)
    if begin == end:
        return None
    low, high = real if real[0] < real[1] else (0, 0)
    if begin >= min(low, 0 if allowed else low) and end <= max(high, allowed) and (low < high or allowed):
        return None
    return begin, end


def differences(case, recorded):
    """The problems of the recorded accesses of a case."""
    found = []
    if case.result != recorded.result:
        found.append(f"the result is {case.result}, recorded {recorded.result}")
    for number, real in sorted(case.regions.items()):
        known = recorded.regions.get(number, Region())
        where = f"argument region {number}"
        touched = set(known.accesses)
        written = {byte for byte, kind in known.accesses.items() if kind == 2}
        if real.is_variable:
            if set(real.changed) - written:
                found.append(f"{where}, a variable, is changed, recorded {extent(touched)}")
            if written and not real.changed and not real.may_write:
                found.append(f"{where}, a variable, is not changed, but recorded as written")
            continue
        if missing(real.written, written) or set(real.changed) - written:
            found.append(f"{where}: writes {real.written}, recorded {extent(written)}")
        if missing(real.touched, touched):
            found.append(f"{where}: accesses {real.touched}, recorded {extent(touched)}")
        if excess(written, real.written, real.may_write):
            found.append(f"{where}: writes only {real.written}, recorded {extent(written)}")
        elif excess(touched, real.touched, max(real.may_read, real.may_write)):
            found.append(f"{where}: accesses only {real.touched}, recorded {extent(touched)}")
        if real.contents != known.contents:
            found.append(f"{where}: holds something else afterwards")
    return found


def sources(main):
    names = sorted(name for name in os.listdir(HERE) if name.endswith(".c") and name not in ("measure.c", "recorded.c"))
    return [os.path.join(HERE, name) for name in names + [main]]


def measure(folder):
    program = os.path.join(folder, "measure")
    subprocess.run(["clang-19", "-g", *FLAGS, *sources("measure.c"), "-o", program, "-lm"], check=True)
    finished = subprocess.run([program], cwd=scratch(folder, "real"), capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, check=False)
    return parse(finished.stdout.splitlines())


def scratch(folder, name):
    """A folder with the files that cases read."""
    made = os.path.join(folder, name)
    os.makedirs(os.path.join(made, "folder"))
    with open(os.path.join(made, "file"), "w", encoding="utf-8") as file:
        file.write("first line\nsecond line\n12 34 word\n")
    os.symlink("file", os.path.join(made, "symbolic"))
    return made


def only_alters(output):
    """Whether the only reason for `unknown` is that the cases change data of the operating system and query such data."""
    reasons = output.partition("\nNot covered\n")[2].partition("\nHow\n")[0]
    return reasons.count("  · ") == reasons.count("  · the program changes data of the operating system") > 0


def record(mover, folder):
    """Runs all cases on the compiled program. After a crash, the remaining cases run in another execution."""
    program = os.path.join(folder, "recorded")
    subprocess.run([mover, "cc", *FLAGS, *sources("recorded.c"), "-o", program, "-lm"], check=True)
    cases, trouble, first = {}, [], 0
    while True:
        log = os.path.join(folder, f"log{first}")
        finished = subprocess.run(
            [mover, "check", "--engine=native", "--no-trace", f"--program={program}", f"--args={first}"],
            cwd=scratch(folder, f"recorded{first}"), env=dict(os.environ, MOVER_TEST_LOG=log), capture_output=True, text=True,
            errors="replace", check=False)
        output = finished.stdout + finished.stderr
        with open(log, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
        lines = lines[:lines.index("end")] if "end" in lines else lines
        more, _ = parse(lines)
        cases.update(more)
        unseen = re.findall(r"calls (\S+) of \S+ at", output)
        trouble += [f"{name}: has no footprint" for name in unseen]
        undone = [number for number, case in more.items() if not case.is_done]
        if not undone:
            if finished.returncode not in (0, 5) or (finished.returncode == 5 and not unseen and not only_alters(output)):
                trouble.append("the verdict is not safe:\n" + output)
            return cases, trouble
        trouble.append(f"{more[undone[0]].label}: the execution ends there:\n{output}")
        first = undone[0] + 1


def listed():
    """The functions of the lists, without patterns."""
    names = set()
    for path in C_LISTS:
        with open(os.path.join(RUNTIME, path), encoding="utf-8") as file:
            text = file.read()
        text = text[text.index('R"LIST(') + 7:text.index(')LIST"')]
        text = re.sub(r"#.*", "", text)
        text = re.sub(r"\[[^]]*\]", "", text)
        names |= {word for word in text.split() if "*" not in word}
    return names


def untested():
    """The names without a case, with reasons."""
    names = {}
    with open(os.path.join(HERE, "untested.txt"), encoding="utf-8") as file:
        for line in file:
            line = line.split("#")[0].strip()
            if line:
                reason, words = line.split(":", 1)
                names.update({word: reason for word in words.split()})
    return names


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("filters", nargs="*")
    options = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="mover-footprints-") as folder:
        real, trouble = measure(folder)
        recorded, more = record(os.path.abspath(options.mover), folder)
    for line in trouble + more:
        failed += 1
        print(f"FAILED {line}")
    for number, case in sorted(real.items()):
        if options.filters and not any(f in case.label for f in options.filters):
            continue
        if not case.is_done or number not in recorded or not recorded[number].is_done:
            found = ["is not complete"]
        else:
            found = differences(case, recorded[number])
        passed += not found
        failed += bool(found)
        for line in found:
            print(f"FAILED {case.label}: {line}")
    tested = {case.label.split("/")[0] for case in real.values()}
    excused = untested()
    for name in sorted(listed() - tested - set(excused)):
        failed += 1
        print(f"FAILED {name}: is in the list of footprints, and has no case")
    for name in sorted(set(excused) & tested):
        failed += 1
        print(f"FAILED {name}: has a case, and is in untested.txt")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
