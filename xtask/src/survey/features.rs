//! What a feature costs: lines of an action, and files of a commit that adds one.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::statistics::median;
use super::table::Table;
use crate::source::SourceFile;

/// A line for each action.
const ACTIONS: &str = "crates/session/tests/actions.txt";
/// The latest commits that are listed.
const LATEST: usize = 20;

/// Lines of the files about actions, all together and for each.
pub(super) fn actions(files: &[SourceFile]) -> Table {
    let listed = files.iter().find(|file| file.path == ACTIONS);
    let count = listed.map_or(0, |file| file.text.lines().count());
    let is_about = |file: &&SourceFile| {
        let mut folders = file.path.split('/');
        file.is_in("crates/session/src") && folders.any(is_of_actions)
    };
    let lines = files.iter().filter(is_about);
    let lines: Vec<usize> = lines.map(|file| file.text.lines().count()).collect();
    let sum: usize = lines.iter().sum();
    #[expect(clippy::cast_precision_loss, reason = "a number of lines")]
    let each = sum as f64 / count.max(1) as f64;
    Table {
        title: "Lines of actions",
        note: "Files and folders of session whose names end with actions.",
        columns: &["actions", "files", "lines", "lines each"],
        rows: vec![vec![
            count.into(),
            lines.len().into(),
            sum.into(),
            each.into(),
        ]],
    }
}

/// Whether a file or a folder of this name holds ids or rows of actions, as `actions.rs` or `brush_actions.rs`.
fn is_of_actions(name: &str) -> bool {
    name.trim_end_matches(".rs").ends_with("actions")
}

/// Files and folders in `src` that the latest commits touched which added one action each; none without git.
pub(super) fn touched_files(root: &Path) -> Table {
    let log = Command::new("git")
        .args(["log", "--full-diff", "--no-renames", "--numstat"])
        // A sign that no subject has begins each commit.
        .args(["--format=%x01%h %s", "--", ACTIONS])
        .current_dir(root)
        .output()
        .map_or_else(
            |_| String::new(),
            |output| String::from_utf8_lossy(&output.stdout).into_owned(),
        );
    let commits = log.split('\u{1}').filter_map(Commit::read);
    let commits: Vec<Commit<'_>> = commits.take(LATEST).collect();
    let middle = |count: fn(&Commit<'_>) -> usize| {
        let counts: Vec<usize> = commits.iter().map(count).collect();
        median(&counts).into()
    };
    let mut rows = vec![vec![
        middle(|commit| commit.files),
        middle(|commit| commit.folders),
        "median".into(),
    ]];
    rows.extend(commits.iter().map(|commit| {
        vec![
            commit.files.into(),
            commit.folders.into(),
            commit.name.into(),
        ]
    }));
    Table {
        title: "Files and folders that a feature touches",
        note: "In src, by the latest commits that add one action and nothing to the others.",
        columns: &["files", "folders", "commit"],
        rows,
    }
}

struct Commit<'a> {
    name: &'a str,
    files: usize,
    folders: usize,
}

impl<'a> Commit<'a> {
    /// Its first line is its name, each of the others counts added and removed lines of a file; none if it adds no one action.
    fn read(text: &'a str) -> Option<Self> {
        let mut lines = text.lines();
        let name = lines.next()?;
        let changes: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
        // One line more in the list of actions and none less: just one action was added.
        if !changes.iter().any(|change| change == &["1", "0", ACTIONS]) {
            return None;
        }
        let paths = changes.iter().filter_map(|change| change.get(2));
        let paths: Vec<&str> = paths.copied().filter(|path| is_source(path)).collect();
        let folders = paths.iter().filter_map(|path| path.rsplit_once('/'));
        let folders: BTreeSet<&str> = folders.map(|(folder, _)| folder).collect();
        Some(Self {
            name,
            files: paths.len(),
            folders: folders.len(),
        })
    }
}

fn is_source(path: &str) -> bool {
    path.contains("/src/") && path.ends_with(".rs")
}
