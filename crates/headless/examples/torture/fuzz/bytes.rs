//! Mutations of plain bytes.

use super::super::random::Random;

/// Numbers as a binary file may hold them where it should not.
const WORDS: [u32; 12] = [
    0,
    1,
    0x7F,
    0xFF,
    0xFFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    // Not a number, infinity, the largest number, the smallest one.
    0x7FC0_0000,
    0x7F80_0000,
    0x7F7F_FFFF,
    0x0000_0001,
];

/// Changes some bytes, or the length.
pub(crate) fn disturb(random: &mut Random, bytes: &mut Vec<u8>, other: &[u8]) {
    for _ in 0..=random.below(4) {
        match random.below(8) {
            0 | 1 => flip(random, bytes),
            2 | 3 => word(random, bytes),
            4 => bytes.truncate(random.below(bytes.len() + 1)),
            5 => splice(random, bytes, other),
            6 => remove(random, bytes),
            _ => insert(random, bytes),
        }
    }
}

/// Changes words of four bytes and single bits, and never the length.
pub(crate) fn overwrite(random: &mut Random, bytes: &mut [u8]) {
    for _ in 0..=random.below(6) {
        if random.chance(50) {
            flip(random, bytes);
        } else {
            word(random, bytes);
        }
    }
}

fn flip(random: &mut Random, bytes: &mut [u8]) {
    let at = random.below(bytes.len());
    let bit = random.below(8);
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << bit;
    }
}

fn word(random: &mut Random, bytes: &mut [u8]) {
    let at = 4 * random.below(bytes.len() / 4);
    let word = random.pick(&WORDS).to_le_bytes();
    if let Some(four) = bytes.get_mut(at..at + 4) {
        four.copy_from_slice(&word);
    }
}

fn remove(random: &mut Random, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len() + 1);
    let end = bytes.len().min(at + random.below(64));
    bytes.drain(at..end);
}

fn insert(random: &mut Random, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len() + 1);
    let count = random.below(64);
    let byte = random.byte();
    bytes.splice(at..at, std::iter::repeat_n(byte, count));
}

/// The beginning of one and the end of the other.
fn splice(random: &mut Random, bytes: &mut Vec<u8>, other: &[u8]) {
    bytes.truncate(random.below(bytes.len() + 1));
    bytes.extend_from_slice(&other[random.below(other.len() + 1)..]);
}
