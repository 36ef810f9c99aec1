//! The first half of every kernel: rows of palettes, blended whole, one vertex after another.

use fearless_simd::{Simd, SimdBase as _, SimdFloat as _, f32x4, f32x8, f32x16};
use rig::MoreInfluences;

use super::batches::{Batch, Batches};
use super::beside::MapInputs;
use lanes::Lanes;
use lanes::{Row4, Row8, Row16};

/// Vertices blended before they are moved: what is between, 4 kB of rows of sixteen numbers, stays in the nearest cache.
pub(super) const BLOCK: usize = 64;

/// The influences of a mesh, with their palette entries in a pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entries<'a> {
    /// Influences a row: 1, 2, 4 or 8.
    pub(super) width: usize,
    /// Where each vertex's entries begin in `quads`.
    pub(super) first_quads: &'a [u32],
    /// Where each vertex's list has its place in what is kept by lists.
    pub(super) lists: &'a [u32],
    /// Palette entries, four to an element.
    pub(super) quads: &'a [u64],
    pub(super) weights: &'a [f32],
    /// By first quad, the places of influences as rows name them.
    pub(super) orders: &'a [u32],
    pub(super) more: &'a [MoreInfluences],
    /// Rotations by joint, where signs depend on the weights; none where the entries have theirs.
    pub(super) running: &'a [Row4],
    /// What there is beside weights: maps, and gradients for exact normals.
    pub(super) beside: Option<&'a MapInputs<'a>>,
    /// The same influences by batches, where pages of them are blended so.
    pub(super) batches: Option<Batches<'a>>,
}

/// A palette whose entries are blended linearly.
pub(super) trait Blended: Copy {
    /// A blended entry, in registers.
    type Sum<S: Simd>: Copy;
    /// Blended entries of a block.
    type Block;
    /// Blended entries of as many vertices as there are lanes, one vector a number.
    type Columns<S: Simd>: Copy;
    /// Whether there is nothing to blend.
    const IS_NOTHING: bool = false;

    fn new_block() -> Self::Block;
    fn zero<S: Lanes>(simd: S) -> Self::Sum<S>;
    fn times<S: Lanes>(self, simd: S, entry: usize, weight: f32) -> Self::Sum<S>;
    fn add<S: Lanes>(self, sum: Self::Sum<S>, entry: usize, weight: f32) -> Self::Sum<S>;
    fn store<S: Lanes>(sum: Self::Sum<S>, block: &mut Self::Block, place: usize);
    fn load<S: Lanes>(simd: S, block: &Self::Block, place: usize) -> Self::Sum<S>;
    /// Of a block, from a place on.
    fn columns<S: Lanes>(simd: S, block: &Self::Block, place: usize) -> Self::Columns<S>;
    /// Blends the entries of a batch: `Σ w_j m_j` over its joints, number by number.
    fn sum<S: Lanes>(self, simd: S, batch: Batch<'_>) -> Self::Columns<S>;
}

/// Rows of one kind, a power of two of them. `SHIFT` is 1 where entries count every joint twice, once for each sign, and rows once.
#[derive(Clone, Copy)]
pub(super) struct Palette<'a, R, const SHIFT: usize>(pub(super) &'a [R]);

/// Two palettes with the same entries.
#[derive(Clone, Copy)]
pub(super) struct PalettePair<A, B>(pub(super) A, pub(super) B);

macro_rules! blended_rows {
    ($row:ident, $vector:ident, $quads:literal) => {
        impl<const SHIFT: usize> Blended for Palette<'_, $row, SHIFT> {
            type Sum<S: Simd> = $vector<S>;
            type Block = [$row; BLOCK];
            type Columns<S: Simd> = [[S::f32s; 4]; $quads];

            #[inline(always)]
            fn new_block() -> Self::Block {
                [$row::default(); BLOCK]
            }

            #[inline(always)]
            fn zero<S: Lanes>(simd: S) -> Self::Sum<S> {
                $vector::splat(simd, 0.0)
            }

            #[inline(always)]
            fn times<S: Lanes>(self, simd: S, entry: usize, weight: f32) -> Self::Sum<S> {
                $vector::load_array_ref(simd, &self.row(entry).0) * weight
            }

            #[inline(always)]
            fn add<S: Lanes>(self, sum: Self::Sum<S>, entry: usize, weight: f32) -> Self::Sum<S> {
                let simd = sum.simd;
                let row = $vector::load_array_ref(simd, &self.row(entry).0);
                row.mul_add($vector::splat(simd, weight), sum)
            }

            #[inline(always)]
            fn store<S: Lanes>(sum: Self::Sum<S>, block: &mut Self::Block, place: usize) {
                sum.store_array(&mut block[place % BLOCK].0);
            }

            #[inline(always)]
            fn load<S: Lanes>(simd: S, block: &Self::Block, place: usize) -> Self::Sum<S> {
                $vector::load_array_ref(simd, &block[place % BLOCK].0)
            }

            #[inline(always)]
            fn columns<S: Lanes>(simd: S, block: &Self::Block, place: usize) -> Self::Columns<S> {
                let rows = &block[place % BLOCK..];
                let mut columns = [[S::f32s::splat(simd, 0.0); 4]; $quads];
                let mut quad = 0;
                while quad < $quads {
                    columns[quad] = simd.columns(rows, quad);
                    quad += 1;
                }
                columns
            }

            #[inline(always)]
            fn sum<S: Lanes>(self, simd: S, batch: Batch<'_>) -> Self::Columns<S> {
                let mut sums = [[S::f32s::splat(simd, 0.0); 4]; $quads];
                for (entry, weights) in batch.columns::<S>() {
                    let weights = S::f32s::from_slice(simd, weights);
                    let numbers = &self.row(entry).0;
                    let mut number = 0;
                    while number < 4 * $quads {
                        let sum = &mut sums[number / 4][number % 4];
                        *sum = weights.mul_add(S::f32s::splat(simd, numbers[number]), *sum);
                        number += 1;
                    }
                }
                sums
            }
        }

        impl<const SHIFT: usize> Palette<'_, $row, SHIFT> {
            /// Every entry is below the length, which is a power of two; said in this way, it need not be tested.
            #[inline(always)]
            fn row(&self, entry: usize) -> &$row {
                &self.0[(entry >> SHIFT) & (self.0.len() - 1)]
            }
        }
    };
}

blended_rows!(Row16, f32x16, 4);
blended_rows!(Row8, f32x8, 2);
blended_rows!(Row4, f32x4, 1);

impl<A: Blended, B: Blended> Blended for PalettePair<A, B> {
    type Sum<S: Simd> = (A::Sum<S>, B::Sum<S>);
    type Block = (A::Block, B::Block);
    type Columns<S: Simd> = (A::Columns<S>, B::Columns<S>);
    const IS_NOTHING: bool = A::IS_NOTHING && B::IS_NOTHING;

    #[inline(always)]
    fn new_block() -> Self::Block {
        (A::new_block(), B::new_block())
    }

    #[inline(always)]
    fn zero<S: Lanes>(simd: S) -> Self::Sum<S> {
        (A::zero(simd), B::zero(simd))
    }

    #[inline(always)]
    fn times<S: Lanes>(self, simd: S, entry: usize, weight: f32) -> Self::Sum<S> {
        (
            self.0.times(simd, entry, weight),
            self.1.times(simd, entry, weight),
        )
    }

    #[inline(always)]
    fn add<S: Lanes>(self, sum: Self::Sum<S>, entry: usize, weight: f32) -> Self::Sum<S> {
        (
            self.0.add(sum.0, entry, weight),
            self.1.add(sum.1, entry, weight),
        )
    }

    #[inline(always)]
    fn store<S: Lanes>(sum: Self::Sum<S>, block: &mut Self::Block, place: usize) {
        A::store(sum.0, &mut block.0, place);
        B::store(sum.1, &mut block.1, place);
    }

    #[inline(always)]
    fn load<S: Lanes>(simd: S, block: &Self::Block, place: usize) -> Self::Sum<S> {
        (
            A::load(simd, &block.0, place),
            B::load(simd, &block.1, place),
        )
    }

    #[inline(always)]
    fn columns<S: Lanes>(simd: S, block: &Self::Block, place: usize) -> Self::Columns<S> {
        (
            A::columns(simd, &block.0, place),
            B::columns(simd, &block.1, place),
        )
    }

    #[inline(always)]
    fn sum<S: Lanes>(self, simd: S, batch: Batch<'_>) -> Self::Columns<S> {
        (self.0.sum(simd, batch), self.1.sum(simd, batch))
    }
}

/// Blends the entries of at most [`BLOCK`] vertices from `start` on.
///
/// A function of its own: inlined into the loop over blocks it lacked registers, and kept where rows begin in memory.
#[inline(never)]
pub(super) fn blend<S: Lanes, P: Blended>(
    simd: S,
    palette: P,
    entries: Entries<'_>,
    part: (usize, usize),
    block: &mut P::Block,
) {
    if P::IS_NOTHING {
        return;
    }
    simd.vectorize(
        #[inline(always)]
        || blend_by_width(simd, palette, entries, part, block),
    );
}

#[inline(always)]
fn blend_by_width<S: Lanes, P: Blended>(
    simd: S,
    palette: P,
    entries: Entries<'_>,
    (start, count): (usize, usize),
    block: &mut P::Block,
) {
    match entries.width {
        1 => blend_rows::<S, P, 1, 1>(simd, palette, entries, (start, count), block),
        2 => blend_rows::<S, P, 2, 1>(simd, palette, entries, (start, count), block),
        // Widths as constants, so that the loops over influences are unrolled; packing makes no others.
        4 => blend_rows::<S, P, 4, 1>(simd, palette, entries, (start, count), block),
        _ => blend_rows::<S, P, 8, 2>(simd, palette, entries, (start, count), block),
    }
    if !entries.more.is_empty() {
        blend_more(simd, palette, entries, (start, count), block);
    }
}

#[inline(always)]
fn blend_rows<S: Lanes, P: Blended, const WIDTH: usize, const QUADS: usize>(
    simd: S,
    palette: P,
    entries: Entries<'_>,
    (start, count): (usize, usize),
    block: &mut P::Block,
) {
    let count = count.min(BLOCK);
    let (rows, _) = entries.weights.as_chunks::<WIDTH>();
    // Slices of one length, so that the loop tests none.
    let first_quads = &entries.first_quads[start..][..count];
    let rows = &rows[start..][..count];
    for place in 0..count {
        let (first, weights) = (first_quads[place] as usize, &rows[place]);
        // Packed rows always have their quads; this says so to the compiler, and nothing is tested in the loop below.
        let Some(quads) = entries.quads[first..].first_chunk::<QUADS>() else {
            return;
        };
        // The first product begins the sum: one addition fewer than from zero.
        let mut sum = palette.times(simd, entry(quads, 0), weights[0]);
        #[expect(
            clippy::needless_range_loop,
            reason = "a constant number of turns, which are unrolled"
        )]
        for influence in 1..WIDTH {
            sum = palette.add(sum, entry(quads, influence), weights[influence]);
        }
        P::store(sum, block, place);
    }
}

#[inline(always)]
fn entry<const QUADS: usize>(quads: &[u64; QUADS], influence: usize) -> usize {
    ((quads[influence / 4] >> (16 * (influence % 4))) & 0xffff) as usize
}

/// Adds the influences that do not fit into the rows.
#[inline(always)]
fn blend_more<S: Lanes, P: Blended>(
    simd: S,
    palette: P,
    entries: Entries<'_>,
    (start, count): (usize, usize),
    block: &mut P::Block,
) {
    // `more` is sorted by vertex, so a search finds where the block's own begin.
    let from = entries
        .more
        .partition_point(|more| (more.vertex as usize) < start);
    for more in entries.more.iter().skip(from) {
        let place = more.vertex as usize - start;
        if place >= count {
            return;
        }
        // Always there; entry 0 stands in so that nothing here can panic.
        let quad = [entries.quads.get(more.quad as usize).copied().unwrap_or(0)];
        let mut sum = P::load(simd, block, place);
        for influence in 0..4 {
            sum = palette.add(sum, entry(&quad, influence), more.weights[influence]);
        }
        P::store(sum, block, place);
    }
}
