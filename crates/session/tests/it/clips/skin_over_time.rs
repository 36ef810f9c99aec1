//! The skin along a clip: volume and deviation of every pane, measured in the background, kept where nothing changes.

use std::sync::Arc;

use character::MeshSkinning;
use glam::Quat;
use rig::{ClipEdit, JointChannel, JointIndex, KeyValue, Method, NewKey, RigidBlend, Target};
use scene::posed_character::Look;
use scene::view::pane_shows::PaneWeights;
use session::commands::actions::{Action, AnimateAction, CompareAction, EditAction, ViewAction};
use session::commands::command::{Command, Intent};
use session::document::channel::{Channel, JointField};
use session::features::skin_over_time::worker::SkinOverTime;
use session::settings::SettingChange;
use session::shown::ShownPanes;
use session::state::clips::command::ClipIntent;
use session::state::comparing::command::CompareIntent;
use session::state::posing::command::PoseIntent;
use session::state::skin_over_time::strip::{
    COARSE, Lane, Measure, PaneMeasurement, Strip, StripPlace, StripVisit, coarse_to_fine,
    frame_times,
};
use session::tasks::Spawner;

use crate::background::jobs::until;
use crate::support::fates::{Fate, Fates};
use crate::support::work::Work;

const VOLUME: Lane = Lane {
    pane: 0,
    measure: Measure::Volume,
};
const DEVIATION: Lane = Lane {
    pane: 1,
    measure: Measure::Deviation,
};

#[test]
fn frames_are_those_of_the_rate_and_the_end() {
    let times = frame_times(10.0, 24.0);
    assert_eq!(times.len(), 241);
    assert_eq!((times[24], times[240]), (1.0, 10.0));
    let odd = frame_times(0.51, 24.0);
    assert_eq!((odd.len(), odd.last()), (14, Some(&0.51)), "the end too");
    assert_eq!(frame_times(0.0, 24.0), [0.0]);
    let long = frame_times(10_000.0, 24.0);
    assert!((1000..2500).contains(&long.len()), "{}", long.len());
    assert_eq!(long.last(), Some(&10_000.0));
    assert!(long.is_sorted());
}

#[test]
fn some_frames_all_over_the_clip_come_first_and_every_one_comes_once() {
    for count in [0, 1, 2, 16, 17, 18, 241, 2401] {
        let order = coarse_to_fine(count);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..count).collect::<Vec<_>>());
        if count > 2 * COARSE {
            let mut first = order[..COARSE].to_vec();
            first.sort_unstable();
            let gaps = first.windows(2).map(|pair| pair[1] - pair[0]);
            let most = gaps.max().unwrap();
            assert!(most <= 3 * count / COARSE, "{count}: {most}");
        }
    }
}

fn found(deviation: f32) -> Vec<PaneMeasurement> {
    let place = scene::vertex_facts::VertexPlace {
        primitive: 0,
        vertex: 0,
    };
    let a = PaneMeasurement {
        volume: Some(1.0 - 0.1 * deviation),
        ..PaneMeasurement::default()
    };
    let b = PaneMeasurement {
        volume: None,
        around: None,
        farthest: (deviation > 0.0).then_some((place, deviation)),
    };
    vec![a, b]
}

#[test]
fn a_click_takes_the_worst_nearby() {
    let mut strip = Strip::new(frame_times(1.0, 10.0), 2);
    assert_eq!(strip.worst(DEVIATION), None);
    assert_eq!(
        strip.worst_near(DEVIATION, 0.52, 0.1),
        Some(5),
        "unknown: the nearest"
    );
    assert_eq!(strip.missing().len(), 11);
    for (frame, deviation) in [0.0, 1.0, 0.0, 0.5, 0.0, 0.2, 0.3, 0.0, 0.0, 2.0, 0.0]
        .into_iter()
        .enumerate()
    {
        strip.set(frame, found(deviation));
    }
    assert!(strip.is_complete() && strip.missing().is_empty());
    assert_eq!(strip.lanes(), [VOLUME, DEVIATION], "B is open: no volume");
    assert_eq!(strip.worst(DEVIATION), Some(9));
    assert_eq!(strip.worst_near(DEVIATION, 0.52, 0.1), Some(6));
    assert_eq!(strip.worst_near(DEVIATION, 0.45, 0.16), Some(3));
    assert_eq!(strip.worst_near(VOLUME, 0.45, 0.16), Some(3), "the dip");
    assert_eq!(
        strip.worst_near(DEVIATION, 0.72, 0.03),
        Some(7),
        "the nearest"
    );
    assert_eq!(strip.worst_near(DEVIATION, 7.0, 0.03), Some(10));
    assert!((strip.largest(Measure::Volume) - 0.2).abs() < 1e-6);
    assert_eq!(strip.largest_in(DEVIATION), 2.0);
    let before = strip.clone();
    strip.measure_again(frame_times(1.0, 10.0), 2);
    assert_eq!(strip.at(9, 1), before.at(9, 1), "the old numbers stay");
    assert_eq!(strip.missing().len(), 11);
    strip.measure_again(frame_times(2.0, 10.0), 2);
    assert_eq!(strip.at(9, 1), None);
}

/// An editor with a clip, its panes, and the strip.
struct Bench {
    work: Work,
    shown: ShownPanes,
    skin: SkinOverTime,
    spawner: Spawner,
}

impl Bench {
    fn on(file: &str) -> Self {
        let mut work = Work::on(file);
        work.run(Action::Animate(AnimateAction::NextClip));
        Self {
            work,
            shown: ShownPanes::default(),
            skin: SkinOverTime::default(),
            spawner: Spawner::default(),
        }
    }

    fn follow(&mut self) {
        let Work {
            document, session, ..
        } = &self.work;
        self.shown.refresh(document, session, false);
        let with = (session, &self.shown);
        self.skin.follow(document, with, false, &self.spawner);
    }

    /// Until every frame is measured; returns how many were skinned for it.
    fn measured(&mut self) -> usize {
        let before = self.skin.skinned_count();
        self.follow();
        until("the strip", || {
            self.follow();
            (self.skin.strip().is_complete() && !self.skin.is_working()).then_some(())
        });
        self.skin.skinned_count() - before
    }

    /// Volume and deviation at these frames are those of what panes show then.
    fn compare_at(&mut self, frames: &[usize]) {
        let strip = self.skin.strip().clone();
        for &frame in frames {
            let time = strip.times()[frame];
            self.work.send(Command::Intent(Intent::Seek(time)));
            self.follow();
            let comparison = self.shown.comparison();
            let most = comparison.panes[1].difference.distance.max;
            let found = DEVIATION.value(strip.at(frame, 1).unwrap()).unwrap();
            assert!((found - most).abs() < 1e-6, "{time}: {found} {most}");
            for pane in [0, 1] {
                let volume = comparison.panes[pane].volume.zip(self.shown.rest_volume);
                let share = volume.map(|(volume, rest)| volume / rest);
                let found = strip.at(frame, pane).unwrap().volume.map(f64::from);
                match (share, found) {
                    (Some(share), Some(found)) => assert!((share - found).abs() < 1e-5),
                    (share, found) => assert_eq!(share, found),
                }
            }
        }
    }
}

/// Volume and deviation at a frame are those that the statistics have at its time.
#[test]
fn numbers_are_those_of_the_comparison() {
    let mut bench = Bench::on("builtin:cylinder");
    let skinned = bench.measured();
    let strip = bench.skin.strip().clone();
    assert!(skinned > COARSE && skinned <= strip.times().len());
    let lanes = strip.lanes();
    let deviations: Vec<Lane> = (lanes.iter().copied())
        .filter(|lane| lane.measure == Measure::Deviation)
        .collect();
    assert_eq!(deviations, [DEVIATION], "A has none from itself");
    bench.compare_at(&[0, strip.times().len() / 3, strip.worst(DEVIATION).unwrap()]);
}

/// A version of the weights is measured by the methods that meshes have now, as panes show it.
#[test]
fn methods_of_meshes_are_those_of_now_in_every_version() {
    let mut bench = Bench::on("builtin:cylinder");
    let own = MeshSkinning {
        method: Method::DualQuaternion,
        signs: None,
    };
    bench
        .work
        .send(Command::Intent(Intent::SetMeshSkinning(0, Some(own))));
    let panes = &mut bench.work.session.comparing.panes;
    panes[1].weights = PaneWeights::Opened;
    // What meshes without a method of their own are skinned by does not differ from A.
    panes[1].look.method = panes[0].look.method;
    assert!(panes[1].look.per_mesh && !panes[0].look.per_mesh);
    bench.measured();
    let worst = bench.skin.strip().worst(DEVIATION).unwrap();
    let most = DEVIATION.value(bench.skin.strip().at(worst, 1).unwrap());
    assert!(most.unwrap() > 1e-3, "{most:?}");
    bench.compare_at(&[0, worst]);
    // The version has none of its own, and the document none any more.
    bench
        .work
        .send(Command::Intent(Intent::SetMeshSkinning(0, None)));
    bench.measured();
    bench.compare_at(&[worst]);
    let none = DEVIATION.value(bench.skin.strip().at(worst, 1).unwrap());
    assert!(none.unwrap() < 1e-6, "{none:?}");
}

#[test]
fn what_does_not_change_is_not_measured_again() {
    let mut bench = Bench::on("builtin:cylinder");
    let all = bench.measured();
    assert!(all > 0);
    // Another time, another camera, another selection: nothing to do.
    bench.work.send(Command::Intent(Intent::Seek(0.3)));
    assert_eq!(bench.measured(), 0);
    // Another method in B, and the one before.
    let before = bench.skin.strip().clone();
    let panes = bench.work.session.comparing.panes.clone();
    bench.work.session.comparing.panes[1].look =
        Look::new(Method::rigid(RigidBlend::QuaternionTranslation));
    assert!(bench.measured() > 0);
    assert_ne!(*bench.skin.strip(), before);
    bench.work.session.comparing.panes = panes;
    assert_eq!(bench.measured(), 0);
    assert_eq!(*bench.skin.strip(), before);
    // A character that shares all of its skin, as after an edit of a clip.
    let character = (*bench.work.document.character).clone();
    bench.work.document.character = Arc::new(character);
    assert_eq!(bench.measured(), 0);
    // Two panes with one method are alike.
    bench.work.session.comparing.panes[1] = bench.work.session.comparing.panes[0];
    bench.measured();
    assert_eq!(bench.skin.strip().largest(Measure::Deviation), 0.0);
    // One pane.
    bench.work.run(Action::Compare(CompareAction::RemovePane));
    bench.measured();
    assert_eq!(bench.skin.strip().lanes(), [VOLUME]);
}

/// A pose that is not keyed is measured at its time, between frames too, and nowhere else, as playback shows it.
#[test]
fn what_waits_for_keys_is_in_the_strip_where_it_was_posed() {
    let mut bench = Bench::on("builtin:cylinder");
    bench.measured();
    let keyed = bench.skin.strip().clone();
    let time = 0.5 * (keyed.times()[10] + keyed.times()[11]);
    bench.work.send(Command::Intent(Intent::Seek(time)));
    bench.work.send(Command::Intent(Intent::Pose(bend())));
    assert_eq!(bench.measured(), 1);
    let strip = bench.skin.strip().clone();
    assert_eq!(strip.times().len(), keyed.times().len() + 1);
    let frame = strip.nearest(time).unwrap();
    assert_eq!((frame, strip.times()[frame]), (11, time));
    let comparison = bench.shown.comparison();
    let most = comparison.panes[1].difference.distance.max;
    let found = DEVIATION.value(strip.at(frame, 1).unwrap()).unwrap();
    assert!(most > 0.0 && (found - most).abs() < 1e-6, "{found} {most}");
    assert_eq!(strip.at(10, 1), keyed.at(10, 1));
    assert_eq!(strip.at(12, 1), keyed.at(11, 1));
    // Keyed, it changes what is around it; discarded, all is as before.
    bench
        .work
        .run(Action::Animate(AnimateAction::DiscardPending));
    assert_eq!(bench.measured(), 0);
    assert_eq!(*bench.skin.strip(), keyed);
}

/// Turns the upper joint of the cylinder.
fn bend() -> PoseIntent {
    PoseIntent::SetField {
        field: JointField {
            joint: JointIndex(1),
            channel: Channel::Rotation,
            axis: 0,
        },
        value: 40.0,
        dragging: false,
    }
}

/// A key that is turned has only the frames measured again between its neighbors, and undo none.
#[test]
fn an_edited_key_has_its_own_frames_measured_again() {
    let mut bench = Bench::on("builtin:cylinder");
    bench.measured();
    let moment = bench.work.session.playback.moment.unwrap();
    let clip = bench.work.document.character.clip(moment.clip).unwrap();
    let turned = |target: &Target| {
        matches!(target, Target::Joint(_, JointChannel::Rotation))
            && clip.keys(*target).unwrap().times().len() > 2
    };
    let target = clip.targets().find(turned).unwrap();
    let keys = clip.keys(target).unwrap().times().to_vec();
    let [before, time, after] = keys[keys.len() - 3..] else {
        panic!("{keys:?}");
    };
    let key = NewKey {
        target,
        time,
        value: KeyValue::Rotation(Quat::from_rotation_x(1.0)),
        tangents: None,
        mode: None,
    };
    let edit = ClipIntent::Edit {
        edit: ClipEdit::SetKeys(vec![key]),
        name: "Turn".to_owned(),
    };
    let earlier = bench.skin.strip().clone();
    bench.work.send(Command::Intent(Intent::Clip(edit)));
    bench.follow();
    assert_eq!(
        bench.skin.strip().at(0, 1),
        earlier.at(0, 1),
        "numbers stay meanwhile"
    );
    let skinned = bench.measured();
    let times = bench.skin.strip().times().iter();
    let between = times.filter(|it| (before..=after).contains(*it)).count();
    assert!(skinned > 0 && skinned <= between, "{skinned} of {between}");
    assert_ne!(*bench.skin.strip(), earlier);
    bench.work.run(Action::Edit(EditAction::Undo));
    assert_eq!(bench.measured(), 0);
    assert_eq!(*bench.skin.strip(), earlier);
}

#[test]
fn what_is_switched_off_or_has_no_clip_is_not_measured() {
    let mut bench = Bench::on("builtin:cylinder");
    let toggle = Action::Animate(AnimateAction::ToggleSkinOverTime);
    bench.work.run(toggle);
    bench.follow();
    assert!(bench.skin.strip().times().is_empty() && !bench.skin.is_working());
    bench.work.run(toggle);
    bench.measured();
    assert!(!bench.skin.strip().times().is_empty());
    bench.work.session.playback.moment = None;
    bench.follow();
    assert!(bench.skin.strip().times().is_empty());
    // The switch in the settings is the same.
    bench.work.run(Action::Animate(AnimateAction::NextClip));
    bench.measured();
    assert!(!bench.skin.strip().times().is_empty());
    let off = Intent::Set(SettingChange::SkinOverTime(false));
    bench.work.send(off.into());
    bench.follow();
    assert!(bench.skin.strip().times().is_empty() && !bench.skin.is_working());
}

#[test]
fn a_dead_worker_is_told_once_and_can_be_asked_again() {
    let fates = Fates::default();
    let mut bench = Bench::on("builtin:cylinder");
    bench.spawner = fates.spawner();
    fates.set(Fate::Refused);
    bench.follow();
    let told = until("the fault", || {
        bench.follow();
        bench.skin.take_fault()
    });
    assert!(
        told.starts_with("The skin over time was not measured"),
        "{told}"
    );
    let asked = fates.asked();
    bench.follow();
    assert_eq!((bench.skin.take_fault(), fates.asked()), (None, asked));
    fates.set(Fate::Runs);
    let toggle = Action::Animate(AnimateAction::ToggleSkinOverTime);
    bench.work.run(toggle);
    bench.follow();
    bench.work.run(toggle);
    assert!(bench.measured() > 0);
}

#[test]
fn a_visit_stops_at_the_time_and_shows_the_place() {
    let mut bench = Bench::on("builtin:cylinder");
    bench.measured();
    let strip = bench.skin.strip().clone();
    let frame = strip.worst(DEVIATION).unwrap();
    let time = strip.times()[frame];
    let work = &mut bench.work;
    work.run(Action::Animate(AnimateAction::PlayPause));
    let camera = work.session.camera;
    let visit = |pane, place| {
        let visit = StripVisit { pane, time, place };
        Command::Intent(Intent::Compare(CompareIntent::VisitSkin(visit)))
    };
    for _ in 0..2 {
        work.send(visit(1, StripPlace::Farthest));
        let playback = &work.session.playback;
        assert!(!playback.playing);
        assert_eq!(playback.moment.map(|moment| moment.time), Some(time));
        let visited = work.session.comparing.visited.as_ref().unwrap();
        assert_eq!((visited.pane, visited.rank), (1, 0), "the worst each time");
        let (place, distance) = strip.at(frame, 1).unwrap().farthest.unwrap();
        assert!((visited.spot.amount - distance).abs() < 1e-6);
        assert_eq!(
            (visited.spot.primitive, visited.spot.vertex),
            (place.primitive, place.vertex)
        );
    }
    assert_ne!(work.session.camera, camera);
    // Both visits go back to where the first began, and there again.
    let there = work.session.camera;
    for expected in [camera, there, camera] {
        work.run(Action::View(ViewAction::PreviousView));
        assert_eq!(work.session.camera, expected);
    }
    let dip = strip.worst(VOLUME).unwrap();
    let (joint, change) = strip.at(dip, 0).unwrap().around.unwrap();
    assert!(change.abs() > 0.02, "{change}");
    let vertices = bench.skin.vertices_around(0, joint);
    assert!(!vertices.is_empty());
    let camera = work.session.camera;
    work.send(visit(0, StripPlace::Around(joint, vertices)));
    assert_eq!(work.session.character.selection.active(), Some(joint));
    assert_eq!(work.session.comparing.active, 0);
    assert_ne!(work.session.camera, camera);
    let stale = JointIndex(9999);
    work.send(visit(1, StripPlace::Around(stale, Arc::default())));
    assert_eq!(work.session.comparing.active, 0, "no such joint: nothing");
}
