//! Clips as part of the document: their list, their keys, undo, and what is rebuilt for them.

use glam::{Quat, Vec3};
use rig::{ClipEdit, ClipId, JointChannel, JointIndex, KeyAt, KeyValue, NewKey, Repeat, Target};
use scene::same_surface::has_same_surface;
use session::commands::actions::{Action, AnimateAction, EditAction, SheetAction};
use session::commands::command::Intent;
use session::document::journal::Edit;
use session::state::clips::command::ClipIntent;
use session::state::selection::Choose;
use session::state::timeline::clipboard::key_at;
use session::state::timeline::command::SheetIntent;

use crate::support::work::Work;

const TURN: Target = Target::Joint(JointIndex(1), JointChannel::Rotation);

fn send(work: &mut Work, intent: ClipIntent) {
    work.send(Intent::Clip(intent).into());
}

fn set(time: f32, turn: f32) -> ClipEdit {
    ClipEdit::SetKeys(vec![NewKey {
        target: TURN,
        time,
        value: KeyValue::Rotation(Quat::from_rotation_x(turn)),
        tangents: None,
        mode: None,
    }])
}

fn edit(work: &mut Work, edit: ClipEdit) {
    let name = "Edit keys".to_owned();
    send(work, ClipIntent::Edit { edit, name });
}

fn names(work: &Work) -> Vec<String> {
    let clips = work.document.character.clips.iter();
    clips
        .map(|clip| clip.name().unwrap_or_default().to_owned())
        .collect()
}

fn times(work: &Work) -> Vec<f32> {
    let moment = work.session.playback.moment.unwrap();
    let clip = work.document.character.clip(moment.clip).unwrap();
    clip.keys(TURN)
        .map_or_else(Vec::new, |keys| keys.times().to_vec())
}

#[test]
fn the_list_of_clips_is_edited_and_undone_to_the_start() {
    let mut work = Work::on("builtin:arm");
    let start = work.document.clone();
    let first = names(&work);
    send(&mut work, ClipIntent::New);
    let made = work.session.playback.moment.unwrap().clip;
    send(&mut work, ClipIntent::Rename(made, "  wave ".to_owned()));
    send(&mut work, ClipIntent::Duplicate(made));
    send(&mut work, ClipIntent::Place(made, 0));
    let mut expected = vec!["wave".to_owned()];
    expected.extend(first.iter().cloned());
    expected.push("wave 2".to_owned());
    assert_eq!(names(&work), expected);
    send(&mut work, ClipIntent::Delete(ClipId(0)));
    assert_eq!(names(&work).len(), first.len() + 1);
    assert!(work.document.character.clip(ClipId(0)).is_none());
    assert_eq!(work.history.len(), 5);
    assert_eq!(work.document.journal.len(), 1, "edits of clips are joined");
    while !work.history.is_empty() {
        work.run(Action::Edit(EditAction::Undo));
    }
    assert!(work.document.same_as(&start));
    assert!(work.document.journal.is_empty());
}

#[test]
fn the_selection_goes_where_its_keys_go() {
    let mut work = Work::on("builtin:arm");
    send(&mut work, ClipIntent::New);
    for (time, turn) in [(0.0, 0.0), (0.5, 1.0), (1.0, 0.0)] {
        edit(&mut work, set(time, turn));
    }
    let at = |time: f32| KeyAt { target: TURN, time };
    let select = SheetIntent::Select(vec![at(0.5), at(1.0)], Choose::Alone);
    work.send(Intent::Sheet(select).into());
    let keys = vec![(at(0.5), 1.0)];
    edit(
        &mut work,
        ClipEdit::Retime {
            keys,
            tangent_factor: 1.0,
        },
    );
    assert_eq!(
        times(&work),
        [0.0, 1.0],
        "the key that stood there is overwritten"
    );
    let selected = work.session.character.keys.selected.iter().copied();
    assert_eq!(selected.collect::<Vec<_>>(), [at(1.0)]);
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(times(&work), [0.0, 0.5, 1.0]);
}

#[test]
fn a_key_is_no_other_character() {
    let mut work = Work::on("builtin:arm");
    work.run(Action::Animate(AnimateAction::NextClip));
    let before = work.document.character.clone();
    edit(&mut work, set(0.3, 1.0));
    assert!(has_same_surface(&before, &work.document.character));
    let bytes = work.history.bytes();
    assert!(bytes < 100_000, "{bytes} bytes for one key");
    let [Edit::Clips(_)] = work.document.journal.edits() else {
        panic!("{:?}", work.document.journal);
    };
    edit(&mut work, set(-1.0, 1.0));
    assert_eq!(work.history.len(), 1, "no key before the beginning");
}

#[test]
fn deleting_the_clip_shown_shows_the_next() {
    let mut work = Work::on("builtin:arm");
    let clips: Vec<ClipId> = work
        .document
        .character
        .clips
        .iter()
        .map(rig::Clip::id)
        .collect();
    work.send(Intent::ShowClip(Some(clips[0])).into());
    send(&mut work, ClipIntent::Delete(clips[0]));
    let shown = work.session.playback.moment.map(|moment| moment.clip);
    assert_eq!(shown, clips.get(1).copied());
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(
        work.document.character.clips.first().map(rig::Clip::id),
        Some(clips[0])
    );
}

#[test]
fn skeleton_edits_carry_edited_clips() {
    let mut work = Work::on("builtin:arm");
    send(&mut work, ClipIntent::New);
    edit(&mut work, set(0.5, 1.0));
    let clip = work.session.playback.moment.unwrap().clip;
    let joint = work.document.character.rig.skeleton.key(JointIndex(0));
    let by = [0.0, 0.1, 0.0];
    work.send(Intent::EditSkeleton(character::SkeletonEdit::Extrude { joint, by }).into());
    let after = &work.document.character;
    assert_eq!(after.clip(clip).map(|clip| clip.key_count()), Some(1));
    assert_eq!(work.document.journal.len(), 2);
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(times(&work), [0.5]);
}

#[test]
fn scale_and_shear_are_keyed_like_everything_else() {
    let mut work = Work::on("builtin:arm");
    send(&mut work, ClipIntent::New);
    let clip = work.session.playback.moment.unwrap().clip;
    let key = |channel, value: Vec3| NewKey {
        target: Target::Joint(JointIndex(1), channel),
        time: 0.0,
        value: KeyValue::Vector(value),
        tangents: None,
        mode: None,
    };
    let shear = Vec3::new(0.3, 0.0, -0.2);
    let keys = vec![
        key(JointChannel::Scale, Vec3::new(1.0, -2.0, 0.5)),
        key(JointChannel::Shear, shear),
    ];
    edit(&mut work, ClipEdit::SetKeys(keys));
    let pose = session::shown::current_pose(&work.document, &work.session);
    assert_eq!(
        work.document.character.clip(clip).map(rig::Clip::key_count),
        Some(2)
    );
    assert!(
        pose.stretch[1]
            .scale
            .abs_diff_eq(Vec3::new(1.0, -2.0, 0.5), 1e-5)
    );
    assert!(pose.stretch[1].shear.abs_diff_eq(shear, 1e-5));
}

fn clip_shown(work: &Work) -> Option<ClipId> {
    work.session.playback.moment.map(|moment| moment.clip)
}

/// Undo of what made a clip shows the clip that was shown before; redo shows the made one again. A clip that comes back is shown.
#[test]
fn steps_that_take_and_bring_clips_show_one() {
    let mut work = Work::on("builtin:arm");
    work.run(Action::Animate(AnimateAction::NextClip));
    work.send(Intent::Seek(0.4).into());
    let first = work.session.playback.moment;
    for action in [AnimateAction::NewClip, AnimateAction::DuplicateClip] {
        work.run(Action::Animate(action));
        let made = clip_shown(&work);
        assert_ne!(made, first.map(|moment| moment.clip));
        work.run(Action::Edit(EditAction::Undo));
        assert_eq!(work.session.playback.moment, first, "{action:?}");
        work.run(Action::Edit(EditAction::Redo));
        assert_eq!(clip_shown(&work), made, "{action:?}");
        work.run(Action::Edit(EditAction::Undo));
    }
    work.run(Action::Animate(AnimateAction::DeleteClip));
    let next = clip_shown(&work);
    assert_ne!(next, first.map(|moment| moment.clip));
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.session.playback.moment, first);
    work.run(Action::Edit(EditAction::Redo));
    assert_eq!(clip_shown(&work), next);
    // Made from the user's own pose, a clip leaves that.
    work.send(Intent::ShowClip(None).into());
    work.run(Action::Animate(AnimateAction::NewClip));
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(clip_shown(&work), None);
}

/// A clip that was deleted keeps its identity: nothing that waits for it goes to one that is made later.
#[test]
fn a_new_clip_is_no_clip_that_was() {
    let mut work = Work::on("builtin:arm");
    send(&mut work, ClipIntent::New);
    let first = clip_shown(&work).unwrap();
    send(&mut work, ClipIntent::Delete(first));
    send(&mut work, ClipIntent::New);
    let second = clip_shown(&work).unwrap();
    assert_ne!(first, second);
    work.run(Action::Edit(EditAction::Undo));
    send(&mut work, ClipIntent::New);
    assert_ne!(clip_shown(&work), Some(second), "redo could bring it back");
}

/// What happens at the end is the clip's, so that tangents and playback agree; one of three.
#[test]
fn what_happens_at_the_end_of_a_clip_is_one_choice() {
    let mut work = Work::on("builtin:arm");
    send(&mut work, ClipIntent::New);
    for (time, turn) in [(0.0, 0.0), (0.5, 1.0), (1.5, -1.0), (2.0, 0.0)] {
        edit(&mut work, set(time, turn));
    }
    let clip = clip_shown(&work).unwrap();
    let state = |work: &Work| {
        let own = work.document.character.clip(clip).unwrap();
        let key = key_at(
            own,
            KeyAt {
                target: TURN,
                time: 0.0,
            },
        )
        .unwrap();
        let KeyValue::Rotation(slope) = key.tangents.unwrap()[1] else {
            panic!("{key:?}");
        };
        assert_eq!(own.repeat(), work.session.playback.repeat);
        (own.repeat(), slope.length() > 0.1)
    };
    assert_eq!(state(&work), (Repeat::Loop, true));
    let toggle_loop = Action::Animate(AnimateAction::ToggleLoop);
    let ping_pong = Action::Sheet(SheetAction::TogglePingPong);
    for (action, now) in [
        (toggle_loop, Repeat::Once),
        (ping_pong, Repeat::PingPong),
        (toggle_loop, Repeat::Loop),
        (ping_pong, Repeat::PingPong),
        (ping_pong, Repeat::Once),
    ] {
        work.run(action);
        assert_eq!(state(&work), (now, now == Repeat::Loop));
        let lit = [toggle_loop, ping_pong];
        let lit = lit.map(|action| action.switch_state(&work.document, &work.session));
        let wanted = [now == Repeat::Loop, now == Repeat::PingPong];
        assert_eq!(lit, wanted.map(Some));
    }
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(state(&work).0, Repeat::PingPong);
    // Another clip has its own.
    send(&mut work, ClipIntent::New);
    assert_eq!(work.session.playback.repeat, Repeat::Loop);
}
