//! On which of its four diagonals each shear has its handle: where it is apart from the others in the picture.

use glam::{Vec2, Vec3};

use super::{JointPlace, SIZE, Sight};
use crate::tools::tool::{Axis, Space};

/// One of the four diagonals between two axes a and b.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    /// `a + b`
    #[default]
    Both,
    /// `−a − b`
    Neither,
    /// `a − b`
    First,
    /// `b − a`
    Second,
}

impl End {
    const ALL: [Self; 4] = [Self::Both, Self::Neither, Self::First, Self::Second];

    /// The two axes of a shear, each turned to the side where the diagonal is.
    pub(super) fn sides(self, first: Axis) -> [Vec3; 2] {
        let [a, b] = [first.unit(), first.next().unit()];
        match self {
            Self::Both => [a, b],
            Self::Neither => [-a, -b],
            Self::First => [a, -b],
            Self::Second => [-a, b],
        }
    }

    /// Unit length.
    pub(super) fn diagonal(self, first: Axis) -> Vec3 {
        let [a, b] = self.sides(first);
        (a + b).normalize()
    }

    /// What a pull outwards does to the shear: on `a + b` and its opposite more of it, on the two others less.
    pub(super) const fn sign(self) -> f32 {
        match self {
            Self::Both | Self::Neither => 1.0,
            Self::First | Self::Second => -1.0,
        }
    }
}

/// So far apart the tips of handles must be, in parts of their length, and so far from the middle.
const MIN_DISTANCE: f32 = 0.45;

/// Where XY, YZ and ZX have their handles: on the plain diagonals if these are apart in the picture, else with as few
/// others as will do. It is the same for all of a drag, for it depends on the camera and the axes alone.
pub(super) fn shear_ends(place: &JointPlace, space: Space, sight: &Sight) -> [End; 3] {
    let size = SIZE * sight.metres_per_pixel(place.origin).unwrap_or(0.0);
    let axes = place.axes(space);
    let tip = |axis: Axis, end: End| -> Vec2 {
        let tip = place.origin + axes * end.diagonal(axis) * size;
        let pixels = sight.pixel(tip).zip(sight.pixel(place.origin));
        pixels.map_or(Vec2::ZERO, |(tip, center)| (tip - center) / SIZE)
    };
    let mut best = (f32::NEG_INFINITY, [End::default(); 3]);
    let with_y = |x| End::ALL.into_iter().map(move |y| (x, y));
    let with_z = |(x, y)| End::ALL.into_iter().map(move |z| [x, y, z]);
    for ends in End::ALL.into_iter().flat_map(with_y).flat_map(with_z) {
        let [x, y, z] = ends;
        let [a, b, c] = [tip(Axis::X, x), tip(Axis::Y, y), tip(Axis::Z, z)];
        let gaps = [a.distance(b), b.distance(c), c.distance(a)];
        let lengths = [a, b, c].map(Vec2::length);
        let distance = gaps.into_iter().chain(lengths).fold(MIN_DISTANCE, f32::min);
        let plain = ends.iter().filter(|end| **end == End::Both).count();
        let plain = [0.0, 0.01, 0.02, 0.03].get(plain).copied().unwrap_or(0.0);
        if distance + plain > best.0 {
            best = (distance + plain, ends);
        }
    }
    best.1
}
