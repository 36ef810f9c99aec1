//! Arguments of `dualskin bind`.

use std::path::PathBuf;

use clap::Args;
use headless::Failure;
use headless::bind::BindJob;
use headless::rigging::RigChange;
use headless::skeleton::{ReadySkeleton, Skeleton};

use super::output_args::OutputArgs;
use super::rig_args::{AutomaticOptions, ChangedFile};
use super::values::{AskedSkeleton, skeleton};

#[derive(Debug, Args)]
pub(super) struct BindArgs {
    /// The mesh, by the name or index of its node [default: all meshes without a skin].
    #[arg(long, value_name = "INDEX|NAME")]
    mesh: Option<String>,
    #[command(flatten)]
    skeleton: SkeletonArgs,
    /// Leaves the vertices without weights.
    #[arg(long, conflicts_with_all = ["method", "limit", "smoothing", "parts", "clothes"])]
    no_weights: bool,
    /// Writes characters that have a skin already as they are, instead of refusing them.
    #[arg(long)]
    skip_bound: bool,
    #[command(flatten)]
    automatic: AutomaticOptions,
    #[command(flatten)]
    file: ChangedFile,
}

/// What is added to bind to.
#[derive(Debug, Args)]
struct SkeletonArgs {
    /// Adds a ready skeleton that is fitted to the mesh, or the joints of a file, scaled and moved to the mesh [default: the joints
    /// that FILE has].
    #[arg(long, value_name = "biped|quadruped|hand|SKELETON.glb", value_parser = skeleton)]
    skeleton: Option<AskedSkeleton>,
    /// Leaves the joints of SKELETON.glb where they rest there.
    #[arg(long, requires = "skeleton")]
    as_placed: bool,
    /// A file with places of markers that a ready skeleton is fitted to, or - for stdin; the mesh shows those that it leaves out.
    #[arg(long, value_name = "MARKERS.ron", requires = "skeleton")]
    markers: Option<PathBuf>,
    /// Writes the markers with how sure each is, with --check too: mend places, and give the file with --markers.
    #[arg(long, value_name = "OUT.ron", requires = "skeleton")]
    markers_out: Option<PathBuf>,
}

impl SkeletonArgs {
    const fn has_markers(&self) -> bool {
        self.markers.is_some() || self.markers_out.is_some()
    }

    fn skeleton(self, how: OutputArgs) -> Result<Option<Skeleton>, Failure> {
        let refused = |what: &str| Err(Failure::Usage(what.to_owned()));
        Ok(match self.skeleton {
            None => None,
            Some(AskedSkeleton::Ready(_)) if self.as_placed => {
                return refused(
                    "--as-placed is about the joints of a file, and a ready skeleton is always fitted; leave it out.",
                );
            }
            Some(AskedSkeleton::File(_)) if self.has_markers() => {
                return refused(
                    "markers are those of a ready skeleton, and a file has its joints; leave --markers and --markers-out out.",
                );
            }
            Some(AskedSkeleton::Ready(kind)) => Some(Skeleton::Ready(ReadySkeleton {
                kind,
                markers: self.markers,
                markers_out: self.markers_out.map(|path| how.destination(path)),
            })),
            Some(AskedSkeleton::File(file)) => Some(Skeleton::Foreign {
                file,
                as_placed: self.as_placed,
            }),
        })
    }
}

impl BindArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let automatic = (!self.no_weights).then(|| self.automatic.request());
        let skeleton = self.skeleton.skeleton(self.file.out.how)?;
        self.file.run(RigChange::Bind(BindJob {
            mesh: self.mesh,
            skeleton,
            automatic,
            skips_bound: self.skip_bound,
        }))
    }
}
