//! Skins a character on the graphics device and draws it at three moments of a clip, into a PNG instead of a window.
//!
//! `cargo run -p dualskin-skin-gpu --example draw -- OUT.png [FILE.glb [METHOD [CLIP [SECONDS]]]]`, clips counted from 0.
#![expect(
    clippy::default_trait_access,
    clippy::too_many_lines,
    clippy::disallowed_methods,
    reason = "a recipe, read from top to bottom"
)]

use std::{error::Error, path::Path};

use dq_math::SignRule;
use glam::{Vec3, camera::rh::proj::directx::perspective, camera::rh::view::look_at_mat4};
use rig::{Palette, PosedSkin, forward};
use skin_gpu::{InstancePose, MeshData, SKINNED_LAYOUT, SkinInstances, SkinMesh, Skinner, Vertices};
use wgpu::util::{BufferInitDescriptor, DeviceExt as _};

const SIDE: u32 = 448; // pixels of the square that an instance is drawn into
const SHADER: &str = "
@group(0) @binding(0) var<uniform> clip_from_model: mat4x4<f32>;
struct Varying { @builtin(position) clip: vec4<f32>, @location(0) normal: vec3<f32> }
@vertex fn vertex(@location(0) position: vec3<f32>, @location(1) normal: vec3<f32>) -> Varying {
    return Varying(clip_from_model * vec4<f32>(position, 1.0), normal);
}
@fragment fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let light = 0.5 + 0.5 * dot(in.normal, vec3<f32>(-0.4, 0.7, 0.6));
    return vec4<f32>(vec3<f32>(0.8, 0.42, 0.28) * light * light, 1.0);
}";

fn main() -> Result<(), Box<dyn Error>> {
    run(&std::env::args().skip(1).collect::<Vec<_>>())
}

pub(crate) fn run(args: &[String]) -> Result<(), Box<dyn Error>> {
    let arg = |place: usize, or: &'static str| args.get(place).map_or(or, |arg| arg);
    let character = character::open(Path::new(arg(1, "assets/arm.glb")))?;
    let (rig, rest, method) = (&character.rig, character.file_pose(), arg(2, "two-phase").parse()?);
    let clip = character.clips.get(arg(3, "0").parse::<usize>()?).cloned().unwrap_or_default();
    let seconds: f32 = arg(4, "1").parse()?;
    let poses = [0.0, 0.5, 1.0].map(|part| clip.sample(&rig.skeleton, &rest, part * seconds));

    // Your renderer has these already.
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
    let buffer = |contents, usage| device.create_buffer_init(&BufferInitDescriptor { label: None, contents, usage });

    // Skin: every primitive with a skin, in all poses at once. The empty list is for morph targets.
    let skinner = Skinner::new(&device)?;
    let mut surfaces = Vec::new();
    for placed in &character.instances {
        let Some(bind) = placed.skin.map(|skin| &rig.binds[skin]) else { continue };
        let mut palettes = Vec::new();
        for pose in &poses {
            let posed = forward(&rig.skeleton, pose.user_transforms(), &rig.scale_inheritance)?;
            palettes.push(Palette::new(method, SignRule::First, &PosedSkin::new(&posed, bind)?));
        }
        for primitive in &character.meshes[placed.mesh].primitives {
            let Some(influences) = &primitive.influences else { continue };
            let vertices =
                Vertices { positions: &primitive.positions, normals: &primitive.normals, ..Vertices::default() };
            let mesh = SkinMesh::new(&device, &queue, &MeshData::new(vertices, influences, &[])?)?;
            let mut skinned = SkinInstances::new(&skinner, &device, &mesh, poses.len())?;
            let pose = |palette| InstancePose { influences: Some(influences), ..InstancePose::from(palette) };
            skinned.write(&queue, &palettes.iter().map(pose).collect::<Vec<_>>())?;
            let indices = buffer(bytemuck::cast_slice(&primitive.triangles), wgpu::BufferUsages::INDEX);
            surfaces.push((skinned, indices, u32::try_from(3 * primitive.triangles.len())?));
        }
    }
    let mut encoder = device.create_command_encoder(&Default::default());
    skinner.skin(&mut encoder, surfaces.iter().map(|(skinned, ..)| skinned));
    queue.submit([encoder.finish()]);

    // Look: at the first instance. Reading back waits for the device; a renderer knows where its characters stand.
    let seen = surfaces.iter().map(|(skinned, ..)| skinned.read(&device, &queue, 0));
    let seen: Vec<Vec3> = seen.collect::<Result<Vec<_>, _>>()?.into_iter().flat_map(|it| it.positions).collect();
    let (low, high) = seen.iter().fold((Vec3::MAX, Vec3::MIN), |(low, high), at| (low.min(*at), high.max(*at)));
    let (center, radius) = (low.midpoint(high), low.distance(high) / 2.0);
    let eye = center + Vec3::new(0.8, 0.4, 2.0).normalize() * 3.3 * radius;
    let clip_from_model = perspective(0.7, 1.0, radius, 5.0 * radius) * look_at_mat4(eye, center, Vec3::Y);
    let camera = buffer(bytemuck::cast_slice(&clip_from_model.to_cols_array()), wgpu::BufferUsages::UNIFORM);

    // Draw: straight from where the vertices were skinned.
    let [color, depth] = [wgpu::TextureFormat::Rgba8UnormSrgb, wgpu::TextureFormat::Depth32Float].map(|format| {
        device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: 3 * SIDE, height: SIDE, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        })
    });
    let source = wgpu::ShaderSource::Wgsl(SHADER.into());
    let module = &device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let (options, targets) = (wgpu::PipelineCompilationOptions::default, &[Some(color.format().into())]);
    let buffers = &[Some(SKINNED_LAYOUT)];
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState { module, entry_point: None, compilation_options: options(), buffers },
        primitive: Default::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: depth.format(),
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Less),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState { module, entry_point: None, compilation_options: options(), targets }),
        multiview_mask: None,
        cache: None,
    });
    let (layout, resource) = (&pipeline.get_bind_group_layout(0), camera.as_entire_binding());
    let entries = &[wgpu::BindGroupEntry { binding: 0, resource }];
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries });
    let mut encoder = device.create_command_encoder(&Default::default());
    let [view, depth_view] = &[&color, &depth].map(|texture| texture.create_view(&Default::default()));
    let (ops, far) = (Default::default(), wgpu::LoadOp::Clear(1.0));
    let depth_ops = Some(wgpu::Operations { load: far, store: wgpu::StoreOp::Discard });
    let color_attachment = wgpu::RenderPassColorAttachment { view, ops, depth_slice: None, resolve_target: None };
    let depth_attachment = wgpu::RenderPassDepthStencilAttachment { view: depth_view, depth_ops, stencil_ops: None };
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: &[Some(color_attachment)],
        depth_stencil_attachment: Some(depth_attachment),
        ..Default::default()
    });
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    for (skinned, indices, n_corners) in &surfaces {
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        for (instance, x) in (0..skinned.len()).zip([0.0, 1.0, 2.0]) {
            pass.set_viewport(x * SIDE as f32, 0.0, SIDE as f32, SIDE as f32, 0.0, 1.0);
            pass.set_vertex_buffer(0, skinned.buffer().slice(skinned.bytes_of(instance)));
            pass.draw_indexed(0..*n_corners, 0, 0..1);
        }
    }
    drop(pass);

    // Save. Rows of a texture are copied by 256 bytes, which divides 3 · 448 · 4.
    let (row, usage) = (4 * color.width(), wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ);
    let size = u64::from(row * color.height());
    let buffer = &device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false });
    let layout = wgpu::TexelCopyBufferLayout { bytes_per_row: Some(row), ..Default::default() };
    let copy = wgpu::TexelCopyBufferInfo { buffer, layout };
    encoder.copy_texture_to_buffer(color.as_image_copy(), copy, color.size());
    queue.submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., |_| ());
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let rgba = buffer.get_mapped_range(..)?;
    Ok(image::save_buffer(arg(0, "draw.png"), &rgba, color.width(), color.height(), image::ColorType::Rgba8)?)
}
