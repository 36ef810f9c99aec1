//! Weights fitted to examples: another method's result, files of posed meshes, the skin itself with fewer joints.
//!
//! [`PoseTargets`] say where vertices should be in poses, [`fit_weights`] finds the weights. The window and the command line come here.

mod examples;
mod obj;
mod poses;
mod pull;
mod pull_harm;
mod pull_map;
mod run;
mod shared;

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use character::{Character, Mesh};
use glam::Vec3;
use rig::{Method, Pose};
use scene::method_choice::MethodChoice;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use weights::{FitError, Report};

use crate::document::Document;
use crate::settings::Units;

pub(crate) use poses::pose_targets;
pub use poses::{MOST_FRAMES, NamedPose, poses_of, targets};
pub use pull::{Pull, PullBy, PullKeep, Pulled, pull_vertices};
pub use pull_harm::PullHarm;
pub use run::fit_weights;
pub use shared::SharedMesh;

/// The document as fitting sees it: without the bulge map, which draws vertices back whatever their weights are.
fn without_bulge(document: &Document) -> Cow<'_, Document> {
    let has_map = |mesh: &Mesh| mesh.primitives.iter().any(|of| of.maps.bulge.is_some());
    if !document.character.meshes.iter().any(has_map) {
        return Cow::Borrowed(document);
    }
    let mut character = Character::clone(&document.character);
    let primitives = character.meshes.iter_mut();
    for primitive in primitives.flat_map(|mesh| &mut mesh.primitives) {
        primitive.maps.bulge = None;
    }
    Cow::Owned(Document {
        character: Arc::new(character),
        ..document.clone()
    })
}

/// Where vertices are to be.
#[derive(Clone, Debug, PartialEq)]
pub enum FitSource {
    /// Where they are, with at most as many joints as the limit says.
    Itself,
    /// Where another method takes them, or those of the meshes.
    Method(MethodChoice),
    /// Where the files of a folder, or the morph targets of a file, have them.
    Files(PathBuf),
}

/// The poses that are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum FitPoses {
    /// The test poses of the skeleton, and rest.
    #[default]
    Tests,
    /// Moments of a clip, by its index.
    Clip(usize),
}

/// The joints that a vertex may come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum FitCandidates {
    /// All of the skin.
    #[default]
    All,
    /// Those that it has.
    Own,
    /// Those that any of the vertices has that may change, and the joints above and below these in the skeleton.
    Region,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct FitChoice {
    /// Where vertices are to be.
    pub source: FitSource,
    /// The poses in which they are to be there.
    pub poses: FitPoses,
    /// The method whose result is fitted, with its signs; or those of the meshes. Where vertices of meshes with different methods
    /// share their weights, since they are at one place, those of the first mesh count.
    pub look: Look,
    /// The largest number of joints per vertex; 0 for no limit.
    pub limit: u8,
    /// The joints that a vertex may come to.
    pub joints: FitCandidates,
    /// Whether weights may be below zero.
    pub is_signed: bool,
    /// The mesh, by its index in the character's file; none for all.
    pub mesh: Option<usize>,
}

impl Default for FitChoice {
    fn default() -> Self {
        Self {
            source: FitSource::Method(Method::Linear.into()),
            poses: FitPoses::Tests,
            look: Look::new(Method::DualQuaternion),
            limit: 4,
            joints: FitCandidates::All,
            is_signed: false,
            mesh: None,
        }
    }
}

/// A pose with the places where vertices should be in it.
#[derive(Clone, Debug)]
pub struct PoseTargets {
    /// The pose, with an entry for each joint of the skeleton.
    pub pose: Pose,
    /// How much it counts.
    pub share: f64,
    /// The places in scene space, those of all placed primitives one after another, one that is not finite for a vertex without a
    /// target; none where vertices are to stay where they are.
    pub places: Option<Vec<Vec3>>,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Fitted {
    /// Rows to be set, by primitive.
    pub edits: Vec<character::WeightEdit>,
    /// What was changed, and what was skipped and why.
    pub report: Report,
    /// The distances from the targets, before and after.
    pub errors: [FitError; 2],
    /// Each vertex with a target, those that are farthest off now first; of a vertex at several places the first.
    pub vertices: Vec<VertexFit>,
    /// How many poses were looked at.
    pub poses: usize,
    /// The meshes that other skins move too: with these neither weights were fitted nor errors measured.
    pub shared: Vec<SharedMesh>,
}

/// A vertex with its distances from where it should be, in meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexFit {
    /// The vertex by its placed primitive and its number there.
    pub place: VertexPlace,
    /// Its distances over all poses before the fit.
    pub before: FitError,
    /// Its distances over all poses after the fit.
    pub after: FitError,
}

impl Fitted {
    /// What the errors say nothing of: a sentence for each mesh that several skins move.
    #[must_use]
    pub fn shared_words(&self) -> Vec<String> {
        self.shared.iter().map(SharedMesh::words).collect()
    }

    /// The message about it.
    #[must_use]
    pub fn words(&self, units: Units) -> String {
        let [before, after] = self.errors;
        let pair = |of: fn(&FitError) -> f64| {
            let [before, after] =
                [of(&before), of(&after)].map(|error| units.length(narrow(error)));
            format!("from {before} to {after}")
        };
        let poses = match self.poses {
            1 => "1 pose".to_owned(),
            poses => format!("{poses} poses"),
        };
        format!(
            "{}; distance over {poses} {} (root mean square), {} at most",
            self.report,
            pair(FitError::rms),
            pair(|error| error.maximum()),
        )
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a length to show")]
const fn narrow(value: f64) -> f32 {
    value as f32
}
