//! What a kernel has to know of the vertices beside where they are.
//!
//! Maps come along with the influences: they say how a vertex is blended, as weights do, and are painted as they are. So what
//! skins takes a `Weighting` in the place of influences, and `&influences` becomes one by itself.

use crate::{BoneSegment, ByMap, Influences, VertexMap};

/// What moves each vertex, and by which blend: the joints with their weights, and the maps that there are.
///
/// `&influences` becomes one without maps wherever it is asked for:
///
/// ```
/// use rig::{Influences, MapKind, VertexMap, Weighting};
///
/// let influences = Influences::default();
/// let map = VertexMap::default_for(&influences, MapKind::Blend);
/// let without = Weighting::from(&influences);
/// let with = Weighting { blend: Some(&map), ..without };
/// assert_ne!(with, without);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighting<'a> {
    /// Joints and weights, one row a vertex.
    pub influences: &'a Influences,
    /// Where a method gives way to linear blending, λ, one number a vertex; without it nowhere.
    pub blend: Option<&'a VertexMap>,
    /// How far bulges are drawn back, β, one number a vertex; without it not at all.
    pub bulge: Option<&'a VertexMap>,
    /// The bones of the joints that influences name, as many as those, for the bulge map; without one of no account.
    pub bones: &'a [BoneSegment],
}

impl<'a> Weighting<'a> {
    /// The maps by kind.
    #[must_use]
    pub const fn maps(&self) -> ByMap<Option<&'a VertexMap>> {
        ByMap {
            blend: self.blend,
            bulge: self.bulge,
        }
    }

    /// The same with these maps.
    #[must_use]
    pub const fn with_maps(self, maps: ByMap<Option<&'a VertexMap>>) -> Self {
        Self {
            blend: maps.blend,
            bulge: maps.bulge,
            ..self
        }
    }
}

impl<'a> From<&'a Influences> for Weighting<'a> {
    /// Influences alone, without maps and bones.
    fn from(influences: &'a Influences) -> Self {
        Self {
            influences,
            blend: None,
            bulge: None,
            bones: &[],
        }
    }
}
