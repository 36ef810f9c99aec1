//! The menus, and what stands at the right end of their row.

use eframe::egui::{Align, Button, Layout, MenuBar, Spinner, Ui};

use crate::action_state::action_state;
use crate::actions::{ActionInfo, BUILTIN_GROUP, Menu, actions};
use crate::command::{Action, Sink, shortcut_text};
use crate::panels::widgets::{icon_button, tooltip, with_tooltip};
use crate::view::View;

/// Draws the row.
pub fn menu_bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.title(), |ui| menu_items(ui, menu, view, sink));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            right_end(ui, view, sink)
        });
    });
}

fn menu_items(ui: &mut Ui, menu: Menu, view: &View<'_>, sink: &mut Sink) {
    ui.set_min_width(230.0);
    let mut group = None;
    let rows: Vec<&ActionInfo> = actions().iter().filter(|row| row.menu == menu).collect();
    for row in &rows {
        if group.is_some_and(|group| group != row.group) {
            ui.separator();
        }
        let is_first = group != Some(row.group);
        group = Some(row.group);
        if (menu, row.group) != (Menu::File, BUILTIN_GROUP) {
            menu_item(ui, row, view, sink);
        } else if is_first {
            ui.menu_button("Built-in characters", |ui| {
                ui.set_min_width(160.0);
                for row in rows.iter().filter(|row| row.group == BUILTIN_GROUP) {
                    menu_item(ui, row, view, sink);
                }
            });
        }
    }
}

fn menu_item(ui: &mut Ui, row: &ActionInfo, view: &View<'_>, sink: &mut Sink) {
    let state = action_state(row, view);
    let mark = match state.checked {
        Some(true) => "✔ ",
        Some(false) => "    ",
        None => "",
    };
    let mut button = Button::new(format!("{mark}{}", state.text));
    if let Some(shortcut) = &row.shortcut {
        button = button.shortcut_text(shortcut_text(shortcut));
    }
    let response = ui
        .add_enabled(state.enabled, button)
        .accessible_name(&state.text);
    if with_tooltip(response, row.tooltip).clicked() {
        sink.run(row.action);
        ui.close();
    }
}

fn right_end(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let unseen = view.session.notices.unseen();
    let bell = if unseen == 0 {
        "🔔".to_owned()
    } else {
        format!("🔔 {unseen}")
    };
    icon_button(ui, &bell, Action::ToggleNotices, view, sink);
    let theme = if view.session.switches.light {
        "🌙"
    } else {
        "☀"
    };
    icon_button(ui, theme, Action::ToggleTheme, view, sink);
    ui.separator();
    icon_button(ui, "⟳", Action::Redo, view, sink);
    icon_button(ui, "⟲", Action::Undo, view, sink);
    ui.separator();
    if let Some(row) = crate::actions::info(Action::Palette) {
        let search = ui.add(
            Button::new("🔍 Commands")
                .shortcut_text(row.shortcut.map(|s| shortcut_text(&s)).unwrap_or_default()),
        );
        if with_tooltip(search, &tooltip(row))
            .accessible_name("Find a command")
            .clicked()
        {
            sink.run(Action::Palette);
        }
    }
    if let Some(file) = view.loading {
        ui.add(Spinner::new().size(16.0));
        ui.label(format!("Opening {file}…"));
    }
}
