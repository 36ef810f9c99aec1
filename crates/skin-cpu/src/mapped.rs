//! What the maps of a mesh do to a method: the blend map mixes it with linear blending, the bulge map draws back what stands out.

use dq_math::DualQuat;
use glam::{Affine3A, Mat3A, Vec3};
use rig::{InfluenceRow, MapKind, Palette, VertexMap, Weighting};

use crate::bulge::{Bulge, PosedBone, bulge_jacobian_vertex, draw_back_linear};
use crate::jacobian::{MapNumber, MethodVertex, mapped_jacobian_vertex};
use crate::linear::blend_matrices;
use crate::normals::{BlendedMap, Exact, mirrors, normal_of_linear};
use crate::two_phase::TwoPhase;
use crate::vertices::{SkinError, Slice, expect};

/// The map of one vertex with the number λ of a blend map: `(1 − λ) Σ w_i T_i + λ A`.
///
/// `T_i` are the joints' own maps ([`Palette::joint_maps`](rig::Palette::joint_maps)), A what the method makes of the row.
/// At 0 and below it is linear blending, and the method is not asked; at 1 and above it is the method's alone. Between them it is the maps
/// that are blended: positions go straight from the one result to the other, and normals are those of the blended map. Where rotations
/// cancel, A is the first influence alone, of which λ is left.
///
/// `joints` and `weights` are a row of [`Influences`](rig::Influences); an empty one gives the identity, as methods do.
///
/// # Panics
///
/// If a joint is beyond the maps.
#[must_use]
#[inline]
pub fn mapped_blend_vertex(
    InfluenceRow { joints, weights }: InfluenceRow<'_>,
    blend: f32,
    joint_maps: &[Affine3A],
    method: impl FnOnce() -> Affine3A,
) -> Affine3A {
    // At the ends nothing is blended: the result is that of one method to the bit, and the other is not computed.
    if blend >= 1.0 {
        return method();
    }
    let linear = blend_matrices(joints, weights, joint_maps);
    if blend <= 0.0 {
        return linear;
    }
    let method = method();
    Affine3A {
        matrix3: method.matrix3 * blend + linear.matrix3 * (1.0 - blend),
        translation: method.translation * blend + linear.translation * (1.0 - blend),
    }
}

/// What a method makes of a row, and the same as one affine map.
pub(crate) trait MethodMap: BlendedMap {
    fn affine(&self) -> Affine3A;
}

impl MethodMap for Affine3A {
    #[inline]
    fn affine(&self) -> Affine3A {
        *self
    }
}

impl MethodMap for DualQuat {
    #[inline]
    fn affine(&self) -> Affine3A {
        self.to_affine3a()
    }
}

impl MethodMap for TwoPhase {
    #[inline]
    fn affine(&self) -> Affine3A {
        self.posed_from_stretched.to_affine3a() * self.stretched_from_bind
    }
}

/// The maps of a mesh in a pose, checked; with none of them a method goes its own way.
#[derive(Debug)]
pub(crate) struct Maps<'a> {
    blend: Option<&'a VertexMap>,
    bulge: Option<&'a VertexMap>,
    joint_maps: Vec<Affine3A>,
    bones: Vec<PosedBone>,
}

impl<'a> Maps<'a> {
    /// Of a mesh with maps; none of one without.
    pub(crate) fn new(
        vertex_count: usize,
        weighting: Weighting<'a>,
        joint_maps: impl FnOnce() -> Vec<Affine3A>,
    ) -> Result<Option<Self>, SkinError> {
        for (kind, map) in weighting.maps().iter() {
            let slice = match kind {
                MapKind::Blend => Slice::BlendMap,
                MapKind::Bulge => Slice::BulgeMap,
            };
            // A map that is missing counts as one of the right length.
            let found = map.map_or(vertex_count, VertexMap::vertex_count);
            expect(slice, vertex_count, found)?;
        }
        let Weighting { blend, bulge, .. } = weighting;
        if blend.is_none() && bulge.is_none() {
            return Ok(None);
        }
        let joint_maps = joint_maps();
        let mut bones = Vec::new();
        if bulge.is_some() {
            let joints = weighting.influences.joint_count();
            // Joints without maps of their own in a longer list do no harm; only too few bones are refused.
            expect(Slice::Bones, joints, weighting.bones.len().min(joints))?;
            let pairs = weighting.bones.iter().zip(&joint_maps);
            bones.extend(pairs.map(|(&at_bind, &posed_from_bind)| PosedBone {
                at_bind,
                posed_from_bind,
            }));
        }
        Ok(Some(Self {
            blend,
            bulge,
            joint_maps,
            bones,
        }))
    }

    /// [`new`](Self::new) with the joints' own maps of a palette; linear blending looks at no map.
    pub(crate) fn of_palette(
        vertex_count: usize,
        weighting: Weighting<'a>,
        palette: &Palette,
    ) -> Result<Option<Self>, SkinError> {
        match palette {
            Palette::Linear(_) => Ok(None),
            _ => Self::new(vertex_count, weighting, || palette.joint_maps()),
        }
    }

    pub(crate) const fn blend(&self) -> Option<&'a VertexMap> {
        self.blend
    }

    pub(crate) const fn bulge(&self) -> Option<&'a VertexMap> {
        self.bulge
    }

    pub(crate) fn joint_maps(&self) -> &[Affine3A] {
        &self.joint_maps
    }

    /// Replaces a joint's own map; nothing beyond the last.
    pub(crate) fn set_joint_map(&mut self, joint: usize, posed_from_bind: Affine3A) {
        if let Some(own) = self.joint_maps.get_mut(joint) {
            *own = posed_from_bind;
        }
        if let Some(bone) = self.bones.get_mut(joint) {
            bone.posed_from_bind = posed_from_bind;
        }
    }

    /// One for each joint, where there is a bulge map.
    pub(crate) fn bones(&self) -> &[PosedBone] {
        &self.bones
    }

    /// The map of a vertex, of which `method` is what the method makes.
    #[inline]
    pub(crate) fn map<M: MethodMap>(
        &self,
        vertex: usize,
        row: InfluenceRow<'_>,
        position: Vec3,
        method: impl FnOnce() -> M,
    ) -> BulgedMap<MixedMap<M>> {
        let map = self.mix_method(vertex, row, method);
        let back = self.stands_out(vertex, row, position, &map);
        let back = back.map(|(strength, bulge)| BulgedPoint {
            point: bulge.draw_back(strength),
            linear: draw_back_linear(
                row,
                strength,
                (&self.bones, position, &bulge),
                &map.affine().matrix3,
            ),
        });
        BulgedMap { map, back }
    }

    /// The same with the Jacobian of the surface, from what the method makes and its own Jacobian.
    pub(crate) fn exact<M: MethodMap>(
        &self,
        at: crate::each::AtVertex<'_>,
        (method, jacobian): (M, Mat3A),
    ) -> Exact<BulgedMap<MixedMap<M>>> {
        let (row, position) = (at.surface.row, at.surface.position);
        // Taken before the blend map mixes it: `∇λ` weighs the method's own point against that of linear blending.
        let to = method.point(position);
        let blend = self.number(MapKind::Blend, at.vertex);
        let map = self.mix_method(at.vertex, row, || method);
        let mut jacobian = match self.blend {
            None => jacobian,
            Some(_) => {
                let blend = MapNumber {
                    value: blend,
                    gradient: at.of_maps.blend,
                };
                let method = MethodVertex {
                    position: to,
                    jacobian,
                };
                mapped_jacobian_vertex(at.surface, blend, &self.joint_maps, &method)
            }
        };
        let back = self.stands_out(at.vertex, row, position, &map);
        let back = back.map(|(strength, bulge)| {
            let number = MapNumber {
                value: strength,
                gradient: at.of_maps.bulge,
            };
            // The bulge map comes last, so its derivative takes the Jacobian that the blend map has already mixed.
            jacobian = bulge_jacobian_vertex(at.surface, number, &self.bones, &bulge, &jacobian);
            BulgedPoint {
                point: bulge.draw_back(strength),
                linear: jacobian,
            }
        });
        Exact {
            map: BulgedMap { map, back },
            jacobian,
        }
    }

    fn mix_method<M: MethodMap>(
        &self,
        vertex: usize,
        row: InfluenceRow<'_>,
        method: impl FnOnce() -> M,
    ) -> MixedMap<M> {
        let blend = self.number(MapKind::Blend, vertex);
        if blend >= 1.0 {
            return MixedMap::Method(method());
        }
        let method = || method().affine();
        MixedMap::Both(mapped_blend_vertex(row, blend, &self.joint_maps, method))
    }

    /// The strength at a vertex that stands out, and how it does.
    fn stands_out<M: MethodMap>(
        &self,
        vertex: usize,
        row: InfluenceRow<'_>,
        position: Vec3,
        map: &M,
    ) -> Option<(f32, Bulge)> {
        let strength = self.number(MapKind::Bulge, vertex);
        if strength <= 0.0 {
            return None;
        }
        let posed = map.point(position);
        Some((
            strength,
            Bulge::find_bulge(row, &self.bones, position, posed)?,
        ))
    }

    fn number(&self, kind: MapKind, vertex: usize) -> f32 {
        let map = match kind {
            MapKind::Blend => self.blend,
            MapKind::Bulge => self.bulge,
        };
        map.map_or(kind.default_value(), |map| map.value(vertex))
    }
}

/// A method's map as it is, or mixed with that of linear blending.
pub(crate) enum MixedMap<M> {
    Method(M),
    Both(Affine3A),
}

impl<M: MethodMap> MethodMap for MixedMap<M> {
    #[inline]
    fn affine(&self) -> Affine3A {
        match self {
            Self::Method(map) => map.affine(),
            Self::Both(map) => *map,
        }
    }
}

impl<M: BlendedMap> BlendedMap for MixedMap<M> {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        match self {
            Self::Method(map) => map.point(point),
            Self::Both(map) => map.point(point),
        }
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        match self {
            Self::Method(map) => map.normal(normal),
            Self::Both(map) => map.normal(normal),
        }
    }

    #[inline]
    fn vector(&self, vector: Vec3) -> Vec3 {
        match self {
            Self::Method(map) => map.vector(vector),
            Self::Both(map) => map.vector(vector),
        }
    }

    #[inline]
    fn mirrors(&self) -> bool {
        match self {
            Self::Method(map) => map.mirrors(),
            Self::Both(map) => map.mirrors(),
        }
    }
}

/// Where a vertex is drawn back to, and how the surface lies there.
pub(crate) struct BulgedPoint {
    point: Vec3,
    linear: Mat3A,
}

/// A map whose vertex may be drawn back. It is for that vertex alone.
pub(crate) struct BulgedMap<M> {
    map: M,
    back: Option<BulgedPoint>,
}

impl<M: BlendedMap> BlendedMap for BulgedMap<M> {
    #[inline]
    fn point(&self, point: Vec3) -> Vec3 {
        match &self.back {
            Some(back) => back.point,
            None => self.map.point(point),
        }
    }

    #[inline]
    fn normal(&self, normal: Vec3) -> Vec3 {
        match &self.back {
            Some(back) => normal_of_linear(&back.linear, normal),
            None => self.map.normal(normal),
        }
    }

    #[inline]
    fn vector(&self, vector: Vec3) -> Vec3 {
        match &self.back {
            Some(back) => back.linear * vector,
            None => self.map.vector(vector),
        }
    }

    #[inline]
    fn mirrors(&self) -> bool {
        match &self.back {
            Some(back) => mirrors(&back.linear),
            None => self.map.mirrors(),
        }
    }
}
