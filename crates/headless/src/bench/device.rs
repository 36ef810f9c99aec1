//! Measures all methods on a graphics device, with a plain copy for comparison.

use std::sync::Arc;
use std::time::Duration;

use render::Gpu;
use rig::{BoneSegment, Influences, Method, Palette};
use skin_gpu::{
    InstancePose, MeshData, SkinGpuError, SkinInstances, SkinMesh, SkinVertex, Skinner, Vertices,
};

use super::clock::Clock;
use super::report::{CopyRow, DeviceReport, DeviceRow};
use super::turns::Bench;
use crate::Failure;
use crate::source::hardware::{LEAVE_OUT, on_device, skinner};
use crate::source::subject::{Piece, SkinSubject};

/// All methods, then the copy.
pub(super) struct DeviceBench<'a> {
    gpu: &'a Gpu,
    name: String,
    clock: Clock,
    skinner: Skinner,
    pieces: Vec<DevicePiece>,
    /// Per method, one palette per skin.
    palettes: Vec<Vec<Palette>>,
    copy: Copy,
    /// Vertices of the subject times the instances of the crowd.
    n_vertices: usize,
    /// Instances of each piece, each with a pose of its own.
    crowd: usize,
    /// The least seconds of a round by the processor's clock, as far as measured: by method, then of the copy.
    walls: Vec<f64>,
    /// Bytes that one round reads and writes.
    bytes: u64,
}

/// A piece on the device.
struct DevicePiece {
    /// The index of its skin.
    skin: usize,
    influences: Influences,
    bones: Arc<[BoneSegment]>,
    instances: SkinInstances,
}

/// The largest number of dispatches and copies per submission; more would only fill the driver's queues.
const MOST_COMMANDS: usize = 4096;

impl<'a> DeviceBench<'a> {
    /// Uploads the subject, which must be cut for one thread, with space for so many instances.
    pub(super) fn new(gpu: &'a Gpu, subject: &SkinSubject, crowd: usize) -> Result<Self, Failure> {
        let palettes = Method::ALL.map(|method| subject.palettes(method));
        let palettes = palettes.into_iter().collect::<Result<_, _>>()?;
        let skinner = skinner(gpu)?;
        let upload = |piece: &Piece| upload(gpu, &skinner, piece, crowd);
        let uploaded = || subject.pieces.iter().map(upload).collect();
        let pieces: Result<Vec<_>, SkinGpuError> = on_device(gpu, uploaded)?;
        let bytes = subject.pieces.iter().map(bytes).sum::<u64>() * crowd as u64;
        let mut bench = Self {
            gpu,
            name: subject.name.clone(),
            clock: Clock::new(gpu),
            pieces: pieces.map_err(|error| gpu_failure(&subject.name, &error))?,
            skinner,
            palettes,
            copy: on_device(gpu, || Copy::new(gpu, bytes))?,
            n_vertices: subject.vertex_count() * crowd,
            crowd,
            walls: vec![f64::INFINITY; Method::ALL.len() + 1],
            bytes,
        };
        if bench.pass(0, 1)?.is_zero() {
            // Some drivers offer timestamps that never change.
            bench.clock = Clock::Processor;
        }
        Ok(bench)
    }

    /// The report for `seconds` of one round: one value per method, then that of the copy.
    pub(super) fn report(&self, seconds: &[f64]) -> DeviceReport {
        // The first of all methods is linear blending; the copy comes behind all.
        let (linear, copied) = (seconds.first(), seconds.get(self.palettes.len()));
        let per_second = |bytes: u64, seconds: f64| count(bytes) / seconds;
        let copy = CopyRow {
            // Each byte is read once and written once.
            bytes: 2 * self.copy.bytes,
            bytes_per_second: copied
                .map_or(0.0, |&seconds| per_second(2 * self.copy.bytes, seconds)),
        };
        let row = |((method, &seconds), &wall): ((Method, &f64), &f64)| {
            let bytes_per_second = per_second(self.bytes, seconds);
            DeviceRow {
                method: method.name(),
                wall_nanoseconds_per_vertex: wall * 1e9 / count(self.n_vertices as u64),
                nanoseconds_per_vertex: seconds * 1e9 / count(self.n_vertices as u64),
                ratio_to_linear: linear.map_or(1.0, |linear| seconds / linear),
                bytes_per_second,
                share_of_copy: bytes_per_second / copy.bytes_per_second,
            }
        };
        DeviceReport {
            adapter: self.gpu.adapter_name.clone(),
            software: self.gpu.is_software,
            clock: self.clock.name(),
            crowd: self.crowd,
            bytes_per_vertex: count(self.bytes) / count(self.n_vertices as u64),
            methods: Method::ALL
                .into_iter()
                .zip(seconds)
                .zip(&self.walls)
                .map(row)
                .collect(),
            copy,
        }
    }

    fn pose(&mut self, which: usize) -> Result<(), Failure> {
        let Some(palettes) = self.palettes.get(which) else {
            return Ok(());
        };
        for piece in &mut self.pieces {
            let pose = palettes
                .get(piece.skin)
                .into_iter()
                .flat_map(|one| std::iter::repeat_n(one, self.crowd));
            let poses: Vec<InstancePose<'_>> = pose
                .map(|palette| InstancePose {
                    influences: Some(&piece.influences),
                    bones: &piece.bones,
                    ..palette.into()
                })
                .collect();
            piece
                .instances
                .write(&self.gpu.queue, &poses)
                .map_err(|error| gpu_failure(&self.name, &error))?;
        }
        Ok(())
    }

    fn record(&self, encoder: &mut wgpu::CommandEncoder, which: usize, rounds: u32) {
        if which >= self.palettes.len() {
            (0..rounds).for_each(|_| self.copy.record(encoder));
            return;
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        for _ in 0..rounds {
            for piece in &self.pieces {
                self.skinner.dispatch(&mut pass, &piece.instances);
            }
        }
    }
}

impl Bench for DeviceBench<'_> {
    fn count(&self) -> usize {
        self.palettes.len() + 1
    }

    fn most_rounds(&self) -> u32 {
        let rounds = MOST_COMMANDS / self.pieces.len().max(1);
        u32::try_from(rounds).unwrap_or(1).max(1)
    }

    fn pass(&mut self, which: usize, rounds: u32) -> Result<Duration, Failure> {
        self.pose(which)?;
        let timed = on_device(self.gpu, || {
            self.clock.time(self.gpu, |encoder| {
                self.record(encoder, which, rounds);
            })
        })?;
        let [elapsed, wall] = timed?;
        if let Some(least) = self.walls.get_mut(which) {
            *least = least.min(wall.as_secs_f64() / f64::from(rounds));
        }
        Ok(elapsed)
    }
}

/// A copy between two buffers that reads and writes as many bytes as skinning.
struct Copy {
    from: wgpu::Buffer,
    to: wgpu::Buffer,
    /// The size of a buffer, which is read once and written once.
    bytes: u64,
}

impl Copy {
    fn new(gpu: &Gpu, moved: u64) -> Self {
        // Half is read, half is written. Buffers are limited in size; a larger copy would have the same speed.
        let bytes = (moved / 2).min(gpu.device.limits().max_buffer_size);
        let bytes = bytes - bytes % wgpu::COPY_BUFFER_ALIGNMENT;
        let buffer = |usage| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("copied"),
                size: bytes,
                usage,
                mapped_at_creation: false,
            })
        };
        Self {
            from: buffer(wgpu::BufferUsages::COPY_SRC),
            to: buffer(wgpu::BufferUsages::COPY_DST),
            bytes,
        }
    }

    fn record(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.copy_buffer_to_buffer(&self.from, 0, &self.to, 0, self.bytes);
    }
}

fn upload(
    gpu: &Gpu,
    skinner: &Skinner,
    piece: &Piece,
    crowd: usize,
) -> Result<DevicePiece, SkinGpuError> {
    let vertices = Vertices {
        positions: &piece.positions,
        normals: &piece.normals,
        ..Vertices::default()
    };
    let data = MeshData::new(vertices, piece.weighting(), &[])?;
    let mesh = SkinMesh::new(&gpu.device, &gpu.queue, &data)?;
    Ok(DevicePiece {
        skin: piece.skin,
        influences: piece.influences.clone(),
        bones: Arc::clone(&piece.bones),
        instances: SkinInstances::new(skinner, &gpu.device, &mesh, crowd)?,
    })
}

/// Bytes that skinning a piece reads and writes: vertices in and out, row starts, numbers of maps and influences. Palettes
/// are small and stay in caches.
fn bytes(piece: &Piece) -> u64 {
    let influences: &Influences = &piece.influences;
    let pairs: usize = influences.rows().map(|row| row.joints.len()).sum();
    // The start of the row, and the number of each map that there is.
    let maps = piece.maps.iter().filter(|(_, map)| map.is_some()).count();
    let row = size_of::<u32>() * (1 + maps);
    let pair = size_of::<u32>() + size_of::<f32>();
    let vertex = 2 * size_of::<SkinVertex>() + row;
    (piece.positions.len() * vertex + pairs * pair) as u64
}

fn gpu_failure(subject: &str, error: &SkinGpuError) -> Failure {
    Failure::Data(format!(
        "{subject}: {error}; choose a smaller mesh, or {LEAVE_OUT}."
    ))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of bytes and vertices are far below 2⁵³"
)]
const fn count(n: u64) -> f64 {
    n as f64
}
