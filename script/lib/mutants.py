"""Mutation testing of crates: script/mutants CRATE …

All mutants are compiled at once, and the variable MUTANT of a test, and of the server that it starts, selects one. Each test is run once to see
which mutants it reaches; then each mutant is run with the tests that reach it, until one fails.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).parents[2]
WORK = ROOT / "target" / "mutants"
# The copy of the sources that is changed, and its target folder.
TREE, TARGET = WORK / "tree", WORK / "target"
LIST, DROPPED, TRACES = WORK / "list.json", WORK / "dropped.txt", WORK / "traces"
# Seconds of tests for a mutant: further tests that reach it are not run.
SECONDS = float(os.environ.get("MUTANT_SECONDS", "25"))
WORKERS = (os.cpu_count() or 2) + 1

# A mutant's text, the place of mutants, and the end of either.
MARK = re.compile(rb"/\*(?:<(\d+)|\[([\d,]+)|[>\]])\*/")
# An arm of `match` that mutants delete.
ARM = re.compile(rb"/\*\[([\d,]+)\*/ if !")


def cargo(*args, **options):
    # No Clippy in its place: its lints would be errors of mutants.
    environment = dict(os.environ, CARGO_TARGET_DIR=str(TARGET), CARGO_INCREMENTAL="0", RUSTC_WORKSPACE_WRAPPER="")
    return subprocess.run(["cargo", *args], cwd=TREE, env=environment, stdout=subprocess.PIPE, **options)


def list_mutants(crates):
    packages = [part for crate in crates for part in ("--package", crate)]
    LIST.write_bytes(cargo("mutants", "--list", "--json", *packages, check=True).stdout)
    return json.loads(LIST.read_bytes())


def mutate(dropped):
    subprocess.run(["git", "checkout", "--quiet", "crates"], cwd=TREE, check=True)
    DROPPED.write_text("".join(f"{number}\n" for number in sorted(dropped)))
    subprocess.run([TARGET / "tool" / "release" / "marquee-mutants", TREE, LIST, DROPPED], check=True)


def culprits(error):
    """The mutants that a compiler error is about: the one whose text it is in, or those of the innermost place."""
    places = []
    for span in sorted(error["spans"], key=lambda span: not span["is_primary"]):
        file = TREE / span["file_name"]
        if not file.is_file():
            continue
        source = file.read_bytes()
        if (error["code"] or {}).get("code") == "E0004":  # patterns that are not covered
            text = source[span["byte_start"] : span["byte_start"] + 1500]
            return [int(number) for arm in ARM.finditer(text) for number in arm[1].split(b",")]
        stack = []
        for mark in MARK.finditer(source, 0, span["byte_start"]):
            if mark[1] or mark[2]:
                stack.append([int(number) for number in (mark[1] or mark[2]).split(b",")])
            else:
                stack.pop()
        places += stack[-1:]
    return min(places, key=len, default=[])


def placed(mutants):
    """The mutants that are in the sources."""
    sources = (TREE / file for file in {mutant["file"] for mutant in mutants})
    return {int(mark[1]) for source in sources for mark in re.finditer(r"active_mutant::is\((\d+)\)", source.read_text())}


def compile_mutants(mutants):
    """Drops mutants until the rest compiles, and returns the dropped ones."""
    # Their type is not the one that a function with `impl Iterator` returns.
    dropped = {at + 1 for at, mutant in enumerate(mutants) if "::std::iter::" in mutant["replacement"]}
    while True:
        mutate(dropped)
        output = cargo("check", "--workspace", "--lib", "--no-default-features", "--message-format", "json", "--keep-going", stderr=subprocess.DEVNULL)
        messages = [json.loads(line) for line in output.stdout.splitlines()]
        errors = [m["message"] for m in messages if m.get("reason") == "compiler-message" and m["message"]["level"] == "error"]
        new = {number for error in errors for number in culprits(error)} - dropped
        print(f"{len(dropped)} of {len(mutants)} mutants do not compile, {len(new)} more found", flush=True)
        if not new:
            if output.returncode:
                sys.exit("\n".join(error["rendered"] for error in errors[:5]))
            # An operator beside a condition with `let` has no place: such a condition cannot be part of another expression.
            return dropped | (set(range(1, len(mutants) + 1)) - placed(mutants))
        dropped |= new


def list_tests():
    """Tests with their program and folder; those on PostgreSQL repeat those on SQLite."""
    output = cargo("nextest", "list", "--workspace", "--no-default-features", "--run-ignored", "all", "--message-format", "json", stderr=subprocess.DEVNULL, check=True)
    suites = json.loads(output.stdout)["rust-suites"].values()
    return [(s["binary-path"], s["cwd"], test) for s in suites for test in s["testcases"] if "postgres" not in test.lower()]


def run(test, seconds, **variables):
    """Whether a test passes; `None` on a timeout."""
    program, folder, name = test
    environment = dict(os.environ, MARQUEE_TEST_BINARY=str(TARGET / "debug" / "marquee"), CARGO_MANIFEST_DIR=folder, NEXTEST="1", NEXTEST_RUN_ID="mutants", **variables)
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    child = subprocess.Popen([program, "--exact", name, "--include-ignored"], cwd=folder, env=environment, start_new_session=True, **quiet)
    try:
        return child.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        return None
    finally:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()


def trace(at, test):
    """The seconds of a test and the mutants that it reaches; `None` if it fails without any."""
    file = TRACES / str(at)
    start = time.monotonic()
    passed = run(test, 300, MUTANT_TRACE=str(file))
    seconds = time.monotonic() - start
    if not passed:
        print(f"fails without a mutant: {test[2]}", flush=True)
        return None
    return seconds, {int(number) for number in file.read_text().split()} if file.is_file() else set()


def measure(number, mutant, tests):
    """Runs the tests of a mutant: those of its own crate first, then the short and specific ones."""
    def rank(entry):
        (program, folder, _), seconds, reached = entry
        return not folder.endswith(mutant["package"]), seconds * len(reached) ** 0.5

    spent = 0.0
    for test, seconds, _ in sorted(tests, key=rank):
        if spent and spent + seconds > SECONDS:
            continue
        spent += seconds
        passed = run(test, seconds * 6 + 20, MUTANT=str(number))
        if not passed:
            return "timeout" if passed is None else "killed"
    return "survived" if tests else "unreached"


def main(crates):
    TRACES.mkdir(parents=True, exist_ok=True)
    for file in TRACES.iterdir():
        file.unlink()
    mutants = list_mutants(crates)
    dropped = compile_mutants(mutants)
    cargo("build", "--workspace", "--all-targets", "--no-default-features", "--quiet", stderr=subprocess.DEVNULL, check=True)
    tests = list_tests()
    results = {}
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        traced = [(test, *found) for test, found in zip(tests, pool.map(trace, range(len(tests)), tests)) if found]
        reaching = collections.defaultdict(list)
        for entry in traced:
            for number in entry[2]:
                reaching[number].append(entry)
        numbers = [number for number in range(1, len(mutants) + 1) if number not in dropped]
        print(f"{len(traced)} tests, {len(numbers)} mutants", flush=True)
        jobs = {pool.submit(measure, number, mutants[number - 1], reaching[number]): number for number in numbers}
        for job in concurrent.futures.as_completed(jobs):
            number = jobs[job]
            results[number] = job.result()
            if results[number] in ("survived", "unreached"):
                print(f"{results[number]}: {mutants[number - 1]['name']}", flush=True)
            if len(results) % 100 == 0:
                print(f"{len(results)} of {len(numbers)}", flush=True)
    for crate in crates:
        count = collections.Counter(result for number, result in results.items() if mutants[number - 1]["package"] == crate)
        print(f"{crate}: {count['killed'] + count['timeout']} killed ({count['timeout']} by a timeout), {count['survived']} survived, {count['unreached']} without a test")


main(sys.argv[1:])
