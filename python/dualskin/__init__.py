"""Skinning of rigged glTF characters on NumPy arrays.

>>> import dualskin
>>> arm = dualskin.open("builtin:arm")
>>> pose = arm.pose()
>>> pose["forearm"].rotate("x", 60)
>>> vertices = arm.skin(pose, "two-phase")
>>> vertices.shape == (arm.vertex_count, 3)
True

Conventions are those of glTF: right-handed, Y up, meters, seconds. Angles are degrees, quaternions ``(x, y, z, w)``, matrices act on
column vectors. Skinned vertices are in the space of the scene.
"""

from ._arrays import DualskinError
from ._character import Baked, Character, Mesh, Retargeted, Skeleton, open, open_bytes
from ._native import method_names as _method_names
from ._pose import Pose, PoseJoint
from ._weights import automatic_weights

#: The names of all skinning methods, as the command line has them.
METHODS: "tuple[str, ...]" = tuple(_method_names())

__version__ = "0.1.0"

__all__ = [
    "METHODS",
    "Baked",
    "Character",
    "DualskinError",
    "Mesh",
    "Pose",
    "PoseJoint",
    "Retargeted",
    "Skeleton",
    "automatic_weights",
    "open",
    "open_bytes",
]
