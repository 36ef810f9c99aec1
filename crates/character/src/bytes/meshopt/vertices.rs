//! Vertices, and any other elements of a multiple of four bytes.
//!
//! A stream is a row of blocks of up to 256 elements, and behind them the tail: the element before the first, and for version 1 a mode
//! for every channel of four bytes. In a block the differences of each byte of an element to that of the element before stand
//! together, in groups of sixteen, each with as many bits as its largest takes.

use super::stream::{Stream, unzigzag};
use super::{CodecFault, Layout};

/// What stands in the upper half of the first byte; the lower is the version.
const MARK: u8 = 0xA0;
/// Differences that are stored with one number of bits.
const GROUP: usize = 16;
/// Elements of a block at most.
const MOST: usize = 256;

/// Differences of one byte of the elements of a block.
type Column = [u8; MOST];

/// Elements of a block that are not larger than 8192 bytes together.
fn block_length(stride: usize) -> usize {
    (8192 / stride.max(1) / GROUP * GROUP).clamp(GROUP, MOST)
}

fn channels(stride: usize) -> usize {
    stride / 4
}

/// Bytes behind the last block, and how many of them are not padding.
fn tail(version: u8, stride: usize) -> [usize; 2] {
    match version {
        0 => [stride.max(32), stride],
        _ => {
            let used = stride + channels(stride);
            [used.max(24), used]
        }
    }
}

/// Where nothing differs, version 0 has two bits a group, and version 1 two bits for a block.
pub(super) fn least_bytes(count: usize, stride: usize, header: u8) -> usize {
    let version = header & !MARK;
    let length = block_length(stride);
    let (full, rest) = (count / length, count % length);
    let of_block = |elements: usize| match version {
        0 => stride * elements.div_ceil(GROUP).div_ceil(4),
        _ => channels(stride) * usize::from(elements != 0),
    };
    let blocks = full.saturating_mul(of_block(length));
    let [tail, _] = tail(version, stride);
    blocks.saturating_add(of_block(rest) + tail + 1)
}

pub(super) fn decode(
    layout: &Layout,
    header: u8,
    mut stream: Stream<'_>,
    out: &mut Vec<u8>,
) -> Result<(), CodecFault> {
    let Layout { count, stride, .. } = *layout;
    let version = header & !MARK;
    if header & MARK != MARK || 1 < version {
        return Err(CodecFault::Header(header));
    }
    let [tail_length, used] = tail(version, stride);
    let tail = stream.take_last(tail_length)?;
    let tail = tail.get(tail_length - used..).unwrap_or_default();
    let (first, modes) = tail.split_at_checked(stride).unwrap_or_default();
    let mut before: Vec<[u8; 4]> = first.as_chunks().0.to_vec();
    let start = out.len();
    out.resize(start.saturating_add(count.saturating_mul(stride)), 0);
    let decoded = out.get_mut(start..).unwrap_or_default();
    for block in decoded.chunks_mut(block_length(stride) * stride) {
        let elements = block.len() / stride;
        let control = match version {
            0 => None,
            _ => Some(stream.take(channels(stride))?),
        };
        for (channel, before) in before.iter_mut().enumerate() {
            let control = control.map(|control| byte(control, channel));
            let columns = read_columns(&mut stream, control, elements)?;
            let mode = Mode::read(byte(modes, channel))?;
            let elements = block.chunks_exact_mut(stride);
            let places =
                elements.filter_map(|element| element.get_mut(channel * 4..)?.first_chunk_mut());
            for (number, place) in places.enumerate() {
                *before = mode.add(*before, columns.map(|column| byte(&column, number)));
                *place = *before;
            }
        }
    }
    stream.end()
}

/// A byte of a list that is long enough.
fn byte(list: &[u8], place: usize) -> u8 {
    list.get(place).copied().unwrap_or(0)
}

/// How the four bytes of a channel differ from those of the element before.
#[derive(Clone, Copy)]
enum Mode {
    Bytes,
    Words,
    /// What differs is 1, rotated by so many bits.
    Bits(u32),
}

impl Mode {
    fn read(byte: u8) -> Result<Self, CodecFault> {
        match (byte & 0x0F, byte >> 4) {
            (0, 0) => Ok(Self::Bytes),
            (1, 0) => Ok(Self::Words),
            (2, rotation) => Ok(Self::Bits(rotation.into())),
            _ => Err(CodecFault::ChannelMode(byte)),
        }
    }

    fn add(self, before: [u8; 4], difference: [u8; 4]) -> [u8; 4] {
        let ([a, b, c, d], [e, f, g, h]) = (before, difference);
        match self {
            Self::Bytes => {
                let add = |a: u8, b: u8| a.wrapping_add((b >> 1) ^ (b & 1).wrapping_neg());
                [add(a, e), add(b, f), add(c, g), add(d, h)]
            }
            Self::Words => {
                let add = |before: [u8; 2], difference: [u8; 2]| {
                    let [low, high, ..] =
                        unzigzag(u16::from_le_bytes(difference).into()).to_le_bytes();
                    let difference = u16::from_le_bytes([low, high]);
                    u16::from_le_bytes(before)
                        .wrapping_add(difference)
                        .to_le_bytes()
                };
                let ([a, b], [c, d]) = (add([a, b], [e, f]), add([c, d], [g, h]));
                [a, b, c, d]
            }
            Self::Bits(rotation) => {
                let difference = u32::from_le_bytes(difference).rotate_right(rotation);
                (u32::from_le_bytes(before) ^ difference).to_le_bytes()
            }
        }
    }
}

/// The differences of the four bytes of a channel.
fn read_columns(
    stream: &mut Stream<'_>,
    control: Option<u8>,
    elements: usize,
) -> Result<[Column; 4], CodecFault> {
    let mut columns = [[0; MOST]; 4];
    for (column, shift) in columns.iter_mut().zip([0, 2, 4, 6]) {
        match control.map(|control| control >> shift & 3) {
            None => read_column(stream, [0, 2, 4, 8], elements, column)?,
            Some(0) => read_column(stream, [0, 1, 2, 4], elements, column)?,
            Some(1) => read_column(stream, [1, 2, 4, 8], elements, column)?,
            Some(2) => {}
            Some(_) => {
                let literal = stream.take(elements)?;
                if let Some(place) = column.get_mut(..elements) {
                    place.copy_from_slice(literal);
                }
            }
        }
    }
    Ok(columns)
}

/// Groups of differences, before them two bits for each, which choose one of four sizes.
fn read_column(
    stream: &mut Stream<'_>,
    sizes: [u32; 4],
    elements: usize,
    column: &mut Column,
) -> Result<(), CodecFault> {
    let n_groups = elements.div_ceil(GROUP);
    let choices = stream.take(n_groups.div_ceil(4))?;
    let groups = column.as_chunks_mut::<GROUP>().0;
    for (number, group) in groups.iter_mut().take(n_groups).enumerate() {
        let choice = usize::from(byte(choices, number / 4) >> (number % 4 * 2) & 3);
        match sizes.get(choice).copied().unwrap_or(0) {
            0 => {}
            8 => group.copy_from_slice(stream.take(GROUP)?),
            bits => read_group(stream, bits, group)?,
        }
    }
    Ok(())
}

/// Sixteen differences of so many bits. One whose bits are all set is larger, and follows as a byte.
fn read_group(
    stream: &mut Stream<'_>,
    bits: u32,
    group: &mut [u8; GROUP],
) -> Result<(), CodecFault> {
    let packed = stream.take(bits as usize * GROUP / 8)?;
    let per_byte = 8 / bits;
    let largest = (1_u8 << bits) - 1;
    for (number, difference) in (0..).zip(group) {
        let packed = byte(packed, (number / per_byte) as usize);
        let place = number % per_byte;
        let shift = match bits {
            // Single bits are in the other order than larger pieces.
            1 => place,
            _ => 8 - bits * (place + 1),
        };
        let small = packed >> shift & largest;
        *difference = match small == largest {
            true => stream.byte()?,
            false => small,
        };
    }
    Ok(())
}
