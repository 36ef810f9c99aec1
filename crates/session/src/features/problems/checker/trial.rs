//! Repairs on trial: another search counts what they mend and what they cost, and they are kept only where the weights are better.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use character::Character;
use rig::GoOn;
use scene::names::count;

use super::ground::CheckContext;
use crate::settings::{Check, CheckSettings};
use crate::state::painting::CheckedBy;
use crate::state::problems::problem_list::{Entry, FixOrder, Fixed, ProblemList};

/// How many vertices have problems of a kind.
#[derive(Debug, Default)]
struct ProblemCounts(BTreeMap<Check, usize>);

impl ProblemCounts {
    fn of(list: &ProblemList) -> Self {
        let mut counts = BTreeMap::new();
        for entry in &list.entries {
            *counts.entry(check_of(entry)).or_default() += entry.problem.points.len();
        }
        Self(counts)
    }

    fn of_check(&self, check: Check) -> usize {
        self.0.get(&check).copied().unwrap_or(0)
    }
}

/// What there was before a repair, and what there is after it.
struct Trial {
    /// What was to be mended.
    ordered: BTreeSet<Check>,
    before: ProblemCounts,
    after: ProblemCounts,
}

/// How many vertices are at open seams before and after smoothing, and what else has more problems.
///
/// As “vertices at open seams: 72 before, 0 after; nothing else gets worse”; none if `go_on` breaks off.
pub fn seam_words(
    [before, after]: [&Arc<Character>; 2],
    by: &CheckedBy,
    go_on: &GoOn<'_>,
) -> Option<String> {
    let mut off = by.checks.off.clone();
    off.retain(|&check| check != Check::Seam);
    let checks = CheckSettings {
        off,
        ..by.checks.clone()
    };
    let sides = (checks.axis, by.patterns.clone());
    let ground = CheckContext::new(before, Vec::new(), sides, &|share| go_on(0.25 * share))?;
    let before = ground.problems(before, checks.clone(), &|share| go_on(0.25 + 0.25 * share))?;
    let after = ground.problems(after, checks, &|share| go_on(0.5 + 0.5 * share))?;
    let trial = Trial {
        ordered: BTreeSet::from([Check::Seam]),
        before: ProblemCounts::of(&before),
        after: ProblemCounts::of(&after),
    };
    Some(trial.words("gets worse"))
}

impl CheckContext {
    /// Repairs problems, looks at the result, and keeps it only if the gravest kind that changed has become less; what is told has the
    /// numbers of both. None if canceled.
    ///
    /// Graver counts first: unbound vertices that are bound may differ from the other side, but no vertex comes to follow a joint far away so
    /// that both sides are alike.
    pub(super) fn try_repair(
        &self,
        character: &Arc<Character>,
        order: &FixOrder,
        locks: &[Vec<bool>],
        go_on: &GoOn<'_>,
    ) -> Option<Fixed> {
        let mut fixed = self.repair(character, order, locks, go_on)?;
        if fixed.edits.is_empty() {
            return Some(fixed);
        }
        // Where edits do not fit, whoever applies them says so.
        let Ok(after) = character.with_weights(&fixed.edits) else {
            return Some(fixed);
        };
        let list = self.problems(&Arc::new(after), order.list.checks.clone(), go_on)?;
        let places = order.entries.iter();
        let ordered = places.filter_map(|&place| order.list.entries.get(place));
        let trial = Trial {
            ordered: ordered.map(check_of).collect(),
            before: ProblemCounts::of(&order.list),
            after: ProblemCounts::of(&list),
        };
        match trial.gravest() {
            Some((_, Ordering::Less)) => {
                fixed.said = format!("{}; {}", fixed.said, trial.words("gets worse"));
            }
            other => {
                fixed.edits.clear();
                fixed.said = trial.refusal(other.map(|(check, _)| check));
            }
        }
        Some(fixed)
    }
}

impl Trial {
    /// The gravest kind of which there is more or less than before.
    fn gravest(&self) -> Option<(Check, Ordering)> {
        // `Check::ALL` goes from what is gravest to what is least grave.
        let mut changes = Check::ALL.into_iter().map(|check| {
            let [before, after] = self.pair(check);
            (check, after.cmp(&before))
        });
        changes.find(|(_, change)| change.is_ne())
    }

    fn pair(&self, check: Check) -> [usize; 2] {
        [&self.before, &self.after].map(|counts| counts.of_check(check))
    }

    fn is_ordered(&self, check: Check) -> bool {
        self.ordered.contains(&check)
    }

    /// What was to be mended, then what else there is more of.
    fn words(&self, verb: &str) -> String {
        let mended = Check::ALL.into_iter().filter(|&it| self.is_ordered(it));
        let mut parts: Vec<String> = mended.map(|check| self.pair_words(check)).collect();
        let harmed = Check::ALL.into_iter().filter(|&check| {
            let [before, after] = self.pair(check);
            !self.is_ordered(check) && after > before
        });
        let harmed: Vec<String> = harmed.map(|check| self.pair_words(check)).collect();
        if harmed.is_empty() {
            parts.push(format!("nothing else {verb}"));
        } else {
            parts.push(format!("what else {verb}: {}", harmed.join(", ")));
        }
        parts.join("; ")
    }

    fn pair_words(&self, check: Check) -> String {
        let [before, after] = self.pair(check).map(count);
        format!("{}: {before} before, {after} after", vertices_of(check))
    }

    /// Why nothing was changed: the kind that there would be more of, if it is that.
    fn refusal(&self, worse: Option<Check>) -> String {
        let words = self.words("would get worse");
        let remedy = match worse {
            Some(check) if !self.is_ordered(check) => format!("fix {} first", vertices_of(check)),
            _ => "select these vertices, and paint them".to_owned(),
        };
        format!("nothing was changed, since the weights would not be better: {words}; {remedy}")
    }
}

fn check_of(entry: &Entry) -> Check {
    Check::of(entry.problem.kind)
}

/// What is counted of a kind.
const fn vertices_of(check: Check) -> &'static str {
    match check {
        Check::Sum => "vertices whose sums are off",
        Check::Unbound => "unbound vertices",
        Check::Seam => "vertices at open seams",
        Check::Limit => "vertices over the limit",
        Check::Stray => "vertices with stray influence",
        Check::Island => "vertices on islands",
        Check::Asymmetry => "vertices not as on the other side",
    }
}
