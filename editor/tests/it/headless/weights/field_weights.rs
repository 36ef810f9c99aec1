//! Automatic weights of the command line on files of the field: vertices without any, and walls within walls.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use character::{Character, open};
use testkit::field::{Case, cases};

use crate::headless::support::{dualskin, folder_with, words};

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

/// Advice never names what was given, nor what cannot help: no choice of joints gives a locked one weight, and a project has no list to
/// click in.
#[test]
fn advice_names_what_was_not_given_and_helps() {
    let said = |file: &str, locked: &[&str], options: &str| {
        let file = testkit::field::own_folder().join("files").join(file);
        let (_folder, project) = folder_with("locked.dualskin");
        let file = file.display().to_string();
        let text = format!("(version: 1, source: (file: {file:?}), sight: (locked: {locked:?}))");
        fs::write(&project, text).unwrap();
        let line = format!("weights automatic {} --check {options}", project.display());
        let (_, stdout, stderr) = words(&dualskin(&line));
        stdout + &stderr
    };
    let leaf = |locked: &[&str], options: &str| said("leaf_identity_bind.glb", locked, options);
    assert!(leaf(&[], "").contains("“tip_end”, which move nothing"));
    assert!(leaf(&[], "").contains("give --joints all"));
    for (locked, options) in [
        (&["tip_end"][..], ""),
        (&["tip_end", "bend"][..], "--joints deform"),
        (&[][..], "--joints all"),
    ] {
        let said = leaf(locked, options);
        assert!(said.contains("Automatic weights: "), "{said}");
        assert!(!said.contains("--joints"), "{locked:?} {options}: {said}");
    }
    let every = ["root", "bend", "tip_end"];
    for options in ["", "--joints all", "--joints deform --only-unbound"] {
        let said = leaf(&every, options);
        assert!(
            said.contains("all joints that may get weight are locked"),
            "{said}"
        );
        assert!(said.contains("`locked` in the project"), "{said}");
        assert!(!said.contains("list of joints"), "{said}");
    }
    let arm = [
        "shoulder.R",
        "upper_arm.R",
        "forearm.R",
        "hand.R",
        "shin.R",
        "foot.R",
        "toe.R",
    ];
    for (options, takes_all) in [("--joints all", true), ("", false)] {
        let said = said(
            "machine_ends.glb",
            &arm,
            &format!("--only-unbound {options}"),
        );
        let (_, advice) = said.split_once("are still unbound: ").unwrap();
        assert!(advice.contains("`locked` in the project"), "{advice}");
        assert!(!advice.contains("selection"), "{advice}");
        assert_eq!(advice.contains("--joints all"), !takes_all, "{advice}");
    }
}
