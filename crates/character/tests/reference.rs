//! Linear blend skinning of real models against three.js.

mod common;

use common::{Tolerance, Worst, check_reference, folder, read_json, say};

const TOLERANCE: Tolerance = Tolerance {
    position: 1e-5,
    joint: 1e-5,
    normal: 1e-4,
};
/// The keys of `SimpleSkin`'s clips are rounded to three digits; three.js takes them as they are, we normalise.
const ROUNDED_KEYS: Tolerance = Tolerance {
    position: 5e-4,
    joint: 5e-4,
    normal: 5e-4,
};

#[test]
fn reference_threejs_linear_blend() {
    let (Some(reference), Some(models)) = (folder("DUALSKIN_REFERENCE"), folder("DUALSKIN_MODELS"))
    else {
        return;
    };
    let mut total = Worst::default();
    let mut n_files = 0;
    let mut paths: Vec<_> = std::fs::read_dir(reference.join("threejs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        let fixture = read_json(&path);
        let model = fixture["model"].as_str().unwrap();
        let character = character::open(&models.join(model)).unwrap();
        let worst = check_reference(&character, &fixture, |clip| match (model, clip) {
            ("SimpleSkin.gltf", Some(_)) => ROUNDED_KEYS,
            _ => TOLERANCE,
        });
        say(&format!(
            "{model}: {} samples, worst in parts of the tolerance: positions {:.3}, joints {:.3}, normals {:.3}",
            worst.samples, worst.position, worst.joint, worst.normal
        ));
        assert!(
            worst.position <= 1.0 && worst.joint <= 1.0 && worst.normal <= 1.0,
            "{model}: {worst:?}"
        );
        total.merge(worst);
        n_files += 1;
    }
    say(&format!(
        "reference_threejs_linear_blend: {n_files} files, {} samples",
        total.samples
    ));
    assert!(n_files > 0 && total.samples > 0);
}

#[test]
fn reference_models_open() {
    let Some(models) = folder("DUALSKIN_MODELS") else {
        return;
    };
    let mut n_files = 0;
    for entry in std::fs::read_dir(models).unwrap() {
        let path = entry.unwrap().path();
        if !path
            .extension()
            .is_some_and(|extension| extension == "glb" || extension == "gltf")
        {
            continue;
        }
        let character = character::open(&path).unwrap();
        common::assert_finite(&character.name, &character);
        let n_triangles: usize = character
            .meshes
            .iter()
            .flat_map(|mesh| &mesh.primitives)
            .map(|p| p.triangles.len())
            .sum();
        assert!(n_triangles > 0, "{}", path.display());
        say(&format!(
            "{}: {n_triangles} triangles, {} joints, {} clips, {} pictures, {:?}",
            character.name,
            character.rig.skeleton.len(),
            character.clips.len(),
            character.images.len(),
            character
                .warnings
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        ));
        n_files += 1;
    }
    say(&format!("reference_models_open: {n_files} files"));
    assert!(n_files > 0);
}
