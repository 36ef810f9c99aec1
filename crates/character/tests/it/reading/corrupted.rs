//! Twelve thousand random corruptions of valid files: refused in one sentence, or opened and finite in every pose; no panic.

use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use crate::skinning::assert_finite;
use crate::support::{compressed, file_name, files_in, say, synthetic};

/// Of each kind, over all files.
const CASES: usize = 2_500;

/// A hang, not slowness: the files take milliseconds.
const LONGEST: Duration = Duration::from_secs(20);

/// The parts of a GLB.
#[derive(Clone)]
struct Parts {
    name: String,
    json: Value,
    binary: Vec<u8>,
}

impl Parts {
    fn read(path: &std::path::Path) -> Self {
        let bytes = std::fs::read(path).unwrap();
        let json_end = 20 + word(&bytes, 12);
        Self {
            name: file_name(path),
            json: serde_json::from_slice(&bytes[20..json_end]).unwrap(),
            binary: bytes[json_end + 8..].to_vec(),
        }
    }

    fn write(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec(&self.json).unwrap();
        text.resize(text.len().next_multiple_of(4), b' ');
        let total = 28 + text.len() + self.binary.len();
        let word = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
        [
            b"glTF",
            &2_u32.to_le_bytes()[..],
            &word(total),
            &word(text.len()),
            b"JSON",
            &text,
            &word(self.binary.len()),
            b"BIN\0",
            &self.binary,
        ]
        .concat()
    }
}

fn word(bytes: &[u8], at: usize) -> usize {
    let number = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    usize::try_from(number).unwrap()
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

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap()
    }
}

/// Runs [`CASES`] corruptions, prints how they end, and gives how many open all the same.
fn run(what: &str, seed: u64, corrupt: impl Fn(&mut Random, &Parts) -> Vec<u8>) -> usize {
    let files = files_in(&synthetic().join("valid"), &["glb"]).into_iter();
    let files: Vec<Parts> = files
        .chain(files_in(&compressed(), &["glb"]))
        .map(|path| Parts::read(&path))
        .collect();
    assert!(!files.is_empty());
    let rng = &mut Random(seed);
    let (mut n_opened, mut slowest) = (0, Duration::ZERO);
    for case in 0..CASES {
        let file = &files[case % files.len()];
        let bytes = corrupt(rng, file);
        let name = format!("{what} {case} of {}", file.name);
        let start = Instant::now();
        let result = character::open_bytes(&name, &bytes);
        slowest = slowest.max(start.elapsed());
        match result {
            Ok(character) => {
                assert_finite(&name, &character);
                n_opened += 1;
            }
            Err(error) => {
                let text = error.to_string();
                assert!(text.starts_with(&name) && text.ends_with('.'), "{text}");
            }
        }
    }
    say(&format!(
        "corrupted {what}: {} files, {CASES} cases, {n_opened} opened all the same, slowest {slowest:?}",
        files.len()
    ));
    assert!(slowest < LONGEST, "{slowest:?}");
    n_opened
}

/// Anywhere in the file.
#[test]
fn corrupted_bytes() {
    run("bytes", 1, |rng, file| {
        let mut bytes = file.write();
        for _ in 0..=rng.below(8) {
            let at = rng.below(bytes.len());
            bytes[at] = [0xFF, rng.next().to_le_bytes()[0]][rng.below(2)];
        }
        bytes
    });
}

/// In the binary chunk only, where numbers become huge, tiny, or none at all.
#[test]
fn corrupted_numbers() {
    const NASTY: [f32; 8] = [
        f32::NAN,
        f32::INFINITY,
        f32::MAX,
        -1e30,
        1e19,
        1e-40,
        -0.0,
        9e17,
    ];
    run("numbers", 2, |rng, file| {
        let mut file = file.clone();
        for _ in 0..=rng.below(4) {
            let at = 4 * rng.below(file.binary.len() / 4);
            let number = NASTY[rng.below(NASTY.len())];
            file.binary[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        file.write()
    });
}

#[test]
fn corrupted_json() {
    run("JSON", 3, |rng, file| {
        let mut file = file.clone();
        for _ in 0..=rng.below(3) {
            corrupt_json(&mut file.json, rng);
        }
        file.write()
    });
}

/// Lengths, counts, offsets and strides: of the container, of chunks, buffers, views and accessors.
#[test]
fn corrupted_lengths() {
    run("lengths", 4, |rng, file| match rng.below(3) {
        0 => {
            let mut bytes = file.write();
            let chunks = [8, 12, 20 + word(&bytes, 12)];
            let at = chunks[rng.below(3)];
            let length = nasty_length(rng, word(&bytes, at)).to_le_bytes();
            bytes[at..at + 4].copy_from_slice(&length[..4]);
            bytes
        }
        _ => {
            let mut file = file.clone();
            for _ in 0..=rng.below(2) {
                corrupt_length(&mut file.json, rng);
            }
            file.write()
        }
    });
}

/// Files cut short: refused, wherever they end.
#[test]
fn corrupted_ends() {
    let n_opened = run("ends", 5, |rng, file| {
        let mut bytes = file.write();
        bytes.truncate(rng.below(bytes.len()));
        bytes
    });
    assert_eq!(n_opened, 0);
}

fn corrupt_length(json: &mut Value, rng: &mut Random) {
    const LISTS: [(&str, &[&str]); 3] = [
        ("buffers", &["byteLength"]),
        (
            "bufferViews",
            &["byteLength", "byteOffset", "byteStride", "buffer"],
        ),
        (
            "accessors",
            &["count", "byteOffset", "bufferView", "componentType"],
        ),
    ];
    let (list, keys) = LISTS[rng.below(LISTS.len())];
    let items = json[list].as_array_mut().unwrap();
    let n_items = items.len();
    let item = &mut items[rng.below(n_items)];
    let key = keys[rng.below(keys.len())];
    let length = item[key].as_u64().unwrap_or(0);
    item[key] = Value::from(nasty_length(rng, usize::try_from(length).unwrap()));
}

fn nasty_length(rng: &mut Random, length: usize) -> u64 {
    let length = length as u64;
    let near = [
        length.wrapping_sub(1),
        length.wrapping_add(1),
        length.wrapping_add(4),
        length / 2,
        length.wrapping_mul(2),
    ];
    let far = [0, 1, u64::from(u32::MAX), 1 << 32, u64::MAX, 4_000_000_000];
    let all = [&near[..], &far].concat();
    all[rng.below(all.len())]
}

/// Values that break the checks of careless readers.
fn nasty_value(rng: &mut Random) -> Value {
    match rng.below(14) {
        0 => Value::Null,
        1 => Value::from(-1),
        2 => Value::from(0),
        3 => Value::from(u64::MAX),
        4 => Value::from(4_294_967_295_u64),
        5 => Value::from(1e39),
        6 => Value::from(0.5),
        7 => Value::from("../x"),
        8 => Value::Array(Vec::new()),
        9 => Value::Object(Map::new()),
        10 => Value::Bool(true),
        11 => Value::from(1e17),
        12 => Value::from(-1e-30),
        _ => Value::from(rng.below(300)),
    }
}

/// Replaces one value somewhere in the tree, or takes a member out.
fn corrupt_json(value: &mut Value, rng: &mut Random) {
    if let Value::Object(object) = value
        && rng.below(16) == 0
    {
        let at = rng.below(object.len());
        let key = object.keys().nth(at).cloned();
        key.map(|key| object.shift_remove(&key));
        return;
    }
    let children: Vec<&mut Value> = match value {
        Value::Array(array) => array.iter_mut().collect(),
        Value::Object(object) => object.values_mut().collect(),
        _ => Vec::new(),
    };
    let n_children = children.len();
    match children.into_iter().nth(rng.below(n_children)) {
        Some(child) if rng.below(12) != 0 => corrupt_json(child, rng),
        _ => *value = nasty_value(rng),
    }
}
