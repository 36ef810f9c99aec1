//! A wave from an empty clip to a file that any player shows: posed with auto-key, retimed, mirrored, looped, saved, reopened,
//! exported.
#![expect(
    clippy::disallowed_methods,
    reason = "a test reads what it has written"
)]

use std::path::Path;

use eframe::egui::accesskit::Role::TreeItem;
use eframe::egui::{Event, Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::{Clip, JointChannel, Target};
use scene::deform::base_pose;
use session::shown::joint_frames;
use session::state::skin_over_time::strip::{Lane, Measure};
use session::state::timeline::axis::Axis;
use testkit::animation_player::Player;

use crate::window::support::{
    Window, WindowState as _, click, click_at, joint, open_path, open_sized, place_of, press, run,
    wait_until, wait_until_loaded,
};

/// Volume in the first pane.
const VOLUME: Lane = Lane {
    pane: 0,
    measure: Measure::Volume,
};
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

fn clip(window: &Window) -> Clip {
    let moment = window.session().playback.moment.unwrap();
    let character = &window.document().character;
    character.clip(moment.clip).unwrap().clone()
}

/// The times of a joint's turns in the clip.
fn turns(window: &Window, name: &str) -> Vec<f32> {
    let target = Target::Joint(joint(window, name), JointChannel::Rotation);
    let clip = clip(window);
    let keys = clip.keys(target);
    keys.map_or_else(Vec::new, |keys| keys.times().to_vec())
}

/// Turns what is selected about an axis by an angle that is typed.
fn turn(window: &mut Window, axis: Key, angle: &str) {
    press(window, Modifiers::NONE, Key::R);
    press(window, Modifiers::NONE, axis);
    window.event(Event::Text(angle.to_owned()));
    window.run_steps(2);
    press(window, Modifiers::NONE, Key::Enter);
}

/// A place over the sheet, at a time and so far below its upper edge.
fn over_keys(window: &Window, time: f64, down: f32) -> Pos2 {
    let rect = window.get_by_label_contains("Dope sheet: ").rect();
    let sheet = &window.session().character.sheet;
    let range = sheet.range_of(&clip(window));
    let x = Axis::new(rect.left(), rect.right(), range).x_of(time);
    Pos2::new(x, rect.top() + down)
}

/// Clicks the ruler.
fn go_to(window: &mut Window, time: f64) {
    let place = over_keys(window, time, 0.0);
    let ruler = window.get_by_label("Time").rect();
    let place = Pos2::new(place.x, ruler.center().y);
    click_at(window, place, Modifiers::NONE);
}

/// Clicks the joint in the list.
fn choose(window: &mut Window, joint: &str) {
    window.get_by_role_and_label(TreeItem, joint).click();
    window.run_steps(3);
}

fn type_path(window: &mut Window, path: &Path, button: &str) {
    wait_until(window, "the dialog asks for a path", |window| {
        window.query_all_by_label_contains("Path").count() > 0
    });
    window.get_by_label_contains("Path").click();
    window.run_steps(2);
    press(window, Modifiers::COMMAND, Key::A);
    window.event(Event::Text(path.display().to_string()));
    window.run_steps(3);
    click(window, button);
    wait_until(window, "the file is written", |_| path.exists());
    window.run_steps(4);
}

/// docs/walks.md, "Animate a wave in two minutes", step by step and key by key; then mirrored, reopened and played elsewhere.
#[test]
fn the_wave_of_the_readme_is_made_kept_and_played_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    // High enough for all joints in the list, below which the sheet lies.
    let mut window = open_sized("builtin:biped", Vec2::new(1400.0, 1500.0));
    let hand = |window: &Window| place_of(window, joint(window, "hand.R"));
    press(&mut window, Modifiers::COMMAND, Key::Num4);
    press(&mut window, Modifiers::SHIFT, Key::Num2);
    let hanging = hand(&window);
    choose(&mut window, "upper_arm.R");
    turn(&mut window, Key::Z, "-60");
    assert!(hand(&window).y > hanging.y + 0.3, "the arm goes up");
    turn(&mut window, Key::Y, "90");
    press(&mut window, Modifiers::NONE, Key::I);
    assert_eq!(turns(&window, "upper_arm.R"), [0.0]);
    assert!(window.query_by_label("Keys of upper_arm.R").is_some());
    press(&mut window, Modifiers::SHIFT, Key::I);
    assert!(window.session().switches.auto_key);

    choose(&mut window, "forearm.R");
    let sideways = hand(&window);
    turn(&mut window, Key::X, "60");
    assert!(hand(&window).y > sideways.y + 0.1, "the hand is up");
    for (time, angle) in [(0.5, "40"), (1.0, "-60"), (1.5, "60")] {
        go_to(&mut window, time);
        turn(&mut window, Key::X, angle);
    }
    assert_eq!(turns(&window, "forearm.R"), [0.0, 0.5, 1.0, 1.5]);

    press(&mut window, Modifiers::NONE, Key::Space);
    window.run_steps(3);
    assert!(window.session().playback.moves());
    press(&mut window, Modifiers::NONE, Key::Space);
    wait_until(&mut window, "the skin is measured", |window| {
        window.state().view().skin_over_time.strip().is_complete()
    });
    window.run_steps(2);
    let strip = window.state().view().skin_over_time.strip();
    let dip = strip.worst(VOLUME).map(|frame| strip.times()[frame]);
    let dip = dip.unwrap();
    let lane = window.get_by_label_contains("A volume").rect();
    let place = over_keys(&window, f64::from(dip), 0.0);
    click_at(
        &mut window,
        Pos2::new(place.x, lane.center().y),
        Modifiers::NONE,
    );
    let playback = &window.session().playback;
    assert_eq!(playback.moment.map(|moment| moment.time), Some(dip));
    let loses = window.session().character.selection.active();
    let arm = ["clavicle.R", "upper_arm.R", "forearm.R"].map(|name| Some(joint(&window, name)));
    assert!(arm.contains(&loses), "{loses:?} is not of the arm");

    press(&mut window, Modifiers::COMMAND, Key::ArrowLeft);
    let (from, to) = (
        over_keys(&window, 1.0, 10.0),
        over_keys(&window, 1.25, 10.0),
    );
    window.hover_at(from);
    window.run_steps(3);
    press(&mut window, Modifiers::NONE, Key::A);
    press(&mut window, Modifiers::NONE, Key::S);
    window.hover_at(to);
    window.run_steps(3);
    click_at(&mut window, to, Modifiers::NONE);
    let slower = turns(&window, "forearm.R");
    assert_eq!(slower.len(), 4);
    assert!(slower.last().is_some_and(|last| *last > 1.8), "{slower:?}");
    press(&mut window, CTRL_ALT, Key::L);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(is_closed(&window));
    click(&mut window, "Ping-pong");
    click(&mut window, "Loop");
    let playback = &window.session().playback;
    assert_ne!(playback.repeat, rig::Repeat::PingPong);

    press(&mut window, Modifiers::ALT, Key::O);
    choose(&mut window, "hand.R");
    press(&mut window, Modifiers::ALT, Key::T);
    let shown = &window.session().motion;
    assert!(shown.onion && shown.trails);

    let right = turns(&window, "forearm.R");
    press(&mut window, CTRL_ALT, Key::M);
    assert_eq!(turns(&window, "forearm.L"), right);
    assert_eq!(turns(&window, "forearm.R"), [0.0; 0]);
    assert!(is_closed(&window));
    keep_and_play_elsewhere(&mut window, folder.path());

    // The other map has another key for it.
    run(&mut window, "Key map: Maya");
    let before = window.session().switches.auto_key;
    press(&mut window, Modifiers::SHIFT, Key::S);
    assert_ne!(window.session().switches.auto_key, before);
}

/// Whether the clip ends in the pose in which it begins.
fn is_closed(window: &Window) -> bool {
    let (clip, character) = (clip(window), &window.document().character);
    let pose = |time: f32| clip.sample(&character.rig.skeleton, &base_pose(character), time);
    let (first, last) = (pose(0.0), pose(clip.duration()));
    let both = first.rigid.iter().zip(&last.rigid);
    let turned = both.map(|(first, last)| first.rotation.dot(last.rotation).abs());
    turned.fold(1.0, f32::min) > 1.0 - 1e-6
}

/// Saves and exports under paths, since no system asks here.
fn keep_and_play_elsewhere(window: &mut Window, folder: &Path) {
    let made = clip(window);
    let project = folder.join("wave.dualskin");
    press(window, CTRL_SHIFT, Key::S);
    type_path(window, &project, "Save");
    open_path(window, &project.display().to_string());
    wait_until_loaded(window);
    let again = clip(window);
    assert_eq!(again.tracks(), made.tracks());
    assert_eq!(again.name(), made.name());

    let file = folder.join("wave.glb");
    press(window, CTRL_SHIFT, Key::E);
    type_path(window, &file, "Export");
    check_played(window, &again, &std::fs::read(&file).unwrap());
}

/// Joints are where linear blending has them.
fn check_played(window: &Window, clip: &Clip, bytes: &[u8]) {
    let player = Player::of_glb(bytes);
    let name = clip.name().map(str::to_owned);
    let animation = player
        .names()
        .iter()
        .position(|known| *known == name)
        .unwrap();
    let document = window.document();
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    for step in 0..=20_u8 {
        let time = clip.duration() * f32::from(step) / 20.0;
        let pose = clip.sample(skeleton, &base_pose(character), time);
        let frames = joint_frames(character, &pose, &document.scale_inheritance);
        let played = player.at(animation, f64::from(time));
        for (joint, frame) in skeleton.joints().zip(frames) {
            let node = player.node(skeleton.name(joint));
            let found = played.world[node].w_axis.truncate();
            let expected = glam::Vec3::from(frame.translation).as_dvec3();
            assert!(
                found.distance(expected) < 1e-5,
                "{} at {time}: {found} {expected}",
                skeleton.name(joint)
            );
        }
    }
}
