//! A pose that is prepared once, and its ranges skinned from any thread.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use glam::Vec3;
use lanes::SimdPath;
use rig::{
    InfluenceBatches, Influences, PackedInfluences, Palette, Vertices, WeightGradients, Weighting,
};

use super::blend::BLOCK;
use super::dispatch::PosedMesh;
use super::pose::{Kind, PosedRows};
use super::pose_batches::MeshBatches;
use super::run::{Normals, Reference, SkinWork};
use super::skinner::Skinner;
use crate::normals::NormalTransform;
use crate::reference::{ReferenceMesh, RestVertex, reference_vertex, skin_by_reference};
use crate::vertices::{OutputRange, SkinError, SkinOutput, check_output};

/// A mesh in a pose with all that is done once a pose; made by [`Skinner::prepare`].
///
/// It may be shared with other threads, each of which skins ranges of its own. Results do not depend on how ranges are cut.
#[derive(Debug)]
pub struct PreparedSkin<'a> {
    pub(super) skinner: &'a Skinner,
    pub(super) vertices: Vertices<'a>,
    pub(super) weighting: Weighting<'a>,
    pub(super) palette: &'a Palette,
    pub(super) by: NormalTransform<'a>,
    /// None where the reference skins.
    pub(super) kernel: Option<(KernelMesh<'a>, Normals)>,
}

impl PreparedSkin<'_> {
    /// Skins a range of the vertices, for which there is just so much memory; on as many threads as the skinner has, if that is worth it.
    ///
    /// # Errors
    ///
    /// [`SkinError`] names the first list of another length, or a range that ends beyond the vertices; nothing is written then.
    pub fn skin(&self, range: Range<usize>, out: SkinOutput<'_>) -> Result<(), SkinError> {
        let range = range.start..range.end.max(range.start);
        check_output(self.vertices, &range, &out)?;
        self.skin_checked(range, out)
    }

    /// Of a range that ends where it begins or behind.
    pub(super) fn skin_checked(
        &self,
        range: Range<usize>,
        out: SkinOutput<'_>,
    ) -> Result<(), SkinError> {
        let vertices = self.vertices;
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
    gradients: Option<BatchedGradients<'a>>,
    mesh: ReferenceMesh<'a>,
}

/// The gradients of a mesh's weights, and the same by batches.
#[derive(Debug)]
pub(super) struct BatchedGradients<'a> {
    pub(super) of_weights: &'a WeightGradients,
    batches: Option<Arc<InfluenceBatches>>,
}

impl BatchedGradients<'_> {
    pub(super) fn batches(&self) -> Option<&InfluenceBatches> {
        self.batches.as_deref()
    }
}

impl Skinner {
    /// Prepares the palette. None of more joints than are packed, which no kernel takes.
    pub(super) fn pose<'a>(
        &mut self,
        kind: Kind,
        mesh: ReferenceMesh<'a>,
        is_turned: bool,
    ) -> Option<KernelMesh<'a>> {
        let (influences, palette) = (mesh.influences, mesh.palette);
        let packed = influences.to_packed()?;
        let lanes = self.path.lanes();
        let gradients = match mesh.by {
            NormalTransform::Exact(gradients) if is_turned => Some(BatchedGradients {
                of_weights: gradients,
                batches: gradients.batches(&packed, lanes),
            }),
            _ => None,
        };
        let maps = mesh.maps.as_ref();
        let is_exact = gradients.is_some();
        let slopes = gradients.as_ref();
        let slopes = slopes.and_then(|of| Some((of.of_weights, of.batches()?)));
        let batches = packed
            .batches(lanes)
            .map(|weights| MeshBatches { weights, slopes });
        self.rows.fill(kind, palette, influences, &packed);
        if let Some(maps) = maps {
            self.rows.fill_joint_maps(maps, packed.unbound_joint());
        }
        let has_bulge = maps.is_some_and(|maps| maps.bulge().is_some());
        // Of gradients that are not those of the influences there are no batches.
        let has_rows_alone = is_exact && slopes.is_none();
        let reads_lists = has_bulge || has_rows_alone;
        self.rows.fill_lists(&packed, batches.as_ref(), reads_lists);
        let reads_rows = kind.gathers() || has_rows_alone || self.rows.has_slope_rows();
        self.rows
            .fill_pivots(palette, &packed, is_exact && reads_rows);
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
        let beside = self.rows.beside(maps, gradients.as_ref(), unbound, batches);
        let center = |vertex: usize| {
            let set = sets.get(vertex);
            set.map_or(Vec3::ZERO, |&set| self.rows.center(set as usize))
        };
        let reference = |vertex: usize, at_rest: RestVertex| {
            let at = (at_rest, center(vertex));
            reference_vertex(mesh, mesh.palette, vertex, at)
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
        let least = if self.rows.kind.gathers() || mesh.beside.is_some() {
            LEAST_BLOCKS_OF_SLOW
        } else {
            LEAST_BLOCKS
        };
        let wanted = self.threads.count().min(blocks / least).max(1);
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

/// A thread gets at least so many blocks: one that waits takes some 35 µs to wake, as long as skinning 25,000 vertices by a quick method.
const LEAST_BLOCKS: usize = 384;
/// The same of averages, maps and exact normals, which take three times as long or longer.
const LEAST_BLOCKS_OF_SLOW: usize = 48;
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
