//! What is told of helpers that follow every pose.

use crate::measure::SkinErrors;

/// The same poses shown in three ways.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LivingErrors {
    /// How many poses there are.
    pub poses: usize,
    /// Linear blending by the character's own weights.
    pub linear: SkinErrors,
    /// The file where helpers follow their rows.
    pub living: SkinErrors,
    /// The file in viewers that know of no rows: helpers have the keys of the clip, and in a pose without a clip stand still.
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
    /// In random poses that were not fitted to.
    pub unseen: LivingErrors,
    /// By clip.
    pub clips: Vec<LivingClip>,
    /// Vertices that unseen poses show farther off than the tolerance; than one percent where a number of helpers was asked for.
    pub given_up: usize,
    /// Meshes that helpers would not bring nearer than linear blending, by their places: they have none.
    pub meshes_without: Vec<usize>,
    /// The worst vertex; none where none is off.
    pub worst: Option<WorstRow>,
}
