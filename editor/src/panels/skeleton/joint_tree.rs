//! The joints as a tree with a search.

use eframe::egui;
use eframe::egui::{
    Align, Key, Label, Layout, Modifiers, Response, RichText, ScrollArea, TextEdit, Ui, Vec2,
};
use rig::JointIndex;
use scene::names::{count, joint_name};
use scene::report::among_nodes;
use session::commands::actions::InspectAction;
use session::commands::command::{Input, Intent, Sink};
use session::features::view::View;
use session::mode::Mode;
use session::state::selection::{Choose, HoveredIn};

mod editing;
mod line;
mod sets;
mod weights;

use line::{ROW_HEIGHT, draw_row, level_indent, row_id};

/// A visible line of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Index of the joint on this line.
    pub joint: JointIndex,
    /// Levels of indentation; 0 while searching.
    pub depth: usize,
}

/// The visible lines: joints whose ancestors are all unfolded or, while searching, those whose name contains all the
/// typed words.
#[must_use]
pub fn rows(view: &View<'_>) -> Vec<Row> {
    let skeleton = &view.document.character.rig.skeleton;
    let tree = &view.session.character.tree;
    let words: Vec<String> = tree
        .search
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    if !words.is_empty() {
        let fits = |joint: JointIndex| {
            let name = joint_name(skeleton, joint).to_lowercase();
            words.iter().all(|word| name.contains(word))
        };
        return skeleton
            .joints()
            .filter(|&joint| fits(joint))
            .map(|joint| Row { joint, depth: 0 })
            .collect();
    }
    // The skeleton is in depth-first order: everything deeper than a folded joint is below it, up to the first that is
    // not.
    let mut fold: Option<usize> = None;
    let unfolded = |joint: JointIndex| {
        let depth = view.session.character.facts.joint(joint).depth;
        if fold.is_some_and(|fold| depth > fold) {
            return None;
        }
        fold = tree.folded.contains(&joint).then_some(depth);
        Some(Row { joint, depth })
    };
    skeleton.joints().filter_map(unfolded).collect()
}

/// Draws the counts, the search, the lines and, in weights mode, the row under them.
pub fn joint_tree(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let total = view.document.character.rig.skeleton.len();
    let rows = rows(view);
    if total > 0 {
        counts(ui, rows.len(), view, sink);
    }
    let line = Vec2::new(ui.available_width(), ui.spacing().interact_size.y);
    let line = ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| {
        if total > 0 {
            sets::sets_menu(ui, view, sink);
        }
        search_field(ui, view, sink)
    });
    let search = line.inner;
    ui.add_space(4.0);
    if rows.is_empty() {
        ui.weak(match (view.is_empty(), view.opening.is_some(), total) {
            (true, true, _) => "Opening a file …",
            (true, false, _) => "Nothing is open: drop a file here, or use Open in the File menu.",
            (false, _, 0) => "This file has no joints.",
            (false, _, _) => "No matching joint",
        });
        return;
    }
    let hovered = ui.rect_contains_pointer(ui.max_rect());
    let focused: bool = ui.data(|data| data.get_temp(focus_id())).unwrap_or(false);
    if hovered || focused || search.has_focus() {
        keys(ui, &rows, view, sink);
    }
    // The row is below the lines, so that their places are the same in every mode; so is what they are scrolled to, by
    // one and the same area.
    let has_foot = view.session.mode == Mode::Weights;
    let foot = if has_foot { weights::FOOT } else { 0.0 };
    let available = ui.available_size() - Vec2::new(0.0, foot);
    ui.allocate_ui(available.max(Vec2::ZERO), |ui| list(ui, &rows, view, sink));
    if has_foot {
        weights::foot(ui, view, sink);
    }
}

/// What joints are, and what is counted beside them.
pub const JOINTS_AND_NODES: &str = "Joints are the nodes that a skin lists; other nodes are meshes, parents, helpers, and joints that no skin lists yet";

/// The number of joints and of nodes that no skin lists, or of the nodes whose rows are shown; and of hidden joints.
fn counts(ui: &mut Ui, n_rows: usize, view: &View<'_>, sink: &mut Sink) {
    let rig = &view.document.character.rig;
    let (n_skins, total) = (rig.binds.len(), rig.skeleton.len());
    let joints = view.session.character.facts.joint_count;
    let mut text = match n_skins {
        0 => among_nodes(n_skins, total),
        _ => nodes(joints, "joint"),
    };
    if n_skins > 0 && total > joints {
        text = format!("{text}, {}", nodes(total - joints, "other node"));
    }
    if n_rows < total {
        text = format!("{} of {}", count(n_rows), nodes(total, "node"));
    }
    let row = Vec2::new(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        let hidden = view.session.character.hidden.len();
        if hidden > 0 {
            let link = ui.link(format!("{} hidden", count(hidden)));
            if link.on_hover_text("Shows all joints again").clicked() {
                sink.run(InspectAction::ShowAllJoints);
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let tip = format!("{text}\n{JOINTS_AND_NODES}");
            let label = Label::new(RichText::new(text).weak()).truncate();
            ui.add(label.show_tooltip_when_elided(false))
                .on_hover_text(tip);
        });
    });
}

/// `1 joint`, `19 joints`.
fn nodes(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", count(number))
}

fn search_field(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) -> Response {
    let mut words = view.session.character.tree.search.clone();
    let field = TextEdit::singleline(&mut words)
        .hint_text("Search joints")
        .desired_width(f32::INFINITY);
    let response = ui
        .add(field)
        .on_hover_text("Shows only joints whose name holds these words")
        .accessible_name("Search joints");
    if response.changed() {
        sink.send(Intent::Search(words));
    }
    response
}

/// Up and down select, left and right fold and unfold.
fn keys(ui: &Ui, rows: &[Row], view: &View<'_>, sink: &mut Sink) {
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let place = rows
        .iter()
        .position(|row| Some(row.joint) == view.session.character.selection.active());
    // There is a line at least: without any, nothing asks for keys.
    let step = match (pressed(Key::ArrowUp), pressed(Key::ArrowDown)) {
        (true, false) => place.map_or(rows.len() - 1, |place| place.saturating_sub(1)),
        (false, true) => place.map_or(0, |place| (place + 1).min(rows.len() - 1)),
        _ => return fold_keys(ui, view, sink),
    };
    if let Some(row) = rows.get(step) {
        sink.send(Intent::Select(Some(row.joint)));
        if ui.data(|data| data.get_temp(focus_id())) == Some(true) {
            ui.memory_mut(|memory| memory.request_focus(row_id(row.joint)));
        }
    }
}

fn fold_keys(ui: &Ui, view: &View<'_>, sink: &mut Sink) {
    let Some(joint) = view
        .session
        .character
        .selection
        .active()
        .filter(|_| !ui.ctx().text_edit_focused())
    else {
        return;
    };
    let folded = view.session.character.tree.folded.contains(&joint);
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if (folded && pressed(Key::ArrowRight))
        || (!folded
            && view.session.character.facts.joint(joint).has_children()
            && pressed(Key::ArrowLeft))
    {
        sink.send(Intent::ToggleFold(joint));
    }
}

fn list(ui: &mut Ui, rows: &[Row], view: &View<'_>, sink: &mut Sink) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().auto_shrink(false);
    if let Some(offset) = offset_to_selection(ui, rows, view) {
        area = area.vertical_scroll_offset(offset);
    }
    let output = area.show_rows(ui, ROW_HEIGHT, rows.len(), |ui, range| {
        let (mut focused, mut hovered) = (false, None);
        let indent = level_indent(ui.available_width(), view);
        for row in rows.get(range.clone()).unwrap_or_default() {
            let answer = draw_row(ui, *row, indent, view, sink);
            focused |= answer.has_focus();
            if answer.hovered() {
                hovered = Some(row.joint);
            }
            if answer.clicked() && !answer.double_clicked() {
                click(ui, row.joint, rows, view, sink);
            }
        }
        (range, focused, hovered)
    });
    let (range, focused, hovered) = output.inner;
    hover(hovered, view, sink);
    ui.data_mut(|data| {
        data.insert_temp(
            memory_id(),
            (view.session.character.selection.active(), range),
        );
        data.insert_temp(focus_id(), focused);
    });
}

/// A click selects; with Ctrl it adds or removes one joint, with Shift all lines from the active one to this one.
fn click(ui: &Ui, joint: JointIndex, rows: &[Row], view: &View<'_>, sink: &mut Sink) {
    let held = ui.input(|input| input.modifiers);
    let place = |joint| rows.iter().position(|row| row.joint == joint);
    let active = view.session.character.selection.active();
    let ends = active.and_then(place).zip(place(joint));
    if let Some((from, to)) = ends.filter(|_| held.shift) {
        let range = rows.get(from.min(to)..=from.max(to)).unwrap_or_default();
        let joints = range.iter().map(|row| row.joint);
        let chosen = joints.chain([joint]).collect();
        sink.send(Intent::SelectAll(chosen, Choose::Add));
    } else if held.command {
        sink.send(Intent::SelectAll(vec![joint], Choose::Toggle));
    } else {
        sink.send(Intent::Select(Some(joint)));
    }
}

/// Reports the joint under the pointer, which the panes mark too.
fn hover(joint: Option<JointIndex>, view: &View<'_>, sink: &mut Sink) {
    let (before, before_in) = (view.session.character.hovered, view.session.hovered_in);
    let is_news = match joint {
        Some(_) => before != joint || before_in != Some(HoveredIn::Tree),
        None => before_in == Some(HoveredIn::Tree),
    };
    if is_news {
        sink.send(Input::Hover(joint, HoveredIn::Tree));
    }
}

/// Scroll offset to a joint that was selected elsewhere and whose line is not visible.
#[expect(clippy::cast_precision_loss, reason = "65,535 lines at the most")]
fn offset_to_selection(ui: &Ui, rows: &[Row], view: &View<'_>) -> Option<f32> {
    let selected = view.session.character.selection.active()?;
    let (before, seen): (Option<JointIndex>, std::ops::Range<usize>) =
        ui.data(|data| data.get_temp(memory_id()))?;
    let place = rows.iter().position(|row| row.joint == selected)?;
    // The last line of the range is cut off at the panel's lower edge.
    let in_sight = seen.contains(&place) && place + 2 <= seen.end.max(2);
    let moved = before != Some(selected)
        && !(in_sight || (seen.contains(&place) && seen.end == rows.len()));
    let height = ui.available_height();
    // Nothing is below the last line.
    let most = (rows.len() as f32 * ROW_HEIGHT - height).max(0.0);
    moved.then(|| (place as f32 * ROW_HEIGHT - height / 2.0).clamp(0.0, most))
}

fn memory_id() -> egui::Id {
    egui::Id::unique("joint tree memory")
}

/// Id under which it is kept whether one of the lines has the keyboard.
fn focus_id() -> egui::Id {
    egui::Id::unique("joint tree focus")
}
