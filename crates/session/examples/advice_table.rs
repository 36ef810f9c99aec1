//! The table of `docs/advise.md`: what is advised for each built-in character, or each file named, beside the best of a plain grid.
//!
//! `cargo run --release -p dualskin-session --example advice_table [FILE…]`
//!
//! What it prints is Markdown, from one run: a row for each mesh and target. It ends with 1 where an advice is worse than the grid by more
//! than five percent.
#![expect(
    clippy::print_stdout,
    reason = "a tool that prints a table talks to whoever runs it"
)]

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use scene::parallel::processors;
use session::document::Document;
use session::features::advice::grid::{GridChoice, GridRow, excess, grid};
use session::features::advice::search::{AdviceJob, advise};
use session::state::advice::{Advice, MOST_POSES, MeshAdvice, NoAdvice, Target, USUAL_WITHIN};
use session::state::motion_in::kept_maps::FoundBones;
use session::state::opening::load::load;
use session::state::weight_table::weights_work::WeightsWork;
use whole_file::Files;

const BUILT_IN: [&str; 5] = ["cylinder", "arm", "hand", "creature", "biped"];
/// Numbers of helpers in the grid.
const HELPERS: [usize; 4] = [8, 32, 64, 128];
/// By how much an advice may be worse than the grid.
const ALLOWED: f32 = 0.05;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let sources = match named.is_empty() {
        true => BUILT_IN.map(|name| format!("builtin:{name}")).to_vec(),
        false => named,
    };
    println!(
        "| mesh | for | set-up | before | after | in random poses | best of the grid | worse by | s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut is_good = true;
    for source in &sources {
        let document = Document::new(Arc::new(load(source)?));
        for target in Target::ALL {
            is_good &= rows(source, &document, target)?;
        }
    }
    Ok(match is_good {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Prints the rows of a character for a target, and says whether none is worse than allowed.
fn rows(source: &str, document: &Document, target: Target) -> Result<bool, Box<dyn Error>> {
    let bones = FoundBones::of(&document.character, None, &Files::default());
    let work = WeightsWork::default();
    let job = AdviceJob {
        document,
        target,
        within: USUAL_WITHIN,
        poses: MOST_POSES,
        bones: bones.map(),
        work: &work,
        threads: processors(),
    };
    let begun = Instant::now();
    let advice = advise(&job, &|_| ControlFlow::Continue(())).map_err(refused)?;
    let seconds = begun.elapsed().as_secs_f32();
    let choice = GridChoice {
        helpers: &HELPERS,
        smooths: true,
    };
    let grid = grid(&job, choice, &|_| ControlFlow::Continue(())).map_err(refused)?;
    let mut is_good = true;
    for mesh in &advice.meshes {
        let worse = excess(&advice, mesh, &grid);
        is_good &= worse <= ALLOWED;
        println!(
            "| {source} {} | {} | {} | {:.2} | {:.2} | {:.2} | {} | {:.1} % | {seconds:.1} |",
            mesh.name,
            target.id(),
            mesh.set_up.title(),
            mesh.before.maximum,
            mesh.after.maximum,
            mesh.after.random,
            best(&advice, mesh, &grid),
            worse * 100.0
        );
    }
    Ok(is_good)
}

/// The cheapest of the grid that holds, else the nearest.
fn best(advice: &Advice, of: &MeshAdvice, grid: &[GridRow]) -> String {
    let maximum = |row: &GridRow| row.meshes.get(of.mesh).map_or(0.0, |it| it.maximum);
    let holding = grid.iter().filter(|row| maximum(row) <= advice.within);
    let cheapest = holding.min_by_key(|row| row.cost);
    let nearest = || {
        let rows = grid.iter();
        rows.min_by(|one, other| maximum(one).total_cmp(&maximum(other)))
    };
    let found = cheapest.or_else(nearest);
    found.map_or_else(String::new, |row| {
        format!("{} {:.2}", row.title, maximum(row))
    })
}

fn refused(why: NoAdvice) -> String {
    match why {
        NoAdvice::Canceled => "canceled".to_owned(),
        NoAdvice::Refused(why) => why,
    }
}
