//! Labels that lead to joints, whatever their names.

use rig::{AddressMatch, JointIndex, LocalTransform, Skeleton, SkeletonBuilder};
use scene::names::{JointLabels, ListedLabels, MOST_LABELED};

/// A tree in which each joint has the next name; keys go down, as nodes of files may be listed.
fn tree(names: &[&str]) -> Skeleton {
    let len = u32::try_from(names.len()).unwrap();
    let mut builder = SkeletonBuilder::new();
    for (number, name) in (0..len).zip(names) {
        let key = 10 * (len - number);
        let parent = (number > 0).then(|| 10 * (len - (number - 1) / 2));
        builder = builder.joint(key, parent, name, LocalTransform::default());
    }
    builder.build().unwrap()
}

#[test]
fn every_joint_has_a_label_that_leads_to_it() {
    let (bones, nothing) = (["bone"; 9], [""; 7]);
    let trees: [&[&str]; 8] = [
        &["hips", "arm.L", "arm.R", "hand", "leg", "hand", "foot"],
        &bones,
        &nothing,
        &["", "bone", "", "bone", "node 20", "node 20 (bone)", "bone"],
        &[" hips", "hand ", "hand", "a=b", "a/b", "a/b", "node 10"],
        &["a", "b", "b", "a", "a", "#1", "@1/7"],
        &["node 70", "node 60", "node 50", "", "", "", ""],
        &["hips", "node 10", "", "", "", "", ""],
    ];
    for names in trees {
        let skeleton = tree(names);
        let labels = JointLabels::new(&skeleton);
        for joint in skeleton.joints() {
            let label = labels.of(joint);
            assert_eq!(
                labels.find(&label),
                AddressMatch::One(joint),
                "{names:?}: {label}"
            );
            assert_eq!(label.trim(), label, "{names:?}");
            let name = skeleton.name(joint);
            let alike = names.iter().filter(|other| **other == name).count();
            let is_plain = alike == 1 && name.trim() == name;
            assert!(!is_plain || label == name, "{names:?}: {label}");
        }
    }
    let skeleton = tree(&["hips", "arm.L", "arm.R", "hand", "leg", "hand", "foot"]);
    let labels = JointLabels::new(&skeleton);
    let all: Vec<String> = skeleton.joints().map(|joint| labels.of(joint)).collect();
    assert!(all.contains(&"arm.L/hand".to_owned()), "{all:?}");
    let skeleton = tree(&bones);
    let labels = JointLabels::new(&skeleton);
    let node = skeleton.joint_of_key(30).unwrap();
    assert_eq!(labels.of(node), "node 30 (bone)");
    assert_eq!(labels.find("node 30"), AddressMatch::One(node));
    assert_eq!(labels.find("node 7"), AddressMatch::None);
}

/// Equal names are told apart in lists, but not where that would take long.
#[test]
fn lists_of_many_joints_have_their_names() {
    for (len, is_told_apart) in [(9, true), (MOST_LABELED, true), (MOST_LABELED + 1, false)] {
        let skeleton = tree(&vec!["bone"; len]);
        let labels = ListedLabels::new(&skeleton);
        let last = JointIndex(u16::try_from(len - 1).unwrap());
        assert_eq!(labels.of(last) != "bone", is_told_apart, "{len}");
    }
}
