//! The content of a file, counted and judged by [`CharacterReport::of`], without access to files or terminals. Printing does not
//! belong here.

mod clips;
mod counts;
mod humanoid;
mod looks;
mod meshes;
mod problem;
mod problems;
mod repairs;
mod rests;
mod scaled_clips;
mod signs;
mod skins;
mod stretch;
mod triangles;

pub use clips::{ClipReport, InterpolationCounts, TrackCounts, clip_reports};
pub use counts::{Bounds, CharacterReport, Scene, Totals, WarningReport};
pub use humanoid::{ExpressionReport, HumanoidBoneReport, HumanoidReport};
pub use looks::{MaterialReport, TextureReport};
pub use meshes::{
    BlendMapReport, BulgeMapReport, InfluenceReport, MeshReport, Placement, PrimitiveReport,
};
pub use problem::{
    MEANING_WIDTH, Problem, Severity, among_nodes, measure, pluralize, seconds, thousands,
};
pub use signs::SignReport;
pub use skins::{JointReport, NodeReport, SkinReport};
pub use stretch::Stretches;
