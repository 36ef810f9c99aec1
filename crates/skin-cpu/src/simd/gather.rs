//! Rows of single influences, for methods that do more with them than blend them.

use super::blend::Entries;
use super::lanes::Lanes;
use super::maps::Xyzw;
use super::rows::{Row, Row4, Row16};

/// The most lanes of any instruction set.
pub(super) const MOST_LANES: usize = 16;
/// Influences of a vertex that are gathered; a vertex with more is left to the reference.
pub(super) const GATHERED: usize = 4;

/// The vertices of a vector's lanes: as many as there are lanes, from one on.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    /// In the block.
    pub(super) place: usize,
    /// In the mesh.
    pub(super) vertex: usize,
    pub(super) entries: Entries<'a>,
}

impl At<'_> {
    /// Where the entries of a lane's vertex begin. A lane beyond the last vertex has that one's.
    #[inline(always)]
    fn first_quad(&self, lane: usize) -> usize {
        let first_quads = self.entries.first_quads;
        let last = first_quads.len() - 1;
        first_quads[(self.vertex + lane).min(last)] as usize
    }

    #[inline(always)]
    fn quad(&self, lane: usize) -> u64 {
        let quads = self.entries.quads;
        quads.get(self.first_quad(lane)).copied().unwrap_or(0)
    }

    /// Of every vertex the rows of four influences.
    #[inline(always)]
    pub(super) fn rows<S: Lanes, R: Row>(&self, rows: &[R], to: &mut [[R; MOST_LANES]; GATHERED]) {
        for lane in 0..S::LANES {
            let quad = self.quad(lane);
            for (influence, to) in to.iter_mut().enumerate() {
                let entry = (quad >> (16 * influence) & 0xffff) as usize;
                // Rows are a power of two of them.
                to[lane] = rows[entry & (rows.len() - 1)];
            }
        }
    }

    /// Of every vertex four weights; no numbers where it has more influences.
    #[inline(always)]
    pub(super) fn weights<S: Lanes>(&self, simd: S) -> Xyzw<S> {
        let Entries { width, weights, .. } = self.entries;
        let mut rows = [Row4::default(); MOST_LANES];
        let last = weights.len() / width - 1;
        for (lane, row) in rows[..S::LANES].iter_mut().enumerate() {
            let first = (self.vertex + lane).min(last) * width;
            let weights = &weights[first..first + width];
            if width == GATHERED {
                row.0.copy_from_slice(weights);
            } else {
                let own = weights.len().min(GATHERED);
                row.0[..own].copy_from_slice(&weights[..own]);
                if weights[own..].iter().any(|&weight| weight != 0.0) {
                    *row = Row4([f32::NAN; 4]);
                }
            }
        }
        if !self.entries.more.is_empty() {
            self.spoil_longer(&mut rows[..S::LANES]);
        }
        simd.columns(&rows, 0)
    }

    /// Those that have influences beside the rows.
    #[cold]
    #[inline(never)]
    fn spoil_longer(&self, rows: &mut [Row4]) {
        let more = self.entries.more;
        let from = more.partition_point(|more| (more.vertex as usize) < self.vertex);
        for more in &more[from..] {
            let Some(row) = rows.get_mut(more.vertex as usize - self.vertex) else {
                return;
            };
            *row = Row4([f32::NAN; 4]);
        }
    }

    /// Of every vertex a point that its joints have together, by the number of their set.
    #[inline(always)]
    pub(super) fn points<S: Lanes>(&self, simd: S, points: &[Row4], sets: &[u32]) -> Xyzw<S> {
        let mut rows = [Row4::default(); MOST_LANES];
        let last = sets.len() - 1;
        for (lane, row) in rows[..S::LANES].iter_mut().enumerate() {
            let set = sets[(self.vertex + lane).min(last)] as usize;
            *row = points.get(set).copied().unwrap_or_default();
        }
        simd.columns(&rows, 0)
    }

    /// Of every vertex what stands in the place of its first quad.
    #[inline(always)]
    pub(super) fn of_lists<S: Lanes>(&self, of_lists: &[Row16]) -> [Row16; MOST_LANES] {
        let mut rows = [Row16::default(); MOST_LANES];
        for (lane, row) in rows[..S::LANES].iter_mut().enumerate() {
            *row = of_lists
                .get(self.first_quad(lane))
                .copied()
                .unwrap_or_default();
        }
        rows
    }
}
