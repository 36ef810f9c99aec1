//! What every part of the reading shares: the JSON, the buffers, a memory budget and the list of warnings.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use crate::bytes::budget::Budget;
use crate::fault::error::{Fault, ReadResult};
use crate::fault::progress::{OnStep, Stage};
use crate::fault::warning::{Warning, WarningKind, Warnings};
use crate::json::value::At;

/// A file in the course of being read.
pub(crate) struct Reader<'a> {
    pub(crate) root: At<'a>,
    pub(crate) buffers: Vec<Arc<[u8]>>,
    budget: Cell<Budget>,
    warnings: RefCell<Warnings>,
    step: &'a OnStep<'a>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        root: At<'a>,
        buffers: Vec<Arc<[u8]>>,
        budget: Budget,
        step: &'a OnStep<'a>,
    ) -> Self {
        Self {
            root,
            buffers,
            budget: Cell::new(budget),
            warnings: RefCell::default(),
            step,
        }
    }

    /// The bytes that the file and its side files really hold.
    pub(crate) fn file_bytes(&self) -> u64 {
        self.budget.get().stored as u64
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
        bytes as u64 <= self.budget.get().left()
    }

    /// Takes the memory for `count` elements of `size` bytes off the budget, before it is allocated.
    pub(crate) fn charge(&self, at: &At<'_>, count: usize, size: usize) -> ReadResult<()> {
        let mut budget = self.budget.get();
        // A product of two 64-bit numbers fits in 128 bits.
        budget.charge(at, count as u128 * size as u128)?;
        self.budget.set(budget);
        Ok(())
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
