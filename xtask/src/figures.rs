//! `cargo xtask figures`: docs/figures.md with its pictures, written by the program itself.
//!
//! All items, those that take long too, by an optimized program; tests compare the text of the cheap ones with what it writes.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::ci::target_folder;
use crate::report::{Failure, Reporter};

/// The page, and where its pictures lie beside it.
const PAGE: &str = "docs/figures.md";
const PICTURES: &str = "docs/pictures/figures";

/// Writes page and pictures anew in the workspace at `root`. Pictures that no item has any more go.
pub fn write(root: &Path, reporter: &mut Reporter) -> Vec<Failure> {
    let made = target_folder(root).join("figures");
    // What an earlier run has left would be taken for this one's.
    let _absent = fs::remove_dir_all(&made);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args([
            "run",
            "-q",
            "--release",
            "-p",
            "dualskin",
            "--",
            "figures",
            "--out",
        ])
        .arg(&made)
        .current_dir(root);
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => return vec![Failure::of_file(PAGE, format!("not made: {status}"))],
        Err(error) => return vec![Failure::of_file(PAGE, error.to_string())],
    }
    match keep(root, &made) {
        Ok(count) => {
            reporter.line(&format!("{PAGE} and {count} pictures"));
            Vec::new()
        }
        Err(error) => vec![Failure::of_file(PAGE, error.to_string())],
    }
}

/// Copies what was made to where documents have it, and counts the pictures.
#[expect(
    clippy::disallowed_methods,
    reason = "files of the repository, which git has"
)]
fn keep(root: &Path, made: &Path) -> std::io::Result<usize> {
    let pictures = root.join(PICTURES);
    if pictures.is_dir() {
        fs::remove_dir_all(&pictures)?;
    }
    fs::create_dir_all(&pictures)?;
    let mut page = fs::read_to_string(made.join("figures.md"))?;
    let mut count = 0;
    for entry in fs::read_dir(made)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".png") || name.ends_with(".svg") {
            fs::copy(made.join(&name), pictures.join(&name))?;
            page = page.replace(
                &format!("]({name})"),
                &format!("](pictures/figures/{name})"),
            );
            count += 1;
        }
    }
    fs::write(root.join(PAGE), page)?;
    Ok(count)
}
