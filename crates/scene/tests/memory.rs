//! What a report takes of memory and time, in a process of its own whose allocations are counted.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use character::{Character, open_bytes};
use peak_alloc::PeakAlloc;
use scene::report::CharacterReport;
use serde_json::{Value, json};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// Nodes that show meshes of some vertices, each in turn.
fn placed(n_nodes: usize, n_meshes: usize, n_vertices: usize) -> Character {
    let node = |node: usize| json!({ "mesh": node % n_meshes });
    let nodes: Vec<Value> = (0..n_nodes).map(node).collect();
    let mesh = json!({ "primitives": [{ "attributes": { "POSITION": 0 } }] });
    let json = json!({
        "asset": { "version": "2.0" },
        "nodes": nodes,
        "meshes": vec![mesh; n_meshes],
        "accessors": [{ "componentType": 5126, "type": "VEC3", "count": n_vertices }],
        // A larger file may have more in it.
        "extras": "x".repeat(4 << 20),
    });
    open_bytes("made.gltf", json.to_string().as_bytes()).unwrap()
}

/// The time for which this thread has had a processor, in seconds; zero where the system does not tell.
#[expect(clippy::disallowed_methods, reason = "the system's own figures")]
fn own_seconds() -> f64 {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = times
        .split(' ')
        .next()
        .and_then(|it| it.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// In one test, since all allocations are counted together.
#[test]
fn a_report_takes_neither_memory_for_every_vertex_nor_time_for_every_pair() {
    let character = placed(1_000, 1, 1_000);
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let report = CharacterReport::of("made.gltf", &character);
    let taken = ALLOCATED.peak_usage() - before;
    assert_eq!(report.scene.vertices, 1_000_000);
    assert!(taken < 4 << 20, "{taken}");

    // Meshes times nodes are 3,600 million pairs.
    let character = placed(60_000, 60_000, 3);
    let start = own_seconds();
    let report = CharacterReport::of("made.gltf", &character);
    // Far more than the tenths of a second that it takes.
    let seconds = own_seconds() - start;
    assert!(seconds < 2.0, "{seconds}");
    assert!(report.meshes.iter().all(|mesh| mesh.placed.len() == 1));
}
