//! Arguments of `dualskin weights`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use headless::Failure;
use headless::transfer::{TransferJob, transfer};
use headless::weights::{ExportJob, ImportJob, export, import};
use session::files::weight_file_work::Matching;
use session::weighting::transfer_work::TransferHow;

use super::named;

#[derive(Debug, Args)]
pub(super) struct WeightsArgs {
    #[command(subcommand)]
    command: WeightsCommand,
}

#[derive(Debug, Subcommand)]
enum WeightsCommand {
    /// Write the weights of a mesh as a text.
    ///
    /// A line for each vertex: its number, where it is, and the joints that move it with their weights.
    Export(ExportArgs),
    /// Take weights from a text, and write a project in which the character has them.
    ///
    /// The character's own file stays as it is. Rows that do not sum to 1 are divided by their sum; vertices that the text
    /// does not list keep their weights. What was changed is told on stdout.
    Import(ImportArgs),
    /// Take weights from another mesh that stands in the same place, as clothes do from a body.
    ///
    /// Every vertex takes the weights of the nearest place of the other surface, both as their files show them at rest. Joints are
    /// matched by name: weights of those that TO lacks go to the other joints of a vertex, and vertices that only they move keep what
    /// they have. What was changed is told on stdout.
    Transfer(TransferArgs),
}

#[derive(Debug, Args)]
struct ExportArgs {
    /// A .glb or .gltf file, builtin:NAME (`dualskin builtin:` lists them), or a .dualskin project: with its own weights.
    file: String,
    /// The mesh, by index or name; needed where several have weights.
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    /// Leaves out where vertices are: shorter, but the text fits no other mesh then.
    #[arg(long)]
    no_places: bool,
    /// The text to write: a .csv or a .ron; one that is there stays beside it as .bak.
    #[arg(long, value_name = "OUT.csv|OUT.ron")]
    out: PathBuf,
}

#[derive(Debug, Args)]
struct ImportArgs {
    /// A .glb or .gltf file, builtin:NAME, or a .dualskin project, whose work and locked joints are kept.
    file: String,
    /// The text to read: a .csv or a .ron.
    #[arg(value_name = "WEIGHTS.csv|WEIGHTS.ron")]
    weights: PathBuf,
    #[command(flatten)]
    matching: MatchArgs,
    /// The project to write, a .dualskin; one that is there stays beside it as .bak.
    #[arg(
        long,
        value_name = "OUT.dualskin",
        required_unless_present = "check",
        conflicts_with = "check"
    )]
    out: Option<PathBuf>,
    /// Writes nothing, and only says what would change.
    #[arg(long)]
    check: bool,
}

/// Which weights of a file are whose.
#[derive(Debug, Args)]
#[group(requires = "weights")]
pub(super) struct MatchArgs {
    /// The mesh, by index or name; needed where several have weights.
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    /// Gives every vertex the row of the one that was nearest, for a mesh with other vertices in the same place.
    #[arg(long)]
    by_place: bool,
    /// How far away that may be, in percent of the mesh's size [default: 1].
    #[arg(long, value_name = "PERCENT", requires = "by_place", value_parser = share)]
    within: Option<f32>,
}

impl MatchArgs {
    /// An import for a character from there.
    pub(super) fn job(self, source: String, weights: PathBuf, out: Option<PathBuf>) -> ImportJob {
        ImportJob {
            source,
            weights,
            mesh: self.mesh,
            matching: match (self.by_place, self.within) {
                (false, _) => Matching::Number,
                (true, None) => Matching::USUAL_PLACE,
                (true, Some(percent)) => Matching::Place(percent / 100.0),
            },
            out,
        }
    }
}

#[derive(Debug, Args)]
struct TransferArgs {
    /// Where weights are taken from: a .glb or .gltf file, builtin:NAME, or a .dualskin project: with its own weights.
    from: String,
    /// What takes them: such a file too; the locked joints of a project keep what they have.
    to: String,
    /// The mesh of FROM, by index or name [default: all that have weights].
    #[arg(long, value_name = "INDEX|NAME")]
    from_mesh: Option<String>,
    /// The mesh of TO, by index or name [default: all that have weights]; needed for a table where several have.
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    /// Takes only from places whose surface faces the same way, if there are any.
    #[arg(long)]
    facing: bool,
    /// Keeps connected parts apart: each takes from those that a quarter of it or more lies on.
    #[arg(long)]
    parts: bool,
    /// Leaves vertices that are farther away as they are.
    #[arg(long, value_name = "METRES", value_parser = metres)]
    within: Option<f32>,
    /// Leaves vertices that have weights as they are.
    #[arg(long)]
    only_unbound: bool,
    /// The largest number of joints of a vertex; 0 for no limit.
    #[arg(long, value_name = "N", default_value = "4")]
    limit: u8,
    /// The table to write, a .csv or a .ron, or the project, a .dualskin; one that is there stays beside it as .bak.
    #[arg(
        short,
        long,
        value_name = "OUT.csv|OUT.ron|OUT.dualskin",
        required_unless_present = "check",
        conflicts_with = "check"
    )]
    out: Option<PathBuf>,
    /// Writes nothing, and only says what would change.
    #[arg(long)]
    check: bool,
}

impl WeightsArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        match self.command {
            WeightsCommand::Export(args) => export(&ExportJob {
                source: named(args.file)?,
                mesh: args.mesh,
                with_places: !args.no_places,
                out: args.out,
            }),
            WeightsCommand::Import(args) => {
                let source = named(args.file)?;
                import(&args.matching.job(source, args.weights, args.out))
            }
            WeightsCommand::Transfer(args) => transfer(&TransferJob {
                from: named(args.from)?,
                from_mesh: args.from_mesh,
                to: named(args.to)?,
                mesh: args.mesh,
                how: TransferHow {
                    facing: args.facing,
                    parts: args.parts,
                    within: args.within,
                },
                only_unbound: args.only_unbound,
                limit: args.limit,
                out: args.out,
            }),
        }
    }
}

fn metres(text: &str) -> Result<f32, String> {
    let length = text.parse().ok();
    let length = length.filter(|metres: &f32| metres.is_finite() && *metres >= 0.0);
    length.ok_or_else(|| "expected a length in metres, 0 or more".to_owned())
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    let inside = number
        .parse()
        .ok()
        .filter(|share| (0.0..=100.0).contains(share));
    inside.ok_or_else(|| "expected a percentage from 0 to 100".to_owned())
}
