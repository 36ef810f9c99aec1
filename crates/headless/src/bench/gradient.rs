//! `dualskin bench --gradient`: the time of a frame while a gradient is drawn on a large mesh.

use std::time::Instant;

use glam::Vec3;
use mesh::PointIndex;
use rig::JointSlot;
use weights::{
    Gradient, GradientPath, LimbFinder, NeighborWeights, PointValue, Region, Rules, Shape, Welded,
    apply_gradient,
};

use super::stroke::{StepTimes, Tube, ms};

/// The number of frames of a drag.
const FRAMES: u16 = 12;

/// The names of the drags, with the share of the tube's length that each covers.
pub(super) const DRAGS: [(&str, f32); 3] = [
    ("a tenth of it", 0.1),
    ("half of it", 0.5),
    ("all of it", 1.0),
];

impl Tube {
    /// A drag along the front of the tube over this share of its length; its end moves in every frame.
    ///
    /// # Errors
    ///
    /// The new rows cannot be written; one sentence.
    pub(super) fn gradient(&self, share: f32) -> Result<StepTimes, String> {
        let surface = self.surface();
        let neighbor_weights = NeighborWeights::with_strengths(surface, self.cotangents());
        let neighbor_weights = neighbor_weights.map_err(|error| format!("{error}."))?;
        let influences = self.influences();
        let rules = Rules {
            limit: Some(influences.max_per_vertex()),
            ..Rules::default()
        };
        let places = surface.positions();
        let (low, high) = places.iter().fold(
            (Vec3::INFINITY, Vec3::NEG_INFINITY),
            |(low, high), &place| (low.min(place), high.max(place)),
        );
        let all: Vec<PointIndex> = surface.all_points().collect();
        let joint = JointSlot::try_from(influences.joint_count() / 2).unwrap_or_default();
        let mut finder = LimbFinder::new();
        let mut shares = vec![0.0; surface.point_count()];
        let mut times = StepTimes::default();
        for frame in 0..FRAMES {
            // A little shorter in each frame, so that nothing found for the one before holds for the next.
            let end = low.y + (high.y - low.y) * share * (1.0 - 0.002 * f32::from(frame));
            let line = [low.y, end].map(|y| Vec3::new(high.x, y, 0.0));
            let begin = Instant::now();
            shares.fill(0.0);
            let mut points = Vec::new();
            for &PointValue {
                point,
                value: share,
            } in finder.find(surface, places, line, &all)
            {
                shares[point.index()] = share;
                points.push(point);
            }
            let found = Instant::now();
            let gradient = Gradient {
                run: GradientPath::Line {
                    from: line[0],
                    to: line[1],
                },
                values: [1.0, 0.0],
                shape: Shape::Smooth,
                strength: 1.0,
                shares: &shares,
                joint,
                region: Region::Points(&points),
            };
            let rows = Welded::new(surface, influences);
            let edit = apply_gradient(&rows, &neighbor_weights, &rules, places, &gradient);
            let painted = Instant::now();
            let rows = rows.vertex_rows(&edit);
            let written = influences.with_rows(rows.map(|(vertex, row)| (vertex, row.as_slice())));
            let _written = written.map_err(|error| format!("{error}."))?;
            times.points.push(points.len());
            times.falloff.push(ms(begin, found));
            times.paint.push(ms(found, painted));
            times.write.push(ms(painted, Instant::now()));
        }
        Ok(times)
    }
}
