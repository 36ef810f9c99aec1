//! Every JSON document of the program, held against its schema in `docs/schemas`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, str};

use headless::FailureKind;
use serde_json::Value;
use testkit::schemas::Schemas;

use super::support::{dualskin, folder_with};

fn schemas() -> Schemas {
    Schemas::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas"))
}

/// Lines whose stdout is one document each, `{}` for a folder, with the formats that they are to show.
const LINES: &[(&str, &str)] = &[
    ("inspect builtin:cylinder --json", "inspect/1"),
    ("inspect builtin:arm --clip 0 --json", "inspect/1"),
    ("inspect builtin:hand {}/none.glb --json", "inspect-list/1"),
    ("check builtin:cylinder --json", "check/1"),
    ("advise builtin:cylinder --for any --json", "advice/1"),
    ("check builtin:biped_mesh --json", "check/1"),
    (
        "check builtin:cylinder builtin:biped_mesh {}/none.glb --brief --json",
        "check-list/1",
    ),
    ("clips list builtin:arm --json", "clips/1"),
    ("clips list builtin:arm {}/none.glb --json", "clips-list/1"),
    (
        "skin builtin:cylinder --method spherical --clip 0 --time 1 -o -",
        "skin/1",
    ),
    ("skin builtin:cylinder --method iterative -o -", "skin/1"),
    (
        "skin builtin:cylinder --method linear -o {}/cylinder.json --json",
        "report/1",
    ),
    (
        "bind builtin:biped_mesh --skeleton biped -o {}/bound/ --json",
        "report/1",
    ),
    (
        "bind builtin:biped_mesh --skeleton biped -o {}/bound/ --skip-existing --json",
        "report/1",
    ),
    (
        "bind builtin:biped_mesh builtin:biped --skeleton biped -o {}/bound --skip-existing --json",
        "report-list/1",
    ),
    ("unbind builtin:cylinder --check --json", "report/1"),
    (
        "weights mirror builtin:biped --from left --check --json",
        "report/1",
    ),
    (
        "weights limit builtin:cylinder --limit 1 --method two-phase --check --json",
        "report/1",
    ),
    (
        "weights export builtin:cylinder -o {}/cylinder.csv --json",
        "report/1",
    ),
    (
        "clips reduce builtin:cylinder --tolerance 1mm --check --json",
        "report/1",
    ),
    (
        "clips mirror builtin:biped --clip 0 --check --json",
        "report/1",
    ),
    (
        "clips delete builtin:arm --clip 0 --check --json",
        "report/1",
    ),
    (
        "skeleton fit builtin:biped_mesh --template biped --check --json",
        "report/1",
    ),
    (
        "skeleton rename builtin:biped --to vrm --check --json",
        "report/1",
    ),
    (
        "bake builtin:cylinder --method two-phase --joints 1 --check --json",
        "report/1",
    ),
    (
        "bake builtin:two_joints --method two-phase --living rows --joints 1 --check --json",
        "report/1",
    ),
    (
        "bake builtin:two_joints --method two-phase --living chains --joints 1 --check --json",
        "report/1",
    ),
    (
        "export builtin:cylinder --influences 1 --check --json",
        "report/1",
    ),
    (
        "convert builtin:cylinder builtin:arm --check --json",
        "report-list/1",
    ),
    (
        "retarget builtin:biped --clip walk --onto builtin:woman --check --json",
        "report/1",
    ),
    (
        "shader --target wgsl --method linear -o {}/linear.wgsl --json",
        "report/1",
    ),
    ("figures k08-lemma-5 --json", "figures/1"),
    ("figures --list --json", "figures/1"),
    ("inspect {}/none.glb --json", "error/1"),
    ("bind builtin:biped -o {}/again.glb --json", "error/1"),
    ("frobnicate --json", "error/1"),
];

#[test]
fn every_document_fits_its_schema_and_every_schema_has_a_document() {
    let schemas = schemas();
    let (folder, _) = folder_with("");
    let folder = folder.path().display().to_string();
    let mut seen = BTreeSet::new();
    for (line, format) in LINES {
        let line = line.replace("{}", &folder);
        let output = dualskin(&line);
        let text = str::from_utf8(&output.stdout).unwrap();
        let document: Value =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{line}: {error}\n{text}"));
        let found = schemas
            .check(&document)
            .unwrap_or_else(|why| panic!("{line}: {why}"));
        assert_eq!(found, format!("dualskin-{format}"), "{line}");
        seen.insert(found);
    }
    assert_eq!(seen, schemas.formats().collect());
}

#[test]
fn every_format_in_the_code_has_a_schema_and_is_in_the_docs() {
    let code = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/headless/src");
    let docs = fs::read_to_string(code.join("../../../docs/commands.md")).unwrap();
    let mut found = BTreeSet::new();
    // What commands and the library for other languages write lies below both.
    let judging = code.join("../../session/src/state/judging");
    let mut folders: Vec<PathBuf> = vec![code, judging];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let formats = text.match_indices("\"dualskin-").filter_map(|(place, _)| {
                let word = text.get(place + 1..)?.split('"').next()?;
                let (_, version) = word.rsplit_once('/')?;
                version.parse::<u32>().ok().map(|_| word.to_owned())
            });
            found.extend(formats);
        }
    }
    assert!(found.len() > 5, "{found:?}");
    assert_eq!(found, schemas().formats().collect());
    for format in &found {
        assert!(docs.contains(&format!("`{format}`")), "{format}");
    }
}

#[test]
fn the_kinds_of_failures_are_those_of_the_schema_and_of_the_docs() {
    let schemas = schemas();
    let listed = &schemas.of("dualskin-error/1")["$defs"]["kind"]["enum"];
    let of_code = FailureKind::ALL.map(FailureKind::name);
    let of_code = ["usage", "refused", "findings"].into_iter().chain(of_code);
    let of_code: Vec<Value> = of_code.map(Value::from).collect();
    assert_eq!(listed.as_array().unwrap(), &of_code);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/commands.md");
    let docs = fs::read_to_string(docs).unwrap();
    for kind in &of_code {
        let kind = kind.as_str().unwrap();
        assert!(docs.contains(&format!("| `{kind}` |")), "{kind}");
    }
}

#[test]
fn a_document_that_does_not_fit_is_found() {
    let schemas = schemas();
    let good = serde_json::json!({"format": "dualskin-error/1", "status": 1, "kind": "exists", "error": "…"});
    assert!(schemas.check(&good).is_ok());
    let spoiled = [
        ("status", Value::from(3)),
        ("kind", Value::from("exist")),
        ("error", Value::from(7)),
        ("more", Value::from(true)),
    ];
    for (member, value) in spoiled {
        let mut bad = good.clone();
        bad[member] = value;
        let why = schemas.check(&bad).unwrap_err();
        assert!(why.starts_with(&format!("/{member}")), "{why}");
    }
    let mut lacking = good;
    lacking.as_object_mut().unwrap().remove("kind");
    assert!(schemas.check(&lacking).unwrap_err().contains("kind"));
}
