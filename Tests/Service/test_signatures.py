# SPDX-License-Identifier: MIT
"""The functions of docs/guide/signed-urls.md in each language against signatures.json, and the service against both."""
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import support
from support import HERE, ROOT, Process

GUIDE = (ROOT / "docs/guide/signed-urls.md").read_text()
CASES = json.loads((HERE / "signatures.json").read_text())
BLOCK = re.compile(r"<!-- sign: (\w+) -->\n```\w+\n(.*?)```\n", re.S)

# Each language's function with a program around it, whose words are: path, key's name, key, and name and value of each
# parameter. It prints the signed path.
PROGRAMS = {
    "python": ([sys.executable], "py", """{}
import sys
print(sign(sys.argv[1], dict(zip(sys.argv[4::2], sys.argv[5::2])), sys.argv[2], sys.argv[3]))
"""),
    "javascript": (["node"], "mjs", """{}
const [path, name, key, ...rest] = process.argv.slice(2);
const parameters = {{}};
for (let i = 0; i < rest.length; i += 2) parameters[rest[i]] = rest[i + 1];
console.log(sign(path, parameters, name, key));
"""),
    "php": (["php"], "php", """<?php
{}
$parameters = [];
for ($i = 4; $i < $argc; $i += 2) $parameters[$argv[$i]] = $argv[$i + 1];
echo sign($argv[1], $parameters, $argv[2], $argv[3]), "\\n";
"""),
    "ruby": (["ruby", "-Ku", "-E", "UTF-8"], "rb", """{}
puts sign(ARGV[0], Hash[*ARGV[3..]], ARGV[1], ARGV[2])
"""),
    "java": (["java", "-Dfile.encoding=UTF-8", "-Dsun.jnu.encoding=UTF-8", "-Dstdout.encoding=UTF-8"], "java", """{}
class Main {{
  public static void main(String[] given) throws Exception {{
    Map<String, String> parameters = new HashMap<>();
    for (int i = 3; i < given.length; i += 2) parameters.put(given[i], given[i + 1]);
    System.out.println(Cards.sign(given[0], parameters, given[1], given[2]));
  }}
}}
"""),
    "bash": (["bash"], "sh", """{}
head=("${{@:1:3}}")
shift 3
pairs=()
while [ $# -gt 0 ]; do pairs+=("$1=$2"); shift 2; done
sign "${{head[@]}}" "${{pairs[@]}}"
"""),
}


def functions():
    return dict(BLOCK.findall(GUIDE))


class FunctionTests(unittest.TestCase):
    def check(self, language):
        words, ending, frame = PROGRAMS[language]
        if not support.has(words[0]):
            self.skipTest(f"needs {words[0]}")
        function = functions()[language]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"Main.{ending}"
            file.write_text(frame.format(function))
            if language == "java":
                if not support.has("javac"):
                    self.skipTest("needs javac")
                subprocess.run(["javac", "-encoding", "UTF-8", str(file)], check=True, timeout=120)
                words, file = [*words, "-cp", folder], "Main"
            for case in CASES["cases"]:
                given = [case["path"], case["key"], CASES["keys"][case["key"]], *sum(map(list, case["parameters"]), [])]
                done = subprocess.run([*words, str(file), *given], capture_output=True, text=True, timeout=60,
                                      env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)
                with self.subTest(case["name"]):
                    self.assertEqual(done.stdout, case["address"] + "\n", done.stderr)

    def test_every_language_of_the_guide_is_run(self):
        self.assertEqual(set(functions()), set(PROGRAMS))
        self.assertIn(CASES["cases"][0]["signature"], GUIDE)

    def test_python(self):
        self.check("python")

    def test_javascript(self):
        self.check("javascript")

    def test_php(self):
        self.check("php")

    def test_ruby(self):
        self.check("ruby")

    def test_java(self):
        self.check("java")

    def test_shell_and_openssl(self):
        self.check("bash")


@unittest.skipUnless(support.server(), "needs layerlua-serve: LAYERLUA_SERVE, or a build")
class ServiceTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "scripts").mkdir()
        (self.folder / "scripts/og.lua").write_text("return ca.Layer { bounds = { 0, 0, 4, 4 } }\n")

    def keys(self, *names):
        """A file of keys, the named ones first."""
        ordered = sorted(CASES["keys"], key=lambda name: name not in names)
        lines = [f"{name}:{CASES['keys'][name]}\n" for name in ordered]
        (self.folder / "keys").write_text("".join(lines))
        return str(self.folder / "keys")

    def test_the_command_signs_alike(self):
        words = [support.server()[0], "sign"]
        for case in CASES["cases"]:
            query = case["text"].split("\n", 2)[2]
            address = case["path"] + ("?" + query if query else "")
            done = subprocess.run([*words, address, "--keys", self.keys(case["key"])], capture_output=True, text=True,
                                  timeout=60, check=False)
            with self.subTest(case["name"]):
                self.assertEqual(re.findall(r"_sig=([^&\s]+)", done.stdout), [case["signature"]], done.stderr)

    def test_the_service_takes_each_and_no_other(self):
        port = support.port()
        words = [*support.server(), self.folder / "scripts", "--listen", f"127.0.0.1:{port}", "--keys", self.keys(),
                 "--drain-delay", "0"]
        with Process(words) as service:
            self.assertTrue(support.until(lambda: support.listens(port)), service.said())

            def status(address):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
                connection.request("GET", address)
                answer = connection.getresponse()
                answer.read()
                connection.close()
                return answer.status

            # 400 and 404: the signature is good, but the script has no such parameter, or there is no such script.
            for case in CASES["cases"]:
                address = case["address"]
                with self.subTest(case["name"]):
                    self.assertIn(status(address), (200, 400, 404))
                    shuffled = "&".join(reversed(address.partition("?")[2].split("&")))
                    self.assertIn(status(f"{case['path']}?{shuffled}"), (200, 400, 404))
                    others = [address + "&zz=1", address[:-1], address + "A", address.replace(".", "", 1),
                              address.replace(case["path"], "/other.png"),
                              address.replace(f"_sig={case['key']}.", "_sig=none.")]
                    codes = CASES["cases"][1]["signature"], CASES["cases"][0]["signature"]
                    others.append(address.replace(case["signature"], codes[case["signature"] == codes[0]]))
                    for other in others:
                        self.assertIn(status(other), (401, 403), other)


if __name__ == "__main__":
    unittest.main()
