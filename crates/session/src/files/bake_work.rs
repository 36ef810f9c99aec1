//! State of baking in the session: the dialog, the bake in the background, its report, and the file that is written of it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bake::{Goal, MOST_JOINTS};
use character::Character;
use rig::{ClipId, Method, ScaleInheritance};
use scene::posed_character::Look;
use whole_file::Access;

use crate::document::Document;
use crate::document::baked::{BakedFrom, BakedVersion};
use crate::files::export::OwnFiles;
use crate::files::file_work::{FileAsked, Ticket};
use crate::tools::playback::Moment;

pub use bake::{BakeReport, Baked, SkinErrors, WorstVertex};

/// Tolerances that can be asked for, in percent of the size.
pub const TOLERANCES: std::ops::RangeInclusive<f32> = 0.01..=20.0;

/// Helper joints that can be asked for.
pub const HELPERS: std::ops::RangeInclusive<usize> = 0..=1024;

/// Joints that a target may allow in a skin.
pub const LIMITS: std::ops::RangeInclusive<usize> = 16..=4096;

/// What the dialog asks.
#[derive(Clone, Debug, PartialEq)]
pub struct BakeAsked {
    /// The method and its signs.
    pub look: Look,
    /// Whether a tolerance is to be held; else a number of helpers is made.
    pub by_tolerance: bool,
    /// In percent of the size.
    pub tolerance: f32,
    /// Helpers at most.
    pub helpers: usize,
    /// Joints that a skin may list.
    pub most_joints: usize,
    /// Clips that are not baked.
    pub left_out: BTreeSet<ClipId>,
    /// The file to write.
    pub file: FileAsked,
}

impl BakeAsked {
    /// What is offered at first.
    #[must_use]
    pub fn offering(look: Look, file: FileAsked) -> Self {
        let method = match look.method {
            // Nobody bakes what files show anyway.
            Method::Linear if !look.per_mesh => Method::TWO_PHASE,
            method => method,
        };
        Self {
            look: Look { method, ..look },
            by_tolerance: true,
            tolerance: 0.5,
            helpers: 10,
            most_joints: MOST_JOINTS,
            left_out: BTreeSet::new(),
            file,
        }
    }

    /// When to stop.
    #[must_use]
    pub fn goal(&self) -> Goal {
        match self.by_tolerance {
            true => Goal::Tolerance(self.tolerance),
            false => Goal::Helpers(self.helpers),
        }
    }

    /// Whether another bake comes of it than of the other: all but the file.
    #[must_use]
    pub fn differs(&self, other: &Self) -> bool {
        let without = |of: &Self| Self {
            file: FileAsked::default(),
            ..of.clone()
        };
        without(self) != without(other)
    }
}

/// A share that a worker tells while it works.
#[derive(Clone, Debug, Default)]
pub struct Share(Arc<AtomicU32>);

impl Share {
    /// The share of the work that is done, 0 to 1.
    #[must_use]
    pub fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// Tells it; what is no number is not told.
    pub fn set(&self, share: f32) {
        if share.is_finite() {
            self.0.store(share.to_bits(), Ordering::Relaxed);
        }
    }
}

/// A bake, or the writing of one, in the background.
#[derive(Clone, Debug)]
pub struct BakeAtWork {
    /// Tells it from others, and cancels it.
    pub ticket: Ticket,
    /// How far it is.
    pub share: Share,
    /// What is baked; none if a file is written.
    pub from: Option<BakedFrom>,
}

/// What was baked.
#[derive(Clone, Debug)]
pub struct BakeFound {
    /// What was asked.
    pub asked: BakeAsked,
    /// What came of it.
    pub baked: Arc<Baked>,
    /// What it was baked from.
    pub from: BakedFrom,
    /// What panes show of it; none if they cannot.
    pub version: Option<Arc<BakedVersion>>,
}

impl BakeFound {
    /// A bake that has ended.
    #[must_use]
    pub fn new(asked: BakeAsked, baked: Arc<Baked>, from: BakedFrom) -> Self {
        let character = Arc::new(baked.character.clone());
        let clips = from.clips().filter(|clip| !asked.left_out.contains(clip));
        let version = BakedVersion::new(character, from.clone(), asked.look, clips);
        Self {
            version: version.map(Arc::new),
            asked,
            baked,
            from,
        }
    }

    /// The moment at which a vertex is farthest off; none where none is.
    #[must_use]
    pub fn worst_moment(&self) -> Option<Moment> {
        let worst = self.baked.report.worst.first()?.moment;
        Some(Moment {
            clip: self.from.clips().nth(worst.clip?)?,
            time: worst.time,
        })
    }
}

/// State of baking in the session.
#[derive(Clone, Debug, Default)]
pub struct BakeWork {
    /// The dialog, if it is open.
    pub dialog: Option<BakeAsked>,
    /// Whether the dialog is out of the way, for a look at what was baked in the panes.
    pub is_aside: bool,
    /// What is at work.
    pub busy: Option<BakeAtWork>,
    /// What was baked last.
    pub found: Option<BakeFound>,
    /// Number of jobs so far.
    pub count: u64,
}

impl BakeWork {
    /// Closes the dialog, and cancels what is at work.
    pub fn close(&mut self) {
        self.dialog = None;
        self.is_aside = false;
        self.found = None;
        self.stop();
    }

    /// The dialog, where it is seen.
    #[must_use]
    pub const fn seen(&self) -> Option<&BakeAsked> {
        match self.is_aside {
            true => None,
            false => self.dialog.as_ref(),
        }
    }

    /// Cancels what is at work.
    pub fn stop(&mut self) {
        if let Some(busy) = self.busy.take() {
            busy.ticket.stop();
        }
    }

    /// What was baked of what the dialog asks now.
    #[must_use]
    pub fn result(&self) -> Option<&Arc<Baked>> {
        let asked = self.dialog.as_ref()?;
        let found = self.found.as_ref()?;
        (!found.asked.differs(asked)).then_some(&found.baked)
    }

    /// Whether the document was edited after the last bake, so that another would come of it now.
    #[must_use]
    pub fn is_old(&self, document: &Document) -> bool {
        let found = self.found.as_ref();
        found.is_some_and(|found| !found.from.is(document))
    }
}

/// An order to bake a character, or to write what was baked.
#[derive(Clone, Debug)]
pub struct BakeOrder {
    /// Tells it from others, and cancels it.
    pub ticket: Ticket,
    /// How far it is.
    pub share: Share,
    /// The file of the dialog.
    pub file: PathBuf,
    /// What is to be done.
    pub work: BakeStep,
}

/// Equal if the tickets are.
impl PartialEq for BakeOrder {
    fn eq(&self, other: &Self) -> bool {
        self.ticket == other.ticket
    }
}

/// What an order is for.
#[derive(Clone, Debug)]
pub enum BakeStep {
    /// Baking.
    Bake {
        /// What was asked.
        asked: BakeAsked,
        /// The character, with all edits.
        character: Arc<Character>,
        /// How each joint's stretch is inherited.
        scale_inheritance: Arc<[ScaleInheritance]>,
        /// Threads that compute.
        threads: usize,
    },
    /// Writing.
    Write {
        /// What was baked.
        baked: Arc<Baked>,
        /// Files that must not be replaced.
        own: OwnFiles,
        /// What others may do to the file.
        access: Access,
        /// Whether an existing file may be replaced.
        replaces: bool,
    },
}

/// Requests about baking.
#[derive(Debug)]
pub enum BakeIntent {
    /// Changes the dialog to what was typed; none closes it and cancels what is at work.
    Ask(Option<BakeAsked>),
    /// Bakes what the dialog asks.
    Bake,
    /// Shows what was baked in a pane, with the dialog out of the way.
    Show,
    /// Cancels what is at work; the dialog stays.
    Stop,
    /// Writes what was baked.
    Write,
}

/// Results of baking.
#[derive(Debug)]
pub enum BakeOutcome {
    /// Baked, or why not; none if it was canceled.
    Baked(Ticket, Box<BakeAsked>, Option<Result<Arc<Baked>, String>>),
    /// Written, or why not.
    Written(
        Ticket,
        PathBuf,
        Result<(), crate::files::file_work::NotWritten>,
    ),
}
