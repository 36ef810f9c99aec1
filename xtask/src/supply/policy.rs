//! The rules of `deny.toml`, and the crates that break them.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use super::licenses::is_allowed;
use super::metadata::Package;
use crate::report::Failure;

/// The parts of `deny.toml` that are checked without `cargo deny`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Licenses that any crate may have.
    licenses: BTreeSet<String>,
    /// Licenses of single crates.
    exceptions: BTreeMap<String, BTreeSet<String>>,
    /// Crates that nobody may need, with the reason.
    banned: BTreeMap<String, String>,
    /// `NAME@VERSION` of versions that may stand beside a newer one.
    skipped: BTreeSet<String>,
    /// Registries that crates may come from.
    registries: BTreeSet<String>,
}

impl Policy {
    /// Reads the text of `deny.toml`.
    ///
    /// # Errors
    ///
    /// A text that is no TOML, or lacks one of the lists.
    pub fn parse(text: &str) -> Result<Self, String> {
        let table: Table = text
            .parse()
            .map_err(|error: toml::de::Error| error.to_string())?;
        let list = |section: &str, key: &str| {
            let found = table.get(section).and_then(|section| section.get(key));
            let found = found.and_then(Value::as_array);
            found.ok_or_else(|| format!("[{section}] has no list `{key}`"))
        };
        let exceptions = list("licenses", "exceptions")?.iter();
        let exceptions = exceptions.map(|one| {
            let allowed = one.get("allow").and_then(Value::as_array);
            (
                word(one, "crate"),
                words(allowed.map_or(&[], Vec::as_slice)),
            )
        });
        let banned = list("bans", "deny")?.iter();
        let banned = banned.map(|one| (word(one, "crate"), word(one, "reason")));
        let skipped = list("bans", "skip")?.iter();
        Ok(Self {
            licenses: words(list("licenses", "allow")?),
            exceptions: exceptions.collect(),
            banned: banned.collect(),
            skipped: skipped.map(|one| word(one, "crate")).collect(),
            registries: words(list("sources", "allow-registry")?),
        })
    }
}

fn words(list: &[Value]) -> BTreeSet<String> {
    list.iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

fn word(table: &Value, key: &str) -> String {
    let found = table.get(key).and_then(Value::as_str);
    found.unwrap_or_default().to_owned()
}

/// Every crate that breaks a rule, and every rule about a version that is not there any more.
#[must_use]
pub fn check(policy: &Policy, packages: &[Package]) -> Vec<Failure> {
    let mut failures: Vec<Failure> = packages
        .iter()
        .flat_map(|package| {
            let broken = [
                license(policy, package),
                source(policy, package),
                ban(policy, package),
            ];
            broken
                .into_iter()
                .flatten()
                .map(|message| failure(package, message))
        })
        .collect();
    failures.extend(duplicates(policy, packages));
    failures
}

fn failure(package: &Package, message: String) -> Failure {
    Failure::of_file(format!("{} {}", package.name, package.version), message)
}

fn license(policy: &Policy, package: &Package) -> Option<String> {
    // An exception is for one crate: the license stays refused for every other.
    let own = policy.exceptions.get(&package.name);
    let allowed =
        |name: &str| policy.licenses.contains(name) || own.is_some_and(|own| own.contains(name));
    let license = &package.license;
    (!is_allowed(license, &allowed))
        .then(|| format!("the license `{license}` is not allowed by deny.toml"))
}

fn source(policy: &Policy, package: &Package) -> Option<String> {
    let registry = package.source.strip_prefix("registry+");
    let is_known = registry.is_some_and(|registry| policy.registries.contains(registry));
    (!is_known).then(|| {
        format!(
            "comes from {}, which deny.toml does not name",
            package.source
        )
    })
}

fn ban(policy: &Policy, package: &Package) -> Option<String> {
    let reason = policy.banned.get(&package.name)?;
    Some(format!("is banned by deny.toml: {reason}"))
}

/// Of each name there is one version beside those that are skipped; and those are there.
fn duplicates(policy: &Policy, packages: &[Package]) -> Vec<Failure> {
    let mut versions: BTreeMap<&str, Vec<&Package>> = BTreeMap::new();
    let mut unseen = policy.skipped.clone();
    for package in packages {
        // A skipped version leaves both lists: it is no duplicate, and the rule about it is still needed.
        if !unseen.remove(&format!("{}@{}", package.name, package.version)) {
            versions.entry(&package.name).or_default().push(package);
        }
    }
    let several = versions
        .into_values()
        .filter(|all| all.len() > 1)
        .map(|all| {
            let found: Vec<&str> = all.iter().map(|package| package.version.as_str()).collect();
            let message = format!(
                "is there in the versions {}: make them one, or name the older in [bans] skip",
                found.join(", ")
            );
            Failure::of_file(all[0].name.as_str(), message)
        });
    // What no crate matched is out of date. A later duplicate could hide behind it.
    let gone = unseen.into_iter().map(|name| {
        Failure::of_file(
            "deny.toml",
            format!("{name} is skipped, and not there any more"),
        )
    });
    several.chain(gone).collect()
}
