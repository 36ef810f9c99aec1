//! Constraints that are evaluated together.

use super::channel::Named;
use super::waiting::ranks;
use crate::motion::joint_limits::unit;
use crate::{
    AimFrames, ConstraintKind, ConstraintRests, DrivenError, ForwardError, JointIndex,
    NodeConstraint, Pose, PosedSkeleton, ScaleInheritance, Skeleton, forward, polar,
};
use glam::{Affine3A, Mat3, Quat};

/// Constraints of one skeleton, in an order in which each finds its source as it will stay: programs that read `VRMC_node_constraint`
/// update them so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeConstraints {
    /// In the order of evaluation.
    constraints: Vec<NodeConstraint>,
}

impl NodeConstraints {
    /// The constraints, checked and put in order.
    ///
    /// # Errors
    ///
    /// Joints that the skeleton does not have, a weight that is not from 0 to 1, two constraints of one destination, constraints that
    /// wait for each other in a ring. Each waits for all that turns its source and the joints above that, as programs that read the
    /// extension do; one that aims also for what turns the joints above itself.
    pub fn new(constraints: Vec<NodeConstraint>, skeleton: &Skeleton) -> Result<Self, DrivenError> {
        for constraint in &constraints {
            check(constraint, skeleton)?;
        }
        let mut is_turned = vec![false; skeleton.len()];
        for NodeConstraint { destination, .. } in &constraints {
            let Some(is_turned) = is_turned.get_mut(destination.index()) else {
                continue;
            };
            if std::mem::replace(is_turned, true) {
                let joint = Named(skeleton, *destination);
                return Err(DrivenError::Twice {
                    what: format!("the rotation of {joint}"),
                    how: "and a node can have one constraint only",
                });
            }
        }
        let ranks = ranks(&constraints, skeleton)?;
        let mut ranked: Vec<(usize, NodeConstraint)> = ranks.into_iter().zip(constraints).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        let constraints = ranked.into_iter().map(|(_, own)| own).collect();
        Ok(Self { constraints })
    }

    /// Those of the constraints, one after another, that fit those before them, and why each of the others does not.
    #[must_use]
    pub fn of_those_that_can(
        constraints: &[NodeConstraint],
        skeleton: &Skeleton,
    ) -> (Self, Vec<DrivenError>) {
        let (mut set, mut refused) = (Self::default(), Vec::new());
        set.take(constraints, skeleton, &mut refused);
        (set, refused)
    }

    /// Takes those that can be evaluated with all taken so far: all at once, or else one half after the other. What can be evaluated can be
    /// without some of it too, so that this takes the same as one after another.
    fn take(
        &mut self,
        more: &[NodeConstraint],
        skeleton: &Skeleton,
        refused: &mut Vec<DrivenError>,
    ) {
        let all = self.constraints.iter().chain(more).copied();
        match Self::new(all.collect(), skeleton) {
            Ok(with) => *self = with,
            Err(error) if more.len() < 2 => refused.push(error),
            Err(_) => {
                let (first, last) = more.split_at(more.len() / 2);
                self.take(first, skeleton, refused);
                self.take(last, skeleton, refused);
            }
        }
    }

    /// The constraints in the order of evaluation.
    #[must_use]
    pub fn constraints(&self) -> &[NodeConstraint] {
        &self.constraints
    }

    /// Whether no node follows another one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// What a joint follows; none for one that is posed.
    #[must_use]
    pub fn of(&self, destination: JointIndex) -> Option<&NodeConstraint> {
        let mut constraints = self.constraints.iter();
        constraints.find(|own| own.destination == destination)
    }

    /// Turns the destinations: what the pose did to them before is lost, but for their places and stretches.
    ///
    /// Local rotations are those of the rig's rests, which are the nodes' own but where these are sheared. Each constraint that aims takes a
    /// forward pass. All other joints keep their bits.
    ///
    /// # Errors
    ///
    /// Lengths that do not fit the skeleton.
    pub fn apply(
        &self,
        skeleton: &Skeleton,
        pose: &mut Pose,
        scale_inheritance: &[ScaleInheritance],
    ) -> Result<(), ForwardError> {
        for constraint in &self.constraints {
            let NodeConstraint {
                source,
                destination,
                kind,
                weight,
            } = *constraint;
            let rests = ConstraintRests {
                source: rest(skeleton, source),
                destination: rest(skeleton, destination),
            };
            let followed = pose.rigid.get(source.index());
            let now = || followed.map_or(rests.source, |own| rests.source * own.rotation);
            let local = match kind {
                ConstraintKind::Rotation => rests.rotation(now(), weight),
                ConstraintKind::Roll(axis) => rests.roll(now(), axis, weight),
                ConstraintKind::Aim(axis) => {
                    let posed = forward(skeleton, pose.user_transforms(), scale_inheritance)?;
                    aim_frames(skeleton, &posed, constraint).aim(axis, weight)
                }
            };
            let user = unit(rests.destination).conjugate() * unit(local);
            if let Some(own) = pose.rigid.get_mut(destination.index()) {
                // The rest itself gives none, to the bit.
                own.rotation = match local == rests.destination {
                    true => Quat::IDENTITY,
                    false => user.normalize().as_quat(),
                };
            }
        }
        Ok(())
    }
}

fn rest(skeleton: &Skeleton, joint: JointIndex) -> Quat {
    let rest = skeleton.parent_from_joint.get(joint.index());
    rest.map_or(Quat::IDENTITY, |rest| rest.rotation)
}

fn aim_frames(
    skeleton: &Skeleton,
    posed: &PosedSkeleton<'_>,
    constraint: &NodeConstraint,
) -> AimFrames {
    let matrix = |joint| posed.model_from_posed_joint(joint);
    let parent = skeleton.parent(constraint.destination).map(matrix);
    let rotation = |parent: Affine3A| polar(Mat3::from(parent.matrix3)).rotation;
    AimFrames {
        destination_rest: rest(skeleton, constraint.destination),
        parent_rotation: parent.map_or(Quat::IDENTITY, rotation),
        destination_place: matrix(constraint.destination).translation.into(),
        source_place: matrix(constraint.source).translation.into(),
    }
}

fn check(constraint: &NodeConstraint, skeleton: &Skeleton) -> Result<(), DrivenError> {
    let NodeConstraint {
        source,
        destination,
        weight,
        ..
    } = *constraint;
    let what = || {
        let [source, destination] = [source, destination].map(|joint| Named(skeleton, joint));
        format!("the constraint of {destination} by {source}")
    };
    let beyond = [source, destination]
        .into_iter()
        .find(|joint| joint.index() >= skeleton.len());
    if let Some(joint) = beyond {
        return Err(DrivenError::NoJoint {
            what: what(),
            joint: joint.0,
            joints: skeleton.len(),
        });
    }
    if (0.0..=1.0).contains(&weight) {
        Ok(())
    } else {
        Err(DrivenError::NoWeight {
            what: what(),
            weight: weight.to_string(),
        })
    }
}
