//! Accessors one after another in one buffer, each with a view of its own that begins at a multiple of four bytes.

use serde_json::{Map, Value, json};

/// What a buffer view is for: vertex attributes.
pub(super) const VERTICES: Option<u32> = Some(34962);
/// What a buffer view is for: indices of vertices.
const INDICES: Option<u32> = Some(34963);

const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;

#[derive(Debug, Default)]
pub(super) struct Packer {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Value>,
    pub(super) accessors: Vec<Value>,
}

impl Packer {
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
        self.push(bytes.collect(), elements.len(), target, (F32, shape(N)))
    }

    /// As [`floats`](Self::floats), with the smallest and the largest number of every component.
    pub(super) fn floats_with_bounds<const N: usize>(
        &mut self,
        elements: &[[f32; N]],
        target: Option<u32>,
    ) -> usize {
        let index = self.floats(elements, target);
        let bound = |start: f32, pick: fn(f32, f32) -> f32| {
            let mut bounds = [start; N];
            for element in elements {
                let pairs = bounds.iter_mut().zip(element);
                pairs.for_each(|(bound, &number)| *bound = pick(*bound, number));
            }
            Value::from(bounds.to_vec())
        };
        if let Some(accessor) = self.accessors.get_mut(index).and_then(Value::as_object_mut) {
            accessor.insert("min".to_owned(), bound(f32::INFINITY, f32::min));
            accessor.insert("max".to_owned(), bound(f32::NEG_INFINITY, f32::max));
        }
        index
    }

    /// Joints of four influences in the smallest size that holds them.
    pub(super) fn joints(&mut self, rows: &[[u16; 4]]) -> usize {
        let small: Option<Vec<u8>> = rows
            .iter()
            .flatten()
            .map(|&joint| u8::try_from(joint).ok())
            .collect();
        match small {
            Some(bytes) => self.push(bytes, rows.len(), VERTICES, (U8, "VEC4")),
            None => {
                let bytes = rows.iter().flatten().flat_map(|joint| joint.to_le_bytes());
                self.push(bytes.collect(), rows.len(), VERTICES, (U16, "VEC4"))
            }
        }
    }

    /// Indices in 16 bits where they fit. The largest number of each size is left out: some APIs restart at it.
    pub(super) fn indices(&mut self, indices: &[u32]) -> usize {
        let fit = |&index: &u32| u16::try_from(index).ok().filter(|&index| index != u16::MAX);
        let small: Option<Vec<u16>> = indices.iter().map(fit).collect();
        match small {
            Some(small) => {
                let bytes = small.into_iter().flat_map(u16::to_le_bytes);
                self.push(bytes.collect(), indices.len(), INDICES, (U16, "SCALAR"))
            }
            None => {
                let bytes = indices.iter().flat_map(|index| index.to_le_bytes());
                self.push(bytes.collect(), indices.len(), INDICES, (U32, "SCALAR"))
            }
        }
    }

    fn push(
        &mut self,
        bytes: Vec<u8>,
        count: usize,
        target: Option<u32>,
        (component, shape): (u32, &str),
    ) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = Map::new();
        view.insert("buffer".to_owned(), Value::from(0));
        view.insert("byteOffset".to_owned(), Value::from(self.bytes.len()));
        view.insert("byteLength".to_owned(), Value::from(bytes.len()));
        if let Some(target) = target {
            view.insert("target".to_owned(), Value::from(target));
        }
        self.bytes.extend(bytes);
        let accessor = json!({
            "bufferView": self.views.len(), "componentType": component, "count": count, "type": shape,
        });
        self.views.push(Value::Object(view));
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
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
