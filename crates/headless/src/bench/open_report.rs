//! The report of opening and closing, as a table and as JSON.

use std::fmt::Write as _;

use character::{Character, Primitive};
use rig::{Influences, MapKind};
use scene::names::count;
use serde::Serialize;

use crate::terminal::printable::short;

/// The JSON document of `--open --json`; its members are described in `docs/bench.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenReport {
    /// The source of the character.
    pub subject: String,
    /// Vertices of all primitives of the file.
    pub vertices: usize,
    /// Joints that skins list.
    pub joints: usize,
    /// The largest number of influences of a vertex.
    pub influences: usize,
    /// How this program was built: `release` or `debug`.
    pub build: &'static str,
    /// Bytes of the file that are kept for saving.
    pub file_bytes: usize,
    /// Bytes of the meshes as they are in memory.
    pub decoded_bytes: usize,
    /// The stages of reading, in the order in which they began.
    pub stages: Vec<StageRow>,
    /// Time to read the character, all stages together.
    pub read_ms: f64,
    /// Time of the frame that has taken the character, on the thread of the window.
    pub frame_ms: f64,
    /// Time from the beginning until that frame has ended.
    pub opened_ms: f64,
    /// The number of panes that are shown.
    pub panes: usize,
    /// Time to skin them on the processor.
    pub skinned_ms: f64,
    /// Time from the beginning until nothing is at work in the background.
    pub at_rest_ms: f64,
    /// Time of the longest frame.
    pub longest_frame_ms: f64,
    /// The process's largest memory before it opened anything; none where the system does not tell.
    pub before_bytes: Option<u64>,
    /// The process's largest memory with all of it; none where the system does not tell.
    pub peak_bytes: Option<u64>,
    /// Time to drop the editor with all it holds.
    pub closing_ms: f64,
}

/// The time of one stage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageRow {
    /// What was read.
    pub stage: &'static str,
    /// How long it took, in milliseconds.
    pub ms: f64,
}

impl OpenReport {
    /// The report as text.
    #[must_use]
    pub fn table(&self) -> String {
        let mut table = format!(
            "{}: {} vertices, {} joints, up to {} influences; {} build; milliseconds\n",
            short(&self.subject),
            count(self.vertices),
            self.joints,
            self.influences,
            self.build
        );
        let mut line = |name: &str, ms: f64| {
            // Writing to a string cannot fail.
            let _ = write!(table, "\n{name:<36}{ms:>12.1}");
        };
        for StageRow { stage, ms } in &self.stages {
            line(&format!("    reading {stage}"), *ms);
        }
        line("read", self.read_ms);
        line("the frame that takes it", self.frame_ms);
        line("open, from the beginning", self.opened_ms);
        line(
            &format!("{} panes skinned by the processor", self.panes),
            self.skinned_ms,
        );
        line("at rest, from the beginning", self.at_rest_ms);
        line("the longest frame", self.longest_frame_ms);
        line("closing", self.closing_ms);
        let _ = write!(table, "\n\n{}", self.memory());
        table
    }

    fn memory(&self) -> String {
        let held = format!(
            "{} MB decoded, {} MB of the file kept",
            megabytes(self.decoded_bytes as u64),
            megabytes(self.file_bytes as u64)
        );
        match (self.peak_bytes, self.before_bytes) {
            (Some(peak), Some(before)) => format!(
                "{held}; at most {} MB in memory, {} before",
                megabytes(peak),
                megabytes(before)
            ),
            _ => format!("{held}; the system does not tell how much memory was taken"),
        }
    }
}

const fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

/// What a character holds.
pub(super) struct Counts {
    pub(super) vertices: usize,
    pub(super) joints: usize,
    pub(super) influences: usize,
    pub(super) file_bytes: usize,
    pub(super) decoded_bytes: usize,
}

impl Counts {
    pub(super) fn of(character: &Character) -> Self {
        let primitives = || character.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let influences = primitives().filter_map(|it| it.influences.as_ref());
        let side_files = character.source.side_files.iter();
        let side_bytes: usize = side_files.map(|file| file.bytes.len()).sum();
        let binary = character.source.binary.as_deref().map_or(0, <[u8]>::len);
        Self {
            vertices: primitives().map(|it| it.positions.len()).sum(),
            joints: character.rig.binds.iter().map(|bind| bind.len()).sum(),
            influences: influences
                .map(Influences::max_per_vertex)
                .max()
                .unwrap_or(0),
            file_bytes: binary + side_bytes,
            decoded_bytes: primitives().map(primitive_bytes).sum(),
        }
    }
}

/// Bytes of a primitive's lists; those that it shares with others count at each.
fn primitive_bytes(primitive: &Primitive) -> usize {
    let maps = MapKind::ALL.into_iter().filter_map(|kind| {
        let map = primitive.maps[kind].as_ref()?;
        Some(map.values().len() * size_of::<f32>())
    });
    let targets = primitive.morph_targets.iter().map(|target| {
        size_of_val(&*target.positions)
            + size_of_val(&*target.normals)
            + size_of_val(&*target.tangents)
    });
    let others = primitive.attributes.iter();
    let others = others.map(|attribute| size_of_val(&*attribute.values));
    let influences = primitive.influences.as_ref();
    size_of_val(&*primitive.positions)
        + size_of_val(&*primitive.normals)
        + size_of_val(&*primitive.tangents)
        + size_of_val(&*primitive.tex_coords)
        + size_of_val(&*primitive.triangles)
        + influences.map_or(0, |of| of.bytes_beside(&Influences::default()))
        + maps.sum::<usize>()
        + targets.sum::<usize>()
        + others.sum::<usize>()
}
