//! Arguments of `dualskin clips`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Subcommand};
use headless::Failure;
use headless::clip_changes::{ClipChange, ClipJob, Course, run};
use headless::clips::{ReduceJob, reduce};
use headless::inspect::clip_list;
use rig::{ClipLayer, Method, NamePatterns};
use session::state::clips::clip_tools::{LoopWay, WarpKind};

use super::check_source;
use super::input_args::InputFiles;
use super::rig_args::{ChangedFile, name_patterns};
use super::values::{list_methods, method, tolerance};

#[derive(Debug, Args)]
pub(super) struct ClipsArgs {
    #[command(subcommand)]
    command: ClipsCommand,
}

#[derive(Debug, Subcommand)]
enum ClipsCommand {
    /// List the clips of files: seconds, what they move, keys and curves.
    List(ListArgs),
    /// Add clips of another file whose joints are called the same.
    ///
    /// Tracks go to the joint, or the morph targets, of the same name, and keys stay as they are. For other names and other proportions:
    /// `dualskin retarget`.
    Add(AddArgs),
    /// Make clips faster or slower, or ease them.
    Retime(RetimeArgs),
    /// Let left and right change places, as a mirror shows it.
    Mirror(MirrorClipArgs),
    /// Make clips end as they begin.
    Loop(LoopArgs),
    /// Hold feet where they stand, by turning the legs; the hips come down where a leg is too short.
    Plant(PlantArgs),
    /// Make one clip of two, one behind the other, with a fade between them.
    ///
    /// Both stay as they are, and the new one is behind them. Keys outside of the fade stay; in it each frame is the mean of both poses. The
    /// hips go on over the ground from where the first clip has come to.
    Join(JoinArgs),
    /// Make one clip of two, one over the other.
    ///
    /// Both stay as they are, and the new one is behind them, with keys on each frame for the joints that the upper clip moves.
    Lay(LayArgs),
    /// Give a clip another name.
    Rename(RenameClipArgs),
    /// Delete clips.
    Delete(DeleteArgs),
    /// Take out the keys that skin and joints hardly need.
    ///
    /// Errors are measured on the vertices, by the skinning method, and on every joint and node, its place and its turn: at
    /// every key, in the middles between keys, of curves in the quarters too, and where they are largest in between. Keys that
    /// are left keep their times, values and modes; tracks that nothing measures keep all their keys. What is left, and the
    /// largest error, is printed on stdout.
    Reduce(ReduceArgs),
}

#[derive(Debug, Args)]
struct ListArgs {
    #[command(flatten)]
    input: InputFiles,
    /// Prints one JSON document; for several files a list of them.
    #[arg(long)]
    json: bool,
}

/// Which clips are meant.
#[derive(Debug, Args)]
struct WhichClips {
    /// A clip, by index or name; may be given several times [default: all].
    #[arg(long = "clip", value_name = "INDEX|NAME")]
    clips: Vec<String>,
}

#[derive(Debug, Args)]
struct AddArgs {
    /// The file that has the clips: .glb, .gltf, .vrm, .vrma, .fbx, .bvh, builtin:NAME, a .dualskin project, or - for stdin.
    #[arg(long, value_name = "CLIPS")]
    from: String,
    #[command(flatten)]
    which: WhichClips,
    /// Leaves the clips that the character has out of the result.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
#[group(id = "course", required = true, multiple = false, args = ["speed", "duration", "from_rate", "ease"])]
struct RetimeArgs {
    #[command(flatten)]
    which: WhichClips,
    /// So many times as fast: 2 takes half the time.
    #[arg(long, value_name = "FACTOR", value_parser = above_zero)]
    speed: Option<f32>,
    /// So long.
    #[arg(long, value_name = "SECONDS", value_parser = above_zero)]
    duration: Option<f32>,
    /// Frames were meant at so many a second, and are shown at --to-rate.
    #[arg(long, value_name = "FPS", requires = "to_rate", value_parser = above_zero)]
    from_rate: Option<f32>,
    /// Frames a second at which the frames of --from-rate are shown.
    #[arg(long, value_name = "FPS", requires = "from_rate", value_parser = above_zero)]
    to_rate: Option<f32>,
    /// Slow at the beginning, the end or both, in the same time.
    #[arg(long, value_name = "WHERE", value_parser = ease())]
    ease: Option<WarpKind>,
    /// How much it eases, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value = "0.8", requires = "ease", value_parser = share)]
    amount: f32,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct MirrorClipArgs {
    #[command(flatten)]
    which: WhichClips,
    /// The marks that tell left from right in names of joints, as L/R or _sx/_dx; several with commas between, in the place of the
    /// usual ones.
    #[arg(long, value_name = "L/R,…", value_parser = name_patterns)]
    names: Option<NamePatterns>,
    /// Leaves the clips as they are, and adds their mirror images behind them.
    #[arg(long, action = ArgAction::SetTrue)]
    add: bool,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct LoopArgs {
    #[command(flatten)]
    which: WhichClips,
    /// How: `last-keys` makes the last key of each channel as its first, for clips that were keyed by hand; `bake` leads all channels back
    /// over the last --seconds, for captured motion [default: as suits the keys of each clip].
    #[arg(long, value_name = "WAY", value_parser = way())]
    way: Option<LoopWay>,
    /// Over how many seconds a clip is led back, where it is baked [default: 0.5, and half of the clip at most].
    #[arg(long, value_name = "SECONDS", value_parser = above_zero)]
    seconds: Option<f32>,
    /// Frames a second on which baked keys stand [default: where the keys of the clip stand].
    #[arg(long, value_name = "FPS", value_parser = above_zero)]
    rate: Option<f32>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct PlantArgs {
    #[command(flatten)]
    which: WhichClips,
    /// Which joints are which bones, in a file as `dualskin retarget --map-out` writes it [default: as names and shape tell].
    #[arg(long, value_name = "MAP.ron")]
    map: Option<PathBuf>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct JoinArgs {
    /// The first clip, by index or name.
    #[arg(long, value_name = "INDEX|NAME")]
    clip: String,
    /// The clip that follows; it may be the same.
    #[arg(long, value_name = "INDEX|NAME")]
    next: String,
    /// Seconds over which the one passes into the other; 0 for a cut [default: 0.3, and half of the shorter clip at most].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    fade: Option<f32>,
    /// Leaves the next clip where it is, and does not let it go on over the ground.
    #[arg(long)]
    in_place: bool,
    /// Frames a second in the fade.
    #[arg(long, value_name = "FPS", default_value = "30", value_parser = above_zero)]
    rate: f32,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct LayArgs {
    /// The clip below, by index or name.
    #[arg(long, value_name = "INDEX|NAME")]
    clip: String,
    /// The clip over it. Where it is shorter it begins again if it loops, else it holds its end.
    #[arg(long, value_name = "INDEX|NAME")]
    over: String,
    /// How: `over` takes the place of what lies below; `added` adds what it differs by from its first frame, `added-to-rest` from the rest
    /// pose.
    #[arg(long, value_name = "WAY", default_value = "over", value_parser = layer())]
    way: ClipLayer,
    /// Its weight: 0 to 100 % of one that lies over, -200 to 200 % of one that is added.
    #[arg(long, value_name = "PERCENT", default_value = "100", allow_negative_numbers = true, value_parser = weight)]
    weight: f32,
    /// A joint that it moves, by name or path; may be given several times [default: all that the upper clip moves, and morph targets].
    #[arg(long = "joint", value_name = "JOINT")]
    joints: Vec<String>,
    /// Frames a second of the result.
    #[arg(long, value_name = "FPS", default_value = "30", value_parser = above_zero)]
    rate: f32,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct RenameClipArgs {
    /// The clip, by index or name.
    #[arg(long, value_name = "INDEX|NAME")]
    clip: String,
    /// Its new name.
    #[arg(long, value_name = "NAME")]
    name: String,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct DeleteArgs {
    /// A clip, by index or name; may be given several times.
    #[arg(long = "clip", value_name = "INDEX|NAME", required = true)]
    clips: Vec<String>,
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
struct ReduceArgs {
    /// How far a vertex or a joint may be from where all keys have it, as 1mm or 0.2cm. A meter is one unit of the file: of a file
    /// that counts centimeters, 1m is one of them.
    #[arg(long, value_name = "LENGTH", required = true, value_parser = tolerance)]
    tolerance: f32,
    /// The length over which turns of joints are measured, as 50cm, in the same units [default: the longest bone below a joint;
    /// of a joint that no vertex follows, a tenth of the character's size at least].
    #[arg(long, value_name = "LENGTH", value_parser = tolerance)]
    turn_over: Option<f32>,
    /// The clip, by index or name [default: all].
    #[arg(long, value_name = "INDEX|NAME")]
    clip: Option<String>,
    #[arg(long, help = method_help(), default_value = "linear", value_parser = method)]
    method: Method,
    #[command(flatten)]
    file: ChangedFile,
}

fn method_help() -> String {
    let methods = list_methods(" or ");
    format!(
        "The skinning method that errors are measured by: {methods}; -head or -origin after one of the last six"
    )
}

impl ClipsArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let (file, change) = match self.command {
            ClipsCommand::List(args) => return clip_list::run(&args.input.sources()?, args.json),
            ClipsCommand::Reduce(args) => return args.run(),
            ClipsCommand::Add(args) => {
                let change = ClipChange::Add {
                    from: check_source(args.from)?,
                    clips: args.which.clips,
                    replaces: args.replace,
                };
                (args.file, change)
            }
            ClipsCommand::Retime(args) => args.change(),
            ClipsCommand::Mirror(args) => {
                let change = ClipChange::Mirror {
                    clips: args.which.clips,
                    names: args.names.unwrap_or_default(),
                    adds: args.add,
                };
                (args.file, change)
            }
            ClipsCommand::Loop(args) => {
                let change = ClipChange::Loop {
                    clips: args.which.clips,
                    way: args.way,
                    seconds: args.seconds,
                    rate: args.rate.map(f64::from),
                };
                (args.file, change)
            }
            ClipsCommand::Plant(args) => {
                let (clips, map) = (args.which.clips, args.map);
                (args.file, ClipChange::Plant { clips, map })
            }
            ClipsCommand::Join(args) => {
                let change = ClipChange::Join {
                    clip: args.clip,
                    next: args.next,
                    fade: args.fade,
                    goes_on: !args.in_place,
                    rate: args.rate.into(),
                };
                (args.file, change)
            }
            ClipsCommand::Lay(args) => {
                let change = ClipChange::Lay {
                    clip: args.clip,
                    over: args.over,
                    layer: args.way,
                    weight: args.weight,
                    joints: args.joints,
                    rate: args.rate.into(),
                };
                (args.file, change)
            }
            ClipsCommand::Rename(args) => {
                let (clip, name) = (args.clip, args.name);
                (args.file, ClipChange::Rename { clip, name })
            }
            ClipsCommand::Delete(args) => {
                let clips = args.clips;
                (args.file, ClipChange::Delete { clips })
            }
        };
        let files = file.several()?;
        run(&ClipJob { files, change })
    }
}

impl RetimeArgs {
    fn change(self) -> (ChangedFile, ClipChange) {
        let course = match self {
            Self {
                speed: Some(speed), ..
            } => Course::Speed(speed),
            Self {
                duration: Some(seconds),
                ..
            } => Course::Duration(seconds),
            Self {
                ease: Some(kind),
                amount,
                ..
            } => Course::Ease(kind, amount),
            Self {
                from_rate, to_rate, ..
            } => Course::Rates([from_rate.unwrap_or(1.0), to_rate.unwrap_or(1.0)]),
        };
        let clips = self.which.clips;
        (self.file, ClipChange::Retime { clips, course })
    }
}

impl ReduceArgs {
    fn run(self) -> Result<(), Failure> {
        reduce(&ReduceJob {
            files: self.file.several()?,
            clip: self.clip,
            tolerance: self.tolerance,
            turn_over: self.turn_over,
            method: self.method,
        })
    }
}

fn weight(text: &str) -> Result<f32, String> {
    let number: Option<f32> = text.strip_suffix('%').unwrap_or(text).parse().ok();
    let number = number.filter(|number| (-200.0..=200.0).contains(number));
    let percent = number.ok_or_else(|| "expected a percentage from -200 to 200".to_owned())?;
    Ok(percent / 100.0)
}

fn layer() -> impl TypedValueParser<Value = ClipLayer> {
    let words = PossibleValuesParser::new(["over", "added", "added-to-rest"]);
    words.map(|word| match word.as_str() {
        "added" => ClipLayer::AddedToBeginning,
        "added-to-rest" => ClipLayer::AddedToRest,
        _ => ClipLayer::Over,
    })
}

fn seconds(text: &str) -> Result<f32, String> {
    let number: Option<f32> = text.parse().ok();
    let number = number.filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number of seconds, 0 or more".to_owned())
}

fn above_zero(text: &str) -> Result<f32, String> {
    let number: Option<f32> = text.parse().ok();
    let number = number.filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

fn share(text: &str) -> Result<f32, String> {
    let number: Option<f32> = text.parse().ok();
    let number = number.filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn ease() -> impl TypedValueParser<Value = WarpKind> {
    PossibleValuesParser::new(["in", "out", "in-out"]).map(|word| match word.as_str() {
        "in" => WarpKind::EaseIn,
        "out" => WarpKind::EaseOut,
        _ => WarpKind::EaseInOut,
    })
}

fn way() -> impl TypedValueParser<Value = LoopWay> {
    PossibleValuesParser::new(["last-keys", "bake"]).map(|word| match word.as_str() {
        "bake" => LoopWay::Bake,
        _ => LoopWay::LastKeys,
    })
}
