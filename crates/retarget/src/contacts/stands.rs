//! When the feet of a motion stand.

use crate::map::bone_map::BoneMap;
use crate::map::slot::AnimalBone;
use crate::transfer::frames::PosedFrames;
use glam::DVec3;
use rig::{BodySide, HumanBone, JointIndex};

/// Speeds are told by frames of this many seconds.
const FRAME: f64 = 1.0 / 30.0;

/// What counts as standing, and what is done about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactOptions {
    /// A foot stands while it moves by less than this share of the body's height in a thirtieth of a second.
    pub slowest: f32,
    /// And while it is no higher above its least height than this share.
    pub lowest: f32,
    /// Stands that are shorter, in seconds, count for nothing; gaps that are shorter are none.
    pub shortest: f32,
    /// Seconds over which a foot or hand goes to where it is held, and from there.
    pub blend: f32,
    /// The height of the floor in the model of the target, along the vertical: feet that stand are not put below it by more than they are below
    /// their joints in the reference pose. None leaves them as high as they come.
    pub floor: Option<f32>,
    /// A hand is still while it stays within this share of the body's height of its mean place.
    pub hand_still: f32,
    /// It touches the other hand, the head or the hips if its joint is no farther from theirs than this share.
    pub hand_near: f32,
}

impl Default for ContactOptions {
    /// 1 % of the body a frame, 5 % above the least, a tenth of a second, blended over three frames, no floor; hands within 1 %, and near
    /// within 16 %.
    fn default() -> Self {
        Self {
            slowest: 0.01,
            lowest: 0.05,
            shortest: 0.1,
            blend: 0.1,
            floor: None,
            hand_still: 0.01,
            hand_near: 0.16,
        }
    }
}

/// A time through which a foot stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Whose foot.
    pub side: BodySide,
    /// Whether it is a front paw.
    pub is_front: bool,
    /// From when, in seconds from the clip's beginning.
    pub from: f32,
    /// Until when.
    pub until: f32,
}

/// The joints of a leg or an arm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limb {
    pub(crate) side: BodySide,
    pub(crate) upper: usize,
    pub(crate) lower: usize,
    /// The foot or the hand.
    pub(crate) end: usize,
    /// What stands on the ground: the toes, else the foot; of an arm the hand.
    pub(crate) tip: usize,
    pub(crate) is_arm: bool,
    /// Whether it is a front leg.
    pub(crate) is_front: bool,
}

impl Limb {
    /// The leg as one without toes where another has none: its foot stands only while the heel does.
    pub(crate) const fn without_toes_of(self, other: &Self) -> Self {
        let tip = if other.tip == other.end {
            self.end
        } else {
            self.tip
        };
        Self { tip, ..self }
    }
}

/// The legs that a map has whole, left and right, and behind them those front legs that end in paws.
pub(crate) fn legs(map: &BoneMap) -> [Option<Limb>; 4] {
    let bones = [
        HumanBone::LeftUpperLeg,
        HumanBone::LeftLowerLeg,
        HumanBone::LeftFoot,
    ];
    let [left, right] = SIDES.map(|side| {
        let toes = on_side(HumanBone::LeftToes, side);
        limb(map, bones, map.joint(toes), side)
    });
    let [front_left, front_right] = SIDES.map(|side| {
        let paw = match side {
            BodySide::Left => AnimalBone::LeftFrontPaw,
            BodySide::Right => AnimalBone::RightFrontPaw,
        };
        let paw = map.get(&paw.into())?.joints.first().copied();
        let leg = limb(map, ARM, Some(paw?), side)?;
        Some(Limb {
            is_front: true,
            ..leg
        })
    });
    [left, right, front_left, front_right]
}

const ARM: [HumanBone; 3] = [
    HumanBone::LeftUpperArm,
    HumanBone::LeftLowerArm,
    HumanBone::LeftHand,
];

fn on_side(bone: HumanBone, side: BodySide) -> HumanBone {
    match side {
        BodySide::Left => bone,
        BodySide::Right => bone.mirrored(),
    }
}

/// The arms that a map has whole, left and right.
pub(crate) fn arms(map: &BoneMap) -> [Option<Limb>; 2] {
    SIDES.map(|side| {
        let arm = limb(map, ARM, None, side)?;
        Some(Limb {
            is_arm: true,
            ..arm
        })
    })
}

const SIDES: [BodySide; 2] = [BodySide::Left, BodySide::Right];

/// A limb by its bones on the left: upper, lower, end.
fn limb(
    map: &BoneMap,
    bones: [HumanBone; 3],
    tip: Option<JointIndex>,
    side: BodySide,
) -> Option<Limb> {
    let joint = |bone: HumanBone| map.joint(on_side(bone, side)).map(JointIndex::index);
    let [upper, lower, end] = bones;
    let end = joint(end)?;
    Some(Limb {
        side,
        upper: joint(upper)?,
        lower: joint(lower)?,
        end,
        tip: tip.map_or(end, JointIndex::index),
        is_arm: false,
        is_front: false,
    })
}

/// A range of samples, both ends among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl Span {
    /// Whether both have a sample.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// Where a foot is at many times.
pub(crate) struct Path {
    pub(crate) foot: Vec<DVec3>,
    pub(crate) sole: Vec<DVec3>,
}

impl Path {
    pub(crate) const fn new() -> Self {
        Self {
            foot: Vec::new(),
            sole: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, leg: &Limb, posed: &PosedFrames) {
        self.foot.push(posed.place(leg.end));
        self.sole.push(posed.place(leg.tip));
    }
}

/// The samples through which a sole stands.
pub(crate) fn spans(
    times: &[f32],
    sole: &[DVec3],
    (up, height): (DVec3, f64),
    options: &ContactOptions,
) -> Vec<Span> {
    let least = sole
        .iter()
        .map(|place| place.dot(up))
        .fold(f64::INFINITY, f64::min);
    let at = |sample: usize| {
        let time = times.get(sample).copied().map(f64::from);
        time.zip(sole.get(sample).copied())
    };
    let stands = |sample: usize| {
        let Some((_, here)) = at(sample) else {
            return false;
        };
        let around = at(sample.saturating_sub(1)).zip(at(sample + 1).or_else(|| at(sample)));
        let speed = around.map_or(0.0, |((before, from), (after, to))| {
            from.distance(to) / (after - before).max(1e-6) * FRAME
        });
        let is_slow = speed < f64::from(options.slowest) * height;
        is_slow && here.dot(up) - least <= f64::from(options.lowest) * height
    };
    let mut found: Vec<Span> = Vec::new();
    let seconds = |first: usize, last: usize| {
        let ends = at(first).zip(at(last));
        ends.map_or(0.0, |((first, _), (last, _))| last - first)
    };
    let shortest = f64::from(options.shortest);
    for sample in (0..times.len()).filter(|&sample| stands(sample)) {
        match found.last_mut() {
            Some(span)
                if span.last + 1 == sample
                    || seconds(span.last, sample) < shortest
                        && is_near(sole, span.last, sample, options, height) =>
            {
                span.last = sample;
            }
            _ => found.push(Span {
                first: sample,
                last: sample,
            }),
        }
    }
    found.retain(|span| seconds(span.first, span.last) >= shortest);
    found
}

/// Whether a foot is where it was, so that a gap between two stands is but noise.
fn is_near(
    sole: &[DVec3],
    one: usize,
    other: usize,
    options: &ContactOptions,
    height: f64,
) -> bool {
    let places = sole.get(one).zip(sole.get(other));
    places.is_some_and(|(one, other)| {
        one.distance(*other) < 2.0 * f64::from(options.slowest) * height
    })
}
