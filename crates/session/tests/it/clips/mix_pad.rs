//! The mix pad: shares of corners, what is seen, what is kept, and that nothing else changes.

use glam::Vec2;
use rig::{Clip, ClipEdit, ClipId, ClipMix, LayeredClip, MixPace, MixedClip, Pose, Repeat};
use session::commands::actions::{
    Action, AnimateAction, ClipToolAction, EditAction, PinAction, PoseAction,
};
use session::commands::command::{Intent, Panel};
use session::document::layered_clips::seen_at;
use session::mode::Mode;
use session::shown::current_pose;
use session::state::clips::command::ClipIntent;
use session::state::clips::mix_pad::{MixIntent, corner_places, nearest_within, shares};

use crate::support::work::Work;

/// The arm with its clips of 4, 4, 4 and 12 seconds in the pad, the first of them shown at 1.3 s.
fn mixing() -> Work {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Animate;
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    work.send(Intent::Seek(1.3).into());
    work.run(Action::ClipTool(ClipToolAction::MixPad));
    assert!(work.session.is_open(Panel::MixPad));
    work
}

fn mix(work: &mut Work, intent: MixIntent) {
    work.send(Intent::Clip(ClipIntent::Mix(intent)).into());
}

fn put(work: &mut Work, x: f32, y: f32) {
    mix(work, MixIntent::MovePoint(Vec2::new(x, y)));
}

fn now(work: &Work) -> Pose {
    (*current_pose(&work.document, &work.session)).clone()
}

fn seen(work: &Work, clip: ClipId, time: f32) -> Pose {
    let character = &work.document.character;
    let clip = character.clip(clip).unwrap();
    seen_at(character, clip, &character.file_pose(), time)
}

fn said(work: &Work) -> String {
    work.session.notices.all().last().unwrap().text.clone()
}

/// The largest difference of two poses: chords of rotations, ways, entries of stretches.
fn distance(one: &Pose, other: &Pose) -> f32 {
    let rigid = one.rigid.iter().zip(&other.rigid).map(|(one, other)| {
        let [a, b] = [one.rotation, other.rotation];
        let chord = (a - b).length().min((a + b).length());
        chord.max(one.translation.distance(other.translation))
    });
    let stretch = one.stretch.iter().zip(&other.stretch);
    let stretch = stretch.map(|(one, other)| {
        let apart = one.to_mat3() - other.to_mat3();
        apart
            .to_cols_array()
            .into_iter()
            .fold(0.0, |most: f32, of| most.max(of.abs()))
    });
    rigid.chain(stretch).fold(0.0, f32::max)
}

/// Shares are those of barycentric coordinates: none is negative, they sum to one, they give the point back, and a corner has all of it.
#[test]
fn shares_are_barycentric_coordinates_of_the_polygon() {
    for count in 1..=8 {
        let corners = corner_places(count);
        for (place, &corner) in corners.iter().enumerate() {
            let at = shares(&corners, corner);
            let wanted = (0..count).map(|other| f32::from(u8::from(other == place)));
            assert_eq!(at, wanted.collect::<Vec<f32>>(), "{count}");
        }
        for step in 0..400_u16 {
            // A spiral that leaves the polygon.
            let along = f32::from(step) / 300.0;
            let point = along * Vec2::from((17.0 * along).sin_cos());
            let within = nearest_within(&corners, point);
            let shares = shares(&corners, point);
            assert!(
                shares
                    .iter()
                    .all(|share| (0.0..=1.0 + 1e-6).contains(share))
            );
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            let back: Vec2 = corners
                .iter()
                .zip(&shares)
                .map(|(at, share)| *share * *at)
                .sum();
            assert!(
                back.distance(within) < 1e-4,
                "{count} {point} {back} {within}"
            );
            assert!(within.length() <= 1.0 + 1e-6);
        }
        let middle = shares(&corners, Vec2::ZERO);
        let [least, most] = [f32::min, f32::max].map(|of| middle.iter().copied().reduce(of));
        assert!(most.unwrap() - least.unwrap() < 1e-5);
    }
}

/// At a corner exactly that clip is seen, at its share of the length; opening the pad moves nothing.
#[test]
fn a_corner_is_exactly_its_clip() {
    let mut work = mixing();
    let before = work.document.clone();
    assert_eq!(now(&work), seen(&work, ClipId(0), 1.3));
    // Four corners of a square, from the upper left one on clockwise.
    let half = 0.5_f32.sqrt();
    let corners = [
        (0, -half, half),
        (1, half, half),
        (2, half, -half),
        (3, -half, -half),
    ];
    for (clip, x, y) in corners {
        put(&mut work, x, y);
        let clip = ClipId(clip);
        let length = work.document.character.clip(clip).unwrap().duration();
        let wanted = seen(&work, clip, 1.3 / 4.0 * length);
        assert!(distance(&now(&work), &wanted) < 1e-5, "{clip:?}");
        mix(&mut work, MixIntent::Pace(MixPace::Apart));
        assert_eq!(now(&work), seen(&work, clip, 1.3));
        mix(&mut work, MixIntent::Pace(MixPace::InStep));
    }
    // Time goes on meanwhile, and nothing of the document changes.
    put(&mut work, 0.2, -0.1);
    let mixed = now(&work);
    work.send(Intent::Seek(2.0).into());
    assert_ne!(now(&work), mixed);
    assert!(work.document.same_as(&before));
    // Closed, the clip is seen where time is now.
    work.run(Action::ClipTool(ClipToolAction::MixPad));
    assert_eq!(now(&work), seen(&work, ClipId(0), 2.0));
}

/// Opened again over a clip that was taken out, the pad has it back: what is seen stays.
#[test]
fn the_clip_that_is_shown_is_always_a_corner() {
    let mut work = mixing();
    mix(&mut work, MixIntent::Choose(ClipId(0), false));
    assert_ne!(now(&work), seen(&work, ClipId(0), 1.3));
    for _ in 0..2 {
        work.run(Action::ClipTool(ClipToolAction::MixPad));
    }
    assert!(work.session.is_open(Panel::MixPad));
    let shown = work.session.mix_shown(&work.document).unwrap();
    assert_eq!(shown.shares.len(), 4);
    assert_eq!(now(&work), seen(&work, ClipId(0), 1.3));
}

/// A layer that is longer than the clip below it does not stretch that.
#[test]
fn a_layer_is_seen_at_the_pace_of_the_clip_below_it() {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Animate;
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    work.run(Action::ClipTool(ClipToolAction::NewLayer));
    let edit = ClipIntent::Edit {
        edit: ClipEdit::SetDuration(6.0),
        name: "longer".to_owned(),
    };
    work.send(Intent::Clip(edit).into());
    for time in [1.3, 5.0] {
        work.send(Intent::Seek(time).into());
        let before = now(&work);
        work.run(Action::ClipTool(ClipToolAction::MixPad));
        assert!(work.session.mix_shown(&work.document).is_some());
        assert_eq!(now(&work), before, "{time}");
        work.run(Action::ClipTool(ClipToolAction::MixPad));
    }
}

/// The order in which clips are given says nothing, to the bit.
#[test]
fn the_order_of_clips_says_nothing() {
    let work = mixing();
    let character = &work.document.character;
    let skeleton = &character.rig.skeleton;
    let base = character.file_pose();
    let pose = |order: [usize; 4]| {
        let clips = order.map(|place| MixedClip {
            clip: LayeredClip::of(&character.clips[place], &character.clips),
            weight: [0.1, 0.2, 0.3, 0.4][place],
        });
        let mix = ClipMix::new(clips, MixPace::InStep, 4.0);
        mix.sample(skeleton, &base, 1.7)
    };
    let first = pose([0, 1, 2, 3]);
    assert_eq!(pose([3, 1, 0, 2]), first);
    assert_eq!(pose([2, 3, 1, 0]), first);
}

/// What is kept is what was seen, frame by frame, as one step.
#[expect(clippy::cast_possible_truncation, reason = "times are f32")]
fn seconds(frame: u32, rate: f64) -> f32 {
    (f64::from(frame) / rate) as f32
}

#[test]
fn a_kept_mix_is_what_was_seen() {
    for pace in [MixPace::InStep, MixPace::Apart] {
        let mut work = mixing();
        mix(&mut work, MixIntent::Pace(pace));
        put(&mut work, 0.31, 0.12);
        let before = work.document.character.clips.to_vec();
        let rate = work
            .session
            .character
            .sheet
            .frames_per_second()
            .unwrap_or(30.0);
        let times: Vec<f32> = (0..30).map(|frame| seconds(3 * frame, rate)).collect();
        let mut seen_then = Vec::new();
        for &time in &times {
            work.send(Intent::Seek(time).into());
            seen_then.push(now(&work));
        }
        work.run(Action::ClipTool(ClipToolAction::KeepMix));
        assert!(!work.session.is_open(Panel::MixPad));
        let kept = work.session.playback.moment.unwrap().clip;
        let clips = &work.document.character.clips;
        let kept_clip: &Clip = clips.iter().find(|clip| clip.id() == kept).unwrap();
        assert_eq!(kept_clip.duration(), 4.0);
        assert_eq!(kept_clip.repeat(), before[0].repeat());
        assert_eq!(clips.len(), before.len() + 1);
        assert_eq!(clips[1].id(), kept);
        for (&time, wanted) in times.iter().zip(&seen_then) {
            work.send(Intent::Seek(time).into());
            let apart = distance(&now(&work), wanted);
            assert!(apart < 5e-5, "{pace:?} {time}: {apart}");
        }
        work.run(Action::Edit(EditAction::Undo));
        assert_eq!(work.document.character.clips.to_vec(), before);
    }
}

/// Posing and keying wait: nobody keys by chance what is only to look at.
#[test]
fn nothing_is_posed_over_a_mix() {
    let mut work = mixing();
    put(&mut work, 0.0, 0.0);
    work.run(Action::Edit(EditAction::SelectAll));
    let before = work.document.clone();
    let mixed = now(&work);
    work.run(Action::Pose(PoseAction::ResetPose));
    assert!(said(&work).contains("mix"), "{}", said(&work));
    work.run(Action::Animate(AnimateAction::KeySelected));
    work.run(Action::Pins(PinAction::PinJoint));
    assert!(work.document.same_as(&before));
    assert_eq!(now(&work), mixed);
    work.run(Action::ClipTool(ClipToolAction::MixPad));
    work.run(Action::Animate(AnimateAction::KeySelected));
    assert!(!work.document.same_as(&before));
}

/// A clip that is deleted leaves the pad, and comes back to it with undo; over the user's own pose the pad goes back to that.
#[test]
fn clips_come_and_go_while_the_pad_is_open() {
    let mut work = mixing();
    put(&mut work, 0.4, 0.3);
    let mixed = now(&work);
    work.send(Intent::Clip(ClipIntent::Delete(ClipId(2))).into());
    let shown = work.session.mix_shown(&work.document).unwrap();
    assert_eq!(shown.shares.len(), 3);
    assert!(
        now(&work)
            .rigid
            .iter()
            .all(|rigid| rigid.rotation.is_finite())
    );
    work.run(Action::Edit(EditAction::Undo));
    work.send(Intent::ShowClip(Some(ClipId(0))).into());
    work.send(Intent::Seek(1.3).into());
    assert_eq!(now(&work), mixed);
    for clip in [0, 1, 2, 3] {
        mix(&mut work, MixIntent::Choose(ClipId(clip), false));
    }
    assert_eq!(now(&work), seen(&work, ClipId(0), 1.3));
    work.run(Action::ClipTool(ClipToolAction::MixPad));

    let mut own = Work::on("builtin:arm");
    let pose = now(&own);
    own.run(Action::ClipTool(ClipToolAction::MixPad));
    assert!(own.session.playback.moment.is_some());
    own.send(Intent::Seek(1.0).into());
    put(&mut own, 0.0, 0.0);
    assert_ne!(now(&own), pose);
    own.run(Action::ClipTool(ClipToolAction::MixPad));
    assert_eq!(own.session.playback.moment, None);
    assert_eq!(own.session.playback.left, None);
    assert_eq!(now(&own), pose);
}

/// A clip that ends before the mix goes on as it repeats, where each goes by itself.
#[test]
fn shorter_clips_go_on_as_they_repeat() {
    let mut work = mixing();
    work.send(Intent::ShowClip(Some(ClipId(3))).into());
    mix(&mut work, MixIntent::Pace(MixPace::Apart));
    put(&mut work, -1.0, 1.0);
    work.send(Intent::Seek(9.0).into());
    let first = work.document.character.clip(ClipId(0)).unwrap();
    let within = match first.repeat() {
        Repeat::Loop => 1.0,
        Repeat::Once => 4.0,
        Repeat::PingPong => 1.0,
    };
    assert_eq!(now(&work), seen(&work, ClipId(0), within));
}

/// Each window mixes by itself, and what one keeps is its own until it is saved.
#[test]
fn two_windows_on_one_character_mix_by_themselves() {
    let (mut one, mut other) = (mixing(), mixing());
    other.document = one.document.clone();
    put(&mut one, 0.5, 0.1);
    put(&mut other, -0.3, -0.4);
    let seen_there = now(&other);
    assert_ne!(now(&one), seen_there);
    one.run(Action::ClipTool(ClipToolAction::KeepMix));
    assert_eq!(other.document.character.clips.len(), 4);
    assert_eq!(now(&other), seen_there);
}
