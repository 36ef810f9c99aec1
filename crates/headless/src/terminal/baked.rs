//! The part of a report that is about a bake: its error, helpers and worst vertices.

use serde::Serialize;

/// How near a bake comes to the method, as the report of `dualskin bake` has it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BakeSummary {
    pub(crate) method: &'static str,
    /// The diagonal of the character's box at rest, in scene units: 100 percent.
    pub(crate) size: f32,
    /// From the method, at moments that were not fitted to.
    pub(crate) baked: BakeErrors,
    pub(crate) linear: BakeErrors,
    pub(crate) moments: usize,
    pub(crate) fitted_moments: usize,
    pub(crate) helpers: Vec<BakeHelper>,
    /// Of the longest list.
    pub(crate) joints: usize,
    pub(crate) exact_scale_nodes: usize,
    pub(crate) helper_keys_before_reduction: usize,
    pub(crate) helper_keys: usize,
    pub(crate) worst: Vec<WorstVertex>,
    pub(crate) jumps: Vec<ClipMoment>,
    /// By primitive in the order of drawing and by vertex, the largest error in percent.
    pub(crate) vertices: Vec<Vec<f32>>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct BakeErrors {
    pub(crate) maximum_percent: f32,
    pub(crate) rms_percent: f32,
    pub(crate) normal_maximum_degrees: f32,
    pub(crate) normal_rms_degrees: f32,
    pub(crate) volume_least: f32,
    pub(crate) volume_most: f32,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct BakeHelper {
    pub(crate) name: String,
    pub(crate) vertices: usize,
    pub(crate) kind: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct WorstVertex {
    pub(crate) mesh: String,
    pub(crate) primitive: usize,
    pub(crate) vertex: usize,
    pub(crate) percent: f32,
    #[serde(flatten)]
    pub(crate) at: ClipMoment,
    pub(crate) reason: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ClipMoment {
    /// Its name, or its index if it has none.
    pub(crate) clip: String,
    pub(crate) seconds: f32,
}
