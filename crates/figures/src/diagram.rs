//! What a diagram shows: panels with axes, and marks in the coordinates of these axes.
//!
//! Data alone. [`layout`](crate::layout::layout) turns it into strokes on a picture, for [`svg`](crate::svg::svg) and for a painter.

use glam::DVec2;

/// A picture of one or more panels side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// From left to right.
    pub panels: Vec<Panel>,
    /// Width and height of each panel, in pixels.
    pub panel_size: [u16; 2],
}

impl Diagram {
    /// Width and height of the whole picture, in pixels.
    #[must_use]
    pub fn size(&self) -> DVec2 {
        let [width, height] = self.panel_size.map(f64::from);
        let panels = self.panels.iter().map(|_| width);
        DVec2::new(panels.sum(), height)
    }
}

/// One coordinate system with what is drawn in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Bold, over the panel.
    pub title: String,
    /// What the coordinates mean.
    pub space: Space,
    /// Later ones are drawn over earlier ones.
    pub marks: Vec<Mark>,
}

impl Panel {
    /// A piece of the plane, `low` to `high`.
    #[must_use]
    pub fn plane(title: &str, low: [f64; 2], high: [f64; 2], marks: Vec<Mark>) -> Self {
        Self {
            title: title.to_owned(),
            space: Space::Plane {
                low: low.into(),
                high: high.into(),
            },
            marks,
        }
    }

    /// A graph of one quantity over another.
    #[must_use]
    pub fn graph(title: &str, x: Axis, y: Axis, marks: Vec<Mark>) -> Self {
        Self {
            title: title.to_owned(),
            space: Space::Axes { x, y },
            marks,
        }
    }
}

/// The coordinates of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Space {
    /// Geometry: both directions have one scale, and no axis is drawn.
    Plane {
        /// The lower left corner of what is shown.
        low: DVec2,
        /// The upper right corner.
        high: DVec2,
    },
    /// Two quantities, each with its scale, ticks and title.
    Axes {
        /// To the right.
        x: Axis,
        /// Upwards.
        y: Axis,
    },
}

/// One axis of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity and its unit.
    pub title: &'static str,
    /// The value at the left or lower end.
    pub low: f64,
    /// The value at the other end, above `low`.
    pub high: f64,
    /// Where lines with numbers are.
    pub ticks: Ticks,
}

impl Axis {
    /// With a line at each round number.
    #[must_use]
    pub const fn even(title: &'static str, low: f64, high: f64) -> Self {
        Self {
            title,
            low,
            high,
            ticks: Ticks::Even,
        }
    }

    /// With lines at these values; none at all leaves the axis without numbers.
    #[must_use]
    pub const fn at(title: &'static str, low: f64, high: f64, ticks: &'static [f64]) -> Self {
        Self {
            title,
            low,
            high,
            ticks: Ticks::At(ticks),
        }
    }

    /// Logarithmic, with a line at each power of ten; both ends are positive.
    #[must_use]
    pub const fn decades(title: &'static str, low: f64, high: f64) -> Self {
        Self {
            title,
            low,
            high,
            ticks: Ticks::Decades,
        }
    }

    /// How far along the axis a value lies: 0 at `low`, 1 at `high`.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        let scaled = |value: f64| match self.ticks {
            Ticks::Decades => value.log10(),
            Ticks::Even | Ticks::At(_) => value,
        };
        (scaled(value) - scaled(self.low)) / (scaled(self.high) - scaled(self.low))
    }
}

/// Where an axis has lines with numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ticks {
    /// Some five, at multiples of 1, 2, 2.5 or 5 times a power of ten.
    Even,
    /// At these values.
    At(&'static [f64]),
    /// At powers of ten, on a logarithmic axis.
    Decades,
}

/// Something drawn in a panel, in its coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line through points; a label goes to the legend over the panel.
    Curve {
        /// In order.
        points: Vec<DVec2>,
        /// Its color.
        tone: Tone,
        /// Its width and dashes.
        line: Line,
        /// Its line of the legend; empty for none.
        label: String,
    },
    /// Points, each with a label beside it.
    Dots {
        /// The points.
        dots: Vec<Dot>,
        /// Their color.
        tone: Tone,
        /// Whether they are rings.
        hollow: bool,
    },
    /// An arrow with a label beside its middle.
    Arrow {
        /// Where it begins.
        from: DVec2,
        /// Where its head is.
        to: DVec2,
        /// Its color.
        tone: Tone,
        /// Beside its middle; empty for none.
        label: String,
    },
    /// Text at a place.
    Label {
        /// The place of its anchor, on the base line.
        at: DVec2,
        /// One line.
        text: String,
        /// Its color.
        tone: Tone,
        /// Which end of it is there.
        anchor: Anchor,
    },
    /// A dashed line across a graph at a value of its x axis, or of its y axis.
    Guide {
        /// The value.
        at: f64,
        /// Whether it stands upright, at a value of x.
        vertical: bool,
        /// At its upper or right end; empty for none.
        label: String,
    },
    /// Columns from zero, at x = 0, 1, 2, …; several sets stand side by side.
    Bars {
        /// The heights.
        heights: Vec<f64>,
        /// Their color.
        tone: Tone,
        /// Their line of the legend.
        label: String,
        /// Which of the sets this is, from 0.
        set: u8,
        /// How many sets there are.
        of: u8,
    },
}

impl Mark {
    /// A line that the legend does not name.
    #[must_use]
    pub fn line(points: Vec<DVec2>, tone: Tone, line: Line) -> Self {
        Self::named_line(points, tone, line, "")
    }

    /// A line with its name in the legend.
    #[must_use]
    pub fn named_line(
        points: Vec<DVec2>,
        tone: Tone,
        line: Line,
        label: impl Into<String>,
    ) -> Self {
        Self::Curve {
            points,
            tone,
            line,
            label: label.into(),
        }
    }

    /// Filled points without labels.
    #[must_use]
    pub fn dots(points: impl IntoIterator<Item = DVec2>, tone: Tone) -> Self {
        Self::Dots {
            dots: points.into_iter().map(Dot::bare).collect(),
            tone,
            hollow: false,
        }
    }

    /// Hollow points without labels.
    #[must_use]
    pub fn rings(points: impl IntoIterator<Item = DVec2>, tone: Tone) -> Self {
        Self::Dots {
            dots: points.into_iter().map(Dot::bare).collect(),
            tone,
            hollow: true,
        }
    }

    /// One filled point with a label at a side of it.
    #[must_use]
    pub fn dot(at: DVec2, tone: Tone, label: impl Into<String>, side: Side) -> Self {
        Self::Dots {
            dots: vec![Dot::labeled(at, label, side)],
            tone,
            hollow: false,
        }
    }

    /// One hollow point with a label at a side of it.
    #[must_use]
    pub fn ring(at: DVec2, tone: Tone, label: impl Into<String>, side: Side) -> Self {
        Self::Dots {
            dots: vec![Dot::labeled(at, label, side)],
            tone,
            hollow: true,
        }
    }

    /// An arrow; its label may be empty.
    #[must_use]
    pub fn arrow(from: DVec2, to: DVec2, tone: Tone, label: &str) -> Self {
        Self::Arrow {
            from,
            to,
            tone,
            label: label.to_owned(),
        }
    }

    /// Text that begins at a place.
    #[must_use]
    pub fn label(at: impl Into<DVec2>, tone: Tone, text: impl Into<String>) -> Self {
        Self::Label {
            at: at.into(),
            text: text.into(),
            tone,
            anchor: Anchor::Start,
        }
    }

    /// Its line of the legend; empty where it has none.
    #[must_use]
    pub fn legend(&self) -> &str {
        match self {
            Self::Curve { label, .. } | Self::Bars { label, .. } => label,
            Self::Dots { .. } | Self::Arrow { .. } | Self::Label { .. } | Self::Guide { .. } => "",
        }
    }
}

/// A point, with the text beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// The place.
    pub at: DVec2,
    /// Its text; empty for none.
    pub label: String,
    /// Where the text stands.
    pub side: Side,
}

impl Dot {
    /// Without text.
    #[must_use]
    pub fn bare(at: DVec2) -> Self {
        Self::labeled(at, "", Side::NorthEast)
    }

    /// With text at a side.
    #[must_use]
    pub fn labeled(at: DVec2, label: impl Into<String>, side: Side) -> Self {
        Self {
            at,
            label: label.into(),
            side,
        }
    }
}

/// At which side of a point its text stands, so that the texts of close ones do not meet.
#[expect(missing_docs, reason = "the directions of a compass")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

/// What a color says. The painter chooses the color; lines and rings tell the same where there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What the program recommends, or the subject of the figure.
    Ours,
    /// What it is compared with: the method that fails.
    Other,
    /// An exact value, or the right one.
    Exact,
    /// A fourth, where three are not enough.
    Fourth,
    /// What is there to compare with: rest, help lines.
    Faint,
    /// Joints, text and axes.
    Ink,
    /// Lines of ticks and of a globe.
    Grid,
}

impl Tone {
    /// The color on white paper, as red, green and blue.
    #[must_use]
    pub const fn on_white(self) -> [u8; 3] {
        match self {
            Self::Ours => [0x1f, 0x6f, 0xb2],
            Self::Other => [0xc8, 0x37, 0x2d],
            Self::Exact => [0x2b, 0x8a, 0x3e],
            Self::Fourth => [0x8a, 0x5a, 0x00],
            Self::Faint => [0x76, 0x7f, 0x8c],
            Self::Ink => [0x1c, 0x24, 0x30],
            Self::Grid => [0xe3, 0xe6, 0xea],
        }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Of usual width.
    Solid,
    /// Of usual width, in dashes.
    Dashed,
    /// Half as wide: help lines, many lines at once.
    Thin,
    /// Bones.
    Thick,
    /// The border of an area that is tinted.
    Filled,
}

/// Which point of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A function of the parameter `low … high` at `steps + 1` even places.
#[must_use]
pub fn sample(low: f64, high: f64, steps: u32, mut point: impl FnMut(f64) -> DVec2) -> Vec<DVec2> {
    let step = (high - low) / f64::from(steps.max(1));
    (0..=steps)
        .map(|count| point(low + step * f64::from(count)))
        .collect()
}

/// The graph of a function over `low … high`, at `steps + 1` even places.
#[must_use]
pub fn graph(low: f64, high: f64, steps: u32, mut value: impl FnMut(f64) -> f64) -> Vec<DVec2> {
    sample(low, high, steps, |x| DVec2::new(x, value(x)))
}

/// An arc about `center`, between two angles in radians.
#[must_use]
pub fn arc(center: DVec2, radius: f64, from: f64, to: f64) -> Vec<DVec2> {
    sample(from, to, 96, |angle| {
        center + radius * DVec2::from_angle(angle)
    })
}
