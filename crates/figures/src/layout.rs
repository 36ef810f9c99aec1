//! From a diagram to strokes in pixels: the one walk that all painters share.

use glam::DVec2;

use crate::diagram::{Anchor, Axis, Diagram, Dot, Line, Mark, Panel, Side, Space, Ticks, Tone};

/// Something to paint, in pixels from the upper left corner, y down.
#[derive(Clone, Debug, PartialEq)]
pub enum Stroke {
    /// A line through points.
    Path {
        /// In order.
        points: Vec<DVec2>,
        /// Its color.
        tone: Tone,
        /// In pixels.
        width: f64,
        /// Whether it is drawn in dashes.
        dashed: bool,
        /// Whether its inside is tinted.
        filled: bool,
    },
    /// A circle.
    Dot {
        /// The center.
        at: DVec2,
        /// In pixels.
        radius: f64,
        /// Its color; a hollow one is white inside.
        tone: Tone,
        /// Whether it is a ring.
        hollow: bool,
    },
    /// One line of text.
    Text {
        /// Its anchor, on the base line.
        at: DVec2,
        /// What it says.
        text: String,
        /// Its color and letters.
        lettering: Lettering,
        /// Which point of it `at` is.
        anchor: Anchor,
    },
    /// A filled rectangle.
    Bar {
        /// The upper left corner.
        from: DVec2,
        /// The lower right corner.
        to: DVec2,
        /// Its color.
        tone: Tone,
    },
}

/// The letters of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    /// Their color.
    pub tone: Tone,
    /// Their height, in pixels.
    pub size: f64,
    /// Whether they are bold.
    pub bold: bool,
    /// Whether they run upwards.
    pub upright: bool,
}

impl Lettering {
    const fn new(tone: Tone, size: f64) -> Self {
        Self {
            tone,
            size,
            bold: false,
            upright: false,
        }
    }
}

/// Height of a title, a label in a panel, a number at a tick, and the title of an axis.
const TITLE: f64 = 13.0;
const LABEL: f64 = 11.0;
const NUMBER: f64 = 10.5;
const AXIS_TITLE: f64 = 11.5;

/// Height of a line of the legend.
const LEGEND_LINE: f64 = 15.0;

/// Half the width that the bars at one place share, in units of the x axis.
const HALF_BARS: f64 = 0.42;

/// The strokes of a diagram, those that lie over others later.
///
/// The legend stands between title and panel, where it covers nothing. Marks outside of a panel's coordinates are drawn where they are:
/// whoever draws a diagram chooses axes that hold it.
#[must_use]
pub fn layout(diagram: &Diagram) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    let [width, height] = diagram.panel_size.map(f64::from);
    let mut left = 0.0;
    for panel in &diagram.panels {
        let frame = Frame::of(panel, left, DVec2::new(width, height));
        let mut pen = Pen {
            frame,
            strokes: &mut strokes,
        };
        pen.draw_panel(panel, DVec2::new(left, height));
        left += width;
    }
    strokes
}

/// Where a panel's coordinates lie on the picture.
#[derive(Clone, Debug)]
struct Frame {
    /// The upper left corner of the coordinates' box.
    min: DVec2,
    /// The lower right corner.
    max: DVec2,
    space: Space,
}

impl Frame {
    fn of(panel: &Panel, left: f64, size: DVec2) -> Self {
        let named = panel.marks.iter().filter(|mark| !mark.legend().is_empty());
        let legend: f64 = named.map(|_| LEGEND_LINE).sum();
        let (before, after) = match panel.space {
            Space::Plane { .. } => (DVec2::new(10.0, 30.0), DVec2::new(10.0, 10.0)),
            Space::Axes { .. } => (DVec2::new(56.0, 34.0), DVec2::new(14.0, 44.0)),
        };
        let corner = DVec2::new(left, 0.0);
        Self {
            min: corner + before + DVec2::Y * legend,
            max: corner + size - after,
            space: panel.space.clone(),
        }
    }

    /// The pixel of a point of the panel's coordinates.
    fn pixel(&self, point: DVec2) -> DVec2 {
        let size = self.max - self.min;
        match &self.space {
            Space::Plane { low, high } => {
                let scale = (size / (*high - *low)).min_element();
                let from_middle = (point - 0.5 * (*low + *high)) * scale;
                0.5 * (self.min + self.max) + from_middle * DVec2::new(1.0, -1.0)
            }
            Space::Axes { x, y } => {
                let place = DVec2::new(x.place(point.x), 1.0 - y.place(point.y));
                self.min + place * size
            }
        }
    }
}

/// What draws into one panel.
struct Pen<'a> {
    frame: Frame,
    strokes: &'a mut Vec<Stroke>,
}

impl Pen<'_> {
    /// `corner` is the lower left one of the whole panel, with its title and numbers.
    fn draw_panel(&mut self, panel: &Panel, corner: DVec2) {
        let mut title = Lettering::new(Tone::Ink, TITLE);
        title.bold = true;
        let at = DVec2::new(self.frame.min.x.min(corner.x + 12.0), 18.0);
        self.write(at, &panel.title, title, Anchor::Start);
        if let Space::Axes { x, y } = &panel.space {
            self.draw_axes(x, y, corner);
        }
        for mark in &panel.marks {
            self.draw_mark(mark);
        }
        let named = panel.marks.iter().filter(|mark| !mark.legend().is_empty());
        let mut at = DVec2::new(corner.x + 12.0, 31.0);
        for mark in named {
            self.draw_legend(mark, at);
            at.y += LEGEND_LINE;
        }
    }

    fn draw_axes(&mut self, x: &Axis, y: &Axis, corner: DVec2) {
        let (min, max) = (self.frame.min, self.frame.max);
        let number = Lettering::new(Tone::Faint, NUMBER);
        for value in ticks(x) {
            let across = min.x + x.place(value) * (max.x - min.x);
            let (top, bottom) = (DVec2::new(across, min.y), DVec2::new(across, max.y));
            self.rule([top, bottom], Tone::Grid);
            let below = bottom + DVec2::Y * 15.0;
            self.write(below, &tick_text(x, value), number, Anchor::Middle);
        }
        for value in ticks(y) {
            let down = max.y - y.place(value) * (max.y - min.y);
            let (left, right) = (DVec2::new(min.x, down), DVec2::new(max.x, down));
            self.rule([left, right], Tone::Grid);
            let beside = left + DVec2::new(-5.0, 4.0);
            self.write(beside, &tick_text(y, value), number, Anchor::End);
        }
        let origin = DVec2::new(min.x, max.y);
        self.rule([min, origin], Tone::Ink);
        self.rule([origin, max], Tone::Ink);
        let mut title = Lettering::new(Tone::Ink, AXIS_TITLE);
        let middle = 0.5 * (min + max);
        let below = DVec2::new(middle.x, corner.y - 10.0);
        self.write(below, x.title, title, Anchor::Middle);
        title.upright = true;
        let beside = DVec2::new(corner.x + 14.0, middle.y);
        self.write(beside, y.title, title, Anchor::Middle);
    }

    fn draw_mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Curve {
                points, tone, line, ..
            } => {
                let points = points.iter().map(|&point| self.frame.pixel(point));
                let points = points.collect();
                self.draw_line(points, *tone, *line);
            }
            Mark::Dots { dots, tone, hollow } => {
                for dot in dots {
                    self.draw_dot(dot, *tone, *hollow);
                }
            }
            Mark::Arrow {
                from,
                to,
                tone,
                label,
            } => {
                let ends = [self.frame.pixel(*from), self.frame.pixel(*to)];
                self.draw_arrow(ends, *tone, label);
            }
            Mark::Label {
                at,
                text,
                tone,
                anchor,
            } => {
                let at = self.frame.pixel(*at);
                self.write(at, text, Lettering::new(*tone, LABEL), *anchor);
            }
            Mark::Guide {
                at,
                vertical,
                label,
            } => self.draw_guide(*at, *vertical, label),
            Mark::Bars {
                heights,
                tone,
                set,
                of,
                ..
            } => self.draw_bars(heights, *tone, *set, *of),
        }
    }

    fn draw_line(&mut self, points: Vec<DVec2>, tone: Tone, line: Line) {
        let width = match line {
            Line::Solid | Line::Dashed => 1.8,
            Line::Thin | Line::Filled => 1.0,
            Line::Thick => 3.0,
        };
        self.strokes.push(Stroke::Path {
            points,
            tone,
            width,
            dashed: line == Line::Dashed,
            filled: line == Line::Filled,
        });
    }

    fn draw_dot(&mut self, dot: &Dot, tone: Tone, hollow: bool) {
        let at = self.frame.pixel(dot.at);
        // A ring shows what lies in it, if that is a dot.
        let radius = if hollow { 4.6 } else { 3.2 };
        self.strokes.push(Stroke::Dot {
            at,
            radius,
            tone,
            hollow,
        });
        let ([x, y], anchor) = match dot.side {
            Side::North => ([0.0, -9.0], Anchor::Middle),
            Side::NorthEast => ([6.0, -6.0], Anchor::Start),
            Side::East => ([9.0, 4.0], Anchor::Start),
            Side::SouthEast => ([7.0, 14.0], Anchor::Start),
            Side::South => ([0.0, 17.0], Anchor::Middle),
            Side::SouthWest => ([-7.0, 14.0], Anchor::End),
            Side::West => ([-9.0, 4.0], Anchor::End),
            Side::NorthWest => ([-6.0, -6.0], Anchor::End),
        };
        let lettering = Lettering::new(tone, LABEL);
        self.write(at + DVec2::new(x, y), &dot.label, lettering, anchor);
    }

    fn draw_arrow(&mut self, [from, to]: [DVec2; 2], tone: Tone, label: &str) {
        let along = (to - from).normalize_or_zero();
        let barb = |side: f64| to - 8.0 * along + side * along.perp();
        for points in [vec![from, to], vec![barb(3.5), to, barb(-3.5)]] {
            self.strokes.push(Stroke::Path {
                points,
                tone,
                width: 1.4,
                dashed: false,
                filled: false,
            });
        }
        // To the right of an upright arrow, and over a level one.
        let across = along.perp();
        let across = if across.x < -0.1 || (across.x < 0.1 && across.y > 0.0) {
            -across
        } else {
            across
        };
        let anchor = if across.x < 0.3 {
            Anchor::Middle
        } else {
            Anchor::Start
        };
        let beside = 0.5 * (from + to) + 8.0 * across + DVec2::Y * 4.0 * across.x;
        self.write(beside, label, Lettering::new(tone, LABEL), anchor);
    }

    fn draw_guide(&mut self, at: f64, vertical: bool, label: &str) {
        let (min, max) = (self.frame.min, self.frame.max);
        // Only one coordinate of each end is asked for; the other is that of the box.
        let Space::Axes { x, y } = &self.frame.space else {
            return;
        };
        let (ends, beside, anchor) = if vertical {
            let across = min.x + x.place(at) * (max.x - min.x);
            let ends = [DVec2::new(across, max.y), DVec2::new(across, min.y)];
            (ends, DVec2::new(4.0, 11.0), Anchor::Start)
        } else {
            let down = max.y - y.place(at) * (max.y - min.y);
            let ends = [DVec2::new(min.x, down), DVec2::new(max.x, down)];
            (ends, DVec2::new(-4.0, -5.0), Anchor::End)
        };
        let [_, end] = ends;
        self.strokes.push(Stroke::Path {
            points: ends.into(),
            tone: Tone::Faint,
            width: 1.0,
            dashed: true,
            filled: false,
        });
        let lettering = Lettering::new(Tone::Faint, NUMBER);
        self.write(end + beside, label, lettering, anchor);
    }

    fn draw_bars(&mut self, heights: &[f64], tone: Tone, set: u8, of: u8) {
        let width = 2.0 * HALF_BARS / f64::from(of.max(1));
        let mut left = width * f64::from(set) - HALF_BARS;
        for &height in heights {
            let from = self.frame.pixel(DVec2::new(left, height));
            let to = self.frame.pixel(DVec2::new(left + width, 0.0));
            self.strokes.push(Stroke::Bar { from, to, tone });
            let over = DVec2::new(0.5 * (from.x + to.x), from.y - 3.0);
            let number = Lettering::new(Tone::Faint, 9.0);
            self.write(over, &format!("{height:.2}"), number, Anchor::Middle);
            left += 1.0;
        }
    }

    fn draw_legend(&mut self, mark: &Mark, at: DVec2) {
        match mark {
            Mark::Bars { tone, .. } => self.strokes.push(Stroke::Bar {
                from: at + DVec2::new(0.0, -4.0),
                to: at + DVec2::new(22.0, 4.0),
                tone: *tone,
            }),
            Mark::Curve { tone, line, .. } => {
                let line = if *line == Line::Filled {
                    Line::Solid
                } else {
                    *line
                };
                self.draw_line(vec![at, at + DVec2::X * 22.0], *tone, line);
            }
            Mark::Dots { .. } | Mark::Arrow { .. } | Mark::Label { .. } | Mark::Guide { .. } => {}
        }
        let lettering = Lettering::new(Tone::Ink, NUMBER);
        let beside = at + DVec2::new(27.0, 4.0);
        self.write(beside, mark.legend(), lettering, Anchor::Start);
    }

    fn rule(&mut self, ends: [DVec2; 2], tone: Tone) {
        self.strokes.push(Stroke::Path {
            points: ends.into(),
            tone,
            width: 1.0,
            dashed: false,
            filled: false,
        });
    }

    fn write(&mut self, at: DVec2, text: &str, lettering: Lettering, anchor: Anchor) {
        if !text.is_empty() {
            self.strokes.push(Stroke::Text {
                at,
                text: text.to_owned(),
                lettering,
                anchor,
            });
        }
    }
}

/// The values of an axis that have lines.
fn ticks(axis: &Axis) -> Vec<f64> {
    match axis.ticks {
        Ticks::At(values) => values.to_vec(),
        Ticks::Even => multiples(axis.low, axis.high, round_step(axis.high - axis.low)),
        Ticks::Decades => multiples(axis.low.log10(), axis.high.log10(), 1.0)
            .into_iter()
            .map(|exponent| 10_f64.powf(exponent))
            .collect(),
    }
}

/// About a fifth of a range, rounded up to 1, 2, 2.5 or 5 times a power of ten.
fn round_step(range: f64) -> f64 {
    let raw = range / 5.0;
    let power = 10_f64.powf(raw.log10().floor());
    let factors = [1.0, 2.0, 2.5, 5.0].into_iter();
    let mut steps = factors.map(|factor| factor * power);
    steps
        .find(|step| *step >= raw * 0.999)
        .unwrap_or(10.0 * power)
}

/// The multiples of a step from `low` to `high`, both included but for rounding.
fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    let mut count = (low / step - 1e-9).ceil();
    let mut found = Vec::new();
    // A step that is no number ends the loop at once.
    while count * step <= high + 1e-9 * step.abs() {
        // Adding zero makes −0 a plain zero.
        found.push(count * step + 0.0);
        count += 1.0;
    }
    found
}

/// A number at a tick: six digits, with a minus sign as long as a plus sign.
fn tick_text(axis: &Axis, value: f64) -> String {
    if axis.ticks == Ticks::Decades {
        return format!("{value:e}").replace('-', "−");
    }
    // Sums of steps end in noise far behind the sixth digit.
    let rounded = (value * 1e6).round() / 1e6;
    format!("{rounded}").replace('-', "−")
}
