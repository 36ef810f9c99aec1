//! Dialogs that make one clip of two.

use eframe::egui::{Grid, Slider, Ui};
use rig::{Clip, ClipId, ClipLayer};
use scene::names::clip_name;
use session::commands::command::Sink;
use session::features::view::View;
use session::state::clips::clip_tools::{JoinChoice, LAYERS, LayChoice};

use super::DialogButton;
use crate::panels::fields::time_field::time_field;
use crate::panels::weights::rig_dialog::{choice, lines};

fn name_of(view: &View<'_>, id: ClipId) -> String {
    let clip = view.document.character.clip(id);
    clip.map_or_else(String::new, clip_name)
}

pub(super) fn join(
    ui: &mut Ui,
    chosen: &mut JoinChoice,
    clip: &Clip,
    view: &View<'_>,
    sink: &mut Sink,
) -> DialogButton {
    let unit = view.session.character.sheet.unit();
    ui.heading(format!("Join {} and another clip", clip_name(clip)));
    lines(
        ui,
        "One clip of both, which stay as they are. Keys outside of the fade stay too; in it each frame is the mean of both poses.",
    );
    let clips = &view.document.character.clips;
    let next = clips.iter().find(|clip| clip.id() == chosen.next);
    let length = next.map_or(0.0, Clip::duration);
    Grid::new("join clips")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Next clip");
            let all: Vec<ClipId> = clips.iter().map(Clip::id).collect();
            let about = ("Next clip", "The clip behind this one; it may be the same once more");
            choice(ui, about, &mut chosen.next, &all, |id| name_of(view, id));
            ui.end_row();
            ui.label("Fade");
            ui.horizontal(|ui| {
                time_field(ui, "Length of the fade", &mut chosen.fade, unit, sink);
                ui.weak("0 is a cut");
            });
            ui.end_row();
            ui.label("Ground");
            ui.checkbox(&mut chosen.goes_on, "Goes on from where the fade begins")
                .on_hover_text("The next clip is moved over the ground and turned, so that the hips go on without a jump");
            ui.end_row();
            ui.label("Length");
            let all = (clip.duration() - chosen.fade + length).max(0.0);
            ui.weak(format!("{} in all", unit.length(all)));
            ui.end_row();
        });
    ("Join", chosen.why_not([clip.duration(), length]))
}

/// What the ways are called in which a clip lies over another.
pub(in crate::panels::timeline) const fn kind_name(kind: ClipLayer) -> &'static str {
    match kind {
        ClipLayer::Over => "In place of what lies below",
        ClipLayer::AddedToBeginning => "Added: since its first frame",
        ClipLayer::AddedToRest => "Added: since the rest pose",
    }
}

pub(super) fn lay(
    ui: &mut Ui,
    chosen: &mut LayChoice,
    clip: &Clip,
    view: &View<'_>,
) -> DialogButton {
    ui.heading(format!("Lay a clip over {}", clip_name(clip)));
    lines(
        ui,
        "One clip of both, which stay as they are, with keys on each frame for the joints that the upper clip moves; or a layer, which stays apart. Where the upper clip is shorter it begins again if it loops, else holds its end.",
    );
    Grid::new("lay clip")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Upper clip");
            let clips = view.document.character.clips.iter().map(Clip::id);
            let others: Vec<ClipId> = clips.filter(|id| *id != clip.id()).collect();
            let about = ("Upper clip", "The clip that lies over this one");
            choice(ui, about, &mut chosen.clip, &others, |id| name_of(view, id));
            ui.end_row();
            ui.label("How");
            let about = (
                "How it lies over",
                "Added is what the upper clip differs by from its first frame, or from the rest pose",
            );
            choice(ui, about, &mut chosen.layer, &LAYERS, |layer| {
                kind_name(layer).to_owned()
            });
            ui.end_row();
            ui.label("Weight");
            let [least, most] = chosen.weights().map(|weight| 100.0 * weight);
            let mut percent = 100.0 * chosen.weight.clamp(least / 100.0, most / 100.0);
            let slider = Slider::new(&mut percent, least..=most)
                .fixed_decimals(0)
                .suffix(" %");
            ui.add(slider).accessible_name("Weight of the upper clip");
            chosen.weight = percent / 100.0;
            ui.end_row();
            ui.label("Joints");
            ui.checkbox(&mut chosen.only_selected, "Only the selected ones")
                .on_hover_text("All others, and morph targets, stay as the lower clip has them");
            ui.end_row();
            ui.label("Result");
            let about = (
                "What comes of both",
                "A layer keeps its keys, and its weight can change over time; one clip has keys on each frame",
            );
            choice(ui, about, &mut chosen.apart, &[false, true], |apart| {
                let name = if apart { "A layer over this clip" } else { "One clip of both" };
                name.to_owned()
            });
            ui.end_row();
        });
    let selected = view.session.character.selection.joints().len();
    ("Lay over", chosen.why_not(selected))
}
