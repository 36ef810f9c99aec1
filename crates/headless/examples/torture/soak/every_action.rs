//! Every action of the table, and every piece of background work, at least once.
//!
//! Random commands lead from state to state; whatever action was not done yet is done as soon as it can be. What is left at the
//! end is a finding, unless it is a thing that no session without a window can come to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use session::commands::actions::{Action, EditAction, FileAction};
use session::commands::command::{Input, Intent};
use session::features::actions::actions;
use session::state::gizmo::operation;
use session::state::painting::brush_work::BrushEvent;
use session::state::posing::limb::LimbEvent;

use super::super::driven_editor::DrivenEditor;
use super::super::finding::Finding;
use super::super::options::Options;
use super::super::random::Random;
use super::arranged::{Arranges, STATES};
use super::background::Background;
use super::{checks, commands, write};

/// Steps on one character before another is opened.
const SEGMENT: u64 = 150;
/// Steps until what is left is given up.
const ENOUGH: u64 = 450;
/// Most actions that are done in one state.
const IN_ONE_STATE: usize = 6;

/// Files of the corpus with few vertices: with mirrored sides, morph targets and parts of clips.
const SMALL: [&str; 3] = [
    "06_mirrored.glb",
    "09_morph_skin.glb",
    "19_partial_clips.glb",
];

/// What no session without a window can do, and why.
const BEYOND: &[(&str, &str)] = &[("restart-graphics", "the engine draws on no device")];

/// Does every action and every piece of background work, and prints what was done.
pub(crate) fn run(options: &Options) -> Result<Vec<Finding>, String> {
    let start = Instant::now();
    let mut tour = Tour::new(options)?;
    let characters: Vec<String> = SMALL
        .iter()
        .filter_map(|name| super::copied(options, name))
        .chain(["builtin:arm".to_owned()])
        .collect();
    let mut segment = 0;
    while tour.steps < ENOUGH && start.elapsed() < options.time {
        let place = usize::try_from(segment).unwrap_or(0) % characters.len();
        if let Err(fault) = tour.segment(&characters[place], segment) {
            return Ok(vec![tour.finding(&fault)?]);
        }
        segment += 1;
    }
    for (state, arrange) in STATES {
        if let Err(fault) = tour.arranged(state, *arrange) {
            return Ok(vec![tour.finding(&fault)?]);
        }
    }
    println!(
        "actions: seed {}, {} of {} actions and {} of {} kinds of background work in {} steps, {:.0} s",
        options.seed,
        actions().len() - tour.left.len(),
        actions().len(),
        Background::ALL.len() - tour.waiting.len(),
        Background::ALL.len(),
        tour.steps,
        start.elapsed().as_secs_f32(),
    );
    tour.findings()
}

struct Tour<'a> {
    options: &'a Options,
    steps: u64,
    /// Ids of actions that were not done yet.
    left: BTreeSet<&'static str>,
    /// Background work that was not seen to end yet.
    waiting: Vec<Background>,
    /// The commands of this segment, in words.
    record: Vec<String>,
}

impl<'a> Tour<'a> {
    fn new(options: &'a Options) -> Result<Self, String> {
        fs::create_dir_all(&options.out).map_err(|error| error.to_string())?;
        Ok(Self {
            options,
            steps: 0,
            left: actions().iter().map(|row| row.id).collect(),
            waiting: Background::ALL.to_vec(),
            record: Vec::new(),
        })
    }

    /// An empty folder for the files of an editor.
    fn folder(&self) -> Result<PathBuf, String> {
        let folder = self.options.out.join("actions");
        let _gone = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        fs::canonicalize(&folder).map_err(|error| error.to_string())
    }

    /// Does what can be done in a state that is made on purpose, one action each time that it is made.
    fn arranged(&mut self, state: &str, arrange: Arranges) -> Result<(), String> {
        loop {
            let folder = self.folder()?;
            self.record.clear();
            self.record.push(format!("until {state}"));
            let mut editor = arrange(&folder).map_err(|fault| format!("{state}: {fault}"))?;
            checks::after(&editor)?;
            self.steps += 1;
            if !self.do_what_is_left(&mut editor)? {
                return Ok(());
            }
        }
    }

    fn segment(&mut self, file: &str, segment: u64) -> Result<(), String> {
        let folder = self.folder()?;
        let mut random = Random::new(self.options.seed, segment);
        self.record.clear();
        self.record.push(format!("open {file}"));
        let mut editor = DrivenEditor::in_line(&folder, file)?;
        for _ in 0..SEGMENT {
            self.steps += 1;
            for (_, command) in commands::some(&mut random, &editor) {
                self.record.push(format!("{command:?}"));
                editor.send(command);
            }
            checks::after(&editor)?;
            let mut done = 0;
            while done < IN_ONE_STATE && self.do_what_is_left(&mut editor)? {
                done += 1;
            }
            if random.chance(30) {
                self.order(&mut editor, &folder);
                checks::after(&editor)?;
            }
        }
        Ok(())
    }

    /// Does one action that was not done yet, if one can be; gives whether one could.
    fn do_what_is_left(&mut self, editor: &mut DrivenEditor) -> Result<bool, String> {
        let rows = actions().iter();
        let mut can_be_done = rows.filter(|row| self.left.contains(row.id));
        // What leads away from the state that was come to waits until nothing else is left to do in it.
        let next = can_be_done
            .clone()
            .find(|row| !leads_away(row.action) && editor.allows(row.action))
            .or_else(|| can_be_done.find(|row| editor.allows(row.action)));
        let Some(row) = next else {
            editor.frame();
            checks::after(editor)?;
            return Ok(false);
        };
        self.left.remove(row.id);
        self.record.push(format!("action {}", row.id));
        editor.send(Intent::Run(row.action));
        editor.frame();
        checks::after(editor)?;
        end_gestures(editor);
        checks::after(editor)?;
        Ok(true)
    }

    /// Orders background work that was not seen to end yet.
    fn order(&mut self, editor: &mut DrivenEditor, folder: &Path) {
        let Some(place) = self.waiting.iter().position(|it| it.can_begin(editor)) else {
            return;
        };
        let work = self.waiting.remove(place);
        self.record.push(format!("{work:?}"));
        if !work.is_done(editor, folder) {
            self.waiting.push(work);
        }
    }

    fn finding(&self, what: &str) -> Result<Finding, String> {
        let reproducer = self.options.out.join("actions.txt");
        write(&reproducer, &(self.record.join("\n") + "\n"))?;
        Ok(Finding {
            what: format!("actions: {what}"),
            seed: self.options.seed,
            reproducer,
        })
    }

    /// What was not done although it can be, and what was done although it is said that it cannot.
    fn findings(&self) -> Result<Vec<Finding>, String> {
        let beyond: BTreeSet<&str> = BEYOND.iter().map(|(id, _)| *id).collect();
        let mut faults = Vec::new();
        for id in self.left.difference(&beyond) {
            faults.push(format!("{id} was never done"));
        }
        for id in beyond.difference(&self.left) {
            faults.push(format!("{id} can be done after all"));
        }
        for work in &self.waiting {
            faults.push(format!("{work:?} never came to its end"));
        }
        faults.iter().map(|fault| self.finding(fault)).collect()
    }
}

const fn leads_away(action: Action) -> bool {
    matches!(
        action,
        Action::File(
            FileAction::OpenBuiltin(_)
                | FileAction::OpenRecent(_)
                | FileAction::Quit
                | FileAction::Reload
                | FileAction::RecoverWork
        ) | Action::Edit(EditAction::Undo)
            | Action::Window(_)
            | Action::Learn(_)
    )
}

/// Ends what is going on.
pub(super) fn end_gestures(editor: &mut DrivenEditor) {
    editor.send(Input::Tool(operation::Event::Cancel));
    editor.send(Input::Limb(LimbEvent::Cancel));
    editor.send(Input::Brush(BrushEvent::Cancel));
    editor.send(Input::EndGesture);
    editor.frame();
}
