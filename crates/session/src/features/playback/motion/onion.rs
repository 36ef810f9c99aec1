//! Onion skins: the character as each pane shows it, at some moments before and after the current one.

use std::sync::{Arc, Mutex};

use glam::Vec3;
use scene::deform::deform_posed;
use scene::parallel::{for_each_parallel, processors};
use scene::surface_cache::SurfaceCache;
use scene::view::pane_shows::{Normals, PaneShows};

use super::{GoesOn, clip_at, moves_alike};
use crate::document::Document;
use crate::document::keyed::seen_pose;
use crate::document::moment::Moment;
use crate::document::pending::Pending;
use crate::session::Session;
use crate::shown::{PaneVersion, PoseShown, pane_posed, pane_version};
use crate::state::comparing::{Comparing, PaneLayout};
use crate::state::playback::motion::{OnionMoment, onion_moments};
use crate::tasks::{Fault, Latest, Spawner, Task};

/// The largest number of vertices of all skins in all panes, some 300 megabytes: of a larger mesh fewer skins are shown,
/// the nearest.
const MOST_VERTICES: usize = 24_000_000;
/// The largest number of threads; more would take the processor from other work.
const THREADS: usize = 4;

/// Positions of the vertices, one list per placed primitive, in scene space.
type Positions = Arc<Vec<Vec<Vec3>>>;

/// The character at another time.
#[derive(Clone, Debug, PartialEq)]
pub struct OnionSkin {
    /// Its time, its side of the current time, and its place on that side.
    pub at: OnionMoment,
    /// The vertices in each pane, A first; empty in a pane that shows no skins.
    pub panes: Vec<Positions>,
    /// What is posed there and not keyed; shown too.
    pending: Option<Pending>,
}

/// What the vertices of skins depend on beside the time and what is pending there.
#[derive(Clone, Debug)]
struct OnionLook {
    document: Document,
    clip: Moment,
    /// What each pane shows, with its version; none where it shows no skins.
    panes: Vec<Option<(PaneShows, Option<PaneVersion>)>>,
}

impl PartialEq for OnionLook {
    fn eq(&self, other: &Self) -> bool {
        moves_alike(&self.document, &other.document)
            && self.clip == other.clip
            && self.panes == other.panes
    }
}

/// A moment, and what is pending there.
type SkinMoment = (OnionMoment, Option<Pending>);

/// The look, and the moments in the order of drawing.
type Key = (OnionLook, Vec<SkinMoment>);

/// The skins of what panes show, and the work that makes the next ones.
#[derive(Debug, Default)]
pub struct Onion {
    skins: Vec<OnionSkin>,
    /// What the skins were made of.
    look: Option<OnionLook>,
    is_shown: bool,
    left_out: usize,
    /// Incremented with every other result, and whenever skins appear or vanish.
    revision: u64,
    job: Latest<Key, Option<Vec<OnionSkin>>>,
    fault: Fault,
}

impl Onion {
    pub(super) fn follow(&mut self, document: &Document, session: &Session, spawner: &Spawner) {
        let wanted = find_key(document, session);
        // While time passes they pause: what is known is kept for the moment at which it stops.
        let is_shown = wanted.is_some() && !session.playback.moves();
        if is_shown != self.is_shown {
            self.is_shown = is_shown;
            self.revision += u64::from(!self.skins.is_empty());
        }
        let Some((look, mut moments)) = wanted else {
            return self.rest();
        };
        if !is_shown {
            return;
        }
        let is_of_clip = |known: &OnionLook| {
            known.clip.clip == look.clip.clip && fits(&known.document, document)
        };
        if self.look.as_ref().is_some_and(|known| !is_of_clip(known)) {
            self.forget_skins();
        }
        let many = moments.len();
        let first = many - most(&look, document).min(many);
        // The farthest are first.
        moments.drain(..first);
        self.left_out = first;
        self.take_finished();
        let known = self.look.as_ref().filter(|known| **known == look);
        let is_same_look = known.is_some();
        let skins = if is_same_look {
            self.skins.clone()
        } else {
            Vec::new()
        };
        let key = (look.clone(), moments.clone());
        let begin = || {
            Task::start(spawner, "onion skins", move |handle| {
                make_skins(&look, &moments, &skins, &|| !handle.is_canceled())
            })
        };
        if is_same_look {
            // While somebody scrubs, skins of some frames ago are better than none.
            self.job.follow_up(key, begin);
        } else {
            self.job.restart(key, begin);
        }
    }

    /// Makes the skins of what is shown now before it returns, for pictures that wait for them.
    pub(super) fn find(&mut self, document: &Document, session: &Session, goes_on: GoesOn<'_>) {
        let Some((look, mut moments)) = find_key(document, session) else {
            return self.rest();
        };
        let many = moments.len();
        moments.drain(..many - most(&look, document).min(many));
        let is_same_look = self.look.as_ref() == Some(&look);
        let are_same = (self.skins.iter().map(|skin| (&skin.at, &skin.pending)))
            .eq(moments.iter().map(|(at, pending)| (at, pending)));
        if is_same_look && are_same {
            return;
        }
        let known = match is_same_look {
            true => std::mem::take(&mut self.skins),
            false => Vec::new(),
        };
        self.skins = make_skins(&look, &moments, &known, goes_on).unwrap_or_default();
        (self.look, self.is_shown) = (Some(look), true);
        self.revision += 1;
    }

    fn take_finished(&mut self) {
        match self.job.poll() {
            Some(((look, _), Ok(Some(skins)))) => {
                (self.look, self.skins) = (Some(look), skins);
                self.revision += 1;
                self.fault.clear();
            }
            Some((_, Err(error))) => self.fault.set(format!(
                "The onion skins were not computed, for {error}. Turn them off and on again to try once more."
            )),
            Some((_, Ok(None))) | None => {}
        }
    }

    fn forget_skins(&mut self) {
        self.look = None;
        if !self.skins.is_empty() {
            self.skins = Vec::new();
            self.revision += 1;
        }
    }

    /// Nothing is to be shown: frees what is known.
    fn rest(&mut self) {
        self.forget_skins();
        self.left_out = 0;
        self.job.forget();
        self.fault.clear();
    }

    pub(super) fn take_fault(&mut self) -> Option<String> {
        self.fault.take_news()
    }

    /// The skins to draw, the farthest first; none while they are off or a clip plays.
    #[must_use]
    pub fn skins(&self) -> &[OnionSkin] {
        if self.is_shown { &self.skins } else { &[] }
    }

    /// Incremented whenever [`skins`](Self::skins) change.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// How many of the wanted skins are left out because the mesh is so large.
    #[must_use]
    pub const fn omitted_count(&self) -> usize {
        self.left_out
    }

    /// Whether skins are being computed.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.job.is_busy()
    }
}

/// Whether skins of one document may be shown on another until its own are there.
fn fits(one: &Document, other: &Document) -> bool {
    Arc::ptr_eq(&one.original, &other.original)
}

/// What to show now; none while skins are off or make no sense.
fn find_key(document: &Document, session: &Session) -> Option<Key> {
    let moment = session.moment_in_motion()?;
    if !session.motion.onion {
        return None;
    }
    let clip = clip_at(document, moment)?;
    let now = (moment.time, session.frames_per_second());
    let pending = document.pending.of_clip(moment.clip);
    let pending: Vec<f32> = pending.map(|pending| pending.moment.time).collect();
    let moments = onion_moments(&session.settings.onion, clip, &pending, now);
    let moments = moments.into_iter().map(|at| {
        let then = Moment {
            time: at.time,
            ..moment
        };
        (at, document.pending.at(then).cloned())
    });
    let comparing = &session.comparing;
    let panes = comparing.panes.iter().enumerate().map(|(pane, &shows)| {
        let version = pane_version(document, session, shows);
        shows_skins(comparing, pane).then_some((shows, version))
    });
    let look = OnionLook {
        document: document.clone(),
        clip: Moment {
            time: 0.0,
            ..moment
        },
        panes: panes.collect(),
    };
    Some((look, moments.collect()))
}

/// Whether a pane is seen, and not laid over another one that has skins already.
fn shows_skins(comparing: &Comparing, pane: usize) -> bool {
    match comparing.visible_layout() {
        PaneLayout::One => pane == comparing.active.min(comparing.panes.len().max(1) - 1),
        PaneLayout::Side => true,
        PaneLayout::Wipe => pane == 0 || comparing.other() == Some(pane),
        PaneLayout::Overlay => pane == 0,
    }
}

/// How many skins are not too many for this mesh; one on each side always.
fn most(look: &OnionLook, document: &Document) -> usize {
    let character = &document.character;
    let of_mesh = |mesh: usize| {
        let primitives = character
            .meshes
            .get(mesh)
            .map(|mesh| mesh.primitives.iter());
        let counts = primitives.into_iter().flatten();
        counts
            .map(|primitive| primitive.positions.len())
            .sum::<usize>()
    };
    let vertices: usize = (character.instances.iter())
        .map(|instance| of_mesh(instance.mesh))
        .sum();
    let panes = look.panes.iter().flatten().count();
    // Never a division by zero, as where no pane shows skins.
    (MOST_VERTICES / (vertices * panes).max(1)).max(2)
}

/// Makes the skins that are not known yet; none if nobody wants them any more.
fn make_skins(
    look: &OnionLook,
    moments: &[SkinMoment],
    known: &[OnionSkin],
    goes_on: GoesOn<'_>,
) -> Option<Vec<OnionSkin>> {
    let made: Vec<Mutex<Option<OnionSkin>>> = moments.iter().map(|_| Mutex::default()).collect();
    let jobs = moments.iter().zip(&made);
    for_each_parallel(jobs, processors().min(THREADS), |((at, pending), made)| {
        if !goes_on() {
            return;
        }
        let is_known = |skin: &&OnionSkin| {
            // To the bit: the same moment is computed in the same way, and another one has another pose.
            skin.at.time.to_bits() == at.time.to_bits() && skin.pending == *pending
        };
        let skin = match known.iter().find(is_known) {
            Some(skin) => Some(OnionSkin {
                at: *at,
                ..skin.clone()
            }),
            None => skin_at(look, *at, pending.clone()),
        };
        if let Ok(mut made) = made.lock() {
            *made = skin;
        }
    });
    if !goes_on() {
        return None;
    }
    let made = made.into_iter().filter_map(|made| made.into_inner().ok());
    Some(made.flatten().collect())
}

/// None for a pose that does not fit the skeleton, which panes say themselves.
fn skin_at(look: &OnionLook, at: OnionMoment, pending: Option<Pending>) -> Option<OnionSkin> {
    let OnionLook {
        document,
        clip,
        panes,
    } = look;
    let moment = Moment {
        time: at.time,
        ..*clip
    };
    let pose = seen_pose(document, moment, true)?;
    let positions = panes.iter().map(|pane| {
        let Some((shows, version)) = pane else {
            return Some(Positions::default());
        };
        let shown = PoseShown {
            pose: &pose,
            clip: Some((moment, &pose)),
        };
        // Skins are drawn without normals.
        let of = (document, &SurfaceCache::default());
        let shows = PaneShows {
            normals: Normals::default(),
            ..*shows
        };
        let posed = pane_posed(of, shown, shows, version.as_ref()).ok()?;
        let character = posed.character(&document.character);
        let mut deformed = Vec::new();
        deform_posed(character, &posed.posed, &mut deformed).ok()?;
        let positions = deformed.into_iter().map(|primitive| primitive.positions);
        Some(Arc::new(positions.collect()))
    });
    let panes: Option<Vec<Positions>> = positions.collect();
    Some(OnionSkin {
        at,
        panes: panes?,
        pending,
    })
}
