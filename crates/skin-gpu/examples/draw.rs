//! Skins a character on the graphics device and draws it at three moments of a clip, into a PNG instead of a window.
//!
//! `cargo run -p skin-gpu --example draw -- OUT.png [FILE.glb [METHOD [CLIP [SECONDS]]]]`, clips counted from 0.

use std::{error::Error, path::Path};

use character::Character;
use dq_math::SignRule;
use glam::{Mat4, Vec3, camera::rh};
use rig::{Method, Palette, Pose, PosedSkin, forward};
use skin_gpu::{InstancePose, MeshData, MorphTarget, Vertices};
use skin_gpu::{SKINNED_LAYOUT, SkinInstances, SkinMesh, Skinner};
use wgpu::util::{BufferInitDescriptor, DeviceExt as _};

/// The instances, side by side in squares: parts of SECONDS.
const MOMENTS: [f32; 3] = [0.0, 0.5, 1.0];
const SIZE: wgpu::Extent3d = wgpu::Extent3d { width: 1344, height: 448, depth_or_array_layers: 1 };
const COLOR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
const SHADER: &str = "
@group(0) @binding(0) var<uniform> clip_from_model: array<mat4x4<f32>, 3>; // one per instance
struct Varying { @builtin(position) clip: vec4<f32>, @location(0) normal: vec3<f32> }

@vertex fn vertex(@builtin(instance_index) instance: u32,
                  @location(0) position: vec3<f32>, @location(1) normal: vec3<f32>) -> Varying {
    return Varying(clip_from_model[instance] * vec4<f32>(position, 1.0), normal);
}
@fragment fn fragment(in: Varying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let normal = normalize(select(-in.normal, in.normal, is_front));
    let light = 0.5 + 0.5 * dot(normal, normalize(vec3<f32>(-0.4, 0.7, 0.6)));
    return vec4<f32>(vec3<f32>(0.9, 0.6, 0.45) * light * light, 1.0);
}";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |place: usize, or: &'static str| args.get(place).map_or(or, |arg| arg);
    let arm = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.glb");
    let character = character::open(Path::new(arg(1, arm)))?;
    let (clip, seconds) = (arg(3, "0").parse::<usize>()?, arg(4, "1").parse::<f32>()?);
    let clip = character.clips.get(clip).ok_or("the character has no such clip")?;
    let rest = character.rest_pose();
    let poses = MOMENTS.map(|part| clip.sample(&character.rig.skeleton, &rest, part * seconds));

    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default());
    let adapter = pollster::block_on(adapter)?;
    let device = adapter.request_device(&wgpu::DeviceDescriptor::default());
    let gpu = pollster::block_on(device)?;
    let surfaces = skin(&gpu, &character, &poses, arg(2, "two-phase").parse()?)?;
    let rgba = draw(&gpu, &surfaces)?;
    let (path, color) = (arg(0, "draw.png"), image::ColorType::Rgba8);
    Ok(image::save_buffer(path, &rgba, SIZE.width, SIZE.height, color)?)
}

type Gpu = (wgpu::Device, wgpu::Queue);
type Outcome<T> = Result<T, Box<dyn Error>>;

/// A primitive: its vertices in every pose, and the corners of its triangles.
struct Surface {
    skinned: SkinInstances,
    corners: wgpu::Buffer,
}

/// Skins every primitive that has a skin, in all poses. The others would follow their nodes, as in any renderer.
fn skin(
    (device, queue): &Gpu,
    who: &Character,
    poses: &[Pose],
    how: Method,
) -> Outcome<Vec<Surface>> {
    let skinner = Skinner::new(device)?;
    let mut surfaces = Vec::new();
    for placed in &who.instances {
        let Some(bind) = placed.skin.map(|skin| &who.rig.binds[skin]) else { continue };
        let mut palettes = Vec::new();
        for pose in poses {
            let posed = forward(&who.rig.skeleton, pose.user_transforms(), &who.rig.reach)?;
            palettes.push(Palette::new(how, SignRule::First, &PosedSkin::new(&posed, bind)?));
        }
        let with_weights = |(palette, pose)| InstancePose {
            palette,
            morph_weights: &pose.morph_weights[placed.morph.clone()],
        };
        let instances: Vec<_> = palettes.iter().zip(poses).map(with_weights).collect();
        for primitive in &who.meshes[placed.mesh].primitives {
            let Some(influences) = &primitive.influences else { continue };
            let vertices =
                Vertices { positions: &primitive.positions, normals: &primitive.normals };
            let targets = primitive.morph_targets.iter();
            let targets = targets.map(|target| MorphTarget {
                positions: &target.positions,
                normals: &target.normals,
            });
            let data = MeshData::new(vertices, influences, &targets.collect::<Vec<_>>())?;
            let mesh = SkinMesh::new(device, queue, &data)?;
            let mut skinned = SkinInstances::new(&skinner, device, &mesh, poses.len())?;
            skinned.write(queue, &instances)?;
            let contents = bytemuck::cast_slice(&primitive.triangles);
            let usage = wgpu::BufferUsages::INDEX;
            let corners =
                device.create_buffer_init(&BufferInitDescriptor { label: None, contents, usage });
            surfaces.push(Surface { skinned, corners });
        }
    }
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    skinner.skin(&mut encoder, surfaces.iter().map(|surface| &surface.skinned));
    queue.submit([encoder.finish()]);
    Ok(surfaces)
}

/// Draws all instances straight from where they were skinned. Gives the pixels, row after row.
fn draw((device, queue): &Gpu, surfaces: &[Surface]) -> Outcome<Vec<u8>> {
    let texture = |format, usage| {
        device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: SIZE,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
            view_formats: &[],
        })
    };
    let color = texture(COLOR, wgpu::TextureUsages::COPY_SRC);
    let depth = texture(DEPTH, wgpu::TextureUsages::empty());
    let pipeline = pipeline(device);
    let cameras = device.create_buffer_init(&BufferInitDescriptor {
        label: None,
        contents: bytemuck::cast_slice(&cameras),
        usage: wgpu::BufferUsages::UNIFORM,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: cameras.as_entire_binding() }],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: &color.create_view(&wgpu::TextureViewDescriptor::default()),
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations::default(),
        })],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &depth.create_view(&wgpu::TextureViewDescriptor::default()),
            depth_ops: Some(wgpu::Operations::default()),
            stencil_ops: None,
        }),
        ..wgpu::RenderPassDescriptor::default()
    });
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    for Surface { skinned, corners } in surfaces {
        pass.set_index_buffer(corners.slice(..), wgpu::IndexFormat::Uint32);
        let n_corners = u32::try_from(corners.size() / 4)?;
        for (k, instance) in (0..skinned.len()).zip(0..) {
            pass.set_vertex_buffer(0, skinned.buffer().slice(skinned.bytes_of(k)));
            pass.draw_indexed(0..n_corners, 0, instance..instance + 1);
        }
    }
    drop(pass);
    let bytes = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(4 * SIZE.width * SIZE.height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let bytes_per_row = Some(4 * SIZE.width);
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row, rows_per_image: None };
    let copy = wgpu::TexelCopyBufferInfo { buffer: &bytes, layout };
    encoder.copy_texture_to_buffer(color.as_image_copy(), copy, SIZE);
    queue.submit([encoder.finish()]);
    bytes.map_async(wgpu::MapMode::Read, .., |_| ());
    device.poll(wgpu::PollType::wait_indefinitely())?;
    Ok(bytes.get_mapped_range(..)?.to_vec())
}
