//! Pushers and muscles at elbows and knees: joints, what drives them, and their weights, as one step.

use std::collections::BTreeSet;

use character::Character;
use glam::Quat;
use rig::{
    DrivenChannel, DrivenCombine, DrivenTarget, DriverMeasure, EditError, Hinge, HingeFrame,
    HingeSide, JointIndex, Rigid, Skeleton,
};
use scene::names::joint_name;
use scene::report::pluralize;

use super::helper_joints::{
    Giving, HelperWeights, NewJoint, WithHelperJoints, add_joint, helper_name, rested, weights_of,
};
use super::hinges::{FoundHinge, HelperAsk, unclear_words};
use super::twist_joints::{spread_over_twist, twisted_joint};
use crate::document::Document;
use crate::state::painting::paint_mesh::PaintMesh;
use crate::state::weight_table::weights_work::WeightsWork;

/// The word that names and messages have for a pusher.
const PUSHER: &str = "pusher";

/// How muscles change as hinges bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MuscleOptions {
    /// By which share a muscle is thicker where the hinge is bent by 135°.
    pub swell: f32,
    /// Whether those of the other side, which are stretched, get thinner by half of that.
    pub stretched: bool,
}

/// A helper at a hinge, in the document that has its joint.
struct Helper {
    frame: HingeFrame,
    /// The hinge by the numbers of that document.
    hinge: Hinge,
    joint: JointIndex,
}

impl Helper {
    fn give_pusher(&self, weights: &mut HelperWeights<'_>) -> Result<(), String> {
        let giving = Giving {
            is_between: true,
            from: &[self.hinge.upper, self.hinge.lower],
            to: self.joint,
        };
        let share = |point| self.frame.pusher_share(point);
        weights.give(&giving, self.hinge.upper, share)
    }

    fn give_muscle(&self, side: HingeSide, weights: &mut HelperWeights<'_>) -> Result<(), String> {
        let mut from = vec![self.hinge.upper];
        from.extend(twists_of(&weights.document, self.hinge.upper));
        let giving = Giving {
            is_between: false,
            from: &from,
            to: self.joint,
        };
        let share = |point| self.frame.muscle_share(point, side);
        weights.give(&giving, self.hinge.upper, share)
    }
}

/// A hinge with how far its skin is from the axis.
struct Measured {
    found: FoundHinge,
    radius: f32,
}

/// Puts a pusher at each hinge: a joint below the bone above that turns by half of the bend and moves out, so that the outside keeps its volume.
///
/// `push` says how far it moves out, as a share of what linear blending loses there; 0 leaves the half turn.
///
/// # Errors
///
/// One sentence with a remedy: no hinge, a push that is no number, hinges that no skin follows on both sides.
pub fn insert_pushers(ask: &HelperAsk<'_>, push: f32) -> Result<WithHelperJoints, String> {
    let meant = Meant::of(ask, "pushers", &is_pusher)?;
    let mut said = meant.said;
    let measured = measured(ask, &meant.hinges, &mut said)?;
    let hinges: Vec<FoundHinge> = measured.iter().map(|own| own.found).collect();
    let mut after = ask.document.clone();
    let mut keys = Vec::with_capacity(hinges.len());
    for found in &hinges {
        let skeleton = &after.character.rig.skeleton;
        let joint = NewJoint {
            parent: ask.document.character.rig.skeleton.key(found.hinge.upper),
            name: name_of(ask, skeleton, found, PUSHER),
            frame: Rigid::new(upper_rotation(ask, found), found.frame.center),
        };
        keys.push(add_joint(&mut after, &joint)?);
    }
    let helpers = helpers(ask.document, &after, &hinges, &keys);
    let skeleton = &after.character.rig.skeleton;
    let channels = helpers.iter().zip(&measured).map(|(own, measured)| {
        let push = push * measured.radius;
        own.hinge.pusher(skeleton, own.joint, push)
    });
    let driven = with_channels(&after, channels)?;
    let mut weights = HelperWeights::new(driven, ask.work);
    for own in &helpers {
        own.give_pusher(&mut weights)?;
    }
    Ok(finished(weights, keys, PUSHER, said))
}

/// The hinges whose skin follows both bones; others are said.
fn measured(
    ask: &HelperAsk<'_>,
    hinges: &[FoundHinge],
    said: &mut Vec<String>,
) -> Result<Vec<Measured>, String> {
    let character = &ask.document.character;
    let meshes = PaintMesh::all(character);
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for &found in hinges {
        match radius(character, &meshes, &found) {
            Some(radius) => with.push(Measured { found, radius }),
            None => without.push(joint_name(&character.rig.skeleton, found.hinge.lower)),
        }
    }
    if !without.is_empty() {
        let names = without.join(", ");
        said.push(format!(
            "Left out: {names}, where no vertex follows both bones."
        ));
    }
    match with.is_empty() {
        false => Ok(with),
        true => Err(format!(
            "there is nothing to push. {} Bind the mesh, or give it weights first.",
            said.join(" ")
        )),
    }
}

/// Puts a muscle along the bone above each hinge: a joint that is stretched across it as the hinge bends.
///
/// # Errors
///
/// One sentence with a remedy: no hinge, a swell that is no number.
pub fn insert_muscles(
    ask: &HelperAsk<'_>,
    options: MuscleOptions,
) -> Result<WithHelperJoints, String> {
    let meant = Meant::of(ask, "muscles", &is_muscle)?;
    let mut sides = vec![(HingeSide::Inner, "muscle", options.swell)];
    if options.stretched {
        sides.push((HingeSide::Outer, "muscle_back", -0.5 * options.swell));
    }
    let mut after = ask.document.clone();
    let mut hinges = Vec::new();
    let mut keys = Vec::new();
    for found in &meant.hinges {
        for (_, word, _) in &sides {
            let skeleton = &after.character.rig.skeleton;
            let at = 0.5 * (found.frame.head + found.frame.center);
            let joint = NewJoint {
                parent: muscle_parent(ask.document, found),
                name: name_of(ask, skeleton, found, word),
                frame: Rigid::new(upper_rotation(ask, found), at),
            };
            keys.push(add_joint(&mut after, &joint)?);
            hinges.push(*found);
        }
    }
    let helpers = helpers(ask.document, &after, &hinges, &keys);
    let skeleton = &after.character.rig.skeleton;
    let sided = || helpers.iter().zip(sides.iter().cycle());
    let channels =
        sided().map(|(own, (_, _, swell))| own.hinge.muscle(skeleton, own.joint, *swell));
    let driven = with_channels(&after, channels)?;
    let mut weights = HelperWeights::new(driven, ask.work);
    for (own, (side, _, _)) in sided() {
        own.give_muscle(*side, &mut weights)?;
    }
    Ok(finished(weights, keys, "muscle", meant.said))
}

/// What a helper at a hinge is.
#[derive(Clone, Copy, PartialEq)]
enum HingeHelper {
    Pusher,
    Muscle(HingeSide),
}

/// Whether a joint is a pusher or a muscle, by what drives it: it gets its weights from the joints around it, and has no bone.
#[must_use]
pub fn is_hinge_helper(document: &Document, joint: JointIndex) -> bool {
    let mut channels = document.driven.channels().iter();
    channels.any(|channel| {
        channel.target.joint() == Some(joint) && kind_of(document, channel).is_some()
    })
}

/// New weights of the skins from one on, divided among twist joints, and of which pushers and muscles get their share.
///
/// Where these stand does not tell what is theirs. Weights that cannot be shared stay.
#[must_use]
pub fn with_helper_weights(document: Document, first: usize, work: &WeightsWork) -> Document {
    let document = spread_over_twist(document, first, work);
    let found = document.driven.channels().iter().filter_map(|channel| {
        let (hinge, kind) = kind_of(&document, channel)?;
        let own = Helper {
            frame: hinge.frame(&document.character.rig.skeleton).ok()?,
            hinge,
            joint: channel.target.joint()?,
        };
        Some((own, kind))
    });
    // A muscle is stretched along two axes, and its channels need not stand side by side.
    let mut seen = BTreeSet::new();
    let found = found.filter(|(own, _)| seen.insert(own.joint));
    let found: Vec<(Helper, HingeHelper)> = found.collect();
    if found.is_empty() {
        return document;
    }
    let mut weights = HelperWeights::since(document.clone(), first, work);
    let mut given = found.iter().map(|(own, kind)| match kind {
        HingeHelper::Pusher => own.give_pusher(&mut weights),
        HingeHelper::Muscle(side) => own.give_muscle(*side, &mut weights),
    });
    match given.all(|given| given.is_ok()) {
        true => weights.document,
        false => document,
    }
}

/// The hinge of a helper and what that is, by one of its channels; none of all others.
fn kind_of(document: &Document, channel: &DrivenChannel) -> Option<(Hinge, HingeHelper)> {
    const HALF: f32 = 0.5;
    let skeleton = &document.character.rig.skeleton;
    let DriverMeasure::Swing { axis, bone } = channel.driver.measure else {
        return None;
    };
    let lower = channel.driver.joint;
    let hinge = Hinge {
        upper: skeleton.parent(lower)?,
        lower,
        axis,
        bone,
    };
    let kind = match channel.target {
        DrivenTarget::Rotation { .. } => {
            let share = channel.curve.proportion()?;
            let is_half = (share - HALF).abs() < 1e-4 && is_pusher(channel, skeleton, &hinge);
            is_half.then_some(HingeHelper::Pusher)?
        }
        DrivenTarget::Scale { .. } => {
            let [first, last] = channel.curve.keys() else {
                return None;
            };
            let swells = first.value == 1.0 && is_muscle(channel, skeleton, &hinge);
            let side = match last.value >= 1.0 {
                true => HingeSide::Inner,
                false => HingeSide::Outer,
            };
            swells.then_some(HingeHelper::Muscle(side))?
        }
        DrivenTarget::Translation { .. }
        | DrivenTarget::Shear { .. }
        | DrivenTarget::Morph(_)
        | DrivenTarget::Strength(_) => return None,
    };
    let is_own = channel.combine == DrivenCombine::Replaces;
    is_own.then_some((hinge, kind))
}

/// The hinges that get helpers, and what is said of the others.
struct Meant {
    hinges: Vec<FoundHinge>,
    said: Vec<String>,
}

/// Whether a channel is that of a helper at a hinge.
type IsHelper<'a> = &'a dyn Fn(&DrivenChannel, &Skeleton, &Hinge) -> bool;

impl Meant {
    fn of(ask: &HelperAsk<'_>, what: &str, is_helper: IsHelper<'_>) -> Result<Self, String> {
        let found = ask.hinges();
        let skeleton = &ask.document.character.rig.skeleton;
        let channels = ask.document.driven.channels();
        let has_one = |found: &FoundHinge| {
            let mut channels = channels.iter();
            channels.any(|channel| is_helper(channel, skeleton, &found.hinge))
        };
        let (have, bare): (Vec<FoundHinge>, Vec<FoundHinge>) =
            found.hinges.into_iter().partition(has_one);
        let unclear = unclear_words(&found.unclear);
        if bare.is_empty() {
            return Err(match (have.is_empty(), unclear) {
                (false, _) => format!(
                    "these joints have {what} already; dissolve those first to have others."
                ),
                (true, Some(unclear)) => format!("no hinge was found. {unclear}"),
                (true, None) => "no elbow or knee was found; select the joints that bend, as forearms and shins.".to_owned(),
            });
        }
        let mut said: Vec<String> = unclear.into_iter().collect();
        if !have.is_empty() {
            let noun = pluralize(have.len(), "hinge");
            said.push(format!("Left out: {noun} with {what}."));
        }
        Ok(Self { hinges: bare, said })
    }
}

fn is_pusher(channel: &DrivenChannel, skeleton: &Skeleton, hinge: &Hinge) -> bool {
    let DrivenTarget::Rotation { joint, .. } = channel.target else {
        return false;
    };
    let is_bend = matches!(channel.driver.measure, DriverMeasure::Swing { .. });
    is_bend && channel.driver.joint == hinge.lower && skeleton.parent(joint) == Some(hinge.upper)
}

fn is_muscle(channel: &DrivenChannel, skeleton: &Skeleton, hinge: &Hinge) -> bool {
    let DrivenTarget::Scale { joint, .. } = channel.target else {
        return false;
    };
    let mut above =
        std::iter::successors(skeleton.parent(joint), |&it| skeleton.parent(it)).take(2);
    channel.driver.joint == hinge.lower && above.any(|joint| joint == hinge.upper)
}

/// How far the skin at the outside of a hinge is from its axis, a mean by how much both bones move it; none where nothing follows both.
fn radius(character: &Character, meshes: &[PaintMesh], found: &FoundHinge) -> Option<f32> {
    let (mut sum, mut all) = (0.0_f64, 0.0_f64);
    for mesh in meshes {
        let Some(points) = rested(character, mesh, found.hinge.upper) else {
            continue;
        };
        let both = [found.hinge.upper, found.hinge.lower];
        let [upper, lower] = both.map(|joint| weights_of(character, mesh, joint));
        for ((point, upper), lower) in points.into_iter().zip(upper).zip(lower) {
            let share = upper.min(lower) * found.frame.outside(point).max(0.0);
            sum += f64::from(share) * f64::from(found.frame.radius(point));
            all += f64::from(share);
        }
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is the purpose"
    )]
    let mean = (sum / all) as f32;
    (all > 0.0 && mean.is_finite()).then_some(mean)
}

fn upper_rotation(ask: &HelperAsk<'_>, found: &FoundHinge) -> Quat {
    let skeleton = &ask.document.character.rig.skeleton;
    skeleton.rest_model_from_joint(found.hinge.upper).rotation
}

/// A pusher is called after the joint that bends, a muscle after the one above; `skeleton` has the names that are taken.
fn name_of(ask: &HelperAsk<'_>, skeleton: &Skeleton, found: &FoundHinge, word: &str) -> String {
    let (joint, bone) = match word {
        PUSHER => (found.hinge.lower, found.lower),
        _ => (found.hinge.upper, found.upper),
    };
    let key = ask.document.character.rig.skeleton.key(joint);
    let joint = skeleton.joint_of_key(key).unwrap_or(joint);
    helper_name(skeleton, joint, bone, word)
}

/// The twist joints of a limb.
fn twists_of(document: &Document, limb: JointIndex) -> Vec<JointIndex> {
    let skeleton = &document.character.rig.skeleton;
    let twisted = document.driven.channels().iter().filter_map(twisted_joint);
    let mut twists: Vec<JointIndex> = twisted
        .filter(|&joint| skeleton.parent(joint) == Some(limb))
        .collect();
    twists.sort_unstable();
    twists.dedup();
    twists
}

/// The key of what a muscle hangs on: the twist joint nearest to the middle of the bone, which twists as the skin there, else the bone's own.
fn muscle_parent(document: &Document, found: &FoundHinge) -> u32 {
    let skeleton = &document.character.rig.skeleton;
    let middle = 0.5 * (found.frame.head + found.frame.center);
    let away = |joint: &JointIndex| {
        let head = skeleton.rest_model_from_joint(*joint).translation;
        head.distance_squared(middle)
    };
    let twists = twists_of(document, found.hinge.upper).into_iter();
    let nearest = twists.min_by(|one, other| away(one).total_cmp(&away(other)));
    skeleton.key(nearest.unwrap_or(found.hinge.upper))
}

/// The helpers by the numbers of the document that has their joints.
fn helpers(
    before: &Document,
    after: &Document,
    hinges: &[FoundHinge],
    keys: &[u32],
) -> Vec<Helper> {
    let was = &before.character.rig.skeleton;
    let is = &after.character.rig.skeleton;
    let now = |joint: JointIndex| is.joint_of_key(was.key(joint));
    let helpers = hinges.iter().zip(keys).filter_map(|(found, key)| {
        Some(Helper {
            frame: found.frame,
            hinge: Hinge {
                upper: now(found.hinge.upper)?,
                lower: now(found.hinge.lower)?,
                ..found.hinge
            },
            joint: is.joint_of_key(*key)?,
        })
    });
    helpers.collect()
}

/// The document with more channels.
fn with_channels(
    document: &Document,
    more: impl Iterator<Item = Result<Vec<DrivenChannel>, EditError>>,
) -> Result<Document, String> {
    let mut channels = document.driven.channels().to_vec();
    for own in more {
        channels.extend(own.map_err(|error| format!("{error}."))?);
    }
    document.with_driven(channels)
}

fn finished(
    weights: HelperWeights<'_>,
    added: Vec<u32>,
    noun: &str,
    said: Vec<String>,
) -> WithHelperJoints {
    let mut sentences = vec![format!("{}.", pluralize(added.len(), noun))];
    sentences.extend(said);
    sentences.extend(weights.given.sentences("are shared with them"));
    WithHelperJoints {
        after: weights.document,
        added,
        sentences,
    }
}
