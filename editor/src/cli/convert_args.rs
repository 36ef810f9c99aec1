//! Arguments of `dualskin convert`.

use clap::Args;
use formats::BvhOptions;
use headless::Failure;
use headless::convert::{ConvertJob, ConvertTo, run};

use super::rig_args::ChangedFile;

#[derive(Debug, Args)]
#[command(mut_arg("output", |output| output.value_name("OUT.glb|OUT.gltf|OUT.bvh|FOLDER").help("The file to write, unless --check is given; an existing file is kept as .bak. With - stdout gets it. A folder gets a file for each FILE, of the same name, and is made if it is missing")))]
pub(super) struct ConvertArgs {
    /// Writes clips as motion captures instead, a .bvh each; scale, shear and morph targets are left out.
    #[arg(long)]
    bvh: bool,
    /// The clip to write, by its index or name [default: all, each in a file of its own].
    #[arg(long, value_name = "INDEX|NAME", requires = "bvh")]
    clip: Option<String>,
    /// Frames a second of the captures.
    #[arg(long, value_name = "FPS", default_value = "30", requires = "bvh")]
    rate: f64,
    /// What a meter is in the captures: 100 writes centimeters.
    #[arg(long, value_name = "UNITS", default_value = "100", requires = "bvh")]
    meter: f64,
    #[command(flatten)]
    files: ChangedFile,
}

impl ConvertArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let options = BvhOptions {
            rate: self.rate,
            units_a_meter: self.meter,
        };
        let to = match self.bvh {
            true => ConvertTo::Bvh {
                clip: self.clip,
                options,
            },
            false => ConvertTo::Character,
        };
        run(&ConvertJob {
            files: self.files.several()?,
            to,
        })
    }
}
