//! What is written is read back as it was.

use bvh::glam::Vec3;
use bvh::{Axis, Bvh, BvhNote, Channel, ChannelKind, Joint};
use proptest::prelude::*;

fn channel() -> impl Strategy<Value = Channel> {
    let kind = prop_oneof![Just(ChannelKind::Position), Just(ChannelKind::Rotation)];
    let axis = prop_oneof![Just(Axis::X), Just(Axis::Y), Just(Axis::Z)];
    (kind, axis).prop_map(|(kind, axis)| Channel { kind, axis })
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        -1e3_f32..1e3,
        Just(0.0),
        Just(-0.0),
        Just(1e-30),
        -1e30_f32..1e30
    ]
}

fn vector() -> impl Strategy<Value = Vec3> {
    [number(), number(), number()].prop_map(Vec3::from_array)
}

/// Joints with their parents anywhere before them: not depth first.
fn capture() -> impl Strategy<Value = Bvh> {
    let joint = (
        "[ A-Za-z{}_:.]{0,12}",
        any::<prop::sample::Index>(),
        vector(),
        prop::collection::vec(channel(), 0..7),
        prop::option::of(vector()),
    );
    let joints = prop::collection::vec(joint, 1..12).prop_map(|joints| {
        let joints = joints.into_iter().enumerate();
        joints
            .map(|(place, (name, parent, offset, channels, end))| Joint {
                name,
                parent: (place > 0).then(|| parent.index(place)),
                offset,
                channels,
                end,
                adds_position: false,
            })
            .collect::<Vec<_>>()
    });
    (
        joints,
        prop::collection::vec(prop::collection::vec(number(), 80), 1..4),
    )
        .prop_map(|(mut joints, frames)| {
            joints[0].channels.push(Channel {
                kind: ChannelKind::Rotation,
                axis: Axis::Y,
            });
            let mut bvh = Bvh::new(joints, 1.0 / 60.0);
            for frame in frames {
                bvh.push_frame(&frame);
            }
            bvh
        })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(bvh in capture()) {
        let text = bvh.write();
        let (again, notes) = Bvh::read(text.as_bytes()).unwrap();
        // Joints that stand at their parents' look as if their places were told without offsets.
        prop_assume!(!notes.iter().any(|note| matches!(note, BvhNote::Relative { .. })));
        prop_assert_eq!(again.joints().len(), bvh.joints().len());
        prop_assert_eq!(again.frame_count(), bvh.frame_count());
        prop_assert_eq!(again.frame_time(), bvh.frame_time());
        prop_assert_eq!(again.write(), text.clone(), "written twice");
        // Depth first by now, so names and offsets are found in the order of the text.
        let sum = |of: &Bvh| of.joints().iter().map(|joint| joint.channels.len()).sum::<usize>();
        prop_assert_eq!(sum(&again), sum(&bvh));
        for frame in 0..bvh.frame_count() {
            let sorted = |of: &Bvh| {
                let mut numbers: Vec<u32> = of.frame(frame).iter().map(|number| number.to_bits()).collect();
                numbers.sort_unstable();
                numbers
            };
            prop_assert_eq!(sorted(&again), sorted(&bvh));
        }
    }
}
