//! `cargo xtask pictures`: the pictures of README and documents, made by the program itself.
//!
//! They are committed, so that readers need nothing; making them again takes a graphics device, be it one in software. Two
//! devices draw the same picture with other bytes, so nothing compares them: they are looked at.

use std::path::Path;
use std::process::Command;

use crate::report::{Failure, Reporter};

const FOLDER: &str = "docs/pictures";

/// Pictures that `dualskin render` draws: the file's name, and a line of arguments but for `--out`; `_` stands for a space
/// inside one.
const RENDERED: &[(&str, &str)] = &[
    (
        "arm",
        "builtin:arm --clip twist_wrist --time 1 --view side --compare linear,two-phase --difference --size 1200x450",
    ),
    (
        "cylinder",
        "builtin:cylinder --clip twist --time 1 --view front --compare linear,two-phase,affine --size 1200x450",
    ),
    (
        "biped",
        "builtin:biped --clip range_of_motion --time 4 --compare linear,two-phase --difference --size 1200x600",
    ),
    (
        "creature",
        "builtin:creature --clip hover --time 0.5 --compare two-phase --size 700x500",
    ),
    (
        "hand",
        "builtin:hand --clip point --time 1 --compare two-phase --size 700x500",
    ),
    (
        "cloth",
        "builtin:cloth --clip wave --time 1 --compare two-phase --size 700x500",
    ),
];

/// Makes every picture anew in the workspace at `root`.
pub fn write(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let mut failures = Vec::new();
    for (name, args) in RENDERED {
        let out = format!("{FOLDER}/{name}.png");
        let args: Vec<String> = args.split(' ').map(|word| word.replace('_', " ")).collect();
        let mut words = vec!["run", "-q", "-p", "dualskin", "--", "render"];
        words.extend(args.iter().map(String::as_str));
        words.extend(["--out", &out]);
        failures.extend(run(root, &words, &out, reporter).err());
    }
    let windows = [
        "run",
        "-q",
        "-p",
        "dualskin",
        "--example",
        "window_pictures",
        "--",
        FOLDER,
    ];
    failures.extend(run(root, &windows, "pictures of the window", reporter).err());
    failures
}

fn run(root: &Path, words: &[&str], what: &str, reporter: &mut Reporter) -> Result<(), Failure> {
    // The cargo that runs this chore, so that the toolchain is the same.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(words).current_dir(root).status();
    match status {
        Ok(status) if status.success() => {
            reporter.line(what);
            Ok(())
        }
        Ok(status) => Err(Failure::of_file(what, format!("not made: {status}"))),
        Err(error) => Err(Failure::of_file(
            what,
            format!("cargo cannot be run: {error}"),
        )),
    }
}
