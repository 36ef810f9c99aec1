//! What helpers that follow every pose reach: each built-in character, or each file named, with a number of helpers.
//!
//! `cargo run --release -p dualskin-bake --example living_table [rows|chains] [FILE…]`
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
    BakeJob, Baked, Goal, LivingClip, LivingJob, LivingKind, MOST_JOINTS, SkinErrors, USUAL_BYTES,
    USUAL_POSES, USUAL_RATE, USUAL_UNSEEN,
};
use character::{Character, open};
use rig::Method;
use scene::posed_character::Look;

/// Characters with the most rows, and the most chains, that each is given.
const BUILT_IN: [(&str, [usize; 2]); 5] = [
    ("cylinder", [8, 8]),
    ("arm", [8, 18]),
    ("hand", [48, 64]),
    ("creature", [128, 128]),
    ("biped", [32, 64]),
];
/// Helpers of a file that is named.
const OF_FILES: [usize; 2] = [32, 64];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1).peekable();
    let is_kind = |kind: &LivingKind| args.peek().is_some_and(|word| word == kind.name());
    let mut kinds = LivingKind::ALL.to_vec();
    if let Some(asked) = LivingKind::ALL.into_iter().find(is_kind) {
        kinds = vec![asked];
        args.next();
    }
    let named: Vec<PathBuf> = args.map(PathBuf::from).collect();
    let files: Vec<(PathBuf, [usize; 2])> = if named.is_empty() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let built_in = BUILT_IN.into_iter();
        built_in
            .map(|(name, helpers)| (assets.join(format!("{name}.glb")), helpers))
            .collect()
    } else {
        named.into_iter().map(|file| (file, OF_FILES)).collect()
    };
    println!(
        "| character | helpers | nodes | unseen poses | linear blending | by keys alone | clips: own · linear | held back: own · linear | given up | seconds |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (file, [rows, chains]) in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let character = open(&file)?;
        for &kind in &kinds {
            let helpers = match kind {
                LivingKind::Rows => rows,
                LivingKind::Chains => chains,
            };
            let begun = Instant::now();
            let figures = baked(&character, kind, helpers).map_or_else(
                |reason| format!("{reason} | | | | | | | |"),
                |baked| row(&baked, begun.elapsed().as_secs_f32()),
            );
            println!("| {name}, {} | {figures}", kind.name());
        }
    }
    Ok(())
}

fn baked(character: &Character, kind: LivingKind, helpers: usize) -> Result<Baked, Box<dyn Error>> {
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
        kind,
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
        "{} | {} | {} | {} | {} | {} | {} | {} | {seconds:.1} |",
        baked.report.helpers.len(),
        living.nodes,
        pair(&unseen.living),
        pair(&unseen.linear),
        pair(&unseen.others),
        largest(false),
        largest(true),
        living.given_up
    )
}
