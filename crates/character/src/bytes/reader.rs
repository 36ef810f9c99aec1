//! What every part of the reading shares: the JSON, the buffers, a memory budget and the list of warnings.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use crate::fault::error::{Fault, ReadResult};
use crate::fault::progress::{OnStep, Stage};
use crate::fault::warning::{Warning, WarningKind, Warnings};
use crate::json::value::At;

/// Decoded bytes allowed whatever the file's size.
const BUDGET_FLOOR: u64 = 64 << 20;
/// Decoded bytes allowed per byte of the file. A strip of 8-bit indices grows twelvefold; nothing that is stored once
/// and used once grows more.
const BUDGET_PER_BYTE: u64 = 16;

/// A file in the course of being read.
pub(crate) struct Reader<'a> {
    pub(crate) root: At<'a>,
    pub(crate) buffers: Vec<Arc<[u8]>>,
    /// The bytes that the file and its side files really hold.
    pub(crate) file_bytes: usize,
    left: Cell<u64>,
    warnings: RefCell<Warnings>,
    step: &'a OnStep<'a>,
}

impl<'a> Reader<'a> {
    /// `file_bytes`: the bytes that the file and its side files really hold, the measure of what it may ask for.
    pub(crate) fn new(
        root: At<'a>,
        buffers: Vec<Arc<[u8]>>,
        file_bytes: usize,
        step: &'a OnStep<'a>,
    ) -> Self {
        let left = BUDGET_FLOOR.saturating_add(BUDGET_PER_BYTE.saturating_mul(file_bytes as u64));
        Self {
            root,
            buffers,
            file_bytes,
            left: Cell::new(left),
            warnings: RefCell::default(),
            step,
        }
    }

    /// Says that `done` of `all` pieces of a stage are done. The error is the caller's request to stop.
    pub(crate) fn step(&self, stage: Stage, done: usize, all: usize) -> ReadResult<()> {
        (self.step)(stage, done, all)
    }

    fn warn(&self, warning: Warning) {
        self.warnings.borrow_mut().push(warning);
    }

    /// Warns of `count` things at `at`; not at all where there is nothing to count.
    pub(crate) fn warn_of(&self, kind: WarningKind, at: &At<'_>, count: usize) {
        if count != 0 {
            self.warn(Warning::new(kind, at.place(), count));
        }
    }

    /// Warns of several kinds of things at `at`, each with its count.
    pub(crate) fn warn_of_each<const N: usize>(
        &self,
        at: &At<'_>,
        counts: [(WarningKind, usize); N],
    ) {
        for (kind, count) in counts {
            self.warn_of(kind, at, count);
        }
    }

    /// Warns of one thing at `at`, and says more about it.
    pub(crate) fn warn_because(&self, kind: WarningKind, at: &At<'_>, detail: impl Into<String>) {
        let mut warning = Warning::new(kind, at.place(), 1);
        warning.detail = detail.into();
        self.warn(warning);
    }

    pub(crate) fn into_warnings(self) -> Warnings {
        self.warnings.into_inner()
    }

    /// Whether so many bytes are left of the budget.
    pub(crate) fn has_left(&self, bytes: usize) -> bool {
        bytes as u64 <= self.left.get()
    }

    /// Takes the memory for `count` elements of `size` bytes off the budget, before it is allocated.
    pub(crate) fn charge(&self, at: &At<'_>, count: usize, size: usize) -> ReadResult<()> {
        // A product of two 64-bit numbers fits in 128 bits.
        let asked = count as u128 * size as u128;
        let left = self.left.get();
        match u64::try_from(asked)
            .ok()
            .and_then(|asked| left.checked_sub(asked))
        {
            Some(rest) => {
                self.left.set(rest);
                Ok(())
            }
            None => Err(at.flaw(Fault::TooLarge { asked, left })),
        }
    }

    /// The bytes and the stride of the buffer view that `at` (an index) names.
    pub(crate) fn view(&self, at: &At<'_>) -> ReadResult<View<'_>> {
        let (_, view) = at.lookup(&self.root, "bufferViews", "buffer view")?;
        let (number, _) = view
            .require("buffer")?
            .lookup(&self.root, "buffers", "buffer")?;
        let buffer: &[u8] = self.buffers.get(number).map_or(&[], |buffer| buffer);
        let offset = view.get("byteOffset").map_or(Ok(0), |at| at.integer())?;
        let length = view.require("byteLength")?.integer()?;
        let end = u128::from(offset) + u128::from(length);
        let bytes = slice(buffer, offset, end);
        let bytes = bytes.ok_or_else(|| {
            view.flaw(Fault::Bounds {
                what: "the buffer",
                end,
                size: buffer.len(),
            })
        })?;
        let stride = view.get("byteStride").map(|at| at.integer()).transpose()?;
        Ok(View {
            bytes,
            buffer: number,
            offset,
            stride,
        })
    }
}

/// A checked part of a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub(crate) bytes: &'a [u8],
    /// Which buffer it is a part of.
    pub(crate) buffer: usize,
    /// Where it begins in its buffer, for alignment.
    pub(crate) offset: u64,
    pub(crate) stride: Option<u64>,
}

/// `bytes[offset..end]` where that lies inside.
pub(crate) fn slice(bytes: &[u8], offset: u64, end: u128) -> Option<&[u8]> {
    bytes.get(usize::try_from(offset).ok()?..usize::try_from(end).ok()?)
}
