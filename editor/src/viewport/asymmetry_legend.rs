//! The legend of the asymmetry of weights over a pane's picture.

use eframe::egui::{Align2, Pos2, Rect};
use scene::names::{count, joint_name, weight_text};
use scene::report::counted;
use session::jobs::asymmetry::{FULL_ASYMMETRY, SEEN};

use super::weights_legend::{Ground, faint, gradient_bar, is_small, key, plate, strip, text};

const ROW: f32 = 18.0;

/// Draws the legend, with how much weights differ; returns where it is.
pub(super) fn asymmetry_legend(ground: Ground<'_>) -> Option<Rect> {
    let Ground { seen, view, .. } = ground;
    let end = FULL_ASYMMETRY.to_string();
    let ends = ["0", &end];
    if is_small(seen) {
        return strip(ground, "asymmetry", ends);
    }
    let (painter, inner) = plate(ground, 7);
    let row = |index: f32| inner.top() + (index + 0.5) * ROW;
    let left = |index: f32| Pos2::new(inner.left(), row(index));
    let title = match view.session.character.selection.active() {
        Some(joint) => {
            let name = joint_name(&view.document.character.rig.skeleton, joint);
            format!("asymmetry of {name}")
        }
        None => "asymmetry of all joints".to_owned(),
    };
    text(&painter, left(0.0), Align2::LEFT_CENTER, &title);
    let (facts, more) = match view.asymmetry.found() {
        None => ("looking for mirror images…".to_owned(), String::new()),
        Some(map) => (
            format!(
                "at most {}, mean {}",
                weight_text(map.most, 3),
                weight_text(map.mean, 3)
            ),
            match map.without_partner.len() {
                0 => format!(
                    "{} of {} points over {SEEN}",
                    count(map.differing),
                    count(map.points)
                ),
                alone => format!(
                    "{} of {} over {SEEN}; {} without partner",
                    count(map.differing),
                    count(map.points),
                    counted(alone, "joint")
                ),
            },
        ),
    };
    faint(&painter, left(1.0), &facts);
    faint(&painter, left(2.0), &more);
    let ramp = view.session.settings.weights.ramp.ramp();
    gradient_bar((&painter, inner), 3.0, ramp, ends);
    let marks = ramp.marks();
    let beside = Pos2::new(inner.center().x, row(5.0));
    key(&painter, left(5.0), "symmetric", marks.zero);
    key(&painter, beside, "more", marks.one);
    key(&painter, left(6.0), "no mirror image", marks.unbound);
    Some(painter.clip_rect())
}
