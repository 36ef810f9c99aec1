//! Runs the actions on clips and their time.

use rig::Repeat;

use crate::apply::Context;
use crate::commands::actions::AnimateAction;

impl Context<'_> {
    pub(super) fn run_animate(&mut self, action: AnimateAction) {
        match action {
            AnimateAction::BackToClip => self.back_to_clip(),
            AnimateAction::PlayPause => self.play_or_pause(),
            AnimateAction::FirstFrame => self.seek(0.0),
            AnimateAction::LastFrame => self.seek(f32::MAX),
            AnimateAction::PreviousKey => self.step(false),
            AnimateAction::NextKey => self.step(true),
            AnimateAction::ToggleSkinOverTime => self.toggle_skin_over_time(),
            AnimateAction::ToggleLoop => {
                let repeat = &mut self.session.playback.repeat;
                *repeat = if *repeat == Repeat::Once {
                    Repeat::Loop
                } else {
                    Repeat::Once
                };
            }
            AnimateAction::ReduceKeys => self.ask_to_reduce_keys(),
            AnimateAction::PreviousClip => self.other_clip(false),
            AnimateAction::NextClip => self.other_clip(true),
        }
    }
}
