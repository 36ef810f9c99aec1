//! One operation on many points at once.

use crate::canvas::{Canvas, Paint};
use crate::{
    Edit, Effect, NumberEdit, NumberStroke, Numbers, Operation, Region, Rows, Rules, Skip, Stroke,
    Ties,
};

/// Points that are worked on together: each costs some hundred bytes for that long.
const TOGETHER: usize = 1 << 15;

/// An operation on all points of a region, as with a brush whose falloff is one everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flood<'a> {
    /// What is done. To fill a connected part is [`Operation::Replace`] in [`Region::PartOf`].
    pub operation: Operation,
    /// How much of it, 0…1; clamped.
    pub strength: f32,
    /// To whose weights; smoothing and sharpening are for all joints.
    pub joint: u16,
    /// Where.
    pub region: Region<'a>,
}

/// Floods a region. Every point's new row comes of the rows as they were.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::Adjacency;
/// use weights::{Flood, Operation, Region, Rules, Ties, flood};
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
///     joint: 1,
///     region: Region::PartOf(2),
/// };
/// let edit = flood(&rows, &Ties::uniform(&surface), &Rules::default(), &fill);
/// assert_eq!(edit.report.to_string(), "3 vertices changed");
/// # Ok::<(), rig::InfluenceError>(())
/// ```
#[must_use]
pub fn flood(rows: &dyn Rows, ties: &Ties<'_>, rules: &Rules<'_>, flood: &Flood<'_>) -> Edit {
    let mut all = Edit::default();
    let effect = Effect::new(flood.operation, flood.strength);
    for points in flood.region.points(ties.surface()).chunks(TOGETHER) {
        let full: Vec<(u32, f32)> = points.iter().map(|&point| (point, 1.0)).collect();
        let mut stroke = Stroke::new(effect, flood.joint, rules, rows);
        let edit = stroke.step(rows, ties, &full, &[]);
        all.rows.extend(edit.rows);
        all.report.add(&edit.report);
    }
    all
}

/// Floods a region of numbers, see [`NumberStroke`]; the joint does not matter.
#[must_use]
pub fn flood_numbers(numbers: &dyn Numbers, ties: &Ties<'_>, flood: &Flood<'_>) -> NumberEdit {
    let mut all = NumberEdit::default();
    let effect = Effect::new(flood.operation, flood.strength);
    let surface = ties.surface();
    for points in flood.region.points(surface).chunks(TOGETHER) {
        let full: Vec<(u32, f32)> = points.iter().map(|&point| (point, 1.0)).collect();
        let mut stroke = NumberStroke::new(effect, surface.point_count());
        let edit = stroke.step(numbers, ties, &full, &[]);
        all.numbers.extend(edit.numbers);
        all.report.add(&edit.report);
    }
    all
}

/// Sets the weights of one joint, each point's its own, as [`Row::with`](crate::Row::with) says.
///
/// What nobody at the point can have goes to the joint above, else to the one that the neighbours have most of. Of a point named
/// twice the last counts.
#[must_use]
pub fn set_weights(
    rows: &dyn Rows,
    ties: &Ties<'_>,
    rules: &Rules<'_>,
    joint: u16,
    wanted: &[(u32, f32)],
) -> Edit {
    let mut edit = Edit::default();
    // What the operation is does not matter: the weights are given.
    let effect = Effect::new(Operation::Add, 1.0);
    let paint = Paint::new(effect, joint, rules, rows.joint_count());
    let paint = &paint;
    let canvas = Canvas { rows, ties, paint };
    let mut wanted = wanted.to_vec();
    wanted.reverse();
    wanted.sort_by_key(|&(point, _)| point);
    wanted.dedup_by_key(|&mut (point, _)| point);
    for (point, weight) in wanted {
        if point as usize >= rows.point_count() {
            edit.report.skip(Skip::NoSuchPoint, 1);
        } else if !weight.is_finite() {
            edit.report.skip(Skip::NotFinite, 1);
        } else {
            canvas.set_one(point, f64::from(weight), &mut edit);
        }
    }
    edit
}

impl Canvas<'_> {
    fn set_one(&self, point: u32, weight: f64, edit: &mut Edit) {
        let before = self.rows.row(point);
        let wanted = [(self.paint.joints[0], weight)];
        match self.set_to(point, &before, &wanted, &|other| self.rows.row(other)) {
            Ok(change) if change.row == before => {}
            Ok(change) => {
                let made_room = !change.made_room.is_empty();
                edit.report.count(made_room, before.is_unbound());
                edit.rows.push((point, change.row));
            }
            Err(reason) => edit.report.skip(reason, 1),
        }
    }
}
