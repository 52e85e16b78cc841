"""`orthant view`: a simulation that is stepped, changed and pulled through HTTP."""

import base64
import contextlib
import gzip
import http.client
import json
import signal
import subprocess
import threading
import time

import numpy as np
import orthant
import pytest
from scenes import rolling


class View:
    """The program, and its answers."""

    def __init__(self, file):
        command = [orthant.program(), "view", file, "--port", "0"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        line = self.process.stdout.readline()
        if not line:
            error = self.process.stderr.read()
            assert "this build has no" in error, error
            pytest.skip(error.strip())
        self.port = int(line.split(":")[-1].split("/")[0])

    def request(self, method, path, body=None, **headers):
        """The status and the answer's text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def get(self, path):
        status, text = self.request("GET", path)
        assert status == 200, text
        return json.loads(text)

    def post(self, path, body, **headers):
        text = body if isinstance(body, (str, bytes)) else json.dumps(body)
        headers = {"Content-Type": "application/json"} | headers
        status, answer = self.request("POST", path, text, **headers)
        return status, json.loads(answer) if answer else {}

    def do(self, path, **body):
        status, answer = self.post(path, body)
        assert status == 200, answer
        return answer

    def steps(self, count):
        self.do("/control", action="step", steps=count)
        return self.get("/state")

    def change(self, path, value):
        return self.post("/change", {"changes": [{"path": path, "value": value}]})


@contextlib.contextmanager
def viewed(tmp_path, experiment):
    file = tmp_path / "seen.json"
    file.write_text(json.dumps(experiment))
    view = View(file)
    try:
        yield view
    finally:
        view.process.send_signal(signal.SIGINT)
        try:
            assert view.process.wait(60) == 0
        finally:
            view.process.kill()


def pile():
    """Boxes that fall onto each other."""
    return {
        "scene": {
            "assemblies": [{"type": "box_pile", "columns": 2, "rows": 1, "layers": 2}],
            "contact": {"recovery_speed": 1},
        },
        "step": 0.01,
        "duration": 0.6,
        "solver": {"type": "cascade"},
    }


keys = ["position_m", "orientation", "velocity_m_s", "spin_rad_s"]


def motion_of(state):
    """Of each body, by name."""
    return {body["name"]: {key: body[key] for key in keys} for body in state["bodies"]}


def motion_of_run(tmp_path, experiment):
    """The same at the end of a run."""
    result = orthant.run(experiment | {"output": {"final_state": True}}, tmp_path / "run").result
    names = [["x_m", "y_m", "z_m"], ["qw", "qx", "qy", "qz"]]
    names += [["vx_m_s", "vy_m_s", "vz_m_s"], ["wx_rad_s", "wy_rad_s", "wz_rad_s"]]
    return {
        body: {key: [state[name] for name in part] for key, part in zip(keys, names)}
        for body, state in result["final"].items()
    }


def test_steps_and_a_reset_have_the_bits_of_a_run(tmp_path):
    expected = motion_of_run(tmp_path, pile())
    with viewed(tmp_path, pile()) as view:
        assert view.get("/state")["step"] == 0
        state = view.steps(60)
        assert state["step"] == 60 and state["solved"] and state["numbers"]["reason"] == "converged"
        assert motion_of(state) == expected
        view.steps(7)
        view.do("/control", action="reset")
        assert view.get("/state")["step"] == 0
        assert motion_of(view.steps(60)) == expected


def test_it_plays_at_the_chosen_speed_and_pauses(tmp_path):
    with viewed(tmp_path, rolling()) as view:
        view.do("/control", action="speed", speed=0.2)
        view.do("/control", action="play")
        begun = view.get("/state")["time_s"], time.monotonic()
        time.sleep(1)
        view.do("/control", action="pause")
        state = view.get("/state")
        past = time.monotonic() - begun[1]
        assert 0.02 < state["time_s"] - begun[0] < 0.2 * past + 0.01
        time.sleep(0.1)
        assert view.get("/state")["step"] == state["step"]


def test_forces_of_hands_are_saved_as_loads_of_the_same_motion(tmp_path):
    with viewed(tmp_path, pile()) as view:
        untouched = view.steps(50)
        view.do("/control", action="reset")
        state = view.steps(30)
        box = [body["dynamic"] for body in state["bodies"]].index(True)
        name = state["bodies"][box]["name"]
        hand = {"who": "test", "body": box, "point": [0.05, 0.02, 0.05]}
        view.do("/hand", kind="pull", to=[0, 0, 2], **hand)
        height = [motion_of(each)[name]["position_m"][2] for each in (untouched, view.steps(20))]
        assert height[1] > height[0] + 0.05
        view.do("/hand", who="test", kind="none")
        view.steps(5)
        view.do("/hand", kind="push", to=[1, 0, 0], **hand)
        view.steps(5)
        view.do("/hand", who="test", kind="none")
        state = view.steps(10)
        assert state["file_differs"] == []
        saved = view.get("/experiment")
    assert saved["steps"] == 70 and "duration" not in saved
    assert [load["body"] for load in saved["scene"]["loads"]] == [name]
    assert motion_of_run(tmp_path, saved) == motion_of(state)


def first_frame(view):
    """The first event of the stream."""
    connection = http.client.HTTPConnection("127.0.0.1", view.port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", "/events")
        line = connection.getresponse().readline().decode()
    assert line.startswith("data: ")
    return json.loads(line.removeprefix("data: "))


def numbers_of(text, width):
    return np.frombuffer(base64.b64decode(text), "<f4").reshape(-1, width)


def test_a_frame_has_the_poses_and_contacts_of_the_state(tmp_path):
    with viewed(tmp_path, rolling()) as view:
        assert "contacts" not in first_frame(view)
        state = view.steps(10)
        deadline = time.monotonic() + 20
        while (frame := first_frame(view))["step"] < 10:
            assert time.monotonic() < deadline
    ball = state["bodies"][1]
    assert frame["time"] == state["time_s"] and frame["numbers"] == state["numbers"]
    assert frame["stopped"] == "" and frame["unsolved"]["steps"] == 0 and frame["solved"]
    [pose] = numbers_of(frame["poses"], 7)
    assert pose == pytest.approx(ball["position_m"] + ball["orientation"], abs=1e-6)
    [contact] = numbers_of(frame["contacts"], 17)
    assert list(contact[:3]) == [0, 0, 1]  # the world, the floor and the ball
    assert contact[3:6] == pytest.approx([ball["position_m"][0], 0, 0], abs=1e-2)
    weight = 2 * 9.81
    assert contact[6:9] == pytest.approx([0, 0, 1], abs=1e-6)
    assert contact[9:12] == pytest.approx([-0.2 * weight, 0, weight], rel=1e-4, abs=1e-6)
    slip = ball["velocity_m_s"][0] - 0.1 * ball["spin_rad_s"][1]
    assert contact[12:15] == pytest.approx([slip, 0, 0], abs=1e-5) and slip > 0
    assert contact[15] == pytest.approx(0.2) and abs(contact[16]) < 1e-6


def test_the_base_case_is_shown_and_saved_alone_and_said(tmp_path):
    pages = {}
    for keys in [{}, {"sweep": {"step": [0.01, 0.02]}, "search": critical()}]:
        experiment = rolling() | {"metrics": {"way": "x(ball)"}} | keys
        with viewed(tmp_path, experiment) as view:
            status, page = view.request("GET", "/")
            assert status == 200
            view.steps(2)
            saved = view.get("/experiment")
            view.process.send_signal(signal.SIGINT)
            assert view.process.wait(60) == 0
            pages[bool(keys)] = page, view.process.stderr.read()
        assert "sweep" not in saved and "search" not in saved and saved["steps"] == 2
    said = "the base case, with the values of the file; without effect: "
    assert all(said not in text for text in pages[False])
    assert 'note: ' + said + '"sweep", "search"' in pages[True][1]
    assert said + r"\"sweep\", \"search\"" in pages[True][0]


def critical():
    return {"path": "step", "between": [0.01, 0.02], "until": "way.end > 0"}


def free_ball(gravity):
    ball = {"name": "ball", "mass": 3, "shapes": [{"type": "sphere", "radius": 0.1}]}
    return {"scene": {"gravity": gravity, "bodies": [ball]}, "step": 0.005, "duration": 1}


def pulled_path(view, target, steps):
    view.do("/hand", who="test", kind="pull", body=0, point=[0, 0, 0], to=target)
    return [view.steps(1)["bodies"][0]["position_m"] for _ in range(steps)]


def test_a_pull_is_critically_damped(tmp_path):
    with viewed(tmp_path, free_ball([0, 0, 0])) as view:
        way = [x for x, _, _ in pulled_path(view, [0.1, 0, 0], 150)]
    assert all(a < b < 0.1 for a, b in zip(way, way[1:30]))
    assert way[-1] == pytest.approx(0.1, abs=1e-3) and max(way) <= 0.1


def test_a_hanging_body_sinks_as_the_spring_and_the_step_make_it(tmp_path):
    with viewed(tmp_path, free_ball([0, 0, -9.81])) as view:
        end = pulled_path(view, [0, 0, 0.05], 150)[-1]
    gyration = 0.1 * 0.6**0.5  # of a solid ball, sqrt(tr I/(2m))
    rate = (2 * 9.81 / gyration) ** 0.5
    sunk = (1 + rate * 0.005) ** 2 * gyration / 2
    assert end == pytest.approx([0, 0, 0.05 - sunk], abs=1e-6)


def test_a_change_takes_the_state_along_and_says_that_the_file_differs(tmp_path):
    with viewed(tmp_path, pile()) as view:
        before = view.steps(20)
        solver = {"type": "cascade", "ncp": "minimum_map", "tolerance": 1e-9}
        status, answer = view.change("/solver", solver)
        assert status == 200 and "taken along" in answer["told"]
        after = view.get("/state")
        assert after["bodies"] == before["bodies"] and after["step"] == 20
        assert view.get("/settings")["values"]["solver"] == solver
        status, answer = view.change("/step", 0.005)
        assert status == 200
        state = view.steps(1)
        assert state["time_s"] == pytest.approx(0.205) and state["revision"] == 2
        assert "changed after step 20" in state["file_differs"][0]
        view.do("/control", action="reset")
        state = view.steps(40)
        assert state["file_differs"] == []
        saved = view.get("/experiment")
    assert saved["solver"] == solver and saved["step"] == 0.005
    assert motion_of_run(tmp_path, saved) == motion_of(state)


def test_a_friction_that_changes_takes_all_along(tmp_path):
    with viewed(tmp_path, rolling()) as view:
        view.steps(20)
        status, answer = view.change("/scene/bodies/1/friction", 0.9)
        assert (status, answer) == (200, {"told": "taken along: all that steps carry on"})
        assert view.get("/settings")["values"]["scene"]["bodies"][1]["friction"] == 0.9


@pytest.mark.parametrize(
    "path, value, words",
    [
        ("/solver", {"type": "newtno"}, "seen.json/solver/type: \"newtno\" is not one of"),
        ("/solver", {"type": "newton", "ncp": "none"}, "seen.json/solver/ncp/type: \"none\" is not"),
        ("/step", -1, "seen.json/step: found -1, allowed"),
        ("/scene/assemblies/0/friction", -0.1, "seen.json/scene/assemblies/0/friction"),
        ("/backend", "serial", "a change of \"/backend\""),
        ("/scene/assemblies/9/friction", 0.1, "a change of"),
    ],
)
def test_a_refused_choice_says_why_and_the_old_one_goes_on(tmp_path, path, value, words):
    with viewed(tmp_path, pile()) as view:
        before = view.steps(3)
        status, answer = view.change(path, value)
        assert status == 409 and words in answer["error"]
        assert view.get("/state") == before
        assert view.steps(1)["step"] == 4


def test_malformed_requests_and_those_of_other_sites_are_refused(tmp_path):
    with viewed(tmp_path, rolling()) as view:
        for path, body in [
            ("/control", "{"),
            ("/control", "[]"),
            ("/control", {"action": "fly"}),
            ("/control", {"action": "speed", "speed": 0}),
            ("/control", {"action": "play", "more": 1}),
            ("/change", {"changes": []}),
            ("/change", {"changes": [{"path": "/step"}]}),
            ("/hand", {"who": "x", "kind": "pull"}),
            ("/hand", {"who": "x", "kind": "pull", "body": 1.5, "point": [0, 0, 0], "to": [0, 0, 0]}),
        ]:
            status, answer = view.post(path, body)
            assert status == 400 and answer["error"], (path, body)
        floor = {"who": "x", "kind": "pull", "body": 0, "point": [0, 0, 0], "to": [0, 0, 1]}
        assert view.post("/hand", floor)[0] == 409
        play = json.dumps({"action": "play"})
        assert view.request("POST", "/control", play)[0] == 415
        for name, value in [
            ("Host", "elsewhere.example"),
            ("Origin", "http://elsewhere.example"),
            ("Origin", "http://127.0.0.1:1"),
            ("Origin", "null"),
        ]:
            assert view.post("/control", play, **{name: value})[0] == 403, (name, value)
        here = f"http://127.0.0.1:{view.port}"
        assert view.post("/control", {"action": "pause"}, Origin=here)[0] == 200
        assert view.request("PUT", "/control", play)[0] == 405
        assert view.post("/control", " " * (1 << 20))[0] == 413
        packed = gzip.compress(b'{"action": "pause"}' + b" " * (1 << 20))
        assert view.post("/control", packed, **{"Content-Encoding": "gzip"})[0] == 415
        assert view.get("/state")["step"] == 0


def test_a_stream_brings_frames_until_the_end(tmp_path):
    frames = []

    def listen():
        connection = http.client.HTTPConnection("127.0.0.1", view.port, timeout=60)
        connection.request("GET", "/events")
        answer = connection.getresponse()
        while line := answer.readline():
            if line.startswith(b"data: "):
                frames.append(json.loads(line[6:]))

    with viewed(tmp_path, pile()) as view:
        pages = [threading.Thread(target=listen) for _ in range(2)]
        for page in pages:
            page.start()
        view.do("/control", action="play")
        until = time.monotonic() + 60
        while len(frames) < 20 and time.monotonic() < until:
            time.sleep(0.05)
    for page in pages:
        page.join(60)
        assert not page.is_alive()
    assert len(frames) >= 20 and frames[-1]["step"] > frames[0]["step"]
    assert frames[-1]["poses"] and frames[-1]["numbers"]["kinetic_J"] >= 0


@pytest.mark.parametrize("experiment, words", [({"worlds": 2}, "/worlds: found 2"), ({"step": 0}, "/step")])
def test_what_is_wrong_is_refused_before_it_serves(tmp_path, experiment, words):
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(rolling() | experiment))
    command = [orthant.program(), "view", file, "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if "this build has no" in ended.stderr:
        pytest.skip(ended.stderr)
    assert ended.returncode == 2 and words in ended.stderr
