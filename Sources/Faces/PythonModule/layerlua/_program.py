# SPDX-License-Identifier: MIT
"""The command layerlua of a wheel, which has the program inside."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Replaces this process by the program of the same package; ends with 5 where there is none."""
    program = os.path.join(os.path.dirname(os.path.realpath(__file__)), "bin", "layerlua")
    try:
        os.execv(program, [program, *sys.argv[1:]])
    except OSError as error:
        remedy = "install the wheel of layerlua again"
        print(f"layerlua: cannot start {program}: {error.strerror}; {remedy}", file=sys.stderr)
        sys.exit(5)
