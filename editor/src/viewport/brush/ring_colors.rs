//! Colors of rings that stand on the colors of weights.

use glam::Vec3;
use scene::view::weight_ramps::WeightMarks;

/// Least distance of two colors, with channels 0 … 1, that can be distinguished.
const MIN_DISTANCE: f32 = 0.3;

/// The encoded color, or a darker or lighter one if it is too close to the marks of a ramp.
pub(super) fn distinct_color([r, g, b]: [u8; 3], marks: &WeightMarks) -> Vec3 {
    let own = Vec3::new(f32::from(r), f32::from(g), f32::from(b)) / 255.0;
    let nearest = |color: Vec3| {
        let marks = [marks.zero, marks.one, marks.unbound].into_iter();
        let distances = marks.map(|mark| mark.distance(color));
        distances.fold(f32::INFINITY, f32::min)
    };
    let others = [own * 0.5, own.lerp(Vec3::ONE, 0.55), own * 0.2];
    let mut best = own;
    for other in others {
        if nearest(best) < MIN_DISTANCE && nearest(other) > nearest(best) {
            best = other;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use scene::view::joint_colors::key_color;
    use scene::view::weight_ramps::WeightRamp;

    use super::*;

    #[test]
    fn no_joint_has_rings_in_the_color_of_a_mark() {
        for ramp in WeightRamp::ALL {
            let marks = ramp.marks();
            for joint in 0..300_u32 {
                let found = distinct_color(key_color(joint), &marks);
                for mark in [marks.zero, marks.one, marks.unbound] {
                    let distance = mark.distance(found);
                    assert!(distance > 0.25, "{ramp:?}, joint {joint}: {distance}");
                }
            }
        }
    }
}
