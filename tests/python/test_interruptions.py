"""Ctrl-C while a thread waits for its turn."""

import signal
import subprocess
import sys
import time

import pytest

waits = """
import threading, time
import orthant
sim = orthant.Simulation({"scene": {"bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}]}, "step": 0.001, "steps": 1})
threading.Thread(target=lambda: sim.step(10**9), daemon=True).start()
time.sleep(0.2)
print("waits", flush=True)
"""
call_and_hear = """
try:
    {}
except KeyboardInterrupt:
    print("heard", flush=True)
"""


@pytest.mark.parametrize("call", ["sim.step(1)", "sim.snapshot()", "orthant.Simulation(sim.configuration)"])
def test_a_thread_that_waits_for_its_turn_hears_it(call):
    process = subprocess.Popen([sys.executable, "-c", waits + call_and_hear.format(call)],
                               stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "waits\n"
        time.sleep(0.3)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "heard\n"
        assert time.monotonic() - began < 2
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.communicate()
