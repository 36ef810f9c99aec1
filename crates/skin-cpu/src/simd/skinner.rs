//! The one place that decides who skins: a kernel, by which instructions and on how many threads, or the reference.

use std::num::NonZero;
use std::ops::Range;

use lanes::SimdPath;
use rig::{Influences, PackedInfluences, Palette, Vertices, Weighting};

use super::pose::{Kind, PosedRows};
use super::prepared::PreparedSkin;
use super::run::Normals;
use super::workers::Threads;
use crate::mapped::Maps;
use crate::normals::NormalTransform;
use crate::reference::ReferenceMesh;
use crate::vertices::{OutputRange, SkinError, SkinOutput, check};

/// What to skin: vertices with what moves them, or a range of them.
#[derive(Clone, Debug)]
pub struct Mesh<'a> {
    /// All vertices at rest.
    pub vertices: Vertices<'a>,
    /// Influences and maps of all vertices, whatever the range.
    pub weighting: Weighting<'a>,
    /// Vertices to skin; output is as long as this.
    pub range: Range<usize>,
}

impl<'a> Mesh<'a> {
    /// A mesh of which all vertices are skinned.
    #[must_use]
    pub fn new(vertices: Vertices<'a>, weighting: impl Into<Weighting<'a>>) -> Self {
        Self {
            vertices,
            weighting: weighting.into(),
            range: 0..vertices.positions.len(),
        }
    }

    /// Only these vertices; memory is then given for them alone.
    #[must_use]
    pub fn only(self, range: Range<usize>) -> Self {
        Self { range, ..self }
    }
}

/// Skins any mesh in any pose, as fast as the processor can, and keeps its memory between calls.
///
/// All methods have kernels for vector instructions, with blend and bulge maps and exact normals too. The reference skins, vertex by vertex,
/// what has none: exact normals with gradients of joints that the influences lack, and skins of more than
/// [`PackedInfluences::MOST_JOINTS`] joints. So does it skin single vertices that the kernels leave to it: where a map is nearly flat or rotations nearly cancel; those of influences
/// beside the rows that a bulge map may draw back; by direct quaternion, iterative and spherical average blending also those
/// of more than four influences, and by the last two those whose rotations are far apart. Results of a kernel and of the reference differ by rounding; those of a
/// kernel do not depend on ranges and threads.
///
/// # Examples
///
/// ```
/// use glam::{Affine3A, Vec3};
/// use rig::{InfluencesBuilder, MatrixPalette, Palette};
/// use skin_cpu::{Mesh, NormalTransform, SkinOutput, Skinner, Vertices};
///
/// let mut builder = InfluencesBuilder::new(1);
/// for _ in 0..3 {
///     builder.vertex([(0, 1.0)])?;
/// }
/// let influences = builder.build();
/// let rest = [Vec3::X, Vec3::Y, Vec3::Z];
/// let vertices = Vertices { positions: &rest, ..Vertices::default() };
/// let up = Affine3A::from_translation(Vec3::Y);
/// let palette = Palette::Linear(MatrixPalette { posed_from_bind: vec![up] });
///
/// // The last two vertices alone.
/// let mut skinner = Skinner::default();
/// let mut positions = [Vec3::ZERO; 2];
/// let out = SkinOutput { positions: &mut positions, ..SkinOutput::default() };
/// let mesh = Mesh::new(vertices, &influences).only(1..3);
/// skinner.skin(&mesh, &palette, NormalTransform::Usual, out)?;
/// assert_eq!(positions, [Vec3::Y * 2.0, Vec3::Z + Vec3::Y]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Skinner {
    pub(super) path: SimdPath,
    pub(super) threads: Threads,
    pub(super) rows: PosedRows,
}

/// By the preferred instructions, on one thread.
impl Default for Skinner {
    fn default() -> Self {
        Self::new(SimdPath::default())
    }
}

impl Skinner {
    /// By these instructions, on one thread. A path that this machine lacks is [`SimdPath::Scalar`]; in the place of one that the
    /// crate's features leave out is the fastest that they do not.
    #[must_use]
    pub fn new(path: SimdPath) -> Self {
        Self {
            path: compiled(path),
            threads: Threads::default(),
            rows: PosedRows::default(),
        }
    }

    /// The same on so many threads, the caller's own among them; fewer where a mesh is small, or the system gives no more. They live as long
    /// as the skinner and its clones.
    #[must_use]
    pub fn with_threads(self, threads: NonZero<usize>) -> Self {
        Self {
            threads: Threads::new(threads),
            ..self
        }
    }

    /// The instructions it skins by, which this machine has.
    #[must_use]
    pub const fn path(&self) -> SimdPath {
        self.path
    }

    /// Whether a kernel skins this, or the reference.
    #[must_use]
    pub fn has_kernel(&self, mesh: &Mesh<'_>, palette: &Palette, by: NormalTransform<'_>) -> bool {
        let has_normals = !mesh.vertices.normals.is_empty();
        self.kernel((mesh.weighting, has_normals), palette, by)
            .is_some()
    }

    /// Of a mesh with normals, or without.
    pub(super) fn kernel(
        &self,
        (weighting, has_normals): (Weighting<'_>, bool),
        palette: &Palette,
        by: NormalTransform<'_>,
    ) -> Option<(Kind, Normals)> {
        let has_maps = weighting.blend.is_some() || weighting.bulge.is_some();
        let has_beside = has_maps || matches!(by, NormalTransform::Exact(_));
        if self.path == SimdPath::Scalar
            || !cfg!(feature = "maps") && has_beside
            || !knows_slopes(weighting.influences, by)
            || weighting.influences.joint_count() > PackedInfluences::MOST_JOINTS
        {
            return None;
        }
        let kind = Kind::of(palette);
        if !cfg!(feature = "methods") && matches!(kind, Kind::Behind { .. }) {
            return None;
        }
        let normals = match by {
            _ if !has_normals => Normals::None,
            NormalTransform::Usual | NormalTransform::Exact(_) => Normals::Usual,
            NormalTransform::Forward => Normals::Forward,
            NormalTransform::ForwardUnscaled => Normals::Linear,
        };
        Some((kind, normals))
    }

    /// Skins with the method that the palette was made for.
    ///
    /// `out` is as long as the range; of a mesh without normals or tangents there are none in it.
    ///
    /// # Errors
    ///
    /// [`SkinError`] names the first slice of another length, or a range that ends beyond the vertices; nothing is written then.
    pub fn skin(
        &mut self,
        mesh: &Mesh<'_>,
        palette: &Palette,
        by: NormalTransform<'_>,
        out: SkinOutput<'_>,
    ) -> Result<(), SkinError> {
        let range = mesh.range.start..mesh.range.end.max(mesh.range.start);
        let part = OutputRange {
            range: Some(range.clone()),
            out,
        };
        let all = (mesh.vertices, mesh.weighting.influences);
        check(all, &lengths(palette), by, &part)?;
        let prepared = self.prepare_checked(mesh.vertices, mesh.weighting, palette, by)?;
        prepared.skin_checked(range, part.out)
    }

    /// Does what is done once a pose: palette rows, signs and centers. What comes of it skins ranges of the mesh, from any thread, each at
    /// what its vertices cost.
    ///
    /// # Errors
    ///
    /// [`SkinError`] names the first slice of another length.
    ///
    /// # Examples
    ///
    /// ```
    /// use glam::{Affine3A, Vec3};
    /// use rig::{InfluencesBuilder, MatrixPalette, Palette};
    /// use skin_cpu::{NormalTransform, SkinOutput, Skinner, Vertices};
    ///
    /// let mut builder = InfluencesBuilder::new(1);
    /// for _ in 0..3 {
    ///     builder.vertex([(0, 1.0)])?;
    /// }
    /// let influences = builder.build();
    /// let rest = [Vec3::X, Vec3::Y, Vec3::Z];
    /// let vertices = Vertices { positions: &rest, ..Vertices::default() };
    /// let up = Affine3A::from_translation(Vec3::Y);
    /// let palette = Palette::Linear(MatrixPalette { posed_from_bind: vec![up] });
    ///
    /// let mut skinner = Skinner::default();
    /// let prepared = skinner.prepare(vertices, &influences, &palette, NormalTransform::Usual)?;
    /// let mut posed = [Vec3::ZERO; 3];
    /// let (first, rest) = posed.split_at_mut(1);
    /// std::thread::scope(|scope| {
    ///     let parts = [(0..1, first), (1..3, rest)];
    ///     let prepared = &prepared;
    ///     parts.map(|(range, positions)| {
    ///         let out = SkinOutput { positions, ..SkinOutput::default() };
    ///         scope.spawn(move || prepared.skin(range, out))
    ///     });
    /// });
    /// assert_eq!(posed, [Vec3::X + Vec3::Y, Vec3::Y * 2.0, Vec3::Z + Vec3::Y]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare<'a>(
        &'a mut self,
        vertices: Vertices<'a>,
        weighting: impl Into<Weighting<'a>>,
        palette: &'a Palette,
        by: NormalTransform<'a>,
    ) -> Result<PreparedSkin<'a>, SkinError> {
        let weighting = weighting.into();
        let nothing = OutputRange {
            range: Some(0..0),
            out: SkinOutput::default(),
        };
        let all = (vertices, weighting.influences);
        check(all, &lengths(palette), by, &nothing)?;
        self.prepare_checked(vertices, weighting, palette, by)
    }

    fn prepare_checked<'a>(
        &'a mut self,
        vertices: Vertices<'a>,
        weighting: Weighting<'a>,
        palette: &'a Palette,
        by: NormalTransform<'a>,
    ) -> Result<PreparedSkin<'a>, SkinError> {
        let has_normals = !vertices.normals.is_empty();
        let is_turned = has_normals || !vertices.tangents.is_empty();
        let kernel = match self.kernel((weighting, has_normals), palette, by) {
            None => None,
            Some((kind, normals)) => {
                let maps = Maps::of_palette(vertices.positions.len(), weighting, palette)?;
                let mesh = ReferenceMesh {
                    influences: weighting.influences,
                    palette,
                    by,
                    maps,
                };
                self.pose(kind, mesh, is_turned)
                    .map(|posed| (posed, normals))
            }
        };
        Ok(PreparedSkin {
            skinner: self,
            vertices,
            weighting,
            palette,
            by,
            kernel,
        })
    }
}

/// Whether a kernel knows how the method goes with its weights, if that is asked for: not with those of joints that only other meshes have.
fn knows_slopes(influences: &Influences, by: NormalTransform<'_>) -> bool {
    match by {
        NormalTransform::Exact(gradients) => gradients.joint_count() <= influences.joint_count(),
        _ => true,
    }
}

/// The path itself, or the fastest below it that this machine has and the features leave in.
fn compiled(path: SimdPath) -> SimdPath {
    let is_left_in = |path: &SimdPath| match path {
        SimdPath::Scalar => true,
        SimdPath::Sse => cfg!(feature = "sse"),
        SimdPath::Avx2 => cfg!(feature = "avx2"),
        SimdPath::Avx512 => cfg!(feature = "avx512"),
        SimdPath::Neon => cfg!(feature = "neon"),
        SimdPath::Simd128 => cfg!(feature = "simd128"),
    };
    if !path.is_available() {
        return SimdPath::Scalar;
    }
    let below = SimdPath::available().filter(|below| below.lanes() <= path.lanes());
    below.filter(is_left_in).last().unwrap_or(SimdPath::Scalar)
}

/// The lengths of a palette's lists.
fn lengths(palette: &Palette) -> [usize; 3] {
    palette.lists().map(|(_, length)| length)
}
