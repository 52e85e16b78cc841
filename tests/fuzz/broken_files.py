#!/usr/bin/env python3
"""Models, meshes and experiments that are broken in many ways, read in a process each that is forked from this one.

    tests/fuzz/broken_files.py [--runs N] [--seed S] [--state FILE] [--finds DIRECTORY]

Whatever a file is, it is read or refused in 10 s of CPU time, and makes three steps in 60 s, with less than 1 GiB and
without the words of a library that broke. A find is kept with its seed; the state, if a file of it is given, lets a
later call go on.
"""
import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "build/release/python"))
import orthant  # noqa: E402

READ_SECONDS, STEP_SECONDS, PATIENCE, MOST_KIB = 10, 60, 600, 1 << 20
BROKEN = re.compile(r"Traceback|terminate called|what\(\):|_M_range_check|basic_string::|std::\w+_error|Assertion|"
                    r"double free|stack smashing|AddressSanitizer|invalid pointer")
NUMBERS = ["0", "-1", "1e308", "-1e308", "1e-320", "nan", "inf", "99999999999", "2147483648", "4294967295", "0x10",
           "1e999", ""]
TOKENS = ["<?x >", "?>", "<!--", "-->", "<![CDATA[", "]]>", "&#46;", "&#0;", "&lt;", "&a;", "<!DOCTYPE a [", "\f", "\0",
          "\v", "\"", "'", "<", ">", "/>", "</", "<include file=\"../../../etc/passwd\"/>",
          "<include><uri>model://a</uri></include>", "%s%n", "{}", "../", "/dev/zero", "<a>" * 300, "[" * 300, "\xff",
          "\ud7ff", "mtllib /dev/zero\n", "f 1 2 99999999\n", "count=\"4000000000\"", "nuser_body=\"1000000000\"",
          "nkey=\"1000000000\"",
          "<composite type=\"grid\" count=\"3000 3000 1\" spacing=\"1\"><geom size=\"1\"/></composite>"]
CUBE = "".join(f"v {x} {y} {z}\n" for z in (0, 3) for x, y in ((0, 0), (1, 0), (1, 2), (0, 2))) + \
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
COLLADA = """<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>
<unit meter="1"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="g" name="g"><mesh><source id="p">
<float_array id="pa" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common>
<accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source><vertices id="v">
<input semantic="POSITION" source="#p"/></vertices><triangles count="4">
<input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p>
</triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node id="n">
<matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


def seeds():
    """(kind, name of the file, its bytes, the folder that it stands in)."""
    out = []
    for row in json.loads((ROOT / "tests/robots/models.json").read_text()):
        for kind in ("urdf", "mjcf", "sdf"):
            if kind in row:
                out.append((kind, f"m.{kind}", row[kind].encode(), None))
    for file in sorted(ROOT.glob("experiments/*/scene.json")):
        out.append(("experiment", "scene.json", file.read_bytes(), file.parent))
    for file in sorted(ROOT.glob("experiments/*/*.urdf")):
        out.append(("urdf", file.name, file.read_bytes(), file.parent))
    data = Path(os.environ.get("ORTHANT_DATA", "/nowhere"))
    for ending, kind in (("urdf", "urdf"), ("xml", "mjcf"), ("obj", "mesh"), ("stl", "mesh"), ("dae", "mesh")):
        for file in sorted(data.rglob(f"*.{ending}")):
            if file.stat().st_size < 200_000:
                out.append((kind, file.name, file.read_bytes(), None if kind == "mesh" else file.parents[1]))
    out += [("mesh", "box.obj", CUBE.encode(), None), ("mesh", "a.dae", COLLADA.encode(), None)] * 20
    return out


def mutated(dice, text, other):
    """A few changes of a text; `other` is one of the same kind."""
    out = bytearray(text)
    for _ in range(dice.choice([1, 1, 2, 3, 8])):
        at, end = sorted(dice.randrange(len(out) + 1) for _ in range(2))
        end = min(end, at + dice.choice([1, 8, 80, 800]))
        kind = dice.randrange(8)
        numbers = list(re.finditer(rb"-?\d+\.?\d*(?:[eE][-+]?\d+)?", out)) if kind < 3 else []
        if numbers:
            found = dice.choice(numbers)
            out[found.start():found.end()] = dice.choice(NUMBERS).encode()
        elif kind == 3:
            out[at:at] = dice.choice(TOKENS).encode("utf-8", "surrogatepass")
        elif kind == 4:
            del out[at:end]
        elif kind == 5:
            out[at:at] = out[at:end] * dice.choice([1, 2, 50])
        elif kind == 6:
            first = dice.randrange(len(other) + 1)
            out[at:end] = other[first:first + dice.choice([8, 80, 800])]
        elif out:
            out[min(at, len(out) - 1)] = dice.randrange(256)
    return bytes(out)


def experiment_of(kind, file, dice):
    if kind == "mesh":
        shape = {"type": dice.choice(["hull", "mesh"]), "file": file}
        body = {"name": "b", "motion": "fixed", "shapes": [shape]}
        return {"scene": {"bodies": [body]}, "step": 0.01, "steps": 1}
    robot = {"type": kind, "file": file, "name": "r", "lenient": True}
    return {"scene": {"assemblies": [robot]}, "step": 1e-3, "steps": 2}


def bounded(text):
    """An experiment of a few steps, where it is one still."""
    try:
        input = json.loads(text)
        if isinstance(input, dict) and isinstance(input.get("steps", input.get("duration")), (int, float)):
            input.pop("duration", None)
            input.pop("expect", None)
            if isinstance(input.get("reference"), dict) and "length_unit" in input["reference"]:
                input.pop("reference")  # 190 recordings, in a world each
            return json.dumps({**input, "steps": 3}).encode()
    except (ValueError, RecursionError):
        pass
    return text


def act(file, checked):
    """In a process of its own: its exit status."""
    most = READ_SECONDS if checked else STEP_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.setpgid(0, 0)
    os.chdir(file.parent)
    try:
        orthant.check(file) if checked else orthant.run(file, "out")
    except orthant.Error as error:
        print(error, flush=True)
        return 2
    except BaseException:
        traceback.print_exc()
    return 0


def verdict(file, checked):
    """What is wrong, or ""."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            for stream in (1, 2):
                os.dup2(said.fileno(), stream)
            status = act(file, checked)
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        until = time.monotonic() + PATIENCE
        while True:
            pid, status, used = os.wait4(child, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > until:
                os.killpg(child, signal.SIGKILL)
                os.wait4(child, 0)
                return f"no end in {PATIENCE} s"
            time.sleep(0.002)
        code = os.waitstatus_to_exitcode(status)
        said.seek(0)
        words = said.read(1 << 20).decode(errors="replace")
    if code not in (0, 2):
        return f"exit {code}: {words[-300:]}"
    if used.ru_maxrss > MOST_KIB:
        return f"{used.ru_maxrss >> 10} MiB"
    found = BROKEN.search(words)
    return f"says {found[0]}: {words[-300:]}" if found else ""


def attempt(number, known, folder):
    dice = random.Random(number)
    kind, name, text, beside = dice.choice(known)
    text = mutated(dice, text, dice.choice([each[2] for each in known if each[0] == kind]))
    place = folder / "model"
    if beside:  # links to what it may name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for each in beside.iterdir():
            (place / each.name).symlink_to(each)
    place.mkdir(exist_ok=True)
    file = place / ("scene.json" if kind == "experiment" else f"broken{Path(name).suffix}")
    file.unlink(missing_ok=True)
    file.write_bytes(bounded(text) if kind == "experiment" else text)
    if kind != "experiment":
        (place / "e.json").write_text(json.dumps(experiment_of(kind, file.name, dice)))
        return file, verdict(place / "e.json", True)
    return file, verdict(file, False)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--runs", type=int, default=1000)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--state", type=Path)
    words.add_argument("--finds", type=Path, default=ROOT / "build/fuzz/finds")
    given = words.parse_args()
    known, first, finds = seeds(), given.seed * 10**9, 0
    done = int(given.state.read_text()) if given.state and given.state.exists() else 0
    with tempfile.TemporaryDirectory() as folder:
        for k in range(done, given.runs):
            file, wrong = attempt(first + k, known, Path(folder))
            if wrong:
                finds += 1
                given.finds.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, given.finds / f"broken-{first + k}{file.suffix}")
                print(f"broken files: {first + k}: {wrong}", flush=True)
            if given.state:
                given.state.write_text(str(k + 1))
    print(f"broken files: {given.runs - done} inputs, {finds or 'no'} find(s)")
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())
