//! A session that is killed while it edits, keeps work for recovery, saves and exports.
//!
//! A worker, a process of its own, edits a character without a window: the n-th edit moves a joint to n meters, and is
//! told by a line when it has registered. Meanwhile the work is kept for recovery, saved and exported. It is killed at a
//! random moment; then every file must be whole, no claim may bind, and what is found must be as new as was promised.
//! The next worker goes on from what was found, as a user would. With a display, [`window`] does the same to the program.

mod found;
mod window;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rig::JointIndex;
use session::commands::actions::{Action, FileAction};
use session::commands::command::Intent;
use session::document::channel::{Channel, JointField};
use session::state::export::dialog::ExportIntent;
use session::state::posing::command::PoseIntent;
use session::state::projects::command::ProjectIntent;
use session::state::projects::{Left, recovery_folder};
use whole_file::Files;

use super::driven_editor::{AUTOSAVE, DrivenEditor};
use super::finding::Finding;
use super::fuzz::supervisor::lines_of;
use super::options::Options;
use super::random::Random;

use found::NewestWork;

/// Name of the project in the work folder.
const PROJECT: &str = "work.dualskin";
/// The joint that edits move, along X.
const JOINT: JointIndex = JointIndex(1);
/// A worker is killed this long after its first edit, at most.
const LONGEST: Duration = Duration::from_millis(2500);
/// Beyond the time between two recovery files: writing one on a machine that does other things too.
const SLACK: Duration = Duration::from_millis(1500);
/// Time for a worker to begin.
const PATIENCE: Duration = Duration::from_secs(60);

/// Kills workers, and prints what was found of their work.
pub(crate) fn run(options: &Options) -> Result<Vec<Finding>, String> {
    if let Some(program) = &options.file {
        return window::run(options, program);
    }
    let folder = options.out.join("kill");
    let _gone = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = fs::canonicalize(&folder).map_err(|error| error.to_string())?;
    let start = Instant::now();
    let mut random = Random::new(options.seed, 0);
    let (mut done, mut edits, mut most_lost, mut findings) = (0, 0, 0.0_f32, Vec::new());
    while done < options.rounds && start.elapsed() < options.time && findings.len() < 5 {
        let round = Round::run(&folder, options, &mut random)?;
        done += 1;
        edits += round.edits.len();
        let bound = Duration::from_secs_f64(AUTOSAVE) + SLACK;
        match NewestWork::look(&folder, &folder.join(PROJECT))
            .and_then(|found| round.judge(&found, bound))
        {
            Ok(lost) => most_lost = most_lost.max(lost),
            Err(what) => findings.push(keep(&folder, options, done, &what)),
        }
    }
    println!(
        "kill: seed {}, {done} kills of a session without a window, {edits} edits, at most {most_lost:.1} s of work gone \
         (kept every {AUTOSAVE} s), {:.0} s",
        options.seed,
        start.elapsed().as_secs_f32()
    );
    Ok(findings)
}

/// Leaves the folder as it was found, and goes on in another.
fn keep(folder: &Path, options: &Options, round: u64, what: &str) -> Finding {
    let name = format!("kill-{}-{round}", options.seed);
    let kept = options.out.join(name);
    let moved = move_folder(folder, &kept);
    Finding {
        what: format!("kill: {what}"),
        seed: options.seed,
        reproducer: moved.unwrap_or_else(|| folder.to_owned()),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a folder of a finding gets another name; nobody's work is in it"
)]
fn move_folder(from: &Path, to: &Path) -> Option<PathBuf> {
    fs::rename(from, to).ok()?;
    fs::create_dir_all(from).ok()?;
    Some(to.to_owned())
}

/// One worker's life.
#[derive(Debug)]
struct Round {
    /// The number of each edit, and when it was told of.
    edits: Vec<(u32, Instant)>,
    killed: Instant,
}

impl Round {
    fn run(folder: &Path, options: &Options, random: &mut Random) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.arg("kill-worker").arg("--out").arg(folder);
        command.args(["--seed", &(options.seed ^ random.next() >> 16).to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let lines = lines_of(&mut child);
        let began = Instant::now();
        let mut edits = Vec::new();
        while edits.is_empty() {
            edits.extend(next_edit(&lines, PATIENCE)?);
            if began.elapsed() > PATIENCE {
                return Err("a worker does not begin".to_owned());
            }
        }
        let until = Instant::now() + LONGEST.mul_f32(random.unit());
        while Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            edits.extend(next_edit(&lines, left)?);
        }
        let killed = kill(&mut child)?;
        // What was told before the kill may still be in the pipe.
        while let Ok(Some(edit)) = next_edit(&lines, Duration::from_millis(100)) {
            edits.push((edit.0, killed));
        }
        Ok(Self { edits, killed })
    }

    /// Seconds of work that are gone; refused if they are more than `bound`.
    fn judge(&self, found: &NewestWork, bound: Duration) -> Result<f32, String> {
        let lost = self.edits.iter().find(|(number, _)| *number > found.newest);
        let lost = lost.map_or(Duration::ZERO, |(_, at)| {
            self.killed.saturating_duration_since(*at)
        });
        if lost > bound {
            let last = self.edits.last().map_or(0, |(number, _)| *number);
            return Err(format!(
                "{:.1} s of work are gone: edit {} of {last} was found ({})",
                lost.as_secs_f32(),
                found.newest,
                found.words
            ));
        }
        Ok(lost.as_secs_f32())
    }
}

/// `SIGKILL` where there are signals.
fn kill(child: &mut Child) -> Result<Instant, String> {
    child.kill().map_err(|error| error.to_string())?;
    let killed = Instant::now();
    child.wait().map_err(|error| error.to_string())?;
    Ok(killed)
}

/// The next line `edit N`; none if none came in time.
fn next_edit(lines: &Receiver<String>, time: Duration) -> Result<Option<(u32, Instant)>, String> {
    use std::sync::mpsc::RecvTimeoutError;
    match lines.recv_timeout(time) {
        Ok(line) => {
            if let Some(what) = line.strip_prefix("fault ") {
                return Err(what.to_owned());
            }
            let number = line
                .strip_prefix("edit ")
                .and_then(|word| word.parse().ok());
            Ok(number.map(|number| (number, Instant::now())))
        }
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Err("a worker ended by itself".to_owned()),
    }
}

/// Edits, saves and exports until it is killed.
pub(crate) fn worker(options: &Options) -> Result<Vec<Finding>, String> {
    let folder = &options.out;
    let mut random = Random::new(options.seed, 1);
    let (mut editor, mut number) = begin(folder)?;
    loop {
        number += 1;
        let field = JointField {
            joint: JOINT,
            channel: Channel::Translation,
            axis: 0,
        };
        let value = f32::from(u16::try_from(number).unwrap_or(u16::MAX));
        editor.send(Intent::Pose(PoseIntent::SetField {
            field,
            value,
            dragging: false,
        }));
        say(&format!("edit {number}"));
        match random.below(25) {
            0 | 1 if editor.allows(Action::File(FileAction::Save)) => {
                editor.send(Intent::Project(ProjectIntent::SaveTo {
                    file: folder.join(PROJECT),
                    replaces: true,
                }));
            }
            2 => editor.send(ExportIntent::Chosen(folder.join("export.glb"))),
            _ => {}
        }
        for _ in 0..=random.below(4) {
            editor.frame();
            sleep(Duration::from_millis(4));
        }
    }
}

/// Opens what a user would: work offered for recovery, else the project, else a new character. With the last edit's number.
fn begin(folder: &Path) -> Result<(DrivenEditor, u32), String> {
    let (left, faults) = Left::all(&recovery_folder(folder), &Files::default());
    if let Some(fault) = faults.first() {
        say(&format!("fault {fault}"));
        return Err(fault.clone());
    }
    let project = folder.join(PROJECT);
    let file = match project.exists() && left.is_empty() {
        true => project.to_string_lossy().into_owned(),
        false => "builtin:cylinder".to_owned(),
    };
    let mut editor = DrivenEditor::with_threads(folder, &file)?;
    if !left.is_empty() {
        recover(&mut editor)?;
    }
    let number = found::edits_in(editor.document());
    let number = number.ok_or_else(|| "there is no joint to move".to_owned())?;
    Ok((editor, number))
}

/// Recovers the work that the editor offers, as its user does.
fn recover(editor: &mut DrivenEditor) -> Result<(), String> {
    let recover = Action::File(FileAction::RecoverWork);
    let began = Instant::now();
    while !editor.allows(recover) {
        if began.elapsed() > PATIENCE {
            return Err("the work that was left is not offered".to_owned());
        }
        sleep(Duration::from_millis(2));
        editor.frame();
    }
    let before = editor.session().opened;
    editor.send(Intent::Run(recover));
    editor.wait_until_opened(before)
}

fn say(line: &str) {
    use std::io::Write as _;
    println!("{line}");
    let _closed = std::io::stdout().flush();
}
