# SPDX-License-Identifier: MIT
"""The files by which the service is run: systemd's unit and socket, the container, the manifests of Kubernetes."""
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import support
from support import SERVICE

try:
    import yaml
except ImportError:
    yaml = None


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


def unit(name):
    """A unit file's settings, each with all of its values."""
    found = {}
    for line in (SERVICE / name).read_text().splitlines():
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


if __name__ == "__main__":
    unittest.main()
