//! Arguments of the commands that skin a character in a pose.

use std::path::PathBuf;

use clap::Args;
use dq_math::SignRule;
use headless::Failure;
use headless::pose::{Hardware, MomentArgument, Skinning};
use headless::preset::AskedPreset;
use headless::sources::Sources;
use rig::{NormalRule, ScaleInheritance};

use super::input_args::ListedFiles;
use super::values::{normal_rule, percent, scale_inheritance, seconds, sign_rule};

/// What to skin, in which pose.
#[derive(Debug, Args)]
pub(super) struct Source {
    /// Characters (.glb, .gltf, .vrm, .fbx, .pmx, .bvh), builtin:NAME (`dualskin builtin:` lists them), .dualskin projects with their own pose
    /// and scale inheritance, or - for stdin.
    #[arg(value_name = "FILE", required_unless_present = "list")]
    files: Vec<String>,
    #[command(flatten)]
    listed: ListedFiles,
    #[command(flatten)]
    pose: PoseArgs,
    #[command(flatten)]
    skinning: SkinningArgs,
}

/// The arguments of [`Source`] after they were checked; no moment and no preset is the default pose.
pub(super) struct PoseRequest {
    pub(super) sources: Sources,
    pub(super) moment: Option<MomentArgument>,
    pub(super) preset: Option<AskedPreset>,
    pub(super) skinning: Skinning,
}

impl PoseRequest {
    /// The files that are read for the pose.
    pub(super) fn read(&self) -> Vec<String> {
        let preset = self.preset.as_ref();
        let file = preset.and_then(|preset| preset.file.to_str());
        file.into_iter().map(ToOwned::to_owned).collect()
    }
}

/// Nothing is the file's default pose.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pose")]
struct PoseArgs {
    /// A clip of the file, by index or name.
    #[arg(long, value_name = "INDEX|NAME", allow_negative_numbers = true)]
    clip: Option<String>,
    /// Seconds from the beginning of the clip [default: 0]; before its first key and after its last one the clip holds these keys'
    /// pose.
    #[arg(long, value_name = "SECONDS", requires = "clip", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<f32>,
    /// A pose preset to apply to that pose, a .ron file, or - for stdin; joints that the character lacks are listed on stderr.
    #[arg(long, value_name = "FILE")]
    pose: Option<PathBuf>,
    /// How much of the preset is applied, from -100 to 200: 100 as it is, below 0 the opposite [default: 100].
    #[arg(long, value_name = "PERCENT", requires = "pose", allow_negative_numbers = true, value_parser = percent)]
    pose_amount: Option<f32>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Skinning")]
struct SkinningArgs {
    #[command(flatten)]
    blend: BlendArgs,
    /// How normals are skinned: by the inverse transpose of each vertex's blended map, exactly (with the change of the weights over
    /// the surface), or by the blended map itself, as three.js does; the last not with --gpu.
    #[arg(long, value_name = "RULE", default_value = "usual", value_parser = normal_rule())]
    normals: NormalRule,
    /// Shows the first of two phases alone, scale and shear in the rest pose, by methods that have two.
    #[arg(long)]
    first_phase: bool,
    /// Threads that skin on the processor, one primitive at a time each.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Skins on the graphics device instead of the processor; not with --threads.
    #[arg(long, conflicts_with = "threads")]
    gpu: bool,
}

/// How joints are blended, whatever the method.
#[derive(Debug, Args)]
pub(super) struct BlendArgs {
    /// How the signs of rotations are aligned before they are blended.
    #[arg(long, value_name = "RULE", default_value_t, value_parser = sign_rule())]
    pub(super) signs: SignRule,
    /// Whether the scale and shear of joints affect themselves alone or their children too [default: as in the file or
    /// project; in glTF the children too].
    #[arg(long, alias = "reach", value_name = "WHICH", value_parser = scale_inheritance())]
    pub(super) scale_inheritance: Option<ScaleInheritance>,
}

impl Source {
    pub(super) const fn uses_device(&self) -> bool {
        self.skinning.gpu
    }

    pub(super) fn read(self) -> Result<PoseRequest, Failure> {
        let Self {
            files,
            listed,
            pose,
            skinning,
        } = self;
        if skinning.gpu && skinning.normals == NormalRule::Forward {
            return Err(Failure::Usage(format!(
                "--normals {} is computed on the processor; leave --gpu out.",
                skinning.normals
            )));
        }
        Ok(PoseRequest {
            sources: listed.sources(files)?,
            moment: pose.moment(),
            preset: pose.preset(),
            skinning: skinning.skinning(),
        })
    }
}

impl PoseArgs {
    fn preset(&self) -> Option<AskedPreset> {
        Some(AskedPreset {
            file: self.pose.clone()?,
            amount: self.pose_amount.unwrap_or(100.0) / 100.0,
        })
    }

    fn moment(&self) -> Option<MomentArgument> {
        Some(MomentArgument {
            clip: self.clip.clone()?,
            time: self.time.unwrap_or_default(),
        })
    }
}

impl SkinningArgs {
    fn skinning(&self) -> Skinning {
        let on_processor = Hardware::Processor {
            threads: usize::from(self.threads),
        };
        Skinning {
            signs: self.blend.signs,
            scale_inheritance: self.blend.scale_inheritance,
            normals: self.normals,
            first_phase: self.first_phase,
            hardware: if self.gpu {
                Hardware::GraphicsDevice
            } else {
                on_processor
            },
        }
    }
}
