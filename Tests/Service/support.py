# SPDX-License-Identifier: MIT
"""Places and processes for the tests of the service and of the farm's queue."""
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FARM = ROOT / "scripts/farm"
SERVICE = ROOT / "scripts/service"
FAKE = HERE / "fake_jobs.py"
sys.path.insert(0, str(FARM))


def program():
    """The built program, or None: LAYERLUA, else the builds of scripts/build and of SwiftPM."""
    named = os.environ.get("LAYERLUA")
    places = [named] if named else [ROOT / ".build/layerlua", ROOT / ".build/release/layerlua"]
    for place in places:
        if os.access(place, os.X_OK):
            return str(Path(place).resolve())
    return None


def server():
    """The words that start the service, or None: LAYERLUA_SERVE, else layerlua-serve beside the program."""
    named = os.environ.get("LAYERLUA_SERVE")
    beside = [Path(program() or "none").parent / "layerlua-serve", ROOT / ".build/serve/release/layerlua-serve",
              ROOT / ".build/serve/debug/layerlua-serve"]
    for place in [named] if named else beside:
        if os.access(place, os.X_OK) and program():
            return [str(Path(place).resolve()), "serve", "--program", program()]
    return None


def has(name):
    """The path of a program, also one of /usr/sbin, or None."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def port():
    """A port of 127.0.0.1 above 20000 that nobody listens on now."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            if probe.getsockname()[1] >= 20000:
                return probe.getsockname()[1]


def until(claim, seconds=20, every=0.02):
    """Waits until a claim holds and returns its value; None when the time is over."""
    end = time.monotonic() + seconds
    while True:
        value = claim()
        if value or time.monotonic() > end:
            return value or None
        time.sleep(every)


def listens(at):
    """True if somebody accepts connections on this port of 127.0.0.1."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", at), 1):
        return True
    return False


class Process:
    """A process in a group of its own that the end of the block ends with all of its children."""

    def __init__(self, words, **options):
        self.output = tempfile.TemporaryFile()
        self.process = subprocess.Popen([str(word) for word in words], stdout=options.pop("stdout", self.output),
                                        stderr=self.output, start_new_session=True, **options)

    def said(self):
        self.output.seek(0)
        return self.output.read().decode(errors="replace")

    def kill(self, number=signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def end(self, seconds=10):
        """Asks the process to end, and returns its status."""
        if self.process.poll() is None:
            self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.kill()
        return self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.end()
        self.output.close()
