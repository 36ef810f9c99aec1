//! What the JSON text itself may do wrong: members twice, half characters, depth.

use character::{Character, CharacterError, Fault, FilePlace};

use crate::support::codes;

fn open(text: &str) -> Result<Character, CharacterError> {
    character::open_bytes("text.gltf", text.as_bytes())
}

const ASSET: &str = r#""asset":{"version":"2.0"}"#;

#[test]
fn a_member_twice_is_refused_at_any_level() {
    let check = |member: &str, name: &str| {
        let error = open(&format!("{{{ASSET},{member}}}")).unwrap_err();
        assert_eq!(error.place, FilePlace::Json(String::new()));
        let text = error.to_string();
        let wanted = format!("an object has the member \"{name}\" twice at line 1 column ");
        assert!(text.contains(&wanted), "{text}");
    };
    check(r#""nodes":[],"nodes":[]"#, "nodes");
    check(r#""nodes":[{"mesh":0,"mesh":99}]"#, "mesh");
    check(r#""extras":[[{"a":{"b":1,"b":1}}]]"#, "b");
    // The same member, spelled with an escape.
    check(r#""nodes":[{"mesh":0,"\u006desh":0}]"#, "mesh");
}

#[test]
fn a_member_in_two_objects_is_none_twice() {
    let text =
        format!(r#"{{{ASSET},"nodes":[{{"name":"a"}},{{"name":"a","extras":{{"name":1}}}}]}}"#);
    assert_eq!(open(&text).unwrap().warnings, []);
}

#[test]
fn half_surrogate_pairs_become_replacement_characters() {
    let check = |stored: &str, expected: &str, n_repaired: usize| {
        let character = open(&format!(r#"{{{ASSET},"nodes":[{{"name":"{stored}"}}]}}"#)).unwrap();
        let joint = character.joint_of_node(0).unwrap();
        assert_eq!(character.rig.skeleton.name(joint), expected, "{stored}");
        let counts: Vec<usize> = character.warnings.iter().map(|w| w.count).collect();
        let wanted = if n_repaired == 0 {
            vec![]
        } else {
            vec![n_repaired]
        };
        assert_eq!(counts, wanted, "{stored}");
    };
    check(r"\ud83d\ude00", "\u{1F600}", 0);
    check(r"a\ud83d", "a\u{FFFD}", 1);
    check(r"\ude00b", "\u{FFFD}b", 1);
    check(r"\ud83dx\ude00", "\u{FFFD}x\u{FFFD}", 2);
    check(r"\ud83d\ud83d\ude00", "\u{FFFD}\u{1F600}", 1);
    // Not an escape: a backslash and letters.
    check(r"\\ud83d", r"\ud83d", 0);
    check(r"\\\ud83d", "\\\u{FFFD}", 1);
    check(r"\uD83D\n\\", "\u{FFFD}\n\\", 1);
}

#[test]
fn a_repaired_text_keeps_its_other_faults() {
    let text = format!(r#"{{{ASSET},"nodes":[{{"name":"\ud83d"}},]}}"#);
    let error = open(&text).unwrap_err();
    assert!(matches!(&error.fault, Fault::Json { reason } if reason.contains("trailing comma")));
}

#[test]
fn names_keep_what_unicode_allows() {
    let text = format!(r#"{{{ASSET},"nodes":[{{"name":"\u0000\uFFFF\u202E"}}]}}"#);
    let character = open(&text).unwrap();
    let joint = character.joint_of_node(0).unwrap();
    assert_eq!(character.rig.skeleton.name(joint), "\u{0}\u{FFFF}\u{202E}");
}

#[test]
fn depth_is_limited() {
    let nested = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!(r#"{{{ASSET},"extras":{open}{close}}}"#)
    };
    assert_eq!(codes(&open(&nested(100)).unwrap()), [""; 0]);
    for depth in [200, 1_000_000] {
        let error = open(&nested(depth)).unwrap_err();
        assert!(matches!(error.fault, Fault::Json { .. }), "{error}");
    }
}
