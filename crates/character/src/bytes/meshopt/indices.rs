//! Lists of triangles, and sequences of indices.

use super::stream::{Stream, unzigzag};
use super::{CodecFault, Layout};

/// What a list of triangles begins with: version 1.
const TRIANGLES: u8 = 0xE1;
/// What a sequence begins with: version 1.
const SEQUENCE: u8 = 0xD1;
/// The bytes behind a list of triangles: pairs of places that often stand together.
const PAIRS: usize = 16;
/// The bytes behind a sequence, which are zeros.
const PADDING: usize = 4;

/// A byte for each triangle at least.
pub(super) fn least_bytes_of_triangles(count: usize) -> usize {
    (count / 3).saturating_add(1 + PAIRS)
}

/// A byte for each index at least.
pub(super) fn least_bytes_of_sequence(count: usize) -> usize {
    count.saturating_add(1 + PADDING)
}

fn reserve(layout: &Layout, out: &mut Vec<u8>) {
    out.reserve_exact(layout.count.saturating_mul(layout.stride));
}

/// An index in the size of the layout. What does not fit wraps around.
fn push(layout: &Layout, out: &mut Vec<u8>, index: u32) {
    let bytes = index.to_le_bytes();
    out.extend(bytes.get(..layout.stride).unwrap_or(&bytes));
}

/// Indices as differences to one of two before, which the lowest bit tells.
pub(super) fn decode_sequence(
    layout: &Layout,
    header: u8,
    mut stream: Stream<'_>,
    out: &mut Vec<u8>,
) -> Result<(), CodecFault> {
    if header != SEQUENCE {
        return Err(CodecFault::Header(header));
    }
    stream.take_last(PADDING)?;
    reserve(layout, out);
    let (mut even, mut odd) = (0_u32, 0_u32);
    for _ in 0..layout.count {
        let number = stream.number()?;
        let last = match number & 1 {
            0 => &mut even,
            _ => &mut odd,
        };
        *last = last.wrapping_add(unzigzag(number >> 1));
        push(layout, out, *last);
    }
    stream.end()
}

/// Triangles by edges and vertices that were named shortly before: a byte for each, and what that does not tell behind all of them.
pub(super) fn decode_triangles(
    layout: &Layout,
    header: u8,
    mut stream: Stream<'_>,
    out: &mut Vec<u8>,
) -> Result<(), CodecFault> {
    if header != TRIANGLES {
        return Err(CodecFault::Header(header));
    }
    let pairs = stream.take_last(PAIRS)?;
    let codes = stream.take(layout.count / 3)?;
    reserve(layout, out);
    let mut triangles = Triangles {
        stream,
        pairs,
        next: 0,
        last: 0,
        edges: Recent::default(),
        vertices: Recent::default(),
    };
    for code in codes {
        let triangle = match (code >> 4, code & 0x0F) {
            (0x0F, low) => triangles.apart(low)?,
            (edge, low) => triangles.at_edge(edge, low)?,
        };
        triangle
            .into_iter()
            .for_each(|index| push(layout, out, index));
    }
    triangles.stream.end()
}

/// The sixteen that came last.
#[derive(Default)]
struct Recent<T> {
    items: [T; 16],
    /// How many came in all.
    count: usize,
}

impl<T: Copy> Recent<T> {
    fn push(&mut self, item: T) {
        let place = self.count % self.items.len();
        self.items
            .get_mut(place)
            .into_iter()
            .for_each(|slot| *slot = item);
        self.count += 1;
    }

    /// The one that came `back` before the last.
    fn get(&self, back: u8) -> Result<T, CodecFault> {
        let place = self.count.checked_sub(1 + usize::from(back));
        let item = place.and_then(|place| self.items.get(place % self.items.len()));
        item.copied().ok_or(CodecFault::Unwritten)
    }
}

/// Triangles in the course of being decoded.
struct Triangles<'a> {
    /// What the codes do not tell.
    stream: Stream<'a>,
    pairs: &'a [u8],
    /// The vertex that has not been named yet, if vertices are numbered as triangles name them.
    next: u32,
    /// The index that was last stored as a difference.
    last: u32,
    edges: Recent<[u32; 2]>,
    vertices: Recent<u32>,
}

/// An index, and whether it is to be kept among the recent vertices.
type Named = (u32, bool);

impl Triangles<'_> {
    /// A triangle at a recent edge.
    fn at_edge(&mut self, edge: u8, low: u8) -> Result<[u32; 3], CodecFault> {
        let [a, b] = self.edges.get(edge)?;
        let (c, is_new) = match low {
            0 => (self.take_next(), true),
            0x0D | 0x0E => {
                let step = if low == 0x0D { u32::MAX } else { 1 };
                self.last = self.last.wrapping_add(step);
                (self.last, true)
            }
            0x0F => (self.stored()?, true),
            back => (self.vertices.get(back)?, false),
        };
        if is_new {
            self.vertices.push(c);
        }
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        Ok([a, b, c])
    }

    /// A triangle without a recent edge.
    fn apart(&mut self, low: u8) -> Result<[u32; 3], CodecFault> {
        let is_short = low < 0x0E;
        let pair = match self.pairs.get(usize::from(low)) {
            Some(pair) if is_short => *pair,
            _ => self.stream.byte()?,
        };
        if !is_short && pair == 0 {
            // Meshes that were joined begin anew.
            self.next = 0;
        }
        let a = match low {
            0x0F => self.stored()?,
            _ => self.take_next(),
        };
        let (b, b_is_new) = self.named(pair >> 4, is_short)?;
        let (c, c_is_new) = self.named(pair & 0x0F, is_short)?;
        self.vertices.push(a);
        if b_is_new {
            self.vertices.push(b);
        }
        if c_is_new {
            self.vertices.push(c);
        }
        for edge in [[b, a], [c, b], [a, c]] {
            self.edges.push(edge);
        }
        Ok([a, b, c])
    }

    /// The next vertex, a recent one, or a stored one, which those of the table never are.
    fn named(&mut self, place: u8, is_short: bool) -> Result<Named, CodecFault> {
        match place {
            0 => Ok((self.take_next(), true)),
            0x0F if !is_short => Ok((self.stored()?, true)),
            place => Ok((self.vertices.get(place - 1)?, false)),
        }
    }

    fn take_next(&mut self) -> u32 {
        let next = self.next;
        self.next = next.wrapping_add(1);
        next
    }

    fn stored(&mut self) -> Result<u32, CodecFault> {
        self.last = self.last.wrapping_add(unzigzag(self.stream.number()?));
        Ok(self.last)
    }
}
