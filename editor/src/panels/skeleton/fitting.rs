//! The window beside the markers of a ready skeleton: its options, and the buttons that make it.

use eframe::egui::{
    Button, Context, Id, Key, Modifiers, Popup, Pos2, Rect, RichText, Slider, Ui, Window,
};
use rig::{FaceJoints, TemplateKind, TemplateOptions, TwistJoints};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::fitting::{FitIntent, Fitting, Sureness};
use session::state::weight_operations::weight_request::meshes_without_skin;

use super::guesses::guesses_said;
use crate::theme::sureness_color;

/// Messages stand beside the window where at least so much width of the pictures is left, in points.
const LEAST_BESIDE: f32 = 220.0;

/// Draws the window while a skeleton is fitted; Enter makes it, Escape gives up.
pub fn fitting(ctx: &Context, pictures: Rect, view: &View<'_>, sink: &mut Sink) {
    let Some(fitting) = view.session.fitting() else {
        return;
    };
    let mut open = true;
    Window::new(format!("New {} skeleton", fitting.kind().name()))
        .id(window_id())
        .open(&mut open)
        .auto_sized()
        .collapsible(false)
        // Over the list of joints, so that no figure is under it.
        .default_pos(Pos2::new(4.0, pictures.top() + 44.0))
        .show(ctx, |ui| {
            ui.set_width(196.0);
            content(ui, fitting, view, sink);
        });
    if !open {
        sink.send(Intent::Fit(FitIntent::Cancel));
    }
    by_keys(ctx, fitting, view, sink);
}

fn window_id() -> Id {
    Id::unique("fitting")
}

/// The part of the pictures where messages cover nothing of the window, which reaches down to their lower edge where they are low; all of
/// them where it does not, or leaves too little beside it.
#[must_use]
pub fn beside_it(ctx: &Context, pictures: Rect, view: &View<'_>) -> Rect {
    let is_open = view.session.fitting().is_some();
    let window = is_open.then(|| ctx.memory(|memory| memory.area_rect(window_id())));
    let is_low =
        |window: &Rect| window.intersects(pictures) && window.bottom() > pictures.center().y;
    let Some(window) = window.flatten().filter(is_low) else {
        return pictures;
    };
    let left = pictures.with_max_x(window.left());
    let right = pictures.with_min_x(window.right());
    let wider = if left.width() > right.width() {
        left
    } else {
        right
    };
    if wider.width() < LEAST_BESIDE {
        pictures
    } else {
        wider
    }
}

fn content(ui: &mut Ui, fitting: &Fitting, view: &View<'_>, sink: &mut Sink) {
    let mut send = |intent: FitIntent| sink.send(Intent::Fit(intent));
    ui.weak("Drag the markers into place; over the mesh they snap to the middle of its volume.");
    ui.add_space(4.0);
    let kind = fitting.kind();
    // A hand has no other side.
    if kind != TemplateKind::Hand {
        let mut mirrors = fitting.mirrors;
        let tip = "What is done to one side is done to the other; markers of the middle stay there";
        let mirror = ui.checkbox(&mut mirrors, "Mirror left and right");
        if mirror.on_hover_text(tip).changed() {
            send(FitIntent::Mirror(mirrors));
        }
    }
    let mut options = fitting.options;
    choices(ui, kind, &mut options);
    if options != fitting.options {
        send(FitIntent::Choose(options));
    }
    if !meshes_without_skin(&view.document.character).is_empty() {
        let mut binds = fitting.binds;
        let tip = "Asks how to bind the mesh to the new joints, with automatic weights";
        let bind = ui.checkbox(&mut binds, "Bind the mesh next");
        if bind.on_hover_text(tip).changed() {
            send(FitIntent::Bind(binds));
        }
    }
    ui.add_space(4.0);
    how_sure(ui, fitting);
    let joints = fitting.joints();
    match &joints {
        Ok(joints) => ui.label(format!("{} joints", joints.len())),
        Err(why) => ui.colored_label(ui.visuals().warn_fg_color, why.to_string()),
    };
    ui.horizontal(|ui| {
        let create = ui.add_enabled(joints.is_ok(), Button::new("Create"));
        let tip = "Makes all joints, as one step (Enter)";
        if create.on_hover_text(tip).clicked() {
            send(FitIntent::Create);
        }
        let cancel = ui.button("Cancel");
        if cancel.on_hover_text("Makes no joints (Esc)").clicked() {
            send(FitIntent::Cancel);
        }
    });
    let reset = ui.button("Reset markers");
    let tip = "Puts all markers where they were at first";
    if reset.on_hover_text(tip).clicked() {
        send(FitIntent::Guess);
    }
}

/// What the colors of the markers mean, and which are no more than guesses.
fn how_sure(ui: &mut Ui, fitting: &Fitting) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for (sureness, text, tip) in [
            (
                Sureness::Found,
                "found",
                "The mesh shows the place, or you put it there",
            ),
            (
                Sureness::Likely,
                "likely",
                "By proportion, between places that were found",
            ),
            (
                Sureness::Guess,
                "a guess",
                "By the proportions that figures usually have: look at it",
            ),
        ] {
            let text = RichText::new(text).strong().color(sureness_color(sureness));
            ui.label(text).on_hover_text(tip);
        }
    });
    if let Some(text) = guesses_said(&fitting.guesses()) {
        if let Some(doubt) = fitting.doubt() {
            ui.colored_label(ui.visuals().warn_fg_color, doubt.to_string());
        }
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
}

fn choices(ui: &mut Ui, kind: TemplateKind, options: &mut TemplateOptions) {
    ui.spacing_mut().slider_width = 80.0;
    let number = |ui: &mut Ui, value: &mut u8, (least, most): (u8, u8), text: &str| {
        ui.add(Slider::new(value, least..=most).text(text));
    };
    if kind != TemplateKind::Hand {
        let most = TemplateOptions::MOST_SPINE;
        number(ui, &mut options.spine, (1, most), "Spine joints");
    }
    match kind {
        TemplateKind::Biped => {
            twist(ui, &mut options.twist);
            let most = TemplateOptions::MOST_FINGERS;
            number(ui, &mut options.fingers, (0, most), "Fingers");
            face(ui, kind, &mut options.face);
        }
        TemplateKind::Quadruped => {
            let most = TemplateOptions::MOST_TAIL;
            number(ui, &mut options.tail, (0, most), "Tail joints");
            ui.checkbox(&mut options.toes, "Toes");
            face(ui, kind, &mut options.face);
        }
        TemplateKind::Hand => {
            let most = TemplateOptions::MOST_FINGERS;
            number(ui, &mut options.fingers, (1, most), "Fingers");
            ui.horizontal(|ui| {
                ui.selectable_value(&mut options.left, true, "Left hand");
                ui.selectable_value(&mut options.left, false, "Right hand");
            });
        }
    }
}

/// How many joints share the twist of each limb.
fn twist(ui: &mut Ui, joints: &mut TwistJoints) {
    for (value, text, tip) in [
        (&mut joints.upper_arm, "Upper arm twist", "upper arm"),
        (&mut joints.forearm, "Forearm twist", "forearm"),
        (&mut joints.thigh, "Thigh twist", "thigh"),
    ] {
        let most = TemplateOptions::MOST_TWIST;
        let tip = format!("Twist joints along the {tip}, at equal parts");
        ui.add(Slider::new(value, 0..=most).text(text))
            .on_hover_text(tip);
    }
}

/// Which joints of the face there are; their markers are then shown.
fn face(ui: &mut Ui, kind: TemplateKind, joints: &mut FaceJoints) {
    ui.horizontal(|ui| {
        ui.checkbox(&mut joints.eyes, "Eyes");
        ui.checkbox(&mut joints.jaw, "Jaw");
        if kind == TemplateKind::Quadruped {
            ui.checkbox(&mut joints.ears, "Ears");
        }
    });
}

fn by_keys(ctx: &Context, fitting: &Fitting, view: &View<'_>, sink: &mut Sink) {
    let is_busy = view.session.takes_keys()
        || ctx.text_edit_focused()
        || view.opening.is_some()
        || Popup::is_any_open(ctx);
    if is_busy {
        return;
    }
    let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    // Enter presses the button that has the focus.
    let is_focused = ctx.memory(|memory| memory.focused().is_some());
    if pressed(Key::Escape) {
        sink.send(Intent::Fit(FitIntent::Cancel));
    } else if !is_focused && fitting.joints().is_ok() && pressed(Key::Enter) {
        sink.send(Intent::Fit(FitIntent::Create));
    }
}
