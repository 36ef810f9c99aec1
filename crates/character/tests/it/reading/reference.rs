//! Linear blend skinning of real models against three.js.

use testkit::animation_player::Player;

use crate::reading::threejs::{Tolerance, Worst, check_reference};
use crate::skinning::assert_finite;
use crate::support::{codes, file_name, files_in, folder_named, read_json, say};

const TOLERANCE: Tolerance = Tolerance {
    position: 1e-5,
    joint: 1e-5,
    direction: 1e-4,
};
/// three.js takes keys as they are, we normalize: a quaternion that is too long by a share stretches by twice that.
fn with_keys_off_unit(off: f64) -> Tolerance {
    #[expect(clippy::cast_possible_truncation, reason = "a bound")]
    let more = 2.0 * off as f32;
    Tolerance {
        position: TOLERANCE.position + more,
        joint: TOLERANCE.joint + more,
        direction: TOLERANCE.direction + more,
    }
}

#[test]
fn reference_threejs_linear_blend() {
    let (Some(reference), Some(models)) = (
        folder_named("DUALSKIN_REFERENCE"),
        folder_named("DUALSKIN_MODELS"),
    ) else {
        return;
    };
    let mut total = Worst::default();
    let paths = files_in(&reference.join("threejs"), &["json"]);
    for path in &paths {
        let fixture = read_json(path);
        let model = fixture["model"].as_str().unwrap();
        let character = character::open(&models.join(model)).unwrap();
        let as_stored = Player::of_glb(&character::to_glb(&character).unwrap().0);
        let of_clips = with_keys_off_unit(as_stored.rotations_off_unit());
        let worst = check_reference(&character, &fixture, |clip| match clip {
            Some(_) => of_clips,
            None => TOLERANCE,
        });
        say(&format!(
            "{model}: {} samples, worst in parts of the tolerance: positions {:.3}, joints {:.3}, normals {:.3}",
            worst.samples, worst.position, worst.joint, worst.direction
        ));
        assert!(worst.passes(), "{model}: {worst:?}");
        total.merge(worst);
    }
    say(&format!(
        "reference_threejs_linear_blend: {} files, {} samples",
        paths.len(),
        total.samples
    ));
    assert_ne!(total.samples, 0);
}

#[test]
fn reference_models_open() {
    let Some(models) = folder_named("DUALSKIN_MODELS") else {
        return;
    };
    let paths = files_in(&models, &["glb", "gltf"]);
    for path in &paths {
        let name = file_name(path);
        let character = character::open(path).unwrap();
        assert_finite(&name, &character);
        let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let n_triangles: usize = primitives.map(|p| p.triangles.len()).sum();
        assert_ne!(n_triangles, 0, "{name}");
        say(&format!(
            "{name}: {n_triangles} triangles, {} joints, {} clips, {} pictures, warnings {:?}",
            character.rig.skeleton.len(),
            character.clips.len(),
            character.images.len(),
            codes(&character)
        ));
    }
    say(&format!("reference_models_open: {} files", paths.len()));
    assert_ne!(paths.len(), 0);
}
