//! The twist of joints spread over bones: a second weight of each vertex, which says how much of a twist it takes.
//!
//! A joint turns by `q = s t` since rest, the twist t about its bone first. With u the share of the bone at which a vertex lies, 0 at
//! the head and 1 at the tail, its influence of this joint is turned about the bone, before it is blended, by
//!
//! ```text
//! φ(u) = −(1 − u) τ + u τ'
//! ```
//!
//! τ is the joint's own twist: at its head the vertex goes as the bone above, at its tail it has all of it. τ' is the twist of the joint
//! at the tail about this bone, for joints that have no bone of their own to spread it over, as a hand: all of it at the tail, nothing at the
//! head. A twist is spread once, over one of both. Swings are blended by the weights of the skin as ever.
//!
//! References: A. Jacobson, O. Sorkine, "Stretchable and Twistable Bones for Skeletal Shape Deformation", 2011 (twist by a weight along the
//! bone); L. Kavan, O. Sorkine, "Elasticity-Inspired Deformers for Character Articulation", 2012 (weights for swing and for twist).

use glam::Vec3;

use crate::bind::listed_tree::ListedTree;
use crate::driven::angle::DriverMeasure;
use crate::{BindPose, BoneSegment, BoneTurn, JointIndex, Pose, Skeleton};

/// How far the two ends of a bone are turned about it, beyond what its joint turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoneTwist {
    /// The bone at the bind.
    pub bone: BoneSegment,
    /// Radians at the head, `−τ`.
    pub head: f32,
    /// Radians at the tail, `τ'`.
    pub tail: f32,
}

/// Which joints' twists a skin spreads, and over which bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TwistSpread {
    /// One for each place of the skin's list.
    bones: Vec<BoneSegment>,
    twists: Vec<SpreadTwist>,
}

/// A twist that is spread.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SpreadTwist {
    joint: JointIndex,
    measure: DriverMeasure,
    /// That of the bone.
    place: usize,
    is_at_tail: bool,
}

impl BoneTwist {
    /// `φ(u)` at a place of the bind, radians; 0 on a bone without length.
    #[must_use]
    pub fn angle(&self, place: Vec3) -> f32 {
        let share = self.bone.share(place);
        self.head * (1.0 - share) + self.tail * share
    }

    /// Whether it turns nothing.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.head == 0.0 && self.tail == 0.0
    }

    /// The turn of what lies at a place of the bind; none by which nothing is turned.
    #[must_use]
    pub fn turn(&self, bind: &BindPose, place: Vec3) -> Option<BoneTurn> {
        if self.is_none() || self.bone.head == self.bone.tail {
            return None;
        }
        let angle = self.angle(place);
        (angle != 0.0).then(|| BoneTurn {
            bone: self.bone,
            angle,
            rest_from_bind: bind.rest_from_bind(),
            bind_from_rest: bind.bind_from_rest,
        })
    }
}

impl TwistSpread {
    /// Finds them, by the joints that a skin lists.
    ///
    /// A joint's twist is spread over its own bone where that leads to one joint that the skin lists, as those of arms and legs. Where it
    /// ends, or branches, as a hand or a chest, it is spread over the bone that leads to it alone. Joints with none above them, and those of
    /// neither kind, as an eye, keep their twist. A joint
    /// that is listed twice has its bone at the first place alone.
    #[must_use]
    pub fn new(skeleton: &Skeleton, bind: &BindPose) -> Self {
        let bones = BoneSegment::of_skin(skeleton, bind);
        let tree = ListedTree::new(skeleton, bind);
        let mut twists = Vec::new();
        for (place, &joint) in bind.joints().iter().enumerate() {
            let above = tree.parents.get(place).copied().flatten();
            let Some(above) = above.filter(|_| tree.first_place(joint) == Some(place)) else {
                continue;
            };
            let is_own = tree.only_end(place).is_some();
            let over = if is_own {
                place
            } else if tree.only_end(above) == Some(place) {
                above
            } else {
                continue;
            };
            let Some(axis) = bones.get(over).and_then(|bone| axis_of(bone, bind, joint)) else {
                continue;
            };
            twists.push(SpreadTwist {
                joint,
                measure: DriverMeasure::Twist { axis },
                place: over,
                is_at_tail: !is_own,
            });
        }
        Self { bones, twists }
    }

    /// The angles of a pose, one for each place of the skin's list, into memory that is used again; joints that the pose lacks are at rest.
    pub fn twists_into(&self, pose: &Pose, twists: &mut Vec<BoneTwist>) {
        twists.clear();
        twists.extend(self.bones.iter().map(|&bone| BoneTwist {
            bone,
            ..BoneTwist::default()
        }));
        for spread in &self.twists {
            let rotation = pose.rigid.get(spread.joint.index());
            let (Some(rotation), Some(own)) = (rotation, twists.get_mut(spread.place)) else {
                continue;
            };
            let angle = spread.measure.angle(rotation.rotation, 0.0);
            if spread.is_at_tail {
                own.tail = angle;
            } else {
                own.head = -angle;
            }
        }
    }
}

/// The direction of a bone in the frame of a joint.
fn axis_of(bone: &BoneSegment, bind: &BindPose, joint: JointIndex) -> Option<Vec3> {
    let along = bind.rest_from_bind() * (bone.tail - bone.head);
    let frame = bind.rest_from_joint(joint).rotation;
    (frame.conjugate() * along).try_normalize()
}
