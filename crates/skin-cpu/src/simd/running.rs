//! Signs against the weighted sum of the influences before, which differ from vertex to vertex: entries of a block's own.
//!
//! Most lists of joints need none of this (`pose.rs`): where rotations agree by pairs, and no weight is below zero, so they do with every sum.

use dq_math::signs::TIE;
use fearless_simd::{Select as _, SimdBase as _, SimdFloat as _, SimdMask as _};

use super::blend::{BLOCK, Entries};
use super::gather::MOST_LANES;
use super::maps::Xyzw;
use lanes::Lanes;
use lanes::Row4;

/// The most influences of a row.
pub(super) const WIDEST: usize = 8;
/// The most quads of a row.
const QUADS: usize = WIDEST / 4;

/// The entries of a block's vertices, each with its own signs.
pub(super) struct SignedEntries {
    first_quads: [u32; BLOCK],
    quads: [u64; QUADS * BLOCK],
    weights: [f32; WIDEST * BLOCK],
}

impl SignedEntries {
    pub(super) const fn new() -> Self {
        Self {
            first_quads: [0; BLOCK],
            quads: [0; QUADS * BLOCK],
            weights: [0.0; WIDEST * BLOCK],
        }
    }

    /// Of at least as many vertices as lanes, and at most [`BLOCK`], from `start` on. Vertices with influences beside the rows get weights that
    /// are no numbers, which no kernel accepts: they are left to the reference.
    #[inline(never)]
    pub(super) fn fill<'a, S: Lanes>(
        &'a mut self,
        simd: S,
        entries: Entries<'a>,
        start: usize,
        count: usize,
    ) -> Entries<'a> {
        simd.vectorize(
            #[inline(always)]
            || self.choose(simd, entries, (start, count)),
        );
        let width = entries.width.min(WIDEST);
        let from = &entries.weights[start * width..][..count * width];
        let weights = &mut self.weights[..count * width];
        weights.copy_from_slice(from);
        let first = entries
            .more
            .partition_point(|more| (more.vertex as usize) < start);
        let of_block = entries.more[first..]
            .iter()
            .take_while(|more| (more.vertex as usize) < start + count);
        for more in of_block {
            let place = more.vertex as usize - start;
            weights[place * width..][..width].fill(f32::NAN);
        }
        Entries {
            first_quads: &self.first_quads[..count],
            lists: &entries.lists[start..start + count],
            quads: &self.quads,
            weights: &self.weights[..count * width],
            more: &[],
            running: &[],
            ..entries
        }
    }

    #[inline(always)]
    fn choose<S: Lanes>(&mut self, simd: S, entries: Entries<'_>, (start, count): (usize, usize)) {
        let mut place = 0;
        while place < count {
            place = place.min(count.saturating_sub(S::LANES));
            self.copy::<S>(entries, (start, place));
            let mut sum = [S::f32s::splat(simd, 0.0); 4];
            // Those that fill up too: what averages rotations looks at all of a quad.
            for influence in 0..4 * entries.width.div_ceil(4).min(QUADS) {
                sum = self.choose_influence(simd, entries, (start, place), (influence, sum));
            }
            place += S::LANES;
        }
    }

    /// The joints of as many vertices as there are lanes.
    #[inline(always)]
    fn copy<S: Lanes>(&mut self, entries: Entries<'_>, (start, place): (usize, usize)) {
        let quads = entries.width.div_ceil(4).min(QUADS);
        for lane in place..place + S::LANES {
            let first = entries.first_quads[start + lane] as usize;
            let at = QUADS * lane;
            // At most 2 · 64, so the conversion never fails.
            self.first_quads[lane] = u32::try_from(at).unwrap_or(0);
            self.quads[at..at + quads].copy_from_slice(&entries.quads[first..first + quads]);
        }
    }

    /// Gives an influence, as rows name them, its sign against the sum so far, and adds it to that.
    #[inline(always)]
    fn choose_influence<S: Lanes>(
        &mut self,
        simd: S,
        entries: Entries<'_>,
        (start, place): (usize, usize),
        (influence, sum): (usize, Xyzw<S>),
    ) -> Xyzw<S> {
        let mut places = [0; MOST_LANES];
        for (lane, of_lane) in places.iter_mut().enumerate().take(S::LANES) {
            let first = entries.first_quads[start + place + lane] as usize;
            // Eight places at the most, four bits each.
            *of_lane = (entries.orders[first] >> (4 * influence) & 7) as usize;
        }
        let of_lanes = Influence {
            first: start + place,
            places,
        };
        let (sum, flips) = of_lanes.signed_sum(simd, entries, sum);
        for (lane, of_lane) in places.iter().enumerate().take(S::LANES) {
            let flip = flips >> lane & 1;
            self.quads[QUADS * (place + lane) + of_lane / 4] |= flip << (16 * (of_lane % 4));
        }
        sum
    }
}

/// One influence of as many vertices as there are lanes.
struct Influence {
    /// The first vertex, in the entries.
    first: usize,
    /// Where each vertex has it.
    places: [usize; MOST_LANES],
}

impl Influence {
    /// The sum with this influence, and where its rotation changes sign, as bits.
    #[inline(always)]
    fn signed_sum<S: Lanes>(&self, simd: S, entries: Entries<'_>, sum: Xyzw<S>) -> (Xyzw<S>, u64) {
        let mut rows = [Row4::default(); MOST_LANES];
        let mut weights = [0.0; MOST_LANES];
        for lane in 0..S::LANES {
            let (vertex, place) = (self.first + lane, self.places[lane % MOST_LANES]);
            let quad = entries.quads[entries.first_quads[vertex] as usize + place / 4];
            // Entries are by joint and sign; the last bit, not chosen yet, is dropped.
            let joint = (quad >> (16 * (place % 4)) & 0xffff) as usize >> 1;
            // Rows are a power of two of them.
            rows[lane % MOST_LANES] = entries.running[joint & (entries.running.len() - 1)];
            // Behind the row are joints that fill up, and those of longer lists, which are left to the reference.
            let row = &entries.weights[vertex * entries.width..][..entries.width];
            weights[lane % MOST_LANES] = row.get(place).copied().unwrap_or(0.0);
        }
        let [x, y, z, w] = simd.columns(&rows, 0);
        let weight = S::f32s::from_slice(simd, &weights[..S::LANES]);
        let along = x.mul_add(sum[0], y.mul_add(sum[1], z.mul_add(sum[2], w * sum[3])));
        // As `dq_math::signs::toward`: a tie flips nothing, and the first sum, zero, agrees with everything.
        let is_turned = along.simd_lt(-TIE);
        let signed = is_turned.select(S::f32s::splat(simd, 0.0) - weight, weight);
        let sum = [
            x.mul_add(signed, sum[0]),
            y.mul_add(signed, sum[1]),
            z.mul_add(signed, sum[2]),
            w.mul_add(signed, sum[3]),
        ];
        (sum, is_turned.to_bitmask())
    }
}
