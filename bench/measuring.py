"""Measures the cells of a run, one server at a time, and keeps their raw lines."""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

import cells
import results
from cells import Cell, Selection, Table, Visit
from servers import Failed, Programs, Server, finish_json, run_json


class TimeIsUp(Exception):
    """The run's own time limit."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Log:
    """The raw lines: one is appended as soon as it is measured."""

    def __init__(self, path: pathlib.Path, resume: bool):
        self._path = path
        if path.exists() and not resume:
            path.rename(path.with_suffix(".jsonl.before"))
        self.lines: list[dict[str, Any]] = results.read_lines(path.read_text()) if path.exists() else []

    def add(self, line: dict[str, Any]) -> None:
        self.lines.append(line)
        with self._path.open("a") as file:
            file.write(json.dumps(line) + "\n")

    def has(self, cell: Cell) -> bool:
        """Whether the cell has been measured; one that failed is tried again."""
        wanted = cell._asdict()
        return any(wanted.items() <= line.items() for line in self.lines if "failed" not in line)

    def load_that_gave_up(self, system: str, table: Table) -> dict[str, Any] | None:
        """An earlier load which shows that this system does not finish this table, or None."""
        return next(
            (
                line
                for line in reversed(self.lines)
                if line.get("workload") == "load"
                and (line["system"], line["shape"], line["entity_bytes"]) == (system, table.shape, table.entity_bytes)
                and line["rows"] <= table.rows
                and not line["finished"]
            ),
            None,
        )

    def answer_of_rowhouse(self, cell: Cell) -> tuple[int, int] | None:
        """Status and mean size of Rowhouse's answers to the same requests."""
        sizes = [
            line["answer_bytes"] / line["requests"]
            for line in self.lines
            if line["system"] == "rowhouse"
            and (line["workload"], line["rows"], line["shape"]) == (cell.workload, cell.rows, cell.shape)
            and line["entity_bytes"] == cell.entity_bytes
            and line.get("requests")
        ]
        status = {"batch": 202, "insert": 204, "upsert": 204}.get(cell.workload, 200)
        return (status, round(statistics.median(sizes))) if sizes else None

    def first_facts(self) -> dict[str, Any] | None:
        """The facts of the run that --resume goes on with, or None."""
        return next((line for line in self.lines if line["system"] == "run"), None)


@dataclass
class Limits:
    warm_up_seconds: float
    cell_seconds: float  # measured time
    load_seconds: float  # of filling one table, or each million rows of a larger one
    run_seconds: float

    @property
    def cell_cap(self) -> float:
        return max(20, 5 * self.cell_seconds)


class Run:
    """Threads: one. The folders of filled tables stay until remove_folders()."""

    def __init__(self, programs: Programs, log: Log, selection: Selection, limits: Limits, data: pathlib.Path):
        self._programs, self._log, self._selection, self._limits = programs, log, selection, limits
        self._data = data / "compare"
        self._end = time.monotonic() + limits.run_seconds
        self.remove_folders()

    def remove_folders(self) -> None:
        shutil.rmtree(self._data, ignore_errors=True)

    def everything(self) -> None:
        """Raises TimeIsUp when the limit of the run is over."""
        visits = list(cells.visits(self._selection))
        for number, visit in enumerate(visits, start=1):
            for system, wanted in visit.cells.items():
                todo = [cell for cell in wanted if not self._log.has(cell)]
                if todo:
                    self._check_time()
                    say(f"-- {number} of {len(visits)}: {system}, {visit.table.rows:,} rows, {visit.table.shape}")
                    self._measure_system(system, visit, todo)
            if visit.table.rows > cells.PASSES_ROWS_MAX:
                self.remove_folders()

    def still_to_do(self) -> list[Cell]:
        """What has no measurement although its table could be filled."""
        return [
            cell
            for visit in cells.visits(self._selection)
            for system, wanted in visit.cells.items()
            for cell in wanted
            if not self._log.has(cell) and not self._log.load_that_gave_up(self._family(system), cell.table)
        ]

    def _check_time(self) -> None:
        if time.monotonic() > self._end:
            raise TimeIsUp

    def _measure_system(self, system: str, visit: Visit, todo: list[Cell]) -> None:
        if todo[0].workload == "create":
            self._create(system, todo[0])
        elif system == "sqlite-limit":
            self._sqlite_limit(visit.table, todo)
        elif system == "http-limit":
            self._http_limit(todo)
        else:
            self._server(system, visit.table, todo)

    # --- Tables ---

    @staticmethod
    def _family(system: str) -> str:
        """Whose filled table a system uses."""
        return "rowhouse" if system == "rowhouse-off" else system

    def _folder(self, family: str, table: Table) -> pathlib.Path:
        return self._data / f"{family}-{table.shape}-{table.rows}-{table.entity_bytes}"

    def _filled(self, system: str, table: Table) -> pathlib.Path | None:
        """The folder of a table of that system, filled now or before. None: it does not finish that."""
        family = self._family(system)
        folder = self._folder(family, table)
        gave_up = self._log.load_that_gave_up(family, table)
        if gave_up:
            if gave_up["rows"] < table.rows:
                words = f"not tried, since {gave_up['rows']:,} rows were too many"
                self._record_load(family, table, {"loaded": 0, "seconds": 0, "finished": False, "failed": words})
            return None
        if folder.exists():
            return folder
        folder.mkdir(parents=True)
        try:
            with Server(family, self._programs.server(family, folder), self._programs.port):
                finished = self._load(family, table)
        except BaseException:
            shutil.rmtree(folder)
            raise
        if not finished:
            shutil.rmtree(folder)
        return folder if finished else None

    def _load(self, system: str, table: Table) -> bool:
        allowed = self._limits.load_seconds * max(1, table.rows / 1_000_000)
        cap = min(allowed, max(1, self._end - time.monotonic()))
        line = run_json(self._programs.driver("load", *self._table_options(table), "--cap", cap), cap + 180)
        line = {"loaded": 0, "seconds": 0, "finished": False, **line}
        if not line["finished"]:
            self._check_time()  # when the run ends here, the load was not given its own time
        self._record_load(system, table, line)
        return line["finished"]

    def _record_load(self, system: str, table: Table, line: dict[str, Any]) -> None:
        self._log.add({**line, "system": system, "workload": "load", **table._asdict()})

    @staticmethod
    def _table_options(table: Table) -> list[Any]:
        return ["--rows", table.rows, "--shape", table.shape, "--entity-bytes", table.entity_bytes]

    def _working_copy(self, folder: pathlib.Path, table: Table, todo: list[Cell]) -> pathlib.Path:
        """A folder that the cells may change: a copy when they do, so that later ones find the table as it was. What
        a cell writes does not change a table much that is visited once."""
        if table.rows > cells.PASSES_ROWS_MAX or not any(cell.workload in cells.WRITES for cell in todo):
            return folder
        copy = self._data / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        subprocess.run(["cp", "-a", "--reflink=auto", folder, copy], check=True)
        return copy

    # --- Measurements ---

    def _options(self, cell: Cell) -> list[Any]:
        limits = self._limits
        return [
            "--workload", cell.workload, "--connections", cell.connections, *self._table_options(cell.table),
            "--seconds", limits.cell_seconds, "--warm-up", limits.warm_up_seconds, "--cap", limits.cell_cap,
        ]  # fmt: skip

    def _measure(self, cell: Cell, command: list[str], seconds: float = 0) -> None:
        line = {**run_json(command, seconds or self._limits.cell_cap + 120), **cell._asdict()}
        self._log.add(line)
        value = results.rate(line)
        text = f"{results.number(value)}/s" if value else str(line.get("failed", "no rate"))
        errors = f", errors {line['errors']}" if line.get("errors") else ""
        say(f"   {cell.system} {cell.workload} x{cell.connections}: {text}{errors}")

    def _server(self, system: str, table: Table, todo: list[Cell]) -> None:
        folder = self._filled(system, table)
        if not folder:
            return
        folder = self._working_copy(folder, table, todo)
        patience = 60 + table.rows / 20_000
        wait = self._programs.driver("wait", *self._table_options(table), "--cap", patience)
        waiting = subprocess.Popen(wait, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            with Server(system, self._programs.server(system, folder), self._programs.port) as server:
                answer = finish_json(waiting, patience + 10)
                if "answered_at" not in answer:
                    return self._record_loss(system, table, answer)
                self._record_restart(system, table, server, answer["answered_at"])
                for cell in todo:
                    self._check_time()
                    options = [*self._options(cell), "--server-pid", server.pid]
                    self._measure(cell, self._programs.driver("run", *options))
        finally:
            waiting.kill()
            waiting.communicate()

    def _record_loss(self, system: str, table: Table, answer: dict[str, Any]) -> None:
        """The rows of a filled table are not there any more: nothing of it can be measured."""
        if system != "azurite":  # which saves all rows as one text, and fails when that is too long
            raise Failed(f"{system} does not give its rows after a restart: {answer}")
        words = "was filled, but its rows were not there after a restart"
        self._record_load(system, table, {"loaded": 0, "seconds": 0, "finished": False, "failed": words})

    def _record_restart(self, system: str, table: Table, server: Server, answered_at: float) -> None:
        self._log.add(
            {
                "system": system,
                "workload": "restart",
                **table._asdict(),
                "seconds": round(answered_at - server.began, 4),
                "resident_bytes": server.resident_bytes(),
            }
        )

    def _create(self, system: str, cell: Cell) -> None:
        folder = self._data / "create"
        if system == "sqlite-limit":
            for number in range(cells.CREATE_REPEATS):
                command = self._programs.sqlite_limit(
                    "--folder", folder / str(number), "--workload", "create", "--rows", cell.rows,
                    "--threads", os.cpu_count(),
                )  # fmt: skip
                self._measure(cell, command)
        else:
            folder.mkdir(parents=True)
            with Server(system, self._programs.server(system, folder), self._programs.port) as server:
                command = self._programs.driver("run", *self._options(cell), "--server-pid", server.pid)
                for _ in range(cells.CREATE_REPEATS):
                    self._measure(cell, command)
        shutil.rmtree(folder)

    def _sqlite_limit(self, table: Table, todo: list[Cell]) -> None:
        folder = self._folder("sqlite-limit", table)
        seconds = self._limits.cell_cap + 120 + table.rows / 5_000  # it also fills the file
        if not folder.exists():
            first = ["--folder", folder, "--workload", "point", *self._table_options(table), "--seconds", 0.05]
            run_json(self._programs.sqlite_limit(*first), seconds)
        folder = self._working_copy(folder, table, todo)
        for cell in todo:
            self._check_time()
            options = ["--folder", folder, *self._options(cell), "--threads", os.cpu_count()]
            self._measure(cell, self._programs.sqlite_limit(*options), seconds)

    def _http_limit(self, todo: list[Cell]) -> None:
        for cell in todo:
            answer = self._log.answer_of_rowhouse(cell)
            if not answer:
                continue
            self._check_time()
            with Server("http-limit", self._programs.http_limit(*answer), self._programs.port) as server:
                options = [*self._options(cell), "--any-answer", "--server-pid", server.pid]
                self._measure(cell, self._programs.driver("run", *options))
