//! What an operation did, and what it did not and why, in words.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

/// Why a point was left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[error("{}", self.words())]
#[non_exhaustive]
pub enum Skip {
    /// The joint that was to change is locked.
    JointLocked,
    /// Weight can neither be taken from nor given to anybody: all other joints are locked.
    OthersLocked,
    /// Locked joints keep weights that were to change; what others have may have changed.
    LocksKeep,
    /// The limit is reached, and every joint that could be dropped is locked.
    LimitReached,
    /// No joint moves the point, and the operation only changes weights there are.
    Unbound,
    /// The joint has no place in the skin's list.
    NoSuchJoint,
    /// Nothing on the other side corresponds to it.
    NoPartner,
    /// A joint that moves it, or what is to come over, has no partner on the other side.
    UnpairedJoint,
    /// Nothing to take from: no neighbor, no source.
    NothingToTake,
    /// No joint would be left: the point would be unbound.
    NothingLeft,
    /// The mesh has no such point.
    NoSuchPoint,
    /// A number that says how much is none, or infinite.
    NotFinite,
    /// There is no bone that could move it.
    NoBones,
    /// No vertex of the file is near enough.
    TooFar,
    /// What there is to take from is farther away than is allowed.
    OutOfReach,
    /// No example says where it should be.
    NoTarget,
}

impl Skip {
    /// The reason, in a few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::JointLocked => "the joint is locked",
            Self::OthersLocked => "all other joints locked",
            Self::LocksKeep => "locked joints keep their weights",
            Self::LimitReached => "the limit is reached and its joints are locked",
            Self::Unbound => "unbound",
            Self::NoSuchJoint => "the skin has no such joint",
            Self::NoPartner => "no partner on the other side",
            Self::UnpairedJoint => "a joint of theirs or of their image has no partner",
            Self::NothingToTake => "nothing to take weights from",
            Self::NothingLeft => "no joint would be left",
            Self::NoSuchPoint => "the mesh has no such vertex",
            Self::NotFinite => "the amount is not a finite number",
            Self::NoBones => "no bone may move them",
            Self::TooFar => "no vertex of the file is near enough",
            Self::OutOfReach => "farther away than is allowed",
            Self::NoTarget => "no example says where they should be",
        }
    }
}

/// What an operation did: how many points it changed, and how many it left for which reason.
///
/// As text: `412 vertices changed; 8 vertices skipped: all other joints locked`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Report {
    /// Points with other weights than before.
    pub changed: usize,
    /// Of these, points that were unbound before and are not now.
    pub bound: usize,
    /// Of these, points at which a joint lost all its weight because of the limit.
    pub dropped: usize,
    /// Of these, points that took the mean of vertices at one place that have different weights: their own, where they were smoothed, or
    /// those of the points that they were mirrored from.
    pub averaged: usize,
    /// Of these, points at which one joint was to make up for the change, and others did; see [`RowChange::bypassed`](crate::RowChange).
    pub bypassed: usize,
    skipped: BTreeMap<Skip, usize>,
}

/// What is counted of a changed point besides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SideEffects {
    /// Whether a joint had to go for the limit.
    pub(crate) dropped: bool,
    /// Whether others made up for the change than the one that was to.
    pub(crate) bypassed: bool,
    /// Whether vertices that differed have one row now.
    pub(crate) averaged: bool,
}

impl SideEffects {
    /// With what was before, where it builds up on that.
    pub(crate) const fn with(self, before: Self, builds_up: bool) -> Self {
        Self {
            dropped: self.dropped || (builds_up && before.dropped),
            bypassed: self.bypassed || (builds_up && before.bypassed),
            averaged: self.averaged || before.averaged,
        }
    }
}

impl Report {
    /// So many points changed, none left out.
    #[must_use]
    pub fn of_changed(changed: usize) -> Self {
        Self {
            changed,
            ..Self::default()
        }
    }

    /// Counts a changed point.
    pub(crate) fn count(&mut self, side_effects: SideEffects, was_unbound: bool) {
        self.changed += 1;
        self.dropped += usize::from(side_effects.dropped);
        self.bypassed += usize::from(side_effects.bypassed);
        self.averaged += usize::from(side_effects.averaged);
        self.bound += usize::from(was_unbound);
    }

    /// Counts points that were left as they are.
    pub fn skip(&mut self, reason: Skip, points: usize) {
        if points > 0 {
            *self.skipped.entry(reason).or_default() += points;
        }
    }

    /// Points left as they are, by reason.
    pub fn skipped(&self) -> impl Iterator<Item = (Skip, usize)> {
        self.skipped
            .iter()
            .map(|(&reason, &points)| (reason, points))
    }

    /// Whether no point was left out.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.skipped.is_empty()
    }

    /// What there is to tell beside how many points changed, each clause after a semicolon: `; 8 vertices skipped: all other joints locked`;
    /// empty if there is nothing.
    #[must_use]
    pub fn details(&self) -> String {
        let mut text = String::new();
        if self.dropped > 0 {
            let points = vertices(self.dropped);
            text += &format!("; at {points} the smallest influence was dropped to keep the limit");
        }
        if self.averaged > 0 {
            let points = vertices(self.averaged);
            text += &format!("; {points} took the mean of both sides of an open seam");
        }
        if self.bypassed > 0 {
            let points = vertices(self.bypassed);
            text += &format!(
                "; at {points} the joint to take from had too little, and weight was taken from all others"
            );
        }
        for (reason, points) in self.skipped() {
            let (points, words) = (vertices(points), reason.words());
            text += &match reason {
                Skip::LocksKeep => format!("; at {points} {words}"),
                _ => format!("; {points} skipped: {words}"),
            };
        }
        text
    }

    /// Adds what another operation did.
    pub fn add(&mut self, other: &Self) {
        self.changed += other.changed;
        self.bound += other.bound;
        self.dropped += other.dropped;
        self.averaged += other.averaged;
        self.bypassed += other.bypassed;
        for (reason, points) in other.skipped() {
            self.skip(reason, points);
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} changed", vertices(self.changed))?;
        if self.bound > 0 {
            write!(f, ", {} of them unbound before", group_digits(self.bound))?;
        }
        f.write_str(&self.details())
    }
}

/// `1 vertex`, `412 vertices`.
pub(crate) fn vertices(count: usize) -> String {
    if count == 1 {
        "1 vertex".to_owned()
    } else {
        format!("{} vertices", group_digits(count))
    }
}

/// With thin spaces between thousands from 10 000 on, as `scene::names::count` has it.
fn group_digits(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if digits.len() > 4 && place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}
