//! How far the opening of a file has come, and whether it should go on.

use std::cell::RefCell;
use std::ops::ControlFlow;

use crate::fault::error::{Fault, FilePlace, ReadResult};

/// How far the opening of a file has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// The part of the whole work that is done, 0 to 1. It never falls; how fast it rises is an estimate.
    pub fraction: f32,
}

/// The steps of opening a file, in the order in which each begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The bytes of the file.
    File,
    /// Parsing the JSON part, and checking its version and extensions.
    Json,
    /// Buffers from data URIs and side files.
    Buffers,
    /// Nodes and skins, which become joints and binds.
    Skeleton,
    /// Materials and their pictures.
    Pictures,
    /// Positions, triangles, morph targets and all else of meshes but what follows.
    Meshes,
    /// Joints and weights of the vertices of a mesh. Meshes are read one after another: the stage before comes again.
    Influences,
    /// Normals of meshes that have none in the file.
    Normals,
    /// Animations, whose channels become the tracks of clips.
    Clips,
    /// Whether rest and clips stay within the range of numbers.
    Poses,
}

impl Stage {
    /// A name to show, as in "Reading meshes".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Json => "JSON",
            Self::Buffers => "buffers",
            Self::Skeleton => "skeleton",
            Self::Pictures => "pictures",
            Self::Meshes => "meshes",
            Self::Influences => "weights",
            Self::Normals => "normals",
            Self::Clips => "clips",
            Self::Poses => "poses",
        }
    }

    /// Where in the whole work the stage begins and ends: measured on files of 100,000 vertices with a large picture.
    fn span(self) -> (f32, f32) {
        match self {
            Self::File => (0.0, 0.1),
            Self::Json => (0.1, 0.2),
            Self::Buffers => (0.2, 0.25),
            Self::Skeleton => (0.25, 0.3),
            Self::Pictures => (0.3, 0.6),
            // One span for both, as they take turns.
            Self::Meshes | Self::Influences => (0.6, 0.85),
            Self::Normals => (0.85, 0.9),
            Self::Clips => (0.9, 0.97),
            Self::Poses => (0.97, 1.0),
        }
    }
}

/// What reading calls with its progress: [`ControlFlow::Break`] cancels it.
pub type OnProgress<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// Passes progress on to the caller, and the caller's request to stop back.
pub(crate) struct Steps<'a> {
    /// In a cell, as steps are shared by all that reads, and the caller's function changes what it holds.
    report: RefCell<&'a mut OnProgress<'a>>,
}

/// What the steps of reading take of [`Steps`]: stage, pieces done and pieces in all.
pub(crate) type OnStep<'a> = dyn Fn(Stage, usize, usize) -> ReadResult<()> + 'a;

impl<'a> Steps<'a> {
    pub(crate) fn new(report: &'a mut OnProgress<'a>) -> Self {
        Self {
            report: RefCell::new(report),
        }
    }

    /// Says that `done` of `all` pieces of a stage are done. The error is the caller's request to stop.
    pub(crate) fn step(&self, stage: Stage, done: usize, all: usize) -> ReadResult<()> {
        let (start, end) = stage.span();
        let part = done.min(all) as f32 / all.max(1) as f32;
        let fraction = start + (end - start) * part;
        let mut report = self.report.borrow_mut();
        match report(Progress { stage, fraction }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Fault::Canceled.at(FilePlace::File)),
        }
    }
}
