//! Buttons for onion skins and motion trails, and the options of both.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{Button, Context, DragValue, Grid, PopupCloseBehavior, Slider, Ui, Vec2};
use session::commands::actions::MotionAction;
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;
use session::settings::{
    MOST_SKINS, OnionSettings, OnionStep, SKIN_FRAMES, SKIN_SECONDS, SettingChange,
};

use crate::panels::fields::number_field::NumberField;
use crate::panels::widgets::context_menu::item;
use crate::panels::widgets::corner_window::corner_window;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{action_button, paint_on, section};
use crate::panels::window::preferences::swatch;

/// Colors of earlier and later poses that are told apart from each other and from the usual marks.
const COLORS: [(&str, [u8; 3]); 8] = [
    ("Coral", [232, 110, 70]),
    ("Amber", [230, 168, 44]),
    ("Rose", [226, 92, 140]),
    ("Violet", [158, 112, 226]),
    ("Blue", [66, 148, 236]),
    ("Teal", [40, 176, 164]),
    ("Green", [104, 180, 72]),
    ("Gray", [150, 154, 160]),
];

/// The least width of the options, in points.
const WIDTH: f32 = 250.0;

/// Draws the two switches, and the button that opens the options.
pub fn motion_buttons(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    switches(ui, view, sink);
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = Button::new("").min_size(Vec2::new(26.0, 24.0));
    let (response, _) = MenuButton::from_button(button)
        .config(config)
        .ui(ui, |ui| options(ui, view, sink));
    paint_on(ui, &response, response.rect, Icon::More);
    let response = response.on_hover_text("Options of onion skins and motion trails");
    response.accessible_name("Onion skin options");
}

/// Draws the window with the switches and the options, if it is open: a narrow timeline has no button for them.
pub fn motion_options(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    corner_window(
        ctx,
        Panel::OnionSkins,
        "Onion skins and trails",
        view,
        sink,
        |ui, view, sink| {
            ui.set_width(WIDTH);
            ui.horizontal(|ui| switches(ui, view, sink));
            settings(ui, view, sink);
        },
    );
}

fn switches(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let (onion, trails) = (
        MotionAction::ToggleOnionSkins,
        MotionAction::ToggleMotionTrails,
    );
    action_button(ui, Icon::Onion, onion, view, sink);
    action_button(ui, Icon::Trail, trails, view, sink);
}

fn options(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.scope(|ui| {
        // Fields are framed, as outside of menus.
        ui.set_style(ui.ctx().global_style());
        settings(ui, view, sink);
    });
    ui.separator();
    for action in [
        MotionAction::KeepMotionTrails,
        MotionAction::ForgetMotionTrails,
    ] {
        item(ui, action.into(), view, sink);
    }
}

fn settings(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let before = view.session.settings.onion;
    let mut now = before;
    ui.set_min_width(WIDTH);
    fields(ui, view, &mut now);
    if now != before {
        sink.send(Intent::Set(SettingChange::Onion(now)));
    }
}

fn fields(ui: &mut Ui, view: &View<'_>, now: &mut OnionSettings) {
    section(ui, "Onion skins");
    Grid::new("onion skins")
        .num_columns(2)
        .spacing([14.0, 6.0])
        .show(ui, |ui| {
            count(ui, "Before", &mut now.before);
            count(ui, "After", &mut now.after);
            ui.label("Step");
            ui.horizontal(|ui| step(ui, now));
            ui.end_row();
            ui.label("Opacity");
            let slider = Slider::new(&mut now.opacity, 0.05..=1.0).show_value(false);
            ui.add(slider)
                .on_hover_text("The opacity of the nearest skins; farther ones fade")
                .accessible_name("Opacity of onion skins");
            ui.end_row();
        });
    if view.motion.onion.omitted_count() > 0 {
        ui.weak("Fewer skins are shown: this mesh is very large.");
    }
    ui.separator();
    section(ui, "Colors of skins and trails");
    colors(ui, "Before", &mut now.before_color);
    colors(ui, "After", &mut now.after_color);
}

fn count(ui: &mut Ui, name: &str, count: &mut u8) {
    ui.label(name);
    // A drag of 20 points is one skin: there are few.
    let field = DragValue::new(count).range(0..=MOST_SKINS).speed(0.05);
    ui.add(field)
        .on_hover_text("How many skins on this side of the current time")
        .accessible_name(format!("Onion skins {}", name.to_lowercase()));
    ui.end_row();
}

fn step(ui: &mut Ui, now: &mut OnionSettings) {
    for step in OnionStep::ALL {
        let response = ui.selectable_label(now.step == step, step.name());
        let response = response.on_hover_text(step.tooltip());
        let name = format!("Step of onion skins: {}", step.name());
        if response.accessible_name(name).clicked() {
            now.step = step;
        }
    }
    match now.step {
        OnionStep::Frames => {
            let field = DragValue::new(&mut now.frames).range(SKIN_FRAMES);
            ui.add(field.speed(0.1))
                .on_hover_text("Frames from one skin to the next")
                .accessible_name("Frames between onion skins");
        }
        OnionStep::Seconds => {
            let field = NumberField::new(&mut now.seconds, 2, |field| {
                field.range(SKIN_SECONDS).speed(0.01).suffix(" s")
            });
            ui.add(field.seconds())
                .on_hover_text("Seconds from one skin to the next")
                .accessible_name("Seconds between onion skins");
        }
        OnionStep::Keys => {}
    }
}

fn colors(ui: &mut Ui, side: &str, color: &mut [u8; 3]) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.scope(|ui| {
            ui.set_width(52.0);
            ui.label(side);
        });
        for (name, rgb) in COLORS {
            let label = format!("{side}: {name}");
            let response = swatch(ui, rgb, *color == rgb, &label);
            if response.on_hover_text(name).clicked() {
                *color = rgb;
            }
        }
    });
}
