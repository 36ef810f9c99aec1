//! The problems of the weights: a list by kind, to visit and to repair.

use std::sync::Arc;

use eframe::egui;
use eframe::egui::{
    Align, Button, Key, Label, Layout, Link, Modifiers, ProgressBar, RichText, ScrollArea, Ui,
};
use scene::names::count;
use session::commands::actions::{Action, ProblemAction, WeightJobAction};
use session::commands::command::{Intent, Sink};
use session::features::actions::{action_state, info};
use session::features::view::View;
use session::settings::Check;
use session::state::problems::problem_list::{ProblemIntent, ProblemList, Step, pluralize};
use session::state::volume::volume_list::VolumeList;

use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{paint_icon, tooltip, tooltip_of, with_tooltip};
use crate::theme::good_color;

mod checks;
mod lines;
mod volume;

use checks::checks_menu;
use lines::{Line, draw_line, lines, row_id};
use volume::volume;

/// Draws the list of problems.
pub fn weight_problems(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    if view.is_empty() {
        ui.weak(if view.opening.is_some() {
            "Opening a file …"
        } else {
            "What is wrong with the weights of a character is listed here. Nothing is open yet."
        });
        return;
    }
    volume(ui, view, sink);
    head(ui, view, sink);
    progress(ui, view, sink);
    let Some(list) = &view.session.character.problems.list else {
        return;
    };
    alone(ui, list, view, sink);
    ui.add_space(2.0);
    if list.entries.is_empty() {
        nothing_wrong(ui, list);
        if list.points == 0 {
            let all = (view, sink);
            action(
                ui,
                "Bind mesh to skeleton…",
                Action::WeightJob(WeightJobAction::BindMesh),
                all,
            );
        }
        return;
    }
    let lines = lines(list);
    let hovered = ui.rect_contains_pointer(ui.max_rect());
    let focused: bool = ui.data(|data| data.get_temp(focus_id())).unwrap_or(false);
    if hovered || focused {
        keys(ui, list, view, sink);
    }
    show(ui, &lines, list, view, sink);
}

/// Whether the list is up to date with the weights and the checks.
pub(in crate::panels) fn is_of_now(list: &ProblemList, view: &View<'_>) -> bool {
    list.is_of(&view.document.character, &view.session.settings.checks)
}

/// Whether places of test poses are up to date with weights, poses and method.
fn is_volume_of_now(list: &VolumeList, view: &View<'_>) -> bool {
    let session = view.session;
    let look = session.comparing.first_look();
    let poses = &session.character.test_poses.poses;
    list.is_of(&view.document.character, poses, look)
}

/// The number of problems, and what can be done with all of them.
fn head(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            checks_menu(ui, view, sink);
            action(
                ui,
                "Fix all",
                Action::Problems(ProblemAction::FixAllProblems),
                (view, sink),
            );
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = RichText::new(said(view)).strong();
                ui.add(Label::new(text).truncate());
            });
        });
    });
}

fn said(view: &View<'_>) -> String {
    match view.session.character.problems.list.as_ref() {
        None => "Looking …".to_owned(),
        Some(list) => match list.entries.len() {
            0 if list.points == 0 => "Nothing is bound".to_owned(),
            0 => "No problems".to_owned(),
            1 => "1 problem".to_owned(),
            problems => format!("{} problems", count(problems)),
        },
    }
}

/// A button for an action, with a short name.
fn action(ui: &mut Ui, text: &str, action: Action, (view, sink): (&View<'_>, &mut Sink)) {
    let Some(row) = info(action) else { return };
    let state = action_state(row, view);
    let response = ui.add_enabled(state.enabled, Button::new(text));
    let response = with_tooltip(response, &tooltip(row, view));
    if response.accessible_name(&state.text).clicked() {
        sink.run(action);
    }
}

/// Progress of a search or of repairs that take long.
fn progress(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let Some((done, mends)) = view.checker.progress() else {
        return;
    };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if mends
                && ui
                    .button("Cancel")
                    .accessible_name("Cancel fixing")
                    .clicked()
            {
                sink.send(Intent::Problems(ProblemIntent::CancelFix));
            }
            let text = if mends { "Fixing" } else { "Looking" };
            let bar = ProgressBar::new(done).text(text);
            ui.add(bar.desired_width(ui.available_width()));
        });
    });
}

/// The number of vertices without a mirror partner, where the sides are compared.
fn alone(ui: &mut Ui, list: &ProblemList, view: &View<'_>, sink: &mut Sink) {
    if list.alone.is_empty() || !list.checks.looks_for(Check::Asymmetry) {
        return;
    }
    let text = format!(
        "{} without partner",
        pluralize(list.alone.len(), "vertex", "vertices")
    );
    let link = ui.add_enabled(
        is_of_now(list, view),
        Link::new(RichText::new(text).small()),
    );
    let action = Action::Problems(ProblemAction::SelectUnpairedVertices);
    if with_tooltip(link, &tooltip_of(action, view)).clicked() {
        sink.run(action);
    }
}

fn nothing_wrong(ui: &mut Ui, list: &ProblemList) {
    ui.horizontal_top(|ui| {
        if list.points > 0 && !list.checks.kinds().is_empty() {
            paint_icon(ui, Icon::Tick, good_color(ui.visuals()));
        }
        ui.add(Label::new(list.nothing_wrong()).wrap());
    });
}

/// Up and down visit the previous and the next problem.
fn keys(ui: &Ui, list: &Arc<ProblemList>, view: &View<'_>, sink: &mut Sink) {
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let step = match (pressed(Key::ArrowUp), pressed(Key::ArrowDown)) {
        (true, false) => Step::Previous,
        (false, true) => Step::Next,
        _ => return,
    };
    let place = view
        .session
        .character
        .problems
        .after(step, list.entries.len());
    let Some(place) = place.filter(|_| is_of_now(list, view)) else {
        return;
    };
    visit(list, place, sink);
    if ui.data(|data| data.get_temp(focus_id())) == Some(true) {
        ui.memory_mut(|memory| memory.request_focus(row_id(place)));
    }
}

fn visit(list: &Arc<ProblemList>, place: usize, sink: &mut Sink) {
    let visit = ProblemIntent::Visit(Arc::clone(list), place);
    sink.send(Intent::Problems(visit));
}

fn show(ui: &mut Ui, lines: &[Line], list: &Arc<ProblemList>, view: &View<'_>, sink: &mut Sink) {
    let mut area = ScrollArea::vertical().auto_shrink(false);
    if let Some(offset) = offset_to_current(ui, lines, view) {
        area = area.vertical_scroll_offset(offset);
    }
    let height = lines.last().map_or(0.0, Line::end);
    let output = area.show_viewport(ui, |ui, seen| {
        ui.set_height(height);
        let mut focused = false;
        let (corner, width) = (ui.max_rect().min, ui.available_width());
        for line in lines {
            if line.end() < seen.top() || line.top > seen.bottom() {
                continue;
            }
            let at = corner + egui::Vec2::new(0.0, line.top);
            let rect = egui::Rect::from_min_size(at, egui::Vec2::new(width, line.height()));
            focused |= draw_line(ui, rect, line, list, view, sink);
        }
        (seen, focused)
    });
    let (seen, focused) = output.inner;
    ui.data_mut(|data| {
        data.insert_temp(focus_id(), focused);
        data.insert_temp(memory_id(), (view.session.character.problems.current, seen));
    });
}

/// Scroll offset to a problem that was visited from elsewhere and is not visible.
fn offset_to_current(ui: &Ui, lines: &[Line], view: &View<'_>) -> Option<f32> {
    let current = view.session.character.problems.current?;
    let (before, seen): (Option<usize>, egui::Rect) = ui.data(|data| data.get_temp(memory_id()))?;
    let line = lines.iter().find(|line| line.entry() == Some(current))?;
    let is_in_sight = line.top >= seen.top() && line.end() <= seen.bottom();
    (before != Some(current) && !is_in_sight)
        .then(|| (line.top - 0.5 * ui.available_height()).max(0.0))
}

fn memory_id() -> egui::Id {
    egui::Id::unique("problems memory")
}

/// Id under which it is kept whether one of the lines has the keyboard.
fn focus_id() -> egui::Id {
    egui::Id::unique("problems focus")
}
