//! Skinning in the vertex shader, for devices without compute shaders or storage buffers.

use bytemuck::Pod;

use crate::error::SkinGpuError;
use crate::layouts::{SkinParams, Word};
use crate::limits::check_texture;
use crate::mesh_data::{MeshData, MeshSizes, count};
use crate::pose_data::{InstancePose, PoseData, largest_pose};

/// `SKIN_TEXTURE_WIDTH` of `shaders/wgsl/include/skin_textures.wgsl`: every device has textures of this width.
const WIDTH: u32 = 2048;

/// The group that `shaders/wgsl/include/skin_textures.wgsl` binds to.
pub const VERTEX_SKIN_GROUP: u32 = 3;

/// A mesh and the poses of its instances in textures, for a vertex shader that skins by itself.
///
/// The shader begins with `#import skin_textures` and `#import skin_vertex`, goes through [`resolve`](crate::resolve), and
/// calls the function of the method that poses are written for, which gives position and normal: `linear_vertex`,
/// `dual_quat_vertex`, `two_phase_vertex` and so on in `skin_vertex.wgsl`, each of `(vertex_index, instance_index)`. It is drawn with [`bind_group`](Self::bind_group) as group [`VERTEX_SKIN_GROUP`] and as many instances as were written; the
/// renderer's own groups are 0 to 2. Functions, sign rules, morph targets and the number of influences are those of the
/// kernels.
#[derive(Debug)]
pub struct VertexSkin {
    shape: MeshSizes,
    capacity: usize,
    params: wgpu::Buffer,
    rest: wgpu::Texture,
    influences: wgpu::Texture,
    poses: wgpu::Texture,
    /// To make the texture of poses anew, should spherical blends need a larger one.
    device: wgpu::Device,
    bind_group: wgpu::BindGroup,
    scratch: PoseData,
}

impl VertexSkin {
    /// The layout of [`bind_group`](Self::bind_group), for a pipeline's layout.
    #[must_use]
    pub fn layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
        // Nothing here asks for filtering or storage: these are types that WebGL 2 has as well.
        let params = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let texture = |sample_type| wgpu::BindingType::Texture {
            sample_type,
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let floats = texture(wgpu::TextureSampleType::Float { filterable: false });
        let numbers = texture(wgpu::TextureSampleType::Uint);
        let mut binding = 0..;
        let entries = [params, floats, numbers, floats].map(|ty| wgpu::BindGroupLayoutEntry {
            binding: binding.next().unwrap_or_default(),
            visibility: wgpu::ShaderStages::VERTEX,
            ty,
            count: None,
        });
        device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("vertex skin"),
            entries: &entries,
        })
    }

    /// Uploads a mesh with space for the poses of up to `capacity` instances.
    ///
    /// Memory: that of the [`MeshData`] and of its poses, as for [`SkinInstances::new`](crate::SkinInstances::new), each list in
    /// whole rows of 2048 texels.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Limit`] when a list does not fit into a texture of the device, [`SkinGpuError::TooLarge`] when a shader
    /// cannot count it.
    pub fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        data: &MeshData,
        capacity: usize,
    ) -> Result<Self, SkinGpuError> {
        let limits = device.limits();
        let texture = |what, format, n_texels| {
            let size = texture_size(count(what, n_texels)?);
            check_texture(&limits, what, size)?;
            Ok::<_, SkinGpuError>(create_texture(device, what, format, size))
        };
        let r32 = wgpu::TextureFormat::R32Float;
        let n_words = capacity.saturating_mul(largest_pose(data.shape));
        let rest = texture("the texture of the rest shape", r32, data.rest.len())?;
        let influences = texture(
            "the texture of influences",
            wgpu::TextureFormat::R32Uint,
            data.influences.len(),
        )?;
        let poses = texture(POSES, POSE_FORMAT, n_words)?;
        write_texels(queue, &rest, &mut data.rest.clone());
        write_texels(queue, &influences, &mut data.influences.clone());
        let params = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("skin params"),
            size: size_of::<SkinParams>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let bind_group = bind_group(device, &params, [&rest, &influences, &poses]);
        Ok(Self {
            shape: data.shape,
            capacity,
            params,
            rest,
            influences,
            poses,
            device: device.clone(),
            bind_group,
            scratch: PoseData::default(),
        })
    }

    /// Poses the instances, as many as are given. Takes effect at the next submission. Memory is kept from call to
    /// call; [`bind_group`](Self::bind_group) is another one where a spherical blend has more rotation centers than any before.
    ///
    /// # Errors
    ///
    /// As [`SkinInstances::write`](crate::SkinInstances::write); nothing is written then.
    pub fn write(
        &mut self,
        queue: &wgpu::Queue,
        instances: &[InstancePose<'_>],
    ) -> Result<(), SkinGpuError> {
        self.scratch.pack(self.shape, self.capacity, instances)?;
        self.hold(self.scratch.words.len())?;
        let data = &mut self.scratch;
        queue.write_buffer(&self.params, 0, bytemuck::bytes_of(&data.params));
        write_texels(queue, &self.poses, &mut data.words);
        Ok(())
    }

    /// Makes a larger texture of poses where this one is too small.
    fn hold(&mut self, n_words: usize) -> Result<(), SkinGpuError> {
        let size = texture_size(count(POSES, n_words)?);
        // Rows are all of one width, so the height alone tells whether it fits.
        if size[1] <= self.poses.height() {
            return Ok(());
        }
        check_texture(&self.device.limits(), POSES, size)?;
        self.poses = create_texture(&self.device, POSES, POSE_FORMAT, size);
        let textures = [&self.rest, &self.influences, &self.poses];
        self.bind_group = bind_group(&self.device, &self.params, textures);
        Ok(())
    }

    /// To be set as group [`VERTEX_SKIN_GROUP`].
    #[must_use]
    pub const fn bind_group(&self) -> &wgpu::BindGroup {
        &self.bind_group
    }
}

const POSES: &str = "the texture of poses";
/// A [`Word`] a texel.
const POSE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Float;
const _: () = assert!(size_of::<Word>() == 16);

/// Width and height of a list of texels in rows; never empty.
const fn texture_size(n_texels: u32) -> [u32; 2] {
    let rows = n_texels.div_ceil(WIDTH);
    [WIDTH, if rows == 0 { 1 } else { rows }]
}

fn create_texture(
    device: &wgpu::Device,
    label: &str,
    format: wgpu::TextureFormat,
    [width, height]: [u32; 2],
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

/// Writes as many rows as the texels begin, the last filled up with zeros.
fn write_texels<T: Pod>(queue: &wgpu::Queue, texture: &wgpu::Texture, texels: &mut Vec<T>) {
    // A write to a texture is a rectangle: the last row is filled up.
    texels.resize(texels.len().next_multiple_of(WIDTH as usize), T::zeroed());
    let rows = u32::try_from(texels.len() / WIDTH as usize).unwrap_or(u32::MAX);
    if rows == 0 {
        return;
    }
    let size = wgpu::Extent3d {
        width: WIDTH,
        height: rows.min(texture.height()),
        depth_or_array_layers: 1,
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: u32::try_from(size_of::<T>())
            .ok()
            .map(|texel| texel * WIDTH),
        rows_per_image: None,
    };
    let bytes = bytemuck::cast_slice(texels);
    queue.write_texture(texture.as_image_copy(), bytes, layout, size);
}

fn bind_group(
    device: &wgpu::Device,
    params: &wgpu::Buffer,
    textures: [&wgpu::Texture; 3],
) -> wgpu::BindGroup {
    let views =
        textures.map(|texture| texture.create_view(&wgpu::TextureViewDescriptor::default()));
    let mut entries = vec![wgpu::BindGroupEntry {
        binding: 0,
        resource: params.as_entire_binding(),
    }];
    entries.extend(
        (1..)
            .zip(&views)
            .map(|(binding, view)| wgpu::BindGroupEntry {
                binding,
                resource: wgpu::BindingResource::TextureView(view),
            }),
    );
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("vertex skin"),
        layout: &VertexSkin::layout(device),
        entries: &entries,
    })
}
