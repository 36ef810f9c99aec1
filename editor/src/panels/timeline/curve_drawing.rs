//! The curves as lines, their keys and tangents, and the levels behind them.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2};
use rig::{JointChannel, Target};
use session::commands::actions::SheetAction;
use session::state::timeline::curve_view::spans;
use session::state::timeline::curves::{Curve, CurveKey};

use super::curves::{Dashes, Scales, ends_of};
use super::sheet::Sheet;
use crate::theme::{playhead, selected_key};

/// Width of a curve, and of one that is chosen.
const LINE: f32 = 1.4;
const CHOSEN_LINE: f32 = 2.4;
/// Side of a key, and of one that is selected.
const KEY: f32 = 6.0;
const SELECTED_KEY: f32 = 7.0;

/// Most keys that are drawn of curves that are not chosen.
const MOST_KEYS: usize = 4000;
/// Lengths of dashes and gaps.
const DASH: f32 = 5.0;
const DASH_GAP: f32 = 4.0;

/// Curves as they are drawn.
pub(super) struct DrawnCurves<'a> {
    pub(super) found: &'a [Curve],
    /// What lies beyond the keys of each.
    pub(super) dashes: &'a [Vec<Dashes>],
    pub(super) scales: &'a Scales,
    pub(super) colors: &'a [Color32],
}

impl DrawnCurves<'_> {
    /// Draws them into an area.
    pub(super) fn draw(&self, ui: &Ui, area: Rect, sheet: &Sheet<'_>) {
        let painter = ui.painter_at(area);
        let Self { found, scales, .. } = *self;
        if let Some(text) = nothing_to_see(sheet, found, scales) {
            let (font, weak) = (FontId::proportional(13.0), ui.visuals().weak_text_color());
            painter.text(area.center(), Align2::CENTER_CENTER, text, font, weak);
        }
        if !found.is_empty() && !sheet.view.session.character.sheet.is_normalized {
            levels_behind(ui, &painter, area, found, scales);
        }
        let chosen = &sheet.view.session.character.sheet.switches.chosen;
        let count: usize = found.iter().map(|curve| curve.keys.len()).sum();
        // Chosen curves lie over the others.
        for is_chosen in [false, true] {
            for (number, curve) in found.iter().enumerate() {
                if chosen.contains(&curve.number) == is_chosen {
                    let pen = self.pen(&painter, sheet, (number, is_chosen));
                    pen.line(curve, self.dashes.get(number).map_or(&[], Vec::as_slice));
                    pen.keys(ui, curve, is_chosen || count <= MOST_KEYS);
                }
            }
        }
        let now = sheet.axis.x_of(f64::from(sheet.now));
        let line = Stroke::new(1.5, playhead(ui.visuals()));
        painter.vline(now, area.y_range(), line);
    }

    fn pen<'b>(
        &'b self,
        painter: &'b Painter,
        sheet: &'b Sheet<'b>,
        (number, is_chosen): (usize, bool),
    ) -> Pen<'b> {
        Pen {
            painter,
            sheet,
            scales: self.scales,
            number,
            color: self.colors.get(number).copied().unwrap_or_default(),
            width: if is_chosen { CHOSEN_LINE } else { LINE },
        }
    }
}

/// What is said where no curve can be seen.
fn nothing_to_see(sheet: &Sheet<'_>, found: &[Curve], scales: &Scales) -> Option<String> {
    if found.is_empty() {
        let hidden = &sheet.view.session.character.sheet.switches.hidden;
        return Some(if hidden.is_empty() {
            "Select a joint with keys to see its curves".to_owned()
        } else {
            "Select a joint with keys to see its curves, or show those that are hidden".to_owned()
        });
    }
    if !is_out_of_sight(found, scales) {
        return None;
    }
    let keys = sheet.view.key_text(SheetAction::FrameAllKeys);
    let keys = keys.map_or_else(String::new, |keys| format!(": {keys} shows them"));
    Some(format!("The curves are out of sight{keys}"))
}

/// Lines at round numbers, with their unit where all curves have one.
fn levels_behind(ui: &Ui, painter: &Painter, area: Rect, found: &[Curve], scales: &Scales) {
    let weak = ui.visuals().weak_text_color();
    let [low, high] = scales.span(0);
    let unit = common_unit(found);
    for value in levels(low, high) {
        let y = scales.y_of(0, value);
        painter.hline(
            area.x_range(),
            y,
            Stroke::new(1.0, weak.gamma_multiply(0.25)),
        );
        let at = Pos2::new(area.left() + 4.0, y);
        let text = scene::names::plain(value, decimals(high - low));
        let font = FontId::proportional(11.0);
        painter.text(at, Align2::LEFT_BOTTOM, format!("{text}{unit}"), font, weak);
    }
}

/// The unit of all curves, to be written behind a number; empty where they have several, or none.
fn common_unit(found: &[Curve]) -> &'static str {
    let unit = |curve: &Curve| match curve.number.target {
        Target::Joint(_, JointChannel::Rotation | JointChannel::Angle(_)) => "°",
        Target::Joint(_, JointChannel::Translation) => " m",
        Target::Joint(_, JointChannel::Scale) => "×",
        Target::Joint(_, JointChannel::Shear) | Target::Morph(_) => "",
    };
    let mut units = found.iter().map(unit);
    let first = units.next().unwrap_or_default();
    if units.all(|unit| unit == first) {
        first
    } else {
        ""
    }
}

/// Draws one curve.
struct Pen<'a> {
    painter: &'a Painter,
    sheet: &'a Sheet<'a>,
    scales: &'a Scales,
    number: usize,
    color: Color32,
    width: f32,
}

impl Pen<'_> {
    fn place(&self, [time, value]: [f32; 2]) -> Pos2 {
        let x = self.sheet.axis.x_of(f64::from(time));
        Pos2::new(x, self.scales.y_of(self.number, value))
    }

    /// The line from the first key to the last, and dashes beyond.
    fn line(&self, curve: &Curve, dashes: &[Dashes]) {
        let [first, last] = curve.ends;
        let between = curve
            .points
            .iter()
            .filter(|[time, _]| (first..=last).contains(time));
        let line: Vec<Pos2> = between.map(|point| self.place(*point)).collect();
        let stroke = Stroke::new(self.width, self.color);
        self.painter.add(Shape::line(line, stroke));
        let stroke = Stroke::new(0.8 * self.width, self.color.gamma_multiply(0.8));
        for part in dashes {
            let line: Vec<Pos2> = part.iter().map(|point| self.place(*point)).collect();
            let in_sight: Vec<Pos2> = cut_to(&line, self.painter.clip_rect());
            self.painter
                .extend(Shape::dashed_line(&in_sight, stroke, DASH, DASH_GAP));
        }
    }

    /// Keys, with the tangents of those that are selected.
    fn keys(&self, ui: &Ui, curve: &Curve, are_all: bool) {
        let session = &self.sheet.view.session.character;
        let is_faded = session.sheet.switches.is_faded(curve.number);
        let mark = selected_key(ui.visuals());
        let seen = self.painter.clip_rect().expand(SELECTED_KEY);
        for key in &curve.keys {
            let at = self.place([key.at.time, key.value]);
            let is_selected = session.keys.selected.contains(&key.at);
            if !(are_all || is_selected) {
                continue;
            }
            if is_selected && !is_faded {
                self.tangents(ui, key, at);
            }
            if !seen.contains(at) {
                continue;
            }
            let (side, fill) = match (is_selected, is_faded) {
                (false, _) => (KEY, self.color),
                // Its numbers stand on other curves too, which are not meant.
                (true, true) => (KEY, mark.gamma_multiply(0.5)),
                (true, false) => (SELECTED_KEY, mark),
            };
            let square = Rect::from_center_size(at, Vec2::splat(side));
            self.painter.rect_filled(square, 1.0, fill);
        }
    }

    fn tangents(&self, ui: &Ui, key: &CurveKey, at: Pos2) {
        let ends = ends_of(key, at, self.number, self.sheet, self.scales);
        for end in ends.into_iter().flatten() {
            let tint = if key.is_locked {
                ui.visuals().weak_text_color()
            } else {
                self.color
            };
            self.painter.line_segment([at, end], Stroke::new(1.0, tint));
            self.painter.circle_filled(end, 3.0, tint);
        }
    }
}

/// A line without what lies far to the left and to the right of what is seen: dashes of it would be many.
fn cut_to(line: &[Pos2], seen: Rect) -> Vec<Pos2> {
    match line {
        // Straight on for long: the part in sight.
        [from, to] if from.x < to.x => {
            let at = |x: f32| {
                let share = ((x - from.x) / (to.x - from.x)).clamp(0.0, 1.0);
                from.lerp(*to, share)
            };
            vec![at(seen.left()), at(seen.right())]
        }
        line => line.to_vec(),
    }
}

/// Whether the numbers in sight are all above the curves, or below them.
fn is_out_of_sight(found: &[Curve], scales: &Scales) -> bool {
    let spans = spans(found);
    spans.iter().enumerate().all(|(curve, [least, most])| {
        let [low, high] = scales.span(curve);
        *most < low || *least > high
    })
}

/// Round numbers between two.
fn levels(low: f32, high: f32) -> Vec<f32> {
    // The power of ten below a quarter of the height, then the first of its 1, 2, 5 and 10 fold with five levels at most.
    let step = 10.0_f32.powf(((high - low) / 4.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * step)
        .into_iter()
        .find(|step| (high - low) / step <= 5.0)
        .unwrap_or(10.0 * step);
    let first = (low / step).ceil();
    (0..8_u8)
        // Adding zero turns −0 into 0.
        .map(|number| (first + f32::from(number)) * step + 0.0)
        .take_while(|value| *value <= high)
        .collect()
}

/// As many decimals as tell the levels of a height apart.
fn decimals(height: f32) -> usize {
    match height {
        height if height >= 0.05 => 2,
        height if height >= 0.005 => 3,
        _ => 5,
    }
}
