//! Limits on the numbers of a pose.

use rig::Pose;

/// Limit on positions, factors and morph weights: larger than any scene, and small enough that nothing computed from it
/// overflows. A project that holds more is not believed, so no command may put more into a document.
pub(crate) const LARGEST_NUMBER: f32 = 1e12;

/// Brings every number of a pose but rotations within [`LARGEST_NUMBER`].
pub(crate) fn limit_numbers(pose: &mut Pose) {
    let within = |three: glam::Vec3| {
        let most = glam::Vec3::splat(LARGEST_NUMBER);
        three.clamp(-most, most)
    };
    for rigid in &mut pose.rigid {
        rigid.translation = within(rigid.translation);
    }
    for stretch in &mut pose.stretch {
        stretch.scale = within(stretch.scale);
        stretch.shear = within(stretch.shear);
    }
    for weight in &mut pose.morph_weights {
        *weight = weight.clamp(-LARGEST_NUMBER, LARGEST_NUMBER);
    }
}
