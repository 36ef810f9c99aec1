//! Parts of buffers: what belongs to many primitives lies in few buffers, since drivers take ever longer for each further one.

use std::ops::Range;

use bytemuck::Pod;

use super::block_layout::BlockLayout;
use super::upload::buffer_of;

/// A part of a buffer. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Span {
    buffer: wgpu::Buffer,
    bytes: Range<u64>,
}

/// The size of a buffer that several lists share; a longer list has one of its own. Few buffers, and little unused behind the last list.
const BLOCK: u64 = 8 << 20;

impl Span {
    /// The beginning of another owner's buffer.
    pub(super) fn part_of(buffer: &wgpu::Buffer, bytes: Range<u64>) -> Self {
        Self {
            buffer: buffer.clone(),
            bytes,
        }
    }

    /// Parts of these sizes in bytes, multiples of four, one after the other. They hold zeros.
    pub(super) fn zeroed(
        device: &wgpu::Device,
        label: &str,
        usage: wgpu::BufferUsages,
        sizes: impl IntoIterator<Item = u64>,
    ) -> Vec<Self> {
        let mut layout = block_layout(device);
        for size in sizes {
            layout.push(size);
        }
        spans(layout, |size| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size,
                usage,
                mapped_at_creation: false,
            })
        })
    }

    /// For a draw. wgpu 30 panics when it is given an empty one: leave empty lists out.
    pub(super) fn slice(&self) -> wgpu::BufferSlice<'_> {
        self.buffer.slice(self.bytes.clone())
    }
}

/// For buffers of this device, without a list yet.
fn block_layout(device: &wgpu::Device) -> BlockLayout {
    BlockLayout::new(BLOCK.min(device.limits().max_buffer_size))
}

/// The parts of all lists; `buffer` gives the buffer of each block, of so many bytes.
fn spans(layout: BlockLayout, buffer: impl FnMut(u64) -> wgpu::Buffer) -> Vec<Span> {
    // A buffer must not be empty.
    let sizes = layout.blocks.into_iter().map(|size| size.max(4));
    let buffers: Vec<wgpu::Buffer> = sizes.map(buffer).collect();
    let span = |(block, bytes): (usize, Range<u64>)| {
        let buffer = buffers.get(block)?.clone();
        Some(Span { buffer, bytes })
    };
    layout.places.into_iter().filter_map(span).collect()
}

/// Lists that are uploaded together and do not change, or seldom.
pub(super) struct Packing<'a> {
    device: &'a wgpu::Device,
    label: &'static str,
    usage: wgpu::BufferUsages,
    layout: BlockLayout,
    /// The contents of the last block.
    bytes: Vec<u8>,
    full: Vec<wgpu::Buffer>,
}

impl<'a> Packing<'a> {
    pub(super) fn new(
        device: &'a wgpu::Device,
        label: &'static str,
        usage: wgpu::BufferUsages,
    ) -> Self {
        Self {
            device,
            label,
            usage,
            layout: block_layout(device),
            bytes: Vec::new(),
            full: Vec::new(),
        }
    }

    pub(super) fn push<T: Pod>(&mut self, list: &[T]) {
        let begins = self.layout.push(size_of_val(list) as u64);
        // The list belongs to the next block: the one before is complete, and its bytes need not be kept.
        if begins && self.layout.blocks.len() > 1 {
            self.upload();
        }
        self.bytes.extend_from_slice(bytemuck::cast_slice(list));
    }

    /// The lists in the order in which they came.
    pub(super) fn finish(mut self) -> Vec<Span> {
        self.upload();
        let mut full = self.full.into_iter();
        let (device, label, usage) = (self.device, self.label, self.usage);
        spans(self.layout, |size| {
            // There is one for each block.
            full.next().unwrap_or_else(|| {
                let zeros = vec![0; usize::try_from(size).unwrap_or(0)];
                buffer_of(device, label, &zeros, usage)
            })
        })
    }

    fn upload(&mut self) {
        let buffer = buffer_of(self.device, self.label, &self.bytes, self.usage);
        self.full.push(buffer);
        self.bytes.clear();
    }
}

/// Lists for neighboring parts of a buffer, written as one.
///
/// Each write waits in a copy of its own for the next submission, tens of kilobytes even for a triangle: of a thousand
/// primitives it would be a hundred megabytes.
#[derive(Debug)]
pub(super) struct Batch<T> {
    /// The buffer, and where the list begins in it.
    place: Option<(wgpu::Buffer, u64)>,
    list: Vec<T>,
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self {
            place: None,
            list: Vec::new(),
        }
    }
}

impl<T: Pod> Batch<T> {
    /// Adds the contents of a part, which must be as many as it has space for.
    pub(super) fn push(
        &mut self,
        queue: &wgpu::Queue,
        span: &Span,
        list: impl IntoIterator<Item = T>,
    ) {
        let size = size_of_val(&*self.list) as u64;
        let place = self.place.as_ref();
        let follows = place.is_some_and(|(buffer, start)| {
            // Neighbors in the buffer: one write can hold both.
            *buffer == span.buffer && start + size == span.bytes.start
        });
        if !follows {
            self.write(queue);
            self.place = Some((span.buffer.clone(), span.bytes.start));
        }
        self.list.extend(list);
    }

    /// Writes what has been added since.
    pub(super) fn write(&mut self, queue: &wgpu::Queue) {
        if let Some((buffer, start)) = self.place.take()
            && !self.list.is_empty()
        {
            queue.write_buffer(&buffer, start, bytemuck::cast_slice(&self.list));
        }
        self.list.clear();
    }
}
