//! Arguments of `dualskin bake`.

use std::path::PathBuf;

use clap::Args;
use headless::Failure;
use headless::bake::{BakeOptions, Goal, LivingKind, USUAL_TOLERANCE, run};
use headless::preset::AskedPreset;
use scene::method_choice::MethodChoice;

use super::pose_args::BlendArgs;
use super::rig_args::ChangedFile;
use super::values::{bake_rate, bake_tolerance, list_methods, living_kind, method_choice};

fn method_help() -> String {
    let methods = list_methods(" or ");
    format!(
        "The skinning method whose result is written: {methods}; -head or -origin after one of the last six; or per-mesh, each mesh's \
         own method"
    )
}

#[derive(Debug, Args)]
#[command(mut_arg("output", |output| output.value_name("OUT.glb|FOLDER").help("The .glb to write, unless --check is given; an existing file is kept as .bak. With - stdout gets it. A folder gets a .glb for each FILE, and is made if it is missing")))]
pub(super) struct BakeArgs {
    #[arg(long, help = method_help(), value_parser = method_choice)]
    method: MethodChoice,
    /// Makes helper joints that follow every pose, and not the clips alone, fitted to random poses within the limits of joints and to
    /// clips, and measured in others. Of rows each is the method itself for a row of weights over joints; the file says so in its
    /// extras. Chains come near to that by nodes with rotation constraints, which programs for VRM read. Where nobody reads either, the
    /// clips play by keys.
    #[arg(long, value_name = "rows|chains", value_parser = living_kind())]
    living: Option<LivingKind>,
    /// How far a vertex may be from where the method has it, in percent of the diagonal of the character's box at rest [default:
    /// 0.5; 1 with --living rows, 1.2 with chains]. As many helper joints are added as that takes; where it cannot be held, nothing is
    /// written.
    #[arg(long, value_name = "PERCENT", value_parser = bake_tolerance, conflicts_with = "joints")]
    tolerance: Option<f32>,
    /// How many helper joints are added at most, as near as they come.
    #[arg(long, value_name = "N")]
    joints: Option<usize>,
    /// How many joints a skin may list, helpers included.
    #[arg(long, value_name = "N", default_value_t = headless::bake::MOST_JOINTS)]
    most_joints: usize,
    /// Keys a second of helper joints, 1 to 240, before those that are hardly felt are taken out; at the clip's own keys there
    /// are keys too.
    #[arg(long, value_name = "HZ", default_value_t = headless::bake::USUAL_RATE, value_parser = bake_rate)]
    rate: f32,
    /// A clip to bake, by index or name; may be given several times. The others are left out [default: all].
    #[arg(long, value_name = "INDEX|NAME")]
    clip: Vec<String>,
    /// A pose preset that leaves as a clip of a second, from rest to the pose: a .ron file, or - for stdin; may be given several
    /// times.
    #[arg(long, value_name = "FILE")]
    pose: Vec<PathBuf>,
    /// Test poses that suit the character leave as clips too, as those of --pose do: for a character without clips.
    #[arg(long)]
    test_poses: bool,
    /// Leaves the props of a project out: the files that it hangs on joints.
    #[arg(long)]
    leave_props: bool,
    #[command(flatten)]
    blend: BlendArgs,
    #[command(flatten)]
    files: ChangedFile,
}

impl BakeArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let poses = self.pose.iter().map(|file| AskedPreset {
            file: file.clone(),
            amount: 1.0,
        });
        let usual = self
            .living
            .map_or(USUAL_TOLERANCE, LivingKind::usual_tolerance);
        let tolerance = self.tolerance.unwrap_or(usual);
        run(&BakeOptions {
            method: self.method,
            signs: self.blend.signs,
            scale_inheritance: self.blend.scale_inheritance,
            living: self.living,
            goal: match self.joints {
                Some(joints) => Goal::Helpers(joints),
                None => Goal::Tolerance(tolerance),
            },
            rate: self.rate,
            most_joints: self.most_joints,
            clips: self.clip,
            poses: poses.collect(),
            test_poses: self.test_poses,
            leaves_props: self.leave_props,
            files: self.files.several()?,
        })
    }
}
