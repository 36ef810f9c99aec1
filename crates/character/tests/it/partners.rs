//! Mirror partners of joints that were chosen by hand: by keys, never one-sided, written down and made again.

use character::{Character, Partner, SkeletonEdit};
use rig::NamePatterns;

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
    character.edited(&read).unwrap().character
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
        let error = biped.edited(&edit).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    // A partner that is dissolved is nobody's any more.
    let dissolve = SkeletonEdit::Dissolve { joint: head };
    let left = after.edited(&dissolve).unwrap().character;
    assert!(left.pairs_by_hand.is_empty());
}
