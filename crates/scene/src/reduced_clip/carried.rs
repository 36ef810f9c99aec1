//! What joints carry: boxes of vertices, and displacements of morph targets.

use std::collections::BTreeMap;

use character::Character;
use glam::Vec3;
use rig::{InfluenceRow, JointBox, JointIndex};

use crate::pose::placed::{PlacedPrimitive, placed_primitives};

/// The boxes of the vertices that each joint moves, carried by the joint; of a mesh without a skin, by its node.
#[must_use]
pub fn joint_boxes(character: &Character) -> Vec<JointBox> {
    let mut boxes: BTreeMap<JointIndex, [Vec3; 2]> = BTreeMap::new();
    for placed in placed_primitives(character) {
        each_carried(character, &placed, |joint, place| {
            let [low, high] = boxes.entry(joint).or_insert([place; 2]);
            (*low, *high) = (low.min(place), high.max(place));
        });
    }
    let corners = |[low, high]: [Vec3; 2]| {
        [0_u8, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
            let pick = |bit: u8, low: f32, high: f32| if corner & bit == 0 { low } else { high };
            Vec3::new(
                pick(1, low.x, high.x),
                pick(2, low.y, high.y),
                pick(4, low.z, high.z),
            )
        })
    };
    boxes
        .into_iter()
        .map(|(joint, ends)| JointBox {
            joint,
            corners: corners(ends),
        })
        .collect()
}

/// Each vertex with each joint that moves it, where the joint has it.
fn each_carried(
    character: &Character,
    placed: &PlacedPrimitive<'_>,
    mut each: impl FnMut(JointIndex, Vec3),
) {
    let positions = &placed.primitive.positions;
    let bind = placed
        .instance
        .skin
        .and_then(|skin| character.rig.binds.get(skin));
    let Some((bind, influences)) = bind.zip(placed.primitive.influences.as_ref()) else {
        let node = placed.instance.node;
        // The frame of a joint is rigid; what the node scales at rest goes into the places.
        let stretch = character.rig.skeleton.rest_stretch(node);
        return positions.iter().for_each(|&it| each(node, stretch * it));
    };
    for (position, InfluenceRow { joints: places, .. }) in positions.iter().zip(influences.rows()) {
        for &place in places {
            let place = usize::from(place);
            if let Some(&joint) = bind.joints().get(place) {
                each(
                    joint,
                    bind.joint_from_bind(place).transform_point3(*position),
                );
            }
        }
    }
}

/// The longest displacement of each morph weight of a pose.
pub(super) fn morph_reach(character: &Character, count: usize) -> Vec<f32> {
    let mut reach = vec![0.0_f32; count];
    for placed in placed_primitives(character) {
        let weights = placed.instance.morph.clone();
        for (target, weight) in placed.primitive.morph_targets.iter().zip(weights) {
            let lengths = target.positions.iter().map(|it| it.length());
            if let Some(slot) = reach.get_mut(weight) {
                *slot = lengths.fold(*slot, f32::max);
            }
        }
    }
    reach
}
