//! Arguments for the characters that a command reads.

use clap::Args;
use headless::Failure;

use super::check_source;

/// One character or more, each looked at by itself.
#[derive(Debug, Args)]
pub(super) struct InputFiles {
    /// Characters (.glb, .gltf, .vrm, .fbx, .bvh), .dualskin projects, builtin:NAME (`dualskin builtin:` lists them), or - for stdin.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

impl InputFiles {
    pub(super) fn sources(self) -> Result<Vec<String>, Failure> {
        self.files.into_iter().map(check_source).collect()
    }
}
