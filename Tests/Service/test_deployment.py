# SPDX-License-Identifier: MIT
"""The files by which the service is run: systemd's unit and socket, the container, the manifests of Kubernetes."""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
from pathlib import Path

import support
from support import SERVICE, Process

try:
    import yaml
except ImportError:
    yaml = None


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


def unit(name):
    """A unit file's settings, each with all of its values. A backslash at a line's end joins the next line to it."""
    found = {}
    for line in re.sub(r"\\\n\s*", " ", (SERVICE / name).read_text()).splitlines():
        if "=" in line and not line.startswith(("#", "[")):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


class SystemdTests(unittest.TestCase):
    @unittest.skipUnless(shutil.which("systemd-analyze"), "needs systemd-analyze")
    def test_the_unit_is_valid_and_exposes_little(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "layerlua"
            program.write_text("#!/bin/sh\n")
            program.chmod(0o755)
            for name in ("layerlua.service", "layerlua.socket"):
                text = (SERVICE / name).read_text().replace("/usr/bin/layerlua", str(program))
                (Path(folder) / name).write_text(text)
            checked = run("systemd-analyze", "verify", f"{folder}/layerlua.service", f"{folder}/layerlua.socket")
            said = [line for line in checked.stderr.splitlines() if "layerlua" in line and "man layerlua" not in line]
            self.assertEqual(said, [])
            security = run("systemd-analyze", "security", "--offline=yes", "--no-pager", f"{folder}/layerlua.service")
            level = re.search(r"exposure level for layerlua\.service: ([\d.]+)", security.stdout)
            self.assertIsNotNone(level, security.stdout + security.stderr)
            self.assertLessEqual(float(level[1]), 0.6, security.stdout)

    def test_the_service_outlives_its_own_stop(self):
        self.assertGreaterEqual(int(unit("layerlua.service")["TimeoutStopSec"][0]), 5 + 30)
        self.assertEqual(unit("layerlua.service")["PrivateNetwork"], ["yes"])


@unittest.skipUnless(shutil.which("systemd-socket-activate") and support.server(), "needs systemd and layerlua-serve")
class SocketTests(unittest.TestCase):
    """The service on a socket of systemd, for root in a network of its own, as the unit has it."""

    def test_a_service_without_a_network_answers_on_the_socket_it_was_given(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "card.lua").write_text("return ca.Layer { bounds = { 0, 0, 4, 4 } }\n")
            Path(folder, "keys").write_text(f"k1:{'5e' * 32}\n")
            port = support.port()
            alone = ["unshare", "--net"] if os.geteuid() == 0 and shutil.which("unshare") else []
            words = ["systemd-socket-activate", "-l", f"127.0.0.1:{port}", *alone, *support.server(), folder,
                     "--keys", f"{folder}/keys", "--drain-delay", "0"]
            signed = run(support.server()[0], "sign", "/card.png", "--keys", f"{folder}/keys").stdout.strip()

            def get(address):
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}{address}", timeout=20) as answer:
                        return answer.status, answer.read()
                except urllib.error.HTTPError as answer:
                    return answer.code, answer.read()

            with Process(words) as service:
                self.assertTrue(support.until(lambda: support.listens(port)), service.said())
                status, body = get(signed)
                self.assertEqual((status, body[:4]), (200, b"\x89PNG"), service.said())
                self.assertEqual(get("/card.png")[0], 403)
                self.assertEqual([get(path)[0] for path in ("/health", "/ready", "/metrics")], [200] * 3)
                self.assertEqual(service.end(), 0)


class KubernetesCase(unittest.TestCase):
    def setUp(self):
        if yaml is None:
            self.skipTest("needs PyYAML")
        self.documents = list(yaml.safe_load_all((SERVICE / "kubernetes.yaml").read_text()))
        self.of = {document["kind"]: document for document in self.documents}


class KubernetesTests(KubernetesCase):
    def test_the_parts_name_each_other(self):
        self.assertEqual(sorted(self.of), ["Deployment", "HorizontalPodAutoscaler", "NetworkPolicy",
                                           "PodDisruptionBudget", "Service"])
        deployment = self.of["Deployment"]
        template = deployment["spec"]["template"]
        labels = template["metadata"]["labels"]
        for selector in [deployment["spec"]["selector"]["matchLabels"], self.of["Service"]["spec"]["selector"],
                         self.of["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
                         self.of["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"]]:
            self.assertLessEqual(selector.items(), labels.items())
        self.assertNotIn("replicas", deployment["spec"])
        self.assertEqual(self.of["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"],
                         {"apiVersion": "apps/v1", "kind": "Deployment", "name": deployment["metadata"]["name"]})
        (container,) = template["spec"]["containers"]
        ports = {port["name"] for port in container["ports"]}
        named = [container[probe]["httpGet"]["port"] for probe in ("startupProbe", "readinessProbe", "livenessProbe")]
        named += [port["targetPort"] for port in self.of["Service"]["spec"]["ports"]]
        named += [port["port"] for rule in self.of["NetworkPolicy"]["spec"]["ingress"] for port in rule["ports"]]
        self.assertLessEqual(set(named), ports)
        self.assertLessEqual({mount["name"] for mount in container["volumeMounts"]},
                             {volume["name"] for volume in template["spec"]["volumes"]})

    def test_a_pod_owns_nothing_and_reaches_nobody(self):
        pod = self.of["Deployment"]["spec"]["template"]["spec"]
        (container,) = pod["containers"]
        self.assertTrue(pod["securityContext"]["runAsNonRoot"])
        self.assertFalse(pod["automountServiceAccountToken"])
        self.assertEqual(container["securityContext"], {
            "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}})
        self.assertEqual(self.of["NetworkPolicy"]["spec"]["egress"], [])
        self.assertNotIn("cpu", container["resources"]["limits"])
        self.assertIn("memory", container["resources"]["limits"])
        self.assertGreaterEqual(pod["terminationGracePeriodSeconds"], 5 + 30)

    def test_the_manifests_keep_to_the_schemas_of_kubernetes(self):
        if run(sys.executable, "-c", "import kubernetes_validate").returncode:
            self.skipTest("needs kubernetes-validate")
        for path in [SERVICE / "kubernetes.yaml", support.FARM / "kubernetes.yaml"]:
            checked = run(sys.executable, "-m", "kubernetes_validate", "--strict", "--quiet", str(path))
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)


class OptionTests(KubernetesCase):
    """Each option that a file gives to the service is one that the service has."""

    def test_every_option_exists(self):
        if not support.server():
            self.skipTest("needs layerlua-serve: LAYERLUA_SERVE, or a build")
        told = run(*support.server(), "--help")
        known = set(re.findall(r"--[a-z-]+", told.stdout + told.stderr))
        (container,) = self.of["Deployment"]["spec"]["template"]["spec"]["containers"]
        (start,) = unit("layerlua.service")["ExecStart"]
        image = (SERVICE / "Containerfile").read_text()
        words = [*container["args"], *shlex.split(start), *re.findall(r'"(--[a-z-]+)', image)]
        used = {word.partition("=")[0] for word in words if word.startswith("--")}
        self.assertIn("--isolate", used)
        self.assertLessEqual(used, known)
        guide = (support.ROOT / "docs/guide/service.md").read_text()
        table = guide[guide.index("## Settings"):guide.index("## How it draws")]
        told = {word for line in table.splitlines() if line.startswith("|")
                for word in re.findall(r"--[a-z][a-z-]+", line.split("|")[1])}
        self.assertEqual(told, known - {"--expires"})


if __name__ == "__main__":
    unittest.main()
