//! Arguments of `dualskin weights`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use headless::sources::Sources;
use headless::transfer::{TransferJob, transfer};
use headless::weights::{ExportJob, ImportJob, export, import};
use headless::{Failure, stdin};
use session::state::transfer::transfer_work::TransferHow;
use session::state::weight_files::Matching;
use weights::WeightFormat;

use super::check_source;
use super::input_args::ListedFiles;
use super::output_args::{ChangeArgs, OutputArgs, SeveralArgs};
use super::rig_args::{AutomaticArgs, FitArgs, LimitArgs, MirrorArgs, PruneArgs, SmoothArgs};
use super::values::{format, meters, share};

#[derive(Debug, Args)]
pub(super) struct WeightsArgs {
    #[command(subcommand)]
    command: WeightsCommand,
}

#[derive(Debug, Subcommand)]
enum WeightsCommand {
    /// Write the weights of a mesh as text.
    ///
    /// A line for each vertex: its number, its position, and the joints that move it with their weights.
    Export(ExportArgs),
    /// Read weights from text, and write a project in which the character has them.
    ///
    /// The character's own file is not changed. Rows that do not sum to 1 are divided by their sum; vertices that the text
    /// does not list keep their weights. What was changed is printed on stdout.
    Import(ImportArgs),
    /// Take weights from another mesh in the same place, as clothes do from a body.
    ///
    /// Every vertex takes the weights of the nearest point of the other surface, both in the rest pose of their files. Joints
    /// are matched by name: weights of joints that TO lacks go to the other joints of the vertex, and vertices that only such
    /// joints move keep their weights. What was changed is printed on stdout.
    Transfer(TransferArgs),
    /// Compute weights from bones and surface.
    ///
    /// For every skin of the file, for the joints that move something now, but those that a project locks. What was done is
    /// printed on stdout.
    Automatic(AutomaticArgs),
    /// Copy the weights of one side to the other.
    ///
    /// Vertices are paired by their places; those without a partner take the nearest place of the mirrored surface. Joints are paired by
    /// the sides in their names, as .L and .R, else by their places and by the shape of the skeleton; what a joint without a partner
    /// moves stays. What was paired how, and what was left out, is printed on stdout.
    Mirror(MirrorArgs),
    /// Limit the number of joints of each vertex.
    Limit(LimitArgs),
    /// Remove small weights; the other joints of the vertex get them.
    Prune(PruneArgs),
    /// Smooth the weights of all joints.
    Smooth(SmoothArgs),
    /// Fit weights to where vertices should be in poses.
    ///
    /// To what another method makes of them, or to files of posed meshes. How far vertices are off, before and after, is printed on
    /// stdout.
    Fit(FitArgs),
}

#[derive(Debug, Args)]
struct ExportArgs {
    /// Characters (.glb, .gltf, .vrm, .fbx, .pmx, .bvh), builtin:NAME (`dualskin builtin:` lists them), .dualskin projects with their own
    /// weights, or - for stdin.
    #[arg(value_name = "FILE", required_unless_present = "list")]
    files: Vec<String>,
    #[command(flatten)]
    listed: ListedFiles,
    /// The mesh, by index or name; needed where several have weights.
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    /// Leaves the positions of vertices out: shorter, but the text fits no other mesh then.
    #[arg(long)]
    no_places: bool,
    /// The format of the text [default: as its name ends; csv on stdout].
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    format: Option<WeightFormat>,
    /// The text to write, a .csv or a .ron, or - for stdout; an existing file is kept as .bak. A folder gets a .csv for each FILE, or what
    /// --format says, and is made if it is missing.
    #[arg(short, long, alias = "out", value_name = "OUT.csv|OUT.ron|FOLDER")]
    output: PathBuf,
    #[command(flatten)]
    how_many: SeveralArgs,
    #[command(flatten)]
    how: OutputArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("output", |output| output.value_name("OUT.dualskin").help("The project to write, unless --check is given: a .dualskin, or - for stdout; an existing file is kept as .bak")))]
struct ImportArgs {
    /// A .glb or .gltf file, builtin:NAME, a .dualskin project whose edits and locked joints are kept, or - for stdin.
    file: String,
    /// The text to read: a .csv or a .ron, or - for stdin.
    #[arg(value_name = "WEIGHTS.csv|WEIGHTS.ron")]
    weights: PathBuf,
    #[command(flatten)]
    matching: MatchArgs,
    #[command(flatten)]
    out: ChangeArgs,
}

/// Which weights of a file belong to which vertices.
#[derive(Debug, Args)]
#[group(requires = "weights")]
pub(super) struct MatchArgs {
    /// The mesh, by index or name; needed where several have weights.
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    /// Gives every vertex the weights of the nearest one in the text, for a mesh with other vertices in the same place.
    #[arg(long)]
    by_place: bool,
    /// The largest distance to it, in percent of the mesh's size [default: 1].
    #[arg(long, value_name = "PERCENT", requires = "by_place", value_parser = share)]
    within: Option<f32>,
    /// The format of the text [default: as its name ends; as its content begins on stdin].
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    format: Option<WeightFormat>,
}

impl MatchArgs {
    /// An import for a character from there.
    pub(super) fn job(
        self,
        source: String,
        weights: PathBuf,
        how: Option<OutputArgs>,
    ) -> ImportJob {
        ImportJob {
            source,
            weights,
            format: self.format,
            mesh: self.mesh,
            matching: match (self.by_place, self.within) {
                (false, _) => Matching::Number,
                (true, None) => Matching::USUAL_PLACE,
                (true, Some(percent)) => Matching::Place(percent / 100.0),
            },
            output: None,
            json: how.is_some_and(|how| how.json),
        }
    }
}

#[derive(Debug, Args)]
#[command(mut_arg("output", |output| output.value_name("OUT.glb|OUT.gltf|OUT.dualskin|OUT.csv|OUT.ron|FOLDER").help("The file to write, unless --check is given: TO with its new weights, .glb or .gltf, a .dualskin project, or a table, .csv or .ron; an existing file is kept as .bak. With - stdout gets a table. A folder gets one for each TO, and is made if it is missing")))]
struct TransferArgs {
    /// Where weights are taken from: a .glb or .gltf file, builtin:NAME, a .dualskin project with its own weights, or - for
    /// stdin.
    from: String,
    /// What takes them: such files too; the locked joints of a project keep their weights.
    #[arg(value_name = "TO", required = true)]
    to: Vec<String>,
    /// The mesh of FROM, by index or name [default: all that have weights].
    #[arg(long, value_name = "INDEX|NAME")]
    from_mesh: Option<String>,
    /// The mesh of TO, by index or name [default: all that have weights]; needed for a table where several have.
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    /// Takes only from points whose surface faces the same way, if there are any.
    #[arg(long)]
    facing: bool,
    /// Lets each connected part take weights only from those parts that at least a quarter of it lies on.
    #[arg(long)]
    parts: bool,
    /// Leaves vertices that are farther away as they are.
    #[arg(long, value_name = "METERS", value_parser = meters)]
    within: Option<f32>,
    /// Binds clothes with the body below them: takes only sure matches, and fills in the rest between them. Where both are meshes of one
    /// file, prints how far the clothes get into the body.
    #[arg(long)]
    clothes: bool,
    /// Leaves vertices that have weights as they are.
    #[arg(long)]
    only_unbound: bool,
    /// The largest number of joints of a vertex; 0 for no limit.
    #[arg(long, value_name = "N", default_value = "4")]
    limit: u8,
    /// The format of a table [default: as its name ends; csv on stdout].
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    format: Option<WeightFormat>,
    #[command(flatten)]
    how_many: SeveralArgs,
    #[command(flatten)]
    out: ChangeArgs,
}

impl WeightsArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        match self.command {
            WeightsCommand::Export(args) => args.run(),
            WeightsCommand::Import(args) => args.run(),
            WeightsCommand::Transfer(args) => args.run(),
            WeightsCommand::Automatic(args) => args.run(),
            WeightsCommand::Mirror(args) => args.run(),
            WeightsCommand::Limit(args) => args.run(),
            WeightsCommand::Prune(args) => args.run(),
            WeightsCommand::Smooth(args) => args.run(),
            WeightsCommand::Fit(args) => args.run(),
        }
    }
}

impl ExportArgs {
    fn run(self) -> Result<(), Failure> {
        let output = self.how.destination(self.output);
        let json = self.how.json;
        let files = self
            .how_many
            .several(self.listed.sources(self.files)?, Some(output), json);
        let job = ExportJob {
            mesh: self.mesh,
            with_places: !self.no_places,
            format: self.format,
        };
        export(&files, &job)
    }
}

impl ImportArgs {
    fn run(self) -> Result<(), Failure> {
        let source = check_source(self.file)?;
        let weights = self.weights.to_str().unwrap_or_default();
        stdin::at_most_once(&[&source, weights])?;
        let how = self.out.how;
        import(&ImportJob {
            output: self.out.destination(),
            ..self.matching.job(source, self.weights, Some(how))
        })
    }
}

impl TransferArgs {
    fn run(self) -> Result<(), Failure> {
        let json = self.out.how.json;
        let to: Result<Vec<String>, Failure> = self.to.into_iter().map(check_source).collect();
        let targets = self
            .how_many
            .several(Sources::named(to?), self.out.destination(), json);
        let job = TransferJob {
            from: check_source(self.from)?,
            from_mesh: self.from_mesh,
            mesh: self.mesh,
            how: TransferHow {
                facing: self.facing,
                parts: self.parts,
                within: self.within,
                clothes: self.clothes,
            },
            only_unbound: self.only_unbound,
            limit: self.limit,
            format: self.format,
        };
        transfer(&targets, &job)
    }
}
