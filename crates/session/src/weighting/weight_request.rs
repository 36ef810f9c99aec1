//! What can be asked of all weights at once, and what a job that did it gives back.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use rig::JointIndex;
use weights::{AutomaticMethod, AutomaticOptions};

use crate::document::Document;
use crate::tools::brush_work::Whole;
use crate::weighting::transfer_work::TransferOrder;
use scene::names::joint_name;

/// The largest limit that is offered.
pub const MOST_JOINTS: u8 = 16;
/// The most rounds of smoothing that are offered.
pub const MOST_ROUNDS: u8 = 20;

/// Something that a job is to do.
#[derive(Clone, Debug, PartialEq)]
pub enum WeightRequest {
    /// What is done to all points, or to a part of them.
    Whole(Whole),
    /// Automatic weights for what is bound already.
    Automatic(AutomaticRequest),
    /// A skin for meshes that have none.
    Bind(BindRequest),
    /// Weights of another mesh.
    Transfer(TransferOrder),
}

/// Of which joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum WhichJoints {
    /// All that may be meant.
    #[default]
    All,
    /// Those that are selected.
    Selected,
}

/// How automatic weights are to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AutomaticRequest {
    /// Whose bones count; locked ones never do.
    pub joints: WhichJoints,
    /// Which ways are tried.
    pub method: AutomaticMethod,
    /// The largest number of joints of a vertex, 1 to [`MOST_JOINTS`].
    pub limit: u8,
    /// How often it is smoothed afterwards.
    pub smoothing: u8,
    /// Whether vertices that have weights keep them.
    pub only_unbound: bool,
}

impl Default for AutomaticRequest {
    fn default() -> Self {
        Self {
            joints: WhichJoints::All,
            method: AutomaticMethod::FallbackChain,
            limit: 4,
            smoothing: 0,
            only_unbound: false,
        }
    }
}

impl AutomaticRequest {
    /// As crate `weights` wants it.
    #[must_use]
    pub fn options(&self) -> AutomaticOptions {
        AutomaticOptions {
            method: self.method,
            smoothing: u32::from(self.smoothing),
            limit: Some(usize::from(self.limit.max(1))),
            ..AutomaticOptions::default()
        }
    }
}

/// A skin for meshes that have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BindRequest {
    /// The key of the node that the mesh stands at; none for all meshes without a skin.
    pub node: Option<u32>,
    /// The joints of the new skin.
    pub joints: WhichJoints,
    /// Whether automatic weights are made at once; else every vertex is unbound.
    pub automatic: bool,
}

impl Default for BindRequest {
    fn default() -> Self {
        Self {
            node: None,
            joints: WhichJoints::All,
            automatic: true,
        }
    }
}

/// Which question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RigDialog {
    /// How automatic weights are to be made.
    Automatic,
    /// What is to be bound to what.
    Bind,
}

/// What is chosen for automatic weights and for binding; kept as long as the window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rigging {
    /// The question that is open.
    pub dialog: Option<RigDialog>,
    /// How automatic weights are made.
    pub automatic: AutomaticRequest,
    /// What is bound.
    pub bind: BindRequest,
}

/// What is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RigCommand {
    /// Asks, or closes the question.
    Ask(Option<RigDialog>),
    /// Chooses how automatic weights are made.
    Automatic(AutomaticRequest),
    /// Chooses what is bound.
    Bind(BindRequest),
    /// Begins what was asked about.
    Begin,
}

/// What a job has done.
#[derive(Clone, Debug)]
pub struct Done {
    /// What the step is called in the history.
    pub name: String,
    /// The document with it; its pose counts only where joints have come or gone.
    pub after: Document,
    /// What is told of it.
    pub said: String,
}

/// A job that has come to its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What it was called while it worked.
    pub title: String,
    /// The character that it began with.
    pub began: Arc<Character>,
    /// The joints that were locked then.
    pub locked: BTreeSet<String>,
    /// What it has done, or why it could do nothing.
    pub result: Result<Done, String>,
}

/// Meshes without a skin: the keys of the nodes that they stand at, and what they are called.
#[must_use]
pub fn meshes_without_skin(character: &Character) -> Vec<(u32, String)> {
    let skeleton = &character.rig.skeleton;
    let mut skinned = BTreeSet::new();
    for instance in character.instances.iter().filter(|one| one.skin.is_some()) {
        skinned.insert(instance.node);
    }
    let mut found: Vec<(u32, String)> = Vec::new();
    for instance in &character.instances {
        let has_triangles = character
            .meshes
            .get(instance.mesh)
            .is_some_and(|mesh| !mesh.primitives.is_empty());
        let key = skeleton.key(instance.node);
        let is_known = found.iter().any(|(known, _)| *known == key);
        if has_triangles && !is_known && !skinned.contains(&instance.node) {
            found.push((key, joint_name(skeleton, instance.node)));
        }
    }
    found
}

/// Whether any vertex may have weights.
#[must_use]
pub fn has_skin(character: &Character) -> bool {
    let mut instances = character.instances.iter();
    instances.any(|instance| {
        let mesh = character.meshes.get(instance.mesh);
        let mut primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
        instance.skin.is_some() && primitives.any(|primitive| primitive.influences.is_some())
    })
}

/// The joints that a mesh may be bound to: those that were built here and those of the other skins; where there are neither, all
/// nodes that carry no mesh.
#[must_use]
pub fn joints_to_bind(document: &Document) -> Vec<JointIndex> {
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    let nodes: BTreeSet<JointIndex> = character.instances.iter().map(|one| one.node).collect();
    let free = || skeleton.joints().filter(|joint| !nodes.contains(joint));
    let mut listed = BTreeSet::new();
    for bind in &character.rig.binds {
        listed.extend(bind.joints().iter().copied());
    }
    let of_file = &document.original.rig.skeleton;
    let is_new = |joint: &JointIndex| of_file.joint_of_key(skeleton.key(*joint)).is_none();
    let meant: Vec<JointIndex> = free()
        .filter(|joint| listed.contains(joint) || is_new(joint))
        .collect();
    if meant.is_empty() {
        free().collect()
    } else {
        meant
    }
}

/// Of the joints that a mesh may be bound to, those that a wish means.
#[must_use]
pub fn chosen_to_bind(
    document: &Document,
    which: WhichJoints,
    selected: &[JointIndex],
) -> Vec<JointIndex> {
    let nodes: BTreeSet<JointIndex> = document
        .character
        .instances
        .iter()
        .map(|one| one.node)
        .collect();
    match which {
        WhichJoints::All => joints_to_bind(document),
        WhichJoints::Selected => {
            let mut chosen = selected.to_vec();
            chosen.retain(|joint| !nodes.contains(joint));
            chosen.sort();
            chosen
        }
    }
}
