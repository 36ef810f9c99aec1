"""Characters of any size: a tube along X with a joint every so often and a clip of two seconds that bends and twists them."""

import json
import math
import struct

import numpy as np

_SIDES = 64
_FLOAT, _U16, _U32 = 5126, 5123, 5125


def write_tube(path, vertices, joints=24):
    """Writes a GLB of about so many vertices."""
    rings = max(2, vertices // _SIDES)
    along, around = np.meshgrid(np.linspace(0, joints, rings), np.arange(_SIDES) * (2 * math.pi / _SIDES), indexing="ij")
    radial = np.stack([np.zeros_like(around), np.cos(around), np.sin(around)], -1)
    positions = radial * 0.5 + np.stack([along, 0 * along, 0 * along], -1)
    near = np.clip(along - 0.5, 0, joints - 1)
    first = np.minimum(near.astype(int), joints - 2)
    pairs = np.stack([first, first + 1, 0 * first, 0 * first], -1)
    share = (near - first)[..., None]
    weights = np.concatenate([1 - share, share, 0 * share, 0 * share], -1)
    ring, side = np.meshgrid(np.arange(rings - 1), np.arange(_SIDES), indexing="ij")
    a, b = ring * _SIDES + side, ring * _SIDES + (side + 1) % _SIDES
    corners = np.stack([a, a + _SIDES, b, b, a + _SIDES, b + _SIDES], -1)
    inverse = np.tile(np.eye(4), (joints, 1, 1))
    # Columns follow one another: the translation is the last row here.
    inverse[:, 3, 0] = -np.arange(joints)
    times = np.linspace(0, 2, 21)
    # Twist and bend, so that linear blending alone does not do.
    half = np.radians(35) * np.sin(np.pi * times)
    turns = np.stack([0.8 * np.sin(half), 0 * half, 0.6 * np.sin(half), np.cos(half)], -1)
    flat = [
        (positions.reshape(-1, 3), "<f4", _FLOAT, "VEC3"),
        (radial.reshape(-1, 3), "<f4", _FLOAT, "VEC3"),
        (pairs.reshape(-1, 4), "<u2", _U16, "VEC4"),
        (weights.reshape(-1, 4), "<f4", _FLOAT, "VEC4"),
        (corners.reshape(-1), "<u4", _U32, "SCALAR"),
        (inverse.reshape(-1, 16), "<f4", _FLOAT, "MAT4"),
        (times, "<f4", _FLOAT, "SCALAR"),
        (turns, "<f4", _FLOAT, "VEC4"),
    ]
    _write(path, joints, flat)


def _write(path, joints, arrays):
    views, accessors, data = [], [], b""
    for numbers, dtype, component, kind in arrays:
        raw = np.ascontiguousarray(numbers, dtype).tobytes()
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(raw)})
        accessor = {"bufferView": len(views) - 1, "componentType": component, "count": len(numbers), "type": kind}
        if dtype == "<f4" and len(numbers):
            rows = numbers.astype(np.float32).reshape(len(numbers), -1)
            accessor |= {"min": rows.min(0).tolist(), "max": rows.max(0).tolist()}
        accessors.append(accessor)
        data += raw
    chain = [{"name": f"joint {joint}", "translation": [min(joint, 1), 0, 0]} for joint in range(joints)]
    for joint in range(joints - 1):
        chain[joint]["children"] = [joint + 1]
    attributes = {"POSITION": 0, "NORMAL": 1, "JOINTS_0": 2, "WEIGHTS_0": 3}
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, joints]}],
        "nodes": [*chain, {"name": "tube", "mesh": 0, "skin": 0}],
        "meshes": [{"name": "tube", "primitives": [{"attributes": attributes, "indices": 4}]}],
        "skins": [{"joints": list(range(joints)), "inverseBindMatrices": 5}],
        "animations": [
            {
                "name": "bend",
                "samplers": [{"input": 6, "output": 7}],
                "channels": [{"sampler": 0, "target": {"node": joint, "path": "rotation"}} for joint in range(joints)],
            }
        ],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(data)}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(data), len(text), 0x4E4F534A)
    with open(path, "wb") as file:
        file.write(head + text + struct.pack("<II", len(data), 0x004E4942) + data)
