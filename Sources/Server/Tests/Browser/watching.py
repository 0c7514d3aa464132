# SPDX-License-Identifier: MIT
"""A script that is watched, for a test: its folder, the server, and requests to it."""
import http.client
import os
import shutil
import signal
import subprocess
import tempfile
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
FAKE = os.path.join(HERE, "fake_worker.py")
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", "..", ".."))
SERVE = os.environ.get("LAYERLUA_SERVE", os.path.join(ROOT, ".build", "serve", "debug", "layerlua-serve"))


class Watched:
    """`layerlua-serve watch` of a script."""

    def __init__(self, source=None, program=FAKE, name="compass.lua", arguments=(), options=(), folder=None,
                 runtime=None):
        self.owns = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="layerlua-watched-")
        # The XDG runtime folder, which lasts until logout; tests of two servers share one.
        self.owns_runtime = runtime is None
        self.runtime = runtime or tempfile.TemporaryDirectory(prefix="layerlua-runtime-")
        self.script = os.path.join(self.folder, name)
        if source is not None:
            self.write(source)
        self.command = [SERVE, "watch", "--program", program, "--script", name, *options, "--", name, *arguments]
        self.start()

    def start(self):
        environment = dict(os.environ, XDG_RUNTIME_DIR=self.runtime.name)
        self.process = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.PIPE, text=True,
                                        env=environment)
        self.address = self.process.stdout.readline().strip()
        parts = urllib.parse.urlsplit(self.address)
        self.port, self.token = parts.port, parts.path.strip("/")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, source, name=None):
        """Saves in place."""
        with open(self.path(name) if name else self.script, "w", encoding="utf-8") as file:
            file.write(source)

    def replace(self, source, name=None):
        """Saves as editors do that write another file and rename it."""
        path = self.path(name) if name else self.script
        with open(path + "~", "w", encoding="utf-8") as file:
            file.write(source)
        os.rename(path + "~", path)

    def starts(self):
        """The arguments of each worker so far."""
        import json
        with open(self.script + ".log", encoding="utf-8") as log:
            return [json.loads(line) for line in log]

    def request(self, path, method="GET", body=None, headers=None, host=None):
        """An answer's status, headers and bytes; headers are exactly those given."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders()
        if body is not None:
            try:
                connection.send(body)
            except OSError:
                pass  # refused before its end
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), data

    def get(self, route, **more):
        return self.request(f"/{self.token}/{route}", **more)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        self.process.stdout.close()

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        finally:
            self.process.stdout.close()
            if self.owns_runtime:
                self.runtime.cleanup()
            if self.owns:
                shutil.rmtree(self.folder, ignore_errors=True)
