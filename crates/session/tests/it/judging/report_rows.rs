//! The rows of a report: what they name, that no two read alike, and that each shows its own joint.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Partner, SkeletonEdit};
use glam::Vec3;
use rig::{JointIndex, Method};
use scene::judge::Measure;
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use session::commands::command::{Command, Intent};
use session::state::judging::{
    Check, Checked, CheckedPlace, Findings, Judged, JudgingIntent, Limits, PlaceRow, Verdict, judge,
};
use session::state::opening::load::load;
use session::state::timeline::frames::{FrameRate, TimeUnit};

use crate::support::work::Work;

/// What is found of the cylinder by these limits, by a method without signs and one with.
fn verdict(limits: &str) -> Verdict {
    let character = Arc::new(load("builtin:cylinder").unwrap());
    let of = Judged {
        character: &character,
        scale_inheritance: &character.rig.scale_inheritance,
        joint_limits: &[],
        driven: &rig::DrivenSet::default(),
        worn: &[],
        looks: &[Look::new(Method::Linear), Look::new(Method::DualQuaternion)],
        limits: &Limits::parse(limits).unwrap(),
        threads: 2,
    };
    judge(&of, &|_| ControlFlow::Continue(())).unwrap().unwrap()
}

/// A row names measure, value, limit, joint and motion; times of clips in what the sheet counts in.
fn check_row(checked: &Checked, place: &CheckedPlace, [row, in_seconds]: [&PlaceRow; 2]) {
    let words = row.words();
    assert!(words.starts_with(&checked.title()), "{words}");
    let limit = checked.limit_words();
    let limit = limit.map_or_else(|| "no limit".to_owned(), |of| format!("limit {of}"));
    let value = checked.check.words(place.value);
    let named = [Some(value), Some(limit), place.joint.clone()];
    for part in named.into_iter().flatten() {
        assert!(words.contains(&part), "{part}: {words}");
    }
    assert!(!row.is_over || checked.is_over(), "{words}");
    match (&place.moment, &place.pose) {
        (Some(moment), _) => {
            let frame = format!("clip \u{201c}{}\u{201d}, frame ", moment.clip);
            assert!(row.motion.starts_with(&frame), "{}", row.motion);
            let seconds = &in_seconds.motion;
            assert!(seconds.ends_with(" s"), "{seconds}");
        }
        (None, Some((name, _))) => assert_eq!(row.motion, *name),
        (None, None) => assert_eq!(row.motion, "at rest"),
    }
}

#[test]
fn rows_of_a_report_are_told_apart() {
    let film = TimeUnit::Frames(FrameRate::FILM);
    let poses = ["moments: 5, range: 0.0", "clips: [], unnamed: 90.0"];
    for (poses, with_clips) in poses.into_iter().zip([true, false]) {
        let found = verdict(&format!(
            "(version: 1, purpose: any, stretch: 1.0, {poses})"
        ));
        let mut all = Vec::new();
        let mut of_clips = 0;
        for checked in &found.checks {
            let (rows, in_seconds) = (checked.rows(film), checked.rows(TimeUnit::Seconds));
            assert_eq!(rows.len(), checked.places.len());
            let both = rows.iter().zip(&in_seconds).zip(&checked.places);
            for ((row, in_seconds), place) in both {
                check_row(checked, place, [row, in_seconds]);
                of_clips += usize::from(place.moment.is_some());
            }
            let is_first_over = rows.first().is_none_or(|row| row.is_over);
            let is_stretch = checked.check == Check::InPoses(Measure::Stretch);
            assert!(!(is_stretch && checked.is_over()) || is_first_over);
            all.extend(rows.iter().map(PlaceRow::words));
        }
        assert_eq!(of_clips > 0, with_clips, "{all:#?}");
        let mut alike = all.clone();
        alike.sort();
        alike.dedup();
        assert_eq!(alike.len(), all.len(), "{all:#?}");
    }
}

/// Joints and meshes of equal names are told apart by their numbers, and what has no number by its place.
#[test]
fn rows_of_equal_names_are_told_apart() {
    let place = |joint: u16, primitive: usize| CheckedPlace {
        value: 1.0,
        pose: None,
        moment: None,
        joint: Some("bone".to_owned()),
        joint_index: Some(JointIndex(joint)),
        joint_node: Some(10 + u32::from(joint)),
        mesh: "body".to_owned(),
        vertex: VertexPlace {
            primitive,
            vertex: 7,
        },
        at: Vec3::ZERO,
    };
    let checked = Checked {
        check: Check::Islands,
        look: None,
        value: 5.0,
        of: Some(100.0),
        limit: None,
        not_judged: None,
        places: vec![place(3, 0), place(4, 0), place(3, 1), place(3, 1)],
    };
    let rows = checked.rows(TimeUnit::Seconds);
    for (index, row) in rows.iter().enumerate() {
        let others = rows.iter().skip(index + 1);
        assert!(
            others
                .map(|other| other.words())
                .all(|it| it != row.words())
        );
        assert!(row.words().contains("1 of 5"), "{}", row.words());
    }
    assert_eq!(rows[0].joint.as_deref(), Some("bone (node 13)"));
    assert_eq!(rows[1].joint.as_deref(), Some("bone (node 14)"));
    // Nothing is said twice that need not be.
    let alone = Checked {
        places: vec![place(3, 0)],
        ..checked
    };
    let row = &alone.rows(TimeUnit::Seconds)[0];
    assert_eq!(
        row.words(),
        "Islands of weights 1 of 5, no limit: bone, at rest, vertex 7 of body"
    );
}

/// A place is shown at its own joint, whatever others have the same name.
#[test]
fn a_place_selects_its_own_joint() {
    let mut work = Work::on("builtin:cylinder");
    let character = Arc::clone(&work.document.character);
    let skeleton = &character.rig.skeleton;
    let name = skeleton.name(JointIndex(0)).to_owned();
    let place = CheckedPlace {
        value: 1.0,
        pose: None,
        moment: None,
        joint: Some(name),
        joint_index: Some(JointIndex(1)),
        joint_node: Some(skeleton.key(JointIndex(1))),
        mesh: String::new(),
        vertex: VertexPlace {
            primitive: 0,
            vertex: 0,
        },
        at: Vec3::ZERO,
    };
    let checked = Checked {
        check: Check::Islands,
        look: None,
        value: 1.0,
        of: None,
        limit: None,
        not_judged: None,
        places: vec![place],
    };
    let found = Arc::new(Findings {
        of: Arc::clone(&character),
        scale_inheritance: Arc::clone(&work.document.scale_inheritance),
        joint_limits: Arc::clone(&work.document.joint_limits),
        driven: Arc::default(),
        verdict: Verdict {
            checks: vec![checked],
            ..Verdict::default()
        },
    });
    let visit = |work: &mut Work| {
        let visit = JudgingIntent::Visit(Arc::clone(&found), [0, 0]);
        work.send(Command::Intent(Intent::Judging(visit)));
        work.session.character.selection.active()
    };
    assert_eq!(visit(&mut work), Some(JointIndex(1)));

    // Mirror partners are no part of the skeleton.
    let key = work.document.character.rig.skeleton.key(JointIndex(0));
    let joints = vec![(key, Partner::Nobody)];
    work.send(Intent::EditSkeleton(SkeletonEdit::SetPartners { joints }).into());
    work.send(Intent::Select(None).into());
    assert!(!Arc::ptr_eq(&character.rig, &work.document.character.rig));
    assert_eq!(visit(&mut work), Some(JointIndex(1)));

    // Names are.
    let joint = work.document.character.rig.skeleton.key(JointIndex(1));
    let name = "other".to_owned();
    work.send(Intent::EditSkeleton(SkeletonEdit::Rename { joint, name }).into());
    work.send(Intent::Select(None).into());
    assert_eq!(visit(&mut work), None);
}
