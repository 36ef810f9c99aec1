//! State that belongs to one character.

use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use glam::{Quat, Vec3};
use rig::JointIndex;
use scene::facts::Facts;
use scene::hidden::HiddenSurfaces;

use crate::document::versions::Versions;
use crate::state::advice::AdviceWork;
use crate::state::clips::clip_renaming::ClipRenaming;
use crate::state::clips::key_reduction::ReduceAsked;
use crate::state::clips::key_selection::KeySelection;
use crate::state::clips::markers::MarkerNaming;
use crate::state::clips::mix_pad::MixPad;
use crate::state::correctives::work::CorrectiveWork;
use crate::state::fitting::Fitting;
use crate::state::judging::JudgingWork;
use crate::state::posing::limb::LimbEnds;
use crate::state::problems::problem_list::ProblemWork;
use crate::state::selection::selection_sets::SelectionSets;
use crate::state::selection::{Boxing, FormerSelections, Selection};
use crate::state::skeleton::skeleton_work::SkeletonWork;
use crate::state::test_poses::strip::TestPoses;
use crate::state::timeline::sheet::Sheet;
use crate::state::viewport::pointing::Pointing;
use crate::state::volume::volume_work::VolumeWork;
use crate::state::weight_table::weights_work::WeightsWork;

/// State of the joint tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Words that a name must contain; empty shows all joints.
    pub search: String,
    /// Joints whose children are hidden.
    pub folded: HashSet<JointIndex>,
}

/// The angles typed last, and their rotation: fields that show them do not jump while one is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TypedAngles {
    /// The joint that they were typed for.
    pub joint: JointIndex,
    /// Angles about X, Y and Z in degrees.
    pub degrees: Vec3,
    /// The rotation that they give.
    pub rotation: Quat,
}

/// State that belongs to one character: replaced as a whole when another is opened. When the same file is read again,
/// it is kept and mapped to the joints of the same names.
#[derive(Clone, Debug, Default)]
pub struct CharacterSession {
    /// Source of the character: a path, or `builtin:NAME`; empty if none is open.
    pub file: String,
    /// Whether the file changed on disk and reloading it is offered.
    pub reload_offered: bool,
    /// Counts of the character, and facts of its joints.
    pub facts: Facts,
    /// Skeleton-editing UI state; neither saved nor undone.
    pub skeleton: SkeletonWork,
    /// The ready skeleton that is being fitted to the mesh, if any.
    pub fitting: Option<Box<Fitting>>,
    /// Weight-editing UI state; neither saved with the document nor undone, but the locks are saved in projects.
    pub weights: WeightsWork,
    /// The chosen corrective, and whether the brush shapes it.
    pub correctives: CorrectiveWork,
    /// Versions of the weights, which panes show beside the current ones.
    pub versions: Versions,
    /// Problems of weights: the list, the visited one, and the repair in progress.
    pub problems: ProblemWork,
    /// The mesh chosen in the inspector, by its place.
    pub mesh: usize,
    /// The selected joints of the skeleton, one of them active.
    pub selection: Selection,
    /// Selections kept under names; saved in projects.
    pub sets: SelectionSets,
    /// Earlier selections, to go back and forth.
    pub former: FormerSelections,
    /// State of the box selection; none if it is neither armed nor drawn.
    pub boxing: Option<Boxing>,
    /// The joint under the pointer.
    pub hovered: Option<JointIndex>,
    /// Joints hidden in the panes.
    pub hidden: HashSet<JointIndex>,
    /// Surfaces and faces hidden in the panes; the pointer and the brush pass through them.
    pub hidden_surfaces: Arc<HiddenSurfaces>,
    /// The name that is being typed for a marker of a clip.
    pub marker_naming: Option<MarkerNaming>,
    /// Joints whose motion trails stay while others are selected.
    pub trails_kept: BTreeSet<JointIndex>,
    /// The vertex under the pointer, and the pinned one.
    pub pointing: Pointing,
    /// State of the joint tree.
    pub tree: Tree,
    /// Selected keys of the clip that is shown.
    pub keys: KeySelection,
    /// The clips that are mixed to look at while their window is open.
    pub mix_pad: MixPad,
    /// The clip whose name is typed, if any.
    pub clip_renaming: Option<ClipRenaming>,
    /// Where test poses lose volume or balloon.
    pub volume: VolumeWork,
    /// The report on the character.
    pub judging: JudgingWork,
    /// The advice on the character.
    pub advice: AdviceWork,
    /// What the ends of limbs do while these are dragged; saved in projects.
    pub limb_ends: LimbEnds,
    /// What the dialog for fewer keys asks; none while it is closed.
    pub reducing: Option<ReduceAsked>,
    /// Poses to test the weights with.
    pub test_poses: TestPoses,
    /// The angles typed last; any other change of rotations clears them.
    pub typed_angles: Option<TypedAngles>,
    /// State of the dope sheet.
    pub sheet: Sheet,
    /// The prop that was chosen last, by its place in the list; see [`Session::chosen_prop`](crate::session::Session::chosen_prop).
    pub prop: usize,
}

impl CharacterSession {
    /// A number for what projects keep beside the document: kept weights, selection sets, ends of limbs. 0 if there is none.
    #[must_use]
    pub fn beside(&self) -> u64 {
        let staying = self.versions.all_kept().iter().filter(|it| it.stays);
        let staying: Vec<u32> = staying.map(|version| version.number).collect();
        if staying.is_empty() && self.sets.all().is_empty() && self.limb_ends.keeps.is_empty() {
            return 0;
        }
        // Numbers are compared within one run alone, so that the next may hash otherwise.
        let mut hasher = DefaultHasher::new();
        (staying, self.sets.all(), &self.limb_ends.keeps).hash(&mut hasher);
        // 0 says that there is nothing beside the document.
        hasher.finish().max(1)
    }
}
