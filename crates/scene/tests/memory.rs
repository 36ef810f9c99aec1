//! What reports and frames take of memory and time, in a process of its own whose allocations are counted.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use character::{Character, MorphTarget, open, open_bytes};
use dq_math::SignRule;
use glam::Vec3;
use peak_alloc::PeakAlloc;
use rig::{Method, Stretch, TrackHints};
use scene::deform::deform;
use scene::deformer::Deformer;
use scene::posed_character::Look;
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

    frames_allocate_nothing();
}

/// The most bytes that were held at once during some work beyond those before: not one, if nothing was allocated.
fn allocated(work: impl FnOnce()) -> usize {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    work();
    ALLOCATED.peak_usage() - before
}

/// Of one morph target over all vertices of the first primitive.
fn with_morphs(mut character: Character) -> Character {
    let mesh = character.instances[0].mesh;
    let primitive = &mut character.meshes[mesh].primitives[0];
    let n_vertices = primitive.positions.len();
    primitive.morph_targets = vec![MorphTarget {
        positions: vec![Vec3::Y; n_vertices].into(),
        normals: vec![Vec3::X; n_vertices].into(),
        tangents: Vec::new().into(),
    }];
    primitive.normals_given = true;
    character.instances[0].morph = 0..1;
    character.instances[0].morph_weights = vec![0.5];
    character
}

/// From clip to vertices, for a rigid pose and for one with scale at every joint, which has to be decomposed.
fn frames_allocate_nothing() {
    let character = with_morphs(open(Path::new("../../assets/arm.glb")).unwrap());
    let skeleton = &character.rig.skeleton;
    let (mut hints, mut deformer) = (TrackHints::default(), Deformer::default());
    let (mut pose, mut out) = (character.file_pose(), Vec::new());
    let scaled = Stretch::from_scale(Vec3::new(1.1, 0.9, 1.0));
    let methods = [
        Method::Linear,
        Method::DualQuaternion,
        Method::TWO_PHASE,
        Method::TWO_PHASE_HEAD,
        Method::TWO_PHASE_ORIGIN,
        Method::Affine,
    ];
    let signs = [SignRule::First, SignRule::Hierarchical, SignRule::Followed];
    for (method, signs) in methods
        .into_iter()
        .flat_map(|method| signs.map(|it| (method, it)))
    {
        let look = Look {
            method,
            signs,
            ..Look::default()
        };
        let mut frame = |time: f32| {
            character.clips[0].sample_into(skeleton, time, &mut hints, &mut pose);
            if time > 0.15 {
                pose.stretch.fill(scaled);
            }
            deformer
                .deform_into(&character, &pose, look, &mut out)
                .unwrap();
        };
        // The first of a method makes its palette, the first of all others the memory for signs.
        frame(0.2);
        let taken = allocated(|| [0.0, 0.1, 0.2, 0.3].into_iter().for_each(&mut frame));
        assert_eq!(taken, 0, "{method} {signs}");
        let alone = deform(&character, &pose, &character.rig.scale_inheritance, look).unwrap();
        assert_eq!(out, alone, "{method} {signs}");
    }
    // That this can fail.
    assert!(allocated(|| drop(pose.clone())) > 0);
}
