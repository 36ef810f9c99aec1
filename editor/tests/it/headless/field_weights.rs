//! Automatic weights of the command line on files of the field: vertices without any, and walls within walls.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use character::{Character, open};
use testkit::field::{Case, cases};

use super::support::{dualskin, folder_with, words};

/// The weights of a vertex, by the joint's place in its skin.
type Weights = BTreeMap<u16, f32>;

/// The cases of a command whose words say this.
fn cases_of(command: &str, said: &str) -> Vec<Case> {
    let cases = cases(command).into_iter();
    let cases: Vec<Case> = cases.filter(|case| case.expected.contains(said)).collect();
    assert!(!cases.is_empty(), "{command}: {said}");
    cases
}

/// Runs the command of a case that writes; gives what it says, and the weights before and after.
fn run(case: &Case, out: &Path) -> (String, [Vec<Weights>; 2]) {
    let mut commands = case.command.split("; ");
    let line = commands
        .find(|line| line.contains("weights automatic"))
        .unwrap();
    let line = line.strip_prefix("dualskin ").unwrap();
    let line = line.replace("FILE", &case.file.display().to_string());
    let line = line.replace("OUT.glb", &out.display().to_string());
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert_eq!(status, 0, "{}: {stdout}{stderr}", case.id);
    let weights = [&case.file, &out.to_owned()].map(|file| weights(&open(file).unwrap()));
    (stdout, weights)
}

/// The weights of all vertices; those of an unbound one are empty.
fn weights(of: &Character) -> Vec<Weights> {
    let primitives = of.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let influences = primitives.filter_map(|primitive| primitive.influences.as_ref());
    let rows = influences.flat_map(|influences| influences.bound_rows());
    rows.map(|row| {
        row.pairs()
            .map(|(joint, weight)| (joint.0, weight))
            .collect()
    })
    .collect()
}

/// What nothing binds gets weights, all else keeps its bits, and a check finds no unbound point afterwards.
#[test]
fn what_is_unbound_is_filled_and_all_else_is_kept() {
    for case in cases_of("weights automatic FILE --only-unbound", "vertices") {
        let (folder, out) = folder_with("out.glb");
        let (said, [before, after]) = run(&case, &out);
        let lost = before.iter().filter(|row| row.is_empty()).count();
        assert!(lost > 0, "{}", case.id);
        assert!(
            said.contains(&format!("{lost} vertices changed")),
            "{}: {said}",
            case.id
        );
        for (before, after) in before.iter().zip(&after) {
            assert!(!after.is_empty(), "{}", case.id);
            assert!(before.is_empty() || before == after, "{}", case.id);
        }
        let limits = folder.path().join("limits.ron");
        fs::write(&limits, "(version: 1, unbound: 0, range: 0.0, clips: [])").unwrap();
        let check = format!("check {} --limits {}", out.display(), limits.display());
        let (status, stdout, stderr) = words(&dualskin(&check));
        assert_eq!(status, 0, "{}: {stdout}{stderr}", case.id);
    }
}

/// Both walls of a place get the same weights, so that the inner one never comes through.
#[test]
fn both_walls_of_a_place_get_the_same_weights() {
    for case in cases_of("weights automatic FILE -o", "are twins") {
        let (_folder, out) = folder_with("out.glb");
        let (said, [_, after]) = run(&case, &out);
        let (first, second) = after.split_at(after.len() / 2);
        let apart = first
            .iter()
            .zip(second)
            .map(|(one, other)| apart(one, other));
        let count = u16::try_from(first.len()).unwrap();
        let mean = apart.sum::<f32>() / f32::from(count);
        assert!(mean <= 0.02, "{}: {mean}\n{said}", case.id);
    }
}

/// Half the sum of the differences of two rows.
fn apart(one: &Weights, other: &Weights) -> f32 {
    let only_there = other.iter().filter(|(joint, _)| !one.contains_key(joint));
    let there = only_there.map(|(_, weight)| *weight).sum::<f32>();
    let here = one.iter().map(|(joint, weight)| {
        let other = other.get(joint).copied().unwrap_or(0.0);
        (weight - other).abs()
    });
    0.5 * (here.sum::<f32>() + there)
}
