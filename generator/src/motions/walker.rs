//! The biped as it walks: what its main bones have turned since rest, and where its hips are.

use glam::{DQuat, DVec3};

use super::super::biped;
use super::super::person::walk::STRIDE;
use super::super::shape::{Joint, Motion};

/// Frames a second of the walk, each of which is a key.
pub(super) const RATE: u32 = 30;
/// Frames of a cycle.
const CYCLE: usize = 33;
/// Cycles that it walks.
const CYCLES: usize = 2;

/// The bones that captures have, with the next one above; sides are written out.
pub(super) const BONES: [(&str, Option<usize>); 21] = [
    ("hips", None),
    ("spine", Some(0)),
    ("chest", Some(1)),
    ("neck", Some(2)),
    ("head", Some(3)),
    ("clavicle.L", Some(2)),
    ("upper_arm.L", Some(5)),
    ("forearm.L", Some(6)),
    ("hand.L", Some(7)),
    ("clavicle.R", Some(2)),
    ("upper_arm.R", Some(9)),
    ("forearm.R", Some(10)),
    ("hand.R", Some(11)),
    ("thigh.L", Some(0)),
    ("shin.L", Some(13)),
    ("foot.L", Some(14)),
    ("toes.L", Some(15)),
    ("thigh.R", Some(0)),
    ("shin.R", Some(17)),
    ("foot.R", Some(18)),
    ("toes.R", Some(19)),
];

/// The walking figure.
pub(super) struct Walker {
    /// Places of the bones at rest, in meters, as those of [`BONES`].
    heads: Vec<DVec3>,
    /// Frame by frame what each bone has turned since rest, in the model.
    turns: Vec<Vec<DQuat>>,
    /// Frame by frame where the hips are.
    hips: Vec<DVec3>,
}

impl Walker {
    pub(super) fn new() -> Self {
        let (joints, motions) = biped::joints_and_motions();
        let place = |name: &str| joints.iter().position(|joint| joint.name == name);
        let places: Vec<usize> = BONES
            .iter()
            .map(|(name, _)| place(name).unwrap_or_default())
            .collect();
        let walk = motions.iter().find(|motion| motion.name == "walk");
        let frames = 0..=CYCLE * CYCLES;
        let turns = |frame: usize| {
            let all = walk.map_or_else(Vec::new, |walk| turned(&joints, walk, frame % CYCLE));
            places
                .iter()
                .map(|&place| all.get(place).copied().unwrap_or(DQuat::IDENTITY))
                .collect()
        };
        let hips = |frame: usize| {
            let shift = walk.and_then(|walk| walk.shifts.first());
            let shift = shift.and_then(|shift| shift.offsets.get(frame % CYCLE));
            let ahead = STRIDE * (frame as f64 / CYCLE as f64) * DVec3::Z;
            joints[places[0]].head + shift.copied().unwrap_or(DVec3::ZERO) + ahead
        };
        Self {
            heads: places.iter().map(|&place| joints[place].head).collect(),
            turns: frames.clone().map(turns).collect(),
            hips: frames.map(hips).collect(),
        }
    }

    pub(super) fn frame_count(&self) -> usize {
        self.turns.len()
    }

    pub(super) fn seconds(&self) -> f64 {
        (self.frame_count() - 1) as f64 / f64::from(RATE)
    }

    /// How far it goes, in meters.
    pub(super) fn distance(&self) -> f64 {
        STRIDE * CYCLES as f64
    }

    /// Where the hips are in a frame.
    pub(super) fn hips(&self, frame: usize) -> DVec3 {
        self.hips[frame]
    }

    /// Where a bone is at rest.
    pub(super) fn head(&self, bone: usize) -> DVec3 {
        self.heads[bone]
    }

    /// From the bone above to one at rest; from the ground below the figure to the hips.
    pub(super) fn way(&self, bone: usize) -> DVec3 {
        let above = BONES[bone].1.map_or(DVec3::ZERO, |above| self.heads[above]);
        self.heads[bone] - above
    }

    /// What a bone has turned since rest in a frame, in the model.
    pub(super) fn turn(&self, frame: usize, bone: usize) -> DQuat {
        self.turns[frame][bone]
    }

    /// From a rest with arms held out to that of the figure: what a bone of the arms is turned by; of all others nothing.
    pub(super) fn turn_of_t_pose(&self, bone: usize) -> DQuat {
        let name = BONES[bone].0;
        let out = if name.ends_with(".L") {
            DVec3::X
        } else {
            DVec3::NEG_X
        };
        let along = |from: usize| self.heads[from + 1] - self.heads[from];
        let way = match name.split('.').next() {
            Some("upper_arm" | "forearm") => along(bone),
            // As the forearm: nothing that is written tells where the hand points.
            Some("hand") => along(bone - 1),
            _ => return DQuat::IDENTITY,
        };
        DQuat::from_rotation_arc(out, way.normalize())
    }
}

/// What all joints have turned since rest in a frame: `D = D_parent B u B⁻¹`, with B the joint's rest and u its turn from that.
fn turned(joints: &[Joint], motion: &Motion, frame: usize) -> Vec<DQuat> {
    let mut all: Vec<DQuat> = Vec::with_capacity(joints.len());
    for (place, joint) in joints.iter().enumerate() {
        let own = motion
            .turnings
            .iter()
            .find(|turning| turning.joint == place);
        let own = own.and_then(|turning| turning.rotations.get(frame));
        let turn = own.copied().unwrap_or(DQuat::IDENTITY);
        let above = joint.parent.map_or(DQuat::IDENTITY, |parent| all[parent]);
        all.push((above * joint.rotation * turn * joint.rotation.inverse()).normalize());
    }
    all
}
