//! Numbers as a picture, for items that have nothing else to show.

use glam::DVec2;

use crate::diagram::{Anchor, Diagram, Line, Mark, Panel, Tone};
use crate::error::FigureError;
use crate::number::Number;

/// Width of the picture and height of a row, in pixels.
const WIDTH: u16 = 640;
const ROW: f64 = 20.0;

/// Where the columns end that are set flush right.
const PAPER: f64 = 470.0;
const OURS: f64 = 606.0;

/// The numbers in rows: name, the paper's, the program's.
///
/// # Errors
///
/// None: it has the signature of all diagrams.
pub fn draw_table(numbers: &[Number]) -> Result<Diagram, FigureError> {
    let rows: f64 = numbers.iter().map(|_| ROW).sum();
    let height = rows + ROW;
    let head = height - 0.8 * ROW;
    let mut marks = vec![cell(OURS, head, Tone::Faint, "ours")];
    if numbers.iter().any(|number| number.paper.is_some()) {
        marks.push(cell(PAPER, head, Tone::Faint, "paper"));
    }
    let mut bottom = height - ROW;
    for number in numbers {
        let ends = [DVec2::new(0.0, bottom), DVec2::new(OURS, bottom)];
        marks.push(Mark::line(ends.into(), Tone::Grid, Line::Thin));
        let base = bottom - 0.7 * ROW;
        let name = Mark::label([0.0, base], Tone::Ink, number.name.as_str());
        let tone = if number.holds() {
            Tone::Exact
        } else {
            Tone::Other
        };
        marks.push(name);
        marks.push(cell(PAPER, base, Tone::Ink, &number.paper_text()));
        marks.push(cell(OURS, base, tone, &number.ours_text()));
        bottom -= ROW;
    }
    // Pixels of the panel's inside, so that a unit is one of them.
    let corner = [f64::from(WIDTH) - 20.0, height];
    Ok(Diagram {
        panels: vec![Panel::plane("", [0.0, 0.0], corner, marks)],
        panel_size: [WIDTH, panel_height(numbers.len())],
    })
}

/// With the margins that a plane has.
fn panel_height(rows: usize) -> u16 {
    let rows = u16::try_from(rows).unwrap_or(u16::MAX / 64);
    (rows.min(1000) + 1) * 20 + 40
}

fn cell(right: f64, base: f64, tone: Tone, text: &str) -> Mark {
    Mark::Label {
        at: DVec2::new(right, base),
        text: text.to_owned(),
        tone,
        anchor: Anchor::End,
    }
}
