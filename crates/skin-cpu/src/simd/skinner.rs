//! The one place that decides who skins: a kernel, by which instructions and on how many threads, or the reference.

use std::num::NonZero;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use fearless_simd::Level;
use glam::Vec3;
use rig::{
    InfluenceBatches, Influences, PackedInfluences, Palette, RigidBlend, Vertices, WeightGradients,
    Weighting,
};

use super::behind::{
    Centers, DirectQuaternion, FirstPhase, Iterative, LogMatrix, NoStretch, PhasePair,
    QuaternionTranslation, Spherical, SphericalAverage, Stretched,
};
use super::beside::MapInputs;
use super::blend::{BLOCK, Entries};
use super::method::{Affine, DualQuaternion, Linear, Method, TwoPhase};
use super::pose::{Kind, PosedRows};
use super::run::{Normals, Reference, SkinWork, run, skin_each_by};
use super::workers::Threads;
use crate::mapped::Maps;
use crate::normals::NormalTransform;
use crate::reference::{ReferenceMesh, RestVertex, reference_vertex, skin_by_reference};
use crate::vertices::{OutputRange, SkinError, SkinOutput, check, check_output};
use lanes::SimdPath;

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
    path: SimdPath,
    threads: Threads,
    rows: PosedRows,
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
        let prepared = self.prepare(mesh.vertices, mesh.weighting, palette, by)?;
        prepared.skin(range, part.out)
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

    /// Prepares the palette. None of more joints than are packed, which no kernel takes.
    pub(super) fn pose<'a>(
        &mut self,
        kind: Kind,
        mesh: ReferenceMesh<'a>,
        is_turned: bool,
    ) -> Option<KernelMesh<'a>> {
        let (influences, palette) = (mesh.influences, mesh.palette);
        let packed = influences.to_packed()?;
        let gradients = match mesh.by {
            NormalTransform::Exact(gradients) if is_turned => Some(gradients),
            _ => None,
        };
        let maps = mesh.maps.as_ref();
        let is_exact = gradients.is_some();
        let batches = packed.batches(self.path.lanes());
        self.rows.fill(kind, palette, influences, &packed);
        if let Some(maps) = maps {
            self.rows.fill_joint_maps(maps, packed.unbound_joint());
        }
        let has_bulge = maps.is_some_and(|maps| maps.bulge().is_some());
        self.rows
            .fill_lists(&packed, batches, (is_exact, has_bulge));
        self.rows.fill_pivots(palette, &packed, is_exact);
        Some(KernelMesh {
            sets: kind.sets(influences),
            packed,
            gradients,
            mesh,
        })
    }

    /// Skins what was prepared.
    pub(super) fn skin_posed(&self, posed: &KernelMesh<'_>, work: impl SplitWork) {
        let KernelMesh {
            packed,
            sets,
            gradients,
            mesh,
        } = posed;
        let batches = packed.batches(self.path.lanes());
        let unbound = packed.unbound_joint();
        let maps = mesh.maps.as_ref();
        let beside = self.rows.beside(maps, *gradients, (unbound, batches));
        let center = |vertex: usize| {
            let set = sets.get(vertex);
            set.map_or(Vec3::ZERO, |&set| self.rows.center(set as usize))
        };
        let reference = |vertex: usize, at_rest: RestVertex| {
            let at = (at_rest, center(vertex));
            reference_vertex(mesh, vertex, at)
        };
        let packed = PosedMesh {
            packed,
            batches,
            sets,
            beside: beside.as_ref(),
        };
        self.share(packed, work, &reference);
    }

    /// Skins on as many threads as are wanted and worth it.
    fn share(&self, mesh: PosedMesh<'_>, work: impl SplitWork, reference: Reference<'_>) {
        let blocks = work.len().div_ceil(BLOCK);
        let wanted = self.threads.count().min(blocks / LEAST_BLOCKS).max(1);
        let pool = self.threads.pool().filter(|_| wanted > 1);
        let Some(pool) = pool else {
            return work.skin(&self.rows, self.path, mesh, reference);
        };
        // More shares than threads, since threads begin late and are interrupted.
        let share = blocks.div_ceil(SHARES_A_THREAD * wanted) * BLOCK;
        let shares = Mutex::new(work.split(share));
        let skin_shares = || {
            while let Some(work) = take(&shares) {
                work.skin(&self.rows, self.path, mesh, reference);
            }
        };
        pool.in_place_scope(|scope| {
            for _ in 1..wanted {
                scope.spawn(|_| skin_shares());
            }
            skin_shares();
        });
    }
}

/// A mesh in a pose with all that is done once a pose; made by [`Skinner::prepare`].
///
/// It may be shared with other threads, each of which skins ranges of its own. Results do not depend on how ranges are cut.
#[derive(Debug)]
pub struct PreparedSkin<'a> {
    skinner: &'a Skinner,
    vertices: Vertices<'a>,
    weighting: Weighting<'a>,
    palette: &'a Palette,
    by: NormalTransform<'a>,
    /// None where the reference skins.
    kernel: Option<(KernelMesh<'a>, Normals)>,
}

impl PreparedSkin<'_> {
    /// Skins a range of the vertices, for which there is just so much memory; on as many threads as the skinner has, if that is worth it.
    ///
    /// # Errors
    ///
    /// [`SkinError`] names the first list of another length, or a range that ends beyond the vertices; nothing is written then.
    pub fn skin(&self, range: Range<usize>, out: SkinOutput<'_>) -> Result<(), SkinError> {
        let range = range.start..range.end.max(range.start);
        let vertices = self.vertices;
        check_output(vertices, &range, &out)?;
        let Some((posed, normals)) = &self.kernel else {
            let part = OutputRange {
                range: Some(range),
                out,
            };
            return skin_by_reference((vertices, self.weighting), self.palette, self.by, part);
        };
        if range.is_empty() {
            return Ok(());
        }
        let work = SkinWork {
            start: range.start,
            positions: &vertices.positions[range.clone()],
            normals: vertices.normals.get(range.clone()).unwrap_or(&[]),
            tangents: vertices.tangents.get(range).unwrap_or(&[]),
            skinned: out,
            by: *normals,
        };
        self.skinner.skin_posed(posed, work);
        Ok(())
    }
}

/// What a kernel reads of a mesh in a pose, and the reference beside it.
#[derive(Debug)]
pub(super) struct KernelMesh<'a> {
    packed: Arc<PackedInfluences>,
    /// The set of each vertex's joints, for blends that ask for it.
    sets: &'a [u32],
    gradients: Option<&'a WeightGradients>,
    mesh: ReferenceMesh<'a>,
}

/// A mesh as the kernels read it.
#[derive(Clone, Copy)]
pub(super) struct PosedMesh<'a> {
    packed: &'a PackedInfluences,
    batches: Option<&'a InfluenceBatches>,
    /// The set of each vertex's joints, for blends that ask for it.
    sets: &'a [u32],
    beside: Option<&'a MapInputs<'a>>,
}

/// Whether a kernel knows how the method goes with its weights, if that is asked for: not with those of joints that only other meshes have.
fn knows_slopes(influences: &Influences, by: NormalTransform<'_>) -> bool {
    match by {
        NormalTransform::Exact(gradients) => gradients.joint_count() <= influences.joint_count(),
        _ => true,
    }
}

/// Vertices to skin, which threads share.
pub(super) trait SplitWork: Sized + Send {
    fn len(&self) -> usize;

    /// Whether there are normals or tangents to turn.
    fn is_turned(&self) -> bool;

    /// Shares of so many vertices, the last first.
    fn split(self, share: usize) -> Vec<Self>;

    /// By the instructions of the path, which is one of this machine.
    fn skin(self, rows: &PosedRows, path: SimdPath, mesh: PosedMesh<'_>, reference: Reference<'_>);
}

impl SplitWork for SkinWork<'_> {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn is_turned(&self) -> bool {
        self.by != Normals::None || !self.tangents.is_empty()
    }

    fn split(self, share: usize) -> Vec<Self> {
        self.shares(share)
    }

    fn skin(self, rows: &PosedRows, path: SimdPath, mesh: PosedMesh<'_>, reference: Reference<'_>) {
        rows.skin(path, mesh, self, reference);
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

/// A thread gets at least so many blocks: less is done before another has begun.
const LEAST_BLOCKS: usize = 64;
// Shares for each thread: one that begins late or is interrupted leaves its share to the others.
const SHARES_A_THREAD: usize = 4;

fn take<T>(from: &Mutex<Vec<T>>) -> Option<T> {
    from.lock().ok()?.pop()
}

impl Kind {
    /// The set of each vertex's joints, for blends that ask for it.
    fn sets(self, influences: &Influences) -> &[u32] {
        match self {
            Self::Behind { blend, .. } if blend.has_centers() => {
                influences.joint_sets().of_vertices()
            }
            _ => &[],
        }
    }
}

impl PosedRows {
    fn entries<'a>(&'a self, mesh: PosedMesh<'a>) -> Entries<'a> {
        let packed = mesh.packed;
        let quads = if self.quads.is_empty() {
            packed.quads()
        } else {
            &self.quads
        };
        Entries {
            width: packed.width(),
            first_quads: packed.first_quads(),
            lists: packed.first_quads(),
            quads,
            weights: packed.weights(),
            more: packed.more(),
            running: &self.running,
            beside: mesh.beside,
            batches: mesh
                .batches
                .map(|batches| self.batched.of(batches, self.shift())),
        }
    }

    /// By the instructions of the path, which is one of this machine.
    pub(super) fn skin(
        &self,
        path: SimdPath,
        mesh: PosedMesh<'_>,
        mut work: SkinWork<'_>,
        reference: Reference<'_>,
    ) {
        let (entries, sets) = (self.entries(mesh), mesh.sets);
        let (wide, eight, four) = (&self.wide[..], &self.eight[..], &self.four[..]);
        let mut call = Call {
            path,
            entries,
            work: &mut work,
            reference,
        };
        match self.kind {
            Kind::Linear => call.dispatch(Linear(wide)),
            Kind::DualQuaternion => call.dispatch(DualQuaternion(eight)),
            Kind::TwoPhase => call.dispatch(TwoPhase(wide, eight)),
            Kind::Affine => call.dispatch(Affine(wide, four)),
            Kind::Behind { .. } if !cfg!(feature = "methods") => {
                skin_each_by(call.work, call.reference);
            }
            Kind::Behind {
                blend: RigidBlend::LogMatrix,
                is_stretched,
            } => {
                let logs = LogMatrix(eight);
                if is_stretched {
                    call.dispatch(PhasePair(Stretched::<0>(wide), logs));
                } else {
                    call.dispatch(PhasePair(NoStretch, logs));
                }
            }
            Kind::Behind {
                blend: RigidBlend::QuaternionTranslation,
                ..
            } => call.dispatch(PhasePair(
                Stretched::<1>(wide),
                QuaternionTranslation(eight),
            )),
            Kind::Behind {
                blend: RigidBlend::SphericalAverage,
                ..
            } => {
                let average = SphericalAverage {
                    blend: self.spherical(sets),
                    rotations: four,
                };
                call.dispatch(PhasePair(Stretched::<1>(wide), average));
            }
            Kind::Behind {
                blend,
                is_stretched: true,
            } => self.skin_behind(Stretched::<1>(wide), blend, sets, &mut call),
            Kind::Behind { blend, .. } => self.skin_behind(NoStretch, blend, sets, &mut call),
        }
    }

    fn spherical<'a>(&'a self, sets: &'a [u32]) -> Spherical<'a> {
        let of_sets = &self.centers[..];
        Spherical {
            motions: &self.posed,
            centers: Centers { of_sets, sets },
        }
    }

    /// The blends that are compiled with a stretch and without.
    fn skin_behind<F: FirstPhase>(
        &self,
        first: F,
        blend: RigidBlend,
        sets: &[u32],
        call: &mut Call<'_, '_>,
    ) {
        match blend {
            RigidBlend::DirectQuaternion => {
                let (motions, heads) = (&self.posed[..], &self.heads[..]);
                call.dispatch(PhasePair(first, DirectQuaternion { motions, heads }));
            }
            RigidBlend::Spherical => call.dispatch(PhasePair(first, self.spherical(sets))),
            RigidBlend::Iterative => call.dispatch(PhasePair(first, Iterative(&self.eight))),
            // Those have been called by themselves.
            RigidBlend::DualQuaternion
            | RigidBlend::LogMatrix
            | RigidBlend::SphericalAverage
            | RigidBlend::QuaternionTranslation => skin_each_by(call.work, call.reference),
        }
    }
}

/// What a kernel is called with.
struct Call<'a, 'w> {
    path: SimdPath,
    entries: Entries<'a>,
    work: &'a mut SkinWork<'w>,
    reference: Reference<'a>,
}

impl Call<'_, '_> {
    fn dispatch<M: Method>(&mut self, method: M) {
        dispatch(self.path, method, self.entries, self.work, self.reference);
    }
}

fn dispatch<M: Method>(
    path: SimdPath,
    method: M,
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    let level = Level::new();
    match path {
        #[cfg(target_arch = "x86_64")]
        SimdPath::Avx512
            if cfg!(feature = "avx512")
                && let Some(avx512) = level.as_avx512() =>
        {
            run(avx512, method, entries, work, reference);
        }
        #[cfg(target_arch = "x86_64")]
        SimdPath::Avx2
            if cfg!(feature = "avx2")
                && let Some(avx2) = level.as_avx2() =>
        {
            run(avx2, method, entries, work, reference);
        }
        #[cfg(target_arch = "x86_64")]
        SimdPath::Sse
            if cfg!(feature = "sse")
                && let Some(sse) = level.as_sse4_2() =>
        {
            run(sse, method, entries, work, reference);
        }
        #[cfg(target_arch = "aarch64")]
        SimdPath::Neon
            if cfg!(feature = "neon")
                && let Some(neon) = level.as_neon() =>
        {
            run(neon, method, entries, work, reference);
        }
        // Not on this machine.
        _ => skin_each_by(work, reference),
    }
}
