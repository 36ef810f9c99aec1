//! Limits by purpose: what is too much depends on what a character is for.

use std::str::FromStr;

use scene::judge::Measure;
use serde::Deserialize;

use super::{Check, Limit};

/// What a character is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Whatever it is: what any character breaks by.
    #[default]
    Any,
    /// A game, or whatever else an engine draws: four joints a vertex, seen from some distance.
    Game,
    /// A film: seen near, with as many joints as it takes.
    Film,
}

impl Purpose {
    /// All purposes, in the order of the columns of limits.
    pub const ALL: [Self; 3] = [Self::Any, Self::Game, Self::Film];

    /// Its name on the command line and in files of limits.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Game => "game",
            Self::Film => "film",
        }
    }

    /// Its name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Any => "Any",
            Self::Game => "Game",
            Self::Film => "Film",
        }
    }

    /// What it asks for, in a sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Any => "What any character breaks by, whatever it is for",
            Self::Game => "What engines ask for: at most four joints a vertex",
            Self::Film => "What is seen near: little stretch, little loss of volume",
        }
    }

    /// Its limits, see `docs/check.md`: none for what is only reported.
    pub(super) fn limits(self) -> impl Iterator<Item = (Check, Limit)> {
        let place = match self {
            Self::Any => 0,
            Self::Game => 1,
            Self::Film => 2,
        };
        TABLE.into_iter().filter_map(move |(check, limits)| {
            let limit = limits.get(place).copied().flatten()?;
            Some((check, limit))
        })
    }
}

impl FromStr for Purpose {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|purpose| purpose.id() == name);
        found.ok_or_else(|| format!("`{name}` is none of any, game and film"))
    }
}

const fn most(number: f64) -> Option<Limit> {
    Some(Limit::Most(number))
}

const fn percent(percent: f64) -> Option<Limit> {
    Some(Limit::Share(percent / 100.0))
}

/// For any, game and film.
const TABLE: [(Check, [Option<Limit>; 3]); 13] = [
    (Check::Influences, [most(8.0), most(4.0), None]),
    (Check::Unbound, [most(0.0); 3]),
    (Check::BadWeights, [most(0.0); 3]),
    (Check::Seams, [most(0.0); 3]),
    (Check::Stray, [percent(1.0), percent(1.0), percent(0.2)]),
    (Check::Lone, [percent(0.5), percent(0.5), percent(0.1)]),
    (Check::Islands, [None, None, percent(1.0)]),
    (Check::Asymmetry, [None; 3]),
    (Check::Flaws, [None, None, percent(0.1)]),
    (
        Check::InPoses(Measure::VolumeLoss),
        [most(1.0), most(1.0), most(0.6)],
    ),
    (
        Check::InPoses(Measure::Stretch),
        [most(20.0), most(12.0), most(6.0)],
    ),
    (
        Check::InPoses(Measure::NormalError),
        [most(175.0), most(150.0), most(100.0)],
    ),
    (
        Check::InPoses(Measure::Flips),
        [percent(5.0), percent(5.0), percent(1.0)],
    ),
];
