//! A fault of a software driver, by itself: memory that grows with every submission of a kernel that branches on uniforms.
//!
//! Mesa's lavapipe of 2022 (22.3) knows the values of uniforms when a kernel is run, and compiles it once more for them,
//! without the branches. It does so again in every submission, and keeps what it compiled. With the index of the uniform
//! known to the dispatch alone, it compiles once. Other drivers show no growth either way.

#![expect(clippy::print_stdout, reason = "what it shows")]

use std::time::Instant;

use memory_stats::memory_stats;

const KERNELS: [(&str, &str); 2] =
    [("at an index that the compiler knows", "0u"), ("at an index of the dispatch", "groups.z - 1u")];

fn kernel(index: &str) -> String {
    let work = "x = sin(x) + cos(x * 1.5) + sqrt(x * x + 1.0);".repeat(40);
    format!(
        "@group(0) @binding(0) var<uniform> params: array<vec4<u32>, 2>;
         @group(0) @binding(1) var<storage, read_write> data: array<f32>;
         @compute @workgroup_size(64)
         fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {{
             var x = f32(id.x);
             if params[{index}].x == 7u {{ {work} }}
             data[id.x] = x;
         }}"
    )
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default()))?;
    println!("{}", adapter.get_info().driver_info);
    let buffer = |size, usage| {
        device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    };
    let params = buffer(32, wgpu::BufferUsages::UNIFORM);
    let data = buffer(1 << 12, wgpu::BufferUsages::STORAGE);
    for (name, index) in KERNELS {
        let source = wgpu::ShaderSource::Wgsl(kernel(index).into());
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        let entries = [(0, &params), (1, &data)]
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() });
        let bound = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let submit = || {
            let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bound, &[]);
            pass.dispatch_workgroups(16, 1, 1);
            drop(pass);
            queue.submit([encoder.finish()]);
            device.poll(wgpu::PollType::wait_indefinitely())
        };
        submit()?;
        let (start, before) = (Instant::now(), memory_stats().map(|now| now.physical_mem));
        for _ in 0..500 {
            submit()?;
        }
        let after = memory_stats().map(|now| now.physical_mem);
        let grown = after.unwrap_or_default().saturating_sub(before.unwrap_or_default());
        println!("{name}: {} bytes and {:?} a submission", grown / 500, start.elapsed() / 500);
    }
    Ok(())
}
