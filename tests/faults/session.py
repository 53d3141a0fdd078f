"""One scenario with one fault: what the server answers, and what two kinds of restart find afterwards."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.crash.inspect_files import damaged_files
from tests.crash.power.disk import Disk, Tree, read_tree, write_tree
from tests.crash.power.operation_log import OperationLog
from tests.crash.power.session import RECORDER
from tests.faults.control import Fault, FaultControl
from tests.faults.scenarios import TABLE, Learned, Scenario, first_view, learn, prepare
from tests.faults.view import Caller, View
from tests.support.client import ACCOUNT
from tests.support.server import Server

STOP_SECONDS = 60


@dataclass(frozen=True)
class Prepared:
    """The data folder that a scenario begins with, and what is stored there."""

    data: Path
    tree: Tree
    view: View
    learned: Learned


def prepare_folder(scenario: Scenario, folder: Path) -> Prepared:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    data = folder / "data"
    with Server(folder / "server.log", "--data", data, *scenario.options) as server:
        prepare(server.port)
        if not scenario.from_start:
            server.stop()
            server.start()
        server.kill()
    tree = read_tree(data)
    probe = folder / "probe"
    write_tree(tree, probe)
    with Server(folder / "server.log", "--data", probe, *scenario.options) as server:
        learned = learn(server.port)
    write_tree(tree, probe)
    with Server(folder / "server.log", "--data", probe, *scenario.options) as server:
        view = first_view(server, learned)
    shutil.rmtree(probe)
    return Prepared(data, tree, view, learned)


class Session:
    """Runs once. Afterwards `fired` says whether a call failed, and `faults` what is wrong."""

    def __init__(self, scenario: Scenario, fault: Fault, prepared: Prepared, folder: Path, seed: int):
        self.scenario = scenario
        self.fault = fault
        self.fired = False
        self.faults: list[str] = []
        self._prepared = prepared
        self._folder = folder
        self._seed = seed
        self._data = folder / "data"

    def run(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        write_tree(self._prepared.tree, self._data)
        log = OperationLog(self._folder / "operations.log")
        with FaultControl(self._folder / "control") as control:
            caller = self._act(log, control)
        kinds = {"a kill": read_tree(self._data), **self._power_cuts(log)}
        for what, tree in kinds.items():
            self.faults += [f"after {what}: {line}" for line in self._check(caller, tree)]

    def _act(self, log: OperationLog, control: FaultControl) -> Caller:
        """Returns the caller with what was answered: nothing, if the server refused to start, which it may."""
        environment = {
            "ROWHOUSE_RECORD_FOLDER": str(self._data),
            "ROWHOUSE_RECORD_LOG": str(log.path),
            "ROWHOUSE_CALL_FAULTS": str(self._folder / "control"),
        }
        server = Server(
            self._folder / "server.log", "--data", self._data, *self.scenario.options, preload=RECORDER, environment=environment
        )
        try:
            if self.scenario.from_start:
                control.arm(self.fault)
            try:
                server.start()
            except RuntimeError:
                self.fired = control.disarm()
                if not self.fired:
                    raise
                return Caller(0, self._prepared.view)  # nothing was answered, and nothing may have changed
            if not self.scenario.from_start:
                control.arm(self.fault)
            caller = Caller(server.port, self._prepared.view, has_dead_disk=self.fault.is_for_ever)
            self.scenario.act(caller, self._prepared.learned)
            if not self.fault.is_for_ever:
                self.fired = control.disarm()
            # A server whose disk has failed once goes on.
            caller.insert(TABLE, "other", "after", {"Text": "b"})
            caller.close()
            if self.scenario.stops:
                server.terminate()
                server.wait(STOP_SECONDS)
            self.fired = control.disarm() or self.fired
            return caller
        finally:
            server.kill()

    def _power_cuts(self, log: OperationLog) -> dict[str, Tree]:
        disk = Disk(tree=self._prepared.tree)
        disk.apply(log.read())
        return {
            f"a power cut that leaves {choice}": disk.cut(choice, self._seed) for choice in ("nothing", "at random")
        }

    def _check(self, caller: Caller, tree: Tree) -> list[str]:
        """Starts the server twice on what is left, and lets it write."""
        data = self._folder / "after"
        write_tree(tree, data)
        server = Server(self._folder / "after.log", "--data", data, *self.scenario.options, preload=RECORDER)
        try:
            server.start()
            if lines := caller.faults(server.port):
                return lines
            later = Caller(server.port, {})
            later.insert(TABLE, "other", "last", {"Text": "c"})
            later.create_table("last")
            later.close()
            later.changes = [*caller.changes, *later.changes]
            later.first = caller.first
            server.kill()
            server.start()
            lines = later.faults(server.port)
            server.stop()
            return [f"after one more restart: {line}" for line in lines] + damaged_files(data / ACCOUNT)
        except Exception as error:  # pylint: disable=broad-except # whatever a damaged disk leads to
            return [f"{error!r}"]
        finally:
            server.kill()
