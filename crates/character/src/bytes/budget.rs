//! How much memory a file may ask for.

use crate::fault::error::{Fault, ReadResult};
use crate::json::value::At;

/// Decoded bytes allowed whatever the file's size.
const FLOOR: u64 = 64 << 20;
/// Decoded bytes allowed per byte of the file. A strip of 8-bit indices grows twelvefold; nothing that is stored once
/// and used once grows more.
const PER_BYTE: u64 = 16;
/// What a byte of a file is worth at most that stores numbers compressed. Those of real files take half to a sixth of their size.
const LARGEST_RATIO: u64 = 8;

/// The measure of what a file may ask for, and what it has got so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Bytes that the file and the side files of its buffers really hold.
    pub(crate) stored: usize,
    /// Bytes that came of compressed ones.
    decompressed: u64,
    taken: u64,
}

impl Budget {
    pub(crate) fn new(stored: usize) -> Self {
        Self {
            stored,
            decompressed: 0,
            taken: 0,
        }
    }

    /// Bytes that may still be taken.
    pub(crate) fn left(&self) -> u64 {
        let stored = self.stored as u64;
        let worth =
            stored.saturating_add(self.decompressed.min(stored.saturating_mul(LARGEST_RATIO)));
        let all = FLOOR.saturating_add(PER_BYTE.saturating_mul(worth));
        all.saturating_sub(self.taken)
    }

    /// Takes memory, before it is allocated.
    pub(crate) fn charge(&mut self, at: &At<'_>, asked: u128) -> ReadResult<()> {
        let left = self.left();
        match u64::try_from(asked).ok().filter(|&asked| asked <= left) {
            Some(asked) => {
                // No more than was left, so that the sum fits too.
                self.taken += asked;
                Ok(())
            }
            None => Err(at.flaw(Fault::TooLarge { asked, left })),
        }
    }

    /// The most bytes of which so many copies may be [charged](Self::charge_decompressed) at once.
    #[cfg(feature = "draco")]
    pub(crate) fn most_decompressed(&self, copies: u64) -> u64 {
        let worth = (self.stored as u64).saturating_mul(LARGEST_RATIO);
        let more = worth.saturating_sub(self.decompressed);
        let all = self.left().saturating_add(more.saturating_mul(PER_BYTE));
        all / copies.max(1)
    }

    /// Takes memory for so many copies of bytes that are decompressed. These are worth what they were in a file without compression.
    pub(crate) fn charge_decompressed(
        &mut self,
        at: &At<'_>,
        bytes: u128,
        copies: u128,
    ) -> ReadResult<()> {
        let more = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.decompressed = self.decompressed.saturating_add(more);
        self.charge(at, bytes.saturating_mul(copies))
    }
}
