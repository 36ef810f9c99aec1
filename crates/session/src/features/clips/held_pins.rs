//! The pins of the clip that is shown, held by its keys.

use std::time::Duration;

use scene::names::clip_name;

use crate::features::Context;
use crate::state::clips::pinned::{PinKeys, PinSlide, pinned_clip};
use crate::state::clips::whole_clip::tracks_edit;
use crate::state::posing::pins::{REACHED, size_of};

/// The longest that the window stands still for a clip.
const PATIENCE: Duration = Duration::from_secs(4);

impl Context<'_> {
    pub(in crate::features) fn hold_pins_in_clip(&mut self) {
        let Some(clip) = self.clip_at_work() else {
            return;
        };
        let name = format!("Hold pins in {}", clip_name(&clip));
        if let Some(why) = self.why_not_alone(&clip) {
            return self.refuse_clip(&name, why);
        }
        let locked = self.locked_joints();
        let keys = PinKeys {
            rate: self.session.frames_per_second(),
            limits: self.limits_obeyed(),
            locked: &locked,
            patience: PATIENCE,
        };
        match pinned_clip(self.document, &clip, keys) {
            Ok(held) => {
                let told = self.words_of_slides(&held.pins);
                let Some(edit) = tracks_edit(&clip, &held.clip) else {
                    return self.say("All pins of the clip hold already: nothing was changed.");
                };
                if self.edit_clip(&name, &edit).is_some() {
                    self.say(&format!("{}: {told}.", clip_name(&clip)));
                    self.tell_of_unkeyed(clip.id());
                }
            }
            Err(error) => self.refuse_clip(&name, &error.to_string()),
        }
    }

    fn words_of_slides(&self, slides: &[PinSlide]) -> String {
        let units = self.session.settings.units;
        let least = REACHED * size_of(&self.document.character.rig.skeleton);
        let words = slides.iter().map(|slide| {
            let joint = self.joint_name(slide.joint);
            let [before, after] = [slide.before, slide.after].map(|off| units.length(off));
            let reach = if slide.after > least {
                ", out of reach"
            } else {
                ""
            };
            format!("{joint} was off by up to {before}, now {after}{reach}")
        });
        words.collect::<Vec<String>>().join("; ")
    }
}
