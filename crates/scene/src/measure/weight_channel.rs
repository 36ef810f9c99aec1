//! The weights of one joint as a channel of a picture: one number per vertex.

use character::Character;
use rig::{InfluenceRow, JointIndex};

use crate::pose::deform::{DeformedPrimitive, primitive_of};

/// The channel value of vertices that no joint moves.
pub const UNBOUND: f32 = -1.0;

/// Per deformed primitive and vertex, the weight of a joint. Vertices that nothing binds are [`UNBOUND`].
#[must_use]
pub fn weights_of_joint(
    character: &Character,
    deformed: &[DeformedPrimitive],
    joint: JointIndex,
) -> Vec<Vec<f32>> {
    deformed
        .iter()
        .map(|found| weights_in_primitive(character, found, joint))
        .collect()
}

fn weights_in_primitive(
    character: &Character,
    deformed: &DeformedPrimitive,
    joint: JointIndex,
) -> Vec<f32> {
    let mut weights = vec![0.0; deformed.positions.len()];
    let skin = character
        .instances
        .get(deformed.instance)
        .and_then(|instance| instance.skin);
    let bind = skin.and_then(|skin| character.rig.binds.get(skin));
    let influences =
        primitive_of(character, deformed).and_then(|(_, primitive)| primitive.influences.as_ref());
    let (Some(bind), Some(influences)) = (bind, influences) else {
        return weights;
    };
    for (
        weight,
        InfluenceRow {
            joints: places,
            weights: shares,
        },
    ) in weights.iter_mut().zip(influences.bound_rows())
    {
        if places.is_empty() {
            *weight = UNBOUND;
            continue;
        }
        let listed = places
            .iter()
            .zip(shares)
            .filter(|(place, _)| bind.joint_at(**place) == Some(joint));
        *weight = listed.map(|(_, share)| share).sum();
    }
    weights
}
