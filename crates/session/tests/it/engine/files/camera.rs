//! Cameras of the file: a pane looks through one, follows it along the clip, and is let go of by hand.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use character::{CameraLens, open};
use glam::{Vec2, Vec3};
use session::commands::actions::{CompareAction, ViewAction};
use session::commands::command::{CameraMove, Input, Intent};

use crate::engine::driven::Driven;

/// A camera that goes from one place to another in a second and looks along -X, one that looks down without perspective, and two that
/// make no sense.
fn text() -> String {
    let numbers: [f32; 8] = [0.0, 1.0, 5.0, 1.0, 0.0, 5.0, 1.0, 2.0];
    let bytes: Vec<u8> = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let bytes = STANDARD.encode(bytes);
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0, 1, 2, 3]}}],
        "nodes": [
            {{"name": "still", "camera": 2}},
            {{"name": "eye", "camera": 0, "translation": [5, 1, 0], "rotation": [0, 0.70710678, 0, 0.70710678]}},
            {{"camera": 1, "translation": [0, 9, 0], "rotation": [-0.70710678, 0, 0, 0.70710678]}},
            {{"name": "none", "camera": 7}}],
        "cameras": [
            {{"name": "dolly", "type": "perspective", "perspective": {{"yfov": 0.7, "znear": 0.1}}}},
            {{"type": "orthographic", "orthographic": {{"xmag": 3, "ymag": 2, "zfar": 100, "znear": 0.1}}}},
            {{"type": "perspective", "perspective": {{"yfov": 4, "znear": 0.1}}}}],
        "buffers": [{{"byteLength": 32, "uri": "data:application/octet-stream;base64,{bytes}"}}],
        "bufferViews": [{{"buffer": 0, "byteLength": 8}}, {{"buffer": 0, "byteOffset": 8, "byteLength": 24}}],
        "accessors": [
            {{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]}},
            {{"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}}],
        "animations": [{{"name": "go", "samplers": [{{"input": 0, "output": 1}}],
            "channels": [{{"sampler": 0, "target": {{"node": 1, "path": "translation"}}}}]}}]}}"#
    )
}

fn is_near(one: Vec3, other: Vec3) -> bool {
    (one - other).length() < 1e-4
}

#[test]
fn a_pane_follows_a_camera_of_the_file_until_it_is_turned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shot.gltf");
    fs::write(&path, text()).unwrap();
    let cameras = open(&path).unwrap().source.cameras();
    let lenses: Vec<CameraLens> = cameras.iter().map(|camera| camera.lens).collect();
    let dolly = CameraLens::Perspective { fov_y: 0.7 };
    assert_eq!(lenses, [dolly, CameraLens::Orthographic { height: 4.0 }]);
    assert_eq!(cameras[0].name.as_deref(), Some("dolly"));

    let mut editor = Driven::open(path.to_str().unwrap());
    editor.run(CompareAction::CompareSide);
    let pane = editor.session().comparing.active;
    let before = editor.session().camera_of(pane);
    editor.run(ViewAction::LookThroughCamera);
    assert!(editor.said().contains("dolly"), "{}", editor.said());
    for (time, z) in [(0.0, 0.0), (0.5, 1.0), (1.0, 2.0)] {
        editor.send(Intent::Seek(time));
        editor.frames(2);
        let camera = editor.session().camera_of(pane);
        assert!(is_near(camera.eye(), Vec3::new(5.0, 1.0, z)), "{camera:?}");
        let ahead = camera.target - camera.eye();
        assert!(is_near(ahead.normalize(), Vec3::NEG_X), "{camera:?}");
        assert_eq!(camera.fov_y, 0.7);
    }
    let other = usize::from(pane == 0);
    assert_eq!(editor.session().camera_of(other), before, "the other pane");

    // The next one looks straight down, -Z upwards in the picture, and sees four units.
    editor.run(ViewAction::LookThroughCamera);
    editor.frames(2);
    let camera = editor.session().camera_of(pane);
    assert!(camera.is_orthographic() && camera.yaw.abs() < 1e-4);
    let seen = 2.0 * camera.distance * (0.5 * camera.fov_y).tan();
    assert!((seen - 4.0).abs() < 1e-3, "{seen}");
    editor.run(ViewAction::LookThroughCamera);
    assert_eq!(editor.session().comparing.through, None);
    assert_eq!(
        editor.session().camera_of(pane),
        before,
        "as before the first"
    );

    // Who turns the view goes on from there.
    editor.run(ViewAction::LookThroughCamera);
    editor.frames(2);
    let orbit = CameraMove::Orbit {
        drag: Vec2::new(30.0, 0.0),
        height: 500.0,
    };
    editor.send(Input::Camera(pane, orbit));
    editor.send(Intent::Seek(0.2));
    editor.frames(2);
    assert_eq!(editor.session().comparing.through, None);
    assert_eq!(editor.session().camera_of(pane).fov_y, 0.7);
}
