//! Bone maps in the dialog that brings in motion: on the figure, in the table, by keyboard, and as files.

use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use retarget::{BoneMap, Slot};
use rig::HumanBone;
use session::state::motion_in::chosen_maps::{MapOrigin, MapSide};

use crate::window::animating::motion_in::{ask, wait_for_motion};
use crate::window::support::{Window, click, open, press, wait_until};

const NONE: Modifiers = Modifiers::NONE;

/// The woman's motion on the biped.
fn begin() -> Window {
    let mut window = open("builtin:biped");
    ask(&mut window, "builtin:woman");
    wait_for_motion(&mut window);
    window
}

fn map(window: &Window, side: MapSide) -> BoneMap {
    let state = window.state();
    let view = state.view();
    let dialog = view.session.motion_in.dialog.as_ref().unwrap();
    let map = dialog.map(side, &view.document.character);
    map.unwrap().clone()
}

/// The name of the joint that a bone has.
fn joint_of(window: &Window, bone: HumanBone) -> Option<String> {
    let joint = map(window, MapSide::Target).joint(bone)?;
    let state = window.state();
    let skeleton = &state.view().document.character.rig.skeleton;
    Some(skeleton.name(joint).to_owned())
}

#[test]
fn a_bone_of_the_figure_is_chosen_by_pointer_and_by_keyboard() {
    let mut window = begin();
    let found = map(&window, MapSide::Target);
    assert_eq!(joint_of(&window, HumanBone::LeftHand).unwrap(), "hand.L");
    click(
        &mut window,
        "Figure of the character: left hand is hand.L, by name",
    );
    window.run_steps(2);
    // The list is open, and what is typed searches.
    window.event(Event::Text("forearm.l".to_owned()));
    window.run_steps(2);
    press(&mut window, NONE, Key::Enter);
    wait_for_motion(&mut window);
    assert_eq!(joint_of(&window, HumanBone::LeftHand).unwrap(), "forearm.L");
    // What was the forearm is none any more, and nothing was brought in by Enter.
    assert_eq!(joint_of(&window, HumanBone::LeftLowerArm), None);
    let missing = "Figure of the character: left lower arm is missing";
    window.get_by_label(missing).focus();
    window.run_steps(2);
    press(&mut window, NONE, Key::Enter);
    window.run_steps(2);
    window.event(Event::Text("hand.l".to_owned()));
    window.run_steps(2);
    press(&mut window, NONE, Key::Enter);
    wait_for_motion(&mut window);
    assert_eq!(
        joint_of(&window, HumanBone::LeftLowerArm).unwrap(),
        "hand.L"
    );
    assert!(window.query_by_label("2 by hand").is_some());
    click(&mut window, "Forget the bones of the character");
    wait_for_motion(&mut window);
    assert_eq!(map(&window, MapSide::Target), found);
}

#[test]
fn any_two_joints_are_paired_below_the_table() {
    let mut window = begin();
    for (button, joint) in [
        ("Joint of the file for a pair", "hair_1"),
        ("Joint of the character for a pair", "clavicle.R"),
    ] {
        click(&mut window, button);
        window.run_steps(2);
        window.event(Event::Text(joint.to_owned()));
        window.run_steps(2);
        press(&mut window, NONE, Key::Enter);
        window.run_steps(2);
    }
    click(&mut window, "Add a pair");
    wait_for_motion(&mut window);
    let slot = Slot::Free("hair_1".to_owned());
    for side in MapSide::BOTH {
        assert!(map(&window, side).get(&slot).is_some(), "{side:?}");
    }
    click(&mut window, "Take the pair hair_1 away");
    wait_for_motion(&mut window);
    for side in MapSide::BOTH {
        assert!(map(&window, side).get(&slot).is_none(), "{side:?}");
    }
}

#[test]
fn a_limb_leads_to_the_moment_where_it_is_farthest() {
    let mut window = begin();
    assert!(window.query_by_label("Hold the preview").is_some());
    window
        .get_by_label_contains("Show left hand at")
        .click_accesskit();
    window.run_steps(2);
    assert!(window.query_by_label("Play the preview").is_some());
    let state = window.state();
    let view = state.view();
    let dialog = view.session.motion_in.dialog.as_ref().unwrap();
    let brought = dialog.result(&view.document.character).unwrap();
    let limbs = &brought.as_ref().unwrap()[0].report.as_ref().unwrap().limbs;
    let limb = limbs.iter().find(|limb| limb.bone == HumanBone::LeftHand);
    let limb = *limb.unwrap();
    assert!(limb.mean <= limb.distance);
    let slider = window.get_by_label("Time of the preview");
    let shown = slider.accesskit_node().numeric_value().unwrap();
    assert!((shown - f64::from(limb.time)).abs() < 0.01, "{shown}");
}

#[test]
fn a_map_goes_to_a_file_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bones.ron");
    let mut window = begin();
    click(
        &mut window,
        "Figure of the character: head is head, by name",
    );
    window.run_steps(2);
    click(&mut window, "– (no joint)");
    wait_for_motion(&mut window);
    let changed = map(&window, MapSide::Target);
    assert_eq!(joint_of(&window, HumanBone::Head), None);
    for (button, go) in [("Save", "Save"), ("Load", "Load")] {
        click(&mut window, &format!("{button} the bones of the character"));
        window.run_steps(2);
        let field = window.get_by_label("File of a bone map");
        field.focus();
        window.run_steps(1);
        press(&mut window, Modifiers::COMMAND, Key::A);
        window.event(Event::Text(path.display().to_string()));
        window.run_steps(2);
        click(&mut window, go);
        wait_until(&mut window, "the file is done", |window| {
            window.query_by_label("File of a bone map").is_none()
        });
        wait_for_motion(&mut window);
        if button == "Save" {
            assert!(path.exists());
            click(&mut window, "Forget the bones of the character");
            wait_for_motion(&mut window);
            assert_ne!(map(&window, MapSide::Target), changed);
        }
    }
    assert_eq!(map(&window, MapSide::Target), changed);
    let state = window.state();
    let dialog = state.view().session.motion_in.dialog.as_ref().unwrap();
    let origin = &dialog.maps.of(MapSide::Target).unwrap().origin;
    assert_eq!(*origin, MapOrigin::File("bones.ron".to_owned()));
}
