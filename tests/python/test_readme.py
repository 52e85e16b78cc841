"""The commands of README.md, as they stand there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

root = Path(__file__).parents[2]
commands = re.findall(r'^    python3 (-c "import orthant;.*)$', (root / "README.md").read_text(), re.M)


def test_there_are_some():
    assert len(commands) == 3


@pytest.mark.parametrize("command", commands)
def test_a_command_runs(command):
    done = subprocess.run(f"{sys.executable} {command}", shell=True, cwd=root, text=True,
                          capture_output=True, env=os.environ)
    assert done.returncode == 0 and done.stdout and not done.stderr, done.stderr
