//! The searchable list of all keys in the current mode.

use eframe::egui::{
    Align, Align2, Button, Color32, Context, Event, Id, Key, Label, Layout, RichText, ScrollArea,
    TextEdit, TextStyle, Ui, Vec2, Window,
};
use session::commands::actions::{Action, WindowAction};
use session::commands::command::{Intent, Panel, Sink};
use session::commands::keymap::{KeysIntent, Navigation, Shortcut, shortcut_text};
use session::features::actions::{Menu, actions};
use session::features::view::View;
use session::text::fuzzy::{WordMatch, fit};

use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::small_icon_button;
use crate::theme::accent;
use crate::window_keys::{key_press, window_key};

/// Width of a column, and of the gap between two.
const COLUMN: f32 = 340.0;
const BETWEEN: f32 = 24.0;
/// Height of a line, by which groups are distributed over columns.
const LINE: f32 = 22.0;
/// Gap between two lines, which is part of the height of a line.
const GAP: f32 = 3.0;
/// Height of a title with its margins, for the same.
const TITLE: f32 = 44.0;
/// Width of the scroll bar beside the columns.
const BAR: f32 = 20.0;
/// The most and the least width of the field that searches.
const SEARCH: f32 = 220.0;
const LEAST_SEARCH: f32 = 120.0;
/// Screen space outside the window, and space for its title and search.
const MARGIN: Vec2 = Vec2::new(60.0, 70.0);
const HEAD: f32 = 112.0;

/// Keys under one title.
struct Group {
    title: &'static str,
    lines: Vec<Line>,
}

/// A name, its description, and all its keys.
struct Line {
    /// The action, if it can have other keys.
    action: Option<Action>,
    /// Whether the keys are not those of the shipped map.
    is_changed: bool,
    name: String,
    about: String,
    keys: String,
}

/// Draws the list of keys, if it is open.
pub fn shortcuts(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::Shortcuts);
    let was_open = Id::unique("list of keys was open");
    let is_new = open && !ctx.data(|data| data.get_temp(was_open)).unwrap_or(false);
    ctx.data_mut(|data| data.insert_temp(was_open, open));
    if !open {
        return;
    }
    choose_key(ctx, view, sink);
    if !is_new && closing_key(ctx, view) {
        sink.send(Intent::Toggle(Panel::Shortcuts));
        return;
    }
    let typed = &view.session.windows.keys_search;
    let groups = groups(typed, view);
    let free_space = (ctx.content_rect().size() - MARGIN).max(Vec2::splat(80.0));
    let columns = split_columns(groups, columns_in(free_space.x));
    let height = columns
        .iter()
        .map(|column| tall(column))
        .fold(0.0, f32::max);
    let keymap = view.session.keymap.name();
    Window::new("Keyboard and mouse")
        .open(&mut open)
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .collapsible(false)
        .resizable(false)
        .fixed_size([
            width_of(columns.len().max(1)).min(free_space.x),
            (height + HEAD).min(free_space.y),
        ])
        .show(ctx, |ui| {
            let mode = view.session.mode.name();
            let map = format!("{keymap}, {mode} mode");
            ui.horizontal(|ui| {
                let width = width_of_search(ui, &map);
                search(ui, typed, width, is_new, sink);
                ui.add(Label::new(RichText::new(map).weak()).truncate());
            });
            ui.add_space(6.0);
            ui.weak("Click a key, then press another one");
            let area = ScrollArea::both().max_height((free_space.y - HEAD).max(40.0));
            area.show(ui, |ui| {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = BETWEEN;
                    for column in &columns {
                        show_column(ui, column, view, sink);
                    }
                });
                if columns.is_empty() {
                    ui.weak("No matching key");
                }
            });
        });
    if !open {
        sink.send(Intent::Toggle(Panel::Shortcuts));
    }
}

/// While a key is chosen, the next one that is pressed becomes the action's; Escape gives up.
fn choose_key(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(action) = view.session.windows.choosing_key else {
        return;
    };
    let pressed = ctx.input_mut(|input| {
        let mut presses = input.events.iter().filter_map(key_press);
        let pressed = presses.find(|press| !press.repeat);
        let is_of_keys = |event: &Event| {
            key_press(event).is_some() || matches!(event, Event::Text(_) | Event::Ime(_))
        };
        input.events.retain(|event| !is_of_keys(event));
        pressed
    });
    let Some(press) = pressed else { return };
    sink.send(Intent::Keys(
        if window_key(press.logical) == Some(Key::Escape) {
            KeysIntent::Choose(None)
        } else {
            let shortcut = Shortcut {
                modifiers: press.modifiers,
                key: press.logical,
            };
            KeysIntent::Set(action, shortcut)
        },
    ));
}

/// Whether Escape or the key that opened the list was pressed; the event is consumed, so that the search does not get
/// it.
fn closing_key(ctx: &Context, view: &View<'_>) -> bool {
    // The key that opened the list may still be held and repeat.
    let closes = |event: &Event| {
        key_press(event).is_some_and(|press| {
            if press.repeat {
                return false;
            }
            let action = view.keymap_action(&press).map(|(action, _)| action);
            window_key(press.logical) == Some(Key::Escape)
                || action == Some(Action::Window(WindowAction::Shortcuts))
        })
    };
    ctx.input_mut(|input| {
        if !input.events.iter().any(closes) {
            return false;
        }
        let keeps = |event: &Event| !closes(event) && !matches!(event, Event::Text(_));
        input.events.retain(keeps);
        true
    })
}

/// The width of the field beside the name of the key map. Both fit into one column: a row that is wider than the window's size makes
/// the window wider than the bar of its title.
fn width_of_search(ui: &Ui, map: &str) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    let painter = ui.painter();
    let text = painter.layout_no_wrap(map.to_owned(), font, Color32::PLACEHOLDER);
    let left = ui.available_width() - text.size().x - 2.0 * ui.spacing().item_spacing.x;
    left.clamp(LEAST_SEARCH, SEARCH)
}

fn search(ui: &mut Ui, typed: &str, width: f32, is_new: bool, sink: &mut Sink) {
    let mut words = typed.to_owned();
    let field = TextEdit::singleline(&mut words)
        .hint_text("Search")
        .desired_width(width);
    let response = ui.add(field).accessible_name("Search keys");
    if is_new {
        response.request_focus();
    }
    if response.changed() {
        sink.send(Intent::SearchKeys(words));
    }
}

// ---- contents -------------------------------------------------------------------------------------------------------

fn groups(typed: &str, view: &View<'_>) -> Vec<Group> {
    let mouse = Group {
        title: "Mouse",
        lines: mouse(view),
    };
    let menus = Menu::ALL.into_iter().map(|menu| Group {
        title: menu.title(),
        lines: keys_of(menu, !typed.is_empty(), view),
    });
    let found = |line: &Line| {
        let fit = fit(typed, &line.name, &format!("{} {}", line.keys, line.about));
        fit.is_some_and(|fit| fit != WordMatch::Letters)
    };
    let narrowed = std::iter::once(mouse).chain(menus).map(|group| Group {
        lines: group.lines.into_iter().filter(found).collect(),
        ..group
    });
    narrowed.filter(|group| !group.lines.is_empty()).collect()
}

/// The actions of a menu that have keys, or all of them.
fn keys_of(menu: Menu, with_bare: bool, view: &View<'_>) -> Vec<Line> {
    let rows = actions().iter().filter(|row| row.menu == menu);
    let (keymap, mode) = (&view.session.keymap, view.session.mode);
    let lines = rows.map(|row| {
        let keys = keymap.keys_of(row.action, mode);
        Line {
            action: Some(row.action),
            is_changed: keymap.is_changed(row.action, mode),
            name: row.text.trim_end_matches('…').to_owned(),
            about: row.tooltip.to_owned(),
            keys: join_keys(keys.map(|shortcut| shortcut_text(&shortcut))),
        }
    });
    lines
        .filter(|line| with_bare || line.is_changed || !line.keys.is_empty())
        .collect()
}

fn mouse(view: &View<'_>) -> Vec<Line> {
    let line = |name: &str, keys: String| Line {
        action: None,
        is_changed: false,
        name: name.to_owned(),
        about: String::new(),
        keys,
    };
    let ways = Navigation::ALL.map(|way| {
        let drags = view.session.keymap.drags_of(way).take(3);
        let mut keys = join_keys(drags.map(|drag| drag.to_string()));
        let name = match way {
            Navigation::Orbit => "Orbit",
            Navigation::Pan => "Pan",
            Navigation::Zoom => {
                keys = format!("wheel, {keys}");
                "Zoom"
            }
        };
        line(name, keys)
    });
    let others = [
        ("Select the bone under the pointer", "click"),
        ("Change a number", "drag it; Shift: fine"),
        ("Open a file", "drop it"),
    ];
    let others = others.map(|(name, keys)| line(name, keys.to_owned()));
    ways.into_iter().chain(others).collect()
}

fn join_keys(keys: impl Iterator<Item = String>) -> String {
    keys.collect::<Vec<String>>().join(", ")
}

// ---- columns --------------------------------------------------------------------------------------------------------

fn columns_in(width: f32) -> usize {
    let most = (1..=4_usize).rev();
    let mut fitting = most.filter(|&count| width_of(count) <= width);
    fitting.next().unwrap_or(1)
}

fn width_of(columns: usize) -> f32 {
    (0..columns).map(|_| COLUMN + BETWEEN).sum::<f32>() + BAR
}

fn tall(groups: &[Group]) -> f32 {
    let lines = groups.iter().flat_map(|group| &group.lines);
    groups.iter().map(|_| TITLE).sum::<f32>() + lines.map(|_| LINE).sum::<f32>()
}

/// Distributes groups in order over columns of nearly the same height.
fn split_columns(groups: Vec<Group>, columns: usize) -> Vec<Vec<Group>> {
    let mut spread: Vec<Vec<Group>> = Vec::new();
    let whole = tall(&groups);
    let share = (1..=columns).map(|_| 1.0).sum::<f32>().recip() * whole;
    for group in groups {
        let one = std::slice::from_ref(&group);
        // A group goes into the column that more than half of it fits into, so that the columns end at nearly the same height.
        let half = tall(one) / 2.0;
        let has_room = |column: &&mut Vec<Group>| tall(column.as_slice()) + half <= share;
        let is_last = spread.len() == columns;
        match spread.last_mut() {
            Some(column) if is_last => column.push(group),
            other => match other.filter(has_room) {
                Some(column) => column.push(group),
                None => spread.push(vec![group]),
            },
        }
    }
    spread
}

fn show_column(ui: &mut Ui, groups: &[Group], view: &View<'_>, sink: &mut Sink) {
    ui.vertical(|ui| {
        ui.set_width(COLUMN);
        ui.spacing_mut().item_spacing = Vec2::new(8.0, GAP);
        ui.spacing_mut().interact_size.y = LINE - GAP;
        for group in groups {
            ui.add_space(8.0);
            ui.label(RichText::new(group.title).strong());
            ui.separator();
            for line in &group.lines {
                show_line(ui, line, view, sink);
            }
        }
    });
}

fn show_line(ui: &mut Ui, line: &Line, view: &View<'_>, sink: &mut Sink) {
    let response = ui
        .horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                match line.action {
                    Some(action) => keys_of_line(ui, line, action, view, sink),
                    None => {
                        ui.label(RichText::new(&line.keys).strong());
                    }
                }
                // What the keys leave: the name is never written under them.
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(&line.name).truncate());
                });
            });
        })
        .response;
    if !line.about.is_empty() {
        response.on_hover_text(&line.about);
    }
}

/// The keys of an action as a button that asks for another one, and the way back to those of the shipped map.
fn keys_of_line(ui: &mut Ui, line: &Line, action: Action, view: &View<'_>, sink: &mut Sink) {
    if view.session.windows.choosing_key == Some(action) {
        let accent = accent(ui.visuals());
        ui.colored_label(accent, "press a key (Esc cancels)");
        return;
    }
    if line.is_changed {
        let reset = small_icon_button(ui, Icon::Undo, true);
        let reset = reset.on_hover_text("Resets to the default keys");
        let name = format!("Reset keys of {}", line.name);
        if reset.accessible_name(name).clicked() {
            sink.send(Intent::Keys(KeysIntent::Reset(action)));
        }
    }
    let keys = if line.keys.is_empty() {
        RichText::new("no key").weak()
    } else {
        RichText::new(&line.keys).strong()
    };
    let button = ui.add(Button::new(keys).small().frame_when_inactive(false));
    let button = button.on_hover_text("Click, then press another key");
    if button.clicked() {
        sink.send(Intent::Keys(KeysIntent::Choose(Some(action))));
    }
}
