//! The bone map as a table: each bone with its joints on both sides, and pairs of one's own.

use eframe::egui::{
    Align, Atom, Button, Grid, Id, Label, Layout, Response, RichText, ScrollArea, Ui, Vec2,
};
use retarget::{AnimalBone, Slot};
use rig::{HumanBone, JointIndex};
use scene::names::joint_name;
use session::commands::command::{Intent, Sink};
use session::state::motion_in::bring::slot_words;
use session::state::motion_in::chosen_maps::{found_word, free_slots, pair_slot};
use session::state::motion_in::dialog::MotionIntent;

use super::bone_figure::choose;
use super::figure_shape::is_detail;
use super::joint_menu::{JointQuestion, joint_menu};
use super::map_side::{Pointed, SideView, is_guess};
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::small_icon_button;
use crate::theme::accent;

/// Width of a joint's button.
const JOINT: f32 = 160.0;
/// Width of a bone's name.
const BONE: f32 = 130.0;
/// Height of the row that adds a pair.
const ADD_ROW: f32 = 30.0;

/// Draws the table, as high as this, with the row that adds a pair below it.
pub(super) fn bone_table(
    ui: &mut Ui,
    sides: [SideView<'_>; 2],
    height: f32,
    pointed: &mut Pointed,
    sink: &mut Sink,
) {
    ScrollArea::vertical()
        .id_salt("bones of both")
        .max_height((height - ADD_ROW).max(40.0))
        .auto_shrink([false, true])
        .show(ui, |ui| {
            Grid::new("bones of both")
                .num_columns(4)
                .striped(true)
                .show(ui, |ui| {
                    for slot in rows(sides) {
                        row(ui, &slot, sides, pointed, sink);
                        ui.end_row();
                    }
                });
        });
    add_pair(ui, sides, pointed, sink);
}

/// The slots that are listed. Fingers, eyes and jaw that neither has would only fill the list.
fn rows(sides: [SideView<'_>; 2]) -> Vec<Slot> {
    let is_there = |slot: &Slot| sides.iter().any(|side| side.mapped(slot).is_some());
    let bones = HumanBone::ALL.into_iter();
    let bones = bones.filter(|&bone| !is_detail(bone) || is_there(&Slot::Human(bone)));
    let parts = AnimalBone::ALL.into_iter().map(Slot::Animal);
    let parts = parts.filter(is_there);
    let mut rows: Vec<Slot> = bones.map(Slot::Human).chain(parts).collect();
    for side in sides {
        for slot in free_slots(side.map) {
            if !rows.contains(slot) {
                rows.push(slot.clone());
            }
        }
    }
    rows
}

fn row(ui: &mut Ui, slot: &Slot, sides: [SideView<'_>; 2], pointed: &mut Pointed, sink: &mut Sink) {
    let words = slot_words(slot);
    let is_chosen = pointed.chosen.as_ref() == Some(slot);
    let is_pointed = pointed.last.as_ref() == Some(slot);
    let text = RichText::new(&words);
    let text = match (is_chosen, is_pointed) {
        (true, _) => text.strong().color(accent(ui.visuals())),
        (false, true) => text.strong(),
        (false, false) => text,
    };
    let name = left_cell(ui, Label::new(text).truncate());
    if is_chosen && pointed.reveals {
        name.scroll_to_me(None);
        pointed.reveals = false;
    }
    if name.hovered() {
        pointed.now = Some(slot.clone());
    }
    for side in sides {
        let response = joint_button(ui, side.joints(slot))
            .accessible_name(format!("{words} of the {}", side.side.whose()));
        if response.hovered() || response.has_focus() {
            pointed.now = Some(slot.clone());
        }
        choose(&response, side, slot, sink);
    }
    found(ui, slot, sides);
    if let Slot::Free(name) = slot {
        let button = small_icon_button(ui, Icon::Close, true).on_hover_text("Takes the pair away");
        if button
            .accessible_name(format!("Take the pair {name} away"))
            .clicked()
        {
            sink.send(Intent::Motion(MotionIntent::Unpair(slot.clone())));
        }
    }
}

/// A text at the left of a cell that is as wide as all names of bones.
fn left_cell(ui: &mut Ui, label: Label) -> Response {
    let size = Vec2::new(BONE, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center);
    let cell = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_width(BONE);
        ui.add(label)
    });
    cell.inner
}

/// A button with a joint's name at its left.
fn joint_button(ui: &mut Ui, name: String) -> Response {
    let button = Button::new((name, Atom::grow())).truncate();
    ui.add_sized([JOINT, ui.spacing().interact_size.y], button)
}

/// How a slot was filled on both sides.
fn found(ui: &mut Ui, slot: &Slot, sides: [SideView<'_>; 2]) {
    let mapped = sides.map(|side| side.mapped(slot));
    let [from, onto] = mapped.map(|mapped| mapped.map_or("–", |mapped| found_word(mapped.by)));
    let text = match from == onto {
        true => from.to_owned(),
        false => format!("{from} · {onto}"),
    };
    let text = RichText::new(text);
    let text = match mapped.into_iter().flatten().any(is_guess) {
        true => text.color(ui.visuals().warn_fg_color),
        false => text.weak(),
    };
    ui.label(text);
}

/// The joints that are chosen for a new pair, of the file and of the character.
type NewPair = [Option<JointIndex>; 2];

/// The row below the table: two joints, and the button that pairs them.
fn add_pair(ui: &mut Ui, sides: [SideView<'_>; 2], pointed: &mut Pointed, sink: &mut Sink) {
    let id = Id::unique("new pair of the bone maps");
    let mut pair: NewPair = ui.data(|data| data.get_temp(id).unwrap_or_default());
    ui.horizontal(|ui| {
        let tip = "Moves any joint of this character as one of the file: a tail, an ear, a prop";
        left_cell(ui, Label::new("Another pair")).on_hover_text(tip);
        for (joint, side) in pair.iter_mut().zip(sides) {
            let skeleton = &side.character.rig.skeleton;
            let known = joint.filter(|joint| joint.index() < skeleton.len());
            let text = known.map_or_else(
                || "Choose a joint".to_owned(),
                |joint| joint_name(skeleton, joint),
            );
            let name = format!("Joint of the {} for a pair", side.side.whose());
            let response = joint_button(ui, text).accessible_name(&name);
            let question = JointQuestion {
                name: &name,
                character: side.character,
                now: known,
                none: "– (no joint)",
            };
            *joint = joint_menu(&response, question).unwrap_or(known);
        }
        let button = ui.add_enabled(pair.iter().all(Option::is_some), Button::new("Add a pair"));
        if let [Some(source), Some(target)] = pair
            && button.on_hover_text(tip).clicked()
        {
            pointed.choose(&pair_slot(sides[0].character, source));
            sink.send(Intent::Motion(MotionIntent::Pair { source, target }));
            pair = NewPair::default();
        }
    });
    ui.data_mut(|data| data.insert_temp(id, pair));
}
