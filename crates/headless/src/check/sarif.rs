//! The report as services show findings of analyses: SARIF 2.1.0.
//!
//! Reference: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", 2020.

use serde_json::{Value, json};
use session::judging::Check;

use super::File;
use crate::printable::json_for_terminals;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The rule of files that cannot be judged.
const UNREADABLE: &str = "unreadable";
/// The rule of limits that name clips or joints which a file does not have.
const UNKNOWN: &str = "unknown";

pub(super) fn document(files: &[File<'_>]) -> String {
    let rules = Check::ALL.map(|check| rule(check.id(), check.title()));
    let rules: Vec<Value> = rules
        .into_iter()
        .chain([
            rule(UNREADABLE, "Files that cannot be judged"),
            rule(UNKNOWN, "Limits that name what is not there"),
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
    over.chain(unknown).collect()
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
