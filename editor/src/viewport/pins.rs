//! Pins in the panes: a mark where a joint is held, and how far away the joint is where it does not reach that.

use eframe::egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use glam::Vec3;
use session::document::pins::JointPin;
use session::features::view::View;
use session::state::posing::pins::{REACHED, size_of};

use super::glam as vector;
use super::plate::label;
use crate::theme::PIN;

/// Of pins that are not reached.
const UNREACHED: Color32 = Color32::from_rgb(255, 86, 70);
/// Half the width of a mark, in points.
const MARK: f32 = 7.0;

/// Draws the pins of the clip that is shown, or of the user's pose, over a picture; those that do not hold now are faint.
pub(super) fn draw_pins(painter: &Painter, picture: Rect, pane: usize, view: &View<'_>) {
    let session = view.session;
    if !session.mode.poses() || !session.shows_bones() {
        return;
    }
    let frames = view.shown.frames(pane);
    let moment = session.playback.moment;
    let clip = moment.map(|moment| moment.clip);
    let camera = session.camera_of(pane);
    let pixel = |place: Vec3| {
        let at = camera.pixel(place, vector(picture.size()))?;
        Some(picture.min + Vec2::new(at.x, at.y))
    };
    for pin in view.document.pins.iter().filter(|pin| pin.is_of(clip)) {
        let Some([held, wanted]) = pin.ends(frames) else {
            continue;
        };
        let Some(at) = pixel(wanted) else { continue };
        let off = held.distance(wanted);
        let holds = pin.holds_at(moment);
        let is_unreached = holds && off > least(view);
        let color = match (holds, is_unreached) {
            (_, true) => UNREACHED,
            (true, false) => PIN,
            (false, false) => PIN.gamma_multiply(0.4),
        };
        if is_unreached && let Some(from) = pixel(held) {
            painter.line_segment([from, at], Stroke::new(1.5, UNREACHED));
        }
        mark(painter, at, pin.holds_orientation, color);
        if is_unreached {
            let text = session.settings.units.length(off);
            let below = at + Vec2::new(0.0, MARK + 5.0);
            label(painter, below, Align2::CENTER_TOP, &format!("{text} off"));
        }
    }
}

/// A cross in a diamond; with a dot where the orientation is held too.
fn mark(painter: &Painter, at: Pos2, holds_orientation: bool, color: Color32) {
    let corner = |x: f32, y: f32| at + MARK * Vec2::new(x, y);
    let square = vec![
        corner(0.0, -1.0),
        corner(1.0, 0.0),
        corner(0.0, 1.0),
        corner(-1.0, 0.0),
    ];
    let lines = [
        [corner(-1.5, 0.0), corner(1.5, 0.0)],
        [corner(0.0, -1.5), corner(0.0, 1.5)],
    ];
    // A dark line under the bright one: it is seen on every surface.
    let strokes = [
        Stroke::new(4.0, Color32::from_black_alpha(150)),
        Stroke::new(1.8, color),
    ];
    for stroke in strokes {
        painter.add(Shape::closed_line(square.clone(), stroke));
        for line in lines {
            painter.line_segment(line, stroke);
        }
    }
    if holds_orientation {
        painter.circle_filled(at, 3.2, color);
    }
}

/// From how far on a pin counts as not reached, meters.
fn least(view: &View<'_>) -> f32 {
    REACHED * size_of(&view.document.character.rig.skeleton)
}

/// What pins do not reach at this moment, for the readout of a tool; none where all hold.
pub(super) fn unreached_text(pane: usize, view: &View<'_>) -> Option<String> {
    let moment = view.session.playback.moment;
    let frames = view.shown.frames(pane);
    let pins = view.document.pins.iter().filter(|pin| pin.holds_at(moment));
    let far = pins.filter_map(|pin: &JointPin| {
        let [held, wanted] = pin.ends(frames)?;
        Some((pin.joint, held.distance(wanted)))
    });
    let far = far.filter(|(_, off)| *off > least(view));
    let (joint, off) = far.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let name = scene::names::joint_name(&view.document.character.rig.skeleton, joint);
    let off = view.session.settings.units.length(off);
    Some(format!("{name} {off} off its pin"))
}
