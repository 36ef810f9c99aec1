"""Makes cases.json by the program itself, which shares no call with the bindings that are tested by it.

    python3 make.py PATH/TO/dualskin
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

METHODS = ["linear", "dual-quaternion", "two-phase", "two-phase-head", "affine", "spherical", "two-phase:largest", "linear+smooth"]
ELBOW = [["rotate", "forearm", "x", 60.0]]
ALL = [
    ["set_rotation", "upper_arm", [0.2, 0.1, -0.3, 0.9]],
    ["rotate", "hand", "y", 75.0],
    ["translate", "hand", [0.0, 0.05, 0.01]],
    ["scale", "forearm", [1.2, 0.8, 1.1]],
    ["shear", "forearm", [0.1, 0.0, -0.05]],
]
SAMPLES = 6


def preset(steps):
    joints = {}
    for name, joint, *numbers in steps:
        own = joints.setdefault(joint, {})
        match name, numbers:
            case "rotate", [axis, degrees]:
                own["rotation"] = [degrees if axis == each else 0.0 for each in "xyz"]
            case "set_rotation", [turn]:
                own["rotation"] = turn
            case "translate", [by]:
                own["translation"] = by
            case ("scale" | "shear"), [by]:
                own[name] = by
    lines = []
    for joint, own in joints.items():
        fields = ", ".join(f"{key}: ({', '.join(str(float(n)) for n in value)})" for key, value in own.items())
        lines.append(f'"{joint}": ({fields})')
    return f"(version: 1, joints: {{{', '.join(lines)}}})"


def skin(program, folder, case):
    out = folder / "out.npz"
    command = [program, "skin", case["source"], "--method", case["method"], "-o", str(out), "-q"]
    if "clip" in case:
        command += ["--clip", str(case["clip"]), "--time", str(case["seconds"])]
    if case["steps"]:
        file = folder / "pose.ron"
        file.write_text(preset(case["steps"]))
        command += ["--pose", str(file)]
    out.unlink(missing_ok=True)
    subprocess.run(command, check=True)
    arrays = np.load(out)
    return arrays["positions"][0], arrays["normals"][0]


def main():
    program = sys.argv[1]
    cases = [{"source": "builtin:arm", "steps": steps, "method": method} for steps in (ELBOW, ALL) for method in METHODS]
    cases += [
        {"source": source, "clip": clip, "seconds": seconds, "steps": [], "method": method}
        for source, clip, seconds in (("builtin:arm", 0, 0.5), ("builtin:biped", 0, 1.25), ("builtin:hand", 1, 0.75))
        for method in ("linear", "two-phase")
    ]
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            positions, normals = skin(program, pathlib.Path(folder), case)
            case["vertices"] = len(positions)
            step = max(1, len(positions) // SAMPLES)
            case["samples"] = [
                {"vertex": vertex, "position": rounded(positions[vertex]), "normal": rounded(normals[vertex])}
                for vertex in range(step // 2, len(positions), step)
            ]
    document = {
        "format": "dualskin-binding-cases/1",
        "tolerance": 1e-5,
        "cases": cases,
        "errors": ERRORS,
    }
    path = pathlib.Path(__file__).with_name("cases.json")
    lines = [json.dumps(case) for case in cases]
    document["cases"] = None
    text = json.dumps(document, indent=1)
    path.write_text(text.replace('"cases": null', '"cases": [\n  ' + ",\n  ".join(lines) + "\n ]") + "\n")


def rounded(numbers):
    return [round(float(number), 7) for number in numbers]


# Calls that fail, with the kind of each.
ERRORS = [
    {"call": "open", "source": "builtin:nobody", "kind": "missing-file"},
    {"call": "open", "source": "no/such/file.glb", "kind": "missing-file"},
    {"call": "open_bytes", "bytes": "not a character", "kind": "not-a-character"},
    {"call": "joint", "source": "builtin:arm", "name": "fore_arm", "kind": "unknown-name", "remedy": "forearm"},
    {"call": "mesh", "source": "builtin:arm", "name": "leg", "kind": "unknown-name"},
    {"call": "clip", "source": "builtin:arm", "name": "fly", "kind": "unknown-name"},
    {"call": "method", "source": "builtin:arm", "name": "two-faced", "kind": "unknown-name"},
]

if __name__ == "__main__":
    main()
