//! Arguments that every command has that writes something.

use std::path::PathBuf;

use clap::Args;
use headless::destination::Destination;

/// How the output is written, and how that is told.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Refuses to replace a file that exists.
    #[arg(long)]
    no_clobber: bool,
    /// Prints one JSON document: what was done, or why it failed.
    #[arg(long)]
    pub(super) json: bool,
}

impl OutputArgs {
    /// The file of this name, or stdout for `-`.
    pub(super) const fn destination(self, file: PathBuf) -> Destination {
        Destination::new(file, self.no_clobber)
    }
}
