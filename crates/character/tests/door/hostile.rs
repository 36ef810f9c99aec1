//! Valid files, corrupted at random and cut short, are refused or opened, and what opens can be posed and skinned: never a
//! panic.
#![expect(
    clippy::unwrap_used,
    reason = "helper functions of tests are not exempt as tests are"
)]

mod common;

use common::{say, synthetic};
use serde_json::Value;

/// Corruptions of every kind per file.
const ROUNDS: usize = 120;

fn files() -> Vec<(String, Vec<u8>)> {
    let folder = synthetic().join("valid");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "glb"));
    paths.sort();
    let name = |path: &std::path::Path| path.file_name().unwrap().to_string_lossy().into_owned();
    paths
        .iter()
        .map(|path| (name(path), std::fs::read(path).unwrap()))
        .collect()
}

/// `SplitMix64`: enough for picking bytes, and the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

fn below(rng: &mut Random, end: usize) -> usize {
    usize::try_from(rng.next() % end.max(1) as u64).unwrap()
}

/// Opens, and if that succeeds poses and skins. The result may overflow: finite numbers near the end of f32 are let in.
fn open(name: &str, bytes: &[u8]) -> bool {
    match character::open_bytes(name, bytes) {
        Ok(character) => {
            common::is_finite(&character);
            true
        }
        Err(error) => {
            let text = error.to_string();
            assert!(text.starts_with(name) && text.ends_with('.'), "{text}");
            false
        }
    }
}

#[test]
fn corrupted_bytes() {
    let rng = &mut Random(1);
    let (mut n_cases, mut n_opened) = (0, 0);
    for (name, bytes) in files() {
        for _ in 0..ROUNDS {
            let mut bytes = bytes.clone();
            for _ in 0..=below(rng, 8) {
                let at = below(rng, bytes.len());
                bytes[at] = [0xFF, rng.next().to_le_bytes()[0]][below(rng, 2)];
            }
            n_opened += usize::from(open(&name, &bytes));
            n_cases += 1;
        }
    }
    say(&format!(
        "corrupted_bytes: {n_cases} cases, {n_opened} opened all the same"
    ));
    assert_ne!(n_cases, 0);
}

#[test]
fn cut_short() {
    let rng = &mut Random(1);
    let mut n_cases = 0;
    for (name, bytes) in files() {
        for _ in 0..ROUNDS {
            let end = below(rng, bytes.len());
            assert!(
                !open(&name, &bytes[..end]),
                "{name} opened with {end} of {} bytes",
                bytes.len()
            );
            n_cases += 1;
        }
    }
    say(&format!("cut_short: {n_cases} cases"));
    assert_ne!(n_cases, 0);
}

/// Values that break the checks of careless readers.
fn nasty(rng: &mut Random) -> Value {
    match below(rng, 12) {
        0 => Value::Null,
        1 => Value::from(-1),
        2 => Value::from(0),
        3 => Value::from(u64::MAX),
        4 => Value::from(4_294_967_295_u64),
        5 => Value::from(1e39),
        6 => Value::from(0.5),
        7 => Value::from("../x"),
        8 => Value::Array(Vec::new()),
        9 => Value::Object(serde_json::Map::new()),
        10 => Value::Bool(true),
        _ => Value::from(below(rng, 300)),
    }
}

/// Replaces one value somewhere in the tree.
fn corrupt(value: &mut Value, rng: &mut Random) {
    let children: Vec<&mut Value> = match value {
        Value::Array(array) => array.iter_mut().collect(),
        Value::Object(object) => object.values_mut().collect(),
        _ => Vec::new(),
    };
    let n_children = children.len();
    match children.into_iter().nth(below(rng, n_children)) {
        Some(child) if below(rng, 12) != 0 => corrupt(child, rng),
        _ => *value = nasty(rng),
    }
}

/// A GLB of the file's own parts with another JSON.
fn rebuild(bytes: &[u8], corrupt: impl FnOnce(&mut Value)) -> Vec<u8> {
    let word = |at: usize| {
        usize::try_from(u32::from_le_bytes(*bytes[at..].first_chunk().unwrap())).unwrap()
    };
    let json_end = 20 + word(12);
    let mut json: Value = serde_json::from_slice(&bytes[20..json_end]).unwrap();
    corrupt(&mut json);
    let mut text = serde_json::to_vec(&json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = u32::try_from(20 + text.len() + bytes.len() - json_end).unwrap();
    let text_length = u32::try_from(text.len()).unwrap();
    let header = [
        &bytes[..8],
        &length.to_le_bytes(),
        &text_length.to_le_bytes(),
        b"JSON",
    ]
    .concat();
    [&header, &text, &bytes[json_end..]].concat()
}

#[test]
fn corrupted_json() {
    let rng = &mut Random(1);
    let (mut n_cases, mut n_opened) = (0, 0);
    for (name, bytes) in files() {
        for _ in 0..4 * ROUNDS {
            let bytes = rebuild(&bytes, |json| {
                (0..=below(rng, 3)).for_each(|_| corrupt(json, rng));
            });
            n_opened += usize::from(open(&name, &bytes));
            n_cases += 1;
        }
    }
    say(&format!(
        "corrupted_json: {n_cases} cases, {n_opened} opened all the same"
    ));
    assert_ne!(n_cases, 0);
}
