//! The window of preferences.

use eframe::egui::{
    Align2, ComboBox, Context, Grid, Label, RichText, Slider, TextWrapMode, Ui, Window,
};

use crate::actions::info;
use crate::command::{Action, Command, Panel, Sink};
use crate::keymap::Preset;
use crate::settings::{Change, DifferenceColors, SCALES, ThemeChoice, Units, VARIABLE};
use crate::view::View;

/// Draws the window, if it is open.
pub fn preferences(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::Preferences);
    if !open {
        return;
    }
    Window::new("Preferences")
        .open(&mut open)
        .resizable(false)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .default_width(460.0)
        .show(ctx, |ui| {
            ui.set_max_width(460.0);
            Grid::new("preferences")
                .num_columns(2)
                .spacing([18.0, 8.0])
                .min_col_width(110.0)
                .show(ui, |ui| {
                    row(ui, "Theme", |ui| theme(ui, view, sink));
                    row(ui, "Size", |ui| scale(ui, view, sink));
                    row(ui, "Keys", |ui| keymap(ui, view, sink));
                    row(ui, "Lengths", |ui| units(ui, view, sink));
                    row(ui, "Differences", |ui| difference(ui, view, sink));
                    row(ui, "At start", |ui| welcome(ui, view, sink));
                    row(ui, "Kept in", |ui| folder(ui, view));
                });
        });
    if !open {
        sink.send(Command::Toggle(Panel::Preferences));
    }
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
            sink.send(Command::Set(Change::Theme(choice)));
        }
    }
}

/// While the slider is dragged the size stays, for else it would slip away from under the pointer.
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
        .accessible_name("Interface size")
        .on_hover_text("The size of letters and widgets; 100 % is the system's own");
    if response.dragged() {
        ui.data_mut(|data| data.insert_temp(memory, percent / 100.0));
    } else if response.drag_stopped() || response.changed() {
        ui.data_mut(|data| data.remove_temp::<f32>(memory));
        sink.send(Command::Set(Change::Scale(percent / 100.0)));
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
                sink.send(Command::Set(Change::Keymap(preset.id().to_owned())));
            }
        }
    });
    combo
        .response
        .accessible_name("Key map")
        .on_hover_text("Which program's keys these are like");
    action_link(ui, Action::EditKeyMap, "Edit keys…", sink);
}

/// A button for something that the menus have too.
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
                sink.send(Command::Set(Change::Units(units)));
            }
        }
    });
    combo
        .response
        .accessible_name("Unit of lengths")
        .on_hover_text("The unit in which lengths are shown; files hold metres");
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
                sink.send(Command::Set(Change::Difference(colors)));
            }
        }
    });
    combo
        .response
        .accessible_name("Colours of differences")
        .on_hover_text(
            "Inside and outside of pane A; told apart with colour-vision deficiencies too",
        );
}

fn welcome(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let mut shown = view.session.settings.welcome;
    let response = ui
        .checkbox(&mut shown, "Show the welcome card")
        .on_hover_text("When the program starts without a file");
    if response.changed() {
        sink.send(Command::Set(Change::Welcome(shown)));
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
