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

use super::poses::{kept, places};
use super::pull_map::pull_by_map;
use super::{FitCandidates, FitChoice, FitPoses, PoseTargets, fitted, poses_of, without_bulge};
use crate::document::Document;
use crate::files::presets::PresetFile;
use crate::files::settings::Units;
use crate::tools::selection::Choose;
use crate::weighting::weights_work::{VertexSelection, WeightsWork};

/// What all other poses count together, beside the one that is pulled in.
const OTHERS: f64 = 0.05;
/// Coming nearer by less than this share of the way is no gain.
const LEAST_GAIN: f64 = 0.01;

/// The other poses that are to stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PullKeep {
    /// None.
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
    /// The weights.
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
    /// The selected vertices.
    pub vertices: &'a BTreeSet<VertexPlace>,
    /// By how much they are pulled, in scene space.
    pub by: Vec3,
    /// How far others go along: by `(1 − (d/r)²)²` of it at a distance d in this pose from the nearest selected one.
    pub radius: f32,
    /// What is changed.
    pub change: PullBy,
    /// The other poses that are to stay as they are.
    pub keep: PullKeep,
    /// The largest number of joints per vertex; 0 for no limit.
    pub limit: u8,
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
}

impl Pulled {
    /// Whether the skin moves farther in another pose than it comes nearer in this one.
    #[must_use]
    pub fn costs_more(&self) -> bool {
        self.lost.0.maximum() > self.gain()
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
        self.costs_more().then(|| self.refusal(units))
    }

    fn gain(&self) -> f64 {
        self.pulled.maximum() - self.left.maximum()
    }

    fn refusal(&self, units: Units) -> String {
        let [gain, lost] = [self.gain().max(0.0), self.lost.0.maximum()]
            .map(|length| units.length(super::narrow(length)));
        format!(
            "nothing was changed: it would come nearer by {gain} here, and move by up to {lost} in other poses. Choose “At any cost” to do it all the same, a wider falloff, or another change."
        )
    }

    /// The message about it.
    #[must_use]
    pub fn words(&self, units: Units) -> String {
        let pair = |error: &FitError| {
            let [rms, most] =
                [error.rms(), error.maximum()].map(|length| units.length(super::narrow(length)));
            format!("{rms} (root mean square), {most} at most")
        };
        let (lost, poses) = &self.lost;
        let mut text = format!(
            "{}; pulled by {}; left to go: {}",
            self.report,
            units.length(super::narrow(self.pulled.maximum())),
            pair(&self.left)
        );
        if *poses > 0 {
            let poses = match poses {
                1 => "1 other pose".to_owned(),
                poses => format!("{poses} other poses"),
            };
            text += &format!("; moved in {poses}: {}", pair(lost));
        }
        text
    }
}

/// Finds weights, or numbers of a map, with which vertices go where they are pulled, other poses kept as well as they can be.
///
/// The squares of all other poses count a twentieth together. Weights: locked joints and the limit hold; joints are those that the
/// vertices around have, and the ones above and below; the bulge map, which acts on top of them, is left out. A map: see `pull_map.rs`.
/// None if `go_on` breaks off.
///
/// # Errors
///
/// One sentence: a pose does not fit, a clip is no more, no vertex is meant, or the method does not look at maps.
pub fn pulled(
    document: &Document,
    pull: &Pull<'_>,
    (tests, locks): (&[PresetFile], &WeightsWork),
    go_on: &GoOn<'_>,
) -> Option<Result<Pulled, String>> {
    let before = seen_by(document, pull.change);
    let prepared = match Prepared::new(&before, pull, tests) {
        Ok(prepared) => prepared,
        Err(why) => return Some(Err(why)),
    };
    let found = match pull.change {
        PullBy::Weights => by_weights(document, pull, (&prepared, locks), go_on),
        PullBy::Map(kind) => pull_by_map(&before, (pull, kind), &prepared, go_on),
    };
    let (edits, report) = match found? {
        Ok(found) => found,
        Err(why) => return Some(Err(why)),
    };
    Some(match document.painted(&edits) {
        Ok(after) => {
            let seen = seen_by(&after, pull.change).into_owned();
            prepared.measured((&before, &seen), after, (pull, report))
        }
        Err(error) => Err(format!("the weights cannot be changed: {error}.")),
    })
}

/// The document as what is changed sees it.
fn seen_by(document: &Document, change: PullBy) -> Cow<'_, Document> {
    match change {
        PullBy::Map(MapKind::Bulge) => Cow::Borrowed(document),
        PullBy::Weights | PullBy::Map(MapKind::Blend) => without_bulge(document),
    }
}

fn by_weights(
    document: &Document,
    pull: &Pull<'_>,
    (prepared, locks): (&Prepared, &WeightsWork),
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
    let found = fitted(document, (&choice, &prepared.poses), &locks, go_on)?;
    Some(found.map(|found| (found.edits, found.report)))
}

/// The pulled pose and the others, with the vertices that go along.
pub(super) struct Prepared {
    pub(super) poses: Vec<PoseTargets>,
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
        let mut places = placed(document, pull.pose, pull.look)?;
        let affected = affected(character, &places, pull);
        if affected.is_empty() {
            return Err("no vertex is selected; select some, and try again.".to_owned());
        }
        for of in &affected {
            if let Some(place) = places.get_mut(of.listed) {
                *place += pull.by * of.share;
            }
        }
        let others = match pull.keep {
            PullKeep::Nothing => Vec::new(),
            PullKeep::Tests => poses_of(character, FitPoses::Tests, tests)?,
            PullKeep::Clip(clip) => poses_of(character, FitPoses::Clip(clip), tests)?,
        };
        let count = u32::try_from(others.len().max(1)).unwrap_or(u32::MAX);
        let own = PoseTargets {
            places: Some(places),
            ..kept(pull.pose.clone())
        };
        let others = others.into_iter().map(|named| PoseTargets {
            share: OTHERS / f64::from(count),
            ..kept(named.pose)
        });
        Ok(Self {
            poses: std::iter::once(own).chain(others).collect(),
            affected,
        })
    }

    /// The vertices that go along, selected.
    pub(super) fn vertices(&self) -> VertexSelection {
        let mut vertices = VertexSelection::default();
        let affected: Vec<VertexPlace> = self.affected.iter().map(|of| of.place).collect();
        vertices.choose(&affected, Choose::Alone);
        vertices
    }

    /// Distances in all poses, before and after the change.
    fn measured(
        &self,
        (before, seen): (&Document, &Document),
        after: Document,
        (pull, report): (&Pull<'_>, Report),
    ) -> Result<Pulled, String> {
        let (mut pulled, mut left, mut lost) = <(FitError, FitError, FitError)>::default();
        for of in &self.poses {
            let was = placed(before, &of.pose, pull.look)?;
            let is = placed(seen, &of.pose, pull.look)?;
            match &of.places {
                Some(wanted) => {
                    pulled.add(&self.distance(&was, wanted));
                    left.add(&self.distance(&is, wanted));
                }
                None => lost.add(&self.distance(&was, &is)),
            }
        }
        Ok(Pulled {
            after,
            report,
            left,
            pulled,
            lost: (lost, self.poses.len() - 1),
        })
    }

    fn distance(&self, one: &[Vec3], other: &[Vec3]) -> FitError {
        let squares = self.affected.iter().filter_map(|of| {
            let square = one.get(of.listed)?.distance_squared(*other.get(of.listed)?);
            Some(f64::from(square))
        });
        FitError::of_squares(squares)
    }
}

/// All placed vertices in a pose.
pub(super) fn placed(document: &Document, pose: &Pose, look: Look) -> Result<Vec<Vec3>, String> {
    let character = &*document.character;
    let deformed = deform(character, pose, &document.scale_inheritance, look);
    deformed
        .map(places)
        .map_err(|error| format!("a pose does not fit: {error}."))
}

/// The vertices that go along, each with its share of the way.
fn affected(character: &Character, placed: &[Vec3], pull: &Pull<'_>) -> Vec<Affected> {
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
