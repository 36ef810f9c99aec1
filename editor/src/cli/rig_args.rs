//! Arguments of `dualskin unbind` and of the commands of `dualskin weights` that change the weights of whole meshes.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use dq_math::SignRule;
use headless::Failure;
use headless::fit::FitJob;
use headless::rigging::{RigChange, RigJob, run};
use headless::several::Several;
use rig::{NamePatternError, NamePatterns};
use scene::method_choice::MethodChoice;
use session::state::weight_fit::{FitCandidates, FitSource};
use session::state::weight_operations::weight_request::{AutomaticRequest, WeighedJoints};
use weights::{AutomaticMethod, Clothes, Direction, RigidParts};

use super::input_args::ListedFiles;
use super::output_args::{ChangeArgs, SeveralArgs};
use super::values::{method_choice, sign_rule, weight};

/// What is changed, and where the result goes.
#[derive(Debug, Args)]
#[command(mut_arg("skip_existing", |it| it.conflicts_with("check")), mut_arg("output", |output| output.value_name("OUT.glb|OUT.gltf|OUT.dualskin|FOLDER").help("The file to write, unless --check is given: a character, .glb or .gltf, or a .dualskin project; an existing file is kept as .bak. With - stdout gets a .glb. A folder gets a file for each FILE, of the same name, and is made if it is missing")))]
pub(super) struct ChangedFile {
    /// Characters (.glb, .gltf, .vrm, .fbx, .pmx, .bvh), builtin:NAME, .dualskin projects whose edits and locked joints are kept, or - for stdin.
    #[arg(value_name = "FILE", required_unless_present = "list")]
    files: Vec<String>,
    #[command(flatten)]
    listed: ListedFiles,
    #[command(flatten)]
    how_many: SeveralArgs,
    #[command(flatten)]
    pub(super) out: ChangeArgs,
}

impl ChangedFile {
    pub(super) fn run(self, change: RigChange) -> Result<(), Failure> {
        run(&RigJob {
            files: self.several()?,
            change,
        })
    }

    /// The files, and where their results go.
    pub(super) fn several(self) -> Result<Several, Failure> {
        let json = self.out.how.json;
        let output = self.out.destination();
        Ok(self
            .how_many
            .several(self.listed.sources(self.files)?, output, json))
    }
}

/// How automatic weights are made.
#[derive(Debug, Args)]
pub(super) struct AutomaticOptions {
    /// Where weights come from: `heat` on the surface, through the volume for parts where that fails, else the nearest bone;
    /// `volume` without the first; `nearest` bone.
    #[arg(long, value_name = "METHOD", default_value = "heat", value_parser = automatic_method())]
    method: AutomaticMethod,
    /// The largest number of joints of a vertex.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(1..=16))]
    limit: u8,
    /// Which separate parts of a mesh keep their shape: none with `soft`; with `rigid` small ones that belong to one joint, as
    /// eyes, teeth, plates and cards of hair; with `all-rigid` every part, as of a machine.
    #[arg(long, value_name = "PARTS", default_value = "soft", value_parser = rigid_parts())]
    parts: RigidParts,
    /// What clothes follow, separate parts that lie close over a larger one: bones, as all parts, with `own`; with `body` the
    /// surface below them, whose weights they take, so that both bend alike.
    #[arg(long, value_name = "CLOTHES", default_value = "own", value_parser = clothes())]
    clothes: Clothes,
    /// How often each vertex is mixed with its neighbors afterwards.
    #[arg(long, value_name = "ROUNDS", default_value = "0", value_parser = clap::value_parser!(u8).range(0..=20))]
    smoothing: u8,
}

impl AutomaticOptions {
    pub(super) fn request(&self) -> AutomaticRequest {
        AutomaticRequest {
            method: self.method,
            limit: self.limit,
            smoothing: self.smoothing,
            rigid: self.parts,
            clothes: self.clothes,
            ..AutomaticRequest::default()
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct UnbindArgs {
    /// The mesh, by the name or index of its node [default: all meshes with a skin].
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
pub(super) struct AutomaticArgs {
    /// The joints that get weight: `used`, those that move something in the file now, with --only-unbound also those that lie
    /// among unbound vertices; `deform`, those meant to by name and place, and those that do; `all`; or a file that names them,
    /// one a line. Where nothing is moved yet `used` is `deform`.
    #[arg(long, value_name = "used|deform|all|FILE", default_value = "used")]
    joints: String,
    #[command(flatten)]
    automatic: AutomaticOptions,
    /// Leaves vertices that have weights as they are.
    #[arg(long)]
    only_unbound: bool,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
pub(super) struct MirrorArgs {
    /// The side whose weights are copied to the other: left is where the joints are that their names, or the map of an avatar, say
    /// are there; else the side of the axis, as x above 0.
    #[arg(long, value_name = "SIDE", required = true, value_parser = side())]
    from: Direction,
    /// Pairs vertices by how triangles are connected, instead of by position and by the nearest place of the mirrored surface.
    #[arg(long, action = ArgAction::SetTrue)]
    by_topology: bool,
    /// The marks that tell left from right in names of joints, as L/R or _sx/_dx; several with commas between, in the place of the
    /// usual ones.
    #[arg(long, value_name = "L/R,…", value_parser = name_patterns)]
    names: Option<NamePatterns>,
    /// Makes two joints each other's mirror images, whatever their names and places; A=A puts a joint in the middle, A= leaves it
    /// without a partner. May be given several times. A joint without a name of its own is given by its node, as "node 12", or by
    /// a path, as arm.L/hand. A project that is written keeps it.
    #[arg(long = "pair", value_name = "A=B")]
    pairs: Vec<String>,
    /// The largest number of joints of a vertex, on both sides; 0 for no limit [default: as many as the side that is read has].
    #[arg(long, value_name = "N")]
    limit: Option<u8>,
    /// Fails, and writes nothing, where a vertex would stay as it is, since it has no mirror image, or one without weights, or since a
    /// joint that moves one of both has no partner; where locked joints keep weights that were to change; and where a part of the side
    /// that is read has no mirror image.
    #[arg(long, action = ArgAction::SetTrue)]
    strict: bool,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// The largest number of joints of a vertex; the smallest weights are removed.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(1..))]
    limit: u8,
    /// Fits the weights that are left, so that the skin of this method stays where it was in the test poses; else the largest weights
    /// stay and are divided by their sum. `dualskin skin --help` lists all methods.
    #[arg(long, value_name = "METHOD", value_parser = method_choice)]
    method: Option<MethodChoice>,
    #[command(flatten)]
    poses: FitPosesArgs,
    #[command(flatten)]
    file: ChangedFile,
}

/// In which poses weights are fitted, and what is written of it.
#[derive(Debug, Args)]
struct FitPosesArgs {
    /// Looks at moments of this clip, by index or name, instead of test poses.
    #[arg(long, value_name = "INDEX|NAME", allow_negative_numbers = true)]
    clip: Option<String>,
    /// How the signs of rotations are aligned before they are blended [default: followed].
    #[arg(long, value_name = "RULE", value_parser = sign_rule())]
    signs: Option<SignRule>,
    /// Writes a table of how far each vertex is off, before and after, those farthest off first.
    #[arg(long, value_name = "OUT.csv")]
    errors: Option<PathBuf>,
}

impl FitPosesArgs {
    const fn is_asked(&self) -> bool {
        self.clip.is_some() || self.signs.is_some() || self.errors.is_some()
    }

    fn job(self, method: MethodChoice, limit: u8, source: FitSource) -> FitJob {
        FitJob {
            source,
            clip: self.clip,
            method,
            signs: self.signs.unwrap_or_default(),
            limit,
            joints: FitCandidates::All,
            is_signed: false,
            mesh: None,
            errors: self.errors,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct FitArgs {
    /// Fits the weights to what this method makes of the present ones, or per-mesh, each mesh's own. `dualskin skin --help` lists all
    /// methods.
    #[arg(long, value_name = "METHOD", value_parser = method_choice, required_unless_present = "examples")]
    from_method: Option<MethodChoice>,
    /// Fits the weights to posed meshes: a folder of .obj files, each called as its pose (a preset of that name beside it, rest, or
    /// a test pose), or with --clip its moments in the order of their names; or a .glb whose morph targets are moments of --clip.
    #[arg(long, value_name = "FOLDER|FILE", conflicts_with = "from_method")]
    examples: Option<PathBuf>,
    /// The method that is to come near to that, or per-mesh, each mesh's own.
    #[arg(long, value_name = "METHOD", default_value = "dual-quaternion", value_parser = method_choice)]
    method: MethodChoice,
    /// The largest number of joints of a vertex; 0 for no limit.
    #[arg(long, value_name = "N", default_value = "4")]
    limit: u8,
    /// Keeps each vertex to the joints that it has.
    #[arg(long)]
    own_joints: bool,
    /// Allows weights below zero, which glTF does not: only a project keeps them.
    #[arg(long)]
    signed: bool,
    /// The mesh, by index or name [default: all that have weights]; needed for examples where several have.
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    #[command(flatten)]
    poses: FitPosesArgs,
    #[command(flatten)]
    file: ChangedFile,
}

impl FitArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let source = match (self.from_method, self.examples) {
            (Some(method), _) => FitSource::Method(method),
            (None, Some(path)) => FitSource::Files(path),
            (None, None) => FitSource::Itself,
        };
        let job = self.poses.job(self.method, self.limit, source);
        self.file.run(RigChange::Fit(FitJob {
            joints: if self.own_joints {
                FitCandidates::Own
            } else {
                FitCandidates::All
            },
            is_signed: self.signed,
            mesh: self.mesh,
            ..job
        }))
    }
}

#[derive(Debug, Args)]
pub(super) struct PruneArgs {
    /// Removes weights below this; the largest of a vertex stays.
    #[arg(long, value_name = "WEIGHT", default_value = "0.01", value_parser = weight)]
    below: f32,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
pub(super) struct SmoothArgs {
    /// How often.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=100))]
    rounds: u8,
    /// The largest number of joints of a vertex; 0 for no limit.
    #[arg(long, value_name = "N", default_value = "4")]
    limit: u8,
    #[command(flatten)]
    file: ChangedFile,
}

impl UnbindArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.file.run(RigChange::Unbind { mesh: self.mesh })
    }
}

impl AutomaticArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let (joints, listed) = match self.joints.as_str() {
            "used" => (WeighedJoints::Used, None),
            "deform" => (WeighedJoints::Deform, None),
            "all" => (WeighedJoints::All, None),
            file => (WeighedJoints::Selected, Some(PathBuf::from(file))),
        };
        self.file.run(RigChange::Automatic {
            request: AutomaticRequest {
                joints,
                only_unbound: self.only_unbound,
                ..self.automatic.request()
            },
            joints: listed,
        })
    }
}

impl MirrorArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.file.run(RigChange::Mirror {
            direction: self.from,
            by_topology: self.by_topology,
            limit: self.limit,
            names: self.names.unwrap_or_default(),
            pairs: self.pairs,
            strict: self.strict,
        })
    }
}

/// The marks of left and right as they are typed.
pub(super) fn name_patterns(text: &str) -> Result<NamePatterns, String> {
    text.parse()
        .map_err(|error: NamePatternError| format!("{error}."))
}

impl LimitArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let change = match self.method {
            Some(method) => RigChange::Fit(self.poses.job(method, self.limit, FitSource::Itself)),
            None if self.poses.is_asked() => {
                return Err(Failure::Usage(
                    "--clip, --signs and --errors are about the skin of a method; name it with --method."
                        .to_owned(),
                ));
            }
            None => RigChange::Limit(self.limit),
        };
        self.file.run(change)
    }
}

impl PruneArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.file.run(RigChange::Prune(self.below))
    }
}

impl SmoothArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.file.run(RigChange::Smooth {
            rounds: self.rounds,
            limit: self.limit,
        })
    }
}

fn automatic_method() -> impl TypedValueParser<Value = AutomaticMethod> {
    PossibleValuesParser::new(["heat", "volume", "nearest"]).map(|name| match name.as_str() {
        "volume" => AutomaticMethod::Volume,
        "nearest" => AutomaticMethod::Nearest,
        _ => AutomaticMethod::FallbackChain,
    })
}

fn rigid_parts() -> impl TypedValueParser<Value = RigidParts> {
    PossibleValuesParser::new(["soft", "rigid", "all-rigid"]).map(|name| match name.as_str() {
        "rigid" => RigidParts::Small,
        "all-rigid" => RigidParts::All,
        _ => RigidParts::None,
    })
}

fn clothes() -> impl TypedValueParser<Value = Clothes> {
    PossibleValuesParser::new(["own", "body"]).map(|name| match name.as_str() {
        "body" => Clothes::Body,
        _ => Clothes::Own,
    })
}

pub(super) fn side() -> impl TypedValueParser<Value = Direction> {
    PossibleValuesParser::new(["left", "right"]).map(|name| match name.as_str() {
        "right" => Direction::RightToLeft,
        _ => Direction::LeftToRight,
    })
}
