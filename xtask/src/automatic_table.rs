//! `cargo xtask automatic-table [FILE…]`: how near automatic weights are to those that files have, by the program as it is shipped.
//!
//! For each file `dualskin weights automatic FILE -o OUT`, and `dualskin weights export` of both. The distance of a point is ½ Σ |w − w′|
//! over all joints: 0 for the same weights, 1 for nothing in common. Vertices at one place of a mesh are one point.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::target_folder;
use crate::report::{Failure, Reporter};

/// The built-in characters, whose weights come from formulas.
const BUILT_IN: [&str; 5] = [
    "builtin:arm",
    "builtin:biped",
    "builtin:creature",
    "builtin:cylinder",
    "builtin:hand",
];

/// The ways that are compared.
const METHODS: [&str; 2] = ["heat", "volume"];

/// The weights of points, by mesh and place.
type Weights = BTreeMap<(usize, String), BTreeMap<String, f64>>;

/// What came out of one comparison.
struct Figures {
    points: usize,
    mean: f64,
    most: f64,
    above_half: usize,
}

/// Prints a line for every file and way as a table in Markdown; of the files of `DUALSKIN_MODELS` and the built-in characters where none
/// are given.
pub fn print(root: &Path, files: &[&str], reporter: &mut Reporter) -> Vec<Failure> {
    let program = match build_program(root) {
        Ok(program) => program,
        Err(why) => return vec![Failure::of_file("the program", why)],
    };
    let files = if files.is_empty() {
        usual_files()
    } else {
        files.iter().map(|file| (*file).to_owned()).collect()
    };
    reporter.line("| file | points | way | distance, mean | largest | above 0.5 |");
    reporter.line("|---|---|---|---|---|---|");
    let out = target_folder(root).join("automatic-table.glb");
    let mut failures = Vec::new();
    for file in files {
        let name = Path::new(&file)
            .file_stem()
            .map_or_else(|| file.clone(), |stem| stem.to_string_lossy().into_owned());
        for method in METHODS {
            match compare_weights(&program, &file, method, &out) {
                Ok(None) if method == METHODS[0] => {
                    reporter.line(&format!("| {name} | | no mesh of it has a skin | | | |"));
                }
                Ok(None) => {}
                Ok(Some(it)) => reporter.line(&format!(
                    "| {name} | {} | {method} | {:.3} | {:.2} | {} |",
                    it.points, it.mean, it.most, it.above_half
                )),
                Err(why) => failures.push(Failure::of_file(&file, why)),
            }
        }
    }
    failures
}

/// Builds the program, and says where it is.
fn build_program(root: &Path) -> Result<PathBuf, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["build", "-q", "-p", "dualskin"])
        .current_dir(root);
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(format!("it could not be built: {status}")),
        Err(error) => return Err(format!("cargo cannot be run: {error}")),
    }
    let name = format!("dualskin{}", env::consts::EXE_SUFFIX);
    Ok(target_folder(root).join("debug").join(name))
}

/// The files with skins of the folder of models, and the built-in characters.
fn usual_files() -> Vec<String> {
    let folder = env::var_os("DUALSKIN_MODELS").map(PathBuf::from);
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().flatten();
    let mut files: Vec<String> = paths
        .map(|entry| entry.path())
        .filter(|path| {
            let ending = path.extension().unwrap_or_default();
            ending == "glb" || ending == "gltf"
        })
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    files.sort();
    files.extend(BUILT_IN.map(ToOwned::to_owned));
    files
}

/// Nothing where no mesh has a skin.
fn compare_weights(
    program: &Path,
    file: &str,
    method: &str,
    out: &Path,
) -> Result<Option<Figures>, String> {
    let out_name = out.to_string_lossy();
    let meshes = meshes_with_skin(&said(program, &["inspect", file, "--json"])?)?;
    if meshes.is_empty() {
        return Ok(None);
    }
    let automatic = [
        "weights",
        "automatic",
        file,
        "--method",
        method,
        "-o",
        &out_name,
    ];
    said(program, &automatic)?;
    let by_hand = weights(program, file, &meshes)?;
    let made = weights(program, &out_name, &meshes)?;
    let none = BTreeMap::new();
    let bound = by_hand.iter().filter(|(_, row)| !row.is_empty());
    // A point that got no weights is ½ away: nothing but its own weights counts.
    let distances: Vec<f64> = bound
        .map(|(point, row)| distance(row, made.get(point).unwrap_or(&none)))
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "a number of points")]
    let count = distances.len().max(1) as f64;
    Ok(Some(Figures {
        points: distances.len(),
        mean: distances.iter().sum::<f64>() / count,
        most: distances.iter().copied().fold(0.0, f64::max),
        above_half: distances.iter().filter(|distance| **distance > 0.5).count(),
    }))
}

/// `½ Σ |w − w′|`.
fn distance(one: &BTreeMap<String, f64>, other: &BTreeMap<String, f64>) -> f64 {
    let joints: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let weight = |row: &BTreeMap<String, f64>, joint| row.get(joint).copied().unwrap_or(0.0);
    let differences = joints
        .into_iter()
        .map(|joint| (weight(one, joint) - weight(other, joint)).abs());
    differences.sum::<f64>() / 2.0
}

/// What the program prints.
fn said(program: &Path, words: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(words).output();
    let output = output.map_err(|error| format!("the program cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The meshes that skins move, by their numbers.
fn meshes_with_skin(report: &str) -> Result<Vec<usize>, String> {
    let report: serde_json::Value =
        serde_json::from_str(report).map_err(|error| error.to_string())?;
    let meshes = report["meshes"].as_array().into_iter().flatten();
    let has_skin = |mesh: &&serde_json::Value| {
        let mut placed = mesh["placed"].as_array().into_iter().flatten();
        placed.any(|placed| placed["skin"].is_number())
    };
    let numbers = meshes
        .filter(has_skin)
        .filter_map(|mesh| mesh["index"].as_u64());
    Ok(numbers
        .filter_map(|number| usize::try_from(number).ok())
        .collect())
}

fn weights(program: &Path, file: &str, meshes: &[usize]) -> Result<Weights, String> {
    let mut all = Weights::new();
    for &mesh in meshes {
        let number = mesh.to_string();
        let words = [
            "weights", "export", file, "--mesh", &number, "--format", "csv", "-o", "-",
        ];
        read_table(mesh, &said(program, &words)?, &mut all);
    }
    Ok(all)
}

/// Lines of vertex, x, y, z, then joints and weights in turn, behind four lines of a head.
fn read_table(mesh: usize, table: &str, all: &mut Weights) {
    for line in table.lines().skip(4) {
        let fields = fields(line);
        let Some((place, pairs)) = fields
            .get(1..)
            .and_then(|fields| fields.split_at_checked(3))
        else {
            continue;
        };
        let mut row: BTreeMap<String, f64> = BTreeMap::new();
        for pair in pairs.chunks_exact(2) {
            let weight = pair[1].parse().unwrap_or(0.0);
            *row.entry(pair[0].clone()).or_default() += weight;
        }
        // Of several vertices at one place the first: they are one point.
        all.entry((mesh, place.join(","))).or_insert(row);
    }
}

/// The fields of a line; those in quotation marks may have commas in them.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for sign in line.chars() {
        match sign {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            _ => {
                if let Some(field) = fields.last_mut() {
                    field.push(sign);
                }
            }
        }
    }
    fields
}
