//! Where lists lie that share blocks of memory.

use std::ops::Range;

/// Where lists of given sizes lie in blocks.
pub(super) struct BlockLayout {
    most: u64,
    /// The number of bytes of each block.
    pub blocks: Vec<u64>,
    /// Block and bytes of each list.
    pub places: Vec<(usize, Range<u64>)>,
}

impl BlockLayout {
    /// Of nothing yet; a block holds at most so many bytes, but for a longer list that is alone in it.
    pub(super) const fn new(most: u64) -> Self {
        Self {
            most,
            blocks: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Adds a list of so many bytes. Whether it begins a block.
    pub(super) fn push(&mut self, size: u64) -> bool {
        let room = self.most;
        let has_room = |block: &&mut u64| block.saturating_add(size) <= room;
        match self.blocks.last_mut().filter(has_room) {
            Some(block) => {
                let start = std::mem::replace(block, *block + size);
                let bytes = start..start + size;
                self.places.push((self.blocks.len() - 1, bytes));
                false
            }
            None => {
                self.places.push((self.blocks.len(), 0..size));
                self.blocks.push(size);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lay_out(most: u64, sizes: &[u64]) -> (Vec<u64>, Vec<(usize, Range<u64>)>) {
        let mut layout = BlockLayout::new(most);
        for &size in sizes {
            layout.push(size);
        }
        (layout.blocks, layout.places)
    }

    #[test]
    fn lists_share_a_block_until_it_is_full() {
        let (blocks, places) = lay_out(16, &[8, 0, 8, 4, 40, 4, 0]);
        assert_eq!(blocks, [16, 4, 40, 4]);
        let expected = [
            (0, 0..8),
            (0, 8..8),
            (0, 8..16),
            (1, 0..4),
            (2, 0..40),
            (3, 0..4),
            (3, 4..4),
        ];
        assert_eq!(places, expected);
        assert!(lay_out(16, &[]).0.is_empty());
    }
}
