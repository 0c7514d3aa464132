# SPDX-License-Identifier: MIT
"""Draws cards as a deployment of Ray Serve; each replica keeps one process `layerlua draw-jobs`.

    pip install "ray[serve]"
    serve run --working-dir scripts/farm ray_serve:app folder=/srv/scripts        # GET /og.png?title=Hello&_scale=2

The folder and the program must be on every machine. A program of the cluster asks the deployment without HTTP:

    cards = serve.get_app_handle("default")
    drawn = await cards.draw.remote({"script": "og.lua", "parameters": {"title": "Hello"}, "format": "jpg"})

Signed addresses, caches and ranges are the work of `layerlua serve`; put this behind a front that has them.
"""

import asyncio
import math
import os
import urllib.parse

from ray import serve
from starlette.responses import JSONResponse, Response

from draw_jobs import FORMATS, TEMPORARY, DrawJobs, Ended, Failure

FILMS = {"gif", "apng", "mp4", "webm"}
# Words of an address that are no parameters of the script, with the word of a job and its kind.
RESERVED = {"_scale": ("scale", float), "_dpr": ("scale", float), "_w": ("width", int), "_t": ("time", float),
            "_fps": ("fps", float), "_from": ("from", float), "_duration": ("duration", float),
            "_q": ("quality", float), "_bg": ("background", str)}
SAFE = {"X-Content-Type-Options": "nosniff"}
SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"


class Refused(Exception):
    """A request that is answered by a problem (RFC 9457) without a picture."""

    def __init__(self, status, title, detail, **more):
        super().__init__(detail)
        self.status = status
        self.problem = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}


def typed(name, text, schema):
    """A query's word as the parameter's type. The program checks ranges, lengths and choices."""
    kind = schema.get("type", "string")
    try:
        if kind == "boolean":
            return {"true": True, "false": False}[text]
        if kind in ("integer", "number"):
            value = int(text) if kind == "integer" else float(text)
            if not math.isfinite(value):
                raise ValueError
            return value
    except (KeyError, ValueError, OverflowError):
        raise Refused(400, "Parameter", f"{name} is {kind}, not {text[:40]!r}", parameter=name, expected=kind) from None
    return text


def problem_of(failure):
    """The answer to a job that the program refused: the exit codes as statuses of HTTP."""
    answer = failure.answer
    more = {word: answer[word] for word in ("parameter", "expected", "limit", "script", "line") if answer.get(word)}
    if failure.kind == "parameter":
        return Refused(400, "Parameter", str(failure), **more)
    if failure.exit == TEMPORARY:
        return Refused(503, "Try again", str(failure), **more)
    if failure.kind == "limit":
        return Refused(504 if answer.get("limit") == "time" else 413, "Limit", str(failure), **more)
    return Refused(500, "Script", str(failure), **more)


@serve.deployment(
    max_ongoing_requests=1,  # a process draws one picture at a time
    max_queued_requests=64,  # in each proxy; more are answered by 503
    ray_actor_options={"num_cpus": 1},
    autoscaling_config={"min_replicas": 1, "max_replicas": 8, "target_ongoing_requests": 1, "upscale_delay_s": 5,
                        "downscale_delay_s": 300},
    graceful_shutdown_timeout_s=60,
)
class Cards:
    """Draws the scripts of a folder.

    folder           the scripts, under a name that all machines know
    layerlua         the program (default layerlua, of PATH)
    isolate          require: the process is locked in, or draws nothing; try: as far as the system can
    time_limit       seconds for a picture; film_time_limit for a film
    memory_limit     bytes for a job; pixels of a picture
    """

    def __init__(self, folder, layerlua="layerlua", isolate="require", time_limit=10.0, film_time_limit=60.0,
                 memory_limit=256 << 20, pixels=16_000_000):
        self.folder, self.film_time_limit = os.path.realpath(folder), film_time_limit
        self.process = DrawJobs(
            [layerlua], self.folder,
            ["--isolate=require" if isolate == "require" else "--isolate", "--threads", "1", "--memory-limit",
             str(memory_limit)],
            limits={"time": time_limit, "memory": memory_limit, "pixels": pixels})
        self.lock, self.schemas = asyncio.Lock(), {}
        self.process.start()  # a replica whose program does not start is no replica
        self.scripts = self.list()

    def list(self):
        """Names of the folder's scripts without .lua: only these can be asked for."""
        found = {}
        for folder, folders, names in os.walk(self.folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in names:
                if name.endswith(".lua") and not name.startswith("."):
                    script = os.path.relpath(os.path.join(folder, name), self.folder)
                    found[script[:-4]] = script
        return found

    def check_health(self):
        """Called by Ray: a process that ended between jobs is started again, or the replica is replaced."""
        if not self.lock.locked():
            self.process.start()

    async def alone(self, work, *arguments):
        """Runs work with the process in a thread; a caller that leaves kills it, so that nobody waits for its job."""
        async with self.lock:
            task = asyncio.ensure_future(asyncio.to_thread(work, *arguments))
            try:
                return await asyncio.shield(task)
            except asyncio.CancelledError:
                while not task.done():
                    self.process.cancel()
                    await asyncio.wait([task], timeout=0.5)
                task.exception()
                raise

    async def draw(self, job):
        """Draws a job, for programs of the cluster: {"type", "data", "width", "height", …}."""
        film = job.get("format") in FILMS or job.get("film") is True
        drawn = await self.alone(self.process.draw, job, None, self.film_time_limit if film else None)
        return {**drawn.answer, "data": drawn.data}

    async def schema(self, script):
        """The parameters of a script by name, each with its JSON Schema."""
        if script not in self.schemas:
            told = await self.alone(self.process.describe, script)
            self.schemas[script] = told.get("parameters", {}).get("properties", {})
        return self.schemas[script]

    async def job_of(self, path, query):
        """The job of an address such as /og.png?title=Hello."""
        name, _, kind = path.strip("/").rpartition(".")
        if kind not in FORMATS or name not in self.scripts:
            raise Refused(404, "Not found", "there is no such picture")
        script = self.scripts[name]
        job = {"script": script, "format": kind, "parameters": {}}
        try:
            pairs = urllib.parse.parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), errors="strict",
                                           max_num_fields=64)
        except ValueError:
            raise Refused(400, "Query", "the query is not a list of name=value in UTF-8") from None
        if len({name for name, _ in pairs}) < len(pairs):
            raise Refused(400, "Query", "a name stands twice in the query")
        known = await self.schema(script)
        for name, text in pairs:
            if name in RESERVED:
                word, form = RESERVED[name]
                job[word] = typed(name, text, {"type": {float: "number", int: "integer", str: "string"}[form]})
            elif name in known:
                job["parameters"][name] = typed(name, text, known[name])
            else:
                raise Refused(400, "Parameter", f"there is no parameter {name[:40]}", parameter=name[:40],
                              expected=", ".join(sorted(known)))
        return job

    async def __call__(self, request):
        try:
            if request.method not in ("GET", "HEAD"):
                raise Refused(405, "Method", "GET and HEAD only")
            job = await self.job_of(request.url.path, request.url.query)
            try:
                drawn = await self.draw(job)
            except Ended as ended:
                if ended.late:
                    raise
                drawn = await self.draw(job)  # once more: the process may have been killed from outside
        except Failure as failure:
            refused = problem_of(failure)
        except Ended as ended:
            refused = Refused(504 if ended.late else 500, "Ended", str(ended))
        except ValueError as fault:
            refused = Refused(400, "Query", str(fault))
        except Refused as fault:
            refused = fault
        else:
            kind = FORMATS[job["format"]]
            headers = {"Cache-Control": "public, max-age=86400", **SAFE}
            if job["format"] in ("svg", "pdf"):
                headers["Content-Security-Policy"] = SANDBOX
            return Response(drawn["data"], media_type=kind, headers=headers)
        headers = {"Cache-Control": "no-store", **SAFE}
        if refused.status == 503:
            headers["Retry-After"] = "2"
        return JSONResponse(refused.problem, refused.status, headers, "application/problem+json")


def app(arguments):
    """For `serve run`: arguments as name=value, those of Cards."""
    numbers = {"time_limit": float, "film_time_limit": float, "memory_limit": int, "pixels": int}
    return Cards.bind(**{name: numbers.get(name, str)(value) for name, value in arguments.items()})
