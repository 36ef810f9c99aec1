//! The pointer on motion trails: the diamond of a key is dragged, and its joint goes there at that time.

use eframe::egui::{CursorIcon, Id, PointerButton, Pos2, Rect, Response, Ui, Vec2};
use glam::Vec3;
use rig::JointIndex;
use session::commands::command::{Input, Sink};
use session::features::view::View;
use session::state::gizmo::tool::Tool;
use session::state::playback::trail_drag::{TrailDrag, TrailEvent};
use session::state::posing::limb::Pointer;

use crate::viewport::glam;
use crate::window_keys::escape::take_escape;

/// How near to the middle of a diamond the pointer takes it, in points.
const REACH: f32 = 7.0;
/// Times that differ by less are one, in seconds.
const SAME_TIME: f32 = 1e-4;

/// A pane with trails.
#[derive(Clone, Copy)]
pub(in crate::viewport) struct TrailPane<'a> {
    /// Where its picture is.
    pub(in crate::viewport) picture: Rect,
    /// Its index, A being 0.
    pub(in crate::viewport) pane: usize,
    pub(in crate::viewport) view: &'a View<'a>,
}

/// A diamond that is dragged.
#[derive(Clone, Copy, Debug)]
struct HeldKey {
    joint: JointIndex,
    time: f32,
    pane: usize,
    /// Where it was.
    place: Vec3,
    /// From there to the point under the pointer when the drag began.
    grip: Vec3,
    /// Where it was sent last.
    sent: Vec3,
}

/// Handles the drag of a diamond; returns whether that has the pointer.
pub(in crate::viewport) fn on_trail_pointer(
    ui: &Ui,
    response: &Response,
    of: TrailPane<'_>,
    sink: &mut Sink,
) -> bool {
    let id = Id::unique("key of a motion trail that is dragged");
    let held: Option<Option<HeldKey>> = ui.data(|data| data.get_temp(id));
    let Some(mut held) = held.flatten().filter(|held| held.pane == of.pane) else {
        let begun = begin(ui, response, of);
        if let Some(begun) = begun {
            ui.data_mut(|data| data.insert_temp(id, Some(begun)));
        }
        return begun.is_some();
    };
    let end = |event: TrailEvent, sink: &mut Sink| {
        ui.data_mut(|data| data.insert_temp(id, None::<HeldKey>));
        sink.send(Input::Trail(event));
    };
    if ui.input_mut(take_escape) {
        end(TrailEvent::Cancel, sink);
        return true;
    }
    if !response.dragged_by(PointerButton::Primary) {
        end(TrailEvent::Release, sink);
        return true;
    }
    ui.set_cursor_icon(CursorIcon::Grabbing);
    let at = response.interact_pointer_pos();
    let under = at.and_then(|at| of.pointer(at).beside(held.place));
    let place = under.map(|under| under - held.grip);
    if let Some(place) = place.filter(|place| *place != held.sent) {
        held.sent = place;
        ui.data_mut(|data| data.insert_temp(id, Some(held)));
        sink.send(Input::Trail(TrailEvent::Drag(TrailDrag {
            joint: held.joint,
            time: held.time,
            pane: of.pane,
            place,
        })));
    }
    true
}

/// The diamond that a drag begins on; over one the pointer is a hand.
fn begin(ui: &Ui, response: &Response, of: TrailPane<'_>) -> Option<HeldKey> {
    let (origin, alt, is_down) = ui.input(|input| {
        let pointer = &input.pointer;
        (
            pointer.press_origin(),
            input.modifiers.alt,
            pointer.any_down(),
        )
    });
    if alt {
        return None;
    }
    if let Some(at) = response.hover_pos().filter(|_| !is_down)
        && of.key_at(at).is_some()
    {
        ui.set_cursor_icon(CursorIcon::Grab);
    }
    let origin = origin.filter(|_| response.drag_started_by(PointerButton::Primary))?;
    let (joint, time, place) = of.key_at(origin)?;
    let under = of.pointer(origin).beside(place)?;
    Some(HeldKey {
        joint,
        time,
        pane: of.pane,
        place,
        grip: under - place,
        sent: place,
    })
}

impl TrailPane<'_> {
    /// The key of a trail under the pointer: its joint, its time, and where the joint is then.
    fn key_at(self, at: Pos2) -> Option<(JointIndex, f32, Vec3)> {
        let session = self.view.session;
        let shown = self
            .view
            .motion
            .trails_of(self.pane, session, self.view.shown)?;
        let camera = session.camera_of(self.pane);
        let mut nearest: Option<(f32, (JointIndex, f32, Vec3))> = None;
        for trail in shown.trails {
            for key in &trail.keys {
                // What is there now is posed by tools, whose handles stand there.
                let is_now = (key.time - shown.now).abs() < SAME_TIME;
                let pixel = camera.pixel(key.place, glam(self.picture.size()));
                let Some(pixel) = pixel.filter(|_| !is_now || session.tool == Tool::Select) else {
                    continue;
                };
                let away = (self.picture.min + Vec2::new(pixel.x, pixel.y)).distance(at);
                if away <= REACH && nearest.is_none_or(|(least, _)| away < least) {
                    nearest = Some((away, (trail.joint, key.time, key.place)));
                }
            }
        }
        nearest.map(|(_, found)| found)
    }

    fn pointer(self, at: Pos2) -> Pointer {
        Pointer {
            pixel: glam(at - self.picture.min),
            viewport: glam(self.picture.size()),
            camera: self.view.session.camera_of(self.pane),
            moves_pole: false,
        }
    }
}
