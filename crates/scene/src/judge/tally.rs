//! The worst place of each joint over poses.

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use rig::{InfluenceRow, JointIndex};

use super::{MOST_PLACES, WorstPlace};
use crate::pose::placed::{PlacedPrimitive, placed_primitives};
use crate::surface::vertex_facts::VertexPlace;

/// The worst place of each joint. Copies share what belongs to the character.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    ground: Arc<VertexJoints>,
    /// By joint, and last of vertices that no joint moves.
    best: Vec<Option<Best>>,
}

#[derive(Debug)]
struct VertexJoints {
    /// By vertex of all placed primitives, the joint with the largest weight.
    joints: Vec<Option<JointIndex>>,
    places: Vec<VertexPlace>,
    skeleton: Vec<JointIndex>,
}

#[derive(Clone, Copy, Debug)]
struct Best {
    value: f32,
    pose: usize,
    vertex: usize,
    at: Vec3,
}

impl Best {
    /// Of equal ones the first pose counts, then the first vertex: the result does not depend on the order of work.
    fn is_worse_than(&self, other: &Self) -> bool {
        let order = self.value.total_cmp(&other.value);
        let order = order.then(other.pose.cmp(&self.pose));
        order.then(other.vertex.cmp(&self.vertex)).is_gt()
    }
}

impl Tally {
    pub(super) fn new(character: &Character) -> Self {
        let (mut joints, mut places) = (Vec::new(), Vec::new());
        for (primitive, placed) in placed_primitives(character).enumerate() {
            let count = placed.primitive.positions.len();
            places.extend((0..count).map(|vertex| VertexPlace { primitive, vertex }));
            joints.extend((0..count).map(|vertex| main_joint(character, &placed, vertex)));
        }
        let skeleton: Vec<JointIndex> = character.rig.skeleton.joints().collect();
        let joint_count = skeleton.len();
        Self {
            ground: Arc::new(VertexJoints {
                joints,
                places,
                skeleton,
            }),
            best: vec![None; joint_count + 1],
        }
    }

    /// The joint that moves a vertex most.
    pub(super) fn joint_of(&self, vertex: usize) -> Option<JointIndex> {
        self.ground.joints.get(vertex).copied().flatten()
    }

    /// Whether a value is less than the worst of a joint so far, or no fault at all.
    pub(super) fn is_better(&self, joint: Option<JointIndex>, value: f32) -> bool {
        let slot = joint.map_or(self.ground.skeleton.len(), JointIndex::index);
        let best = self.best.get(slot).copied().flatten();
        // What is no number is neither.
        value <= 0.0 || best.is_some_and(|best| value < best.value)
    }

    /// Notes a value above zero. A value that is no number, and any of a vertex that is nowhere, is the worst that there is: infinite.
    pub(super) fn add(
        &mut self,
        joint: Option<JointIndex>,
        (pose, vertex): (usize, usize),
        (value, at): (f32, Vec3),
    ) {
        let slot = joint.map_or(self.ground.skeleton.len(), JointIndex::index);
        let Some(best) = self.best.get_mut(slot) else {
            return;
        };
        let is_nowhere = value.is_nan() || !at.is_finite();
        let new = Best {
            value: if is_nowhere { f32::INFINITY } else { value },
            pose,
            vertex,
            at,
        };
        // Zero is no fault: where all is well nothing is kept.
        if new.value > 0.0 && best.is_none_or(|best| new.is_worse_than(&best)) {
            *best = Some(new);
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (own, other) in self.best.iter_mut().zip(other.best) {
            if other.is_some_and(|other| own.is_none_or(|own| other.is_worse_than(&own))) {
                *own = other;
            }
        }
    }

    /// The worst places, worst first.
    pub(super) fn worst(&self) -> Vec<WorstPlace> {
        let joints = self.ground.skeleton.iter().copied().map(Some).chain([None]);
        let mut all: Vec<(Option<JointIndex>, Best)> = joints
            .zip(&self.best)
            .filter_map(|(joint, best)| Some((joint, (*best)?)))
            .collect();
        all.sort_by(|(_, one), (_, other)| {
            if one.is_worse_than(other) {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Greater
            }
        });
        let place = |(joint, best): (Option<JointIndex>, Best)| {
            Some(WorstPlace {
                value: best.value,
                pose: best.pose,
                joint,
                vertex: *self.ground.places.get(best.vertex)?,
                at: best.at,
            })
        };
        all.into_iter()
            .filter_map(place)
            .take(MOST_PLACES)
            .collect()
    }

    /// Counts vertices by joint.
    pub(super) fn counts(&self) -> Counts {
        Counts {
            ground: Arc::clone(&self.ground),
            of_joints: vec![(0, 0.0, 0); self.best.len()],
        }
    }
}

/// By joint: how many vertices, and which of them is the worst by how much.
pub(super) struct Counts {
    ground: Arc<VertexJoints>,
    of_joints: Vec<(u32, f32, usize)>,
}

impl Counts {
    pub(super) fn add(&mut self, vertex: usize, value: f32) {
        let joint = self.ground.joints.get(vertex).copied().flatten();
        let slot = joint.map_or(self.ground.skeleton.len(), JointIndex::index);
        if let Some((count, worst, of)) = self.of_joints.get_mut(slot) {
            *count += 1;
            if value > *worst {
                (*worst, *of) = (value, vertex);
            }
        }
    }

    /// Joint, worst vertex and count of those with any.
    pub(super) fn worst_by_joint(&self) -> impl Iterator<Item = (Option<JointIndex>, usize, f32)> {
        let some = self.of_joints.iter().filter(|(count, ..)| *count > 0);
        some.map(|&(count, _, vertex)| {
            let joint = self.ground.joints.get(vertex).copied().flatten();
            (joint, vertex, number(count))
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "a count to be compared")]
const fn number(count: u32) -> f32 {
    count as f32
}

/// The joint with the largest weight on a vertex; of equal ones the first.
fn main_joint(
    character: &Character,
    placed: &PlacedPrimitive<'_>,
    vertex: usize,
) -> Option<JointIndex> {
    let bind = character.rig.binds.get(placed.instance.skin?)?;
    let InfluenceRow {
        joints: places,
        weights,
    } = placed.primitive.influences.as_ref()?.row(vertex);
    // Backwards, for `max_by` gives the last of equals.
    let pairs = places.iter().zip(weights).rev();
    let (place, _) = pairs.max_by(|one, other| one.1.total_cmp(other.1))?;
    bind.joint_at(*place)
}
