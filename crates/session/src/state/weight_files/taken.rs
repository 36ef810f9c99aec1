//! Conversion of a weight file to edits of a mesh.

use std::fmt;

use character::{Character, WeightEdit};
use text_files::{FileFault, TextFault};
use weights::{
    Edit, Report, Row, Rules, WeightFile, WeightFileTarget, WeightFormat, Welded, read_weights,
};

use super::{BoundMesh, Refused};
use crate::state::painting::PaintMesh;
use crate::state::weight_table::weights_work::WeightsWork;

/// The text of a weight file with its name and format.
#[derive(Clone, Copy, Debug)]
pub struct WeightText<'a> {
    /// Name of the file, for messages.
    pub file: &'a str,
    /// Format of the text.
    pub format: WeightFormat,
    /// Content of the file.
    pub text: &'a str,
}

/// How rows of a file are assigned to vertices.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Matching {
    /// By vertex number; the file must have as many vertices as the mesh.
    #[default]
    Number,
    /// By position: the nearest vertex within this share of the mesh's size, the diagonal of its box.
    Place(f32),
}

impl Matching {
    /// By position, within a share that finds the same vertices in a mesh from another program.
    pub const USUAL_PLACE: Self = Self::Place(0.01);
}

/// Edits from a weight file, with a summary.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ImportedWeights {
    /// New rows of weights, by primitive.
    pub edits: Vec<WeightEdit>,
    /// What they change, and what stays the same and why.
    pub report: Report,
    /// Name of the mesh that they are for.
    pub mesh: String,
    /// Number of rows that were divided by their sum.
    pub divided: usize,
    /// Number of the mesh's vertices that the file does not list; 0 when matched by position.
    pub unlisted: usize,
    /// Number of vertices that the file lists.
    pub listed: usize,
}

impl ImportedWeights {
    /// Why nothing changes where nothing does and nothing was skipped: a clause.
    fn why_nothing(&self) -> Option<&'static str> {
        let is_nothing = self.report.changed == 0 && self.report.is_clean();
        is_nothing.then_some(match self.listed {
            0 => "the file lists no vertex",
            _ => "they have the weights of the file already",
        })
    }
}

/// The mesh, and what changes there: the end of a sentence that says what is done.
impl fmt::Display for ImportedWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.mesh)?;
        match self.why_nothing() {
            Some(why) => write!(f, "0 vertices changed: {why}")?,
            None => write!(f, "{}", self.report)?,
        }
        match self.divided {
            0 => {}
            1 => write!(f, "; 1 row did not sum to 1 and was divided by its sum")?,
            rows => write!(
                f,
                "; {rows} rows did not sum to 1 and were divided by their sums"
            )?,
        }
        match self.unlisted {
            0 => Ok(()),
            1 => write!(f, "; 1 vertex is not in the file and keeps its weights"),
            vertices => write!(
                f,
                "; {vertices} vertices are not in the file and keep their weights"
            ),
        }
    }
}

/// Matches a text to a mesh. Locked joints keep their weights.
///
/// # Errors
///
/// [`Refused`], if the text cannot be parsed or does not fit.
pub fn import_text(
    character: &Character,
    bound: &BoundMesh,
    text: WeightText<'_>,
    matching: Matching,
    work: &WeightsWork,
) -> Result<ImportedWeights, Refused> {
    let file = match matching {
        Matching::Number => read_by_number(character, bound, text)?,
        Matching::Place(_) => read_by_place(character, bound, text)?,
    };
    let surface = bound.surface(character);
    let vertices = bound.rows(character);
    let rows = Welded::new(&surface, &vertices);
    let skeleton = &character.rig.skeleton;
    let bind = character.rig.binds.get(bound.skin);
    let bind = bind.ok_or(Refused::NothingBound)?;
    let locks = work.locks_of(skeleton, bind.joints());
    let rules = Rules {
        locks: &locks,
        ..Rules::default()
    };
    let edit = match matching {
        Matching::Number => file.by_vertex(&surface, &rows, &rules),
        Matching::Place(share) => {
            let size = size_of(surface.positions());
            file.by_place(&surface, share * size, &rows, &rules)
        }
    };
    let numbered = matching == Matching::Number;
    Ok(ImportedWeights {
        edits: edits(character, bound, rows.vertex_rows(&edit)),
        report: edit.report.clone(),
        mesh: bound.name.clone(),
        divided: file.divided,
        listed: file.rows.len(),
        unlisted: bound.vertices.saturating_sub(file.rows.len()) * usize::from(numbered),
    })
}

/// The mesh with as many vertices as the file, and with the file's joints.
///
/// # Errors
///
/// [`Refused`]: none fits, for the reason of the first mesh, or several do.
pub fn fitting(character: &Character, text: WeightText<'_>) -> Result<BoundMesh, Refused> {
    let mut all = BoundMesh::all(character);
    let tried: Vec<Result<WeightFile, Refused>> = all
        .iter()
        .map(|bound| read_by_number(character, bound, text))
        .collect();
    let count = tried.iter().filter(|tried| tried.is_ok()).count();
    match count {
        0 => {
            // An error in the text says more than a wrong number of vertices.
            let mut faults = tried.into_iter().filter_map(Result::err);
            let first = faults.next().ok_or(Refused::NothingBound)?;
            let worse = faults.find(|fault| !matches!(fault, Refused::OtherCount { .. }));
            Err(worse.unwrap_or(first))
        }
        1 => {
            let place = tried.iter().position(Result::is_ok).unwrap_or(0);
            Ok(all.swap_remove(place))
        }
        count => Err(Refused::Ambiguous {
            file: text.file.to_owned(),
            count,
        }),
    }
}

fn read_by_number(
    character: &Character,
    bound: &BoundMesh,
    text: WeightText<'_>,
) -> Result<WeightFile, Refused> {
    let fault = match read(character, bound, text, Some(bound.vertices)) {
        Ok(file) => return Ok(file),
        Err(fault) => fault,
    };
    // Parsed again for any number of vertices, to tell a wrong number from a faulty text.
    match read(character, bound, text, None) {
        Ok(file) => Err(Refused::OtherCount {
            file: text.file.to_owned(),
            place: (fault.line, fault.column),
            mesh: bound.name.clone(),
            theirs: file.vertex_count,
            own: bound.vertices,
            has_places: !file.places.is_empty(),
        }),
        Err(worse) => Err(refusal(text, worse)),
    }
}

fn read_by_place(
    character: &Character,
    bound: &BoundMesh,
    text: WeightText<'_>,
) -> Result<WeightFile, Refused> {
    let file = read(character, bound, text, None).map_err(|fault| refusal(text, fault))?;
    if file.places.is_empty() {
        return Err(Refused::NoPlaces {
            file: text.file.to_owned(),
        });
    }
    Ok(file)
}

fn read(
    character: &Character,
    bound: &BoundMesh,
    text: WeightText<'_>,
    vertex_count: Option<usize>,
) -> Result<WeightFile, TextFault> {
    let joints = bound.joints(character);
    let joints: Vec<&str> = joints.iter().map(String::as_str).collect();
    let target = WeightFileTarget {
        joints: &joints,
        vertex_count,
    };
    read_weights(text.format, text.text, &target)
}

/// A pose preset has the same ending as weights in RON.
fn refusal(text: WeightText<'_>, fault: TextFault) -> Refused {
    let file = text.file.to_owned();
    let is_pose = text.format == WeightFormat::Ron
        && crate::state::presets::read(text.text, text.file).is_ok();
    if is_pose {
        Refused::Pose { file }
    } else {
        Refused::Fault(FileFault { file, fault })
    }
}

/// Diagonal of the box around the finite positions.
fn size_of(positions: &[glam::Vec3]) -> f32 {
    let finite = positions.iter().filter(|position| position.is_finite());
    let box_of = finite.fold(
        None,
        |found: Option<(glam::Vec3, glam::Vec3)>, &position| {
            let (low, high) = found.unwrap_or((position, position));
            Some((low.min(position), high.max(position)))
        },
    );
    box_of.map_or(0.0, |(low, high)| low.distance(high))
}

/// The rows for all vertices of the skin at the same positions, those of other meshes too, so that seams stay closed.
fn edits<'a>(
    character: &Character,
    bound: &BoundMesh,
    rows: impl Iterator<Item = (u32, &'a Row)>,
) -> Vec<WeightEdit> {
    let Some(paint) = PaintMesh::of(character, bound.skin) else {
        return Vec::new();
    };
    let ranges = bound.combined_surface(character).into_ranges();
    // First vertex of each primitive within the skin.
    let primitives = bound.primitives(character);
    let begins: Vec<Option<u32>> = primitives
        .map(|(place, _)| paint.first_of(bound.mesh, place))
        .collect();
    let in_skin = |vertex: u32| {
        let (primitive, vertex) = ranges.place(vertex)?;
        Some((*begins.get(primitive)?)? + vertex)
    };
    let rows = rows.filter_map(|(vertex, row)| Some((in_skin(vertex)?, row.clone())));
    paint.pieces_of(&Edit::of_vertices(paint.surface(), rows))
}
