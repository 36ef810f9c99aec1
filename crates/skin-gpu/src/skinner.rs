//! The kernels of a device.
//!
//! One kernel a method, and one function a method in vertex shaders: all methods in one shader would be simpler to
//! call, but a software driver of 2022 takes minutes to compile it. A kernel is compiled when it is first used: most
//! programs use two of them. Meshes without maps or without tangents have kernels without them, which a software driver
//! compiles in half the time. Sign rules stay a branch on a uniform. Rest shape
//! and morph targets share one storage buffer, rows, numbers of the maps and influences another, palettes,
//! morph weights and rotation centers a third, the vertices are the fourth: that is what the least of the devices with compute shaders has.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use rig::Method;
use shaders::Sources;

use crate::error::SkinGpuError;
use crate::instances::SkinInstances;
use crate::limits::{check_compute, groups};
use crate::packed_normal::NormalFormat;
use crate::packing::{InfluenceFormat, Packing};

/// The compute kernels, one a method. One per device, for as long as the device.
#[derive(Debug)]
pub struct Skinner {
    device: wgpu::Device,
    module: wgpu::ShaderModule,
    /// With exact normals: its text, and it, once it was used.
    exact: (String, OnceLock<wgpu::ShaderModule>),
    layout: wgpu::BindGroupLayout,
    pipeline_layout: wgpu::PipelineLayout,
    /// Those that were used.
    kernels: Mutex<HashMap<(Method, KernelFeatures), wgpu::ComputePipeline>>,
    limits: wgpu::Limits,
}

/// What a mesh has that a kernel can be compiled without, constants of `shaders/wgsl/include/skin_layout.wgsl`; and whether normals
/// are exact, for which there are kernels of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KernelFeatures {
    /// A blend map or a bulge map.
    pub maps: bool,
    pub tangents: bool,
    pub is_exact: bool,
    pub packing: Packing,
}

impl KernelFeatures {
    const ALL: Self = Self {
        maps: true,
        tangents: true,
        is_exact: false,
        packing: Packing {
            influences: InfluenceFormat::Full,
            rest_normals: NormalFormat::Full,
            skinned_normals: NormalFormat::Full,
        },
    };

    fn constants(self) -> [(&'static str, f64); 5] {
        let octahedral = |format: NormalFormat| f64::from(format.is_octahedral());
        [
            ("HAS_MAPS", f64::from(self.maps)),
            ("HAS_TANGENTS", f64::from(self.tangents)),
            ("INFLUENCE_FORMAT", f64::from(self.packing.influences as u8)),
            ("OCTAHEDRAL_REST", octahedral(self.packing.rest_normals)),
            (
                "OCTAHEDRAL_SKINNED",
                octahedral(self.packing.skinned_normals),
            ),
        ]
    }
}

impl Skinner {
    /// The kernels for a device. Each is compiled by the first dispatch that uses it.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Limit`] for a device without compute shaders, or with fewer than four storage buffers; see
    /// [`VertexSkin`](crate::VertexSkin) for those.
    pub fn new(device: &wgpu::Device) -> Result<Self, SkinGpuError> {
        Self::new_uncompiled(device, &Sources::built_in())
    }

    /// As [`new`](Self::new), with other texts of the shaders: for whoever works on them. All kernels are compiled now, with
    /// all their parts; those with exact normals when they are used.
    ///
    /// Faults of those texts are the device's to report, in its error scopes.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and [`SkinGpuError::Import`].
    pub fn with_sources(device: &wgpu::Device, sources: &Sources) -> Result<Self, SkinGpuError> {
        let skinner = Self::new_uncompiled(device, sources)?;
        for kernel in Method::blends() {
            let _compiled = skinner.kernel(kernel, KernelFeatures::ALL);
        }
        Ok(skinner)
    }

    fn new_uncompiled(device: &wgpu::Device, sources: &Sources) -> Result<Self, SkinGpuError> {
        let limits = device.limits();
        check_compute(&limits)?;
        let resolved = sources.resolve(&shaders::SKIN)?;
        let exact = sources.resolve(&shaders::SKIN_EXACT)?.text;
        let layout = bind_group_layout(device);
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("skin"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        Ok(Self {
            device: device.clone(),
            module: shader_module(device, shaders::SKIN.name, &resolved.text),
            exact: (exact, OnceLock::new()),
            layout,
            pipeline_layout,
            kernels: Mutex::default(),
            limits,
        })
    }

    /// Gives the text of the kernels with exact normals to the device, which else comes with the first of them that is used: for
    /// whoever wants to hear of its faults, in the device's error scopes.
    pub fn load_exact(&self) {
        let _module = self.module(true);
    }

    fn module(&self, is_exact: bool) -> &wgpu::ShaderModule {
        if !is_exact {
            return &self.module;
        }
        let (text, module) = &self.exact;
        module.get_or_init(|| shader_module(&self.device, shaders::SKIN_EXACT.name, text))
    }

    fn compile(&self, entry_point: &str, parts: KernelFeatures) -> wgpu::ComputePipeline {
        self.device
            .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry_point),
                layout: Some(&self.pipeline_layout),
                module: self.module(parts.is_exact),
                entry_point: Some(entry_point),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &parts.constants(),
                    ..Default::default()
                },
                cache: None,
            })
    }

    fn kernel(&self, kernel: Method, parts: KernelFeatures) -> wgpu::ComputePipeline {
        // A pipeline that came of a panic is whole, or not there.
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        let compiled = kernels
            .entry((kernel, parts))
            .or_insert_with(|| self.compile(&kernel.entry_point(), parts));
        // A pipeline is a handle: the clone lets go of the lock before the pass is recorded.
        compiled.clone()
    }

    /// Records the skinning of any number of meshes, each with all its instances, as they are written when the encoder
    /// is submitted.
    ///
    /// Those without vertices or instances cost nothing. All must have been made for this skinner's device.
    pub fn skin<'a>(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        meshes: impl IntoIterator<Item = &'a SkinInstances>,
    ) {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("skin"),
            timestamp_writes: None,
        });
        for instances in meshes {
            self.dispatch(&mut pass, instances);
        }
    }

    /// As [`skin`](Self::skin), for one mesh, in a pass of the caller's.
    pub fn dispatch(&self, pass: &mut wgpu::ComputePass<'_>, instances: &SkinInstances) {
        // `SkinInstances::new` has seen that they fit.
        let Ok([x, y]) = groups(&self.limits, instances.thread_count()) else {
            return;
        };
        if x > 0 {
            pass.set_pipeline(&self.kernel(instances.kernel(), instances.parts()));
            pass.set_bind_group(0, instances.bind_group(), &[]);
            pass.dispatch_workgroups(x, y, 1);
        }
    }

    /// The layout of [`bind_group`], which instances make their bind groups with.
    pub(crate) const fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.layout
    }
}

fn shader_module(device: &wgpu::Device, name: &str, text: &str) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(name),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    })
}

/// For the bindings of `shaders/wgsl/skin.wgsl`, in their order.
pub(crate) fn bind_group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    buffers: [&wgpu::Buffer; 5],
) -> wgpu::BindGroup {
    let mut binding = 0..;
    let entries = buffers.map(|buffer| wgpu::BindGroupEntry {
        binding: binding.next().unwrap_or_default(),
        resource: buffer.as_entire_binding(),
    });
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("skin"),
        layout,
        entries: &entries,
    })
}

fn bind_group_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let read = wgpu::BufferBindingType::Storage { read_only: true };
    let types = [
        wgpu::BufferBindingType::Uniform,
        read,
        read,
        read,
        wgpu::BufferBindingType::Storage { read_only: false },
    ];
    let mut binding = 0..;
    let entries = types.map(|ty| wgpu::BindGroupLayoutEntry {
        binding: binding.next().unwrap_or_default(),
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    });
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("skin"),
        entries: &entries,
    })
}
