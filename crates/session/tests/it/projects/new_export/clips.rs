//! Clips that were changed here, in the file, or in both.

use glam::Quat;
use rig::{ClipEdit, ClipId, JointChannel, KeyValue, NewKey, Target};
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::state::clips::command::ClipIntent;

use super::{in_project, told, work_on};
use crate::support::export::{Export, ExportClip};
use crate::support::work::Work;

fn clips_of(document: &Document) -> Vec<(&str, usize)> {
    let clips = document.character.clips.iter();
    clips
        .map(|clip| (clip.name().unwrap(), clip.key_count()))
        .collect()
}

#[test]
fn clips_changed_here_there_and_in_both() {
    let clip = |name, keys: &[[f32; 2]]| ExportClip {
        name,
        joint: "spine",
        keys: keys.to_vec(),
    };
    let usual = [[0.0, 0.0], [1.0, 20.0]];
    let clips = ["walk", "run", "jump", "idle"].map(|name| clip(name, &usual));
    let old = Export {
        clips: clips.to_vec(),
        ..Export::default()
    };
    let mut work = work_on(&old);
    for place in [1, 2, 3] {
        key(&mut work, place, 0.5);
    }
    assert_eq!(
        clips_of(&work.document),
        [("walk", 2), ("run", 3), ("jump", 3), ("idle", 3)]
    );
    let before = work.document.clone();
    let longer = [[0.0, 0.0], [0.3, 5.0], [0.6, 5.0], [1.0, 20.0]];
    // Changed there alone; here alone; in both. The last is gone, and one is new.
    let clips = vec![
        clip("walk", &longer),
        clip("run", &usual),
        clip("jump", &longer),
        clip("wave", &[[0.0, 30.0], [1.0, 0.0]]),
    ];
    let new = Export {
        clips,
        ..Export::default()
    };
    work.reload(new.character());
    assert_eq!(
        clips_of(&work.document),
        [
            ("walk", 4),
            ("run", 3),
            ("jump", 3),
            ("jump 2", 4),
            ("idle", 3),
            ("wave", 2)
        ]
    );
    let told = told(&work);
    assert!(
        told.contains("the file's is jump 2") && told.contains("idle"),
        "{told}"
    );
    // Read again once more, nothing is doubled.
    let once = work.document.clone();
    work.reload(new.character());
    assert_eq!(clips_of(&work.document), clips_of(&once));
    check_clips_in_project(&before, &new);
}

/// A project keeps of the clip that is gone what was changed, until there is one again.
fn check_clips_in_project(before: &Document, new: &Export) {
    let restored = in_project(before, new);
    assert_eq!(
        clips_of(&restored.document),
        [
            ("walk", 4),
            ("run", 3),
            ("jump", 3),
            ("jump 2", 4),
            ("wave", 2)
        ]
    );
    assert!(
        restored
            .problems
            .iter()
            .any(|problem| problem.starts_with("idle"))
    );
}

fn key(work: &mut Work, clip: u32, time: f32) {
    let spine = work.document.character.rig.skeleton.find("spine").unwrap();
    work.send(Command::Intent(Intent::ShowClip(Some(ClipId(clip)))));
    work.send(Command::Intent(Intent::Clip(ClipIntent::Edit {
        edit: ClipEdit::SetKeys(vec![NewKey {
            target: Target::Joint(spine, JointChannel::Rotation),
            time,
            value: KeyValue::Rotation(Quat::from_rotation_z(0.7)),
            tangents: None,
            mode: None,
        }]),
        name: "Key".to_owned(),
    })));
}
