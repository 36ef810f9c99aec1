//! A press with Ctrl on a bone while a brush is in use: let go there, it picks the bone; moved, it paints.

use eframe::egui::{Id, Pos2, Ui};
use rig::JointIndex;
use session::commands::command::{Input, Intent, Sink};
use session::features::view::View;
use session::state::painting::brush_work::{BrushEvent, BrushModifiers, Sample};
use session::state::selection::Choose;

use super::super::picking::joint_at;

/// How far, in points, the pointer may move within a click.
const SLACK: f32 = 4.0;

/// A press that is not decided yet.
#[derive(Clone)]
struct PendingPress {
    from: Pos2,
    joint: JointIndex,
    first: Sample,
    held: BrushModifiers,
}

fn memory() -> Id {
    Id::unique("press on a bone with a brush")
}

/// The bone at the pointer that a click with these keys would pick.
pub(super) fn bone_at(
    sample: &Sample,
    held: BrushModifiers,
    view: &View<'_>,
) -> Option<JointIndex> {
    let picks = held.inverts && !held.smooths && view.session.shows_bones();
    picks
        .then(|| joint_at(sample.pixel, sample.viewport, sample.pane, view))
        .flatten()
}

/// Takes a press on a bone; whether it is a click, and which one, the next frames show.
pub(super) fn press(
    ui: &Ui,
    (from, joint): (Pos2, JointIndex),
    (first, held): (Sample, BrushModifiers),
) {
    let waiting = PendingPress {
        from,
        joint,
        first,
        held,
    };
    ui.data_mut(|data| data.insert_temp(memory(), waiting));
}

/// Follows a press on a bone in its pane: begins a stroke once the pointer has moved, or picks the bone once it is let go.
pub(super) fn follow(ui: &Ui, (pane, pointer): (usize, Option<Pos2>), sink: &mut Sink) {
    let waiting = ui.data(|data| data.get_temp::<PendingPress>(memory()));
    let Some(waiting) = waiting.filter(|waiting| waiting.first.pane == pane) else {
        return;
    };
    let is_down = ui.input(|input| input.pointer.primary_down());
    let is_moved = pointer.is_none_or(|at| at.distance(waiting.from) > SLACK);
    if is_down && !is_moved {
        return;
    }
    ui.data_mut(|data| data.remove::<PendingPress>(memory()));
    if is_moved && is_down {
        sink.send(Input::Brush(BrushEvent::Press(waiting.first, waiting.held)));
    } else if !is_moved {
        sink.send(Intent::SelectAll(vec![waiting.joint], Choose::Alone));
    }
}
