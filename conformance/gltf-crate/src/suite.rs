//! The cases of the suite.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::posed::{File, Shown};
use crate::{CLIENT, Outcome, VERSION};

#[derive(Deserialize)]
struct Answers {
    case: String,
    file: String,
    size: f64,
    primitives: Vec<Primitive>,
    moments: Vec<Moment>,
}

#[derive(Deserialize)]
struct Primitive {
    node: usize,
    primitive: usize,
}

#[derive(Deserialize)]
struct Moment {
    animation: Option<usize>,
    time: Option<f64>,
    positions: Positions,
}

#[derive(Deserialize)]
struct Positions {
    linear: Vec<f64>,
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
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    worst: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Writes how far each case is from its answer.
pub fn run(folder: &Path, results: &Path) -> Outcome<()> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder.join("answers"))? {
        files.push(entry?.path());
    }
    files.sort();
    let mut report = Report {
        client: CLIENT,
        version: VERSION,
        results: Vec::new(),
    };
    for file in files {
        let answers: Answers = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
        let found = worst(folder, &answers);
        report.results.push(CaseResult {
            case: answers.case,
            method: "linear",
            worst: found.as_ref().ok().copied(),
            error: found.err().map(|error| error.to_string()),
        });
    }
    std::fs::write(results, serde_json::to_string(&report)?)?;
    Ok(())
}

fn worst(folder: &Path, answers: &Answers) -> Outcome<f64> {
    let file = File::open(&folder.join(&answers.file))?;
    let mut most = 0.0f64;
    for moment in &answers.moments {
        let posed = file.posed(moment.animation, moment.time.unwrap_or(0.0))?;
        let mut found = Vec::new();
        for of in &answers.primitives {
            let shown = Shown {
                node: of.node,
                primitive: of.primitive,
            };
            found.extend(file.positions(&posed, shown)?);
        }
        most = most.max(furthest(&found, &moment.positions.linear)?);
    }
    Ok(most / answers.size)
}

/// The largest distance of a vertex that is somewhere; infinite where a number is none.
pub fn furthest(found: &[Option<[f64; 3]>], expected: &[f64]) -> Outcome<f64> {
    if 3 * found.len() != expected.len() {
        return Err(format!("{} vertices, expected {}", found.len(), expected.len() / 3).into());
    }
    let pairs = found.iter().zip(expected.chunks_exact(3));
    let distances = pairs.filter_map(|(found, expected)| {
        let squares = found
            .as_ref()?
            .iter()
            .zip(expected)
            .map(|(x, y)| (x - y).powi(2));
        Some(squares.sum::<f64>().sqrt())
    });
    Ok(
        distances.fold(0.0, |most, distance| match distance.is_nan() {
            true => f64::INFINITY,
            false => distance.max(most),
        }),
    )
}
