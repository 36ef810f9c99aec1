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

pub(super) fn document(files: &[File<'_>]) -> String {
    let rules = Check::ALL.map(|check| rule(check.id(), check.title()));
    let rules: Vec<Value> = rules
        .into_iter()
        .chain([rule(UNREADABLE, "Files that cannot be judged")])
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
    let result = |rule: &str, text: &str| {
        json!({
            "ruleId": rule,
            "level": "error",
            "message": { "text": text },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(file.source) } } }],
        })
    };
    match &file.verdict {
        Err(failure) => vec![result(UNREADABLE, &failure.to_string())],
        Ok(verdict) => verdict
            .over()
            .map(|over| result(over.check.id(), &format!("{}.", over.reason())))
            .collect(),
    }
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
