//! Memory over many submissions. A program of its own, since what is measured is the whole process.

use glam::{Affine3A, Vec3};
use memory_stats::memory_stats;
use rig::{InfluencesBuilder, MatrixPalette, Palette};
use skin_gpu::{MeshData, SkinInstances, SkinMesh, Skinner, Vertices};
use testkit::say;

/// Submissions that are measured, after as many that are not.
const SUBMISSIONS: usize = 100;

/// What a leak of one compiled kernel a submission would exceed many times.
const MOST: usize = 4 << 20;

/// On Mesa's lavapipe 22.3 each submission kept 240 kB: see the example `uniform_branches`.
#[test]
fn a_playing_clip_does_not_use_more_and_more_memory() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let options = wgpu::RequestAdapterOptions::default();
    let adapter = match pollster::block_on(instance.request_adapter(&options)) {
        Ok(adapter) => adapter,
        Err(error) => {
            let required = std::env::var("DUALSKIN_REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!required, "DUALSKIN_REQUIRE_GPU=1, but {error}");
            say(&format!("GPU tests are skipped: {error}"));
            return;
        }
    };
    let descriptor = wgpu::DeviceDescriptor::default();
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
    let skinner = Skinner::new(&device).unwrap();
    let positions = [Vec3::X; 256];
    let mut influences = InfluencesBuilder::new(1);
    for _ in positions {
        influences.vertex([(0, 1.0)]).unwrap();
    }
    let vertices = Vertices {
        positions: &positions,
        ..Vertices::default()
    };
    let data = MeshData::new(vertices, &influences.build(), &[]).unwrap();
    let mesh = SkinMesh::new(&device, &queue, &data).unwrap();
    let mut instances = SkinInstances::new(&skinner, &device, &mesh, 1).unwrap();
    let mut submit = |count: usize| {
        for _ in 0..count {
            let palette = Palette::Linear(MatrixPalette {
                posed_from_bind: vec![Affine3A::IDENTITY],
            });
            instances.write(&queue, &[(&palette).into()]).unwrap();
            let mut encoder =
                device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            skinner.skin(&mut encoder, [&instances]);
            queue.submit([encoder.finish()]);
            device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        }
        memory_stats().unwrap().physical_mem
    };
    let before = submit(SUBMISSIONS);
    let after = submit(SUBMISSIONS);
    let grown = after.saturating_sub(before);
    assert!(
        grown < MOST,
        "{SUBMISSIONS} submissions: {grown} bytes more"
    );
}
