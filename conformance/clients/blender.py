"""Blender as a client of the suite, by its module `bpy` (pip install bpy): its importer, its animations, its armature modifier.

    python3 blender.py FOLDER RESULTS
"""

import json
import math
import struct
import sys
import tempfile
from pathlib import Path

import bpy


def without_animations(data):
    """The same file at rest: an importer that shows the first animation at once cannot show anything else."""
    length = struct.unpack_from("<I", data, 12)[0]
    text = json.loads(data[20 : 20 + length])
    text.pop("animations", None)
    packed = json.dumps(text).encode()
    packed += b" " * (-len(packed) % 4)
    rest = data[20 + length :]
    head = struct.pack("<III", 0x46546C67, 2, 20 + len(packed) + len(rest))
    return head + struct.pack("<II", len(packed), 0x4E4F534A) + packed + rest


def nodes_of(data):
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length])["nodes"]


def imported(data, scratch):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    path = scratch / "case.glb"
    path.write_bytes(data)
    bpy.ops.import_scene.gltf(
        filepath=str(path), merge_vertices=False, disable_bone_shape=True, guess_original_bind_pose=False
    )


def standing():
    """What moves nothing: the own transforms of objects and bones, by their names."""
    objects = {holder.name: holder.matrix_basis.copy() for holder in bpy.data.objects}
    armatures = [holder for holder in bpy.data.objects if holder.type == "ARMATURE"]
    bones = {(holder.name, bone.name): bone.matrix_basis.copy() for holder in armatures for bone in holder.pose.bones}
    return objects, bones


def play(number, time, rest):
    """Mutes all animations but one, and goes to a time of it; the importer puts each into a track of its own.

    What that one does not move stands as it does in the file at rest, not as the first animation left it.
    """
    name = f"Anim_{number}"
    objects, bones = rest
    for holder in bpy.data.objects:
        holder.matrix_basis = objects.get(holder.name, holder.matrix_basis)
        for bone in holder.pose.bones if holder.type == "ARMATURE" else []:
            bone.matrix_basis = bones[holder.name, bone.name]
        for animated in (holder, getattr(holder.data, "shape_keys", None)):
            data = getattr(animated, "animation_data", None)
            if data is None:
                continue
            strips = [strip for track in data.nla_tracks if track.name == name for strip in track.strips]
            for track in data.nla_tracks:
                track.mute = True
            data.action = strips[0].action if strips else None
            if strips and hasattr(data, "action_slot"):
                data.action_slot = strips[0].action_slot
    scene = bpy.context.scene
    frame = time * scene.render.fps / scene.render.fps_base
    scene.frame_set(int(math.floor(frame)), subframe=frame - math.floor(frame))


def mesh_of(name, mesh):
    """The object of a node with a mesh: of its name, or of the mesh's where the importer parts both."""
    holder = bpy.data.objects[name]
    if holder.type == "MESH":
        return holder
    return next(of for of in bpy.data.objects if of.type == "MESH" and of.data.name == f"Mesh_{mesh}")


def positions(names):
    """Places of the meshes of these nodes, by the nodes' names and the meshes' numbers, Y up again."""
    graph = bpy.context.evaluated_depsgraph_get()
    out = []
    for name in names:
        evaluated = mesh_of(*name).evaluated_get(graph)
        mesh = evaluated.to_mesh()
        world = evaluated.matrix_world
        for vertex in mesh.vertices:
            at = world @ vertex.co
            out += [at.x, at.z, -at.y]
        evaluated.to_mesh_clear()
    return out


def furthest(found, expected):
    if len(found) != len(expected):
        raise RuntimeError(f"{len(found) // 3} vertices, expected {len(expected) // 3}")
    pairs = zip(zip(*[iter(found)] * 3), zip(*[iter(expected)] * 3))
    return max(math.dist(one, other) for one, other in pairs)


def worst(answers, data, scratch):
    nodes = nodes_of(data)
    # Primitives of a node are one mesh there.
    names = list(dict.fromkeys((nodes[of["node"]]["name"], of["mesh"]) for of in answers["primitives"]))
    most = 0.0
    imported(without_animations(data), scratch)
    rest = standing()
    for moment in answers["moments"]:
        if moment["animation"] is not None:
            imported(data, scratch)
            play(moment["animation"], moment["time"], rest)
        most = max(most, furthest(positions(names), moment["positions"]["linear"]) / answers["size"])
    return most


def main():
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted((folder / "answers").glob("*.json")):
            answers = json.loads(path.read_text())
            result = {"case": answers["case"], "method": "linear"}
            try:
                result["worst"] = worst(answers, (folder / answers["file"]).read_bytes(), Path(scratch))
            except (RuntimeError, KeyError) as error:
                result["error"] = str(error).splitlines()[0]
            results.append(result)
    out.write_text(json.dumps({"client": "Blender", "version": bpy.app.version_string, "results": results}))


main()
