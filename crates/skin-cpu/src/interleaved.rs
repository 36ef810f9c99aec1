//! Vertices one after another in one buffer, each with all its numbers, as graphics devices take them.

use std::ops::Range;

use glam::{Vec3, Vec4};
use rig::Weighting;

use crate::vertices::{SkinError, SkinOutput, Slice, expect};

/// Where the numbers of a vertex lie among those of a buffer, in units of `f32`.
///
/// What else a vertex has, texture coordinates or colors, lies between them and is not looked at. Attributes that overlap overwrite one
/// another.
///
/// # Examples
///
/// Position, normal and texture coordinates, 32 bytes a vertex:
///
/// ```
/// use skin_cpu::VertexLayout;
///
/// let layout = VertexLayout { stride: 8, position: 0, normal: Some(3), tangent: None };
/// assert!(layout.fits());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VertexLayout {
    /// From one vertex to the next.
    pub stride: usize,
    /// Where in a vertex the three numbers of its position begin.
    pub position: usize,
    /// Where the three of its normal begin.
    pub normal: Option<usize>,
    /// Where the four of its tangent begin, the last of which is the handedness.
    pub tangent: Option<usize>,
}

impl VertexLayout {
    /// Whether every attribute ends within the stride.
    #[must_use]
    pub const fn fits(&self) -> bool {
        self.end() <= self.stride
    }

    /// Where in a vertex its last attribute ends.
    const fn end(&self) -> usize {
        // Saturating, so that a layout with absurd numbers does not fit instead of wrapping around.
        let mut end = self.position.saturating_add(3);
        if let Some(normal) = self.normal
            && normal.saturating_add(3) > end
        {
            end = normal.saturating_add(3);
        }
        if let Some(tangent) = self.tangent
            && tangent.saturating_add(4) > end
        {
            end = tangent.saturating_add(4);
        }
        end
    }

    /// The numbers that so many vertices take at least: nothing has to stand behind the last attribute of the last of them.
    #[must_use]
    pub const fn least_length(&self, vertex_count: usize) -> usize {
        match vertex_count.checked_sub(1) {
            Some(last) => last.saturating_mul(self.stride).saturating_add(self.end()),
            None => 0,
        }
    }

    pub(crate) fn check(
        &self,
        slice: Slice,
        vertices: usize,
        found: usize,
    ) -> Result<(), SkinError> {
        if !self.fits() {
            return expect(Slice::Layout, self.stride, self.end());
        }
        let needed = self.least_length(vertices);
        // A buffer may be longer: capped at what is needed, only one that is too short differs.
        expect(slice, needed, found.min(needed))
    }
}

/// What to skin of vertices in one buffer: as [`Mesh`](crate::Mesh).
#[derive(Clone, Debug)]
pub struct InterleavedMesh<'a> {
    /// All vertices at rest.
    pub numbers: &'a [f32],
    /// Where in a vertex its attributes lie.
    pub layout: VertexLayout,
    /// Of all vertices, and by that how many there are.
    pub weighting: Weighting<'a>,
    /// Vertices to skin, counted from the first of the buffer; an empty range skips all work.
    pub range: Range<usize>,
}

impl<'a> InterleavedMesh<'a> {
    /// A mesh of which all vertices are skinned, as many as the weighting has rows.
    #[must_use]
    pub fn new(
        numbers: &'a [f32],
        layout: VertexLayout,
        weighting: impl Into<Weighting<'a>>,
    ) -> Self {
        let weighting = weighting.into();
        Self {
            numbers,
            layout,
            weighting,
            range: 0..weighting.influences.vertex_count(),
        }
    }

    /// Only these vertices; the buffer that is written begins with the first of them.
    #[must_use]
    pub fn only(self, range: Range<usize>) -> Self {
        Self { range, ..self }
    }
}

/// Where skinned vertices are written. Numbers that the layout does not name stay as they are.
#[derive(Debug)]
pub struct InterleavedOut<'a> {
    /// As many vertices as are skinned.
    pub numbers: &'a mut [f32],
    /// Where in a vertex its attributes lie. Normals and tangents need not be wanted.
    pub layout: VertexLayout,
}

/// Vertices in lists of their own, as kernels read them.
#[derive(Debug)]
pub(crate) struct Lists<'a> {
    pub(crate) positions: &'a mut [Vec3],
    /// None, or as many.
    pub(crate) normals: &'a mut [Vec3],
    /// None, or as many.
    pub(crate) tangents: &'a mut [Vec4],
}

impl Lists<'_> {
    /// Reads as many vertices as there are positions.
    pub(crate) fn read(&mut self, numbers: &[f32], layout: &VertexLayout) {
        let stride = layout.stride;
        read(self.positions, numbers, (stride, layout.position));
        if let Some(normal) = layout.normal {
            read(self.normals, numbers, (stride, normal));
        }
        if let Some(tangent) = layout.tangent {
            read(self.tangents, numbers, (stride, tangent));
        }
    }
}

/// Reads an attribute of N numbers.
#[inline]
fn read<const N: usize, T: From<[f32; N]>>(
    to: &mut [T],
    numbers: &[f32],
    (stride, at): (usize, usize),
) {
    // A layout that was checked has a stride of 3 or more; chunks of zero would panic. The last chunk may be shorter than the stride.
    for (to, vertex) in to.iter_mut().zip(numbers.chunks(stride.max(1))) {
        if let Some(&found) = vertex.get(at..).and_then(<[f32]>::first_chunk::<N>) {
            *to = found.into();
        }
    }
}

/// Writes what has been skinned.
pub(crate) fn write(from: &SkinOutput<'_>, numbers: &mut [f32], layout: &VertexLayout) {
    let stride = layout.stride;
    write_each(from.positions, numbers, (stride, layout.position));
    if let Some(normal) = layout.normal {
        write_each(from.normals, numbers, (stride, normal));
    }
    if let Some(tangent) = layout.tangent {
        write_each(from.tangents, numbers, (stride, tangent));
    }
}

#[inline]
fn write_each<const N: usize, T: Copy + Into<[f32; N]>>(
    from: &[T],
    numbers: &mut [f32],
    (stride, at): (usize, usize),
) {
    for (&from, vertex) in from.iter().zip(numbers.chunks_mut(stride.max(1))) {
        if let Some(to) = vertex.get_mut(at..).and_then(<[f32]>::first_chunk_mut::<N>) {
            *to = from.into();
        }
    }
}
