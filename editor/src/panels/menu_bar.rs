//! The menus, and what stands at the right end of their row.

use eframe::egui::{Align, Button, Layout, MenuBar, Rect, RichText, Ui, Vec2};

use crate::action_state::action_state;
use crate::actions::{ActionInfo, BUILTIN_GROUP, Menu, actions, info};
use crate::command::{Action, Sink, shortcut_text};
use crate::panels::icons::Icon;
use crate::panels::widgets::{action_button, paint_on, tooltip, with_tooltip};
use crate::view::View;

/// Draws the row.
pub fn menu_bar(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.title(), |ui| menu_items(ui, menu, view, sink));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            right_end(ui, view, sink);
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
    // Room for the tick, so that names stand below one another.
    let margin = if row.menu == Menu::View {
        "        "
    } else {
        ""
    };
    let mut button = Button::new(format!("{margin}{}", state.text));
    if let Some(shortcut) = &row.shortcut {
        button = button.shortcut_text(shortcut_text(shortcut));
    }
    let response = ui.add_enabled(state.enabled, button);
    if state.checked == Some(true) && row.menu == Menu::View {
        let place = Rect::from_center_size(
            response.rect.left_center() + Vec2::new(14.0, 0.0),
            Vec2::splat(16.0),
        );
        paint_on(ui, &response, place, Icon::Tick);
    }
    if with_tooltip(response, row.tooltip)
        .accessible_name(&state.text)
        .clicked()
    {
        sink.run(row.action);
        ui.close();
    }
}

fn right_end(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let unseen = view.session.notices.unseen();
    action_button(ui, Icon::Bell, Action::ToggleNotices, view, sink);
    if unseen > 0 {
        let color = ui.visuals().warn_fg_color;
        ui.label(RichText::new(unseen.to_string()).color(color).strong())
            .on_hover_text("New messages");
    }
    let theme = if view.session.switches.light {
        Icon::Moon
    } else {
        Icon::Sun
    };
    action_button(ui, theme, Action::ToggleTheme, view, sink);
    ui.separator();
    action_button(ui, Icon::Redo, Action::Redo, view, sink);
    action_button(ui, Icon::Undo, Action::Undo, view, sink);
    ui.separator();
    search_button(ui, sink);
}

fn search_button(ui: &mut Ui, sink: &mut Sink) {
    let Some(row) = info(Action::Palette) else {
        return;
    };
    let keys = row
        .shortcut
        .map(|shortcut| shortcut_text(&shortcut))
        .unwrap_or_default();
    let response = ui.add(Button::new("         Commands").shortcut_text(keys));
    paint_on(
        ui,
        &response,
        Rect::from_center_size(
            response.rect.left_center() + Vec2::new(16.0, 0.0),
            Vec2::splat(16.0),
        ),
        Icon::Search,
    );
    if with_tooltip(response, &tooltip(row))
        .accessible_name("Find a command")
        .clicked()
    {
        sink.run(Action::Palette);
    }
}
