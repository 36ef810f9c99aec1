//! Motion files of a built-in figure, as other programs would write them: the biped walks two cycles along +Z.
//!
//! Captures (BVH) differ in unit, vertical, order of channels, names, rest pose and proportions; a clip for avatars (`.vrma`) has
//! expressions too. Nothing of the readers and writers of the program is used, so that both can be tested by them; `manifest.json` says of
//! each file what is in it.

mod bvh;
mod vrma;
mod walker;

use std::fmt::Write as _;

use bvh::{Convention, capture};
use walker::Walker;

/// The folder of the files, from the workspace.
pub(crate) const FOLDER: &str = "testdata/motions";

/// Names and contents of all files.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let walker = Walker::new();
    let mut entries = Vec::new();
    let mut files = Vec::new();
    for convention in Convention::all() {
        let name = format!("{}.bvh", convention.name);
        entries.push(entry(&name, &walker, convention.legs, convention.arms));
        files.push((name, capture(&walker, &convention).into_bytes()));
    }
    let name = "walk.vrma".to_owned();
    entries.push(entry(&name, &walker, 1.0, 1.0));
    files.push((name, vrma::clip(&walker)));
    let manifest = format!("[\n{}\n]\n", entries.join(",\n"));
    files.push(("manifest.json".to_owned(), manifest.into_bytes()));
    files
}

/// What is in a file, as the manifest says it.
fn entry(name: &str, walker: &Walker, legs: f64, arms: f64) -> String {
    let mut text = String::from("  { ");
    let distance = legs * walker.distance();
    let _written = write!(
        text,
        "\"file\": \"{name}\", \"source\": \"biped\", \"clip\": \"walk\", \"seconds\": {:.4}, \"meters\": {distance:.4}, \"legs\": {legs}, \"arms\": {arms} }}",
        walker.seconds(),
    );
    text
}
