"""The models of the suite, one function each. All numbers are those that the file will have: rounded to 32 bits."""

import numpy as np

from glb import FLOAT, U8, U16

ALL = ("linear", "dual-quaternion", "two-phase")
LINEAR = ("linear",)


def f32(numbers):
    return np.asarray(numbers, dtype=np.float32).astype(float)


def turn(axis, degrees):
    axis = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    half = np.radians(degrees) / 2
    return f32([*(np.sin(half) * axis), np.cos(half)])


def euler(x, y, z):
    """A rotation by three angles in degrees, one after another."""
    from answers import product

    return f32(product(turn([0, 0, 1], z), product(turn([0, 1, 0], y), turn([1, 0, 0], x))))


def tube(height=3.0, rings=8, sides=6, radius=0.3):
    """Positions and triangles of a tube along y, which begins below the origin."""
    angles = 2 * np.pi * np.arange(sides) / sides
    heights = np.linspace(-0.25, height - 0.25, rings)
    places = [[radius * np.cos(a), y, 0.8 * radius * np.sin(a)] for y in heights for a in angles]
    triangles = []
    for ring in range(rings - 1):
        for side in range(sides):
            a, b = ring * sides + side, ring * sides + (side + 1) % sides
            triangles += [[a, a + sides, b], [b, a + sides, b + sides]]
    return f32(places), np.array(triangles)


def near_joints(places, count, most, spread=0.9):
    """Joint numbers and weights by the distance from joints one apart along y; `most` influences a vertex."""
    sets = (most + 3) // 4
    joints = np.zeros((len(places), 4 * sets), dtype=int)
    weights = np.zeros((len(places), 4 * sets))
    for row, place in enumerate(places):
        middles = np.arange(count) + 0.5
        raw = np.maximum(0, 1 - (np.abs(place[1] - middles) / spread) ** 2) ** 2
        best = np.argsort(-raw, kind="stable")[:most]
        kept = np.maximum(raw[best], 1e-12 * (raw[best].sum() == 0))
        joints[row, : len(best)] = best
        weights[row, : len(best)] = f32(kept / kept.sum())
    joints[weights == 0] = 0
    return [(joints[:, 4 * s : 4 * s + 4], weights[:, 4 * s : 4 * s + 4]) for s in range(sets)]


def primitive(places, triangles, sets, **more):
    data = {"positions": places, "stored": places, "triangles": triangles, "sets": sets, "influences": sets}
    return {**data, **more}


def chain(count, first=0):
    """Joints one apart along y, each with the next as its child."""
    nodes = []
    for number in range(count):
        children = [first + number + 1] if number + 1 < count else []
        nodes.append({"name": f"joint_{number}", "translation": [0, float(number > 0), 0], "children": children})
    return nodes


def inverse_binds(count):
    out = []
    for number in range(count):
        matrix = np.eye(4)
        matrix[1, 3] = -number
        out.append(matrix)
    return out


def model(count=3, most=2, **mesh):
    """A tube over a chain of joints; nodes 0 … count − 1 are the joints, and the next has the mesh."""
    places, triangles = tube(height=float(count))
    nodes = chain(count)
    nodes.append({"name": "mesh", "mesh": 0, "skin": 0})
    return {
        "nodes": nodes,
        "skins": [{"joints": list(range(count)), "inverse_binds": inverse_binds(count)}],
        "meshes": [{"primitives": [primitive(places, triangles, near_joints(places, count, most), **mesh)]}],
        "animations": [],
        "methods": ALL,
        "times": [],
    }


def channel(node, path, times, values, way="LINEAR"):
    return {"node": node, "path": path, "times": f32(times), "values": f32(values), "way": way}


def posed_at_rest():
    """The rest of the nodes is not where the skin was bound."""
    out = model()
    out["nodes"][1]["rotation"] = turn([0, 0, 1], 60)
    out["nodes"][2]["rotation"] = euler(30, -40, 10)
    return out


def bend():
    """An elbow of up to 90 degrees; times before the first key, between keys, and after the last."""
    out = model()
    turns = [turn([0, 0, 1], 0), turn([0, 0, 1], 90), turn([0, 0, 1], -60)]
    out["animations"] = [[channel(1, "rotation", [0.5, 1.5, 2], turns)]]
    out["times"] = [0, 0.75, 1.5, 1.8125, 3]
    return out


def twist():
    """A twist of up to 150 degrees about the bone."""
    out = model()
    out["animations"] = [[channel(1, "rotation", [0, 1], [turn([0, 1, 0], 0), turn([0, 1, 0], 150)])]]
    out["times"] = [0.5, 1]
    return out


def shorter_way():
    """Keys whose quaternions have opposite signs: the way between them is the shorter one."""
    out = model()
    turns = [turn([0, 0, 1], 20), -turn([1, 0, 1], 70), turn([1, 0, 0], 60), -turn([0, 1, 1], 40)]
    out["animations"] = [[channel(1, "rotation", [0, 1, 2, 3], turns), channel(2, "rotation", [0, 3], turns[1:3])]]
    out["times"] = [0.5, 1.25, 2.5]
    return out


def steps_and_splines():
    """STEP and CUBICSPLINE, with uneven keys and tangents that are not of the curve's own making."""
    out = model()
    rest, bent, more = turn([0, 0, 1], 0), turn([0, 0, 1], 50), turn([1, 0, 1], 80)
    splines = [[0 * rest, rest, [0, 0, 1.5, 0.25]], [[0.25, 0, 0.5, -0.25], bent, [0.5, 0, 0, 0]], [[0, 0.5, 0, 0], more, 0 * rest]]
    moved = [[[0, 0, 0], [0, 1, 0], [0.5, 0, 0]], [[0, 0, 1], [0.25, 1.25, 0], [0, -1, 0]]]
    out["animations"] = [
        [channel(1, "rotation", [0.25, 1, 2.5], splines, "CUBICSPLINE"), channel(2, "translation", [0.25, 2], moved, "CUBICSPLINE")],
        [channel(1, "rotation", [0, 1, 2], [rest, bent, more], "STEP")],
    ]
    out["times"] = [0, 0.5, 1.75, 2.25]
    return out


def keys_of_other_lengths():
    """Rotation keys and a node whose quaternions are not of length one. Beyond the specification; answers take the directions."""
    out = model()
    out["nodes"][2]["rotation"] = f32(1.25 * turn([1, 0, 0], 40))
    turns = [0.75 * turn([0, 0, 1], 20), 1.5 * turn([0, 0, 1], 80)]
    out["animations"] = [[channel(1, "rotation", [0, 1], turns)]]
    out["times"] = [0, 0.25, 1]
    out["beyond"] = True
    return out


def inherited_scale():
    """Uneven scale of a joint that its turned children inherit: their matrices are sheared."""
    out = model(count=4)
    out["animations"] = [
        [
            channel(1, "scale", [0, 1], [[1, 1, 1], [1.5, 0.75, 1.25]]),
            channel(1, "rotation", [0, 1], [turn([0, 0, 1], 0), turn([0, 0, 1], 40)]),
            channel(2, "rotation", [0, 1], [turn([0, 0, 1], 0), euler(20, 30, 50)]),
            channel(3, "scale", [0, 1], [[1, 1, 1], [0.5, 1, 2]]),
            channel(3, "rotation", [0, 1], [turn([0, 0, 1], 0), turn([1, 1, 0], 60)]),
        ]
    ]
    out["times"] = [0.5, 1]
    return out


def even_scale():
    """A joint that grows evenly and moves away, and one that shrinks to nothing."""
    out = model(count=4)
    out["animations"] = [
        [
            channel(1, "scale", [0, 1], [[1, 1, 1], [2, 2, 2]]),
            channel(1, "translation", [0, 1], [[0, 1, 0], [0.25, 1.5, -0.25]]),
            channel(2, "rotation", [0, 1], [turn([0, 0, 1], 0), turn([0, 0, 1], 75)]),
        ],
        [channel(3, "scale", [0, 1], [[1, 1, 1], [0, 0, 0]])],
    ]
    out["times"] = [0.5, 1]
    out["methods"] = LINEAR
    return out


def mirrored():
    """A negative scale, inherited."""
    out = model()
    out["nodes"][1]["scale"] = [-1.0, 1.0, 1.0]
    out["nodes"][2]["rotation"] = euler(20, 40, -30)
    out["methods"] = LINEAR
    return out


def eight_influences():
    """Two sets of joints and weights, the second of another number type."""
    places, triangles = tube(height=8.0, rings=12)
    out = model(count=8, most=8)
    sets = near_joints(places, 8, 8, spread=3.6)
    data = primitive(places, triangles, sets, joint_kinds=[U8, U16])
    out["meshes"] = [{"primitives": [data]}]
    turns = {node: euler(4 * node, 10 - 3 * node, 12 - node) for node in range(1, 8)}
    out["animations"] = [[channel(node, "rotation", [0, 1], [turn([1, 0, 0], 0), of]) for node, of in turns.items()]]
    out["times"] = [0.5, 1]
    return out


def whole_number_weights():
    """Weights in eight and in sixteen bits, one primitive each, of one mesh."""
    out = model()
    primitives = []
    for kind, most in ((U8, 255), (U16, 65535)):
        data = dict(out["meshes"][0]["primitives"][0])
        joints, weights = data["sets"][0]
        whole = np.rint(weights * most).astype(int)
        # What rounding left over goes to the largest.
        whole[np.arange(len(whole)), whole.argmax(axis=1)] += most - whole.sum(axis=1)
        data.update(sets=[(joints, whole)], influences=[(joints, whole / most)], weight_kind=kind)
        primitives.append(data)
    out["meshes"] = [{"primitives": primitives}]
    out["nodes"][1]["rotation"] = turn([0, 0, 1], 70)
    return out


def sums_other_than_one():
    """Weights that do not sum to one. Beyond the specification; answers divide by the sum."""
    out = model()
    data = out["meshes"][0]["primitives"][0]
    joints, weights = data["sets"][0]
    factors = np.linspace(0.5, 1.5, len(weights))[:, None]
    data["sets"] = data["influences"] = [(joints, f32(weights * factors))]
    out["nodes"][1]["rotation"] = turn([0, 0, 1], 70)
    out["beyond"] = True
    return out


def morph_targets():
    """Morph targets before the skin: weights of the mesh, of a node over them, and of an animation, below 0 and above 1."""
    out = model()
    data = out["meshes"][0]["primitives"][0]
    places = data["positions"]
    wider = f32(places * [0.5, 0, 0.5])
    longer = f32(np.outer(places[:, 1] > 1.5, [0, 0.5, 0.25]))
    data["targets"] = [wider, longer]
    out["meshes"][0]["weights"] = [0.25, 0.5]
    out["nodes"][3]["weights"] = [0.5, 0.0]
    out["nodes"][1]["rotation"] = turn([0, 0, 1], 50)
    out["animations"] = [[channel(3, "weights", [0, 1, 2], [[0, 1], [1.5, -0.5], [0.25, 0.25]])]]
    out["times"] = [0.25, 1, 1.5]
    return out


def ancestors():
    """A node with a matrix above the joints, a node that is no joint between two of them, and a mesh whose own place counts for nothing."""
    out = model()
    nodes = out["nodes"]
    above = np.eye(4)
    above[:3, :3] = 0.5 * np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    above[:3, 3] = [1, -2, 0.5]
    nodes.append({"name": "above", "matrix": above, "children": [0, 3]})
    nodes.append({"name": "between", "translation": [0.25, 0, 0], "rotation": turn([0, 0, 1], 30), "children": [2]})
    nodes[1]["children"] = [5]
    nodes[3]["translation"] = [5.0, 6.0, 7.0]
    nodes[3]["rotation"] = turn([1, 2, 3], 100)
    out["animations"] = [[channel(5, "rotation", [0, 1], [turn([0, 0, 1], 30), turn([1, 0, 1], 80)])]]
    out["times"] = [0.5]
    out["methods"] = LINEAR
    return out


def shared_joints():
    """Two skins over the same joints, in another order and with another bind; one mesh at two nodes."""
    out = model()
    moved = [matrix.copy() for matrix in inverse_binds(3)]
    for matrix in moved:
        matrix[:3, 3] += [0.5, 0, 0]
    out["skins"].append({"joints": [2, 0, 1], "inverse_binds": [moved[2], moved[0], moved[1]]})
    out["nodes"].append({"name": "mesh again", "mesh": 0, "skin": 1})
    out["animations"] = [[channel(1, "rotation", [0, 1], [turn([0, 0, 1], 0), turn([0, 0, 1], 80)])]]
    out["times"] = [0.5, 1]
    out["methods"] = LINEAR
    return out


def no_inverse_binds():
    """A skin without inverse bind matrices: they are identities."""
    out = model()
    out["skins"][0]["inverse_binds"] = None
    out["nodes"][1]["rotation"] = turn([0, 0, 1], 40)
    out["methods"] = LINEAR
    return out


def sparse_positions():
    """Positions with some replaced by a sparse list."""
    out = model()
    data = out["meshes"][0]["primitives"][0]
    places = data["positions"].copy()
    replaced = [(row, f32(places[row] * [2, 1, 2])) for row in range(3, len(places), 7)]
    for row, place in replaced:
        places[row] = place
    data.update(positions=places, sparse=replaced)
    out["nodes"][1]["rotation"] = turn([0, 0, 1], 40)
    return out


MODELS = [
    posed_at_rest,
    bend,
    twist,
    shorter_way,
    steps_and_splines,
    keys_of_other_lengths,
    inherited_scale,
    even_scale,
    mirrored,
    eight_influences,
    whole_number_weights,
    sums_other_than_one,
    morph_targets,
    ancestors,
    shared_joints,
    no_inverse_binds,
    sparse_positions,
]
