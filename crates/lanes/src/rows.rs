//! Rows of numbers that are blended whole, aligned as vector loads like them.

use bytemuck::{Pod, Zeroable};

/// A row of a palette, and of what comes of blending palettes.
pub trait Row: Copy + Default + Send + Sync + 'static {
    /// Four of its numbers, from `4 q` on.
    fn quad(&self, q: usize) -> &[f32; 4];
}

/// Sixteen numbers, one cache line: a 3×4 matrix by rows and four numbers more, or a 4×4 one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Row16(pub [f32; 16]);

/// Eight numbers: a dual quaternion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct Row8(pub [f32; 8]);

/// Four numbers: a quaternion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct Row4(pub [f32; 4]);

impl Row16 {
    /// The numbers of all rows, one after another.
    #[must_use]
    #[inline(always)]
    pub fn numbers(rows: &[Self]) -> &[f32] {
        bytemuck::cast_slice(rows)
    }

    /// The same, to be written.
    #[must_use]
    #[inline(always)]
    pub fn numbers_mut(rows: &mut [Self]) -> &mut [f32] {
        bytemuck::cast_slice_mut(rows)
    }
}

const NONE: [f32; 4] = [0.0; 4];

impl Row for Row16 {
    #[inline(always)]
    fn quad(&self, q: usize) -> &[f32; 4] {
        // Callers name quads by constants, so this is no test once inlined; `NONE` keeps it free of panics.
        self.0.as_chunks().0.get(q).unwrap_or(&NONE)
    }
}

impl Row for Row8 {
    #[inline(always)]
    fn quad(&self, q: usize) -> &[f32; 4] {
        self.0.as_chunks().0.get(q).unwrap_or(&NONE)
    }
}

/// Numbers of the caller's, which need not be aligned.
impl Row for [f32; 4] {
    #[inline(always)]
    fn quad(&self, _q: usize) -> &[f32; 4] {
        self
    }
}

impl Row for Row4 {
    #[inline(always)]
    fn quad(&self, q: usize) -> &[f32; 4] {
        if q == 0 { &self.0 } else { &NONE }
    }
}
