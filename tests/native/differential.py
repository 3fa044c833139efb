#!/usr/bin/env python3
"""Compares the native engine with the reference search on random C programs.

    differential.py --mover PATH --writer PATH [-j N] [--count N] [--seed N] [--with FLAG]... [--discipline]
                    [--keep FOLDER]

--writer is the differential tester, which writes the programs. Each is checked by --engine=reference and by
--engine=native, both with --keep-going. They must agree on
  - every failure (kind and line): assertions and memory errors that the compiled program shows;
  - whether there is a deadlock;
  - whether there is a race, and every pair of lines that native reports must be one that the judge has;
  - with --discipline, whether the locking discipline is violated.
If native explores executions, a randomised exploration order (--seed) must find the same; if each Mazurkiewicz trace is explored
once, with the same number of executions.
Programs that the reference search does not finish are skipped; skipping more than half of them is a failure. Ends with "N passed, N failed"."""

import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile

# Parts of messages about memory errors that the interpreter detects and the native engine does not.
NOT_DETECTED = ("uninitialised", "local variable after its function", "uses a ", "out of bounds")


def check(mover, engine, extra, program, scratch):
    out = os.path.join(scratch, os.path.basename(program) + "." + engine + ".json")
    words = [mover, "check", f"--engine={engine}", "--keep-going", "--no-trace", f"--json={out}", *extra, program]
    try:
        finished = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, errors="replace")
    except subprocess.TimeoutExpired:
        return None, "no end"
    if not os.path.exists(out) or os.path.getsize(out) == 0:
        return None, f"exit code {finished.returncode}: {finished.stderr.strip()[:300]}"
    with open(out, encoding="utf-8") as file:
        return json.load(file), ""


def answers(result):
    failures = {(v["kind"], v["line"]) for v in result["violations"] if v["kind"] in ("assertion", "memory")}
    deadlock = any(v["kind"] == "deadlock" for v in result["violations"])
    breach = any(v["kind"] == "discipline" for v in result["violations"])
    races = {tuple(sorted((v["line"], v.get("other_line", 0)))) for v in result["violations"] if v["kind"] == "race"}
    return failures, deadlock, breach, races


def are_classes(text):
    """Whether each Mazurkiewicz trace is explored once: no thread ends the execution while others are enabled, or merges steps."""
    main = text[text.index("int main(void)"):]
    started = main.count("pthread_create(")
    all_end = "pthread_exit(" in main or main.count("pthread_join(") >= started
    return all_end and "pthread_create(" not in text[:-len(main)] and "mover_atomic_begin(" not in text


def compare(mover, checks, extra, program, scratch):
    """Returns (agree: True, False or None for skipped, reason)."""
    with open(program, encoding="utf-8") as file:
        text = file.read()
    if "*(int *)&" in text or "memset(&" in text:
        return None, "looks into a lock, where nothing is, or overwrites it"
    judge, why = check(mover, "reference", ["--time-limit=20", *checks], program, scratch)
    if judge is None or any("time limit" in limit or "follows paths" in limit for limit in judge["limits"]):
        return None, why
    if any(any(word in v["message"] for word in NOT_DETECTED) for v in judge["violations"]):
        return None, "what the compiled program does not show"
    native, why = check(mover, "native", ["--time-limit=5", *checks, *extra], program, scratch)
    if native is None:
        return False, why
    if any("time limit" in limit or "computes for a second" in limit for limit in native["limits"]):
        return None, "endless"
    if any("inside an atomic section" in limit for limit in native["limits"]):
        return None, "a thread may block inside an atomic section"
    if native["verdict"] == "unknown":
        return False, "unknown: " + "; ".join(native["limits"])[:300]
    expected, deadlock, breach, races = answers(judge)
    found, native_deadlock, native_breach, native_races = answers(native)
    if judge["verdict"] != native["verdict"]:
        return False, f"{native['verdict']}, the judge says {judge['verdict']}: {expected} {deadlock} {races}"
    if expected != found:
        return False, f"failures {sorted(found)}, the judge has {sorted(expected)}"
    if deadlock != native_deadlock:
        return False, f"deadlock {native_deadlock}, the judge says {deadlock}"
    if breach != native_breach:
        return False, f"breach of the discipline {native_breach}, the judge says {breach}"
    # The native engine calls it a race to free a lock that another thread may acquire; the reference search only if both access a field, too.
    lines = text.split("\n")
    native_races = {pair for pair in native_races if pair in races or not any("pthread_mutex" in lines[n - 1] for n in pair)}
    if bool(races) != bool(native_races) or native_races - races:
        return False, f"races {sorted(native_races)}, the judge has {sorted(races)}"
    if native["reduction"] != "optimal-dpor":
        return True, ""
    shuffled, why = check(mover, "native", ["--time-limit=5", f"--seed={1 + len(text)}", *checks, *extra], program, scratch)
    if shuffled is None:
        return False, "in another order: " + why
    *same, shuffled_races = answers(shuffled)
    if same != [found, native_deadlock, native_breach] or bool(shuffled_races) != bool(races):
        return False, f"in another order {answers(shuffled)}, else {answers(native)}"
    followed = native["stats"]["executions"], shuffled["stats"]["executions"]
    if are_classes(text) and not found and followed[0] != followed[1]:
        return False, "{} executions, and {} in another order".format(*followed)
    return True, ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mover", required=True)
    parser.add_argument("--writer", required=True)
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--with", dest="extra", action="append", default=[])
    parser.add_argument("--discipline", action="store_true")
    parser.add_argument("--keep", default="")
    options = parser.parse_args()
    checks = ["--check=assertion,deadlock,race,memory,discipline"] if options.discipline else []
    passed = failed = left_out = 0
    with tempfile.TemporaryDirectory(prefix="mover-native-") as scratch:
        subprocess.run([options.writer, f"--random-c={options.count}", f"--seed={options.seed}", f"--write={scratch}"], check=True)
        programs = sorted(os.path.join(scratch, name) for name in os.listdir(scratch) if name.endswith(".c"))
        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            results = pool.map(lambda p: compare(options.mover, checks, options.extra, p, scratch), programs)
            for program, (agree, why) in zip(programs, results):
                if agree is None:
                    left_out += 1
                elif agree:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAILED {os.path.basename(program)} (--seed={options.seed}): {why}", flush=True)
                    if options.keep:
                        os.makedirs(options.keep, exist_ok=True)
                        shutil.copy(program, options.keep)
    if left_out > passed + failed:
        failed += 1
        print("FAILED more than half of the programs were left out")
    print(f"{left_out} left out")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
