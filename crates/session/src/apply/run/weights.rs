//! Runs the actions on weights, maps, locks and vertices, and on their colors.

use rig::MapKind;
use scene::vertex_maps::cleared;
use weights::Report;

use crate::apply::Context;
use crate::commands::actions::WeightAction;
use crate::file_dialogs::export_weights::WeightExportAsked;
use crate::file_dialogs::import_weights::WeightImportAsked;
use crate::files::settings::{Change, WeightColors};
use crate::session::Request;
use crate::tools::selection::Choose;
use crate::weighting::weight_changes::{Counted, Told};
use crate::weighting::weights_work::MaskChange;

impl Context<'_> {
    pub(super) fn run_weights(&mut self, action: WeightAction) {
        let session = &mut *self.session;
        let look = session.settings.weights;
        match action {
            WeightAction::UsePaintLayer(layer) => self.use_layer(layer),
            WeightAction::TogglePaintLayer => {
                let other = session.character.weights.layer.other();
                self.use_layer(other);
            }
            WeightAction::ClearBlendMap => self.clear_map(MapKind::Blend),
            WeightAction::ClearBulgeMap => self.clear_map(MapKind::Bulge),
            WeightAction::ShowAffineBlending => self.show_affine(),
            WeightAction::UseRamp(ramp) => self.color_weights(WeightColors { ramp, ..look }),
            WeightAction::NextRamp => {
                let ramp = look.ramp.next();
                self.color_weights(WeightColors { ramp, ..look });
            }
            WeightAction::UseIsolines(isolines) => {
                self.color_weights(WeightColors { isolines, ..look });
            }
            WeightAction::ToggleIsolated => session.character.weights.isolated ^= true,
            WeightAction::ToggleVertexDots => {
                let dots = !look.dots;
                self.color_weights(WeightColors { dots, ..look });
            }
            WeightAction::ExportWeights => self.ask_file::<WeightExportAsked>(),
            WeightAction::ImportWeights => self.ask_file::<WeightImportAsked>(),
            WeightAction::LockJoints => self.toggle_locks(),
            WeightAction::LockOthers => self.lock_others(),
            WeightAction::UnlockAll => session.character.weights.locked.clear(),
            WeightAction::ToggleVertexTool => self.toggle_vertex_tool(),
            WeightAction::SelectVerticesOfJoint => self.select_vertices_of_joint(),
            WeightAction::GrowMask => self.revise_mask(MaskChange::Grow),
            WeightAction::ShrinkMask => self.revise_mask(MaskChange::Shrink),
            WeightAction::SelectEdgeLoop => self.revise_mask(MaskChange::EdgeLoops),
            WeightAction::SelectConnectedVertices => self.revise_mask(MaskChange::Connected),
            WeightAction::InvertMask => self.revise_mask(MaskChange::Invert),
            WeightAction::SelectNoVertices => self.choose_vertices(&[], Choose::Alone),
            WeightAction::CopyVertexWeights => self.copy_weights(),
            WeightAction::PasteVertexWeights => self.paste_weights(),
        }
    }

    fn clear_map(&mut self, kind: MapKind) {
        let edits = cleared(&self.document.character, kind);
        let name = format!("Clear {}", kind.name());
        let told = Told {
            counted: Counted::Numbers(kind),
            why_nothing: "there is nothing on the map".to_owned(),
            ..Told::default()
        };
        let mut report = Report::default();
        let Some(changes) = self.edit_weights_by(&name, &edits, (&told, &mut report)) else {
            return;
        };
        let text = format!("{name}: {changes}.");
        self.session.notices.push_done(&name, text, None);
    }

    /// The paint engine knows how vertices are connected.
    fn revise_mask(&mut self, change: MaskChange) {
        self.session.requests.push(Request::ReviseMask(change));
    }

    fn color_weights(&mut self, colors: WeightColors) {
        self.session.settings.change(Change::Weights(colors));
    }
}
