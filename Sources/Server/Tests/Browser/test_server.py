# SPDX-License-Identifier: MIT
"""The server without a browser: who is let in, what is watched, what becomes of workers."""
import json
import os
import signal
import socket
import time
import unittest

from watching import Watched


def until(condition, seconds=15):
    """Asks until it is true; the file system and processes tell no test when they are done."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.003)
    raise AssertionError("it never was")


class Events:
    """The events as a page hears them."""

    def __init__(self, watched):
        self.connection = socket.create_connection(("127.0.0.1", watched.port), timeout=20)
        self.connection.sendall(
            f"GET /{watched.token}/events?scale=1 HTTP/1.1\r\nHost: 127.0.0.1:{watched.port}\r\n\r\n".encode())
        self.file = self.connection.makefile("rb")

    def next(self, *names):
        """The next event with one of these names, as its name and value."""
        name = None
        while True:
            line = self.file.readline()
            if not line:
                raise AssertionError("the events ended")
            if line.startswith(b"event: "):
                name = line[7:].strip().decode()
            elif line.startswith(b"data: ") and name in names:
                return name, json.loads(line[6:])

    def close(self):
        self.file.close()
        self.connection.close()


class Serving(unittest.TestCase):
    def watch(self, source, **more):
        watched = Watched(source, **more)
        self.addCleanup(watched.close)
        return watched

    def listen(self, watched):
        events = Events(watched)
        self.addCleanup(events.close)
        return events

    def test_only_a_page_from_here_with_the_token_may_ask(self):
        watched = self.watch("color #112233")
        port, own = watched.port, f"http://127.0.0.1:{watched.port}"
        self.assertEqual(len(watched.token), 32)
        self.assertEqual(watched.get("")[0], 200)
        for path in ("/", "/favicon.ico", "/tree", "/0123456789abcdef0123456789abcdef/tree", f"/{watched.token}x/tree",
                     f"/{watched.token.upper() if watched.token.lower() != watched.token.upper() else 'x'}/"):
            self.assertEqual(watched.request(path)[0], 403, path)
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"0.0.0.0:{port}"):
            self.assertEqual(watched.get("tree", host=host)[0], 403, host)
        for origin in ("http://evil.example", "null", f"http://127.0.0.1:{port + 1}", f"https://127.0.0.1:{port}"):
            self.assertEqual(watched.get("tree", headers={"Origin": origin})[0], 403, origin)
        until(lambda: watched.get("tree", headers={"Origin": own})[0] == 200)
        self.assertEqual(watched.get("main.js", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"})[0],
                         403)
        for path in ("../../etc/passwd", "..%2f..%2fetc%2fpasswd", "compass.lua", "p/../main.js", "%2e%2e/", "p/99.png"):
            self.assertEqual(watched.get(path)[0], 404, path)

    def test_a_post_says_where_it_comes_from_and_is_json(self):
        watched = self.watch("color #112233")
        own = {"Origin": f"http://127.0.0.1:{watched.port}", "Content-Type": "application/json"}
        body = b'{"path": "compass/arrow", "key": "opacity", "value": "0.5"}'

        def post(headers, body=body, route="edit"):
            return watched.get(route, method="POST", body=body, headers=headers)[0]

        until(lambda: watched.get("tree")[0] == 200)
        self.assertEqual(post(own), 200)
        self.assertEqual(post({"Content-Type": "application/json"}), 403)
        self.assertEqual(post({**own, "Origin": "http://evil.example"}), 403)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            self.assertEqual(post({**own, "Content-Type": kind}), 415, kind)
        self.assertEqual(post(own, b"{"), 400)
        self.assertEqual(post(own, b'{"path": 3}'), 400)
        self.assertEqual(post(own, b" " * 70_000), 413)
        self.assertEqual(post(own, b'{"a=b": 1}', "parameter"), 400)
        self.assertEqual(watched.get("", method="DELETE")[0], 405)

    def test_answers_forbid_what_the_page_does_not_need(self):
        watched = self.watch("color #112233")
        for route in ("", "main.js", "nothing"):
            headers = watched.get(route)[1]
            policy = headers["Content-Security-Policy"]
            self.assertTrue(policy.startswith("default-src 'none';"))
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Cache-Control"], "no-store")

    def test_long_headers_and_many_connections_end(self):
        watched = self.watch("color #112233")
        with socket.create_connection(("127.0.0.1", watched.port), timeout=20) as one:
            one.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * 200_000 + b"\r\n\r\n")
            one.settimeout(20)
            try:
                self.assertNotIn(b" 200 ", one.recv(100))
            except ConnectionResetError:
                pass
        # Idle connections lock nobody out.
        many = [socket.create_connection(("127.0.0.1", watched.port), timeout=20) for _ in range(200)]
        self.assertTrue(self.works(watched))
        for each in many:
            each.close()
        until(lambda: self.works(watched))

    def test_refused_requests_end_with_and_without_keep_alive(self):
        watched = self.watch("color #112233")
        for request in (b"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                        b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"PUT / HTTP/1.1\r\n\r\n"):
            for _ in range(70):
                with socket.create_connection(("127.0.0.1", watched.port), timeout=20) as one:
                    one.sendall(request)
                    answer = b"".join(iter(lambda: one.recv(4096), b""))
                    self.assertTrue(answer.startswith(b"HTTP/1.1 403 "), answer)
        self.assertTrue(self.works(watched))

    def test_a_question_that_the_worker_cannot_read_is_answered(self):
        watched = self.watch("color #112233\nunreadable")
        until(lambda: watched.get("tree")[0] == 200)
        status, _, answer = watched.get("search?text=a")
        self.assertEqual((status, json.loads(answer)["error"]), (400, "cannot be read"))
        for question in ("frame?t=1e999", "frame?t=nan", "frame?scale=0x1", "frame?rect=1,2,3", "frame?rect=1,,2,3,4",
                         "frame?rect=1,2,3,-1e400"):
            self.assertEqual(watched.get(question)[0], 400, question)
        self.assertEqual(watched.get("tree")[0], 200)

    @staticmethod
    def works(watched):
        try:
            return watched.get("")[0] == 200
        except OSError:
            return False

    def test_only_this_machine_is_listened_to(self):
        watched = self.watch("color #112233")
        with open("/proc/net/tcp", encoding="utf-8") as table:
            listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
        self.assertIn(f"0100007F:{watched.port:04X}", listening)
        self.assertNotIn(f"00000000:{watched.port:04X}", listening)

    def test_each_way_to_save_draws_once(self):
        watched = self.watch("color #111111\nread picture.txt\nlist pictures\nread lib/none.lua")
        os.mkdir(watched.path("pictures"))
        events = self.listen(watched)
        self.assertIn("cannot read", events.next("failed")[1]["error"]["message"])
        watched.write("here", "picture.txt")
        self.assertEqual(events.next("failed", "picture")[0], "failed")
        # First the missing folder, then the file in it.
        os.mkdir(watched.path("lib"))
        events.next("failed")
        watched.write("here", "lib/none.lua")
        rev = events.next("picture")[1]["rev"]
        for save in (lambda: watched.write("color #222222\nread picture.txt\nlist pictures"),
                     lambda: watched.replace("color #333333\nread picture.txt\nlist pictures"),
                     lambda: watched.write("changed", "picture.txt"),
                     lambda: watched.replace("changed", "picture.txt"),
                     lambda: watched.write("new", "pictures/new.txt"),
                     lambda: os.remove(watched.path("pictures/new.txt"))):
            save()
            now = events.next("picture")[1]["rev"]
            self.assertGreater(now, rev)
            rev = now
        watched.write("nobody reads it", "other.txt")
        watched.write("color #444444")
        self.assertLessEqual(events.next("picture")[1]["rev"], rev + 2)

    def test_what_the_script_writes_draws_nothing(self):
        watched = self.watch("read out.txt\nwritten out.txt\nlist .")
        watched.write("", "out.txt")
        events = self.listen(watched)
        events.next("picture")
        watched.write("color #222222\nread out.txt\nwritten out.txt")
        events.next("picture")
        # If it were drawn forever, there would be many starts before another save is drawn.
        watched.write("color #333333\nread out.txt\nwritten out.txt")
        events.next("picture")
        self.assertLess(len(watched.starts()), 8)

    def test_an_error_keeps_the_last_good_picture_and_its_answers(self):
        watched = self.watch("color #112233")
        events = self.listen(watched)
        first = events.next("picture")[1]
        picture = watched.get(first["url"])[2]
        watched.write("error 1 this is wrong")
        failed = events.next("failed")[1]
        self.assertEqual(failed["error"]["message"], "this is wrong")
        self.assertEqual(failed["error"]["line"], 1)
        self.assertEqual(watched.get(first["url"])[2], picture)
        self.assertEqual(watched.get("tree")[0], 200)
        self.assertEqual(watched.get("frame.png?t=1&scale=1")[0], 200)
        watched.write("color #112244")
        mended = events.next("picture", "failed")
        self.assertEqual(mended[0], "picture")
        # Only the last picture is kept.
        self.assertEqual(watched.get(first["url"])[0], 404)

    def test_a_crash_is_an_error_with_its_signal(self):
        watched = self.watch("crash 11")
        events = self.listen(watched)
        self.assertIn("signal 11 (SIGSEGV) while it drew", events.next("failed")[1]["error"]["message"])
        watched.write("nonsense")
        self.assertIn("does not understand", events.next("failed")[1]["error"]["message"])
        watched.write("color #112233")
        events.next("picture")

    def test_the_next_save_ends_what_still_draws(self):
        watched = self.watch("loop")
        events = self.listen(watched)
        events.next("drawing")
        watched.write("color #112233")
        events.next("picture")
        self.assertEqual(self.processes(watched), 1)

    @staticmethod
    def processes(watched):
        count = 0
        for process in os.listdir("/proc"):
            try:
                with open(f"/proc/{process}/stat", encoding="utf-8") as stat:
                    fields = stat.read().rsplit(")", 1)[1].split()
                    count += fields[1] == str(watched.process.pid) and fields[0] != "Z"
            except (OSError, IndexError):
                pass
        return count

    def test_stop_ends_a_loop_and_says_so(self):
        watched = self.watch("loop")
        events = self.listen(watched)
        events.next("drawing")
        own = {"Origin": f"http://127.0.0.1:{watched.port}", "Content-Type": "application/json"}
        self.assertEqual(watched.get("stop", method="POST", body=b"{}", headers=own)[0], 200)
        self.assertIn("stopped", events.next("failed")[1]["error"]["message"])
        until(lambda: self.processes(watched) == 0)

    def test_no_process_and_no_file_is_left_when_a_signal_ends_the_server(self):
        for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGXCPU):
            watched = self.watch("color #112233")
            events = self.listen(watched)
            events.next("picture")
            watched.get("file?name=picture", method="POST", body=b"bytes of a file",
                        headers={"Origin": f"http://127.0.0.1:{watched.port}",
                                 "Content-Type": "application/octet-stream"})
            events.next("picture")
            path = next(word for word in watched.starts()[-1] if word.startswith("picture=")).removeprefix("picture=")
            self.assertTrue(os.path.exists(path))
            pid = watched.process.pid
            watched.process.send_signal(number)
            self.assertEqual(watched.process.wait(10), 0, number)
            until(lambda: not any(self.parent(process) == pid for process in os.listdir("/proc") if process.isdigit()))
            self.assertFalse(os.path.exists(os.path.dirname(path)), number)

    @staticmethod
    def parent(process):
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8") as stat:
                return int(stat.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            return None

    def test_workers_get_nothing_but_their_socket(self):
        watched = self.watch("color #112233")
        self.listen(watched).next("picture")
        worker = next(each for each in os.listdir("/proc") if each.isdigit() and self.parent(each) == watched.process.pid)
        self.assertEqual(sorted(os.listdir(f"/proc/{worker}/fd")), ["0", "1", "2"])

    def test_parameters_and_files_become_arguments(self):
        watched = self.watch("color #112233", arguments=["--", "first"])
        events = self.listen(watched)
        events.next("picture")
        own = {"Origin": f"http://127.0.0.1:{watched.port}", "Content-Type": "application/json"}
        watched.get("parameter", method="POST", headers=own, body=b'{"heading": 90, "label": "a b"}')
        events.next("picture")
        self.assertEqual(watched.starts()[-1], ["compass.lua", "-D", "heading=90", "-D", "label=a b", "--", "first"])
        watched.get("file?name=picture&suffix=p/n%2fg", method="POST", body=b"bytes of a file",
                    headers={**own, "Content-Type": "application/octet-stream"})
        events.next("picture")
        words = watched.starts()[-1]
        path = next(word for word in words if word.startswith("picture=")).removeprefix("picture=")
        self.assertTrue(path.endswith(".png"), path)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), b"bytes of a file")
        self.assertEqual(os.stat(os.path.dirname(path)).st_mode & 0o777, 0o700)
        self.assertEqual(words[words.index("--allow-read") + 1], os.path.dirname(path))
        watched.get("parameter", method="POST", headers=own, body=b'{"heading": null}')
        events.next("picture")
        self.assertNotIn("heading=90", watched.starts()[-1])
        watched.process.terminate()
        watched.process.wait(10)
        self.assertFalse(os.path.exists(path))

    def test_a_state_is_told_to_every_page_and_set_in_the_next_picture(self):
        watched = self.watch("color #112233\nstates Locked Unlock")
        events = self.listen(watched)
        first = events.next("picture")[1]
        self.assertEqual(first["ready"]["states"], {"names": ["Locked", "Unlock"], "state": "", "tilts": False})
        self.assertNotIn("chosen", first)
        own = {"Origin": f"http://127.0.0.1:{watched.port}", "Content-Type": "application/json"}
        for body, status in ((b"{}", 400), (b'{"name": "Nosuch"}', 400), (b'{"from": "Locked", "to": "Unlock"}', 400),
                             (b'{"tilt": [1]}', 400), (b'{"name": "Locked", "t": 0.5}', 200)):
            self.assertEqual(watched.get("state", method="POST", body=body, headers=own)[0], status, body)
        told = events.next("stated")[1]
        self.assertEqual((told["chosen"], told["state"]["state"]), ({"name": "Locked"}, "Locked"))
        self.assertEqual(told["state"]["film"]["from"], 0.5)
        # A page that comes later hears of it after the picture.
        later = self.listen(watched)
        self.assertEqual(later.next("picture", "stated")[0], "picture")
        self.assertEqual(later.next("stated")[1], told)
        watched.get("state", method="POST", body=b'{"tilt": [0, 1]}', headers=own)
        self.assertEqual(events.next("stated")[1]["chosen"], {"name": "Locked", "tilt": [0, 1]})
        watched.write("color #112233\nstates Locked")
        second = events.next("picture")[1]
        self.assertEqual(second["chosen"], {"name": "Locked", "tilt": [0, 1]})
        self.assertEqual(second["state"]["state"], "Locked")
        self.assertEqual(watched.get(second["url"])[2][:3], bytes([17, 60, 200]))
        watched.write("color #112233\nstates Other")
        third = events.next("picture")[1]
        self.assertNotIn("chosen", third)
        self.assertEqual(watched.get(third["url"])[2][:3], bytes([0x11, 0x22, 0x33]))

    def test_the_screens_scale_is_drawn_unless_the_user_named_one(self):
        watched = self.watch("color #112233")
        until(lambda: watched.get("tree")[0] == 200)
        watched.connection = socket.create_connection(("127.0.0.1", watched.port), timeout=20)
        self.addCleanup(watched.connection.close)
        watched.connection.sendall(
            f"GET /{watched.token}/events?scale=2 HTTP/1.1\r\nHost: 127.0.0.1:{watched.port}\r\n\r\n".encode())
        until(lambda: watched.starts()[-1] == ["compass.lua", "--scale", "2"])
        named = self.watch("color #112233", arguments=["--scale=3"])
        events = self.listen(named)
        self.assertEqual(events.next("picture")[1]["ready"]["scale"], 3)
        self.assertEqual(len(named.starts()), 1)

    def test_started_again_it_has_the_same_address(self):
        watched = self.watch("color #112233")
        address = watched.address
        watched.kill()
        watched.start()
        self.assertEqual(watched.address, address)
        # Two servers at once have two addresses.
        other = Watched(folder=watched.folder, runtime=watched.runtime)
        self.addCleanup(other.close)
        self.assertNotEqual(other.address, address)

    def test_wrong_words_are_exit_code_2(self):
        import subprocess
        from watching import SERVE
        for words in ([], ["watch"], ["watch", "--program", "a"], ["watch", "--port", "x"], ["other"]):
            ended = subprocess.run([SERVE, *words], capture_output=True, text=True, timeout=20, check=False)
            self.assertEqual(ended.returncode, 2, words)
            self.assertIn("layerlua watch: ", ended.stderr)


if __name__ == "__main__":
    unittest.main()
