//! Where new numbers lie: behind the file's own, in the BIN chunk of a GLB or in one more buffer.
//!
//! What an earlier save has put there is taken out first, and what of it is still used put back, so that a file does not grow with
//! every save. It is known by the name of its views, and taken only where it lies behind everything else.

use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::pruned::prune;
use super::{index, items, put, set, take};
use crate::source::Source;
use crate::tree::{Elements, Members, Node};
use crate::uri::data_uri;
use crate::write::packer::Packer;

/// The name of our buffer views.
const NAME: &str = "dualskin";
/// What stands before the bytes of a buffer in its address.
pub(super) const ADDRESS: &str = "data:application/octet-stream;base64,";

pub(super) enum Storage {
    /// The BIN chunk.
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
    pub(super) fn take(source: &Source, json: &mut Value) -> (Self, Packer) {
        let binary = source.binary.as_deref();
        let buffers = items(json, "buffers");
        let first_is_chunk = buffers
            .first()
            .is_none_or(|buffer| buffer.get("uri").is_none());
        if source.is_glb && first_is_chunk {
            let bytes = binary.unwrap_or_default();
            let (packer, end) = take_ours((source, json), 0, bytes);
            let before = bytes.get(..end).unwrap_or_default().to_vec();
            let had_ours = end < bytes.len();
            return (Self::Chunk { before, had_ours }, packer);
        }
        let storage = Self::Own(binary.map(<[u8]>::to_vec));
        let buffer = buffers.len();
        if let Some(bytes) = buffers.last().and_then(own_bytes) {
            let last = buffer - 1;
            if ours((source, json), last, &bytes).1 == 0 {
                let (packer, _) = take_ours((source, json), last, &bytes);
                let mut buffers = take(json, "buffers");
                buffers.truncate(last);
                put(json, "buffers", buffers);
                return (storage, packer);
            }
        }
        (storage, empty(json, buffer, 0))
    }

    /// Takes out of the file what was replaced, and puts into it what the packer holds and the JSON uses. Returns the BIN chunk.
    pub(super) fn put_back(
        mut self,
        packer: Packer,
        (source, json): (&Source, &mut Value),
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
        let packer = used(packer, base, json);
        let bytes = give_back(json, packer);
        match self {
            Self::Chunk {
                before,
                had_ours: false,
            } if bytes.is_empty() => (!before.is_empty()).then_some(before),
            Self::Chunk {
                before: mut chunk, ..
            } => {
                chunk.resize(chunk.len().next_multiple_of(4), 0);
                chunk.extend(bytes);
                let mut buffers = take(json, "buffers");
                if buffers.is_empty() && !chunk.is_empty() {
                    buffers.push(json!({}));
                }
                if let Some(buffer) = buffers.first_mut() {
                    set(buffer, "byteLength", chunk.len());
                }
                put(json, "buffers", buffers);
                (!chunk.is_empty()).then_some(chunk)
            }
            Self::Own(chunk) => {
                if !bytes.is_empty() {
                    let mut buffers = take(json, "buffers");
                    let uri = format!("{ADDRESS}{}", STANDARD.encode(&bytes));
                    buffers.push(json!({ "name": NAME, "byteLength": bytes.len(), "uri": uri }));
                    put(json, "buffers", buffers);
                }
                chunk
            }
        }
    }
}

/// The bytes of a buffer that an earlier save has added.
fn own_bytes(buffer: &Value) -> Option<Vec<u8>> {
    let is_ours = buffer.get("name").and_then(Value::as_str) == Some(NAME);
    let uri = buffer.get("uri").filter(|_| is_ours)?.as_str()?;
    data_uri(uri)?.ok()
}

/// A packer whose numbers come behind everything in the JSON.
fn empty(json: &Value, buffer: usize, base: usize) -> Packer {
    Packer {
        name: Some(NAME),
        buffer,
        base,
        first_view: items(json, "bufferViews").len(),
        first_accessor: items(json, "accessors").len(),
        ..Packer::default()
    }
}

/// Takes our accessors off the end of the lists. Also where their bytes begin: all before is the file's own.
fn take_ours(
    (source, json): (&Source, &mut Value),
    buffer: usize,
    bytes: &[u8],
) -> (Packer, usize) {
    let (count, end) = ours((source, json), buffer, bytes);
    let mut views = take(json, "bufferViews");
    let mut accessors = take(json, "accessors");
    let ours = views.split_off(views.len() - count);
    let our_accessors = accessors.split_off(accessors.len() - count);
    put(json, "bufferViews", views);
    put(json, "accessors", accessors);
    let mut packer = empty(json, buffer, end.next_multiple_of(4));
    for (view, accessor) in ours.into_iter().zip(our_accessors) {
        let bytes = range(&view).and_then(|range| bytes.get(range));
        packer.take_over(view, accessor, bytes.unwrap_or_default());
    }
    (packer, end)
}

/// How many of the last accessors are ours (each with a view of its own, in the same order, behind all other bytes), and where
/// their bytes begin.
fn ours((source, json): (&Source, &Value), buffer: usize, bytes: &[u8]) -> (usize, usize) {
    let (views, accessors) = (items(json, "bufferViews"), items(json, "accessors"));
    let pairs = (1..).map_while(|from_end| {
        let number = views.len().checked_sub(from_end)?;
        let accessor = accessors.len().checked_sub(from_end)?;
        Some((number, views.get(number)?, accessors.get(accessor)?))
    });
    let is_ours = |(number, view, accessor): &(usize, &Value, &Value)| {
        view.get("name").and_then(Value::as_str) == Some(NAME)
            && index(view, "buffer") == Some(buffer)
            && range(view).is_some_and(|range| range.end <= bytes.len())
            && index(accessor, "bufferView") == Some(*number)
            && accessor.get("sparse").is_none()
            && accessor.get("byteOffset").is_none()
    };
    let count = pairs.take_while(is_ours).count();
    let (others, ours) = views.split_at(views.len() - count);
    let starts = ours.iter().filter_map(|view| Some(range(view)?.start));
    let start = starts.min().unwrap_or(bytes.len());
    let is_before = |view: &Value| {
        let is_elsewhere = index(view, "buffer") != Some(buffer);
        let ends_before = range(view).is_some_and(|range| range.end <= start);
        !has_more_bytes(view) && (is_elsewhere || ends_before)
    };
    let (n_views, n_accessors) = (others.len(), accessors.len() - count);
    if others.iter().all(is_before) && !is_named(source.tree.root(), n_views, n_accessors) {
        (count, start)
    } else {
        (0, bytes.len())
    }
}

/// Whether anything but the accessors from `n_accessors` on names a view from `n_views` on, or an extension may name one of those
/// accessors: what a number means there is told by the name of its member only.
fn is_named(json: Node<'_>, n_views: usize, n_accessors: usize) -> bool {
    let ours = n_accessors..json.items("accessors").len();
    let mut left: Vec<Part<'_>> = Vec::new();
    for (name, value) in json.as_object().into_iter().flat_map(Members::iter) {
        let part = Part {
            value,
            in_extension: name == "extensions",
            is_accessor: false,
        };
        match name {
            "bufferViews" | "buffers" => {}
            "accessors" => {
                let others = json.items(name).iter().take(n_accessors);
                left.extend(others.map(|value| Part { value, ..part }));
            }
            _ => left.push(part),
        }
    }
    while let Some(part) = left.pop() {
        let view = part.value.get("bufferView").and_then(number);
        if view.is_some_and(|view| n_views <= view)
            || part.is_accessor && number(part.value).is_some_and(|number| ours.contains(&number))
        {
            return true;
        }
        if let Some(members) = part.value.as_object() {
            left.extend(members.iter().map(|(name, value)| part.member(name, value)));
        }
        let elements = part.value.as_array().into_iter().flat_map(Elements::iter);
        left.extend(elements.map(|value| Part { value, ..part }));
    }
    false
}

fn number(value: Node<'_>) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// A part of the JSON that is looked through.
#[derive(Clone, Copy)]
struct Part<'a> {
    value: Node<'a>,
    in_extension: bool,
    /// Whether numbers here may be those of accessors.
    is_accessor: bool,
}

impl<'a> Part<'a> {
    fn member(self, name: &str, value: Node<'a>) -> Self {
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
fn has_more_bytes(view: &Value) -> bool {
    let extensions = view.get("extensions").and_then(Value::as_object);
    let mut extensions = extensions.into_iter().flat_map(serde_json::Map::values);
    extensions.any(|extension| extension.get("buffer").is_some())
}

pub(super) fn range(view: &Value) -> Option<Range<usize>> {
    let start = index(view, "byteOffset").unwrap_or(0);
    Some(start..start.checked_add(index(view, "byteLength")?)?)
}

/// Puts views and accessors into the lists and returns the bytes.
fn give_back(json: &mut Value, packer: Packer) -> Vec<u8> {
    for (name, ours) in [
        ("bufferViews", packer.views),
        ("accessors", packer.accessors),
    ] {
        let mut list = take(json, name);
        list.extend(ours);
        put(json, name, list);
    }
    packer.bytes
}

/// The accessors that the JSON uses, in order, under their new numbers there, behind what is left of the file's own.
fn used(packer: Packer, base: usize, json: &mut Value) -> Packer {
    let first = packer.first_accessor;
    let mut is_used = vec![false; packer.accessors.len()];
    each_accessor(json, &mut |value| {
        let ours = super::to_index(value).and_then(|number| number.checked_sub(first));
        if let Some(is_used) = ours.and_then(|number| is_used.get_mut(number)) {
            *is_used = true;
        }
    });
    let mut kept = empty(json, packer.buffer, base);
    let mut new_number = Vec::with_capacity(is_used.len());
    let pieces = packer.views.into_iter().zip(packer.accessors);
    for ((view, accessor), is_used) in pieces.zip(is_used) {
        let range = range(&view).unwrap_or_default();
        let range = range.start.saturating_sub(packer.base)..range.end.saturating_sub(packer.base);
        new_number.push(if is_used {
            let bytes = packer.bytes.get(range).unwrap_or_default();
            kept.take_over(view, accessor, bytes)
        } else {
            0
        });
    }
    each_accessor(json, &mut |value| {
        let ours = super::to_index(value).and_then(|number| number.checked_sub(first));
        if let Some(&number) = ours.and_then(|number| new_number.get(number)) {
            *value = Value::from(number);
        }
    });
    kept
}

/// Everything in glTF 2.0 that names an accessor and may be ours.
pub(super) fn each_accessor(json: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    for skin in list_mut(json, "skins") {
        member(skin, "inverseBindMatrices", visit);
    }
    for animation in list_mut(json, "animations") {
        for sampler in list_mut(animation, "samplers") {
            member(sampler, "input", visit);
            member(sampler, "output", visit);
        }
    }
    for mesh in list_mut(json, "meshes") {
        for primitive in list_mut(mesh, "primitives") {
            member(primitive, "indices", visit);
            if let Some(attributes) = primitive.get_mut("attributes") {
                members(attributes, visit);
            }
            for target in list_mut(primitive, "targets") {
                members(target, visit);
            }
        }
    }
}

fn member(object: &mut Value, name: &str, visit: &mut impl FnMut(&mut Value)) {
    if let Some(value) = object.get_mut(name) {
        visit(value);
    }
}

fn members(object: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    let members = object.as_object_mut().map(serde_json::Map::values_mut);
    members.into_iter().flatten().for_each(visit);
}

fn list_mut<'a>(object: &'a mut Value, name: &str) -> &'a mut [Value] {
    let list = object.get_mut(name).and_then(Value::as_array_mut);
    list.map_or(&mut [], |list| list)
}
