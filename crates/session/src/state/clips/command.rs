//! What can be asked for about clips, beside the actions.

use rig::{AnyTrack, ClipEdit, ClipId, JointIndex, Target};

use crate::state::clips::animation_layers::AnimationLayerIntent;
use crate::state::clips::clip_renaming::ClipRenaming;
use crate::state::clips::clip_tools::ClipToolIntent;
use crate::state::clips::key_reduction::ReduceAsked;
use crate::state::clips::markers::MarkerIntent;
use crate::state::clips::mix_pad::MixIntent;

/// What is asked about clips.
#[derive(Clone, Debug)]
pub enum ClipIntent {
    /// An empty clip more, which is shown.
    New,
    /// A copy of a clip, which is shown.
    Duplicate(ClipId),
    /// Gives a clip the name that was typed.
    Rename(ClipId, String),
    /// Moves a clip to this place in the list.
    Place(ClipId, usize),
    /// A clip fewer, with its pending poses.
    Delete(ClipId),
    /// Edits the clip that is shown.
    Edit {
        /// What changes: keys, modes, tangents, markers, duration, repetition or name.
        edit: ClipEdit,
        /// Name of the undo step.
        name: String,
    },
    /// What the dialog for fewer keys asks; none closes it.
    AskReduce(Option<ReduceAsked>),
    /// Operations on the whole clip that is shown.
    Tool(ClipToolIntent),
    /// Changes a clip that is a layer over another one.
    Layer(AnimationLayerIntent),
    /// Changes what the mix pad shows.
    Mix(MixIntent),
    /// Names, moves and deletes markers of the clip that is shown.
    Markers(MarkerIntent),
    /// Opens or closes the menu of what can be keyed.
    ShowKeyMenu(bool),
    /// What is typed as a clip's name; none gives up.
    TypeName(Option<ClipRenaming>),
}

impl ClipIntent {
    /// Calls `name` for each joint that it names.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        let mut target = |target: &Target| {
            if let Target::Joint(joint, _) = target {
                name(joint);
            }
        };
        match self {
            Self::Tool(intent) => intent.each_joint(name),
            Self::Edit { edit, .. } => each_target(edit, &mut target),
            Self::Markers(_)
            | Self::Layer(_)
            | Self::Mix(_)
            | Self::New
            | Self::Duplicate(_)
            | Self::Rename(..)
            | Self::Place(..)
            | Self::Delete(_)
            | Self::AskReduce(_)
            | Self::ShowKeyMenu(_)
            | Self::TypeName(_) => {}
        }
    }
}

fn each_target(edit: &ClipEdit, target: &mut impl FnMut(&Target)) {
    match edit {
        ClipEdit::SetKeys(keys) => keys.iter().for_each(|key| target(&key.target)),
        ClipEdit::Retime { keys, .. } => keys.iter().for_each(|(key, _)| target(&key.target)),
        ClipEdit::DeleteKeys(keys)
        | ClipEdit::SetModes { keys, .. }
        | ClipEdit::SetKinds { keys, .. } => {
            keys.iter().for_each(|key| target(&key.target));
        }
        ClipEdit::SetTangents { key, .. } => target(&key.target),
        ClipEdit::SetTracks { set, remove } => {
            set.iter().map(AnyTrack::target).for_each(|of| target(&of));
            remove.iter().for_each(target);
        }
        ClipEdit::SetDuration(_)
        | ClipEdit::SetRepeat(_)
        | ClipEdit::SetMarkers(_)
        | ClipEdit::SetLayer(_)
        | ClipEdit::Rename(_) => {}
    }
}
