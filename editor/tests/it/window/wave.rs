//! A wave from an empty clip to a file that any player shows: posed with auto-key, retimed, mirrored, looped, saved, reopened,
//! exported.
#![expect(
    clippy::disallowed_methods,
    reason = "a test reads what it has written"
)]

use std::path::Path;

use eframe::egui::accesskit::Role::TreeItem;
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::Clip;
use scene::deform::base_pose;
use session::jobs::shown::joint_frames;
use testkit::animation_player::Player;

use super::support::{Window, click, drag, open, open_path, press, run, type_into, wait_until};

const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

fn clip(window: &Window) -> Clip {
    let moment = window.state().session().playback.moment.unwrap();
    let character = &window.state().document().character;
    character.clip(moment.clip).unwrap().clone()
}

/// Five poses of the forearm and of the hand, by numbers, at times along the slider: ten keys, and what is keyed at the beginning.
fn pose_a_wave(window: &mut Window, key: Key) {
    click(window, "forearm");
    press(window, Modifiers::NONE, key);
    press(window, Modifiers::SHIFT, key);
    assert!(window.state().session().switches.auto_key);
    for (by, angle, shear) in [
        (-120.0, "30", "0.1"),
        (-60.0, "-25", "0.3"),
        (20.0, "35", "-0.2"),
        (80.0, "-20", "0.4"),
        (140.0, "0", "0"),
    ] {
        drag(window, "Time", Vec2::new(by, 0.0));
        choose(window, "forearm");
        type_into(window, "Rotation Z", angle);
        choose(window, "hand");
        type_into(window, "Shear XY", shear);
    }
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
    window.event(eframe::egui::Event::Text(path.display().to_string()));
    window.run_steps(3);
    click(window, button);
    wait_until(window, "the file is written", |_| path.exists());
    window.run_steps(4);
}

#[test]
fn a_wave_is_made_kept_and_played_elsewhere_with_the_keys_of_both_maps() {
    for (map, key) in [(None, Key::I), (Some("maya"), Key::S)] {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open("builtin:arm");
        if let Some(words) = map {
            run(&mut window, words);
        }
        pose_a_wave(&mut window, key);
        let posed = clip(&window);
        assert!(posed.key_count() >= 11, "{posed:?}");
        press(&mut window, Modifiers::COMMAND, Key::Num4);
        press(&mut window, CTRL_ALT, Key::W);
        type_into(&mut window, "Speed of the range", "2");
        assert!((clip(&window).duration() - 0.5 * posed.duration()).abs() < 1e-4);
        press(&mut window, CTRL_ALT, Key::M);
        press(&mut window, CTRL_ALT, Key::L);
        press(&mut window, Modifiers::NONE, Key::Enter);
        let made = clip(&window);
        assert_ne!(made.key_count(), 0);

        let project = folder.path().join("wave.dualskin");
        press(&mut window, CTRL_SHIFT, Key::S);
        type_path(&mut window, &project, "Save");
        open_path(&mut window, &project.display().to_string());
        super::support::wait_until_loaded(&mut window);
        let again = clip(&window);
        assert_eq!(again.tracks(), made.tracks());
        assert_eq!(again.name(), made.name());

        let file = folder.path().join("wave.glb");
        press(&mut window, CTRL_SHIFT, Key::E);
        type_path(&mut window, &file, "Export");
        check_played(&window, &again, &std::fs::read(&file).unwrap());
    }
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
    let document = window.state().document();
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
