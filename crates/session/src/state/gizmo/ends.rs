//! On which of its four diagonals each shear has its handle, so that handles do not overlap in the picture.

use glam::{Vec2, Vec3};

use super::{CameraView, JointPlace};
use crate::state::gizmo::tool::{Axis, Space};

/// One of the four diagonals between two axes a and b.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ShearEnd {
    /// Along `a + b`, where a pull outwards shears by a positive amount.
    #[default]
    Both,
    /// Along `−a − b`, with the sign of [`Both`](Self::Both).
    Neither,
    /// Along `a − b`, where a pull outwards shears by a negative amount.
    First,
    /// Along `b − a`, with the sign of [`First`](Self::First).
    Second,
}

impl ShearEnd {
    const ALL: [Self; 4] = [Self::Both, Self::Neither, Self::First, Self::Second];

    /// The two axes of a shear, signed so that their sum is the diagonal.
    pub(super) fn sides(self, first: Axis) -> [Vec3; 2] {
        let [a, b] = [first.unit(), first.next().unit()];
        match self {
            Self::Both => [a, b],
            Self::Neither => [-a, -b],
            Self::First => [a, -b],
            Self::Second => [-a, b],
        }
    }

    /// The direction of the diagonal; unit length.
    pub(super) fn diagonal(self, first: Axis) -> Vec3 {
        let [a, b] = self.sides(first);
        (a + b).normalize()
    }

    /// The sign of the shear for an outward pull: +1 on `a + b` and its opposite, −1 on the two others.
    pub(super) const fn sign(self) -> f32 {
        match self {
            Self::Both | Self::Neither => 1.0,
            Self::First | Self::Second => -1.0,
        }
    }
}

/// The least distance between the tips of handles, and of each from the center, as a share of their length.
const MIN_DISTANCE: f32 = 0.45;

/// The diagonals for XY, YZ and ZX: the `a + b` ones if these are far enough apart in the picture, else with as few
/// others as possible. Constant during a drag, since it depends on camera and axes alone.
pub(super) fn shear_ends(place: &JointPlace, space: Space, sight: &CameraView) -> [ShearEnd; 3] {
    let pixels = sight.gizmo_size();
    let size = pixels * sight.meters_per_pixel(place.origin).unwrap_or(0.0);
    let axes = place.axes(space);
    let tip = |axis: Axis, end: ShearEnd| -> Vec2 {
        let tip = place.origin + axes * end.diagonal(axis) * size;
        let seen = sight.pixel(tip).zip(sight.pixel(place.origin));
        seen.map_or(Vec2::ZERO, |(tip, center)| (tip - center) / pixels)
    };
    let mut best = (f32::NEG_INFINITY, [ShearEnd::default(); 3]);
    let with_y = |x| ShearEnd::ALL.into_iter().map(move |y| (x, y));
    let with_z = |(x, y)| ShearEnd::ALL.into_iter().map(move |z| [x, y, z]);
    // All 64 choices: few enough for every frame.
    for ends in ShearEnd::ALL.into_iter().flat_map(with_y).flat_map(with_z) {
        let [x, y, z] = ends;
        let [a, b, c] = [tip(Axis::X, x), tip(Axis::Y, y), tip(Axis::Z, z)];
        let gaps = [a.distance(b), b.distance(c), c.distance(a)];
        let lengths = [a, b, c].map(Vec2::length);
        // More than the least distance is no better, so that the plain diagonals win where they are far enough apart.
        let distance = gaps.into_iter().chain(lengths).fold(MIN_DISTANCE, f32::min);
        let plain = ends.iter().filter(|end| **end == ShearEnd::Both).count();
        let plain = [0.0, 0.01, 0.02, 0.03].get(plain).copied().unwrap_or(0.0);
        if distance + plain > best.0 {
            best = (distance + plain, ends);
        }
    }
    best.1
}
