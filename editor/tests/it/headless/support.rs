//! What the tests of the commands share: running the program, and folders to run it in.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Runs `dualskin` with the arguments of a line, split at spaces; no display, whatever the machine has.
pub(crate) fn dualskin(line: &str) -> Output {
    command(line).output().unwrap()
}

/// What [`dualskin`] runs.
pub(crate) fn command(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dualskin"));
    command.args(line.split_whitespace());
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command
}

/// As [`dualskin`], with these bytes on stdin.
pub(crate) fn fed(line: &str, bytes: &[u8]) -> Output {
    let mut command = command(line);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = bytes.to_vec();
    let feeder = std::thread::spawn(move || {
        // A command that refuses its arguments reads nothing.
        let _unread = stdin.write_all(&bytes);
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

/// The exit status, stdout and stderr.
pub(crate) fn words(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// An empty folder, and a path in it.
pub(crate) fn folder_with(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// The names of all files of a folder, hidden ones too.
pub(crate) fn files_of(folder: &TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
