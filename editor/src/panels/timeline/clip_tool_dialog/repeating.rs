//! The dialog that repeats the selected keys behind themselves.

use eframe::egui::{DragValue, Grid, Ui};
use rig::RepeatOffset;
use scene::names::count;
use session::features::view::View;
use session::state::clips::clip_tools::RepeatChoice;
use session::state::timeline::select::span;

use super::DialogButton;
use crate::panels::weights::rig_dialog::{choice, lines};

const OFFSETS: [RepeatOffset; 3] = [
    RepeatOffset::Nothing,
    RepeatOffset::Translation,
    RepeatOffset::All,
];

pub(super) fn repeat(ui: &mut Ui, chosen: &mut RepeatChoice, view: &View<'_>) -> DialogButton {
    ui.heading("Repeat keys");
    lines(
        ui,
        "Copies the selected keys behind themselves, each time by the time from the first to the last of them. Other keys of the same channels there are removed.",
    );
    let selected = &view.session.character.keys.selected;
    let unit = view.session.character.sheet.unit();
    let (first, last) = span(selected).unwrap_or_default();
    Grid::new("repeat keys")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Times");
            ui.add(DragValue::new(&mut chosen.times).range(1..=1000).speed(0.1))
                .accessible_name("Times to repeat");
            ui.end_row();
            ui.label("Each copy");
            let names = |offset| match offset {
                RepeatOffset::Nothing => "Begins as the keys do".to_owned(),
                RepeatOffset::Translation => "Moves on, with the same turns".to_owned(),
                RepeatOffset::All => "Goes on in all channels".to_owned(),
            };
            let about = (
                "Offset of copies",
                "Whether a copy goes on from the values where the one before ends, as a walk that moves over the ground",
            );
            choice(ui, about, &mut chosen.offset, &OFFSETS, names);
            ui.end_row();
            ui.label("Length");
            let copies = f32::from(chosen.times);
            ui.weak(format!(
                "{} keys, {}, then {}",
                count(selected.len()),
                unit.length(last - first),
                unit.length((last - first) * (copies + 1.0))
            ));
            ui.end_row();
        });
    let is_range = last > first;
    let why =
        (!is_range).then_some("Select the keys of a whole cycle, its first and its last too.");
    ("Repeat", why.or(chosen.why_not()))
}
