"""clang-format over all sources, clang-tidy over those that are not tests: a test program is held to the
warnings and the form, and linting all of them would take longer than all else here. clang-tidy reads how the
preset `asan` compiles each file. The thread-safety analysis is a warning of clang++: the suite asan has it.

Most of the time of clang-tidy goes into the headers of libraries, so it reads several sources as one. Where their
names collide it reads fewer. Its static analyser stops following a function after a ninth of its usual steps, which takes a third
of the time; with --deep it does not."""

import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.places import BUILD, ROOT
from tests.support.report import print_totals

FOLDERS = (
    "base", "entity", "formats", "keys", "query", "batch", "signing", "settings", "table_service", "client", "cli",
    "samples", "bench", "tests",
)
FORMATTED_AT_ONCE = 50
TIDIED_AT_ONCE = 12
CHECKS = "-bugprone-suspicious-include"  # which is about reading several sources as one
JOINED = "UnifiedSource"  # the static analyser takes what a source of this name includes for the source itself
# Its own mode=shallow does not look into std::max() and the like, and sees faults where there are none.
SHALLOW = [f"--extra-arg={word}" for word in ("-Xclang", "-analyzer-config", "-Xclang", "max-nodes=25000")]
DOES_NOT_COMPILE = "[clang-diagnostic-error]"


@dataclass
class Group:
    """Sources that are compiled in the same way and can be read as one."""

    flags: tuple[str, ...]
    checks: str  # of their folder, besides those of the root
    units: list[Path]
    names: set[str] = field(default_factory=set)  # that only one of them may have

    def halves(self) -> tuple["Group", "Group"]:
        middle = len(self.units) // 2
        return (
            Group(self.flags, self.checks, self.units[:middle]),
            Group(self.flags, self.checks, self.units[middle:]),
        )


def sources() -> list[Path]:
    """Every C++ file of ours."""
    files = (
        file for folder in FOLDERS for file in (ROOT / folder).rglob("*") if file.suffix in (".cc", ".h")
    )
    return sorted(file.relative_to(ROOT) for file in files)


def flags_of_units() -> dict[Path, tuple[str, ...]]:
    """How the preset asan compiles each source."""
    flags = {}
    for entry in json.loads((BUILD / "asan/compile_commands.json").read_text()):
        words = shlex.split(entry["command"])[1:]
        for source in sources_of(Path(entry["file"])):
            if source.is_relative_to(ROOT):
                flags[source.relative_to(ROOT)] = tuple(words[: words.index("-o")])
    return flags


def sources_of(compiled: Path) -> list[Path]:
    """The sources that are compiled as this one file: those that it includes, if the build has joined them."""
    if compiled.parent.name != "Unity":
        return [compiled]
    return [Path(name) for name in re.findall(r'^#include "(.*)"$', compiled.read_text(), re.MULTILINE)]


def flags_like(unit: Path, flags: dict[Path, tuple[str, ...]]) -> tuple[str, ...]:
    """How a source is compiled; one that only others build is read like its nearest neighbour."""
    if unit in flags:
        return flags[unit]
    return next(flags[near] for folder in unit.parents for near in sorted(flags) if near.is_relative_to(folder))


def checks_of(unit: Path) -> str:
    """The checks that the folder of a source adds to those of the root or takes from them."""
    for folder in list(unit.parents)[:-1]:
        if (file := ROOT / folder / ".clang-tidy").exists():
            return re.search(r"^Checks: '(.*)'$", file.read_text(), re.MULTILINE)[1]
    return ""


def own_names(unit: Path) -> set[str]:
    """The names that a source declares for itself only: those of its namespaces without a name, and main."""
    names = set()
    depth = 0
    for line in (ROOT / unit).read_text().splitlines():
        if line == "namespace {":
            depth += 1
        elif line == "}  // namespace":
            depth -= 1
        elif line.startswith("int main("):
            names.add("main")
        elif depth and (found := declared_name(line)):
            names.add(found)
    return names


def declared_name(line: str) -> str | None:
    """The name that a line at the left margin declares, if it declares one."""
    while (shorter := re.sub(r"<[^<>]*>", "", line)) != line:
        line = shorter
    found = re.match(r"(?:class|struct|enum class|enum|using) (\w+)|[\w:].*?\b(\w+)(?: =|[({;\[]|$)", line)
    return found and (found[1] or found[2])


def groups_of(units: list[Path]) -> list[Group]:
    flags = flags_of_units()
    alike: dict[tuple, list[Group]] = defaultdict(list)
    for unit in units:
        names = own_names(unit)
        key = (flags_like(unit, flags), checks_of(unit))
        for group in alike[key]:
            if len(group.units) < TIDIED_AT_ONCE and not group.names & names:
                break
        else:
            group = Group(*key, [])
            alike[key].append(group)
        group.units.append(unit)
        group.names |= names
    # The longest first, so that the processors end at the same time.
    return sorted((group for found in alike.values() for group in found), key=lambda group: -len(group.units))


def untidy(group: Group, depth: list[str]) -> list[Path]:
    """Prints what clang-tidy finds in a group, and returns those of its sources in which that is."""
    joined = BUILD / "lint" / f"{JOINED}-{str(group.units[0]).replace('/', '-')}"
    joined.parent.mkdir(exist_ok=True)
    joined.write_text("".join(f'#include "{ROOT / unit}"\n' for unit in group.units))
    done = subprocess.run(
        ["clang-tidy", "--quiet", f"--checks={CHECKS},{group.checks}", "--extra-arg=-Wreserved-identifier", *depth, joined,
         "--", *group.flags],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode == 0:
        return []
    if DOES_NOT_COMPILE in done.stdout and len(group.units) > 1:
        return [unit for half in group.halves() for unit in untidy(half, depth)]
    print((done.stdout or done.stderr).rstrip(), flush=True)
    found = [unit for unit in group.units if f"{ROOT / unit}:" in done.stdout]
    return found or group.units  # it is in a header


def ill_formed(files: list[Path]) -> list[Path]:
    """Prints what clang-format would change, and returns the files."""
    command = ["clang-format", "--dry-run", "--Werror", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    print((done.stdout or done.stderr).rstrip(), flush=True)
    return [file for file in files if f"{file}:" in done.stderr] or files


def main(arguments: list[str]) -> int:
    depth = [] if "--deep" in arguments else SHALLOW
    files = sources()
    units = [file for file in files if file.suffix == ".cc" and file.parts[0] != "tests"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        portions = [files[at : at + FORMATTED_AT_ONCE] for at in range(0, len(files), FORMATTED_AT_ONCE)]
        in_form = len(files) - sum(map(len, pool.map(ill_formed, portions)))
        print(f"clang-format: {in_form} of {len(files)} files are in form", flush=True)
        found = pool.map(lambda group: untidy(group, depth), groups_of(units))
        clean = len(units) - sum(map(len, found))
        print(f"clang-tidy: {clean} of {len(units)} files are clean", flush=True)
    return print_totals(in_form + clean, len(files) + len(units) - in_form - clean)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
