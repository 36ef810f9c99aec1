//! A crowd whose meshes are skinned by different methods, on the device.

use character::MeshSkinning;
use render::crowd::CrowdBuffers;
use render::gpu_character::SkinMachine;
use render::pane_skins::PaneSkins;
use rig::Method;
use scene::crowd::{Crowd, CrowdMesh};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use session::state::opening::load::load;

use super::pictures::Studio;

const MEMBERS: usize = 3;

#[test]
fn each_mesh_of_a_crowd_is_skinned_by_its_own_method() {
    let Some(studio) = Studio::new() else { return };
    let (device, queue) = (&studio.gpu.device, &studio.gpu.queue);
    let mut character = load("builtin:cylinder").unwrap();
    let (mesh, mut instance) = (character.meshes[0].clone(), character.instances[0].clone());
    instance.mesh = 1;
    character.meshes.push(mesh);
    character.instances.push(instance);
    character.meshes[1].skinning = Some(MeshSkinning {
        method: Method::TWO_PHASE,
        signs: None,
    });
    let look = Look {
        per_mesh: true,
        ..Look::new(Method::Linear)
    };
    let mesh = CrowdMesh::new(&character, look).unwrap();
    let crowd = Crowd::new(&character, &mesh, MEMBERS).unwrap();
    let time = 0.6 * character.clips[0].duration();
    let palettes = crowd.palettes(time, 1).unwrap();
    let skins = PaneSkins::new(device);
    let skinner = skins.kernels().unwrap();
    let machine = SkinMachine {
        skinner,
        device,
        queue,
    };
    let mut buffers = CrowdBuffers::new(machine, &studio.renderer, &mesh, MEMBERS).unwrap();
    buffers.write(queue, &palettes).unwrap();
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    buffers.skin(skinner, &mut encoder);
    queue.submit([encoder.finish()]);
    let vertices: usize = mesh.parts.iter().map(|part| part.positions.len()).sum();
    assert_eq!(buffers.vertex_count(), MEMBERS * vertices);
    assert_eq!(buffers.members().len(), 2 * MEMBERS);

    // Members stand beside one another; what one part is off the other is the same wherever they stand.
    let pose = character.clips[0].sample(&character.rig.skeleton, &base_pose(&character), time);
    let flags = &character.rig.scale_inheritance;
    let deformed = deform(&character, &pose, flags, look).unwrap();
    let count = character.meshes[0].primitives.len();
    let positions = |from: usize| {
        let own = deformed.iter().skip(from).take(count);
        own.flat_map(|of| of.positions.iter().copied())
    };
    let wanted = positions(0).zip(positions(count)).map(|(a, b)| b - a);
    let [linear, two_phase] = [0, 1].map(|block| {
        let instances = &buffers.instances()[block];
        instances.read(device, queue, 0).unwrap().positions
    });
    let found = linear.iter().zip(&two_phase).map(|(a, b)| *b - *a);
    let pairs: Vec<_> = wanted.zip(found).collect();
    let off = pairs.iter().map(|(a, b)| a.distance(*b));
    let apart = pairs.iter().map(|(a, _)| a.length());
    assert!(off.fold(0.0, f32::max) < 1e-4);
    assert!(apart.fold(0.0, f32::max) > 1e-2);
}
