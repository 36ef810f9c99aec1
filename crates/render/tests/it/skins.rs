//! Skinning on the device as the panes have it, against `deform`: each pane in its own method, every valid file.

use std::path::Path;

use character::Character;
use glam::Vec3;
use render::pane_skins::PaneSkins;
use rig::{Method, Pose, RigidBlend};
use scene::deform::{DeformedPrimitive, base_pose, deform, posed_character};
use scene::posed_character::Look;
use session::state::opening::load::load;

use super::pictures::Studio;

/// Of the figure's size, and of unit normals: as in `crates/skin-gpu/tests/gpu/parity.rs`.
const POSITION: f32 = 1e-5;
const NORMAL: f32 = 1e-3;

const LOOKS: [Method; 3] = [
    Method::Linear,
    Method::TWO_PHASE,
    Method::rigid(RigidBlend::Spherical),
];

#[test]
#[expect(
    clippy::excessive_nesting,
    reason = "characters, poses, panes and primitives"
)]
fn the_device_moves_all_panes_as_the_processor_does() {
    let Some(studio) = Studio::new() else { return };
    let machine = (&studio.gpu.device, &studio.gpu.queue);
    let mut skins = PaneSkins::new(machine.0);
    let (mut n_morphed, mut n_reshaped, mut n_carried) = (0, 0, 0);
    for character in characters() {
        skins.forget();
        let scale_inheritance = &character.rig.scale_inheritance;
        for pose in poses(&character) {
            let looks = LOOKS.map(Look::new);
            let posed = looks
                .map(|look| posed_character(&character, &pose, scale_inheritance, look).unwrap());
            let panes = skins
                .skin(machine.0, machine.1, &character, &posed.each_ref())
                .unwrap();
            for (pane, look) in panes.iter().zip(looks) {
                let expected = deform(&character, &pose, scale_inheritance, look).unwrap();
                assert_eq!(pane.len(), expected.len());
                for (instances, expected) in pane.iter().zip(&expected) {
                    let found = instances.read(machine.0, machine.1).unwrap();
                    let label = format!("{} {}", character.name, look.method);
                    check(&label, (&found.positions, &found.normals), expected);
                }
            }
        }
        let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let morphed = primitives.filter(|primitive| !primitive.morph_targets.is_empty());
        for primitive in morphed {
            n_morphed += 1;
            n_reshaped += usize::from(!primitive.normals_given);
        }
        let unskinned = character.instances.iter().filter(|i| i.skin.is_none());
        n_carried += unskinned.count();
    }
    let counts = [n_morphed, n_reshaped, n_carried];
    assert!(!counts.contains(&0), "{counts:?}");
}

/// Every valid file; those with morph targets once more as if they had brought no normals.
fn characters() -> Vec<Character> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/synthetic/valid");
    let mut characters = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().unwrap_or_default();
        if !ending.to_string_lossy().starts_with("gl") {
            continue;
        }
        let character = load(path.to_str().unwrap()).unwrap();
        let mut without_normals = character.clone();
        let meshes = without_normals.meshes.iter_mut();
        let primitives = meshes.flat_map(|mesh| &mut mesh.primitives);
        let morphed = primitives.filter(|primitive| !primitive.morph_targets.is_empty());
        if morphed.map(|found| found.normals_given = false).count() > 0 {
            characters.push(without_normals);
        }
        characters.push(character);
    }
    characters
}

/// Rest, and the middle of the first clip, each with every morph target shown a little.
fn poses(character: &Character) -> Vec<Pose> {
    let base = base_pose(character);
    let clips = character.clips.iter().take(1);
    let moved =
        clips.map(|clip| clip.sample(&character.rig.skeleton, &base, 0.4 * clip.duration()));
    let mut poses: Vec<Pose> = moved.chain([base.clone()]).collect();
    for pose in &mut poses {
        for (weight, number) in pose.morph_weights.iter_mut().zip(1_u8..) {
            *weight = 0.2 * f32::from(number);
        }
    }
    poses
}

pub(crate) fn check(
    label: &str,
    (positions, normals): (&[Vec3], &[Vec3]),
    expected: &DeformedPrimitive,
) {
    let low = expected.positions.iter().copied().reduce(Vec3::min);
    let high = expected.positions.iter().copied().reduce(Vec3::max);
    let size = low.unwrap_or_default().distance(high.unwrap_or_default());
    assert_eq!(positions.len(), expected.positions.len(), "{label}");
    for (vertex, (found, expected)) in positions.iter().zip(&expected.positions).enumerate() {
        let distance = found.distance(*expected);
        assert!(
            distance <= POSITION * size.max(1.0),
            "{label}, vertex {vertex}: {found} there, {expected} here"
        );
    }
    for (vertex, (found, expected)) in normals.iter().zip(&expected.normals).enumerate() {
        let distance = found.distance(*expected);
        assert!(
            distance <= NORMAL,
            "{label}, vertex {vertex}: normal {found} there, {expected} here"
        );
    }
}
