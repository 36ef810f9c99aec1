//! Buffer views that `EXT_meshopt_compression` or `KHR_meshopt_compression` compresses: where their bytes are, and what these become.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::bytes::budget::Budget;
use crate::bytes::buffers::{SideFiles, read_buffer};
use crate::bytes::meshopt::{CodecFault, Filter, Layout, Mode};
use crate::fault::error::{Fault, ReadResult};
use crate::fault::extensions::MESHOPT;
use crate::json::tree::Node;
use crate::json::tree::draft::{Draft, List};
use crate::json::value::At;

/// The name by which an object of the JSON has one of the extensions.
pub(super) fn extension_in(object: Node<'_>) -> Option<&'static str> {
    let extensions = object.get("extensions")?;
    let mut names = MESHOPT.into_iter();
    names.find(|name| extensions.get(name).is_some())
}

/// The extension of a view or a buffer.
pub(super) fn extension_of<'a>(object: &At<'a>) -> Option<At<'a>> {
    let name = extension_in(object.value)?;
    object.get("extensions")?.get(name)
}

/// Buffers, read when they are first needed.
pub(super) struct Files<'a, 's> {
    pub(super) root: At<'a>,
    pub(super) binary: Option<&'s Arc<[u8]>>,
    pub(super) side: &'s mut SideFiles,
    pub(super) read: BTreeMap<usize, Arc<[u8]>>,
    /// Bytes of the file itself.
    pub(super) n_bytes: usize,
}

impl Files<'_, '_> {
    /// The bytes `range` of a buffer, which a view or an extension of one asks for.
    pub(super) fn range(
        &mut self,
        number: usize,
        buffer_at: &At<'_>,
        range: &Range<u64>,
        view: &At<'_>,
    ) -> ReadResult<Slice> {
        let buffer = match self.read.get(&number) {
            Some(known) => Arc::clone(known),
            None => {
                let read = read_buffer(buffer_at, number, self.binary, self.side)?;
                self.read.insert(number, Arc::clone(&read));
                read
            }
        };
        let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        let range = place(range.start)..place(range.end);
        match buffer.get(range.clone()) {
            Some(_) => Ok(Slice { buffer, range }),
            None => Err(view.flaw(Fault::Bounds {
                what: "the buffer",
                end: range.end as u128,
                size: buffer.len(),
            })),
        }
    }
}

/// A part of a buffer.
pub(super) struct Slice {
    buffer: Arc<[u8]>,
    range: Range<usize>,
}

impl Slice {
    pub(super) fn bytes(&self) -> &[u8] {
        self.buffer.get(self.range.clone()).unwrap_or_default()
    }
}

/// A view that is stored compressed.
pub(super) struct CompressedView<'a> {
    /// The extension's object.
    at: At<'a>,
    /// The buffer of the compressed bytes.
    buffer: (usize, At<'a>),
    layout: Layout,
}

impl<'a> CompressedView<'a> {
    /// None for a view without the extensions.
    pub(super) fn read(view: &At<'a>, root: &At<'a>) -> ReadResult<Option<Self>> {
        let Some(at) = extension_of(view) else {
            return Ok(None);
        };
        let buffer = at.require("buffer")?.lookup(root, "buffers", "buffer")?;
        let mode_at = at.require("mode")?;
        let mode = match mode_at.string()? {
            "ATTRIBUTES" => Mode::Attributes,
            "TRIANGLES" => Mode::Triangles,
            "INDICES" => Mode::Indices,
            _ => return Err(mode_at.value_flaw("ATTRIBUTES, TRIANGLES or INDICES")),
        };
        let count_at = at.require("count")?;
        let count = usize::try_from(count_at.integer()?).unwrap_or(usize::MAX);
        if mode == Mode::Triangles && count % 3 != 0 {
            return Err(count_at.value_flaw("a multiple of three"));
        }
        let stride_at = at.require("byteStride")?;
        let stride = usize::try_from(stride_at.integer()?).unwrap_or(usize::MAX);
        let fits = match mode {
            Mode::Attributes => stride % 4 == 0 && (4..=256).contains(&stride),
            Mode::Triangles | Mode::Indices => stride == 2 || stride == 4,
        };
        if !fits {
            return Err(stride_at.value_flaw(match mode {
                Mode::Attributes => "a multiple of four from 4 to 256",
                Mode::Triangles | Mode::Indices => "2 or 4",
            }));
        }
        let filter = read_filter(&at, mode, stride)?;
        let layout = Layout {
            mode,
            filter,
            count,
            stride,
        };
        Ok(Some(Self { at, buffer, layout }))
    }

    /// The decompressed bytes, behind what `out` holds.
    pub(super) fn decode(
        &self,
        files: &mut Files<'_, '_>,
        budget: &mut Budget,
        copies: u128,
        out: &mut Vec<u8>,
    ) -> ReadResult<()> {
        let Self { at, layout, .. } = self;
        let (number, buffer) = &self.buffer;
        let slice = files.range(*number, buffer, &range_of(at)?, at)?;
        let bytes = slice.bytes();
        // A side file counts from when it was read.
        budget.stored = files.n_bytes.saturating_add(files.side.n_bytes);
        let flaw = |fault: CodecFault| {
            let reason = fault.to_string();
            at.flaw(Fault::Compressed { reason })
        };
        layout.check(bytes).map_err(flaw)?;
        budget.charge_decompressed(at, layout.decoded_bytes(), copies)?;
        layout.decode(bytes, out).map_err(flaw)
    }
}

fn read_filter(at: &At<'_>, mode: Mode, stride: usize) -> ReadResult<Filter> {
    let Some(filter_at) = at.get("filter") else {
        return Ok(Filter::None);
    };
    let (filter, strides): (_, &[usize]) = match filter_at.string()? {
        "NONE" => return Ok(Filter::None),
        "OCTAHEDRAL" => (Filter::Octahedral, &[4, 8]),
        "QUATERNION" => (Filter::Quaternion, &[8]),
        // Any, as those of attributes are multiples of four.
        "EXPONENTIAL" => (Filter::Exponential, &[]),
        "COLOR" => (Filter::Color, &[4, 8]),
        _ => {
            let known = "NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL or COLOR";
            return Err(filter_at.value_flaw(known));
        }
    };
    if mode != Mode::Attributes {
        return Err(filter_at.value_flaw("NONE, as for all indices"));
    }
    match strides.is_empty() || strides.contains(&stride) {
        true => Ok(filter),
        false => Err(filter_at.value_flaw("a filter for elements of this size")),
    }
}

/// Where in its buffer a view lies, or an extension of one.
pub(super) fn range_of(view: &At<'_>) -> ReadResult<Range<u64>> {
    let start = view.get("byteOffset").map_or(Ok(0), |at| at.integer())?;
    let length = view.require("byteLength")?.integer()?;
    Ok(start..start.saturating_add(length))
}

/// Brings the end to a multiple of four bytes, and tells where it is.
pub(super) fn align(chunk: &mut Vec<u8>) -> usize {
    chunk.resize(chunk.len().next_multiple_of(4), 0);
    chunk.len()
}

/// Takes extensions off an object, and the list of them if none is left.
pub(super) fn drop_extensions(object: &mut Draft<'_>, names: &[&str]) {
    let is_there = object.get("extensions").is_some_and(|extensions| {
        let mut members = extensions.members();
        members.any(|(name, _)| names.contains(&name))
    });
    let extensions = object.member_mut("extensions").filter(|_| is_there);
    let Some(extensions) = extensions else {
        return;
    };
    for name in names {
        extensions.remove(name);
    }
    if extensions.view().is_empty_object() {
        object.remove("extensions");
    }
}

/// Where decompressed bytes go.
#[cfg_attr(
    not(feature = "draco"),
    expect(dead_code, reason = "views of this file's own go there themselves")
)]
pub(super) struct Decoded<'v, 'a> {
    /// How many copies of them there are at one time.
    pub(super) copies: u128,
    pub(super) views: &'v mut List<'a>,
    pub(super) chunk: &'v mut Vec<u8>,
}
