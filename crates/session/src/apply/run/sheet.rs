//! Runs the actions on keys in the dope sheet.

use rig::{Repeat, Segment, Tangents};

use crate::apply::Context;
use crate::apply::key_copies::KeyPaste;
use crate::commands::actions::SheetAction;
use crate::tools::key_selection::KeySelection;

impl Context<'_> {
    pub(super) fn run_sheet(&mut self, action: SheetAction) {
        match action {
            SheetAction::MoveKeys => self.move_keys(),
            SheetAction::ScaleKeys => self.scale_keys_about_now(),
            SheetAction::ScaleKeysFromFirst => self.scale_keys_from_first(),
            SheetAction::DuplicateKeys => self.duplicate_keys(),
            SheetAction::SnapKeys => self.snap_keys(),
            SheetAction::DeleteKeys => self.delete_keys("Delete keys"),
            SheetAction::CopyKeys => self.copy_keys(),
            SheetAction::CutKeys => {
                self.copy_keys();
                self.delete_keys("Cut keys");
            }
            SheetAction::PasteKeys => self.paste_keys(KeyPaste::SameNames),
            SheetAction::PasteKeysMirrored => self.paste_keys(KeyPaste::Mirrored),
            SheetAction::PasteKeysToSelected => self.paste_keys(KeyPaste::Selected),
            SheetAction::SelectAllKeys => self.select_all_keys(),
            SheetAction::SelectNoKeys => self.session.character.keys = KeySelection::default(),
            SheetAction::KeyModes => self.session.character.sheet.menu ^= true,
            SheetAction::HoldKeys => {
                self.set_key_modes("Interpolation: Hold", Some(Segment::Hold), None);
            }
            SheetAction::StraightKeys => {
                self.set_key_modes("Interpolation: Linear", Some(Segment::Linear), None);
            }
            SheetAction::CubicKeys => {
                self.set_key_modes("Interpolation: Cubic", Some(Segment::Cubic), None);
            }
            SheetAction::AutomaticTangents => self.set_tangents_of_keys(Tangents::Auto),
            SheetAction::FlatTangents => self.set_tangents_of_keys(Tangents::Flat),
            SheetAction::AlignedTangents => self.set_tangents_of_keys(Tangents::Aligned),
            SheetAction::FreeTangents => self.set_tangents_of_keys(Tangents::Free),
            SheetAction::FrameKeys => self.frame_keys(),
            SheetAction::FrameAllKeys => self.session.character.sheet.see_all(),
            SheetAction::ZoomCurvesIn => self.zoom_curves(true),
            SheetAction::ZoomCurvesOut => self.zoom_curves(false),
            SheetAction::ToggleRowsOfSelection => {
                self.session.character.sheet.only_selected ^= true;
            }
            SheetAction::ToggleCurves => self.session.character.sheet.curves ^= true,
            SheetAction::ToggleNormalized => self.session.character.sheet.is_normalized ^= true,
            SheetAction::TogglePingPong => self.toggle_repeat(Repeat::PingPong),
        }
    }
}
