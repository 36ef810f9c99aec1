//! What panes show of other times than the current one: when, and of which joints.

use rig::JointIndex;

use super::Session;
use crate::commands::panel::Panel;
use crate::document::Document;
use crate::document::moment::Moment;
use crate::state::clips::mix_pad::MixShown;
use crate::state::playback::motion::{FRAMES_PER_SECOND, MOST_TRAILS};
use crate::state::timeline::frames::FrameRate;

impl Session {
    /// The moment of the clip that onion skins and trails are shown around; none where they make no sense: in modes that
    /// do not pose, without a clip, and while the rest pose or a mix of clips is shown.
    #[must_use]
    pub fn moment_in_motion(&self) -> Option<Moment> {
        let moment = self.playback.moment?;
        let is_seen = self.mode.poses() && !self.switches.rest && !self.is_mixing();
        is_seen.then_some(moment)
    }

    /// Whether the mix pad is open over a clip, with clips in it.
    #[must_use]
    pub fn is_mixing(&self) -> bool {
        let is_over_clip = self.is_open(Panel::MixPad) && self.playback.moment.is_some();
        is_over_clip && !self.character.mix_pad.chosen.is_empty()
    }

    /// The mix that is shown in place of the clip; none while the mix pad is closed, without a clip, and where no clip of it is left.
    #[must_use]
    pub fn mix_shown(&self, document: &Document) -> Option<MixShown> {
        let pad = self.is_mixing().then_some(&self.character.mix_pad)?;
        pad.shown(&document.character.clips)
    }

    /// Frames per second, which onion skins and trails count: those of the dope sheet.
    #[must_use]
    pub fn frames_per_second(&self) -> f64 {
        let rate = self.character.sheet.unit().rate();
        rate.map_or(FRAMES_PER_SECOND, FrameRate::per_second)
    }

    /// The joints that have a motion trail while these are shown: the kept ones and the selected ones, up to
    /// [`MOST_TRAILS`].
    #[must_use]
    pub fn joints_with_trail(&self) -> Vec<JointIndex> {
        let kept = &self.character.trails_kept;
        let selected = self.character.selection.joints();
        let selected = selected.iter().filter(|joint| !kept.contains(joint));
        // The active one, which was selected last, is always among them.
        let active = self.character.selection.active().into_iter();
        let mut joints: Vec<JointIndex> = Vec::new();
        for joint in active.chain(kept.iter().copied()).chain(selected.copied()) {
            if joints.len() < MOST_TRAILS && !joints.contains(&joint) {
                joints.push(joint);
            }
        }
        joints
    }

    /// Whether joints are selected, and the trails of all of them stay while others are selected.
    #[must_use]
    pub fn keeps_trails_of_selected(&self) -> bool {
        let joints = self.character.selection.joints();
        let kept = &self.character.trails_kept;
        !joints.is_empty() && joints.iter().all(|joint| kept.contains(joint))
    }
}
