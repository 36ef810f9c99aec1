//! Vertices of one buffer, skinned by way of lists that stay in the nearest cache.

use std::ops::Range;

use glam::{Vec3, Vec4};
use rig::{Palette, Vertices};

use super::blend::BLOCK;
use super::dispatch::PosedMesh;
use super::pose::PosedRows;
use super::prepared::SplitWork;
use super::run::{Normals, Reference, SkinWork};
use super::skinner::Skinner;
use crate::interleaved::{InterleavedMesh, InterleavedOut, Lists, VertexLayout, write};
use crate::mapped::Maps;
use crate::normals::NormalTransform;
use crate::reference::{ReferenceMesh, skin_by_reference};
use crate::vertices::{
    OutputRange, SkinError, SkinOutput, Slice, check_palette, check_range, expect,
};
use lanes::SimdPath;

impl Skinner {
    /// [`skin`](Self::skin) for vertices that lie one after another in one buffer, into another one, of the same layout or of its own.
    ///
    /// The results are those of [`skin`](Self::skin), bit for bit. Normals and tangents that the layout to be written lacks are not skinned.
    /// What a kernel skins asks for no memory, but for a list of joints where there are maps. Vertices that no kernel skins go through lists
    /// of their own, which are asked for.
    ///
    /// # Errors
    ///
    /// [`SkinError`] names the first slice that is too short, a layout that does not fit, a range that ends beyond the vertices, or an attribute
    /// that is to be written and is not there; nothing is written then.
    ///
    /// # Examples
    ///
    /// Positions and colors; the colors of what is written stay.
    ///
    /// ```
    /// use glam::{Affine3A, Vec3};
    /// use rig::{InfluencesBuilder, MatrixPalette, Palette};
    /// use skin_cpu::{InterleavedMesh, InterleavedOut, NormalTransform, Skinner, VertexLayout};
    ///
    /// let mut builder = InfluencesBuilder::new(1);
    /// builder.vertex([(0, 1.0)])?;
    /// builder.vertex([(0, 1.0)])?;
    /// let influences = builder.build();
    /// let up = Affine3A::from_translation(Vec3::Y);
    /// let palette = Palette::Linear(MatrixPalette { posed_from_bind: vec![up] });
    ///
    /// let layout = VertexLayout { stride: 4, position: 0, normal: None, tangent: None };
    /// let rest = [1.0, 0.0, 0.0, 0.25, 0.0, 0.0, 1.0, 0.75];
    /// let mut posed = rest;
    /// let mesh = InterleavedMesh::new(&rest, layout, &influences);
    /// let out = InterleavedOut { numbers: &mut posed, layout };
    /// Skinner::default().skin_interleaved(&mesh, &palette, NormalTransform::Usual, out)?;
    /// assert_eq!(posed, [1.0, 1.0, 0.0, 0.25, 0.0, 1.0, 1.0, 0.75]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn skin_interleaved(
        &mut self,
        mesh: &InterleavedMesh<'_>,
        palette: &Palette,
        by: NormalTransform<'_>,
        mut out: InterleavedOut<'_>,
    ) -> Result<(), SkinError> {
        let influences = mesh.weighting.influences;
        let range = mesh.range.start..mesh.range.end.max(mesh.range.start);
        check(mesh, palette, by, &out)?;
        let layout = read_layout(&mesh.layout, &out.layout);
        let has_normals = layout.normal.is_some();
        let Some((kind, normals)) = self.kernel((mesh.weighting, has_normals), palette, by) else {
            return skin_copies(mesh, range, palette, layout, by, &mut out);
        };
        let maps = Maps::of_palette(influences.vertex_count(), mesh.weighting, palette)?;
        if range.is_empty() {
            return Ok(());
        }
        // Both buffers begin with the first vertex of the range from here on.
        let work = InterleavedWork {
            start: range.start,
            count: range.len(),
            numbers: &mesh.numbers[range.start * layout.stride..],
            layout,
            out,
            by: normals,
        };
        let mesh = ReferenceMesh {
            influences,
            palette,
            by,
            maps,
        };
        if let Some(posed) = self.pose(kind, mesh, work.is_turned()) {
            self.skin_posed(&posed, work);
        }
        Ok(())
    }
}

/// What has to be read for what is to be written: tangents are at right angles to normals.
const fn read_layout(from: &VertexLayout, to: &VertexLayout) -> VertexLayout {
    let wants_tangents = to.tangent.is_some();
    VertexLayout {
        normal: if to.normal.is_some() || wants_tangents {
            from.normal
        } else {
            None
        },
        tangent: if wants_tangents { from.tangent } else { None },
        ..*from
    }
}

fn check(
    mesh: &InterleavedMesh<'_>,
    palette: &Palette,
    by: NormalTransform<'_>,
    out: &InterleavedOut<'_>,
) -> Result<(), SkinError> {
    let influences = mesh.weighting.influences;
    let vertices = influences.vertex_count();
    let (from, to) = (&mesh.layout, &out.layout);
    from.check(Slice::Interleaved, vertices, mesh.numbers.len())?;
    check_palette(influences, &palette.lists().map(|(_, length)| length), by)?;
    check_range(&mesh.range, vertices)?;
    let count = mesh.range.len();
    to.check(Slice::SkinnedInterleaved, count, out.numbers.len())?;
    // None are there where as many as vertices are wanted: the error says so as for lists.
    if to.normal.is_some() && from.normal.is_none() {
        expect(Slice::SkinnedNormals, 0, count)?;
    }
    if to.tangent.is_some() && from.tangent.is_none() {
        expect(Slice::SkinnedTangents, 0, count)?;
    }
    if let NormalTransform::Exact(gradients) = by {
        expect(Slice::Gradients, vertices, gradients.vertex_count())?;
    }
    Ok(())
}

/// By the reference, of all vertices in lists of their own.
fn skin_copies(
    mesh: &InterleavedMesh<'_>,
    range: Range<usize>,
    palette: &Palette,
    layout: VertexLayout,
    by: NormalTransform<'_>,
    out: &mut InterleavedOut<'_>,
) -> Result<(), SkinError> {
    let count = mesh.weighting.influences.vertex_count();
    let of = |count: usize, attribute: Option<usize>| attribute.map_or(0, |_| count);
    let [mut normals, mut to_normals] =
        [count, range.len()].map(|count| vec![Vec3::ZERO; of(count, layout.normal)]);
    let [mut tangents, mut to_tangents] =
        [count, range.len()].map(|count| vec![Vec4::ZERO; of(count, layout.tangent)]);
    let [mut positions, mut to_positions] =
        [count, range.len()].map(|count| vec![Vec3::ZERO; count]);
    let mut lists = Lists {
        positions: &mut positions,
        normals: &mut normals,
        tangents: &mut tangents,
    };
    lists.read(mesh.numbers, &layout);
    let vertices = Vertices {
        positions: &positions,
        normals: &normals,
        tangents: &tangents,
    };
    let part = OutputRange {
        range: Some(range),
        out: SkinOutput {
            positions: &mut to_positions,
            normals: &mut to_normals,
            tangents: &mut to_tangents,
        },
    };
    skin_by_reference((vertices, mesh.weighting), palette, by, part)?;
    let skinned = SkinOutput {
        positions: &mut to_positions,
        normals: &mut to_normals,
        tangents: &mut to_tangents,
    };
    write(&skinned, out.numbers, &out.layout);
    Ok(())
}

/// Vertices to skin, those from `start` on; both buffers begin with the first.
struct InterleavedWork<'a> {
    start: usize,
    count: usize,
    numbers: &'a [f32],
    layout: VertexLayout,
    out: InterleavedOut<'a>,
    by: Normals,
}

/// Vertices that are in lists at a time: with normals and tangents, at rest and skinned, 20 kB, which fit into the nearest cache.
const STAGED: usize = 4 * BLOCK;

impl SplitWork for InterleavedWork<'_> {
    fn len(&self) -> usize {
        self.count
    }

    fn is_turned(&self) -> bool {
        self.layout.normal.is_some() || self.layout.tangent.is_some()
    }

    fn split(self, share: usize) -> Vec<Self> {
        let mut shares = Vec::new();
        let mut rest = self;
        while rest.count > share {
            let (numbers, more) = rest.numbers.split_at(share * rest.layout.stride);
            let InterleavedOut {
                numbers: to,
                layout,
            } = rest.out;
            let (to, more_to) = to.split_at_mut(share * layout.stride);
            shares.push(Self {
                start: rest.start,
                count: share,
                numbers,
                out: InterleavedOut {
                    numbers: to,
                    layout,
                },
                ..rest
            });
            rest = Self {
                start: rest.start + share,
                count: rest.count - share,
                numbers: more,
                out: InterleavedOut {
                    numbers: more_to,
                    layout,
                },
                ..rest
            };
        }
        shares.push(rest);
        shares.reverse();
        shares
    }

    fn skin(self, rows: &PosedRows, path: SimdPath, mesh: PosedMesh<'_>, reference: Reference<'_>) {
        let (from, to) = (self.layout, self.out.layout);
        let [mut positions, mut to_positions] = [[Vec3::ZERO; STAGED]; 2];
        let [mut normals, mut to_normals] = [[Vec3::ZERO; STAGED]; 2];
        let [mut tangents, mut to_tangents] = [[Vec4::ZERO; STAGED]; 2];
        let staged = self.count.min(STAGED);
        let of = |attribute: Option<usize>| attribute.map_or(0, |_| staged);
        let (n_normals, n_tangents) = (of(from.normal), of(from.tangent));
        let mut at = 0;
        while at < self.count {
            // What is left over at the end is done along with some vertices that are done already: it comes out the same.
            at = at.min(self.count - staged);
            let mut lists = Lists {
                positions: &mut positions[..staged],
                normals: &mut normals[..n_normals],
                tangents: &mut tangents[..n_tangents],
            };
            lists.read(&self.numbers[at * from.stride..], &from);
            let work = SkinWork {
                start: self.start + at,
                positions: &positions[..staged],
                normals: &normals[..n_normals],
                tangents: &tangents[..n_tangents],
                skinned: SkinOutput {
                    positions: &mut to_positions[..staged],
                    normals: &mut to_normals[..n_normals],
                    tangents: &mut to_tangents[..n_tangents],
                },
                by: self.by,
            };
            rows.skin(path, mesh, work, reference);
            let skinned = SkinOutput {
                positions: &mut to_positions[..staged],
                normals: &mut to_normals[..n_normals],
                tangents: &mut to_tangents[..n_tangents],
            };
            write(&skinned, &mut self.out.numbers[at * to.stride..], &to);
            at += staged;
        }
    }
}
