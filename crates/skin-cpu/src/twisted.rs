//! Vertices whose joints turn them about their bones first, each by an angle of its own: twists spread over bones, under any method.

use glam::{Affine3A, Vec3};
use rig::{BindPose, BoneTurn, BoneTwist, JointSlot, Palette, Vertices, Weighting};

use crate::mapped::Maps;
use crate::normals::NormalTransform;
use crate::palette_blend::{PaletteBlend as _, with_palette_blend};
use crate::reference::{PosedVertex, ReferenceMesh, RestVertex, reference_vertex};
use crate::vertices::{OutputRange, SkinError, SkinOutput, check};

/// A mesh at rest, and the twists of a pose that its joints spread.
///
/// An influence of joint i moves a vertex by `C_i T_i(φ_i)`, with `T_i` the turn about the joint's bone by
/// [`φ_i`](BoneTwist::angle) at the vertex; the method blends these as it blends `C_i`. See [`rig::TwistSpread`].
#[derive(Clone, Copy, Debug)]
pub struct TwistedMesh<'a> {
    /// The vertices, with morph targets.
    pub vertices: Vertices<'a>,
    /// What moves them.
    pub weighting: Weighting<'a>,
    /// Where shares of bones are taken, one place a vertex: the vertices without morph targets, so that a shape changes no weight.
    pub places: &'a [Vec3],
    /// How the skin is bound.
    pub bind: &'a BindPose,
    /// One for each place of the skin's list; joints beyond them spread nothing.
    pub twists: &'a [BoneTwist],
}

impl TwistedMesh<'_> {
    /// Skins the vertices that a twist turns, vertex by vertex. All others are left in `out` as they are: as the palette alone skins them.
    ///
    /// Exact normals go by the change of weights over the surface; that of the angle is left out.
    ///
    /// # Errors
    ///
    /// As [`skin`](crate::skin); nothing is written then.
    pub fn skin(
        &self,
        palette: &Palette,
        by: NormalTransform<'_>,
        out: SkinOutput<'_>,
    ) -> Result<(), SkinError> {
        if self.twists.iter().all(BoneTwist::is_none) {
            return Ok(());
        }
        let influences = self.weighting.influences;
        let lists = palette.lists().map(|(_, length)| length);
        let mut part = OutputRange::from(out);
        check((self.vertices, influences), &lists, by, &part)?;
        let count = self.vertices.positions.len();
        let maps = Maps::of_palette(count, self.weighting, palette)?;
        let mut turned = TurnedMesh {
            own: palette.clone(),
            joint_maps: maps
                .as_ref()
                .map_or_else(Vec::new, |_| palette.joint_maps()),
            mesh: ReferenceMesh {
                influences,
                palette,
                by,
                maps,
            },
        };
        let vertices = self.places.iter().zip(influences.rows()).enumerate();
        for (vertex, (&place, row)) in vertices.take(count) {
            let turns = row.joints.iter().filter_map(|&joint| {
                let turn = self.twists.get(joint.index())?.turn(self.bind, place)?;
                Some((joint, turn))
            });
            let mut is_turned = false;
            for (joint, turn) in turns {
                turned.set(joint, Some(&turn));
                is_turned = true;
            }
            if !is_turned {
                continue;
            }
            let posed = turned.posed(vertex, self.vertices);
            write(&mut part.out, vertex, posed);
            for &joint in row.joints {
                turned.set(joint, None);
            }
        }
        Ok(())
    }
}

/// A mesh in a pose, and a palette with some joints turned.
struct TurnedMesh<'a> {
    mesh: ReferenceMesh<'a>,
    own: Palette,
    /// Those of the palette as it is; none without maps.
    joint_maps: Vec<Affine3A>,
}

impl TurnedMesh<'_> {
    fn set(&mut self, joint: JointSlot, turn: Option<&BoneTurn>) {
        self.own.set_turned(joint.index(), self.mesh.palette, turn);
        let map = self.joint_maps.get(joint.index());
        if let (Some(maps), Some(&map)) = (&mut self.mesh.maps, map) {
            let map = turn.map_or(map, |turn| map * turn.in_bind());
            maps.set_joint_map(joint.index(), map);
        }
    }

    fn posed(&self, vertex: usize, vertices: Vertices<'_>) -> PosedVertex {
        let joints = self.mesh.influences.row(vertex).joints;
        let at_rest = RestVertex {
            position: vertices.positions[vertex],
            normal: vertices.normals.get(vertex).copied(),
            tangent: vertices.tangents.get(vertex).copied(),
        };
        // Of turned joints: what they turn about is theirs alone.
        let center = with_palette_blend!(&self.own, |method| method.center(joints));
        reference_vertex(&self.mesh, &self.own, vertex, (at_rest, center))
    }
}

fn write(out: &mut SkinOutput<'_>, vertex: usize, posed: PosedVertex) {
    if let Some(position) = out.positions.get_mut(vertex) {
        *position = posed.position;
    }
    if let Some(normal) = out.normals.get_mut(vertex) {
        *normal = posed.normal;
    }
    if let Some(tangent) = out.tangents.get_mut(vertex) {
        *tangent = posed.tangent;
    }
}
