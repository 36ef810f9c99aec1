//! Poses over clips that have no keys, from the file that keeps them.

use std::collections::BTreeMap;

use character::Character;
use glam::{Quat, Vec3};
use rig::{JointChannel, KeyValue, Target};

use super::pending::{Changes, PendingPoses};
use crate::document::moment::Moment;

/// What a file's `extras` keep of poses over clips that have no keys.
pub(super) fn pending_of_file(character: &Character) -> PendingPoses {
    let mut moments: BTreeMap<(usize, u32), Changes> = BTreeMap::new();
    for own in &character.source.kept.unkeyed {
        let Some(joint) = character.rig.skeleton.joint_of_key(own.joint) else {
            continue;
        };
        let vector = |numbers: [f32; 3]| KeyValue::Vector(Vec3::from_array(numbers));
        let turn = |numbers| KeyValue::Rotation(Quat::from_array(numbers));
        let set = [
            (JointChannel::Translation, own.translation.map(vector)),
            (JointChannel::Rotation, own.rotation.map(turn)),
            (JointChannel::Scale, own.scale.map(vector)),
            (JointChannel::Shear, own.shear.map(vector)),
        ];
        let set = set.into_iter();
        let set = set.filter_map(|(channel, value)| Some((Target::Joint(joint, channel), value?)));
        // The bits of a time as key: floats have no order, and equal moments are copies of one number.
        let changes = moments.entry((own.clip, own.time.to_bits())).or_default();
        changes.extend(set);
        let instance = character.instances.iter().find(|of| of.node == joint);
        let weights = instance.into_iter().flat_map(|instance| {
            let own = own.morph_weights.iter();
            let own =
                own.map(|(place, value)| (instance.morph.start.saturating_add(*place), *value));
            own.filter(|(weight, _)| instance.morph.contains(weight))
        });
        changes.extend(
            weights.map(|(weight, value)| (Target::Morph(weight), KeyValue::Number(value))),
        );
    }
    let all = moments.into_iter().filter_map(|((place, time), changes)| {
        let clip = character.clips.get(place)?.id();
        let time = f32::from_bits(time);
        Some((Moment { clip, time }, changes))
    });
    all.fold(PendingPoses::default(), |all, (moment, changes)| {
        all.with(moment, changes)
    })
}
