# SPDX-License-Identifier: MIT
"""The queue in Redis with a real server: no job is lost or makes two files, and bad jobs are set aside."""
import hashlib
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import support
from support import FAKE, FARM, Process

try:
    import redis
except ImportError:
    redis = None


@unittest.skipUnless(redis and support.has("redis-server"), "needs redis-server and python3-redis")
class QueueCase(unittest.TestCase):
    program = str(FAKE)
    limits = ["--time-limit", "1", "--film-time-limit", "2", "--claim-after", "0.6", "--isolate", "try"]

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.port = support.port()
        cls.server = Process(["redis-server", "--port", cls.port, "--bind", "127.0.0.1", "--dir", cls.place.name,
                              "--save", "", "--appendonly", "yes", "--maxmemory-policy", "noeviction"])
        assert support.until(lambda: support.listens(cls.port)), cls.server.said()
        cls.redis = redis.Redis(port=cls.port, decode_responses=True)

    @classmethod
    def tearDownClass(cls):
        cls.redis.close()
        cls.server.end()
        cls.server.output.close()
        cls.place.cleanup()

    def setUp(self):
        self.redis.flushall()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.scripts, self.out, self.log = self.folder / "scripts", self.folder / "out", self.folder / "log"
        self.scripts.mkdir()
        (self.scripts / "ok.lua").write_text("return ca.Layer { bounds = { 0, 0, 40, 30 } }\n")

    def environment(self, **more):
        return {**os.environ, "LAYERLUA": self.program, "LAYERLUA_FAKE_LOG": str(self.log),
                "PYTHONDONTWRITEBYTECODE": "1", "REDIS_URL": f"redis://127.0.0.1:{self.port}/0", **more}

    def worker(self, *words, environment=None):
        worker = Process([sys.executable, FARM / "redis_worker.py", self.scripts, self.out, *self.limits, *words],
                         env=environment or self.environment())
        self.addCleanup(worker.output.close)
        self.addCleanup(worker.end)
        return worker

    def submit(self, *words, given=None):
        done = subprocess.run([sys.executable, str(FARM / "redis_submit.py"), *words], env=self.environment(),
                              text=True, capture_output=True, input=given, timeout=60, check=False)
        results = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return done.returncode, results, done.stderr

    def send(self, **job):
        return self.redis.xadd("layerlua", {"job": json.dumps(job)})

    def files(self):
        return sorted(path.relative_to(self.out).as_posix() for path in self.out.rglob("*") if path.is_file())

    def is_empty(self):
        """True if no job waits and none is pending."""
        try:
            return self.redis.xlen("layerlua") == 0 and self.redis.xpending("layerlua", "workers")["pending"] == 0
        except redis.ResponseError:
            return False

    def dead(self):
        return [fields for _, fields in self.redis.xrange("layerlua:dead")]

    def drawn(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


class QueueTests(QueueCase):
    def test_a_job_is_drawn_into_a_file_named_by_its_content(self):
        self.worker()
        code, results, said = self.submit("job", "ok.lua", "--format", "gif", "-D", "title=Hi", "--wait", "20")
        self.assertEqual(code, 0, said)
        file = self.out / results[0]["file"]
        self.assertRegex(results[0]["file"], r"^([0-9a-f]{2})/\1[0-9a-f]{62}\.gif$")
        words = {"format": "gif", "parameters": {"title": "Hi"}, "script": "ok.lua"}
        self.assertEqual(json.loads(file.read_bytes()), words)
        self.assertEqual(int(results[0]["bytes"]), file.stat().st_size)
        self.assertTrue(self.is_empty())

    def test_all_words_of_a_job_have_options(self):
        self.worker()
        for options, words in [
            (["--format", "gif", "--fps", "10", "--from", "0.5", "--duration", "2"],
             {"format": "gif", "fps": 10, "from": 0.5, "duration": 2}),
            (["--format", "webp", "--fps", "10"], {"format": "webp", "film": True, "fps": 10}),
            (["--format", "jpg", "--quality", "0.5", "--background", "red", "--seed", "7"],
             {"format": "jpg", "quality": 0.5, "background": "red", "seed": 7}),
        ]:
            code, results, said = self.submit("job", "ok.lua", "-D", "title=Hi", *options, "--wait", "20")
            self.assertEqual(code, 0, said)
            drawn = json.loads((self.out / results[0]["file"]).read_bytes())
            self.assertEqual(drawn, {"parameters": {"title": "Hi"}, "script": "ok.lua", **words})

    def test_equal_jobs_are_drawn_once(self):
        self.worker()
        lines = "".join(json.dumps(job) + "\n" for job in [
            {"script": "ok.lua", "parameters": {"a": 1, "b": 2}},
            {"parameters": {"b": 2, "a": 1}, "script": "ok.lua", "format": "png"},
            {"script": "ok.lua", "parameters": {"a": 2, "b": 2}}])
        code, results, said = self.submit("jobs", "-", "--wait", "20", given=lines)
        self.assertEqual(code, 0, said)
        self.assertEqual([result["drawn"] for result in results], ["1", "0", "1"])
        self.assertEqual(results[0]["file"], results[1]["file"])
        self.assertEqual(len(self.files()), 2)

    def test_a_changed_script_makes_another_file(self):
        self.worker()
        first = self.submit("job", "ok.lua", "--wait", "20")[1][0]["file"]
        (self.scripts / "ok.lua").write_text("return ca.Layer { bounds = { 0, 0, 40, 31 } }\n")
        second = self.submit("job", "ok.lua", "--wait", "20")[1][0]
        self.assertNotEqual(first, second["file"])
        self.assertEqual(second["drawn"], "1")

    def test_jobs_survive_a_worker_that_is_killed(self):
        ids = [self.send(script="ok.lua", parameters={"n": n}) for n in range(30)]
        self.send(script="ok.lua", parameters={"n": 3})
        slow = self.send(script="sleep.lua", parameters={"seconds": 0.4})
        workers = [self.worker(), self.worker()]
        # Killed while it draws: the entry is its own, and nobody has told a result.
        self.assertTrue(support.until(lambda: "sleep.lua" in " ".join(self.drawn())))
        consumers = self.redis.xinfo_consumers("layerlua", "workers")
        owner = [consumer["name"] for consumer in consumers if consumer["pending"]]
        victim = next((w for w in workers if any(f"-{w.process.pid}-" in name for name in owner)), workers[0])
        victim.kill()
        self.assertTrue(support.until(self.is_empty), workers[1].said())
        told = {fields["id"] for _, fields in self.redis.xrange("layerlua:done")}
        self.assertLessEqual({*ids, slow}, told)
        self.assertEqual(self.dead(), [])
        # The half file of the killed worker goes too.
        self.assertTrue(support.until(lambda: len(self.files()) == 31), self.files())

    def test_a_job_that_kills_its_process_is_dead_after_three_deliveries(self):
        self.worker()
        self.send(script="kill.lua")
        self.send(script="ok.lua")
        self.assertTrue(support.until(lambda: len(self.dead()) == 1 and self.is_empty()))
        self.assertEqual(self.drawn().count("kill.lua {}"), 3)
        self.assertEqual(self.dead()[0]["deliveries"], "3")
        self.assertEqual(len(self.files()), 1)

    def test_exit_75_stays_pending_and_is_tried_again(self):
        self.worker()
        self.send(script="full.lua")
        self.assertTrue(support.until(lambda: len(self.dead()) == 1))
        self.assertEqual(self.drawn().count("full.lua {}"), 3)

    def test_a_job_that_would_fail_again_is_dead_at_once(self):
        worker = self.worker()
        for job in [{"script": "wrong.lua"}, {"script": "ends.lua"}, {"script": "huge.lua"}, {"script": "../ok.lua"},
                    {"script": "ok.lua", "sacle": 2}, {"script": "ok.lua", "format": "exe"}, {"parameters": {}}]:
            self.send(**job)
        for text in ["no JSON", "[]", '{"script": "ok.lua", "scale": NaN}', "[" * 100_000]:
            self.redis.xadd("layerlua", {"job": text})
        self.redis.xadd("layerlua", {"other": "field"})
        self.send(script="ok.lua")
        self.assertTrue(support.until(lambda: self.is_empty()), worker.said())
        exits = [fields["exit"] for fields in self.dead()]
        self.assertEqual(exits, ["1", "3", "3"] + ["2"] * 9)
        self.assertEqual(self.dead()[0]["line"], "3")
        self.assertEqual([fields["deliveries"] for fields in self.dead()], ["1"] * 12)
        self.assertEqual(len(self.files()), 1)

    def test_a_process_that_does_not_answer_is_killed_and_leaves_no_file(self):
        self.limits = ["--time-limit", "0.2", "--claim-after", "0.6", "--isolate", "try", "--deliveries", "1"]
        worker = self.worker()
        for name in ("garbage", "other", "hang"):
            self.send(script=f"{name}.lua")
        self.assertTrue(support.until(lambda: len(self.dead()) == 3, 40), worker.said())
        self.assertEqual(self.files(), [])

    def test_sigterm_ends_the_worker_after_its_job(self):
        worker = self.worker()
        self.send(script="sleep.lua", parameters={"seconds": 0.5})
        self.assertTrue(support.until(self.drawn))
        worker.process.terminate()
        self.assertEqual(worker.process.wait(10), 0, worker.said())
        self.assertTrue(self.is_empty())
        self.assertEqual(len(self.files()), 1)
        self.assertEqual(self.redis.xinfo_consumers("layerlua", "workers"), [])

    def test_a_worker_whose_program_does_not_start_ends_and_keeps_the_job(self):
        self.send(script="ok.lua")
        worker = self.worker(environment=self.environment(LAYERLUA_FAKE_START="5"))
        self.assertEqual(worker.process.wait(20), 5, worker.said())
        worker = self.worker(environment=self.environment(LAYERLUA="/nowhere/layerlua"))
        self.assertEqual(worker.process.wait(20), 5, worker.said())
        self.assertEqual(self.dead(), [])
        self.assertEqual(self.redis.xlen("layerlua"), 1)

    def test_a_worker_outlasts_its_server(self):
        worker = self.worker()
        self.assertTrue(support.until(lambda: '"ready"' in worker.said()))
        self.redis.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        self.redis.flushall()
        self.send(script="ok.lua")
        self.assertTrue(support.until(self.is_empty), worker.said())
        self.assertEqual(len(self.files()), 1)

    def test_what_killed_workers_left_is_removed(self):
        parts = self.out / ".parts"
        parts.mkdir(parents=True)
        (parts / "old").write_bytes(b"x")
        (parts / "new").write_bytes(b"x")
        os.utime(parts / "old", (1, 1))
        self.worker()
        self.assertTrue(support.until(lambda: not (parts / "old").exists()))
        self.assertTrue((parts / "new").exists())

    def test_the_submitter_refuses_wrong_lines_with_their_place(self):
        code, _, said = self.submit("jobs", "-", given='{"script": "ok.lua"}\n{"script": "ok.lua", "sacle": 2}\n')
        self.assertEqual(code, 2)
        self.assertIn("-:2: a job has no word sacle", said)
        self.assertEqual(self.redis.xlen("layerlua"), 0)

    def test_dead_letters_are_sent_again(self):
        self.worker()
        code, results, _ = self.submit("job", "wrong.lua", "--wait", "20")
        self.assertEqual((code, results[0]["exit"]), (1, "1"))
        self.assertEqual(self.submit("state")[1], [{"queued": 0, "drawn": 0, "dead": 1}])
        self.assertEqual(self.submit("dead")[1][0]["error"], "wrong.lua:3: no")
        self.submit("again")
        self.assertTrue(support.until(lambda: self.drawn().count("wrong.lua {}") == 2 and len(self.dead()) == 1))

    def test_the_log_has_no_values(self):
        worker = self.worker()
        self.submit("job", "ok.lua", "-D", "title=Grete Secret", "--wait", "20")
        self.assertTrue(support.until(lambda: '"done"' in worker.said()))
        self.assertNotIn("Secret", worker.said())


class PutTests(QueueCase):
    """Files sent to presigned addresses."""

    def setUp(self):
        super().setUp()
        self.taken, self.answers = [], []
        test = self

        class Store(http.server.BaseHTTPRequestHandler):
            def do_PUT(self):
                data = self.rfile.read(int(self.headers["Content-Length"]))
                test.taken.append((self.path, self.headers["Content-Type"], data))
                self.send_response(test.answers.pop(0) if test.answers else 200)
                self.send_header("Location", "http://127.0.0.1:1/")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *unused):
                pass

        self.store = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
        threading.Thread(target=self.store.serve_forever, daemon=True).start()
        self.addCleanup(self.store.server_close)
        self.addCleanup(self.store.shutdown)
        self.address = f"http://127.0.0.1:{self.store.server_port}/cards"

    def test_a_file_is_sent_with_its_type(self):
        self.worker("--allow-put", self.address)
        code, results, said = self.submit("job", "ok.lua", "--put", self.address + "/a.png?sig=1", "--wait", "20")
        self.assertEqual(code, 0, said)
        data = (self.out / results[0]["file"]).read_bytes()
        self.assertEqual(self.taken, [("/cards/a.png?sig=1", "image/png", data)])
        self.assertEqual((results[0]["put"], results[0]["sha256"]), ("200", hashlib.sha256(data).hexdigest()))
        self.assertNotIn("cards/a.png", json.dumps(results))

    def test_names_that_lead_into_the_own_network_are_refused(self):
        named = self.address.replace("127.0.0.1", "localhost")
        worker = self.worker("--allow-put", named)
        code, results, said = self.submit("job", "ok.lua", "--put", named + "/a.png?sig=Secret", "--wait", "20")
        self.assertEqual((code, results[0]["exit"]), (1, "4"))
        self.assertIn("private network", results[0]["error"])
        self.assertEqual(self.taken, [])
        # Nor does anybody tell the signature.
        told = said + worker.said() + json.dumps(results) + json.dumps(self.submit("dead")[1])
        self.assertNotIn("Secret", told)
        self.assertIn("/cards/a.png?…", json.loads(results[0]["job"])["put"])
        self.worker("--allow-put", named, "--private-put", "localhost")
        worker.end()
        self.assertEqual(self.submit("job", "ok.lua", "--put", named + "/a.png?sig=1", "--wait", "20")[0], 0)
        self.assertEqual(len(self.taken), 1)

    def test_a_busy_store_is_asked_again_and_a_refusal_is_final(self):
        self.worker("--allow-put", self.address)
        self.answers = [503]
        self.assertEqual(self.submit("job", "ok.lua", "--put", self.address + "/a.png", "--wait", "20")[0], 0)
        self.assertEqual(len(self.taken), 2)
        self.assertEqual(len(self.drawn()), 1)
        self.answers = [403]
        code, results, _ = self.submit("job", "ok.lua", "--put", self.address + "/a.png", "--wait", "20")
        self.assertEqual((code, results[0]["exit"]), (1, "4"))
        self.answers = [302]
        self.assertEqual(self.submit("job", "ok.lua", "--put", self.address + "/a.png", "--wait", "20")[0], 1)

    def test_other_addresses_are_refused(self):
        self.worker("--allow-put", self.address)
        host = f"127.0.0.1:{self.store.server_port}"
        for address in [f"http://{host}/cardsx/a", f"http://{host}/cards/../a", f"http://{host}/cards/%2e%2e/a",
                        f"https://{host}/cards/a", "http://127.0.0.1:1/cards/a", f"http://u:p@{host}/cards/a",
                        "file:///etc/passwd", f"http://{host}\\@evil/cards/a", "cards/a"]:
            code, results, _ = self.submit("job", "ok.lua", "--put", address, "--wait", "20")
            self.assertEqual((code, results[0]["exit"]), (1, "2"), address)
        self.assertEqual(self.taken, [])


@unittest.skipUnless(support.program(), "needs the program: LAYERLUA, or a build")
class ProgramTests(QueueCase):
    """The queue with the program itself."""
    program = support.program() or ""
    limits = ["--time-limit", "2", "--film-time-limit", "5", "--claim-after", "4"]

    def setUp(self):
        super().setUp()
        (self.scripts / "card.lua").write_text("""
            local title = ca.parameter("title", { default = "Hello" })
            return ca.Layer { bounds = { 0, 0, 160, 90 }, backgroundColor = "navy",
              ca.TextLayer { frame = { 10, 10, 140, 40 }, string = title, fontSize = 20 } }
            """)
        (self.scripts / "loop.lua").write_text("while true do end\n")
        (self.scripts / "wrong.lua").write_text("return nil + 1\n")

    def test_a_file_has_the_bytes_of_a_run_of_its_own(self):
        worker = self.worker()
        code, results, said = self.submit("job", "card.lua", "-D", "title=Grüße", "--wait", "60")
        self.assertEqual(code, 0, said + worker.said())
        alone = self.folder / "alone.png"
        subprocess.run([self.program, self.scripts / "card.lua", "-D", "title=Grüße", "-o", alone], check=True)
        self.assertEqual((self.out / results[0]["file"]).read_bytes(), alone.read_bytes())

    def test_many_jobs_survive_a_killed_worker_and_hostile_jobs_are_set_aside(self):
        ids = {self.send(script="card.lua", parameters={"title": f"Card {n}"}) for n in range(60)}
        bad = [self.send(script="wrong.lua"), self.send(script="loop.lua"), self.send(script="none.lua")]
        workers = [self.worker(), self.worker()]
        self.assertTrue(support.until(lambda: self.redis.xlen("layerlua:done") >= 5, 60), workers[0].said())
        workers[0].kill()
        self.assertTrue(support.until(self.is_empty, 120), workers[1].said())
        self.assertEqual({fields["id"] for _, fields in self.redis.xrange("layerlua:done")}, ids)
        self.assertEqual({fields["id"] for fields in self.dead()}, set(bad))
        # The half file of the killed worker goes too.
        self.assertTrue(support.until(lambda: len(self.files()) == 60, 30), self.files())


if __name__ == "__main__":
    unittest.main()
