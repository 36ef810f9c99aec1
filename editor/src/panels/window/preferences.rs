//! The window of preferences.

use eframe::egui::{
    Align2, Color32, ComboBox, Context, Grid, Label, Response, RichText, Role, ScrollArea, Sense,
    Slider, Stroke, TextWrapMode, Ui, Vec2, WidgetInfo, Window,
};
use session::commands::actions::{Action, WindowAction};
use session::commands::command::{Intent, Panel, Sink};
use session::commands::keymap::Preset;
use session::features::actions::info;
use session::features::view::View;
use session::settings::{
    Accent, Background, Colors, DifferenceColors, SCALES, Selected, SettingChange, ThemeChoice,
    Units, VARIABLE,
};

use crate::panels::painting::weight_look::{isolines, weight_ramp};
use crate::panels::skeleton::mirror_names::mirror_names;

/// Width of the window, in points.
const WIDTH: f32 = 460.0;
/// Height of the screen that the content leaves to the title, to margins, and to a gap around the window.
const AROUND: f32 = 84.0;

/// Draws the window, if it is open. What is too high for the screen is scrolled.
pub fn preferences(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::Preferences);
    if !open {
        return;
    }
    let height = (ctx.content_rect().height() - AROUND).max(80.0);
    Window::new("Preferences")
        .open(&mut open)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .fixed_size([WIDTH, height])
        .show(ctx, |ui| {
            ui.set_max_width(WIDTH);
            ScrollArea::vertical()
                .max_height(height)
                .show(ui, |ui| all(ui, view, sink));
        });
    if !open {
        sink.send(Intent::Toggle(Panel::Preferences));
    }
}

fn all(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    Grid::new("preferences")
        .num_columns(2)
        .spacing([18.0, 8.0])
        .min_col_width(110.0)
        .show(ui, |ui| {
            row(ui, "Theme", |ui| theme(ui, view, sink));
            row(ui, "Interface scale", |ui| scale(ui, view, sink));
            row(ui, "Key map", |ui| keymap(ui, view, sink));
            row(ui, "Units", |ui| units(ui, view, sink));
            row(ui, "Accent", |ui| accent(ui, view, sink));
            row(ui, "Background", |ui| background(ui, view, sink));
            row(ui, "Selection color", |ui| selected_colors(ui, view, sink));
            row(ui, "Difference colors", |ui| difference(ui, view, sink));
            row(ui, "Weight ramp", |ui| weight_ramp(ui, view, sink));
            row(ui, "Isolines", |ui| isolines(ui, view, sink));
            row(ui, "On startup", |ui| welcome(ui, view, sink));
            row(ui, "Settings folder", |ui| folder(ui, view));
        });
    ui.separator();
    ui.label("Side patterns");
    mirror_names(ui, view, sink);
}

fn row(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    ui.label(name);
    ui.horizontal(content);
    ui.end_row();
}

fn theme(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    for choice in ThemeChoice::ALL {
        let chosen = view.session.settings.theme == choice;
        let response = ui
            .radio(chosen, choice.name())
            .accessible_name(format!("Theme: {}", choice.name()));
        if response.clicked() {
            sink.send(Intent::Set(SettingChange::Theme(choice)));
        }
    }
}

/// The interface scale, applied when the drag ends: before, the slider would move away from the pointer.
fn scale(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let memory = ui.scope_id().with("scale");
    let now = view.session.settings.ui_scale;
    let mut percent = 100.0 * ui.data(|data| data.get_temp(memory)).unwrap_or(now);
    let range = 100.0 * SCALES.start()..=100.0 * SCALES.end();
    let slider = Slider::new(&mut percent, range)
        .step_by(5.0)
        .fixed_decimals(0)
        .suffix(" %")
        .update_while_editing(false);
    let response = ui
        .add(slider)
        .accessible_name("Interface scale in percent")
        .on_hover_text("The size of text and widgets; 100 % is the system's own");
    if response.dragged() {
        ui.data_mut(|data| data.insert_temp(memory, percent / 100.0));
    } else if response.drag_stopped() || response.changed() {
        ui.data_mut(|data| data.remove_temp::<f32>(memory));
        sink.send(Intent::Set(SettingChange::Scale(percent / 100.0)));
    }
}

fn keymap(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let now = Preset::of_id(&view.session.settings.keymap).unwrap_or_default();
    let combo = ComboBox::from_id_salt("keymap")
        .width(190.0)
        .selected_text(now.name());
    let combo = combo.show_ui(ui, |ui| {
        for preset in Preset::ALL {
            if ui.selectable_label(preset == now, preset.name()).clicked() {
                sink.send(Intent::Set(SettingChange::Keymap(preset.id().to_owned())));
            }
        }
    });
    combo
        .response
        .accessible_name("Choice of key map")
        .on_hover_text("Key map preset");
    action_link(
        ui,
        Action::Window(WindowAction::EditKeyMap),
        "Edit keys…",
        sink,
    );
}

/// A link that runs an action of the menus.
fn action_link(ui: &mut Ui, action: Action, text: &str, sink: &mut Sink) {
    let tip = info(action).map_or("", |row| row.tooltip);
    if ui.button(text).on_hover_text(tip).clicked() {
        sink.run(action);
    }
}

fn units(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let now = view.session.settings.units;
    let combo = ComboBox::from_id_salt("units")
        .width(190.0)
        .selected_text(now.name());
    let combo = combo.show_ui(ui, |ui| {
        for units in Units::ALL {
            if ui.selectable_label(units == now, units.name()).clicked() {
                sink.send(Intent::Set(SettingChange::Units(units)));
            }
        }
    });
    combo
        .response
        .accessible_name("Unit of lengths")
        .on_hover_text("The unit in which lengths are shown; files hold meters");
    ui.weak(now.length(0.0123));
}

fn difference(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let now = view.session.settings.difference;
    let combo = ComboBox::from_id_salt("difference")
        .width(190.0)
        .selected_text(now.name());
    let combo = combo.show_ui(ui, |ui| {
        for colors in DifferenceColors::ALL {
            if ui.selectable_label(colors == now, colors.name()).clicked() {
                sink.send(Intent::Set(SettingChange::Difference(colors)));
            }
        }
    });
    combo
        .response
        .accessible_name("Colors of differences")
        .on_hover_text(
            "Inside and outside of pane A; told apart with color-vision deficiencies too",
        );
}

/// A disc in a color, to choose that color.
pub(in crate::panels) fn swatch(
    ui: &mut Ui,
    [red, green, blue]: [u8; 3],
    chosen: bool,
    name: &str,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(24.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, name));
    let painter = ui.painter();
    let fill = Color32::from_rgb(red, green, blue);
    painter.circle_filled(rect.center(), 8.0, fill);
    if chosen || response.hovered() || response.has_focus() {
        let foreground = if chosen {
            ui.visuals().strong_text_color()
        } else {
            ui.visuals().weak_text_color()
        };
        painter.circle_stroke(rect.center(), 10.5, Stroke::new(2.0, foreground));
    }
    response
}

fn accent(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let colors = view.session.settings.colors;
    ui.spacing_mut().item_spacing.x = 4.0;
    for accent in Accent::ALL {
        let chosen = accent == colors.accent;
        let name = format!("Accent: {}", accent.name());
        let foreground = accent.foreground(!ui.visuals().dark_mode);
        let response = swatch(ui, foreground, chosen, &name).on_hover_text(accent.name());
        if response.clicked() {
            sink.send(Intent::Set(SettingChange::Colors(Colors {
                accent,
                ..colors
            })));
        }
    }
}

fn background(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let colors = view.session.settings.colors;
    for background in Background::ALL {
        let name = format!("Background: {}", background.name());
        let response = ui
            .radio(background == colors.background, background.name())
            .on_hover_text(background.tooltip())
            .accessible_name(name);
        if response.clicked() {
            let colors = Colors {
                background,
                ..colors
            };
            sink.send(Intent::Set(SettingChange::Colors(colors)));
        }
    }
    let mut own_background = colors.own_background;
    let response = ui.color_edit_button_srgb(&mut own_background);
    let response = response.on_hover_text("Your own color behind the characters");
    if response.accessible_name("Custom background").changed() {
        let colors = Colors {
            background: Background::Own,
            own_background,
            ..colors
        };
        sink.send(Intent::Set(SettingChange::Colors(colors)));
    }
}

fn selected_colors(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let colors = view.session.settings.colors;
    ui.spacing_mut().item_spacing.x = 4.0;
    for selected in Selected::ALL {
        let chosen = selected == colors.selected;
        let name = format!("Selected joints: {}", selected.name());
        let foreground = selected.color(!ui.visuals().dark_mode);
        let response = swatch(ui, foreground, chosen, &name).on_hover_text(format!(
            "{}; where surfaces show weights, a color that no weight has",
            selected.name()
        ));
        if response.clicked() {
            sink.send(Intent::Set(SettingChange::Colors(Colors {
                selected,
                ..colors
            })));
        }
    }
}

fn welcome(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let mut shown = view.session.settings.welcome;
    let response = ui
        .checkbox(&mut shown, "Show the welcome card")
        .on_hover_text("When the program starts without a file");
    if response.changed() {
        sink.send(Intent::Set(SettingChange::Welcome(shown)));
    }
}

fn folder(ui: &mut Ui, view: &View<'_>) {
    let Some(folder) = &view.session.settings_folder else {
        ui.weak("nowhere: these preferences last for this session");
        return;
    };
    let path = folder.display().to_string();
    let copy = ui
        .button("Copy")
        .on_hover_text("Copies the path of the configuration folder");
    if copy.accessible_name("Copy configuration folder").clicked() {
        ui.ctx().copy_text(path.clone());
    }
    ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
    ui.add(
        Label::new(RichText::new(&path).monospace())
            .truncate()
            .selectable(true),
    )
    .on_hover_text(format!("{path}\n{VARIABLE} names another folder"));
}
