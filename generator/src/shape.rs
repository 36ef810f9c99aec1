//! A built-in character before it becomes a file: joints, a surface, motions; all in f64 and in model space.

use glam::{DQuat, DVec3};

use super::surface::Surface;

/// Keys of a motion per second. Between two keys a player interpolates along the shorter arc, so they stand close.
const KEYS_PER_SECOND: u32 = 15;

/// A joint at rest.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Unique within the character.
    pub name: String,
    /// Index of the parent, which comes earlier in the list; `None` for the root.
    pub parent: Option<usize>,
    /// Place of the joint, in model space.
    pub head: DVec3,
    /// Rotation of `model_from_joint` at rest; Y runs along the bone.
    pub rotation: DQuat,
}

/// Rotations of a joint over time, relative to its rest.
#[derive(Clone, Debug)]
pub struct Turning {
    /// Index in the character's list of joints.
    pub joint: usize,
    /// Seconds, rising, the same for all turnings of a motion.
    pub times: Vec<f64>,
    /// One unit quaternion per time.
    pub rotations: Vec<DQuat>,
}

/// A clip: rotations, scalings and translations of joints over time.
#[derive(Clone, Debug)]
pub struct Motion {
    /// Name in the list of clips.
    pub name: &'static str,
    /// Rotations, at most one per joint.
    pub turnings: Vec<Turning>,
    /// Scalings, at most one per joint.
    pub stretchings: Vec<Stretching>,
    /// Translations, at most one per joint.
    pub shifts: Vec<Shift>,
}

/// Factors along a joint's own axes over time.
#[derive(Clone, Debug)]
pub struct Stretching {
    /// Index in the character's list of joints.
    pub joint: usize,
    /// Times of the keys in seconds, rising.
    pub times: Vec<f64>,
    /// Factors along the joint's axes, one for each time; 1 changes nothing.
    pub factors: Vec<DVec3>,
}

/// Translations of a joint from its rest over time.
#[derive(Clone, Debug)]
pub struct Shift {
    /// Index in the character's list of joints.
    pub joint: usize,
    /// Times of the keys in seconds, rising.
    pub times: Vec<f64>,
    /// One per time, along the axes of the parent; of the model for a root.
    pub offsets: Vec<DVec3>,
}

/// A part of the surface that looks different.
#[derive(Clone, Debug)]
pub struct Paint {
    /// Name of the material.
    pub name: &'static str,
    /// Red, green, blue, alpha; linear, 0 to 1.
    pub base_color: [f32; 4],
}

/// A whole character before it is written.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Name of the file and of the mesh.
    pub name: &'static str,
    /// Joints of the character; each stands behind its parent.
    pub joints: Vec<Joint>,
    /// The surface with its weights.
    pub surface: Surface,
    /// Paints that the surface refers to; at least one.
    pub paints: Vec<Paint>,
    /// The clips in the order of the file.
    pub motions: Vec<Motion>,
}

impl Motion {
    /// A motion of `seconds` that turns each listed joint by the rotation that its function gives for a time in
    /// `0 ..= seconds`.
    pub fn from_functions(
        name: &'static str,
        seconds: u32,
        turns: &[(usize, &dyn Fn(f64) -> DQuat)],
    ) -> Self {
        // Both ends are keys, so that the clip lasts all of its seconds.
        let times: Vec<f64> = (0..=seconds * KEYS_PER_SECOND)
            .map(|key| f64::from(key) / f64::from(KEYS_PER_SECOND))
            .collect();
        let turnings = turns
            .iter()
            .map(|&(joint, turn)| Turning {
                joint,
                times: times.clone(),
                rotations: times.iter().map(|&time| turn(time)).collect(),
            })
            .collect();
        Self {
            name,
            turnings,
            stretchings: Vec::new(),
            shifts: Vec::new(),
        }
    }
}

/// Moves through `values` at the given times, at rest at each of them, as smooth as 3 s² − 2 s³.
///
/// `keys` are pairs (seconds, value) with rising seconds; before the first and after the last the value stands still.
pub(super) fn ease(keys: &[(f64, f64)], time: f64) -> f64 {
    // The first key that is later; the one before it has begun.
    let after = keys.partition_point(|key| key.0 <= time);
    if after == 0 {
        return keys.first().map_or(0.0, |key| key.1);
    }
    let (start, from) = keys[after - 1];
    let Some(&(end, to)) = keys.get(after) else {
        return from;
    };
    let s = (time - start) / (end - start);
    from + (to - from) * s * s * (3.0 - 2.0 * s)
}
