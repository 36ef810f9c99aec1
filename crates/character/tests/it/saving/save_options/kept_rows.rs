//! Rows of helper joints in `extras`: the numbers that they name joints by, and what becomes of them in edits of the skeleton.

use character::{KeptRow, SaveOptions, SavedState, SkeletonEdit};
use rig::{JointIndex, Method, SignRule, Skeleton};

use super::{again, biped};

/// The first of these joints follows the others.
pub(super) fn row(skeleton: &Skeleton, [helper, one, other]: [JointIndex; 3]) -> KeptRow {
    KeptRow {
        helper: skeleton.key(helper),
        joints: vec![(skeleton.key(one), 0.25), (skeleton.key(other), 0.75)],
        method: Method::TWO_PHASE,
        signs: SignRule::Followed,
    }
}

/// A joint that goes takes the rows with it that name it, and says so; other rows name their joints by the numbers that these get.
#[test]
fn rows_follow_edits_of_the_skeleton_and_go_with_their_joints() {
    let character = biped();
    let skeleton = &character.rig.skeleton;
    let joints = |names: [&str; 3]| names.map(|name| skeleton.find(name).unwrap());
    let mut rows = vec![
        row(skeleton, joints(["hand.L", "foot.L", "foot.R"])),
        row(skeleton, joints(["hand.R", "chest", "foot.R"])),
    ];
    rows.sort_by_key(|row| row.helper);
    let options = SaveOptions {
        kept: Some(SavedState {
            rows,
            ..SavedState::default()
        }),
        ..SaveOptions::default()
    };
    let saved = again(&character, &options);
    assert_eq!(saved.helper_rows().len(), 2);
    let chest = saved.rig.skeleton.find("chest").unwrap();
    let edit = SkeletonEdit::Dissolve {
        joint: saved.rig.skeleton.key(chest),
    };
    let edited = saved.apply_edit(&edit).unwrap();
    assert_eq!(edited.report.helpers, ["hand.R"]);
    assert!(
        edited
            .report
            .sentences()
            .iter()
            .any(|it| it.contains("hand.R"))
    );
    let saved = again(&edited.character, &SaveOptions::default());
    let skeleton = &saved.rig.skeleton;
    let rows = saved.helper_rows();
    assert_eq!(rows.len(), 1);
    assert_eq!(skeleton.name(rows[0].helper), "hand.L");
    let named = rows[0].joints.iter();
    let named: Vec<(&str, f32)> = named.map(|it| (skeleton.name(it.0), it.1)).collect();
    assert_eq!(named, [("foot.L", 0.25), ("foot.R", 0.75)]);
}
