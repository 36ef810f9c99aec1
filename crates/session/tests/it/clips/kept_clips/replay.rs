//! Edits of clips around edits of the skeleton that cannot be done again.

use std::sync::Arc;

use character::{Character, SkeletonEdit};
use rig::{ClipEdit, JointIndex};
use session::commands::actions::{Action, AnimateAction, EditAction};
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::document::journal::Edit;
use session::document::replay::{ReplayProblem, ReplayStep as Done};
use session::state::clips::command::ClipIntent;

use super::{edited, file, names, opened, rotation, saved, turn_at, two_clips, waiting};
use crate::support::work::Work;

fn rename(document: &Document, joint: u16, name: &str) -> SkeletonEdit {
    SkeletonEdit::Rename {
        joint: document.character.rig.skeleton.key(JointIndex(joint)),
        name: name.to_owned(),
    }
}

/// The file after an edit of its skeleton in another program.
fn other_file(edit: &dyn Fn(&Document) -> SkeletonEdit) -> Character {
    let document = Document::new(file(two_clips()));
    let (after, _) = document.with_skeleton_edit(&edit(&document)).unwrap();
    (*after.character).clone()
}

fn key(work: &mut Work, joint: u16) {
    work.send(Command::Intent(Intent::Clip(ClipIntent::Edit {
        edit: ClipEdit::SetKeys(vec![turn_at(joint, 0.7, 40.0)]),
        name: "Key".to_owned(),
    })));
}

fn told(work: &Work, words: &str) -> bool {
    let notices = work.session.notices.all();
    notices.iter().any(|notice| notice.text.contains(words))
}

/// A clip made before a joint was renamed, and keyed after: rename and keys come through where the file has more joints now.
#[test]
fn keys_after_an_edit_of_the_skeleton_come_through_a_reload() {
    let mut work = Work::empty();
    work.open_as("arm.glb", (*file(two_clips())).clone());
    work.run(Action::Animate(AnimateAction::NewClip));
    let edit = rename(&work.document, 1, "elbow");
    work.send(Command::Intent(Intent::EditSkeleton(edit)));
    key(&mut work, 1);
    key(&mut work, 2);
    let before = work.document.clone();
    let longer = other_file(&|document| SkeletonEdit::Extrude {
        joint: document.character.rig.skeleton.key(JointIndex(0)),
        by: [0.0, 0.1, 0.0],
    });
    work.reload(longer);
    assert_eq!(names(&work.document), ["walk", "run", "Clip 1"]);
    let (was, is) = (&before.character.rig, &work.document.character.rig);
    for joint in [1, 2] {
        let name = was.skeleton.name(JointIndex(joint));
        let joint = is.skeleton.find(name).unwrap();
        assert_eq!(rotation(&work.document, 2, joint.0), [0.7], "{name}");
    }
    assert_eq!(waiting(&work.document), 0);
    assert!(told(&work, "1 joint new"));
    // A file whose joint has that name by itself, and a project on it, come to the same.
    let project = saved(&work.document);
    let named = other_file(&|document| rename(document, 1, "elbow"));
    let there = opened(&Arc::new(named.clone()), &project);
    assert_eq!(rotation(&there.document, 2, 1), [0.7]);
    work.reload(named);
    assert_eq!(
        (rotation(&work.document, 2, 1), waiting(&work.document)),
        (vec![0.7], 0)
    );
    work.run(Action::Edit(EditAction::Undo));
    work.run(Action::Edit(EditAction::Undo));
    assert!(work.document.same_as(&before));
}

/// An edit of the skeleton that cannot be made leaves nothing else out, but for what may name joints that it should have made. A
/// project and a file that is read again come to the same.
#[test]
fn clips_come_through_edits_that_cannot_be_made() {
    let first = Document::new(file(two_clips()));
    let work = edited(&first, 0, &ClipEdit::SetKeys(vec![turn_at(2, 0.7, 30.0)]));
    let Some(Edit::Clips(clips)) = work.journal.edits().first() else {
        panic!("{:?}", work.journal);
    };
    let lost = SkeletonEdit::Rename {
        joint: 77,
        name: "tail".to_owned(),
    };
    let elbow = rename(&first, 1, "elbow");
    let done = [
        Done::Skeleton(&lost),
        Done::Skeleton(&elbow),
        Done::Clips(clips.to_kept()),
    ];
    let (after, unfit) = first.clone().with_work(done);
    assert!(
        matches!(&unfit[..], [ReplayProblem::Skeleton(0, _)]),
        "{unfit:?}"
    );
    assert!(after.character.rig.skeleton.find("elbow").is_some());
    assert_eq!(rotation(&after, 0, 2), [0.7]);
    let mut project = saved(&work);
    project.edits = vec![lost, elbow.clone()];
    project.clips[0].after = 2;
    let opened = opened(&first.character, &project);
    assert_eq!(opened.problems.len(), 1, "{:?}", opened.problems);
    assert!(opened.document.is_same_work(&after));
    // A joint that could not be made leaves its key to the next one that is.
    let unmade = SkeletonEdit::Extrude {
        joint: 77,
        by: [0.0, 0.1, 0.0],
    };
    let done = [
        Done::Skeleton(&unmade),
        Done::Skeleton(&elbow),
        Done::Clips(clips.to_kept()),
    ];
    let (after, unfit) = first.clone().with_work(done);
    assert!(
        matches!(
            &unfit[..],
            [ReplayProblem::Skeleton(0, _), ReplayProblem::LeftOut(1)]
        ),
        "{unfit:?}"
    );
    assert_eq!(rotation(&after, 0, 2), [0.7]);
    project.edits = vec![unmade, elbow];
    let opened = super::opened(&first.character, &project);
    // A project knows which joints edits name: the rename is none of those that are lost.
    assert_eq!(opened.problems.len(), 1, "{:?}", opened.problems);
    let skeleton = &opened.document.character.rig.skeleton;
    assert!(skeleton.find("elbow").is_some());
    assert_eq!(rotation(&opened.document, 0, 2), [0.7]);
}
