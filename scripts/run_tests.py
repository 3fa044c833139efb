#!/usr/bin/env python3
"""Runs all tests on the build of ./test, and counts them. The last line is "N passed, N failed".

Each stage is a function that returns (the number of passed tests, the names of failed ones). Its output is written to
build/test-logs. Arguments on the command line select stages by name. --quick selects the stages for daily work.
"""

import collections
import concurrent.futures
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOGS = os.path.join(ROOT, "build", "test-logs")
PROCESSORS = 2
JOBS = 1  # the number of processes of one stage; the stages themselves run in parallel, one on each processor
FUZZ_SECONDS = 12
SUMMARY = re.compile(r"^(\d+) passed, (\d+) failed$")
MOVER = os.path.join(ROOT, "mover")

# Stages and replays compile the same programs; with a shared cache, each program is compiled once.
os.environ["MOVER_CACHE"] = os.path.join(LOGS, "compiled")

# LLVM is not instrumented, so the checks of its containers would report false errors. Six frames show where memory was
# allocated; recording more of them would take a quarter of the time.
SANITIZED = {**os.environ, "ASAN_OPTIONS": "detect_container_overflow=0:malloc_context_size=6",
             "UBSAN_OPTIONS": "print_stacktrace=1"}

Outcome = collections.namedtuple("Outcome", "passed failures")


# The processor time of the commands of each stage, by the thread that runs the stage.
processor_seconds = collections.Counter()


def run(log, words, env=None, cwd=ROOT, stage=None):
    """Runs a command with its output in a log. Returns (exit code, output). `stage`: the thread of the stage; None: this thread."""
    with subprocess.Popen(words, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        output = process.stdout.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
    processor_seconds[stage or threading.get_ident()] += usage.ru_utime + usage.ru_stime
    with open(os.path.join(LOGS, log + ".log"), "a", encoding="utf-8") as file:
        file.write(f"$ {shlex.join(words)}\n{output}[exit {code}]\n")
    return code, output


def summarised(log, words, env=None):
    """Runs a separate tester, which prints FAILED before each failure and ends with "N passed, N failed"."""
    code, output = run(log, words, env)
    lines = output.rstrip().splitlines()
    match = SUMMARY.match(lines[-1]) if lines else None
    if not match:
        return Outcome(0, [f"{log}: exit {code} without a summary"])
    failures = [line.removeprefix("FAILED").lstrip(": ") for line in lines if line.startswith("FAILED")]
    count = int(match.group(2))
    failures = (failures + [f"{log} (see the log)"] * count)[:count]
    if code != 0 and not failures:
        failures = [f"{log}: exit {code}"]
    return Outcome(int(match.group(1)), failures)


def unit_tests(build, log, env=None):
    """Runs all GoogleTest binaries with ctest, and counts their test cases."""
    results = os.path.join(LOGS, log + ".xml")
    words = ["ctest", "--test-dir", build, "-j", str(JOBS), "--output-on-failure", "--output-junit", results,
             "--test-output-size-passed", "100000000", "--test-output-size-failed", "100000000"]
    code, _ = run(log, words, env)
    passed, failures = 0, []
    if os.path.exists(results):
        for binary in xml.etree.ElementTree.parse(results).getroot().iter("testcase"):
            output = binary.findtext("system-out") or ""
            passed += output.count("[       OK ]")
            named = sorted(set(re.findall(r"^\[  FAILED  \] ([\w/]+\.[\w/]+)", output, re.MULTILINE)))
            if binary.get("status") != "run" and not named:
                named = [f"{binary.get('name')} did not run to its end"]
            failures += [f"{name} ({os.path.basename(build)})" for name in named]
    if passed + len(failures) == 0 or (code != 0 and not failures):
        failures.append(f"{log}: ctest exit {code}")
    return Outcome(passed, failures)


TRANSLATED = os.path.join(LOGS, "translated")  # the programs in the IR, which the stages share


def programs(build, log, flags, env=None, translated=False):
    """Runs the test programs. `translated`: in the IR, if another stage runs them from their sources."""
    runner = os.path.join(ROOT, "tests", "programs", "run.py")
    words = ["python3", runner, "--mover", os.path.join(build, "mover"), "-j", str(JOBS), *flags]
    if translated:
        words += ["--translated", TRANSLATED]
    return summarised(log, words, env)


def native(build, tester, words, log=None):
    """Runs a tester of the native engine."""
    log = "native-" + (log or tester.removesuffix(".py"))
    path = os.path.join(ROOT, "tests", "native", tester)
    return summarised(log, ["python3", path, "--mover", os.path.join(build, "mover"), *words])


def generators(build, tester, log, words):
    """Runs a tester that compares the interpreter and the native engine on random programs."""
    if tester == "run.py":
        words = ["--mover", os.path.join(build, "mover"), "-j", str(JOBS), *words]
    path = os.path.join(ROOT, "tests", "generators", tester)
    return summarised(log, ["python3", path, "--tester", os.path.join(build, "tests", "differential"), *words])


def fuzz_one(target, stage):
    """Runs one fuzz target for some seconds, from its seeds, in a temporary folder; `stage` is the thread of the stage."""
    name = os.path.basename(target)
    with tempfile.TemporaryDirectory(prefix="mover-fuzz-") as scratch:
        corpus = os.path.join(scratch, "corpus")
        os.mkdir(corpus)
        folders = [corpus]
        for stem in (name, name.removesuffix("_fuzz")):
            seeds = os.path.join(ROOT, "tests", "fuzz", "corpus", stem)
            if os.path.isdir(seeds):
                folders.append(seeds)
        words = [target, "-seed=1", f"-max_total_time={FUZZ_SECONDS}", "-timeout=10", "-rss_limit_mb=4096",
                 f"-artifact_prefix={LOGS}/{name}-", *folders]
        code, _ = run(name, words, SANITIZED, cwd=scratch, stage=stage)
    return name, code


def fuzz():
    folder = os.path.join(ROOT, "build-asan", "tests")
    targets = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith("_fuzz"))
    with concurrent.futures.ThreadPoolExecutor(max_workers=JOBS) as pool:
        results = list(pool.map(fuzz_one, targets, [threading.get_ident()] * len(targets)))
    failures = [f"{name}: the input that it found is in build/test-logs" for name, code in results if code != 0]
    return Outcome(len(results) - len(failures), failures)


def readme():
    """Every ./mover command in README.md and docs/races.md works in the repository's root, leaves no files there, and
    prints the documented output (except times and memory)."""
    blocks = []
    for name in ["README.md", os.path.join("docs", "races.md")]:
        path = os.path.join(ROOT, name)
        if not os.path.exists(path):
            return Outcome(0, [f"{name} is missing"])
        with open(path, encoding="utf-8") as file:
            blocks += re.findall(r"^```[^\n]*\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
    commands = []  # pairs of a command and its documented output, which may be empty
    for block in blocks:
        for part in re.split(r"^(?=(?:\$ )?\./mover )", block, flags=re.MULTILINE):
            line, _, shown = part.partition("\n")
            line = line.strip().removeprefix("$ ")
            if line.startswith("./mover ") and not re.search(r"\.\.\.|…|[A-Z]{4}|\[", line):
                commands.append((line.split("  #")[0], shown if part.startswith("$ ") else ""))

    def stable(text):
        return re.sub(r"\d+\.\d+ s\b|\d+ MiB", "#", text).strip()

    failures = []
    with tempfile.TemporaryDirectory(prefix="mover-readme-") as scratch:
        for name in os.listdir(ROOT):
            if name == "examples":  # traces are written there
                shutil.copytree(os.path.join(ROOT, name), os.path.join(scratch, name))
            else:
                os.symlink(os.path.join(ROOT, name), os.path.join(scratch, name))
        for command, shown in commands:
            code, output = run("readme", ["bash", "-c", command], cwd=scratch)
            if code not in (0, 5, 10, 11, 12, 13):
                failures.append(f"readme: {command} (exit {code})")
            elif stable(shown) not in stable(output):
                failures.append(f"readme: {command} does not print the documented output")
    return Outcome(len(commands) - len(failures), failures)


def front_door():
    """Tests ./mover itself: from any folder, through a link, with unchanged arguments, interrupted."""
    failures, passed = [], 0

    def expect(name, condition):
        nonlocal passed
        passed += condition
        if not condition:
            failures.append(f"./mover: {name}")

    with tempfile.TemporaryDirectory(prefix="mover front door ") as scratch:
        link = os.path.join(scratch, "a link")
        os.symlink(MOVER, link)
        code, output = run("front-door", [link, "--version"], cwd=scratch)
        expect("runs through a link, from any folder", code == 0 and output.startswith("mover "))
        code, output = run("front-door", [MOVER, "check", "no such file.c"], cwd=scratch)
        expect("passes arguments on unchanged", code == 2 and "no such file.c" in output)
        code, output = run("front-door", [MOVER, "check", "--keep-goin", "x.c"], cwd=scratch)
        expect("suggests the right option for a misspelt one", code == 1 and "did you mean --keep-going?" in output)
        expect("writes a partial report when interrupted", interrupted(scratch))
    return Outcome(passed, failures)


ENDLESS = """\
#include <pthread.h>
#include <stdatomic.h>
atomic_ulong a, b, c;
static void *count(void *where) { for (;;) atomic_fetch_add((atomic_ulong *)where, 1); }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, &a);
  pthread_create(&t, 0, count, &b);
  count(&c);
}
"""


def interrupted(scratch):
    """Ctrl-C during an endless search: exit 130, and the result file says that it is incomplete."""
    source, result = os.path.join(scratch, "endless.c"), os.path.join(scratch, "result.json")
    with open(source, "w", encoding="utf-8") as file:
        file.write(ENDLESS)
    words = [MOVER, "check", source, f"--json={result}", "--no-trace"]
    with subprocess.Popen(words, cwd=scratch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not os.path.exists(result) and process.poll() is None:
            time.sleep(0.01)  # Mover creates the file when the search begins
        process.send_signal(signal.SIGINT)
        code = process.wait()
    with open(result, encoding="utf-8") as file:
        text = file.read()
    return code == 130 and '"verdict": "unknown"' in text and '"interrupted": true' in text


def stages():
    build, asan = os.path.join(ROOT, "build"), os.path.join(ROOT, "build-asan")
    return {
        "layers": lambda: summarised("layers", ["python3", os.path.join(ROOT, "tests", "layers", "check.py")]),
        "citations": lambda: summarised("citations", ["python3", os.path.join(ROOT, "tests", "citations", "check.py")]),
        "symbolic-coverage": lambda: summarised("symbolic-coverage", [
            "python3", os.path.join(ROOT, "tests", "programs", "symbolic_coverage.py"), "--check"]),
        "style": lambda: summarised("style", ["python3", os.path.join(ROOT, "tests", "style", "check.py")]),
        "style-tidy": lambda: summarised("style-tidy", [
            "python3", os.path.join(ROOT, "tests", "style", "tidy.py"), "--build", build, "-j", str(JOBS)]),
        "unit": lambda: unit_tests(build, "unit"),  # only where asked for: unit-asan has the same tests
        "unit-asan": lambda: unit_tests(asan, "unit-asan", SANITIZED),
        "programs": lambda: programs(build, "programs", ["--replay"]),
        "programs-unreduced": lambda: programs(build, "programs-unreduced", ["--with=--reduction=none"], translated=True),
        # Half of the programs each: `programs` runs both reductions together on all of them.
        "programs-transactions": lambda: programs(build, "programs-transactions", [
            "--with=--reduction=transactions", "--part=1/2"], translated=True),
        "programs-dpor": lambda: programs(build, "programs-dpor", ["--with=--reduction=dpor", "--part=2/2"], translated=True),
        "programs-stateless": lambda: programs(build, "programs-stateless", ["--with=--engine=stateless"], translated=True),
        "programs-symbolic": lambda: programs(build, "programs-symbolic", [
            "--with=--engine=symbolic", "--replay"], translated=True),
        "programs-symbolic-persistent": lambda: programs(build, "programs-symbolic-persistent", [
            "--with=--engine=symbolic", "--with=--reduction=persistent-sets", "--part=1/4"], translated=True),
        "programs-symbolic-transactions": lambda: programs(build, "programs-symbolic-transactions", [
            "--with=--engine=symbolic", "--with=--reduction=transactions", "--part=2/4"], translated=True),
        "programs-symbolic-patterns": lambda: programs(build, "programs-symbolic-patterns", [
            "--with=--engine=symbolic", "--with=--reduction=patterns", "--part=3/4"], translated=True),
        "programs-native": lambda: programs(build, "programs-native", ["--with=--engine=native", "--replay"]),
        # Each of these runs on a third of the programs: the differential tester runs these searches on many more programs.
        "programs-source-dpor": lambda: programs(build, "programs-source-dpor", [
            "--with=--engine=stateless", "--with=--reduction=source-dpor", "--part=1/3"], translated=True),
        "programs-persistent": lambda: programs(build, "programs-persistent", [
            "--with=--engine=stateless", "--with=--reduction=persistent-sets", "--part=2/3"], translated=True),
        "programs-composed": lambda: programs(build, "programs-composed", [
            "--with=--engine=stateless", "--with=--reduction=composed", "--part=3/3"], translated=True),
        "native-io": lambda: programs(build, "native-io", ["--replay", "--tests", os.path.join(ROOT, "tests", "native")]),
        "programs-asan": lambda: programs(asan, "programs-asan", ["--without-native", "--part=1/3"], SANITIZED),
        # Replays traces of the interpreter's engines on the compiled program: all kinds of violations, all kinds of objects.
        "replay-natively": lambda: programs(build, "replay-natively", [
            "--natively", "barrier/", "c11/", "cond/", "cxx/", "deadlock/", "semaphore/"]),
        "replay-natively-stateless": lambda: programs(build, "replay-natively-stateless", [
            "--with=--engine=stateless", "--natively", "atomics/", "rwlock/", "search/", "threads/"]),
        "native": lambda: native(build, "run.py", []),
        "native-library": lambda: native(build, "library.py", []),
        "native-footprints": lambda: native(build, "footprints.py", []),
        "native-instrumented": lambda: native(build, "instrumented.py", ["-j", str(JOBS), "--quick"]),
        "native-compilers": lambda: native(build, "compilers.py", ["-j", str(JOBS), "--quick"]),
        "native-interpreted": lambda: native(build, "interpreted.py", ["-j", str(JOBS)]),
        "native-differential": lambda: native(build, "differential.py", [
            "--writer", os.path.join(build, "tests", "differential"), "-j", str(JOBS), "--count=30", "--discipline"]),
        "native-processes": lambda: native(build, "processes.py", ["--count=20"]),
        "native-differential-states": lambda: native(build, "differential.py", [
            "--writer", os.path.join(build, "tests", "differential"), "-j", str(JOBS), "--count=20", "--seed=2",
            "--with=--reduction=state-matching", "--with=--verify-reduction"], "differential-states"),
        "generators-self-test": lambda: generators(build, "self_test.py", "generators-self-test", []),
        "generators-c": lambda: generators(build, "run.py", "generators-c", ["--language=c", "--count=40"]),
        "generators-c++": lambda: generators(build, "run.py", "generators-c++", ["--language=c++", "--count=12"]),
        "native-bench": lambda: summarised("native-bench", [os.path.join(ROOT, "bench", "native", "run"), "--test",
                                                            "--mover", os.path.join(build, "mover")]),
        "distributed-bench": lambda: summarised("distributed-bench", [
            os.path.join(ROOT, "bench", "distributed", "run"), "--test", "--mover", os.path.join(build, "mover")]),
        "guards": lambda: summarised("guards", ["python3", os.path.join(ROOT, "tests", "guards", "run.py"), "--mover",
                                                os.path.join(build, "mover"), "-j", str(JOBS)]),
        "papers": lambda: summarised("papers", [os.path.join(ROOT, "bench", "papers", "run"), "--test", "--mover",
                                                os.path.join(build, "mover")]),
        "daisy": lambda: summarised("daisy", [os.path.join(ROOT, "bench", "papers", "daisy", "run"), "--test", "--mover",
                                              os.path.join(build, "mover")]),
        "symbolic-bench": lambda: summarised("symbolic-bench", [os.path.join(ROOT, "bench", "symbolic", "run"), "--test",
                                                                "--mover", os.path.join(build, "mover")]),
        "liveness-bench": lambda: summarised("liveness-bench", [os.path.join(ROOT, "bench", "liveness", "run"), "--test",
                                                                "--mover", os.path.join(build, "mover")]),
        "differential-self-test": lambda: summarised(
            "differential-self-test", [os.path.join(build, "tests", "differential"), "--self-test"]),
        "differential": lambda: summarised(
            "differential", [os.path.join(build, "tests", "differential"), "--quick", f"--jobs={JOBS}"]),
        "differential-circuits": lambda: summarised(
            "differential-circuits", [os.path.join(build, "tests", "differential"), "--circuits=150"]),
        "differential-circuits-self-test": lambda: summarised(
            "differential-circuits-self-test", [os.path.join(build, "tests", "differential"), "--circuits=1", "--self-test"]),
        "fuzz": fuzz,
        "front-door": front_door,
        "readme": readme,
        "reports": lambda: summarised("reports", [
            "python3", os.path.join(ROOT, "scripts", "write_reports.py"), "--check", "-j", str(JOBS)]),
    }


# The longest stages start first, so that the processors finish at about the same time.
LONGEST = ["differential", "programs-native", "style-tidy", "unit-asan", "native-io", "native-compilers"]


# The stages for daily work: each kind of test once, on the build of ./test --quick.
QUICK = ["layers", "style", "citations", "unit", "programs", "programs-native", "native-instrumented", "guards", "front-door", "readme", "reports"]


def timed(stage):
    begin = time.monotonic()
    processor_seconds[threading.get_ident()] = 0
    outcome = stage()
    return outcome, time.monotonic() - begin, processor_seconds[threading.get_ident()]


def outcomes(chosen):
    """Runs stages; yields (name, outcome, seconds, processor seconds) as they end."""
    in_order = [name for name in LONGEST if name in chosen] + [name for name in chosen if name not in LONGEST]
    with concurrent.futures.ThreadPoolExecutor(max_workers=PROCESSORS) as pool:
        names = {pool.submit(timed, chosen[name]): name for name in in_order}
        for ended in concurrent.futures.as_completed(names):
            yield names[ended], *ended.result()


def main():
    shutil.rmtree(LOGS, ignore_errors=True)
    os.makedirs(LOGS)
    wanted = QUICK if sys.argv[1:] == ["--quick"] else sys.argv[1:]
    if unknown := [name for name in wanted if name not in stages()]:
        sys.exit(f"there is no stage {unknown[0]}; there are {', '.join(stages())}")
    global JOBS  # pylint: disable=global-statement
    JOBS = PROCESSORS if len(wanted) == 1 else 1
    passed, failures = 0, []
    chosen = {name: stage for name, stage in stages().items() if (name in wanted if wanted else name != "unit")}
    for name, outcome, seconds, processor in outcomes(chosen):
        passed += outcome.passed
        failures += outcome.failures
        print(f"{name:26} {outcome.passed:6} passed {len(outcome.failures):4} failed {seconds:6.0f} s {processor:6.0f} s CPU", flush=True)
    for failure in failures:
        print(f"FAILED: {failure}")
    if failures:
        print("The logs are in build/test-logs.")
    print(f"{passed} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
