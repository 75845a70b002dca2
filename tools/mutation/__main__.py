"""Change lines of the code, one at a time, and see whether a test fails.

Lines are picked by a seed over all packages; each gets one mutation. In scratch copies, all tests
run once and note which of them run which of these lines. Then each mutant gets the tests that run
its line, those of its own package first, until one fails. If none does, the other tests of the
folder that mirrors its package run too, as some code is run out of sight: in other processes, or
once a process. A mutant that takes much longer than its tests without it counts as caught.

What survives is a line that no test judges, or a change that changes nothing. Results are kept as
one line of JSON a mutant: the same command goes on where it was stopped.
"""

import argparse
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tools.mutation.mutants import Mutant, sample
from tools.scratch import ROOT, copy_to, environment

PACKAGES = ("engine", "common", "accounts", "games", "zenith_site")
LEFT_OUT = ("migrations/", "/bench.py", "environments/zenith_v1.py", "environments/against.py")
"""Code that no site runs; the last two are tested where the package is installed (bin/package)."""
PYTEST = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow and not release")
ALL = ["tests"]
FAILED = (1, 2, 3, 4)
"""What pytest returns if a test fails or can't be imported."""


def arguments() -> argparse.Namespace:
    """Return the arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument("--lines", type=int, default=200, help="how many lines (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which lines (%(default)s)")
    parser.add_argument("--under", default="", metavar="PATH", help="only of this folder or file")
    parser.add_argument("--tests", nargs="*", default=ALL, help="that judge, and no others")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="at once (%(default)s)"
    )
    parser.add_argument("--most", type=int, default=600, help="seconds of tests a mutant")
    parser.add_argument("--results", type=Path, default=ROOT / "data" / "mutation")
    parser.add_argument("--again", action="store_true", help="try those that survived again")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    parser.add_argument("--at-least", type=int, default=0, metavar="PERCENT", help="to be caught")
    return parser.parse_args()


def chosen(options: argparse.Namespace) -> list[Mutant]:
    """Return the mutants."""
    files = {
        str(file.relative_to(ROOT)): file.read_text()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
    }
    wanted = {
        path: source
        for path, source in files.items()
        if path.startswith(options.under) and not any(part in path for part in LEFT_OUT)
    }
    return sample(wanted, options.lines, options.seed)


def run(folder: Path, arguments: Iterable[str], most: float | None = None, **more: str) -> int:
    """Run Python in the copy; return its exit code, -1 after too long a time."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment() | more,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(most)
    except subprocess.TimeoutExpired:
        return -1
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def covering(
    folder: Path, mutants: Sequence[Mutant], options: argparse.Namespace
) -> list[dict[str, float]]:
    """Run all tests once; return for each mutant the tests that run its line, with their time."""
    wanted: dict[str, dict[int, list[int]]] = {}
    for number, mutant in enumerate(mutants):
        lines = wanted.setdefault(str(folder / mutant.path), {})
        first, last = mutant.lines
        if last < first:  # it acts by all that uses the module
            last = len((folder / mutant.path).read_text().splitlines())
        for line in range(first, last + 1):
            lines.setdefault(line, []).append(number)
    with tempfile.TemporaryDirectory() as name:
        notes = Path(name)
        (notes / "lines.json").write_text(json.dumps(wanted))
        parallel = [] if options.processes < 2 else ["-n", str(options.processes)]
        run(
            folder,
            [argument for argument in PYTEST if argument != "-x"]
            + ["-p", "tools.mutation.plugin", *parallel, *options.tests],
            MUTATION_LINES=str(notes / "lines.json"),
            MUTATION_NOTES=name,
        )
        tests: list[dict[str, float]] = [{} for _mutant in mutants]
        for file in notes.glob("*.jsonl"):
            for test, seconds, numbers in map(json.loads, file.read_text().splitlines()):
                for number in numbers:
                    tests[number][test] = seconds
    return tests


def mirrored(path: str) -> str:
    """Return the folder or file of the tests of a file's package."""
    parts = path.removeprefix("games/").split("/")
    for depth in range(len(parts) - 1, 0, -1):
        if (ROOT / "tests" / "/".join(parts[:depth])).is_dir():
            return f"tests/{'/'.join(parts[:depth])}"
    return "tests"


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]


def judge(
    folder: Path, mutant: Mutant, tests: dict[str, float], options: argparse.Namespace
) -> str:
    """Return how a mutant was caught, or that it survived."""
    own = mirrored(mutant.path)
    files: dict[str, float] = {}
    for test, seconds in tests.items():
        files[file_of(test)] = files.get(file_of(test), 0) + seconds
    order = sorted(
        tests,
        key=lambda test: (not test.startswith(own), files[file_of(test)], file_of(test)),
    )
    with tempfile.NamedTemporaryFile("w") as names:
        names.write("\n".join(order))
        names.flush()
        file = folder / mutant.path
        source = file.read_bytes()
        _forget_compiled(file)
        mutant.apply(folder)
        try:
            if order:
                limit = min(options.most, 60 + 5 * sum(tests.values()))
                paths = dict.fromkeys(map(file_of, order))
                code = run(
                    folder,
                    [*PYTEST, "-p", "tools.mutation.plugin", *paths],
                    limit,
                    MUTATION_TESTS=names.name,
                )
                if code in FAILED:
                    return "caught"
                if code < 0 and limit < options.most:
                    return "time"
            code = run(folder, [*PYTEST, own], options.most) if options.tests == ALL else 0
            return "caught, out of sight" if code in FAILED else "survived"
        finally:
            file.write_bytes(source)
            _forget_compiled(file)


def judged(
    folders: Iterable[Path],
    mutants: Sequence[Mutant],
    tests: Sequence[dict[str, float]],
    options: argparse.Namespace,
) -> Iterator[tuple[Mutant, str]]:
    """Judge all mutants, each process in a copy of its own; yield them as they are done."""
    copies: queue.SimpleQueue[Path] = queue.SimpleQueue()

    def judge_one(mutant: Mutant, covered: dict[str, float]) -> tuple[Mutant, str]:
        own = copies.get()
        try:
            return mutant, judge(own, mutant, covered, options)
        finally:
            copies.put(own)

    for folder in folders:
        copies.put(folder)
    with ThreadPoolExecutor(options.processes) as pool:
        pairs = zip(mutants, tests, strict=True)
        for future in as_completed([pool.submit(judge_one, *pair) for pair in pairs]):
            yield future.result()


def _forget_compiled(file: Path) -> None:
    """Delete compiled code: a change within the same second of the same size looks like none."""
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


def report(mutants: Sequence[Mutant], results: dict[str, str]) -> float:
    """Print a table by package and what survived; return the share that was caught."""
    tried = [mutant for mutant in mutants if mutant.key in results]
    print(f"\n{'package':<14}{'lines':>6}{'caught':>8}{'survived':>10}")
    caught = [mutant for mutant in tried if results[mutant.key] != "survived"]
    for package in PACKAGES:
        own = [mutant for mutant in tried if mutant.path.startswith(package)]
        good = sum(mutant in caught for mutant in own)
        print(f"{package:<14}{len(own):>6}{good:>8}{len(own) - good:>10}")
    share = 100 * len(caught) / max(1, len(tried))
    print(f"{'all':<14}{len(tried):>6}{len(caught):>8}{len(tried) - len(caught):>10}")
    print(f"\n{share:.1f} % caught")
    for mutant in tried:
        if mutant not in caught:
            print(f"\nsurvived: {mutant.path}:{mutant.line} ({mutant.kind})")
            print(f"- {mutant.before}\n+ {mutant.after}")
    return share


def main() -> int:
    """Try the mutants that have no result yet, and report."""
    options = arguments()
    mutants = chosen(options)
    if options.list:
        for mutant in mutants:
            print(mutant.key)
        return 0
    options.results.mkdir(parents=True, exist_ok=True)
    file = options.results / f"seed-{options.seed}.jsonl"
    known = dict(map(json.loads, file.read_text().splitlines())) if file.exists() else {}
    if options.again:
        known = {key: result for key, result in known.items() if result != "survived"}
    todo = [mutant for mutant in mutants if mutant.key not in known]
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name, str(number)) for number in range(options.processes)]
        for folder in folders:
            copy_to(folder)
        tests = covering(folders[0], todo, options) if todo else []
        for mutant, result in judged(folders, todo, tests, options):
            known[mutant.key] = result
            print(
                f"{result:<22}{len(tests[todo.index(mutant)]):>5} tests  {mutant.key}", flush=True
            )
            with file.open("a") as kept:
                kept.write(json.dumps((mutant.key, result), ensure_ascii=False) + "\n")
    return int(report(mutants, known) < options.at_least)


if __name__ == "__main__":
    sys.exit(main())
