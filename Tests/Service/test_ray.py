# SPDX-License-Identifier: MIT
"""The deployment of Ray Serve, and batches by shares, with a Ray of one machine that the test starts."""
import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

import support

os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_DISABLE_IMPORT_WARNING="1", PYTHONDONTWRITEBYTECODE="1")
os.environ["PYTHONPATH"] = f"{support.FARM}:{os.environ.get('PYTHONPATH', '')}"
try:
    import ray
    from ray import serve
except ImportError:
    ray = None


def get(port, path, method="GET"):
    """Status, headers and body of an answer."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()


@unittest.skipUnless(ray, "needs ray[serve]")
class ServeCase(unittest.TestCase):
    program = str(support.FAKE)
    scripts = {"ok.lua": "", "wrong.lua": "", "kill.lua": "", "sleep.lua": "", "deep/ok.lua": ""}
    more = {"isolate": "try", "time_limit": 5.0}

    @classmethod
    def setUpClass(cls):
        import ray_serve
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.place.name)
        cls.log = cls.folder / "log"
        os.environ["LAYERLUA_FAKE_LOG"] = str(cls.log)
        for name, text in cls.scripts.items():
            path = cls.folder / "scripts" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        cls.port = support.port()
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
        serve.start(http_options={"host": "127.0.0.1", "port": cls.port})
        words = {"folder": str(cls.folder / "scripts"), "layerlua": cls.program, **cls.more}
        cls.handle = serve.run(ray_serve.Cards.options(
            autoscaling_config=None, num_replicas=1, max_queued_requests=4).bind(**words))

    @classmethod
    def tearDownClass(cls):
        serve.shutdown()
        ray.shutdown()
        cls.place.cleanup()

    def problem(self, path, status):
        answered, headers, body = get(self.port, path)
        self.assertEqual(answered, status, body)
        self.assertEqual(headers["Content-Type"], "application/problem+json")
        self.assertEqual(headers["Cache-Control"], "no-store")
        return json.loads(body)


class DeploymentTests(ServeCase):
    def test_an_address_is_a_job_with_typed_parameters(self):
        status, headers, body = get(self.port, "/ok.png?title=Gr%C3%BC%C3%9Fe&count=3&dark=true&_scale=2&_bg=%23fff")
        self.assertEqual((status, headers["Content-Type"]), (200, "image/png"), body)
        self.assertEqual(json.loads(body), {
            "script": "ok.lua", "format": "png", "scale": 2, "background": "#fff",
            "parameters": {"title": "Grüße", "count": 3, "dark": True}})
        self.assertEqual(json.loads(get(self.port, "/deep/ok.gif")[2])["script"], "deep/ok.lua")
        self.assertIn("sandbox", get(self.port, "/ok.svg")[1]["Content-Security-Policy"])

    def test_wrong_addresses_are_refused_before_they_are_drawn(self):
        before = self.log.read_text().count("\n") if self.log.exists() else 0
        self.assertEqual(self.problem("/ok.png?sacle=2", 400)["parameter"], "sacle")
        for query in ["count=three", "count=2.5", "dark=yes", "seconds=nan", "seconds=1e999", "title=%ff", "title",
                      "count=1&count=2", "_w=4.5", "&".join(f"a{n}=1" for n in range(99))]:
            self.problem("/ok.png?" + query, 400)
        for path in ["/none.png", "/ok.exe", "/ok", "/", "/../ok.png", "/%2e%2e/ok.png", "/deep%2fok%00.png", "/.png"]:
            self.problem(path, 404)
        self.assertEqual(get(self.port, "/ok.png", "POST")[0], 405)
        told = self.log.read_text().splitlines()[before:] if self.log.exists() else []
        self.assertLessEqual(set(told), {"ok.lua {}"})  # the description

    def test_errors_have_their_status_and_the_replica_goes_on(self):
        told = self.problem("/wrong.png", 500)
        self.assertEqual((told["script"], told["line"]), ("wrong.lua", 3))
        self.problem("/kill.png", 500)
        self.assertEqual(self.log.read_text().count("kill.lua"), 3)  # the description, and twice
        self.assertEqual(get(self.port, "/ok.png")[0], 200)

    def test_a_full_queue_is_503(self):
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(lambda n: get(self.port, f"/sleep.png?seconds=0.{n + 1}")[0], range(16)))
        self.assertEqual(set(answers), {200, 503}, answers)
        self.assertEqual(get(self.port, "/ok.png")[0], 200)

    def test_a_caller_that_leaves_frees_the_replica(self):
        get(self.port, "/sleep.png?seconds=0")
        start = time.monotonic()
        with self.assertRaises(TimeoutError):
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/sleep.png?seconds=4.5", timeout=0.5)
        self.assertEqual(get(self.port, "/ok.png")[0], 200)
        self.assertLess(time.monotonic() - start, 4)

    def test_a_program_of_the_cluster_asks_without_http(self):
        drawn = self.handle.draw.remote({"script": "ok.lua", "format": "gif"}).result(timeout_s=30)
        self.assertEqual(json.loads(drawn["data"]), {"script": "ok.lua", "format": "gif"})


@unittest.skipUnless(support.program(), "needs the program: LAYERLUA, or a build")
class ProgramTests(ServeCase):
    """The deployment with the program itself."""
    program = support.program() or ""
    more = {"time_limit": 2.0}
    scripts = {
        "card.lua": """
            local title = ca.parameter("title", { default = "Hello" })
            return ca.Layer { bounds = { 0, 0, 160, 90 }, backgroundColor = "navy",
              ca.TextLayer { frame = { 10, 10, 140, 40 }, string = title, fontSize = 20 } }
            """,
        "loop.lua": """
            local on = ca.parameter("on", { default = false })
            while on do end
            return ca.Layer { bounds = { 0, 0, 10, 10 } }
            """}

    def test_a_card_has_the_bytes_of_a_run_of_its_own(self):
        status, headers, body = get(self.port, "/card.png?title=Gr%C3%BC%C3%9Fe&_scale=2")
        self.assertEqual((status, headers["Content-Type"]), (200, "image/png"), body)
        alone = self.folder / "alone.png"
        words = [self.program, self.folder / "scripts/card.lua", "-D", "title=Grüße", "--scale", "2", "-o", alone]
        subprocess.run(words, check=True)
        self.assertEqual(body, alone.read_bytes())

    def test_an_endless_script_is_504_and_a_killed_process_is_replaced(self):
        self.assertEqual(self.problem("/loop.png?on=true", 504)["limit"], "time")
        self.assertEqual(get(self.port, "/card.png")[0], 200)
        found = subprocess.run(["pgrep", "-f", f"draw-jobs {self.folder}"], capture_output=True, text=True, check=False)
        for id in found.stdout.split():
            os.kill(int(id), signal.SIGKILL)
        self.assertEqual(get(self.port, "/card.png")[0], 200)


@unittest.skipUnless(ray and support.program(), "needs ray and the built program")
class BatchTests(unittest.TestCase):
    """The rows of a table as shares on Ray."""
    card = """
        local ca = require "layerlua"
        if ca.args.name == "bad" then error("no card for this one") end
        return ca.Layer { bounds = { 0, 0, 160, 90 }, backgroundColor = ca.args.colour,
          ca.TextLayer { frame = { 10, 10, 140, 40 }, string = ca.args.name .. " " .. ca.row .. "/" .. ca.rows } }
        """

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        (self.folder / "card.lua").write_text(self.card)
        self.table([f"Name {number}" for number in range(20)])

    def table(self, names):
        rows = [f"{number:03},{name},{('navy', 'teal', 'crimson')[number % 3]}" for number, name in enumerate(names)]
        (self.folder / "people.csv").write_text("\n".join(["id,name,colour", *rows]) + "\n")

    def run_in_folder(self, *words):
        return subprocess.run(
            list(words), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)

    def shares(self, *words, program=None):
        return self.run_in_folder(
            sys.executable, str(support.FARM / "ray_frames.py"), "card.lua", "--each", "people.csv",
            "-o", "ray/{id}.png", "--shares", "5", "--address", "local",
            "--layerlua", program or support.program(), *words)

    def test_the_files_are_those_of_one_machine_and_a_killed_share_goes_on(self):
        # The third share's process is killed after its first row, once.
        wrapper = self.folder / "layerlua"
        wrapper.write_text(f"""#!/bin/sh
case "$*" in *"--shard 3/5"*)
  if mkdir killed 2>/dev/null; then {support.program()} "$@" --only id=007; kill -9 $$; fi ;;
esac
exec {support.program()} "$@"
""")
        wrapper.chmod(0o755)
        told = self.shares("--", "--scale", "2", program=str(wrapper))
        self.assertEqual(told.returncode, 0, told.stdout)
        self.assertIn("5 of 5 shares", told.stdout)
        self.assertTrue((self.folder / "killed").exists())
        alone = self.run_in_folder(
            support.program(), "card.lua", "--each", "people.csv", "-o", "alone/{id}.png", "--scale", "2")
        self.assertEqual(alone.returncode, 0, alone.stdout)
        drawn = sorted(path.name for path in (self.folder / "ray").glob("*.png"))
        self.assertEqual(drawn, [f"{number:03}.png" for number in range(20)])
        for name in drawn:
            one, other = (self.folder / place / name for place in ("ray", "alone"))
            self.assertEqual(one.read_bytes(), other.read_bytes(), name)
        notes = (self.folder / "ray/.layerlua-each.json").read_text().splitlines()
        self.assertEqual(len(notes), len(set(notes)))  # no row was drawn twice
        self.assertEqual(len(notes), 20)

    def test_a_row_that_fails_is_told_and_the_others_are_drawn(self):
        self.table(["bad" if number in (6, 13) else f"Name {number}" for number in range(20)])
        told = self.shares()
        self.assertEqual(told.returncode, 1, told.stdout)
        for row in ("row 7 (id=006): card.lua:3: no card for this one", "row 14 (id=013): card.lua:3"):
            self.assertIn(row, told.stdout)
        self.assertEqual(len(list((self.folder / "ray").glob("*.png"))), 18)
        self.assertEqual(self.shares("--film", "a.mp4").returncode, 2)


if __name__ == "__main__":
    unittest.main()
