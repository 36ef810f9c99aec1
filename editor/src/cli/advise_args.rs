//! Arguments of `dualskin advise`.

use std::path::PathBuf;

use clap::Args;
use headless::Failure;
use headless::advise::{AdviseOptions, USUAL_WITHIN, WITHIN, run};
use session::state::advice::Target;

use super::check_source;
use super::output_args::OutputArgs;
use super::values::target;

#[derive(Debug, Args)]
pub(super) struct AdviseArgs {
    /// A character (.glb, .gltf, .vrm, .fbx, .pmx), a .dualskin project, builtin:NAME (`dualskin builtin:` lists them), or - for stdin.
    #[arg(value_name = "FILE")]
    file: String,
    /// What skins the character in the end: linear4 and linear8 blend at most so many joints a vertex linearly, vrm four with rotation
    /// constraints of nodes, dq linearly or by dual quaternions, any by every method.
    #[arg(long = "for", value_name = "TARGET", value_parser = target())]
    target: Target,
    /// How far a vertex may be from where the right method has it, in percent of the diagonal of the character's box at rest, as 1 or
    /// 1% [default: 1].
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    within: Option<f32>,
    /// Writes the character with what was advised, as --output says.
    #[arg(long, requires = "output")]
    apply: bool,
    /// The file to write: .glb or .gltf, a .dualskin project where no helpers are advised, or - for stdout.
    #[arg(short, long, alias = "out", value_name = "OUT", requires = "apply")]
    output: Option<PathBuf>,
    #[command(flatten)]
    how: OutputArgs,
}

impl AdviseArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let how = self.how;
        run(&AdviseOptions {
            source: check_source(self.file)?,
            target: self.target,
            within: self.within.unwrap_or(USUAL_WITHIN),
            output: self.output.map(|output| how.destination(output)),
            json: how.json,
        })
    }
}

/// A limit, with or without its sign.
fn percent(text: &str) -> Result<f32, String> {
    let number = text.trim().trim_end_matches('%').trim();
    let found = number.parse::<f32>().ok();
    let (least, most) = (WITHIN.start(), WITHIN.end());
    found
        .filter(|number| WITHIN.contains(number))
        .ok_or_else(|| format!("give percent from {least} to {most}, as 1 or 1%."))
}
