//! Arguments that every command has that writes something.

use std::path::PathBuf;

use clap::Args;
use headless::destination::Destination;
use headless::several::Several;
use headless::sources::Sources;
use whole_file::ExistingFiles;

/// How the output is written, and how that is told.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OutputArgs {
    /// Refuses to replace a file that exists.
    #[arg(long, help_heading = "Output")]
    no_clobber: bool,
    /// Keeps nothing of files that are replaced: no .bak.
    #[arg(long, help_heading = "Output")]
    no_backup: bool,
    /// Prints one JSON document: what was done, or why it failed.
    #[arg(long, help_heading = "Output")]
    pub(super) json: bool,
}

impl OutputArgs {
    /// The file of this name, or stdout for `-`.
    pub(super) const fn destination(self, file: PathBuf) -> Destination {
        let existing = match (self.no_clobber, self.no_backup) {
            (true, _) => ExistingFiles::Refused,
            (false, true) => ExistingFiles::Replaced,
            (false, false) => ExistingFiles::KeptBeside,
        };
        Destination::new(file, existing)
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

/// How several files are worked through.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct SeveralArgs {
    /// Files at once, of several [default: as many as there are processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Output")]
    jobs: Option<u16>,
    /// Leaves out files whose results are there already, so that a run that was interrupted goes on.
    #[arg(long, help_heading = "Output")]
    skip_existing: bool,
}

impl SeveralArgs {
    /// These sources, each with a result in `output`: a file, or a folder for several; none where nothing is written.
    pub(super) fn several(
        self,
        sources: Sources,
        output: Option<Destination>,
        json: bool,
    ) -> Several {
        Several {
            sources,
            output,
            jobs: self.jobs.map(usize::from),
            skips_existing: self.skip_existing,
            json,
        }
    }
}
