//! The document `dualskin-figures/1`.

use figures::item::{Cost, Item, Verdict};
use figures::number::{Number, Pinned};
use serde_json::{Value, json};

use super::MeasuredItem;
use crate::Failure;

/// The version for readers to check. A new number means that members were removed or changed their meaning.
const FORMAT: &str = "dualskin-figures/1";

/// All items with their numbers, as JSON of several lines, so that two runs can be compared.
pub(super) fn document(
    measured: &[MeasuredItem<'_>],
    device: Option<&str>,
) -> Result<String, Failure> {
    let count = |verdict: Verdict| {
        let of_it = measured
            .iter()
            .filter(|found| found.verdict() == Some(verdict));
        of_it.count()
    };
    text(&json!({
        "format": FORMAT,
        "program": env!("CARGO_PKG_VERSION"),
        "device": device,
        "figures": measured.iter().map(figure).collect::<Vec<_>>(),
        "counts": {
            "holds": count(Verdict::Holds),
            "does not hold": count(Verdict::Fails),
            "differs": count(Verdict::Differs),
            "changed": count(Verdict::Changed),
            "not measured": measured.iter().filter(|found| found.numbers.is_err()).count(),
        },
    }))
}

/// The items without numbers.
pub(super) fn list(items: &[&Item]) -> Result<String, Failure> {
    let listed: Vec<Value> = items.iter().map(|item| described(item)).collect();
    text(&json!({ "format": FORMAT, "figures": listed }))
}

fn text(document: &Value) -> Result<String, Failure> {
    serde_json::to_string_pretty(document).map_err(|error| Failure::Data(error.to_string()))
}

fn described(item: &Item) -> Value {
    json!({
        "id": item.id,
        "title": item.title,
        "source": { "paper": item.source.paper.name(), "at": item.source.at },
        "claim": item.claim,
        "caption": item.caption,
        "cost": match item.cost {
            Cost::Cheap => "cheap",
            Cost::Dear => "dear",
        },
    })
}

fn figure(found: &MeasuredItem<'_>) -> Value {
    let mut figure = described(found.item);
    let numbers = found.numbers.as_deref().unwrap_or_default();
    let answer = found.item.answer;
    let reason = found.item.expected.reason();
    let more = [
        ("verdict", json!(found.verdict().map(Verdict::name))),
        ("reason", json!((!reason.is_empty()).then_some(reason))),
        ("answer", json!((!answer.is_empty()).then_some(answer))),
        ("numbers", numbers.iter().map(number).collect()),
        ("pictures", json!(found.pictures)),
        ("missing", json!(found.missing)),
        (
            "not_measured",
            json!(found.numbers.as_ref().err().map(ToString::to_string)),
        ),
    ];
    if let Some(members) = figure.as_object_mut() {
        let more = more.map(|(name, value)| (name.to_owned(), value));
        members.extend(more);
    }
    figure
}

fn number(number: &Number) -> Value {
    json!({
        "name": number.name,
        "unit": number.unit.sign().trim(),
        "paper": number.paper,
        "ours": number.ours,
        "pinned": match number.pinned {
            Pinned::Near { to, within } => json!({ "near": to, "within": within }),
            Pinned::AtMost(limit) | Pinned::Negligible(limit) => json!({ "at_most": limit }),
            Pinned::AtLeast(limit) => json!({ "at_least": limit }),
        },
        "holds": number.holds(),
    })
}
