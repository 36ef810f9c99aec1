//! How much a character is judged for.

use scene::judge::{JOINT_WORK, LEAST_POSES, MOST_POSES, MOST_WORK, PLACEMENT_WORK};

#[test]
fn the_document_on_checks_has_these_numbers() {
    let text = include_str!("../../../../docs/check.md");
    assert_eq!((MOST_POSES, MOST_WORK), (4_096, 1 << 24));
    for wanted in [
        "posed at most 4,096 times".to_owned(),
        format!("{JOINT_WORK} for each joint and {PLACEMENT_WORK} for each placed primitive"),
        "come to 2²⁴ over all poses".to_owned(),
        format!("but {LEAST_POSES} times in any case"),
    ] {
        assert!(text.contains(&wanted), "{wanted}");
    }
}
