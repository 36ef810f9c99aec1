//! The card beside a pointer that rests on the surface: what moves the vertex there.

use eframe::egui::{Area, Context, Frame, Id, Key, Modifiers, Order, Pos2, Rect, Vec2};

use crate::command::{Action, Sink};
use crate::panels::influences::vertex;
use crate::view::View;

const WIDTH: f32 = 236.0;
/// A guess of the height, for the card must not cover the pointer when it has to turn over.
const HEIGHT: f32 = 150.0;
const AWAY: f32 = 18.0;

/// Draws the card, while there is something to say.
pub fn vertex_card(ctx: &Context, pictures: Rect, view: &View<'_>) {
    let pointing = &view.session.pointing;
    let Some(found) = pointing.found.filter(|_| view.session.switches.probe) else {
        return;
    };
    if pointing.pinned == Some(found.place) || !pictures.is_positive() {
        return;
    }
    let pointer = Pos2::new(found.aim.at.x, found.aim.at.y);
    let mut at = pointer + Vec2::splat(AWAY);
    if at.x + WIDTH > pictures.right() {
        at.x = pointer.x - AWAY - WIDTH;
    }
    if at.y + HEIGHT > pictures.bottom() {
        at.y = pointer.y - AWAY - HEIGHT;
    }
    Area::new(Id::unique("vertex card"))
        .order(Order::Tooltip)
        .interactable(false)
        .fixed_pos(at)
        .constrain_to(pictures)
        .show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(8.0).show(ui, |ui| {
                ui.set_width(WIDTH - 16.0);
                vertex(ui, found.place, Some(found.position), view);
            });
        });
}

/// Esc lets a pinned vertex go, unless somebody else has taken the key, or needs it.
pub fn let_go(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let placing = view.session.skeleton.placing;
    let is_pinned = view.session.pointing.pinned.is_some() || placing;
    let is_needed = view.opening.is_some()
        || view.session.takes_keys()
        || ctx.memory(|memory| memory.focused().is_some());
    if is_pinned
        && !is_needed
        && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
    {
        sink.run(if placing {
            Action::AddJoint
        } else {
            Action::UnpinVertex
        });
    }
}
