//! Editing in the tree: renaming, dragging a joint onto another, and the menu.

use eframe::egui;
use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{Key, Rect, Response, Stroke, TextEdit, Ui};
use rig::JointIndex;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::mode::Mode;
use session::state::skeleton::joint_names::partner_by_name;
use session::state::skeleton::joint_work::JointIntent;
use session::state::skeleton::skeleton_work::Renaming;

use super::line::fit_name;
use crate::panels::widgets::context_menu::joint_menu;
use crate::theme::accent;

/// Space around the name of the partner that is renamed too.
const NOTE_GAP: f32 = 3.0;

/// The joint that is dragged in the tree.
#[derive(Clone, Copy, Debug)]
struct DraggedJoint(JointIndex);

/// The field in place of the name while it is typed; returns whether it is.
pub(super) fn rename_field(
    ui: &mut Ui,
    rect: Rect,
    joint: JointIndex,
    view: &View<'_>,
    sink: &mut Sink,
) -> bool {
    let renaming = view.session.character.skeleton.renaming.as_ref();
    let Some(renaming) = renaming.filter(|renaming| renaming.joint == joint) else {
        return false;
    };
    let mut text = renaming.text.clone();
    let id = egui::Id::unique("joint name");
    // The field takes the focus only once, when it appears.
    let is_new = ui.memory(|memory| memory.focused()) != Some(id)
        && ui.data(|data| data.get_temp::<JointIndex>(id)) != Some(joint);
    // What else is renamed stands in the field's line.
    let rect = match partner_to_rename(joint, view) {
        Some(partner) => with_note(ui, rect, &partner),
        None => rect,
    };
    let field = TextEdit::singleline(&mut text)
        .id(id)
        .margin(egui::Margin::symmetric(3, 1))
        .desired_width(rect.width());
    let response = ui.put(rect, field).accessible_name("Joint name");
    if is_new {
        response.request_focus();
        select_all(ui, id, &text);
        ui.data_mut(|data| data.insert_temp(id, joint));
        return true;
    }
    if response.lost_focus() {
        ui.data_mut(|data| data.remove_temp::<JointIndex>(id));
        sink.send(Intent::Rename(None));
        let canceled = ui.input(|input| input.key_pressed(Key::Escape));
        let skeleton = &view.document.character.rig.skeleton;
        let name = text.trim();
        if !canceled && !name.is_empty() && name != skeleton.name(joint) {
            sink.send(Intent::Joints(JointIntent::Rename(joint, name.to_owned())));
        }
    } else if response.changed() {
        sink.send(Intent::Rename(Some(Renaming { joint, text })));
    }
    true
}

/// The name of the partner that is renamed too, where *Rename in pairs* is on and there is one.
fn partner_to_rename(joint: JointIndex, view: &View<'_>) -> Option<String> {
    if !view.session.joints.in_pairs {
        return None;
    }
    let skeleton = &view.document.character.rig.skeleton;
    let patterns = view.session.settings.mirror.patterns();
    let partner = partner_by_name(skeleton, joint, patterns)?;
    Some(skeleton.name(partner).to_owned())
}

/// Writes the partner's name at the end of the line, shortened so that both take half of it at most; returns what is left.
fn with_note(ui: &Ui, rect: Rect, partner: &str) -> Rect {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let color = ui.visuals().weak_text_color();
    let plus = ui
        .painter()
        .layout_no_wrap("+".to_owned(), font.clone(), color);
    let around = plus.size().x + 3.0 * NOTE_GAP;
    let (name, _) = fit_name(ui, partner, (font, color), 0.5 * rect.width() - around);
    let (field, end) = rect.split_left_right_at_x(rect.right() - around - name.size().x);
    let mut left = end.left() + NOTE_GAP;
    for galley in [plus, name] {
        let at = egui::pos2(left, end.center().y - 0.5 * galley.size().y);
        left += galley.size().x + NOTE_GAP;
        ui.painter().galley(at, galley, color);
    }
    field
}

/// Selects the whole name, so that typing replaces it.
fn select_all(ui: &Ui, id: egui::Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let whole = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(whole));
    state.store(ui.ctx(), id);
}

/// Opens a menu with the right button and, in skeleton mode, lets a line be dragged onto its new parent.
pub(super) fn edit_by_pointer(
    ui: &Ui,
    response: &Response,
    joint: JointIndex,
    view: &View<'_>,
    sink: &mut Sink,
) {
    if response.secondary_clicked() && !view.session.character.selection.contains(joint) {
        sink.send(Intent::Select(Some(joint)));
    }
    response.context_menu(|ui| joint_menu(ui, view, sink));
    if view.session.mode != Mode::Skeleton {
        return;
    }
    response.dnd_set_drag_payload(DraggedJoint(joint));
    let over = response.dnd_hover_payload::<DraggedJoint>();
    if over.is_some_and(|dragged| dragged.0 != joint) {
        let stroke = Stroke::new(1.5, accent(ui.visuals()));
        ui.painter()
            .rect_stroke(response.rect, 4.0, stroke, egui::StrokeKind::Inside);
    }
    if let Some(dragged) = response.dnd_release_payload::<DraggedJoint>() {
        let selection = &view.session.character.selection;
        let joints = if selection.contains(dragged.0) {
            selection.joints().to_vec()
        } else {
            vec![dragged.0]
        };
        let others = joints.into_iter().filter(|&other| other != joint).collect();
        sink.send(Intent::Reparent(others, Some(joint)));
    }
}
