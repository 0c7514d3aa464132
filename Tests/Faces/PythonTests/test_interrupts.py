# SPDX-License-Identifier: MIT
"""Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import unittest

from support import MODULE, EngineTestCase

import layerlua

BEGINNING = """
import signal, sys, threading, time
import layerlua

def ready():
    print("ready", flush=True)

# The parent process may have SIGINT ignored or blocked.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
engine = layerlua.Engine()
engine.register("ready", ready)
"""


class ProgramTests(unittest.TestCase):
    """Programs that get SIGINT once they say that they are ready."""

    def run_program(self, code, signals=1, first=""):
        program = subprocess.Popen(
            [sys.executable, "-c", BEGINNING + textwrap.dedent(code)],
            env={**os.environ, "PYTHONPATH": str(MODULE), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            self.assertEqual("".join(program.stdout.readline() for _ in first.splitlines()), first)
            for _ in range(signals):
                self.assertEqual(program.stdout.readline(), "ready\n")
                program.send_signal(signal.SIGINT)
            output, errors = program.communicate(timeout=60)
        finally:
            program.kill()
            program.wait()
        return program.returncode, output, errors

    def test_an_endless_script_is_ended(self):
        code, output, errors = self.run_program("""
            try:
                engine.run("ca.host.ready() while true do pcall(function() while true do end end) end")
            except KeyboardInterrupt:
                print("interrupted", engine.run("x = 1"))
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
            assert signal.set_wakeup_fd(-1) == -1
            """)
        self.assertEqual((code, output, errors), (0, "interrupted None\n", ""))

    def test_uncaught_it_ends_the_program_as_it_does_in_python(self):
        code, _, errors = self.run_program("engine.run('ca.host.ready() while true do end')")
        self.assertEqual(code, -signal.SIGINT)
        self.assertTrue(errors.endswith("KeyboardInterrupt\n"), errors)

    def test_host_functions_that_are_called_all_the_time_lose_nothing(self):
        # The signal may arrive anywhere: in the library, in ctypes, in the module, in the function.
        code, output, errors = self.run_program(
            """
            engine.register("nothing", lambda: None)
            for _ in range(8):
                try:
                    engine.run("ca.host.ready() while true do pcall(ca.host.nothing) end")
                except KeyboardInterrupt:
                    pass
                else:
                    print("lost")
            print("over")
            """,
            signals=8,
        )
        self.assertEqual((code, output, errors), (0, "over\n", ""))

    def test_code_of_the_host_is_interrupted_where_it_is(self):
        code, output, errors = self.run_program("""
            def sleep():
                try:
                    ready()
                    time.sleep(60)
                except KeyboardInterrupt:
                    print("awake")
                    raise

            engine.register("sleep", sleep)
            try:
                engine.run("pcall(ca.host.sleep) while true do end")
            except KeyboardInterrupt:
                print("interrupted")
            """)
        self.assertEqual((code, output, errors), (0, "awake\ninterrupted\n", ""))

    def test_code_of_the_host_is_interrupted_after_listeners_within_it_too(self):
        code, output, errors = self.run_program(
            """
            engine = layerlua.Engine(on_warning=lambda warning: print(warning.repeats), on_print=lambda text: None)
            engine.run("for i = 1, 3 do ca.Layer().opacitty = 1 end")

            def sleep():
                engine.run("print 'x'")
                engine.report_repeated_warnings()
                try:
                    ready()
                    time.sleep(60)
                except KeyboardInterrupt:
                    print("awake")
                    raise

            engine.register("sleep", sleep)
            try:
                engine.run("ca.host.sleep()")
            except KeyboardInterrupt:
                print("interrupted")
            """,
            first="0\n2\n",
        )
        self.assertEqual((code, output, errors), (0, "awake\ninterrupted\n", ""))

    def test_pictures_and_films_are_ended(self):
        code, output, errors = self.run_program("""
            layer = engine.run('''
              local r = ca.Layer { bounds = {0, 0, 6000, 6000} }
              for i = 1, 2000 do
                r:addSublayer(ca.Layer {
                  frame = {i, i, 3000, 3000}, backgroundColor = 'rgb(9 9 9 / .1)', shadowOpacity = 1, shadowRadius = 20
                })
              end
              hook = { displayLayer = function() ca.host.ready() end }
              r.delegate = hook
              r:setNeedsDisplay()
              return r
            ''')
            try:
                layer.image()
            except KeyboardInterrupt:
                print("interrupted")
            """)
        self.assertEqual((code, output, errors), (0, "interrupted\n", ""))

    def test_engines_within_each_other_are_ended(self):
        code, output, errors = self.run_program("""
            other = layerlua.Engine()
            engine.register("other", lambda: other.run("while true do end"))
            try:
                engine.run("ca.host.ready() pcall(ca.host.other) while true do end")
            except KeyboardInterrupt:
                print("interrupted", engine.run("x = 1"), other.run("x = 1"))
            """)
        self.assertEqual((code, output, errors), (0, "interrupted None None\n", ""))

    def test_a_handler_of_the_programs_own_runs_when_the_call_is_over(self):
        code, output, errors = self.run_program("""
            handled = threading.Event()
            signal.signal(signal.SIGINT, lambda *_: handled.set())
            engine.register("handled", handled.is_set)
            engine.run("ca.host.ready() repeat until ca.host.handled()")
            print("handled")
            """)
        self.assertEqual((code, output, errors), (0, "handled\n", ""))

    def test_a_signal_between_calls_is_pythons(self):
        code, output, errors = self.run_program("""
            engine.run("x = 1")
            try:
                ready()
                time.sleep(60)
            except KeyboardInterrupt:
                print("interrupted", engine.run("x = 1"))
            """)
        self.assertEqual((code, output, errors), (0, "interrupted None\n", ""))


class HandlerTests(EngineTestCase):
    def setUp(self):
        super().setUp()
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_what_is_pythons_is_put_back(self):
        seen = []
        self.engine.register("host", lambda: seen.append(signal.getsignal(signal.SIGINT)))
        self.engine.run("ca.host.host()")
        self.assertIsNot(seen[0], signal.default_int_handler)
        for fail in ("error 'x'", "x = = 1"):
            with self.assertRaises(layerlua.ScriptError):
                self.engine.run(fail)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
        self.assertEqual(signal.set_wakeup_fd(-1), -1)

    def test_a_handler_that_a_host_function_sets_stays(self):
        def own(*_):
            pass

        self.engine.register("host", lambda: signal.signal(signal.SIGINT, own) and None)
        self.engine.run("ca.host.host()")
        self.assertIs(signal.getsignal(signal.SIGINT), own)

    def test_what_is_anothers_is_left_alone(self):
        import socket

        reader, writer = socket.socketpair()
        self.addCleanup(reader.close)
        self.addCleanup(writer.close)
        writer.setblocking(False)
        signal.set_wakeup_fd(writer.fileno())
        self.addCleanup(signal.set_wakeup_fd, -1)
        self.engine.register("host", lambda: signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        self.engine.run("print(ca.host.host())")
        self.assertEqual(self.prints, ["true\n"])
        self.assertEqual(signal.set_wakeup_fd(writer.fileno()), writer.fileno())

    def test_other_threads_have_no_part_in_it(self):
        self.engine.register("host", lambda: signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        worker = threading.Thread(target=self.engine.run, args=("print(ca.host.host())",))
        worker.start()
        worker.join()
        self.assertEqual(self.prints, ["true\n"])


if __name__ == "__main__":
    unittest.main()
