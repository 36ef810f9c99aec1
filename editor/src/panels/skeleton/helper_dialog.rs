//! *Insert helper joints*: which of them, and how they are to be.

use eframe::egui::{Checkbox, Grid, Slider, Ui};
use session::commands::command::Sink;
use session::features::skeleton::helper_actions::helper_words;
use session::features::view::View;
use session::state::skeleton::joint_work::{HelperChoice, HelperKind, JointIntent, TwistCount};

use super::joint_dialogs::{answers, ask};
use crate::panels::weights::rig_dialog::{choice, lines};

/// Draws the dialog.
pub(super) fn helpers(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let before = view.session.joints.helpers;
    let mut chosen = before;
    ui.heading("Insert helper joints");
    let selected = view.session.character.selection.joints();
    let who = helper_words(view.document, chosen.kind, selected);
    lines(ui, &format!("{who} {}", about(chosen.kind)));
    Grid::new("helper joints")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Helpers");
            let about = (
                "Kind of helper joints",
                "What follows other joints by itself",
            );
            choice(ui, about, &mut chosen.kind, &HelperKind::ALL, |kind| {
                HelperKind::name(kind).to_owned()
            });
            ui.end_row();
            match chosen.kind {
                HelperKind::Twist => twist(ui, &mut chosen),
                HelperKind::Pushers => pushers(ui, &mut chosen),
                HelperKind::Muscles => muscles(ui, &mut chosen),
                HelperKind::Face => face(ui, &mut chosen),
            }
        });
    if chosen != before {
        ask(JointIntent::Helpers(chosen), sink);
    }
    let is_none = chosen.kind == HelperKind::Face && !chosen.eyes && !chosen.jaw;
    let why = is_none.then_some("Choose eyes, the jaw or both.");
    answers(ui, "Insert", why, false, sink);
}

const fn about(kind: HelperKind) -> &'static str {
    match kind {
        HelperKind::Twist => {
            "Forearms and shins follow the twist of hands and feet, upper arms and thighs undo their own towards shoulders and hips. The weights of each limb are spread among its joints."
        }
        HelperKind::Pushers => {
            "Each turns by half of the bend and moves out, and gets weight from both bones at the outside, so that the volume stays."
        }
        HelperKind::Muscles => {
            "Each is stretched across the bone above as the joint bends, and gets weight of that bone on its side."
        }
        HelperKind::Face => {
            "Eyes stand in eyeballs, which are parts of their own; the jaw gets what lies below the mouth. What is not found is said."
        }
    }
}

fn twist(ui: &mut Ui, chosen: &mut HelperChoice) {
    ui.label("Joints of each limb");
    let about = (
        "Twist joints of each limb",
        "Two are usual; more are smoother where a forearm is long",
    );
    let counts = [1, 2, 3, 4].map(TwistCount::new);
    choice(
        ui,
        about,
        &mut chosen.twist,
        &counts,
        |count: TwistCount| count.get().to_string(),
    );
    ui.end_row();
}

fn pushers(ui: &mut Ui, chosen: &mut HelperChoice) {
    ui.label("Push");
    let most = HelperChoice::MOST_PUSH;
    ui.add(Slider::new(&mut chosen.push, 0..=most).suffix(" %"))
        .on_hover_text(
            "How far it moves out, of what linear blending loses there; 0 % keeps the elbow round",
        )
        .accessible_name("Push");
    ui.end_row();
}

fn muscles(ui: &mut Ui, chosen: &mut HelperChoice) {
    ui.label("Swell");
    let most = HelperChoice::MOST_SWELL;
    ui.add(Slider::new(&mut chosen.swell, 0..=most).suffix(" %"))
        .on_hover_text("By how much it is thicker where the joint is bent by 135°")
        .accessible_name("Swell");
    ui.end_row();
    ui.label("Other side");
    let other = Checkbox::new(&mut chosen.stretched, "Gets thinner");
    ui.add(other)
        .on_hover_text("Triceps and the front of the thigh, by half of that");
    ui.end_row();
}

fn face(ui: &mut Ui, chosen: &mut HelperChoice) {
    ui.label("Joints");
    ui.horizontal(|ui| {
        ui.checkbox(&mut chosen.eyes, "Eyes");
        ui.checkbox(&mut chosen.jaw, "Jaw");
    });
    ui.end_row();
}
