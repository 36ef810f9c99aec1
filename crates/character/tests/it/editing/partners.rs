//! Mirror partners of joints that were chosen by hand: by keys, never one-sided, written down and made again.

use character::{Character, Partner, RestFrame, SkeletonEdit};
use glam::Vec3;
use rig::{NamePatterns, PairedBy, Rigid};

fn biped() -> Character {
    let path = testkit::folders::workspace().join("assets/biped.glb");
    character::open(&path).unwrap()
}

fn key(character: &Character, name: &str) -> u32 {
    let skeleton = &character.rig.skeleton;
    skeleton.key(skeleton.find(name).unwrap())
}

fn chosen(character: &Character, joints: &[(&str, Partner)]) -> Character {
    let joints = joints.iter();
    let edit = SkeletonEdit::SetPartners {
        joints: joints
            .map(|(name, partner)| (key(character, name), *partner))
            .collect(),
    };
    let text = ron::to_string(&edit).unwrap();
    let read: SkeletonEdit = ron::from_str(&text).unwrap();
    assert_eq!(read, edit, "{text}");
    character.apply_edit(&read).unwrap().character
}

fn partner(character: &Character, name: &str) -> Option<String> {
    let skeleton = &character.rig.skeleton;
    let pairs = character.joint_pairs(&NamePatterns::default());
    let partner = pairs.partner(skeleton.find(name).unwrap())?;
    Some(skeleton.name(partner).to_owned())
}

#[test]
fn the_last_choice_counts_on_both_sides() {
    let biped = biped();
    let [head, neck, left] = ["head", "neck", "hand.L"].map(|name| key(&biped, name));
    let one = chosen(&biped, &[("hand.L", Partner::Joint(head))]);
    assert_eq!(partner(&one, "head").as_deref(), Some("hand.L"));
    assert_eq!(partner(&one, "hand.R"), None);
    assert_eq!(one.pairs_by_hand.partner(head), Partner::Joint(left));

    // Another partner for either of them leaves the other one to names and places again.
    let other = chosen(&one, &[("head", Partner::Joint(neck))]);
    assert_eq!(partner(&other, "neck").as_deref(), Some("head"));
    assert_eq!(partner(&other, "hand.L").as_deref(), Some("hand.R"));
    assert_eq!(other.pairs_by_hand.partner(left), Partner::Automatic);

    let none = chosen(&one, &[("head", Partner::Nobody)]);
    assert_eq!(partner(&none, "head"), None);
    assert_eq!(partner(&none, "hand.L").as_deref(), Some("hand.R"));

    let middle = chosen(&one, &[("hand.L", Partner::Joint(left))]);
    assert_eq!(partner(&middle, "hand.L").as_deref(), Some("hand.L"));
    assert_eq!(partner(&middle, "head").as_deref(), Some("head"));

    let again = chosen(&one, &[("hand.L", Partner::Automatic)]);
    assert!(again.pairs_by_hand.is_empty());
    assert_eq!(partner(&again, "hand.L"), partner(&biped, "hand.L"));
}

#[test]
fn nothing_else_is_changed_and_unknown_joints_are_refused() {
    let biped = biped();
    let head = key(&biped, "head");
    let after = chosen(&biped, &[("neck", Partner::Joint(head))]);
    let back = chosen(&after, &[("neck", Partner::Automatic)]);
    assert!(back == biped);
    let refused = [
        (Vec::new(), "no joint"),
        (vec![(999, Partner::Nobody)], "key 999"),
        (vec![(head, Partner::Joint(999))], "key 999"),
    ];
    for (joints, words) in refused {
        let edit = SkeletonEdit::SetPartners { joints };
        let error = biped.apply_edit(&edit).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    // A partner that is dissolved is nobody's any more.
    let dissolve = SkeletonEdit::Dissolve { joint: head };
    let left = after.apply_edit(&dissolve).unwrap().character;
    assert!(left.pairs_by_hand.is_empty());
}

/// The edit that makes what these joints lack on the other side, written down and read.
fn mirror(character: &Character, joints: &[&str]) -> SkeletonEdit {
    let patterns = NamePatterns::default();
    let pairs = character.joint_pairs(&patterns);
    let joints: Vec<u32> = joints.iter().map(|name| key(character, name)).collect();
    let edit = SkeletonEdit::Mirror {
        partners: character.partners_beyond_names(&joints, &pairs, &patterns),
        joints,
        sides: patterns.to_string(),
        plane: None,
    };
    let text = ron::to_string(&edit).unwrap();
    assert_eq!(
        ron::from_str::<SkeletonEdit>(&text).unwrap(),
        edit,
        "{text}"
    );
    edit
}

fn renamed(character: &Character, name: &str, other: &str) -> Character {
    let edit = SkeletonEdit::Rename {
        joint: key(character, name),
        name: other.to_owned(),
    };
    character.apply_edit(&edit).unwrap().character
}

/// Of what joint a new joint hangs on, after these were mirrored.
fn parent_of_mirrored(character: &Character, joints: &[&str], made: &str) -> String {
    let edited = character.apply_edit(&mirror(character, joints)).unwrap();
    let skeleton = &edited.character.rig.skeleton;
    let parent = skeleton.parent(skeleton.find(made).unwrap()).unwrap();
    skeleton.name(parent).to_owned()
}

#[test]
fn joints_that_are_mirrored_hang_on_the_partner() {
    let biped = biped();
    let names = |character: &Character| {
        let skeleton = &character.rig.skeleton;
        let names = skeleton
            .joints()
            .map(|joint| skeleton.name(joint).to_owned());
        names.collect::<Vec<String>>()
    };
    let all = names(&biped);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let told = mirror(&biped, &all);
    assert!(
        matches!(&told, SkeletonEdit::Mirror { partners, .. } if partners.is_empty()),
        "names tell all: {told:?}"
    );
    let dissolve = SkeletonEdit::Dissolve {
        joint: key(&biped, "hand.R"),
    };
    let biped = biped.apply_edit(&dissolve).unwrap().character;
    let parent = parent_of_mirrored(&biped, &["hand.L"], "hand.R");
    assert_eq!(parent, "forearm_twist.R");
    let upper = key(&biped, "upper_arm.R");
    let paired = chosen(&biped, &[("forearm_twist.L", Partner::Joint(upper))]);
    let parent = parent_of_mirrored(&paired, &["hand.L"], "hand.R");
    assert_eq!(parent, "upper_arm.R");
    // Names that are paired by a word inside of them.
    let words = renamed(&biped, "forearm_twist.L", "leftforearmtwist");
    let words = renamed(&words, "forearm_twist.R", "rightforearmtwist");
    let parent = parent_of_mirrored(&words, &["hand.L"], "hand.R");
    assert_eq!(parent, "rightforearmtwist");
    let refused = words.apply_edit(&mirror(&words, &["leftforearmtwist"]));
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("rightforearmtwist already"), "{refused}");
}

/// A parent that is mirrored too, but whose name has no side, keeps the partner that only the shape of the skeleton tells.
#[test]
fn joints_that_are_mirrored_with_their_parent_hang_on_its_partner() {
    let biped = renamed(&biped(), "shin.L", "calf");
    let biped = renamed(&biped, "shin.R", "sock");
    let skeleton = &biped.rig.skeleton;
    let rest = skeleton.rest_model_from_joint(skeleton.find("sock").unwrap());
    let aside = Rigid::new(rest.rotation, rest.translation + 0.02 * Vec3::Y);
    let edits = [
        SkeletonEdit::Dissolve {
            joint: key(&biped, "foot.R"),
        },
        SkeletonEdit::SetRest {
            joint: key(&biped, "sock"),
            frame: RestFrame::new(aside),
            children_stay: true,
        },
    ];
    let biped = edits
        .iter()
        .fold(biped, |of, edit| of.apply_edit(edit).unwrap().character);
    let skeleton = &biped.rig.skeleton;
    let pairs = biped.joint_pairs(&NamePatterns::default());
    let paired = pairs.find_pairing(skeleton.find("calf").unwrap()).unwrap();
    assert_eq!(skeleton.name(paired.partner), "sock");
    assert_eq!(paired.by, PairedBy::Shape);
    for joints in [&["foot.L"][..], &["calf", "foot.L"]] {
        assert_eq!(parent_of_mirrored(&biped, joints, "foot.R"), "sock");
    }
}

#[test]
fn joints_with_a_partner_or_none_by_choice_are_not_mirrored() {
    let biped = biped();
    let dissolve = SkeletonEdit::Dissolve {
        joint: key(&biped, "hand.R"),
    };
    let biped = biped.apply_edit(&dissolve).unwrap().character;
    let [neck, hand] = ["neck", "hand.L"].map(|name| key(&biped, name));
    for (joint, partner, words) in [
        ("hand.L", Partner::Nobody, "to have no partner"),
        ("hand.L", Partner::Joint(neck), "its partner is neck"),
        ("hand.L", Partner::Joint(hand), "its own mirror image"),
        (
            "forearm_twist.L",
            Partner::Nobody,
            "forearm_twist.L, which it hangs on",
        ),
    ] {
        let chosen = chosen(&biped, &[(joint, partner)]);
        let refused = chosen.apply_edit(&mirror(&chosen, &["hand.L"]));
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
    let unknown = SkeletonEdit::Mirror {
        joints: vec![hand],
        sides: ".L/.R".to_owned(),
        plane: None,
        partners: vec![(hand, Partner::Joint(999))],
    };
    let error = biped.apply_edit(&unknown).unwrap_err().to_string();
    assert!(error.contains("key 999"), "{error}");
}
