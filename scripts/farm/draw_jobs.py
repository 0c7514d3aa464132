# SPDX-License-Identifier: MIT
"""One kept process `layerlua draw-jobs` that draws scripts of a folder: for redis_worker.py and ray_serve.py.

    with DrawJobs(["layerlua"], "/srv/scripts") as process:
        drawn = process.draw({"script": "og.lua", "parameters": {"title": "Hello"}, "format": "png"})
        open("card.png", "wb").write(drawn.data)

The process reads a job as a line of JSON and answers with a line of JSON and the bytes that its key `bytes` counts.
Each job runs its script in a new Lua state; fonts, glyphs and images are kept. An object of this class belongs to one
thread at a time, except `cancel`.
"""

import hashlib
import json
import os
import select
import signal
import subprocess
import time

FORMATS = {
    "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp", "gif": "image/gif", "apng": "image/apng",
    "svg": "image/svg+xml", "pdf": "application/pdf", "mp4": "video/mp4", "webm": "video/webm",
}
# The words of a job that change the file. Others are refused, since a misspelt one would draw another picture.
WORDS = {
    "script", "parameters", "format", "scale", "width", "time", "quality", "effort", "compression", "background",
    "film", "fps", "from", "duration", "seed",
}
TEMPORARY = 75
LIMIT = 3
MOST_LINE = 4 << 20


class Failure(Exception):
    """A job that the program refused. `exit` is its exit code: 75 may pass, 1 to 5 would be the same again."""

    def __init__(self, answer):
        super().__init__(str(answer.get("error", "the program gave no reason")))
        self.answer = answer
        self.kind = str(answer.get("kind", "script"))
        self.exit = answer["exit"] if isinstance(answer.get("exit"), int) else 1


class Ended(Exception):
    """The process ended during a job. `status` is its exit code, negative for a signal; `late` if it was killed
    because it gave no answer in time."""

    def __init__(self, status, reason, late=False):
        super().__init__(reason)
        self.status, self.late = status, late


class NotStarted(Ended):
    """The process ended before its first message: no job can be drawn here."""


class Drawn:
    """An answer: its keys (`type`, `width`, `height`, `draw_ms`, …) and, without a sink, its bytes."""

    def __init__(self, answer, data):
        self.answer, self.data = answer, data
        self.type = str(answer.get("type", "application/octet-stream"))


def check(job):
    """Returns a job whose words, name and format can be sent; raises ValueError."""
    if not isinstance(job, dict):
        raise ValueError(f"a job is an object, not {type(job).__name__}")
    unknown = sorted(set(job) - WORDS)
    if unknown:
        raise ValueError(f"a job has no word {', '.join(unknown)}; the words are {', '.join(sorted(WORDS))}")
    script = job.get("script")
    if not isinstance(script, str) or not script or len(script) > 255 or "\0" in script:
        raise ValueError("a job needs script, a name below the folder")
    if script.startswith("/") or any(part in ("", ".", "..") for part in script.split("/")):
        raise ValueError(f"{script}: a name below the folder, without . and ..")
    if job.get("format", "png") not in FORMATS:
        raise ValueError(f"format is one of {', '.join(FORMATS)}, not {job['format']!r}")
    if not isinstance(job.get("parameters", {}), dict):
        raise ValueError("parameters is an object")
    return job


def key_of(engine, files, job):
    """The name of a job's file: 64 hexadecimal digits that follow from everything that makes its bytes.

    These are the engine (its version, libraries and fonts, from `ready`), the digest of all files of the folder, and
    the job's words. Two equal jobs have one name, on all machines; a changed script or font gives another.
    """
    words = json.dumps({"format": "png", **job}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256()
    for part in (engine, files, words):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


class Folder:
    """The files of a folder: their digest, computed again when a file's size, inode or time of change differs."""

    MOST = 10_000

    def __init__(self, path):
        self.path = os.path.realpath(path)
        self.seen, self.digests, self.whole = None, {}, None

    def state(self):
        """Names of all files with what tells that one was changed. Links are followed for files, not for folders."""
        found = []
        for folder, folders, names in os.walk(self.path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = os.path.join(folder, name)
                try:
                    status = os.stat(path)
                except OSError:
                    continue
                found.append((os.path.relpath(path, self.path), status.st_size, status.st_ino, status.st_mtime_ns,
                              status.st_ctime_ns))
            if len(found) > self.MOST:
                raise OSError(f"{self.path} has more than {self.MOST} files: name a folder of scripts alone")
        return tuple(found)

    def digest(self):
        """SHA-256 of all names and contents, 64 hexadecimal digits."""
        state = self.state()
        if state != self.seen:
            whole = hashlib.sha256()
            for entry in state:
                if self.digests.get(entry[0], (None, None))[0] != entry:
                    content = hashlib.sha256()
                    with open(os.path.join(self.path, entry[0]), "rb") as file:
                        while piece := file.read(1 << 20):
                            content.update(piece)
                    self.digests[entry[0]] = (entry, content.digest())
                name = entry[0].encode("utf-8", "surrogateescape")
                whole.update(len(name).to_bytes(8, "big") + name + self.digests[entry[0]][1])
            self.digests = {entry[0]: self.digests[entry[0]] for entry in state}
            self.seen, self.whole = state, whole.hexdigest()
        return self.whole


class DrawJobs:
    """The kept process. It is started by the first job, and again after it ended.

    command   words of the program, such as ["layerlua"]
    folder    where the scripts are
    options   more words for `layerlua draw-jobs`, such as ["--isolate=require"]
    limits    the limits of every job: time in seconds, memory in bytes, pixels, frames, …
    grace     seconds beyond a job's time limit after which the process is killed (default 5)
    most      bytes of an answer (default 512 MiB)
    jobs      after this number of jobs a new process is started (default 10,000)
    """

    def __init__(self, command, folder, options=(), limits=None, grace=5.0, most=512 << 20, jobs=10_000):
        self.command = [*command, "draw-jobs", folder, *options]
        self.limits = dict(limits or {})
        self.grace, self.most, self.jobs = grace, most, jobs
        self.process, self.ready, self.count, self.buffer = None, None, 0, b""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    # The process

    def start(self):
        """Starts the process unless it runs, and returns its first message: `version`, `engine`, `missing`."""
        if self.process and self.process.poll() is None:
            return self.ready
        self.close()
        # In a group of its own, so that an encoder that it started ends with it, and Ctrl-C does not reach it.
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True)
        os.set_blocking(self.process.stdin.fileno(), False)
        self.buffer, self.count = b"", 0
        try:
            message = self.line(time.monotonic() + 30)
        except Ended as fault:
            words = " ".join(self.command[:2])
            raise NotStarted(fault.status, f"{words} did not start: status {fault.status}") from None
        if message.get("event") == "error":
            self.kill()
            code = message.get("exit")
            raise NotStarted(code if isinstance(code, int) else 1, str(message.get("error")))
        if message.get("event") != "ready" or not isinstance(message.get("engine"), str):
            raise NotStarted(self.kill(), f"{self.command[0]} began with {str(message)[:200]}")
        self.ready = message
        return message

    def kill(self):
        """Kills the process with all that it started, and returns its status."""
        if not self.process:
            return 0
        status = self.process.poll()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.stdin.close()
        self.process.stdout.close()
        killed = self.process.wait()
        self.process = None
        return killed if status is None else status

    def cancel(self):
        """Kills the process from another thread: the job that it draws ends with Ended."""
        process = self.process
        if process and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)

    def close(self):
        """Ends the process: its input ends, and after two seconds it is killed."""
        if self.process and self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(2)
            except subprocess.TimeoutExpired:
                pass
        self.kill()

    # Messages

    def ended(self, reason):
        """The error of a process that closed its output: after the moment that it needs to end."""
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            pass
        return Ended(self.kill(), reason)

    def wait(self, read, deadline):
        """Waits until the process can be read, or written to; one that is late is killed."""
        left = deadline - time.monotonic()
        poll = select.poll()
        if read:
            poll.register(self.process.stdout, select.POLLIN)
        else:
            poll.register(self.process.stdin, select.POLLOUT)
        if left <= 0 or not poll.poll(left * 1000):
            self.kill()
            raise Ended(-signal.SIGKILL, "the process gave no answer in time and was killed", late=True)

    def some(self, count, deadline):
        """At most `count` bytes of the answer, at least one."""
        if not self.buffer:
            self.wait(True, deadline)
            self.buffer = os.read(self.process.stdout.fileno(), 1 << 18)
            if not self.buffer:
                raise self.ended("the process ended in the middle of a job")
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def line(self, deadline):
        """The next message, without its bytes."""
        line = b""
        while not line.endswith(b"\n"):
            if len(line) > MOST_LINE:
                self.kill()
                raise Ended(-signal.SIGKILL, "the process sent a line without an end and was killed")
            data = self.some(1 << 18, deadline)
            end = data.find(b"\n") + 1
            if end:
                self.buffer = data[end:] + self.buffer
                data = data[:end]
            line += data
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            self.kill()
            raise Ended(-signal.SIGKILL, f"the process sent no message: {line[:200]!r}")
        return message

    def ask(self, question, seconds, sink=None):
        """Sends a question and returns its answer and bytes; with a sink, a file, the bytes are written there."""
        self.start()
        self.count += 1
        question = {"id": self.count, **question}
        deadline = time.monotonic() + seconds
        data = json.dumps(question, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n"
        while data:
            self.wait(False, deadline)
            try:
                data = data[os.write(self.process.stdin.fileno(), data):]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self.ended("the process ended before a job") from None
        pieces, length = [], 0
        while True:
            answer = self.line(deadline)
            if answer.get("id") != self.count:
                self.kill()
                raise Ended(-signal.SIGKILL, f"the process answered {answer.get('id')!r} instead of {self.count}")
            if "error" in answer:
                raise Failure(answer)
            left = answer.get("bytes", 0)
            if not isinstance(left, int) or left < 0 or length + left > self.most:
                self.kill()
                raise Failure({"error": f"the file has more than {self.most} bytes", "kind": "limit", "exit": LIMIT,
                               "limit": "bytes"})
            length += left
            while left:
                piece = self.some(left, deadline)
                left -= len(piece)
                if sink:
                    sink.write(piece)
                else:
                    pieces.append(piece)
            if not answer.get("more"):
                return answer, b"".join(pieces)

    # Jobs

    def describe(self, script):
        """The script's parameters as JSON Schema, its size and duration: the answer's keys."""
        return self.ask({"ask": "describe", "script": script}, self.limits.get("time", 10) + self.grace)[0]

    def draw(self, job, sink=None, seconds=None):
        """Draws a job: its words are those of WORDS. `seconds` replaces the time limit.

        Raises ValueError for words that cannot be sent, Failure for an error of the script or a limit, and Ended if
        the process did not survive; the next job starts a new one.
        """
        limits = {**self.limits, **({"time": seconds} if seconds else {})}
        question = {"ask": "draw", **check(job), **({"limits": limits} if limits else {})}
        try:
            answer, data = self.ask(question, limits.get("time", 10) + self.grace, sink)
        except ValueError as fault:  # numbers that JSON does not have
            raise ValueError(f"a job cannot be sent: {fault}") from None
        if self.count >= self.jobs:
            self.close()
        return Drawn(answer, data)
