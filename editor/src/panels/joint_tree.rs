//! The joints: a tree with a search.

use eframe::egui::{
    self, Align2, FontId, Key, Modifiers, Pos2, Rect, Response, Role, ScrollArea, Sense, TextEdit,
    Ui, Vec2, WidgetInfo,
};
use rig::JointIndex;

use crate::command::{Command, Sink};
use crate::names::{count, joint_name};
use crate::view::View;

const ROW_HEIGHT: f32 = 22.0;
const INDENT: f32 = 14.0;
const DEEPEST_INDENT: f32 = 140.0;

/// A visible line of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The joint.
    pub joint: JointIndex,
    /// Levels of indentation; none while searching.
    pub depth: usize,
}

/// The lines that are visible: everything whose ancestors are unfolded, or, while searching, every joint whose name holds
/// all words that were typed.
#[must_use]
pub fn rows(view: &View<'_>) -> Vec<Row> {
    let skeleton = &view.document.character.rig.skeleton;
    let tree = &view.session.tree;
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
    let mut hidden = vec![false; skeleton.len()];
    let mut rows = Vec::new();
    for joint in skeleton.joints() {
        // Parents come first, so what is known of them is final.
        let under_fold =
            |parent: JointIndex| hidden[parent.index()] || tree.folded.contains(&parent);
        hidden[joint.index()] = skeleton.parent(joint).is_some_and(under_fold);
        if !hidden[joint.index()] {
            rows.push(Row {
                joint,
                depth: view
                    .session
                    .facts
                    .depth
                    .get(joint.index())
                    .copied()
                    .unwrap_or(0),
            });
        }
    }
    rows
}

/// Draws the panel.
pub fn joint_tree(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let total = view.document.character.rig.skeleton.len();
    let rows = rows(view);
    ui.horizontal(|ui| {
        ui.heading("Joints");
        let shown = if rows.len() == total {
            count(total)
        } else {
            format!("{} of {}", count(rows.len()), count(total))
        };
        ui.weak(shown);
    });
    let search = search_field(ui, view, sink);
    ui.add_space(4.0);
    if rows.is_empty() {
        ui.weak(match (view.is_empty(), view.opening.is_some(), total) {
            (true, true, _) => "Opening a file …",
            (true, false, _) => "Nothing is open: drop a file here, or use Open in the File menu.",
            (false, _, 0) => "This file has no joints.",
            (false, _, _) => "No joint has this name.",
        });
        return;
    }
    let hovered = ui.rect_contains_pointer(ui.max_rect());
    if hovered || search.has_focus() {
        keys(ui, &rows, view, sink);
    }
    list(ui, &rows, view, sink);
}

fn search_field(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) -> Response {
    let mut words = view.session.tree.search.clone();
    let field = TextEdit::singleline(&mut words)
        .hint_text("Search joints")
        .desired_width(f32::INFINITY);
    let response = ui
        .add(field)
        .on_hover_text("Shows only joints whose name holds these words")
        .accessible_name("Search joints");
    if response.changed() {
        sink.send(Command::Search(words));
    }
    response
}

/// Up and down select, left and right fold and unfold.
fn keys(ui: &Ui, rows: &[Row], view: &View<'_>, sink: &mut Sink) {
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let place = rows
        .iter()
        .position(|row| Some(row.joint) == view.session.selected);
    let step = match (pressed(Key::ArrowUp), pressed(Key::ArrowDown)) {
        (true, false) => place.map_or(rows.len() - 1, |place| place.saturating_sub(1)),
        (false, true) => place.map_or(0, |place| (place + 1).min(rows.len() - 1)),
        _ => return fold_keys(ui, view, sink),
    };
    if let Some(row) = rows.get(step) {
        sink.send(Command::Select(Some(row.joint)));
    }
}

fn fold_keys(ui: &Ui, view: &View<'_>, sink: &mut Sink) {
    let Some(joint) = view
        .session
        .selected
        .filter(|_| !ui.ctx().text_edit_focused())
    else {
        return;
    };
    let folded = view.session.tree.folded.contains(&joint);
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if (folded && pressed(Key::ArrowRight))
        || (!folded && has_children(view, joint) && pressed(Key::ArrowLeft))
    {
        sink.send(Command::ToggleFold(joint));
    }
}

fn list(ui: &mut Ui, rows: &[Row], view: &View<'_>, sink: &mut Sink) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().auto_shrink(false);
    if let Some(offset) = offset_to_selection(ui, rows, view) {
        area = area.vertical_scroll_offset(offset);
    }
    let output = area.show_rows(ui, ROW_HEIGHT, rows.len(), |ui, range| {
        for row in rows.get(range.clone()).unwrap_or_default() {
            draw_row(ui, *row, view, sink);
        }
        range
    });
    ui.data_mut(|data| data.insert_temp(memory_id(), (view.session.selected, output.inner)));
}

/// Where to scroll when a joint was selected elsewhere and its line is out of sight.
#[expect(clippy::cast_precision_loss, reason = "65,535 lines at the most")]
fn offset_to_selection(ui: &Ui, rows: &[Row], view: &View<'_>) -> Option<f32> {
    let selected = view.session.selected?;
    let (before, seen): (Option<JointIndex>, std::ops::Range<usize>) =
        ui.data(|data| data.get_temp(memory_id()))?;
    let place = rows.iter().position(|row| row.joint == selected)?;
    // The last line of the range is cut off at the panel's lower edge.
    let in_sight = seen.contains(&place) && place + 2 <= seen.end.max(2);
    let moved = before != Some(selected)
        && !(in_sight || (seen.contains(&place) && seen.end == rows.len()));
    moved.then(|| (place as f32 * ROW_HEIGHT - ui.available_height() / 2.0).max(0.0))
}

fn memory_id() -> egui::Id {
    egui::Id::unique("joint tree memory")
}

fn has_children(view: &View<'_>, joint: JointIndex) -> bool {
    view.session
        .facts
        .has_children
        .get(joint.index())
        .copied()
        .unwrap_or(false)
}

fn draw_row(ui: &mut Ui, row: Row, view: &View<'_>, sink: &mut Sink) {
    let Row { joint, depth } = row;
    let name = joint_name(&view.document.character.rig.skeleton, joint);
    let selected = view.session.selected == Some(joint);
    let (rect, response) =
        ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW_HEIGHT), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, selected, &name));
    let visuals = ui.visuals();
    let background = match (
        selected,
        response.hovered() || view.session.hovered == Some(joint),
    ) {
        (true, _) => visuals.selection.bg_fill,
        (false, true) => visuals.widgets.inactive.bg_fill,
        (false, false) => egui::Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 4.0, background);

    let depth = u16::try_from(depth).unwrap_or(u16::MAX);
    let indent = (f32::from(depth) * INDENT).min(DEEPEST_INDENT);
    let fold = Rect::from_min_size(
        rect.min + Vec2::new(indent, 0.0),
        Vec2::new(18.0, ROW_HEIGHT),
    );
    if view.session.tree.search.trim().is_empty() && has_children(view, joint) {
        fold_button(ui, fold, joint, (&name, view, sink));
    }
    let vertices = view
        .session
        .facts
        .vertices_of_joint
        .get(joint.index())
        .copied()
        .unwrap_or(0);
    let right = write_count(ui, rect, vertices);
    let in_skin = view
        .session
        .facts
        .in_skin
        .get(joint.index())
        .copied()
        .unwrap_or(false);
    let color = match (selected, in_skin) {
        (true, _) => ui.visuals().strong_text_color(),
        (false, true) => ui.visuals().text_color(),
        (false, false) => ui.visuals().weak_text_color(),
    };
    let left = fold.right() + 2.0;
    let mut job =
        egui::text::LayoutJob::simple_singleline(name.clone(), FontId::proportional(14.0), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width((right - left - 6.0).max(0.0));
    let galley = ui.painter().layout_job(job);
    let cut = galley.elided;
    ui.painter().galley(
        Pos2::new(left, rect.center().y - galley.size().y / 2.0),
        galley,
        color,
    );

    let tip = if in_skin {
        format!("{} vertices", count(vertices))
    } else {
        "a node that no skin uses".to_owned()
    };
    let tip = if cut { format!("{name}: {tip}") } else { tip };
    if response.on_hover_text(tip).clicked() {
        sink.send(Command::Select(Some(joint)));
    }
}

fn write_count(ui: &Ui, rect: Rect, vertices: usize) -> f32 {
    if vertices == 0 {
        return rect.right() - 6.0;
    }
    let at = rect.right_center() - Vec2::new(6.0, 0.0);
    let color = ui.visuals().weak_text_color();
    ui.painter()
        .text(
            at,
            Align2::RIGHT_CENTER,
            count(vertices),
            FontId::proportional(12.0),
            color,
        )
        .left()
}

fn fold_button(
    ui: &Ui,
    rect: Rect,
    joint: JointIndex,
    (name, view, sink): (&str, &View<'_>, &mut Sink),
) {
    let folded = view.session.tree.folded.contains(&joint);
    let response = ui.interact(
        rect,
        ui.scope_id().with(("fold", joint.index())),
        Sense::click(),
    );
    let verb = if folded { "Unfold" } else { "Fold" };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{verb} {name}")));
    let center = rect.center();
    let points = if folded {
        [
            Vec2::new(-3.0, -4.5),
            Vec2::new(4.0, 0.0),
            Vec2::new(-3.0, 4.5),
        ]
    } else {
        [
            Vec2::new(-4.5, -3.0),
            Vec2::new(4.5, -3.0),
            Vec2::new(0.0, 4.0),
        ]
    };
    let color = if response.hovered() {
        ui.visuals().strong_text_color()
    } else {
        ui.visuals().weak_text_color()
    };
    let triangle = points.map(|offset| center + offset).to_vec();
    ui.painter().add(egui::Shape::convex_polygon(
        triangle,
        color,
        egui::Stroke::NONE,
    ));
    if response.clicked() {
        sink.send(Command::ToggleFold(joint));
    }
}
