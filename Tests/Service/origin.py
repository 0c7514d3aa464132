# SPDX-License-Identifier: MIT
"""A service in front of which nginx and Varnish are tried: it counts its requests, waits, fails, and goes away."""
import hashlib
import http.server
import threading
import time
import urllib.parse


class Origin:
    """Answers GET /NAME.png with 2,000 bytes that follow from the address, as `layerlua serve` does.

    control    the Cache-Control of a good answer          wait    seconds before each answer
    status     of each answer (200)                        seen    a tuple for each request: path, headers, status
    """

    def __init__(self):
        self.control, self.wait, self.status, self.seen = "public, max-age=60", 0.0, 200, []
        self.lock, self.version = threading.Lock(), 1
        origin = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if origin.is_gone:
                    self.close_connection = True
                    return None
                time.sleep(origin.wait)
                if self.path == "/health":
                    return self.answer(200, b"ok", {"Content-Type": "text/plain"})
                query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
                status = int(query.get("status", [origin.status])[0])
                kind = self.headers.get("Accept", "") if "." not in self.path.partition("?")[0] else "image/png"
                data = (hashlib.sha256(f"{origin.version} {self.path} {kind}".encode()).digest() * 63)[:2000]
                tag = f'"{hashlib.sha256(data).hexdigest()[:26]}"'
                headers = {"Content-Type": kind or "application/json", "Cache-Control": origin.control, "ETag": tag,
                           "Accept-Ranges": "bytes", "Vary": "Accept"}
                if status != 200:
                    headers = {"Content-Type": "application/problem+json", "Cache-Control": "no-store"}
                elif self.headers.get("If-None-Match") == tag:
                    status, data = 304, b""
                return self.answer(status, data, headers)

            do_HEAD = do_POST = do_GET

            def answer(self, status, data, headers):
                with origin.lock:
                    origin.seen.append((self.path, dict(self.headers), status))
                length = int(self.headers.get("Content-Length") or 0)
                self.rfile.read(length)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                if status != 304:
                    self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(data)

            def log_message(self, *unused):
                pass

        self.handler, self.server = Handler, None
        self.port, self.is_gone = None, False
        self.start()

    def start(self):
        class Server(http.server.ThreadingHTTPServer):
            request_queue_size = 256
            daemon_threads = True
        self.is_gone = False
        self.server = Server(("127.0.0.1", self.port or 0), self.handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self):
        """Goes away: connections are refused until `start`, and open ones closed at their next request."""
        self.is_gone = True
        self.server.shutdown()
        self.server.server_close()

    def asked(self, path=None):
        """Requests so far, without those for /health."""
        with self.lock:
            return [entry for entry in self.seen if entry[0] != "/health" and path in (None, entry[0])]
