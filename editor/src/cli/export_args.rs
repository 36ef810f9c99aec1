//! Arguments of `dualskin export`.

use std::path::PathBuf;

use character::{JointNumbers, WeightNumbers};
use clap::Args;
use headless::Failure;
use headless::export::{CharacterJob, run};
use session::state::export::options::ExportOptions;

use super::rig_args::ChangedFile;
use super::values::exact_scale;
use super::weight_args::MatchArgs;

/// Words for how weights are stored.
const WEIGHTS: [&str; 3] = ["float", "u16", "u8"];
/// Words for how numbers of joints are stored.
const JOINTS: [&str; 2] = ["u8", "u16"];

#[derive(Debug, Args)]
#[command(mut_arg("output", |output| output.value_name("OUT.glb|OUT.gltf|FOLDER").help("The file to write, unless --check is given: a .glb, or a .gltf with its numbers and pictures in files beside it; an existing file is kept as .bak. With - stdout gets a .glb. A folder gets a file for each FILE, of the same name, and is made if it is missing")))]
pub(super) struct ExportArgs {
    /// Weights to import before, as `weights export` writes them: a .csv or a .ron, or - for stdin.
    #[arg(long, value_name = "WEIGHTS.csv|WEIGHTS.ron")]
    weights: Option<PathBuf>,
    /// The most joints of a vertex: 4 for most engines. Weights of vertices with more are fitted to what linear blending shows in the
    /// clips, or in test poses without clips; the report says the largest error.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    influences: Option<u8>,
    /// How weights are stored: float, u16 or u8, which sum to one in whole parts of 65535 or 255. Otherwise as the file has them.
    #[arg(long, value_name = "float|u16|u8", value_parser = WEIGHTS)]
    weight_numbers: Option<String>,
    /// How the numbers of joints are stored: u8, for skins of at most 256 joints, or u16. Otherwise as the file has them.
    #[arg(long, value_name = "u8|u16", value_parser = JOINTS)]
    joint_numbers: Option<String>,
    /// Refuses a skin that lists more joints than this: 256 for many engines.
    #[arg(long, value_name = "N")]
    max_joints: Option<usize>,
    /// Leaves joints that move nothing out of skins, and out of the skeleton where nothing hangs on them.
    #[arg(long)]
    strip_unused_joints: bool,
    /// Keeps nothing of Dualskin in `extras`: neither the pose of a project, nor poses without keys, nor how its skin was shown.
    #[arg(long)]
    no_extras: bool,
    /// Gives no keys to what was posed over a clip and has none yet: `extras` keep it, for Dualskin alone.
    #[arg(long)]
    leave_unkeyed: bool,
    /// Writes no driven channel as a node constraint (`VRMC_node_constraint`), which programs for avatars read: clips have keys of all.
    #[arg(long)]
    no_constraints: bool,
    /// Leaves the props of a project out: the files that it hangs on joints.
    #[arg(long)]
    leave_props: bool,
    /// What becomes of scale and shear that a project keeps to single joints: as-is hands them on to the nodes below, as glTF does;
    /// exact gives them nodes of their own, so that every viewer of linear blending shows them. How many is printed.
    #[arg(long, value_name = "HOW", default_value = "as-is", action = clap::ArgAction::Set, value_parser = exact_scale())]
    scale: bool,
    #[command(flatten)]
    matching: MatchArgs,
    #[command(flatten)]
    files: ChangedFile,
}

impl ExportArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let matching = self.matching;
        let import = |weights| matching.job(String::new(), weights, None);
        let weights = self.weights.map(import);
        let options = ExportOptions {
            influences: self.influences,
            weights: match self.weight_numbers.as_deref() {
                Some("float") => WeightNumbers::Float,
                Some("u16") => WeightNumbers::U16,
                Some("u8") => WeightNumbers::U8,
                _ => WeightNumbers::AsTheyAre,
            },
            joints: match self.joint_numbers.as_deref() {
                Some("u8") => JointNumbers::U8,
                Some("u16") => JointNumbers::U16,
                _ => JointNumbers::AsNeeded,
            },
            max_joints: self.max_joints,
            strips_unused: self.strip_unused_joints,
            leaves_constraints: self.no_constraints,
            leaves_props: self.leave_props,
            ..ExportOptions::default()
        };
        run(&CharacterJob {
            files: self.files.several()?,
            weights,
            options,
            keeps: !self.no_extras,
            leaves_unkeyed: self.leave_unkeyed,
            exact_scale: self.scale,
        })
    }
}
