//! Arguments for the characters that a command reads.

use clap::Args;
use headless::Failure;

use super::check_source;

/// One character, with all edits where it is a project.
#[derive(Debug, Args)]
pub(super) struct InputFile {
    /// A .glb or .gltf file, builtin:NAME (`dualskin builtin:` lists them), a .dualskin project with its edits, or - for stdin.
    file: String,
}

impl InputFile {
    pub(super) fn source(self) -> Result<String, Failure> {
        check_source(self.file)
    }
}

/// One character or more, each looked at by itself.
#[derive(Debug, Args)]
pub(super) struct InputFiles {
    /// .glb or .gltf files, .dualskin projects, builtin:NAME (`dualskin builtin:` lists them), or - for stdin.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

impl InputFiles {
    pub(super) fn sources(self) -> Result<Vec<String>, Failure> {
        self.files.into_iter().map(check_source).collect()
    }
}
