//! `dualskin bench`, on the processor and on a graphics device.

use std::io::Read as _;
use std::num::NonZero;
use std::process::{Command, Stdio};

use headless::bench::{BenchJob, BenchOrder, BenchSubject, measure};
use headless::subject::Size;
use render::Gpu;
use rig::Method;
use serde_json::Value;

use super::support::{dualskin, words};
use crate::headless::pictures::gpu::limited_device;
use crate::support::has_device;

const MANUAL: &str = include_str!("../../../../docs/bench.md");

fn document(line: &str) -> Value {
    let (status, stdout, stderr) = words(&dualskin(line));
    assert_eq!(status, 0, "{line}\n{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

fn members(value: &Value) -> Vec<&str> {
    let members = value.as_object().unwrap().keys();
    members.map(String::as_str).collect()
}

/// All methods in their order, each with a time.
fn check_rows(rows: &Value, expected: &[&str]) {
    let rows = rows.as_array().unwrap();
    let names = rows.iter().map(|row| row["method"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), Method::ALL.map(Method::name));
    assert_eq!(rows[0]["ratio_to_linear"], 1.0);
    for row in rows {
        assert_eq!(members(row), expected);
        for member in &expected[1..] {
            assert!(row[member].as_f64().unwrap() > 0.0, "{member}: {row}");
        }
    }
}

const ROW: [&str; 3] = ["method", "nanoseconds_per_vertex", "ratio_to_linear"];

#[test]
fn the_benchmark_prints_one_document() {
    let found = document("bench --vertices 500 --joints 5 --influences 3 --threads 2 --json");
    let expected = [
        "subject",
        "vertices",
        "joints",
        "influences",
        "threads",
        "repetitions",
        "build",
        "methods",
        "device",
    ];
    assert_eq!(members(&found), expected);
    let sizes = ["vertices", "joints", "influences", "threads"].map(|size| found[size].clone());
    assert_eq!(sizes, [500, 5, 3, 2]);
    check_rows(&found["methods"], &ROW);
    assert!(found["device"].is_null());
}

#[test]
fn the_benchmark_takes_a_character() {
    let (status, stdout, _) = words(&dualskin("bench builtin:cylinder"));
    assert_eq!(status, 0);
    assert!(
        stdout.contains("cylinder") && stdout.contains("two-phase-head"),
        "{stdout}"
    );
}

/// The manual describes every member, too.
#[test]
fn the_device_is_measured_beside_the_processor() {
    if !has_device() {
        return;
    }
    let [found, of_character] = [
        "bench --vertices 3000 --joints 8 --influences 4 --gpu --json",
        "bench builtin:cylinder --threads 2 --gpu --json",
    ]
    .map(document);
    for found in [&found, &of_character] {
        check_rows(&found["methods"], &ROW);
        check_device(&found["device"]);
    }
    check_manual(&found);
    // 24 in, 24 out, 4 for the row, 8 an influence.
    assert_eq!(found["device"]["bytes_per_vertex"], 84.0);
    assert_eq!(found["device"]["copy"]["bytes"], 3000 * 84);
}

fn check_device(device: &Value) {
    let expected = [
        "adapter",
        "software",
        "clock",
        "crowd",
        "bytes_per_vertex",
        "methods",
        "copy",
    ];
    assert_eq!(members(device), expected);
    assert!(!device["adapter"].as_str().unwrap().is_empty());
    assert!(device["software"].is_boolean());
    assert!(["device", "processor"].contains(&device["clock"].as_str().unwrap()));
    let row = [
        &ROW[..],
        &[
            "wall_nanoseconds_per_vertex",
            "bytes_per_second",
            "share_of_copy",
        ],
    ]
    .concat();
    check_rows(&device["methods"], &row);
    let copy = &device["copy"];
    assert_eq!(members(copy), ["bytes", "bytes_per_second"]);
    let copied = copy["bytes_per_second"].as_f64().unwrap();
    let moved = |row: &Value| {
        1e9 * device["bytes_per_vertex"].as_f64().unwrap()
            / row["nanoseconds_per_vertex"].as_f64().unwrap()
    };
    for row in device["methods"].as_array().unwrap() {
        let found = row["bytes_per_second"].as_f64().unwrap();
        let share = row["share_of_copy"].as_f64().unwrap();
        assert!((found / moved(row) - 1.0).abs() < 1e-9, "{row}");
        assert!((share * copied / found - 1.0).abs() < 1e-9, "{row}");
    }
}

#[test]
fn steps_of_a_brush_are_one_document_too() {
    let found = document("bench --stroke 60 --vertices 3000 --joints 9 --json");
    let expected = ["vertices", "joints", "influences", "build", "strokes"];
    assert_eq!(members(&found), expected);
    assert!(found["vertices"].as_u64().unwrap() >= 3000);
    let strokes = found["strokes"].as_array().unwrap();
    assert_eq!(strokes.len(), 4);
    for row in strokes {
        assert_eq!(row["steps"], 60);
        assert!((30..90).contains(&row["points"].as_u64().unwrap()), "{row}");
        for member in [
            "falloff_ms",
            "paint_ms",
            "write_ms",
            "median_ms",
            "p95_ms",
            "share_of_frame",
        ] {
            assert!(row[member].as_f64().unwrap() > 0.0, "{member}: {row}");
        }
        for member in members(row) {
            assert!(MANUAL.contains(member), "{member}");
        }
    }
    let (status, stdout, _) = words(&dualskin("bench --stroke 60 --vertices 3000"));
    assert_eq!(status, 0);
    assert!(stdout.contains("share of a frame"), "{stdout}");
}

#[test]
fn frames_of_gradients_are_distinguished_like_steps_of_a_brush() {
    let found = document("bench --gradient --vertices 3000 --joints 9 --json");
    let strokes = found["strokes"].as_array().unwrap();
    let points = strokes.iter().map(|row| row["points"].as_u64().unwrap());
    let points: Vec<u64> = points.collect();
    assert_eq!(points.len(), 3);
    assert!((200..400).contains(&points[0]), "{points:?}");
    assert!((1300..1700).contains(&points[1]), "{points:?}");
    assert!((2800..3100).contains(&points[2]), "{points:?}");
    let (status, stdout, _) = words(&dualskin("bench --gradient --vertices 3000"));
    assert_eq!(status, 0);
    assert!(stdout.contains("one frame of a gradient"), "{stdout}");
    let (status, ..) = words(&dualskin("bench --gradient --stroke"));
    assert_eq!(status, 2);
}

#[test]
fn what_clips_cost_is_told_in_shares_of_a_frame() {
    let found = document("bench --clip builtin:cylinder --json");
    assert_eq!(
        members(&found),
        ["subject", "vertices", "joints", "build", "rows"]
    );
    let rows = found["rows"].as_array().unwrap();
    let work: Vec<&str> = rows
        .iter()
        .map(|row| row["work"].as_str().unwrap())
        .collect();
    assert!(work.contains(&"skin over time, measured"), "{work:?}");
    assert!(work.contains(&"dope sheet, laid out"), "{work:?}");
    for row in rows {
        for member in ["count", "total_ms", "each_ms", "share_of_frame"] {
            assert!(row[member].as_f64().unwrap() > 0.0, "{member}: {row}");
        }
        for member in members(row) {
            assert!(MANUAL.contains(member), "{member}");
        }
    }
    assert_eq!(rows[2]["count"], 241, "ten seconds");
    let (status, stdout, _) = words(&dualskin("bench --clip builtin:cylinder"));
    assert_eq!(status, 0);
    assert!(stdout.contains("share of a frame"), "{stdout}");
    let (status, ..) = words(&dualskin("bench --clip --stroke"));
    assert_eq!(status, 2);
}

#[test]
fn opening_and_closing_are_told_stage_by_stage() {
    let synthetic = "bench --open --vertices 3000 --joints 5 --influences 3 --json";
    let [made, read] = [synthetic, "bench --open builtin:cylinder --json"].map(document);
    assert_eq!(made["vertices"], 3000);
    assert_eq!(
        (&made["joints"], &made["influences"]),
        (&5.into(), &3.into())
    );
    let stages = made["stages"].as_array().unwrap();
    let named: Vec<&str> = stages
        .iter()
        .map(|row| row["stage"].as_str().unwrap())
        .collect();
    for stage in ["JSON", "meshes", "weights", "clips"] {
        assert!(named.contains(&stage), "{named:?}");
    }
    for found in [&made, &read] {
        for member in ["read_ms", "frame_ms", "skinned_ms", "closing_ms"] {
            assert!(found[member].as_f64().unwrap() > 0.0, "{member}: {found}");
        }
        let [opened, at_rest] = ["opened_ms", "at_rest_ms"].map(|of| found[of].as_f64().unwrap());
        assert!(0.0 < opened && opened <= at_rest, "{found}");
        assert_eq!(found["panes"], 2);
        if let (Some(peak), Some(before)) =
            (found["peak_bytes"].as_u64(), found["before_bytes"].as_u64())
        {
            assert!(before <= peak, "{found}");
        }
        for name in members(found).into_iter().chain(members(&stages[0])) {
            assert!(MANUAL.contains(name), "{name} is not in the manual");
        }
    }
    // Positions, normals, triangles, and rows of three influences.
    let least = 3000 * (12 + 12 + 3 * 6) + 2 * 2900 * 12;
    assert!(made["decoded_bytes"].as_u64().unwrap() >= least, "{made}");
    let (status, table, _) = words(&dualskin("bench --open builtin:cylinder"));
    assert_eq!(status, 0);
    for part in ["the frame that takes it", "closing", "MB decoded"] {
        assert!(table.contains(part), "{part}\n{table}");
    }
}

#[test]
fn the_table_counts_one_joint_as_one() {
    let (status, stdout, _) = words(&dualskin(
        "bench --vertices 300 --joints 1 --influences 1 --threads 1",
    ));
    assert_eq!(status, 0);
    let wanted = " vertices, 1 joint, up to 1 influence; 1 thread, ";
    assert!(stdout.contains(wanted), "{stdout}");
}

/// A person sees the device's name, that it is software if it is, and every method twice.
#[test]
fn the_table_names_the_device() {
    let Some(gpu) = limited_device(|limits| limits) else {
        return;
    };
    let (status, stdout, _) = words(&dualskin(
        "bench --vertices 300 --joints 3 --influences 2 --gpu",
    ));
    assert_eq!(status, 0);
    for method in Method::ALL {
        let rows = stdout
            .lines()
            .filter(|row| row.split(' ').next() == Some(method.name()));
        assert_eq!(rows.count(), 2, "{method}\n{stdout}");
    }
    assert!(stdout.contains("plain copy"), "{stdout}");
    if std::env::var_os("WGPU_ADAPTER_NAME").is_none() && gpu.is_software {
        assert!(stdout.contains(&gpu.adapter_name), "{stdout}");
        assert!(stdout.contains("a software device"), "{stdout}");
    }
}

fn synthetic(vertices: u32) -> BenchJob {
    BenchJob {
        subject: BenchSubject::Synthetic(Size {
            vertices,
            joints: 4,
            influences: 2,
        }),
        threads: NonZero::<u16>::MIN,
        gpu: true,
        crowd: NonZero::new(3).unwrap(),
        frame: false,
        stroke: None,
        gradient: false,
        clip: false,
        open: false,
        paths: false,
        crowd_frame: None,
        subdivide: 0,
        order: BenchOrder::File,
        json: false,
    }
}

fn clock(gpu: &Gpu) -> String {
    let report = measure(&synthetic(2000), Some(gpu)).unwrap();
    let json = serde_json::to_value(&report).unwrap();
    check_device(&json["device"]);
    json["device"]["clock"].as_str().unwrap().to_owned()
}

/// By either clock, whatever the device promises.
#[test]
fn a_device_without_a_clock_is_measured_by_the_processors() {
    let Some(gpu) = limited_device(|limits| limits) else {
        return;
    };
    assert_eq!(clock(&gpu), "processor");
    let Some(gpu) = crate::headless::pictures::gpu::device_with_clock() else {
        return;
    };
    assert_eq!(clock(&gpu), "device");
}

#[test]
fn meshes_beyond_the_device_name_the_limit() {
    let limited = limited_device(|limits| wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 20,
        ..limits
    });
    let Some(gpu) = limited else {
        return;
    };
    // 24 bytes a vertex of each of three instances, a little less and a little more than that.
    assert!(measure(&synthetic(14_000), Some(&gpu)).is_ok());
    let message = measure(&synthetic(15_000), Some(&gpu))
        .unwrap_err()
        .to_string();
    for word in [
        "max_storage_buffer_binding_size = 1048576",
        "smaller",
        "leave --gpu out",
    ] {
        assert!(message.contains(word), "{word:?} is not in {message:?}");
    }
}

/// Every path of the processor, each method with kernels, each kind of normals, beside a copy and loops.
#[test]
fn paths_are_measured_beside_plain_loops() {
    let found = document("bench --paths --vertices 300 --joints 5 --influences 3 --json");
    let rows = found["rows"].as_array().unwrap();
    let named = |name: &str| rows.iter().filter(|row| row["method"] == name).count();
    assert_eq!((named("copy"), named("plain loop")), (2, 3));
    let scalar = rows.iter().filter(|row| row["path"] == "scalar");
    assert_eq!(scalar.count(), 10 * 3);
    assert!(rows.len() >= 35 && rows.len() % 30 == 5, "{}", rows.len());
    for row in rows {
        for member in [
            "nanoseconds_per_vertex",
            "speed_to_plain",
            "ratio_to_copy",
            "ratio_to_linear",
        ] {
            assert!(row[member].as_f64().unwrap() > 0.0, "{member}: {row}");
        }
    }
    assert!(rows.iter().all(|row| row["speed_to_ozz"].is_null()));
    assert_eq!(found["palettes"].as_array().unwrap().len(), 10);
    for name in members(&found).into_iter().chain(members(&rows[0])) {
        assert!(MANUAL.contains(name), "{name} is not in the manual");
    }
}

/// All parts of a skin together, larger and in other orders; and what makes no sense is refused.
#[test]
fn paths_are_measured_of_larger_meshes_in_other_orders() {
    let vertices = |options: &str| {
        let found = document(&format!("bench builtin:cylinder --paths {options} --json"));
        found["vertices"].as_u64().unwrap()
    };
    let as_it_is = vertices("");
    assert_eq!(vertices("--order joints"), as_it_is);
    let cut = vertices("--subdivide 1 --order shuffled");
    assert!(cut > 3 * as_it_is && cut < 5 * as_it_is, "{cut}");
    for refused in [
        "bench --paths --subdivide 1",
        "bench builtin:arm --subdivide 1",
        "bench builtin:arm --order joints",
        "bench builtin:arm --open --crowd-frame",
    ] {
        let (status, ..) = words(&super::support::command(refused).output().unwrap());
        assert_eq!(status, 2, "{refused}");
    }
}

/// From clip to vertices; the shares of both phases are all there is.
#[test]
fn frames_of_a_crowd_are_measured() {
    let command = "bench builtin:arm --crowd-frame 5 --threads 2 --json";
    let found = document(command);
    let number = |member: &str| found[member].as_f64().unwrap();
    assert!(number("frame_ms") > 0.0 && number("copies") == 5.0);
    let shares = number("share_of_poses") + number("share_of_skinning");
    assert!((shares - 1.0).abs() < 1e-9, "{found}");
    assert!(found["speed_to_ozz"].is_null());
    for name in members(&found) {
        assert!(MANUAL.contains(name), "{name} is not in the manual");
    }
    let (status, ..) = words(
        &super::support::command("bench --crowd-frame 5")
            .output()
            .unwrap(),
    );
    assert_eq!(status, 2);
}

/// Instructions that there are not are told at once, with those that there are.
#[test]
fn instructions_that_the_processor_lacks_are_refused() {
    let run = |instructions: &str| {
        let mut command = super::support::command("inspect builtin:cylinder");
        words(&command.env("DUALSKIN_SIMD", instructions).output().unwrap())
    };
    let (status, _, stderr) = run("abacus");
    assert_eq!(status, 2);
    for word in ["DUALSKIN_SIMD", "abacus", "scalar"] {
        assert!(stderr.contains(word), "{stderr}");
    }
    assert_eq!(run("scalar").0, 0);
}

fn check_manual(found: &Value) {
    let device = &found["device"];
    let below = |of: &str, value: &Value| -> Vec<String> {
        let names = members(value).into_iter();
        names.map(|name| format!("{of}{name}")).collect()
    };
    let all = [
        below("", found),
        below("methods[].", &found["methods"][0]),
        below("device.", device),
        below("device.copy.", &device["copy"]),
        below("device.methods[].", &device["methods"][0])[3..].to_vec(),
    ]
    .concat();
    for name in all.iter().filter(|name| *name != "device.copy") {
        assert!(
            MANUAL.contains(&format!("`{name}`")),
            "{name} is not in the manual"
        );
    }
    assert!(all.len() > 20);
}

/// As `dualskin … | head -c 1`.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dualskin"))
        .args(["bench", "--vertices", "2000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert!(child.wait().unwrap().success());
}
