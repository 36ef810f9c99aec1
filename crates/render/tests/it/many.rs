//! Very many places that show the same few primitives: the device has few buffers for all of them.

use render::MeshBuffers;
use render::drawable::{Drawable, Machine};
use render::pane_skins::PaneSkins;
use rig::Method;
use scene::deform::{base_pose, deform, posed_character};
use scene::posed_character::Look;
use scene::view::surface_mode::SurfaceMode;
use session::state::opening::load::load;

use super::pictures::Studio;
use super::skins::check;

const PLACES: usize = 100;

#[test]
fn many_places_have_few_buffers_and_look_as_one() {
    let Some(studio) = Studio::new() else { return };
    let machine = (&studio.gpu.device, &studio.gpu.queue);
    let mut character = load("builtin:cylinder").unwrap();
    let one = character.clone();
    let instance = character.instances[0].clone();
    character.instances = vec![instance; PLACES];
    let (pose, look) = (base_pose(&character), Look::new(Method::Linear));
    let inheritance = character.rig.scale_inheritance.clone();
    let posed = posed_character(&character, &pose, &inheritance, look).unwrap();
    let expected = deform(&character, &pose, &inheritance, look).unwrap();

    let mut skins = PaneSkins::new(machine.0);
    let panes = skins
        .skin(machine.0, machine.1, &character, &[&posed])
        .unwrap();
    let mut buffers: Vec<&wgpu::Buffer> = Vec::new();
    for part in &panes[0] {
        if !buffers.contains(&part.buffer()) {
            buffers.push(part.buffer());
        }
    }
    assert_eq!(panes[0].len(), expected.len());
    assert!(buffers.len() < 10, "{} buffers", buffers.len());
    for (part, expected) in panes[0].iter().zip(&expected).step_by(9) {
        let found = part.read(machine.0, machine.1).unwrap();
        check("cylinder", (&found.positions, &found.normals), expected);
    }

    let machine = Machine {
        renderer: &studio.renderer,
        device: machine.0,
        queue: machine.1,
    };
    let drawn = |character, deformed: &[_]| {
        let drawable = Drawable::new(machine, character, deformed).unwrap();
        let mut shared = drawable.sharing(machine.device);
        shared.write(machine.queue, character, deformed).unwrap();
        [drawable, shared].map(|drawable| {
            let meshes: Vec<&MeshBuffers> = drawable.meshes.iter().collect();
            studio.picture("places", &studio.scene(SurfaceMode::Material, &meshes))
        })
    };
    let alone = deform(&one, &base_pose(&one), &inheritance, look).unwrap();
    let [reference, _] = drawn(&one, &alone);
    for picture in drawn(&character, &expected) {
        assert!(picture == reference, "all stand at the same place");
    }
}
