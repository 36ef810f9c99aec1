//! The part of a report that is about helpers that follow every pose.

use serde::Serialize;

use super::baked::BakeErrors;

/// How near they come to the method, as the report of `dualskin bake --living` has it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LivingSummary {
    /// What helpers are: `rows` or `chains`.
    pub(crate) kind: &'static str,
    pub(crate) method: &'static str,
    /// The diagonal of the character's box at rest, in scene units: 100 percent.
    pub(crate) size: f32,
    /// Random poses and moments of clips.
    pub(crate) fitted_poses: usize,
    /// In random poses that were not fitted to.
    pub(crate) unseen: LivingMeasure,
    pub(crate) clips: Vec<LivingClipErrors>,
    pub(crate) helpers: Vec<LivingHelper>,
    /// That the file has more.
    pub(crate) nodes: usize,
    /// Joints whose ways and scales in clips are in the keys of helpers, and in no constraint.
    pub(crate) keyed_alone: Vec<String>,
    /// Joints that clips turn by more than constraints follow.
    pub(crate) half_turned: Vec<String>,
    /// Of the longest list.
    pub(crate) joints: usize,
    pub(crate) given_up_vertices: usize,
    pub(crate) meshes_without_helpers: usize,
    /// The vertex that is farthest off in unseen poses; null where none is off.
    pub(crate) worst: Option<LivingWorst>,
    pub(crate) helper_keys_before_reduction: usize,
    pub(crate) helper_keys: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct LivingMeasure {
    pub(crate) poses: usize,
    pub(crate) linear: BakeErrors,
    pub(crate) living: BakeErrors,
    /// Where nobody knows of rows or constraints.
    pub(crate) other_viewers: BakeErrors,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct LivingClipErrors {
    /// Its name, or its index if it has none.
    pub(crate) clip: String,
    /// Whether it was not fitted to.
    pub(crate) held_back: bool,
    #[serde(flatten)]
    pub(crate) errors: LivingMeasure,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct LivingHelper {
    pub(crate) name: String,
    pub(crate) vertices: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct LivingWorst {
    pub(crate) mesh: String,
    pub(crate) primitive: usize,
    pub(crate) vertex: usize,
    pub(crate) percent: f32,
    /// What the vertex follows in the character that was baked.
    pub(crate) row: Vec<LivingRow>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct LivingRow {
    pub(crate) joint: String,
    pub(crate) weight: f32,
}
