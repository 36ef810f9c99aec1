//! A scale that shows the amount of a tool, while the pointer goes sideways: over the panes and over keys.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke};

use crate::theme::accent;

/// From the edges of the plate to the ends of the scale.
const MARGIN: f32 = 24.0;
/// From the top of the plate to the scale.
const DOWN: f32 = 35.0;
/// Text size in points.
const TEXT: f32 = 13.0;

/// The place of a scale, and its amounts.
#[derive(Clone, Copy, Debug)]
pub struct AmountScale {
    /// The plate that it stands on.
    pub plate: Rect,
    /// The amounts at its ends.
    pub ends: [f32; 2],
    /// The amount that changes nothing.
    pub start: f32,
    /// The amount now.
    pub amount: f32,
}

/// What a scale is drawn with.
#[derive(Clone, Copy, Debug)]
pub struct ScaleColors {
    /// Of the title.
    pub text: Color32,
    /// Of the whole scale.
    pub line: Color32,
    /// Of marks across it.
    pub mark: Color32,
}

impl AmountScale {
    /// Where an amount stands on it.
    #[must_use]
    pub fn x(&self, amount: f32) -> f32 {
        let [least, most] = self.ends;
        let share = ((amount - least) / (most - least)).clamp(0.0, 1.0);
        self.plate.left() + MARGIN + share * (self.plate.width() - 2.0 * MARGIN)
    }

    /// Draws it, with marks at some amounts, a knob at the one now and a title over it.
    pub fn draw(&self, painter: &Painter, colors: ScaleColors, marks: &[f32], title: String) {
        let y = self.plate.top() + DOWN;
        let [least, most] = self.ends.map(|end| self.x(end));
        painter.hline(least..=most, y, Stroke::new(2.0, colors.line));
        let lit = accent(&painter.ctx().global_style().visuals);
        let [start, now] = [self.start, self.amount].map(|amount| self.x(amount));
        let moved = start.min(now)..=start.max(now);
        painter.hline(moved, y, Stroke::new(3.0, lit));
        let across = Stroke::new(1.5, colors.mark);
        for mark in marks.iter().filter(|mark| **mark >= self.ends[0]) {
            painter.vline(self.x(*mark), (y - 5.0)..=(y + 5.0), across);
        }
        painter.circle_filled(Pos2::new(now, y), 6.0, lit);
        let at = Pos2::new(self.plate.center().x, self.plate.top() + 5.0);
        let font = FontId::proportional(TEXT);
        painter.text(at, Align2::CENTER_TOP, title, font, colors.text);
    }
}
