# SPDX-License-Identifier: MIT
"""A browser that is driven over WebDriver's HTTP interface: Debian's chromium, by its chromium-driver."""
import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
        "ArrowDown": "\ue015", "Home": "\ue011", "Tab": "\ue004", "Shift": "\ue008", "Control": "\ue009",
        "Backspace": "\ue003", "Space": " "}


def are_there():
    """Whether this machine has the browser and its driver."""
    return bool(shutil.which("chromedriver") and shutil.which("chromium"))


class Browser:
    """One headless window. What waits, waits for a condition of the page, and never for time alone."""

    patience = float(os.environ.get("LAYERLUA_BROWSER_PATIENCE", "20"))

    def __init__(self, width=1440, height=900, scale=1, downloads=None, more=()):
        self.folder = tempfile.mkdtemp(prefix="layerlua-browser-")
        self.driver = subprocess.Popen(["chromedriver", "--port=0", "--log-level=SEVERE"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                port = found.group(1)
                break
        self.base = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-sync",
                     "--disable-dev-shm-usage", f"--user-data-dir={self.folder}/profile", "--hide-scrollbars",
                     f"--window-size={width},{height}", f"--force-device-scale-factor={scale}", *more]
        # Chromium's sandbox does not start as root, the usual user in containers.
        if os.getuid() == 0:
            arguments.append("--no-sandbox")
        options = {"args": arguments, "binary": shutil.which("chromium"),
                   "prefs": {"download.default_directory": downloads or self.folder}}
        answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.driven = "/session/" + answer["sessionId"]
        # Sets the viewport, since the window's size includes its frame.
        self.resize(width, height, scale)

    def _call(self, method, path, body=None):
        request = urllib.request.Request(self.base + path, method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def post(self, path, **body):
        return self._call("POST", self.driven + path, body)

    def cdp(self, command, **parameters):
        return self.post("/goog/cdp/execute", cmd=command, params=parameters)

    def resize(self, width, height, scale=1):
        """Gives the page this size, in its own pixels."""
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def open(self, address):
        self.post("/url", url=address)

    def run(self, script, *arguments):
        """Runs JavaScript in the page, and returns what it returns; a promise is waited for."""
        return self.post("/execute/sync", script=script, args=list(arguments))

    def wait(self, condition, *arguments, seconds=None):
        """Until JavaScript is true; asked in the page at each of its frames, so that it is noticed at once."""
        script = ("const [seconds, ...words] = arguments, test = new Function(" + json.dumps("return (" + condition + ")")
                  + "), start = performance.now(); return new Promise(done => { const again = () => { let is = false;"
                  " try { is = test(...words) } catch { /* not yet */ } if (is || performance.now() - start > seconds * 1000)"
                  " done(is || null); else setTimeout(again, 2) }; again() })")
        deadline = time.monotonic() + (seconds or self.patience)
        found = self.run(script, seconds or self.patience, *arguments)
        if found is None and time.monotonic() < deadline:
            found = self.run(script, deadline - time.monotonic(), *arguments)
        if found is None:
            raise AssertionError(f"the page never had: {condition} {arguments}; it has "
                                 f"{self.run('return JSON.stringify(document.body.dataset)')} {self.messages()}")
        return found

    def find(self, selector):
        return self.post("/element", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        self.post(f"/element/{self.find(selector)}/click")

    def type(self, selector, text):
        self.post(f"/element/{self.find(selector)}/value", text=text)

    def press(self, *keys):
        """Keys, one after the other, wherever the focus is; `Shift+ArrowLeft` holds the first."""
        steps = []
        for key in keys:
            words = [KEYS.get(word, word) for word in key.split("+")] if len(key) > 1 else [key]
            steps += [{"type": "keyDown", "value": word} for word in words]
            steps += [{"type": "keyUp", "value": word} for word in reversed(words)]
        self.post("/actions", actions=[{"type": "key", "id": "keyboard", "actions": steps}])

    def pointer(self, *steps):
        """`("move", x, y)`, `("down",)`, `("up",)` in pixels of the page."""
        made = []
        for step in steps:
            if step[0] == "move":
                made.append({"type": "pointerMove", "duration": 0, "x": round(step[1]), "y": round(step[2])})
            else:
                made.append({"type": "pointerDown" if step[0] == "down" else "pointerUp", "button": 0})
        self.post("/actions", actions=[{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                                        "actions": made}])

    def click_at(self, x, y):
        self.pointer(("move", x, y), ("down",), ("up",))

    def screenshot(self, path):
        picture = base64.b64decode(self._call("GET", self.driven + "/screenshot"))
        with open(path, "wb") as file:
            file.write(picture)

    def messages(self):
        """What the console got since it was asked last."""
        return [entry["message"] for entry in self.post("/se/log", type="browser")]

    def close(self):
        try:
            self._call("DELETE", self.driven)
        except OSError:
            pass
        self.driver.terminate()
        self.driver.wait(10)
        self.driver.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)
