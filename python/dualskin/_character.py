"""Characters: skeleton, meshes, clips, and what is done with them."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._arrays import Floats, error, output, place_of, places_of
from ._pose import Pose


def open(source: str | os.PathLike[str]) -> Character:
    """Opens a file (glTF, VRM, FBX, BVH) or a built-in character, as ``builtin:biped``.

    >>> import dualskin
    >>> dualskin.open("builtin:nobody")
    Traceback (most recent call last):
    ...
    dualskin.DualskinError: builtin:nobody: there is no such built-in character; ...
    """
    return Character(_native.Character.open(os.fspath(source)))


def open_bytes(name: str, data: bytes) -> Character:
    """Opens a file that is in memory: GLB, or glTF with its buffers inside. ``name`` stands for it in messages."""
    return Character(_native.Character.open_bytes(name, bytes(data)))


class Skeleton:
    """The joints of a character, parents before children."""

    def __init__(self, native: _native.Character) -> None:
        #: The name of each joint.
        self.names: tuple[str, ...] = tuple(native.joint_names())
        #: The number of each parent, -1 for none.
        self.parents: npt.NDArray[np.int64] = np.array(native.joint_parents(), dtype=np.int64)
        matrices = np.array(native.rest_matrices(), dtype=np.float32).reshape(-1, 4, 4)
        #: The rest frame of each joint, from the joint to the scene; 4 by 4, for column vectors.
        self.rest: Floats = np.ascontiguousarray(matrices.transpose(0, 2, 1))
        for array in (self.parents, self.rest):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.names)

    def index(self, name: str) -> int:
        """The number of the first joint of a name."""
        if name in self.names:
            return self.names.index(name)
        raise error("unknown-name", "skeleton", f"no joint is called {name!r}", "see skeleton.names")


class Mesh:
    """What the scene shows at one place with one material, at rest. Its arrays are views without a copy that nobody can write to."""

    def __init__(self, native: _native.Mesh) -> None:
        self._native = native

    @property
    def name(self) -> str:
        """The name of the mesh."""
        return self._native.name

    @property
    def vertices(self) -> slice:
        """Where its vertices are among those of all meshes."""
        first = self._native.first_vertex
        return slice(first, first + self._native.vertex_count)

    @property
    def is_skinned(self) -> bool:
        """Whether joints move it; else it follows its node, and has no joints and weights."""
        return self._native.is_skinned

    @cached_property
    def positions(self) -> Floats:
        """Positions at rest in the mesh's own space, N by 3."""
        return self._native.positions

    @cached_property
    def normals(self) -> Floats:
        """Normals at rest, N by 3."""
        return self._native.normals

    @cached_property
    def tex_coords(self) -> Floats:
        """Texture coordinates, N by 2; 0 by 2 where the file has none."""
        return self._native.tex_coords

    @cached_property
    def triangles(self) -> npt.NDArray[np.uint32]:
        """Triangles, counter-clockwise seen from outside, M by 3."""
        return self._native.triangles

    @cached_property
    def joints(self) -> npt.NDArray[np.uint32]:
        """Numbers of joints of the skeleton, N by the most that a vertex has."""
        return self._native.joints

    @cached_property
    def weights(self) -> Floats:
        """The weights of these joints; those of a vertex sum to one."""
        return self._native.weights

    def __len__(self) -> int:
        return self._native.vertex_count

    def __repr__(self) -> str:
        return f"<mesh {self.name!r} of {len(self)} vertices>"


@dataclass(frozen=True)
class Baked:
    """A character baked for linear blending, and how near it comes."""

    #: The character; ``save`` and ``to_glb`` write it.
    character: Character
    #: The names of the helper joints.
    helpers: tuple[str, ...]
    #: Joints of the longest list of a skin, helpers included.
    joints: int
    #: The largest distance from the method, in percent of the character's size, and the root of the mean square.
    error: tuple[float, float]
    #: The same of plain linear blending.
    linear_error: tuple[float, float]


@dataclass(frozen=True)
class Retargeted:
    """A character with clips of another."""

    #: The character, the new clips behind its own.
    character: Character
    #: How well they came over, a sentence each.
    remarks: tuple[str, ...]


class Character:
    """A character that was opened. It never changes, and any thread may use it.

    >>> import dualskin
    >>> arm = dualskin.open("builtin:arm")
    >>> len(arm.meshes[0].positions) == len(arm.meshes[0].weights)
    True
    """

    def __init__(self, native: _native.Character) -> None:
        self._native = native
        self._skinners: dict[tuple[str, int], _native.Skinner] = {}

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self._native.name

    @cached_property
    def skeleton(self) -> Skeleton:
        """The joints."""
        return Skeleton(self._native)

    @cached_property
    def meshes(self) -> tuple[Mesh, ...]:
        """The meshes, in the order in which :meth:`skin` has their vertices."""
        return tuple(Mesh(mesh) for mesh in self._native.meshes())

    def mesh(self, name: str) -> Mesh:
        """The first mesh of a name."""
        return self.meshes[self._native.mesh(name)]

    @cached_property
    def vertex_count(self) -> int:
        """The vertices of all meshes together."""
        return self._native.vertex_count()

    @cached_property
    def clips(self) -> tuple[str, ...]:
        """The names of the clips."""
        return tuple(name for name, _seconds in self._native.clips())

    def seconds(self, clip: int | str) -> float:
        """How long a clip is."""
        clips = self._native.clips()
        return clips[place_of(clip, len(clips), self._native.clip, "clip")][1]

    @cached_property
    def morph_names(self) -> tuple[str, ...]:
        """The names of the morph targets of all meshes."""
        return tuple(self._native.morph_names())

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was repaired or left out while the file was read, a sentence each."""
        return tuple(self._native.warnings())

    def pose(self, clip: int | str | None = None, seconds: float = 0.0) -> Pose:
        """The pose of a clip at a time; without a clip what the file shows when none plays."""
        pose = Pose(self)
        if clip is not None:
            pose.set_from_clip(clip, seconds)
        return pose

    @overload
    def skin(
        self,
        pose: Pose | Sequence[Pose],
        method: str = ...,
        *,
        mesh: int | str | None = ...,
        out: Floats | None = ...,
        normals: Literal[False] | None = ...,
        threads: int = ...,
    ) -> Floats: ...
    @overload
    def skin(
        self,
        pose: Pose | Sequence[Pose],
        method: str = ...,
        *,
        mesh: int | str | None = ...,
        out: Floats | None = ...,
        normals: Literal[True] | Floats,
        threads: int = ...,
    ) -> tuple[Floats, Floats]: ...
    def skin(
        self,
        pose: Pose | Sequence[Pose],
        method: str = "two-phase",
        *,
        mesh: int | str | None = None,
        out: Floats | None = None,
        normals: Any = False,
        threads: int = 1,
    ) -> Any:
        """Skinned vertices in the space of the scene, V by 3 float32; of a list of B poses B by V by 3.

        Those of all meshes follow one another (:attr:`Mesh.vertices` says where), or ``mesh`` is the one that is wanted. ``out`` is an array
        to be written into, which is what comes back. ``normals`` is an array to be written into as well, or ``True`` for a new one; both
        come back then. ``method`` is a word of the command line, as ``"two-phase"``, ``"linear"`` or ``"two-phase:largest"``.

        The interpreter is let go of meanwhile; Ctrl+C stops between two poses.

        >>> import dualskin
        >>> arm = dualskin.open("builtin:arm")
        >>> poses = [arm.pose(), arm.pose()]
        >>> arm.skin(poses, "linear").shape == (2, arm.vertex_count, 3)
        True
        """
        single = isinstance(pose, Pose)
        poses = [pose] if single else list(pose)
        for one in poses:
            if not isinstance(one, Pose):
                raise error("bad-array", "pose", f"a {type(one).__name__} is no pose", "take character.pose()")
        place = None if mesh is None else place_of(mesh, len(self.meshes), self._native.mesh, "mesh")
        count = self.vertex_count if place is None else len(self.meshes[place])
        shape = (count, 3) if single else (len(poses), count, 3)
        positions = output(out, "out", shape)
        wanted = normals is not False and normals is not None
        turned = output(None if normals is True else normals, "normals", shape) if wanted else None
        if turned is not None and np.may_share_memory(positions, turned):
            raise error("bad-array", "normals", "it shares memory with out", "give two arrays")
        if positions.size:
            natives = [one._native for one in poses]
            self._skinner(method, threads).skin_into(natives, place, positions, turned)
        return (positions, turned) if wanted else positions

    def _skinner(self, method: str, threads: int) -> _native.Skinner:
        key = (method, threads)
        skinner = self._skinners.get(key)
        if skinner is None:
            if threads < 1:
                raise error("out-of-range", "threads", f"{threads} threads do nothing", "give at least 1")
            skinner = self._skinners.setdefault(key, _native.Skinner(self._native, method, threads))
        return skinner

    def check(
        self, methods: Sequence[str] = ("linear", "two-phase"), *, purpose: str = "any", limits: str = ""
    ) -> dict[str, Any]:
        """Weights, the surface at rest, and what the skin does over clips and the rig's range of motion, held against limits.

        The document that ``dualskin check --json`` prints. Limits are those of the first method; ``purpose`` is ``"any"``, ``"game"`` or
        ``"film"``, and ``limits`` the text of a file of limits in its place. What is beyond its limit is no error: see ``["good"]``.
        """
        found: dict[str, Any] = json.loads(self._native.check(list(methods), purpose, limits))
        return found

    def bake(
        self,
        method: str = "two-phase",
        *,
        tolerance: float = 0.5,
        helpers: int | None = None,
        rate: float = 30.0,
        clips: Sequence[int | str] | None = None,
    ) -> Baked:
        """The character with its clips as any program blends it linearly: joints and helper joints with keys.

        No vertex is farther from the method than ``tolerance`` percent of the size at any time, or there are ``helpers`` helper joints.
        """
        places = places_of(clips, len(self.clips), self._native.clip, "clip")
        native, names, joints, own, linear = self._native.bake(method, tolerance, helpers, rate, places)
        return Baked(Character(native), tuple(names), joints, (own[0], own[1]), (linear[0], linear[1]))

    def retarget(
        self,
        source: Character,
        *,
        clips: Sequence[int | str] | None = None,
        replace: bool = False,
        pin_feet: bool = True,
        hold_hands: bool = False,
    ) -> Retargeted:
        """Clips of another character on this one, by the bones that both have. ``replace`` leaves out the clips that are here."""
        places = places_of(clips, len(source.clips), source._native.clip, "clip")
        native, remarks = self._native.retarget(source._native, places, replace, pin_feet, hold_hands)
        return Retargeted(Character(native), tuple(remarks))

    def to_glb(self) -> bytes:
        """The file as binary glTF."""
        return self._native.to_glb()

    def export(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, whole or not at all, to a path that ends in ``.glb``, ``.vrm`` or ``.gltf``. One that is there is replaced."""
        self._native.save(os.fspath(path))

    def __repr__(self) -> str:
        return f"<character {self.name!r}: {len(self.skeleton)} joints, {self.vertex_count} vertices, {len(self.clips)} clips>"
