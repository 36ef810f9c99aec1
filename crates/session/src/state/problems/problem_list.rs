//! Problems of a character's weights in the session: the list, the present position in it, and repairs. The list is
//! made by `features/problems/checker.rs`.

use std::sync::Arc;

use character::{Character, WeightEdit};
use rig::JointIndex;
use scene::names::{count, decimal, joint_name};
use scene::vertex_facts::{VertexPlace, mesh_name};
use scene::view::camera::Camera;
use weights::{Problem, ProblemKind};

use crate::settings::{Check, CheckSettings, Units};
use crate::state::problems::problem_sight::ProblemSight;

/// A problem with its vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The index of the skin among the rig's binds.
    pub skin: usize,
    /// Kind and place, by the points of the skin's surface.
    pub problem: Problem,
    /// The joint concerned; none for problems of no single joint.
    pub joint: Option<JointIndex>,
    /// The vertices concerned: one per point, all of them at a seam.
    pub places: Vec<VertexPlace>,
    /// The mesh of the first vertex, an index into [`Character::meshes`].
    pub mesh: usize,
}

impl Entry {
    /// Whether it is the same problem as an entry of a later list.
    fn is_same(&self, other: &Self) -> bool {
        // Without its size, which an edit may change while the problem stays.
        let key = |entry: &Self| (entry.skin, entry.problem.kind, entry.joint);
        key(self) == key(other) && self.problem.points == other.problem.points
    }

    /// The subject and the amount: "spine" and "3 vertices, up to 120 mm away".
    #[must_use]
    pub fn words(&self, list: &ProblemList, units: Units) -> (String, String) {
        let character = &list.of;
        let vertices = pluralize(self.problem.points.len(), "vertex", "vertices");
        let size = self.problem.size;
        let subject = match self.joint {
            Some(joint) => joint_name(&character.rig.skeleton, joint),
            None => mesh_name(character, self.mesh),
        };
        let how_much = match self.problem.kind {
            ProblemKind::Unbound => "stay behind in poses".to_owned(),
            ProblemKind::OverLimit => {
                format!("up to {} joints", decimal(size, 0))
            }
            ProblemKind::Seam => format!("{} apart", percent(size)),
            ProblemKind::Stray => format!("{} away", units.length(size)),
            ProblemKind::Island => format!("up to {}", decimal(size, 3)),
            ProblemKind::Asymmetry => format!("{} apart", percent(size)),
            ProblemKind::SumOff => format!("sums off by up to {}", decimal(size, 3)),
            _ => "no numbers, or below zero".to_owned(),
        };
        (subject, format!("{vertices}, {how_much}"))
    }

    /// The whole entry as one line.
    #[must_use]
    pub fn line(&self, list: &ProblemList, units: Units) -> String {
        let (subject, how_much) = self.words(list, units);
        format!("{subject}: {how_much}")
    }
}

fn percent(share: f32) -> String {
    format!("{} %", decimal(100.0 * share, 0))
}

/// `1 vertex`, `1,234 vertices`.
#[must_use]
pub fn pluralize(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// The problems of a character's weights.
#[derive(Clone, Debug)]
pub struct ProblemList {
    /// The character that was searched.
    pub of: Arc<Character>,
    /// The settings of the search.
    pub checks: CheckSettings,
    /// The problems, grouped by kind, worst first within each.
    pub entries: Vec<Entry>,
    /// The number of points searched; 0 where no skin moves a vertex.
    pub points: usize,
    /// Vertices without a mirror image, one per point, of meshes that have two sides.
    pub alone: Vec<VertexPlace>,
    /// Whether any mesh has two sides to compare; false if no mesh is symmetric.
    pub has_sides: bool,
}

impl ProblemList {
    /// The entries of a kind, with their indices in the list.
    pub fn of_kind(&self, kind: ProblemKind) -> impl Iterator<Item = (usize, &Entry)> {
        let entries = self.entries.iter().enumerate();
        entries.filter(move |(_, entry)| entry.problem.kind == kind)
    }

    /// A sentence naming the checks that found nothing.
    #[must_use]
    pub fn nothing_wrong(&self) -> String {
        if self.points == 0 {
            return "No mesh is bound to the skeleton, so that there are no weights to look at. Bind the mesh first: “Bind mesh to skeleton” in the menu Skeleton.".to_owned();
        }
        let looked_for = Check::ALL.into_iter();
        let looked_for = looked_for.filter(|&check| self.checks.looks_for(check));
        let names: Vec<String> = looked_for
            .map(|check| check.name().to_lowercase())
            .collect();
        let vertices = pluralize(self.points, "vertex was", "vertices were");
        if names.is_empty() {
            return "All checks are off: turn some on under Checks.".to_owned();
        }
        let text = format!(
            "No problems: {vertices} looked at for {}.",
            names.join(", ")
        );
        if self.checks.looks_for(Check::Asymmetry) && !self.has_sides {
            return format!(
                "{text} The mesh is not symmetric, so that its sides were not compared."
            );
        }
        text
    }

    /// Whether the list is of this character and these settings.
    #[must_use]
    pub fn is_of(&self, character: &Arc<Character>, checks: &CheckSettings) -> bool {
        Arc::ptr_eq(&self.of, character) && self.checks == *checks
    }
}

/// Entries of a list to be repaired.
#[derive(Clone, Debug)]
pub struct FixOrder {
    /// The list of the entries.
    pub list: Arc<ProblemList>,
    /// Indices into the list.
    pub entries: Vec<usize>,
    /// The name of the step in the history.
    pub name: String,
}

impl FixOrder {
    /// The order to repair one entry, as a step named by its kind.
    #[must_use]
    pub fn one(list: Arc<ProblemList>, place: usize) -> Self {
        let kind = list.entries.get(place).map(|entry| entry.problem.kind);
        Self {
            name: kind.map_or_else(String::new, |kind| format!("Fix {}", step_words(kind))),
            entries: vec![place],
            list,
        }
    }

    /// Repairs all entries of a kind.
    #[must_use]
    pub fn kind(list: Arc<ProblemList>, kind: ProblemKind) -> Self {
        Self {
            name: format!("Fix all: {}", step_words(kind)),
            entries: list.of_kind(kind).map(|(place, _)| place).collect(),
            list,
        }
    }

    /// The order to repair every entry of the list in one step.
    #[must_use]
    pub fn all(list: Arc<ProblemList>) -> Self {
        Self {
            name: "Fix all problems of weights".to_owned(),
            entries: (0..list.entries.len()).collect(),
            list,
        }
    }
}

/// The name of a kind in the history.
const fn step_words(kind: ProblemKind) -> &'static str {
    match kind {
        ProblemKind::Unbound => "unbound vertices",
        ProblemKind::Seam => "open seam",
        ProblemKind::OverLimit => "vertices over the limit",
        ProblemKind::Stray => "stray influence",
        ProblemKind::Island => "island",
        ProblemKind::Asymmetry => "asymmetry",
        _ => "sums of weights",
    }
}

/// The result of a repair.
#[derive(Debug)]
pub struct Fixed {
    /// The character before the repair.
    pub of: Arc<Character>,
    /// The name of the step in the history.
    pub name: String,
    /// The new rows; none where they would not be better.
    pub edits: Vec<WeightEdit>,
    /// What was changed, and what was skipped and why; how many vertices had problems before and have them after, or why nothing was
    /// changed.
    pub said: String,
}

/// A user's request about problems.
#[derive(Debug)]
pub enum ProblemIntent {
    /// Shows the problem with this index in the list.
    Visit(Arc<ProblemList>, usize),
    /// Starts a repair, which comes back as [`ProblemOutcome::Fixed`].
    Fix(FixOrder),
    /// Cancels the running repair.
    CancelFix,
}

/// A result of the background work on problems.
#[derive(Debug)]
pub enum ProblemOutcome {
    /// The result of a search.
    Found(Arc<ProblemList>),
    /// A repair was canceled, for this reason.
    GiveUpFix(&'static str),
    /// The result of a repair.
    Fixed(Box<Fixed>),
    /// The camera to show vertices with; none if the present one is good enough or nothing can be seen.
    Seen(Arc<ProblemSight>, Option<Camera>),
}

/// A step through the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next entry.
    Next,
    /// To the previous entry.
    Previous,
    /// To the vertices without a mirror image.
    Alone,
}

/// UI state of the problem list; neither saved nor undone.
#[derive(Clone, Debug, Default)]
pub struct ProblemWork {
    /// The newest list; none before the first search.
    pub list: Option<Arc<ProblemList>>,
    /// The index of the entry that is shown.
    pub current: Option<usize>,
    /// The index that a step to the next entry leads to: after the shown one, or the place of the shown one once that
    /// is repaired.
    pub next: usize,
    /// A step that waits for a new list.
    pub step: Option<Step>,
    /// The running or waiting repair.
    pub order: Option<FixOrder>,
    /// The running search for a camera.
    pub sight: Option<Arc<ProblemSight>>,
}

impl ProblemWork {
    /// The list, if it is of this character and these settings.
    #[must_use]
    pub fn list_of(
        &self,
        character: &Arc<Character>,
        checks: &CheckSettings,
    ) -> Option<&Arc<ProblemList>> {
        let list = self.list.as_ref();
        list.filter(|list| list.is_of(character, checks))
    }

    /// Takes a new list; the shown entry stays shown if the new list contains it.
    pub fn take(&mut self, list: Arc<ProblemList>) {
        let before = self.list.take();
        let shown = before.zip(self.current.take());
        let shown =
            shown.and_then(|(before, place)| Some((before.entries.get(place).cloned()?, place)));
        if let Some((shown, place)) = shown {
            let mut entries = list.entries.iter();
            self.current = entries.position(|entry| entry.is_same(&shown));
            // Where it is gone, the next entry has moved up to its index.
            self.next = self.current.map_or(place, |current| current + 1);
        }
        self.list = Some(list);
    }

    /// The index that a step leads to, wrapping around; none in an empty list.
    #[must_use]
    pub fn after(&self, step: Step, length: usize) -> Option<usize> {
        let last = length.checked_sub(1)?;
        Some(match (step, self.current) {
            (Step::Next, _) if self.next > last => 0,
            (Step::Next, _) => self.next,
            (Step::Alone, _) => return None,
            (Step::Previous, Some(current)) => current.checked_sub(1).unwrap_or(last),
            (Step::Previous, None) => self.next.checked_sub(1).unwrap_or(last).min(last),
        })
    }
}
