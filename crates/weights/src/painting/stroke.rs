//! A stroke of a brush over weights.

use std::fmt;

use mesh::PointIndex;
use rig::JointSlot;

use crate::painting::blur::Mixture;
use crate::painting::canvas::{Canvas, Paint};
use crate::painting::smear::{Falloffs, Smear, Sources};
use crate::painting::touches::{Touch, Touched, Touches};
use crate::rows::spot::PointRows;
use crate::{Balance, Edit, Effect, NeighborWeights, PointValue, Report, Row, Rows, Rules};

/// A stroke: from the press of a button to its release.
///
/// It is fed with falloffs, and answers every step with an [`Edit`] of the points that the step changed; it never writes. Of
/// each point it keeps the row before the stroke and the largest falloff so far, and unless [`Effect::builds_up`] asks for
/// more, the point's row is the [`Operation`](crate::Operation) put once, with that falloff, on that row. So, but for averages
/// and smearing, the outcome is the same whether the pointer was looked at ten times or a thousand times, and in whatever order.
///
/// Where vertices of a point differ, the brush is applied to each of their rows, so that each keeps what is its own; averages take their mean.
///
/// A step costs what its points cost, whatever the size of the mesh.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::{Adjacency, PointIndex};
/// use rig::JointSlot;
/// use weights::{Effect, NeighborWeights, Operation, PointValue, Rules, Stroke};
///
/// let surface = Adjacency::new(&[Vec3::ZERO, Vec3::X, Vec3::Y], &[[0, 1, 2]]);
/// let mut builder = rig::InfluencesBuilder::new(2);
/// for _ in 0..3 {
///     builder.vertex([(0, 1.0)])?;
/// }
/// let rows = builder.build();
///
/// let effect = Effect::new(Operation::Add, 0.5);
/// let mut stroke = Stroke::new(effect, JointSlot(1), &Rules::default(), &rows);
/// let brush = [PointValue::new(PointIndex(0), 0.5), PointValue::new(PointIndex(1), 1.0)];
/// let edit = stroke.step(&rows, &NeighborWeights::uniform(&surface), &brush, &[]);
/// assert_eq!(edit.rows[0].1.weight(JointSlot(1)), 0.25);
/// assert_eq!(edit.rows[1].1.weight(JointSlot(1)), 0.5);
/// // Once more the same place: nothing builds up.
/// let edit = stroke.step(&rows, &NeighborWeights::uniform(&surface), &brush[..1], &[]);
/// assert_eq!(edit.report.to_string(), "0 vertices changed");
/// assert_eq!(stroke.balance().donors()[0].amount, 0.75);
/// # Ok::<(), rig::InfluenceError>(())
/// ```
pub struct Stroke {
    touches: Touches<PointRows, Mixture>,
    paint: Paint,
    balance: Balance,
}

impl Stroke {
    /// Begins a stroke of a joint on a mesh. The rules are copied.
    ///
    /// A joint that is not among [`Rows::joint_count`] is no reason to fail: every step will say so of every point. A
    /// parent, or a joint that takes and gives, that is not among them is as if there were none.
    #[must_use]
    pub fn new(effect: Effect, joint: JointSlot, rules: &Rules<'_>, rows: &dyn Rows) -> Self {
        Self {
            touches: Touches::new(effect, rows.point_count()),
            paint: Paint::new(effect, joint, rules, rows.joint_count()),
            balance: Balance::default(),
        }
    }

    /// On the other side of the mesh it paints with another joint.
    #[must_use]
    pub const fn with_mirror(mut self, partner: JointSlot) -> Self {
        self.paint.joints[1] = partner;
        self
    }

    /// Paints several joints as one: the operation is done to the sum of their weights, and they keep their proportions. Where none of
    /// them has weight the stroke's joint gets it, or if that is locked, all of them in even shares. Locked ones keep theirs. `partners` are
    /// those of the other side, one for each or fewer.
    #[must_use]
    pub fn group(mut self, joints: &[JointSlot], partners: &[JointSlot]) -> Self {
        self.paint.group(0, joints);
        self.paint.group(1, partners);
        self
    }

    /// One step: falloffs 0…1 of points, and those of the mirrored brush, each point at most once in either. A larger falloff counts as
    /// one, one below zero as zero. A point under both brushes gets the weights of both joints at once; if
    /// they are one joint, or the operation has no joint, the larger falloff counts.
    ///
    /// `rows` are the weights as they stand, with all edits of this stroke in them or without: points that the stroke
    /// touched it knows itself. Points that it did not touch may not change while it lasts.
    ///
    /// The report is of this step alone, and says nothing of points that already are what the step asks for.
    pub fn step(
        &mut self,
        rows: &dyn Rows,
        neighbor_weights: &NeighborWeights<'_>,
        falloffs: &[PointValue],
        mirrored: &[PointValue],
    ) -> Edit {
        self.step_from(rows, neighbor_weights, (falloffs, mirrored), None)
    }

    /// A step of [`Operation::Smear`](crate::Operation::Smear): as [`step`](Self::step), where each point goes towards the mean of its
    /// sources. Points without sources stay. Other operations take no notice of them.
    pub fn drag(
        &mut self,
        rows: &dyn Rows,
        neighbor_weights: &NeighborWeights<'_>,
        smear: &Smear<'_>,
    ) -> Edit {
        let falloffs = (smear.falloffs, smear.mirrored);
        self.step_from(rows, neighbor_weights, falloffs, Some(smear.sources))
    }

    fn step_from(
        &mut self,
        rows: &dyn Rows,
        neighbor_weights: &NeighborWeights<'_>,
        (falloffs, mirrored): (Falloffs<'_>, Falloffs<'_>),
        sources: Option<&Sources<'_>>,
    ) -> Edit {
        let canvas = Canvas {
            rows,
            neighbor_weights,
            paint: &self.paint,
        };
        // Where both sides are one both brushes go to it, and the larger falloff counts.
        let other_side = usize::from(!self.paint.is_one_sided());
        let step = self.touches.step(
            &canvas,
            neighbor_weights,
            sources,
            [(0, falloffs), (other_side, mirrored)],
        );
        let mut edit = Edit {
            report: step.report,
            ..Edit::default()
        };
        for (point, before, now) in step.changed {
            self.balance.count(&before.mean(), &now.mean());
            edit.push(point, now);
        }
        edit
    }

    /// The effect that it was begun with.
    #[must_use]
    pub const fn effect(&self) -> &Effect {
        self.touches.effect()
    }

    /// The joint that is painted, and the one on the other side.
    #[must_use]
    pub const fn joints(&self) -> [JointSlot; 2] {
        self.paint.joints
    }

    /// What each joint has gained or lost over the whole stroke, so also which joints gave weight.
    #[must_use]
    pub const fn balance(&self) -> &Balance {
        &self.balance
    }

    /// What became of a point; `None` if the stroke did not touch it. Where vertices differ, the first one's.
    #[must_use]
    pub fn at(&self, point: PointIndex) -> Option<Touched<&Row>> {
        Some(to_touched(self.touches.touch(point)?))
    }

    /// The points touched, in the order in which they were touched. Those that
    /// could not be changed are among them. Where vertices differ, the first one's rows are given.
    pub fn touched_points(&self) -> impl ExactSizeIterator<Item = Touched<&Row>> {
        self.touches.list().iter().map(to_touched)
    }

    /// What the whole stroke did so far, each point counted once.
    #[must_use]
    pub fn report(&self) -> Report {
        self.touches.report(PointRows::is_unbound)
    }

    /// The rows before the stroke of all points that it changed.
    #[must_use]
    pub fn undo_edit(&self) -> Edit {
        let list = self.touches.list().iter();
        let mut changed: Vec<_> = list.filter(|touch| touch.before != touch.now).collect();
        changed.sort_by_key(|touch| touch.point);
        let mut edit = Edit::default();
        for touch in &changed {
            edit.push(touch.point, touch.before.clone());
        }
        edit.report.changed = changed.len();
        edit
    }
}

fn to_touched(touch: &Touch<PointRows, Mixture>) -> Touched<&Row> {
    Touched {
        point: touch.point,
        before: touch.before.first(),
        now: touch.now.first(),
    }
}

impl fmt::Debug for Stroke {
    /// How much it touched; all rows would be a wall of numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stroke")
            .field("effect", self.effect())
            .field("joints", &self.joints())
            .field("touched", &self.touched_points().len())
            .finish_non_exhaustive()
    }
}
