//! The panes show the same, whoever moves the vertices; and the switch between the two.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be opened once need no care"
)]

use std::io::Write as _;
use std::path::{Path, PathBuf};

use editor::app::App;
use eframe::CreationContext;
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Vec2};
use egui_kittest::kittest::Queryable as _;
use rig::Method;
use testkit::glb;

use super::support::screen::{open_drawn, open_drawn_as, panes, unlike};
use super::support::skinning::{
    PAIRS, RIGID_PAIRS, agreed, all_methods_agree, methods_agree, open_bare, status, switch,
};
use super::support::{
    Window, choose_method, click, count, drag, drag_from, notices, open_path, press, start_with,
    synthetic, type_into, wait_until, wait_until_loaded,
};
use crate::window::support::WindowState as _;

// ---- the same picture -----------------------------------------------------------------------------------------------

#[test]
fn the_arm_in_a_clip_is_the_same() {
    let Some(mut window) = open_bare("builtin:arm") else {
        return;
    };
    assert_eq!(status(&window), "GPU", "{:?}", notices(&window));
    let at_rest = panes(&mut window);
    // Beyond the middle, where the elbow is bent most; at the end it is at rest again.
    let slider = window.get_by_label("Time").rect().width();
    drag(&mut window, "Time", Vec2::new(0.1 * slider, 0.0));
    let posed = all_methods_agree(&mut window, "arm");
    assert!(
        unlike(&at_rest[0], &posed[0]) > 1000,
        "the clip moves the arm"
    );
    assert_eq!(notices(&window), Vec::<String>::new());
}

#[test]
fn the_twisted_cylinder_is_the_same() {
    let Some(mut window) = open_bare("builtin:cylinder") else {
        return;
    };
    click(&mut window, "upper");
    type_into(&mut window, "Rotation Y", "170");
    let seen = all_methods_agree(&mut window, "cylinder");
    for pair in RIGID_PAIRS {
        methods_agree(&mut window, "cylinder", pair);
    }
    assert!(
        unlike(&seen[0], &seen[2]) > 1000,
        "linear blending collapses where dual quaternions do not"
    );
}

#[test]
fn a_mirroring_scale_is_the_same() {
    let Some(mut window) = open_bare("builtin:arm") else {
        return;
    };
    click(&mut window, "upper_arm");
    let at_rest = panes(&mut window);
    type_into(&mut window, "Scale X", "-1");
    let mirrored = all_methods_agree(&mut window, "mirrored arm");
    let affine = ["Two-phase", "Affine"];
    assert!(unlike(&at_rest[0], &mirrored[0]) > 1000);
    // Twice mirrored is turned.
    type_into(&mut window, "Scale Z", "-1");
    methods_agree(&mut window, "arm mirrored twice", affine);
    // Only what is beyond the elbow is turned inside out.
    press(&mut window, Modifiers::ALT, Key::S);
    click(&mut window, "hand");
    type_into(&mut window, "Scale Y", "-1");
    methods_agree(&mut window, "arm with a mirrored hand", affine);
}

#[test]
fn synthetic_files_are_the_same() {
    // By pair of methods, so that each pair is chosen once.
    let files = [
        [
            "02_eight_influences.glb",
            "06_mirrored.glb",
            "10a_sparse_missing.glb",
            "14a_quantized.glb",
        ],
        [
            "04_shear.glb",
            "08_two_skins.glb",
            "12b_joints300.glb",
            "18_attributes.glb",
        ],
        [
            "05b_bind_nonuniform.glb",
            "09_morph_skin.glb",
            "13_zero_scale_spin.glb",
            "17_preserve.glb",
        ],
    ];
    let methods = |window: &Window| -> Vec<Method> {
        let panes = &window.session().comparing.panes;
        panes.iter().map(|pane| pane.look.method).collect()
    };
    let Some(mut window) = open_bare("builtin:arm") else {
        return;
    };
    for ([left, right], files) in PAIRS.into_iter().zip(files) {
        choose_method(&mut window, "A", left);
        choose_method(&mut window, "B", right);
        let chosen = methods(&window);
        for file in files {
            open_path(&mut window, &synthetic(file));
            wait_until_loaded(&mut window);
            assert!(window.session().character.file.ends_with(file));
            assert_eq!(methods(&window), chosen, "{file}");
            let at_rest = panes(&mut window);
            drag(&mut window, "Time", Vec2::new(90.0, 0.0));
            let posed = agreed(&mut window, file);
            assert!(
                unlike(&at_rest[0], &posed[0]) > 300,
                "{file}: the clip moves nothing"
            );
        }
    }
    assert_eq!(
        count(&window, "Skinned on the"),
        0,
        "{:?}",
        notices(&window)
    );
}

/// A GLB with another text, in a folder.
fn edited(folder: &Path, file: &str, edit: impl FnOnce(&mut serde_json::Value)) -> PathBuf {
    let bytes = std::fs::read(synthetic(file)).unwrap();
    let path = folder.join(file);
    std::fs::write(&path, glb::edit_glb(&bytes, edit)).unwrap();
    path
}

fn without_normals(json: &mut serde_json::Value) {
    for mesh in json["meshes"].as_array_mut().unwrap() {
        for primitive in mesh["primitives"].as_array_mut().unwrap() {
            let attributes = primitive["attributes"].as_object_mut().unwrap();
            attributes.remove("NORMAL").unwrap();
            let targets = primitive["targets"].as_array_mut().unwrap();
            // Three of the four have positions.
            targets.truncate(3);
            for target in targets {
                target.as_object_mut().unwrap().remove("NORMAL");
            }
        }
        mesh["weights"].as_array_mut().unwrap().truncate(3);
    }
    for node in json["nodes"].as_array_mut().unwrap() {
        if let Some(weights) = node.get_mut("weights") {
            weights.as_array_mut().unwrap().truncate(3);
        }
    }
    json.as_object_mut().unwrap().remove("animations");
}

#[test]
fn shapes_whose_normals_are_ours_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = edited(folder.path(), "09_morph_skin.glb", without_normals);
    let Some(mut window) = open_bare(&path.to_string_lossy()) else {
        return;
    };
    let character = &window.document().character;
    let primitive = &character.meshes[0].primitives[0];
    assert!(!primitive.normals_given && primitive.morph_targets.len() == 3);
    let [wide, tall] = [0, 1].map(|weight| scene::names::morph_name(character, weight));
    click(&mut window, "J2");
    press(&mut window, Modifiers::NONE, Key::Home);
    let given = methods_agree(&mut window, "reshaped", PAIRS[2]);
    type_into(&mut window, "Rotation Z", "60");
    window
        .get_by_role_and_label(Role::Slider, &tall)
        .scroll_to_me();
    window.run_steps(4);
    // As far to either side as there is to go.
    for (name, by) in [(&wide, -90.0), (&tall, 90.0)] {
        let slider = window.get_by_role_and_label(Role::Slider, name);
        let from = slider.rect().center();
        drag_from(
            &mut window,
            from,
            Vec2::new(by, 0.0),
            PointerButton::Primary,
        );
    }
    let weights = &window.document().pose.morph_weights;
    assert_eq!(weights[..2], [0.0, 1.0]);
    let changed = all_methods_agree(&mut window, "reshaped and posed");
    assert!(unlike(&given[0], &changed[0]) > 300);
    press(
        &mut window,
        Modifiers::COMMAND | Modifiers::SHIFT,
        Key::Backspace,
    );
    let again = agreed(&mut window, "reshaped and back");
    assert_eq!(unlike(&given[0], &again[0]), 0, "no shape is left behind");
}

/// glTF has a node that mirrors turn its triangles: from outside the outside is seen.
#[test]
fn a_node_that_mirrors_at_rest_shows_its_outside() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |scale: f32, double_sided: bool| {
        let path = edited(folder.path(), "17_preserve.glb", |json| {
            for node in json["nodes"].as_array_mut().unwrap() {
                if node["name"] == "Hat" || node["name"] == "Crate" {
                    node["scale"] = serde_json::json!([scale, 1.0, 1.0]);
                }
            }
            for material in json["materials"].as_array_mut().unwrap() {
                material["doubleSided"] = double_sided.into();
            }
        });
        let mut window = open_bare(&path.to_string_lossy())?;
        Some(agreed(&mut window, "mirrored in the file").remove(0))
    };
    let culled = |scale: f32| {
        let (single, double) = (picture(scale, false)?, picture(scale, true)?);
        Some(unlike(&single, &double))
    };
    let (Some(as_given), Some(mirrored)) = (culled(1.0), culled(-1.0)) else {
        return;
    };
    writeln!(std::io::stdout(), "culled: {as_given}, mirrored {mirrored}").unwrap();
    assert!(mirrored < 2 * as_given + 100, "{as_given}, {mirrored}");
}

// ---- the switch -----------------------------------------------------------------------------------------------------

/// Lets frames pass for as long as the window itself asks for them: a person who waits sees no more.
fn wait(window: &mut Window) {
    window.run_ok().expect("the window comes to rest");
}

#[test]
fn key_menu_and_palette_switch() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    const NAME: &str = "GPU skinning";
    let is_on = |window: &Window| window.session().switches.skin_on_device;
    click(&mut window, "forearm");
    type_into(&mut window, "Rotation Z", "70");
    let before = panes(&mut window);
    assert!(is_on(&window));
    assert_eq!(status(&window), "GPU");

    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    wait(&mut window);
    assert_eq!((is_on(&window), status(&window)), (false, "CPU"));

    window.get_by_label("View").click();
    wait(&mut window);
    window.get_by_label(NAME).click();
    wait(&mut window);
    assert_eq!((is_on(&window), status(&window)), (true, "GPU"));

    press(&mut window, Modifiers::COMMAND, Key::P);
    window.event(Event::Text("gpu skin".to_owned()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    wait(&mut window);
    assert_eq!((is_on(&window), status(&window)), (false, "CPU"));
    let after = panes(&mut window);
    assert_eq!(unlike(&before[0], &after[0]), 0);
    assert_eq!(window.history().len(), 1, "it is no step to undo");
    assert_eq!(
        notices(&window),
        Vec::<String>::new(),
        "who asks for it needs no message"
    );
}

#[test]
fn the_status_shows_more_under_the_pointer() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    let adapter = window
        .state()
        .graphics()
        .facts()
        .adapter
        .unwrap()
        .to_string();
    let tip = |window: &mut Window, word: &str| {
        let place = window.get_by_label(word).rect().center();
        window.hover_at(place);
        wait_until(window, "a tip", |window| {
            let mut tips = window.query_all_by_label_contains("Vertices are moved");
            tips.next().is_some()
        });
        window.run_steps(2);
        let tips = window.query_all_by_label_contains("Vertices are moved");
        let texts: Vec<String> = tips.filter_map(|tip| tip.value()).collect();
        window.remove_cursor();
        window.run_steps(2);
        texts.join("|")
    };
    let text = tip(&mut window, "GPU");
    assert!(
        text.contains("graphics device") && text.contains(&adapter),
        "{text}"
    );
    switch(&mut window);
    let text = tip(&mut window, "CPU");
    assert!(text.contains("as you chose"), "{text}");
}

#[test]
fn a_clip_goes_on_over_the_switch() {
    let Some(mut window) = open_drawn("builtin:arm") else {
        return;
    };
    press(&mut window, Modifiers::NONE, Key::Space);
    let mut last = window.session().playback.moment.unwrap().time;
    for word in ["CPU", "GPU", "CPU", "GPU"] {
        switch(&mut window);
        window.run_steps(2);
        assert_eq!(status(&window), word);
        let playback = &window.session().playback;
        let time = playback.moment.unwrap().time;
        // The clip may have begun anew meanwhile.
        assert!(playback.moves() && time != last, "{last} {time}");
        last = time;
    }
    press(&mut window, Modifiers::NONE, Key::Space);
    agreed(&mut window, "stopped");
}

/// No frame of a playing clip waits for the processor: its numbers are computed in the background.
#[test]
fn a_playing_clip_does_not_wait_for_the_processor() {
    let start = start_with("builtin:cylinder");
    let app = |cc: &CreationContext<'_>| App::new(cc, start);
    // Hundreds of frames, of which nobody looks at a pixel.
    let Some(mut window) = open_drawn_as(Vec2::new(700.0, 460.0), app) else {
        return;
    };
    type Numbers = scene::compare::Statistics;
    let frames = |window: &mut Window| -> Vec<(bool, Numbers)> {
        let frame = |_| {
            window.step();
            let shown = window.shown();
            (
                shown.is_deformed(),
                shown.comparison_of(1).unwrap().difference.distance,
            )
        };
        (0..20).map(frame).collect()
    };
    press(&mut window, Modifiers::NONE, Key::Space);
    assert_eq!(status(&window), "GPU");
    assert!(frames(&mut window).iter().all(|&(waits, _)| !waits));
    let start = std::time::Instant::now();
    let mut seen = Vec::new();
    while seen.len() < 5 {
        assert!(start.elapsed().as_secs() < 60, "the numbers stand still");
        for (_, numbers) in frames(&mut window) {
            seen.push(numbers);
            seen.dedup();
        }
    }
    assert!(seen.iter().all(|numbers| numbers.count == 1884));

    switch(&mut window);
    assert_eq!(status(&window), "CPU");
    assert!(frames(&mut window).iter().all(|&(waits, _)| waits));
    switch(&mut window);
    press(&mut window, Modifiers::SHIFT, Key::Num4);
    let with_heatmap = frames(&mut window);
    assert!(with_heatmap.iter().all(|&(waits, _)| waits));
    press(&mut window, Modifiers::SHIFT, Key::Num4);

    // The numbers of a clip that stands are those of what is seen.
    press(&mut window, Modifiers::NONE, Key::Space);
    let shown = window.shown();
    let [left, right] = shown.deformed_panes() else {
        unreachable!("there are two panes");
    };
    let expected = scene::compare::difference(left, right);
    assert_eq!(shown.comparison().panes[1].difference, expected);
}
