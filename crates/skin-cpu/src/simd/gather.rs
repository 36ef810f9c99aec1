//! Rows of single influences, for methods that do more with them than blend them.

use super::blend::Entries;
use super::maps::Xyzw;
use lanes::Lanes;
use lanes::{Row, Row4, Row16};

/// The most lanes of any instruction set.
pub(super) const MOST_LANES: usize = 16;
/// Influences of a vertex that are gathered; a vertex with more is left to the reference.
pub(super) const GATHERED: usize = 4;

/// The vertices of a vector's lanes: as many as there are lanes, from one on.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    /// The first vertex's place in the block, below `BLOCK`.
    pub(super) place: usize,
    /// The first vertex's number in the entries.
    pub(super) vertex: usize,
    /// Vertices of the mesh before those of the entries.
    pub(super) before: usize,
    pub(super) entries: Entries<'a>,
}

impl At<'_> {
    /// Where the entries of each lane's vertex begin.
    #[inline(always)]
    fn first_quads<S: Lanes>(&self) -> &[u32] {
        &self.entries.first_quads[self.vertex..][..S::LANES]
    }

    /// Of every vertex the rows of four influences.
    #[inline(always)]
    pub(super) fn rows<'r, S: Lanes, R: Row>(&self, rows: &'r [R]) -> Gathered<'r, R> {
        let mut quads = [0; MOST_LANES];
        for (lane, &first) in self.first_quads::<S>().iter().enumerate() {
            quads[lane % MOST_LANES] = self.entries.quads[first as usize];
        }
        Gathered { rows, quads }
    }

    /// Of every vertex four weights; no numbers where it has more influences.
    #[inline(always)]
    pub(super) fn weights<S: Lanes>(&self, simd: S) -> Xyzw<S> {
        let Entries {
            width,
            weights,
            more,
            ..
        } = self.entries;
        let weights = &weights[self.vertex * width..][..S::LANES * width];
        // The usual mesh: rows of four, which are read as they lie.
        if width == GATHERED && more.is_empty() {
            let (rows, _) = weights.as_chunks::<GATHERED>();
            return simd.columns(rows, 0);
        }
        let mut rows = [Row4::default(); MOST_LANES];
        for (row, weights) in rows.iter_mut().zip(weights.chunks_exact(width)) {
            *row = row_of(weights);
        }
        if !more.is_empty() {
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
        // Points are a power of two of them.
        let most = points.len() - 1;
        let from = (self.before + self.vertex).min(sets.len());
        if let Some(sets) = sets[from..].get(..S::LANES) {
            return simd.gather(
                #[inline(always)]
                |lane| points[sets[lane] as usize & most].quad(0),
            );
        }
        // Lanes that are filled up are beyond the last vertex.
        let mut rows = [Row4::default(); MOST_LANES];
        for (row, &set) in rows.iter_mut().zip(&sets[from..]) {
            *row = points[set as usize & most];
        }
        simd.columns(&rows, 0)
    }

    /// Of every vertex four numbers, from `4 q` on, of what stands in the place of its list's first quad.
    #[inline(always)]
    pub(super) fn of_lists<S: Lanes>(&self, simd: S, of_lists: &[Row16], q: usize) -> Xyzw<S> {
        let lists = &self.entries.lists[self.vertex..][..S::LANES];
        // Lists are a power of two of them.
        let most = of_lists.len() - 1;
        simd.gather(
            #[inline(always)]
            |lane| of_lists[lists[lane] as usize & most].quad(q),
        )
    }
}

/// Rows of four influences of every lane's vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gathered<'a, R> {
    /// A power of two of them.
    rows: &'a [R],
    /// Four entries of sixteen bits for each lane's vertex.
    quads: [u64; MOST_LANES],
}

impl<R: Row> Gathered<'_, R> {
    /// Of one influence four numbers, from `4 q` on.
    #[inline(always)]
    pub(super) fn columns<S: Lanes>(&self, simd: S, influence: usize, q: usize) -> Xyzw<S> {
        let most = self.rows.len() - 1;
        simd.gather(
            #[inline(always)]
            |lane| {
                let entry = self.quads[lane % MOST_LANES] >> (16 * influence) & 0xffff;
                self.rows[entry as usize & most].quad(q)
            },
        )
    }

    /// Of all four influences, one after another, four numbers, from `4 q` on.
    #[inline(always)]
    pub(super) fn all_columns<S: Lanes>(&self, simd: S, q: usize) -> [Xyzw<S>; GATHERED] {
        [
            self.columns(simd, 0, q),
            self.columns(simd, 1, q),
            self.columns(simd, 2, q),
            self.columns(simd, 3, q),
        ]
    }
}

/// Weights filled up to four; no numbers where more of them count.
#[inline(always)]
fn row_of(weights: &[f32]) -> Row4 {
    let (own, more) = weights.split_at(weights.len().min(GATHERED));
    if more.iter().any(|&weight| weight != 0.0) {
        // NaN fails all comparisons, so no kernel accepts the vertex.
        return Row4([f32::NAN; 4]);
    }
    let mut row = Row4::default();
    row.0[..own.len()].copy_from_slice(own);
    row
}
