//! What may help where a test pose changes the volume: tried on a copy, measured there and elsewhere, and kept only if it helps.

mod refused;
mod smoothed;

use std::sync::Arc;

use character::WeightEdit;
use rig::{ByMap, GoOn, JointIndex, MapKind, Method, RowList};
use scene::joint_volume::{JointZone, joint_zones};
use scene::names::joint_name;
use scene::placed::placed_primitives;
use scene::posed_character::Look;

use super::harm::{HARMLESS, Harm, harms};
use super::volume_list::{VolumeChanges, VolumeList, VolumePlace, VolumeTest, percent};
use crate::document::Document;
use crate::settings::Units;
use crate::state::weight_table::weights_work::WeightsWork;
use smoothed::Smoothed;

pub use refused::RefusedRemedies;

/// What is tried where a volume changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remedy {
    /// Smoother weights, over as many millimeters as help most.
    Smooth,
    /// Other numbers of the blend map.
    Blend,
}

/// What is to be tried where; equal if it is of the same list.
#[derive(Clone, Debug)]
pub struct RemedyOrder {
    /// The list of the place.
    pub list: Arc<VolumeList>,
    /// Which place of the list.
    pub index: usize,
    /// What is tried there.
    pub remedy: Remedy,
    /// What was refused there already, see [`RefusedRemedies`]: it is not advised again.
    pub refused: Vec<Remedy>,
}

impl Remedy {
    const fn name(self) -> &'static str {
        match self {
            Self::Smooth => "Smooth",
            Self::Blend => "Blend map",
        }
    }

    /// The name of the step in the history, at a joint of this name.
    fn name_at(self, joint: &str) -> String {
        format!("{} at {joint}", self.name())
    }
}

impl RemedyOrder {
    /// The place; none where the list has none of this index.
    fn place(&self) -> Option<&VolumePlace> {
        self.list.places.get(self.index)
    }
}

impl PartialEq for RemedyOrder {
    fn eq(&self, other: &Self) -> bool {
        let what = |of: &Self| (of.index, of.remedy);
        Arc::ptr_eq(&self.list, &other.list) && what(self) == what(other)
    }
}

/// A remedy that helps.
#[derive(Clone, Debug)]
pub struct Mended {
    /// The document with it.
    pub after: Document,
    /// The method by which it is seen, where that is another one than it was measured by before.
    pub look: Option<Look>,
    /// What it did, there and elsewhere.
    pub said: String,
}

/// One try, with what it comes to.
struct RemedyTrial {
    after: Document,
    look: Look,
    /// The change of volume at the place.
    change: f32,
    /// What was done, in words.
    words: String,
}

/// A gain of less than this share of the volume is none.
const LEAST_GAIN: f32 = 0.01;
/// How far numbers of the blend map are taken towards one end.
const AMOUNTS: [f32; 3] = [1.0, 0.6, 0.3];

/// Everything that trials are made from and measured with.
#[derive(Debug)]
pub struct RemedyTask {
    document: Document,
    test: VolumeTest,
    place: VolumePlace,
    remedy: Remedy,
    refused: Vec<Remedy>,
    locks: WeightsWork,
    limit: u8,
    units: Units,
}

impl RemedyTask {
    /// None where the list has no such place. `locks` keep their weights, and no more than `limit` joints come to a vertex.
    #[must_use]
    pub fn new(
        order: &RemedyOrder,
        document: &Document,
        surface: Arc<scene::combined_surface::CombinedSurface>,
        (locks, limit, units): (WeightsWork, u8, Units),
    ) -> Option<Self> {
        Some(Self {
            place: order.place()?.clone(),
            test: VolumeTest {
                of: Arc::clone(&document.character),
                surface,
                poses: Arc::clone(&order.list.poses),
                look: order.list.look,
                scale_inheritance: Arc::clone(&document.scale_inheritance),
                driven: Arc::clone(&document.driven),
            },
            document: document.clone(),
            remedy: order.remedy,
            refused: order.refused.clone(),
            locks,
            limit,
            units,
        })
    }

    /// The name of the step in the history.
    #[must_use]
    pub fn name(&self) -> String {
        self.remedy.name_at(&self.joint(self.place.joint))
    }

    /// Tries, measures, and keeps what helps most: the change of volume at the place gets smaller by a hundredth of the volume at least, and
    /// by more than any other zone or pose gets worse. None if `go_on` breaks off.
    ///
    /// # Errors
    ///
    /// Why nothing helps, with both numbers.
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<Result<Mended, String>> {
        let zones = joint_zones(&self.document.character, &self.test.surface);
        let before = self.test.changes(&zones, &|done| go_on(0.3 * done))?;
        let mut trials = match self.trials(&zones, &|done| go_on(0.3 + 0.4 * done))? {
            Ok(trials) => trials,
            Err(why) => return Some(Err(why)),
        };
        // The best at the place first: measuring all poses takes longest, and ends with the first that is worth its
        // cost.
        trials.sort_by(|one, other| one.change.abs().total_cmp(&other.change.abs()));
        let mut failed = None;
        for (number, trial) in trials.into_iter().enumerate() {
            let gain = self.place.change.abs() - trial.change.abs();
            if gain < LEAST_GAIN {
                // All that follow gain no more.
                failed.get_or_insert((trial, None));
                break;
            }
            #[expect(clippy::cast_precision_loss, reason = "a handful of trials")]
            let share = 0.7 + 0.3 * (number as f32 / AMOUNTS.len().max(number + 1) as f32);
            let test = self.test_of(&trial);
            let after = test.changes(&zones, &|_| go_on(share.min(1.0)))?;
            let cost = self.cost(&zones, &before, &after);
            if cost.is_none_or(|cost| cost.size() < gain) {
                return Some(Ok(self.finish_trial(trial, &zones, cost)));
            }
            failed.get_or_insert((trial, cost));
        }
        Some(Err(self.refusal(&zones, failed)))
    }

    fn trials(
        &self,
        zones: &[JointZone],
        go_on: &GoOn<'_>,
    ) -> Option<Result<Vec<RemedyTrial>, String>> {
        match self.remedy {
            Remedy::Smooth => self.smoothing_trials(zones, go_on),
            Remedy::Blend => {
                go_on(0.0).continue_value()?;
                Some(self.blend_trials(zones))
            }
        }
    }

    /// Weights smoothed over more and more, until the change is harmless, or no longer gets smaller.
    fn smoothing_trials(
        &self,
        zones: &[JointZone],
        go_on: &GoOn<'_>,
    ) -> Option<Result<Vec<RemedyTrial>, String>> {
        let mut smoothed = match Smoothed::new(&self.document, &self.place, &self.locks, self.limit)
        {
            Some(smoothed) => smoothed,
            None => return Some(Err(format!("{}: nothing there has a skin.", self.name()))),
        };
        let mut trials: Vec<RemedyTrial> = Vec::new();
        loop {
            let step = match smoothed.wider(go_on)? {
                Ok(Some(step)) => step,
                Ok(None) => break,
                Err(error) => return Some(Err(format!("{}: {error}.", self.name()))),
            };
            let words = format!("weights smoothed over {}", self.units.length(step.reach));
            let Some(trial) = self.measure_trial(zones, (step.after, self.test.look), words) else {
                break;
            };
            let is_enough = trial.change.abs() < HARMLESS;
            let is_worse = trials
                .last()
                .is_some_and(|last| last.change.abs() < trial.change.abs());
            trials.push(trial);
            if is_enough || is_worse {
                break;
            }
        }
        Some(Ok(trials))
    }

    /// Numbers of the map towards either end, by the method shown, or where that follows no map by affine blending.
    fn blend_trials(&self, zones: &[JointZone]) -> Result<Vec<RemedyTrial>, String> {
        let look = self.test.look;
        let follows = look.follows_maps(&self.document.character.meshes);
        let other = Look {
            method: Method::Affine,
            ..look.for_all()
        };
        let seen_by = if follows { look } else { other };
        let mut trials = Vec::new();
        for goal in [0.0, 1.0] {
            for amount in AMOUNTS {
                trials.extend(self.blend_trial(zones, (goal, amount), seen_by)?);
            }
        }
        Ok(trials)
    }

    /// Numbers of the map towards one end; none where no number changes, or nothing can be measured.
    fn blend_trial(
        &self,
        zones: &[JointZone],
        (goal, amount): (f32, f32),
        seen_by: Look,
    ) -> Result<Option<RemedyTrial>, String> {
        let edits = self.blend_edits((goal, amount));
        if edits.is_empty() {
            return Ok(None);
        }
        let after = self.document.with_weight_edits(&edits);
        let after = after.map_err(|error| format!("{}: {error}.", self.name()))?;
        let towards = if goal > 0.5 {
            "dual quaternions"
        } else {
            "linear blending"
        };
        let words = format!("blend map {:.0} % towards {towards}", 100.0 * amount);
        Ok(self.measure_trial(zones, (after, seen_by), words))
    }

    /// Numbers of the blend map that change. Where the method shown blends a mesh linearly and there is no map yet, all its other vertices
    /// go on so: they get 0.
    fn blend_edits(&self, (goal, amount): (f32, f32)) -> Vec<WeightEdit> {
        let character = &self.document.character;
        let mut edits: Vec<WeightEdit> = Vec::new();
        for (index, placed) in placed_primitives(character).enumerate() {
            let of_primitive = (placed.instance.mesh, placed.primitive_index);
            let is_known = |edit: &WeightEdit| (edit.mesh, edit.primitive) == of_primitive;
            if placed.primitive.influences.is_none() || edits.iter().any(is_known) {
                continue;
            }
            let map = placed.primitive.maps.blend.as_ref();
            let before = |vertex: usize| map.map_or(1.0, |map| map.value(vertex));
            let mesh = character.meshes.get(placed.instance.mesh);
            let own = mesh.map_or(self.test.look, |mesh| self.test.look.of_mesh(mesh));
            let starts_at_zero = map.is_none() && own.method == Method::Linear;
            let count = placed.primitive.positions.len();
            let mut wanted: Vec<f32> = (0..count)
                .map(|vertex| if starts_at_zero { 0.0 } else { before(vertex) })
                .collect();
            self.move_towards((goal, amount), index, &mut wanted);
            let numbers = (0_u32..).zip(wanted).enumerate();
            let changed = numbers
                .filter(|(vertex, (_, number))| (number - before(*vertex)).abs() > f32::EPSILON);
            edits.push(WeightEdit {
                mesh: of_primitive.0,
                primitive: of_primitive.1,
                rows: RowList::default(),
                maps: ByMap::only(MapKind::Blend, changed.map(|(_, number)| number).collect()),
            });
        }
        edits.retain(|edit| !edit.has_no_numbers());
        edits
    }

    /// Moves the numbers of those vertices of a placed primitive that are at the place: the more, the more they are in its midst.
    fn move_towards(&self, (goal, amount): (f32, f32), primitive: usize, numbers: &mut [f32]) {
        let here = self.place.vertices.iter();
        for (at, midst) in here.filter(|(at, _)| at.primitive == primitive) {
            if let Some(number) = numbers.get_mut(at.vertex) {
                *number += (goal - *number) * midst * amount;
            }
        }
    }

    /// A trial with the change at the place; none where nothing can be measured.
    fn measure_trial(
        &self,
        zones: &[JointZone],
        (after, look): (Document, Look),
        words: String,
    ) -> Option<RemedyTrial> {
        let mut trial = RemedyTrial {
            after,
            look,
            change: 0.0,
            words,
        };
        // The place alone in its one pose: all poses are measured for the best trials only.
        let zone = zones.iter().find(|zone| zone.joint == self.place.joint)?;
        trial.change = self.test_of(&trial).change(zone, self.place.pose)?;
        Some(trial)
    }

    fn test_of(&self, trial: &RemedyTrial) -> VolumeTest {
        VolumeTest {
            of: Arc::clone(&trial.after.character),
            look: trial.look,
            ..self.test.clone()
        }
    }

    /// What gets worse most, beside the place itself; none if nothing does.
    fn cost(
        &self,
        zones: &[JointZone],
        before: &VolumeChanges,
        after: &VolumeChanges,
    ) -> Option<Harm> {
        let is_here = |harm: &Harm| {
            let joint = zones.get(harm.zone).map(|zone| zone.joint);
            (joint, harm.pose) == (Some(self.place.joint), self.place.pose)
        };
        let elsewhere = harms(before, after).filter(|harm| !is_here(harm));
        elsewhere.max_by(|one, other| one.size().total_cmp(&other.size()))
    }

    fn finish_trial(&self, trial: RemedyTrial, zones: &[JointZone], cost: Option<Harm>) -> Mended {
        let cost = self.cost_words(zones, cost, "gets worse");
        let said = format!(
            "{}: {} in “{}” became {}, {}; {cost}.",
            self.name(),
            percent(self.place.change),
            self.pose_name(self.place.pose),
            percent(trial.change),
            trial.words,
        );
        Mended {
            look: (trial.look != self.test.look).then_some(trial.look),
            after: trial.after,
            said,
        }
    }

    fn refusal(&self, zones: &[JointZone], failed: Option<(RemedyTrial, Option<Harm>)>) -> String {
        let name = self.name();
        let others = self.others();
        let Some((trial, cost)) = failed else {
            return format!(
                "{name}: nothing was changed, since it has nothing to try there; {others}."
            );
        };
        let was = percent(self.place.change);
        let cost = cost.map(|cost| self.cost_words(zones, Some(cost), "would get worse"));
        let cost = cost.map_or_else(String::new, |cost| format!("; {cost}"));
        format!(
            "{name}: nothing was changed: {was} in “{}” would become {}{cost}; {others}.",
            self.pose_name(self.place.pose),
            percent(trial.change),
        )
    }

    /// What may be done instead: the other remedy, unless that was refused here as well.
    fn others(&self) -> String {
        let other = match self.remedy {
            Remedy::Smooth => Remedy::Blend,
            Remedy::Blend => Remedy::Smooth,
        };
        let name = other.name();
        if self.refused.contains(&other) {
            format!("{name} was refused here too, so that no remedy is left: paint the weights")
        } else {
            format!("try {name}, or paint the weights")
        }
    }

    fn cost_words(&self, zones: &[JointZone], cost: Option<Harm>, verb: &str) -> String {
        let Some((cost, zone)) = cost.and_then(|cost| Some((cost, zones.get(cost.zone)?))) else {
            return "nothing else gets worse".to_owned();
        };
        format!(
            "{} in “{}” {verb}, {}",
            self.joint(zone.joint),
            self.pose_name(cost.pose),
            cost.figures()
        )
    }

    fn joint(&self, joint: JointIndex) -> String {
        joint_name(&self.document.character.rig.skeleton, joint)
    }

    fn pose_name(&self, pose: usize) -> &str {
        self.test.poses.get(pose).map_or("", |pose| &pose.name)
    }
}
