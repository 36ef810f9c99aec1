//! Vertices pulled elsewhere in one pose, by weights or by a map.

use std::borrow::Cow;
use std::collections::BTreeSet;

use character::{Character, WeightEdit};
use glam::Vec3;
use rig::{GoOn, MapKind, Pose};
use scene::deform::deform;
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use weights::{FitError, Report};

use super::poses::{NamedPose, places, pose_to_keep};
use super::pull_harm::{HarmTest, PullGain, PullHarm};
use super::pull_map::pull_by_map;
use super::run::share;
use super::{
    FitCandidates, FitChoice, FitPoses, PoseTargets, fit_weights, poses_of, without_bulge,
};
use crate::document::Document;
use crate::document::driven::drive;
use crate::settings::Units;
use crate::state::presets::PresetFile;
use crate::state::selection::Choose;
use crate::state::weight_table::weights_work::{VertexSelection, WeightsWork};

/// What all other poses count together, beside the one that is pulled in: little, and where that makes them worse, more and more.
const OTHERS: [f64; 3] = [0.05, 0.3, 1.0];
/// Coming nearer by less than this share of the way is no gain.
const LEAST_GAIN: f64 = 0.01;

/// The other poses that are to stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PullKeep {
    /// No other pose counts.
    Nothing,
    /// Rest and the test poses.
    #[default]
    Tests,
    /// Moments of a clip, by its index.
    Clip(usize),
}

/// What is changed so that vertices go where they are pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PullBy {
    /// Weights of the joints around, see [`FitCandidates::Region`].
    #[default]
    Weights,
    /// A map of the mesh, for methods that look at maps.
    Map(MapKind),
}

/// Which vertices are pulled where.
#[derive(Clone, Debug)]
pub struct Pull<'a> {
    /// The pose in which they are.
    pub pose: &'a Pose,
    /// The method that is seen.
    pub look: Look,
    /// The selected vertices, which go all the way.
    pub vertices: &'a BTreeSet<VertexPlace>,
    /// By how much they are pulled, in scene space.
    pub by: Vec3,
    /// How far others go along: by `(1 − (d/r)²)²` of it at a distance d in this pose from the nearest selected one.
    pub radius: f32,
    /// What is changed: weights, or one of the maps.
    pub change: PullBy,
    /// The other poses that are to stay as they are.
    pub keep: PullKeep,
    /// The largest number of joints per vertex; 0 for no limit.
    pub limit: u8,
    /// Whether it does not matter what gets worse in other poses: they count a twentieth then, and nothing else is tried.
    pub at_any_cost: bool,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Pulled {
    /// The document with the new weights or numbers.
    pub after: Document,
    /// What was changed, and what was skipped and why.
    pub report: Report,
    /// How far vertices are from where they were to go.
    pub left: FitError,
    /// How far they were pulled.
    pub pulled: FitError,
    /// How far they went elsewhere in the other poses, and how many these are.
    pub lost: (FitError, usize),
    /// What gets worse in the other poses: of all that outweighs the gain, or else of all, what counts most; none if nothing does.
    pub harm: Option<PullHarm>,
    /// What was measured there, as “volumes around joints”; empty where nothing could be.
    pub measured_by: &'static str,
}

impl Pulled {
    /// Whether something gets worse in another pose by more than is gained in this one.
    #[must_use]
    pub fn costs_more(&self) -> bool {
        self.harm.as_ref().is_some_and(|harm| harm.outweighs)
    }

    /// Whether vertices hardly come nearer to where they were pulled.
    #[must_use]
    pub fn gains_nothing(&self) -> bool {
        self.pulled.rms() - self.left.rms() < LEAST_GAIN * self.pulled.rms()
    }

    /// Why it should not be done where it gains nothing or costs more than that; none where it should.
    #[must_use]
    pub fn why_not(&self, units: Units) -> Option<String> {
        if self.gains_nothing() {
            let [far, left] =
                [&self.pulled, &self.left].map(|error| units.length(super::narrow(error.rms())));
            return Some(format!(
                "nothing was changed: what is {far} from where it was pulled would still be {left} from there (root mean square). Choose another change, or pull another way: no joint takes it there."
            ));
        }
        let harm = self.harm.as_ref().filter(|harm| harm.outweighs)?;
        let gain = (self.pulled.maximum() - self.left.maximum()).max(0.0);
        let [gain, lost] =
            [gain, self.lost.0.maximum()].map(|length| units.length(super::narrow(length)));
        Some(format!(
            "nothing was changed: it would come nearer by {gain} here, and {}; in {} the skin would move by up to {lost}. Choose “At any cost” to do it all the same, a shorter way, a wider falloff, or another change.",
            harm.words("would get worse"),
            self.other_poses(),
        ))
    }

    /// The message about it.
    #[must_use]
    pub fn words(&self, units: Units) -> String {
        let pair = |error: &FitError| {
            let [rms, most] =
                [error.rms(), error.maximum()].map(|length| units.length(super::narrow(length)));
            format!("{rms} (root mean square), {most} at most")
        };
        let mut text = format!(
            "{}; pulled by {}; left to go: {}",
            self.report,
            units.length(super::narrow(self.pulled.maximum())),
            pair(&self.left)
        );
        if self.lost.1 > 0 {
            text += &format!("; moved in {}: {}", self.other_poses(), pair(&self.lost.0));
            text += &match &self.harm {
                Some(harm) => format!("; {}", harm.words("gets worse")),
                None if self.measured_by.is_empty() => String::new(),
                None => format!("; nothing gets worse there by {}", self.measured_by),
            };
        }
        text
    }

    fn other_poses(&self) -> String {
        match self.lost.1 {
            1 => "1 other pose".to_owned(),
            poses => format!("{poses} other poses"),
        }
    }
}

/// Finds weights, or numbers of a map, with which vertices go where they are pulled, other poses kept as well as they can be.
///
/// The squares of all other poses count a twentieth together. Where something gets worse there by more than is gained, the search is
/// done again with them counting more, up to as much as the pulled pose, and the first result that is better is taken; where none is, the
/// first of all. Weights: locked joints and the limit hold; joints are those that the vertices around have, and the ones above and below;
/// the bulge map, which acts on top of them, is left out. A map: see `pull_map.rs`. None if `go_on` breaks off.
///
/// # Errors
///
/// One sentence: a pose does not fit, a clip is no more, no vertex is meant, or the method does not look at maps.
pub fn pull_vertices(
    document: &Document,
    pull: &Pull<'_>,
    (tests, locks): (&[PresetFile], &WeightsWork),
    go_on: &GoOn<'_>,
) -> Option<Result<Pulled, String>> {
    let before = document_for(document, pull.change);
    let mut prepared = match Prepared::new(&before, pull, tests) {
        Ok(prepared) => prepared,
        Err(why) => return Some(Err(why)),
    };
    let trial = PullTrial {
        document,
        before: &before,
        pull,
        locks,
        harms: HarmTest::new(&before, pull, &prepared, &|done| go_on(0.1 * done))?,
    };
    let mut first = None;
    for (number, others) in OTHERS.into_iter().enumerate() {
        prepared.count_others(others);
        let within = |done: f32| {
            let tries = share(number, OTHERS.len()) + share(1, OTHERS.len()) * done;
            go_on(0.1 + 0.9 * tries)
        };
        let found = match trial.run(&prepared, &within)? {
            Ok(found) => found,
            Err(why) => return Some(Err(why)),
        };
        let gains = !found.gains_nothing();
        if pull.at_any_cost || (gains && !found.costs_more()) {
            return Some(Ok(found));
        }
        first.get_or_insert(found);
        // Others that count more leave less to gain.
        if !gains {
            break;
        }
    }
    first.map(Ok)
}

/// What a pull is tried on and measured with.
struct PullTrial<'a> {
    document: &'a Document,
    /// The document as what is changed sees it.
    before: &'a Document,
    pull: &'a Pull<'a>,
    locks: &'a WeightsWork,
    harms: HarmTest,
}

impl PullTrial<'_> {
    /// One search, with what it comes to; none if `go_on` breaks off.
    fn run(&self, prepared: &Prepared, go_on: &GoOn<'_>) -> Option<Result<Pulled, String>> {
        let pull = self.pull;
        let within = |done: f32| go_on(0.8 * done);
        let found = match pull.change {
            PullBy::Weights => by_weights(self.document, pull, prepared, self.locks, &within),
            PullBy::Map(kind) => pull_by_map(self.before, pull, kind, prepared, &within),
        };
        let (edits, report) = match found? {
            Ok(found) => found,
            Err(why) => return Some(Err(why)),
        };
        let after = match self.document.with_weight_edits(&edits) {
            Ok(after) => after,
            Err(error) => {
                return Some(Err(format!("the weights cannot be changed: {error}.")));
            }
        };
        let seen = document_for(&after, pull.change).into_owned();
        let distances = match prepared.distances(self.before, &seen, pull.look, &self.harms) {
            Ok(distances) => distances,
            Err(why) => return Some(Err(why)),
        };
        let Distances {
            pulled,
            left,
            lost,
            nearer,
        } = distances;
        let gain = PullGain {
            length: pulled.maximum() - left.maximum(),
            volume: nearer,
        };
        let within = |done: f32| go_on(0.8 + 0.2 * done);
        let mut harms = self.harms.worst(self.before, &seen, gain, &within)?;
        let worst = harms.iter().position(|harm| harm.outweighs).unwrap_or(0);
        Some(Ok(Pulled {
            after,
            report,
            left,
            pulled,
            lost: (lost, prepared.poses.len() - 1),
            harm: (worst < harms.len()).then(|| harms.swap_remove(worst)),
            measured_by: self.harms.measure_words(),
        }))
    }
}

/// The document as what is changed sees it.
fn document_for(document: &Document, change: PullBy) -> Cow<'_, Document> {
    match change {
        PullBy::Map(MapKind::Bulge) => Cow::Borrowed(document),
        PullBy::Weights | PullBy::Map(MapKind::Blend) => without_bulge(document),
    }
}

fn by_weights(
    document: &Document,
    pull: &Pull<'_>,
    prepared: &Prepared,
    locks: &WeightsWork,
    go_on: &GoOn<'_>,
) -> Option<Result<(Vec<WeightEdit>, Report), String>> {
    let locks = WeightsWork {
        locked: locks.locked.clone(),
        vertices: prepared.vertices(),
        ..WeightsWork::default()
    };
    let choice = FitChoice {
        look: pull.look,
        limit: pull.limit,
        joints: FitCandidates::Region,
        ..FitChoice::default()
    };
    let found = fit_weights(document, &choice, &prepared.poses, &locks, go_on)?;
    Some(found.map(|found| (found.edits, found.report)))
}

/// The pulled pose and the others, with the vertices that go along.
pub(super) struct Prepared {
    /// The pulled pose first.
    pub(super) poses: Vec<PoseTargets>,
    /// The names of the others, in their order.
    pub(super) names: Vec<String>,
    pub(super) affected: Vec<Affected>,
}

/// A vertex that goes along.
pub(super) struct Affected {
    pub(super) place: VertexPlace,
    /// Where it stands in lists of all placed vertices.
    pub(super) listed: usize,
    /// Its share of the way.
    share: f32,
}

impl Prepared {
    fn new(document: &Document, pull: &Pull<'_>, tests: &[PresetFile]) -> Result<Self, String> {
        let character = &*document.character;
        let mut places = placed_positions(document, pull.pose, pull.look)?;
        let affected = affected_vertices(character, &places, pull);
        if affected.is_empty() {
            return Err("no vertex is selected; select some, and try again.".to_owned());
        }
        for of in &affected {
            if let Some(place) = places.get_mut(of.listed) {
                *place += pull.by * of.share;
            }
        }
        let mut others = match pull.keep {
            PullKeep::Nothing => Vec::new(),
            PullKeep::Tests => poses_of(character, FitPoses::Tests, tests)?,
            PullKeep::Clip(clip) => moments(poses_of(character, FitPoses::Clip(clip), tests)?),
        };
        for other in &mut others {
            drive(&document.driven, &mut other.pose);
        }
        // The pulled pose may be one of them: it is to change, and not to stay as well.
        others.retain(|other| other.pose != *pull.pose);
        let own = PoseTargets {
            places: Some(places),
            ..pose_to_keep(pull.pose.clone())
        };
        let (names, others): (Vec<String>, Vec<PoseTargets>) = others
            .into_iter()
            .map(|named| (named.name, pose_to_keep(named.pose)))
            .unzip();
        Ok(Self {
            poses: std::iter::once(own).chain(others).collect(),
            names,
            affected,
        })
    }

    /// Lets all other poses count so much together, the pulled one counting 1.
    fn count_others(&mut self, together: f64) {
        let count = u32::try_from(self.names.len().max(1)).unwrap_or(u32::MAX);
        for other in self.poses.iter_mut().skip(1) {
            // Shared among them, so that many poses hold a vertex no faster than few.
            other.share = together / f64::from(count);
        }
    }

    /// The vertices that go along, selected.
    pub(super) fn vertices(&self) -> VertexSelection {
        let mut vertices = VertexSelection::default();
        let affected: Vec<VertexPlace> = self.affected.iter().map(|of| of.place).collect();
        vertices.choose(&affected, Choose::Alone);
        vertices
    }

    /// Distances in all poses, before and after the change.
    fn distances(
        &self,
        before: &Document,
        seen: &Document,
        look: Look,
        harms: &HarmTest,
    ) -> Result<Distances, String> {
        let mut all = Distances::default();
        for of in &self.poses {
            let was = placed_positions(before, &of.pose, look)?;
            let is = placed_positions(seen, &of.pose, look)?;
            match &of.places {
                Some(wanted) => {
                    all.pulled.add(&self.distance(&was, wanted));
                    all.left.add(&self.distance(&is, wanted));
                    all.nearer += harms.nearer(&was, &is, wanted);
                }
                None => all.lost.add(&self.distance(&was, &is)),
            }
        }
        Ok(all)
    }

    fn distance(&self, one: &[Vec3], other: &[Vec3]) -> FitError {
        let squares = self.affected.iter().filter_map(|of| {
            let square = one.get(of.listed)?.distance_squared(*other.get(of.listed)?);
            Some(f64::from(square))
        });
        FitError::of_squares(squares)
    }
}

/// What is measured of a pull in all poses.
#[derive(Clone, Copy, Debug, Default)]
struct Distances {
    pulled: FitError,
    left: FitError,
    lost: FitError,
    /// The volume by which the surface comes nearer to where it is pulled.
    nearer: f64,
}

/// Moments of a clip, named for messages.
fn moments(poses: Vec<NamedPose>) -> Vec<NamedPose> {
    let count = poses.len();
    let named = |moment: NamedPose| NamedPose {
        name: format!("moment {} of {count}", moment.name),
        pose: moment.pose,
    };
    poses.into_iter().map(named).collect()
}

/// All placed vertices in a pose.
pub(super) fn placed_positions(
    document: &Document,
    pose: &Pose,
    look: Look,
) -> Result<Vec<Vec3>, String> {
    let character = &*document.character;
    let deformed = deform(character, pose, &document.scale_inheritance, look);
    deformed
        .map(places)
        .map_err(|error| format!("a pose does not fit: {error}."))
}

/// The vertices that go along, each with its share of the way.
fn affected_vertices(character: &Character, placed: &[Vec3], pull: &Pull<'_>) -> Vec<Affected> {
    let of_primitive = |(primitive, of): (usize, PlacedPrimitive<'_>)| {
        let vertices = 0..of.primitive.positions.len();
        vertices.map(move |vertex| VertexPlace { primitive, vertex })
    };
    let all = || {
        let primitives = placed_primitives(character).enumerate();
        primitives.flat_map(of_primitive).zip(placed)
    };
    let selected: Vec<Vec3> = all()
        .filter(|(place, _)| pull.vertices.contains(place))
        .map(|(_, position)| *position)
        .collect();
    let is_wide = pull.radius.is_finite() && pull.radius > 0.0;
    let share = |place: VertexPlace, position: Vec3| {
        if pull.vertices.contains(&place) {
            return 1.0;
        }
        // Without a radius no distance is needed, which spares going over all pairs of vertices.
        let nearest = selected.iter().filter(|_| is_wide);
        let nearest = nearest
            .map(|at| at.distance_squared(position))
            .fold(f32::INFINITY, f32::min);
        let share = (1.0 - nearest / (pull.radius * pull.radius)).max(0.0);
        if is_wide { share * share } else { 0.0 }
    };
    all()
        .enumerate()
        .map(|(listed, (place, position))| Affected {
            place,
            listed,
            share: share(place, *position),
        })
        .filter(|of| of.share > 0.0)
        .collect()
}
