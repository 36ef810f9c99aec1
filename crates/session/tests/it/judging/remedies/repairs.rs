//! The repairs of problems, as their buttons do them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use character::Character;
use scene::vertex_facts::VertexPlace;
use session::commands::actions::{Action, EditAction, WindowAction};
use session::commands::command::{Command, Intent};
use session::features::painting::paint_engine::PaintEngine;
use session::features::problems::checker::Checker;
use session::settings::Check;
use session::state::problems::problem_list::{FixOrder, ProblemIntent, ProblemList};
use session::tasks::Spawner;
use weights::ProblemKind;

use super::damage::{Damage, Subject};
use super::{Outcomes, Row};
use crate::support::work::Work;

/// A character in Weights mode, with what looks for its problems.
pub(super) struct Repairs {
    work: Work,
    checker: Checker,
    paint_engine: PaintEngine,
}

impl Repairs {
    pub(super) fn on(file: &str, character: Character) -> Self {
        let mut work = Work::empty();
        work.open_as(file, character);
        work.run(Action::Window(WindowAction::WeightsMode));
        Self {
            work,
            checker: Checker::default(),
            paint_engine: PaintEngine::default(),
        }
    }

    pub(super) fn character(&self) -> Arc<Character> {
        Arc::clone(&self.work.document.character)
    }

    /// The problems of the weights as they are now.
    pub(super) fn list(&mut self) -> Arc<ProblemList> {
        self.until(|work| {
            let checks = &work.session.settings.checks;
            let problems = &work.session.character.problems;
            problems.list_of(&work.document.character, checks).cloned()
        })
    }

    /// Repairs, and gives what is told of it.
    pub(super) fn fix(&mut self, order: FixOrder) -> String {
        let name = order.name.clone();
        self.work
            .send(Command::Intent(Intent::Problems(ProblemIntent::Fix(order))));
        self.until(|work| {
            let is_done = work.session.character.problems.order.is_none();
            let notices = work.session.notices.all();
            let said = notices.last().filter(|_| is_done)?;
            Some(said.text.clone()).filter(|text| text.starts_with(&name))
        })
    }

    /// Takes the last step back.
    pub(super) fn undo(&mut self) {
        self.work.run(Action::Edit(EditAction::Undo));
    }

    fn until<T>(&mut self, mut found: impl FnMut(&Work) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = found(&self.work) {
                return found;
            }
            let with = (&self.work.session, &self.paint_engine);
            let spawner = Spawner::default();
            let commands = self
                .checker
                .follow(&self.work.document, with, false, &spawner);
            commands.into_iter().for_each(|it| self.work.send(it));
            assert!(start.elapsed() < Duration::from_secs(120));
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The vertices with problems that a check finds, and those with problems of all others.
pub(super) fn counted(list: &ProblemList, check: Check) -> [usize; 2] {
    let mut counts = [0, 0];
    for entry in &list.entries {
        let is_other = Check::of(entry.problem.kind) != check;
        counts[usize::from(is_other)] += entry.problem.points.len();
    }
    counts
}

/// Damages the weights, and repairs all that the check for it finds; none where a character cannot be damaged so, or nothing is found.
pub(super) fn fix_row(source: &str, subject: &Subject, damage: Damage) -> Option<Row> {
    let check = damage.check();
    let damaged = subject.damaged(damage)?;
    let mut repairs = Repairs::on(source, damaged);
    let list = repairs.list();
    let kind = ProblemKind::ALL
        .into_iter()
        .find(|&kind| Check::of(kind) == check && list.of_kind(kind).next().is_some())?;
    let entries = list.of_kind(kind);
    let places: Vec<VertexPlace> = entries.flat_map(|(_, it)| it.places.clone()).collect();
    let vertices = subject.vertices_at(&places);
    let was = repairs.character();
    let said = repairs.fix(FixOrder::kind(Arc::clone(&list), kind));
    let is = repairs.character();
    let counts = [&list, &repairs.list()].map(|list| counted(list, check));
    let off = [&was, &is].map(|of| subject.distance(of, &vertices));
    let changed = subject.change_elsewhere([&was, &is], &vertices);
    let mut outcomes = Outcomes::default();
    outcomes.take(Some(&*said).filter(|said| said.contains("nothing was changed")));
    Some(Row {
        remedy: format!("Fix: {}", check.name().to_lowercase()),
        mends: [0, 1].map(|side| format!("{} vertices, {:.2} off", counts[side][0], off[side])),
        costs: [0, 1].map(|side| match side {
            0 => format!("{} vertices", counts[side][1]),
            _ => format!("{} vertices, {changed:.2} off", counts[side][1]),
        }),
        kept: outcomes.words(),
    })
}
