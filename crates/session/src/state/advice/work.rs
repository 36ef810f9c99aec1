//! The advice on the open character, as the session has it. It is found by `features/advice/worker.rs`.

use std::collections::BTreeSet;
use std::sync::Arc;

use bake::Baked;
use character::{MeshSkinning, WeightEdit};
use retarget::BoneMap;

use super::{MeshErrors, SetUp, Target, ZoneLoss};
use crate::document::Document;
use crate::document::baked::BakedFrom;
use crate::document::correctives::AngleShape;
use crate::document::layers::WeightLayers;
use crate::state::bake::baking::BakeAsked;

/// The limit unless told otherwise, in percent of the size.
pub const USUAL_WITHIN: f32 = 1.0;

/// Limits that can be asked for, in percent of the size.
pub const WITHIN: std::ops::RangeInclusive<f32> = 0.05..=20.0;

/// State of the advice.
#[derive(Clone, Debug)]
pub struct AdviceWork {
    /// What the character is prepared for.
    pub target: Target,
    /// How far a vertex may be from the reference, in percent of the size.
    pub within: f32,
    /// How often it was asked for.
    pub asked: u64,
    /// Whether the last time is still wanted.
    pub is_wanted: bool,
    /// What was found last.
    pub found: Option<Arc<Advice>>,
    /// Why the last search came to nothing.
    pub refused: Option<String>,
}

impl Default for AdviceWork {
    fn default() -> Self {
        Self {
            target: Target::default(),
            within: USUAL_WITHIN,
            asked: 0,
            is_wanted: false,
            found: None,
            refused: None,
        }
    }
}

/// What was found of a character.
#[derive(Clone, Debug)]
pub struct Advice {
    /// What it was found of.
    pub of: BakedFrom,
    /// The layers of weights then; the active one takes what is applied.
    pub layers: Arc<WeightLayers>,
    /// Names of joints that were locked then.
    pub locked: BTreeSet<String>,
    /// The bones then. Applied with others, weights would be those of other joints than were measured.
    pub bones: BoneMap,
    /// What it is for.
    pub target: Target,
    /// The limit, in percent of the size.
    pub within: f32,
    /// Poses that set-ups were measured in; the second number of them are random.
    pub poses: [usize; 2],
    /// Each mesh that joints move.
    pub meshes: Vec<MeshAdvice>,
    /// What applying it does.
    pub plan: AdvicePlan,
}

impl Advice {
    /// Whether the character, or what its skin depends on, has changed since; or another layer of weights or other joints would
    /// take what is applied.
    #[must_use]
    pub fn is_old(&self, now: &Document, locked: &BTreeSet<String>) -> bool {
        !self.of.is(now) || !Arc::ptr_eq(&self.layers, &now.layers) || self.locked != *locked
    }

    /// Whether every mesh holds the limit in all poses.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.meshes.iter().all(|mesh| mesh.holds)
    }
}

/// What a mesh should have.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshAdvice {
    /// Its place in the character's list.
    pub mesh: usize,
    /// Its name, or its number where it has none.
    pub name: String,
    /// The method that it is measured against.
    pub reference: String,
    /// The cheapest set-up that holds the limit; where none does, the one that is nearest.
    pub set_up: SetUp,
    /// Whether it holds the limit.
    pub holds: bool,
    /// What the reference itself loses of the volume around a joint; none where the surface is closed around none.
    pub reference_loss: Option<ZoneLoss>,
    /// How far the mesh is off as it is.
    pub before: MeshErrors,
    /// How far it is off by the set-up.
    pub after: MeshErrors,
    /// Why this one and no cheaper one: sentences.
    pub reasons: Vec<String>,
    /// All that was tried, in that order.
    pub tried: Vec<Tried>,
}

/// A set-up that was tried on a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// What was tried.
    pub set_up: SetUp,
    /// How far the mesh is off by it.
    pub errors: MeshErrors,
}

/// What applying an advice does.
#[derive(Clone, Debug)]
pub enum AdvicePlan {
    /// Nothing: all is well as it is, or nothing helps.
    Nothing,
    /// These steps, as one step of undo.
    Edit(Vec<AdviceStep>),
    /// A bake, which is a file of its own.
    Bake(Box<BakePlan>),
}

/// A change of the document.
#[derive(Clone, Debug, PartialEq)]
pub enum AdviceStep {
    /// The method of a mesh's own.
    Skinning(usize, MeshSkinning),
    /// Other weights.
    Weights(Vec<WeightEdit>),
    /// So many twist joints on each arm and leg.
    TwistJoints(u8),
    /// Corrective shapes.
    Shapes(Vec<AngleShape>),
}

/// A bake that was tried, ready to be written.
#[derive(Clone, Debug)]
pub struct BakePlan {
    /// What was asked of it, as the dialog has it.
    pub asked: BakeAsked,
    /// What came of it.
    pub baked: Arc<Baked>,
}

/// What can be asked of the advice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AdviceIntent {
    /// Looks again.
    Begin,
    /// Looks again for another target.
    For(Target),
    /// Another limit, in percent, from the next look on.
    Within(f32),
    /// Stops looking.
    Stop,
    /// Does what was advised.
    Apply,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub enum AdviceOutcome {
    /// The advice, once all meshes have one.
    Found(Arc<Advice>),
    /// Why there is none, as a sentence.
    Refused(String),
}
