//! Weights in RON: a list of joints and weights for each vertex.

use std::fmt::{self, Write as _};

use glam::Vec3;
use mesh::PointIndex;
use rig::{InfluenceRow, JointSlot};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use text_files::{Format, TextFault, did_you_mean, shorten};

use super::reader::Reader;
use super::{FORMAT, VERSION, WeightFile, name};
use crate::Rows;

/// How the text is read.
const READER: Format = Format {
    name: "Weights",
    version: VERSION,
    ..Format::PLAIN
};
/// What the text may say, in this order.
const FIELDS: &[&str] = &["format", "version", "vertices", "weights", "places"];

// ---- writing --------------------------------------------------------------------------------------------------------

pub(super) fn write(rows: &dyn Rows, joints: &[&str], places: Option<&[Vec3]>) -> String {
    let count = rows.point_count();
    let mut text = format!(
        "(\n    format: \"{FORMAT}\",\n    version: {VERSION},\n    vertices: {count},\n    weights: {{\n"
    );
    for (point, _) in PointIndex::all().zip(0..count) {
        let InfluenceRow {
            joints: joints_here,
            weights,
        } = rows.slices(point);
        let pairs = joints_here.iter().zip(weights);
        let pairs =
            pairs.map(|(&joint, weight)| format!("({}, {weight})", quote(&name(joints, joint))));
        let pairs: Vec<String> = pairs.collect();
        // Writing to a text cannot fail.
        let _ = writeln!(text, "        {point}: [{}],", pairs.join(", "));
    }
    text.push_str("    },\n");
    if let Some(places) = places {
        text.push_str("    places: {\n");
        let known = PointIndex::all().zip(places.iter().take(count));
        for (point, place) in known.filter(|(_, place)| place.is_finite()) {
            let _ = writeln!(
                text,
                "        {point}: ({}, {}, {}),",
                place.x, place.y, place.z
            );
        }
        text.push_str("    },\n");
    }
    text.push_str(")\n");
    text
}

/// A text in quotation marks, with what is no plain sign escaped.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => quoted.extend(['\\', sign]),
            sign if sign.is_control() => {
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(sign));
            }
            sign => quoted.push(sign),
        }
    }
    quoted.push('"');
    quoted
}

// ---- reading --------------------------------------------------------------------------------------------------------

pub(super) fn read(text: &str, mut reader: Reader<'_>) -> Result<WeightFile, TextFault> {
    READER.read_seed(text, Document(&mut reader))?;
    let end = text.lines().count().max(1);
    reader.file().map_err(|what| TextFault {
        line: end,
        column: 1,
        what,
    })
}

/// All of it. Checks are made while reading, so that a fault is where the text has been read to.
struct Document<'a, 'b>(&'a mut Reader<'b>);

impl<'de> DeserializeSeed<'de> for Document<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_struct(READER.name, FIELDS, self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("weights in brackets: `(version: 1, …)`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Key)? {
            match key {
                "format" => said(check_format(&map.next_value::<String>()?))?,
                "version" => said(self.0.version(map.next_value()?))?,
                "vertices" => said(self.0.count(map.next_value()?))?,
                "weights" => map.next_value_seed(RowTable(self.0))?,
                _ => map.next_value_seed(PlaceTable(self.0))?,
            }
        }
        Ok(())
    }
}

fn check_format(format: &str) -> Result<(), String> {
    if format == FORMAT {
        return Ok(());
    }
    Err(format!(
        "this is {:?}; a file of weights has format: {FORMAT:?}",
        shorten(format)
    ))
}

/// A name of a field.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, found: &str) -> Result<&'static str, E> {
        let field = FIELDS.iter().copied().find(|field| *field == found);
        field.ok_or_else(|| {
            let there_are = format!("`{}`", FIELDS.join("`, `"));
            let meant = did_you_mean(found, FIELDS.iter().copied(), &there_are);
            E::custom(format!("unknown name `{}`{meant}", shorten(found)))
        })
    }
}

/// The rows by vertex.
struct RowTable<'a, 'b>(&'a mut Reader<'b>);

impl<'de> DeserializeSeed<'de> for RowTable<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RowTable<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lines by vertex in braces: `{ 0: [(\"hips\", 1)] }`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        said(self.0.is_open())?;
        while let Some(vertex) = map.next_key::<u64>()? {
            let vertex = said(self.0.new_vertex(vertex))?;
            let pairs = map.next_value_seed(RowSeed(self.0))?;
            said(self.0.row(vertex, &pairs))?;
        }
        Ok(())
    }
}

/// Reads the joints and weights of one vertex.
struct RowSeed<'a, 'b>(&'a Reader<'b>);

impl<'de> DeserializeSeed<'de> for RowSeed<'_, '_> {
    type Value = Vec<(JointSlot, f32)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowSeed<'_, '_> {
    type Value = Vec<(JointSlot, f32)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of joints and weights: `[(\"hips\", 1)]`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut pairs: Vec<(JointSlot, f32)> = Vec::new();
        while let Some((joint, weight)) = seq.next_element_seed(PairSeed(self.0, &pairs))? {
            pairs.push((joint, weight));
        }
        Ok(pairs)
    }
}

/// A joint and a weight, after those that the row has already.
struct PairSeed<'a, 'b>(&'a Reader<'b>, &'a [(JointSlot, f32)]);

impl<'de> DeserializeSeed<'de> for PairSeed<'_, '_> {
    type Value = (JointSlot, f32);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

impl<'de> Visitor<'de> for PairSeed<'_, '_> {
    type Value = (JointSlot, f32);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a joint and a weight: `(\"hips\", 1)`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let missing =
            |what| A::Error::custom(format!("{what} is missing; write as `(\"hips\", 1)`"));
        let name: String = seq.next_element()?.ok_or_else(|| missing("the joint"))?;
        let joint = said(self.0.joint(&name))?;
        said(self.0.check_new(self.1, joint))?;
        let weight: f32 = seq.next_element()?.ok_or_else(|| missing("the weight"))?;
        Ok((joint, said(Reader::weight(weight))?))
    }
}

/// The places by vertex.
struct PlaceTable<'a, 'b>(&'a mut Reader<'b>);

impl<'de> DeserializeSeed<'de> for PlaceTable<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for PlaceTable<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("places by vertex in braces: `{ 0: (0, 1.5, 0) }`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(vertex) = map.next_key::<u64>()? {
            let vertex = said(self.0.vertex(vertex))?;
            let place: [f32; 3] = map.next_value()?;
            said(self.0.place(vertex, place))?;
        }
        Ok(())
    }
}

/// A fault as an error of the deserializer.
fn said<T, E: Error>(checked: Result<T, String>) -> Result<T, E> {
    checked.map_err(E::custom)
}
