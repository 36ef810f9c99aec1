//! Onion skins and motion trails: when, of which joints, and where.

use std::time::{Duration, Instant};

use glam::Vec3;
use rig::{Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, Repeat, Track};
use scene::deform::{base_pose, deform_posed};
use scene::view::pane_shows::PaneInheritance;
use session::commands::actions::{Action, MotionAction};
use session::commands::command::{Command, Intent};
use session::document::channel::JointField;
use session::features::playback::motion::MotionOverlays;
use session::mode::Mode;
use session::settings::{OnionSettings, OnionStep, SettingChange};
use session::shown::{current_pose, joint_frames, pane_pose};
use session::state::comparing::PaneLayout;
use session::state::playback::motion::{key_times_of, onion_moments};
use session::state::posing::command::PoseIntent;
use session::tasks::Spawner;

use crate::support::fates::{DEATHS, Fate, Fates};
use crate::support::work::Work;

/// Two joints: one with keys at 0, 0.5, 1 and 2 s, the other at 0 and 1.25 s.
fn clip() -> Clip {
    let track = |joint: u16, times: &[f32]| {
        let values = times.iter().map(|&time| time * Vec3::Y).collect::<Vec<_>>();
        let keys = Track::new(times.to_vec(), values, Interpolation::Linear).unwrap();
        JointTrack {
            joint: JointIndex(joint),
            channel: Channel::Translation(keys),
        }
    };
    let tracks = vec![track(0, &[0.0, 0.5, 1.0, 2.0]), track(1, &[0.0, 1.25])];
    Clip::new(ClipId(0), None, 2.0).with_tracks(tracks, Vec::new())
}

/// Times with the place on their side, earlier ones negative, in order of time; of the clip played once.
fn moments(settings: OnionSettings, now: f32) -> Vec<(f32, i8)> {
    moments_of(&clip().with_repeat(Repeat::Once), settings, now)
}

fn moments_of(clip: &Clip, settings: OnionSettings, now: f32) -> Vec<(f32, i8)> {
    let found = onion_moments(&settings, clip, &[], (now, 24.0));
    assert!(
        found.is_sorted_by(|a, b| a.place >= b.place),
        "far ones first"
    );
    let mut found: Vec<(f32, i8)> = (found.iter())
        .map(|moment| {
            let place = i8::try_from(moment.place).unwrap();
            (moment.time, if moment.is_later { place } else { -place })
        })
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

#[test]
fn skins_are_counted_in_frames_seconds_or_keys_and_stay_in_the_clip() {
    let frames = OnionSettings {
        before: 2,
        after: 3,
        step: OnionStep::Frames,
        frames: 12,
        ..OnionSettings::default()
    };
    let expected = vec![(0.0, -2), (0.5, -1), (1.5, 1), (2.0, 2)];
    assert_eq!(moments(frames, 1.0), expected);
    assert_eq!(moments(frames, 0.0), [(0.5, 1), (1.0, 2), (1.5, 3)]);
    let seconds = OnionSettings {
        step: OnionStep::Seconds,
        seconds: 0.25,
        ..frames
    };
    let expected = vec![(0.5, -2), (0.75, -1), (1.25, 1), (1.5, 2), (1.75, 3)];
    assert_eq!(moments(seconds, 1.0), expected);
    let keys = OnionSettings {
        step: OnionStep::Keys,
        ..frames
    };
    let expected = vec![(0.5, -2), (1.0, -1), (1.25, 1), (2.0, 2)];
    assert_eq!(moments(keys, 1.1), expected);
    assert_eq!(moments(keys, 1.0)[1], (0.5, -1), "its own key is no skin");
    let none = OnionSettings {
        before: 0,
        after: 0,
        ..keys
    };
    assert_eq!(moments(none, 1.0), []);
}

/// In a loop the poses before its beginning are those at its end, and the other way round; none is shown twice.
#[test]
fn skins_go_round_a_loop_once_at_most() {
    let frames = OnionSettings {
        before: 3,
        after: 3,
        step: OnionStep::Frames,
        frames: 12,
        ..OnionSettings::default()
    };
    let looping = clip();
    let at_start = vec![
        (0.5, -3),
        (0.5, 1),
        (1.0, -2),
        (1.0, 2),
        (1.5, 3),
        (1.5, -1),
    ];
    let sorted = |now: f32| {
        let mut found = moments_of(&looping, frames, now);
        found.sort_by(|one, other| one.partial_cmp(other).unwrap());
        found
    };
    let mut at_start = at_start;
    at_start.sort_by(|one: &(f32, i8), other| one.partial_cmp(other).unwrap());
    assert_eq!(sorted(0.0), at_start);
    let before = [
        (0.25, -3),
        (0.25, 1),
        (0.75, -2),
        (0.75, 2),
        (1.25, -1),
        (1.25, 3),
    ];
    assert_eq!(sorted(1.75), before);
    let keys = OnionSettings {
        step: OnionStep::Keys,
        before: 9,
        after: 9,
        ..frames
    };
    let times = |now: f32, later: bool| -> Vec<f32> {
        let found = moments_of(&looping, keys, now).into_iter();
        let side = found.filter(|(_, place)| (*place > 0) == later);
        side.map(|(time, _)| time).collect()
    };
    assert_eq!(times(0.0, true), [0.5, 1.0, 1.25, 2.0]);
    assert_eq!(
        times(0.0, false),
        [0.5, 1.0, 1.25],
        "the end is the beginning"
    );
    assert_eq!(times(1.1, true), [0.5, 1.0, 1.25, 2.0]);
    assert_eq!(times(1.1, false), [0.0, 0.5, 1.0, 1.25]);
    for repeat in [Repeat::Once, Repeat::PingPong] {
        let found = moments_of(&clip().with_repeat(repeat), frames, 0.0);
        assert!(found.iter().all(|(_, place)| *place > 0), "{found:?}");
    }
}

#[test]
fn settings_that_make_no_sense_are_brought_into_range() {
    let mut settings = OnionSettings {
        before: 200,
        frames: 0,
        seconds: f32::NAN,
        opacity: 7.0,
        ..OnionSettings::default()
    };
    assert!(moments(settings, 2.0).len() < 20);
    settings.step = OnionStep::Seconds;
    assert!(moments(settings, 2.0).len() < 20);
    let mut work = Work::empty();
    work.send(Command::Intent(Intent::Set(SettingChange::Onion(settings))));
    let kept = work.session.settings.onion;
    assert_eq!((kept.before, kept.frames, kept.opacity), (12, 1, 1.0));
    let opacities: Vec<f32> = (1..=12).map(|place| kept.opacity_at(place)).collect();
    assert!(opacities.is_sorted_by(|a, b| a > b), "{opacities:?}");
    assert!(opacities[11] > 0.1);
}

/// The arm at a time of its first clip, in Animate mode.
fn animating(time: f32) -> Work {
    let mut work = Work::on("builtin:arm");
    work.session.mode = Mode::Animate;
    work.send(Command::Intent(Intent::Seek(time)));
    assert!(work.session.playback.moment.is_some());
    work
}

/// Follows what is shown until nothing is left to be done.
fn settled(motion: &mut MotionOverlays, work: &Work, spawner: &Spawner) {
    let start = Instant::now();
    loop {
        motion.follow(&work.document, &work.session, spawner);
        if !motion.onion.is_working() && !motion.trails.is_working() {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "never settled");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn run(work: &mut Work, action: MotionAction) {
    work.run(Action::Motion(action));
}

/// The vertices of a pane at a time of the clip.
fn vertices(work: &Work, pane: usize, time: f32) -> Vec<Vec<Vec3>> {
    let character = &work.document.character;
    let clip = character.clips.first().unwrap();
    let pose = clip.sample(&character.rig.skeleton, &base_pose(character), time);
    let shows = work.session.comparing.panes[pane];
    let posed = pane_pose(&work.document, &pose, shows).unwrap().posed;
    let mut deformed = Vec::new();
    deform_posed(character, &posed, &mut deformed).unwrap();
    deformed.into_iter().map(|found| found.positions).collect()
}

#[test]
fn each_pane_has_skins_by_its_own_method_and_none_while_they_make_no_sense() {
    let spawner = Fates::default().spawner();
    let mut motion = MotionOverlays::default();
    let mut work = animating(0.5);
    settled(&mut motion, &work, &spawner);
    assert!(motion.onion.skins().is_empty(), "off until asked for");
    run(&mut work, MotionAction::ToggleOnionSkins);
    settled(&mut motion, &work, &spawner);
    let skins = motion.onion.skins().to_vec();
    assert!(skins.iter().any(|skin| skin.at.is_later));
    assert!(skins.iter().any(|skin| !skin.at.is_later));
    for skin in &skins {
        for (pane, positions) in skin.panes.iter().enumerate() {
            assert_eq!(**positions, vertices(&work, pane, skin.at.time));
        }
    }
    assert_ne!(skins[0].panes[0], skins[0].panes[1], "two methods");

    let revision = motion.onion.revision();
    work.session.playback.playing = true;
    settled(&mut motion, &work, &spawner);
    assert!(
        motion.onion.skins().is_empty(),
        "they pause while time passes"
    );
    work.session.playback.playing = false;
    settled(&mut motion, &work, &spawner);
    assert_eq!(motion.onion.skins(), skins);
    assert!(motion.onion.revision() > revision);

    for hide in [
        |work: &mut Work| work.run(Action::Motion(MotionAction::ToggleOnionSkins)),
        |work: &mut Work| work.session.mode = Mode::Weights,
        |work: &mut Work| work.session.switches.rest = true,
        |work: &mut Work| work.send(Command::Intent(Intent::ShowClip(None))),
    ] {
        let mut work = animating(0.5);
        run(&mut work, MotionAction::ToggleOnionSkins);
        settled(&mut motion, &work, &spawner);
        assert!(!motion.onion.skins().is_empty());
        hide(&mut work);
        settled(&mut motion, &work, &spawner);
        assert!(motion.onion.skins().is_empty());
    }
}

#[test]
fn only_panes_that_are_seen_have_skins_and_known_ones_are_kept() {
    let spawner = Fates::default().spawner();
    let mut motion = MotionOverlays::default();
    let mut work = animating(0.5);
    run(&mut work, MotionAction::ToggleOnionSkins);
    work.session.comparing.layout = PaneLayout::Overlay;
    work.session.settings.onion.step = OnionStep::Keys;
    settled(&mut motion, &work, &spawner);
    let before = motion.onion.skins().to_vec();
    assert!(before.iter().all(|skin| skin.panes[1].is_empty()));
    assert!(before.iter().all(|skin| !skin.panes[0].is_empty()));
    // A little later the keys around are the same, and so is the memory.
    work.send(Command::Intent(Intent::Seek(0.501)));
    settled(&mut motion, &work, &spawner);
    for (one, other) in before.iter().zip(motion.onion.skins()) {
        assert!(std::sync::Arc::ptr_eq(&one.panes[0], &other.panes[0]));
    }
}

#[test]
fn what_pictures_wait_for_is_what_panes_show() {
    let spawner = Fates::default().spawner();
    let (mut followed, mut found) = (MotionOverlays::default(), MotionOverlays::default());
    let mut work = animating(0.5);
    (work.session.motion.onion, work.session.motion.trails) = (true, true);
    work.send(Command::Intent(Intent::Select(Some(JointIndex(2)))));
    let mut revisions = Vec::new();
    for time in [0.5, 0.5, 0.75] {
        work.send(Command::Intent(Intent::Seek(time)));
        settled(&mut followed, &work, &spawner);
        found.find(&work.document, &work.session, &|| true);
        assert!(!found.onion.skins().is_empty());
        assert_eq!(found.onion.skins(), followed.onion.skins());
        let inheritance = work.session.comparing.panes[0].scale_inheritance;
        assert_eq!(found.trails.of(inheritance).len(), 1);
        assert_eq!(
            found.trails.of(inheritance),
            followed.trails.of(inheritance)
        );
        revisions.push(found.onion.revision());
    }
    assert!(revisions[0] == revisions[1] && revisions[1] < revisions[2]);
    // Switched off, or when nobody waits any more.
    (work.session.motion.onion, work.session.motion.trails) = (false, false);
    found.find(&work.document, &work.session, &|| true);
    assert!(found.onion.skins().is_empty());
    (work.session.motion.onion, work.session.motion.trails) = (true, true);
    found.find(&work.document, &work.session, &|| false);
    assert!(found.onion.skins().is_empty());
}

#[test]
fn trails_are_where_joints_will_be_and_kept_ones_stay() {
    let spawner = Fates::default().spawner();
    let mut motion = MotionOverlays::default();
    let mut work = animating(0.5);
    let skeleton = &work.document.character.rig.skeleton;
    let [hand, forearm] = ["hand", "forearm"].map(|name| skeleton.find(name).unwrap());
    work.send(Command::Intent(Intent::Select(Some(hand))));
    run(&mut work, MotionAction::ToggleMotionTrails);
    settled(&mut motion, &work, &spawner);
    let trails = motion.trails.of(PaneInheritance::AsSet).to_vec();
    assert_eq!(trails.len(), 1);
    let trail = &trails[0];
    assert_eq!(trail.joint, hand);
    let character = &work.document.character;
    let clip = character.clips.first().unwrap();
    let rest = base_pose(character);
    for point in trail.frames.iter().chain(&trail.keys) {
        let pose = clip.sample(&character.rig.skeleton, &rest, point.time);
        let frames = joint_frames(character, &pose, &work.document.scale_inheritance);
        let place = Vec3::from(frames[hand.index()].translation);
        assert_eq!(place, point.place, "at {}", point.time);
    }
    let times: Vec<f32> = trail.keys.iter().map(|point| point.time).collect();
    assert_eq!(times, key_times_of(clip, hand));
    let between: Vec<f32> = trail
        .frames
        .windows(2)
        .map(|pair| pair[1].time - pair[0].time)
        .collect();
    assert!(between.len() > 10 && (between[0] - between[3]).abs() < 1e-5);
    assert_eq!(
        trail.frames.last().map(|point| point.time),
        Some(clip.duration())
    );

    run(&mut work, MotionAction::KeepMotionTrails);
    work.send(Command::Intent(Intent::Select(Some(forearm))));
    settled(&mut motion, &work, &spawner);
    let joints = |motion: &MotionOverlays| {
        let trails = motion.trails.of(PaneInheritance::AsSet).iter();
        trails.map(|trail| trail.joint).collect::<Vec<_>>()
    };
    assert_eq!(joints(&motion), [forearm, hand]);
    run(&mut work, MotionAction::ForgetMotionTrails);
    settled(&mut motion, &work, &spawner);
    assert_eq!(joints(&motion), [forearm]);
    run(&mut work, MotionAction::ToggleMotionTrails);
    settled(&mut motion, &work, &spawner);
    assert_eq!(joints(&motion), []);
}

#[test]
fn poses_that_are_not_keyed_have_skins_and_places_of_their_own() {
    let spawner = Fates::default().spawner();
    let mut motion = MotionOverlays::default();
    let mut work = animating(0.7);
    let skeleton = &work.document.character.rig.skeleton;
    let forearm = skeleton.find("forearm").unwrap();
    work.session.settings.onion.step = OnionStep::Keys;
    run(&mut work, MotionAction::ToggleOnionSkins);
    work.send(Command::Intent(Intent::Select(Some(forearm))));
    run(&mut work, MotionAction::ToggleMotionTrails);
    let field = JointField {
        joint: forearm,
        channel: session::document::channel::Channel::Translation,
        axis: 1,
    };
    let posed = PoseIntent::SetField {
        field,
        value: 0.3,
        dragging: false,
    };
    work.send(Command::Intent(Intent::Pose(posed)));
    settled(&mut motion, &work, &spawner);
    let trail = |motion: &MotionOverlays| motion.trails.of(PaneInheritance::AsSet)[0].clone();
    let here = trail(&motion);
    assert_eq!(here.pending, [], "where it is now is shown anyway");
    let place = {
        let pose = current_pose(&work.document, &work.session);
        let flags = &work.document.scale_inheritance;
        let frames = joint_frames(&work.document.character, &pose, flags);
        Vec3::from(frames[forearm.index()].translation)
    };

    work.send(Command::Intent(Intent::Seek(0.701)));
    settled(&mut motion, &work, &spawner);
    let skins = motion.onion.skins();
    let nearest = skins
        .iter()
        .find(|skin| (skin.at.place, skin.at.is_later) == (1, false));
    let nearest = nearest.unwrap();
    assert_eq!(nearest.at.time, 0.7, "it counts as a key");
    assert_ne!(*nearest.panes[0], vertices(&work, 0, 0.7));
    let there = trail(&motion);
    assert_eq!(
        there.frames, here.frames,
        "the way of the clip is as it was"
    );
    let pending: Vec<_> = there.pending.iter().map(|point| point.place).collect();
    assert_eq!(pending, [place]);
}

#[test]
fn work_that_dies_is_told_once_and_can_be_asked_for_again() {
    for death in DEATHS {
        let fates = Fates::default();
        let spawner = fates.spawner();
        let mut motion = MotionOverlays::default();
        let mut work = animating(0.5);
        fates.set(death);
        run(&mut work, MotionAction::ToggleOnionSkins);
        settled(&mut motion, &work, &spawner);
        let fault = motion.take_fault().unwrap();
        assert!(
            fault.starts_with("The onion skins were not computed"),
            "{fault}"
        );
        settled(&mut motion, &work, &spawner);
        assert_eq!(motion.take_fault(), None);
        fates.set(Fate::Runs);
        run(&mut work, MotionAction::ToggleOnionSkins);
        settled(&mut motion, &work, &spawner);
        run(&mut work, MotionAction::ToggleOnionSkins);
        settled(&mut motion, &work, &spawner);
        assert!(!motion.onion.skins().is_empty());
    }
}
