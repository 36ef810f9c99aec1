//! Runs the actions on clips and their time.

use rig::{JointChannel, Repeat};
use scene::names::clip_name;

use crate::apply::Context;
use crate::apply::pending::Keyed;
use crate::commands::actions::AnimateAction;
use crate::commands::clip_command::ClipIntent;
use crate::tools::clip_renaming::ClipRenaming;

impl Context<'_> {
    pub(super) fn run_animate(&mut self, action: AnimateAction) {
        match action {
            AnimateAction::BackToClip => self.back_to_clip(),
            AnimateAction::PlayPause => self.play_or_pause(),
            AnimateAction::FirstFrame => self.seek(0.0),
            AnimateAction::LastFrame => self.seek_end(),
            AnimateAction::PreviousFrame => self.step_frame(false),
            AnimateAction::NextFrame => self.step_frame(true),
            AnimateAction::PreviousKey => self.step(false),
            AnimateAction::NextKey => self.step(true),
            AnimateAction::ToggleSkinOverTime => self.toggle_skin_over_time(),
            AnimateAction::ToggleLoop => self.toggle_repeat(Repeat::Loop),
            AnimateAction::ReduceKeys => self.ask_to_reduce_keys(),
            AnimateAction::PreviousClip => self.other_clip(false),
            AnimateAction::NextClip => self.other_clip(true),
            AnimateAction::NewClip => self.new_clip(),
            AnimateAction::NewClipFromPoses => self.new_clip_from_poses(),
            AnimateAction::DuplicateClip
            | AnimateAction::RenameClip
            | AnimateAction::DeleteClip
            | AnimateAction::MoveClipUp
            | AnimateAction::MoveClipDown => self.run_on_clip(action),
            AnimateAction::KeySelected => self.key(Keyed::Selected),
            AnimateAction::KeyMenu => self.session.windows.key_menu ^= true,
            AnimateAction::KeyChanged => self.key(Keyed::Changed),
            AnimateAction::KeyExisting => self.key(Keyed::Existing),
            AnimateAction::KeyAllChannels => self.key(Keyed::All),
            AnimateAction::KeyWholePose => self.key(Keyed::WholePose),
            AnimateAction::KeyRotation => self.key(Keyed::Channel(JointChannel::Rotation)),
            AnimateAction::KeyTranslation => self.key(Keyed::Channel(JointChannel::Translation)),
            AnimateAction::KeyScale => self.key(Keyed::Channel(JointChannel::Scale)),
            AnimateAction::KeyShear => self.key(Keyed::Channel(JointChannel::Shear)),
            AnimateAction::DeleteKeysHere => self.delete_keys_here(),
            AnimateAction::ToggleAutoKey => self.session.switches.auto_key ^= true,
            AnimateAction::ToggleAutoKeyWhole => self.session.switches.auto_key_whole ^= true,
            AnimateAction::KeyAllPending => self.key_all_pending(),
            AnimateAction::KeepPending => self.keep_pending(),
            AnimateAction::DiscardPending => self.discard_pending(),
            AnimateAction::DiscardAllPending => self.discard_all_pending(),
            AnimateAction::NextPending => self.next_pending(),
        }
    }

    /// Actions on the clip that is shown.
    fn run_on_clip(&mut self, action: AnimateAction) {
        let Some(shown) = self.session.playback.moment else {
            return;
        };
        let clips = &self.document.character.clips;
        let place = clips.iter().position(|clip| clip.id() == shown.clip);
        let Some((place, clip)) = place.and_then(|place| Some((place, clips.get(place)?))) else {
            return;
        };
        let intent = if action == AnimateAction::DuplicateClip {
            ClipIntent::Duplicate(shown.clip)
        } else if action == AnimateAction::RenameClip {
            ClipIntent::TypeName(Some(ClipRenaming {
                clip: shown.clip,
                text: clip_name(clip),
            }))
        } else if action == AnimateAction::DeleteClip {
            ClipIntent::Delete(shown.clip)
        } else if action == AnimateAction::MoveClipUp {
            ClipIntent::Place(shown.clip, place.saturating_sub(1))
        } else {
            ClipIntent::Place(shown.clip, place + 1)
        };
        self.on_clip_intent(intent);
    }
}
