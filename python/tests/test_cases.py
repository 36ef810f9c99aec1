"""The table of cases that all languages run, and the same bits as the program."""

import json
import os
import pathlib
import subprocess

import dualskin
import numpy as np
import pytest

TABLE = json.loads((pathlib.Path(__file__).parents[2] / "testdata/bindings/cases.json").read_text())
PROGRAM = os.environ.get("DUALSKIN_PROGRAM")


def posed(character, case):
    pose = character.pose()
    if "clip" in case:
        pose.set_from_clip(case["clip"], case["seconds"])
    for step, joint, *numbers in case["steps"]:
        if step == "set_rotation":
            pose[joint].rotation = numbers[0]
        else:
            getattr(pose[joint], step)(*numbers)
    return pose


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: f"{case['source']}-{case['method']}-{len(case['steps'])}")
def test_vertices_are_those_of_the_program(case):
    character = dualskin.open(case["source"])
    positions, normals = character.skin(posed(character, case), case["method"], normals=True)
    assert len(positions) == case["vertices"]
    for sample in case["samples"]:
        np.testing.assert_allclose(positions[sample["vertex"]], sample["position"], rtol=0, atol=TABLE["tolerance"])
        np.testing.assert_allclose(normals[sample["vertex"]], sample["normal"], rtol=0, atol=TABLE["tolerance"])


@pytest.mark.skipif(PROGRAM is None, reason="DUALSKIN_PROGRAM names no program to compare with")
@pytest.mark.parametrize("method", ["linear", "two-phase", "affine"])
def test_bits_are_those_of_the_program(method, tmp_path):
    out = tmp_path / "skinned.npz"
    command = [PROGRAM, "skin", "builtin:biped", "--method", method, "--clip", "0", "--times", "0:1:0.25", "-q", "-o", str(out)]
    subprocess.run(command, check=True)
    wanted = np.load(out)
    biped = dualskin.open("builtin:biped")
    poses = [biped.pose(0, float(time)) for time in wanted["times"]]
    positions, normals = biped.skin(poses, method, normals=True)
    assert positions.tobytes() == wanted["positions"].tobytes()
    assert normals.tobytes() == wanted["normals"].tobytes()


CALLS = {
    "open": lambda case: dualskin.open(case["source"]),
    "open_bytes": lambda case: dualskin.open_bytes("bytes", case["bytes"].encode()),
    "joint": lambda case: dualskin.open(case["source"]).pose()[case["name"]],
    "mesh": lambda case: dualskin.open(case["source"]).mesh(case["name"]),
    "clip": lambda case: dualskin.open(case["source"]).pose(case["name"], 0),
    "method": lambda case: (lambda it: it.skin(it.pose(), case["name"]))(dualskin.open(case["source"])),
}


@pytest.mark.parametrize("case", TABLE["errors"], ids=lambda case: f"{case['call']}-{case['kind']}")
def test_failures_have_their_kinds(case):
    with pytest.raises(dualskin.DualskinError) as found:
        CALLS[case["call"]](case)
    assert found.value.kind == case["kind"]
    assert case.get("remedy", "") in found.value.remedy
    assert found.value.place
    assert str(found.value).strip()
