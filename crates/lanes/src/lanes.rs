//! What the instruction sets do each in their own way: turning rows of single vertices into vectors of one number of many vertices, and
//! back.
//!
//! Everything here is inlined into functions that are compiled for an instruction set; a call would be compiled without it.

use fearless_simd::{Simd, SimdBase as _, SimdFloat as _, f32x4};

use crate::Row;

/// An instruction set with vectors of `LANES` numbers, one a vertex.
pub trait Lanes: Simd {
    /// Numbers that one vector holds: 4, 8 or 16.
    const LANES: usize;

    /// Of `LANES` rows four numbers each, from `4 q` on: `[rows[..][4 q], rows[..][4 q + 1], …]`. Zeros of fewer rows.
    fn columns<R: Row>(self, rows: &[R], q: usize) -> [Self::f32s; 4];

    /// The same of four numbers a lane, wherever they lie.
    fn gather<'a>(self, quad: impl Fn(usize) -> &'a [f32; 4]) -> [Self::f32s; 4];

    /// Four vectors of quads, one after another, as columns: number c of a quad goes to vector c. Where the quads are numbered as they lie,
    /// quad `LANES / 4 · e + l` comes to lane `4 l + e`. It is its own inverse.
    fn turn(self, rows: [Self::f32s; 4]) -> [Self::f32s; 4];

    /// `[x, y, z]` of `LANES` triples, one after another; zeros of fewer.
    fn split_triples(self, triples: &[f32]) -> [Self::f32s; 3];

    /// Writes `LANES` triples. Fewer are left as they are.
    fn join_triples(self, xyz: [Self::f32s; 3], triples: &mut [f32]);

    /// Writes `LANES` rows of four numbers: the way back from [`columns`](Self::columns). Fewer are left as they are.
    fn join_quads(self, xyzw: [Self::f32s; 4], quads: &mut [[f32; 4]]);

    /// The same to wherever a lane's four numbers belong: `put(lane, quad)`, once a lane.
    fn scatter(self, xyzw: [Self::f32s; 4], put: impl FnMut(usize, f32x4<Self>));

    /// `1 / √x` but for two units in the last place, of normal numbers.
    fn inverse_root(self, x: Self::f32s) -> Self::f32s;
}

/// Four by four numbers: rows become columns.
#[inline(always)]
fn transpose<S: Simd>(_: S, [a, b, c, d]: [f32x4<S>; 4]) -> [f32x4<S>; 4] {
    // Two rounds of interleaving: first rows 0 with 2 and 1 with 3, then the outcomes.
    let (even_low, even_high) = (a.zip_low(c), a.zip_high(c));
    let (odd_low, odd_high) = (b.zip_low(d), b.zip_high(d));
    [
        even_low.zip_low(odd_low),
        even_low.zip_high(odd_low),
        even_high.zip_low(odd_high),
        even_high.zip_high(odd_high),
    ]
}

#[inline(always)]
fn quad<S: Simd>(simd: S, from: &[f32], at: usize) -> f32x4<S> {
    f32x4::from_slice(simd, &from[at..at + 4])
}

/// Instruction sets whose vectors have four numbers.
macro_rules! four_lanes {
    ($token:ty) => {
        impl Lanes for $token {
            const LANES: usize = 4;

            #[inline(always)]
            fn columns<R: Row>(self, rows: &[R], q: usize) -> [f32x4<Self>; 4] {
                let Some(rows) = rows.first_chunk::<4>() else {
                    return [f32x4::splat(self, 0.0); 4];
                };
                self.gather(
                    #[inline(always)]
                    |lane| rows[lane].quad(q),
                )
            }

            #[inline(always)]
            fn gather<'a>(self, quad: impl Fn(usize) -> &'a [f32; 4]) -> [f32x4<Self>; 4] {
                let load = [
                    f32x4::load_array_ref(self, quad(0)),
                    f32x4::load_array_ref(self, quad(1)),
                    f32x4::load_array_ref(self, quad(2)),
                    f32x4::load_array_ref(self, quad(3)),
                ];
                transpose(self, load)
            }

            #[inline(always)]
            fn turn(self, rows: [f32x4<Self>; 4]) -> [f32x4<Self>; 4] {
                transpose(self, rows)
            }

            #[inline(always)]
            fn split_triples(self, triples: &[f32]) -> [f32x4<Self>; 3] {
                let Some(from) = triples.first_chunk::<12>() else {
                    return [f32x4::splat(self, 0.0); 3];
                };
                // The last triple from one place before, since there is nothing behind it.
                let last = quad(self, from, 8);
                let last = last.slide::<1>(last);
                let rows = [
                    quad(self, from, 0),
                    quad(self, from, 3),
                    quad(self, from, 6),
                    last,
                ];
                let [x, y, z, _] = transpose(self, rows);
                [x, y, z]
            }

            #[inline(always)]
            fn join_triples(self, [x, y, z]: [f32x4<Self>; 3], triples: &mut [f32]) {
                let Some(to) = triples.first_chunk_mut::<12>() else {
                    return;
                };
                // What is written behind a triple is overwritten by the next one; the last begins one place before, with the z of
                // the one before it.
                let [a, b, c, d] = transpose(self, [x, y, z, z.slide::<3>(z)]);
                a.store_slice(&mut to[0..4]);
                b.store_slice(&mut to[3..7]);
                c.store_slice(&mut to[6..10]);
                d.slide::<3>(d).store_slice(&mut to[8..12]);
            }

            #[inline(always)]
            fn join_quads(self, xyzw: [f32x4<Self>; 4], quads: &mut [[f32; 4]]) {
                let Some(quads) = quads.first_chunk_mut::<4>() else {
                    return;
                };
                for (row, quad) in transpose(self, xyzw).into_iter().zip(quads) {
                    row.store_array(quad);
                }
            }

            #[inline(always)]
            fn scatter(self, xyzw: [f32x4<Self>; 4], mut put: impl FnMut(usize, f32x4<Self>)) {
                let [a, b, c, d] = transpose(self, xyzw);
                put(0, a);
                put(1, b);
                put(2, c);
                put(3, d);
            }

            #[inline(always)]
            fn inverse_root(self, x: f32x4<Self>) -> f32x4<Self> {
                // Without a fast estimate that all sets of this width share, root and division, which are exact to a rounding each.
                f32x4::splat(self, 1.0) / x.sqrt()
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
four_lanes!(fearless_simd::x86::Sse4_2);
#[cfg(target_arch = "aarch64")]
four_lanes!(fearless_simd::aarch64::Neon);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
four_lanes!(fearless_simd::wasm32::WasmSimd128);
four_lanes!(fearless_simd::Fallback);
