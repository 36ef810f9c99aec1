//! Arguments of `dualskin inspect`.

use std::path::PathBuf;

use clap::Args;
use headless::Failure;
use headless::inspect::{InspectJob, run};
use headless::preset::AskedPreset;

use super::input_args::InputFiles;
use super::values::seconds;

#[derive(Debug, Args)]
pub(super) struct InspectArgs {
    #[command(flatten)]
    input: InputFiles,
    /// Counts vertices and frames of a clip, by index or name, without valid signs of rotations, and those near a flip; with --time of
    /// one moment of it.
    #[arg(long, value_name = "INDEX|NAME", allow_negative_numbers = true)]
    clip: Option<String>,
    /// Seconds from the beginning of the clip: counts vertices of that moment.
    #[arg(long, value_name = "SECONDS", requires = "clip", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<f32>,
    /// A pose preset to apply to the pose whose vertices are counted, a .ron file, or - for stdin; with --clip it takes --time.
    #[arg(long, value_name = "FILE")]
    pose: Option<PathBuf>,
    /// Exits with status 1 if a file has problems; notes are none.
    #[arg(long)]
    strict: bool,
    /// Prints one JSON document instead of text, with every name complete; for several files a list of them.
    #[arg(long)]
    json: bool,
}

impl InspectArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        if self.clip.is_some() && self.time.is_none() && self.pose.is_some() {
            return Err(Failure::Usage(
                "--pose with --clip takes --time, the moment to which the preset is applied."
                    .to_owned(),
            ));
        }
        run(&InspectJob {
            sources: self.input.sources()?,
            clip: self.clip,
            time: self.time,
            preset: self.pose.map(|file| AskedPreset { file, amount: 1.0 }),
            json: self.json,
            strict: self.strict,
        })
    }
}
