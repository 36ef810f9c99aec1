//! Arguments of `dualskin skeleton`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Subcommand};
use headless::Failure;
use headless::helper_joints::{HelperChange, HelperJoints};
use headless::joint_limits::{LimitChange, LimitSource};
use headless::skeleton::{ReadySkeleton, Skeleton};
use headless::skeleton_changes::{SkeletonChange, SkeletonJob, run};
use headless::skeleton_names::NameChange;
use retarget::NameConvention;
use rig::{Axis, NamePatterns, TemplateKind};
use session::features::skeleton::face_joints::FaceOptions;
use session::features::skeleton::hinge_helpers::MuscleOptions;
use session::state::skeleton::joint_work::{Bend, HelperChoice, OrientChoice};
use weights::Direction;

use super::check_source;
use super::rig_args::{ChangedFile, name_patterns, side};

#[derive(Debug, Args)]
pub(super) struct SkeletonCommandArgs {
    #[command(subcommand)]
    command: SkeletonCommand,
}

#[derive(Debug, Subcommand)]
enum SkeletonCommand {
    /// Add a ready skeleton that is fitted to the mesh, without weights.
    ///
    /// It is fitted by markers that are found on the mesh and can be given. `dualskin bind` does the same and binds the mesh to it.
    Fit(FitSkeletonArgs),
    /// Add the joints of another file, scaled and moved to the mesh, without weights.
    From(ForeignSkeletonArgs),
    /// Give joints other names.
    ///
    /// By the convention of a program for the bones of a person, by search and replace, by a list or one by one; where several of these
    /// name a joint, the later one counts.
    Rename(RenameArgs),
    /// Turn the rest frames of joints so that their axes follow the bones; clips and skin look as before.
    Orient(OrientArgs),
    /// Add the joints that one side lacks, as mirror images of those of the other.
    Mirror(MirrorSkeletonArgs),
    /// Say how far joints may turn; nothing is moved.
    ///
    /// Limits are kept in the file, where the program, `dualskin check` and other readers of its extras find them.
    Limit(LimitArgs),
    /// Put joints along arms and legs that take their share of a twist.
    ///
    /// Forearms and shins follow the twist of hands and feet, upper arms and thighs undo their own towards shoulders and hips. The
    /// weights of each limb are spread among its joints, and clips get keys of them.
    Twist(TwistArgs),
    /// Put joints at elbows and knees that keep the volume as these bend.
    ///
    /// Each turns by half of the bend and moves out, and gets weight from both bones at the outside. Clips get keys of them.
    Pushers(PusherArgs),
    /// Put joints along upper arms and thighs that swell as elbows and knees bend.
    ///
    /// Each is stretched across its bone, and gets weight of that bone on its side. Clips get keys of them.
    Muscles(MuscleArgs),
    /// Put joints of eyes and jaw below the head.
    ///
    /// Eyes stand in eyeballs, which are parts of the mesh of their own; the jaw gets what lies below the mouth. What is not found is told.
    Face(FaceArgs),
}

#[derive(Debug, Args)]
struct FitSkeletonArgs {
    /// What the skeleton is for.
    #[arg(long, value_name = "TEMPLATE", required = true, value_parser = template())]
    template: TemplateKind,
    /// A file with places of markers that the skeleton is fitted to, or - for stdin; the mesh shows those that it leaves out.
    #[arg(long, value_name = "MARKERS.ron")]
    markers: Option<PathBuf>,
    /// Writes the markers with how sure each is, with --check too: mend places, and give the file with --markers.
    #[arg(long, value_name = "OUT.ron")]
    markers_out: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct ForeignSkeletonArgs {
    /// The file that has the joints: a character, builtin:NAME, a .dualskin project, or - for stdin.
    #[arg(value_name = "SKELETON")]
    skeleton: String,
    /// Leaves the joints where they rest in their file.
    #[arg(long)]
    as_placed: bool,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
#[group(id = "names", required = true, multiple = true, args = ["to", "find", "map", "name"])]
struct RenameArgs {
    /// Names the bones of a person, found by names and shape, as this program does; other joints keep their names.
    #[arg(long, value_name = "CONVENTION", value_parser = convention())]
    to: Option<NameConvention>,
    /// A text in names that --replace takes the place of; upper and lower case differ.
    #[arg(long, value_name = "TEXT", requires = "replace")]
    find: Option<String>,
    /// What takes its place; nothing with --replace "".
    #[arg(
        long,
        value_name = "TEXT",
        requires = "find",
        allow_hyphen_values = true
    )]
    replace: Option<String>,
    /// A file with new names by those that joints have, as --map-out writes it, or - for stdin.
    #[arg(long, value_name = "NAMES.ron")]
    map: Option<PathBuf>,
    /// Another name for one joint; may be given several times. A joint without a name of its own is given by its node, as "node 12", or
    /// by a path, as arm.L/hand.
    #[arg(long, value_name = "OLD=NEW")]
    name: Vec<String>,
    /// Writes the old and new names of all joints, with --check too: mend them, and give the file with --map.
    #[arg(long, value_name = "OUT.ron")]
    map_out: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct OrientArgs {
    /// The axis along the bone.
    #[arg(long, value_name = "AXIS", default_value = "y", value_parser = axis())]
    along: Axis,
    /// The axis that a joint bends about.
    #[arg(long, value_name = "AXIS", default_value = "x", value_parser = axis())]
    bend: Axis,
    /// Where that axis points: with `limb` across the plane that the limb bends in, else as near as possible to an axis of the model.
    #[arg(long, value_name = "WHERE", default_value = "limb", value_parser = towards())]
    towards: Bend,
    /// The axis of the model that it is nearest to where a limb is straight.
    #[arg(long, value_name = "AXIS", default_value = "x", value_parser = axis())]
    straight: Axis,
    /// Gives both sides axes of their own, instead of mirror images.
    #[arg(long, action = ArgAction::SetTrue)]
    no_mirror: bool,
    /// A file that names the joints to turn, one a line [default: all that a mesh can be bound to].
    #[arg(long, value_name = "FILE")]
    joints: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct MirrorSkeletonArgs {
    /// The side whose joints are copied, by their names [default: both].
    #[arg(long, value_name = "SIDE", value_parser = side())]
    from: Option<Direction>,
    /// The marks that tell left from right in names of joints, as L/R or _sx/_dx; several with commas between, in the place of the
    /// usual ones.
    #[arg(long, value_name = "L/R,…", value_parser = name_patterns)]
    names: Option<NamePatterns>,
    /// A file that names the joints to copy, one a line [default: all of the side].
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    joints: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct LimitArgs {
    /// Where limits come from: the range that the clips use with five degrees beyond, the range that people and animals have by what
    /// their bones are called, or none, which takes limits off.
    #[arg(long, value_name = "SOURCE", required = true, value_parser = limit_source())]
    from: LimitSource,
    /// A file that names the joints, one a line [default: all].
    #[arg(long, value_name = "FILE")]
    joints: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct TwistArgs {
    /// How many joints each limb gets, 1 to 4.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    count: u8,
    /// A file that names the joints at which limbs begin, one a line [default: upper arms, forearms, thighs and shins].
    #[arg(long, value_name = "FILE")]
    joints: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct PusherArgs {
    /// How far pushers move out, percent of what linear blending loses there, 0 to 200.
    #[arg(long, value_name = "PERCENT", default_value_t = HelperChoice::default().push, value_parser = clap::value_parser!(u8).range(0..=200))]
    push: u8,
    /// A file that names the joints that bend, one a line [default: elbows and knees].
    #[arg(long, value_name = "FILE")]
    joints: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct MuscleArgs {
    /// By how much a muscle is thicker where the joint is bent by 135°, percent, 0 to 100.
    #[arg(long, value_name = "PERCENT", default_value_t = HelperChoice::default().swell, value_parser = clap::value_parser!(u8).range(0..=100))]
    swell: u8,
    /// Adds none at the other side, which gets thinner.
    #[arg(long, action = ArgAction::SetTrue)]
    one_side: bool,
    /// A file that names the joints that bend, one a line [default: elbows and knees].
    #[arg(long, value_name = "FILE")]
    joints: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct FaceArgs {
    /// Adds no eyes.
    #[arg(long, action = ArgAction::SetTrue, conflicts_with = "no_jaw")]
    no_eyes: bool,
    /// Adds no jaw.
    #[arg(long, action = ArgAction::SetTrue)]
    no_jaw: bool,
    /// A file that names the joint of the head, where names do not tell it.
    #[arg(long, value_name = "FILE")]
    joints: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

impl SkeletonCommandArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let (files, change) = match self.command {
            SkeletonCommand::Fit(args) => {
                let how = args.file.out.how;
                let skeleton = Skeleton::Ready(ReadySkeleton {
                    kind: args.template,
                    markers: args.markers,
                    markers_out: args.markers_out.map(|path| how.destination(path)),
                });
                (args.file, SkeletonChange::Add(skeleton))
            }
            SkeletonCommand::From(args) => {
                let skeleton = Skeleton::Foreign {
                    file: check_source(args.skeleton)?,
                    as_placed: args.as_placed,
                };
                (args.file, SkeletonChange::Add(skeleton))
            }
            SkeletonCommand::Rename(args) => args.change(),
            SkeletonCommand::Orient(args) => args.change(),
            SkeletonCommand::Mirror(args) => {
                let change = SkeletonChange::Mirror {
                    from: args.from,
                    names: args.names.unwrap_or_default(),
                    joints: args.joints,
                };
                (args.file, change)
            }
            SkeletonCommand::Limit(args) => {
                let change = SkeletonChange::Limit(LimitChange {
                    from: args.from,
                    joints: args.joints,
                });
                (args.file, change)
            }
            SkeletonCommand::Twist(args) => {
                let kind = HelperJoints::Twist(args.count);
                (args.file, helpers(kind, args.joints))
            }
            SkeletonCommand::Pushers(args) => {
                let kind = HelperJoints::Pushers(share(args.push));
                (args.file, helpers(kind, args.joints))
            }
            SkeletonCommand::Muscles(args) => {
                let kind = HelperJoints::Muscles(MuscleOptions {
                    swell: share(args.swell),
                    stretched: !args.one_side,
                });
                (args.file, helpers(kind, args.joints))
            }
            SkeletonCommand::Face(args) => {
                let kind = HelperJoints::Face(FaceOptions {
                    eyes: !args.no_eyes,
                    jaw: !args.no_jaw,
                });
                (args.file, helpers(kind, args.joints))
            }
        };
        let files = files.several()?;
        run(&SkeletonJob { files, change })
    }
}

fn helpers(kind: HelperJoints, joints: Option<PathBuf>) -> SkeletonChange {
    SkeletonChange::Helpers(HelperChange { kind, joints })
}

/// Percent as a share.
fn share(percent: u8) -> f32 {
    f32::from(percent) / 100.0
}

impl RenameArgs {
    fn change(self) -> (ChangedFile, SkeletonChange) {
        let how = self.file.out.how;
        let change = SkeletonChange::Rename(NameChange {
            convention: self.to,
            replace: self.find.zip(self.replace).map(<[String; 2]>::from),
            map: self.map,
            names: self.name,
            map_out: self.map_out.map(|path| how.destination(path)),
        });
        (self.file, change)
    }
}

impl OrientArgs {
    fn change(self) -> (ChangedFile, SkeletonChange) {
        let choice = OrientChoice {
            along: self.along,
            bend: self.bend,
            towards: self.towards,
            straight: self.straight,
            mirrored: !self.no_mirror,
            ..OrientChoice::default()
        };
        let joints = self.joints;
        (self.file, SkeletonChange::Orient { choice, joints })
    }
}

fn template() -> impl TypedValueParser<Value = TemplateKind> {
    PossibleValuesParser::new(TemplateKind::ALL.map(TemplateKind::name)).map(|name| {
        let mut kinds = TemplateKind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.name() == name);
        kind.unwrap_or(TemplateKind::Biped)
    })
}

fn limit_source() -> impl TypedValueParser<Value = LimitSource> {
    PossibleValuesParser::new(["clips", "names", "none"]).map(|name| match name.as_str() {
        "clips" => LimitSource::Clips,
        "names" => LimitSource::Names,
        _ => LimitSource::Nothing,
    })
}

fn convention() -> impl TypedValueParser<Value = NameConvention> {
    PossibleValuesParser::new(NameConvention::ALL.map(NameConvention::name)).map(|name| {
        let mut all = NameConvention::ALL.into_iter();
        let found = all.find(|convention| convention.name() == name);
        found.unwrap_or(NameConvention::Vrm)
    })
}

fn axis() -> impl TypedValueParser<Value = Axis> {
    PossibleValuesParser::new(["x", "y", "z"]).map(|name| axis_called(&name))
}

fn axis_called(name: &str) -> Axis {
    match name {
        "y" => Axis::Y,
        "z" => Axis::Z,
        _ => Axis::X,
    }
}

fn towards() -> impl TypedValueParser<Value = Bend> {
    PossibleValuesParser::new(["limb", "x", "y", "z"]).map(|name| match name.as_str() {
        "limb" => Bend::Limb,
        name => Bend::World(axis_called(name)),
    })
}
