//! The keys as shapes of four corners: what is drawn for the rows in sight.

use super::axis::Axis;
use super::columns::Column;
use rig::{KeyKind, Segment};

/// A shape with four corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuadShape {
    /// A square on its corner: a key, cubic from here or of several kinds.
    Diamond,
    /// All of the rectangle: a bar of keys, or what lies between keys.
    Rectangle,
}

/// What a shape stands for, which gives it its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// From a key to the next where the value is held.
    Hold,
    /// From a key to the next along a straight line.
    Line,
    /// Keys that are not selected.
    Key,
    /// Keys of a row that sums up others.
    Sum,
    /// Breakdowns that are not selected; of selected ones the middle.
    Breakdown,
    /// Extremes that are not selected; of selected ones the middle.
    Extreme,
    /// Keys that are selected, drawn over the others.
    Selected,
    /// A pose that is not keyed: the outline.
    Pending,
    /// A pose that is not keyed: what is inside the outline.
    Ground,
}

/// One shape in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quad {
    /// Which part of the rectangle is filled.
    pub shape: QuadShape,
    /// What it stands for.
    pub tone: Tone,
    /// Left, top, right and bottom, in points.
    pub place: [f32; 4],
}

/// A row to draw.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Its keys, by time.
    pub columns: &'a [Column],
    /// Times of selected keys, rising.
    pub selected: &'a [f32],
    /// Times of poses that are not keyed, rising.
    pub pending: &'a [f32],
    /// Whether it sums up the rows below it.
    pub is_sum: bool,
    /// The height of its middle, in points.
    pub y: f32,
}

/// Most shapes of one picture of the sheet; where there would be more, keys are drawn as bars from further apart.
pub const MOST: usize = 10_000;
/// Keys closer than this, in points, are drawn as a bar.
pub const CLOSE: f32 = 3.0;

/// Half the diagonal of a key.
const KEY: f32 = 5.0;
/// Sizes of breakdowns and extremes beside that of other keys, and of the middle of selected ones, by which they are told apart.
const BREAKDOWN: f32 = 0.8;
const EXTREME: f32 = 1.25;
const MIDDLE: f32 = 0.5;
/// Half the height of a bar of keys.
const BAR: f32 = 3.5;
/// Half the height of what lies between keys that hold, and that go straight.
const HOLD: f32 = 2.0;
const LINE: f32 = 0.6;

/// The shapes of these rows between two places along the axis.
#[must_use]
pub fn quads(axis: &Axis, (left, right): (f32, f32), lines: &[Line<'_>]) -> Vec<Quad> {
    let mut close = CLOSE;
    loop {
        let mut pen = Pen {
            axis,
            left,
            right,
            close,
            quads: Vec::new(),
        };
        for line in lines {
            pen.line(line);
            if pen.quads.len() > MOST {
                break;
            }
        }
        if pen.quads.len() <= MOST || close > right - left {
            return pen.quads;
        }
        // Twice as far each time: a few rounds, however many keys there are.
        close *= 2.0;
    }
}

/// How a single key looks.
#[derive(Clone, Copy, Default)]
struct KeyLook {
    out: Option<Segment>,
    kind: KeyKind,
}

const fn look(column: &Column) -> KeyLook {
    KeyLook {
        out: column.out,
        kind: column.kind,
    }
}

struct Pen<'a> {
    axis: &'a Axis,
    left: f32,
    right: f32,
    close: f32,
    quads: Vec<Quad>,
}

impl Pen<'_> {
    fn x_of(&self, time: f32) -> f32 {
        self.axis.x_of(f64::from(time))
    }

    fn line(&mut self, line: &Line<'_>) {
        let seen = self.in_sight(line.columns, |column| column.time);
        self.between(line, &seen);
        let tone = if line.is_sum { Tone::Sum } else { Tone::Key };
        let columns = line.columns.get(seen).unwrap_or_default();
        let keys = columns.iter().map(|column| (column.time, look(column)));
        self.keys(keys, tone, line.y);
        let seen = self.in_sight(line.selected, |time| *time);
        let times = line.selected.get(seen).unwrap_or_default();
        let look_at = |time: f32| {
            let at = line.columns.partition_point(|column| column.time < time);
            line.columns.get(at).map(look).unwrap_or_default()
        };
        let keys = times.iter().map(|&time| (time, look_at(time)));
        self.keys(keys, Tone::Selected, line.y);
        let seen = self.in_sight(line.pending, |time| *time);
        for &time in line.pending.get(seen).unwrap_or_default() {
            let x = self.x_of(time);
            self.diamond(x, line.y, KEY + 0.5, Tone::Pending);
            self.diamond(x, line.y, KEY - 1.5, Tone::Ground);
        }
    }

    /// The part of a list by time that is in sight.
    fn in_sight<T>(&self, list: &[T], time: impl Fn(&T) -> f32) -> std::ops::Range<usize> {
        let first = list.partition_point(|item| self.x_of(time(item)) < self.left - KEY);
        let last = list.partition_point(|item| self.x_of(time(item)) <= self.right + KEY);
        first..last.max(first)
    }

    /// What lies between keys: a bar where the value is held, a line where it goes straight.
    fn between(&mut self, line: &Line<'_>, seen: &std::ops::Range<usize>) {
        // The keys before and after what is in sight reach into it.
        let from = seen.start.saturating_sub(1);
        let columns = line
            .columns
            .get(from..(seen.end + 1).min(line.columns.len()));
        for pair in columns.unwrap_or_default().windows(2) {
            let [one, next] = pair else { continue };
            let (tone, half) = match one.out {
                Some(Segment::Hold) => (Tone::Hold, HOLD),
                Some(Segment::Linear) => (Tone::Line, LINE),
                Some(Segment::Cubic) | None => continue,
            };
            let (from, to) = (self.x_of(one.time), self.x_of(next.time));
            // Anything shorter is under the keys at its ends.
            if to - from > 2.0 * self.close {
                let (from, to) = (from.max(self.left), to.min(self.right));
                self.rectangle([from, line.y - half, to, line.y + half], tone);
            }
        }
    }

    /// Keys one by one, or as bars where they stand close.
    fn keys(&mut self, keys: impl Iterator<Item = (f32, KeyLook)>, tone: Tone, y: f32) {
        // The first and the last place of keys that stand close, and how a single one looks.
        let mut run: Option<(f32, f32, KeyLook)> = None;
        for (time, look) in keys {
            let x = self.x_of(time);
            run = match run {
                Some((first, last, look)) if x - last < self.close => Some((first, x, look)),
                other => {
                    self.draw_run(other, tone, y);
                    Some((x, x, look))
                }
            };
        }
        self.draw_run(run, tone, y);
    }

    fn draw_run(&mut self, run: Option<(f32, f32, KeyLook)>, tone: Tone, y: f32) {
        let Some((first, last, look)) = run else {
            return;
        };
        if last > first {
            let place = [first - BAR, y - BAR, last + BAR, y + BAR];
            return self.rectangle(place, tone);
        }
        let (own, size) = match look.kind {
            KeyKind::Key => return self.key(first, y, (tone, 1.0), look.out),
            KeyKind::Breakdown => (Tone::Breakdown, BREAKDOWN),
            KeyKind::Extreme => (Tone::Extreme, EXTREME),
        };
        let is_selected = tone == Tone::Selected;
        let outer = if is_selected { tone } else { own };
        self.key(first, y, (outer, size), look.out);
        if is_selected {
            self.key(first, y, (own, MIDDLE * size), look.out);
        }
    }

    fn key(&mut self, x: f32, y: f32, (tone, size): (Tone, f32), out: Option<Segment>) {
        let (key, half) = (size * KEY, 0.75 * size * KEY);
        match out {
            Some(Segment::Linear) => {
                self.rectangle([x - half, y - half, x + half, y + half], tone);
            }
            Some(Segment::Hold) => {
                self.rectangle([x - half, y - key, x + 0.2 * half, y + key], tone);
            }
            Some(Segment::Cubic) | None => self.diamond(x, y, key, tone),
        }
    }

    fn diamond(&mut self, x: f32, y: f32, half: f32, tone: Tone) {
        self.quads.push(Quad {
            shape: QuadShape::Diamond,
            tone,
            place: [x - half, y - half, x + half, y + half],
        });
    }

    fn rectangle(&mut self, place: [f32; 4], tone: Tone) {
        self.quads.push(Quad {
            shape: QuadShape::Rectangle,
            tone,
            place,
        });
    }
}
