//! Above the list of problems: where test poses lose volume or bulge, and what helps there.

use std::sync::Arc;

use eframe::egui::{Align, Button, Label, Layout, Link, RichText, ScrollArea, Ui, Vec2};
use session::commands::actions::{Action, ProblemAction};
use session::commands::command::{Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::state::volume::volume_list::{VolumeIntent, VolumeList, VolumePlace};

use super::is_volume_of_now;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{small_icon_button, tooltip_of, with_tooltip};
use crate::theme::ROW;

/// Share of the panel's height that the places take at most.
const SHARE: f32 = 0.4;

/// Draws the link that begins the check; once begun, its places.
pub(super) fn volume(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let check = Action::Problems(ProblemAction::ToggleVolumeCheck);
    let volume = &view.session.character.volume;
    if !volume.wanted {
        let is_enabled = info(check).is_some_and(|row| action_state(row, view).enabled);
        let link = Link::new(RichText::new("Volume in test poses …").small());
        let response = with_tooltip(ui.add_enabled(is_enabled, link), &tooltip_of(check, view));
        if response.accessible_name("Volume in test poses").clicked() {
            sink.run(check);
        }
        return;
    }
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = small_icon_button(ui, Icon::Close, true)
                .on_hover_text("Ends the check of volume in test poses");
            if close.accessible_name("End check of volume").clicked() {
                sink.run(check);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let title = RichText::new("Volume in test poses").strong();
                ui.add(Label::new(title).truncate());
            });
        });
    });
    let list = volume.list.as_ref();
    let Some(list) = list.filter(|list| is_volume_of_now(list, view)) else {
        ui.weak("Measuring …");
        ui.separator();
        return;
    };
    if list.places.is_empty() {
        let text = format!(
            "No joint loses or gains more than 12 % of volume in {} poses.",
            list.measured
        );
        ui.add(Label::new(text).wrap());
    }
    let height = (SHARE * ui.available_height()).max(90.0);
    let area = ScrollArea::vertical().id_salt("volume in test poses");
    area.max_height(height)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for (index, place) in list.places.iter().enumerate() {
                line(ui, list, index, place, view, sink);
            }
        });
    ui.separator();
}

/// A place; below the visited one, what helps there.
fn line(
    ui: &mut Ui,
    list: &Arc<VolumeList>,
    index: usize,
    place: &VolumePlace,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let (joint, pose, percent) = list.words(place);
    let is_current = view.session.character.volume.current() == Some(index);
    let what = if place.change < 0.0 {
        "loses volume"
    } else {
        "bulges"
    };
    let text = format!("{percent}  {joint}, {pose}");
    let button = Button::selectable(is_current, text).truncate();
    let width = Vec2::new(ui.available_width(), ROW);
    let response = ui.add(button.min_size(width)).on_hover_text(format!(
        "{joint} {what} in “{pose}”: {percent}. A click takes the pose and shows the place."
    ));
    if response
        .accessible_name(format!("Volume of {joint} in {pose}"))
        .clicked()
    {
        let visit = VolumeIntent::Visit(Arc::clone(list), index);
        sink.send(Intent::Volume(visit));
    }
    if is_current {
        ui.indent(("remedies", index), |ui| {
            ui.horizontal(|ui| remedies(ui, list, index, place, sink));
        });
    }
}

fn remedies(
    ui: &mut Ui,
    list: &Arc<VolumeList>,
    index: usize,
    place: &VolumePlace,
    sink: &mut Sink,
) {
    let (joint, pose, _) = list.words(place);
    let smooth = ui
        .small_button("Smooth")
        .on_hover_text("Tries smoother weights there, over as far as helps most; kept only if nothing else loses more");
    if smooth
        .accessible_name(format!("Smooth {joint} in {pose}"))
        .clicked()
    {
        let smooth = VolumeIntent::Smooth(Arc::clone(list), index);
        sink.send(Intent::Volume(smooth));
    }
    let blend = ui.small_button("Blend map").on_hover_text(
        "Tries dual quaternions and linear blending there; kept only if nothing else loses more",
    );
    if blend
        .accessible_name(format!("Blend map of {joint} in {pose}"))
        .clicked()
    {
        let blend = VolumeIntent::Blend(Arc::clone(list), index);
        sink.send(Intent::Volume(blend));
    }
}
