//! What a killed session left: every file is whole or was never there, and no claim binds.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use session::document::Document;
use session::state::opening::load::load;
use session::state::projects::command::ProjectOutcome;
use session::state::projects::open::{open_project, recover_work};
use session::state::projects::{Left, read, recovery_folder};
use whole_file::{Claim, Files, backup_of, clear_leftovers};

use super::JOINT;

/// The newest work that is there.
#[derive(Debug)]
pub(crate) struct NewestWork {
    /// The number of the last edit in it, 0 where nothing was saved.
    pub(crate) newest: u32,
    /// Where it was.
    pub(crate) words: String,
}

impl NewestWork {
    /// Opens everything in the folder of a killed session: recovery files, the project, its backup, the export.
    pub(crate) fn look(settings: &Path, project: &Path) -> Result<Self, String> {
        let mut found = Self {
            newest: 0,
            words: String::new(),
        };
        let (recovery, files) = (recovery_folder(settings), Files::default());
        let (left, faults) = Left::all(&recovery, &files);
        if let Some(fault) = faults.first() {
            return Err(fault.clone());
        }
        for left in &left {
            found.take("recovery", opened(&left.path, true)?);
        }
        if project.exists() {
            found.take("project", opened(project, false)?);
        }
        let backup = backup_of(project);
        if backup.exists() {
            let bytes = fs::read(&backup).map_err(|error| error.to_string())?;
            read(&bytes).map_err(|fault| format!("the backup is not whole: {fault}"))?;
        }
        let export = project.with_file_name("export.glb");
        if export.exists() {
            load(&export.to_string_lossy())
                .map_err(|error| format!("the export is not whole: {error}"))?;
        }
        drop(Claim::take(project).map_err(|error| format!("the project is locked: {error}"))?);
        clear_leftovers(project);
        unknown(settings, &recovery)?;
        Ok(found)
    }

    fn take(&mut self, name: &str, number: u32) {
        self.words = format!("{}{name} {number} ", self.words);
        self.newest = self.newest.max(number);
    }
}

/// The number of the last edit in a project or a recovery file.
fn opened(path: &Path, is_recovery: bool) -> Result<u32, String> {
    let (file, files) = (path.to_string_lossy(), Files::default());
    let mut load = |file: &str| {
        session::state::opening::load::load_with(file, &mut |_| ControlFlow::Continue(()))
    };
    let outcome = if is_recovery {
        recover_work(&file, None, &mut load, &files)
    } else {
        open_project(&file, None, &mut load, &files)
    };
    let outcome = outcome.map_err(|error| format!("not whole: {error}"))?;
    let ProjectOutcome::Opened(opened) = outcome else {
        return Err(format!("{file}: its character is gone"));
    };
    if opened.elsewhere.is_some() {
        return Err(format!("{file}: a dead session still claims it"));
    }
    edits_in(&opened.restored.document)
        .ok_or_else(|| format!("{file}: there is no joint that was moved"))
}

/// The number of the last edit, which is where the joint was moved to.
pub(crate) fn edits_in(document: &Document) -> Option<u32> {
    let place = document.pose.rigid.get(JOINT.index())?.translation.x;
    (0..=u16::MAX)
        .find(|&number| f32::from(number) >= place - 0.5)
        .map(u32::from)
}

/// Beside known files there may be parts of unfinished ones, which the next save clears away, and nothing else.
fn unknown(settings: &Path, recovery: &Path) -> Result<(), String> {
    let known = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let ends = [".dualskin", ".ron", ".glb", ".bak", ".part", ".lock"];
        path.is_dir() || ends.iter().any(|end| name.ends_with(end))
    };
    for folder in [settings, recovery] {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        if let Some(path) = entries.map(|entry| entry.path()).find(|path| !known(path)) {
            return Err(format!("{} was left behind", path.display()));
        }
    }
    Ok(())
}
