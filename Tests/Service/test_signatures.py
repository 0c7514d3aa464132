# SPDX-License-Identifier: MIT
"""The functions of docs/guide/signed-urls.md in each language against signatures.json, and the service against both."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import support
from support import HERE, ROOT

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


if __name__ == "__main__":
    unittest.main()
