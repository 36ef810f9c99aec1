"""A million vertices from Python beside the crate alone, in turns in one process.

    python3 benches/skin.py
"""

import json
import statistics
import struct
import time

import dualskin
import dualskin._native as native
import numpy as np

SIDE, ROUNDS = 1000, 31


def sheet(side: int) -> bytes:
    """A sheet of so many by so many vertices as GLB, by eight joints in a row, four of which move each vertex."""
    x, y = np.meshgrid(np.linspace(0, 1, side, dtype=np.float32), np.linspace(0, 1, side, dtype=np.float32))
    positions = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    normals = np.tile(np.float32([0, 0, 1]), (len(positions), 1))
    first = np.minimum((positions[:, 0] * 5).astype(np.uint8), 4)
    joints = first[:, None] + np.arange(4, dtype=np.uint8)
    weights = np.abs(np.sin(positions[:, :1] * 7 + np.arange(4))).astype(np.float32) + np.float32(0.1)
    weights /= weights.sum(axis=1, keepdims=True)
    corner = (np.arange(side - 1)[:, None] * side + np.arange(side - 1)).reshape(-1, 1)
    triangles = np.concatenate([corner + [0, 1, side], corner + [side, 1, side + 1]]).astype(np.uint32)
    parts = [positions, normals, joints, weights, triangles]
    kinds = [(5126, "VEC3"), (5126, "VEC3"), (5121, "VEC4"), (5126, "VEC4"), (5125, "SCALAR")]
    views, accessors, offset = [], [], 0
    for place, (array, (component, kind)) in enumerate(zip(parts, kinds)):
        views.append({"buffer": 0, "byteOffset": offset, "byteLength": array.nbytes})
        count = array.size if kind == "SCALAR" else len(array)
        accessors.append({"bufferView": place, "componentType": component, "count": count, "type": kind})
        offset += array.nbytes
    accessors[0] |= {"min": [0, 0, 0], "max": [1, 1, 0]}
    nodes = [{"name": f"joint {place}", "translation": [0.125, 0, 0], "children": [place + 1]} for place in range(8)]
    del nodes[-1]["children"]
    names = ["POSITION", "NORMAL", "JOINTS_0", "WEIGHTS_0"]
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, 8]}],
        "nodes": [*nodes, {"mesh": 0, "skin": 0}],
        "skins": [{"joints": list(range(8))}],
        "meshes": [{"primitives": [{"attributes": {name: place for place, name in enumerate(names)}, "indices": 4}]}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": offset}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary = b"".join(array.tobytes() for array in parts)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


def main() -> None:
    character = dualskin.open_bytes("sheet", sheet(SIDE))
    pose = character.pose()
    out = np.empty((character.vertex_count, 3), dtype=np.float32)
    normals = np.empty_like(out)
    for method in ("linear", "two-phase"):
        character.skin(pose, method, out=out, normals=normals)
        crate, own = [], []
        for _round in range(ROUNDS):
            # The first of a new memory finds it cold.
            crate.append(native._seconds_of_crate(character._native, method, 2)[1])
            start = time.perf_counter()
            character.skin(pose, method, out=out, normals=normals)
            own.append(time.perf_counter() - start)
        ratio = statistics.median(own) / statistics.median(crate)
        print(
            f"{method}: {1e3 * statistics.median(own):.2f} ms from Python, {1e3 * statistics.median(crate):.2f} ms in Rust, "
            f"{ratio:.3f} x, {len(out)} vertices"
        )


if __name__ == "__main__":
    main()
