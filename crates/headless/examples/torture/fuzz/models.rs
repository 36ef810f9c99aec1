//! Mutations of characters that know the format: members of the JSON, numbers, references, chunks.

use serde_json::{Map, Number, Value};

use super::super::random::Random;
use super::bytes;

/// What begins a string that stands for text which JSON cannot say, as `1e400`.
const RAW: &str = "@raw:";

/// Members that are read somewhere.
const MEMBERS: [&str; 40] = [
    "accessors",
    "animations",
    "asset",
    "attributes",
    "buffer",
    "bufferView",
    "bufferViews",
    "buffers",
    "byteLength",
    "byteOffset",
    "byteStride",
    "channels",
    "children",
    "componentType",
    "count",
    "extensions",
    "extras",
    "images",
    "indices",
    "inverseBindMatrices",
    "joints",
    "material",
    "matrix",
    "mesh",
    "meshes",
    "mode",
    "name",
    "nodes",
    "normalized",
    "primitives",
    "sampler",
    "samplers",
    "scene",
    "skin",
    "skins",
    "sparse",
    "targets",
    "type",
    "uri",
    "weights",
];

/// Texts of numbers: limits of types, component types, and what is no number at all.
const NUMBERS: [&str; 34] = [
    "0",
    "-0.0",
    "-1",
    "1",
    "2",
    "3",
    "4",
    "16",
    "255",
    "256",
    "4095",
    "65535",
    "65536",
    "1000000",
    "16777216",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "0.5",
    "1e-40",
    "1e30",
    "3.5e38",
    "1e308",
    "1e400",
    "-1e400",
    "NaN",
    "5121",
    "5123",
    "5126",
];

/// A file in parts.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    json: Value,
    /// The second chunk; a plain JSON file has none.
    binary: Option<Vec<u8>>,
}

impl Model {
    /// None if the bytes are no such file.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        if !bytes.starts_with(b"glTF") {
            let json = serde_json::from_slice(bytes).ok()?;
            return Some(Self { json, binary: None });
        }
        let length = word_at(bytes, 12)?;
        let end = 20_usize.checked_add(length)?;
        Some(Self {
            json: serde_json::from_slice(bytes.get(20..end)?).ok()?,
            binary: Some(bytes.get(end + 8..).unwrap_or_default().to_vec()),
        })
    }

    /// Its document.
    pub(crate) const fn json_mut(&mut self) -> &mut Value {
        &mut self.json
    }

    /// Adds bytes at the end of the second chunk, at a multiple of four; where they begin. None in a plain JSON file.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Option<usize> {
        let binary = self.binary.as_mut()?;
        let start = binary.len().next_multiple_of(4);
        binary.resize(start, 0);
        binary.extend_from_slice(bytes);
        binary.resize(binary.len().next_multiple_of(4), 0);
        let end = binary.len();
        let buffer = self.json.get_mut("buffers")?.get_mut(0)?;
        buffer["byteLength"] = end.into();
        Some(start)
    }

    /// The file without a mistake in its frame; none of a plain JSON file.
    pub(crate) fn to_glb(&self) -> Option<Vec<u8>> {
        let binary = self.binary.as_ref()?;
        let mut text = self.json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let lengths = [28 + text.len() + binary.len(), text.len(), binary.len()];
        let [whole, first, second] =
            lengths.map(|it| u32::try_from(it).unwrap_or(u32::MAX).to_le_bytes());
        let version = 2_u32.to_le_bytes();
        let head = [&b"glTF"[..], &version, &whole, &first, b"JSON", &text];
        Some([&head.concat()[..], &second, b"BIN\0", binary].concat())
    }

    /// The file, with mistakes in its frame now and then.
    fn write(&self, random: &mut Random) -> (&'static str, Vec<u8>) {
        let text = unquoted(&self.json.to_string());
        let Some(binary) = &self.binary else {
            return ("gltf", text.into_bytes());
        };
        let mut text = text.into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let words = [2, 28 + text.len() + binary.len(), text.len(), binary.len()];
        let mut words = words.map(|word| u32::try_from(word).unwrap_or(u32::MAX));
        if random.chance(5) {
            let wrong = random.below(words.len());
            words[wrong] = *random.pick(&[0, 1, 3, 0x7FFF_FFFF, u32::MAX, words[wrong] + 4]);
        }
        let [version, whole, first, second] = words.map(u32::to_le_bytes);
        let parts = [
            b"glTF",
            &version,
            &whole,
            &first,
            b"JSON",
            &text[..],
            &second,
            b"BIN\0",
            binary,
        ];
        ("glb", parts.concat())
    }
}

/// A mutated file and its extension.
pub(crate) fn mutated(random: &mut Random, bytes: &[u8], other: &[u8]) -> (&'static str, Vec<u8>) {
    let model = Model::of(bytes).filter(|_| random.chance(90));
    let Some(mut model) = model else {
        let mut bytes = bytes.to_vec();
        bytes::disturb(random, &mut bytes, other);
        let extension = if bytes.starts_with(b"glTF") {
            "glb"
        } else {
            "gltf"
        };
        return (extension, bytes);
    };
    if random.chance(92) {
        let most = random.below(4);
        for _ in 0..=random.below(most + 1) {
            disturb(random, &mut model.json);
        }
    }
    if let Some(binary) = &mut model.binary
        && random.chance(30)
    {
        bytes::overwrite(random, binary);
        if random.chance(20) {
            binary.truncate(random.below(binary.len() + 1));
        }
    }
    if random.chance(3)
        && let Some(other) = Model::of(other)
    {
        model.binary = other.binary;
    }
    model.write(random)
}

/// Changes one place of a document.
fn disturb(random: &mut Random, root: &mut Value) {
    let donor = somewhere(random, root).clone();
    let place = somewhere(random, root);
    match random.below(13) {
        0..=2 => *place = number(random),
        3 => lose(random, place),
        4 => double(random, place),
        5 => *place = donor,
        6 => swap(random, place),
        7 => *place = nested(random, donor),
        8 => *place = odd_text(random),
        9 => rename(random, place),
        10 => {
            if let Value::Object(members) = place {
                members.insert((*random.pick(&MEMBERS)).to_owned(), number(random));
            } else {
                *place = number(random);
            }
        }
        11 => nudge(random, place),
        _ => {
            *place = random
                .pick(&[
                    Value::Null,
                    Value::Bool(true),
                    Value::Array(Vec::new()),
                    Value::Object(Map::new()),
                ])
                .clone();
        }
    }
}

/// A random value of the tree; deep ones are as likely as shallow ones.
fn somewhere<'a>(random: &mut Random, value: &'a mut Value) -> &'a mut Value {
    let count = match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    if count == 0 || random.chance(12) {
        return value;
    }
    let at = random.below(count);
    match value {
        Value::Array(items) => somewhere(random, &mut items[at]),
        Value::Object(members) => match members.iter_mut().nth(at) {
            Some((_, member)) => somewhere(random, member),
            None => unreachable!("at is below the number of members"),
        },
        leaf => leaf,
    }
}

fn raw(text: &str) -> Value {
    Value::String(format!("{RAW}{text}@"))
}

/// The text of a document with what stands for other text in its place.
fn unquoted(json: &str) -> String {
    let mark = format!("\"{RAW}");
    let mut parts = json.split(&mark);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (raw, rest) = part.split_once("@\"").unwrap_or((part, ""));
        text.push_str(raw);
        text.push_str(rest);
    }
    text
}

fn number(random: &mut Random) -> Value {
    raw(NUMBERS[random.below(NUMBERS.len())])
}

fn lose(random: &mut Random, place: &mut Value) {
    match place {
        Value::Array(items) if !items.is_empty() => {
            items.remove(random.below(items.len()));
        }
        Value::Object(members) => {
            let name = members.keys().nth(random.below(members.len())).cloned();
            if let Some(name) = name {
                members.shift_remove(&name);
            }
        }
        other => *other = Value::Null,
    }
}

/// Repeats an element, now and then thousands of times; of an object, a member under another name.
fn double(random: &mut Random, place: &mut Value) {
    match place {
        Value::Array(items) if !items.is_empty() => {
            let item = items[random.below(items.len())].clone();
            let most = *random.pick(&[1, 2, 10, 100, 3000]);
            // A large element is not repeated so often that only the size of the file is tried.
            let weight = item.to_string().len().max(1);
            let count = most.min(200_000 / weight);
            items.extend(std::iter::repeat_n(item, count));
        }
        Value::Object(members) => {
            let found = members.values().nth(random.below(members.len())).cloned();
            if let Some(value) = found {
                members.insert((*random.pick(&MEMBERS)).to_owned(), value);
            }
        }
        _ => {}
    }
}

fn swap(random: &mut Random, place: &mut Value) {
    if let Value::Array(items) = place
        && !items.is_empty()
    {
        let (one, other) = (random.below(items.len()), random.below(items.len()));
        items.swap(one, other);
    } else if let Value::Object(members) = place {
        let mut pairs: Vec<(String, Value)> = std::mem::take(members).into_iter().collect();
        pairs.reverse();
        members.extend(pairs);
    }
}

fn nested(random: &mut Random, inner: Value) -> Value {
    let deep = *random.pick(&[1, 3, 30, 126, 127, 128, 500, 20_000]);
    if deep > 1000 {
        let (open, close) = *random.pick(&[("[", "]"), ("{\"a\":", "}")]);
        let body = if open == "[" { "" } else { "1" };
        return raw(&format!(
            "{}{body}{}",
            open.repeat(deep),
            close.repeat(deep)
        ));
    }
    (0..deep).fold(inner, |inner, _| Value::Array(vec![inner]))
}

fn odd_text(random: &mut Random) -> Value {
    let text = match random.below(9) {
        0 => String::new(),
        1 => "a".repeat(*random.pick(&[100, 5000, 300_000])),
        2 => "\u{202E}txt\u{1b}[31m\u{7}\u{0}".to_owned(),
        3 => "../../../../etc/passwd".to_owned(),
        4 => "data:application/octet-stream;base64,AAAA".to_owned(),
        5 => format!(
            "data:image/png;base64,{}",
            "iVBORw0KGgoAAAANSUhEUgAA".repeat(20)
        ),
        6 => "MAT4".to_owned(),
        7 => "%00%2e%2e%2f".to_owned(),
        _ => "\u{1F9B4}é\u{301}\u{FEFF}".repeat(40),
    };
    Value::String(text)
}

fn rename(random: &mut Random, place: &mut Value) {
    if let Value::Object(members) = place {
        let name = members.keys().nth(random.below(members.len())).cloned();
        if let Some(value) = name.and_then(|name| members.shift_remove(&name)) {
            members.insert((*random.pick(&MEMBERS)).to_owned(), value);
        }
    }
}

/// A number near the one that is there.
fn nudge(random: &mut Random, place: &mut Value) {
    let Some(found) = place.as_i64() else {
        if let Some(found) = place.as_f64() {
            let factor = *random.pick(&[-1.0, 0.0, 1e-30, 1e10, 1e38]);
            *place = Number::from_f64(found * factor).map_or_else(|| raw("1e400"), Value::Number);
        }
        return;
    };
    let nudged = match random.below(5) {
        0 => found.wrapping_add(1),
        1 => found.wrapping_sub(1),
        2 => found.wrapping_mul(2),
        3 => found.wrapping_mul(1000),
        _ => found.wrapping_neg(),
    };
    *place = Value::from(nudged);
}

fn word_at(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}
