//! Vertices pulled elsewhere in one pose, by weights.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use glam::Vec3;
use rig::Pose;
use scene::deform::{DeformedPrimitive, deform};
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use weights::{FitError, Report};

use super::poses::kept;
use super::{
    FitCandidates, FitChoice, FitPoses, Places, PoseTargets, fitted, poses_of, without_bulge,
};
use crate::document::Document;
use crate::files::presets::PresetFile;
use crate::files::settings::Units;
use crate::tools::selection::Choose;
use crate::weighting::weights_work::{VertexSelection, WeightsWork};

/// What all other poses count together, beside the one that is pulled in.
const OTHERS: f64 = 0.05;

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
    /// The other poses that are to stay as they are.
    pub keep: PullKeep,
    /// The largest number of joints per vertex; 0 for no limit.
    pub limit: u8,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Pulled {
    /// The document with the new weights.
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

/// Finds weights with which vertices go where they are pulled, other poses kept as well as they can be.
///
/// The squares of all other poses count a twentieth together. Locked joints and the limit hold; joints are those that the vertices around have, and the ones above and below. None if `go_on` breaks off.
///
/// # Errors
///
/// One sentence: a pose does not fit, or no vertex is meant.
pub fn pulled(
    document: &Document,
    pull: &Pull<'_>,
    (tests, locks): (&[PresetFile], &WeightsWork),
    go_on: &dyn Fn(f32) -> ControlFlow<()>,
) -> Option<Result<Pulled, String>> {
    let plain = &*without_bulge(document);
    let prepared = match Prepared::new(plain, pull, tests) {
        Ok(prepared) => prepared,
        Err(why) => return Some(Err(why)),
    };
    let mut vertices = VertexSelection::default();
    let affected: Vec<VertexPlace> = prepared.affected.iter().copied().collect();
    vertices.choose(&affected, Choose::Alone);
    let locks = WeightsWork {
        locked: locks.locked.clone(),
        vertices,
        ..WeightsWork::default()
    };
    let choice = FitChoice {
        look: pull.look,
        limit: pull.limit,
        joints: FitCandidates::Region,
        ..FitChoice::default()
    };
    let found = match fitted(document, (&choice, &prepared.poses), &locks, go_on)? {
        Ok(found) => found,
        Err(why) => return Some(Err(why)),
    };
    let after = document.painted(&found.edits);
    Some(match after {
        Ok(after) => prepared.measured(plain, after, (pull, found.report)),
        Err(error) => Err(format!("the weights cannot be changed: {error}.")),
    })
}

/// The pulled pose and the others, with the vertices that go along.
struct Prepared {
    poses: Vec<PoseTargets>,
    affected: BTreeSet<VertexPlace>,
}

impl Prepared {
    fn new(document: &Document, pull: &Pull<'_>, tests: &[PresetFile]) -> Result<Self, String> {
        let character = &*document.character;
        let mut places = placed(document, pull.pose, pull.look)?;
        let affected = affected(&places, pull);
        if affected.is_empty() {
            return Err("no vertex is selected; select some, and try again.".to_owned());
        }
        for (place, share) in &affected {
            let positions = places.get_mut(place.primitive).map(|of| &mut of.positions);
            if let Some(position) = positions.and_then(|of| of.get_mut(place.vertex)) {
                *position += pull.by * *share;
            }
        }
        let others = match pull.keep {
            PullKeep::Nothing => Vec::new(),
            PullKeep::Tests => poses_of(character, FitPoses::Tests, tests)?,
            PullKeep::Clip(clip) => poses_of(character, FitPoses::Clip(clip), tests)?,
        };
        let count = u32::try_from(others.len().max(1)).unwrap_or(u32::MAX);
        let own = PoseTargets {
            places: Some(Places::Placed(places)),
            ..kept(pull.pose.clone())
        };
        let others = others.into_iter().map(|named| PoseTargets {
            share: OTHERS / f64::from(count),
            ..kept(named.pose)
        });
        Ok(Self {
            poses: std::iter::once(own).chain(others).collect(),
            affected: affected.into_iter().map(|(place, _)| place).collect(),
        })
    }

    /// Distances in all poses, with the weights before and after.
    fn measured(
        &self,
        before: &Document,
        after: Document,
        (pull, report): (&Pull<'_>, Report),
    ) -> Result<Pulled, String> {
        let (mut pulled, mut left, mut lost) = <(FitError, FitError, FitError)>::default();
        let plain = without_bulge(&after);
        for of in &self.poses {
            let was = placed(before, &of.pose, pull.look)?;
            let is = placed(&plain, &of.pose, pull.look)?;
            match &of.places {
                Some(Places::Placed(wanted)) => {
                    pulled.add(&self.distance(&was, wanted));
                    left.add(&self.distance(&is, wanted));
                }
                _ => lost.add(&self.distance(&was, &is)),
            }
        }
        drop(plain);
        Ok(Pulled {
            after,
            report,
            left,
            pulled,
            lost: (lost, self.poses.len() - 1),
        })
    }

    fn distance(&self, one: &[DeformedPrimitive], other: &[DeformedPrimitive]) -> FitError {
        let squares = self.affected.iter().filter_map(|&place| {
            let square = at(one, place)?.distance_squared(at(other, place)?);
            Some(f64::from(square))
        });
        FitError::of_squares(squares)
    }
}

fn at(placed: &[DeformedPrimitive], place: VertexPlace) -> Option<Vec3> {
    placed
        .get(place.primitive)?
        .positions
        .get(place.vertex)
        .copied()
}

fn placed(document: &Document, pose: &Pose, look: Look) -> Result<Vec<DeformedPrimitive>, String> {
    let character = &*document.character;
    let deformed = deform(character, pose, &document.scale_inheritance, look);
    deformed.map_err(|error| format!("a pose does not fit: {error}."))
}

/// The vertices that go along, each with its share of the way.
fn affected(placed: &[DeformedPrimitive], pull: &Pull<'_>) -> Vec<(VertexPlace, f32)> {
    let selected: Vec<Vec3> = pull
        .vertices
        .iter()
        .filter_map(|&place| at(placed, place))
        .collect();
    let is_wide = pull.radius.is_finite() && pull.radius > 0.0;
    let mut affected = Vec::new();
    for (primitive, of) in placed.iter().enumerate() {
        for (vertex, position) in of.positions.iter().enumerate() {
            let place = VertexPlace { primitive, vertex };
            if pull.vertices.contains(&place) {
                affected.push((place, 1.0));
                continue;
            }
            if !is_wide {
                continue;
            }
            let nearest = selected
                .iter()
                .map(|at| at.distance_squared(*position))
                .fold(f32::INFINITY, f32::min);
            let share = 1.0 - nearest / (pull.radius * pull.radius);
            if share > 0.0 {
                affected.push((place, share * share));
            }
        }
    }
    affected
}
