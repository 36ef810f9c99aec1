//! What is told of helpers that follow every pose.

use super::kind::LivingKind;
use crate::measure::SkinErrors;

/// The same poses shown in three ways.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LivingErrors {
    /// How many poses there are.
    pub poses: usize,
    /// Linear blending by the character's own weights.
    pub linear: SkinErrors,
    /// The file where helpers follow their rows, or their constraints.
    pub living: SkinErrors,
    /// The file in viewers that know of neither: helpers have the keys of the clip, and in a pose without a clip stand still.
    pub others: SkinErrors,
}

/// Errors in a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LivingClip {
    /// Place in the list of the character that was baked.
    pub clip: usize,
    /// Whether the fit knew nothing of it.
    pub held_back: bool,
    /// At moments that were not fitted to.
    pub errors: LivingErrors,
}

/// The vertex that is farthest off in poses that were not fitted to.
#[derive(Clone, Debug, PartialEq)]
pub struct WorstRow {
    /// Placed primitive, in the order of drawing.
    pub primitive: usize,
    /// The vertex in it.
    pub vertex: usize,
    /// Its largest error, in percent of the size.
    pub error: f32,
    /// Names of the joints that it follows in the character that was baked, with their weights.
    pub joints: Vec<(String, f32)>,
}

/// How near helpers come that follow every pose.
#[derive(Clone, Debug, PartialEq)]
pub struct LivingReport {
    /// What helpers are.
    pub kind: LivingKind,
    /// How many nodes the file has more: of rows one a helper, or two where it shears; of chains one a link, shared where chains begin
    /// alike.
    pub nodes: usize,
    /// Joints that clips move or stretch beside turning them, by their names: chains carry that by their keys alone. None of rows.
    pub keyed_alone: Vec<String>,
    /// Joints that clips turn by half a turn or more, by their names: constraints go the short way, so that chains flip there. None of rows.
    pub half_turned: Vec<String>,
    /// In random poses that were not fitted to.
    pub unseen: LivingErrors,
    /// By clip.
    pub clips: Vec<LivingClip>,
    /// Vertices that unseen poses show farther off than the tolerance; than the usual one where a number of helpers was asked for.
    pub given_up: usize,
    /// Meshes that helpers would not bring nearer than linear blending, by their places: they have none.
    pub meshes_without: Vec<usize>,
    /// The worst vertex; none where none is off.
    pub worst: Option<WorstRow>,
}
