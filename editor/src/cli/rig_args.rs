//! Arguments of `dualskin bind` and of the commands of `dualskin weights` that change the weights of whole meshes.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use headless::Failure;
use headless::rigging::{Change, RigJob, run};
use session::weighting::weight_request::AutomaticRequest;
use weights::{AutomaticMethod, Direction};

use super::named;
use super::output_args::OutputArgs;
use super::values::weight;

/// What is changed, and where the result goes.
#[derive(Debug, Args)]
struct ChangedFile {
    /// .glb or .gltf files, builtin:NAME, .dualskin projects whose edits and locked joints are kept, or - for stdin.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The file to write, unless --check is given: a character, .glb or .gltf, or a .dualskin project; an existing file is
    /// kept as .bak. With - stdout gets a .glb. A folder gets a file for each FILE, of the same name.
    #[arg(
        short,
        long,
        alias = "out",
        value_name = "OUT.glb|OUT.gltf|OUT.dualskin|FOLDER",
        required_unless_present = "check",
        conflicts_with = "check"
    )]
    output: Option<PathBuf>,
    /// Writes nothing, and only reports what would change.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    how: OutputArgs,
}

impl ChangedFile {
    fn run(self, change: Change) -> Result<(), Failure> {
        let sources: Result<Vec<String>, Failure> = self.files.into_iter().map(named).collect();
        run(&RigJob {
            sources: sources?,
            change,
            output: self.output.map(|output| self.how.destination(output)),
            json: self.how.json,
        })
    }
}

/// How automatic weights are made.
#[derive(Debug, Args)]
struct AutomaticOptions {
    /// Where weights come from: `heat` on the surface, through the volume for parts where that fails, else the nearest bone;
    /// `volume` without the first; `nearest` bone.
    #[arg(long, value_name = "METHOD", default_value = "heat", value_parser = automatic_method())]
    method: AutomaticMethod,
    /// The largest number of joints of a vertex.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(1..=16))]
    limit: u8,
    /// How often each vertex is mixed with its neighbours afterwards.
    #[arg(long, value_name = "ROUNDS", default_value = "0", value_parser = clap::value_parser!(u8).range(0..=20))]
    smoothing: u8,
}

impl AutomaticOptions {
    fn request(&self) -> AutomaticRequest {
        AutomaticRequest {
            method: self.method,
            limit: self.limit,
            smoothing: self.smoothing,
            ..AutomaticRequest::default()
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct BindArgs {
    /// The mesh, by the name or index of its node [default: all meshes without a skin].
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    /// Leaves the vertices without weights.
    #[arg(long, conflicts_with_all = ["method", "limit", "smoothing"])]
    no_weights: bool,
    #[command(flatten)]
    automatic: AutomaticOptions,
    // Last: its heading would go on over what follows.
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
pub(super) struct AutomaticArgs {
    #[command(flatten)]
    automatic: AutomaticOptions,
    /// Leaves vertices that have weights as they are.
    #[arg(long)]
    only_unbound: bool,
    // Last: its heading would go on over what follows.
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
pub(super) struct MirrorArgs {
    /// The side whose weights are copied to the other: left is where x is above 0.
    #[arg(long, value_name = "SIDE", required = true, value_parser = side())]
    from: Direction,
    /// Pairs vertices by how triangles are connected, instead of by position.
    #[arg(long, action = ArgAction::SetTrue)]
    by_topology: bool,
    /// The largest number of joints of a vertex; 0 for no limit.
    #[arg(long, value_name = "N", default_value = "4")]
    limit: u8,
    // Last: its heading would go on over what follows.
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// The largest number of joints of a vertex; the smallest weights are removed.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(1..))]
    limit: u8,
    // Last: its heading would go on over what follows.
    #[command(flatten)]
    file: ChangedFile,
}

#[derive(Debug, Args)]
pub(super) struct PruneArgs {
    /// Removes weights below this; the largest of a vertex stays.
    #[arg(long, value_name = "WEIGHT", default_value = "0.01", value_parser = weight)]
    below: f32,
    // Last: its heading would go on over what follows.
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
    // Last: its heading would go on over what follows.
    #[command(flatten)]
    file: ChangedFile,
}

impl BindArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let automatic = (!self.no_weights).then(|| self.automatic.request());
        self.file.run(Change::Bind {
            mesh: self.mesh,
            automatic,
        })
    }
}

impl AutomaticArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.file.run(Change::Automatic(AutomaticRequest {
            only_unbound: self.only_unbound,
            ..self.automatic.request()
        }))
    }
}

impl MirrorArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.file.run(Change::Mirror {
            direction: self.from,
            by_topology: self.by_topology,
            limit: self.limit,
        })
    }
}

impl LimitArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.file.run(Change::Limit(self.limit))
    }
}

impl PruneArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.file.run(Change::Prune(self.below))
    }
}

impl SmoothArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.file.run(Change::Smooth {
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

fn side() -> impl TypedValueParser<Value = Direction> {
    PossibleValuesParser::new(["left", "right"]).map(|name| match name.as_str() {
        "right" => Direction::RightToLeft,
        _ => Direction::LeftToRight,
    })
}
