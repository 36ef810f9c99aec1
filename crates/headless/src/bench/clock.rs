//! Measures the time of commands on a device: by GPU timestamps if available, else by the processor's clock.

use std::time::{Duration, Instant};

use render::Gpu;

use crate::Failure;

/// The clock of a measurement.
pub(super) enum Clock {
    /// GPU timestamps, which count only the work between two marks.
    Device(Timestamps),
    /// The processor's clock, from the submission until the device reports the end.
    Processor,
}

pub(super) struct Timestamps {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
    nanoseconds_per_tick: f64,
}

/// Size of both timestamps in the read-back buffer.
const BYTES: u64 = 2 * wgpu::QUERY_SIZE as u64;

impl Clock {
    /// GPU timestamps if the device has them, else the processor's clock.
    pub(super) fn new(gpu: &Gpu) -> Self {
        let needed =
            wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS;
        if gpu.device.features().contains(needed) {
            Self::Device(Timestamps::new(gpu))
        } else {
            Self::Processor
        }
    }

    /// The name of the clock in the report.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Device(_) => "device",
            Self::Processor => "processor",
        }
    }

    /// The time of the recorded commands by this clock, and from the submission until the device reports the end.
    pub(super) fn time(
        &self,
        gpu: &Gpu,
        record: impl FnOnce(&mut wgpu::CommandEncoder),
    ) -> Result<[Duration; 2], Failure> {
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("measured"),
            });
        if let Self::Device(timestamps) = self {
            encoder.write_timestamp(&timestamps.queries, 0);
        }
        record(&mut encoder);
        if let Self::Device(timestamps) = self {
            timestamps.end(&mut encoder);
        }
        // Submits pending writes first, so that they are not measured.
        gpu.queue.submit([]);
        wait(gpu)?;
        let commands = encoder.finish();
        let start = Instant::now();
        gpu.queue.submit([commands]);
        wait(gpu)?;
        let elapsed = start.elapsed();
        match self {
            Self::Device(timestamps) => Ok([timestamps.between(gpu)?, elapsed]),
            Self::Processor => Ok([elapsed; 2]),
        }
    }
}

impl Timestamps {
    fn new(gpu: &Gpu) -> Self {
        let buffer = |usage| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("timestamps"),
                size: BYTES,
                usage,
                mapped_at_creation: false,
            })
        };
        Self {
            queries: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("timestamps"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolved: buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC),
            read: buffer(wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ),
            nanoseconds_per_tick: gpu.queue.get_timestamp_period().into(),
        }
    }

    fn end(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.write_timestamp(&self.queries, 1);
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.read, 0, BYTES);
    }

    fn between(&self, gpu: &Gpu) -> Result<Duration, Failure> {
        // `get_mapped_range` reports the outcome of the mapping.
        self.read.map_async(wgpu::MapMode::Read, .., |_| {});
        wait(gpu)?;
        let ticks = {
            let bytes = self
                .read
                .get_mapped_range(..)
                .map_err(|error| device_failure(gpu, &error))?;
            let marks: &[u64] = bytemuck::cast_slice(&bytes);
            marks[1].saturating_sub(marks[0])
        };
        self.read.unmap();
        #[expect(
            clippy::cast_precision_loss,
            reason = "a measurement is far from 2⁵³ ticks"
        )]
        let nanoseconds = ticks as f64 * self.nanoseconds_per_tick;
        Ok(Duration::from_secs_f64(nanoseconds * 1e-9))
    }
}

fn wait(gpu: &Gpu) -> Result<(), Failure> {
    let done = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    done.map(|_| ())
        .map_err(|error| device_failure(gpu, &error))
}

fn device_failure(gpu: &Gpu, error: &dyn std::error::Error) -> Failure {
    let name = &gpu.adapter_name;
    Failure::Data(format!(
        "{name} did not finish a measurement: {error}; measure again, with fewer vertices or without --gpu."
    ))
}
