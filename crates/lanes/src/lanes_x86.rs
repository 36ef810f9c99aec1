//! Eight and sixteen vertices at once. The instructions named here are safe to call in functions that [`fearless_simd::kernel`] makes.

use core::arch::x86_64::{
    __m256, __m512, __m512i, _mm256_rsqrt_ps, _mm256_shuffle_ps, _mm256_unpackhi_ps,
    _mm256_unpacklo_ps, _mm512_permutex2var_ps, _mm512_rsqrt14_ps, _mm512_unpackhi_ps,
    _mm512_unpacklo_ps,
};

use fearless_simd::x86::{Avx2, Avx512};
use fearless_simd::{
    SimdBase as _, SimdCombine as _, SimdInto as _, SimdSplit as _, f32x4, f32x8, f32x16, i32x16,
};

use crate::Lanes;
use crate::Row;

fearless_simd::kernel!(
    /// Four by four numbers in each half: rows become columns.
    #[inline(always)]
    fn transpose8(avx2: Avx2, a: __m256, b: __m256, c: __m256, d: __m256) -> [__m256; 4] {
        let (even_low, even_high) = (_mm256_unpacklo_ps(a, c), _mm256_unpackhi_ps(a, c));
        let (odd_low, odd_high) = (_mm256_unpacklo_ps(b, d), _mm256_unpackhi_ps(b, d));
        [
            _mm256_unpacklo_ps(even_low, odd_low),
            _mm256_unpackhi_ps(even_low, odd_low),
            _mm256_unpacklo_ps(even_high, odd_high),
            _mm256_unpackhi_ps(even_high, odd_high),
        ]
    }
);

fearless_simd::kernel!(
    /// In each half `[x0 y0 z0 x1] [y1 z1 x2 y2] [z2 x3 y3 z3]` become three vectors of one letter.
    #[inline(always)]
    fn split8(avx2: Avx2, a: __m256, b: __m256, c: __m256) -> [__m256; 3] {
        let xy = _mm256_shuffle_ps::<0b10_01_11_10>(b, c);
        let yz = _mm256_shuffle_ps::<0b01_00_10_01>(a, b);
        [
            _mm256_shuffle_ps::<0b10_00_11_00>(a, xy),
            _mm256_shuffle_ps::<0b11_01_10_00>(yz, xy),
            _mm256_shuffle_ps::<0b11_00_11_01>(yz, c),
        ]
    }
);

fearless_simd::kernel!(
    /// The way back from [`split8`].
    #[inline(always)]
    fn join8(avx2: Avx2, x: __m256, y: __m256, z: __m256) -> [__m256; 3] {
        let xy = _mm256_shuffle_ps::<0b10_00_10_00>(x, y);
        let yz = _mm256_shuffle_ps::<0b11_01_11_01>(y, z);
        let zx = _mm256_shuffle_ps::<0b11_01_10_00>(z, x);
        [
            _mm256_shuffle_ps::<0b10_00_10_00>(xy, zx),
            _mm256_shuffle_ps::<0b11_01_10_00>(yz, xy),
            _mm256_shuffle_ps::<0b11_01_11_01>(zx, yz),
        ]
    }
);

fearless_simd::kernel!(
    #[inline(always)]
    fn estimated_root8(avx2: Avx2, x: __m256) -> __m256 {
        _mm256_rsqrt_ps(x)
    }
);

impl Lanes for Avx2 {
    const LANES: usize = 8;

    #[inline(always)]
    fn columns<R: Row>(self, rows: &[R], q: usize) -> [f32x8<Self>; 4] {
        let Some(rows) = rows.first_chunk::<8>() else {
            return [f32x8::splat(self, 0.0); 4];
        };
        self.gather(
            #[inline(always)]
            |lane| rows[lane].quad(q),
        )
    }

    #[inline(always)]
    fn gather<'a>(self, quad: impl Fn(usize) -> &'a [f32; 4]) -> [f32x8<Self>; 4] {
        // The instruction turns each half by itself: lanes 0 … 3 are in the low one, 4 … 7 in the high one.
        let [a, b, c, d] = transpose8(
            self,
            pair(self, quad(0), quad(4)).into(),
            pair(self, quad(1), quad(5)).into(),
            pair(self, quad(2), quad(6)).into(),
            pair(self, quad(3), quad(7)).into(),
        );
        [
            a.simd_into(self),
            b.simd_into(self),
            c.simd_into(self),
            d.simd_into(self),
        ]
    }

    #[inline(always)]
    fn turn(self, [a, b, c, d]: [f32x8<Self>; 4]) -> [f32x8<Self>; 4] {
        let [a, b, c, d] = transpose8(self, a.into(), b.into(), c.into(), d.into());
        [
            a.simd_into(self),
            b.simd_into(self),
            c.simd_into(self),
            d.simd_into(self),
        ]
    }

    #[inline(always)]
    fn split_triples(self, triples: &[f32]) -> [f32x8<Self>; 3] {
        let (quads, _) = triples.as_chunks::<4>();
        let Some([a, b, c, d, e, f]) = quads.first_chunk::<6>() else {
            return [f32x8::splat(self, 0.0); 3];
        };
        let [x, y, z] = split8(
            self,
            pair(self, a, d).into(),
            pair(self, b, e).into(),
            pair(self, c, f).into(),
        );
        [x.simd_into(self), y.simd_into(self), z.simd_into(self)]
    }

    #[inline(always)]
    fn join_triples(self, [x, y, z]: [f32x8<Self>; 3], triples: &mut [f32]) {
        let (quads, _) = triples.as_chunks_mut::<4>();
        let Some([a, b, c, d, e, f]) = quads.first_chunk_mut::<6>() else {
            return;
        };
        let [ad, be, cf] = join8(self, x.into(), y.into(), z.into());
        store_pair(ad.simd_into(self), a, d);
        store_pair(be.simd_into(self), b, e);
        store_pair(cf.simd_into(self), c, f);
    }

    #[inline(always)]
    fn join_quads(self, [x, y, z, w]: [f32x8<Self>; 4], quads: &mut [[f32; 4]]) {
        let Some([a, b, c, d, e, f, g, h]) = quads.first_chunk_mut::<8>() else {
            return;
        };
        let [ae, bf, cg, dh] = transpose8(self, x.into(), y.into(), z.into(), w.into());
        store_pair(ae.simd_into(self), a, e);
        store_pair(bf.simd_into(self), b, f);
        store_pair(cg.simd_into(self), c, g);
        store_pair(dh.simd_into(self), d, h);
    }

    #[inline(always)]
    fn scatter(self, xyzw: [f32x8<Self>; 4], mut put: impl FnMut(usize, f32x4<Self>)) {
        let [ae, bf, cg, dh] = self.turn(xyzw);
        put_pair(ae, 0, &mut put);
        put_pair(bf, 1, &mut put);
        put_pair(cg, 2, &mut put);
        put_pair(dh, 3, &mut put);
    }

    #[inline(always)]
    fn inverse_root(self, x: f32x8<Self>) -> f32x8<Self> {
        let root: f32x8<Self> = estimated_root8(self, x.into()).simd_into(self);
        // One step of Newton: twelve bits become twenty-three.
        let half = x * 0.5;
        root * (f32x8::splat(self, 1.5) - half * root * root)
    }
}

#[inline(always)]
fn pair(avx2: Avx2, low: &[f32; 4], high: &[f32; 4]) -> f32x8<Avx2> {
    let low = f32x4::load_array_ref(avx2, low);
    low.combine(f32x4::load_array_ref(avx2, high))
}

/// The lanes `from` and `from + 4`.
#[inline(always)]
fn put_pair(both: f32x8<Avx2>, from: usize, put: &mut impl FnMut(usize, f32x4<Avx2>)) {
    let (low, high) = both.split();
    put(from, low);
    put(from + 4, high);
}

#[inline(always)]
fn store_pair(both: f32x8<Avx2>, low: &mut [f32; 4], high: &mut [f32; 4]) {
    let (first, second) = both.split();
    first.store_array(low);
    second.store_array(high);
}

fearless_simd::kernel!(
    /// Four by four numbers in each quarter: rows become columns.
    #[inline(always)]
    fn transpose16(avx512: Avx512, a: __m512, b: __m512, c: __m512, d: __m512) -> [__m512; 4] {
        let (even_low, even_high) = (_mm512_unpacklo_ps(a, c), _mm512_unpackhi_ps(a, c));
        let (odd_low, odd_high) = (_mm512_unpacklo_ps(b, d), _mm512_unpackhi_ps(b, d));
        [
            _mm512_unpacklo_ps(even_low, odd_low),
            _mm512_unpackhi_ps(even_low, odd_low),
            _mm512_unpacklo_ps(even_high, odd_high),
            _mm512_unpackhi_ps(even_high, odd_high),
        ]
    }
);

fearless_simd::kernel!(
    /// Numbers of `a`, from place 16 on of `b`.
    #[inline(always)]
    fn pick16(avx512: Avx512, a: __m512, places: __m512i, b: __m512) -> __m512 {
        _mm512_permutex2var_ps(a, places, b)
    }
);

fearless_simd::kernel!(
    #[inline(always)]
    fn estimated_root16(avx512: Avx512, x: __m512) -> __m512 {
        _mm512_rsqrt14_ps(x)
    }
);

/// For [`pick16`], twice: sixteen triples are in three vectors of sixteen; of which places one letter comes.
const fn split_places(letter: i32) -> [[i32; 16]; 2] {
    let mut places = [[0; 16]; 2];
    let (mut lane, mut number, mut at) = (0, 0, letter);
    while lane < 16 {
        // The first pick takes from the first two vectors (places 0 … 31) and leaves the rest to the second, which sees its outcome as 0
        // … 15.
        if at < 32 {
            places[0][lane] = at;
            places[1][lane] = number;
        } else {
            places[1][lane] = at - 16;
        }
        (lane, number, at) = (lane + 1, number + 1, at + 3);
    }
    places
}

/// The way back: the sixteen numbers from `16 part` on, of x and y, then z.
const fn join_places(part: i32) -> [[i32; 16]; 2] {
    let mut places = [[0; 16]; 2];
    let (mut lane, mut number) = (0, 0);
    while lane < 16 {
        let at = 16 * part + number;
        let (triple, letter) = (at / 3, at % 3);
        if letter < 2 {
            places[0][lane] = triple + 16 * letter;
            places[1][lane] = number;
        } else {
            places[1][lane] = triple + 16;
        }
        (lane, number) = (lane + 1, number + 1);
    }
    places
}

static SPLIT: [[[i32; 16]; 2]; 3] = [split_places(0), split_places(1), split_places(2)];
static JOIN: [[[i32; 16]; 2]; 3] = [join_places(0), join_places(1), join_places(2)];

impl Lanes for Avx512 {
    const LANES: usize = 16;

    #[inline(always)]
    fn columns<R: Row>(self, rows: &[R], q: usize) -> [f32x16<Self>; 4] {
        let Some(rows) = rows.first_chunk::<16>() else {
            return [f32x16::splat(self, 0.0); 4];
        };
        self.gather(
            #[inline(always)]
            |lane| rows[lane].quad(q),
        )
    }

    #[inline(always)]
    fn gather<'a>(self, quad: impl Fn(usize) -> &'a [f32; 4]) -> [f32x16<Self>; 4] {
        let [a, b, c, d] = transpose16(
            self,
            four(self, [quad(0), quad(4), quad(8), quad(12)]).into(),
            four(self, [quad(1), quad(5), quad(9), quad(13)]).into(),
            four(self, [quad(2), quad(6), quad(10), quad(14)]).into(),
            four(self, [quad(3), quad(7), quad(11), quad(15)]).into(),
        );
        [
            a.simd_into(self),
            b.simd_into(self),
            c.simd_into(self),
            d.simd_into(self),
        ]
    }

    #[inline(always)]
    fn turn(self, [a, b, c, d]: [f32x16<Self>; 4]) -> [f32x16<Self>; 4] {
        let [a, b, c, d] = transpose16(self, a.into(), b.into(), c.into(), d.into());
        [
            a.simd_into(self),
            b.simd_into(self),
            c.simd_into(self),
            d.simd_into(self),
        ]
    }

    #[inline(always)]
    fn split_triples(self, triples: &[f32]) -> [f32x16<Self>; 3] {
        let (vectors, _) = triples.as_chunks::<16>();
        let Some([a, b, c]) = vectors.first_chunk::<3>() else {
            return [f32x16::splat(self, 0.0); 3];
        };
        let load = [
            f32x16::load_array_ref(self, a),
            f32x16::load_array_ref(self, b),
            f32x16::load_array_ref(self, c),
        ];
        [
            pick(self, load, &SPLIT[0]),
            pick(self, load, &SPLIT[1]),
            pick(self, load, &SPLIT[2]),
        ]
    }

    #[inline(always)]
    fn join_triples(self, xyz: [f32x16<Self>; 3], triples: &mut [f32]) {
        let (vectors, _) = triples.as_chunks_mut::<16>();
        let Some([a, b, c]) = vectors.first_chunk_mut::<3>() else {
            return;
        };
        pick(self, xyz, &JOIN[0]).store_array(a);
        pick(self, xyz, &JOIN[1]).store_array(b);
        pick(self, xyz, &JOIN[2]).store_array(c);
    }

    #[inline(always)]
    fn join_quads(self, [x, y, z, w]: [f32x16<Self>; 4], quads: &mut [[f32; 4]]) {
        let Some(quads) = quads.first_chunk_mut::<16>() else {
            return;
        };
        let [first, second, third, fourth] =
            transpose16(self, x.into(), y.into(), z.into(), w.into());
        store_four(first.simd_into(self), quads, 0);
        store_four(second.simd_into(self), quads, 1);
        store_four(third.simd_into(self), quads, 2);
        store_four(fourth.simd_into(self), quads, 3);
    }

    #[inline(always)]
    fn scatter(self, xyzw: [f32x16<Self>; 4], mut put: impl FnMut(usize, f32x4<Self>)) {
        let [first, second, third, fourth] = self.turn(xyzw);
        put_four(first, 0, &mut put);
        put_four(second, 1, &mut put);
        put_four(third, 2, &mut put);
        put_four(fourth, 3, &mut put);
    }

    #[inline(always)]
    fn inverse_root(self, x: f32x16<Self>) -> f32x16<Self> {
        let root: f32x16<Self> = estimated_root16(self, x.into()).simd_into(self);
        // One step of Newton: fourteen bits become all of them.
        let half = x * 0.5;
        root * (f32x16::splat(self, 1.5) - half * root * root)
    }
}

#[inline(always)]
fn four(avx512: Avx512, [a, b, c, d]: [&[f32; 4]; 4]) -> f32x16<Avx512> {
    let low = f32x4::load_array_ref(avx512, a).combine(f32x4::load_array_ref(avx512, b));
    low.combine(f32x4::load_array_ref(avx512, c).combine(f32x4::load_array_ref(avx512, d)))
}

/// The rows `from`, `from + 4` and so on.
#[inline(always)]
fn store_four(rows: f32x16<Avx512>, quads: &mut [[f32; 4]; 16], from: usize) {
    let (low, high) = rows.split();
    let ((a, b), (c, d)) = (low.split(), high.split());
    a.store_array(&mut quads[from]);
    b.store_array(&mut quads[from + 4]);
    c.store_array(&mut quads[from + 8]);
    d.store_array(&mut quads[from + 12]);
}

/// The lanes `from`, `from + 4` and so on.
#[inline(always)]
fn put_four(rows: f32x16<Avx512>, from: usize, put: &mut impl FnMut(usize, f32x4<Avx512>)) {
    let (low, high) = rows.split();
    let ((a, b), (c, d)) = (low.split(), high.split());
    put(from, a);
    put(from + 4, b);
    put(from + 8, c);
    put(from + 12, d);
}

#[inline(always)]
fn pick(
    avx512: Avx512,
    [a, b, c]: [f32x16<Avx512>; 3],
    [first, second]: &[[i32; 16]; 2],
) -> f32x16<Avx512> {
    let first = i32x16::load_array_ref(avx512, first);
    let second = i32x16::load_array_ref(avx512, second);
    let of_two = pick16(avx512, a.into(), first.into(), b.into());
    pick16(avx512, of_two, second.into(), c.into()).simd_into(avx512)
}
