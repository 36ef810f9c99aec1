//! Arguments of `dualskin export`.

use std::path::PathBuf;

use clap::Args;
use headless::Failure;
use headless::export::{CharacterJob, run};

use super::named;
use super::weight_args::MatchArgs;

#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// A .glb or .gltf file, builtin:NAME (`dualskin builtin:` lists them), or a .dualskin project: with its edits.
    file: String,
    /// The file to write; its ending is that of the character's own. One that is there stays beside it as .bak.
    #[arg(short, long, value_name = "OUT.glb|OUT.gltf")]
    out: PathBuf,
    /// Weights to take before, as `weights export` writes them: a .csv or a .ron.
    #[arg(long, value_name = "WEIGHTS.csv|WEIGHTS.ron")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    matching: MatchArgs,
}

impl ExportArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let source = named(self.file)?;
        let matching = self.matching;
        let import = |weights| matching.job(source.clone(), weights, None);
        let weights = self.weights.map(import);
        run(&CharacterJob {
            source,
            weights,
            out: self.out,
        })
    }
}
