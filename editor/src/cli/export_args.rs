//! Arguments of `dualskin export`.

use std::path::PathBuf;

use clap::Args;
use headless::export::{CharacterJob, run};
use headless::{Failure, stdin};

use super::named;
use super::output_args::OutputArgs;
use super::values::exact_scale;
use super::weight_args::MatchArgs;

#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// A .glb or .gltf file, builtin:NAME (`dualskin builtin:` lists them), a .dualskin project with its edits, or - for stdin.
    file: String,
    /// The file to write: a .glb, or a .gltf if the character was read from one; an existing file is kept as .bak. With -
    /// stdout gets a .glb.
    #[arg(short, long, alias = "out", value_name = "OUT.glb|OUT.gltf")]
    output: PathBuf,
    /// Weights to import before, as `weights export` writes them: a .csv or a .ron, or - for stdin.
    #[arg(long, value_name = "WEIGHTS.csv|WEIGHTS.ron")]
    weights: Option<PathBuf>,
    /// Leaves out what was posed over a clip of a project and has no keys yet, instead of keying it in the file.
    #[arg(long)]
    leave_unkeyed: bool,
    /// What becomes of scale and shear that a project keeps to single joints: as-is lets them reach the nodes below, as glTF has it;
    /// exact gives them nodes of their own, so that every viewer of linear blending shows them. How many is printed.
    #[arg(long, value_name = "HOW", default_value = "as-is", action = clap::ArgAction::Set, value_parser = exact_scale())]
    scale: bool,
    #[command(flatten)]
    matching: MatchArgs,
    #[command(flatten)]
    how: OutputArgs,
}

impl ExportArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let source = named(self.file)?;
        let weights = self.weights.as_ref().and_then(|weights| weights.to_str());
        stdin::at_most_once(&[&source, weights.unwrap_or_default()])?;
        let matching = self.matching;
        let import = |weights| matching.job(source.clone(), weights, None);
        let weights = self.weights.map(import);
        run(&CharacterJob {
            source,
            weights,
            leaves_unkeyed: self.leave_unkeyed,
            exact_scale: self.scale,
            output: self.how.destination(self.output),
            json: self.how.json,
        })
    }
}
