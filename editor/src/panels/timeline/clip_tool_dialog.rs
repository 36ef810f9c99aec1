//! Dialogs about the whole clip that is shown: closing a loop, another course of time, root motion.

mod merging;
mod repeating;

use eframe::egui::{Context, Grid, Id, Modal, Slider, Ui};
use rig::{Clip, JointIndex, RootMotion};
use scene::names::{clip_name, joint_name};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::clips::clip_tools::{
    ClipDialog, ClipToolIntent, LoopChoice, LoopWay, RootChoice, WarpChoice, WarpKind,
};
use session::state::clips::command::ClipIntent;
use session::state::timeline::frames::TimeUnit;
use session::text::number_text::Quantity;

pub(super) use merging::kind_name;
use merging::{join, lay};
use repeating::repeat;

use crate::panels::fields::number_field::NumberField;
use crate::panels::fields::refused::RefusedText;
use crate::panels::fields::time_field::time_field;
use crate::panels::weights::rig_dialog::{choice, lines};
use crate::panels::widgets::{answers, is_canceled, modal_frame};

/// Width of the dialogs, in points; less in a narrow window.
const WIDTH: f32 = 430.0;
const MOTIONS: [RootMotion; 3] = [RootMotion::Out, RootMotion::In, RootMotion::Dropped];

/// What a dialog's button says, and why it cannot be pressed now.
type DialogButton = (&'static str, Option<&'static str>);

/// Draws the dialog, if it is open.
pub fn clip_tool_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(before) = view.session.clip_tools.dialog else {
        return;
    };
    let moment = view.session.playback.moment;
    let Some(clip) = moment.and_then(|moment| view.document.character.clip(moment.clip)) else {
        return send(ClipToolIntent::Ask(None), sink);
    };
    let unit = view.session.character.sheet.unit();
    let mut dialog = before;
    let modal = Modal::new(Id::unique("clip dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 60.0));
            let answer = match &mut dialog {
                ClipDialog::CloseLoop(choice) => close_loop(ui, choice, clip, unit, sink),
                ClipDialog::Warp(choice) => warp(ui, choice, clip, unit, sink),
                ClipDialog::Root(choice) => root(ui, choice, view),
                ClipDialog::Join(choice) => join(ui, choice, clip, view, sink),
                ClipDialog::Lay(choice) => lay(ui, choice, clip, view),
                ClipDialog::Repeat(choice) => repeat(ui, choice, view),
            };
            let (yes, why_not) = answer;
            answers(ui, yes, why_not)
        });
    // What was typed last counts before the button that was pressed with it.
    if dialog != before {
        send(ClipToolIntent::Ask(Some(dialog)), sink);
    }
    match modal.inner {
        Some(true) => send(ClipToolIntent::Go, sink),
        Some(false) => send(ClipToolIntent::Ask(None), sink),
        None if is_canceled(&modal) => send(ClipToolIntent::Ask(None), sink),
        None => {}
    }
}

fn send(intent: ClipToolIntent, sink: &mut Sink) {
    sink.send(Intent::Clip(ClipIntent::Tool(intent)));
}

fn close_loop(
    ui: &mut Ui,
    chosen: &mut LoopChoice,
    clip: &Clip,
    unit: TimeUnit,
    sink: &mut Sink,
) -> DialogButton {
    ui.heading("Close loop");
    ui.radio_value(
        &mut chosen.way,
        LoopWay::LastKeys,
        "Last key like the first",
    );
    lines(
        ui,
        "For a clip keyed by hand: each channel gets its first value at the end of the clip, in one key. Automatic tangents run through the loop.",
    );
    ui.radio_value(&mut chosen.way, LoopWay::Bake, "Bake over the end");
    lines(
        ui,
        "For captured motion: every channel is led back to its first value, smoothly in the last part of the clip, with keys on frames.",
    );
    ui.horizontal(|ui| {
        ui.add_enabled_ui(chosen.way == LoopWay::Bake, |ui| {
            ui.label("Over the last");
            time_field(
                ui,
                "Time to close the loop",
                &mut chosen.seconds,
                unit,
                sink,
            );
            ui.weak(format!("of {}", unit.length(clip.duration())));
        });
    });
    ("Close loop", chosen.why_not(clip.duration()))
}

fn warp(
    ui: &mut Ui,
    chosen: &mut WarpChoice,
    clip: &Clip,
    unit: TimeUnit,
    sink: &mut Sink,
) -> DialogButton {
    ui.heading(format!("Warp time of {}", clip_name(clip)));
    lines(
        ui,
        "Keys go to their new times with their tangents. What comes after the range moves along.",
    );
    Grid::new("warp time")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Time");
            let about = ("Course of time", "What becomes of the speed in the range");
            choice(ui, about, &mut chosen.kind, &WarpKind::ALL, |kind| {
                kind.name().to_owned()
            });
            ui.end_row();
            if chosen.kind == WarpKind::Speed {
                ui.label("Speed");
                let refused = RefusedText::default();
                let field = NumberField::new(&mut chosen.speed, 2, |field| {
                    field.range(0.01..=100.0).speed(0.01).suffix("×")
                });
                ui.add(field.with_reader(|text| refused.read(text, Quantity::Number)))
                    .accessible_name("Speed of the range")
                    .on_hover_text("2× is twice as fast, 0.5× half as fast; 50 % can be typed too");
                refused.report("Speed of the range", ui, sink);
            } else {
                ui.label("Ease");
                let mut percent = 100.0 * chosen.ease;
                let slider = Slider::new(&mut percent, 0.0..=100.0)
                    .fixed_decimals(0)
                    .suffix(" %");
                let response = ui.add(slider).accessible_name("Ease of the range");
                if response
                    .on_hover_text("0 % changes nothing, 100 % nearly stands still")
                    .changed()
                {
                    chosen.ease = percent / 100.0;
                }
            }
            ui.end_row();
            ui.label("From");
            let [from, to] = &mut chosen.range;
            time_field(ui, "Begin of the range", from, unit, sink);
            ui.end_row();
            ui.label("To");
            ui.horizontal(|ui| {
                time_field(ui, "End of the range", to, unit, sink);
                if ui.button("Whole clip").clicked() {
                    (*from, *to) = (0.0, clip.duration());
                }
            });
            ui.end_row();
            if chosen.kind == WarpKind::Speed && chosen.speed > 0.0 {
                let width = chosen.range[1] - chosen.range[0];
                let after = clip.duration() - width + width / chosen.speed;
                ui.label("Length");
                let [before, after] = [clip.duration(), after].map(|time| unit.length(time));
                let text = format!("{before}, then {after}");
                ui.weak(text);
                ui.end_row();
            }
        });
    ("Warp", chosen.why_not(clip.duration()))
}

fn root(ui: &mut Ui, chosen: &mut RootChoice, view: &View<'_>) -> DialogButton {
    let skeleton = &view.document.character.rig.skeleton;
    let name = |joint: JointIndex| joint_name(skeleton, joint);
    let parent = |joint: &JointIndex| skeleton.parent(*joint);
    let is_below = |joint: JointIndex, above: JointIndex| {
        std::iter::successors(Some(joint), parent).any(|joint| joint == above)
    };
    ui.heading("Root motion");
    lines(
        ui,
        "Motion over the ground, and turns about the vertical, apart from height, lean and the rest.",
    );
    Grid::new("root motion")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("What to do");
            let names = |motion| match motion {
                RootMotion::Out => "Move it to the root joint".to_owned(),
                RootMotion::In => "Move it from the root joint into the rest".to_owned(),
                RootMotion::Dropped => "Drop it: the clip is in place".to_owned(),
            };
            let about = (
                "Root motion",
                "Out and in leave all other joints where they are",
            );
            choice(ui, about, &mut chosen.motion, &MOTIONS, names);
            ui.end_row();
            if chosen.motion != RootMotion::In {
                ui.label("Moving joint");
                let all: Vec<JointIndex> = skeleton.joints().collect();
                let about = (
                    "Moving joint",
                    "The joint whose way over the ground counts, as the hips",
                );
                choice(ui, about, &mut chosen.mover, &all, name);
                ui.end_row();
            }
            ui.label("Root joint");
            let above: Vec<JointIndex> = skeleton
                .joints()
                .filter(|&joint| chosen.motion == RootMotion::In || is_below(chosen.mover, joint))
                .collect();
            let about = (
                "Root joint",
                "The joint above it that moves over the ground",
            );
            choice(ui, about, &mut chosen.root, &above, name);
            ui.end_row();
        });
    // The way goes from the root joint into the rest: no other joint is asked for.
    if chosen.motion == RootMotion::In {
        chosen.mover = chosen.root;
    } else if !is_below(chosen.mover, chosen.root) {
        chosen.root = chosen.mover;
    }
    let is_one = chosen.motion == RootMotion::Out && chosen.root == chosen.mover;
    let why = is_one.then_some("The root joint has to be above the moving joint.");
    ("Apply", why)
}
