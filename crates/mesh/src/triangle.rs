//! One triangle: its corners, and its normal with the angles at the corners.

use glam::{DVec3, Vec3};

/// The corners of a triangle, or nothing when an index is out of range or a corner is not finite.
pub(crate) fn corners(positions: &[Vec3], triangle: [u32; 3]) -> Option<[DVec3; 3]> {
    let [a, b, c] = triangle.map(|vertex| {
        positions
            .get(vertex as usize)
            .copied()
            .filter(|p| p.is_finite())
            .map(Vec3::as_dvec3)
    });
    Some([a?, b?, c?])
}

/// The unit normal of a triangle and the angles at its corners, or nothing when it has no area.
///
/// Twice the area, |e × f|, is the same at every corner, so an angle is atan2(twice the area, e · f): exact
/// for slivers, where the cosine alone would lose all digits. The third angle is what is left of π.
pub(crate) fn normal_and_angles([a, b, c]: [DVec3; 3]) -> Option<(DVec3, [f64; 3])> {
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let cross = ab.cross(ac);
    let twice_area = cross.length();
    let normal = cross / twice_area;
    if !normal.is_finite() {
        return None;
    }
    let angle_a = twice_area.atan2(ab.dot(ac));
    let angle_b = twice_area.atan2(-ab.dot(bc));
    // The first two may sum to π and a rounding more.
    let angle_c = (std::f64::consts::PI - angle_a - angle_b).max(0.0);
    Some((normal, [angle_a, angle_b, angle_c]))
}
