//! Sound along the clips, and pictures behind the figures.

use crate::commands::actions::{ReferenceAction, SoundAction};
use crate::commands::command::Panel;
use crate::features::actions::conditions::{character_open, unless};
use crate::features::actions::menus::{REFERENCE, SOUND};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;
use crate::state::reference::picture_dialog::PicturesAsked;
use crate::state::reference::sound_dialog::SoundAsked;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(SoundAction::OpenSound, SOUND, "Open sound…")
            .tooltip("Shows a WAV file as a waveform under the ruler")
            .when([character_open])
            .run(|cx| cx.ask_file::<SoundAsked>()),
        row(SoundAction::ToggleSound, SOUND, "Sound lane")
            .tooltip("Shows the lane with the waveform under the ruler")
            .when([has_sound])
            .toggles(flag!(switches.sound)),
        row(SoundAction::RemoveSound, SOUND, "Remove sound")
            .tooltip("Takes the sound away; its file stays")
            .when([has_sound])
            .run(|cx| cx.remove_sound()),
        row(ReferenceAction::OpenReference, REFERENCE, "Open pictures…")
            .tooltip("Shows a picture, a numbered sequence or an animation behind the figures")
            .when([character_open])
            .run(|cx| cx.ask_file::<PicturesAsked>()),
        row(
            ReferenceAction::ReferenceOptions,
            REFERENCE,
            "Reference options",
        )
        .tooltip("Sets place, size, opacity, time and pane of the reference pictures")
        .checked(|session| session.is_open(Panel::Reference))
        .run(|cx| cx.toggle(Panel::Reference)),
        row(
            ReferenceAction::ToggleReference,
            REFERENCE,
            "Show reference pictures",
        )
        .tooltip("Shows the reference pictures in the panes")
        .when([has_pictures])
        .toggles(flag!(switches.reference)),
        row(
            ReferenceAction::RemoveReference,
            REFERENCE,
            "Remove reference pictures",
        )
        .tooltip("Takes the pictures away; their files stay")
        .when([has_pictures])
        .run(|cx| cx.remove_pictures()),
    ]
}

fn has_pictures(view: &View<'_>) -> WhyNot {
    let pictures = &view.document.reference.pictures;
    unless(pictures.is_some(), "no reference pictures are open")
}

fn has_sound(view: &View<'_>) -> WhyNot {
    let sound = &view.document.reference.sound;
    unless(sound.is_some(), "no sound is open")
}
