//! Both bone maps: where they come from, the figures, and the table.

use eframe::egui::{Label, RichText, Ui, Vec2};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::file_dialogs::dialog::FileDialogIntent;
use session::state::motion_in::chosen_maps::{MapOrigin, slots_apart};
use session::state::motion_in::dialog::{MotionDialog, MotionIntent};
use session::state::motion_in::map_files::{MapLoadAsked, MapSaveAsked};

use super::bone_figure::{bone_figure, legend};
use super::bone_table::bone_table;
use super::map_side::{Pointed, SideView};
use crate::theme::ROW;

/// Height of the figures: a share of what there is, and the least and the most in points.
const SHARE: f32 = 0.5;
const FIGURE: [f32; 2] = [220.0, 330.0];
/// Height of the legend and of the heads over the figures.
const HEADS: f32 = 3.0 * ROW;

/// Draws the maps, as high as this.
pub(super) fn maps(
    ui: &mut Ui,
    dialog: &MotionDialog,
    view: &View<'_>,
    sides: [SideView<'_>; 2],
    height: f32,
    pointed: &mut Pointed,
    sink: &mut Sink,
) {
    let top = ui.cursor().top();
    let [from, onto] = sides;
    let shared = from.map.slots();
    let shared = shared.filter(|(slot, _)| onto.mapped(slot).is_some());
    ui.horizontal(|ui| {
        ui.strong(format!("Bones ({} in both)", shared.count()));
        ui.add_space(8.0);
        legend(ui);
    });
    let [least, most] = FIGURE;
    let figure = (SHARE * (height - HEADS)).clamp(least, most);
    let width = 0.5 * (ui.available_width() - ui.spacing().item_spacing.x);
    ui.horizontal_top(|ui| {
        for side in sides {
            ui.vertical(|ui| {
                ui.set_width(width);
                head(ui, dialog, view, side, sink);
                bone_figure(ui, side, Vec2::new(width, figure), pointed, sink);
            });
        }
    });
    let left = height - (ui.cursor().top() - top);
    bone_table(ui, sides, left, pointed, sink);
}

/// Whose map it is, where it comes from, and the way back to what was found.
fn head(ui: &mut Ui, dialog: &MotionDialog, view: &View<'_>, of: SideView<'_>, sink: &mut Sink) {
    ui.add(Label::new(RichText::new(of.name).strong()).truncate());
    let target = &view.document.character;
    let whose = of.side.whose();
    let kept = dialog.bones(of.side, target);
    ui.horizontal(|ui| {
        let chosen = dialog.maps.of(of.side);
        let apart = kept.map_or(0, |bones| slots_apart(of.map, &bones.found).len());
        let origin = chosen.map(|chosen| &chosen.origin);
        let (text, tip) = match origin {
            None => ("as found".to_owned(), "By the file's map, names and shape"),
            Some(MapOrigin::Kept) => (
                "from your earlier choice".to_owned(),
                "Kept from when you chose bones for a skeleton of these names",
            ),
            Some(MapOrigin::File(name)) => (
                format!("of {name}"),
                "Loaded, and kept for skeletons of these names",
            ),
            Some(MapOrigin::Hand) => (
                format!("{apart} by hand"),
                "Kept for skeletons of these names",
            ),
        };
        ui.add(Label::new(RichText::new(text).weak()).truncate())
            .on_hover_text(tip);
        files(ui, of, sink);
        if origin.is_some() {
            let forget = ui
                .small_button("Forget")
                .on_hover_text("Goes back to the bones as they are found, and keeps no others")
                .accessible_name(format!("Forget the bones of the {whose}"));
            if forget.clicked() {
                sink.send(Intent::Motion(MotionIntent::Forget(of.side)));
            }
        }
    });
    if let Some(Err(why)) = kept.and_then(|bones| bones.kept.as_ref()) {
        let text = RichText::new(why).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).wrap());
    }
}

/// The buttons that save and load the map of a side.
fn files(ui: &mut Ui, of: SideView<'_>, sink: &mut Sink) {
    let (side, whose) = (of.side, of.side.whose());
    let save = ui
        .small_button("Save…")
        .on_hover_text("Saves this map for others, and for `dualskin retarget --map`")
        .accessible_name(format!("Save the bones of the {whose}"));
    if save.clicked() {
        sink.send(FileDialogIntent::Options(MapSaveAsked { side }));
        sink.send(FileDialogIntent::<MapSaveAsked>::Ask);
    }
    let load = ui
        .small_button("Load…")
        .on_hover_text("Takes a map that was saved")
        .accessible_name(format!("Load the bones of the {whose}"));
    if load.clicked() {
        sink.send(FileDialogIntent::Options(MapLoadAsked { side }));
        sink.send(FileDialogIntent::<MapLoadAsked>::Ask);
    }
}
