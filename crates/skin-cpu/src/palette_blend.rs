//! What a method is to the rest of this crate, by its palette; the one place that names all of them.

use glam::{Mat3A, Vec3};
use rig::{InfluenceRow, JointSlot, Vertices, Weighting};

use crate::jacobian::{Slopes, SurfaceVertex};
use crate::mapped::MethodMap;
use crate::normals::NormalTransform;
use crate::vertices::{OutputRange, SkinError};

/// Where a vertex lies: in the model space of the bind, and the rotation center of its joints, which blends without centers do
/// not look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlendPlace {
    pub(crate) position: Vec3,
    pub(crate) center: Vec3,
}

/// A method: the loop over a mesh, and single vertices for whoever asks for their maps, Jacobians or slopes.
///
/// Rows are of [`Influences`](rig::Influences). A joint beyond the palette panics.
pub(crate) trait PaletteBlend {
    /// What it makes of a row.
    type Map: MethodMap;

    /// Skins a mesh, checked first.
    fn skin(
        &self,
        mesh: (Vertices<'_>, Weighting<'_>),
        by: NormalTransform<'_>,
        out: OutputRange<'_>,
    ) -> Result<(), SkinError>;

    /// The map of a vertex; the identity for an empty row.
    fn map(&self, row: InfluenceRow<'_>, place: BlendPlace) -> Self::Map;

    /// The Jacobian at a vertex whose map it is.
    fn jacobian(&self, map: &Self::Map, vertex: SurfaceVertex<'_>, center: Vec3) -> Mat3A;

    /// The rotation center of the joints of a row; zero for blends that have none.
    fn center(&self, _joints: &[JointSlot]) -> Vec3 {
        Vec3::ZERO
    }

    /// Where a joint alone carries a point that is bound to it: by an entry of [`Palette::joint_maps`](rig::Palette::joint_maps), of which a
    /// vertex needs few.
    fn transform_by_joint(&self, joint: usize, position: Vec3) -> Vec3;

    /// Adds `∂v'/∂w_k` at a vertex that the method takes to `point`.
    fn add_slopes(
        &self,
        row: InfluenceRow<'_>,
        position: Vec3,
        point: Vec3,
        slopes: &mut impl Slopes,
    );
}

/// The palette of any method as its [`PaletteBlend`].
macro_rules! with_palette_blend {
    ($palette:expr, |$blend:ident| $body:expr) => {
        match $palette {
            rig::Palette::Linear($blend) => $body,
            rig::Palette::DualQuaternion($blend) => $body,
            rig::Palette::TwoPhase($blend) => $body,
            rig::Palette::Affine($blend) => $body,
        }
    };
}

pub(crate) use with_palette_blend;
