//! Keys of one animation channel.

use std::sync::Arc;

use glam::{Quat, Vec3};
use rig::{Channel, Interpolation, Keyed, Track};

use crate::accessor::Accessor;
use crate::error::{Fault, Read};
use crate::json::At;
use crate::range::{LARGEST, is_in_range};
use crate::reader::Reader;
use crate::warning::WarningKind;

/// The keys of a channel, in the form of what they move.
#[derive(Debug)]
pub(crate) enum Keys {
    /// Translation, rotation or scale of a joint.
    Joint(Channel),
    /// One track per morph weight.
    Morph(Vec<Track<f32>>),
}

/// Keys and the time of the last one, or why the channel is left out.
pub(crate) type Usable = Result<(Keys, f32), String>;

/// Reads the keys of `sampler` for a target of `(path, number of morph weights)`.
pub(crate) fn read_keys(
    reader: &Reader<'_>,
    channel: &At<'_>,
    sampler: &At<'_>,
    target: (&str, usize),
) -> Read<Usable> {
    let times_at = sampler.require("input")?;
    let times = reader.accessor(&times_at)?;
    if times.shape.name != "SCALAR" {
        let found = times.shape.name.to_owned();
        return Err(times_at.flaw(Fault::Value {
            expected: "key times of type SCALAR",
            found,
        }));
    }
    let times: Vec<f32> = times
        .floats::<1>(reader, "SCALAR")?
        .into_iter()
        .flatten()
        .collect();
    let output = reader.accessor(&sampler.require("output")?)?;
    let interpolation = match interpolation(sampler) {
        Ok(interpolation) => interpolation,
        Err(reason) => return Ok(Err(reason)),
    };
    let kept = match Timing::new(&times) {
        Ok(timing) => timing,
        Err(reason) => return Ok(Err(reason)),
    };
    kept.warn(reader, channel);
    let source = Source {
        reader,
        channel,
        output: &output,
        timing: &kept,
        interpolation,
    };
    let keys = match target {
        ("translation", _) => source
            .vectors()?
            .map(|track| Keys::Joint(Channel::Translation(track))),
        ("rotation", _) => source
            .rotations()?
            .map(|track| Keys::Joint(Channel::Rotation(track))),
        ("scale", _) => source
            .vectors()?
            .map(|track| Keys::Joint(Channel::Scale(track))),
        ("weights", n_weights) => source.weights(n_weights)?.map(Keys::Morph),
        (path, _) => Err(format!(
            "nothing called {:?} can be moved",
            crate::json::shorten(path)
        )),
    };
    Ok(keys.map(|keys| (keys, kept.end())))
}

fn interpolation(sampler: &At<'_>) -> Result<Interpolation, String> {
    match sampler.name("interpolation").as_deref() {
        None if sampler.get("interpolation").is_none() => Ok(Interpolation::Linear),
        Some("LINEAR") => Ok(Interpolation::Linear),
        Some("STEP") => Ok(Interpolation::Step),
        Some("CUBICSPLINE") => Ok(Interpolation::CubicSpline),
        _ => Err("its interpolation is none of LINEAR, STEP, CUBICSPLINE".to_owned()),
    }
}

/// Key times without repetitions: of keys at one time the last counts.
struct Timing {
    times: Arc<[f32]>,
    /// The keys that count.
    kept: Vec<usize>,
    n_stored: usize,
}

impl Timing {
    fn new(times: &[f32]) -> Result<Self, String> {
        if let Some(key) = times.iter().position(|time| !time.is_finite()) {
            return Err(format!("the time of key {key} is not a finite number"));
        }
        if let Some(key) = times
            .windows(2)
            .position(|pair| matches!(pair, [a, b] if b < a))
        {
            return Err(format!("key {} is earlier than the key before it", key + 1));
        }
        let is_last_of_equals = |&key: &usize| times.get(key) != times.get(key + 1);
        let kept: Vec<usize> = (0..times.len()).filter(is_last_of_equals).collect();
        let times_kept = kept
            .iter()
            .filter_map(|&key| times.get(key).copied())
            .collect();
        Ok(Self {
            times: times_kept,
            kept,
            n_stored: times.len(),
        })
    }

    fn end(&self) -> f32 {
        self.times.last().copied().unwrap_or(0.0).max(0.0)
    }

    fn warn(&self, reader: &Reader<'_>, channel: &At<'_>) {
        let n_equal = self.n_stored - self.kept.len();
        reader.warn_of(WarningKind::EqualKeys, channel, n_equal);
        let n_negative = self.times.iter().filter(|&&time| time < 0.0).count();
        reader.warn_of(WarningKind::NegativeKeys, channel, n_negative);
    }
}

/// What a track is made from.
struct Source<'s, 'a> {
    reader: &'s Reader<'a>,
    channel: &'s At<'a>,
    output: &'s Accessor<'s>,
    timing: &'s Timing,
    interpolation: Interpolation,
}

impl Source<'_, '_> {
    /// Values stored per key and weight.
    fn per_key(&self) -> usize {
        if self.interpolation == Interpolation::CubicSpline {
            3
        } else {
            1
        }
    }

    /// Whether the file has exactly `per_time` elements per key time.
    fn check(&self, shape: &str, per_time: usize) -> Result<(), String> {
        if self.output.shape.name != shape {
            return Err(format!(
                "its values are of type {}, not {shape}",
                self.output.shape.name
            ));
        }
        let (found, expected) = (
            self.output.count,
            self.timing.n_stored.saturating_mul(per_time),
        );
        if found == expected {
            return Ok(());
        }
        Err(format!(
            "{} key times need {expected} values, and there are {found}",
            self.timing.n_stored
        ))
    }

    fn vectors(&self) -> Read<Result<Track<Vec3>, String>> {
        if let Err(reason) = self.check("VEC3", self.per_key()) {
            return Ok(Err(reason));
        }
        let stored = self.output.floats::<3>(self.reader, "VEC3")?;
        if let Err(reason) = check_values(&stored) {
            return Ok(Err(reason));
        }
        let values: Vec<Vec3> = stored.into_iter().map(Vec3::from_array).collect();
        Ok(self.track(self.kept(&values, self.per_key(), 0, self.per_key())))
    }

    fn rotations(&self) -> Read<Result<Track<Quat>, String>> {
        if let Err(reason) = self.check("VEC4", self.per_key()) {
            return Ok(Err(reason));
        }
        let stored = self.output.floats::<4>(self.reader, "VEC4")?;
        if let Err(reason) = check_values(&stored) {
            return Ok(Err(reason));
        }
        let values: Vec<Quat> = stored.into_iter().map(Quat::from_array).collect();
        let mut values = self.kept(&values, self.per_key(), 0, self.per_key());
        let n_zero = self.normalise(&mut values);
        self.reader
            .warn_of(WarningKind::ZeroRotationKeys, self.channel, n_zero);
        Ok(self.track(values))
    }

    /// Normalises the keys but not the tangents of a cubic spline, which need not have any length. Returns how many keys
    /// had no direction.
    fn normalise(&self, values: &mut [Quat]) -> usize {
        let mut n_zero = 0;
        for key in values.chunks_exact_mut(self.per_key()) {
            let length = key
                .get(self.per_key() / 2)
                .map_or(1.0, |value| value.length());
            let Some(value) = key.get_mut(self.per_key() / 2) else {
                continue;
            };
            if length.is_normal() {
                *value /= length;
            } else if length.is_finite() {
                n_zero += 1;
                *value = Quat::IDENTITY;
            }
        }
        n_zero
    }

    fn weights(&self, n_weights: usize) -> Read<Result<Vec<Track<f32>>, String>> {
        if n_weights == 0 {
            return Ok(Err("its node shows no mesh with morph targets".to_owned()));
        }
        if let Err(reason) = self.check("SCALAR", self.per_key().saturating_mul(n_weights)) {
            return Ok(Err(reason));
        }
        let stored = self.output.flat_floats(self.reader)?;
        let (singles, _) = stored.as_chunks::<1>();
        if let Err(reason) = check_values(singles) {
            return Ok(Err(reason));
        }
        self.reader
            .charge(&self.output.at, stored.len(), size_of::<f32>())?;
        let per_time = self.per_key() * n_weights;
        let of_weight = |weight| {
            let values = self.kept(&stored, per_time, weight, per_time.div_ceil(n_weights));
            self.track(values)
        };
        Ok((0..n_weights).map(of_weight).collect())
    }

    /// From every key that counts the values at `first`, `first + n`, … (`per_weight` of them) of its `per_time`.
    fn kept<T: Copy>(
        &self,
        stored: &[T],
        per_time: usize,
        first: usize,
        per_weight: usize,
    ) -> Vec<T> {
        let step = per_time / per_weight;
        let keys = self.timing.kept.iter();
        let values = keys
            .flat_map(|key| (0..per_weight).map(move |part| key * per_time + part * step + first));
        values
            .filter_map(|index| stored.get(index).copied())
            .collect()
    }

    fn track<T: Keyed>(&self, values: Vec<T>) -> Result<Track<T>, String> {
        let track = Track::new(Arc::clone(&self.timing.times), values, self.interpolation);
        track.map_err(|error| error.to_string())
    }
}

/// Whether every value is finite and within the range.
fn check_values<const N: usize>(values: &[[f32; N]]) -> Result<(), String> {
    let in_range = |value: &[f32; N]| value.iter().all(|&number| is_in_range(number));
    match values.iter().position(|value| !in_range(value)) {
        None => Ok(()),
        Some(value) => Err(format!(
            "value {value} is not finite or larger than {LARGEST}"
        )),
    }
}
