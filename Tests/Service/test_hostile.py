# SPDX-License-Identifier: MIT
"""The hostile scripts of Tests/Oracle, one after the other in one worker: it survives all of them, keeps little of
their memory, and each card between them is right."""
import shutil
import tempfile
import unittest
from pathlib import Path

import support
from draw_jobs import DrawJobs, Failure

HOSTILE = support.ROOT / "Tests/Oracle/hostile"
CARD = """
return ca.Layer { bounds = { 0, 0, 160, 90 }, backgroundColor = "navy",
  ca.TextLayer { frame = { 10, 10, 140, 40 }, string = "Tea", fontSize = 20 } }
"""


def memory(process):
    """The resident memory of a process, in MiB."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) >> 10
    return 0


@unittest.skipUnless(support.program() and HOSTILE.is_dir(), "needs the program and Tests/Oracle/hostile")
class HostileTests(unittest.TestCase):
    def test_one_worker_survives_all(self):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "scripts"
            shutil.copytree(HOSTILE, folder)
            (folder / "card.lua").write_text(CARD)
            limits = {"time": 0.5, "memory": 128 << 20}
            with DrawJobs([support.program()], str(folder), ["--isolate", "--threads", "1"], limits) as worker:
                card = worker.draw({"script": "card.lua"}, seconds=10).data
                process, first, failed = worker.process, memory(worker.process), 0
                for script in sorted(folder.glob("*.lua")):
                    try:
                        worker.draw({"script": script.name})
                    except Failure:
                        failed += 1
                    self.assertEqual(worker.draw({"script": "card.lua"}, seconds=10).data, card, script.name)
                self.assertIs(worker.process, process)
                self.assertGreater(failed, 60)
                self.assertLess(memory(process), first + 40)
            self.assertEqual(process.returncode, 0)


if __name__ == "__main__":
    unittest.main()
