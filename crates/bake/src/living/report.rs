//! What is told of helpers that follow every pose.

use crate::report::BakedHelper;

/// Distances of a skin from what the method makes, over all vertices that joints move and all poses looked at, in percent of the size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkinDistance {
    /// The largest.
    pub maximum: f32,
    /// The root of the mean square.
    pub rms: f32,
}

/// The same poses shown in three ways.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LivingErrors {
    /// How many poses there are.
    pub poses: usize,
    /// Linear blending by the character's own weights.
    pub linear: SkinDistance,
    /// The file where helpers follow their rows.
    pub living: SkinDistance,
    /// The file in viewers that know of no rows: helpers have the keys of the clip, and in a pose without a clip stand still.
    pub others: SkinDistance,
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

/// What was made, and how near it comes.
#[derive(Clone, Debug, PartialEq)]
pub struct LivingReport {
    /// The diagonal of the character's box at rest, in scene units: 100 percent.
    pub size: f32,
    /// How many random poses and moments of clips were fitted to.
    pub fitted: usize,
    /// In random poses that were not fitted to.
    pub unseen: LivingErrors,
    /// By clip.
    pub clips: Vec<LivingClip>,
    /// The helpers, by their names, with how many vertices follow each.
    pub helpers: Vec<BakedHelper>,
    /// Joints of the longest list, helpers included.
    pub joints: usize,
    /// Vertices that unseen poses show farther off than the tolerance; than one percent where a number of helpers was asked for.
    pub given_up: usize,
    /// Meshes that helpers would not bring nearer than linear blending, by their places: they have none.
    pub meshes_without: Vec<usize>,
    /// The worst vertex; none where none is off.
    pub worst: Option<WorstRow>,
    /// Keys of helpers before and after those that are hardly felt were taken out.
    pub keys: [usize; 2],
    /// What is worth telling of the file written.
    pub remarks: String,
}
