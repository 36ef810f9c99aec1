//! Keys of one animation channel.

use std::sync::Arc;

use glam::{Quat, Vec3};
use rig::{Channel, Interpolation, Keyed, Track};

use crate::bytes::accessor::Accessor;
use crate::bytes::reader::Reader;
use crate::fault::error::{Fault, Flaw, ReadResult};
use crate::fault::largest::{LARGEST, is_in_range};
use crate::fault::warning::WarningKind;
use crate::json::value::{At, shorten};

/// The keys of a channel, in the form of what they move.
#[derive(Debug)]
pub(crate) enum Keys {
    /// Translation, rotation or scale of a joint.
    Joint(Channel),
    /// One track per morph weight.
    Morph(Vec<Track<f32>>),
}

/// Why there are no keys.
#[derive(Debug)]
pub(crate) enum NoKeys {
    /// The file is at fault.
    Flaw(Flaw),
    /// The channel is to be left out, for this reason.
    Unusable(String),
}

impl From<Flaw> for NoKeys {
    fn from(flaw: Flaw) -> Self {
        Self::Flaw(flaw)
    }
}

impl From<String> for NoKeys {
    fn from(reason: String) -> Self {
        Self::Unusable(reason)
    }
}

/// Reads the keys of `sampler` for a target of `(path, number of morph weights)`, and the time of the last one.
pub(crate) fn read_keys(
    reader: &Reader<'_>,
    channel: &At<'_>,
    sampler: &At<'_>,
    path: &str,
    n_weights: usize,
) -> Result<(Keys, f32), NoKeys> {
    let times = read_times(reader, sampler)?;
    let output = reader.accessor(&sampler.require("output")?)?;
    let interpolation = interpolation(sampler)?;
    let timing = Timing::new(&times)?;
    timing.warn(reader, channel);
    let source = TrackSource {
        reader,
        channel,
        output: &output,
        timing: &timing,
        interpolation,
    };
    let keys = match path {
        "translation" => Keys::Joint(Channel::Translation(source.vectors()?)),
        "rotation" => Keys::Joint(Channel::Rotation(source.rotations()?)),
        "scale" => Keys::Joint(Channel::Scale(source.vectors()?)),
        "weights" => Keys::Morph(source.weights(n_weights)?),
        _ => {
            let path = shorten(path);
            return Err(format!("nothing called {path:?} can be moved").into());
        }
    };
    Ok((keys, timing.end()))
}

fn read_times(reader: &Reader<'_>, sampler: &At<'_>) -> ReadResult<Vec<f32>> {
    let at = sampler.require("input")?;
    let times = reader.accessor(&at)?;
    if times.shape.name != "SCALAR" {
        let found = times.shape.name.to_owned();
        return Err(at.flaw(Fault::Value {
            expected: "key times of type SCALAR",
            found,
        }));
    }
    times.flat_floats(reader)
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
        // First, as comparisons with NaN are all false and would find such times in order.
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
        // Clips begin at 0, also those whose keys all lie before it.
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
struct TrackSource<'s, 'a> {
    reader: &'s Reader<'a>,
    channel: &'s At<'a>,
    output: &'s Accessor<'s>,
    timing: &'s Timing,
    interpolation: Interpolation,
}

impl TrackSource<'_, '_> {
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

    fn vectors(&self) -> Result<Track<Vec3>, NoKeys> {
        Ok(self.track(self.values("VEC3", Vec3::from_array)?)?)
    }

    fn rotations(&self) -> Result<Track<Quat>, NoKeys> {
        let mut values = self.values("VEC4", Quat::from_array)?;
        let n_zero = self.normalize(&mut values);
        self.reader
            .warn_of(WarningKind::ZeroRotationKeys, self.channel, n_zero);
        Ok(self.track(values)?)
    }

    /// The values of the keys that count, with their tangents.
    fn values<T: Copy, const N: usize>(
        &self,
        shape: &'static str,
        value: impl Fn([f32; N]) -> T,
    ) -> Result<Vec<T>, NoKeys> {
        let per_key = self.per_key();
        self.check(shape, per_key)?;
        let stored = self.output.floats(self.reader, shape)?;
        check_values(&stored)?;
        let values: Vec<T> = stored.into_iter().map(value).collect();
        Ok(self.kept_values(&values, per_key, 0, per_key))
    }

    /// Normalizes the keys but not the tangents of a cubic spline, which need not have any length. Returns how many keys
    /// had no direction.
    fn normalize(&self, values: &mut [Quat]) -> usize {
        let mut n_zero = 0;
        for key in values.chunks_exact_mut(self.per_key()) {
            // The only one of a key, or the middle one of in-tangent, value and out-tangent.
            let Some(value) = key.get_mut(self.per_key() / 2) else {
                continue;
            };
            let length = value.length();
            // A subnormal length has too few digits to divide by.
            if length.is_normal() {
                *value /= length;
            } else if length.is_finite() {
                n_zero += 1;
                *value = Quat::IDENTITY;
            }
        }
        n_zero
    }

    fn weights(&self, n_weights: usize) -> Result<Vec<Track<f32>>, NoKeys> {
        if n_weights == 0 {
            return Err("its node shows no mesh with morph targets"
                .to_owned()
                .into());
        }
        self.check("SCALAR", self.per_key().saturating_mul(n_weights))?;
        let stored = self.output.flat_floats(self.reader)?;
        let (singles, _) = stored.as_chunks::<1>();
        check_values(singles)?;
        self.reader
            .charge(&self.output.at, stored.len(), size_of::<f32>())?;
        let per_time = self.per_key() * n_weights;
        let of_weight = |weight| {
            let values = self.kept_values(&stored, per_time, weight, per_time.div_ceil(n_weights));
            Ok(self.track(values)?)
        };
        (0..n_weights).map(of_weight).collect()
    }

    /// From every key that counts the values at `first`, `first + n`, … (`per_weight` of them) of its `per_time`.
    fn kept_values<T: Copy>(
        &self,
        stored: &[T],
        per_time: usize,
        first: usize,
        per_weight: usize,
    ) -> Vec<T> {
        // A cubic spline stores, at each time, the in-tangents of all weights, then their values, then their out-tangents.
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
