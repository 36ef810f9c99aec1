//! The card beside a pointer that rests on the surface, or beside a brush: the weights of the vertex there, and what
//! the stroke changes.
//!
//! It is painted into the picture that the pointer is in, below all that floats. During a stroke it is shorter, and
//! shows who gives weight. `beside.rs` finds its place, off the brush and the legend, and in Weights mode off the figure;
//! `covered.rs` says whether the
//! pointer is at the picture at all.

use eframe::egui::{
    Align, Context, Frame, Id, Key, Layout, Modifiers, Pos2, Rect, Ui, UiBuilder, Vec2,
};
use session::commands::actions::{Action, BrushAction, InspectAction, SkeletonAction};
use session::commands::command::Sink;
use session::features::view::View;
use session::mode::Mode;
use session::state::viewport::pointing::Pointed;

use super::Tile;
use super::beside::{aside, beside};
use super::covered::is_covered;
use super::difference_legend::figure;
use super::picking::aim_at;
use crate::panels::inspector::influences;
use crate::panels::inspector::influences::{vertex, vertex_in_short};
use crate::viewport::chips;

/// Width in points, where the picture has as much.
const WIDTH: f32 = 236.0;
/// Least width at which the card can be read.
const NARROWEST: f32 = 130.0;
/// Height that is assumed until one was measured.
const HEIGHT: f32 = 150.0;
/// Distance from the edge of the picture.
const EDGE: f32 = 4.0;

/// Content of the card.
struct CardContent<'a> {
    found: Option<Pointed>,
    donors: Option<&'a [(rig::JointIndex, f32)]>,
}

/// Draws the card into the picture under the pointer, if it has content; each tile comes with the place of its legend.
///
/// The card lies in the layer of the pictures, so that it never covers a window, a menu or a dialog.
pub(super) fn vertex_card(ui: &mut Ui, tiles: &[(Tile, Option<Rect>)], view: &View<'_>) {
    if view.session.fitting().is_some() {
        return;
    }
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let Some(pointer) = pointer.filter(|&at| !is_covered(ui, at, view)) else {
        return;
    };
    let mut own = tiles.iter().filter(|(tile, _)| tile.ghost.is_none());
    let Some((tile, legend)) = own.find(|(tile, _)| tile.seen.contains(pointer)) else {
        return;
    };
    // In an overlay the upper picture draws the legend.
    let mut others = tiles
        .iter()
        .filter(|(other, _)| other.picture == tile.picture);
    let legend = legend.or_else(|| others.find_map(|(_, legend)| *legend));
    let said = said(tile, pointer, view);
    let mut area = tile.picture.shrink(EDGE);
    // Below the chips or above them, where there is more room.
    if let Some(chips) = chips::place(ui.ctx(), view).filter(|chips| chips.intersects(area)) {
        if area.bottom() - chips.bottom() > chips.top() - area.top() {
            area.min.y = chips.bottom();
        } else {
            area.max.y = chips.top();
        }
    }
    let width = WIDTH.min(area.width());
    if said.found.is_none() && said.donors.is_none() || width < NARROWEST {
        return;
    }
    let id = Id::unique(("height of vertex card", said.donors.is_some()));
    let height = ui.data(|data| data.get_temp(id)).unwrap_or(HEIGHT);
    let size = Vec2::new(width, height);
    let taken = (view.session.character.weights.keep_free, legend);
    // What is painted stays in sight.
    let place = if view.session.mode == Mode::Weights {
        let figure = figure((tile.picture, tile.pane), view);
        aside(pointer, (size, area), taken, &figure)
    } else {
        beside(pointer, (size, area), taken)
    };
    let layout = Layout::top_down(Align::Min);
    let builder = UiBuilder::new().id_salt("vertex card").layout(layout);
    let mut card = ui.new_child(builder.max_rect(place));
    card.set_clip_rect(tile.picture.intersect(ui.clip_rect()));
    let frame = Frame::popup(ui.style()).inner_margin(8.0);
    let inner = width - frame.total_margin().sum().x;
    let response = frame.show(&mut card, |ui| {
        ui.set_width(inner);
        write(ui, &said, view);
    });
    // The height is known only after drawing; the next frame places the card by it.
    let measured = response.response.rect.height();
    if measured != height {
        ui.data_mut(|data| data.insert_temp(id, measured));
        ui.ctx().request_repaint();
    }
}

/// The card's content; a vertex only if it was found for exactly this pointer and this view.
fn said<'a>(tile: &Tile, pointer: Pos2, view: &View<'a>) -> CardContent<'a> {
    let session = view.session;
    let at_weights = session.mode == Mode::Weights;
    let aim = aim_at(tile, pointer, view);
    let found = session.character.pointing.found.filter(|found| {
        let is_new = at_weights || session.character.pointing.pinned != Some(found.place);
        let is_free = !session.operates();
        session.shows_probe() && is_new && is_free && found.aim.is_at(&aim)
    });
    let stroke = session.painting.stroke.as_ref();
    let first = stroke.and_then(|work| work.samples.first());
    let is_here = at_weights && first.is_some_and(|sample| sample.pane == tile.pane);
    let donors = session
        .character
        .weights
        .donors
        .as_deref()
        .filter(|_| is_here);
    CardContent { found, donors }
}

fn write(ui: &mut Ui, said: &CardContent<'_>, view: &View<'_>) {
    let at_weights = view.session.mode == Mode::Weights;
    let current = &view.document.character;
    let pane = said.found.and_then(|it| view.shown.panes.get(it.aim.pane));
    let of = (
        &**pane.map_or(current, |pane| pane.character(current)),
        view,
    );
    match said.found {
        Some(found) if at_weights => vertex_in_short(ui, found.place, of),
        Some(found) => vertex(ui, found.place, Some(found.position), of),
        None => {}
    }
    match said.donors {
        Some(_) if view.session.paints_numbers() => {
            let what = if view.session.paints_mask() {
                "Mask"
            } else {
                influences::map_title(view.session.painted_map())
            };
            influences::number_change(ui, what, view.session.character.weights.blending);
        }
        Some(donors) => influences::donors(ui, donors, view),
        None => {}
    }
}

/// Escape unpins a vertex, unless something else has consumed the key or needs it.
pub fn unpin_by_key(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let placing = view.session.character.skeleton.placing;
    let picking = view.session.picks_donor();
    let is_pinned = view.session.character.pointing.pinned.is_some() || placing || picking;
    let is_needed = view.opening.is_some()
        || view.session.takes_keys()
        || ctx.memory(|memory| memory.focused().is_some());
    if is_pinned
        && !is_needed
        && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
    {
        sink.run(if placing {
            Action::Skeleton(SkeletonAction::AddJoint)
        } else if picking {
            Action::Brush(BrushAction::PickPartner)
        } else {
            Action::Inspect(InspectAction::UnpinVertex)
        });
    }
}
