//! Posed instances of a mesh, and the buffer that their skinned vertices are in.

use std::ops::Range;

use rig::Method;

use crate::error::SkinGpuError;
use crate::layouts::{SkinParams, SkinVertex, Word};
use crate::limits::{GROUP_SIZE, check_buffer, groups};
use crate::mesh::SkinMesh;
use crate::mesh_data::count;
use crate::packed_normal::NormalFormat;
use crate::pose_data::{InstancePose, PoseData, largest_pose, most_centers};
use crate::read_back::{SkinnedVertices, read_back};
use crate::skinner::{KernelFeatures, Skinner, bind_group};

/// How skinned vertices lie in memory, for a render pipeline: positions at location 0, normals at location 1.
pub const SKINNED_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: BYTES_PER_VERTEX,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3],
};

/// How skinned vertices with octahedral normals lie in memory ([`Packing::skinned_normals`](crate::Packing::skinned_normals)).
///
/// Positions are at location 0, at location 1 the normal on the square of the octahedron, which the vertex shader unfolds as
/// `normal_from_octahedral` of `shaders/wgsl/include/skin_packed.wgsl` does. A vertex without a normal has −1 twice there, and so
/// faces −z.
pub const PACKED_SKINNED_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: 4 * size_of::<f32>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm16x2],
};

/// How skinned tangents lie in memory, for a render pipeline: direction and handedness at location 2.
pub const SKINNED_TANGENT_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: BYTES_PER_TANGENT,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![2 => Float32x4],
};

const BYTES_PER_VERTEX: u64 = size_of::<SkinVertex>() as u64;
const BYTES_PER_TANGENT: u64 = size_of::<[f32; 4]>() as u64;

/// Of one skinned vertex of a mesh: position and normal, then all with its tangent if it has one.
const fn bytes_per_vertex(mesh: &SkinMesh) -> [u64; 2] {
    let words = mesh.shape.packing.skinned_normals.vertex_words() as u64;
    let bytes = words * size_of::<f32>() as u64;
    if mesh.shape.has_tangents() {
        [bytes, bytes + BYTES_PER_TANGENT]
    } else {
        [bytes; 2]
    }
}

/// Instances of one mesh, each in a pose of its own, all by one method: poses in, skinned vertices out.
///
/// The vertices of instance k are the k-th part of one buffer, ready to be drawn from, in the order of the mesh. Behind those of all
/// instances that there is memory for lie the tangents, if the mesh has them.
#[derive(Debug)]
pub struct SkinInstances {
    mesh: SkinMesh,
    capacity: usize,
    params: wgpu::Buffer,
    poses: wgpu::Buffer,
    skinned: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
    /// To make the buffer of poses anew, should spherical blends need a larger one.
    device: wgpu::Device,
    layout: wgpu::BindGroupLayout,
    /// As they were written last.
    written: SkinParams,
    kernel: Method,
    /// Whether normals are exact.
    is_exact: bool,
    /// For packing: a call for every frame allocates only when it has more to pack than any before.
    scratch: PoseData,
}

impl SkinInstances {
    /// Memory for up to `capacity` instances of a mesh, with none in it. Zero is fine.
    ///
    /// Memory: 24 bytes a vertex and instance, 40 with tangents, and for poses of any method 48 an instance, 96 a joint and instance (176 on a mesh with maps), and 16 for
    /// four morph targets and an instance. Once poses of a spherical blend are written, 4 more a vertex, and 16 for each set of joints
    /// that meets at a vertex, and instance.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Limit`] or [`SkinGpuError::TooLarge`] when the device has no memory for them.
    pub fn new(
        skinner: &Skinner,
        device: &wgpu::Device,
        mesh: &SkinMesh,
        capacity: usize,
    ) -> Result<Self, SkinGpuError> {
        let limits = device.limits();
        // Saturating: absurd numbers fail the checks below instead of wrapping around to small ones.
        let n_vertices = capacity.saturating_mul(mesh.vertex_count());
        let [_, bytes_per_vertex] = bytes_per_vertex(mesh);
        let skinned_bytes = (n_vertices as u64).saturating_mul(bytes_per_vertex);
        let n_floats = usize::try_from(skinned_bytes / size_of::<f32>() as u64);
        count(
            "the list of skinned vertices",
            n_floats.unwrap_or(usize::MAX),
        )?;
        groups(&limits, count("the list of skinned vertices", n_vertices)?)?;
        check_buffer(&limits, "the buffer of skinned vertices", skinned_bytes)?;
        let n_words = capacity.saturating_mul(largest_pose(mesh.shape));
        count("the list of poses", n_words)?;
        let pose_bytes = (n_words * size_of::<Word>()) as u64;
        check_buffer(&limits, "the buffer of poses", pose_bytes)?;

        let written = wgpu::BufferUsages::COPY_DST;
        // The second is never read: `shaders/wgsl/skin.wgsl` says what it is for.
        let params = buffer(
            device,
            "skin params",
            2 * size_of::<SkinParams>() as u64,
            wgpu::BufferUsages::UNIFORM | written,
        );
        let poses = pose_buffer(device, pose_bytes);
        let drawn =
            wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_SRC;
        let skinned = buffer(device, "skinned vertices", skinned_bytes, drawn);
        let layout = skinner.layout().clone();
        let bound = [&params, &mesh.rest, &mesh.influences, &poses, &skinned];
        Ok(Self {
            bind_group: bind_group(device, &layout, bound),
            device: device.clone(),
            layout,
            mesh: mesh.clone(),
            capacity,
            params,
            poses,
            skinned,
            written: SkinParams::default(),
            kernel: Method::default(),
            is_exact: false,
            scratch: PoseData::default(),
        })
    }

    /// How many instances of a mesh fit into buffers of so many bytes, on this device; at least one, for which the
    /// device may still have no memory.
    #[must_use]
    pub fn capacity_within(device: &wgpu::Device, mesh: &SkinMesh, bytes: u64) -> usize {
        let limits = device.limits();
        let bytes = bytes
            // Whichever is smaller: the buffer as such, or what a binding may see of it.
            .min(limits.max_buffer_size)
            .min(limits.max_storage_buffer_binding_size);
        let n_vertices = (mesh.vertex_count() as u64).max(1);
        let pose_words = largest_pose(mesh.shape) + most_centers(mesh.shape);
        let pose_bytes = (pose_words * size_of::<Word>()) as u64;
        let threads =
            u64::from(GROUP_SIZE) * u64::from(limits.max_compute_workgroups_per_dimension);
        // The larger of both lists, for each has a buffer of its own.
        let fitting = (bytes / pose_bytes.max(n_vertices * bytes_per_vertex(mesh)[1]))
            .min(threads / n_vertices);
        usize::try_from(fitting).unwrap_or(usize::MAX).max(1)
    }

    /// Poses the instances, as many as are given; those of earlier calls are no more.
    ///
    /// Takes effect at the next submission, when [`Skinner::skin`] is recorded after it. What is written twice before one
    /// submission counts as it was written last. Cheap enough for every frame: memory is kept from call to call, and the buffer
    /// of poses is made anew only where a spherical blend has more rotation centers than any before.
    ///
    /// # Errors
    ///
    /// More instances than there is memory for, palettes of another length or method, numbers that are not finite, spherical
    /// blends without influences, or with more centers than the device has memory for. Nothing is written then.
    pub fn write(
        &mut self,
        queue: &wgpu::Queue,
        instances: &[InstancePose<'_>],
    ) -> Result<(), SkinGpuError> {
        self.scratch
            // All is checked and packed before anything is written, so that an error leaves the poses on the device as they were.
            .pack(self.mesh.shape, self.capacity, instances)?;
        self.hold(size_of_val(&*self.scratch.words) as u64)?;
        let data = &self.scratch;
        queue.write_buffer(&self.params, 0, bytemuck::bytes_of(&data.params));
        queue.write_buffer(&self.poses, 0, bytemuck::cast_slice(&data.words));
        (self.written, self.kernel) = (data.params, data.kernel);
        Ok(())
    }

    /// Makes a larger buffer of poses where this one is too small, with a quarter to spare if the device has it: while weights are
    /// painted, sets of joints become more and more.
    fn hold(&mut self, bytes: u64) -> Result<(), SkinGpuError> {
        if bytes <= self.poses.size() {
            return Ok(());
        }
        let limits = self.device.limits();
        check_buffer(&limits, "the buffer of poses", bytes)?;
        let word = size_of::<Word>() as u64;
        // The binding must end at a whole word.
        let roomy = (bytes + bytes / 4).next_multiple_of(word);
        let has_room = check_buffer(&limits, "the buffer of poses", roomy).is_ok();
        self.poses = pose_buffer(&self.device, if has_room { roomy } else { bytes });
        let mesh = &self.mesh;
        let (rest, influences) = (&mesh.rest, &mesh.influences);
        let bound = [&self.params, rest, influences, &self.poses, &self.skinned];
        self.bind_group = bind_group(&self.device, &self.layout, bound);
        Ok(())
    }

    /// Whether normals and tangents are exact from the next dispatch on: by the inverse transpose of the Jacobian of the skinned
    /// surface, the change of the weights over it included, where usual ones go by each vertex's map alone. Positions stay what they
    /// are. Costs 16 bytes and a joint's image for each gradient of a vertex.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::NoGradients`] for a mesh that was made without.
    pub const fn use_exact_normals(&mut self, is_exact: bool) -> Result<(), SkinGpuError> {
        if is_exact && !self.mesh.has_gradients() {
            return Err(SkinGpuError::NoGradients);
        }
        self.is_exact = is_exact;
        Ok(())
    }

    /// Instances posed by the last [`write`](Self::write).
    #[must_use]
    pub const fn len(&self) -> usize {
        self.written.n_instances as usize
    }

    /// Whether no instance is posed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.written.n_instances == 0
    }

    /// Instances that there is memory for.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// Vertices of one instance.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.mesh.vertex_count()
    }

    /// The skinned vertices of all instances: [`SkinVertex`] after [`SkinVertex`]; then their tangents, if the mesh has them.
    ///
    /// Usages: `VERTEX`, `STORAGE` and `COPY_SRC`.
    #[must_use]
    pub const fn buffer(&self) -> &wgpu::Buffer {
        &self.skinned
    }

    /// How the vertices lie in [`buffer`](Self::buffer): [`SKINNED_LAYOUT`], or [`PACKED_SKINNED_LAYOUT`] for a mesh whose skinned normals
    /// are packed.
    #[must_use]
    pub const fn layout(&self) -> wgpu::VertexBufferLayout<'static> {
        match self.mesh.packing().skinned_normals {
            NormalFormat::Full => SKINNED_LAYOUT,
            NormalFormat::Octahedral => PACKED_SKINNED_LAYOUT,
        }
    }

    /// The part of [`buffer`](Self::buffer) that holds the vertices of an instance, in bytes: for `set_vertex_buffer`, with
    /// [`layout`](Self::layout). Empty for a mesh without vertices and beyond the instances there is memory for, and wgpu 30 panics
    /// when it is given an empty slice: leave those out of the draw.
    #[must_use]
    pub fn bytes_of(&self, instance: usize) -> Range<u64> {
        if instance >= self.capacity {
            return 0..0;
        }
        let size = self.vertex_count() as u64 * bytes_per_vertex(&self.mesh)[0];
        instance as u64 * size..(instance as u64 + 1) * size
    }

    /// The part of [`buffer`](Self::buffer) that holds the tangents of an instance, in bytes, with [`SKINNED_TANGENT_LAYOUT`]. Empty
    /// for a mesh without tangents, and where [`bytes_of`](Self::bytes_of) is.
    #[must_use]
    pub fn tangent_bytes_of(&self, instance: usize) -> Range<u64> {
        if instance >= self.capacity || !self.mesh.shape.has_tangents() {
            return 0..0;
        }
        let n_vertices = self.vertex_count() as u64;
        let begin = self.capacity as u64 * n_vertices * bytes_per_vertex(&self.mesh)[0];
        let size = n_vertices * BYTES_PER_TANGENT;
        begin + instance as u64 * size..begin + (instance as u64 + 1) * size
    }

    /// The vertices of an instance as they are after all that was submitted. Waits for the device: for tests and export.
    ///
    /// Empty beyond the instances posed.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::ReadBack`] when the device is lost or does not give the memory.
    pub fn read(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        instance: usize,
    ) -> Result<SkinnedVertices, SkinGpuError> {
        if instance >= self.len() {
            return Ok(SkinnedVertices::default());
        }
        let parts = [self.bytes_of(instance), self.tangent_bytes_of(instance)];
        read_back(
            device,
            queue,
            &self.skinned,
            (parts, self.mesh.packing().skinned_normals),
        )
    }

    pub(crate) const fn bind_group(&self) -> &wgpu::BindGroup {
        &self.bind_group
    }

    pub(crate) const fn kernel(&self) -> Method {
        self.kernel
    }

    pub(crate) const fn parts(&self) -> KernelFeatures {
        let written = &self.written;
        KernelFeatures {
            maps: written.blend != 0 || written.bulge != 0,
            tangents: written.tangents != 0,
            is_exact: self.is_exact,
            packing: self.mesh.packing(),
        }
    }

    /// As many as vertices of all instances posed.
    pub(crate) const fn thread_count(&self) -> u32 {
        self.written.n_vertices * self.written.n_instances
    }
}

fn pose_buffer(device: &wgpu::Device, bytes: u64) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
    buffer(device, "poses", bytes, usage)
}

fn buffer(
    device: &wgpu::Device,
    label: &'static str,
    bytes: u64,
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        // A binding must not be empty.
        size: bytes.max(size_of::<Word>() as u64),
        usage,
        mapped_at_creation: false,
    })
}
