//! The built-in characters, made from code and written as GLB into `assets/`: `cargo xtask assets`.
//!
//! The files are committed, so that the editor needs no generator; `--check` generates them again and compares, so that
//! they can never drift from this code. All shapes are our own.
//!
//! A crate of its own, beside the chores of `xtask`: those start in seconds, for they need no character.

#![forbid(unsafe_code)]

mod arm;
mod arm_clips;
mod biped;
mod cloth;
mod creature;
mod cylinder;
mod dressed;
mod export;
mod grid;
mod hand;
mod implicit;
mod left_hand;
mod motions;
mod palm;
mod person;
mod poses;
mod shape;
mod sheets;
mod skeleton;
mod surface;
mod woman;

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

pub use shape::{Joint, Motion, Paint, Shape, Shift, Stretching, Turning};
pub use surface::{Point, Surface};

const FOLDER: &str = "assets";

/// Every built-in character, in the order in which the program lists them.
pub fn shapes() -> Vec<Shape> {
    let makers: [fn() -> Shape; 9] = [
        biped::biped,
        left_hand::left_hand,
        creature::creature,
        cloth::cloth,
        arm::arm,
        cylinder::cylinder,
        sheets::two_joints,
        sheets::three_joints,
        woman::woman,
    ];
    // Four of them take seconds each, and none needs another.
    thread::scope(|scope| {
        let started = makers.map(|make| scope.spawn(make));
        let made = started.map(|made| made.join().unwrap_or_else(|panic| resume_unwind(panic)));
        made.into()
    })
}

/// A character as the bytes of its GLB file.
///
/// # Errors
///
/// A sentence when the writer refuses the character, which is a fault of the generator.
pub fn glb(shape: &Shape) -> Result<Vec<u8>, String> {
    export::glb(shape)
}

/// Characters whose surface is a file of its own besides, without joints, and the names of those files.
const BARE: [(&str, &str); 1] = [("biped", "biped_mesh")];

/// Characters that there are with clothes over them besides, and the names of those files.
const DRESSED: [(&str, &str); 1] = [("biped", "dressed")];

/// The names and bytes of all files that a shape becomes.
fn files(shape: &Shape) -> Vec<(&'static str, Result<Vec<u8>, String>)> {
    let bare = BARE.iter().filter(|(name, _)| *name == shape.name);
    let bare = bare.map(|&(_, name)| (name, export::bare_glb(shape, name)));
    let dressed = DRESSED.iter().filter(|(name, _)| *name == shape.name);
    let dressed = dressed.map(|&(_, name)| (name, export::dressed_glb(shape)));
    std::iter::once((shape.name, glb(shape)))
        .chain(bare)
        .chain(dressed)
        .collect()
}

/// Writes every built-in character into the folder `assets` of the workspace at `root`.
/// Tells of each file what `tell` is given; returns what went wrong, a line each, empty when all is well.
pub fn write(root: &Path, tell: &mut dyn FnMut(&str)) -> Vec<String> {
    let mut write = |path: &Path, bytes: &[u8]| {
        write_whole(path, bytes).map_err(|error| format!("cannot be written: {error}"))?;
        tell(&format!("{}: {} bytes", path.display(), bytes.len()));
        Ok(())
    };
    let mut failures = each_motion(root, &mut write);
    failures.extend(each_file(root, &shapes(), write));
    failures
}

/// Writes the motion files alone, into `testdata/motions`; as [`write()`] otherwise.
pub fn write_motions(root: &Path, tell: &mut dyn FnMut(&str)) -> Vec<String> {
    each_motion(root, |path, bytes| {
        write_whole(path, bytes).map_err(|error| format!("cannot be written: {error}"))?;
        tell(&format!("{}: {} bytes", path.display(), bytes.len()));
        Ok(())
    })
}

/// Whether the motion files are, byte for byte, what [`write_motions`] would write.
pub fn check_motions(root: &Path) -> Vec<String> {
    each_motion(root, is_same)
}

fn each_motion(
    root: &Path,
    mut action: impl FnMut(&Path, &[u8]) -> Result<(), String>,
) -> Vec<String> {
    let files = motions::files().into_iter();
    let failures = files.filter_map(|(name, bytes)| {
        let path = root.join(motions::FOLDER).join(name);
        let failure = action(&path, &bytes).err()?;
        Some(format!("{}: {failure}", path.display()))
    });
    failures.collect()
}

/// Whether the files in `assets` are, byte for byte, what [`write()`] would write.
pub fn check(root: &Path) -> Vec<String> {
    let mut failures = check_motions(root);
    failures.extend(check_shapes(root, &shapes()));
    failures
}

/// As [`check`], of characters that are made already.
pub fn check_shapes(root: &Path, shapes: &[Shape]) -> Vec<String> {
    each_file(root, shapes, is_same)
}

#[expect(clippy::disallowed_methods, reason = "files of the repository")]
fn is_same(path: &Path, bytes: &[u8]) -> Result<(), String> {
    match fs::read(path) {
        Ok(found) if found == bytes => Ok(()),
        Ok(_) => Err("is not what its generator makes: run `cargo xtask assets`".to_owned()),
        Err(error) => Err(format!("cannot be read: {error}: run `cargo xtask assets`")),
    }
}

fn each_file(
    root: &Path,
    shapes: &[Shape],
    mut action: impl FnMut(&Path, &[u8]) -> Result<(), String>,
) -> Vec<String> {
    shapes
        .iter()
        .flat_map(files)
        .filter_map(|(name, bytes)| {
            let path = asset_path(root, name);
            bytes
                .and_then(|bytes| action(&path, &bytes))
                .err()
                .map(|message| format!("{}: {message}", path.display()))
        })
        .collect()
}

fn asset_path(root: &Path, name: &str) -> PathBuf {
    root.join(FOLDER).join(format!("{name}.glb"))
}

#[expect(
    clippy::disallowed_methods,
    reason = "this too writes whole files or none"
)]
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A name of its own first: a file that is half written never has the name of an asset.
    let unfinished = path.with_added_extension("part");
    let mut file = File::create(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)
}
