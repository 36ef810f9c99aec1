//! Palettes of many frames in few numbers.
//!
//! Every number of a palette is a column over all frames. Most columns do not change, as stretches of joints that nobody
//! scales, and many are equal to others, as the motions of two methods: each is kept once. Matrices of linear blending are left
//! out where another method's stretch and motion give them.

use std::collections::BTreeMap;

use rig::{Method, RigidBlend};
use serde_json::{Value, json};

use super::blob::Blob;

/// Of the size of the numbers: what the product of stretch and motion may differ by from the matrix.
const ROUNDING: f32 = 4e-6;
/// Of a number, or of one where it is smaller: what a constant may differ by from frame to frame.
const STEADY: f32 = 1e-6;
/// In numbers, as `JOINTS_AT`, `LINEAR_SIZE` and `TWO_PHASE_MOTION_AT` of `skin_layout.wgsl`.
const JOINTS_AT: usize = 12;
const LINEAR_SIZE: usize = 12;
const MOTION_AT: usize = 12;

/// The numbers of one group by one method, frame after frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Recording {
    numbers: Vec<f32>,
    n_frames: usize,
}

impl Recording {
    pub(super) fn push(&mut self, words: &[[f32; 4]]) {
        self.numbers.extend(words.iter().flatten());
        self.n_frames += 1;
    }

    /// How many numbers a frame has; zero before the first frame.
    fn width(&self) -> usize {
        self.numbers.len() / self.n_frames.max(1)
    }

    fn frame(&self, frame: usize) -> &[f32] {
        let width = self.width();
        self.numbers
            .get(frame * width..(frame + 1) * width)
            .unwrap_or(&[])
    }

    fn column(&self, column: usize) -> impl Iterator<Item = f32> {
        self.numbers
            .iter()
            .copied()
            .skip(column)
            .step_by(self.width().max(1))
    }
}

/// Columns that are kept.
#[derive(Default)]
struct TrackTable {
    /// Numbers of tracks by the bits of their values: floats have no order for a map, and −0 is not 0.
    tracks: BTreeMap<Vec<u32>, i32>,
    constants: BTreeMap<u32, i32>,
    numbers: Vec<f32>,
    constant_numbers: Vec<f32>,
}

impl TrackTable {
    /// A track by its number, or a constant by its number below zero.
    fn source(&mut self, recording: &Recording, column: usize) -> i32 {
        let bits: Vec<u32> = recording.column(column).map(f32::to_bits).collect();
        if let Some(first) = constant(recording.column(column)) {
            let next = index(self.constants.len());
            let constants = &mut self.constant_numbers;
            let number = *self.constants.entry(first).or_insert_with(|| {
                constants.push(f32::from_bits(first));
                next
            });
            return -1 - number;
        }
        let next = index(self.tracks.len());
        let numbers = &mut self.numbers;
        *self.tracks.entry(bits).or_insert_with_key(|bits| {
            numbers.extend(bits.iter().map(|bits| f32::from_bits(*bits)));
            next
        })
    }
}

/// The bits of a number that does not change by more than rounding: stretches of joints that nobody scales are the identity but for
/// that.
fn constant(column: impl Iterator<Item = f32>) -> Option<u32> {
    let (least, most) = column.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), it| {
        (least.min(it), most.max(it))
    });
    let size = least.abs().max(most.abs()).max(1.0);
    let middle = 0.5 * (least + most);
    let whole = middle.round();
    let is_whole = (middle - whole).abs() <= STEADY * size;
    let kept = if is_whole { whole } else { middle };
    // Without the sign of zero: 0 and −0 are one.
    (most - least <= STEADY * size).then(|| (kept + 0.0).to_bits())
}

fn index(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// The recordings of all groups, `n_methods` each, for the page; `methods` as many as recordings.
pub(super) fn write_recordings(
    recordings: &[Recording],
    methods: &[Method],
    n_methods: usize,
    blob: &mut Blob,
) -> Value {
    let mut kept = TrackTable::default();
    let mut groups = Vec::new();
    let all = recordings
        .chunks(n_methods.max(1))
        .zip(methods.chunks(n_methods.max(1)));
    for (recordings, methods) in all {
        let mut by_method = Vec::new();
        for (recording, method) in recordings.iter().zip(methods) {
            let of_both = (*method == Method::Linear)
                .then(|| stretch_and_motion(recordings, methods, recording))
                .flatten();
            let skipped = match of_both {
                Some(_) => JOINTS_AT..linear_end(recordings, of_both),
                None => 0..0,
            };
            let sources: Vec<i32> = (0..recording.width())
                .map(|column| match skipped.contains(&column) {
                    // The page writes the product over whatever it reads there.
                    true => -1,
                    false => kept.source(recording, column),
                })
                .collect();
            by_method.push(json!({
                "words": recording.width() / 4,
                "sources": blob.push(&sources),
                "product": of_both.map(|(other, size)| json!({
                    "of": other,
                    "size": size / 4,
                    "joints": n_joints(recordings, of_both),
                })),
            }));
        }
        groups.push(Value::Array(by_method));
    }
    json!({
        "tracks": blob.push(&kept.numbers),
        "constants": blob.push(&kept.constant_numbers),
        "of": groups,
    })
}

/// How many numbers a joint has with a method that keeps stretch and motion apart.
const fn entry_size(method: Method) -> Option<usize> {
    match method {
        Method::TwoPhase(_, RigidBlend::LogMatrix) => None,
        Method::TwoPhase(_, RigidBlend::DirectQuaternion) => Some(24),
        // Twelve numbers of the stretch and eight of the dual quaternion; direct quaternions have four more of their own.
        Method::TwoPhase(..) => Some(20),
        _ => None,
    }
}

/// The method of the group whose stretches and motions give the matrices of linear blending, and its numbers a joint.
fn stretch_and_motion(
    recordings: &[Recording],
    methods: &[Method],
    linear: &Recording,
) -> Option<(usize, usize)> {
    let mut candidates = methods.iter().enumerate();
    candidates.find_map(|(other, method)| {
        let size = entry_size(*method)?;
        let both = recordings.get(other)?;
        let found = Some((other, size));
        let n_joints = n_joints(recordings, found);
        let is_product = (0..linear.n_frames).all(|frame| {
            (0..n_joints)
                .all(|joint| is_product(linear.frame(frame), both.frame(frame), (joint, size)))
        });
        is_product.then_some((other, size))
    })
}

/// The joints of the shorter of both lists: behind the joints other numbers may follow.
fn n_joints(recordings: &[Recording], found: Option<(usize, usize)>) -> usize {
    let joints = found.and_then(|(other, size)| {
        let width = recordings.get(other)?.width();
        Some(width.saturating_sub(JOINTS_AT) / size)
    });
    let linear = recordings.iter().map(Recording::width).min().unwrap_or(0);
    joints
        .unwrap_or(0)
        .min(linear.saturating_sub(JOINTS_AT) / LINEAR_SIZE)
}

fn linear_end(recordings: &[Recording], found: Option<(usize, usize)>) -> usize {
    JOINTS_AT + n_joints(recordings, found) * LINEAR_SIZE
}

fn is_product(linear: &[f32], both: &[f32], (joint, size): (usize, usize)) -> bool {
    let at = JOINTS_AT + joint * size;
    let (Some(entry), Some(matrix)) = (
        both.get(at..at + MOTION_AT + 8),
        linear.get(JOINTS_AT + joint * LINEAR_SIZE..JOINTS_AT + (joint + 1) * LINEAR_SIZE),
    ) else {
        return false;
    };
    let product = product(entry);
    let largest = matrix
        .iter()
        .fold(1.0_f32, |largest, it| largest.max(it.abs()));
    product
        .iter()
        .zip(matrix)
        .all(|(a, b)| (a - b).abs() <= ROUNDING * largest)
}

/// The motion after the stretch, as rows, as the page computes it: `product` of web/share/data.js.
fn product(entry: &[f32]) -> [f32; 12] {
    // In f64, in which the page computes too: both round alike.
    let number = |place: usize| f64::from(entry.get(place).copied().unwrap_or_default());
    let [x, y, z, w] = [0, 1, 2, 3].map(|k| number(MOTION_AT + k));
    let [dx, dy, dz, dw] = [4, 5, 6, 7].map(|k| number(MOTION_AT + k));
    // The squared length takes out what rounding to f32 has left of it.
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    let rows = [
        [
            1.0 - s * (y * y + z * z),
            s * (x * y - w * z),
            s * (x * z + w * y),
            s * (w * dx - dw * x + y * dz - z * dy),
        ],
        [
            s * (x * y + w * z),
            1.0 - s * (x * x + z * z),
            s * (y * z - w * x),
            s * (w * dy - dw * y + z * dx - x * dz),
        ],
        [
            s * (x * z - w * y),
            s * (y * z + w * x),
            1.0 - s * (x * x + y * y),
            s * (w * dz - dw * z + x * dy - y * dx),
        ],
    ];
    let mut out = [0.0; 12];
    for (place, out) in out.iter_mut().enumerate() {
        let (row, column) = (rows.get(place / 4).copied().unwrap_or_default(), place % 4);
        let [a, b, c, t] = row;
        let sum = a * number(column) + b * number(4 + column) + c * number(8 + column);
        *out = narrow(if column == 3 { sum + t } else { sum });
    }
    out
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
fn narrow(value: f64) -> f32 {
    value as f32
}
