"""Where the vertices of a model are, in f64 and by plain matrices: the definitions that README.md spells out.

Numbers come from the model in memory, as the file has them (rounded to 32 bits); the file is not read. So a fault of a reader and
a fault of this program do not hide one another.
"""

import numpy as np

METHODS = ("linear", "dual-quaternion", "two-phase")


def unit(q):
    return q / np.linalg.norm(q)


def rotation(q):
    """The matrix of a quaternion (x, y, z, w)."""
    x, y, z, w = unit(q)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


def affine(linear, translation):
    out = np.eye(4)
    out[:3, :3], out[:3, 3] = linear, translation
    return out


def slerp(a, b, u):
    a, b = unit(a), unit(b)
    b = -b if a @ b < 0 else b
    angle = 2 * np.arctan2(np.linalg.norm(b - a), np.linalg.norm(b + a))
    if angle < 1e-12:
        return a
    return (np.sin((1 - u) * angle) * a + np.sin(u * angle) * b) / np.sin(angle)


def sampled(channel, time):
    """Appendix C of the specification of glTF 2.0."""
    times, values, way = channel["times"], channel["values"], channel["way"]
    cubic = way == "CUBICSPLINE"
    turns = channel["path"] == "rotation"
    after = int(np.searchsorted(times, time, side="right"))
    if after == 0 or after == len(times):
        value = values[min(after, len(times) - 1)]
        value = value[1] if cubic else value
        return unit(value) if turns else value
    key, seconds = after - 1, times[after] - times[after - 1]
    u = (time - times[key]) / seconds
    if way == "STEP":
        value = values[key]
    elif way == "LINEAR":
        value = slerp(values[key], values[after], u) if turns else (1 - u) * values[key] + u * values[after]
    else:
        value = (
            (2 * u**3 - 3 * u**2 + 1) * values[key][1]
            + seconds * (u**3 - 2 * u**2 + u) * values[key][2]
            + (3 * u**2 - 2 * u**3) * values[after][1]
            + seconds * (u**3 - u**2) * values[after][0]
        )
    return unit(value) if turns else value


class Moment:
    """A model at a time of one of its animations, or at rest without one."""

    def __init__(self, model, animation, time):
        self.model = model
        nodes = model["nodes"]
        self.parts = [self.own_parts(node) for node in nodes]
        self.weights = {}
        for channel in [] if animation is None else model["animations"][animation]:
            value, node = sampled(channel, time), channel["node"]
            if channel["path"] == "weights":
                self.weights[node] = value
            else:
                self.parts[node] = {**self.parts[node], channel["path"]: value}
        self.parents = {child: number for number, node in enumerate(nodes) for child in node.get("children", [])}

    @staticmethod
    def own_parts(node):
        rest = {"translation": np.zeros(3), "rotation": np.array([0.0, 0, 0, 1]), "scale": np.ones(3)}
        given = {key: node[key] for key in rest if node.get(key) is not None}
        return {**rest, **given, "matrix": node.get("matrix")}

    def local(self, node):
        parts = self.parts[node]
        if parts["matrix"] is not None:
            return parts["matrix"]
        return affine(rotation(parts["rotation"]) * parts["scale"], parts["translation"])

    def world(self, node):
        local = self.local(node)
        return self.world(self.parents[node]) @ local if node in self.parents else local

    def rigid_world(self, node):
        """The product of rotations and translations alone."""
        parts = self.parts[node]
        local = affine(rotation(parts["rotation"]), parts["translation"])
        return self.rigid_world(self.parents[node]) @ local if node in self.parents else local


def binds(skin):
    given = skin.get("inverse_binds")
    return given if given is not None else [np.eye(4)] * len(skin["joints"])


def polar(matrix):
    """Rotation and symmetric stretch of a matrix of positive determinant."""
    left, sizes, right = np.linalg.svd(matrix)
    turn = left @ right
    return turn, right.T @ (sizes[:, None] * right)


def linear_matrices(moment, skin):
    return [moment.world(joint) @ bind for joint, bind in zip(skin["joints"], binds(skin))]


def rigid_matrices(moment, skin):
    return [moment.rigid_world(joint) @ bind for joint, bind in zip(skin["joints"], binds(skin))]


def two_phases(moment, skin):
    """For each joint what is blended linearly at rest, and the rigid motion after it: elongated rest, section 4.2 of the paper."""
    joints = skin["joints"]
    bound = {joint: np.linalg.inv(bind) for joint, bind in zip(joints, binds(skin))}

    def frames(joint, place):
        """The frame before the joint's own stretch, over frames in the parent's."""
        parent = moment.parents.get(joint)
        own = place(joint, parent)
        if parent is None:
            return own
        stretch = np.diag([*moment.parts[parent]["scale"], 1.0])
        return frames(parent, place) @ stretch @ own

    def posed(joint, _parent):
        return affine(rotation(moment.parts[joint]["rotation"]), moment.parts[joint]["translation"])

    def unposed(joint, parent):
        return bound[joint] if parent is None else np.linalg.inv(bound[parent]) @ bound[joint]

    out = []
    for joint, bind in zip(joints, binds(skin)):
        stretch = np.diag([*moment.parts[joint]["scale"], 1.0])
        after, before = frames(joint, posed), frames(joint, unposed)
        turn, inherited = polar(after[:3, :3])
        turn0, _ = polar(before[:3, :3])
        rest = affine(turn0, before[:3, 3])
        first = rest @ affine(inherited, np.zeros(3)) @ stretch @ bind
        out.append((first, affine(turn, after[:3, 3]) @ np.linalg.inv(rest)))
    return out


def quaternion(matrix):
    """The quaternion of a rotation, up to its sign: the eigenvector of the largest eigenvalue of a symmetric matrix."""
    m = matrix[:3, :3]
    k = np.zeros((4, 4))
    k[:3, :3] = m + m.T - np.trace(m) * np.eye(3)
    k[:3, 3] = k[3, :3] = [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]
    k[3, 3] = np.trace(m)
    return np.linalg.eigh(k)[1][:, 3]


def product(a, b):
    return np.array([*(a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3])), a[3] * b[3] - a[:3] @ b[:3]])


def blended_motion(motions, weights):
    """Dual quaternion linear blending, as a matrix; none where the rule of signs would decide the result."""
    reals = [quaternion(motion) for motion in motions]
    reals = [-real if real @ reals[0] < 0 else real for real in reals]
    if any(a @ b < 0.05 for a in reals for b in reals):
        return None
    duals = [0.5 * product(np.array([*motion[:3, 3], 0.0]), real) for motion, real in zip(motions, reals)]
    real = sum(w * of for w, of in zip(weights, reals))
    dual = sum(w * of for w, of in zip(weights, duals))
    shift = 2 * product(dual, real * [-1, -1, -1, 1]) / (real @ real)
    return affine(rotation(real), shift[:3])


def positions(moment, node, primitive, method):
    """Places of the vertices in the scene, or none where the method leaves them to a rule of signs."""
    model = moment.model
    of = model["nodes"][node]
    skin, mesh = model["skins"][of["skin"]], model["meshes"][of["mesh"]]
    data = mesh["primitives"][primitive]
    places = data["positions"].astype(float)
    morphs = moment.weights.get(node, of.get("weights", mesh.get("weights")))
    for weight, target in zip([] if morphs is None else morphs, data.get("targets", [])):
        places = places + weight * target
    if method == "two-phase":
        firsts, motions = zip(*two_phases(moment, skin))
    elif method == "dual-quaternion":
        firsts, motions = None, rigid_matrices(moment, skin)
    else:
        firsts, motions = linear_matrices(moment, skin), None
    out = []
    for vertex, place in enumerate(places):
        rows = [pair for joints, weights in data["influences"] for pair in zip(joints[vertex], weights[vertex])]
        rows = [(int(joint), float(weight)) for joint, weight in rows if weight != 0]
        total = sum(weight for _, weight in rows)
        rows = [(joint, weight / total) for joint, weight in rows]
        at = np.array([*place, 1.0])
        if firsts is not None:
            at = sum(weight * firsts[joint] for joint, weight in rows) @ at
        if motions is not None:
            motion = blended_motion([motions[joint] for joint, _ in rows], [weight for _, weight in rows])
            if motion is None:
                return None
            at = motion @ at
        out.append(at[:3])
    return np.array(out)
