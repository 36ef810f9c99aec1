//! Markers of clips: added, named, moved, deleted, jumped to, and taken back.

use rig::ClipMarker;
use session::commands::actions::{Action, EditAction, MarkerAction};
use session::commands::command::{Command, Intent};
use session::mode::Mode;
use session::state::clips::command::ClipIntent;
use session::state::clips::markers::{MarkerIntent, clean_name, marker_at, marker_beside};

use crate::support::work::Work;

/// The arm at the beginning of its first clip.
fn animating() -> Work {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Animate;
    work.send(Command::Intent(Intent::Seek(0.0)));
    work
}

fn ask(work: &mut Work, intent: MarkerIntent) {
    work.send(Command::Intent(Intent::Clip(ClipIntent::Markers(intent))));
}

fn run(work: &mut Work, action: MarkerAction) {
    work.run(Action::Markers(action));
}

/// Adds a marker with a typed name at a time.
fn add(work: &mut Work, time: f32, name: &str) {
    work.send(Command::Intent(Intent::Seek(time)));
    run(work, MarkerAction::AddMarker);
    ask(work, MarkerIntent::Type(name.to_owned()));
    ask(work, MarkerIntent::Confirm);
}

fn markers(work: &Work) -> Vec<(f32, String)> {
    let clip = &work.document.character.clips[0];
    let markers = clip.markers().iter();
    markers
        .map(|marker| (marker.time, marker.name.clone()))
        .collect()
}

fn now(work: &Work) -> f32 {
    work.session.playback.moment.unwrap().time
}

#[test]
fn markers_are_steps_with_names_and_stay_in_order() {
    let mut work = animating();
    add(&mut work, 0.5, "  contact\n left ");
    assert_eq!(work.history.undo_name(), Some("Add marker contact left"));
    add(&mut work, 0.25, "");
    let named = |time: f32, name: &str| (time, name.to_owned());
    let both = vec![named(0.25, "Marker 1"), named(0.5, "contact left")];
    assert_eq!(markers(&work), both);

    // Where there is one, its name is typed anew.
    add(&mut work, 0.25, "down");
    assert_eq!(work.history.undo_name(), Some("Rename marker Marker 1"));
    assert_eq!(markers(&work)[0], named(0.25, "down"));
    ask(&mut work, MarkerIntent::Rename(1));
    ask(&mut work, MarkerIntent::Type("other".to_owned()));
    ask(&mut work, MarkerIntent::Cancel);
    ask(&mut work, MarkerIntent::Confirm);
    assert_eq!(markers(&work)[1], named(0.5, "contact left"));

    ask(&mut work, MarkerIntent::Move(0, 0.75));
    assert_eq!(markers(&work)[1], named(0.75, "down"));
    ask(&mut work, MarkerIntent::Move(1, f32::NAN));
    ask(&mut work, MarkerIntent::Move(9, 0.1));
    ask(&mut work, MarkerIntent::Delete(9));
    assert_eq!(work.history.undo_name(), Some("Move marker down"));
    ask(&mut work, MarkerIntent::Move(1, 1e9));
    let end = work.document.character.clips[0].duration();
    assert_eq!(markers(&work)[1], named(end, "down"));
    work.send(Command::Intent(Intent::Seek(0.5)));
    run(&mut work, MarkerAction::DeleteMarker);
    assert_eq!(markers(&work), [named(end, "down")]);
    for _ in 0..6 {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert_eq!(markers(&work), []);
}

#[test]
fn one_jumps_from_marker_to_marker() {
    let mut work = animating();
    for time in [0.5, 0.25, 1.0] {
        add(&mut work, time, "");
    }
    work.send(Command::Intent(Intent::Seek(0.3)));
    let mut times = Vec::new();
    for action in [
        MarkerAction::NextMarker,
        MarkerAction::NextMarker,
        MarkerAction::NextMarker,
        MarkerAction::PreviousMarker,
        MarkerAction::PreviousMarker,
    ] {
        run(&mut work, action);
        times.push(now(&work));
    }
    assert_eq!(times, [0.5, 1.0, 1.0, 0.5, 0.25]);
}

#[test]
fn a_name_typed_for_one_clip_does_not_go_to_another() {
    let mut work = animating();
    run(&mut work, MarkerAction::AddMarker);
    let other = work.document.character.clips[1].id();
    work.send(Command::Intent(Intent::ShowClip(Some(other))));
    ask(&mut work, MarkerIntent::Confirm);
    let clips = work.document.character.clips.iter();
    assert!(clips.into_iter().all(|clip| clip.markers().is_empty()));
    // Without a clip there is nothing to mark.
    work.send(Command::Intent(Intent::ShowClip(None)));
    run(&mut work, MarkerAction::AddMarker);
    assert_eq!(work.session.character.marker_naming, None);
}

#[test]
fn names_and_places_of_markers() {
    let marker = |time: f32, name: &str| ClipMarker {
        time,
        name: name.to_owned(),
    };
    let markers = [
        marker(0.0, "a"),
        marker(1.0, "Marker 1"),
        marker(1.0004, "b"),
    ];
    assert_eq!(marker_at(&markers, 1.0003), Some(2));
    assert_eq!(marker_at(&markers, 0.5), None);
    assert_eq!(marker_beside(&markers, 0.0, true), Some(1.0));
    assert_eq!(marker_beside(&markers, 0.0, false), None);
    assert_eq!(clean_name(&markers, " \t"), "Marker 2");
    assert_eq!(clean_name(&markers, &"x".repeat(500)).len(), 60);
}
