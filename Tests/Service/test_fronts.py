# SPDX-License-Identifier: MIT
"""nginx and Varnish with the files of scripts/service, before an origin that counts, and before the service itself."""
import base64
import concurrent.futures
import hashlib
import hmac
import http.client
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import support
from origin import Origin
from support import SERVICE, Process


def get(port, path, method="GET", body=None, **headers):
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def many(count, work):
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))


class Front:
    """What both fronts must do. A subclass starts its front before self.origin."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.origin = Origin()
        self.addCleanup(self.origin.stop)
        self.port = support.port()
        self.front = self.begin(self.origin.port)
        self.addCleanup(self.front.output.close)
        self.addCleanup(self.front.end)
        self.assertTrue(support.until(lambda: support.listens(self.port)), self.front.said())
        self.assertTrue(support.until(lambda: get(self.port, "/health")[0] == 200), self.front.said())

    def test_many_at_once_are_one_request_for_a_cold_card(self):
        self.origin.wait = 0.5
        answers = many(40, lambda n: get(self.port, "/card.png?title=Hello"))
        self.assertEqual({status for status, _, _ in answers}, {200})
        self.assertEqual(len({body for _, _, body in answers}), 1)
        self.assertEqual(len(self.origin.asked()), 1)
        self.assertEqual(get(self.port, "/card.png?title=Hello")[1]["X-Cache"], "HIT")

    def test_an_old_copy_is_served_while_it_is_renewed(self):
        self.origin.control = "public, max-age=1, stale-while-revalidate=60, stale-if-error=60"
        first = get(self.port, "/card.png")[2]
        time.sleep(2.1)
        self.origin.version, self.origin.wait = 2, 0.5
        start = time.monotonic()
        self.assertEqual(get(self.port, "/card.png")[2], first)
        self.assertLess(time.monotonic() - start, 0.4)
        self.assertTrue(support.until(lambda: get(self.port, "/card.png")[2] != first, 5))

    def test_renewing_asks_whether_it_changed(self):
        self.origin.control = "public, max-age=1, stale-while-revalidate=60"
        get(self.port, "/card.png")
        time.sleep(2.1)
        get(self.port, "/card.png")
        self.assertTrue(support.until(lambda: len(self.origin.asked()) == 2))
        self.assertEqual([status for _, _, status in self.origin.asked()], [200, 304])

    def test_copies_answer_while_the_service_is_away(self):
        self.origin.control = "public, max-age=1, stale-while-revalidate=60, stale-if-error=60"
        first = get(self.port, "/card.png")[2]
        self.origin.stop()
        self.addCleanup(self.origin.start)
        time.sleep(2.1)
        for _ in range(3):
            self.assertEqual(get(self.port, "/card.png")[::2], (200, first))
            time.sleep(0.1)
        self.assertIn(get(self.port, "/other.png")[0], (502, 503))

    def test_copies_answer_while_the_service_fails(self):
        self.origin.control = "public, max-age=1, stale-while-revalidate=60, stale-if-error=60"
        first = get(self.port, "/card.png")[2]
        time.sleep(2.1)
        self.origin.status = 503
        for _ in range(4):
            self.assertEqual(get(self.port, "/card.png")[::2], (200, first))
            time.sleep(0.1)
        self.assertGreater(len(self.origin.asked()), 1)
        self.origin.status, self.origin.version = 200, 2
        self.assertTrue(support.until(lambda: get(self.port, "/card.png")[2] != first, 5))

    def test_no_copy_outlives_an_address_that_expires(self):
        self.origin.control = "public, max-age=1"
        get(self.port, "/card.png?_exp=1&_sig=x")
        time.sleep(2.1)
        self.origin.status = 410
        for _ in range(3):
            self.assertEqual(get(self.port, "/card.png?_exp=1&_sig=x")[0], 410)
            time.sleep(0.1)
        self.origin.status = 503
        self.assertEqual(get(self.port, "/card.png?_exp=1&_sig=x")[0], 503)

    def test_a_client_that_has_the_card_gets_304_from_the_copy(self):
        tag = get(self.port, "/card.png")[1]["ETag"]
        status, headers, body = get(self.port, "/card.png", If_None_Match=tag)
        self.assertEqual((status, headers["ETag"], body), (304, tag, b""))
        self.assertEqual(len(self.origin.asked()), 1)

    def test_parts_come_from_the_copy(self):
        whole = get(self.port, "/film.mp4")[2]
        status, headers, body = get(self.port, "/film.mp4", Range="bytes=100-199")
        self.assertEqual((status, headers["Content-Range"], body), (206, "bytes 100-199/2000", whole[100:200]))
        status, _, body = get(self.port, "/cold.mp4", Range="bytes=1990-")
        self.assertEqual((status, len(body)), (206, 10))
        self.assertEqual(len(self.origin.asked()), 2)

    def test_errors_are_not_kept(self):
        for status in (400, 403, 410, 422, 429, 500, 503, 504):
            path = f"/card.png?status={status}"
            self.assertEqual([get(self.port, path)[0] for _ in range(2)], [status] * 2)
            self.assertEqual(len(self.origin.asked(path)), 2, path)

    def test_the_client_cannot_choose_its_address(self):
        get(self.port, "/card.png", X_Forwarded_For="10.1.2.3", Cookie="session=1")
        headers = {name.lower(): value for name, value in self.origin.asked()[0][1].items()}
        self.assertEqual(headers["x-forwarded-for"], "127.0.0.1")
        self.assertFalse(headers.get("cookie"))

    def test_pages_of_the_operator_are_not_there(self):
        for path in ("/metrics", "/ready", "/metrics?x=1"):
            self.assertEqual(get(self.port, path)[0], 404)
        self.assertEqual(self.origin.asked(), [])
        for method in ("PUT", "DELETE", "POST"):
            self.assertIn(get(self.port, "/card.png", method)[0], (403, 405))
        self.assertEqual(self.origin.asked(), [])

    def test_posted_scripts_pass_and_are_not_kept(self):
        for _ in range(2):
            self.assertEqual(get(self.port, "/render.png", "POST", b"return ca.Layer {}")[0], 200)
        self.assertEqual(len(self.origin.asked("/render.png")), 2)

    def test_one_copy_for_each_kind_that_is_negotiated(self):
        for accept in ("image/avif,image/webp,*/*", "image/webp", "image/webp;q=1", "image/png,image/*", "image/jpeg"):
            get(self.port, "/card", Accept=accept)
        get(self.port, "/card.png", Accept="image/webp")
        get(self.port, "/card.png", Accept="*/*")
        self.assertEqual(len(self.origin.asked("/card")), 2)
        self.assertEqual(len(self.origin.asked("/card.png")), 1)
        self.assertEqual(get(self.port, "/card", Accept="image/webp,image/*")[1]["Content-Type"], "image/webp")

    def test_a_private_answer_is_not_kept(self):
        self.origin.control = "private, max-age=60"
        for _ in range(2):
            get(self.port, "/card.png", Authorization="Bearer x")
        self.assertEqual(len(self.origin.asked()), 2)


@unittest.skipUnless(support.has("nginx"), "needs nginx")
class NginxTests(Front, unittest.TestCase):
    def begin(self, origin):
        text = (SERVICE / "nginx.conf").read_text()
        text = text.replace("server 127.0.0.1:8040", f"server 127.0.0.1:{origin}")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        text = text.replace("/var/cache/nginx/layerlua", f"{self.folder}/cache")
        (self.folder / "layerlua.conf").write_text(text)
        temporary = "".join(f"  {kind}_temp_path {self.folder}/{kind};\n" for kind in (
            "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;\n" if support.os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"{user}daemon off;\nworker_processes 1;\npid {self.folder}/pid;\nerror_log stderr;\n"
            f"events {{ worker_connections 2048; }}\nhttp {{\n  access_log off;\n{temporary}"
            f"  include {self.folder}/layerlua.conf;\n}}\n")
        return Process([support.has("nginx"), "-c", self.folder / "nginx.conf", "-p", self.folder, "-e", "stderr"])

    def test_a_flood_of_one_client_is_429(self):
        get(self.port, "/card.png")

        def flood(unused):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            found = []
            for _ in range(100):
                connection.request("GET", "/card.png")
                answer = connection.getresponse()
                answer.read()
                found.append(answer.status)
            connection.close()
            return found

        found = sum(many(16, flood), [])
        self.assertEqual(set(found), {200, 429})
        self.assertGreaterEqual(found.count(200), 400)
        self.assertEqual(len(self.origin.asked()), 1)

    def test_the_page_is_for_this_machine(self):
        self.assertEqual(get(self.port, "/")[0], 200)
        text = (SERVICE / "nginx.conf").read_text()
        self.assertRegex(text, r"location = / \{ allow 127\.0\.0\.1; allow ::1; deny all;")


@unittest.skipUnless(support.has("varnishd"), "needs varnishd")
class VarnishTests(Front, unittest.TestCase):
    def begin(self, origin):
        text = (SERVICE / "varnish.vcl").read_text().replace('"8040"', f'"{origin}"')
        (self.folder / "varnish.vcl").write_text(text)
        return Process([support.has("varnishd"), "-F", "-f", self.folder / "varnish.vcl", "-n", self.folder / "state",
                        "-a", f"127.0.0.1:{self.port}", "-s", "malloc,64m", "-j", "none"])

    def test_the_order_of_a_query_does_not_matter(self):
        first = get(self.port, "/card.png?b=2&a=1")[2]
        self.assertEqual(get(self.port, "/card.png?a=1&b=2")[2], first)
        self.assertEqual(len(self.origin.asked()), 1)


CARD = """
local title = ca.parameter("title", { default = "Hello" })
return ca.Layer { bounds = { 0, 0, 160, 90 }, backgroundColor = "navy",
  ca.TextLayer { frame = { 10, 10, 140, 40 }, string = title, fontSize = 20 } }
"""


class BeforeService:
    """The fronts before `layerlua serve` itself."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "scripts").mkdir()
        (self.folder / "scripts/card.lua").write_text(CARD)
        (self.folder / "keys").write_text(f"k1:{'5e' * 32}\n")
        origin, self.metrics, self.port = support.port(), support.port(), support.port()
        self.service = self.start([
            *support.server(), self.folder / "scripts", "--keys", self.folder / "keys", "--negotiate", "webp,jpg",
            "--listen", f"127.0.0.1:{origin}", "--metrics-listen", f"127.0.0.1:{self.metrics}", "--drain-delay", "0",
            "--trusted-proxies", "127.0.0.1/32"])
        self.assertTrue(support.until(lambda: support.listens(origin)), self.service.said())
        self.front = self.begin(origin)
        self.addCleanup(self.front.output.close)
        self.addCleanup(self.front.end)
        self.assertTrue(support.until(lambda: support.listens(self.port)), self.front.said())
        self.assertTrue(support.until(lambda: get(self.port, "/health")[0] == 200), self.front.said())

    def start(self, words):
        process = Process(words)
        self.addCleanup(process.output.close)
        self.addCleanup(process.end)
        return process

    def sign(self, path, **parameters):
        query = "&".join(f"{name}={value}" for name, value in sorted(parameters.items()))
        code = hmac.new(b"\x5e" * 32, f"layerlua1\n{path}\n{query}".encode(), hashlib.sha256).digest()
        return f"{path}?{query}{'&' if query else ''}_sig=k1.{base64.urlsafe_b64encode(code).decode().rstrip('=')}"

    def drawn(self):
        text = get(self.metrics, "/metrics")[2].decode()
        return sum(int(count) for count in re.findall(
            r'layerlua_cache_requests_total\{tier="memory",result="\w+"\} (\d+)', text))

    def test_a_card_is_asked_for_once_and_has_the_bytes_of_a_run_of_its_own(self):
        address = self.sign("/card.png", title="Hi")
        answers = many(40, lambda n: get(self.port, address))
        self.assertEqual({status for status, _, _ in answers}, {200})
        alone = self.folder / "alone.png"
        subprocess.run([support.program(), self.folder / "scripts/card.lua", "-D", "title=Hi", "-o", alone], check=True)
        self.assertEqual({body for _, _, body in answers}, {alone.read_bytes()})
        self.assertEqual(self.drawn(), 1)
        status, headers, part = get(self.port, address, Range="bytes=10-19")
        self.assertEqual((status, part), (206, alone.read_bytes()[10:20]))
        tag = headers["ETag"]
        self.assertEqual(get(self.port, address, If_None_Match=tag)[0], 304)
        self.assertEqual(self.drawn(), 1)

    def test_unsigned_and_expired_addresses_are_refused_in_front_too(self):
        address = self.sign("/card.png", title="Hi")
        self.assertEqual(get(self.port, address)[0], 200)
        for other in ("/card.png?title=Hi", address.replace("Hi", "Ho"), address[:-1]):
            self.assertEqual([get(self.port, other)[0] for _ in range(2)], [403] * 2)
        address = self.sign("/card.png", title="Hi", _exp=int(time.time()) + 2)
        self.assertEqual(get(self.port, address)[0], 200)
        time.sleep(3.5)
        self.assertEqual([get(self.port, address)[0] for _ in range(3)], [410] * 3)

    def test_the_service_stops_and_the_copies_stay(self):
        address = self.sign("/card.png", title="Hi")
        first = get(self.port, address)[2]
        self.assertEqual(self.service.end(), 0)
        self.assertEqual(get(self.port, address)[::2], (200, first))
        self.assertIn(get(self.port, self.sign("/card.png", title="Ho"))[0], (502, 503))

    def test_the_kind_is_negotiated(self):
        address = self.sign("/card", title="Hi")
        for accept, kind in [("image/avif,image/webp,*/*", "webp"), ("image/png,image/*", "jpeg")]:
            self.assertEqual(get(self.port, address, Accept=accept)[1]["Content-Type"], f"image/{kind}")


@unittest.skipUnless(support.has("nginx") and support.server(), "needs nginx and layerlua-serve")
class NginxServiceTests(BeforeService, unittest.TestCase):
    begin = NginxTests.begin


@unittest.skipUnless(support.has("varnishd") and support.server(), "needs varnishd and layerlua-serve")
class VarnishServiceTests(BeforeService, unittest.TestCase):
    begin = VarnishTests.begin


if __name__ == "__main__":
    unittest.main()
