//! Where new numbers lie: behind the file's own, in the BIN chunk of a GLB or in one more buffer.
//!
//! What an earlier save has put there is taken out first, and what of it is still used put back, so that a file does not grow with
//! every save. It is known by the name of its views, and taken only where it lies behind everything else.

use std::ops::Range;

use super::named::{each_accessor, renumber_accessors};
use super::pruned::prune;
use crate::bytes::uri::{address, data_uri};
use crate::json::tree::draft::{Draft, View, object};
use crate::json::tree::{Elements, Members, Node};
use crate::model::source::Source;
use crate::write::packer::Packer;

/// The name of our buffer views.
const NAME: &str = "dualskin";

pub(super) enum Storage {
    /// The numbers go into the BIN chunk, behind the file's own.
    Chunk {
        /// The bytes before ours.
        before: Vec<u8>,
        /// Whether any of ours were there.
        had_ours: bool,
    },
    /// A buffer of our own, beside a chunk that stays as it is.
    Own(Option<Vec<u8>>),
}

impl Storage {
    /// Takes what an earlier save has put into a file off its JSON; the packer holds that now.
    pub(super) fn take<'a>(source: &Source, json: &mut Draft<'a>) -> (Self, Packer<'a>) {
        let binary = source.binary.as_deref();
        let buffers = json.items("buffers");
        let first = buffers.get(0);
        let first_is_chunk = first.is_none_or(|buffer| buffer.get("uri").is_none());
        if source.is_glb && first_is_chunk {
            let bytes = binary.unwrap_or_default();
            let (packer, end) = take_ours(source, json, 0, bytes);
            let before = bytes.get(..end).unwrap_or_default().to_vec();
            let had_ours = end < bytes.len();
            return (Self::Chunk { before, had_ours }, packer);
        }
        let storage = Self::Own(binary.map(<[u8]>::to_vec));
        let buffer = buffers.len();
        let last = buffer.checked_sub(1);
        let bytes = last.and_then(|last| own_bytes(buffers.get(last)?));
        if let (Some(last), Some(bytes)) = (last, bytes)
            // A buffer of ours holds nothing else; where another program has put bytes before ours, it stays.
            && ours(source, json, last, &bytes).1 == 0
        {
            let (packer, _) = take_ours(source, json, last, &bytes);
            let mut buffers = json.take("buffers");
            buffers.split_off(last);
            json.put("buffers", buffers);
            return (storage, packer);
        }
        (storage, empty(json, buffer, 0))
    }

    /// Takes out of the file what was replaced, and puts into it what the packer holds and the JSON uses. Returns the BIN chunk.
    pub(super) fn put_back<'a>(
        mut self,
        packer: Packer<'a>,
        source: &Source,
        json: &mut Draft<'a>,
    ) -> Option<Vec<u8>> {
        let chunk = match &mut self {
            Self::Chunk { before, .. } => Some(before),
            Self::Own(chunk) => chunk.as_mut(),
        };
        prune(source, json, chunk);
        let base = match &self {
            Self::Chunk { before, .. } => before.len().next_multiple_of(4),
            Self::Own(_) => packer.base,
        };
        let packer = keep_used(packer, base, json);
        let bytes = give_back(json, packer);
        match self {
            Self::Chunk {
                before,
                had_ours: false,
            } if bytes.is_empty() => (!before.is_empty()).then_some(before),
            Self::Chunk {
                before: mut chunk, ..
            } => {
                // Ours begin at a multiple of four, as `base` has it.
                chunk.resize(chunk.len().next_multiple_of(4), 0);
                chunk.extend(bytes);
                let mut buffers = json.take("buffers");
                if buffers.len() == 0 && !chunk.is_empty() {
                    buffers.push(object([]));
                }
                if let Some(buffer) = buffers.get_mut(0) {
                    buffer.set("byteLength", chunk.len());
                }
                json.put("buffers", buffers);
                (!chunk.is_empty()).then_some(chunk)
            }
            Self::Own(chunk) => {
                if !bytes.is_empty() {
                    let mut buffers = json.take("buffers");
                    buffers.push(object([
                        ("name", NAME.into()),
                        ("byteLength", bytes.len().into()),
                        ("uri", address(&bytes).into()),
                    ]));
                    json.put("buffers", buffers);
                }
                chunk
            }
        }
    }
}

/// The bytes of a buffer that an earlier save has added.
fn own_bytes(buffer: View<'_>) -> Option<Vec<u8>> {
    let is_ours = buffer.get("name").and_then(View::as_str) == Some(NAME);
    let uri = buffer.get("uri").filter(|_| is_ours)?.as_str()?;
    data_uri(uri)?.ok()
}

/// A packer whose numbers come behind everything in the JSON.
fn empty<'a>(json: &Draft<'_>, buffer: usize, base: usize) -> Packer<'a> {
    Packer {
        name: Some(NAME),
        buffer,
        base,
        first_view: json.items("bufferViews").len(),
        first_accessor: json.items("accessors").len(),
        ..Packer::default()
    }
}

/// Takes our accessors off the end of the lists. Also where their bytes begin: all before is the file's own.
fn take_ours<'a>(
    source: &Source,
    json: &mut Draft<'a>,
    buffer: usize,
    bytes: &[u8],
) -> (Packer<'a>, usize) {
    let (count, end) = ours(source, json, buffer, bytes);
    let mut views = json.take("bufferViews");
    let mut accessors = json.take("accessors");
    // Both lists end with as many of ours, so that neither length falls below zero.
    let ours = views.split_off(views.len() - count);
    let our_accessors = accessors.split_off(accessors.len() - count);
    json.put("bufferViews", views);
    json.put("accessors", accessors);
    let mut packer = empty(json, buffer, end.next_multiple_of(4));
    for (view, accessor) in ours.into_iter().zip(our_accessors) {
        let bytes = range(view.view()).and_then(|range| bytes.get(range));
        packer.take_over(view, accessor, bytes.unwrap_or_default());
    }
    (packer, end)
}

/// How many of the last accessors are ours (each with a view of its own, in the same order, behind all other bytes), and where
/// their bytes begin.
fn ours(source: &Source, json: &Draft<'_>, buffer: usize, bytes: &[u8]) -> (usize, usize) {
    let (views, accessors) = (json.items("bufferViews"), json.items("accessors"));
    let pairs = (1..).map_while(|from_end| {
        let number = views.len().checked_sub(from_end)?;
        let accessor = accessors.len().checked_sub(from_end)?;
        Some((number, views.get(number)?, accessors.get(accessor)?))
    });
    // Exactly what the packer writes: anything else at the end of the lists is another program's.
    let is_ours = |(number, view, accessor): &(usize, View<'_>, View<'_>)| {
        view.get("name").and_then(View::as_str) == Some(NAME)
            && view.index("buffer") == Some(buffer)
            && range(*view).is_some_and(|range| range.end <= bytes.len())
            && accessor.index("bufferView") == Some(*number)
            && accessor.get("sparse").is_none()
            && accessor.get("byteOffset").is_none()
    };
    let count = pairs.take_while(is_ours).count();
    let (n_views, n_accessors) = (views.len() - count, accessors.len() - count);
    let ours = views.iter().skip(n_views);
    let starts = ours.filter_map(|view| Some(range(view)?.start));
    let start = starts.min().unwrap_or(bytes.len());
    // Bytes of others behind ours would move if ours were cut off.
    let is_before = |view: View<'_>| {
        let is_elsewhere = view.index("buffer") != Some(buffer);
        let ends_before = range(view).is_some_and(|range| range.end <= start);
        !has_more_bytes(view) && (is_elsewhere || ends_before)
    };
    let mut others = views.iter().take(n_views);
    if others.all(is_before) && !is_named(source.tree.root(), n_views, n_accessors) {
        (count, start)
    } else {
        (0, bytes.len())
    }
}

/// Whether anything but the accessors from `n_accessors` on names a view from `n_views` on, or an extension may name one of those
/// accessors: what a number means there is told by the name of its member only.
fn is_named(json: Node<'_>, n_views: usize, n_accessors: usize) -> bool {
    let names = OwnNames {
        n_views,
        ours: n_accessors..json.items("accessors").len(),
    };
    let mut members = json.as_object().into_iter().flat_map(Members::iter);
    members.any(|(name, value)| {
        let part = JsonPart {
            value,
            in_extension: name == "extensions",
            is_accessor: false,
        };
        match name {
            "bufferViews" | "buffers" => false,
            "accessors" => {
                let mut others = json.items(name).iter().take(n_accessors);
                others.any(|value| names.is_in(JsonPart { value, ..part }))
            }
            _ => names.is_in(part),
        }
    })
}

fn number(value: Node<'_>) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// The names of what is ours.
struct OwnNames {
    n_views: usize,
    ours: Range<usize>,
}

impl OwnNames {
    /// Whether one is in a part of the JSON, which is at most 128 deep.
    fn is_in(&self, part: JsonPart<'_>) -> bool {
        let JsonPart { value, .. } = part;
        let view = value.get("bufferView").and_then(number);
        let is_accessor = |number: usize| part.is_accessor && self.ours.contains(&number);
        if view.is_some_and(|view| self.n_views <= view) || number(value).is_some_and(is_accessor) {
            return true;
        }
        let members = value.as_object().into_iter().flat_map(Members::iter);
        let mut members = members.map(|(name, value)| part.member(name, value));
        let elements = value.as_array().into_iter().flat_map(Elements::iter);
        let mut elements = elements.map(|value| JsonPart { value, ..part });
        members.any(|part| self.is_in(part)) || elements.any(|part| self.is_in(part))
    }
}

/// A part of the JSON that is looked through.
#[derive(Clone, Copy)]
struct JsonPart<'a> {
    value: Node<'a>,
    in_extension: bool,
    /// Whether numbers here may be those of accessors.
    is_accessor: bool,
}

impl<'a> JsonPart<'a> {
    fn member(self, name: &str, value: Node<'a>) -> Self {
        // The members of glTF that name accessors, and whatever an extension calls one.
        let names = ["attributes", "targets", "indices", "input", "output"];
        let names_accessors = names.contains(&name) || name.to_lowercase().contains("accessor");
        Self {
            value,
            in_extension: self.in_extension || name == "extensions",
            is_accessor: self.is_accessor || self.in_extension && names_accessors,
        }
    }
}

/// Whether an extension names bytes of its own for a view, as those for compressed views do.
fn has_more_bytes(view: View<'_>) -> bool {
    let extensions = view.get("extensions").into_iter();
    let mut extensions = extensions.flat_map(View::members);
    extensions.any(|(_, extension)| extension.get("buffer").is_some())
}

pub(super) fn range(view: View<'_>) -> Option<Range<usize>> {
    let start = view.index("byteOffset").unwrap_or(0);
    Some(start..start.checked_add(view.index("byteLength")?)?)
}

/// Puts views and accessors into the lists and returns the bytes.
fn give_back<'a>(json: &mut Draft<'a>, packer: Packer<'a>) -> Vec<u8> {
    for (name, ours) in [
        ("bufferViews", packer.views),
        ("accessors", packer.accessors),
    ] {
        let mut list = json.take(name);
        list.extend(ours);
        json.put(name, list);
    }
    packer.bytes
}

/// The accessors that the JSON uses, in order, under their new numbers there, behind what is left of the file's own.
fn keep_used<'a>(packer: Packer<'a>, base: usize, json: &mut Draft<'a>) -> Packer<'a> {
    let first = packer.first_accessor;
    let mut is_used = vec![false; packer.accessors.len()];
    each_accessor(json.view(), &mut |number| {
        let ours = number.checked_sub(first);
        if let Some(is_used) = ours.and_then(|number| is_used.get_mut(number)) {
            *is_used = true;
        }
    });
    let mut kept = empty(json, packer.buffer, base);
    let mut new_number = Vec::with_capacity(is_used.len());
    let pieces = packer.views.into_iter().zip(packer.accessors);
    for ((view, accessor), is_used) in pieces.zip(is_used) {
        let range = range(view.view()).unwrap_or_default();
        let range = range.start.saturating_sub(packer.base)..range.end.saturating_sub(packer.base);
        new_number.push(if is_used {
            let bytes = packer.bytes.get(range).unwrap_or_default();
            kept.take_over(view, accessor, bytes)
        } else {
            0
        });
    }
    renumber_accessors(json, &|number| {
        let ours = number.checked_sub(first)?;
        new_number.get(ours).copied()
    });
    kept
}
