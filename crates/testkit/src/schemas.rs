//! JSON documents held against JSON Schema (draft 2020-12), as far as `docs/schemas` uses it.
//!
//! A keyword that is not known here is a fault of the schema, never passed over: what a schema says is what is checked. Members that a schema
//! does not list are faults of the document, though the published schemas are open, so that each that is written is described.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use whole_file::read_regular;

/// What a schema of ours may say; the first line is about the schema alone.
const KEYWORDS: [&str; 14] = [
    "$schema",
    "$id",
    "title",
    "description",
    "$defs",
    "$ref",
    "type",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
];

/// The largest schema in bytes: ours have a fiftieth of it.
const LARGEST: u64 = 1 << 20;

/// A part of a schema, with the name of the file that it is in.
#[derive(Clone, Copy)]
struct Part<'a> {
    file: &'a str,
    schema: &'a Value,
}

impl<'a> Part<'a> {
    const fn within(self, schema: &'a Value) -> Self {
        Self { schema, ..self }
    }
}

/// All schemas of a folder, by the names of their files.
#[derive(Debug)]
pub struct Schemas {
    files: BTreeMap<String, Value>,
}

impl Schemas {
    /// Reads the `.json` files of a folder, and refuses any that says what is not checked, or refers to nothing.
    #[must_use]
    pub fn read(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "json") {
                continue;
            }
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let bytes = read_regular(&path, LARGEST).unwrap();
            let schema = serde_json::from_slice(&bytes);
            files.insert(
                name.clone(),
                schema.unwrap_or_else(|error| panic!("{name}: {error}")),
            );
        }
        let schemas = Self { files };
        for (name, schema) in &schemas.files {
            assert_eq!(schema["$id"], name.as_str(), "{name}: its $id is its name");
            assert_eq!(
                schema["title"],
                format_of(name),
                "{name}: its title is the format"
            );
            schemas.refuse_unknown(name, schema, "");
        }
        schemas
    }

    /// The formats that have a schema.
    pub fn formats(&self) -> impl Iterator<Item = String> {
        self.files.keys().map(|name| format_of(name))
    }

    /// The schema of a format, as `dualskin-report/1`.
    #[must_use]
    pub fn of(&self, format: &str) -> &Value {
        let name = format!("{}.json", format.replace('/', "-"));
        let schema = self.files.get(&name);
        schema.unwrap_or_else(|| panic!("{format}: there is no {name}"))
    }

    /// Holds a document against the schema of its format, and gives that.
    ///
    /// # Errors
    ///
    /// The first place that does not fit, as a JSON pointer, and why.
    pub fn check(&self, document: &Value) -> Result<String, String> {
        let format = document["format"].as_str().ok_or("no format")?;
        let name = format!("{}.json", format.replace('/', "-"));
        let whole = Part {
            file: &name,
            schema: self.of(format),
        };
        self.fits(whole, document, "")?;
        Ok(format.to_owned())
    }

    /// The part that a reference from a file leads to.
    fn find<'a>(&'a self, from: &'a str, to: &'a str) -> Option<Part<'a>> {
        let (file, place) = to.split_once('#').unwrap_or((to, ""));
        let file = if file.is_empty() { from } else { file };
        let schema = self.files.get(file)?.pointer(place)?;
        Some(Part { file, schema })
    }

    fn refuse_unknown(&self, name: &str, schema: &Value, at: &str) {
        let members = schema.as_object();
        let members = members.unwrap_or_else(|| panic!("{name}{at}: a schema is an object"));
        for (keyword, value) in members {
            let at = format!("{at}/{keyword}");
            assert!(
                KEYWORDS.contains(&&**keyword),
                "{name}{at}: not checked here"
            );
            if let ("$ref", Some(to)) = (keyword.as_str(), value.as_str()) {
                assert!(self.find(name, to).is_some(), "{name}{at}: {to} is nowhere");
            }
            for schema in schemas_in(keyword, value) {
                self.refuse_unknown(name, schema, &at);
            }
        }
    }

    fn fits(&self, part: Part<'_>, value: &Value, at: &str) -> Result<(), String> {
        let schema = part.schema;
        if let Some(to) = schema["$ref"].as_str() {
            let found = self.find(part.file, to);
            return self.fits(found.ok_or_else(|| format!("{to} is nowhere"))?, value, at);
        }
        if let Some(branches) = schema["anyOf"].as_array() {
            let faults = branches
                .iter()
                .map(|one| self.fits(part.within(one), value, at));
            let faults: Result<Vec<String>, ()> = faults.map(|it| it.err().ok_or(())).collect();
            return match faults {
                Ok(faults) => Err(format!("{at}: none of: {}", faults.join("; "))),
                Err(()) => Ok(()),
            };
        }
        if schema
            .get("const")
            .is_some_and(|constant| constant != value)
        {
            return Err(format!("{at}: {value} is not {}", schema["const"]));
        }
        if let Some(all) = schema["enum"].as_array()
            && !all.contains(value)
        {
            return Err(format!("{at}: {value} is none of {}", schema["enum"]));
        }
        if !is_of_type(&schema["type"], value) {
            return Err(format!("{at}: {value} is not of type {}", schema["type"]));
        }
        match value {
            Value::Object(members) => self.fits_members(part, members, at),
            Value::Array(items) if schema.get("items").is_some() => {
                let mut items = items.iter().enumerate();
                items.try_for_each(|(place, item)| {
                    self.fits(
                        part.within(&schema["items"]),
                        item,
                        &format!("{at}/{place}"),
                    )
                })
            }
            _ => Ok(()),
        }
    }

    fn fits_members(
        &self,
        part: Part<'_>,
        members: &serde_json::Map<String, Value>,
        at: &str,
    ) -> Result<(), String> {
        let schema = part.schema;
        for required in schema["required"].as_array().into_iter().flatten() {
            if !members.contains_key(required.as_str().unwrap()) {
                return Err(format!("{at}: {required} is missing"));
            }
        }
        for (member, value) in members {
            let at = format!("{at}/{member}");
            let own = schema["properties"].get(member);
            let other = || Some(&schema["additionalProperties"]).filter(|it| it.is_object());
            match own.or_else(other) {
                Some(own) => self.fits(part.within(own), value, &at)?,
                None => return Err(format!("{at}: no schema describes this member")),
            }
        }
        Ok(())
    }
}

/// The schemas that the value of a keyword holds.
fn schemas_in<'a>(keyword: &str, value: &'a Value) -> Vec<&'a Value> {
    match (keyword, value) {
        ("properties" | "$defs", Value::Object(all)) => all.values().collect(),
        ("anyOf", Value::Array(all)) => all.iter().collect(),
        ("items", schema) | ("additionalProperties", schema @ Value::Object(_)) => vec![schema],
        _ => Vec::new(),
    }
}

/// `dualskin-report/1` of `dualskin-report-1.json`.
fn format_of(file: &str) -> String {
    let stem = file.trim_end_matches(".json");
    let (kind, version) = stem.rsplit_once('-').unwrap();
    format!("{kind}/{version}")
}

/// Whether a value is of a type or of one of several; without any it is.
fn is_of_type(types: &Value, value: &Value) -> bool {
    let is_of = |name: &Value| match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other}"),
    };
    match types {
        Value::Null => true,
        Value::Array(all) => all.iter().any(is_of),
        one => is_of(one),
    }
}
