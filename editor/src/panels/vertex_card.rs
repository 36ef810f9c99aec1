//! The card beside a pointer that rests on the surface: what moves the vertex there.

use eframe::egui::{Area, Context, Frame, Id, Key, Modifiers, Order, Pos2, Rect, Vec2};

use crate::command::{Action, Sink};
use crate::mode::Mode;
use crate::panels::influences::{self, vertex, vertex_in_short};
use crate::view::View;

const WIDTH: f32 = 236.0;
/// A guess of the height, for the card must not cover the pointer when it has to turn over.
const HEIGHT: f32 = 150.0;
/// What those add from whom a stroke takes.
const DONORS: f32 = 90.0;
const AWAY: f32 = 18.0;

/// Draws the card, while there is something to say.
pub fn vertex_card(ctx: &Context, pictures: Rect, view: &View<'_>) {
    let session = view.session;
    let at_weights = session.mode == Mode::Weights;
    let found = session.pointing.found.filter(|found| {
        session.switches.probe && (at_weights || session.pointing.pinned != Some(found.place))
    });
    let donors = session.weights.donors.as_deref().filter(|_| at_weights);
    let stroke_at = donors.and_then(|_| ctx.pointer_latest_pos());
    let pointer = stroke_at.or(found.map(|found| Pos2::new(found.aim.at.x, found.aim.at.y)));
    let Some(pointer) = pointer.filter(|_| pictures.is_positive()) else {
        return;
    };
    let height = donors.map_or(HEIGHT, |_| HEIGHT + DONORS);
    Area::new(Id::unique("vertex card"))
        .order(Order::Tooltip)
        .interactable(false)
        .fixed_pos(beside(
            pointer,
            pictures,
            (session.weights.keep_free, height),
        ))
        .constrain_to(pictures)
        .show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(8.0).show(ui, |ui| {
                ui.set_width(WIDTH - 16.0);
                match found {
                    Some(found) if at_weights => vertex_in_short(ui, found.place, view),
                    Some(found) => vertex(ui, found.place, Some(found.position), view),
                    None => {}
                }
                match donors {
                    Some(_) if session.paints_blend() => {
                        influences::blend_change(ui, session.weights.blending);
                    }
                    Some(donors) => influences::donors(ui, donors, view),
                    None => {}
                }
            });
        });
}

/// Below to the right of the pointer, or on another side where there is no room; never nearer than what is to be kept free.
fn beside(pointer: Pos2, pictures: Rect, (keep_free, height): (f32, f32)) -> Pos2 {
    let away = AWAY.max(keep_free + 6.0);
    let mut at = pointer + Vec2::splat(away);
    if at.x + WIDTH > pictures.right() {
        at.x = pointer.x - away - WIDTH;
    }
    if at.y + height > pictures.bottom() {
        at.y = pointer.y - away - height;
    }
    at
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
