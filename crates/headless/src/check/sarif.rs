//! The report as services show findings of analyses: SARIF 2.1.0.
//!
//! Reference: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", 2020.

use serde_json::{Value, json};
use session::state::judging::Check;

use super::File;
use crate::terminal::printable::json_for_terminals;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The rule of files that cannot be judged.
const UNREADABLE: &str = "unreadable";
/// The rule of limits that name clips or joints which a file does not have.
const UNKNOWN: &str = "unknown";
/// The level of what is not judged.
const NOT_APPLICABLE: &str = "none";
/// The rule of files without a skin.
const NO_SKIN: &str = "no_skin";

pub(super) fn document(files: &[File<'_>]) -> String {
    let rules = Check::ALL.map(|check| rule(check.id(), check.title()));
    let rules: Vec<Value> = rules
        .into_iter()
        .chain([
            rule(UNREADABLE, "Files that cannot be judged"),
            rule(UNKNOWN, "Limits that name what is not there"),
            rule(NO_SKIN, "Files without a skin to be judged"),
        ])
        .collect();
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "dualskin check",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": files.iter().flat_map(results).collect::<Vec<Value>>(),
        }],
    });
    json_for_terminals(&document.to_string())
}

fn rule(id: &str, title: &str) -> Value {
    json!({ "id": id, "shortDescription": { "text": title } })
}

fn results(file: &File<'_>) -> Vec<Value> {
    let result = |(rule, level): (&str, &str), text: &str| {
        json!({
            "ruleId": rule,
            "level": level,
            "kind": if level == NOT_APPLICABLE { "notApplicable" } else { "fail" },
            "message": { "text": text },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(file.source) } } }],
        })
    };
    let verdict = match &file.verdict {
        Ok(verdict) => verdict,
        Err(failure) => return vec![result((UNREADABLE, "error"), &failure.to_string())],
    };
    let over = verdict.over().map(|over| {
        let rule = (over.check.id(), "error");
        result(rule, &format!("{}.", over.reason()))
    });
    // What other files have is no fault of this one.
    let unknown = verdict.unknown.iter().map(|name| {
        let level = match file.nowhere.contains(name) {
            true => "error",
            false => "note",
        };
        let text = format!("The limits name {name}, which is not in this file.");
        result((UNKNOWN, level), &text)
    });
    let no_skin = verdict.no_skin.map(|why| {
        let text = format!("{}: {}.", file.source, why.words());
        result((NO_SKIN, "error"), &text)
    });
    let not_judged = verdict.checks.iter().filter_map(|checked| {
        let why = checked.not_judged.filter(|_| checked.limit.is_some())?;
        let text = format!("{} is not judged: {}.", checked.title(), why.words());
        Some(result((checked.check.id(), NOT_APPLICABLE), &text))
    });
    // One word for all of them where there is no skin at all.
    let not_judged = not_judged.filter(|_| no_skin.is_none());
    let not_judged: Vec<Value> = not_judged.collect();
    let all = no_skin.into_iter().chain(over).chain(unknown);
    all.chain(not_judged).collect()
}

/// A path as a reference: what has a meaning in one is written as %XX.
fn uri(source: &str) -> String {
    let mut uri = String::new();
    for byte in source.replace('\\', "/").bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte);
        match is_plain {
            true => uri.push(char::from(byte)),
            false => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
