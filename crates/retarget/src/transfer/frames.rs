//! A skeleton in double precision: its rest, its reference pose, and its rotations in any pose.

use glam::{DQuat, DVec3, Vec3};
use rig::{JointIndex, Pose, Skeleton};

/// Nothing is divided by anything smaller.
const TINY: f64 = 1e-9;

/// Frames of a skeleton at rest and in its reference pose.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    pub(crate) parents: Vec<Option<usize>>,
    /// What the whole model is turned by; the orientation that roots hang in.
    pub(crate) turn: DQuat,
    /// R: the rest frame in the parent's, a rotation and a way.
    rest_rotation: Vec<DQuat>,
    rest_way: Vec<DVec3>,
    /// The rest frame in the model.
    pub(crate) rest_world: Vec<DQuat>,
    /// The reference pose in the model: orientations, and where joints are with their rest ways.
    pub(crate) reference: Vec<DQuat>,
    pub(crate) places: Vec<DVec3>,
}

impl Frames {
    /// Of `reference` only the rotations count; without one, or where it is too short, the rest is the reference.
    pub(crate) fn new(skeleton: &Skeleton, reference: Option<&Pose>) -> Self {
        Self::turned(skeleton, reference, DQuat::IDENTITY)
    }

    /// As [`new`](Self::new), with the whole model turned about the origin.
    pub(crate) fn turned(skeleton: &Skeleton, reference: Option<&Pose>, turn: DQuat) -> Self {
        let joints = || skeleton.joints();
        let rest = joints().map(|joint| skeleton.parent_from_joint(joint));
        let (rest_rotation, rest_way) = rest
            .map(|rest| {
                (
                    rest.rotation.as_dquat().normalize(),
                    rest.translation.as_dvec3(),
                )
            })
            .unzip();
        let parents = joints().map(|joint| skeleton.parent(joint).map(JointIndex::index));
        let mut frames = Self {
            parents: parents.collect(),
            turn,
            rest_rotation,
            rest_way,
            rest_world: Vec::new(),
            reference: Vec::new(),
            places: Vec::new(),
        };
        frames.rest_world = frames.world_rotations(&[]);
        let user = reference.map_or_else(Vec::new, user_rotations);
        frames.reference = frames.world_rotations(&user);
        frames.places = frames.places_of(&frames.reference);
        frames
    }

    pub(crate) fn len(&self) -> usize {
        self.parents.len()
    }

    /// The orientations of all joints in the model, turned relative to rest by `user`; those beyond that are not turned.
    pub(crate) fn world_rotations(&self, user: &[DQuat]) -> Vec<DQuat> {
        let mut world: Vec<DQuat> = Vec::with_capacity(self.len());
        for (joint, rest) in self.rest_rotation.iter().enumerate() {
            let turn = user.get(joint).copied().unwrap_or(DQuat::IDENTITY);
            let above = self.above(&world, joint);
            world.push((above * *rest * turn).normalize());
        }
        world
    }

    /// Where all joints are, with their rest ways.
    pub(crate) fn places_of(&self, world: &[DQuat]) -> Vec<DVec3> {
        let mut places: Vec<DVec3> = Vec::with_capacity(self.len());
        for (joint, way) in self.rest_way.iter().enumerate() {
            let parent = self.parents.get(joint).copied().flatten();
            let from = parent
                .and_then(|parent| places.get(parent))
                .copied()
                .unwrap_or(DVec3::ZERO);
            places.push(from + self.above(world, joint) * *way);
        }
        places
    }

    /// Where all joints are in a pose, and how they are turned; stretches are not looked at.
    pub(crate) fn posed(&self, pose: &Pose) -> PosedFrames {
        let world = self.world_rotations(&user_rotations(pose));
        let mut places: Vec<DVec3> = Vec::with_capacity(self.len());
        for joint in 0..self.len() {
            let parent = self.parents.get(joint).copied().flatten();
            let from = parent.and_then(|parent| places.get(parent)).copied();
            let own = pose.rigid.get(joint);
            let own = own.map_or(DVec3::ZERO, |rigid| wide(rigid.translation));
            let way = self.rest_way(joint) + self.rest_rotation(joint) * own;
            places.push(from.unwrap_or(DVec3::ZERO) + self.above(&world, joint) * way);
        }
        PosedFrames { world, places }
    }

    /// The orientation that a joint has at rest relative to its parent, after that.
    pub(crate) fn at_rest_below(&self, world: &[DQuat], joint: usize) -> DQuat {
        let rest = self.rest_rotation.get(joint).copied();
        self.above(world, joint) * rest.unwrap_or(DQuat::IDENTITY)
    }

    pub(crate) fn rest_rotation(&self, joint: usize) -> DQuat {
        let rest = self.rest_rotation.get(joint).copied();
        rest.unwrap_or(DQuat::IDENTITY)
    }

    pub(crate) fn rest_way(&self, joint: usize) -> DVec3 {
        self.rest_way.get(joint).copied().unwrap_or(DVec3::ZERO)
    }

    /// What the joint's parent is turned by; above a root what the model is.
    pub(crate) fn above(&self, world: &[DQuat], joint: usize) -> DQuat {
        let parent = self.parents.get(joint).copied().flatten();
        let above = parent.and_then(|parent| world.get(parent)).copied();
        above.unwrap_or(self.turn)
    }

    pub(crate) fn place(&self, joint: usize) -> DVec3 {
        self.places.get(joint).copied().unwrap_or(DVec3::ZERO)
    }

    /// How far a joint is above the lowest one in the reference pose, and how far the highest is.
    pub(crate) fn heights(&self, joint: usize, up: DVec3) -> Heights {
        let all = || self.places.iter().map(|place| place.dot(up));
        let (low, high) = (
            all().fold(f64::INFINITY, f64::min),
            all().fold(f64::NEG_INFINITY, f64::max),
        );
        Heights {
            joint: self.place(joint).dot(up) - low,
            body: (high - low).max(TINY),
        }
    }

    /// A joint and those above it, up to the root.
    pub(crate) fn upwards(&self, joint: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(joint), |&joint| {
            self.parents.get(joint).copied().flatten()
        })
    }
}

/// A skeleton in a pose.
pub(crate) struct PosedFrames {
    pub(crate) world: Vec<DQuat>,
    pub(crate) places: Vec<DVec3>,
}

impl PosedFrames {
    pub(crate) fn place(&self, joint: usize) -> DVec3 {
        self.places.get(joint).copied().unwrap_or(DVec3::ZERO)
    }

    pub(crate) fn world(&self, joint: usize) -> DQuat {
        self.world.get(joint).copied().unwrap_or(DQuat::IDENTITY)
    }
}

/// Heights over the lowest joint.
#[derive(Clone, Copy)]
pub(crate) struct Heights {
    pub(crate) joint: f64,
    pub(crate) body: f64,
}

/// The rotations of a pose relative to rest.
pub(crate) fn user_rotations(pose: &Pose) -> Vec<DQuat> {
    let turn = |rigid: &rig::Rigid| rigid.rotation.as_dquat().normalize();
    pose.rigid.iter().map(turn).collect()
}

/// The shorter way from one rotation to another, in double precision.
pub(crate) fn slerp(from: DQuat, to: DQuat, share: f64) -> DQuat {
    (from * power(from.conjugate() * to, share)).normalize()
}

/// A rotation's share, by the shorter way; of a half turn either.
pub(crate) fn power(rotation: DQuat, share: f64) -> DQuat {
    let near = if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    };
    let sine = near.xyz().length();
    if sine < 1e-15 {
        return DQuat::IDENTITY;
    }
    let half = sine.atan2(near.w);
    let (s, c) = (share * half).sin_cos();
    let axis = near.xyz() / sine * s;
    DQuat::from_xyzw(axis.x, axis.y, axis.z, c)
}

/// The part of a rotation that turns about an axis of length one, done first: `rotation = swing · twist`. Where there is none, the identity.
pub(crate) fn twist_about(rotation: DQuat, axis: DVec3) -> DQuat {
    let along = axis * rotation.xyz().dot(axis);
    let twist = DQuat::from_xyzw(along.x, along.y, along.z, rotation.w);
    if twist.length() < 1e-6 {
        return DQuat::IDENTITY;
    }
    twist.normalize()
}

pub(crate) fn wide(vector: Vec3) -> DVec3 {
    vector.as_dvec3()
}
