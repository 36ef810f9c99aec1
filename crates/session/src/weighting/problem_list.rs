//! What is wrong with the weights of a character, as the session knows it: the list, where one is in it, and what is to be mended.
//! `checker.rs` makes the list.

use std::sync::Arc;

use character::{Character, WeightEdit};
use rig::JointIndex;
use weights::{Problem, ProblemKind, Report};

use crate::files::settings::{Check, CheckSettings, Units};
use crate::weighting::problem_sight::ProblemSight;
use scene::names::{count, decimal, joint_name};
use scene::vertex_facts::{VertexPlace, mesh_name};
use scene::view::camera::Camera;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The skin, an index into the rig's binds.
    pub skin: usize,
    /// What and where, by the points of the skin's surface.
    pub problem: Problem,
    /// The joint concerned, where there is one.
    pub joint: Option<JointIndex>,
    /// Its vertices: one a place, and at a seam all.
    pub places: Vec<VertexPlace>,
    /// The mesh that its first vertex is of, as [`Character::meshes`] counts.
    pub mesh: usize,
}

impl Entry {
    /// Whether it is about the same as another, of a list that was made later.
    fn is_same(&self, other: &Self) -> bool {
        let key = |entry: &Self| (entry.skin, entry.problem.kind, entry.joint);
        key(self) == key(other) && self.problem.points == other.problem.points
    }

    /// What it is about, and how much: "spine" and "3 vertices, up to 120 mm away".
    #[must_use]
    pub fn words(&self, list: &ProblemList, units: Units) -> (String, String) {
        let character = &list.of;
        let vertices = counted(self.problem.points.len(), "vertex", "vertices");
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

    /// In a line.
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
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// What is wrong with the weights of a character.
#[derive(Clone, Debug)]
pub struct ProblemList {
    /// The character.
    pub of: Arc<Character>,
    /// What was looked for.
    pub checks: CheckSettings,
    /// What was found, kind by kind, the gravest first.
    pub entries: Vec<Entry>,
    /// How many places were looked at; 0 where no skin moves anything.
    pub points: usize,
    /// Vertices without a mirror image, one a place, of meshes that have two sides.
    pub alone: Vec<VertexPlace>,
    /// Whether the two sides could be compared: a mesh that is not symmetric has no other side.
    pub has_sides: bool,
}

impl ProblemList {
    /// The entries of a kind, with their places in the list.
    pub fn of_kind(&self, kind: ProblemKind) -> impl Iterator<Item = (usize, &Entry)> {
        let entries = self.entries.iter().enumerate();
        entries.filter(move |(_, entry)| entry.problem.kind == kind)
    }

    /// What was looked for, of what was found nothing.
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
        let vertices = counted(self.points, "vertex was", "vertices were");
        if names.is_empty() {
            return "Nothing is looked for: switch something on under Checks.".to_owned();
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

    /// Whether it is about a character as it is, and about what is looked for now.
    #[must_use]
    pub fn is_of(&self, character: &Arc<Character>, checks: &CheckSettings) -> bool {
        Arc::ptr_eq(&self.of, character) && self.checks == *checks
    }
}

/// Problems to mend: entries of a list.
#[derive(Clone, Debug)]
pub struct FixOrder {
    /// The list.
    pub list: Arc<ProblemList>,
    /// Their places in it.
    pub entries: Vec<usize>,
    /// The name of the step.
    pub name: String,
}

impl FixOrder {
    /// One entry.
    #[must_use]
    pub fn one(list: Arc<ProblemList>, place: usize) -> Self {
        let kind = list.entries.get(place).map(|entry| entry.problem.kind);
        Self {
            name: kind.map_or_else(String::new, |kind| format!("Fix {}", step_words(kind))),
            entries: vec![place],
            list,
        }
    }

    /// All of a kind.
    #[must_use]
    pub fn kind(list: Arc<ProblemList>, kind: ProblemKind) -> Self {
        Self {
            name: format!("Fix all: {}", step_words(kind)),
            entries: list.of_kind(kind).map(|(place, _)| place).collect(),
            list,
        }
    }

    /// All.
    #[must_use]
    pub fn all(list: Arc<ProblemList>) -> Self {
        Self {
            name: "Fix all problems of weights".to_owned(),
            entries: (0..list.entries.len()).collect(),
            list,
        }
    }
}

/// A kind as steps of undo name it.
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

/// What has become of an order.
#[derive(Debug)]
pub struct Fixed {
    /// The character that was mended.
    pub of: Arc<Character>,
    /// The name of the step.
    pub name: String,
    /// New rows.
    pub edits: Vec<WeightEdit>,
    /// What was done, and what not.
    pub report: Report,
}

/// What is asked about problems.
#[derive(Debug)]
pub enum ProblemIntent {
    /// Shows one of a list.
    Visit(Arc<ProblemList>, usize),
    /// Mends some.
    Fix(FixOrder),
    /// Gives up what is being mended.
    CancelFix,
}

/// What became of problems.
#[derive(Debug)]
pub enum ProblemOutcome {
    /// They were looked for.
    Found(Arc<ProblemList>),
    /// The same, and says why.
    GiveUpFix(&'static str),
    /// Some are mended.
    Fixed(Box<Fixed>),
    /// From where vertices are seen.
    Seen(Arc<ProblemSight>, Option<Camera>),
}

/// A step through the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next one.
    Next,
    /// To the one before.
    Previous,
    /// To the vertices that have no partner on the other side.
    Alone,
}

/// Where one is in the list, and what is waited for.
#[derive(Clone, Debug, Default)]
pub struct ProblemWork {
    /// What was found last.
    pub list: Option<Arc<ProblemList>>,
    /// The entry that is shown.
    pub current: Option<usize>,
    /// Where the next one stands: after the shown one, or where that stood before it was mended.
    pub next: usize,
    /// A step that waits for the list.
    pub step: Option<Step>,
    /// What is to be mended.
    pub order: Option<FixOrder>,
    /// What is to be seen once it is known from where.
    pub sight: Option<Arc<ProblemSight>>,
}

impl ProblemWork {
    /// The list, if it is about this character as it is.
    #[must_use]
    pub fn list_of(
        &self,
        character: &Arc<Character>,
        checks: &CheckSettings,
    ) -> Option<&Arc<ProblemList>> {
        let list = self.list.as_ref();
        list.filter(|list| list.is_of(character, checks))
    }

    /// Takes another list; what was shown in the one before is shown in this one, if it is still there.
    pub fn take(&mut self, list: Arc<ProblemList>) {
        let before = self.list.take();
        let shown = before.zip(self.current.take());
        let shown =
            shown.and_then(|(before, place)| Some((before.entries.get(place).cloned()?, place)));
        if let Some((shown, place)) = shown {
            let mut entries = list.entries.iter();
            self.current = entries.position(|entry| entry.is_same(&shown));
            // Where it is gone, the next one has moved up to its place.
            self.next = self.current.map_or(place, |current| current + 1);
        }
        self.list = Some(list);
    }

    /// The place in a list that a step leads to; round and round.
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
