"""Writes cases/*.glb and answers/*.json anew: `python3 make.py`. Needs numpy. `python3 make.py --check` compares instead.

The bytes of files are the same everywhere; answers may differ in their last digits with another numpy, which `--check` allows for.
"""

import json
import sys
from pathlib import Path

import numpy as np

from answers import Moment, positions
from glb import written
from models import MODELS

HERE = Path(__file__).parent
FORMAT = "skinning-conformance/1"
# Digits that are no noise of f64, in files of a size that is read with ease.
DIGITS = 11


def skinned(model):
    """What a client shows of a model: node, primitive and its number of vertices."""
    for number, node in enumerate(model["nodes"]):
        if node.get("skin") is None:
            continue
        for place, data in enumerate(model["meshes"][node["mesh"]]["primitives"]):
            yield {"node": number, "mesh": node["mesh"], "primitive": place, "vertices": len(data["positions"])}


def answer(make):
    """The answers for one model, as JSON."""
    model = make()
    moments = [(None, None)] + [(clip, time) for clip in range(len(model["animations"])) for time in model["times"]]
    primitives = list(skinned(model))
    rows, size = [], None
    for clip, time in moments:
        moment, found = Moment(model, clip, time), {}
        for method in model["methods"]:
            parts = [positions(moment, row["node"], row["primitive"], method) for row in primitives]
            if any(part is None for part in parts):
                continue
            places = np.concatenate(parts)
            if size is None:
                size = float(np.linalg.norm(places.max(axis=0) - places.min(axis=0)))
            found[method] = [float(f"{x:.{DIGITS}g}") for x in places.reshape(-1)]
        rows.append({"animation": clip, "time": time, "positions": found})
    name = make.__name__.replace("_", "-")
    return {
        "format": FORMAT,
        "case": name,
        "file": f"cases/{name}.glb",
        "what": " ".join(make.__doc__.split()),
        "beyond_specification": model.get("beyond", False),
        "size": size,
        "primitives": primitives,
        "moments": rows,
    }


def apart(one, other):
    """The largest difference of any number of two documents of the same shape; infinite where the shapes differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return max((apart(one[key], other[key]) for key in one), default=0.0)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return max((apart(a, b) for a, b in zip(one, other)), default=0.0)
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other)
    return 0.0 if one == other else float("inf")


def main():
    checks, faults = "--check" in sys.argv, []
    for make in MODELS:
        found = answer(make)
        data = written(make())
        file, text = HERE / found["file"], HERE / "answers" / f"{found['case']}.json"
        if checks:
            if file.read_bytes() != data:
                faults.append(f"{file} is not what models.py makes")
            if apart(json.loads(text.read_text()), found) > 1e-9:
                faults.append(f"{text} is not what answers.py computes")
        else:
            file.write_bytes(data)
            text.write_text(json.dumps(found, separators=(",", ":")) + "\n")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(MODELS)} cases")
    sys.exit(1 if faults else 0)


main()
