//! What helpers that follow every pose reach: each built-in character, or each file named, with a number of helpers.
//!
//! `cargo run --release -p dualskin-bake --example living_table [FILE…]`
//!
//! What it prints is Markdown, from one run on one thread, whose seconds are told. A bake that is refused has its reason in the place of
//! figures. Files have 32 helpers at most.
#![expect(
    clippy::print_stdout,
    reason = "a tool that prints a table talks to whoever runs it"
)]

use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use bake::{
    BakeJob, Baked, Goal, LivingClip, LivingJob, MOST_JOINTS, SkinErrors, USUAL_BYTES, USUAL_POSES,
    USUAL_RATE, USUAL_UNSEEN,
};
use character::{Character, open};
use rig::Method;
use scene::posed_character::Look;

/// Characters with the most helpers that each is given.
const BUILT_IN: [(&str, usize); 5] = [
    ("cylinder", 8),
    ("arm", 8),
    ("hand", 48),
    ("creature", 128),
    ("biped", 32),
];
/// Helpers of a file that is named.
const OF_FILES: usize = 32;

fn main() -> Result<(), Box<dyn Error>> {
    let named: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let files: Vec<(PathBuf, usize)> = if named.is_empty() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let built_in = BUILT_IN.into_iter();
        built_in
            .map(|(name, helpers)| (assets.join(format!("{name}.glb")), helpers))
            .collect()
    } else {
        named.into_iter().map(|file| (file, OF_FILES)).collect()
    };
    println!(
        "| character | helpers | unseen poses: rows | linear blending | without rows | clips: rows · linear | held back: rows · linear | given up | seconds |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (file, helpers) in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let character = open(&file)?;
        let begun = Instant::now();
        let figures = baked(&character, helpers).map_or_else(
            |reason| format!("{reason} | | | | | | |"),
            |baked| row(&baked, begun.elapsed().as_secs_f32()),
        );
        println!("| {name} | {figures}");
    }
    Ok(())
}

fn baked(character: &Character, helpers: usize) -> Result<Baked, Box<dyn Error>> {
    let clips: Vec<usize> = (0..character.clips.len()).collect();
    let job = LivingJob {
        bake: BakeJob {
            character,
            scale_inheritance: &character.rig.scale_inheritance,
            look: Look::new(Method::TWO_PHASE),
            clips: &clips,
            goal: Goal::Helpers(helpers),
            rate: USUAL_RATE,
            most_joints: MOST_JOINTS,
            most_bytes: USUAL_BYTES,
            threads: 1,
        },
        limits: &[],
        poses: USUAL_POSES,
        unseen: USUAL_UNSEEN,
    };
    let baked = job.run(&|_| ControlFlow::Continue(()))?;
    Ok(baked.ok_or("nobody has stopped it")?)
}

fn row(baked: &Baked, seconds: f32) -> String {
    let Some(living) = &baked.living else {
        return String::new();
    };
    let pair = |of: &SkinErrors| format!("{:.2} / {:.3}", of.maximum, of.rms);
    let largest = |held_back: bool| {
        let clips = living
            .clips
            .iter()
            .filter(|clip| clip.held_back == held_back);
        let most = |of: fn(&LivingClip) -> f32| clips.clone().map(of).fold(0.0, f32::max);
        let own = most(|clip| clip.errors.living.maximum);
        let linear = most(|clip| clip.errors.linear.maximum);
        format!("{own:.2} · {linear:.2}")
    };
    let unseen = &living.unseen;
    format!(
        "{} | {} | {} | {} | {} | {} | {} | {seconds:.1} |",
        baked.report.helpers.len(),
        pair(&unseen.living),
        pair(&unseen.linear),
        pair(&unseen.others),
        largest(false),
        largest(true),
        living.given_up
    )
}
