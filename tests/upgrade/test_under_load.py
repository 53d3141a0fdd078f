"""The parts of under_load.py, with this program in both places; what it is for takes programs of two versions."""

import unittest

from tests.crash.workloads import WORKLOADS
from tests.support.places import SERVER
from tests.upgrade.under_load import change_under_load


class UnderLoadTest(unittest.TestCase):
    def test_the_same_program_loses_and_refuses_nothing(self) -> None:
        for workload in WORKLOADS:
            with self.subTest(workload):
                figures = change_under_load(SERVER, SERVER, workload, rounds=1, seed=1)
                self.assertEqual((figures.rounds, figures.refusals), (1, 0))
                self.assertGreater(figures.answers, 0)
