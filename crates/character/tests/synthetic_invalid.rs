//! Every invalid or hostile synthetic file is refused or mended as its manifest asks.
#![expect(
    clippy::unwrap_used,
    reason = "helper functions of tests are not exempt as tests are"
)]

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use character::{Character, CharacterError};
use common::{assert_finite, list, read_json, say, synthetic};
use glam::Vec3;
use rig::Influences;
use serde_json::Value;

/// A hang, not slowness: the cases take milliseconds, the largest recipe under two seconds without optimisation.
const LONGEST: Duration = Duration::from_secs(5);

/// Writes a file that the manifest describes instead of storing it.
fn cook(folder: &Path, case: &Value) -> PathBuf {
    let path = folder.join(case["file"].as_str().unwrap());
    let mut text = String::new();
    for part in list(&case["parts"]) {
        let repeat = part["repeat"].as_u64().unwrap_or(1);
        (0..repeat).for_each(|_| text.write_str(part["text"].as_str().unwrap()).unwrap());
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "a temporary file that nobody misses"
    )]
    fs::write(&path, text).unwrap();
    path
}

fn kind(result: &Result<Character, CharacterError>) -> &'static str {
    match result {
        Err(_) => "error",
        Ok(character) if character.warnings.is_empty() => "load",
        Ok(_) => "repair",
    }
}

/// What skinning takes of the meshes. The picture cases have a material, and the index cases a triangle, of their own.
fn shape(character: &Character) -> Vec<(&[Vec3], &[Vec3], Option<&Influences>)> {
    let primitives = character.meshes.iter().flat_map(|mesh| &mesh.primitives);
    primitives
        .map(|p| (&p.positions[..], &p.normals[..], p.influences.as_ref()))
        .collect()
}

/// What is wrong with the outcome of a case.
fn complaint(
    case: &Value,
    base: &Character,
    result: &Result<Character, CharacterError>,
) -> Option<String> {
    let name = case["file"].as_str().unwrap();
    let found = kind(result);
    if !list(&case["accept"]).iter().any(|accept| accept == found) {
        return Some(format!("{name}: {found}, accepted {}", case["accept"]));
    }
    match result {
        Err(error) => {
            let text = error.to_string();
            let sentence = text.contains(name)
                && text.ends_with('.')
                && !text.contains('\n')
                && text.len() < 600;
            (!sentence).then(|| format!("{name}: not one sentence with the file's name: {text}"))
        }
        Ok(character) => {
            assert_finite(name, character);
            let same = case["same_as_base"] == true;
            let equal = shape(character) == shape(base)
                && character.clips == base.clips
                && character.rig == base.rig;
            (same && !equal).then(|| format!("{name}: differs from the base"))
        }
    }
}

#[test]
fn synthetic_invalid_files_are_refused_or_mended() {
    let folder = synthetic().join("invalid");
    let manifest = read_json(&folder.join("manifest.json"));
    let base = character::open(&folder.join("_base_ok.glb")).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let (mut complaints, mut n_preferred) = (Vec::new(), 0);
    let mut slowest = (Duration::ZERO, String::new());
    let cases = list(&manifest["files"]);
    for case in cases {
        let path = match case["kind"].as_str().unwrap() {
            "recipe" => cook(scratch.path(), case),
            _ => folder.join(case["file"].as_str().unwrap()),
        };
        let start = Instant::now();
        let result = character::open(&path);
        slowest = slowest.max((start.elapsed(), case["file"].to_string()));
        if std::env::var_os("DUALSKIN_VERBOSE").is_some() {
            let text = result
                .as_ref()
                .map_or_else(ToString::to_string, |c| format!("{:?}", c.warnings));
            say(&format!(
                "{} expects {}: {}",
                case["file"],
                case["expect"],
                text.replace(&folder.display().to_string(), "")
            ));
        }
        n_preferred += usize::from(case["expect"] == kind(&result));
        complaints.extend(complaint(case, &base, &result));
    }
    say(&format!(
        "synthetic_invalid: {} cases, {n_preferred} with the preferred outcome, slowest {slowest:?}",
        cases.len()
    ));
    assert!(
        !cases.is_empty() && complaints.is_empty(),
        "{complaints:#?}"
    );
    assert!(slowest.0 < LONGEST, "{slowest:?}");
}
