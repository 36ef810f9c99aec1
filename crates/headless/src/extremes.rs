//! Few points that bound many, for cameras that are to see all of them.

use glam::Vec3;

/// The farthest points along directions all around.
#[derive(Debug, Default)]
pub(crate) struct Extremes {
    farthest: Vec<(Vec3, f32, Vec3)>,
}

impl Extremes {
    /// Points that are not finite are ignored.
    pub(crate) fn add(&mut self, point: Vec3) {
        if !point.is_finite() {
            return;
        }
        if self.farthest.is_empty() {
            self.farthest = directions()
                .map(|it| (it, f32::NEG_INFINITY, point))
                .collect();
        }
        for (direction, distance, farthest) in &mut self.farthest {
            let here = direction.dot(point);
            if here > *distance {
                (*distance, *farthest) = (here, point);
            }
        }
    }

    /// Each once; none if no finite point was added.
    pub(crate) fn points(&self) -> Vec<Vec3> {
        let mut points = Vec::new();
        for (_, _, point) in &self.farthest {
            if !points.contains(point) {
                points.push(*point);
            }
        }
        points
    }
}

/// The 26 ways from the middle of a cube to its faces, edges and corners.
fn directions() -> impl Iterator<Item = Vec3> {
    let steps = [-1.0, 0.0, 1.0];
    let all = steps.into_iter().flat_map(move |x| {
        steps
            .into_iter()
            .flat_map(move |y| steps.map(|z| Vec3::new(x, y, z)))
    });
    all.filter(|it| *it != Vec3::ZERO).map(Vec3::normalize)
}
