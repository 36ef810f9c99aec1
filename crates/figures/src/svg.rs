//! Diagrams as SVG, which browsers and GitHub show.

use core::fmt::Write as _;

use glam::DVec2;

use crate::diagram::{Anchor, Diagram, Tone};
use crate::layout::{Stroke, layout};

/// The text of an SVG document: black and colors on white, with fonts that most systems have.
///
/// The same diagram gives the same bytes. Coordinates have two decimals.
#[must_use]
pub fn svg(diagram: &Diagram) -> String {
    let size = diagram.size();
    let (width, height) = (number(size.x), number(size.y));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for stroke in layout(diagram) {
        text.push_str(&element(&stroke));
        text.push('\n');
    }
    text.push_str("</svg>\n");
    text
}

fn element(stroke: &Stroke) -> String {
    match stroke {
        Stroke::Path {
            points,
            tone,
            width,
            dashed,
            filled,
        } => {
            let color = color(*tone);
            let fill = if *filled {
                format!("fill=\"{color}\" fill-opacity=\".14\"")
            } else {
                "fill=\"none\"".to_owned()
            };
            let dashes = if *dashed {
                " stroke-dasharray=\"5 4\""
            } else {
                ""
            };
            let way = way(points);
            format!(
                "<path d=\"{way}\" {fill} stroke=\"{color}\" stroke-width=\"{width}\"{dashes} stroke-linejoin=\"round\"/>"
            )
        }
        Stroke::Dot {
            at,
            radius,
            tone,
            hollow,
        } => {
            let color = color(*tone);
            let fill = if *hollow { "none" } else { &color };
            let (x, y) = (number(at.x), number(at.y));
            format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{color}\" stroke-width=\"1.4\"/>"
            )
        }
        Stroke::Bar { from, to, tone } => {
            let (x, y) = (number(from.x), number(from.y));
            let (width, height) = (number(to.x - from.x), number(to.y - from.y));
            let color = color(*tone);
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>"
            )
        }
        Stroke::Text { .. } => text_element(stroke),
    }
}

fn text_element(stroke: &Stroke) -> String {
    let Stroke::Text {
        at,
        text,
        lettering,
        anchor,
    } = stroke
    else {
        return String::new();
    };
    let (x, y) = (number(at.x), number(at.y));
    let (size, color) = (lettering.size, color(lettering.tone));
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if lettering.bold {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let turned = if lettering.upright {
        format!(" transform=\"rotate(-90 {x} {y})\"")
    } else {
        String::new()
    };
    let text = escape(text);
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor} fill=\"{color}\"{weight}{turned}>{text}</text>"
    )
}

/// The points as the data of a path; nothing for none.
fn way(points: &[DVec2]) -> String {
    let mut text = String::new();
    for point in points {
        text.push(if text.is_empty() { 'M' } else { 'L' });
        // Text in memory takes any length.
        let _ = write!(text, "{} {}", number(point.x), number(point.y));
    }
    text
}

fn color(tone: Tone) -> String {
    let [red, green, blue] = tone.on_white();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// With at most two decimals.
fn number(value: f64) -> String {
    // Adding zero makes −0 a plain zero.
    let rounded = (value * 100.0).round() / 100.0 + 0.0;
    format!("{rounded}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
