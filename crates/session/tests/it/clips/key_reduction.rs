//! Fewer keys: the skin stays within the tolerance, wherever it is looked at.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use character::{Character, MeshSkinning};
use dq_math::SignRule;
use glam::{Quat, Vec3};
use rig::{
    AnyTrack, Channel, Clip, ClipEdit, DrivenChannel, DrivenCombine, DrivenCurve, DrivenSet,
    DrivenTarget, DriverAngle, DriverMeasure, Interpolation, JointTrack, Keys, Method, MorphTrack,
    Target, Track, times_to_measure,
};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use scene::reduced_clip::{ClipReduction, ReducedClip, WorkLimits};
use scene::view::pane_shows::PaneWeights;
use session::commands::actions::{Action, AnimateAction, EditAction};
use session::commands::command::{Command, Intent};
use session::document::Document;
use session::document::driven::drive;
use session::features::clips::key_reduction_worker::KeyReduction;
use session::state::clips::command::ClipIntent;
use session::state::clips::key_reduction::ReduceAsked;
use session::state::opening::load::load;
use session::tasks::Spawner;

use crate::background::jobs::until;
use crate::support::work::Work;

/// The clip with straight keys so many times a second, as captured motion has them.
fn baked(clip: &Clip, rate: u16) -> Clip {
    let count = (clip.duration() * f32::from(rate)).floor();
    let times: Vec<f32> = (0_u16..)
        .map(f32::from)
        .take_while(|frame| *frame <= count)
        .map(|frame| frame / f32::from(rate))
        .collect();
    let straight = Interpolation::Linear;
    let tracks = clip
        .targets()
        .map(|target| match (target, clip.keys(target).unwrap()) {
            (Target::Joint(joint, _), Keys::Rotation(track)) => {
                let values = times.iter().map(|&time| track.sample(time)).collect();
                let channel = Channel::Rotation(Track::new(&*times, values, straight).unwrap());
                AnyTrack::Joint(JointTrack { joint, channel })
            }
            (Target::Joint(joint, channel), Keys::Vector(track)) => {
                let values = times.iter().map(|&time| track.sample(time)).collect();
                let track = Track::new(&*times, values, straight).unwrap();
                let channel = match channel {
                    rig::JointChannel::Scale => Channel::Scale(track),
                    rig::JointChannel::Shear => Channel::Shear(track),
                    _ => Channel::Translation(track),
                };
                AnyTrack::Joint(JointTrack { joint, channel })
            }
            (Target::Morph(weight), Keys::Number(track)) => {
                let values = times.iter().map(|&time| track.sample(time)).collect();
                let track = Track::new(&*times, values, straight).unwrap();
                AnyTrack::Morph(MorphTrack { weight, track })
            }
            (target, _) => panic!("{target:?}"),
        });
    let edit = ClipEdit::SetTracks {
        set: tracks.collect(),
        remove: Vec::new(),
    };
    clip.with_edit(&edit).unwrap().0
}

fn look(method: Method) -> Look {
    Look {
        method,
        signs: SignRule::default(),
        per_mesh: false,
        first_phase: false,
        twist: false,
        smooth: None,
    }
}

fn reduced(character: &Character, clip: &Clip, method: Method, tolerance: f32) -> ReducedClip {
    let driven = DrivenSet::default();
    reduced_with(character, clip, method, tolerance, &driven)
}

fn reduced_with(
    character: &Character,
    clip: &Clip,
    method: Method,
    tolerance: f32,
    driven: &DrivenSet,
) -> ReducedClip {
    let targets: BTreeSet<Target> = clip.targets().collect();
    let reduction = ClipReduction {
        character,
        clip,
        scale_inheritance: &character.rig.scale_inheritance,
        look: look(method),
        driven,
        targets: &targets,
        tolerance,
        turn_over: None,
    };
    reduction.run(&|_| ControlFlow::Continue(())).unwrap()
}

fn with(clip: &Clip, reduced: &ReducedClip) -> Clip {
    let edit = ClipEdit::SetTracks {
        set: reduced.tracks.clone(),
        remove: Vec::new(),
    };
    clip.with_edit(&edit).unwrap().0
}

/// The largest distance between the skins of two clips at a time.
fn apart(character: &Character, clips: [&Clip; 2], method: Method, time: f32) -> f32 {
    let base = base_pose(character);
    let [one, other] = clips.map(|clip| {
        let pose = clip.sample(&character.rig.skeleton, &base, time);
        deform(
            character,
            &pose,
            &character.rig.scale_inheritance,
            look(method),
        )
        .unwrap()
    });
    let primitives = one.iter().zip(&other);
    let distances = primitives.flat_map(|(one, other)| {
        let places = one.positions.iter().zip(&other.positions);
        places.map(|(from, to)| from.distance(*to))
    });
    distances.fold(0.0, f32::max)
}

/// At times between those that were measured, too, and by every kind of method.
#[test]
fn the_skin_stays_within_the_tolerance_at_random_times() {
    for file in ["builtin:cylinder", "builtin:arm"] {
        let character = load(file).unwrap();
        let clip = baked(&character.clips[0], 20);
        for method in [Method::Linear, Method::DualQuaternion] {
            let tolerance = 1e-3;
            let found = reduced(&character, &clip, method, tolerance);
            assert!(
                found.after < found.before,
                "{file} {method}: {}",
                found.after
            );
            let after = with(&clip, &found);
            assert_eq!(
                after.key_count(),
                clip.key_count() - found.before + found.after
            );
            assert_eq!(after.duration(), clip.duration());
            let mut most = 0.0_f32;
            for step in 0_u8..150 {
                // Spread evenly, and on no key.
                let time = clip.duration() * (f32::from(step) * 0.618_034 + 0.017).fract();
                most = most.max(apart(&character, [&clip, &after], method, time));
            }
            assert!(most <= tolerance, "{file} {method}: {most}");
            let largest = found.largest.unwrap();
            assert!(largest.distance <= tolerance && largest.distance >= 0.8 * most);
            let there = apart(&character, [&clip, &after], method, largest.time);
            assert!((there - largest.distance).abs() < 1e-6, "as reported");
        }
    }
}

/// A finger that is hardly seen to turn drives the forearm: keys stay for what that does.
#[test]
fn keys_stay_for_what_follows() {
    let character = load("builtin:arm").unwrap();
    let skeleton = &character.rig.skeleton;
    let [finger, forearm] = ["index_3", "forearm"].map(|name| skeleton.find(name).unwrap());
    let channel = DrivenChannel {
        driver: DriverAngle {
            joint: finger,
            measure: DriverMeasure::Twist { axis: Vec3::Z },
        },
        target: DrivenTarget::Rotation {
            joint: forearm,
            axis: Vec3::Z,
        },
        curve: DrivenCurve::proportional(2.0).unwrap(),
        combine: DrivenCombine::Adds,
        muted: false,
    };
    let document = Document::new(Arc::new(character.clone()));
    let document = document.with_driven(vec![channel]).unwrap();
    let times: Vec<f32> = (0_u8..=60).map(|frame| f32::from(frame) / 60.0).collect();
    let turn = |time: &f32| Quat::from_rotation_z(0.2 * (std::f32::consts::TAU * time).sin());
    let values = times.iter().map(turn).collect();
    let track = Track::new(&*times, values, Interpolation::Linear).unwrap();
    let track = JointTrack {
        joint: finger,
        channel: Channel::Rotation(track),
    };
    let clip = character.clips[0]
        .clone()
        .with_tracks(vec![track], Vec::new());
    let seen = |clip: &Clip, time: f32| {
        let mut pose = clip.sample(skeleton, &base_pose(&character), time);
        drive(&document.driven, &mut pose);
        let flags = &character.rig.scale_inheritance;
        deform(&character, &pose, flags, look(Method::Linear)).unwrap()
    };
    let tolerance = 2e-3;
    let off = [DrivenSet::default(), DrivenSet::clone(&document.driven)].map(|driven| {
        let found = reduced_with(&character, &clip, Method::Linear, tolerance, &driven);
        assert!(found.after < found.before);
        let after = with(&clip, &found);
        let distances = (0_u8..90).flat_map(|step| {
            let time = clip.duration() * f32::from(step) / 90.0;
            let [one, other] = [&clip, &after].map(|clip| seen(clip, time));
            let places = one[0].positions.iter().zip(&other[0].positions);
            let distances: Vec<f32> = places.map(|(from, to)| from.distance(*to)).collect();
            distances
        });
        distances.fold(0.0, f32::max)
    });
    assert!(off[0] > 5.0 * tolerance, "{off:?}");
    assert!(off[1] <= tolerance, "{off:?}");
}

/// Where measuring ends at its bound, all keys stay from there on: what is left is as near as asked, and told to be more than is needed.
#[test]
fn keys_stay_where_the_bound_of_measuring_ends() {
    let character = load("builtin:cylinder").unwrap();
    let clip = baked(&character.clips[0], 120);
    let (targets, tolerance) = (clip.targets().collect(), 1e-3);
    let reduction = ClipReduction {
        character: &character,
        clip: &clip,
        scale_inheritance: &character.rig.scale_inheritance,
        look: look(Method::Linear),
        driven: &DrivenSet::default(),
        targets: &targets,
        tolerance,
        turn_over: None,
    };
    let within = |frames: usize| {
        let limits = WorkLimits {
            measuring: frames,
            ..WorkLimits::of(&clip, &targets)
        };
        let found = reduction.run_within(limits, &|_| ControlFlow::Continue(()));
        found.unwrap()
    };
    let whole = reduced(&character, &clip, Method::Linear, tolerance);
    assert!(!whole.is_measuring_cut && 3 * whole.after < 2 * whole.before);
    let once = 2 * (whole.measured.joints + whole.measured.vertices / 8);
    assert_eq!(within(4 * whole.checks * once), whole);
    let none = within(0);
    assert_eq!((none.after, none.checks), (whole.before, 0));
    assert!(none.tracks.is_empty() && none.largest.is_none());
    assert!(none.is_unjudged() && !whole.is_unjudged());
    let said = none.early_stop_words().unwrap();
    assert!(said.contains("fewer joints"), "{said}");
    assert!(!said.contains("again"), "the same would come of it: {said}");

    let times = times_to_measure(&clip, &targets).len();
    for looks in [times / 8, times / 2, times + times / 2] {
        let found = within(looks * once);
        assert!(found.is_measuring_cut && !found.is_cut, "{looks}");
        assert!(found.checks <= looks && found.after <= found.before);
        assert!(found.early_stop_words().unwrap().contains("limit"));
        let told = found.largest.map_or(0.0, |error| error.distance);
        assert!(told <= tolerance, "{told}");
        let after = with(&clip, &found);
        let moments = (0..=100_u8).map(|step| clip.duration() * f32::from(step) / 100.0);
        let most = moments.fold(0.0_f32, |most, time| {
            most.max(apart(&character, [&clip, &after], Method::Linear, time))
        });
        assert!(most <= tolerance, "{looks}: {most}");
        // The first look is half of the work.
        let since = 0.8 * clip.duration();
        for &target in &targets {
            let late = [&clip, &after].map(|of| {
                let keys = of.keys(target).unwrap();
                keys.times().iter().filter(|time| **time >= since).count()
            });
            assert_eq!(late[0], late[1], "{looks}");
        }
    }
    // Three quarters of all times are measured, and what is between the farthest of them.
    assert!(within((times + times / 2) * once).after < whole.before);
}

#[test]
fn what_stands_still_has_one_key() {
    let character = load("builtin:arm").unwrap();
    let clip = baked(&character.clips[0], 15);
    let rest = Clip::new(clip.id(), None, 1.0);
    let still = clip.targets().filter_map(|target| {
        let AnyTrack::Joint(track) = rig::reduced_track(&clip, target, &[true])? else {
            return None;
        };
        let Channel::Rotation(track_of) = &track.channel else {
            return None;
        };
        let times: Vec<f32> = (0_u8..30).map(|frame| f32::from(frame) / 29.0).collect();
        let values = vec![track_of.values()[0]; 30];
        let channel = Channel::Rotation(Track::new(times, values, Interpolation::Linear).unwrap());
        Some(JointTrack { channel, ..track })
    });
    let still = rest.with_tracks(still.collect(), Vec::new());
    let found = reduced(&character, &still, Method::Linear, 1e-4);
    assert!(found.before > found.tracks.len());
    assert_eq!(found.after, still.targets().count(), "one each");
    assert!(found.largest.is_none_or(|error| error.distance < 1e-6));
    // A tolerance is as small as the character.
    assert!(ReduceAsked::for_size(1e-3).tolerance <= 1e-6);
    assert!(ReduceAsked::for_size(1.7).tolerance > 0.9e-3);
    assert!(ReduceAsked::for_size(0.0).sane().tolerance > 0.0);
}

/// A tolerance of more than a tenth of the size is doubted, whatever the size, and never where there is none.
#[test]
fn a_tolerance_near_the_size_is_doubted() {
    for size in [1e-3, 1.7, 180.0, 1e5] {
        let words = |share: f32| {
            let asked = ReduceAsked {
                tolerance: share * size,
                ..ReduceAsked::for_size(size)
            };
            asked.sane().tolerance_words()
        };
        assert_eq!(ReduceAsked::for_size(size).tolerance_words(), None);
        assert_eq!(words(0.09), None, "{size}");
        for (share, said) in [(0.11, " 11 % of"), (0.5, " 50 % of"), (3.0, " 300 % of")] {
            assert!(words(share).unwrap().contains(said), "{size} {share}");
        }
    }
    for size in [0.0, f32::NAN, f32::INFINITY] {
        let asked = ReduceAsked {
            tolerance: 1.0,
            ..ReduceAsked::for_size(size)
        };
        assert_eq!(asked.tolerance_words(), None, "{size}");
        // What is not equal to itself would be asked anew in every frame.
        let again = asked;
        assert_eq!(asked, again);
    }
}

#[test]
fn the_dialog_reduces_as_one_step() {
    let mut work = Work::on("builtin:cylinder");
    let clip = baked(&work.document.character.clips[0], 12);
    let clips = std::iter::once(clip.clone()).collect::<Vec<_>>();
    work.document = work.document.with_clips(clips);
    work.run(Action::Animate(AnimateAction::ReduceKeys));
    assert!(work.session.takes_keys());
    assert!(work.session.playback.moment.is_some(), "the clip is shown");
    let (mut job, spawner) = (KeyReduction::default(), Spawner::default());
    let found = until("the keys", || {
        job.follow(&work.document, &work.session, &spawner);
        job.reduced_clip().cloned()
    });
    assert!(found.after < found.before && !found.tracks.is_empty());
    // Another tolerance is another question.
    let asked = work.session.character.reducing.unwrap();
    let more = ReduceAsked {
        tolerance: 10.0 * asked.tolerance,
        ..asked
    };
    work.send(Command::Intent(Intent::Clip(ClipIntent::AskReduce(Some(
        more,
    )))));
    job.follow(&work.document, &work.session, &spawner);
    let fewer = until("the keys", || {
        job.follow(&work.document, &work.session, &spawner);
        job.reduced_clip().cloned()
    });
    assert!(fewer.after <= found.after);
    work.send(Command::Intent(Intent::Clip(ClipIntent::AskReduce(None))));
    job.follow(&work.document, &work.session, &spawner);
    assert!(job.reduced_clip().is_none() && job.progress().is_none());
    let edit = ClipIntent::Edit {
        edit: ClipEdit::SetTracks {
            set: fewer.tracks.clone(),
            remove: Vec::new(),
        },
        name: "Reduce keys".to_owned(),
    };
    let before = Arc::clone(&work.document.character);
    work.send(Command::Intent(Intent::Clip(edit)));
    assert_eq!(work.history.len(), 1);
    let count = |work: &Work| work.document.character.clips[0].key_count();
    assert!(count(&work) < clip.key_count());
    work.run(Action::Edit(EditAction::Undo));
    assert_eq!(work.document.character.clips, before.clips);
}

/// A pane with a version of the weights has its keys reduced by the methods that meshes have now.
#[test]
fn a_version_is_reduced_by_what_its_pane_shows() {
    let mut work = Work::on("builtin:cylinder");
    let clip = baked(&work.document.character.clips[0], 12);
    work.document = work.document.with_clips(vec![clip]);
    let own = MeshSkinning {
        method: Method::DualQuaternion,
        signs: None,
    };
    work.send(Command::Intent(Intent::SetMeshSkinning(0, Some(own))));
    work.run(Action::Animate(AnimateAction::ReduceKeys));
    let mut job = KeyReduction::default();
    let mut largest = |work: &Work| {
        until("the keys", || {
            job.follow(&work.document, &work.session, &Spawner::default());
            job.reduced_clip().and_then(|found| found.largest)
        })
    };
    let comparing = &mut work.session.comparing;
    let shows = &mut comparing.panes[comparing.active];
    (shows.weights, shows.look.method) = (PaneWeights::Opened, Method::Linear);
    assert!(shows.look.per_mesh);
    let per_mesh = largest(&work);
    let mut by = |method| {
        let comparing = &mut work.session.comparing;
        comparing.panes[comparing.active].look = look(method);
        largest(&work)
    };
    assert_eq!(per_mesh, by(own.method));
    assert_ne!(per_mesh, by(Method::Linear));
}
