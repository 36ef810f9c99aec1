//! The menus, and the buttons at the right end of their row.

use eframe::egui::{
    Align, Button, Layout, MenuBar, Rect, RichText, ScrollArea, TextWrapMode, Ui, Vec2,
};
use session::commands::actions::{Action, FileAction, ViewAction, WindowAction};
use session::commands::command::Sink;
use session::features::actions::{ActionInfo, Menu, action_state, actions, info};
use session::features::view::View;

use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{action_button, paint_on, tooltip, with_tooltip};

/// Draws the menus and, at the right end, the buttons for messages, theme and commands.
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
    ui.set_min_width(250.0);
    // A menu higher than the window can be scrolled.
    let free_space = ui.ctx().content_rect().bottom() - ui.cursor().top() - 16.0;
    ScrollArea::vertical()
        .max_height(free_space.max(120.0))
        .min_scrolled_height(free_space.max(120.0))
        .show(ui, |ui| rows_of(ui, menu, view, sink));
}

fn rows_of(ui: &mut Ui, menu: Menu, view: &View<'_>, sink: &mut Sink) {
    let (mut group, mut was_submenu) = (None, false);
    let offered =
        |row: &&ActionInfo| row.menu == menu && row.is_offered(view) && !is_left_out(row, view);
    let rows: Vec<&ActionInfo> = actions().iter().filter(offered).collect();
    for row in &rows {
        let is_first = group != Some(row.group);
        let submenu = row.submenu;
        // No separator between two submenus.
        if is_first && group.is_some() && !(was_submenu && submenu.is_some()) {
            ui.separator();
        }
        (group, was_submenu) = (Some(row.group), submenu.is_some());
        match submenu {
            None => menu_item(ui, row, view, sink),
            Some(title) if is_first => {
                // Indented by the width of the tick, as rows are.
                ui.menu_button(format!("{}{title}", margin(menu)), |ui| {
                    ui.set_min_width(180.0);
                    for other in rows.iter().filter(|other| other.group == row.group) {
                        if other.action == Action::File(FileAction::ForgetRecent) {
                            ui.separator();
                        }
                        menu_item(ui, other, view, sink);
                    }
                });
            }
            Some(_) => {}
        }
    }
}

/// Whether a menu has no row for an action now: what answers a question of its own has one only while that is asked.
fn is_left_out(row: &ActionInfo, view: &View<'_>) -> bool {
    let answers = matches!(
        row.action,
        Action::File(
            FileAction::CancelOpening
                | FileAction::RecoverWork
                | FileAction::DiscardLeftWork
                | FileAction::NextLeftWork
                | FileAction::RecoverLater
        )
    );
    answers && !action_state(row, view).enabled
}

fn menu_item(ui: &mut Ui, row: &ActionInfo, view: &View<'_>, sink: &mut Sink) {
    let state = action_state(row, view);
    let margin = margin(row.menu);
    // The submenu's title says these words already.
    let said = [
        "Shading: ",
        "Background: ",
        "Heat ramp: ",
        "Isolines: ",
        "Falloff: ",
        "Distance: ",
        "Take from: ",
        "Check: ",
        "Gradient: ",
        "Interpolation: ",
        "Key map: ",
        "Method: ",
        "Method of mesh: ",
        "Sign alignment: ",
        "Normals: ",
    ];
    let said = said
        .into_iter()
        .find_map(|said| state.text.strip_prefix(said));
    let text = said.unwrap_or(&state.text);
    let text = if row.submenu.is_some() {
        text
    } else {
        &state.text
    };
    let mut button = Button::new(format!("{margin}{text}")).wrap_mode(TextWrapMode::Extend);
    if let Some(keys) = view.key_text(row.action) {
        button = button.shortcut_text(keys);
    }
    let response = ui.add_enabled(state.enabled, button);
    if state.checked == Some(true) {
        let place = Rect::from_center_size(
            response.rect.left_center() + Vec2::new(14.0, 0.0),
            Vec2::splat(16.0),
        );
        paint_on(ui, &response, place, Icon::Tick);
    }
    let recent = if let Action::File(FileAction::OpenRecent(place)) = row.action {
        view.session.settings.recent.get(place)
    } else {
        None
    };
    let about = match (recent, state.why_not) {
        (Some(recent), _) => recent.to_owned(),
        (None, Some(why)) => format!("{}\nNot now: {why}", row.tooltip),
        (None, None) => row.tooltip.to_owned(),
    };
    if with_tooltip(response, &about)
        .accessible_name(&state.text)
        .clicked()
    {
        sink.run(row.action);
        ui.close();
    }
}

/// The width of the tick, in a menu with rows that are switches: names align.
const fn margin(menu: Menu) -> &'static str {
    match menu {
        Menu::File => "",
        _ => "        ",
    }
}

fn right_end(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let unseen = view.session.notices.unseen();
    action_button(ui, Icon::Bell, WindowAction::ToggleNotices, view, sink);
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
    action_button(ui, theme, ViewAction::ToggleTheme, view, sink);
    ui.separator();
    search_button(ui, view, sink);
}

fn search_button(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let Some(row) = info(WindowAction::Palette) else {
        return;
    };
    let keys = view.key_text(row.action).unwrap_or_default();
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
    if with_tooltip(response, &tooltip(row, view))
        .accessible_name("Find a command")
        .clicked()
    {
        sink.run(WindowAction::Palette);
    }
}
