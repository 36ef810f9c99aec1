//! One side of the bone maps as the dialog shows it: its skeleton, its map, and how slots were filled.

use std::sync::Arc;

use character::Character;
use eframe::egui::{Color32, Id, Ui, Visuals};
use retarget::{BoneMap, MappedBy, MappedSlot, Slot};
use session::notices::Severity;
use session::state::motion_in::bring::joints_words;
use session::state::motion_in::chosen_maps::{MapSide, found_word};

use crate::theme::{accent, good_color, severity_color};

/// Below this a slot was but guessed.
const SURE: f32 = 0.6;

/// A skeleton with its map.
#[derive(Clone, Copy)]
pub(super) struct SideView<'a> {
    pub(super) side: MapSide,
    pub(super) map: &'a BoneMap,
    pub(super) character: &'a Arc<Character>,
    /// What it is called: a file, or this character.
    pub(super) name: &'a str,
}

impl<'a> SideView<'a> {
    pub(super) fn mapped(&self, slot: &Slot) -> Option<&'a MappedSlot> {
        self.map.get(slot)
    }

    /// The joints of a slot in a line.
    pub(super) fn joints(&self, slot: &Slot) -> String {
        let joints = self.mapped(slot).map_or(&[][..], |mapped| &mapped.joints);
        joints_words(self.character, joints)
    }

    /// How a slot was filled, in words.
    pub(super) fn found(&self, slot: &Slot) -> String {
        match self.mapped(slot) {
            None => "missing".to_owned(),
            Some(mapped) if is_guess(mapped) => format!("by {}, a guess", found_word(mapped.by)),
            Some(mapped) => format!("by {}", found_word(mapped.by)),
        }
    }
}

/// Whether a slot was but guessed.
pub(super) fn is_guess(mapped: &MappedSlot) -> bool {
    mapped.sureness < SURE
}

/// The color of how a slot was filled.
pub(super) fn found_color(by: MappedBy, visuals: &Visuals) -> Color32 {
    match by {
        MappedBy::Hand => accent(visuals),
        MappedBy::Humanoid if visuals.dark_mode => Color32::from_rgb(196, 150, 246),
        MappedBy::Humanoid => Color32::from_rgb(122, 58, 190),
        MappedBy::Name => good_color(visuals),
        MappedBy::Shape => severity_color(Severity::Warning, visuals),
    }
}

/// What the pointer or the keyboard is on, and what was chosen; kept while the dialog is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pointed {
    /// The slot that is pointed at, in this frame and in the last one.
    pub(super) now: Option<Slot>,
    pub(super) last: Option<Slot>,
    /// The slot that was clicked last.
    pub(super) chosen: Option<Slot>,
    /// Whether the table has still to show it.
    pub(super) reveals: bool,
}

fn pointed_id() -> Id {
    Id::unique("pointed slot of the bone maps")
}

impl Pointed {
    /// As it was after the last frame.
    pub(super) fn load(ui: &Ui) -> Self {
        let mut pointed: Self = ui.data(|data| data.get_temp(pointed_id()).unwrap_or_default());
        pointed.last = pointed.now.take();
        pointed
    }

    /// Keeps it for the next frame, which is drawn soon where it has changed.
    pub(super) fn store(self, ui: &Ui) {
        if self.now != self.last {
            ui.ctx().request_repaint();
        }
        ui.data_mut(|data| data.insert_temp(pointed_id(), self));
    }

    /// Chooses a slot.
    pub(super) fn choose(&mut self, slot: &Slot) {
        self.chosen = Some(slot.clone());
        self.reveals = true;
    }
}
