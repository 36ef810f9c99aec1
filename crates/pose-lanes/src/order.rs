//! Where a joint is in columns: numbers of sixteen joints, in the order in which lanes take them.

use fearless_simd::SimdBase as _;
use lanes::{Lanes, Row16};

use crate::algebra::{Quad, Triple};

/// Joints that lie together, whatever the number of lanes: two or four vectors of those that have fewer.
pub(crate) const BLOCK: usize = 16;

/// How many blocks so many joints take.
pub(crate) const fn blocks_of(joints: usize) -> usize {
    joints.div_ceil(BLOCK)
}

/// Which number of a column of a block is that of joint `joint % 16`, where vectors have so many lanes: what [`Lanes::turn`] makes of joints in
/// order.
pub(crate) const fn place_in_block(lanes: usize, joint: usize) -> usize {
    let (vector, lane) = (joint % BLOCK / lanes, joint % lanes);
    let quads = lanes / 4;
    vector * lanes + 4 * (lane % quads) + lane / quads
}

/// The joint at a lane of a vector whose first joint is in its place: the way back.
#[inline(always)]
pub(crate) const fn joint_of_lane(lanes: usize, lane: usize) -> usize {
    (lane % 4) * (lanes / 4) + lane / 4
}

/// Three columns of a block, from a lane on.
#[inline(always)]
pub(crate) fn load3<S: Lanes>(simd: S, [x, y, z]: &[Row16; 3], at: usize) -> Triple<S> {
    [load(simd, x, at), load(simd, y, at), load(simd, z, at)]
}

/// Four columns of a block, from a lane on.
#[inline(always)]
pub(crate) fn load4<S: Lanes>(simd: S, [x, y, z, w]: &[Row16; 4], at: usize) -> Quad<S> {
    [
        load(simd, x, at),
        load(simd, y, at),
        load(simd, z, at),
        load(simd, w, at),
    ]
}

#[inline(always)]
pub(crate) fn load<S: Lanes>(simd: S, column: &Row16, at: usize) -> S::f32s {
    S::f32s::from_slice(simd, &column.0[at..at + S::LANES])
}

#[inline(always)]
pub(crate) fn store<S: Lanes>(vector: S::f32s, column: &mut Row16, at: usize) {
    vector.store_slice(&mut column.0[at..at + S::LANES]);
}

#[inline(always)]
pub(crate) fn store4<S: Lanes>(_: S, [x, y, z, w]: Quad<S>, block: &mut [Row16; 4], at: usize) {
    store::<S>(x, &mut block[0], at);
    store::<S>(y, &mut block[1], at);
    store::<S>(z, &mut block[2], at);
    store::<S>(w, &mut block[3], at);
}

/// Quads of the joints of a block, in their order, from joint `at` on, as columns.
#[inline(always)]
pub(crate) fn turned<S: Lanes>(simd: S, quads: &[Row16; 4], at: usize) -> Quad<S> {
    let (numbers, from) = (Row16::numbers(quads), 4 * at);
    let width = S::LANES;
    simd.turn([
        S::f32s::from_slice(simd, &numbers[from..from + width]),
        S::f32s::from_slice(simd, &numbers[from + width..from + 2 * width]),
        S::f32s::from_slice(simd, &numbers[from + 2 * width..from + 3 * width]),
        S::f32s::from_slice(simd, &numbers[from + 3 * width..from + 4 * width]),
    ])
}

/// The way back from [`turned`].
#[inline(always)]
pub(crate) fn put<S: Lanes>(simd: S, columns: Quad<S>, quads: &mut [Row16; 4], at: usize) {
    let [a, b, c, d] = simd.turn(columns);
    let (numbers, from) = (Row16::numbers_mut(quads), 4 * at);
    let width = S::LANES;
    a.store_slice(&mut numbers[from..from + width]);
    b.store_slice(&mut numbers[from + width..from + 2 * width]);
    c.store_slice(&mut numbers[from + 2 * width..from + 3 * width]);
    d.store_slice(&mut numbers[from + 3 * width..from + 4 * width]);
}

/// Quads joint by joint, of a list of blocks of them.
#[inline(always)]
pub(crate) fn quads(blocks: &[[Row16; 4]]) -> &[[f32; 4]] {
    Row16::numbers(blocks.as_flattened()).as_chunks().0
}

/// The same, to be written.
#[inline(always)]
pub(crate) fn quads_mut(blocks: &mut [[Row16; 4]]) -> &mut [[f32; 4]] {
    Row16::numbers_mut(blocks.as_flattened_mut())
        .as_chunks_mut()
        .0
}
