# SPDX-License-Identifier: MIT
"""What the tests of the Python module share."""

import atexit
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MODULE = ROOT / "Sources/Faces/PythonModule"
os.environ.setdefault("LAYERLUA_LIBRARY", str(ROOT / ".build/liblayerlua.so.2"))
if str(MODULE) not in sys.path:
    sys.path.insert(0, str(MODULE))

import layerlua  # noqa: E402

HAS_NUMPY = importlib.util.find_spec("numpy") is not None
HAS_PILLOW = importlib.util.find_spec("PIL") is not None
needs_numpy = unittest.skipUnless(HAS_NUMPY, "needs numpy")
needs_pillow = unittest.skipUnless(HAS_PILLOW, "needs Pillow")

# The folder in which engines without another setting write.
_folder = tempfile.TemporaryDirectory()
atexit.register(_folder.cleanup)
os.chdir(_folder.name)

SQUARE = 'return ca.Layer { name = "square", bounds = {0, 0, 4, 2}, backgroundColor = "red" }'


class EngineTestCase(unittest.TestCase):
    """Has an engine whose prints and warnings are gathered."""

    options = {}

    def setUp(self):
        self.prints = []
        self.warnings = []
        self.engine = self.make()

    def make(self, **options):
        options = {"on_print": self.prints.append, "on_warning": self.warnings.append, **self.options, **options}
        engine = layerlua.Engine(**options)
        self.addCleanup(engine.close)
        return engine

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name)

    def echoed(self, *values):
        """What comes back through a script's function."""
        self.engine.run("function echo(...) return ... end")
        return self.engine.call("echo", *values)


def python(code, *arguments, environment=None, **options):
    """Runs code in another interpreter."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": str(MODULE), "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        **options,
    )
