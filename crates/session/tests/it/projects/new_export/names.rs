//! Joints by their names, as exporters change them.

use glam::Vec3;
use session::state::carry_over::{CharacterShape, KeyMap, MatchedBy, NodeShape};

/// Joints side by side, each far from the others.
fn shape(names: &[&str], apart: f32) -> CharacterShape {
    let nodes = (0_u32..).zip(names).map(|(key, name)| NodeShape {
        key,
        name: (*name).to_owned(),
        head: Vec3::X * (apart + 10.0 * key as f32),
        ..NodeShape::default()
    });
    CharacterShape {
        nodes: nodes.collect(),
        ..CharacterShape::default()
    }
}

#[test]
fn what_exporters_add_to_names_does_not_count() {
    let old = shape(
        &["arm.L", "arm.R", "thigh_l", "spine1", "spine2", "1", "2"],
        0.0,
    );
    let new = shape(
        &[
            "2",
            "1",
            "Spine2",
            "hero:spine1",
            "Armature|Thigh.L.001",
            "Arm_R",
            "arm-L",
        ],
        5.0,
    );
    let map = KeyMap::between(&old, &new);
    let pairs: Vec<(u32, u32)> = map.matches().iter().map(|of| (of.old, of.new)).collect();
    assert_eq!(
        pairs,
        [(0, 6), (1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0)]
    );
    let by: Vec<MatchedBy> = map.matches().iter().map(|found| found.by).collect();
    assert_eq!(by[..5], [MatchedBy::PlainName; 5]);
}

/// A name that one file has twice tells nothing, whatever the other has.
#[test]
fn names_that_are_not_one_joint_tell_nothing() {
    let old = shape(&["bone", "tail"], 0.0);
    let new = shape(&["bone", "bone", "tail"], 5.0);
    let map = KeyMap::between(&old, &new);
    assert_eq!((map.gone(), map.added()), (&[0][..], &[0, 1][..]));
}
