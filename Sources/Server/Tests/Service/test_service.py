# SPDX-License-Identifier: MIT
"""The render service over HTTP, with a drawing process made for tests."""
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
SERVER = os.environ.get("LAYERLUA_SERVE", str(ROOT / ".build/serve/debug/layerlua-serve"))
KEY = "0f" * 32


class Service:
    """A service on a free port, and its folder."""

    def __init__(self, *options, scripts=None, listen="127.0.0.1:0", environment=None, starts=True, workers=2,
                 program=None):
        self.temporary = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.temporary.name)
        self.folder = self.path / "cards"
        self.folder.mkdir()
        for name, text in (scripts or {"card.lua": "plain", "film.lua": "moves"}).items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        self.log = self.path / "draws"
        self.log.write_text("")
        words = [SERVER, "serve", "--program", program or str(HERE / "fake_worker.py"), str(self.folder),
                 "--workers", str(workers),                 "--drain-delay", "1", "--listen", listen, *options]
        with open(self.path / "log", "wb") as log:
            self.process = subprocess.Popen(
                words, stdout=subprocess.PIPE, stderr=log, text=True,
                env={**os.environ, "FAKE_LOG": str(self.log), **(environment or {})})
        self.address = ""
        if starts:
            self.address = self.process.stdout.readline().strip()
            assert self.address, self.errors()
            if self.address.startswith("http"):
                self.port = urllib.parse.urlsplit(self.address).port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.temporary.cleanup()

    def errors(self):
        return (self.path / "log").read_text()

    def lines(self):
        return [json.loads(line) for line in self.errors().splitlines() if line.startswith("{")]

    def draws(self):
        return self.log.read_text().splitlines()

    def get(self, path, method="GET", headers=None, body=None, timeout=20):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            answer.body = answer.read()
            return answer
        finally:
            connection.close()

    def json(self, path, **words):
        return json.loads(self.get(path, **words).body)

    def raw(self, text, timeout=20):
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as client:
            client.sendall(text)
            data = b""
            try:
                while part := client.recv(65536):
                    data += part
            except ConnectionResetError:
                pass
            return data

    def metric(self, name):
        for line in self.get("/metrics").body.decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split()[-1])
        return None

    def wait(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.02)
        return False


def together(count, body):
    results = [None] * count
    def run(index):
        results[index] = body(index)
    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service("--show-errors").__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def test_a_picture_has_its_values_and_headers(self):
        answer = self.service.get("/card.jpg?title=Hi&count=4&_scale=2&_q=0.8")
        self.assertEqual(answer.status, 200)
        job = json.loads(answer.body)
        self.assertEqual(job["parameters"], {"title": "Hi", "count": 4})
        self.assertEqual((job["scale"], job["quality"], job["format"]), (2, 0.8, "jpg"))
        self.assertEqual(answer.headers["Content-Type"], "image/jpeg")
        self.assertIn("stale-while-revalidate", answer.headers["Cache-Control"])
        self.assertEqual(answer.headers["Content-Location"], "/card.jpg?_q=0.8&_scale=2&count=4&title=Hi")
        self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
        self.assertRegex(answer.headers["Server-Timing"], "draw;dur=")

    def test_equal_pictures_have_one_tag(self):
        first = self.service.get("/card.png?title=Tag&count=3.0")
        again = self.service.get("/card.png?count=%2B3&title=Tag&_v=other")
        self.assertEqual(first.headers["ETag"], again.headers["ETag"])
        self.assertEqual(first.body, again.body)
        other = self.service.get("/card.webp?title=Tag")
        self.assertNotEqual(first.headers["ETag"], other.headers["ETag"])
        kept = self.service.get("/card.png?title=Tag", headers={"If-None-Match": f'"x", W/{first.headers["ETag"]}'})
        self.assertEqual((kept.status, kept.body), (304, b""))

    def test_a_version_of_the_set_makes_it_immutable(self):
        version = self.service.json("/card")["version"]
        self.assertIn("immutable", self.service.get(f"/card.png?_v={version}").headers["Cache-Control"])
        kept = self.service.get(f"/card.png?_v={version}")
        self.assertIsNone(kept.headers["Content-Location"])

    def test_other_versions_are_no_copies(self):
        for text in ["0", "1", "x" * 40]:
            answer = self.service.get(f"/card.png?_v={text}")
            self.assertEqual(answer.status, 200)
            self.assertEqual(answer.headers["Cache-Control"], "no-store", text)
            self.assertEqual(answer.headers["Content-Location"], "/card.png", text)

    def test_words_of_signatures_need_one(self):
        for query, word in [("_sig=a.x", "_sig"), ("_exp=1", "_exp"), ("_exp=99999999999", "_exp"),
                            ("_exp=1&_sig=a.x", "_sig")]:
            answer = self.service.get(f"/card.png?{query}")
            self.assertEqual((answer.status, answer.headers["Cache-Control"]), (400, "no-store"), query)
            self.assertEqual(json.loads(answer.body)["parameter"], word, query)

    def test_ranges(self):
        whole = self.service.get("/card.png").body
        for text, part in [("bytes=0-3", whole[:4]), ("bytes=5-", whole[5:]), ("bytes=-7", whole[-7:]),
                           ("bytes=3-999999", whole[3:])]:
            answer = self.service.get("/card.png", headers={"Range": text})
            self.assertEqual((answer.status, answer.body), (206, part), text)
        for text in ["bytes=5-3", "bytes=a-b", "bytes=0-1,3-4", "lines=0-1", "bytes=-", "bytes=99999999999999999999-"]:
            self.assertEqual(self.service.get("/card.png", headers={"Range": text}).status, 200, text)
        beyond = self.service.get("/card.png", headers={"Range": "bytes=999999-"})
        self.assertEqual((beyond.status, beyond.headers["Content-Range"]), (416, f"bytes */{len(whole)}"))
        self.assertEqual(beyond.headers["Content-Type"], "application/problem+json")
        self.assertEqual((beyond.headers["Cache-Control"], beyond.headers["ETag"]), ("no-store", None))
        tag = self.service.get("/card.png").headers["ETag"]
        for text, status in [(tag, 206), ("W/" + tag, 200), ("*", 200), (f'"x", {tag}', 200)]:
            part = self.service.get("/card.png", headers={"Range": "bytes=0-3", "If-Range": text})
            self.assertEqual(part.status, status, text)
        stale = self.service.get("/card.png", headers={"Range": "bytes=0-3", "If-Range": '"old"'})
        self.assertEqual(stale.status, 200)

    def test_head_is_a_get_without_a_body(self):
        head, get = self.service.get("/card.png", method="HEAD"), self.service.get("/card.png")
        self.assertEqual(head.body, b"")
        for name in ["ETag", "Content-Length", "Content-Type"]:
            self.assertEqual(head.headers[name], get.headers[name])

    def test_problems_are_explained(self):
        for path, status, part in [
            ("/card.png?titel=x", 400, "did you mean title"), ("/card.png?count=11", 400, "from 1 to 10"),
            ("/card.png?count=4&count=5", 400, "twice"), ("/crad.png", 404, "did you mean card"),
            ("/card.bmp", 404, "no script card.bmp"), ("/a%2Fb.png", 400, "escapes"),
            ("/../card.png", 400, "single slashes"),
            ("/card.png?title=%FF", 400, "UTF-8"), ("/render.png", 404, "--allow-scripts"),
            ("/nothing/", 404, "nothing"),
            ("/card.png?title=error+script", 500, "no field 'x'"), ("/card.png?title=error+limit", 413, "no field"),
            ("/card.png?title=error+parameter", 400, "no field"), ("/card.png?title=error+temporary", 503, "no field"),
            ("/card.png?title=die", 500, "exit code 9"), ("/card.png?title=nonsense", 500, "no JSON"),
            ("/card.png?" + "x" * 5000, 414, "4096"), ("/card.gif", 400, "has no animation"),
        ]:
            answer = self.service.get(path)
            self.assertEqual(answer.status, status, path)
            self.assertEqual(answer.headers["Content-Type"], "application/problem+json", path)
            problem = json.loads(answer.body)
            self.assertIn(part, problem["detail"], path)
            self.assertEqual(problem["status"], status)
            self.assertRegex(answer.headers["Cache-Control"], "no-store|max-age=10")
        self.assertEqual(self.service.get("/card.png").status, 200)

    def test_methods(self):
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"]:
            answer = self.service.get("/card.png", method=method)
            self.assertEqual((answer.status, answer.headers["Allow"]), (405, "GET, HEAD"), method)

    def test_malformed_requests(self):
        host = b"Host: localhost\r\n"
        for text in [b"GET /card.png HTTP/1.1\r\n\r\n", b"GET /card.png HTTP/1.1\r\nHost: localhost\r\nHost: b\r\n\r\n",
                     b"GET /card.png HTTP/1.1\r\n" + host + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
                     b"GET /card.png HTTP/1.1\r\n" + host + b"X: " + b"y" * 40000 + b"\r\n\r\n",
                     b"GET /card.png HTTP/1.1\r\n" + host + b"X: y\r\n" * 2000 + b"\r\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET " + b"/x" * 60000 + b" HTTP/1.1\r\n\r\n"]:
            answer = self.service.raw(text)
            self.assertRegex(answer[:12], rb"^HTTP/1.1 4\d\d|^$", text[:60])
        body = self.service.raw(b"GET /card.png HTTP/1.1\r\n" + host + b"Content-Length: 5\r\n\r\nhello")
        self.assertTrue(body.startswith(b"HTTP/1.1 413"), body[:40])
        self.assertEqual(self.service.get("/health").status, 200)

    def test_codings_are_refused(self):
        for coding in [b"gzip, chunked", b"gzip", b"identity", b"chunked, chunked",
                       b"chunked\r\nTransfer-Encoding: chunked"]:
            answer = self.service.raw(
                b"GET /card.png HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: " + coding
                + b"\r\n\r\n0\r\n\r\n")
            self.assertRegex(answer[:12], rb"^HTTP/1\.1 (501|400)", coding)
        self.assertTrue(self.service.raw(
            b"GET /card.png HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"
        ).startswith(b"HTTP/1.1 501"))

    def test_what_is_no_request_has_an_answer(self):
        host = b"Host: localhost\r\n"
        for text, status in [
            ("GET /card.png?title=ü HTTP/1.1\r\n".encode() + host + b"\r\n", 400),
            (b"FOO /card.png HTTP/1.1\r\n" + host + b"\r\n", 400),
            (b"GET /" + b"x" * 50000 + b" HTTP/1.1\r\n" + host + b"\r\n", 414),
            (b"GET /card.png HTTP/1.1\r\n" + host + b"X: y\r\n" * 65 + b"\r\n", 431),
            (b"GET /card.png HTTP/1.1\r\n" + host + b"X: " + b"y" * 9000 + b"\r\n\r\n", 431),
            (b"GET /card.png HTTP/1.1\r\n" + host + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        ]:
            metric = f'layerlua_requests_total{{script="",format="",status="{status}"}}'
            before = self.service.metric(metric) or 0
            head, body = self.service.raw(text).split(b"\r\n\r\n", 1)
            self.assertTrue(head.startswith(b"HTTP/1.1 %d " % status), (text[:60], head))
            problem = json.loads(body)
            self.assertEqual(problem["status"], status)
            self.assertIn(b"application/problem+json", head)
            self.assertEqual(self.service.metric(metric), before + 1)
            number = problem["instance"].rpartition(":")[2]
            self.assertTrue(self.service.wait(
                lambda: any(line.get("id") == number and line["status"] == status for line in self.service.lines())))

    def test_reached_limits_are_logged(self):
        self.service.get("/card.png?title=error+limit")
        self.assertTrue(self.service.wait(
            lambda: any(line.get("limit") == "memory" and line["msg"] == "a picture failed"
                        for line in self.service.lines())))

    def test_descriptions(self):
        listed = self.service.json("/", headers={"Accept": "application/json"})
        self.assertEqual([one["name"] for one in listed["scripts"]], ["card", "film"])
        self.assertEqual((listed["scales"], listed["widths"]), ([1, 2, 3], [320, 640, 1200]))
        card = self.service.json("/card")
        self.assertEqual((card["title"], card["width"]), ("Card", 1200))
        self.assertEqual(card["parameters"]["properties"]["count"]["maximum"], 10)
        self.assertNotIn("gif", card["formats"])
        self.assertIn("gif", self.service.json("/film")["formats"])
        page = self.service.get("/", headers={"Accept": "text/html,*/*"})
        self.assertIn(b"<!doctype html>", page.body)
        self.assertIn("default-src 'none'", page.headers["Content-Security-Policy"])
        for name in ["page.css", "page.js"]:
            self.assertEqual(self.service.get(f"/_page/{name}").status, 200)
        self.assertEqual(self.service.get("/_page/../card.lua").status, 400)

    def test_answers_by_accept_say_so(self):
        for accept in ["text/html,*/*", "application/json", "*/*"]:
            self.assertEqual(self.service.get("/", headers={"Accept": accept}).headers["Vary"], "Accept", accept)
        self.assertIsNone(self.service.get("/card").headers["Vary"])
        self.assertIsNone(self.service.get("/card.png").headers["Vary"])

    def test_openapi(self):
        document = self.service.json("/openapi.json")
        self.assertEqual(document["openapi"], "3.1.0")
        names = [one["name"] for one in document["paths"]["/card.{format}"]["get"]["parameters"]]
        self.assertEqual(names[:4], ["format", "title", "count", "status"])
        for path in document["paths"]:
            path = path.replace("{format}", "png")
            self.assertEqual(self.service.get(path).status, 200, path)
        self.validate(document)

    def validate(self, document):
        try:
            import openapi_spec_validator
        except ImportError:
            return
        openapi_spec_validator.validate(document)

    def test_documents_run_nothing(self):
        for name in ["svg", "pdf"]:
            self.assertIn("sandbox", self.service.get(f"/card.{name}").headers["Content-Security-Policy"])

    def test_films_come_as_they_are_drawn(self):
        answer = self.service.get("/film.gif?title=parts")
        self.assertEqual(answer.body, b"part0;part1;part2;part3;part4;end")
        self.assertEqual(answer.headers["Transfer-Encoding"], "chunked")
        kept = self.service.get("/film.gif?title=parts", headers={"Range": "bytes=6-10"})
        self.assertEqual((kept.status, kept.body), (206, b"part1"))
        self.assertEqual(sum(line.endswith(" parts") for line in self.service.draws()), 1)

    def test_an_endless_film_needs_its_length(self):
        with Service(scripts={"spin.lua": "moves endlessly"}) as service:
            self.assertEqual([service.json("/spin")[key] for key in ["duration", "endless"]], [2, True])
            answer = service.get("/spin.gif", headers={"X-Forwarded-For": "203.0.113.7"})
            problem = json.loads(answer.body)
            self.assertEqual((answer.status, problem["parameter"]), (400, "_duration"))
            self.assertIn("_duration: expected", problem["detail"])
            self.assertEqual(service.get("/spin.gif?_duration=2").status, 200)

    def test_a_film_that_breaks_has_no_clean_end(self):
        with self.assertRaises((http.client.IncompleteRead, ConnectionError)):
            self.service.get("/film.gif?title=parts+broken")

    def test_logs_have_no_values(self):
        trace = "00-" + "ab" * 16 + "-" + "cd" * 8 + "-01"
        self.service.get("/card.png?title=Secret+name", headers={"traceparent": trace})
        self.assertTrue(self.service.wait(lambda: any(line.get("trace") == "ab" * 16 for line in self.service.lines())))
        self.service.get("/card.png?title=error+script+Secret+name")
        self.assertTrue(self.service.wait(lambda: "no field 'x' in /srv/card.lua: …" in self.service.errors()))
        self.assertNotIn("Secret", self.service.errors())
        line = [line for line in self.service.lines() if line.get("trace")][-1]
        self.assertEqual((line["script"], line["format"], line["status"], line["cache"]), ("card", "png", 200, "none"))

    def test_metrics_have_bounded_labels(self):
        for number in range(50):
            self.service.get(f"/nothing{number}.png")
        text = self.service.get("/metrics").body.decode()
        self.assertNotIn("nothing7", text)
        self.assertGreater(self.service.metric('layerlua_requests_total{script="card",format="png",status="200"}'), 0)
        for name in ["layerlua_queue_jobs", "layerlua_cache_bytes", "layerlua_worker_ends_total",
                     "layerlua_draw_duration_seconds_bucket"]:
            self.assertIn(name, text)
        self.assertEqual(self.service.get("/metrics", headers={"X-Forwarded-For": "1.2.3.4"}).status, 404)

    def test_forms_of_requests(self):
        host = b"Host: 127.0.0.1\r\nConnection: close\r\n\r\n"
        whole = self.service.raw(b"GET http://cards.example.org/card.png HTTP/1.1\r\n" + host)
        self.assertTrue(whole.startswith(b"HTTP/1.1 200"))
        old = self.service.raw(b"GET /film.gif?title=parts HTTP/1.0\r\n\r\n")
        self.assertTrue(old.endswith(b"\r\n\r\npart0;part1;part2;part3;part4;end"), old)
        self.assertIn(b"\r\nDate: ", old)
        head = self.service.get("/card.png", method="HEAD", headers={"Range": "bytes=0-3"})
        self.assertEqual(head.status, 200)

    def test_one_word_for_one_thing(self):
        for query in ["_scale=2&_dpr=3", "scale=2&_scale=2", "_dpr=2&scale=3"]:
            self.assertEqual(self.service.get(f"/card.png?{query}").status, 400, query)
        location = self.service.get("/card.jpg?_t=0.7&_q=0.35&_scale=2.0").headers["Content-Location"]
        self.assertEqual(location, "/card.jpg?_q=0.35&_scale=2&_t=0.7")

    def test_names_of_others_are_refused(self):
        for path in ["/card.png", "/card", "/", "/openapi.json"]:
            for name in ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "192.168.1.9",
                         "localhost.evil.example"]:
                for accept in ["*/*", "text/html"]:
                    answer = self.service.get(path, headers={"Host": name, "Accept": accept})
                    self.assertEqual(answer.status, 421, (path, name))
                    self.assertIn("--trusted-proxies", json.loads(answer.body)["detail"])
            for name in ["localhost", "LOCALHOST:8040", "127.0.0.1:1", "127.0.0.2", "[::1]:8040", "[::1]"]:
                self.assertEqual(self.service.get(path, headers={"Host": name}).status, 200, (path, name))
        self.assertEqual(self.service.get("/health", headers={"Host": "evil.example"}).status, 200)

    def test_names_of_proxies_are_taken(self):
        with Service("--trusted-proxies", "127.0.0.1/32", "--allow-scripts") as service:
            self.assertEqual(service.get("/card.png", headers={"Host": "cards.example.com"}).status, 200)
            send = lambda **headers: service.get(
                "/render.png", method="POST", body="script", headers={"Content-Type": "text/x-lua", **headers}).status
            self.assertEqual(send(Host="cards.example.com"), 401)
            self.assertEqual(send(**{"X-Forwarded-For": "203.0.113.7"}), 401)
            self.assertEqual(send(), 200)
        with Service("--allow-unsigned") as service:
            self.assertEqual(service.get("/card.png", headers={"Host": "cards.example.com"}).status, 200)

    def test_metrics_are_near(self):
        for name in ["evil.example", "evil.example:80", "127.0.0.1.evil.example"]:
            self.assertEqual(self.service.get("/metrics", headers={"Host": name}).status, 404, name)

    def test_keeps_connections(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=10)
        for number in range(5):
            connection.request("GET", f"/card.png?title=k{number}")
            self.assertEqual(connection.getresponse().read()[:1], b"{")
        connection.close()


class Sharing(unittest.TestCase):
    def test_one_drawing_for_equal_requests(self):
        with Service() as service:
            answers = together(20, lambda _: service.get("/card.png?title=wait+0.4"))
            self.assertEqual({answer.status for answer in answers}, {200})
            self.assertEqual(len({answer.body for answer in answers}), 1)
            self.assertEqual(len(service.draws()), 1)
            self.assertEqual(service.metric("layerlua_coalesced_total"), 19)

    def test_a_client_that_goes_frees_its_place(self):
        with Service("--queue", "50", workers=1) as service:
            clients = []
            for number in range(12):
                client = socket.create_connection(("127.0.0.1", service.port))
                client.sendall(b"GET /card.png?title=wait+0.3&count=%d HTTP/1.1\r\nHost: localhost\r\n\r\n"
                               % (number % 10 + 1))
                clients.append(client)
            time.sleep(0.1)
            for client in clients:
                client.close()
            self.assertEqual(service.get("/card.png?title=after").status, 200)
            self.assertLess(len(service.draws()), 12)

    def test_abandoned_pictures_are_ended(self):
        with Service("--time-limit", "30", workers=1) as service:
            client = socket.create_connection(("127.0.0.1", service.port))
            client.sendall(b"GET /card.png?title=hang HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(service.wait(lambda: len(service.draws()) == 1))
            client.close()
            self.assertEqual(service.get("/card.png?title=after").status, 200)
            self.assertEqual(service.metric('layerlua_worker_ends_total{reason="cancelled"}'), 1)

    def test_queues_are_bounded(self):
        with Service("--queue", "8", workers=1) as service:
            answers = together(20, lambda n: service.get(f"/card.png?title=wait+0.4+{n}"))
            statuses = [answer.status for answer in answers]
            self.assertGreaterEqual(statuses.count(200), 2)
            self.assertGreaterEqual(statuses.count(429), 5)
            for answer in answers:
                if answer.status != 200:
                    self.assertTrue(1 <= int(answer.headers["Retry-After"]) <= 60)
            self.assertEqual(service.get("/health").status, 200)

    def test_clients_take_turns(self):
        with Service("--queue", "40", "--trusted-proxies", "127.0.0.1", workers=1) as service:
            def ask(number):
                client = "10.0.0.1" if number < 10 else f"10.0.0.{number}"
                if number >= 10:
                    time.sleep(0.15)
                return service.get(f"/card.png?title=wait+0.2+{number}", headers={"X-Forwarded-For": client}).status
            self.assertEqual(set(together(12, ask)), {200})
            # Two clients with one picture each do not wait for the ten of another.
            order = [line.split()[-1] for line in service.draws()]
            self.assertLess(max(order.index("10"), order.index("11")), 11, order)
            self.assertNotEqual(order[-2:], ["10", "11"])

    def test_a_proxy_that_is_not_trusted_is_noted_once(self):
        def warnings(service):
            return [line["msg"] for line in service.lines() if "--trusted-proxies" in line["msg"]]
        with Service() as service:
            for number in range(3):
                service.get("/card.png", headers={"X-Forwarded-For": f"203.0.113.{number}"})
            self.assertTrue(service.wait(lambda: warnings(service)))
            self.assertEqual(len(warnings(service)), 1)
            self.assertIn("127.0.0.1/32", warnings(service)[0])
        with Service("--trusted-proxies", "127.0.0.1") as service:
            service.get("/card.png", headers={"X-Forwarded-For": "203.0.113.7"})
            self.assertTrue(service.wait(lambda: any(line["msg"] == "request" for line in service.lines())))
            self.assertEqual(warnings(service), [])

    def test_a_slow_client_holds_up_nobody_else(self):
        with Service(workers=1) as service:
            def begin():
                client = socket.create_connection(("127.0.0.1", service.port))
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.sendall(b"GET /film.gif?title=stream+60 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return client
            slow = begin()
            time.sleep(0.5)
            self.assertEqual(len(service.get("/film.gif?title=stream+60").body), 60 * (256 << 10) + 3)
            self.assertEqual(service.get("/card.png?title=after").status, 200)
            slow.close()

    def test_a_slow_client_that_goes_lets_the_film_go_on(self):
        with Service(workers=1) as service:
            slow = socket.create_connection(("127.0.0.1", service.port))
            slow.sendall(b"GET /film.gif?title=stream+80 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(0.3)
            other = threading.Thread(target=lambda: time.sleep(0.2) or slow.close())
            other.start()
            self.assertEqual(len(service.get("/film.gif?title=stream+80").body), 80 * (256 << 10) + 3)
            other.join()

    def test_the_log_holds_up_nobody(self):
        read, write = os.pipe()
        service = Service(starts=False)
        service.process.kill()
        service.process.wait()
        process = subprocess.Popen(service.process.args, stdout=subprocess.PIPE, stderr=write, text=True,
                                   env={**os.environ, "FAKE_LOG": str(service.log)})
        os.close(write)
        with service:
            service.port = urllib.parse.urlsplit(process.stdout.readline().strip()).port
            for number in range(1500):
                self.assertEqual(service.get(f"/none{number}.png").status, 404)
            self.assertEqual(service.get("/card.png").status, 200)
        process.kill()
        process.wait()
        process.stdout.close()
        os.close(read)

    def test_a_killed_worker_loses_no_picture(self):
        with Service(workers=1) as service:
            self.assertEqual(service.get("/card.png").status, 200)
            def kill():
                service.wait(lambda: any("wait" in line for line in service.draws()))
                os.kill(int(service.draws()[-1].split()[0]), signal.SIGKILL)
            killer = threading.Thread(target=kill)
            killer.start()
            self.assertEqual(service.get("/card.png?title=wait+0.5").status, 200)
            killer.join()
            self.assertEqual(sum("wait" in line for line in service.draws()), 2)

    def test_time_limit(self):
        with Service("--time-limit", "0.3", workers=1) as service:
            answer = service.get("/card.png?title=hang")
            self.assertEqual((answer.status, json.loads(answer.body)["limit"]), (504, "time"))
            self.assertEqual(service.get("/card.png?title=after").status, 200)

    def test_slow_clients_are_closed(self):
        with Service() as service:
            with socket.create_connection(("127.0.0.1", service.port), timeout=20) as client:
                client.sendall(b"GET /card.png HTTP/1.1\r\n")
                start = time.monotonic()
                try:
                    while True:
                        client.sendall(b"X: y\r\n")
                        time.sleep(0.2)
                        client.setblocking(False)
                        try:
                            if client.recv(10) == b"":
                                break
                        except BlockingIOError:
                            pass
                        client.setblocking(True)
                except (BrokenPipeError, ConnectionResetError):
                    pass
                self.assertGreater(time.monotonic() - start, 4)

    def test_what_comes_too_late_has_an_answer(self):
        with Service() as service:
            head = service.raw(b"GET /card.png HTTP/1.1\r\nHost: localhost\r\n")
            self.assertTrue(head.startswith(b"HTTP/1.1 408 "), head)
            self.assertIn(b"the request's head did not arrive within 5.0 s", head)
            self.assertEqual(service.raw(b""), b"")
        with Service("--allow-scripts") as service:
            text = service.raw(b"POST /render.png HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/x-lua\r\n"
                               b"Content-Length: 9\r\n\r\nreturn")
            head, body = text.split(b"\r\n\r\n", 1)
            self.assertTrue(head.startswith(b"HTTP/1.1 408 "), head)
            self.assertEqual(json.loads(body)["type"], "urn:layerlua:problem:request")

    def test_connections_of_an_address_are_bounded(self):
        with Service() as service:
            clients = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(200)]
            self.assertTrue(service.wait(lambda: service.metric("layerlua_connections") <= 64))
            self.assertEqual(service.get("/card.png").status, 200)
            for client in clients:
                client.close()

    def test_the_connection_that_is_idle_longest_gives_way(self):
        with Service() as service:
            kept = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)

            def ask():
                kept.request("GET", "/health")
                return kept.getresponse().read()
            ask()
            clients = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(50)]
            self.assertTrue(service.wait(lambda: service.metric("layerlua_connections") >= 51))
            own = kept.sock
            ask()
            clients += [socket.create_connection(("127.0.0.1", service.port)) for _ in range(30)]
            # The first one has been silent for longest.
            clients[0].settimeout(20)
            self.assertEqual(clients[0].recv(1), b"")
            self.assertTrue(service.wait(lambda: service.metric("layerlua_connections") <= 64))
            ask()
            self.assertIs(kept.sock, own)
            kept.close()
            for client in clients:
                client.close()

    def test_nobody_waits_for_the_slowest_reader(self):
        with Service() as service:
            slow = socket.create_connection(("127.0.0.1", service.port))
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.sendall(b"GET /card.png?title=large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(0.3)
            self.assertEqual(len(service.get("/card.png?title=large").body), 8 << 20)
            self.assertEqual(service.get("/card.png").status, 200)
            slow.close()


class Credentials(unittest.TestCase):
    def test_other_machines_need_a_key(self):
        with Service(listen="0.0.0.0:0", starts=False) as service:
            self.assertEqual(service.process.wait(10), 2)
            self.assertIn("--keys FILE", service.errors())

    def serving(self, *options):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        keys, tokens = pathlib.Path(folder.name, "keys"), pathlib.Path(folder.name, "tokens")
        keys.write_text(f"a:{KEY}\n")
        tokens.write_text("shop:0123456789abcdef0123\n")
        self.keys = keys
        return Service("--keys", str(keys), "--token-file", str(tokens), *options, listen="0.0.0.0:0")

    def sign(self, address, *words):
        return subprocess.run(
            [SERVER, "sign", address, "--keys", str(self.keys), *words], capture_output=True, text=True,
            check=True).stdout.strip()

    def test_signatures(self):
        with self.serving("--unsigned", "_w") as service:
            self.assertEqual(service.get("/card.png?title=Hi").status, 403)
            signed = self.sign("/card.png?title=Hi there&_w=640".replace(" ", "%20"), "--unsigned", "_w")
            answer = service.get(signed)
            self.assertEqual(answer.status, 200)
            self.assertIn("public", answer.headers["Cache-Control"])
            # The canonical address would have no signature.
            self.assertIsNone(answer.headers["Content-Location"])
            self.assertEqual(service.get(signed.replace("_w=640", "_w=320")).status, 200)
            self.assertEqual(service.get(signed.replace("there", "where")).status, 403)
            self.assertEqual(service.get(signed.replace("card.png", "film.png")).status, 403)
            self.assertEqual(service.get(signed[:-1]).status, 403)
            absolute = self.sign("https://cards.example.org/card.png")
            self.assertTrue(absolute.startswith("https://cards.example.org/card.png?_sig=a."))

    def test_visitors_with_signed_addresses_share_nothing(self):
        with self.serving("--trusted-proxies", "127.0.0.1") as service:
            def ask(number):
                signed = self.sign(f"/card.png?title=wait+0.2+{number}")
                return service.get(signed, headers={"X-Forwarded-For": f"203.0.113.{number}"}).status
            self.assertEqual(together(16, ask), [200] * 16)
            self.assertIn("key:a 203.0.113.7", {line.get("client") for line in service.lines()})

    def test_expiry(self):
        with self.serving() as service:
            signed = self.sign("/card.png", "--expires", "100")
            answer = service.get(signed)
            self.assertEqual(answer.status, 200)
            age = int(re.search(r"max-age=(\d+)", answer.headers["Cache-Control"])[1])
            self.assertTrue(90 <= age <= 100)
            short = self.sign("/card.png", "--expires", "1")
            time.sleep(2.1)
            self.assertEqual(service.get(short).status, 410)

    def test_tokens(self):
        with self.serving() as service:
            for path in ["/", "/card", "/openapi.json"]:
                self.assertEqual(service.get(path).status, 401)
                good = service.get(path, headers={"Authorization": "Bearer 0123456789abcdef0123"})
                self.assertEqual(good.status, 200)
            for token in ["Bearer x", "Bearer ", "Basic 0123456789abcdef0123", "0123456789abcdef0123"]:
                self.assertEqual(service.get("/card", headers={"Authorization": token}).status, 401)
            picture = service.get("/card.png", headers={"Authorization": "Bearer 0123456789abcdef0123"})
            self.assertIn("private", picture.headers["Cache-Control"])
            for path in ["/health", "/ready"]:
                self.assertEqual(service.get(path).status, 200)

    def test_openapi_requires_what_the_service_does(self):
        token = {"Authorization": "Bearer 0123456789abcdef0123"}
        with self.serving("--allow-scripts", "--negotiate", "webp") as service:
            document = service.json("/openapi.json", headers=token)
            self.assertEqual(set(document["components"]["securitySchemes"]), {"token", "signature"})
            for path, operations in document["paths"].items():
                for method, operation in operations.items():
                    if path != "/metrics":
                        status = service.get(path.replace("{format}", "png"), method=method.upper()).status
                        self.assertEqual(status in (401, 403), "security" in operation, path)
            Answers.validate(self, document)

    def test_the_page_asks_for_the_token(self):
        with self.serving() as service:
            page = service.get("/", headers={"Accept": "text/html,*/*;q=0.8"})
            self.assertEqual(page.status, 200)
            self.assertNotIn(b"card", page.body)
            self.assertIn(b'id="token"', page.body)
            self.assertEqual(service.get("/", headers={"Accept": "application/json"}).status, 401)

    def test_tokens_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            tokens = pathlib.Path(folder, "tokens")
            tokens.write_text("shop:0123456789abcdef0123\n")
            with Service("--token-file", str(tokens)) as service:
                for headers in [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic x"}]:
                    for path in ["/card.png", "/card.png?_sig=a.x", "/card"]:
                        answer = service.get(path, headers=headers)
                        self.assertEqual((answer.status, answer.headers["WWW-Authenticate"]), (401, "Bearer"), path)
                for scheme in ["Bearer ", "bearer ", "BEARER  "]:
                    answer = service.get("/card.png", headers={"Authorization": scheme + "0123456789abcdef0123"})
                    self.assertEqual(answer.status, 200, scheme)
        with self.serving() as service:
            self.assertEqual(service.get("/card.png").status, 403)
            self.assertEqual(service.get("/card.png", headers={"Authorization": "Bearer wrong"}).status, 401)

    def test_files_of_other_systems(self):
        with self.serving() as service:
            self.keys.write_bytes(f"# keys\r\nb:{'1e' * 32}\r\n".encode())
            self.keys.with_name("tokens").write_bytes(b"# tokens\r\nshop:abcdefghijklmnopq\r\n")
            service.process.send_signal(signal.SIGHUP)
            new = self.sign("/card.png")
            self.assertTrue(service.wait(lambda: service.get(new).status == 200))
            good = service.get("/card", headers={"Authorization": "Bearer abcdefghijklmnopq"})
            self.assertEqual(good.status, 200)

    def test_a_key_that_is_over_signs_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            keys = pathlib.Path(folder, "keys")
            keys.write_text(f"old:{KEY}:100\nnew:{'1e' * 32}\n")
            signed = subprocess.run([SERVER, "sign", "/card.png", "--keys", str(keys)], capture_output=True, text=True)
            self.assertEqual((signed.returncode, signed.stdout), (2, ""))
            self.assertIn("old", signed.stderr)
            self.assertNotIn(KEY, signed.stderr)

    def test_keys_are_read_again(self):
        with self.serving() as service:
            old = self.sign("/card.png")
            self.keys.write_text(f"b:{'1e' * 32}\n")
            service.process.send_signal(signal.SIGHUP)
            new = self.sign("/card.png")
            self.assertTrue(service.wait(lambda: service.get(new).status == 200))
            self.assertEqual(service.get(old).status, 403)


class Deploys(unittest.TestCase):
    def test_new_scripts_are_taken(self):
        with Service() as service:
            before = service.json("/card")["version"]
            old = service.get("/card.png")
            (service.folder / "card.lua").write_text("changed")
            (service.folder / "more.lua").write_text("plain")
            service.process.send_signal(signal.SIGHUP)
            self.assertTrue(service.wait(lambda: service.get("/more.png").status == 200))
            self.assertNotEqual(service.json("/card")["version"], before)
            new = service.get("/card.png")
            self.assertEqual(json.loads(new.body)["text"], "changed")
            self.assertNotEqual(old.headers["ETag"], new.headers["ETag"])

    def test_a_broken_set_is_not_taken(self):
        with Service() as service:
            before = service.json("/card")["version"]
            (service.folder / "bad.lua").write_text("broken")
            service.process.send_signal(signal.SIGHUP)
            self.assertTrue(service.wait(lambda: "deploy" in service.json("/ready")))
            self.assertIn("it is broken", service.json("/ready")["deploy"])
            self.assertEqual([line["msg"] for line in service.lines()].count("scripts loaded"), 1)
            self.assertEqual(service.json("/card")["version"], before)
            self.assertEqual(service.metric("layerlua_deploy_failures_total"), 1)
            (service.folder / "bad.lua").unlink()
            service.process.send_signal(signal.SIGHUP)
            self.assertTrue(service.wait(lambda: "deploy" not in service.json("/ready")))

    def test_running_pictures_end_with_their_set(self):
        with Service(workers=1) as service:
            result = []
            asking = threading.Thread(target=lambda: result.append(service.get("/card.png?title=wait+1")))
            asking.start()
            self.assertTrue(service.wait(lambda: len(service.draws()) == 1))
            (service.folder / "card.lua").write_text("changed")
            service.process.send_signal(signal.SIGHUP)
            self.assertTrue(service.wait(lambda: json.loads(service.get("/card.png").body)["text"] == "changed"))
            asking.join()
            self.assertEqual(result[0].status, 200)

    def test_old_jobs_leave_new_ones_alone(self):
        with Service("--queue", "40", workers=1) as service:
            old = []
            for number in range(4):
                client = socket.create_connection(("127.0.0.1", service.port))
                client.sendall(b"GET /card.png?title=wait+1&count=%d HTTP/1.1\r\nHost: localhost\r\n\r\n"
                               % (number + 1))
                old.append(client)
            self.assertTrue(service.wait(lambda: len(service.draws()) == 1))
            (service.folder / "card.lua").write_text("changed")
            version = service.json("/card")["version"]
            service.process.send_signal(signal.SIGHUP)
            self.assertTrue(service.wait(lambda: service.json("/card")["version"] != version))
            closing = threading.Timer(0.3, lambda: [client.close() for client in old])
            closing.start()
            answers = together(4, lambda n: service.get(f"/card.png?title=wait+0.2&count={n + 1}"))
            self.assertEqual([answer.status for answer in answers], [200] * 4)
            closing.join()

    def test_changed_files_are_not_kept(self):
        with Service() as service:
            (service.folder / "card.lua").write_text("edited in place")
            self.assertTrue(service.wait(lambda: "files have changed" in service.errors()))
            for _ in range(2):
                answer = service.get("/card.png?title=new")
                self.assertEqual((answer.status, answer.headers["Cache-Control"]), (200, "no-store"))
            self.assertEqual(len(service.draws()), 2)
            service.process.send_signal(signal.SIGHUP)
            control = lambda: service.get("/card.png?title=new").headers["Cache-Control"]
            self.assertTrue(service.wait(lambda: "public" in control()))

    def test_changed_files_are_drawn_as_they_are(self):
        for options in [(), ("--cache-memory", "0")]:
            with Service(*options) as service:
                old = service.get("/card.png?count=3")
                tag = old.headers["ETag"]
                texts = []
                for text in ["edited once", "edited twice"]:
                    (service.folder / "card.lua").write_text(text)
                    self.assertTrue(service.wait(lambda: service.get("/card.png").headers["ETag"] is None))
                    self.assertTrue(service.wait(lambda: json.loads(service.get("/card.png").body)["text"] == text))
                    for headers in [{}, {"If-None-Match": tag}, {"Range": "bytes=0-3", "If-Range": tag},
                                    {"Range": "bytes=0-3"}]:
                        answer = service.get("/card.png?count=3", headers=headers)
                        self.assertEqual((answer.status, answer.headers["ETag"]), (200, None), headers)
                        texts.append(json.loads(answer.body)["text"])
                self.assertEqual(texts, ["edited once"] * 4 + ["edited twice"] * 4)
                service.process.send_signal(signal.SIGHUP)
                self.assertTrue(service.wait(lambda: service.get("/card.png").headers["ETag"] not in (None, tag)))

    def test_more_scripts_than_places_in_the_queue(self):
        with Service("--queue", "1", scripts={f"s{n}.lua": "plain" for n in range(20)}) as service:
            self.assertEqual(service.get("/s7.png").status, 200)

    def test_files_with_addresses(self):
        lottie = '{"v":"5.7","fr":30,"ip":0,"op":60,"w":9,"h":9,"layers":[]}'
        files = {"a.lua": "x", "b/c.lua": "x", "_m.lua": "x", "_lib/d.lua": "x", "e.json": lottie, "f.json": "[1]",
                 "g.lottie": "x", "scene.ca/main.caml": "x", "scene.ca/assets/x.png": "x", "h.txt": "x",
                 "render.lua": "x", "Upper.lua": "x", ".hidden.lua": "x"}
        with Service(scripts=files) as service:
            names = [one["name"] for one in service.json("/")["scripts"]]
            self.assertEqual(names, ["a", "b/c", "e", "g", "scene"])
            self.assertTrue(service.wait(lambda: "Upper.lua" in service.errors()))

    def test_a_bad_folder_does_not_start(self):
        with Service(scripts={"bad.lua": "broken"}, starts=False) as service:
            self.assertEqual(service.process.wait(10), 1)
            self.assertIn("bad.lua: it is broken", service.errors())

    def test_watching_takes_each_save(self):
        with Service("--watch", scripts={"card.lua": "broken"}) as service:
            self.assertEqual(service.get("/card.png").status, 500)
            (service.folder / "card.lua").write_text("good")
            self.assertTrue(service.wait(lambda: service.get("/card.png").status == 200))

    def test_stops_gracefully(self):
        with Service(workers=1) as service:
            result = []
            asking = threading.Thread(target=lambda: result.append(service.get("/card.png?title=wait+3")))
            asking.start()
            self.assertTrue(service.wait(lambda: len(service.draws()) == 1))
            service.process.terminate()
            self.assertTrue(service.wait(lambda: service.get("/ready").status == 503))
            asking.join()
            self.assertEqual(result[0].status, 200)
            self.assertEqual(service.process.wait(10), 0)
            with self.assertRaises(OSError):
                service.get("/health")

    def test_folders_are_checked_at_the_start(self):
        for option in ["--font-dir", "--allow-read"]:
            with Service(option, "/nope", starts=False) as service:
                self.assertEqual(service.process.wait(10), 4)
                self.assertIn(f"{option}: cannot read /nope: no such file", service.errors())

    def test_counters_begin_at_zero(self):
        with Service() as service:
            for name in ['layerlua_worker_ends_total{reason="signal"}', 'layerlua_rejected_total{reason="queue"}',
                         "layerlua_deploy_failures_total", "layerlua_coalesced_total"]:
                self.assertEqual(service.metric(name), 0, name)

    def test_a_second_signal_ends_at_once(self):
        with Service("--drain-delay", "60") as service:
            service.process.send_signal(signal.SIGINT)
            self.assertTrue(service.wait(lambda: service.get("/ready").status == 503))
            service.process.send_signal(signal.SIGHUP)
            self.assertEqual(service.get("/health").status, 200)
            service.process.send_signal(signal.SIGINT)
            self.assertEqual(service.process.wait(5), 130)

    def test_gives_up_loudly(self):
        with Service(workers=1) as service:
            self.assertEqual(service.get("/card.png").status, 200)
        with Service(environment={"FAKE_BROKEN": "1"}, starts=False) as service:
            self.assertEqual(service.process.wait(30), 1)
            self.assertIn("cannot be started", service.errors())


class Caches(unittest.TestCase):
    def test_pictures_outlive_the_service(self):
        with tempfile.TemporaryDirectory() as folder:
            with Service("--cache", f"{folder}/kept") as service:
                first = service.get("/card.png?title=keep").body
                self.assertTrue(service.wait(lambda: list(pathlib.Path(folder).glob("kept/*/*"))))
            with Service("--cache", f"{folder}/kept") as service:
                self.assertEqual(service.get("/card.png?title=keep").body, first)
                self.assertEqual(service.draws(), [])
                file = list(pathlib.Path(folder).glob("kept/*/*"))[0]
                file.write_bytes(file.read_bytes()[:-1] + b"?")
            with Service("--cache", f"{folder}/kept") as service:
                self.assertEqual(service.get("/card.png?title=keep").body[:1], b"{")
                self.assertEqual(len(service.draws()), 1)

    def test_the_folder_is_bounded(self):
        with tempfile.TemporaryDirectory() as folder:
            with Service("--cache", folder, "--cache-size", "20000") as service:
                for number in range(60):
                    service.get(f"/card.png?title=many{number}")
                total = lambda: sum(f.stat().st_size for f in pathlib.Path(folder).glob("*/*"))
                self.assertTrue(service.wait(lambda: 0 < total() <= 20000))
                self.assertEqual(list(pathlib.Path(folder).glob("*/.*")), [])

    def test_a_folder_that_goes_is_made_again(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, "kept")
            with Service("--cache", str(kept)) as service:
                shutil.rmtree(kept)
                service.get("/card.png?title=again")
                self.assertTrue(service.wait(lambda: list(kept.glob("*/*"))))
                self.assertEqual(service.metric("layerlua_cache_disk_writing"), 1)

    def test_a_folder_that_takes_no_file_is_told_once(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, "kept")
            with Service("--cache", str(kept)) as service:
                shutil.rmtree(kept)
                # Not even root makes a folder here.
                kept.write_text("")
                notes = lambda: [line for line in service.lines() if "kept on disk" in line["msg"]]
                service.get("/card.png?title=lost")
                self.assertTrue(service.wait(notes))
                self.assertIn("not a directory", notes()[0]["detail"])
                self.assertEqual(service.metric("layerlua_cache_disk_writing"), 0)
                for number in range(3):
                    self.assertEqual(service.get(f"/card.png?title=lost{number}").status, 200)
                self.assertEqual(len(notes()), 1)

    def test_a_folder_that_cannot_be_written_is_an_error(self):
        with Service("--cache", "/proc/cache", starts=False) as service:
            self.assertEqual(service.process.wait(10), 4)


class Strangers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.service = Service("--allow-scripts", environment={"TMPDIR": cls.temporary.name}).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()
        cls.temporary.cleanup()

    def post(self, body, type="text/x-lua", path="/render.png"):
        return self.service.get(path, method="POST", body=body, headers={"Content-Type": type})

    def test_each_script_has_a_process_of_its_own(self):
        answers = [json.loads(self.post(f"script {n}").body) for n in range(4)]
        self.assertEqual(len({answer["pid"] for answer in answers}), 4)
        self.assertEqual([answer["text"] for answer in answers], [f"script {n}" for n in range(4)])
        self.assertEqual(answers[0]["folder"], [])

    def test_is_never_kept(self):
        answer = self.post("script")
        self.assertEqual(answer.headers["Cache-Control"], "no-store")
        self.assertIsNone(answer.headers["ETag"])

    def test_files_come_with_it(self):
        body = (b"--b\r\nContent-Disposition: form-data; name=\"script\"\r\n\r\nreturn 1\r\n"
                b"--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"p.txt\"\r\n\r\nbytes\r\n--b--\r\n")
        job = json.loads(self.post(body, "multipart/form-data; boundary=b").body)
        self.assertEqual((job["body"], job["files"]), ("return 1bytes", [{"name": "p.txt", "bytes": 5}]))

    def test_its_errors_are_the_requests(self):
        answer = self.post("error script")
        problem = json.loads(answer.body)
        self.assertEqual((answer.status, problem["line"]), (422, 3))
        self.assertEqual(self.post("die").status, 500)
        self.assertEqual(self.post("").status, 400)
        self.assertEqual(self.post("x", "application/json").status, 415)
        self.assertEqual(self.service.get("/render.png").status, 405)
        self.assertEqual(self.post("x" * (1 << 20) + "y").status, 413)
        self.assertEqual(self.post("after").status, 200)

    def test_names_of_others_send_none(self):
        # A page whose name was made to lead here (DNS rebinding) is of the origin that it asks.
        headers = {"Content-Type": "text/x-lua", "Host": "evil.example:80", "Origin": "http://evil.example:80",
                   "Sec-Fetch-Site": "same-origin"}
        self.assertEqual(
            self.service.get("/render.png", method="POST", body="script", headers=headers).status, 401)

    def test_pages_of_others_send_none(self):
        for headers in [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]:
            answer = self.service.get("/render.png", method="POST", body="script",
                                      headers={"Content-Type": "text/x-lua", **headers})
            self.assertEqual(answer.status, 403)

    def test_an_open_service_draws_no_scripts_of_everybody(self):
        with tempfile.TemporaryDirectory() as folder:
            keys = pathlib.Path(folder, "keys")
            keys.write_text(f"a:{KEY}\n")
            with Service("--allow-scripts", "--allow-unsigned", "--keys", str(keys), listen="0.0.0.0:0") as service:
                self.assertEqual(service.get("/card.png").status, 200)
                answer = service.get("/render.png", method="POST", body="x", headers={"Content-Type": "text/x-lua"})
                self.assertEqual(answer.status, 401)

    def test_the_empty_folder_may_be_removed(self):
        folder = json.loads(self.post("where").body)
        self.assertEqual(folder["folder"], [])
        for path in pathlib.Path(self.temporary.name).glob("layerlua-serve-*"):
            path.rmdir()
        # The processes that are waiting in it are lost; the next ones get a new folder.
        statuses = [self.post("again").status for _ in range(8)]
        self.assertEqual(statuses[2:], [200] * 6, statuses)

    def test_folders_of_killed_services_go(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = subprocess.Popen(["true"])
            ended.wait()
            for name in [f"layerlua-{ended.pid}-123/files", "layerlua-serve-abcdef", f"layerlua-{os.getpid()}-5",
                         f"layerlua-{ended.pid}-x", "other"]:
                pathlib.Path(folder, name).mkdir(parents=True)
            pathlib.Path(folder, f"layerlua-{ended.pid}-123/files/a").write_text("x")
            with Service("--allow-scripts", environment={"TMPDIR": folder}) as service:
                self.assertEqual(service.get("/card.png").status, 200)
                left = {path.name for path in pathlib.Path(folder).iterdir()}
                left = {name for name in left if not name.startswith("layerlua-serve-")}
                self.assertEqual(left, {f"layerlua-{os.getpid()}-5", f"layerlua-{ended.pid}-x", "other"})
                self.assertFalse(pathlib.Path(folder, "layerlua-serve-abcdef").exists())
            with Service(environment={"TMPDIR": folder}):
                pass
            self.assertEqual(list(pathlib.Path(folder).glob("layerlua-serve-*")), [])

    def test_folders_of_ended_workers_go(self):
        with tempfile.TemporaryDirectory() as folder:
            with Service(environment={"TMPDIR": folder, "FAKE_FOLDER": "1"}) as service:
                folders = lambda: {path.name for path in pathlib.Path(folder).iterdir()}
                self.assertTrue(service.wait(lambda: len(folders()) == 2))
                before = folders()
                (service.folder / "card.lua").write_text("changed")
                service.process.send_signal(signal.SIGHUP)
                self.assertTrue(service.wait(lambda: len(folders()) == 2 and not folders() & before))
                service.process.terminate()
                service.process.wait(20)
                self.assertEqual(folders(), set())

    def test_a_stop_leaves_no_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            with Service("--allow-scripts", environment={"TMPDIR": folder}) as service:
                self.assertEqual(len(list(pathlib.Path(folder).glob("layerlua-serve-*"))), 1)
                service.process.terminate()
                self.assertEqual(service.process.wait(20), 0)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    def test_needs_credentials_elsewhere(self):
        with Service("--allow-scripts", "--allow-unsigned", listen="0.0.0.0:0", starts=False) as service:
            self.assertEqual(service.process.wait(10), 2)


class Places(unittest.TestCase):
    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            with Service(listen=f"unix:{folder}/socket"):
                client = socket.socket(socket.AF_UNIX)
                client.connect(f"{folder}/socket")
                client.sendall(b"GET /card.png HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                self.assertTrue(client.recv(100).startswith(b"HTTP/1.1 200"))
                client.close()

    def test_a_place_that_is_taken(self):
        with tempfile.TemporaryDirectory() as folder:
            place = f"unix:{folder}/socket"
            with Service(listen=place):
                with Service(listen=place, starts=False) as second:
                    self.assertEqual(second.process.wait(10), 4)
                    self.assertIn("another process listens there", second.errors())
                client = socket.socket(socket.AF_UNIX)
                client.connect(f"{folder}/socket")
                client.close()
        with Service() as service, Service(listen=f"127.0.0.1:{service.port}", starts=False) as second:
            self.assertEqual(second.process.wait(10), 4)
            self.assertRegex(second.errors(), r"--listen: cannot listen at 127.0.0.1:\d+: .*; name another port")

    def test_metrics_elsewhere(self):
        with Service("--metrics-listen", "127.0.0.1:0") as service:
            port = int(service.process.stdout.readline().split()[-1])
            self.assertEqual(service.get("/metrics").status, 404)
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("GET", "/metrics")
            self.assertIn(b"layerlua_workers", connection.getresponse().read())
            connection.close()

    def test_negotiation(self):
        with Service("--negotiate", "webp,jpg") as service:
            answer = service.get("/card?title=Hi", headers={"Accept": "image/avif,image/webp,*/*"})
            self.assertEqual((answer.headers["Content-Type"], answer.headers["Vary"]), ("image/webp", "Accept"))
            for accept, type in [("image/*", "image/jpeg"), ("image/webp;q=0, image/jpeg", "image/jpeg"),
                                 ("image/webp;q=0.2, image/jpeg;q=0.8", "image/jpeg"), ("IMAGE/WEBP", "image/webp"),
                                 ("image/webp;q=0", "application/json")]:
                got = service.get("/card", headers={"Accept": accept}).headers["Content-Type"]
                self.assertEqual(got, type, accept)
            plain = service.get("/card")
            self.assertEqual((plain.headers["Content-Type"], plain.headers["Vary"]), ("application/json", "Accept"))

    def test_errors_as_pictures(self):
        with Service("--error-image", "film") as service:
            answer = service.get("/card.png?count=99", headers={"Accept": "image/*"})
            self.assertEqual((answer.status, answer.headers["Content-Type"]), (400, "image/png"))
            self.assertEqual(json.loads(answer.body)["parameters"]["status"], 400)
            self.assertEqual((answer.headers["Cache-Control"], answer.headers["Vary"]), ("no-store", "Accept"))
            plain = service.get("/card.png?count=99")
            self.assertEqual(plain.headers["Content-Type"], "application/problem+json")
            self.assertEqual(plain.headers["Vary"], "Accept")

    def test_strangers_see_no_messages(self):
        with Service() as service:
            near = json.loads(service.get("/card.png?title=error+script").body)
            self.assertEqual(near["line"], 3)
            forwarded = {"X-Forwarded-For": "8.8.8.8"}
            far = json.loads(service.get("/card.png?title=error+script&count=1", headers=forwarded).body)
            self.assertNotIn("line", far)
            self.assertNotIn("/srv", far["detail"])
            far = json.loads(service.get("/card.png?title=error+limit", headers=forwarded).body)
            self.assertEqual((far["status"], far["limit"], far.get("line")), (413, "memory", None))
            self.assertNotIn("/srv", far["detail"])

    def test_mistakes_of_the_command_line(self):
        for words, part in [(["--lisen", "x"], "did you mean --listen"), (["--listen", "x"], "127.0.0.1:8040"),
                            (["--workers", "0"], "1 to 256"), (["--scales", "a"], "numbers"),
                            (["a", "b"], "one folder"),
                            (["--unsigned", "title"], "_w,_dpr"), (["--trusted-proxies", "x"], "10.0.0.0/8"),
                            (["--isolate=foo"], "--isolate=require"), ([], "needs a folder")]:
            result = subprocess.run(
                [SERVER, "serve", "--program", "x", *words], capture_output=True, text=True, timeout=10)
            self.assertEqual(result.returncode, 2, words)
            self.assertIn(part, result.stderr)
        result = subprocess.run([SERVER, "serve", "--help"], capture_output=True, text=True, timeout=10)
        self.assertIn("--metrics-listen", result.stdout)


if __name__ == "__main__":
    unittest.main()
