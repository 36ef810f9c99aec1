//! Arguments for the characters that a command reads.

use std::path::PathBuf;

use clap::Args;
use headless::Failure;
use headless::sources::{Shard, Sources};

use super::check_source;

/// One character or more, each looked at by itself.
#[derive(Debug, Args)]
pub(super) struct InputFiles {
    /// Characters (.glb, .gltf, .vrm, .fbx, .pmx, .bvh), .dualskin projects, builtin:NAME (`dualskin builtin:` lists them), or - for stdin.
    #[arg(value_name = "FILE", required_unless_present = "list")]
    files: Vec<String>,
    #[command(flatten)]
    listed: ListedFiles,
}

impl InputFiles {
    pub(super) fn sources(self) -> Result<Sources, Failure> {
        self.listed.sources(self.files)
    }
}

/// More files than a command line holds, and parts of them for several machines.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Many files")]
pub(super) struct ListedFiles {
    /// A text that names more files, one a line, or - for stdin.
    #[arg(long, value_name = "LIST.txt")]
    list: Option<PathBuf>,
    /// Works on a part of the files: the Ith, I+Nth and so on, as 3/8. The parts of all I are the files, each once.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

impl ListedFiles {
    /// These files and those of the list, or a part of both.
    pub(super) fn sources(self, files: Vec<String>) -> Result<Sources, Failure> {
        let sources = Sources::new(files, self.list.as_deref(), self.shard)?;
        for name in &sources.names {
            check_source(name.clone())?;
        }
        Ok(sources)
    }
}
