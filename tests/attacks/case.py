"""The base class of these tests: honest clients are measured alone, beside an attack, and alone again.

The honest clients are two processes of rowhouse-bench, which read and write small entities over four connections each
and check every answer. During the attack each must keep half of its rate, the mean of the two times alone.

What is compared is what the attack makes the server do, not what the attacker's own work takes from the processors:
* The attacker is the thread of this process that runs the attack; it sleeps as soon as it has had ATTACKER_SHARE of one
  processor. What takes it much work, such as opening 10,000 connections, is done before the measurement.
* The server's processor time for each honest operation is printed beside the rates, alone and during the attack. That
  time does not depend on who else uses the processors.
* The server syncs nothing to disk while it serves (--sync=normal): the disk is everybody's.
* Programs that have nothing to do with this can take the processors, too. So an attack that leaves less than half is
  tried again, ROUNDS_MAX times in all; one that really takes more does so each time.
"""

import resource
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.process.case import ProcessTest
from tests.support.bench import Load, Table, fill
from tests.support.process_state import ProcessState, read_process
from tests.support.server import Server

# An attack is a generator: what it does before its first yield is not measured, each later step is. When it ends, by
# GeneratorExit, it closes its connections.
Attack = Callable[[], Iterator[None]]

HONEST = Table(4000, "few", 300)
LEAST_SHARE = 0.5
SECONDS = 3.0  # of each measurement
ROUNDS_MAX = 3
ATTACKER_SHARE = 0.25
SETTLE_SECONDS = 20  # after the attack, until all its connections are closed
SERVER_DESCRIPTORS = 16000
# Connections to the files of partitions, which come and go with how many read at once.
FILE_DESCRIPTORS = 24
_MIB = 1 << 20


@dataclass(frozen=True)
class Measured:
    reads: float  # per second
    writes: float
    cpu: float  # microseconds of the server's processor time for each of these
    errors: dict[str, int]


class Attacker:
    """Runs an attack in a thread, from start() to stop()."""

    def __init__(self, attack: Attack):
        self._attack = attack
        self._ready, self._ending = threading.Event(), threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run)
        self.share = 0.0  # of a processor, that it took

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Raises what the attack raised."""
        self._ending.set()
        self._thread.join()
        if self._failure:
            raise self._failure

    def _run(self) -> None:
        try:
            steps = self._attack()
            next(steps)
            self._ready.set()
            self._make(steps)
            steps.close()
        except BaseException as failure:  # pylint: disable=broad-except # raised by stop()
            self._failure = failure
        finally:
            self._ready.set()

    def _make(self, steps: Iterator[None]) -> None:
        begin, used_before = time.monotonic(), time.thread_time()
        while not self._ending.is_set():
            next(steps)
            used = time.thread_time() - used_before
            self._ending.wait(max(0.0, begin + used / ATTACKER_SHARE - time.monotonic()))
        self.share = (time.thread_time() - used_before) / (time.monotonic() - begin)


class AttackTest(ProcessTest):
    SUITE = "attacks"
    honest = HONEST

    @classmethod
    def setUpClass(cls) -> None:
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    def serve_honest(self, *options: str | Path, descriptors: int = SERVER_DESCRIPTORS) -> Server:
        """Starts a server and fills the table of the honest clients."""
        server = self.serve("--sync", "normal", *options, descriptors=descriptors)
        fill(server, self.honest)
        self._measure(server, 1)  # opens the files
        return server

    def attack(self, server: Server, attack: Attack, growth_mib: int, accepted_errors: tuple[str, ...] = ()) -> None:
        """Makes an attack beside the honest clients, whose answers may have only errors with these beginnings, and
        checks all that must be true of the server afterwards. The server's memory may grow by growth_mib."""
        before = self._settled(server)
        for _ in range(ROUNDS_MAX):
            share = self._round(server, attack, accepted_errors)
            self._check_alive(server, before, growth_mib)
            if share >= LEAST_SHARE:
                break
        self.assertGreaterEqual(share, LEAST_SHARE)

    def _round(self, server: Server, attack: Attack, accepted_errors: tuple[str, ...]) -> float:
        """Returns the share of their rate that the honest clients kept, of reads or of writes, whichever is less."""
        first = self._measure(server)
        attacker = Attacker(attack)
        attacker.start()
        try:
            during = self._measure(server)
        finally:
            attacker.stop()
        second = self._measure(server)
        for alone in (first, second):
            self.assertEqual(alone.errors, {})
        wrong = {kind: n for kind, n in during.errors.items() if not kind.startswith(accepted_errors or ("\0",))}
        self.assertEqual(wrong, {})
        reads = 2 * during.reads / (first.reads + second.reads)
        writes = 2 * during.writes / (first.writes + second.writes)
        print(
            f"\n  reads/s {first.reads:.0f} | {during.reads:.0f} | {second.reads:.0f} = {reads:.2f}, "
            f"writes/s {first.writes:.0f} | {during.writes:.0f} | {second.writes:.0f} = {writes:.2f}, "
            f"µs of the server each {first.cpu:.0f} | {during.cpu:.0f} | {second.cpu:.0f}, "
            f"attacker {attacker.share:.2f} of a processor"
            + (f", errors {during.errors}" if during.errors else ""),
            flush=True,
        )
        return min(reads, writes)

    def _measure(self, server: Server, seconds: float = SECONDS) -> Measured:
        loads = [Load(server, self.honest, workload, 4, seconds) for workload in ("point", "upsert")]
        for load in loads:
            self.addCleanup(load.kill)
        reads, writes = (load.result() for load in loads)
        rate = reads["operations_per_second"] + writes["operations_per_second"]
        used = sum((_server_seconds(result) / result["seconds"] for result in (reads, writes)), 0.0) / 2
        return Measured(
            reads["operations_per_second"],
            writes["operations_per_second"],
            1e6 * used / rate,
            {**reads["errors"], **writes["errors"]},
        )

    def _check_alive(self, server: Server, before: ProcessState, growth_mib: int) -> None:
        self.assertTrue(server.running(), server.printed()[-2000:])
        state = self._settled(server)
        grown = (state.resident_peak - before.resident) / _MIB
        print(
            f"  resident {before.resident / _MIB:.0f} MiB, at most {state.resident_peak / _MIB:.0f}; "
            f"descriptors {before.descriptors}, then {state.descriptors} ... ",
            end="",
            flush=True,
        )
        self.assertLess(grown, growth_mib)
        self.assertEqual(state.sockets, before.sockets, "connections are still open")
        self.assertLessEqual(state.descriptors, before.descriptors + FILE_DESCRIPTORS)

    def _settled(self, server: Server) -> ProcessState:
        """Waits until the server has closed the connections of all clients; returns its state."""
        listening = (server.port != 0) + (server.tls_port != 0)
        deadline = time.monotonic() + SETTLE_SECONDS
        while (state := read_process(server.pid)).sockets > listening and time.monotonic() < deadline:
            time.sleep(0.1)
        return state


def _server_seconds(result: dict[str, Any]) -> float:
    return result["server_user_seconds"] + result["server_system_seconds"]
