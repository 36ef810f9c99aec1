//! One operation on many points at once.

use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};
use smallvec::SmallVec;

use crate::painting::canvas::{Canvas, Paint};
use crate::parallel::in_ranges;
use crate::rows::report::SideEffects;
use crate::rows::set_alone::SetAlone;
use crate::rows::spot::{PointRows, shared_slices};
use crate::{
    Edit, Effect, NeighborWeights, NumberEdit, NumberStroke, Numbers, Operation, PointValue,
    Region, Row, Rows, Rules, Skip, Stroke,
};

/// Points that are worked on together: each costs some hundred bytes for that long.
const TOGETHER: usize = 1 << 15;

/// Points that a thread sets at least.
const SHARE: usize = 4096;
/// Points whose rows are read together.
const FETCHED: usize = 16;

/// An operation on all points of a region, as with a brush whose falloff is one everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flood<'a> {
    /// What is done. To fill a connected part is [`Operation::Replace`] in [`Region::PartOf`].
    pub operation: Operation,
    /// How much of it, 0…1; clamped.
    pub strength: f32,
    /// To whose weights; smoothing and sharpening are for all joints.
    pub joint: JointSlot,
    /// The points that are flooded.
    pub region: Region<'a>,
}

/// Floods a region. Every point's new row comes of the rows as they were.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::{Adjacency, PointIndex};
/// use rig::JointSlot;
/// use weights::{Flood, Operation, Region, Rules, NeighborWeights, flood};
///
/// let surface = Adjacency::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], &[[0, 1, 2]]);
/// let mut builder = rig::InfluencesBuilder::new(2);
/// for _ in 0..4 {
///     builder.vertex([(0, 1.0)])?;
/// }
/// let rows = builder.build();
/// let fill = Flood {
///     operation: Operation::Replace(1.0),
///     strength: 1.0,
///     joint: JointSlot(1),
///     region: Region::PartOf(PointIndex(2)),
/// };
/// let edit = flood(&rows, &NeighborWeights::uniform(&surface), &Rules::default(), &fill);
/// assert_eq!(edit.report.to_string(), "3 vertices changed");
/// # Ok::<(), rig::InfluenceError>(())
/// ```
#[must_use]
pub fn flood(
    rows: &dyn Rows,
    neighbor_weights: &NeighborWeights<'_>,
    rules: &Rules<'_>,
    flood: &Flood<'_>,
) -> Edit {
    let mut all = Vec::new();
    let effect = Effect::new(flood.operation, flood.strength);
    for points in flood
        .region
        .points(neighbor_weights.surface())
        .chunks(together(flood.operation))
    {
        let full: Vec<PointValue> = points
            .iter()
            .map(|&point| PointValue::new(point, 1.0))
            .collect();
        // One for each run, for a stroke keeps what it touches.
        let mut stroke = Stroke::new(effect, flood.joint, rules, rows);
        all.push(stroke.step(rows, neighbor_weights, &full, &[]));
    }
    Edit::in_turn(all)
}

/// How many points are flooded at once: all of them, where they get one average.
const fn together(operation: Operation) -> usize {
    match operation {
        Operation::Average => usize::MAX,
        _ => TOGETHER,
    }
}

/// Floods a region of numbers, see [`NumberStroke`]; the joint does not matter.
#[must_use]
pub fn flood_numbers(
    numbers: &dyn Numbers,
    neighbor_weights: &NeighborWeights<'_>,
    flood: &Flood<'_>,
) -> NumberEdit {
    let mut all = NumberEdit::default();
    let effect = Effect::new(flood.operation, flood.strength);
    let surface = neighbor_weights.surface();
    for points in flood
        .region
        .points(surface)
        .chunks(together(flood.operation))
    {
        let full: Vec<PointValue> = points
            .iter()
            .map(|&point| PointValue::new(point, 1.0))
            .collect();
        let mut stroke = NumberStroke::new(effect, surface.point_count());
        let edit = stroke.step(numbers, neighbor_weights, &full, &[]);
        all.numbers.extend(edit.numbers);
        all.report.add(&edit.report);
    }
    all
}

/// Sets the weights of one joint, each point's its own, as [`Row::with`](crate::Row::with) says.
///
/// What nobody at the point can have goes to the joint above, else to the one that the neighbors have most of. Of a point named
/// twice the last counts.
#[must_use]
pub fn set_weights(
    rows: &dyn Rows,
    neighbor_weights: &NeighborWeights<'_>,
    rules: &Rules<'_>,
    joint: JointSlot,
    wanted: &[PointValue],
) -> Edit {
    let all = wanted.iter().map(|of| (of.point, of.value, 1.0));
    set_towards(rows, neighbor_weights, rules, joint, all.collect())
}

/// The same, but only a part 0…1 of the way from what a vertex has; all of it exactly.
pub(crate) fn set_towards(
    rows: &dyn Rows,
    neighbor_weights: &NeighborWeights<'_>,
    rules: &Rules<'_>,
    joint: JointSlot,
    mut wanted: Vec<(PointIndex, f32, f32)>,
) -> Edit {
    // What the operation is does not matter: the weights are given.
    let effect = Effect::new(Operation::Add, 1.0);
    let paint = Paint::new(effect, joint, rules, rows.joint_count());
    let paint = &paint;
    let canvas = Canvas {
        rows,
        neighbor_weights,
        paint,
    };
    if !wanted.is_sorted_by(|one, next| one.0 < next.0) {
        // Reversed and sorted stably, of a point named twice the last comes first, and stays.
        wanted.reverse();
        wanted.sort_by_key(|&(point, ..)| point);
        wanted.dedup_by_key(|&mut (point, ..)| point);
    }
    // No point's row depends on what another gets.
    let parts = in_ranges(wanted.len(), SHARE, |range| {
        // Those of the other parts are put behind those of the first.
        let room = if range.start == 0 {
            wanted.len()
        } else {
            range.len()
        };
        canvas.set_each(wanted.get(range).unwrap_or_default(), room)
    });
    Edit::joined(parts)
}

impl Canvas<'_> {
    /// Sets points, which are in rising order, each towards its weight; the edit has room for so many.
    fn set_each(&self, wanted: &[(PointIndex, f32, f32)], room: usize) -> Edit {
        let mut edit = Edit::default();
        edit.rows.reserve(room);
        for wanted in wanted.chunks(FETCHED) {
            // Found before any is worked on: memory brings the rows of several points at once, which lie far from one another.
            let rows = wanted.iter().map(|&(point, ..)| {
                let row = shared_slices(self.rows, point)?;
                // Looked at, so that it is there.
                std::hint::black_box((row.joints.first().copied(), row.weights.first().copied()));
                Some(row)
            });
            let rows: SmallVec<[Option<InfluenceRow<'_>>; FETCHED]> = rows.collect();
            for (&wanted, row) in wanted.iter().zip(rows) {
                self.set_one(wanted, row, &mut edit);
            }
        }
        edit
    }

    /// Sets a point towards a weight, by a part of the way; `row` is that of all its vertices, if they have one.
    fn set_one(
        &self,
        (point, weight, part): (PointIndex, f32, f32),
        row: Option<InfluenceRow<'_>>,
        edit: &mut Edit,
    ) {
        if point.index() >= self.rows.point_count() {
            return edit.report.skip(Skip::NoSuchPoint, 1);
        }
        if !weight.is_finite() || part.is_nan() {
            return edit.report.skip(Skip::NotFinite, 1);
        }
        let target = |now: f32| match part < 1.0 {
            true => now + part * (weight - now),
            false => weight,
        };
        match row {
            Some(row) => self.set_whole(point, &Row::of(row), target, edit),
            None => self.set_split(point, target, edit),
        }
    }

    /// A point whose vertices have one row, as nearly all have.
    fn set_whole(
        &self,
        point: PointIndex,
        row: &Row,
        target: impl Fn(f32) -> f32,
        edit: &mut Edit,
    ) {
        let joint = self.paint.joints[0];
        let wanted = [(joint, f64::from(target(row.weight(joint))))];
        match self.paint.set_alone(row, wanted[0]) {
            Some(SetAlone::Same) => return,
            Some(SetAlone::Other { row: made, dropped }) if made != *row => {
                let side_effects = SideEffects {
                    dropped: !dropped.is_empty(),
                    ..SideEffects::default()
                };
                edit.report.count(side_effects, row.is_unbound());
                return edit.rows.push((point, made));
            }
            _ => {}
        }
        let look = |other| PointRows::of(self.rows, other);
        match self.set_to(point, row, &wanted, &look) {
            Ok(change) if change.row == *row => {}
            Ok(change) => {
                let side_effects = change.side_effects();
                edit.report.count(side_effects, row.is_unbound());
                edit.rows.push((point, change.row));
            }
            Err(reason) => edit.report.skip(reason, 1),
        }
    }

    /// A point whose vertices differ.
    fn set_split(&self, point: PointIndex, target: impl Fn(f32) -> f32, edit: &mut Edit) {
        let before = PointRows::of(self.rows, point);
        let joint = self.paint.joints[0];
        let look = |other| PointRows::of(self.rows, other);
        let mut side_effects = SideEffects::default();
        let made = before.each(|row| {
            let weight = target(row.weight(joint));
            let change = self.set_to(point, row, &[(joint, f64::from(weight))], &look)?;
            side_effects = change.side_effects().with(side_effects, true);
            Ok(change.row)
        });
        match made {
            Ok(made) if made == before => {}
            Ok(made) => {
                edit.report.count(side_effects, before.is_unbound());
                edit.push(point, made);
            }
            Err(reason) => edit.report.skip(reason, 1),
        }
    }
}
