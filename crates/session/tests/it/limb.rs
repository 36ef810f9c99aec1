//! What the ends of limbs do while these are dragged.

use character::SkeletonEdit;
use rig::Limb;
use session::commands::actions::{Action, ToolAction};
use session::commands::command::{Command, Intent};

use crate::support::work::Work;

fn keeps(work: &Work, name: &str) -> bool {
    let skeleton = &work.document.character.rig.skeleton;
    let limb = Limb::dragged_by(skeleton, skeleton.find(name).unwrap()).unwrap();
    work.session.character.limb_ends.keeps(skeleton, limb)
}

#[test]
fn hands_follow_and_feet_keep_their_orientation_unless_they_are_told_otherwise() {
    let mut work = Work::on("builtin:biped");
    assert!(!keeps(&work, "hand.L"));
    assert!(keeps(&work, "foot.L"));
    work.run(Action::Tool(ToolAction::ToggleLimbEnd));
    assert!(
        work.session.character.limb_ends.keeps.is_empty(),
        "nothing is selected"
    );
    let hand = work.document.character.rig.skeleton.find("hand.L").unwrap();
    work.send(Command::Intent(Intent::Select(Some(hand))));
    work.run(Action::Tool(ToolAction::ToggleLimbEnd));
    assert!(keeps(&work, "hand.L"));
    assert!(!keeps(&work, "hand.R"), "each limb has its own");
    let rename = SkeletonEdit::Rename {
        joint: work.document.character.rig.skeleton.key(hand),
        name: "claw.L".to_owned(),
    };
    work.send(Command::Intent(Intent::EditSkeleton(rename)));
    assert!(keeps(&work, "claw.L"), "it follows a new name");
}
