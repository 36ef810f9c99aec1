//! What a skeleton looks like to one who poses it: which way limbs point, bend and spread, and what has a partner.

use super::motion::Motion;
use super::roles::{Role, joint_roles};
use super::stance::Stance;
use crate::pairs::mirror::{mirrored_rigid, turn_between};
use crate::{Addresses, JointIndex, JointPairs, Rigid, Skeleton};
use glam::{Quat, Vec3};

/// Beyond this cosine an axis is taken for the joint's own.
const ALONG_AXIS: f32 = 0.9;
/// Below this sine a limb is straight at rest, which does not tell the axis that it bends about.
const BENT: f32 = 0.1;
/// Below this sine a direction is too near to the bone to bend towards.
const ASIDE: f32 = 0.2;

pub(super) struct Body<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) addresses: Addresses<'a>,
    pub(super) roles: Vec<Role>,
    /// Whether a joint is turned by itself: it or its partner moves something, and of the two it is the one on the left.
    pub(super) is_tried: Vec<bool>,
    pairs: &'a JointPairs,
    children: Vec<Vec<JointIndex>>,
    /// That of all joints together.
    stance: Stance,
    /// Those of the figures of a scene with several.
    stances: Vec<Stance>,
}

impl<'a> Body<'a> {
    pub(super) fn new(skeleton: &'a Skeleton, pairs: &'a JointPairs, moves: &[bool]) -> Self {
        let mut children = vec![Vec::new(); skeleton.len()];
        for joint in skeleton.joints() {
            if let Some(parent) = skeleton.parent(joint) {
                children[parent.index()].push(joint);
            }
        }
        let roles = joint_roles(skeleton);
        let mut body = Self {
            skeleton,
            addresses: Addresses::new(skeleton),
            stance: Stance::new(skeleton, &roles, &children, pairs),
            stances: Stance::of_figures(skeleton, &roles, &children, pairs),
            roles,
            is_tried: Vec::new(),
            pairs,
            children,
        };
        body.is_tried = body.joints_to_test(moves);
        body
    }

    fn joints_to_test(&self, moves: &[bool]) -> Vec<bool> {
        let moves_any = self.skeleton.joints().any(|joint| is_set(moves, joint));
        let moves = |joint| !moves_any || is_set(moves, joint);
        let tried = |joint: JointIndex| {
            let Some(partner) = self.partner(joint) else {
                return moves(joint);
            };
            self.is_first(joint, partner) && (moves(joint) || moves(partner))
        };
        self.skeleton.joints().map(tried).collect()
    }

    pub(super) fn role(&self, joint: JointIndex) -> Role {
        self.roles[joint.index()]
    }

    pub(super) fn is_tried(&self, joint: JointIndex) -> bool {
        is_set(&self.is_tried, joint)
    }

    pub(super) fn children(&self, joint: JointIndex) -> &[JointIndex] {
        &self.children[joint.index()]
    }

    /// The joint on the other side; none in the middle.
    pub(super) fn partner(&self, joint: JointIndex) -> Option<JointIndex> {
        let partner = self.pairs.partner(joint)?;
        (partner != joint && partner.index() < self.skeleton.len()).then_some(partner)
    }

    /// Whether of two partners this one is turned, and the other one mirrors it.
    pub(super) fn is_first(&self, joint: JointIndex, partner: JointIndex) -> bool {
        let [here, there] = [joint, partner].map(|joint| self.height(joint));
        here > there || (here >= there && joint < partner)
    }

    /// How the joint's figure stands; partners of two figures go by all joints together.
    fn stance_of(&self, joint: JointIndex) -> &Stance {
        let figure = self.pairs.figure_of(joint);
        let own = figure.and_then(|figure| self.stances.get(figure));
        own.unwrap_or(&self.stance)
    }

    /// How far a joint is from the middle of its figure, above zero on the left.
    fn height(&self, joint: JointIndex) -> f32 {
        self.stance_of(joint).height(self.place(joint))
    }

    /// The direction from the middle to the joint's side; to the left for one in the middle.
    pub(super) fn out(&self, joint: JointIndex) -> Vec3 {
        self.stance_of(joint).out(self.place(joint))
    }

    /// Whether the joint is on the right.
    pub(super) fn is_right(&self, joint: JointIndex) -> bool {
        self.out(joint).dot(self.stance_of(joint).left) < 0.0
    }

    /// Away from the ground on which the joint's figure stands.
    pub(super) fn up(&self, joint: JointIndex) -> Vec3 {
        self.stance_of(joint).up
    }

    pub(super) fn place(&self, joint: JointIndex) -> Vec3 {
        self.skeleton.rest_model_from_joint(joint).translation
    }

    /// What the partner does when the joint is turned.
    pub(super) fn in_mirror(&self, joint: JointIndex, partner: JointIndex, turn: Quat) -> Quat {
        let normal = self.pairs.plane_of(joint).normal;
        let between = turn_between(self.skeleton, [partner, joint], normal);
        mirrored_rigid(between, Rigid::new(turn, Vec3::ZERO)).rotation
    }

    /// An axis of the model in the joint's rest frame.
    pub(super) fn own(&self, joint: JointIndex, axis: Vec3) -> Vec3 {
        let rest = self.skeleton.rest_model_from_joint(joint).rotation;
        (rest.conjugate() * axis).normalize_or(Vec3::X)
    }

    /// A turn about an axis of the model, in the joint's rest frame.
    pub(super) fn turn(&self, joint: JointIndex, axis: Vec3, degrees: f32) -> Quat {
        Quat::from_axis_angle(self.own(joint, axis), degrees.to_radians()).normalize()
    }

    /// Whether the joint's figure stands on its front limbs too.
    pub(super) fn is_four_legged(&self, joint: JointIndex) -> bool {
        self.stance_of(joint).is_four_legged
    }

    /// The turn of a joint at rest that takes its bone from where it points to another direction.
    pub(super) fn turn_to(&self, joint: JointIndex, direction: Vec3) -> Quat {
        let rest = self.skeleton.rest_model_from_joint(joint).rotation;
        let turn = Quat::from_rotation_arc(self.direction(joint), direction);
        (rest.conjugate() * turn * rest).normalize()
    }

    /// Where the joint's bone points in the model: to its children, at a leaf on from its parent.
    pub(super) fn direction(&self, joint: JointIndex) -> Vec3 {
        let here = self.place(joint);
        let turns = |child: &&JointIndex| self.role(**child) != Role::Twist;
        let below = self.children(joint);
        let mut ways: Vec<Vec3> = below
            .iter()
            .filter(turns)
            .map(|child| self.place(*child) - here)
            .collect();
        if ways.is_empty() {
            ways.extend(below.iter().map(|child| self.place(*child) - here));
        }
        let longest = ways.iter().map(|way| way.length()).fold(0.0, f32::max);
        let sum: Vec3 = ways.iter().sum();
        // Children on all sides cancel: then the first one says where the bone points.
        let apart = sum.length() > 0.2 * longest;
        let first = ways.first().copied().unwrap_or(Vec3::ZERO);
        let way = if apart { sum } else { first };
        let rest = self.skeleton.rest_model_from_joint(joint).rotation;
        way.try_normalize()
            .or_else(|| self.bone_above(joint))
            .unwrap_or_else(|| (rest * Vec3::Y).normalize_or(Vec3::Y))
    }

    fn bone_above(&self, joint: JointIndex) -> Option<Vec3> {
        let parent = self.skeleton.parent(joint)?;
        (self.place(joint) - self.place(parent)).try_normalize()
    }

    /// The axis of a motion in the model: the joint's own where one is near.
    pub(super) fn axis(&self, joint: JointIndex, motion: Motion) -> Vec3 {
        let along = self.direction(joint);
        let bend = self.bend_axis(joint, along);
        let axis = match motion {
            Motion::Bend => bend,
            Motion::Twist => along,
            Motion::Spread => {
                let axis = along.cross(bend).normalize_or(Vec3::X);
                // About it, the bone goes where the axis of the bend points.
                let is_outward = bend.dot(self.goal_directions(joint).1) >= 0.0;
                if is_outward { axis } else { -axis }
            }
        };
        self.own_axis(joint, axis)
    }

    fn bend_axis(&self, joint: JointIndex, along: Vec3) -> Vec3 {
        let above = self.bone_above(joint);
        let above = above.filter(|_| self.role(joint).is_hinge());
        if let Some(above) = above {
            let axis = above.cross(along);
            if axis.length() > BENT {
                return axis.normalize();
            }
        }
        let &Stance {
            up, forward, left, ..
        } = self.stance_of(joint);
        let ways = [self.goal_directions(joint).0, forward, up, left];
        let axes = ways.map(|way| along.cross(way.normalize_or_zero()));
        axes.into_iter()
            .find(|axis| axis.length() > ASIDE)
            .map_or_else(|| along.any_orthonormal_vector(), Vec3::normalize)
    }

    fn own_axis(&self, joint: JointIndex, axis: Vec3) -> Vec3 {
        let rest = self.skeleton.rest_model_from_joint(joint).rotation;
        let own = [Vec3::X, Vec3::Y, Vec3::Z].map(|own| rest * own);
        let near = own.into_iter().find(|own| own.dot(axis).abs() > ALONG_AXIS);
        near.map_or(axis, |own| own * own.dot(axis).signum())
    }

    /// Where a bone of this role goes when it bends, and when it spreads.
    fn goal_directions(&self, joint: JointIndex) -> (Vec3, Vec3) {
        let &Stance { up, forward, .. } = self.stance_of(joint);
        let out = self.out(joint);
        // Palms look down where arms are held out, and at the body where they hang.
        let palm = -up - 0.8 * out;
        match self.role(joint) {
            // Front legs spread as hind ones do.
            Role::Shoulder if self.is_four_legged(joint) => (forward, out),
            Role::Collarbone | Role::Shoulder => (forward, up + 0.5 * out),
            Role::Wrist | Role::Palm | Role::Finger => (palm, forward),
            Role::Knee => (-forward, out),
            Role::Ankle | Role::Toes | Role::Tail | Role::Wing | Role::Eye => (up, out),
            Role::Jaw => (-up, out),
            Role::Neck
            | Role::Spine
            | Role::Elbow
            | Role::Hip
            | Role::Twist
            | Role::Ear
            | Role::Other => (forward, out),
        }
    }
}

fn is_set(of: &[bool], joint: JointIndex) -> bool {
    of.get(joint.index()).copied().unwrap_or(false)
}
