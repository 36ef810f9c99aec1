//! Operations on all weights that can be requested, and the results of their jobs.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use character::{Character, MeshInstance};
use glam::{Vec2, Vec3};
use rig::{Channel, Clip, JointIndex, JointTrack, Keyed, Skeleton, Track};
use scene::facts::Facts;
use scene::names::joint_name;
use scene::posed_character::Look;
use weights::{AutomaticMethod, AutomaticOptions, Clothes, JointChoice, Report, RigidParts};

use crate::document::Document;
use crate::document::layers::LayerOrder;
use crate::state::painting::brush_work::{Sample, Whole};
use crate::state::transfer::transfer_work::TransferOrder;
use crate::state::volume::remedy::RemedyOrder;
use crate::state::weight_fit::{FitChoice, PullBy, PullKeep};

/// The largest limit of influences that the window offers.
pub const MOST_JOINTS: u8 = 16;
/// The largest tolerance of bulges that the window offers.
pub const MOST_PERCENT: u8 = 50;
/// The largest number of smoothing rounds that the window offers.
pub const MOST_ROUNDS: u8 = 20;
/// What numbers of keys may be off the rest by rounding: of places relative to their size.
const ROUNDING: f32 = 5e-5;

/// Gets the name of the phase and the share of all work that is done, and decides whether to continue.
pub type OnPhase<'a> = dyn Fn(&'static str, f32) -> ControlFlow<()> + Sync + 'a;

/// An operation on all weights.
#[derive(Clone, Debug, PartialEq)]
pub enum WeightRequest {
    /// A brush-like operation on all points, or on a part of them.
    Whole(Whole),
    /// Automatic weights for existing skins.
    Automatic(AutomaticRequest),
    /// A new skin for meshes that have none.
    Bind(BindRequest),
    /// Weights from another mesh.
    Transfer(TransferOrder),
    /// The weights of the body for all clothes that follow it.
    Clothes,
    /// The bulge map, solved over poses.
    Bulge(BulgeRequest),
    /// Weights fitted to poses.
    Fit(FitChoice),
    /// Weights that take vertices elsewhere in the shown pose.
    Pull(PullChoice),
    /// What may help where a test pose changes the volume.
    Remedy(RemedyOrder),
    /// Other layers of weights, which are folded anew at many vertices.
    Layers(LayerOrder),
}

/// Which joints an operation uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum WhichJoints {
    /// All that are possible.
    #[default]
    All,
    /// Those that are selected when it begins.
    Selected,
}

/// The joints of a new skin, and which of them automatic weights are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BoundJoints {
    /// All that are possible. Those that are [meant](WeighedJoints::Deform) to move something get weights.
    #[default]
    All,
    /// The selected ones, since each of them was chosen: each gets weights, whatever its name says.
    Selected,
    /// The selected ones, since they were added as one skeleton, that of another file: those that are
    /// [meant](WeighedJoints::Deform) to move something get weights.
    Added,
    /// Those of the ready skeleton that was made last, with all that is below them: each was made for the mesh and gets weights, even
    /// where a marker that is only a guess puts it beside the mesh.
    Ready,
}

impl BoundJoints {
    /// Which joints of the new skin, which moves nothing yet, get automatic weights.
    #[must_use]
    pub const fn weighed_joints(self) -> WeighedJoints {
        match self {
            Self::All | Self::Added => WeighedJoints::Deform,
            Self::Selected | Self::Ready => WeighedJoints::All,
        }
    }
}

/// Which joints get automatic weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum WeighedJoints {
    /// Those that move something now, see [`JointChoice::Used`].
    #[default]
    Used,
    /// Those that are meant to move something, see [`JointChoice::Deform`].
    Deform,
    /// All of the skin.
    All,
    /// Those of the skin that are selected when it begins.
    Selected,
}

impl WeighedJoints {
    /// All of them, in the order of the dialog.
    pub const ALL: [Self; 4] = [Self::Used, Self::Deform, Self::All, Self::Selected];

    /// The name in the dialog's list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Used => "Those that move something now",
            Self::Deform => "Those meant to, by name and place",
            Self::All => "All joints of the skin",
            Self::Selected => "Selected joints",
        }
    }

    /// What crate `weights` is asked for; the selected ones are chosen of all.
    #[must_use]
    pub const fn choice(self) -> JointChoice {
        match self {
            Self::Used => JointChoice::Used,
            Self::Deform => JointChoice::Deform,
            Self::All | Self::Selected => JointChoice::All,
        }
    }
}

/// The options of automatic weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AutomaticRequest {
    /// The joints whose bones count; locked ones never do.
    pub joints: WeighedJoints,
    /// Which parts follow one joint each.
    pub rigid: RigidParts,
    /// Whether parts that lie close over a larger one take its weights.
    pub clothes: Clothes,
    /// The methods that are tried.
    pub method: AutomaticMethod,
    /// The largest number of joints per vertex, 1 to [`MOST_JOINTS`].
    pub limit: u8,
    /// The number of smoothing rounds afterwards, 0 to [`MOST_ROUNDS`].
    pub smoothing: u8,
    /// Whether vertices with weights keep them.
    pub only_unbound: bool,
}

impl Default for AutomaticRequest {
    fn default() -> Self {
        Self {
            joints: WeighedJoints::Used,
            rigid: RigidParts::None,
            clothes: Clothes::Own,
            method: AutomaticMethod::FallbackChain,
            limit: 4,
            smoothing: 0,
            only_unbound: false,
        }
    }
}

impl AutomaticRequest {
    /// The corresponding options of crate `weights`.
    #[must_use]
    pub fn options(&self) -> AutomaticOptions {
        AutomaticOptions {
            method: self.method,
            smoothing: u32::from(self.smoothing),
            limit: Some(usize::from(self.limit.max(1))),
            rigid: self.rigid,
            clothes: self.clothes,
            ..AutomaticOptions::default()
        }
    }
}

/// The options of binding meshes without a skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BindRequest {
    /// The key of the mesh's node; none for all meshes without a skin.
    pub node: Option<u32>,
    /// The joints of the new skin.
    pub joints: BoundJoints,
    /// Whether to compute automatic weights too; otherwise all vertices stay without weights.
    pub automatic: bool,
}

impl Default for BindRequest {
    fn default() -> Self {
        Self {
            node: None,
            joints: BoundJoints::All,
            automatic: true,
        }
    }
}

/// The poses that the bulge map is solved over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BulgePoses {
    /// The test poses that only turn joints.
    #[default]
    TestPoses,
    /// The poses of the library that only turn joints.
    Library,
    /// The clip that is shown, else the first.
    Clip,
}

impl BulgePoses {
    /// All of them, in the order of the dialog.
    pub const ALL: [Self; 3] = [Self::TestPoses, Self::Library, Self::Clip];

    /// The name in the dialog's list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TestPoses => "Test poses",
            Self::Library => "Poses of the library",
            Self::Clip => "Clip, at 24 moments",
        }
    }
}

/// The options of solving the bulge map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BulgeRequest {
    /// The poses in which vertices stand out that are drawn back.
    pub over: BulgePoses,
    /// How much farther from its bones than at rest a vertex may stay, in per cent, 0 to [`MOST_PERCENT`].
    pub percent: u8,
}

impl Default for BulgeRequest {
    fn default() -> Self {
        Self {
            over: BulgePoses::TestPoses,
            percent: 2,
        }
    }
}

/// A dialog about weights of a whole skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RigDialog {
    /// Automatic weights for skins that are there.
    Automatic,
    /// Binding a mesh to the skeleton.
    Bind,
    /// The bulge map, solved over poses.
    Bulge,
    /// Fitting weights to poses.
    Fit,
    /// Pulling the selected vertices elsewhere in the shown pose.
    Pull,
}

/// How selected vertices are pulled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PullChoice {
    /// By how much, in meters along the axes of the scene.
    pub by: [f32; 3],
    /// How far others go along, in meters.
    pub radius: f32,
    /// Whether that was chosen; else it is as wide as the brush.
    pub is_own_radius: bool,
    /// What is changed so that they go there.
    pub change: PullBy,
    /// The other poses that are to stay as they are.
    pub keep: PullKeep,
    /// Whether it is done although something gets worse in other poses by more than is gained in this one.
    pub at_any_cost: bool,
}

impl Default for PullChoice {
    fn default() -> Self {
        Self {
            by: [0.0; 3],
            radius: 0.0,
            is_own_radius: false,
            change: PullBy::Weights,
            keep: PullKeep::Tests,
            at_any_cost: false,
        }
    }
}

/// The last options of automatic weights, of binding, of solving the bulge map and of fitting; kept while the window is open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rigging {
    /// The open dialog; none while both are closed.
    pub dialog: Option<RigDialog>,
    /// The options of automatic weights.
    pub automatic: AutomaticRequest,
    /// The options of binding.
    pub bind: BindRequest,
    /// The options of solving the bulge map.
    pub bulge: BulgeRequest,
    /// The options of fitting.
    pub fit: FitChoice,
    /// The options of pulling.
    pub pull: PullChoice,
    /// The drag that says where vertices should go; none while there is none.
    pub drag: Option<PullDrag>,
}

/// A drag of the skin in a pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PullDrag {
    /// Where the button went down.
    pub from: Sample,
    /// Where the pointer is, in points from the picture's upper left corner.
    pub to: Vec2,
}

/// A command of these dialogs.
#[derive(Clone, Debug, PartialEq)]
pub enum RigCommand {
    /// Opens a dialog, or closes it.
    Ask(Option<RigDialog>),
    /// Changes the options of automatic weights.
    Automatic(AutomaticRequest),
    /// Changes the options of binding.
    Bind(BindRequest),
    /// Changes the options of solving the bulge map.
    Bulge(BulgeRequest),
    /// Changes the options of fitting.
    Fit(FitChoice),
    /// Changes the options of pulling.
    Pull(PullChoice),
    /// The skin is dragged, or no more.
    Drag(Option<PullDrag>),
    /// The skin was dragged as far as it should go: starts pulling.
    Dropped(PullDrag),
    /// Starts the operation of the open dialog.
    Begin,
}

/// The result of a job.
#[derive(Clone, Debug)]
pub struct WeightResult {
    /// The name of the step in the history.
    pub name: String,
    /// The document afterwards; its pose is used only where joints were added or removed.
    pub after: Document,
    /// What became of the vertices.
    pub report: Report,
    /// The message about the result; empty where nobody is told.
    pub said: String,
    /// Whether the weights were made from bones, so that they want to be tried in poses.
    pub is_fresh: bool,
    /// Whether they are to be seen beside those before.
    pub is_compared: bool,
    /// The method that pane A shows from now on; none if it stays.
    pub shows: Option<Look>,
}

/// A job that has ended, with what it began on.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The name of the job.
    pub title: String,
    /// The document at the start.
    pub began: Document,
    /// The locked joints at the start.
    pub locked: BTreeSet<String>,
    /// The result, or why there is none.
    pub result: Result<WeightResult, NotDone>,
    /// What is counted of the character in the result; none if that was not counted in the background.
    pub facts: Option<Facts>,
}

/// Why a job has no result, with the message about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotDone {
    /// The operation came to its end and says why nothing is to be changed: begun again on the same, it says so again.
    Refused(String),
    /// The operation did not come to its end, since it was canceled or its worker failed: begun again, it may give a result.
    Stopped(String),
}

impl NotDone {
    /// The message about it.
    #[must_use]
    pub fn into_text(self) -> String {
        match self {
            Self::Refused(text) | Self::Stopped(text) => text,
        }
    }
}

/// Meshes without a skin: the keys of their nodes, and their names.
#[must_use]
pub fn meshes_without_skin(character: &Character) -> Vec<(u32, String)> {
    let skeleton = &character.rig.skeleton;
    let mut skinned = BTreeSet::new();
    for instance in &character.instances {
        if has_weights(character, instance) {
            skinned.insert(instance.node);
        }
    }
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for instance in &character.instances {
        let has_triangles = character
            .meshes
            .get(instance.mesh)
            .is_some_and(|mesh| !mesh.primitives.is_empty());
        let key = skeleton.key(instance.node);
        if has_triangles && !skinned.contains(&instance.node) && seen.insert(key) {
            found.push((key, joint_name(skeleton, instance.node)));
        }
    }
    found
}

/// Whether any mesh has a skin, and so can have weights.
#[must_use]
pub fn has_skin(character: &Character) -> bool {
    let mut instances = character.instances.iter();
    instances.any(|instance| has_weights(character, instance))
}

/// Whether a mesh follows joints where it stands.
///
/// With a skin but without weights, as where they were lost at export, it follows its node and can be bound anew.
#[must_use]
pub fn has_weights(character: &Character, instance: &MeshInstance) -> bool {
    let mesh = character.meshes.get(instance.mesh);
    let mut primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
    instance.skin.is_some() && primitives.any(|primitive| primitive.influences.is_some())
}

/// The joints that a mesh can be bound to: joints built in this program and those of other skins; if there are neither,
/// all nodes without a mesh.
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
    // What the file lacks was built here, to be bound to.
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

/// The joints to bind to, in order: all, or those among `selected` or [`ready`](BoundJoints::Ready) that are no nodes of meshes.
#[must_use]
pub fn select_bind_joints(
    document: &Document,
    which: BoundJoints,
    selected: &[JointIndex],
    ready: &[JointIndex],
) -> Vec<JointIndex> {
    let nodes: BTreeSet<JointIndex> = document
        .character
        .instances
        .iter()
        .map(|one| one.node)
        .collect();
    let chosen = match which {
        BoundJoints::All => return joints_to_bind(document),
        BoundJoints::Selected | BoundJoints::Added => selected,
        BoundJoints::Ready => ready,
    };
    let mut chosen = chosen.to_vec();
    chosen.retain(|joint| !nodes.contains(joint));
    chosen.sort();
    chosen
}

/// The names of nodes that clips move or hold elsewhere than at rest, and with them some of these meshes, but none of these joints: bound to
/// the joints, a mesh is no longer moved by them.
#[must_use]
pub fn moved_without_joints(
    character: &Character,
    meshes: &[(u32, String)],
    joints: &[JointIndex],
) -> Vec<String> {
    let skeleton = &character.rig.skeleton;
    let keys: BTreeSet<u32> = meshes.iter().map(|(key, _)| *key).collect();
    let nodes = character.instances.iter().map(|instance| instance.node);
    let nodes = nodes.filter(|node| keys.contains(&skeleton.key(*node)));
    let of_joints = with_above(skeleton, joints.iter().copied());
    let mut left = with_above(skeleton, nodes);
    left.retain(|node| !of_joints.contains(node));
    let tracks = character.clips.iter().flat_map(Clip::tracks);
    let moving = tracks.filter(|track| left.contains(&track.joint) && is_moving(skeleton, track));
    let moved: BTreeSet<JointIndex> = moving.map(|track| track.joint).collect();
    let moved = moved.into_iter();
    moved.map(|node| joint_name(skeleton, node)).collect()
}

/// These joints and all above them.
fn with_above(
    skeleton: &Skeleton,
    joints: impl Iterator<Item = JointIndex>,
) -> BTreeSet<JointIndex> {
    let mut all = BTreeSet::new();
    for joint in joints {
        let mut next = Some(joint);
        // Ends at what is in it already, for so is all above that.
        while let Some(at) = next.filter(|&at| all.insert(at)) {
            next = skeleton.parent(at);
        }
    }
    all
}

/// Whether keys take a node of the skeleton elsewhere than to its rest.
fn is_moving(skeleton: &Skeleton, track: &JointTrack) -> bool {
    let rest = skeleton.local(track.joint).to_trs();
    match &track.channel {
        Channel::Translation(track) => leaves(track, |at| is_near(at, rest.translation)),
        Channel::Scale(track) => leaves(track, |at| is_near(at, rest.scale)),
        Channel::Shear(track) => leaves(track, |at| is_near(at, Vec3::ZERO)),
        Channel::Rotation(track) => {
            let rest = rest.rotation.normalize();
            leaves(track, |at| {
                let at = at.normalize();
                // q and −q are one rotation.
                at.abs_diff_eq(rest, ROUNDING) || at.abs_diff_eq(-rest, ROUNDING)
            })
        }
    }
}

/// Whether a track is elsewhere than at rest at a key or between two.
fn leaves<T: Keyed>(track: &Track<T>, is_rest: impl Fn(T) -> bool) -> bool {
    // A cubic curve through two keys at rest that leaves it is elsewhere after one quarter of the way or after three.
    let quarters = track.times().windows(2).flat_map(|pair| {
        let length = pair[1] - pair[0];
        [0.25, 0.75].map(|share: f32| pair[0] + share * length)
    });
    let mut times = track.times().iter().copied().chain(quarters);
    times.any(|time| !is_rest(track.sample(time)))
}

fn is_near(at: Vec3, rest: Vec3) -> bool {
    at.abs_diff_eq(rest, ROUNDING * rest.abs().max_element().max(1.0))
}
