//! Plates under text over pictures, in the colors of the window's theme: nearly opaque, with a border, so that text is
//! as readable over dark pictures as over light ones.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shadow, Stroke, StrokeKind, Vec2,
};

/// Text size in points.
pub(super) const TEXT: f32 = 13.0;
/// Radius of the corners in points.
const ROUNDING: CornerRadius = CornerRadius::same(5);

#[derive(Clone, Copy, Debug)]
pub(super) struct Plate {
    fill: Color32,
    edge: Color32,
    /// Color of main text.
    pub(super) foreground: Color32,
    /// Color of secondary text.
    pub(super) faint: Color32,
    /// Borders of swatches and bars.
    pub(super) line: Color32,
}

const DARK: Plate = Plate {
    fill: Color32::from_rgba_premultiplied(22, 23, 25, 222),
    edge: Color32::from_rgba_premultiplied(20, 20, 20, 40),
    foreground: Color32::from_gray(242),
    faint: Color32::from_gray(172),
    line: Color32::from_rgba_premultiplied(90, 90, 90, 90),
};

const LIGHT: Plate = Plate {
    fill: Color32::from_rgba_premultiplied(241, 242, 243, 243),
    edge: Color32::from_rgba_premultiplied(0, 0, 0, 46),
    foreground: Color32::from_rgb(24, 26, 30),
    faint: Color32::from_rgb(92, 97, 106),
    line: Color32::from_rgba_premultiplied(0, 0, 0, 110),
};

impl Plate {
    /// Colors of the window's theme.
    pub(super) fn of(painter: &Painter) -> Self {
        if painter.ctx().global_style().visuals.dark_mode {
            DARK
        } else {
            LIGHT
        }
    }

    pub(super) fn lay(self, painter: &Painter, rect: Rect) {
        let shadow = Shadow {
            offset: [0, 1],
            blur: 4,
            spread: 0,
            color: Color32::from_black_alpha(36),
        };
        painter.add(shadow.as_shape(rect, ROUNDING));
        painter.rect_filled(rect, ROUNDING, self.fill);
        let edge = Stroke::new(1.0, self.edge);
        painter.rect_stroke(rect, ROUNDING, edge, StrokeKind::Inside);
    }
}

/// Draws text on a plate, shifted to the left where it would leave the picture.
pub(super) fn label(painter: &Painter, at: Pos2, anchor: Align2, text: &str) {
    let plate = Plate::of(painter);
    let font = FontId::proportional(TEXT);
    let galley = painter.layout_no_wrap(text.to_owned(), font, plate.foreground);
    let rect = anchor.anchor_size(at, galley.size() + Vec2::new(12.0, 6.0));
    let over = (painter.clip_rect().right() - rect.right() - 4.0).min(0.0);
    let rect = rect.translate(Vec2::new(over, 0.0));
    plate.lay(painter, rect);
    painter.galley(rect.min + Vec2::new(6.0, 3.0), galley, plate.foreground);
}
