//! Keys that are moved or scaled in time: from the state at the beginning and the place of the pointer to an edit. Nothing adds up
//! on the way: an edit is rounded once.

use std::collections::{BTreeMap, BTreeSet};

use rig::{ClipEdit, KeyAdjustment, KeyAt, Target};

use super::frames::TimeUnit;

/// What a drag does to the keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DragKind {
    /// All by the same time.
    Move,
    /// Away from a time, or towards it.
    Scale {
        /// The time that stays, in seconds.
        pivot: f64,
    },
    /// Up and down, by how their neighbors stand. The pointer goes sideways for more of it.
    Shape(KeyAdjustment),
}

/// Keys that are being dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyDrag {
    kind: DragKind,
    keys: Vec<KeyAt>,
    /// Where the pointer was at the beginning, in seconds.
    grabbed: f64,
    /// From the pivot to there, in seconds: a pointer that goes as far again doubles the factor.
    arm: f64,
    /// The first and the last of the keys, in seconds.
    least: f64,
    most: f64,
    /// The smallest distance of two keys of one track, in seconds; infinite where no track has two.
    gap: f64,
}

/// What a drag comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct DragResult {
    /// The edit of the clip from before the drag.
    pub edit: ClipEdit,
    /// By how many seconds keys move, or the factor on their distances.
    pub amount: f64,
}

/// Keys that move together stay apart by this share of a frame, or of a thousandth of a second where nothing snaps.
const APART: f64 = 1.0 + 1e-6;
/// Way of the pointer for a whole, in the short distances of [`KeyDrag::new`].
const WHOLE: f64 = 6.0;
/// Least distance of keys of one track that nothing snaps, in seconds.
const LEAST_GAP: f64 = 1e-3;

impl KeyDrag {
    /// Keys dragged from a time under the pointer; none if there are none. `reach` is a short distance on the screen in
    /// seconds: a scale that begins nearer to its pivot than that counts from there, else it would be too fine for a hand.
    #[must_use]
    pub fn new(kind: DragKind, keys: &BTreeSet<KeyAt>, grabbed: f64, reach: f64) -> Option<Self> {
        let first = f64::from(keys.iter().map(|key| key.time).reduce(f32::min)?);
        let last = f64::from(keys.iter().map(|key| key.time).reduce(f32::max)?);
        let arm = match kind {
            DragKind::Move => grabbed,
            DragKind::Scale { pivot } => grabbed - pivot,
            DragKind::Shape(_) => WHOLE * reach,
        };
        let arm = if arm.abs() < reach { reach } else { arm };
        Some(Self {
            kind,
            keys: keys.iter().copied().collect(),
            grabbed,
            arm: if arm == 0.0 { 1.0 } else { arm },
            least: first,
            most: last,
            gap: smallest_gap(keys),
        })
    }

    /// The kind of drag.
    #[must_use]
    pub const fn kind(&self) -> DragKind {
        self.kind
    }

    /// The time under the pointer at the beginning, in seconds.
    #[must_use]
    pub const fn grabbed(&self) -> f64 {
        self.grabbed
    }

    /// The keys at the beginning.
    #[must_use]
    pub fn keys(&self) -> &[KeyAt] {
        &self.keys
    }

    /// The edit while the pointer is at a time. Frames snap; nothing goes before 0, or further before it, and no two of these keys meet.
    #[must_use]
    pub fn to(&self, time: f64, unit: TimeUnit) -> DragResult {
        let time = if time.is_finite() { time } else { self.grabbed };
        match self.kind {
            DragKind::Move => self.move_by(time - self.grabbed, unit),
            DragKind::Scale { pivot } => {
                let factor = 1.0 + (time - self.grabbed) / self.arm;
                self.scale_by(pivot, factor, unit)
            }
            DragKind::Shape(shape) => shaped(shape, (time - self.grabbed) / self.arm),
        }
    }

    /// The edit of a typed number: so many seconds, or such a factor. Nothing snaps; else the same holds as for the pointer.
    #[must_use]
    pub fn by(&self, amount: f64, unit: TimeUnit) -> DragResult {
        match self.kind {
            DragKind::Move => self.shift_by(amount, unit),
            DragKind::Scale { pivot } => {
                let factor = self.limit_factor(pivot, amount, TimeUnit::Seconds);
                self.spread_by(pivot, factor, (unit, false))
            }
            DragKind::Shape(shape) => shaped(shape, amount),
        }
    }

    /// The amount that changes nothing.
    #[must_use]
    pub const fn nothing(&self) -> f64 {
        match self.kind {
            DragKind::Move | DragKind::Shape(_) => 0.0,
            DragKind::Scale { .. } => 1.0,
        }
    }

    fn move_by(&self, by: f64, unit: TimeUnit) -> DragResult {
        // The key nearest to the pointer comes to a frame, the others keep their distance from it.
        let near = |key: &&KeyAt| (f64::from(key.time) - self.grabbed).abs();
        let held = self.keys.iter().min_by(|a, b| near(a).total_cmp(&near(b)));
        let held = held.map_or(0.0, |key| f64::from(key.time));
        let by = if unit.rate().is_some() && by != 0.0 {
            f64::from(unit.snap(held + by)) - held
        } else {
            by
        };
        self.shift_by(by, unit)
    }

    fn shift_by(&self, by: f64, unit: TimeUnit) -> DragResult {
        // What stands before the beginning already comes no further.
        let by = by.max(-self.least.max(0.0));
        let at = |time: f32| on_its_frame(f64::from(time) + by, unit);
        DragResult {
            edit: self.retime(at, |time| single(f64::from(time) + by), 1.0),
            amount: by,
        }
    }

    fn scale_by(&self, pivot: f64, factor: f64, unit: TimeUnit) -> DragResult {
        let factor = self.limit_factor(pivot, factor, unit);
        self.spread_by(pivot, factor, (unit, true))
    }

    fn spread_by(&self, pivot: f64, factor: f64, (unit, snaps): (TimeUnit, bool)) -> DragResult {
        let free = |time: f32| single(pivot + (f64::from(time) - pivot) * factor);
        // Only where no two keys of a track would come to one frame.
        let to_frames = unit.rate().filter(|rate| {
            let frame = APART / rate.per_second();
            snaps && (self.gap * factor.abs() >= frame || self.gap == f64::INFINITY)
        });
        let at = |time: f32| {
            let after = pivot + (f64::from(time) - pivot) * factor;
            to_frames.map_or_else(|| on_its_frame(after, unit), |rate| rate.snap(after))
        };
        DragResult {
            edit: self.retime(at, free, single(factor)),
            amount: factor,
        }
    }

    /// The factor nearest to this one that takes no key before 0 and lets no two keys meet.
    fn limit_factor(&self, pivot: f64, factor: f64, unit: TimeUnit) -> f64 {
        let step = unit
            .rate()
            .map_or(LEAST_GAP, |rate| 1.0 / rate.per_second());
        // Keys that are closer than a frame already cannot come closer.
        let nearest = (APART * step / self.gap).min(1.0);
        // Where no track has two keys the quotient is 0, which no factor may be.
        let nearest = nearest.max(1e-3);
        let (before, after) = (pivot - self.least, self.most - pivot);
        if factor >= 0.0 {
            let largest = if before > 0.0 {
                (pivot - self.least.min(0.0)) / before
            } else {
                f64::MAX
            };
            factor.max(nearest).min(largest.max(nearest.min(1.0)))
        } else {
            let largest = if after > 0.0 { pivot / after } else { f64::MAX };
            if largest < nearest {
                // There is no room to turn time round here.
                nearest
            } else {
                -((-factor).max(nearest).min(largest))
            }
        }
    }

    /// The keys at new times; at those of `free` if two of one track would meet.
    fn retime(
        &self,
        at: impl Fn(f32) -> f32,
        free: impl Fn(f32) -> f32,
        tangent_factor: f32,
    ) -> ClipEdit {
        let with = |at: &dyn Fn(f32) -> f32| -> Vec<(KeyAt, f32)> {
            // Nothing goes before 0, or farther before it than it is. Plus 0, since −0 has other bits than 0.
            let after = |key: &KeyAt| (*key, at(key.time).max(key.time.min(0.0)) + 0.0);
            self.keys.iter().map(after).collect()
        };
        let mut keys = with(&at);
        if meet(&keys) {
            keys = with(&free);
        }
        if meet(&keys) {
            keys = with(&|time| time);
        }
        ClipEdit::Retime {
            keys,
            tangent_factor,
        }
    }
}

/// An amount that a shape has; the edit needs the clip.
fn shaped(shape: KeyAdjustment, amount: f64) -> DragResult {
    DragResult {
        edit: ClipEdit::SetKeys(Vec::new()),
        amount: amount.clamp(f64::from(shape.least()), 1.0),
    }
}

/// The smallest distance of two keys of one track; infinite if no track has two.
fn smallest_gap(keys: &BTreeSet<KeyAt>) -> f64 {
    let pairs = keys.iter().zip(keys.iter().skip(1));
    let same = pairs.filter(|(one, next)| one.target == next.target);
    same.map(|(one, next)| f64::from(next.time) - f64::from(one.time))
        .fold(f64::INFINITY, f64::min)
}

/// The time as a key has it: what is on a frame is on it to the bit.
fn on_its_frame(time: f64, unit: TimeUnit) -> f32 {
    match unit.rate() {
        Some(rate) if rate.is_on_frame(single(time)) => rate.snap(time),
        _ => single(time),
    }
}

/// Whether two keys of one track stand at one time.
fn meet(keys: &[(KeyAt, f32)]) -> bool {
    let mut seen: BTreeMap<Target, BTreeSet<u32>> = BTreeMap::new();
    keys.iter()
        .any(|(key, time)| !seen.entry(key.target).or_default().insert(time.to_bits()))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded once, to the precision of keys"
)]
const fn single(number: f64) -> f32 {
    number as f32
}
