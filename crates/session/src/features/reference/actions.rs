//! Sound along the clips, and pictures behind the figures.

use crate::commands::actions::SoundAction;
use crate::features::actions::conditions::{character_open, unless};
use crate::features::actions::menus::SOUND;
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;
use crate::state::reference::sound_dialog::SoundAsked;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(SoundAction::OpenSound, SOUND, "Open sound…")
            .tooltip("Shows a WAV file as a waveform under the ruler")
            .when([character_open])
            .run(|cx| cx.ask_file::<SoundAsked>()),
        row(SoundAction::ToggleSound, SOUND, "Show sound")
            .tooltip("Shows the lane with the waveform under the ruler")
            .when([has_sound])
            .toggles(flag!(switches.sound)),
        row(SoundAction::RemoveSound, SOUND, "Remove sound")
            .tooltip("Takes the sound away; its file stays")
            .when([has_sound])
            .run(|cx| cx.remove_sound()),
    ]
}

fn has_sound(view: &View<'_>) -> WhyNot {
    let sound = &view.document.reference.sound;
    unless(sound.is_some(), "no sound is open")
}
