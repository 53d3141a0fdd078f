"""The workflows that run where the project is hosted: they can be read, and what they call exists."""

import os
import re
import unittest
from pathlib import Path

import yaml

from tests.support.places import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
# A script or program of ours at the start of a command.
OURS = re.compile(r"(?:^|[\s;&|(])(\.?/?(?:scripts|\.ci|tests|packaging)/[\w./-]+|\./[\w-]+)", re.MULTILINE)
PINNED = re.compile(r"^[\w-]+/[\w-]+@(v\d+|[0-9a-f]{40})$")


def read(path: Path) -> dict:
    workflow = yaml.safe_load(path.read_text())
    workflow["on"] = workflow.pop(True, None) or workflow["on"]  # YAML 1.1 takes "on" for a truth
    return workflow


def jobs() -> list[tuple[str, dict]]:
    return [(f"{path.name}: {name}", job) for path in WORKFLOWS for name, job in read(path)["jobs"].items()]


class WorkflowsTest(unittest.TestCase):
    def test_there_is_one_for_pushes_and_one_for_releases(self) -> None:
        triggers = {path.name: read(path)["on"]["push"] for path in WORKFLOWS}
        self.assertEqual(triggers["ci.yml"], {"branches": ["main"]})
        self.assertEqual(triggers["release.yml"], {"tags": ["v*"]})

    def test_steps_are_complete(self) -> None:
        for name, job in jobs():
            for step in job["steps"]:
                with self.subTest(name, step=step):
                    self.assertEqual(len({"uses", "run"} & step.keys()), 1)
                    self.assertLessEqual(step.keys(), {"name", "uses", "with", "run", "env", "if"})
                    if "uses" in step:
                        self.assertRegex(step["uses"], PINNED)

    def test_jobs_that_are_needed_exist(self) -> None:
        for path in WORKFLOWS:
            all_jobs = read(path)["jobs"]
            for job in all_jobs.values():
                needed = job.get("needs", [])
                self.assertLessEqual(set([needed] if isinstance(needed, str) else needed), all_jobs.keys())

    def test_programs_of_ours_exist(self) -> None:
        called = {
            match for _, job in jobs() for step in job["steps"] for match in OURS.findall(step.get("run", ""))
        }
        self.assertLessEqual({"./run", "./test", "scripts/package", "scripts/release_notes.sh"}, called)
        for program in called:
            self.assertTrue(os.access(ROOT / program, os.X_OK), program)

    def test_git_is_there_before_the_checkout_in_a_container(self) -> None:
        for name, job in jobs():
            if "container" not in job:
                continue
            self.assertEqual(job["container"], "debian:12", name)
            uses = [step.get("uses", "").partition("@")[0] for step in job["steps"]]
            before = job["steps"][: uses.index("actions/checkout")]
            self.assertTrue(any(re.search(r"apt-get install .*\bgit\b", step.get("run", "")) for step in before), name)

    def test_only_the_job_that_publishes_may_write(self) -> None:
        for path in WORKFLOWS:
            workflow = read(path)
            self.assertEqual(workflow["permissions"], {"contents": "read"})
            writing = [name for name, job in workflow["jobs"].items() if "write" in job.get("permissions", {}).values()]
            self.assertEqual(writing, ["publish"] if path.name == "release.yml" else [])
