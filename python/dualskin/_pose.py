"""Poses: what is done to joints, relative to rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _native
from ._arrays import place_of, vector

if TYPE_CHECKING:
    from ._character import Character


class Pose:
    """A pose of a character; :meth:`Character.pose` makes one.

    >>> import dualskin
    >>> pose = dualskin.open("builtin:arm").pose()
    >>> pose["forearm"].rotate("z", 90)
    >>> [round(number, 3) for number in pose["forearm"].rotation]
    [0.0, 0.0, 0.707, 0.707]
    >>> pose.reset()
    """

    def __init__(self, character: Character, native: _native.Pose | None = None) -> None:
        self._character = character
        self._native = native or character._native.pose()

    @property
    def character(self) -> Character:
        """The character that it is a pose of."""
        return self._character

    def __getitem__(self, joint: int | str) -> PoseJoint:
        names = self._character.skeleton.names
        return PoseJoint(self, place_of(joint, len(names), self._character._native.joint, "joint"))

    def __len__(self) -> int:
        return len(self._character.skeleton.names)

    def __iter__(self) -> Iterator[PoseJoint]:
        return (PoseJoint(self, joint) for joint in range(len(self)))

    def copy(self) -> Pose:
        """The same pose, to be changed on its own."""
        return Pose(self._character, self._native.copy())

    def reset(self) -> None:
        """Makes it what the file shows when no clip plays."""
        self._native.reset()

    def set_from_clip(self, clip: int | str, seconds: float) -> None:
        """Makes it what a clip shows at a time."""
        count = len(self._character.clips)
        place = place_of(clip, count, self._character._native.clip, "clip")
        self._native.set_from_clip(place, float(seconds))

    @property
    def morph_weights(self) -> dict[str, float]:
        """The weights of the morph targets, by their names."""
        return dict(zip(self._character.morph_names, self._native.morph_weights()))

    def set_morph_weight(self, target: int | str, weight: float) -> None:
        """Sets the weight of a morph target, by number or name."""
        names = self._character.morph_names
        if isinstance(target, str) and target in names:
            target = names.index(target)
        self._native.set_morph_weight(place_of(target, len(names), _no_target, "morph target"), float(weight))


def _no_target(name: str) -> int:
    from ._arrays import error

    raise error("unknown-name", "morph target", f"none is called {name!r}", "see character.morph_names")


class PoseJoint:
    """A joint of a pose."""

    __slots__ = ("_joint", "_pose")

    def __init__(self, pose: Pose, joint: int) -> None:
        self._pose = pose
        self._joint = joint

    @property
    def index(self) -> int:
        """Its number in the skeleton."""
        return self._joint

    @property
    def name(self) -> str:
        """Its name."""
        return self._pose.character.skeleton.names[self._joint]

    def rotate(self, axis: str, degrees: float) -> None:
        """Turns it about its own axis ``"x"``, ``"y"`` or ``"z"``, as it stands now."""
        self._pose._native.rotate(self._joint, axis, float(degrees))

    def rotate_by(self, quaternion: Any) -> None:
        """Turns it by a quaternion ``(x, y, z, w)`` as it stands now."""
        self._pose._native.rotate_by(self._joint, vector(quaternion, "quaternion", 4))

    @property
    def rotation(self) -> tuple[float, float, float, float]:
        """The rotation from rest, as a quaternion ``(x, y, z, w)``; can be set."""
        x, y, z, w = self._pose._native.rotation(self._joint)
        return (x, y, z, w)

    @rotation.setter
    def rotation(self, quaternion: Any) -> None:
        self._pose._native.set_rotation(self._joint, vector(quaternion, "quaternion", 4))

    def translate(self, by: Any) -> None:
        """Moves it along the axes of its rest frame, by three numbers."""
        self._pose._native.translate(self._joint, vector(by, "translation", 3))

    def scale(self, by: Any) -> None:
        """Scales it along its own axes, by three numbers or one for all."""
        self._pose._native.scale(self._joint, [float(by)] * 3 if _is_number(by) else vector(by, "scale", 3))

    def shear(self, by: Any) -> None:
        """Shears it: adds to ``xy``, ``yz`` and ``zx`` of its symmetric stretch."""
        self._pose._native.shear(self._joint, vector(by, "shear", 3))

    def reset(self) -> None:
        """Puts it to rest."""
        self._pose._native.reset_joint(self._joint)

    def __repr__(self) -> str:
        return f"<joint {self._joint} {self.name!r} of a pose>"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) or getattr(value, "ndim", None) == 0
