//! The runner of the conformance suite for these crates: poses and skins its cases, and writes how far each vertex is from the answer.
//!
//! `cargo run -p dualskin-scene --example conformance -- conformance results.json`. `conformance/README.md` has the forms of both files.
#![expect(
    clippy::disallowed_methods,
    reason = "reads the files of the suite, and writes results that nobody waits for"
)]

use std::error::Error;
use std::path::Path;

use character::{Character, open};
use glam::DVec3;
use rig::Method;
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use serde::{Deserialize, Serialize};

/// A file of `conformance/answers`.
#[derive(Deserialize)]
struct Answers {
    case: String,
    /// Below the folder of the suite.
    file: String,
    size: f64,
    primitives: Vec<Primitive>,
    moments: Vec<Moment>,
}

#[derive(Deserialize)]
struct Primitive {
    node: usize,
    primitive: usize,
    vertices: usize,
}

#[derive(Deserialize)]
struct Moment {
    animation: Option<usize>,
    time: Option<f32>,
    /// By method, the numbers of all vertices in one list.
    positions: serde_json::Map<String, serde_json::Value>,
}

#[derive(Serialize)]
struct Report {
    client: &'static str,
    version: &'static str,
    results: Vec<CaseResult>,
}

#[derive(Serialize)]
struct CaseResult {
    case: String,
    method: String,
    /// The largest distance of a vertex from its answer, over the size of the model.
    worst: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [suite, out] = &arguments[..] else {
        return Err("two arguments: the folder of the suite, the file of results".into());
    };
    let report = Report {
        client: "dualskin",
        version: env!("CARGO_PKG_VERSION"),
        results: run(Path::new(suite))?,
    };
    std::fs::write(out, serde_json::to_string(&report)?)?;
    Ok(())
}

/// Every case by every method that it has answers for.
fn run(suite: &Path) -> Result<Vec<CaseResult>, Box<dyn Error>> {
    let files = std::fs::read_dir(suite.join("answers"))?;
    let mut files = files
        .map(|file| Ok(file?.path()))
        .collect::<Result<Vec<_>, std::io::Error>>()?;
    files.sort();
    let mut results = Vec::new();
    for file in files {
        let answers: Answers = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
        let character = open(&suite.join(&answers.file))?;
        for method in ["linear", "dual-quaternion", "two-phase"] {
            if let Some(worst) = worst(&answers, &character, method)? {
                results.push(CaseResult {
                    case: answers.case.clone(),
                    method: method.to_owned(),
                    worst: worst / answers.size,
                });
            }
        }
    }
    Ok(results)
}

/// The largest distance in any moment; none where no moment has an answer for the method.
fn worst(
    answers: &Answers,
    character: &Character,
    method: &str,
) -> Result<Option<f64>, Box<dyn Error>> {
    let look = Look::new(method.parse::<Method>()?);
    let mut worst = None;
    for moment in &answers.moments {
        let Some(expected) = moment.positions.get(method) else {
            continue;
        };
        let expected: Vec<f64> = serde_json::from_value(expected.clone())?;
        let expected: Vec<DVec3> = expected.chunks_exact(3).map(DVec3::from_slice).collect();
        let found = positions(answers, character, moment, look)?;
        if found.len() != expected.len() {
            return Err(format!("{}: another number of vertices", answers.case).into());
        }
        let distances = found.iter().zip(&expected).map(|(a, b)| a.distance(*b));
        let most = distances.fold(worst.unwrap_or(0.0), f64::max);
        worst = Some(most);
    }
    Ok(worst)
}

/// Places of the vertices of the primitives that the answers list, in that order.
fn positions(
    answers: &Answers,
    character: &Character,
    moment: &Moment,
    look: Look,
) -> Result<Vec<DVec3>, Box<dyn Error>> {
    let base = base_pose(character);
    let clip = moment.animation.and_then(|clip| character.clips.get(clip));
    let pose = match (clip, moment.time) {
        (Some(clip), Some(time)) => clip.sample(&character.rig.skeleton, &base, time),
        _ => base,
    };
    let shown = deform(character, &pose, &character.rig.scale_inheritance, look)?;
    let mut found = Vec::new();
    for wanted in &answers.primitives {
        let is_wanted = |of: &&scene::deform::DeformedPrimitive| {
            let instance = character.instances.get(of.instance);
            instance.is_some_and(|instance| instance.file_node == wanted.node)
                && of.primitive == wanted.primitive
        };
        let of = shown.iter().find(is_wanted);
        let of = of.filter(|of| of.positions.len() == wanted.vertices);
        let of =
            of.ok_or_else(|| format!("{}: node {} is not shown", answers.case, wanted.node))?;
        found.extend(of.positions.iter().map(|at| at.as_dvec3()));
    }
    Ok(found)
}

#[test]
fn all_answers_are_met() -> Result<(), Box<dyn Error>> {
    let results = run(Path::new("../../conformance"))?;
    assert!(results.len() > 30);
    for CaseResult {
        case,
        method,
        worst,
    } in results
    {
        assert!(worst < 1e-6, "{case}, {method}: {worst:e}");
    }
    Ok(())
}
