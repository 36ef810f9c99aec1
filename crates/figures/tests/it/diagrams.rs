//! Diagrams: their points are finite and within the axes, and their texts are within the picture and do not meet.

use figures::book::ALL;
use figures::diagram::{
    Anchor, Axis, Diagram, Line, Mark, Panel, Side, Space, Tone, graph, sample,
};
use figures::layout::{Stroke, layout};
use glam::DVec2;

use crate::claims::measured;

pub(crate) fn diagrams() -> impl Iterator<Item = (&'static str, Diagram)> {
    ALL.iter().filter_map(|item| {
        let draw = item.draw?;
        Some((item.id, draw(measured(item)).unwrap()))
    })
}

fn points_of(mark: &Mark) -> Vec<DVec2> {
    match mark {
        Mark::Curve { points, .. } => points.clone(),
        Mark::Dots { dots, .. } => dots.iter().map(|dot| dot.at).collect(),
        Mark::Arrow { from, to, .. } => vec![*from, *to],
        Mark::Label { at, .. } => vec![*at],
        Mark::Guide { .. } | Mark::Bars { .. } => Vec::new(),
    }
}

#[test]
fn points_lie_within_the_axes() {
    for (id, diagram) in diagrams() {
        for panel in &diagram.panels {
            for point in panel.marks.iter().flat_map(points_of) {
                let place = match &panel.space {
                    Space::Plane { low, high } => (point - *low) / (*high - *low),
                    Space::Axes { x, y } => DVec2::new(x.place(point.x), y.place(point.y)),
                };
                let within =
                    place.cmpge(DVec2::splat(-0.05)).all() && place.cmple(DVec2::splat(1.05)).all();
                assert!(within, "{id}, {}: {point}", panel.title);
            }
        }
    }
}

/// A text's box; letters of usual fonts are 0.6 of their height wide on average, and seldom more.
#[derive(Clone, Debug)]
struct TextBox {
    text: String,
    min: DVec2,
    max: DVec2,
}

impl TextBox {
    fn meets(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }
}

fn text_boxes(diagram: &Diagram) -> Vec<TextBox> {
    let strokes = layout(diagram).into_iter();
    let boxes = strokes.filter_map(|stroke| {
        let Stroke::Text {
            at,
            text,
            lettering,
            anchor,
        } = stroke
        else {
            return None;
        };
        let letters = u16::try_from(text.chars().count()).unwrap();
        let bold = if lettering.bold { 1.12 } else { 1.0 };
        let width = 0.58 * bold * lettering.size * f64::from(letters);
        let left = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -0.5 * width,
            Anchor::End => -width,
        };
        let (min, max) = if lettering.upright {
            (
                DVec2::new(-lettering.size, -left - width),
                DVec2::new(2.0, -left),
            )
        } else {
            (
                DVec2::new(left, -0.75 * lettering.size),
                DVec2::new(left + width, 2.0),
            )
        };
        Some(TextBox {
            text,
            min: at + min,
            max: at + max,
        })
    });
    boxes.collect()
}

#[test]
fn texts_are_within_the_picture_and_do_not_meet() {
    let mut faults = Vec::new();
    for (id, diagram) in diagrams() {
        let boxes = text_boxes(&diagram);
        for (index, one) in boxes.iter().enumerate() {
            if one.min.cmplt(DVec2::ZERO).any() || one.max.cmpgt(diagram.size()).any() {
                faults.push(format!("{id}: cut off: {}", one.text));
            }
            let others = boxes[index + 1..].iter().filter(|other| one.meets(other));
            faults.extend(others.map(|other| format!("{id}: {} over {}", one.text, other.text)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn one_panel(x: Axis, y: Axis, marks: Vec<Mark>) -> Diagram {
    Diagram {
        panels: vec![Panel::graph("Title", x, y, marks)],
        panel_size: [200, 100],
    }
}

fn texts(diagram: &Diagram) -> Vec<String> {
    text_boxes(diagram)
        .into_iter()
        .map(|one| one.text)
        .collect()
}

#[test]
fn ticks_are_round_numbers() {
    let diagram = one_panel(
        Axis::even("t", -0.2, 0.3),
        Axis::decades("norm", 1e-3, 1.0),
        Vec::new(),
    );
    let expected = [
        "Title", "−0.2", "−0.1", "0", "0.1", "0.2", "0.3", "1e−3", "1e−2", "1e−1", "1e0", "t",
        "norm",
    ];
    assert_eq!(texts(&diagram), expected);
}

#[test]
fn points_come_to_their_pixels() {
    let line = graph(0.0, 2.0, 2, |x| 10.0 * x);
    let marks = vec![Mark::line(line, Tone::Ours, Line::Solid)];
    let diagram = one_panel(Axis::even("x", 0.0, 2.0), Axis::even("y", 0.0, 20.0), marks);
    let strokes = layout(&diagram);
    let paths = strokes.iter().filter_map(|stroke| match stroke {
        Stroke::Path {
            points,
            tone: Tone::Ours,
            ..
        } => Some(points),
        _ => None,
    });
    let [path] = paths.collect::<Vec<_>>()[..] else {
        panic!("one line");
    };
    // The box is from (56, 34) to (186, 56).
    let pixels = [[56.0, 56.0], [121.0, 45.0], [186.0, 34.0]].map(DVec2::from);
    assert_eq!(path[..], pixels);
}

#[test]
fn planes_have_one_scale() {
    let square = [[0.0, 0.0], [1.0, 1.0]].map(DVec2::from);
    let diagram = Diagram {
        panels: vec![Panel::plane(
            "",
            [0.0, 0.0],
            [1.0, 1.0],
            vec![Mark::dots(square, Tone::Ink)],
        )],
        panel_size: [300, 100],
    };
    let strokes = layout(&diagram);
    let [Stroke::Dot { at: low, .. }, Stroke::Dot { at: high, .. }] = &strokes[..] else {
        panic!("two dots: {strokes:?}");
    };
    assert_eq!(*high - *low, DVec2::new(60.0, -60.0));
}

#[test]
fn bars_stand_side_by_side_with_a_legend() {
    let set = |set, tone| Mark::Bars {
        heights: vec![1.0, 0.5],
        tone,
        label: format!("set {set}"),
        set,
        of: 2,
    };
    let diagram = one_panel(
        Axis::at("", -0.5, 1.5, &[]),
        Axis::even("ratio", 0.0, 1.0),
        vec![set(0, Tone::Ours), set(1, Tone::Other)],
    );
    let bars: Vec<_> = layout(&diagram)
        .into_iter()
        .filter_map(|stroke| match stroke {
            Stroke::Bar { from, to, tone } => Some((from, to, tone)),
            _ => None,
        })
        .collect();
    assert_eq!(bars.len(), 6, "four bars and two signs of the legend");
    // The second set begins where the first ends.
    assert_eq!(bars[0].1.x, bars[2].0.x);
    assert!(texts(&diagram).iter().any(|text| text == "set 1"));
}

#[test]
fn guides_and_labels_are_drawn() {
    let guide = |vertical, label: &str| Mark::Guide {
        at: 0.5,
        vertical,
        label: label.to_owned(),
    };
    let marks = vec![
        guide(true, "upright"),
        guide(false, "level"),
        Mark::ring(DVec2::splat(0.5), Tone::Exact, "here", Side::South),
    ];
    let diagram = one_panel(Axis::even("x", 0.0, 1.0), Axis::even("y", 0.0, 1.0), marks);
    let texts = texts(&diagram);
    for wanted in ["upright", "level", "here"] {
        assert!(
            texts.iter().any(|text| text == wanted),
            "{wanted}: {texts:?}"
        );
    }
}

#[test]
fn curves_are_sampled_at_both_ends() {
    let points = sample(1.0, 3.0, 4, DVec2::splat);
    assert_eq!(points.first(), Some(&DVec2::splat(1.0)));
    assert_eq!(points.last(), Some(&DVec2::splat(3.0)));
    assert_eq!(points.len(), 5);
}
