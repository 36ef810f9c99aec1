//! The volume around joints: what a set-up loses of it, beside what the reference loses.

use glam::Vec3;
use rig::{JointIndex, Pose};
use scene::combined_surface::{CombinedSurface, join_positions};
use scene::deform::{DeformedPrimitive, base_pose, posed_character};
use scene::joint_volume::{JointZone, joint_zones, zone_centers};
use scene::placed::placed_primitives;

use super::measured::SkinnedDocument;

/// A loss of volume around a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZoneLoss {
    /// The share that is lost, `1 − V/V₀`; more than 1 where the zone turns inside out.
    pub share: f32,
    /// The joint, of the character that was asked about.
    pub joint: JointIndex,
}

/// The zones of a character's joints, with their volumes at rest.
#[derive(Clone, Debug)]
pub struct AdviceZones {
    zones: Vec<JointZone>,
    /// By zone, the mesh that it is of, and its volume at rest.
    of_mesh: Vec<(usize, f64)>,
}

impl AdviceZones {
    /// Those of a reference; none of joints around which the surface is open.
    ///
    /// # Errors
    ///
    /// A sentence: scale inheritances of another skeleton.
    pub fn of(reference: SkinnedDocument<'_>) -> Result<Self, String> {
        let character = &reference.document.character;
        let placed: Vec<usize> = placed_primitives(character)
            .map(|placed| placed.instance.mesh)
            .collect();
        let found = joint_zones(character, &CombinedSurface::of(character));
        let rest = base_pose(character);
        let positions = join_positions(&reference.skin(&rest)?);
        let centers = centers_of(&found, reference, &rest)?;
        let able = found.into_iter().zip(centers).filter_map(|(zone, center)| {
            let mesh = *placed.get(zone.vertices.first()?.0.primitive)?;
            let volume = zone.rest_volume(&positions, center?)?;
            Some((zone, (mesh, volume)))
        });
        let (zones, of_mesh) = able.unzip();
        Ok(Self { zones, of_mesh })
    }

    /// What a skin in a pose loses, by zone with its mesh. The joints are where the reference has them in that pose.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub(super) fn losses(
        &self,
        reference: SkinnedDocument<'_>,
        pose: &Pose,
        skin: &[DeformedPrimitive],
    ) -> Result<Vec<(usize, ZoneLoss)>, String> {
        let centers = centers_of(&self.zones, reference, pose)?;
        let positions = join_positions(skin);
        let all = self.zones.iter().zip(&self.of_mesh).zip(centers);
        let losses = all.filter_map(|((zone, (mesh, at_rest)), center)| {
            let share = narrow(1.0 - zone.volume(&positions, center?) / at_rest);
            let joint = zone.joint;
            share
                .is_finite()
                .then_some((*mesh, ZoneLoss { share, joint }))
        });
        Ok(losses.collect())
    }
}

/// Where a method has the joint of each zone.
fn centers_of(
    zones: &[JointZone],
    of: SkinnedDocument<'_>,
    pose: &Pose,
) -> Result<Vec<Option<Vec3>>, String> {
    let document = of.document;
    let posed = posed_character(
        &document.character,
        pose,
        &document.scale_inheritance,
        of.look,
    );
    let posed = posed.map_err(|error| format!("a pose does not fit: {error}."))?;
    Ok(zone_centers(zones, &posed))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
const fn narrow(value: f64) -> f32 {
    value as f32
}
