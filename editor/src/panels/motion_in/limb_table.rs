//! How far the ends of limbs are from where the file has them, a row each.

use eframe::egui::{Align, Grid, Layout, RichText, Ui};
use retarget::LimbError;
use session::state::motion_in::bring::bone_words;
use session::state::timeline::frames::TimeUnit;

/// From this share of the body's height on a distance is plainly seen.
const SEEN: f32 = 0.02;

/// Draws the table; returns the time of a row that was clicked.
pub(super) fn limb_table(ui: &mut Ui, limbs: &[LimbError], unit: TimeUnit) -> Option<f32> {
    let mut time = None;
    Grid::new("errors of limbs")
        .num_columns(5)
        .spacing([14.0, 2.0])
        .show(ui, |ui| {
            let tip = "How far it is from where the file has it, in percent of the body's height";
            ui.weak("End of limb").on_hover_text(tip);
            for head in ["Largest", "Mean"] {
                right(ui, RichText::new(head).weak());
            }
            let tip = "How far it is at rest already, since bodies have other proportions: no turn of joints changes that";
            ui.weak("At rest").on_hover_text(tip);
            ui.weak("");
            ui.end_row();
            for limb in limbs {
                let name = bone_words(limb.bone);
                ui.label(&name);
                right(ui, number(ui, limb.distance));
                right(ui, number(ui, limb.mean));
                right(ui, RichText::new(percent(limb.at_rest)).weak());
                let moment = unit.moment(limb.time);
                let link = ui
                    .link(format!("at {moment}"))
                    .on_hover_text("Shows the moment where it is farthest");
                let spoken = format!("Show {name} at {moment}");
                if link.accessible_name(spoken).clicked() {
                    time = Some(limb.time);
                }
                ui.end_row();
            }
        });
    time
}

fn number(ui: &Ui, share: f32) -> RichText {
    let text = RichText::new(percent(share));
    match share > SEEN {
        true => text.color(ui.visuals().warn_fg_color),
        false => text,
    }
}

fn percent(share: f32) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn right(ui: &mut Ui, text: RichText) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(text));
}
