"""Writes rigged glTF files: nodes, skins, meshes and animations as plain lists, into one binary container."""

import json
import struct

import numpy as np

FLOAT, U8, U16, U32 = 5126, 5121, 5123, 5125
KINDS = {FLOAT: "<f4", U8: "<u1", U16: "<u2", U32: "<u4"}
SHAPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


class Writer:
    """The JSON part and the binary part of a file, as they grow."""

    def __init__(self):
        self.json = {
            "asset": {"version": "2.0", "generator": "skinning conformance"},
            "accessors": [],
            "bufferViews": [],
            "buffers": [],
        }
        self.bytes = bytearray()

    def view(self, data):
        """A buffer view of these bytes, at a multiple of four."""
        self.bytes += b"\0" * (-len(self.bytes) % 4)
        view = {"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)}
        self.bytes += data
        self.json["bufferViews"].append(view)
        return len(self.json["bufferViews"]) - 1

    def accessor(self, numbers, kind=FLOAT, normalized=False, bounds=False, sparse=None):
        """An accessor of rows of numbers; with `sparse` a list of (row, numbers) that replace some."""
        rows = np.atleast_2d(np.asarray(numbers))
        rows = rows.reshape(len(numbers), -1)
        entry = {
            "bufferView": self.view(rows.astype(KINDS[kind]).tobytes()),
            "componentType": kind,
            "count": len(rows),
            "type": SHAPES[rows.shape[1]],
        }
        if normalized:
            entry["normalized"] = True
        if sparse:
            places = np.array([row for row, _ in sparse])
            values = np.array([value for _, value in sparse])
            entry["sparse"] = {
                "count": len(sparse),
                "indices": {"bufferView": self.view(places.astype("<u2").tobytes()), "componentType": U16},
                "values": {"bufferView": self.view(values.astype(KINDS[kind]).tobytes())},
            }
            rows = rows.copy()
            rows[places] = values
        if bounds:
            entry["min"] = [float(np.float32(x)) for x in rows.min(axis=0)]
            entry["max"] = [float(np.float32(x)) for x in rows.max(axis=0)]
        self.json["accessors"].append(entry)
        return len(self.json["accessors"]) - 1

    def glb(self):
        """The whole file."""
        self.json["buffers"] = [{"byteLength": len(self.bytes)}]
        text = json.dumps(self.json, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        binary = bytes(self.bytes) + b"\0" * (-len(self.bytes) % 4)
        length = 12 + 8 + len(text) + 8 + len(binary)
        head = struct.pack("<III", 0x46546C67, 2, length)
        return b"".join(
            [head, struct.pack("<II", len(text), 0x4E4F534A), text, struct.pack("<II", len(binary), 0x004E4942), binary]
        )


def written(model):
    """The bytes of a model, as `models.py` makes it."""
    file = Writer()
    out = file.json
    out["nodes"] = [node_json(node) for node in model["nodes"]]
    children = {child for node in model["nodes"] for child in node.get("children", [])}
    out["scenes"] = [{"nodes": [number for number in range(len(out["nodes"])) if number not in children]}]
    out["scene"] = 0
    out["skins"] = []
    for skin in model["skins"]:
        entry = {"joints": skin["joints"]}
        if skin.get("inverse_binds") is not None:
            columns = [matrix.T.reshape(16) for matrix in skin["inverse_binds"]]
            entry["inverseBindMatrices"] = file.accessor(columns)
        out["skins"].append(entry)
    out["meshes"] = [mesh_json(file, mesh) for mesh in model["meshes"]]
    animations = [animation_json(file, animation) for animation in model["animations"]]
    if animations:
        out["animations"] = animations
    return file.glb()


def node_json(node):
    entry = {"name": node["name"]}
    for key in ("mesh", "skin", "children"):
        if node.get(key) not in (None, []):
            entry[key] = node[key]
    for key in ("translation", "rotation", "scale", "weights"):
        if node.get(key) is not None:
            entry[key] = [float(x) for x in node[key]]
    if node.get("matrix") is not None:
        entry["matrix"] = [float(x) for x in node["matrix"].T.reshape(16)]
    return entry


def mesh_json(file, mesh):
    entry = {"primitives": []}
    if mesh.get("weights") is not None:
        entry["weights"] = [float(x) for x in mesh["weights"]]
    for primitive in mesh["primitives"]:
        attributes = {
            "POSITION": file.accessor(primitive["stored"], bounds=True, sparse=primitive.get("sparse")),
        }
        for number, (joints, weights) in enumerate(primitive["sets"]):
            kind = primitive.get("joint_kinds", [U8, U8])[number]
            attributes[f"JOINTS_{number}"] = file.accessor(joints, kind=kind)
            kind = primitive.get("weight_kind", FLOAT)
            attributes[f"WEIGHTS_{number}"] = file.accessor(weights, kind=kind, normalized=kind != FLOAT)
        row = {"attributes": attributes, "indices": file.accessor(primitive["triangles"].reshape(-1, 1), kind=U16)}
        if primitive.get("targets"):
            row["targets"] = [{"POSITION": file.accessor(target, bounds=True)} for target in primitive["targets"]]
        entry["primitives"].append(row)
    return entry


def animation_json(file, animation):
    entry = {"channels": [], "samplers": []}
    for channel in animation:
        times = file.accessor(channel["times"].reshape(-1, 1), bounds=True)
        values = channel["values"]
        values = values.reshape(-1, 1) if channel["path"] == "weights" else values.reshape(-1, values.shape[-1])
        sampler = {"input": times, "output": file.accessor(values), "interpolation": channel["way"]}
        target = {"node": channel["node"], "path": channel["path"]}
        entry["channels"].append({"sampler": len(entry["samplers"]), "target": target})
        entry["samplers"].append(sampler)
    return entry
