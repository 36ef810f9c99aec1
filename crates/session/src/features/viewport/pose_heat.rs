//! What poses do to each vertex, while surfaces show that: found in the background, pane by pane.

use std::sync::Arc;

use character::Character;
use scene::normal_error::{NormalError, normal_error};
use scene::posed_character::PosedCharacter;
use scene::surface_cache::SurfaceCache;
use scene::valid_signs::FlipMap;
use scene::view::shading::Shading;

use crate::session::Session;
use crate::shown::ShownPanes;
use crate::tasks::{Fault, Handle, Latest, Spawner, Task};

/// What a shading shows of a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeatKind {
    /// The angle between usual and exact normals.
    NormalError,
    /// How near vertices are to a flip of signs.
    NearFlip,
}

impl HeatKind {
    /// What a shading shows; none of those that do not look at poses.
    #[must_use]
    pub const fn of(shading: Shading) -> Option<Self> {
        match shading {
            Shading::NormalError => Some(Self::NormalError),
            Shading::NearFlip => Some(Self::NearFlip),
            _ => None,
        }
    }
}

/// What a pose does to each vertex, by a pane's method and with the weights that it shows.
#[derive(Clone, Debug, PartialEq)]
pub enum PoseHeat {
    /// The angle between the normal of the method and the exact one.
    NormalError(NormalError),
    /// How near the signs of its rotations are to a flip.
    NearFlip(FlipMap),
}

impl PoseHeat {
    fn of(
        kind: HeatKind,
        character: &Arc<Character>,
        posed: &PosedCharacter,
        surfaces: &SurfaceCache,
    ) -> Option<Self> {
        match kind {
            HeatKind::NormalError => {
                let gradients = surfaces.gradients(character);
                let found = normal_error(character, posed, &gradients).ok()?;
                Some(Self::NormalError(found))
            }
            HeatKind::NearFlip => Some(Self::NearFlip(FlipMap::of(character, posed))),
        }
    }

    /// The numbers to show, one list per placed primitive.
    #[must_use]
    pub const fn numbers(&self) -> &Vec<Vec<f32>> {
        match self {
            Self::NormalError(found) => &found.shares,
            Self::NearFlip(found) => &found.numbers,
        }
    }
}

/// The revision of what is shown, and what of it.
type Key = (u64, HeatKind);

/// By pane; none where nothing can be shown.
type PaneHeats = Vec<Option<PoseHeat>>;

/// The numbers of all panes; none if they are no longer wanted.
fn of_panes(
    kind: HeatKind,
    panes: &[(Arc<Character>, PosedCharacter)],
    surfaces: &SurfaceCache,
    handle: &Handle,
) -> Option<PaneHeats> {
    let of = |(character, posed): &(Arc<Character>, PosedCharacter)| {
        let is_wanted = !handle.is_canceled();
        is_wanted.then(|| PoseHeat::of(kind, character, posed, surfaces))
    };
    panes.iter().map(of).collect()
}

/// The newest numbers of all panes, and the work that makes the next ones.
#[derive(Debug, Default)]
pub struct PoseHeats {
    found: Option<(HeatKind, PaneHeats)>,
    /// Incremented with every new result, and when there is none any more.
    revision: u64,
    /// The gradients of the weights, which go from one work to the next.
    surfaces: SurfaceCache,
    job: Latest<Key, Option<(PaneHeats, SurfaceCache)>>,
    fault: Fault,
}

impl PoseHeats {
    /// Starts the work for what is shown; the last numbers stay until the next ones are there. Frees them while surfaces show something
    /// else.
    pub fn follow(
        &mut self,
        session: &Session,
        (shown, character): (&ShownPanes, &Arc<Character>),
        spawner: &Spawner,
    ) {
        let Some(kind) = HeatKind::of(session.shading).filter(|_| session.opened > 0) else {
            return self.rest();
        };
        if self.found.as_ref().is_some_and(|(of, _)| *of != kind) {
            self.found = None;
            self.revision += 1;
        }
        let surfaces = &self.surfaces;
        // While a clip plays the work for the last frame but one is not thrown away.
        self.job.follow_up((shown.revision, kind), || {
            let of_pane = |pane: &crate::shown::PanePose| {
                (Arc::clone(pane.character(character)), pane.posed.clone())
            };
            let panes: Vec<_> = shown.panes.iter().map(of_pane).collect();
            let surfaces = surfaces.clone();
            Task::start(spawner, "colors of a pose", move |handle| {
                let found = of_panes(kind, &panes, &surfaces, handle)?;
                Some((found, surfaces))
            })
        });
        match self.job.poll() {
            Some(((_, kind), Ok(Some((found, surfaces))))) => {
                self.found = Some((kind, found));
                self.surfaces = surfaces;
                self.revision += 1;
                self.fault.clear();
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "The colors of the pose were not found, for {error}. Choose another shading and come back to try again."
            )),
            Some((_, Ok(None))) | None => {}
        }
    }

    fn rest(&mut self) {
        if self.found.take().is_some() || self.job.is_busy() || self.fault.text().is_some() {
            self.revision += 1;
            self.job.forget();
            self.fault.clear();
            self.surfaces = SurfaceCache::default();
        }
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// The newest numbers of a pane; none until the first ones are ready.
    #[must_use]
    pub fn of_pane(&self, pane: usize) -> Option<&PoseHeat> {
        self.found.as_ref()?.1.get(pane)?.as_ref()
    }

    /// Incremented whenever [`of_pane`](Self::of_pane) changes.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }
}
