"""Makes each call of rowhoused to the file system fail in turn, and checks what was answered and what is left.

For each scenario, each kind of call and each n, the n-th call of that kind fails, once or with all that follow. Then
the server is killed and the data looked at, as it is and as a power cut would have left it, by two more servers:
what was answered is there, and what was refused is not.
"""

import argparse
import concurrent.futures
import itertools
import os
import shutil
import sys
import time
from dataclasses import dataclass, field

from tests.faults.control import CALLS, Fault
from tests.faults.scenarios import SCENARIOS
from tests.faults.session import Prepared, Session, prepare_folder
from tests.support.places import ROOT, fast_scratch, scratch
from tests.support.report import print_totals

NUMBER_MAX = 1000  # more calls than any scenario makes
RARE = 4  # of the calls other than writes, which are few, so many times as many are tried
FAULTY_MAX = 10  # each is kept, and more of them say little more


@dataclass(frozen=True)
class Task:
    """All n of one kind of call in one scenario; of these one in `sample`, from the one after `offset`."""

    scenario: str
    call: str
    is_for_ever: bool
    prepared: Prepared
    sample: int
    offset: int


@dataclass
class Result:
    passed: int = 0
    texts: list[str] = field(default_factory=list)


def run_one(name: str, fault: Fault, prepared: Prepared) -> tuple[bool, str]:
    """Returns whether a call failed, and what is wrong."""
    place = fast_scratch("faults") / f"rowhouse-fault-{os.getpid()}"
    session = Session(SCENARIOS[name], fault, prepared, place, seed=fault.number)
    try:
        session.run()
    except Exception as error:  # pylint: disable=broad-except # reported with the fault
        session.faults.append(f"{error!r}")
        session.fired = True
    text = ""
    if session.faults:
        kept = scratch("faults") / f"{name}-{fault}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(place, kept)
        text = "\n".join(
            [f"{name} with {fault} ({CALLS[fault.call]}): {kept.relative_to(ROOT)}", *session.faults[:5],
             f"again: python3 -m tests.faults.run --scenario {name} --fault {fault}"]
        )
    shutil.rmtree(place, ignore_errors=True)
    return session.fired, text


def run_task(task: Task) -> Result:
    result = Result()
    for number in range(1 + task.offset, NUMBER_MAX, task.sample):
        fired, text = run_one(task.scenario, Fault(task.call, number, task.is_for_ever), task.prepared)
        if text:
            print(text, flush=True)
            result.texts.append(text)
        elif fired:
            result.passed += 1
        if not fired or len(result.texts) >= FAULTY_MAX:
            return result
    raise AssertionError(f"{task.scenario}: more than {NUMBER_MAX} calls")


def run_scenario(name: str, calls: str, sample: int, pool: concurrent.futures.Executor) -> Result:
    started = time.monotonic()
    prepared = prepare_folder(SCENARIOS[name], scratch("faults") / f"prepared-{name}")
    tasks = []
    for call, is_for_ever in itertools.product(calls, (False, True)):
        step = sample if call == "w" else max(1, sample // RARE)
        offset = (len(tasks) + sum(map(ord, name))) % step  # another one in each scenario
        tasks.append(Task(name, call, is_for_ever, prepared, step, offset))
    total = Result()
    for result in pool.map(run_task, tasks):
        total.passed += result.passed
        total.texts += result.texts
    print(
        f"{name}: {total.passed} faults survived, {len(total.texts)} not, {time.monotonic() - started:.0f} s", flush=True
    )
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--scenario", choices=SCENARIOS, action="append", help="only this one; can be repeated")
    parser.add_argument("--calls", default="".join(CALLS), help=f"of {', '.join(f'{k}: {v}' for k, v in CALLS.items())}")
    parser.add_argument("--fault", type=Fault.parse, help="only this one, such as s3 or s3+")
    parser.add_argument("--sample", type=int, default=1, help="of the writes try one in so many (default: all)")
    arguments = parser.parse_args()
    names = arguments.scenario or list(SCENARIOS)
    if arguments.fault:
        prepared = prepare_folder(SCENARIOS[names[0]], scratch("faults") / f"prepared-{names[0]}")
        fired, text = run_one(names[0], arguments.fault, prepared)
        print(text or f"survived; {'a' if fired else 'no'} call failed")
        return print_totals(int(not text), int(bool(text)))
    passed = failed = 0
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in names:
            result = run_scenario(name, arguments.calls, arguments.sample, pool)
            passed += result.passed
            failed += len(result.texts)
    return print_totals(passed, failed)


if __name__ == "__main__":
    sys.exit(main())
