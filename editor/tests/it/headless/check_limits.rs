//! `dualskin check` with each limit that weights and surface are held against: a small mesh that keeps all of them, and one for each
//! that breaks it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::support::{dualskin, folder_with, words};

/// Columns of the strip, one meter apart, from −10 m to 10 m.
const COLUMNS: u16 = 21;
const ROOT: u8 = 0;
const ARM_L: u8 = 1;
const TIP_L: u8 = 2;
const ARM_R: u8 = 3;

/// A flat strip of three rows on a root in the middle and an arm to either side.
#[derive(Clone)]
struct Strip {
    places: Vec<[f32; 3]>,
    rows: Vec<[(u8, f32); 4]>,
    triangles: Vec<[u16; 3]>,
}

fn row(influences: &[(u8, f32)]) -> [(u8, f32); 4] {
    let mut row = [(0, 0.0); 4];
    row[..influences.len()].copy_from_slice(influences);
    row
}

/// The vertex in the middle row of the column at x.
fn middle(x: i16) -> usize {
    usize::try_from(x + 10).unwrap() * 3 + 1
}

impl Strip {
    fn good() -> Self {
        let mut strip = Self {
            places: Vec::new(),
            rows: Vec::new(),
            triangles: Vec::new(),
        };
        for column in 0..COLUMNS {
            let x = f32::from(column) - 10.0;
            let joint = match x {
                0.0 => ROOT,
                _ if x > 0.0 => ARM_L,
                _ => ARM_R,
            };
            for y in [0.0, 1.0, 2.0] {
                strip.places.push([x, y, 0.0]);
                strip.rows.push(row(&[(joint, 1.0)]));
            }
            for a in [3 * column, 3 * column + 1] {
                if column + 1 < COLUMNS {
                    strip.triangles.push([a, a + 3, a + 1]);
                    strip.triangles.push([a + 1, a + 3, a + 4]);
                }
            }
        }
        strip
    }

    fn with(&self, x: i16, influences: &[(u8, f32)]) -> Self {
        let mut strip = self.clone();
        strip.rows[middle(x)] = row(influences);
        strip
    }

    /// A second vertex where another is, which one triangle has instead of it.
    fn with_seam(&self) -> Self {
        let mut strip = self.clone();
        let (old, new) = (middle(3), u16::try_from(self.places.len()).unwrap());
        strip.places.push(self.places[old]);
        strip.rows.push(row(&[(ARM_L, 0.5), (ROOT, 0.5)]));
        let old = u16::try_from(old).unwrap();
        let mut corners = strip.triangles.iter_mut().flatten();
        *corners.find(|corner| **corner == old).unwrap() = new;
        strip
    }

    /// A third triangle at an edge of two.
    fn with_fin(&self) -> Self {
        let mut strip = self.clone();
        let edge = u16::try_from(middle(3)).unwrap();
        strip.triangles.push([edge, edge + 1, 0]);
        strip
    }

    fn write(&self, file: &Path) {
        let floats = |numbers: &[f32]| -> Vec<u8> {
            numbers
                .iter()
                .flat_map(|number| number.to_le_bytes())
                .collect()
        };
        let weights: Vec<f32> = self.rows.iter().flatten().map(|of| of.1).collect();
        let joints: Vec<u8> = self.rows.iter().flatten().map(|of| of.0).collect();
        let corners = self.triangles.as_flattened().iter();
        let corners: Vec<u8> = corners.flat_map(|corner| corner.to_le_bytes()).collect();
        // Where joints are in the mesh: a row of nodes below.
        let heads: [f32; 5] = [0.0, 0.5, 10.0, -0.5, -10.0];
        let binds: Vec<f32> = heads
            .iter()
            .flat_map(|x| {
                [
                    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -x, -1.0, 0.0, 1.0,
                ]
            })
            .collect();
        let lists = [
            floats(self.places.as_flattened()),
            floats(&weights),
            floats(&binds),
            joints,
            corners,
        ];
        let mut views = Vec::new();
        let mut at = 0;
        for list in &lists {
            views.push(json!({ "buffer": 0, "byteOffset": at, "byteLength": list.len() }));
            at += list.len();
        }
        let data: String = lists
            .concat()
            .iter()
            .map(|byte| format!("%{byte:02X}"))
            .collect();
        let count = self.places.len();
        let document = json!({
            "asset": { "version": "2.0" },
            "scene": 0,
            "scenes": [{ "nodes": [0, 5] }],
            "nodes": [
                { "name": "root", "translation": [0, 1, 0], "children": [1, 3] },
                { "name": "arm.L", "translation": [0.5, 0, 0], "children": [2] },
                { "name": "tip.L", "translation": [9.5, 0, 0] },
                { "name": "arm.R", "translation": [-0.5, 0, 0], "children": [4] },
                { "name": "tip.R", "translation": [-9.5, 0, 0] },
                { "mesh": 0, "skin": 0 },
            ],
            "skins": [{ "joints": [0, 1, 2, 3, 4], "inverseBindMatrices": 2 }],
            "meshes": [{ "name": "strip", "primitives": [{
                "attributes": { "POSITION": 0, "JOINTS_0": 3, "WEIGHTS_0": 1 }, "indices": 4,
            }] }],
            "accessors": [
                { "bufferView": 0, "componentType": 5126, "type": "VEC3", "count": count, "min": [-10, 0, 0], "max": [10, 2, 0] },
                { "bufferView": 1, "componentType": 5126, "type": "VEC4", "count": count },
                { "bufferView": 2, "componentType": 5126, "type": "MAT4", "count": 5 },
                { "bufferView": 3, "componentType": 5121, "type": "VEC4", "count": count },
                { "bufferView": 4, "componentType": 5123, "type": "SCALAR", "count": 3 * self.triangles.len() },
            ],
            "bufferViews": views,
            "buffers": [{ "byteLength": at, "uri": format!("data:application/octet-stream,{data}") }],
        });
        fs::write(file, document.to_string()).unwrap();
    }
}

/// A limit that only this mesh breaks: with any other the exit status is 0, so that each test can fail.
#[test]
fn each_limit_is_kept_by_a_good_mesh_and_broken_by_a_bad_one() {
    let (folder, file) = folder_with("strip.gltf");
    let limits = folder.path().join("limits.ron");
    let check = |strip: &Strip, text: &str| {
        strip.write(&file);
        fs::write(&limits, format!("(version: 1, {text})")).unwrap();
        let line = format!(
            "check {} --limits {} --json",
            file.display(),
            limits.display()
        );
        let (status, out, told) = words(&dualskin(&line));
        let document: Value = serde_json::from_str(&out).unwrap();
        (status, document, told)
    };
    let good = Strip::good();
    let third = 1.0 / 3.0;
    let broken = [
        (
            "influences: 2",
            "Joints per vertex",
            good.with(2, &[(ARM_L, 0.5), (TIP_L, 0.25), (ROOT, 0.25)]),
        ),
        ("unbound: 0", "Unbound points", good.with(2, &[])),
        (
            "bad_weights: 0",
            "Bad weights",
            good.with(2, &[(ARM_L, 1.5), (ROOT, -0.5)]),
        ),
        ("seams: 0", "Open seams", good.with_seam()),
        (
            "stray: 0",
            "Stray weights",
            good.with(10, &[(ARM_L, 0.9), (ARM_R, 0.1)]),
        ),
        (
            "islands: 0",
            "Islands of weights",
            good.with(4, &[(ARM_L, 0.5), (ARM_R, 0.5)]),
        ),
        (
            "asymmetry: 0",
            "Asymmetric points",
            good.with(1, &[(ARM_L, 0.5), (ROOT, 0.5)]),
        ),
        ("flaws: 0", "Non-manifold edges", good.with_fin()),
        // Turned with the one above it, a joint is turned by 240°: three of them are not on one side of half a turn.
        (
            "flips: 0, range: 120.0",
            "Vertices beyond a flip (two-phase)",
            good.with(2, &[(ROOT, third), (ARM_L, third), (TIP_L, third)]),
        ),
    ];
    let all: Vec<&str> = broken.iter().map(|(limit, ..)| *limit).collect();
    let (status, document, told) = check(&good, &all.join(", "));
    assert_eq!(status, 0, "{document} {told}");
    for (limit, title, strip) in &broken {
        let (status, document, told) = check(strip, limit);
        assert_eq!(
            (status, &document["good"]),
            (1, &Value::Bool(false)),
            "{limit}: {told}"
        );
        assert!(
            told.ends_with(&format!("beyond its limit: {title}.\n")),
            "{limit}: {told}"
        );
    }
}

/// All vertices in one point: no edge could be stretched and no normal be wrong, and every form of the report says so.
#[test]
fn what_has_no_extent_is_not_judged_in_any_form() {
    let (folder, file) = folder_with("point.gltf");
    let limits = folder.path().join("limits.ron");
    let mut point = Strip::good();
    point.places.fill([1.0, 1.0, 0.0]);
    point.write(&file);
    let text = "(version: 1, stretch: 1.01, normal_error: 1.0, range: 60.0)";
    fs::write(&limits, text).unwrap();
    let length = "no edge has a length at rest";
    let area = "no triangle that joints move has an area at rest";
    for (form, wanted) in [
        ("", "good, 2 limits not judged"),
        ("--json", "\"value\":null"),
        ("--junit", "skipped=\"2\""),
        ("--sarif", "notApplicable"),
    ] {
        let (file, limits) = (file.display(), limits.display());
        let line = format!("check {file} --limits {limits} {form}");
        let (status, out, told) = words(&dualskin(&line));
        assert_eq!(status, 0, "{form}: {out}{told}");
        for wanted in [wanted, length, area] {
            assert!(out.contains(wanted), "{form}: {wanted}: {out}");
        }
    }
}
