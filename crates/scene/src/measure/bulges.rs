//! What stands out in a pose: vertices that a method has carried farther from their bones than at rest.

use character::Character;
use glam::Vec3;
use rig::{BoneSegment, ForwardError, Pose, ScaleInheritance, Weighting};
pub use skin_cpu::Bulge;
use skin_cpu::{PosedBone, Vertices, skin_vertices};

use crate::pose::deform::{morph, posed_character};
use crate::pose::placed::placed_primitives;
use crate::pose::posed_character::{Look, Mover};

/// One placed primitive in a pose, its bulge map left aside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StandingOut {
    /// Where vertices are, in scene space.
    pub positions: Vec<Vec3>,
    /// How each stands out; none where it does not, and where no joints move it.
    pub bulges: Vec<Option<Bulge>>,
}

/// What stands out, by placed primitive. Nothing does by linear blending.
///
/// # Errors
///
/// `pose` and `scale_inheritance` must be as long as the skeleton.
pub fn standing_out(
    character: &Character,
    pose: &Pose,
    scale_inheritance: &[ScaleInheritance],
    look: Look,
) -> Result<Vec<StandingOut>, ForwardError> {
    let skeleton = &character.rig.skeleton;
    let posed = posed_character(character, pose, scale_inheritance, look)?;
    let binds = character.rig.binds.iter();
    let bones: Vec<Vec<BoneSegment>> = binds
        .map(|bind| BoneSegment::of_skin(skeleton, bind))
        .collect();
    let all = placed_primitives(character).map(|placed| {
        let own = placed.primitive;
        let count = own.positions.len();
        let morphed = morph(own, posed.morph_weights(placed.instance));
        let at_rest = morphed
            .as_ref()
            .map_or(&own.positions[..], |it| &it.positions);
        let skin = placed.instance.skin.and_then(|skin| bones.get(skin));
        let (Mover::Skin(palette, weighting), Some(bones)) = (posed.mover(&placed), skin) else {
            let Mover::Node(frame) = posed.mover(&placed) else {
                return StandingOut::default();
            };
            let moved = at_rest.iter().map(|&point| frame.transform_point3(point));
            return StandingOut {
                positions: moved.collect(),
                bulges: vec![None; count],
            };
        };
        let vertices = Vertices {
            positions: at_rest,
            ..Vertices::default()
        };
        // What stands out is measured without the map that would draw it back.
        let without = Weighting {
            bulge: None,
            ..weighting
        };
        let Ok(skinned) = skin_vertices(vertices, without, palette) else {
            return StandingOut::default();
        };
        let pairs = bones.iter().zip(palette.joint_maps());
        let bones: Vec<PosedBone> = pairs
            .map(|(&at_bind, posed_from_bind)| PosedBone {
                at_bind,
                posed_from_bind,
            })
            .collect();
        let follows_maps = posed.look_of(placed.instance_index).method.follows_maps();
        let bulge = |vertex: usize| {
            let row = weighting.influences.row(vertex);
            let is_known = row
                .joints
                .iter()
                .all(|&joint| usize::from(joint) < bones.len());
            let here = (*at_rest.get(vertex)?, *skinned.positions.get(vertex)?);
            let follows = follows_maps && is_known;
            follows.then(|| Bulge::find_bulge(row, &bones, here.0, here.1))?
        };
        StandingOut {
            bulges: (0..count).map(bulge).collect(),
            positions: skinned.positions,
        }
    });
    Ok(all.collect())
}
