//! Few points that bound many, for cameras that are to see all of them.

use glam::Vec3;

/// The farthest points along directions all around.
#[derive(Debug, Default)]
pub(crate) struct Extremes {
    lines: Vec<Line>,
}

/// A direction, and the points that lie farthest along it and against it: one product is enough for both.
#[derive(Debug)]
struct Line {
    direction: Vec3,
    most: (f32, Vec3),
    least: (f32, Vec3),
}

impl Extremes {
    /// Points that are not finite are ignored.
    pub(crate) fn add(&mut self, point: Vec3) {
        if !point.is_finite() {
            return;
        }
        if self.lines.is_empty() {
            let line = |direction| Line {
                direction,
                most: (f32::NEG_INFINITY, point),
                least: (f32::INFINITY, point),
            };
            self.lines = directions().map(line).collect();
        }
        for line in &mut self.lines {
            let along = line.direction.dot(point);
            if along > line.most.0 {
                line.most = (along, point);
            }
            if along < line.least.0 {
                line.least = (along, point);
            }
        }
    }

    /// Each once; none if no finite point was added.
    pub(crate) fn points(&self) -> Vec<Vec3> {
        let along = self.lines.iter().map(|line| line.most.1);
        let against = self.lines.iter().rev().map(|line| line.least.1);
        let mut points = Vec::new();
        for point in along.chain(against) {
            // Of 26 at most, so that looking through all is quick.
            if !points.contains(&point) {
                points.push(point);
            }
        }
        points
    }
}

/// Of the 26 ways from the middle of a cube to its faces, edges and corners the first 13: the others are opposite, the last to the first.
fn directions() -> impl Iterator<Item = Vec3> {
    let steps = [-1.0, 0.0, 1.0];
    let all = steps.into_iter().flat_map(move |x| {
        steps
            .into_iter()
            .flat_map(move |y| steps.map(|z| Vec3::new(x, y, z)))
    });
    all.take(13).map(Vec3::normalize)
}
