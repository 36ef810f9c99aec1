//! A stroke of a brush over weights.

use std::fmt;

use smallvec::SmallVec;

use crate::blur::{Mean as _, Mixture};
use crate::change::changed;
use crate::mixing::mixed;
use crate::touches::{Dab, Medium, Painted, Touches};
use crate::{Balance, Change, Edit, Effect, Normalise, Report, Row, Rows, Rules, Skip, Ties};

/// A stroke: from the press of a button to its release.
///
/// It is fed with falloffs, and answers every step with an [`Edit`] of the points that the step changed; it never writes. Of
/// each point it keeps the row before the stroke and the largest falloff so far, and unless [`Effect::builds_up`] asks for
/// more, the point's row is the [`Operation`](crate::Operation) put once, with that falloff, on that row. So the outcome is the same whether
/// the pointer was looked at ten times or a thousand times, and in whatever order.
///
/// A step costs what its points cost, whatever the size of the mesh.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::Adjacency;
/// use weights::{Effect, Operation, Rules, Stroke, Ties};
///
/// let surface = Adjacency::new(&[Vec3::ZERO, Vec3::X, Vec3::Y], &[[0, 1, 2]]);
/// let mut builder = rig::InfluencesBuilder::new(2);
/// for _ in 0..3 {
///     builder.vertex([(0, 1.0)])?;
/// }
/// let rows = builder.build();
///
/// let effect = Effect::new(Operation::Add, 0.5);
/// let mut stroke = Stroke::new(effect, 1, &Rules::default(), &rows);
/// let edit = stroke.step(&rows, &Ties::uniform(&surface), &[(0, 0.5), (1, 1.0)], &[]);
/// assert_eq!(edit.rows[0].1.as_slice(), [(0, 0.75), (1, 0.25)]);
/// assert_eq!(edit.rows[1].1.as_slice(), [(0, 0.5), (1, 0.5)]);
/// // Once more the same place: nothing builds up.
/// let edit = stroke.step(&rows, &Ties::uniform(&surface), &[(0, 0.5)], &[]);
/// assert_eq!(edit.report.to_string(), "0 vertices changed");
/// assert_eq!(stroke.balance().donors(), [(0, 0.75)]);
/// # Ok::<(), rig::InfluenceError>(())
/// ```
pub struct Stroke {
    touches: Touches<Row, Mixture>,
    paint: Paint,
    balance: Balance,
}

impl Stroke {
    /// Begins a stroke of a joint on a mesh. The rules are copied.
    ///
    /// A joint that is not among [`Rows::joint_count`] is no reason to fail: every step will say so of every point. A
    /// parent, or a joint that takes and gives, that is not among them is as if there were none.
    #[must_use]
    pub fn new(effect: Effect, joint: u16, rules: &Rules<'_>, rows: &dyn Rows) -> Self {
        Self {
            touches: Touches::new(effect, rows.point_count()),
            paint: Paint {
                effect,
                joints: [joint; 2],
                joint_count: rows.joint_count(),
                rules: KeptRules::new(rules, rows.joint_count()),
            },
            balance: Balance::default(),
        }
    }

    /// On the other side of the mesh it paints with another joint.
    #[must_use]
    pub const fn mirrored(mut self, partner: u16) -> Self {
        self.paint.joints[1] = partner;
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
        ties: &Ties<'_>,
        falloffs: &[(u32, f32)],
        mirrored: &[(u32, f32)],
    ) -> Edit {
        let canvas = Canvas {
            rows,
            ties,
            paint: &self.paint,
        };
        let other_side = usize::from(!self.paint.is_one_sided());
        let step = self
            .touches
            .step(&canvas, ties, [(0, falloffs), (other_side, mirrored)]);
        for (_, before, now) in &step.changed {
            self.balance.count(before, now);
        }
        let rows = step.changed.into_iter().map(|(point, _, now)| (point, now));
        Edit {
            rows: rows.collect(),
            report: step.report,
        }
    }

    /// The effect that it was begun with.
    #[must_use]
    pub const fn effect(&self) -> &Effect {
        self.touches.effect()
    }

    /// The joint that is painted, and the one on the other side.
    #[must_use]
    pub const fn joints(&self) -> [u16; 2] {
        self.paint.joints
    }

    /// What each joint has gained or lost over the whole stroke: from whom weight was taken.
    #[must_use]
    pub const fn balance(&self) -> &Balance {
        &self.balance
    }

    /// A point's row before the stroke, and now; `None` if the stroke did not touch it.
    #[must_use]
    pub fn at(&self, point: u32) -> Option<(&Row, &Row)> {
        let touch = self.touches.touch(point)?;
        Some((&touch.before, &touch.now))
    }

    /// The points touched, each with its row before the stroke and now, in the order in which they were touched. Those that
    /// could not be changed are among them.
    pub fn touched(&self) -> impl ExactSizeIterator<Item = (u32, &Row, &Row)> {
        let list = self.touches.list().iter();
        list.map(|touch| (touch.point, &touch.before, &touch.now))
    }

    /// What the whole stroke did so far, each point counted once.
    #[must_use]
    pub fn report(&self) -> Report {
        self.touches.report(Row::is_unbound)
    }

    /// The rows before the stroke of all points that it changed.
    #[must_use]
    pub fn undone(&self) -> Edit {
        let changed = self.touched().filter(|(_, before, now)| before != now);
        Edit::new(
            changed
                .map(|(point, before, _)| (point, before.clone()))
                .collect(),
        )
    }
}

impl fmt::Debug for Stroke {
    /// How much it touched; all rows would be a wall of numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stroke")
            .field("effect", self.effect())
            .field("joints", &self.joints())
            .field("touched", &self.touched().len())
            .finish_non_exhaustive()
    }
}

/// What is painted, and under which rules.
struct Paint {
    effect: Effect,
    joints: [u16; 2],
    joint_count: usize,
    rules: KeptRules,
}

impl Paint {
    /// Whether both sides are one, so that the larger falloff counts.
    fn is_one_sided(&self) -> bool {
        self.joints[0] == self.joints[1] || self.effect.operation.smoothing().is_some()
    }
}

/// [`Rules`] of one's own, with no joint in them that the skin lacks.
struct KeptRules {
    normalise: Normalise,
    locks: Vec<bool>,
    limit: Option<usize>,
    parents: Vec<Option<u16>>,
}

impl KeptRules {
    fn new(rules: &Rules<'_>, joint_count: usize) -> Self {
        let is_there = |joint: u16| usize::from(joint) < joint_count;
        let parents = rules.parents.iter();
        Self {
            normalise: match rules.normalise {
                Normalise::ToJoint(joint) if !is_there(joint) => Normalise::Proportional,
                other => other,
            },
            locks: rules.locks.to_vec(),
            limit: rules.limit,
            parents: parents
                .map(|parent| parent.filter(|&parent| is_there(parent)))
                .collect(),
        }
    }

    fn rules(&self) -> Rules<'_> {
        Rules {
            normalise: self.normalise,
            locks: &self.locks,
            limit: self.limit,
            parents: &self.parents,
        }
    }
}

/// Weights under a brush.
struct Canvas<'a> {
    rows: &'a dyn Rows,
    ties: &'a Ties<'a>,
    paint: &'a Paint,
}

impl Medium for Canvas<'_> {
    type Value = Row;
    type Mean = Mixture;

    fn read(&self, point: u32) -> Row {
        self.rows.row(point)
    }

    fn mean_of(&self, row: &Row) -> Mixture {
        Mixture::of(row, &self.paint.rules.rules())
    }

    fn paint(&self, dab: &Dab<'_, Self>) -> Result<Painted<Row>, Skip> {
        let change = match self.paint.effect.operation.smoothing() {
            Some((_, sign)) => self.mix(dab, sign),
            None => self.set(dab),
        };
        change.map(|change| Painted {
            value: change.row,
            made_room: !change.made_room.is_empty(),
        })
    }

    fn is_unbound(&self, row: &Row) -> bool {
        row.is_unbound()
    }
}

impl Canvas<'_> {
    fn mix(&self, dab: &Dab<'_, Self>, sign: f64) -> Result<Change, Skip> {
        let is_alone = self.ties.surface().neighbours(dab.point).is_empty();
        if dab.amounts[0] <= 0.0 {
            return Ok(Change {
                row: dab.base.clone(),
                made_room: Vec::new(),
            });
        }
        let mean = dab.mean.filter(|_| !is_alone).ok_or(Skip::NothingToTake)?;
        let rules = self.paint.rules.rules();
        mixed(dab.base, mean, sign * dab.amounts[0], &rules)
    }

    fn set(&self, dab: &Dab<'_, Self>) -> Result<Change, Skip> {
        let Paint { effect, joints, .. } = self.paint;
        let asked = joints.iter().zip(dab.amounts).filter(|&(_, f)| f > 0.0);
        let mut wanted: SmallVec<[(u16, f64); 2]> = SmallVec::new();
        for (&joint, f) in asked {
            if usize::from(joint) >= self.paint.joint_count {
                return Err(Skip::NoSuchJoint);
            }
            let weight = f64::from(dab.base.weight(joint));
            let target = effect.operation.target(weight, f);
            wanted.push((joint, target.ok_or(Skip::NotFinite)?));
        }
        if dab.base.is_unbound() && effect.operation.needs_weights() {
            return Err(Skip::Unbound);
        }
        let heir = |taken: &[u16]| self.heir(dab, taken);
        changed(dab.base, &wanted, &self.paint.rules.rules(), &heir)
    }

    /// The joint that has most around a point, of those neither taken nor locked.
    fn heir(&self, dab: &Dab<'_, Self>, taken: &[u16]) -> Option<u16> {
        let mut around = Mixture::default();
        let rules = self.paint.rules.rules();
        for (neighbour, share) in self.ties.shares(dab.point) {
            around.add(share, &Mixture::of(&(dab.look)(neighbour), &rules));
        }
        let mut best: Option<(u16, f64)> = None;
        for &(joint, weight) in around.0.iter().filter(|(joint, _)| !taken.contains(joint)) {
            if weight > best.map_or(0.0, |(_, most)| most) {
                best = Some((joint, weight));
            }
        }
        best.map(|(joint, _)| joint)
    }
}
