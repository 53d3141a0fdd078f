"""Full load for a long time, after which nothing may have grown, failed or got lost.

Samples are taken all the time. From the end of the first fifth on, which is the warm-up, a line is fitted to each
metric; over the other four fifths it must not rise by more than METRICS says. Descriptors may rise by those of the
tables that come and go. The log of each file is copied back from 16 MiB on and may then keep 32, so all together grow until
each file has seen so many writes; no single one may be longer.

usage: python3 -m tests.soak.run [--seconds N]
"""

import argparse
import shutil
import sys
import time
from pathlib import Path

from tests.crash.content import read_everything
from tests.crash.inspect_files import damaged_files
from tests.crash.model import Key, State, differences
from tests.soak.load import OPTIONS, Clients
from tests.soak.samples import Metric, Sample, chart, not_flat, take_sample
from tests.support.client import ACCOUNT
from tests.support.places import scratch
from tests.support.report import print_totals
from tests.support.server import Server

METRICS = (
    Metric("resident", "MiB", 0.10),
    Metric("descriptors", "open", 0.02, rise_least=24),
    Metric("threads", "threads", 0.0, rise_least=0.5),
    Metric("log", "MiB", most=32),
    Metric("data", "MiB", 0.10, rise_least=16),
)


def run_load(server: Server, data: Path, clients: Clients, seconds: float, every: float) -> list[Sample]:
    begin = time.monotonic()
    clients.start(seconds)
    samples = []
    while time.monotonic() < begin + seconds and not clients.failed():
        samples.append(take_sample(server, data, begin))
        time.sleep(every)
    return samples


def lost(port: int, clients: Clients) -> list[str]:
    """Compares what is stored in the tables of the writers with the answers that they got."""
    expected = {key: state for writer in clients.writers for key, state in writer.model.stored.items()}
    expected[Key("mixed")] = State({}, None)
    tables = {"mixed"} | {f"again{writer.number}" for writer in clients.writers}
    found = {key: state for key, state in read_everything(port).items() if key.table in tables}
    return differences(expected, found)


def soak(seconds: float, every: float) -> list[str]:
    """Returns what is wrong."""
    folder = scratch("soak")
    data = folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    (folder / "server.log").unlink(missing_ok=True)
    with Server(folder / "server.log", "--data", data, *OPTIONS) as server:
        clients = Clients(server)
        try:
            samples = run_load(server, data, clients, seconds, every)
            done, wrong = clients.finish()
        finally:
            clients.kill()
        print("\n".join(done))
        for metric in METRICS:
            print(chart(samples, metric), flush=True)
        wrong += [line for metric in METRICS if (line := not_flat(samples, metric))]
        wrong += lost(server.port, clients)
        if (status := server.stop()) != 0:
            wrong.append(f"after SIGTERM the server ended with status {status}")
        server.start()
        wrong += [f"after a restart: {line}" for line in lost(server.port, clients)]
        server.stop()
        wrong += damaged_files(data / ACCOUNT)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="how long the load lasts (default: 600)")
    parser.add_argument("--every", type=float, default=2, help="seconds between two samples (default: 2)")
    arguments = parser.parse_args()
    wrong = soak(arguments.seconds, arguments.every)
    for line in wrong[:20]:
        print(f"  {line}")
    return print_totals(0 if wrong else 1, 1 if wrong else 0)


if __name__ == "__main__":
    sys.exit(main())
