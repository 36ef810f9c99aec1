//! Text over a pane of a sheet: its label, and its color scales. The window has less space and writes its own in
//! `viewport.rs`.

use eframe::egui::epaint::{Mesh, Shape};
use eframe::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2,
};
use glam::Vec3;
use headless::sheet::{DifferenceLegend, LEGEND_HEIGHT, significant};
use scene::names::count;
use scene::normal_error::FULL_NORMAL_ERROR;
use scene::valid_signs::{NEAR, SignCount};
use scene::view::ramps::Diverging;
use scene::view::weight_ramps::WeightRamp;
use session::features::problems::asymmetry::FULL_ASYMMETRY;

/// Colors of titles and numbers, and of notes: light, since the plate is dark in every theme.
const FOREGROUND: Color32 = Color32::from_rgb(240, 242, 245);
const FAINT_FOREGROUND: Color32 = Color32::from_rgb(186, 191, 200);
/// Background of text: dark enough for any surface, light enough to see the surface go on.
const PLATE: Color32 = Color32::from_rgba_premultiplied(11, 12, 14, 178);
/// Measures in points: corners and inner space of a plate, its distance from the edges of the pane, letters, bar, width.
const PLATE_ROUNDING: f32 = 5.0;
const PADDING: Vec2 = vec2(10.0, 7.0);
const MARGIN: f32 = 12.0;
const TITLE_SIZE: f32 = 15.0;
const TEXT_SIZE: f32 = 12.0;
const BAR_HEIGHT: f32 = 12.0;
const LEGEND_WIDTH: f32 = 300.0;
/// Steps of a gradient; enough that none is visible.
const GRADIENT_STEPS: u16 = 64;

/// Writes a title, and a smaller line under it unless that is empty, into the upper left corner of a pane.
pub(super) fn label(painter: &Painter, pane: Rect, title: &str, subtitle: &str) {
    // What tells panes apart is at the end: a long title takes several lines.
    let title = painter.layout(
        title.to_owned(),
        FontId::proportional(TITLE_SIZE),
        FOREGROUND,
        (pane.width() - 2.0 * (MARGIN + PADDING.x)).max(0.0),
    );
    let subtitle = painter.layout_no_wrap(
        subtitle.to_owned(),
        FontId::proportional(TEXT_SIZE),
        FAINT_FOREGROUND,
    );
    let subtitle_height = if subtitle.is_empty() {
        0.0
    } else {
        subtitle.size().y
    };
    let size = vec2(
        title.size().x.max(subtitle.size().x),
        title.size().y + subtitle_height,
    );
    let plate = Rect::from_min_size(pane.min + Vec2::splat(MARGIN), size + 2.0 * PADDING);
    painter.rect_filled(plate, PLATE_ROUNDING, PLATE);
    let at = plate.min + PADDING;
    let below = at + vec2(0.0, title.size().y);
    painter.galley(at, title, FOREGROUND);
    painter.galley(below, subtitle, FAINT_FOREGROUND);
}

/// Draws the scale of a signed difference into the lower left corner of a pane.
pub(super) fn difference(
    painter: &Painter,
    pane: Rect,
    legend: &DifferenceLegend,
    colors: Diverging,
) {
    let range = legend.range;
    let (max, mean) = (legend.distance.max, legend.distance.mean);
    let plate = Plate::new(painter, pane);
    plate.title(painter, &legend.title);
    // From −1 to 1, so that zero is in the middle of the bar.
    plate.gradient(painter, |along| colors.color(2.0 * along - 1.0));
    if range > 0.0 {
        let [inside, outside] = [-range, range].map(signed_text);
        plate.marks(
            painter,
            [
                &format!("{inside} inside"),
                "0",
                &format!("outside {outside}"),
            ],
        );
    } else {
        plate.marks(painter, ["", "no difference", ""]);
    }
    plate.note(
        painter,
        &format!(
            "distance of vertices: max {}, mean {}",
            significant(max),
            significant(mean)
        ),
    );
}

/// Draws the scale of a joint's weights into the lower left corner of a pane.
pub(super) fn weights(painter: &Painter, pane: Rect, joint: &str, ramp: WeightRamp) {
    let plate = Plate::new(painter, pane);
    plate.title(painter, &format!("weight of {joint}"));
    plate.gradient(painter, |along| ramp.color(along));
    plate.marks(painter, ["0", "0.5", "1"]);
    plate.key(painter, 0.0, "exactly 0", ramp.marks().zero);
    plate.key(painter, 0.3, "exactly 1", ramp.marks().one);
    plate.key(painter, 0.6, "no joint at all", ramp.marks().unbound);
}

/// Draws the scale of a map into the lower left corner of a pane.
pub(super) fn map(painter: &Painter, pane: Rect, name: &str, ramp: WeightRamp) {
    let plate = Plate::new(painter, pane);
    plate.title(painter, name);
    plate.gradient(painter, |along| ramp.color(along));
    plate.marks(painter, ["0", "0.5", "1"]);
    plate.key(painter, 0.0, "exactly 0", ramp.marks().zero);
    plate.key(painter, 0.3, "exactly 1", ramp.marks().one);
    plate.key(painter, 0.6, "not skinned", ramp.marks().unbound);
}

/// Draws the scale of how much weights differ from those of the mirror image into the lower left corner of a pane.
pub(super) fn asymmetry(
    painter: &Painter,
    pane: Rect,
    of: &str,
    [most, mean]: [f32; 2],
    ramp: WeightRamp,
) {
    let plate = Plate::new(painter, pane);
    plate.title(painter, &format!("asymmetry of {of}"));
    plate.gradient(painter, |along| ramp.color(along));
    let [middle, end] = [0.5, 1.0].map(|share| significant(share * FULL_ASYMMETRY));
    plate.marks(painter, ["0", &middle, &format!("{end} or more")]);
    let text = format!("max {}, mean {}", significant(most), significant(mean));
    plate.note(painter, &text);
}

/// Draws the scale of the angle between usual and exact normals into the lower left corner of a pane.
pub(super) fn normal_error(
    painter: &Painter,
    pane: Rect,
    ([most, mean], ramp): ([f32; 2], WeightRamp),
) {
    let plate = Plate::new(painter, pane);
    let degrees = |angle: f32| format!("{}°", significant(angle.to_degrees()));
    plate.title(painter, "from usual to exact normals");
    plate.gradient(painter, |along| ramp.color(along));
    let [middle, end] = [0.5, 1.0].map(|share| degrees(share * FULL_NORMAL_ERROR));
    plate.marks(painter, ["0°", &middle, &end]);
    let text = format!("max {}, mean {}", degrees(most), degrees(mean));
    plate.note(painter, &text);
}

/// Draws the scale of how near vertices are to a flip into the lower left corner of a pane.
pub(super) fn near_flip(painter: &Painter, pane: Rect, found: &SignCount, ramp: WeightRamp) {
    let plate = Plate::new(painter, pane);
    let (near, invalid) = (count(found.near), count(found.invalid));
    let title = format!("degrees to a flip: {near} vertices near, {invalid} beyond");
    plate.title(painter, &title);
    plate.gradient(painter, |along| ramp.color(along));
    plate.marks(painter, [&format!("{NEAR}°"), "", "0°"]);
    plate.key(painter, 0.0, "further", ramp.marks().zero);
    plate.key(painter, 0.3, "beyond", ramp.marks().one);
    plate.key(painter, 0.6, "nothing to flip", ramp.marks().unbound);
}

fn signed_text(value: f32) -> String {
    let sign = if value < 0.0 { "\u{2212}" } else { "+" };
    format!("{sign}{}", significant(value.abs()))
}

/// The dark background of a legend, and the rows on it.
struct Plate {
    inner: Rect,
}

impl Plate {
    fn new(painter: &Painter, pane: Rect) -> Self {
        let width = LEGEND_WIDTH.min(pane.width() - 2.0 * MARGIN).max(0.0);
        let height = LEGEND_HEIGHT - MARGIN;
        let min = pos2(pane.min.x + MARGIN, pane.max.y - MARGIN - height);
        let plate = Rect::from_min_size(min, vec2(width, height));
        painter.rect_filled(plate, PLATE_ROUNDING, PLATE);
        Self {
            inner: plate.shrink2(PADDING),
        }
    }

    fn title(&self, painter: &Painter, text: &str) {
        painter.text(
            self.inner.left_top(),
            Align2::LEFT_TOP,
            text,
            FontId::proportional(TEXT_SIZE + 1.0),
            FOREGROUND,
        );
    }

    fn bar(&self) -> Rect {
        Rect::from_min_size(
            self.inner.min + vec2(0.0, 23.0),
            vec2(self.inner.width(), BAR_HEIGHT),
        )
    }

    fn gradient(&self, painter: &Painter, color: impl Fn(f32) -> Vec3) {
        let bar = self.bar();
        let mut mesh = Mesh::default();
        for step in 0..=GRADIENT_STEPS {
            let along = f32::from(step) / f32::from(GRADIENT_STEPS);
            let x = bar.left() + along * bar.width();
            let color = color32(color(along));
            mesh.colored_vertex(pos2(x, bar.top()), color);
            mesh.colored_vertex(pos2(x, bar.bottom()), color);
        }
        for corner in (0..u32::from(GRADIENT_STEPS)).map(|step| 2 * step) {
            mesh.add_triangle(corner, corner + 1, corner + 2);
            mesh.add_triangle(corner + 1, corner + 3, corner + 2);
        }
        painter.add(Shape::mesh(mesh));
        painter.rect_stroke(
            bar,
            0.0,
            Stroke::new(1.0, Color32::from_black_alpha(120)),
            StrokeKind::Outside,
        );
    }

    /// Values under the left end, the middle and the right end of the bar.
    fn marks(&self, painter: &Painter, [left, middle, right]: [&str; 3]) {
        let bar = self.bar();
        let font = || FontId::proportional(TEXT_SIZE);
        let y = bar.bottom() + 3.0;
        for (x, anchor, text) in [
            (bar.left(), Align2::LEFT_TOP, left),
            (bar.center().x, Align2::CENTER_TOP, middle),
            (bar.right(), Align2::RIGHT_TOP, right),
        ] {
            painter.text(pos2(x, y), anchor, text, font(), FOREGROUND);
        }
    }

    fn note(&self, painter: &Painter, text: &str) {
        self.line(painter, self.inner.left_bottom(), text);
    }

    /// A color that is not on the scale, with its meaning; `along` the width, 0 … 1.
    fn key(&self, painter: &Painter, along: f32, text: &str, color: Vec3) {
        let left = self.inner.left_bottom() + vec2(along * self.inner.width(), 0.0);
        let swatch = Rect::from_min_size(left - vec2(0.0, 13.0), Vec2::splat(11.0));
        painter.rect_filled(swatch, 2.0, color32(color));
        self.line(painter, left + vec2(18.0, 0.0), text);
    }

    fn line(&self, painter: &Painter, left_bottom: Pos2, text: &str) {
        painter.text(
            left_bottom,
            Align2::LEFT_BOTTOM,
            text,
            FontId::proportional(TEXT_SIZE - 1.0),
            FAINT_FOREGROUND,
        );
    }
}

/// An egui color from encoded sRGB in 0 … 1.
fn color32(encoded: Vec3) -> Color32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to a byte"
    )]
    let byte = |channel: f32| (channel.clamp(0.0, 1.0) * 255.0).round() as u8;
    Color32::from_rgb(byte(encoded.x), byte(encoded.y), byte(encoded.z))
}
