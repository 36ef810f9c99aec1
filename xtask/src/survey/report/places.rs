//! Tables that list places to look at one by one.

use super::super::Survey;
use super::super::folders::is_for_tests;
use super::super::hazards::{Hazard, HazardKind};
use super::super::place::{Part, Place};
use super::super::repeats::Repeat;
use super::content::FORBIDDEN;
use super::table::{Row, Table};

/// Folders whose code uses `get` instead of indexing.
const ASKING: &[&str] = &["editor", "crates/character"];

pub(super) fn tables(survey: &Survey) -> Vec<Table> {
    let in_source = |repeat: &&Repeat| repeat.first.part == Part::Source;
    let (source, rest) = survey.repeats.iter().partition::<Vec<_>, _>(in_source);
    vec![
        undocumented(survey),
        hazards(survey),
        indices(survey),
        repeats("Repeated code in src", &source),
        repeats("Repeated code in tests and examples", &rest),
        repeats(
            "Repeated code in WGSL",
            &survey.shader_repeats.iter().collect::<Vec<_>>(),
        ),
    ]
}

fn undocumented(survey: &Survey) -> Table {
    let items = survey.public_items.iter().filter(|item| !item.documented);
    Table {
        title: "Undocumented public items",
        note: "Our own rule: none.",
        columns: &["item", "place"],
        rows: items
            .map(|item| {
                Row::judged(
                    [item.name.as_str().into(), item.place.to_string().into()],
                    true,
                )
            })
            .collect(),
    }
}

fn hazards(survey: &Survey) -> Table {
    let row = |hazard: &Hazard| {
        let is_worse =
            FORBIDDEN.contains(&hazard.kind) && !is_for_tests(hazard.place.crate_folder());
        let cells = [
            hazard.kind.to_string().into(),
            hazard.place.to_string().into(),
        ];
        Row::judged(cells, is_worse)
    };
    let is_index = |kind| matches!(kind, HazardKind::IndexByNumber | HazardKind::IndexByValue);
    let hazards = survey
        .hazards
        .iter()
        .filter(|hazard| !is_index(hazard.kind));
    Table {
        title: "Places that can panic outside tests",
        note: "Without indices. The test kit, which is for tests only, may.",
        columns: &["how", "place"],
        rows: hazards.map(row).collect(),
    }
}

/// One row a file: a row for each index would make the list too long to read.
fn indices(survey: &Survey) -> Table {
    let mut files: Vec<(&Place, Vec<String>)> = Vec::new();
    let indices = survey.hazards.iter().filter(|hazard| {
        let asks = ASKING.contains(&hazard.place.crate_folder());
        hazard.kind == HazardKind::IndexByValue && asks
    });
    for Hazard { place, .. } in indices {
        match files.last_mut() {
            Some((file, lines)) if file.path == place.path => lines.push(place.line.to_string()),
            _ => files.push((place, vec![place.line.to_string()])),
        }
    }
    let row = |(file, lines): &(&Place, Vec<String>)| {
        let cells = [
            lines.len().into(),
            file.path.as_str().into(),
            lines.join(" ").into(),
        ];
        Row::judged(cells, true)
    };
    Table {
        title: "Indices by value in editor and character",
        note: "Our own ruling: these crates ask with `get`, as rerun does.",
        columns: &["indices", "file", "lines"],
        rows: files.iter().map(row).collect(),
    }
}

fn repeats(title: &'static str, repeats: &[&Repeat]) -> Table {
    let row = |repeat: &&Repeat| {
        let Repeat { first, second, .. } = repeat;
        Row::new([
            repeat.lines.into(),
            repeat.same.into(),
            format!("{first}-{}", repeat.first_end).into(),
            format!("{second}-{}", repeat.second_end).into(),
        ])
    };
    Table {
        title,
        note: "Six or more lines of code that are the same but for names and values; `same`: to the letter.",
        columns: &["lines", "same", "place", "and"],
        rows: repeats.iter().map(row).collect(),
    }
}
