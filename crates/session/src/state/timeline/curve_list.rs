//! The list of curves beside them: which numbers there are, and which are hidden, locked and chosen.

use std::collections::BTreeSet;

use character::Character;
use rig::{Clip, JointIndex, KeyAt, Target};

use super::curve_view::tracks;
use super::curves::Number;
use super::rows::{RowFilter, RowOf, row_name, rows};
use super::sheet::Sheet;
use crate::state::selection::{Choose, Selection};

/// What the user has chosen about single curves: never saved, never undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CurveSwitches {
    /// Numbers whose curves are not drawn, and cannot be taken.
    pub hidden: BTreeSet<Number>,
    /// Numbers that cannot be changed by their curves.
    pub locked: BTreeSet<Number>,
    /// Numbers whose curves stand out: typed values are theirs.
    pub chosen: BTreeSet<Number>,
}

impl CurveSwitches {
    /// Whether the keys of a target can be selected: not where all of its numbers are locked.
    #[must_use]
    pub fn may_select(&self, target: Target) -> bool {
        !Number::all_of(target).all(|number| self.locked.contains(&number))
    }

    /// Whether a curve is drawn faintly, since others are chosen.
    #[must_use]
    pub fn is_faded(&self, number: Number) -> bool {
        !self.chosen.is_empty() && !self.chosen.contains(&number)
    }

    /// Chooses numbers, alone, with the others, or the other way round.
    pub fn choose(&mut self, numbers: &[Number], choose: Choose) {
        match choose {
            Choose::Alone => self.chosen = numbers.iter().copied().collect(),
            Choose::Add => self.chosen.extend(numbers),
            Choose::Toggle => {
                let toggled: BTreeSet<Number> = numbers.iter().copied().collect();
                self.chosen = &self.chosen ^ &toggled;
            }
        }
    }

    /// The same for the joints of another version of the character; joints that are gone have no curves.
    #[must_use]
    pub fn map_joint(&self, of: impl Fn(JointIndex) -> Option<JointIndex>) -> Self {
        let mapped = |numbers: &BTreeSet<Number>| {
            let numbers = numbers.iter();
            numbers
                .filter_map(|&Number { target, axis }| {
                    let target = match target {
                        Target::Joint(joint, channel) => Target::Joint(of(joint)?, channel),
                        Target::Morph(_) => target,
                    };
                    Some(Number { target, axis })
                })
                .collect()
        };
        Self {
            hidden: mapped(&self.hidden),
            locked: mapped(&self.locked),
            chosen: mapped(&self.chosen),
        }
    }
}

/// Adds numbers to a set, or takes them out.
pub fn switch(set: &mut BTreeSet<Number>, numbers: &[Number], is_in: bool) {
    for number in numbers {
        if is_in {
            set.insert(*number);
        } else {
            set.remove(number);
        }
    }
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CurveRow {
    /// A joint, or all morph weights, with the numbers below it; those have no curves where none is listed.
    Owner(RowOf, Vec<Number>),
    /// A number that has a curve.
    Number(Number),
}

/// The rows from top to bottom: what has curves, each number below its owner, then whatever else has keys. The search looks for the
/// words in both names together, as in `arm rotation x`.
#[must_use]
pub fn curve_rows(
    character: &Character,
    clip: &Clip,
    sheet: &Sheet,
    joints: &Selection,
    keys: &BTreeSet<KeyAt>,
) -> Vec<CurveRow> {
    let words: Vec<String> = sheet
        .search
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let mut listed: Vec<(RowOf, Vec<Number>)> = Vec::new();
    for target in tracks(clip, sheet, (joints, keys)) {
        let owner = owner_of(target);
        let of_owner = row_name(character, owner);
        let is_wanted = |number: &Number| {
            let name = format!("{of_owner} {}", number.name(character)).to_lowercase();
            words.iter().all(|word| name.contains(word))
        };
        let numbers: Vec<Number> = Number::all_of(target).filter(is_wanted).collect();
        match listed.last_mut().filter(|(last, _)| *last == owner) {
            Some((_, known)) => known.extend(numbers),
            None if numbers.is_empty() => {}
            None => listed.push((owner, numbers)),
        }
    }
    let none = BTreeSet::new();
    let others = RowFilter {
        search: &sheet.search,
        only: sheet.only_selected.then(|| joints.joints()),
        open: &BTreeSet::new(),
        unkeyed: &none,
    };
    let others = rows(character, clip, others).into_iter().map(|row| row.of);
    let is_other = |of: &RowOf| *of != RowOf::All && !listed.iter().any(|(owner, _)| owner == of);
    let others: Vec<RowOf> = others.filter(is_other).collect();
    let with_curves = listed.into_iter().flat_map(|(owner, numbers)| {
        let below: Vec<CurveRow> = numbers.iter().copied().map(CurveRow::Number).collect();
        std::iter::once(CurveRow::Owner(owner, numbers)).chain(below)
    });
    with_curves
        .chain(others.into_iter().map(|of| CurveRow::Owner(of, Vec::new())))
        .collect()
}

/// The row that a target's keys belong to.
const fn owner_of(target: Target) -> RowOf {
    match target {
        Target::Joint(joint, _) => RowOf::Joint(joint),
        Target::Morph(_) => RowOf::Morphs,
    }
}
