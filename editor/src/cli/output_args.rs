//! Arguments that every command has that writes something.

use std::path::PathBuf;

use clap::Args;
use headless::destination::Destination;

/// How the output is written, and how that is told.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OutputArgs {
    /// Refuses to replace a file that exists.
    #[arg(long, help_heading = "Output")]
    no_clobber: bool,
    /// Prints one JSON document: what was done, or why it failed.
    #[arg(long, help_heading = "Output")]
    pub(super) json: bool,
}

impl OutputArgs {
    /// The file of this name, or stdout for `-`.
    pub(super) const fn destination(self, file: PathBuf) -> Destination {
        Destination::new(file, self.no_clobber)
    }
}

/// Where something changed goes, if anywhere. What is written, and its endings, the command says of `output`.
#[derive(Debug, Args)]
pub(super) struct ChangeArgs {
    #[arg(
        short,
        long,
        alias = "out",
        required_unless_present = "check",
        conflicts_with = "check"
    )]
    output: Option<PathBuf>,
    /// Writes nothing, and only reports what would change.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    pub(super) how: OutputArgs,
}

impl ChangeArgs {
    /// The file to write; none with `--check`.
    pub(super) fn destination(self) -> Option<Destination> {
        self.output.map(|output| self.how.destination(output))
    }
}
