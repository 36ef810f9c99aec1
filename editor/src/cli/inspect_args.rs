//! Arguments of `dualskin inspect`.

use clap::Args;
use headless::Failure;
use headless::inspect::{InspectJob, run};

use super::named;

#[derive(Debug, Args)]
pub(super) struct InspectArgs {
    /// .glb or .gltf files, .dualskin projects, builtin:NAME (`dualskin builtin:` lists them), or - for stdin.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Exits with status 1 if a file has problems; notes are none.
    #[arg(long)]
    strict: bool,
    /// Prints one JSON document instead of text, with every name complete; for several files a list of them.
    #[arg(long)]
    json: bool,
}

impl InspectArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let sources: Result<Vec<String>, Failure> = self.files.into_iter().map(named).collect();
        run(&InspectJob {
            sources: sources?,
            json: self.json,
            strict: self.strict,
        })
    }
}
