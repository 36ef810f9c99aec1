//! The table of `docs/bake.md`: each built-in character, or each file named, baked for two methods and three tolerances.
//!
//! `cargo run --release -p dualskin-bake --example bake_table [FILE…]`
//!
//! What it prints is Markdown, from one run over all clips. A bake that is refused has its reason in the place of figures.
#![expect(
    clippy::print_stdout,
    reason = "a tool that prints a table talks to whoever runs it"
)]

use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use bake::{BakeJob, BakeReport, Goal, MOST_JOINTS, USUAL_BYTES, USUAL_RATE};
use character::{Character, open};
use rig::Method;
use scene::parallel::processors;
use scene::posed_character::Look;

/// In the order of their sizes in the picture.
const BUILT_IN: [&str; 5] = ["cylinder", "arm", "hand", "creature", "biped"];
const METHODS: [Method; 2] = [Method::TWO_PHASE, Method::Affine];
const TOLERANCES: [f32; 3] = [1.0, 0.5, 0.25];

fn main() -> Result<(), Box<dyn Error>> {
    let named: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let files = if named.is_empty() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let built_in = BUILT_IN.iter();
        built_in
            .map(|name| assets.join(format!("{name}.glb")))
            .collect()
    } else {
        named
    };
    println!(
        "| character | method | tolerance | maximum | RMS | linear blending: maximum · RMS | normals: baked · linear | helpers | kB · before |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let character = open(&file)?;
        let before = fs::metadata(&file)?.len();
        for method in METHODS {
            for tolerance in TOLERANCES {
                let figures = baked(&character, method, tolerance).map_or_else(
                    |reason| format!("{reason} | | | | | |"),
                    |(report, bytes)| row(&report, (bytes, before)),
                );
                println!("| {name} | {method} | {tolerance} | {figures}");
            }
        }
    }
    Ok(())
}

/// The report, and the bytes of the file.
fn baked(
    character: &Character,
    method: Method,
    tolerance: f32,
) -> Result<(BakeReport, u64), Box<dyn Error>> {
    let clips: Vec<usize> = (0..character.clips.len()).collect();
    let job = BakeJob {
        character,
        scale_inheritance: &character.rig.scale_inheritance,
        look: Look::new(method),
        clips: &clips,
        goal: Goal::Tolerance(tolerance),
        rate: USUAL_RATE,
        most_joints: MOST_JOINTS,
        most_bytes: USUAL_BYTES,
        threads: processors(),
    };
    let baked = job.run(&|_| ControlFlow::Continue(()))?;
    let baked = baked.ok_or("nobody has stopped it")?;
    Ok((baked.report, u64::try_from(baked.glb.len())?))
}

fn row(report: &BakeReport, (bytes, before): (u64, u64)) -> String {
    let (baked, linear) = (report.baked, report.linear);
    let kilo = |bytes: u64| (bytes + 500) / 1000;
    format!(
        "{:.3} | {:.4} | {:.2} · {:.3} | {:.1}° · {:.1}° | {} | {} · {} |",
        baked.maximum,
        baked.rms,
        linear.maximum,
        linear.rms,
        baked.normal_maximum,
        linear.normal_maximum,
        report.helpers.len(),
        kilo(bytes),
        kilo(before)
    )
}
