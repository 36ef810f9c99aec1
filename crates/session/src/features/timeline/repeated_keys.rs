//! Keys repeated behind themselves.

use rig::KeyAt;
use scene::names::clip_name;

use crate::features::Context;
use crate::state::clips::clip_tools::{ClipDialog, RepeatChoice};
use crate::state::timeline::select::present;

impl Context<'_> {
    pub(in crate::features) fn ask_to_repeat_keys(&mut self) {
        let choice = self.session.clip_tools.repeat;
        self.session.clip_tools.dialog = Some(ClipDialog::Repeat(choice));
    }

    pub(in crate::features) fn repeat_keys(&mut self, choice: RepeatChoice) {
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        self.session.clip_tools.repeat = choice;
        let name = format!("Repeat keys of {}", clip_name(&clip));
        if let Some(why) = choice.why_not() {
            return self.refuse_clip(&name, why);
        }
        let keys: Vec<KeyAt> = present(&clip, &self.session.character.keys.selected)
            .into_iter()
            .collect();
        match clip.with_repeated_keys(&keys, choice.times, choice.offset) {
            Ok(after) => {
                let clips = self.document.character.clips.iter();
                let is_meant = |other: &&rig::Clip| other.id() == after.id();
                let clips =
                    clips.map(|other| Some(other).filter(is_meant).map_or(other, |_| &after));
                self.commit_clips(&name, clips.cloned().collect());
                self.tell_of_unkeyed(after.id());
            }
            Err(error) => self.refuse_clip(&name, &error.to_string()),
        }
    }
}
