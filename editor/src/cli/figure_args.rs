//! Arguments of `dualskin figures`.

use std::path::PathBuf;

use clap::Args;
use headless::Failure;
use headless::figures::{FiguresJob, ids, run};
use text_files::did_you_mean;

use crate::sheet;

#[derive(Debug, Args)]
pub(super) struct FiguresArgs {
    /// The items, by the ids that --list names, as k08-16 [default: all].
    #[arg(value_name = "ID", value_parser = figure_id)]
    ids: Vec<String>,
    /// The folder to write pictures, figures.md and figures.json into; made if there is none.
    #[arg(short, long = "out", alias = "output", value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Lists the items, and measures nothing.
    #[arg(long, conflicts_with = "output")]
    list: bool,
    /// Leaves out what takes long.
    #[arg(long)]
    cheap: bool,
    /// Leaves out pictures of characters, which need a graphics device.
    #[arg(long)]
    no_renders: bool,
    /// Prints one JSON document: every number with what it must be.
    #[arg(long)]
    json: bool,
}

impl FiguresArgs {
    /// Whether it asks for a graphics device.
    pub(super) const fn uses_device(&self) -> bool {
        self.output.is_some() && !self.no_renders
    }

    pub(super) fn run(self) -> Result<(), Failure> {
        let job = FiguresJob {
            ids: self.ids,
            output: self.output,
            lists: self.list,
            is_cheap: self.cheap,
            no_renders: self.no_renders,
            json: self.json,
        };
        run(&job, sheet::layout_sheet)
    }
}

fn figure_id(text: &str) -> Result<String, String> {
    let ids = ids();
    if ids.contains(&text) {
        return Ok(text.to_owned());
    }
    let all = "those of `dualskin figures --list`";
    let meant = did_you_mean(text, ids.into_iter(), all);
    Err(format!("no item is called that{meant}"))
}
