//! Files that the program wrote: exports, edited saves and bakes, as `client_files` lists them.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::Outcome;
use crate::posed::{File, Shown};
use crate::suite::furthest;

/// Distances relative to the size of the character.
const TOLERANCE: f64 = 1e-6;

#[derive(Deserialize)]
struct Index {
    files: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    file: String,
    /// The file before the edit.
    source: String,
    title: String,
    size: f64,
    samples: Vec<Sample>,
}

#[derive(Deserialize)]
struct Sample {
    clip: Option<usize>,
    time: f64,
    /// A file of 32-bit floats.
    positions: String,
    primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
struct Primitive {
    node: usize,
    primitive: usize,
}

/// What was compared.
#[derive(Default)]
struct Total {
    files: usize,
    moments: usize,
    vertices: usize,
    worst: f64,
    /// Sources that the crate refuses, with its reason: what is made of them need not be read.
    refused: BTreeMap<String, String>,
}

/// Compares every file; an error lists what is elsewhere.
pub fn run(folder: &Path) -> Outcome<()> {
    let index: Index = serde_json::from_str(&std::fs::read_to_string(folder.join("index.json"))?)?;
    let mut total = Total::default();
    let mut faults = Vec::new();
    for entry in &index.files {
        if let Err(fault) = compare(folder, entry, &mut total) {
            faults.push(format!("{} ({}): {fault}", entry.title, entry.file));
        }
    }
    for (source, reason) in &total.refused {
        println!("the gltf crate refuses {source} as it came: {reason}");
    }
    println!(
        "gltf crate: {} files, {} moments, {} vertices, at most {:.1e} of the size away; {} faults",
        total.files,
        total.moments,
        total.vertices,
        total.worst,
        faults.len()
    );
    if total.moments == 0 {
        faults.push("nothing was compared".to_owned());
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n").into())
    }
}

fn compare(folder: &Path, entry: &Entry, total: &mut Total) -> Outcome<()> {
    let file = match File::open(&folder.join(&entry.file)) {
        Ok(file) => file,
        Err(error) => {
            // Only what it refuses before any edit too.
            return match File::open(&folder.join(&entry.source)) {
                Ok(_) => Err(error),
                Err(reason) => {
                    total
                        .refused
                        .insert(entry.source.clone(), reason.to_string());
                    Ok(())
                }
            };
        }
    };
    total.files += 1;
    for sample in &entry.samples {
        let bytes = std::fs::read(folder.join(&sample.positions))?;
        let numbers = bytes
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let expected: Vec<f64> = numbers.map(f64::from).collect();
        let posed = file.posed(sample.clip, sample.time)?;
        let mut found = Vec::new();
        for of in &sample.primitives {
            let shown = Shown {
                node: of.node,
                primitive: of.primitive,
            };
            found.extend(file.positions(&posed, shown)?);
        }
        let relative = furthest(&found, &expected)? / entry.size;
        total.moments += 1;
        total.vertices += found.len();
        total.worst = total.worst.max(relative);
        if relative > TOLERANCE {
            let clip = sample
                .clip
                .map_or("rest".to_owned(), |clip| format!("clip {clip}"));
            return Err(format!("{clip} at {} s: {relative:.1e} of the size", sample.time).into());
        }
    }
    Ok(())
}
