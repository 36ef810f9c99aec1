//! What a kernel has to know of the vertices beside where they are.
//!
//! A blend map comes along with the influences: it says how a vertex is blended, as weights do, is painted as they are,
//! and is looked at by one method only. So what takes a map takes a `Weighting` in the place of influences, and
//! `&influences` becomes one by itself.

use crate::{BlendMap, Influences};

/// What moves each vertex, and by which blend: the joints with their weights, and the blend map if there is one.
///
/// `&influences` becomes one without a map wherever it is asked for:
///
/// ```
/// use rig::{BlendMap, Influences, Weighting};
///
/// let influences = Influences::default();
/// let map = BlendMap::ones(&influences);
/// let without = Weighting::from(&influences);
/// let with = Weighting { blend: Some(&map), ..without };
/// assert_ne!(with, without);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighting<'a> {
    /// Joints and weights, one row a vertex.
    pub influences: &'a Influences,
    /// Where affine blending gives way to linear blending, one number a vertex; without it nowhere. Other methods do not look at it.
    pub blend: Option<&'a BlendMap>,
}

impl<'a> From<&'a Influences> for Weighting<'a> {
    /// Without a blend map.
    fn from(influences: &'a Influences) -> Self {
        Self {
            influences,
            blend: None,
        }
    }
}
