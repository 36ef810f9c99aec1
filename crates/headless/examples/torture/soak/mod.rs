//! A long session of random commands on several characters, checked after each.
//!
//! In segments: a character is opened, some hundred commands follow, then everything is undone and must be what it was,
//! bit for bit, and is redone again. Work in the background is done at once and on this thread, so that a seed repeats
//! a run; several lanes run beside each other with seeds of their own.

mod arranged;
mod background;
mod checks;
mod clips;
mod commands;
mod constraints;
pub(super) mod every_action;
mod intents;
mod partners;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use session::commands::actions::{Action, EditAction, LearnAction};
use session::commands::command::{Command, Intent};
use session::document::Document;
use whole_file::{read_regular, write_whole};

use super::driven_editor::DrivenEditor;
use super::finding::Finding;
use super::options::Options;
use super::random::Random;

/// Commands between opening a character and undoing everything.
const SEGMENT: u64 = 300;
/// A command that takes longer is a fault; most take a few milliseconds.
const LONGEST: Duration = Duration::from_secs(60);
/// After so many findings a lane stops.
const ENOUGH: usize = 5;

/// Runs the commands, shared out among lanes, and prints what was done.
pub(crate) fn run(options: &Options) -> Result<Vec<Finding>, String> {
    let characters = characters(options);
    let start = Instant::now();
    let done = AtomicU64::new(0);
    let lanes: Vec<Result<Lane<'_>, String>> = thread::scope(|scope| {
        let running: Vec<_> = (0..options.lanes)
            .map(|lane| {
                let (characters, done) = (&characters, &done);
                scope.spawn(move || {
                    let mut lane = Lane::new(options, lane)?;
                    lane.run(characters, done, start + options.time)?;
                    Ok(lane)
                })
            })
            .collect();
        running
            .into_iter()
            .filter_map(|lane| lane.join().ok())
            .collect()
    });
    let lanes: Vec<Lane<'_>> = lanes.into_iter().collect::<Result<_, String>>()?;
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for (kind, count) in lanes.iter().flat_map(|lane| &lane.kinds) {
        *kinds.entry(kind).or_default() += count;
    }
    let actions = kinds
        .keys()
        .filter(|kind| kind.starts_with("action "))
        .count();
    println!(
        "soak: seed {}, {} commands on {} characters, {} of {} actions, {} steps undone and redone, {:.0} s",
        options.seed,
        lanes.iter().map(|lane| lane.commands).sum::<u64>(),
        characters.len(),
        actions,
        session::features::actions::actions().len(),
        lanes.iter().map(|lane| lane.undone).sum::<u64>(),
        start.elapsed().as_secs_f32(),
    );
    Ok(lanes.into_iter().flat_map(|lane| lane.findings).collect())
}

/// Two built-in characters, and a file with morph targets where the corpus has it.
fn characters(options: &Options) -> Vec<String> {
    let mut characters = vec!["builtin:arm".to_owned(), "builtin:cylinder".to_owned()];
    let morphing = copied(options, "09_morph_skin.glb");
    characters.push(morphing.unwrap_or_else(|| "builtin:hand".to_owned()));
    characters
}

/// A copy of a file of the corpus, since exports and tables of weights go beside the file that is open.
fn copied(options: &Options, name: &str) -> Option<String> {
    let mut folders = options.corpus.iter();
    let bytes =
        folders.find_map(|folder| read_regular(&folder.join("valid").join(name), 64 << 20).ok())?;
    let copy = options.out.join(name);
    fs::create_dir_all(&options.out).ok()?;
    write_whole(&copy, &bytes).ok()?;
    Some(copy.to_string_lossy().into_owned())
}

/// One thread with its own sequence of commands.
struct Lane<'a> {
    options: &'a Options,
    lane: u64,
    folder: PathBuf,
    commands: u64,
    /// Steps that were undone and redone.
    undone: u64,
    /// How often each kind of command was applied.
    kinds: BTreeMap<&'static str, u64>,
    /// The commands of this segment, in words.
    record: Vec<String>,
    findings: Vec<Finding>,
}

impl<'a> Lane<'a> {
    fn new(options: &'a Options, lane: u64) -> Result<Self, String> {
        let folder = options.out.join(format!("soak-{lane}"));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let folder = fs::canonicalize(&folder).map_err(|error| error.to_string())?;
        Ok(Self {
            options,
            lane,
            folder,
            commands: 0,
            undone: 0,
            kinds: BTreeMap::new(),
            record: Vec::new(),
            findings: Vec::new(),
        })
    }

    fn run(
        &mut self,
        characters: &[String],
        done: &AtomicU64,
        until: Instant,
    ) -> Result<(), String> {
        let mut segment = self.lane;
        while done.load(Ordering::Relaxed) < self.options.commands
            && Instant::now() < until
            && self.findings.len() < ENOUGH
        {
            let place = usize::try_from(segment).unwrap_or(0) % characters.len();
            let before = self.commands;
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                self.segment(&characters[place], segment, until)
            }));
            let fault = match outcome {
                Ok(Ok(())) => None,
                Ok(Err(fault)) => Some(fault),
                Err(_) => Some("panic".to_owned()),
            };
            if let Some(fault) = fault {
                self.find(&fault, &characters[place], segment)?;
            }
            done.fetch_add(self.commands - before, Ordering::Relaxed);
            segment += self.options.lanes;
        }
        Ok(())
    }

    /// Some commands on one character, and everything undone.
    fn segment(&mut self, file: &str, segment: u64, until: Instant) -> Result<(), String> {
        let mut random = Random::new(self.options.seed, segment);
        self.record.clear();
        let _gone = fs::remove_dir_all(&self.folder);
        fs::create_dir_all(&self.folder).map_err(|error| error.to_string())?;
        let mut editor = DrivenEditor::in_line(&self.folder, file)?;
        let mut first = editor.document().clone();
        let mut left = SEGMENT;
        while left > 0 && Instant::now() < until {
            for (kind, command) in commands::some(&mut random, &editor) {
                *self.kinds.entry(kind).or_default() += 1;
                self.one(&mut editor, command)?;
                left = left.saturating_sub(1);
            }
            if random.chance(4) {
                checks::seldom(&editor)?;
            }
            if random.chance(60) {
                self.record.push("frame".to_owned());
                editor.frame();
                checks::after(&editor)?;
            }
            // Another character was opened, which clears the history. One that is read again stays in it, and a figure
            // leaves both as they are until the work is back.
            let is_work = editor.session().figure().is_none();
            let is_other = !Arc::ptr_eq(&first.original, &editor.document().original);
            if is_work && is_other && editor.history().is_empty() {
                first = editor.document().clone();
            }
        }
        self.undo_all(&mut editor, &first)
    }

    fn one(&mut self, editor: &mut DrivenEditor, command: Command) -> Result<(), String> {
        self.record.push(format!("{command:?}"));
        let start = Instant::now();
        editor.send(command);
        self.commands += 1;
        if start.elapsed() > LONGEST {
            return Err(format!(
                "a command took {:.0} s",
                start.elapsed().as_secs_f32()
            ));
        }
        checks::after(editor)
    }

    /// Ends what is going on, undoes every step of the work, compares, and redoes every step.
    fn undo_all(&mut self, editor: &mut DrivenEditor, first: &Document) -> Result<(), String> {
        self.record.push("undo all".to_owned());
        every_action::end_gestures(editor);
        // Results of jobs come in the next frames; what is redone would be dropped by one that came later.
        for _ in 0..2 {
            editor.frame();
        }
        if editor.session().figure().is_some() {
            editor.send(Intent::Run(Action::Learn(LearnAction::BackToWork)));
        }
        let last = editor.document().clone();
        let steps = editor.history().len();
        for _ in 0..steps {
            editor.send(Intent::Run(Action::Edit(EditAction::Undo)));
            checks::after(editor)?;
        }
        if !editor.history().is_empty() {
            return Err(format!(
                "{} of {steps} steps cannot be undone",
                editor.history().len()
            ));
        }
        checks::same(first, editor.document())
            .map_err(|what| format!("undone to the start, {what}"))?;
        for _ in 0..steps {
            editor.send(Intent::Run(Action::Edit(EditAction::Redo)));
            checks::after(editor)?;
        }
        checks::same(&last, editor.document())
            .map_err(|what| format!("redone to the end, {what}"))?;
        self.undone += u64::try_from(steps).unwrap_or(0);
        Ok(())
    }

    /// Writes what led to a fault.
    fn find(&mut self, what: &str, character: &str, segment: u64) -> Result<(), String> {
        let seed = self.options.seed;
        let reproducer = self.options.out.join(format!("soak-{seed}-{segment}.txt"));
        let head = format!(
            "{what}\non {character}, seed {seed}, segment {segment} of {} lanes\n\n",
            self.options.lanes
        );
        write(&reproducer, &(head + &self.record.join("\n") + "\n"))?;
        self.findings.push(Finding {
            what: format!("soak: {}", what.lines().next().unwrap_or_default()),
            seed,
            reproducer,
        });
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    write_whole(path, text.as_bytes()).map_err(|error| error.to_string())
}
