//! A crate of the strangers' workspace that needs what the members of ours need from others, with the same features.
//!
//! Where it is selected together with the projects, each crate of others has the features that it has in our workspace with all features
//! of its members on, and is compiled already. Were one off, or another on, cargo would compile that crate once more: slower, not wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

/// Name of the crate, and of its folder among the projects.
pub(super) const NAME: &str = "others";

/// A crate of others, as the members need it.
#[derive(Default)]
struct NeededCrate<'a> {
    version: &'a str,
    has_defaults: bool,
    features: BTreeSet<&'a str>,
}

/// Its manifest, by what `cargo metadata` says of the members.
pub(super) fn manifest(metadata: &Value) -> String {
    // By the condition for the system, if there is one, and by name.
    let mut all: BTreeMap<(&str, &str), NeededCrate<'_>> = BTreeMap::new();
    for member in list(&metadata["packages"]) {
        let further = further_features(member);
        for dependency in list(&member["dependencies"]) {
            if dependency["source"].is_null() || dependency["kind"] == "build" {
                continue;
            }
            let word = |key: &str| dependency[key].as_str().unwrap_or_default();
            let needed = all.entry((word("target"), word("name"))).or_default();
            needed.version = word("req");
            needed.has_defaults |= dependency["uses_default_features"] == true;
            let features = list(&dependency["features"]).filter_map(Value::as_str);
            needed.features.extend(features);
            let of_this = further.iter().filter(|(name, _)| *name == word("name"));
            needed.features.extend(of_this.map(|(_, feature)| feature));
        }
    }
    let mut text =
        format!("[package]\nname = \"{NAME}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n");
    for ((target, name), needed) in &all {
        let table = match *target {
            "" => "dependencies".to_owned(),
            target => format!("target.'{target}'.dependencies"),
        };
        let features: Vec<&str> = needed.features.iter().copied().collect();
        let _ = writeln!(
            text,
            "\n[{table}.{name}]\nversion = {:?}\ndefault-features = {}\nfeatures = {:?}",
            needed.version, needed.has_defaults, features
        );
    }
    text
}

/// What features of a member turn on in crates that it needs: `serde = ["glam/serde"]`.
fn further_features(member: &Value) -> Vec<(&str, &str)> {
    let features = member["features"].as_object();
    let all = features.into_iter().flat_map(|features| features.values());
    let entries = all.flat_map(list).filter_map(Value::as_str);
    entries.filter_map(|entry| entry.split_once('/')).collect()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
