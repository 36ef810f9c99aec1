//! Maps of names: what is written is read again, slips are told with their place, and joints without a name are listed by node.

use std::collections::BTreeMap;

use rig::{JointIndex, LocalTransform, SkeletonBuilder};
use session::state::skeleton::name_map::NameMap;

#[test]
fn what_is_written_names_the_same_joints_again() {
    let joints = [
        (3, None, "hips"),
        (5, Some(3), ""),
        (9, Some(3), "leg"),
        (11, Some(3), "leg"),
    ];
    let mut builder = SkeletonBuilder::new();
    for (key, parent, name) in joints {
        builder = builder.joint(key, parent, name, LocalTransform::default());
    }
    let skeleton = builder.build().unwrap();
    let new = [
        (JointIndex(0), "pelvis".to_owned()),
        (JointIndex(1), "tail \"one\"".to_owned()),
    ];
    let map = NameMap::of(&skeleton, &BTreeMap::from(new.clone()));
    assert_eq!(map.names["node 5"], "tail \"one\"");
    let read = NameMap::read(map.to_text().as_bytes(), "m.ron").unwrap();
    assert_eq!(read, map);
    let (mut names, absent) = read.for_skeleton(&skeleton);
    names.sort();
    assert_eq!((names, absent), (new.to_vec(), Vec::new()));
    // A name that two joints have is that of both.
    let both = NameMap::read(
        b"(version: 1, names: {\"leg\": \"foot\", \"wing\": \"arm\", \"node 3\": \"x\"})",
        "m.ron",
    );
    let (names, absent) = both.unwrap().for_skeleton(&skeleton);
    assert_eq!(names.len(), 2);
    assert_eq!(absent, ["node 3", "wing"]);
}

#[test]
fn slips_are_told_with_line_and_column() {
    for (text, told) in [
        (&b"(version: 2, names: {})"[..], "version"),
        (b"(version: 1,\n names: { hand: \"wrist\" })", "line 2"),
        (b"(version: 1, name: {})", "names"),
        (b"(version: 1, names: [])", "names: { \"old\": \"new\" }"),
        (b"\xff\xfe", "m.ron"),
        (b"", "m.ron"),
    ] {
        let why = NameMap::read(text, "m.ron").unwrap_err();
        assert!(why.contains("m.ron") && why.contains(told), "{why}");
    }
}
