//! The affine map that a method makes of one vertex: what writes methods down as matrices asks for.

use glam::{Affine3A, Vec3};
use rig::{InfluenceRow, Palette, Weighting};

use crate::bulge::{Bulge, PosedBone, draw_back_linear};
use crate::linear::blend_matrices;
use crate::mapped::{MethodMap as _, mapped_blend_vertex};
use crate::palette_blend::{BlendPlace, PaletteBlend as _, with_palette_blend};

/// The rows of a mesh in a pose, each as the one affine map that carries its vertex.
///
/// Every method here is affine for a fixed row of weights, so that a row has one matrix in each pose. Two things depend on the vertex
/// too: direct quaternion blending turns about the head nearest to it, and the bulge map draws it back; there the map is that of the
/// vertex asked for.
#[derive(Clone, Debug)]
pub struct RowMaps<'a> {
    palette: &'a Palette,
    weighting: Weighting<'a>,
    /// Of the joints, where a map asks for them.
    joint_maps: Vec<Affine3A>,
    bones: Vec<PosedBone>,
}

impl<'a> RowMaps<'a> {
    /// `weighting` is of a mesh that [`skin`](crate::skin) accepts with this palette.
    #[must_use]
    pub fn new(palette: &'a Palette, weighting: Weighting<'a>) -> Self {
        let is_linear = matches!(palette, Palette::Linear(_));
        let has_maps = weighting.blend.is_some() || weighting.bulge.is_some();
        let joint_maps = match has_maps && !is_linear {
            true => palette.joint_maps(),
            false => Vec::new(),
        };
        let pairs = weighting.bones.iter().zip(&joint_maps);
        let bones = pairs.map(|(&at_bind, &posed_from_bind)| PosedBone {
            at_bind,
            posed_from_bind,
        });
        Self {
            bones: match weighting.bulge {
                Some(_) => bones.collect(),
                None => Vec::new(),
            },
            palette,
            weighting,
            joint_maps,
        }
    }

    /// The map of a vertex, from the model at the bind to the posed one; the identity for a vertex without influences.
    ///
    /// It takes `position` to where [`skin`](crate::skin) takes it, and normals by its inverse transpose to where usual normals go.
    ///
    /// # Panics
    ///
    /// If there is no such vertex, or a joint of its row is beyond the palette or the bones of a bulge map.
    #[must_use]
    pub fn of(&self, vertex: usize, position: Vec3) -> Affine3A {
        let row = self.weighting.influences.row(vertex);
        if let Palette::Linear(palette) = self.palette {
            return blend_matrices(row.joints, row.weights, &palette.posed_from_bind);
        }
        if row.joints.is_empty() {
            return Affine3A::IDENTITY;
        }
        // Without a blend map the method is taken whole, without a bulge map nothing is drawn back.
        let blend = self.weighting.blend.map_or(1.0, |map| map.value(vertex));
        let map = mapped_blend_vertex(row, blend, &self.joint_maps, || self.method(row, position));
        let strength = self.weighting.bulge.map_or(0.0, |map| map.value(vertex));
        if strength <= 0.0 {
            return map;
        }
        let posed = map.transform_point3(position);
        let Some(bulge) = Bulge::find_bulge(row, &self.bones, position, posed) else {
            return map;
        };
        let at = (self.bones.as_slice(), position, &bulge);
        let matrix3 = draw_back_linear(row, strength, at, &map.matrix3);
        Affine3A {
            matrix3,
            // The derivative as linear part, and the shift that takes just this vertex to where it is drawn back.
            translation: (bulge.draw_back(strength) - matrix3 * position).into(),
        }
    }

    fn method(&self, row: InfluenceRow<'_>, position: Vec3) -> Affine3A {
        with_palette_blend!(self.palette, |blend| {
            let center = blend.center(row.joints);
            blend.map(row, BlendPlace { position, center }).affine()
        })
    }
}
