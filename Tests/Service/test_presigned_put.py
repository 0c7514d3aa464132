# SPDX-License-Identifier: MIT
"""Files sent to presigned addresses: with a store made for tests, in the clear and by TLS, and with hostile ones."""
import contextlib
import os
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

import support  # noqa: F401  finds scripts/farm
from presigned_put import Busy, Refused, is_below, is_public, put, without_secret


class Store:
    """A store that takes one connection after the other. `answer` is given the connection and the request's head."""

    def __init__(self, answer=None, certificate=None):
        self.answer, self.heads, self.bodies = answer or self.take, [], []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                stream, _ = self.listener.accept()
            except OSError:
                return
            with contextlib.suppress(OSError), stream:
                if self.context:
                    stream = self.context.wrap_socket(stream, server_side=True)
                head = b""
                while b"\r\n\r\n" not in head:
                    head += stream.recv(4096) or b"\r\n\r\n"
                head, _, body = head.partition(b"\r\n\r\n")
                self.heads.append(head.decode())
                self.answer(stream, head.decode(), body)
                stream.close()

    def take(self, stream, head, body):
        length = int(next(line for line in head.splitlines() if line.startswith("Content-Length")).split()[1])
        while len(body) < length:
            body += stream.recv(1 << 16)
        self.bodies.append(body)
        stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    def close(self):
        self.listener.close()


class FileCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "a.png"
        self.file.write_bytes(os.urandom(300_000))

    def store(self, *words):
        store = Store(*words)
        self.addCleanup(store.close)
        return store


class PutTests(FileCase):
    def test_the_file_comes_with_its_type_and_the_address_as_it_is(self):
        store = self.store()
        query = "X-Signature=a%2Fb%3D&x=%20&y=c+d"
        self.assertEqual(put(f"http://127.0.0.1:{store.port}/b/%C3%A4.png?{query}", self.file, "image/png"), 200)
        self.assertEqual(store.bodies, [self.file.read_bytes()])
        lines = store.heads[0].splitlines()
        self.assertEqual(lines[0], f"PUT /b/%C3%A4.png?{query} HTTP/1.1")
        self.assertIn(f"Host: 127.0.0.1:{store.port}", lines)
        self.assertIn("Content-Type: image/png", lines)
        self.assertIn("Content-Length: 300000", lines)

    def test_proxies_of_the_environment_are_not_used(self):
        store, proxy = self.store(), self.store()
        with mock.patch.dict(os.environ, http_proxy=f"http://127.0.0.1:{proxy.port}", no_proxy=""):
            put(f"http://127.0.0.1:{store.port}/a", self.file, "image/png")
        self.assertEqual((len(store.bodies), proxy.heads), (1, []))

    def test_a_redirect_is_not_followed(self):
        other = self.store()

        def answer(stream, head, body):
            stream.sendall(f"HTTP/1.1 307 No\r\nLocation: http://127.0.0.1:{other.port}/\r\n\r\n".encode())
        store = self.store(answer)
        with self.assertRaisesRegex(Refused, "the store answered 307"):
            put(f"http://127.0.0.1:{store.port}/a", self.file, "image/png")
        self.assertEqual(other.heads, [])

    def test_an_early_refusal_is_heard(self):
        self.file.write_bytes(bytes(50 << 20))

        def answer(stream, head, body):
            stream.sendall(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
            time.sleep(0.2)
        store = self.store(answer)
        # The system chooses which is seen first: the answer, or the end of the connection.
        with self.assertRaisesRegex((Refused, Busy), "403|did not take"):
            put(f"http://127.0.0.1:{store.port}/a", self.file, "image/png")

    def test_a_store_has_a_limited_time(self):
        def dribble(stream, head, body):
            stream.sendall(b"HTTP/1.1 200 OK\r\nX: ")
            for _ in range(100):
                stream.sendall(b"y")
                time.sleep(0.05)

        def deaf(stream, head, body):
            time.sleep(5)
        self.file.write_bytes(bytes(20 << 20))
        for answer in (dribble, deaf):
            store, begin = self.store(answer), time.monotonic()
            with self.assertRaisesRegex(Busy, "in 0.5 s"):
                put(f"http://127.0.0.1:{store.port}/a", self.file, "image/png", seconds=0.5)
            self.assertLess(time.monotonic() - begin, 2)

    def test_answers_that_are_no_http(self):
        for text in (b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 5000):
            store = self.store(lambda stream, head, body, text=text: stream.sendall(text))
            with self.assertRaises(Busy):
                put(f"http://127.0.0.1:{store.port}/a", self.file, "image/png", seconds=3)

    def test_nobody_listens(self):
        with self.assertRaisesRegex(Busy, "cannot be reached"):
            put("http://127.0.0.1:1/a?Secret", self.file, "image/png")

    def test_names_that_lead_into_the_own_network(self):
        kinds = ["127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
                 "::1", "::", "fe80::1%2", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
                 "224.0.0.1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"]
        for kind in kinds:
            self.assertFalse(is_public(kind), kind)
        for kind in ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::808:808"]:
            self.assertTrue(is_public(kind), kind)
        for kind in kinds:
            # Also beside a public one.
            found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 80)),
                     (socket.AF_INET6 if ":" in kind else socket.AF_INET, socket.SOCK_STREAM, 6, "", (kind, 80))]
            with mock.patch("socket.getaddrinfo", return_value=found), mock.patch("socket.socket") as made:
                with self.assertRaisesRegex(Refused, "private network"):
                    put("http://store.example/a", self.file, "image/png")
                made.assert_not_called()

    def test_a_name_is_resolved_once(self):
        store = self.store()
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", store.port))]
        with mock.patch("socket.getaddrinfo", side_effect=[found]) as asked:
            put(f"http://store.example:{store.port}/a", self.file, "image/png", private=["store.example"])
            self.assertEqual(asked.call_count, 1)
        self.assertIn(f"Host: store.example:{store.port}", store.heads[0])

    def test_a_slow_resolver(self):
        with mock.patch("socket.getaddrinfo", side_effect=lambda *_, **__: time.sleep(2) or []):
            begin = time.monotonic()
            with self.assertRaisesRegex(Busy, "not known in time"):
                put("http://store.example/a", self.file, "image/png", seconds=0.2)
            self.assertLess(time.monotonic() - begin, 1)

    def test_addresses_below_a_prefix(self):
        prefixes = ["https://b.example/cards", "http://[::1]:8080/"]
        for address in ["https://b.example/cards/a?x=/../b", "http://[::1]:8080/a"]:
            self.assertTrue(is_below(address, prefixes), address)
        for address in ["https://b.example/cardsx/a", "https://b.example/cards/../a",
                        "https://b.example/cards/%2e%2e/a", "http://b.example/cards/a", "https://b.example:444/cards/a",
                        "https://u@b.example/cards/a",
                        "https://b.example.evil/cards/a", "https://b.example@evil/cards/a", "file:///cards/a",
                        "https://b.example/cards/a b", "https://b.example/cards/\r\nX: y", "https://b.example/cards/ä",
                        "https://b.example/cards/a#b", "https://b.example\\@evil/cards/a", "https://[/cards/a",
                        "https://b.example/cards/" + "a" * 9000, "https://b.example:x/cards/a", "", "cards/a"]:
            self.assertFalse(is_below(address, prefixes), address)

    def test_an_address_for_people(self):
        self.assertEqual(without_secret("https://b/a?x=1?y"), "https://b/a?…")
        self.assertEqual(without_secret("https://b/a"), "https://b/a")


@unittest.skipUnless(support.has("openssl"), "needs openssl")
class SecureTests(FileCase):
    """By TLS, with a certificate of the tests' own."""

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.certificate = f"{cls.place.name}/both.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                        "-nodes", "-keyout", f"{cls.place.name}/key.pem", "-out",
                        f"{cls.place.name}/cert.pem", "-days", "2",
                        "-subj", "/CN=store.example", "-addext", "subjectAltName=DNS:store.example"],
                       check=True, capture_output=True)
        Path(cls.certificate).write_text(Path(f"{cls.place.name}/key.pem").read_text()
                                         + Path(f"{cls.place.name}/cert.pem").read_text())

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def secure(self, host, store):
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", store.port))]
        with mock.patch("socket.getaddrinfo", return_value=found):
            return put(f"https://{host}/a?sig=1", self.file, "image/png", private=[host])

    def test_by_tls(self):
        store = self.store(None, self.certificate)
        with self.assertRaisesRegex(Refused, "certificate"):
            self.secure("store.example", store)
        with mock.patch.dict(os.environ, SSL_CERT_FILE=f"{self.place.name}/cert.pem"):
            self.assertEqual(self.secure("store.example", store), 200)
            with self.assertRaisesRegex(Refused, "certificate"):
                self.secure("other.example", store)
        self.assertEqual(store.bodies, [self.file.read_bytes()])
        # The port that everybody knows is not in the signed host.
        self.assertIn("Host: store.example", store.heads[0].splitlines())

    def test_no_handshake(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        begin = time.monotonic()
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", listener.getsockname())]
        with mock.patch("socket.getaddrinfo", return_value=found), self.assertRaisesRegex(Busy, "in 0.5 s"):
            put("https://store.example/a", self.file, "image/png", seconds=0.5, private=["store.example"])
        self.assertLess(time.monotonic() - begin, 2)


if __name__ == "__main__":
    unittest.main()
