//! The skin over time, in the background: volume and deviation of every pane along the shown clip, coarse to fine.
//!
//! What did not change is kept, so that an edit of a key measures again only the frames whose pose it changes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use character::Character;
use rig::{ClipId, DrivenSet, JointIndex, ScaleInheritance};
use scene::compare::Hull;
use scene::vertex_facts::VertexPlace;
use scene::view::pane_shows::PaneShows;
use web_time::Instant;

use crate::document::Document;
use crate::document::pending::{Pending, PendingPoses};
use crate::document::pins::JointPin;
use crate::mode::Mode;
use crate::session::Session;
use crate::settings::window_layout::Tile;
use crate::shown::{PaneVersion, ShownPanes, pane_version};
use crate::state::skin_over_time::sliding::{FeetSearch, SlidingLane, SlidingWork};
use crate::state::skin_over_time::strip::measure::{
    Batch, MeasureCache, PaneSkin, RestVolumes, Skins, StripWork,
};
use crate::state::skin_over_time::strip::{COARSE, RATE, Strip, frame_times, with_pending};
use crate::tasks::{Fault, Latest, Spawner, Task};

/// How long one part of the work lasts, after the first: so often the strip is drawn anew.
const PART: Duration = Duration::from_millis(80);
/// All that was measured is forgotten when it is more than this.
const MOST_KNOWN: usize = 60_000;

/// What the strip is of.
#[derive(Clone, Debug)]
struct StripInputs {
    character: Arc<Character>,
    clip: ClipId,
    pending: Arc<PendingPoses>,
    driven: Arc<DrivenSet>,
    panes: Vec<PaneShows>,
    /// Per pane, the version that it shows; none for the current weights.
    versions: Vec<Option<PaneVersion>>,
    scale_inheritance: Arc<[ScaleInheritance]>,
    pins: Arc<[JointPin]>,
    hull: Arc<Hull>,
    /// Frames per second that are measured: those of the sheet, or [`RATE`].
    rate: f64,
    /// What feet are found by, in the mode in which clips are worked on.
    feet: Option<FeetSearch>,
}

impl StripInputs {
    /// None if no clip is shown, and none was left for a pose.
    fn now(document: &Document, session: &Session, shown: &ShownPanes) -> Option<Self> {
        let moment = session.playback.moment.or(session.playback.left)?;
        let panes = session.comparing.panes.clone();
        Some(Self {
            versions: (panes.iter())
                .map(|&shows| pane_version(document, session, shows))
                .collect(),
            character: Arc::clone(&document.character),
            clip: moment.clip,
            pending: Arc::clone(&document.pending),
            driven: Arc::clone(&document.driven),
            panes,
            scale_inheritance: Arc::clone(&document.scale_inheritance),
            pins: Arc::clone(&document.pins),
            hull: Arc::clone(shown.hull()),
            rate: session.character.sheet.frames_per_second().unwrap_or(RATE),
            feet: (session.mode == Mode::Animate).then(|| FeetSearch {
                settings: session.settings_folder.clone(),
                files: session.files.clone(),
            }),
        })
    }

    fn same_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.character, &other.character)
            && self.clip == other.clip
            && self.pending_here().eq(other.pending_here())
            && self.panes == other.panes
            && self.versions == other.versions
            && self.scale_inheritance == other.scale_inheritance
            && self.pins == other.pins
            && self.driven == other.driven
            && Arc::ptr_eq(&self.hull, &other.hull)
            && self.rate.to_bits() == other.rate.to_bits()
            && self.feet.is_some() == other.feet.is_some()
    }

    fn pending_here(&self) -> impl Iterator<Item = &Pending> {
        self.pending.of_clip(self.clip)
    }

    fn times(&self) -> Vec<f32> {
        let clip = self.character.clip(self.clip);
        let frames = frame_times(clip.map_or(0.0, |clip| clip.duration()), self.rate);
        with_pending(
            frames,
            self.pending_here().map(|pending| pending.moment.time),
        )
    }

    fn skins(&self, numbers: &mut Skins) -> Vec<PaneSkin> {
        let panes = self.panes.iter().zip(&self.versions);
        let skins = panes.map(|(shows, version)| {
            let character = version.as_ref().map(|version| &version.character);
            let character = character.unwrap_or(&self.character);
            let flags = self.scale_inheritance.iter();
            PaneSkin {
                number: numbers.number(character),
                character: Arc::clone(character),
                baked: version.as_ref().and_then(|version| version.baked.clone()),
                look: shows.look,
                scale_inheritance: flags.map(|&set| shows.scale_inheritance.of(set)).collect(),
                left_out: shows.left_out,
                correctives: match shows.left_out {
                    0 => Arc::default(),
                    _ => self.driven.driven_morphs().into_iter().collect(),
                },
                smooth: Arc::default(),
            }
        });
        skins.collect()
    }
}

/// The skin over time of the shown clip, and the work that measures it.
#[derive(Debug, Default)]
pub struct SkinOverTime {
    of: Option<StripInputs>,
    panes: Vec<PaneSkin>,
    strip: Strip,
    sliding: Vec<SlidingLane>,
    known: Arc<MeasureCache>,
    grounds: HashMap<u64, Arc<RestVolumes>>,
    skins: Skins,
    /// Incremented with all that is to be measured anew, and with every part of that.
    part: (u64, u64),
    job: Latest<(u64, u64), Batch>,
    fault: Fault,
    /// The key is the first number of the part: both are of the same inputs.
    sliding_job: Latest<u64, Vec<SlidingLane>>,
    sliding_fault: Fault,
    skinned: usize,
}

impl SkinOverTime {
    /// Measures what is not known yet of the shown clip, if the strip is wanted and in sight. The last numbers stay
    /// until there are others.
    pub fn follow(
        &mut self,
        document: &Document,
        (session, shown): (&Session, &ShownPanes),
        is_dragged: bool,
        spawner: &Spawner,
    ) {
        let settings = &session.settings;
        let is_wanted = settings.skin_over_time
            && session.opened > 0
            && settings.layout.is_in_sight(Tile::Timeline);
        let of = StripInputs::now(document, session, shown);
        let Some(of) = of.filter(|_| is_wanted) else {
            return self.rest();
        };
        // A drag that changes weights would have all frames measured in every frame.
        let waits = is_dragged && session.mode != Mode::Animate;
        let is_known = self.of.as_ref().is_some_and(|known| known.same_as(&of));
        if !is_known && !waits {
            self.begin(of);
        }
        self.poll();
        self.poll_sliding();
        if !waits {
            self.measure_on(spawner);
            self.find_sliding(spawner);
        }
    }

    /// To be called while the strip is not shown.
    fn rest(&mut self) {
        if self.of.take().is_some() {
            self.job.forget();
            self.fault.clear();
            (self.strip, self.panes) = (Strip::default(), Vec::new());
            self.forget_sliding();
            (self.known, self.grounds) = (Arc::default(), HashMap::new());
            self.skins = Skins::default();
        }
    }

    fn begin(&mut self, of: StripInputs) {
        let is_same_surface = |known: &StripInputs| Arc::ptr_eq(&known.hull, &of.hull);
        if !self.of.as_ref().is_some_and(is_same_surface) || self.known.len() > MOST_KNOWN {
            (self.known, self.grounds) = (Arc::default(), HashMap::new());
            (self.strip, self.skins) = (Strip::default(), Skins::default());
        }
        // Lanes name joints and times: those of other joints or of another clip would be wrong here.
        let is_same_motion = |known: &StripInputs| {
            known.clip == of.clip && Arc::ptr_eq(&known.character.rig, &of.character.rig)
        };
        if !self.of.as_ref().is_some_and(is_same_motion) {
            self.forget_sliding();
        }
        self.panes = of.skins(&mut self.skins);
        self.strip.measure_again(of.times(), self.panes.len());
        self.part = (self.part.0 + 1, 0);
        self.of = Some(of);
    }

    fn poll(&mut self) {
        match self.job.poll() {
            Some((part, Ok(batch))) => {
                self.fault.clear();
                self.take(part, batch);
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "The skin over time was not measured, for {error}. Switch it off and on again to try once more."
            )),
            None => {}
        }
    }

    fn take(&mut self, part: (u64, u64), batch: Batch) {
        self.skinned += batch.skinned;
        // Measurements are known by a hash of what they depend on, so that those of an outdated part hold too.
        Arc::make_mut(&mut self.known).extend(batch.measured);
        if part.0 == self.part.0 {
            self.grounds = batch.grounds;
            for (frame, found) in batch.found {
                self.strip.set(frame, found);
            }
            self.part.1 += 1;
        }
    }

    fn measure_on(&mut self, spawner: &Spawner) {
        let Some(of) = self.of.as_ref().filter(|_| !self.strip.is_complete()) else {
            return;
        };
        let Self {
            job,
            strip,
            panes,
            known,
            grounds,
            part,
            ..
        } = self;
        let is_first = part.1 == 0;
        // The first part gives a coarse strip however long it takes; later ones end by the clock.
        let at_least = if is_first { COARSE } else { 1 };
        job.restart(*part, || {
            let work = StripWork {
                character: Arc::clone(&of.character),
                clip: of.clip,
                pending: Arc::clone(&of.pending),
                driven: Arc::clone(&of.driven),
                times: Arc::clone(strip.times()),
                missing: strip.missing(),
                sifts: is_first,
                panes: panes.clone(),
                hull: Arc::clone(&of.hull),
                known: Arc::clone(known),
                grounds: grounds.clone(),
            };
            Task::start(spawner, "skin over time", move |handle| {
                let begun = Instant::now();
                let has_time = |skinned| skinned < at_least || begun.elapsed() < PART;
                work.run(&|skinned| !handle.is_canceled() && has_time(skinned))
            })
        });
    }

    fn forget_sliding(&mut self) {
        self.sliding_job.forget();
        self.sliding_fault.clear();
        self.sliding = Vec::new();
    }

    fn poll_sliding(&mut self) {
        match self.sliding_job.poll() {
            Some((_, Ok(lanes))) => {
                self.sliding_fault.clear();
                self.sliding = lanes;
            }
            Some((_, Err(error))) => self.sliding_fault.set(format!(
                "How far joints slide was not measured, for {error}. Switch the skin over time off and on again to try once more."
            )),
            None => {}
        }
    }

    /// Starts what finds the lanes of sliding, unless they are known. In a drag older work ends first: it would never end if every
    /// frame started it anew.
    fn find_sliding(&mut self, spawner: &Spawner) {
        let Some(of) = &self.of else { return };
        let work = SlidingWork {
            character: Arc::clone(&of.character),
            clip: of.clip,
            pending: Arc::clone(&of.pending),
            driven: Arc::clone(&of.driven),
            scale_inheritance: Arc::clone(&of.scale_inheritance),
            pins: Arc::clone(&of.pins),
            times: Arc::clone(self.strip.times()),
            feet: of.feet.clone(),
        };
        if !work.has_lanes() {
            return self.forget_sliding();
        }
        self.sliding_job.follow_up(self.part.0, || {
            Task::start(spawner, "sliding", move |handle| {
                work.run(&|| !handle.is_canceled())
            })
        });
    }

    /// The error since the last call, if any.
    pub fn take_fault(&mut self) -> Option<String> {
        let of_strip = self.fault.take_news();
        of_strip.or_else(|| self.sliding_fault.take_news())
    }

    /// What is known so far; without frames while nothing is shown.
    #[must_use]
    pub const fn strip(&self) -> &Strip {
        &self.strip
    }

    /// How far pinned joints are from their pins along the clip, and in Animate mode feet from where they stand, a lane each.
    #[must_use]
    pub fn sliding(&self) -> &[SlidingLane] {
        &self.sliding
    }

    /// The vertices around a joint in a pane.
    #[must_use]
    pub fn vertices_around(&self, pane: usize, joint: JointIndex) -> Arc<[VertexPlace]> {
        let skin = self.panes.get(pane);
        let ground = skin.and_then(|skin| self.grounds.get(&skin.hash()));
        ground.map_or_else(Arc::default, |ground| ground.vertices_around(joint))
    }

    /// Whether frames are being measured, or lanes of sliding found.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.job.is_busy() || self.sliding_job.is_busy()
    }

    /// How many frames were skinned so far.
    #[must_use]
    pub const fn skinned_count(&self) -> usize {
        self.skinned
    }
}
