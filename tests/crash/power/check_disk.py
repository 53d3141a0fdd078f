"""Starts a server on what a power cut has left, and checks all that it has and does then."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.crash.content import read_everything
from tests.crash.inspect_files import damaged_files, misplaced
from tests.crash.model import Key, State, differences
from tests.crash.power.history import mismatches, timestamp
from tests.crash.power.session import RECORDER, Recording
from tests.support.client import ACCOUNT, Client, entity_path
from tests.support.server import Server

_FRESH = {"Fresh": True}


def faults(recording: Recording, data: Path, position: int, log: Path) -> list[str]:
    """Returns what is wrong with a data folder as a cut at a position in the operation log has left it. The
    server's output goes to `log`."""
    # Preloaded without a folder, the recorder records nothing, and no fsync takes any time.
    server = Server(log, "--data", data, *recording.options, preload=RECORDER)
    try:
        with _running(server):
            found = read_everything(server.port)
            lines = _compare(recording, found, position)
            if not lines:
                lines, found = _write_more(server.port, found, recording, position)
            if (status := server.stop()) != 0:
                lines.append(f"the server ended with status {status}")
        if lines:
            return lines
        with _running(server):
            again = read_everything(server.port)
            lines = [f"after one more restart: {line}" for line in differences(found, again)]
            lines += misplaced(data / ACCOUNT, again)
            return lines + damaged_files(data / ACCOUNT)
    except Exception as error:  # pylint: disable=broad-except # whatever a damaged disk leads to
        return [f"{error!r}"]


@contextmanager
def _running(server: Server) -> Iterator[None]:
    try:
        server.start()
        yield
    finally:
        server.kill()


def _compare(recording: Recording, found: dict[Key, State], position: int) -> list[str]:
    lines = []
    rest = dict(found)
    for history in recording.histories:
        states = history.states_at(position)
        keys = {key for change in history.changes for key in change.properties}
        lines += mismatches(states, {key: rest.pop(key) for key in keys & rest.keys()})
    return lines + [f"never written, but present: {key}" for key in rest]


def _write_more(
    port: int, found: dict[Key, State], recording: Recording, position: int
) -> tuple[list[str], dict[Key, State]]:
    """Writes to an old partition, to a new one and to a new table. Returns the errors, and what is stored then."""
    lines = []
    stored = dict(found)
    last = max(
        max((timestamp(state.etag) for state in found.values() if state.etag), default=""),
        max(history.last_timestamp_at(position) for history in recording.histories),
    )
    keys = [Key("fresh", "new", "new")]
    if entities := sorted(key for key in found if key.partition is not None):
        some = entities[position % len(entities)]
        keys += [Key(some.table, some.partition, "fresh"), Key(some.table, "fresh", "fresh")]
    with Client(port) as client:
        client.create_table("fresh")
        stored[Key("fresh")] = State({}, None)
        for key in keys:
            answer = client.request("PUT", entity_path(*key), _FRESH)
            if answer.status != 204:
                lines.append(f"a fresh write of {key} was answered {answer.status}: {answer.body[:300]!r}")
                continue
            stored[key] = State(_FRESH, answer.headers["ETag"])
            now = timestamp(answer.headers["ETag"])
            if now <= last:
                lines.append(f"a fresh write of {key} got the time {now}, and an earlier one {last}")
            last = now
    return lines, stored
