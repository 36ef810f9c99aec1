"""Blender: where it puts the vertices of skinned meshes at rest, of files that `client_files` wrote.

    python3 blender.py FOLDER [TITLE-PART]

Needs `bpy` (pip install bpy); without it, it says so and ends well. Blender splits and orders vertices as the file has them, turns
Y up to Z up, and evaluates armatures as linear blending does.
"""

import json
import math
import struct
import sys
import tempfile
from pathlib import Path

try:
    import bpy
except ImportError:
    print("blender: SKIPPED, the module bpy is not installed")
    sys.exit(0)

TOLERANCE = 1e-4


def expected(folder, sample):
    data = (folder / sample["positions"]).read_bytes()
    return struct.unpack(f"<{len(data) // 4}f", data)


def still(path, into):
    """A copy of a GLB without its clips: what it shows at rest."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    text = json.loads(data[20 : 20 + length])
    text.pop("animations", None)
    packed = json.dumps(text).encode()
    packed += b" " * (-len(packed) % 4)
    rest = data[20 + length :]
    head = struct.pack("<III", 0x46546C67, 2, 20 + len(packed) + len(rest))
    into.write_bytes(head + struct.pack("<II", len(packed), 0x4E4F534A) + packed + rest)


def imported(path, scratch):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    copy = scratch / "still.glb"
    still(path, copy)
    bpy.ops.import_scene.gltf(filepath=str(copy), merge_vertices=False, disable_bone_shape=True)


def positions():
    """Positions of all meshes that an armature moves, Y up again."""
    graph = bpy.context.evaluated_depsgraph_get()
    out = []
    for holder in bpy.data.objects:
        if holder.type != "MESH" or not any(m.type == "ARMATURE" for m in holder.modifiers):
            continue
        evaluated = holder.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        world = evaluated.matrix_world
        out.append([(at.x, at.z, -at.y) for at in (world @ vertex.co for vertex in mesh.vertices)])
        evaluated.to_mesh_clear()
    return out


def worst(found, numbers):
    """The largest distance, of meshes in any order: each of ours from the nearest of theirs of as many vertices."""
    ours = list(zip(numbers[0::3], numbers[1::3], numbers[2::3]))
    flat = [place for mesh in found for place in mesh]
    if len(flat) != len(ours):
        return None
    return max((math.dist(one, other) for one, other in zip(ours, flat)), default=0.0)


def main():
    folder = Path(sys.argv[1])
    part = sys.argv[2] if len(sys.argv) > 2 else ""
    files = json.loads((folder / "index.json").read_text())["files"]
    scratch = Path(tempfile.mkdtemp())
    base, faults, count, passed = {}, 0, 0, 0
    for entry in files:
        if part not in entry["title"]:
            continue
        try:
            imported(folder / entry["file"], scratch)
        except RuntimeError as error:
            print(f"{entry['title']}: cannot be imported: {error}")
            faults += 1
            continue
        sample = entry["samples"][0]
        far = worst(positions(), expected(folder, sample))
        if far is None:
            passed += 1
            continue
        relative = far / max(entry["size"], 1e-9)
        came = base.setdefault(entry["source"], relative)
        count += 1
        if relative > TOLERANCE + came:
            print(f"{entry['title']} ({entry['file']}): {relative:.1e} of the size, {came:.1e} before")
            faults += 1
    print(f"blender: {count} files at rest, {passed} passed over, {faults} faults")
    sys.exit(1 if faults else 0)


main()
