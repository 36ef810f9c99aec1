"""Blender: where it puts the vertices of skinned meshes, of files that `client_files` wrote: at rest, and of bakes in clips.

    python3 blender.py FOLDER [TITLE-PART]
    python3 blender.py FOLDER --bakes

Needs `bpy` (pip install bpy); without it, it says so and ends well. Blender splits and orders vertices as the file has them, turns
Y up to Z up, and evaluates armatures as linear blending does. Between keys it turns bones by blended quaternions, where glTF asks for
arcs: clips are looked at where their rotations have keys.
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
    print("SKIPPED: the module bpy is not installed, so that Blender does not look at our files")
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


def imported(path, scratch, guess):
    """Without its clips, by a copy in the scratch folder; with them where there is none.

    Where its guess of the original bind pose is on, Blender takes nodes that no skin lists for elsewhere than they are.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if scratch is not None:
        copy = scratch / "still.glb"
        still(path, copy)
        path = copy
    bpy.ops.import_scene.gltf(filepath=str(path), merge_vertices=False, disable_bone_shape=True, guess_original_bind_pose=guess)


def clip_name(path, number):
    """What Blender's importer calls a clip."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length])["animations"][number].get("name", f"Anim_{number}")


def standing():
    """What moves nothing: the own transforms of objects and bones, by their names."""
    objects = {holder.name: holder.matrix_basis.copy() for holder in bpy.data.objects}
    armatures = [holder for holder in bpy.data.objects if holder.type == "ARMATURE"]
    bones = {(holder.name, bone.name): bone.matrix_basis.copy() for holder in armatures for bone in holder.pose.bones}
    return objects, bones


def play(name, time, came):
    """Puts every animated object into a moment of a clip; what that does not move stands as it came."""
    objects, bones = came
    found = False
    for holder in bpy.data.objects:
        holder.matrix_basis = objects[holder.name]
        for bone in holder.pose.bones if holder.type == "ARMATURE" else []:
            bone.matrix_basis = bones[holder.name, bone.name]
        for animated in (holder, getattr(holder.data, "shape_keys", None)):
            data = getattr(animated, "animation_data", None)
            if data is None:
                continue
            strips = [strip for track in data.nla_tracks if track.name == name for strip in track.strips]
            found = found or bool(strips)
            for track in data.nla_tracks:
                track.mute = True
            data.action = strips[0].action if strips else None
            if strips and hasattr(data, "action_slot"):
                data.action_slot = strips[0].action_slot
    if not found:
        raise RuntimeError(f"Blender has no clip {name}")
    scene = bpy.context.scene
    frame = time * scene.render.fps / scene.render.fps_base
    scene.frame_set(int(frame), subframe=frame - int(frame))


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
    only = None
    if part == "--bakes":
        part, only = "", {entry["source"] for entry in files if entry["percent"] is not None}
    scratch = Path(tempfile.mkdtemp())
    base, faults, count, passed, moments, most = {}, 0, 0, 0, 0, 0.0
    for entry in files:
        if part not in entry["title"] or only is not None and entry["source"] not in only:
            continue
        if only is not None and entry["percent"] is None and entry["source"] in base:
            continue
        try:
            imported(folder / entry["file"], scratch, entry["percent"] is None)
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
        if entry["percent"] is None:
            continue
        still_there = standing()
        imported(folder / entry["file"], None, False)
        for sample in entry["samples"]:
            if not sample["at_keys"] or sample["clip"] is None:
                continue
            play(clip_name(folder / entry["file"], sample["clip"]), sample["time"], still_there)
            far = worst(positions(), expected(folder, sample))
            relative = far / max(entry["size"], 1e-9)
            moments, most = moments + 1, max(most, relative)
            if relative > TOLERANCE + came:
                print(f"{entry['title']}, clip {sample['clip']} at {sample['time']} s: {relative:.1e} of the size")
                faults += 1
    print(
        f"blender: {count} files at rest, {passed} passed over; {moments} moments of bakes, at most {most:.1e} of the size away; "
        f"{faults} faults"
    )
    sys.exit(1 if faults else 0)


main()
