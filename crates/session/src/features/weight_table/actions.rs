//! Weights, maps, locks, selected vertices, weight files, and how weights are shown.

use rig::MapKind;
use scene::vertex_maps::has_map;

use crate::commands::actions::WeightAction;
use crate::features::Context;
use crate::features::actions::conditions::{
    NOTHING_BOUND, character_open, joint_selected, paintable, paints_joints, unless,
    vertex_selected,
};
use crate::features::actions::menus::{
    BRUSH, HEAT_RAMP, ISOLINES, LOCKS, VERTICES, WEIGHT_DISPLAY, WEIGHT_FILES,
};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;
use crate::session::Request;
use crate::settings::{HeatRamp, Isolines, SettingChange, WeightColors};
use crate::state::file_dialogs::list::FileKind;
use crate::state::selection::Choose;
use crate::state::weight_files::export_weights::WeightExportAsked;
use crate::state::weight_files::import_weights::WeightImportAsked;
use crate::state::weight_table::weights_work::{MaskChange, PaintLayer};

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    let mut rows = Vec::from(PaintLayer::ALL.map(|layer| {
        let action = WeightAction::UsePaintLayer(layer);
        row(action, BRUSH, format!("Paint: {}", layer.name()))
            .tooltip(layer.tooltip())
            .when([character_open])
            .checked(move |session| session.character.weights.layer == layer)
            .run(move |cx| cx.use_layer(layer))
    }));
    rows.extend(HeatRamp::ALL.map(|ramp| {
        let action = WeightAction::UseRamp(ramp);
        row(action, HEAT_RAMP, format!("Heat ramp: {}", ramp.name()))
            .tooltip(ramp.tooltip())
            .checked(move |session| session.settings.weights.ramp == ramp)
            .run(move |cx| cx.color_weights(|colors| WeightColors { ramp, ..colors }))
    }));
    rows.extend(Isolines::ALL.map(|isolines| {
        let action = WeightAction::UseIsolines(isolines);
        row(action, ISOLINES, format!("Isolines: {}", isolines.name()))
            .tooltip("Lines of equal weight over the surface; the one at 0.5 is thicker")
            .checked(move |session| session.settings.weights.isolines == isolines)
            .run(move |cx| cx.color_weights(|colors| WeightColors { isolines, ..colors }))
    }));
    rows.extend([
        row(WeightAction::TogglePaintLayer, BRUSH, "Joint weights or blend map")
            .tooltip("Switches the brush between joint weights and blend map")
            .when([character_open])
            .run(|cx| {
                let other = cx.session.character.weights.layer.other();
                cx.use_layer(other);
            }),
        row(WeightAction::ClearBlendMap, BRUSH, "Clear blend map")
            .tooltip("Removes the blend map: it counts as 1 everywhere again")
            .requires(
                |view| has_map(&view.document.character, MapKind::Blend),
                "there is no blend map",
            )
            .run(|cx| cx.clear_map(MapKind::Blend)),
        row(WeightAction::ClearBulgeMap, BRUSH, "Clear bulge map")
            .tooltip("Removes the bulge map: it counts as 0 everywhere again")
            .requires(
                |view| has_map(&view.document.character, MapKind::Bulge),
                "there is no bulge map",
            )
            .run(|cx| cx.clear_map(MapKind::Bulge)),
        row(WeightAction::ShowAffineBlending, BRUSH, "Show affine blending in pane B")
            .tooltip("Sets pane B to affine blending, which follows blend map and bulge map; linear blending does not")
            .requires(
                |view| !view.session.comparing.shows_maps(&view.document.character),
                "a pane shows a method that follows maps already",
            )
            .run(|cx| cx.show_affine()),
        row(WeightAction::NextRamp, HEAT_RAMP, "Next heat ramp")
            .tooltip("Goes on to the next colors of weights")
            .run(|cx| {
                cx.color_weights(|colors| WeightColors {
                    ramp: colors.ramp.next(),
                    ..colors
                });
            }),
        row(WeightAction::ToggleIsolated, WEIGHT_DISPLAY, "Isolate joint")
            .tooltip("Where surfaces show weights, shows only what the active joint moves")
            .when([paints_joints])
            .toggles(flag!(character.weights.isolated)),
        row(WeightAction::ToggleVertexDots, WEIGHT_DISPLAY, "Vertex dots")
            .tooltip("A dot at every vertex in the color of its weight, where surfaces show weights")
            .checked(|session| session.settings.weights.dots)
            .run(|cx| {
                cx.color_weights(|colors| WeightColors {
                    dots: !colors.dots,
                    ..colors
                });
            }),
        row(WeightAction::ExportWeights, WEIGHT_FILES, "Export weights…")
            .tooltip("Writes the weights of a mesh as a table (.csv) or as RON (.ron)")
            .when([file_possible])
            .run(|cx| cx.ask_file::<WeightExportAsked>()),
        row(WeightAction::ImportWeights, WEIGHT_FILES, "Import weights…")
            .tooltip("Takes the weights of a mesh from a .csv or .ron file, by vertex numbers or by place")
            .when([file_possible])
            .run(|cx| cx.ask_file::<WeightImportAsked>()),
        row(WeightAction::LockJoints, LOCKS, "Lock joint")
            .tooltip("Locks the weights of the selected joints against every edit; again to unlock them")
            .when([paints_joints, joint_selected])
            .run(|cx| cx.toggle_locks()),
        row(WeightAction::LockOthers, LOCKS, "Lock all but selected")
            .tooltip("Locks the weights of all joints but the selected ones; again to unlock them")
            .when([paints_joints, joint_selected])
            .run(|cx| cx.lock_others()),
        row(WeightAction::UnlockAll, LOCKS, "Unlock all joints")
            .tooltip("Unlocks the weights of all joints")
            .when([paints_joints])
            .requires(
                |view| !view.session.character.weights.locked.is_empty(),
                "no joint is locked",
            )
            .run(|cx| cx.session.character.weights.locked.clear()),
        row(WeightAction::ToggleVertexTool, VERTICES, "Select vertices")
            .tooltip("In Weights mode, clicks and drags in panes select vertices, whose weights the inspector lists and which alone change while any is selected")
            .checked(|session| session.character.weights.selecting)
            .run(|cx| cx.toggle_vertex_tool()),
        row(WeightAction::SelectVerticesOfJoint, VERTICES, "Select vertices of joint")
            .tooltip("Selects all vertices that the active joint moves; brushes and operations on weights change these alone")
            .when([joint_selected])
            .run(|cx| cx.select_vertices_of_joint()),
        row(WeightAction::GrowMask, VERTICES, "Grow mask")
            .tooltip("Selects the neighbors of the selected vertices too")
            .when([vertex_selected, paintable])
            .run(|cx| cx.revise_mask(MaskChange::Grow)),
        row(WeightAction::ShrinkMask, VERTICES, "Shrink mask")
            .tooltip("Deselects the outermost of the selected vertices")
            .when([vertex_selected, paintable])
            .run(|cx| cx.revise_mask(MaskChange::Shrink)),
        row(WeightAction::SelectEdgeLoop, VERTICES, "Select edge loop")
            .tooltip("Selects the rings and rows of edges that run through two selected vertices next to each other")
            .when([vertex_selected, paintable])
            .run(|cx| cx.revise_mask(MaskChange::EdgeLoops)),
        row(WeightAction::SelectConnectedVertices, VERTICES, "Select connected vertices")
            .tooltip("Selects all vertices of the parts that the selected ones belong to")
            .when([vertex_selected, paintable])
            .run(|cx| cx.revise_mask(MaskChange::Connected)),
        row(WeightAction::InvertMask, VERTICES, "Invert mask")
            .tooltip("Selects the vertices that are not selected in place of those that are")
            .when([vertex_selected, paintable])
            .run(|cx| cx.revise_mask(MaskChange::Invert)),
        row(WeightAction::SelectNoVertices, VERTICES, "Clear mask (select no vertices)")
            .tooltip("Deselects all vertices: brushes and operations on weights change all again")
            .when([vertex_selected])
            .run(|cx| cx.choose_vertices(&[], Choose::Alone)),
        row(WeightAction::CopyVertexWeights, VERTICES, "Copy weights of vertex")
            .tooltip("Copies the weights of the vertex that is marked in the list, the one chosen last, or of the pinned one")
            .requires(
                |view| view.session.vertex_at_work().is_some(),
                "no vertex is selected or pinned",
            )
            .run(|cx| cx.copy_weights()),
        row(WeightAction::PasteVertexWeights, VERTICES, "Paste weights to vertices")
            .tooltip("Gives all selected vertices the copied weights; locked joints keep theirs")
            .requires(
                |view| view.session.character.weights.copied.is_some(),
                "no weights are copied",
            )
            .when([vertex_selected])
            .run(|cx| cx.paste_weights()),
    ]);
    rows
}

fn file_possible(view: &View<'_>) -> WhyNot {
    if view.session.file_dialogs.is_busy(FileKind::ExportWeights) {
        return Some("a file of weights is being written or read");
    }
    let meshes = view.document.character.meshes.iter();
    let mut primitives = meshes.flat_map(|mesh| &mesh.primitives);
    let is_bound = primitives.any(|primitive| primitive.influences.is_some());
    unless(is_bound, NOTHING_BOUND)
}

impl Context<'_> {
    /// The paint engine knows how vertices are connected.
    fn revise_mask(&mut self, change: MaskChange) {
        self.session.requests.push(Request::ReviseMask(change));
    }

    fn color_weights(&mut self, change: impl FnOnce(WeightColors) -> WeightColors) {
        let colors = change(self.session.settings.weights);
        self.session.settings.change(SettingChange::Weights(colors));
    }
}
