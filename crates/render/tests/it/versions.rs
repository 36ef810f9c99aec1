//! Panes with different versions of the weights: on the device as on the processor, and each with its own.

use std::sync::Arc;

use character::{Character, WeightEdit};
use render::pane_skins::{PaneSkin, PaneSkins};
use rig::{ByMap, Method, RigidBlend, RowList};
use scene::deform::deform;
use scene::posed_character::{Look, PosedCharacter};
use session::state::opening::load::load;

use super::pictures::Studio;
use super::skins::check;

/// Every vertex of the first primitive moved by one joint of its skin.
fn given_to(character: &Character, place: u16) -> Arc<Character> {
    let count = character.meshes[0].primitives[0].positions.len();
    let mut rows = RowList::default();
    for vertex in 0..u32::try_from(count).unwrap() {
        rows.push(vertex, [(place, 1.0)]);
    }
    let edit = WeightEdit {
        rows,
        maps: ByMap {
            blend: vec![(0, 0.25)],
            bulge: vec![(0, 0.75)],
        },
        ..WeightEdit::default()
    };
    Arc::new(character.with_weights(&[edit]).unwrap())
}

/// The current weights, and the version that each pane shows.
type Frame<'a> = (&'a Arc<Character>, &'a [Option<&'a Arc<Character>>]);

#[test]
fn the_device_skins_each_pane_with_its_version_as_the_processor_does() {
    let Some(studio) = Studio::new() else { return };
    // Of affine blending the map changes with the weights, of spherical blending the centers.
    for method in [Method::Affine, Method::rigid(RigidBlend::Spherical)] {
        check_versions(&studio, Look::new(method));
    }
}

fn check_versions(studio: &Studio, look: Look) {
    let machine = (&studio.gpu.device, &studio.gpu.queue);
    let mut skins = PaneSkins::new(machine.0);
    let opened = Arc::new(load("builtin:arm").unwrap());
    let [first, second] = [0, 1].map(|place| given_to(&opened, place));
    let clip = &opened.clips[0];
    let pose = clip.sample(
        &opened.rig.skeleton,
        &opened.file_pose(),
        0.4 * clip.duration(),
    );
    let flags = &opened.rig.scale_inheritance;
    // The current weights change below the versions; panes come, go and change their version.
    let frames: [Frame<'_>; 5] = [
        (&opened, &[None, Some(&first)]),
        (&second, &[None, Some(&first)]),
        (&second, &[Some(&opened), Some(&first), Some(&opened), None]),
        (&first, &[Some(&second), None]),
        (&first, &[None]),
    ];
    for (frame, (current, panes)) in frames.into_iter().enumerate() {
        let posed = scene::deform::posed_character(current, &pose, flags, look).unwrap();
        let shown = skin(&mut skins, machine, (current, &posed), panes);
        assert_eq!(shown.len(), panes.len());
        for (pane, (found, weights)) in shown.iter().zip(panes).enumerate() {
            let character = weights.unwrap_or(current);
            let expected = deform(character, &pose, flags, look).unwrap();
            for (found, expected) in found.iter().zip(&expected) {
                let label = format!("{}, frame {frame}, pane {pane}", look.method);
                check(&label, (&found.positions, &found.normals), expected);
            }
        }
    }
}

fn skin(
    skins: &mut PaneSkins,
    machine: (&wgpu::Device, &wgpu::Queue),
    (current, posed): (&Character, &PosedCharacter),
    panes: &[Option<&Arc<Character>>],
) -> Vec<Vec<skin_gpu::SkinnedVertices>> {
    let panes: Vec<PaneSkin<'_>> = panes
        .iter()
        .map(|&weights| PaneSkin {
            posed,
            weights,
            gradients: None,
            has_own_shape: false,
        })
        .collect();
    let skinned = skins
        .skin_versions(machine.0, machine.1, current, &panes)
        .unwrap();
    let read = skinned.iter().map(|pane| {
        let read = pane.iter().map(|it| it.read(machine.0, machine.1).unwrap());
        read.collect()
    });
    read.collect()
}
