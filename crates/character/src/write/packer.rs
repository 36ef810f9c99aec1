//! Accessors one after another in one buffer, each with a view of its own that begins at a multiple of four bytes.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::options::JointNumbers;
use crate::json::tree::draft::{Draft, NewMembers, View, object};

/// What a buffer view is for: vertex attributes, OpenGL's `ARRAY_BUFFER`.
pub(super) const VERTICES: Option<u32> = Some(34962);
/// What a buffer view is for: indices of vertices, OpenGL's `ELEMENT_ARRAY_BUFFER`.
const INDICES: Option<u32> = Some(34963);

const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;
/// Four integers that stand for 0 to 1.
const NORMALIZED: &str = "VEC4 normalized";

/// Bytes, views and accessors of one buffer, or of the end of one.
#[derive(Default)]
pub(super) struct Packer<'a> {
    /// The name of the views; where they have one, equal numbers are stored once.
    pub(super) name: Option<&'static str>,
    pub(super) buffer: usize,
    /// Bytes of the buffer before these; a multiple of four.
    pub(super) base: usize,
    /// How many views of the file stand before these in its list.
    pub(super) first_view: usize,
    /// How many accessors of the file stand before these in its list.
    pub(super) first_accessor: usize,
    /// Where numbers are known by their hash.
    pub(super) known: HashMap<u64, Vec<usize>>,
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Draft<'a>>,
    pub(super) accessors: Vec<Draft<'a>>,
}

impl<'a> Packer<'a> {
    /// Elements of `N` floats. Returns the accessor's index.
    pub(super) fn floats<const N: usize>(
        &mut self,
        elements: &[[f32; N]],
        target: Option<u32>,
    ) -> usize {
        let bytes = elements
            .iter()
            .flatten()
            .flat_map(|number| number.to_le_bytes());
        self.push(bytes.collect(), elements.len(), target, F32, shape(N))
    }

    /// As [`floats`](Self::floats), with the smallest and the largest number of every component.
    pub(super) fn floats_with_bounds<const N: usize>(
        &mut self,
        elements: &[[f32; N]],
        target: Option<u32>,
    ) -> usize {
        // glTF asks for bounds of positions and of key times; readers bound characters by them without reading the numbers.
        let index = self.floats(elements, target);
        let bound = |start: f32, pick: fn(f32, f32) -> f32| {
            let mut bounds = [start; N];
            for element in elements {
                let pairs = bounds.iter_mut().zip(element);
                pairs.for_each(|(bound, &number)| *bound = pick(*bound, number));
            }
            Draft::from(bounds)
        };
        let accessor = self.accessors.get_mut(index - self.first_accessor);
        if let Some(accessor) = accessor {
            accessor.set("min", bound(f32::INFINITY, f32::min));
            accessor.set("max", bound(f32::NEG_INFINITY, f32::max));
        }
        index
    }

    /// Joints of four influences in the smallest size that holds them, or in sixteen bits.
    pub(super) fn joints(&mut self, rows: &[[u16; 4]], numbers: JointNumbers) -> usize {
        let may_be_small = numbers != JointNumbers::U16;
        let small = rows.iter().flatten().map(|&joint| u8::try_from(joint).ok());
        let small: Option<Vec<u8>> = may_be_small.then(|| small.collect()).flatten();
        match small {
            Some(bytes) => self.push(bytes, rows.len(), VERTICES, U8, "VEC4"),
            None => {
                let bytes = rows.iter().flatten().flat_map(|joint| joint.to_le_bytes());
                self.push(bytes.collect(), rows.len(), VERTICES, U16, "VEC4")
            }
        }
    }

    /// Weights of four influences as parts of the largest number of eight or of sixteen bits.
    pub(super) fn parts(&mut self, rows: &[[u32; 4]], steps: u32) -> usize {
        let all = rows.iter().flatten();
        let (bytes, component): (Vec<u8>, u32) = if steps <= u32::from(u8::MAX) {
            let part = |&part: &u32| u8::try_from(part).unwrap_or(u8::MAX);
            (all.map(part).collect(), U8)
        } else {
            let part = |&part: &u32| u16::try_from(part).unwrap_or(u16::MAX).to_le_bytes();
            (all.flat_map(part).collect(), U16)
        };
        self.push(bytes, rows.len(), VERTICES, component, NORMALIZED)
    }

    /// Indices in 16 bits where they fit. The largest number of each size is left out: some APIs restart at it.
    pub(super) fn indices(&mut self, indices: &[u32]) -> usize {
        let fit = |&index: &u32| u16::try_from(index).ok().filter(|&index| index != u16::MAX);
        let small: Option<Vec<u16>> = indices.iter().map(fit).collect();
        match small {
            Some(small) => {
                let bytes = small.into_iter().flat_map(u16::to_le_bytes);
                self.push(bytes.collect(), indices.len(), INDICES, U16, "SCALAR")
            }
            None => {
                let bytes = indices.iter().flat_map(|index| index.to_le_bytes());
                self.push(bytes.collect(), indices.len(), INDICES, U32, "SCALAR")
            }
        }
    }

    /// An accessor with its view as it came from a file. Returns its index.
    pub(super) fn take_over(
        &mut self,
        view: Draft<'a>,
        accessor: Draft<'a>,
        bytes: &[u8],
    ) -> usize {
        let (mut view, mut accessor) = (view, accessor);
        if view.is_object() && accessor.is_object() {
            self.align();
            view.set("byteOffset", self.end());
            let number = self.first_view + self.views.len();
            accessor.set("bufferView", number);
        }
        let target = view.index("target");
        let target = target.and_then(|target| u32::try_from(target).ok());
        let key = hash(bytes, &accessor, target);
        let place = self.accessors.len();
        // Known for what is written later; equal ones that came apart stay apart.
        self.known.entry(key).or_default().push(place);
        self.bytes.extend(bytes);
        self.views.push(view);
        self.accessors.push(accessor);
        self.last()
    }

    /// The content of a picture, in a view of its own; returns the view's index. Numbers come before pictures: equal ones are found by
    /// their view's place.
    pub(super) fn picture(&mut self, bytes: &[u8]) -> usize {
        self.align();
        let view = object([
            ("buffer", self.buffer.into()),
            ("byteOffset", self.end().into()),
            ("byteLength", bytes.len().into()),
        ]);
        self.bytes.extend(bytes);
        self.views.push(view);
        self.first_view + self.views.len() - 1
    }

    fn push(
        &mut self,
        bytes: Vec<u8>,
        count: usize,
        target: Option<u32>,
        component: u32,
        shape: &str,
    ) -> usize {
        self.align();
        let mut view = NewMembers::new();
        if let Some(name) = self.name {
            view.push(("name", name.into()));
        }
        view.push(("buffer", self.buffer.into()));
        view.push(("byteOffset", self.end().into()));
        view.push(("byteLength", bytes.len().into()));
        if let Some(target) = target {
            view.push(("target", target.into()));
        }
        let is_normalized = shape == NORMALIZED;
        let shape = if is_normalized { "VEC4" } else { shape };
        let mut accessor = object([
            ("bufferView", (self.first_view + self.views.len()).into()),
            ("componentType", component.into()),
            ("count", count.into()),
            ("type", shape.into()),
        ]);
        if is_normalized {
            accessor.set("normalized", true);
        }
        let view = Draft::from(view);
        let key = self.name.map(|_| hash(&bytes, &accessor, target));
        // Tracks that were edited alike, and times that tracks share, are there once.
        if let Some(known) = key.and_then(|key| self.find(key, &bytes)) {
            return known;
        }
        self.bytes.extend(bytes);
        self.views.push(view);
        self.accessors.push(accessor);
        if let Some(key) = key {
            let place = self.accessors.len() - 1;
            self.known.entry(key).or_default().push(place);
        }
        self.last()
    }

    /// The index of an accessor of the same numbers, of the same kind.
    fn find(&self, key: u64, bytes: &[u8]) -> Option<usize> {
        let mut places = self.known.get(&key)?.iter();
        let is_same = |place: &&usize| {
            let view = self.views.get(**place);
            view.and_then(|view| self.bytes_of(view.view())) == Some(bytes)
        };
        Some(self.first_accessor + places.find(is_same)?)
    }

    fn bytes_of(&self, view: View<'_>) -> Option<&[u8]> {
        let start = view.index("byteOffset")?.checked_sub(self.base)?;
        let length = view.index("byteLength")?;
        self.bytes.get(start..start.checked_add(length)?)
    }

    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    /// Where in the buffer the next bytes come.
    fn end(&self) -> usize {
        self.base + self.bytes.len()
    }

    /// The index of the accessor that came last.
    fn last(&self) -> usize {
        self.first_accessor + self.accessors.len() - 1
    }
}

/// A hash of numbers and of what they are. It is not kept in files; equal hashes are compared byte by byte.
fn hash(bytes: &[u8], accessor: &Draft<'_>, target: Option<u32>) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    target.hash(&mut hasher);
    for name in ["componentType", "count", "type", "normalized"] {
        let value = accessor.get(name);
        let value = value.and_then(|value| serde_json::to_string(&value).ok());
        value.hash(&mut hasher);
    }
    hasher.finish()
}

fn shape(n: usize) -> &'static str {
    match n {
        1 => "SCALAR",
        2 => "VEC2",
        3 => "VEC3",
        16 => "MAT4",
        _ => "VEC4",
    }
}
