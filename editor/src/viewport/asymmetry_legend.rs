//! The legend of the asymmetry of weights over a pane's picture.

use eframe::egui::{Align2, Id, Pos2, Rect, Role, Sense, Ui, WidgetInfo};
use scene::names::{count, joint_name, weight_text};
use scene::report::pluralize;
use session::features::problems::asymmetry::{FULL_ASYMMETRY, SEEN};
use session::features::view::View;
use session::state::comparing::PANES;

use super::weights_legend::{LegendCanvas, faint, gradient_bar, is_small, key, plate, strip, text};

/// Height of a line, in points.
const ROW: f32 = 18.0;

/// What is compared, how much it differs, and at how many points.
struct LegendText {
    title: String,
    facts: String,
    more: String,
}

impl LegendText {
    fn of(view: &View<'_>) -> Self {
        let title = match view.session.character.selection.active() {
            Some(joint) => {
                let name = joint_name(&view.document.character.rig.skeleton, joint);
                format!("asymmetry of {name}")
            }
            None => "asymmetry of all joints".to_owned(),
        };
        let Some(map) = view.asymmetry.newest_map() else {
            return Self {
                title,
                facts: "looking for mirror images…".to_owned(),
                more: String::new(),
            };
        };
        let facts = format!(
            "at most {}, mean {}",
            weight_text(map.most, 3),
            weight_text(map.mean, 3)
        );
        let more = match map.without_partner.len() {
            0 => format!(
                "{} of {} points over {SEEN}",
                count(map.differing),
                count(map.points)
            ),
            alone => format!(
                "{} of {} over {SEEN}; {} without partner",
                count(map.differing),
                count(map.points),
                pluralize(alone, "joint")
            ),
        };
        Self { title, facts, more }
    }
}

/// Draws the legend, with how much weights differ; returns where it is. A small picture has the colors alone, and the numbers where
/// the pointer is over them.
pub(super) fn asymmetry_legend(ui: &Ui, ground: LegendCanvas<'_>) -> Option<Rect> {
    let words = LegendText::of(ground.view);
    let place = draw(ground, &words)?;
    let lines = [&words.title, &words.facts, &words.more];
    let lines: Vec<&str> = lines
        .into_iter()
        .map(String::as_str)
        .filter(|line| !line.is_empty())
        .collect();
    let id = Id::unique(("asymmetry legend", ground.pane));
    let response = ui.interact(place, id, Sense::hover());
    let pane = PANES.get(ground.pane).copied().unwrap_or_default();
    let spoken = format!("Asymmetry legend {pane}: {}", lines.join("; "));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &spoken));
    response.on_hover_text(lines.join("\n"));
    Some(place)
}

fn draw(ground: LegendCanvas<'_>, words: &LegendText) -> Option<Rect> {
    let LegendCanvas { seen, view, .. } = ground;
    let end = FULL_ASYMMETRY.to_string();
    let ends = ["0", &end];
    if is_small(seen) {
        return strip(ground, "asymmetry", ends);
    }
    let (painter, inner) = plate(ground, 7);
    let row = |index: f32| inner.top() + (index + 0.5) * ROW;
    let left = |index: f32| Pos2::new(inner.left(), row(index));
    text(&painter, left(0.0), Align2::LEFT_CENTER, &words.title);
    faint(&painter, left(1.0), &words.facts);
    faint(&painter, left(2.0), &words.more);
    let ramp = view.session.settings.weights.ramp.ramp();
    gradient_bar(&painter, inner, 3.0, ramp, ends);
    let marks = ramp.marks();
    let beside = Pos2::new(inner.center().x, row(5.0));
    key(&painter, left(5.0), "symmetric", marks.zero);
    key(&painter, beside, "more", marks.one);
    key(&painter, left(6.0), "no mirror image", marks.unbound);
    Some(painter.clip_rect())
}
