//! JSON documents held against JSON Schema (draft 2020-12), as far as `docs/schemas` uses it.
//!
//! A keyword that is not known here is a fault of the schema, never passed over: what a schema says is what is checked. Members that a schema
//! does not list are faults of the document, though the published schemas are open, so that each that is written is described.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

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
            let text = fs::read_to_string(&path).unwrap();
            let schema = serde_json::from_str(&text);
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
        let schema = self.of(format);
        self.fits((&name, schema), document, "")?;
        Ok(format.to_owned())
    }

    /// A schema that a reference leads to, with the name of its file.
    fn find<'a>(&'a self, name: &'a str, to: &'a str) -> Option<(&'a str, &'a Value)> {
        let (file, place) = to.split_once('#').unwrap_or((to, ""));
        let name = if file.is_empty() { name } else { file };
        Some((name, self.files.get(name)?.pointer(place)?))
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
            match (keyword.as_str(), value) {
                ("properties" | "$defs", Value::Object(all)) => {
                    for (member, schema) in all {
                        self.refuse_unknown(name, schema, &format!("{at}/{member}"));
                    }
                }
                ("items", schema) | ("additionalProperties", schema @ Value::Object(_)) => {
                    self.refuse_unknown(name, schema, &at);
                }
                ("anyOf", Value::Array(all)) => {
                    for schema in all {
                        self.refuse_unknown(name, schema, &at);
                    }
                }
                ("$ref", Value::String(to)) => {
                    assert!(self.find(name, to).is_some(), "{name}{at}: {to} is nowhere");
                }
                _ => {}
            }
        }
    }

    fn fits(&self, (name, schema): (&str, &Value), value: &Value, at: &str) -> Result<(), String> {
        if let Some(to) = schema["$ref"].as_str() {
            let found = self.find(name, to);
            return self.fits(found.ok_or_else(|| format!("{to} is nowhere"))?, value, at);
        }
        if let Some(branches) = schema["anyOf"].as_array() {
            let faults = branches.iter().map(|one| self.fits((name, one), value, at));
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
            Value::Object(members) => self.fits_members((name, schema), members, at),
            Value::Array(items) if schema.get("items").is_some() => {
                let mut items = items.iter().enumerate();
                items.try_for_each(|(place, item)| {
                    self.fits((name, &schema["items"]), item, &format!("{at}/{place}"))
                })
            }
            _ => Ok(()),
        }
    }

    fn fits_members(
        &self,
        (name, schema): (&str, &Value),
        members: &serde_json::Map<String, Value>,
        at: &str,
    ) -> Result<(), String> {
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
                Some(schema) => self.fits((name, schema), value, &at)?,
                None => return Err(format!("{at}: no schema describes this member")),
            }
        }
        Ok(())
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
