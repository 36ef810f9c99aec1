//! Expressions and morph targets of one character on another, by their names.

use std::collections::{BTreeMap, BTreeSet};

use character::Character;
use rig::{Channel, Clip, Interpolation, JointIndex, MorphTrack, Track};

/// Where a curve or a switch is sampled, so many times a second.
const RATE: f32 = 30.0;
/// Keys that are made of one track, at most.
const MOST_KEYS: f32 = 1e6;

/// Morph tracks that were brought over, and what was not.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MorphReport {
    /// Number of expressions and morph targets of the source that move something.
    pub brought: usize,
    /// Names of those that move and have no counterpart.
    pub left_out: Vec<String>,
}

/// What of the target a name moves.
#[derive(Debug)]
enum Receiver {
    /// An expression, by its place.
    Expression(usize),
    /// Morph targets of that name, by their places in the weights.
    Targets(Vec<usize>),
}

/// Brings expressions and morph targets of one character to those of another that have the same names but for case.
#[derive(Debug)]
pub struct MorphLinks<'a> {
    source: &'a Character,
    target: &'a Character,
    receivers: BTreeMap<String, Receiver>,
    /// By joint of the source: the expression whose weight is its translation along X.
    drivers: BTreeMap<JointIndex, &'a str>,
}

/// One weight of the source on its way to one of the target.
struct Contribution {
    track: Track<f32>,
    share: f32,
    /// Whether it is there or not, and nothing between.
    is_binary: bool,
}

impl<'a> MorphLinks<'a> {
    /// Goes through the names of both. Of an expression and a morph target of one name the expression counts.
    #[must_use]
    pub fn new(source: &'a Character, target: &'a Character) -> Self {
        let mut receivers: BTreeMap<String, Receiver> = BTreeMap::new();
        let morphs = target.instances.iter().flat_map(|it| it.morph.clone());
        let named = morphs.filter_map(|weight| Some((weight, key(target.morph_name(weight)?))));
        for (weight, name) in named {
            match receivers
                .entry(name)
                .or_insert_with(|| Receiver::Targets(Vec::new()))
            {
                Receiver::Targets(weights) => weights.push(weight),
                Receiver::Expression(_) => {}
            }
        }
        for (place, expression) in target.expressions.iter().enumerate() {
            if !expression.shares.is_empty() {
                receivers.insert(key(&expression.name), Receiver::Expression(place));
            }
        }
        let drivers = source.expressions.iter().filter_map(|expression| {
            let joint = source.rig.skeleton.joint_of_key(expression.weight_joint?)?;
            Some((joint, expression.name.as_str()))
        });
        Self {
            source,
            target,
            receivers,
            drivers: drivers.collect(),
        }
    }

    /// The morph tracks of the target that show those of a clip of the source: of an expression `weight · share` for each of its targets, summed
    /// over all that set the same one. Weights in clips for avatars (`.vrma`) are held to 0 … 1.
    ///
    /// One track alone keeps its keys and tangents; others are keyed at the times of all of them, where there are curves or expressions that are
    /// on or off, 30 times a second too. What would not be finite is left out.
    #[must_use]
    pub fn tracks(&self, clip: &Clip) -> (Vec<MorphTrack>, MorphReport) {
        let mut report = MorphReport::default();
        let mut by_weight: BTreeMap<usize, Vec<Contribution>> = BTreeMap::new();
        for (name, track) in self.moving(clip) {
            let Some(receiver) = self.receivers.get(&key(&name)) else {
                report.left_out.push(name);
                continue;
            };
            report.brought += 1;
            for (weight, share, is_binary) in self.received(receiver) {
                by_weight.entry(weight).or_default().push(Contribution {
                    track: track.clone(),
                    share,
                    is_binary,
                });
            }
        }
        let tracks = by_weight.into_iter().filter_map(|(weight, parts)| {
            let track = sum(&parts)?;
            Some(MorphTrack { weight, track })
        });
        (tracks.collect(), report)
    }

    /// What moves in a clip of the source, each name once.
    fn moving(&self, clip: &Clip) -> Vec<(String, Track<f32>)> {
        let mut names = BTreeSet::new();
        let of_joints = clip.tracks().iter().filter_map(|track| {
            let Channel::Translation(keys) = &track.channel else {
                return None;
            };
            let name = self.drivers.get(&track.joint)?;
            let weights = keys.map(|key| key.x.clamp(0.0, 1.0), |tangent| tangent.x);
            Some(((*name).to_owned(), weights.ok()?))
        });
        let of_morphs = clip.morphs().iter().filter_map(|morph| {
            let name = self.source.morph_name(morph.weight)?;
            Some((name.to_owned(), morph.track.clone()))
        });
        let all = of_joints.chain(of_morphs);
        all.filter(|(name, _)| names.insert(key(name))).collect()
    }

    /// The weights of the target with the share of each, and whether it is on or off.
    fn received(&self, receiver: &Receiver) -> Vec<(usize, f32, bool)> {
        match receiver {
            Receiver::Targets(weights) => {
                weights.iter().map(|&weight| (weight, 1.0, false)).collect()
            }
            Receiver::Expression(place) => {
                let expression = self.target.expressions.get(*place);
                let shares = expression.into_iter().flat_map(|expression| {
                    let shares = expression.shares.iter();
                    shares.map(|it| (it.weight, it.share, expression.is_binary))
                });
                shares.collect()
            }
        }
    }
}

impl Contribution {
    fn at(&self, time: f32) -> f32 {
        let value = self.track.sample(time);
        let value = match self.is_binary {
            true => f32::from(u8::from(value > 0.5)),
            false => value,
        };
        self.share * value
    }
}

/// One track of several; none where its keys would not be finite.
fn sum(parts: &[Contribution]) -> Option<Track<f32>> {
    if let [only] = parts
        && !only.is_binary
    {
        let scaled = |value: f32| only.share * value;
        return only.track.map(scaled, scaled).ok();
    }
    let has = |interpolation| {
        let mut parts = parts.iter();
        parts.any(|part| part.track.interpolation() == interpolation)
    };
    let is_step =
        |part: &Contribution| part.is_binary || part.track.interpolation() == Interpolation::Step;
    let mut times: Vec<f32> = Vec::new();
    for part in parts {
        times.extend_from_slice(part.track.times());
    }
    if has(Interpolation::CubicSpline) || parts.iter().any(|part| part.is_binary) {
        add_between(&mut times);
    }
    let holds = |part: &&Contribution| part.track.interpolation() == Interpolation::Step;
    if !parts.iter().all(is_step) {
        // What jumps stays as it is until just before: all of it becomes linear.
        let jumps = parts.iter().filter(holds);
        let jumps = jumps.flat_map(|part| part.track.times().iter().skip(1));
        times.extend(jumps.map(|time| time.next_down()));
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    let value = |&time: &f32| parts.iter().map(|part| part.at(time)).sum();
    let values: Vec<f32> = times.iter().map(value).collect();
    let interpolation = match parts.iter().all(is_step) {
        true => Interpolation::Step,
        false => Interpolation::Linear,
    };
    Track::new(times, values, interpolation).ok()
}

/// Adds the times between the first and the last at which a curve is sampled; none where they would be too many.
fn add_between(times: &mut Vec<f32>) {
    let first = times.iter().copied().fold(f32::INFINITY, f32::min);
    let last = times.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let count = (last - first) * RATE;
    if count.is_nan() || count >= MOST_KEYS {
        return;
    }
    let frames = (0_u32..).map(|frame| first + frame as f32 / RATE);
    times.extend(frames.take_while(|time| *time < last));
}

/// Names that differ but in case are one.
fn key(name: &str) -> String {
    name.trim().to_lowercase()
}
