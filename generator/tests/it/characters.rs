//! The built-in characters: closed, smooth, small, as committed, and readable by the program itself.
use std::collections::BTreeMap;

use character::{Character, open_bytes};
use generator::{Point, Shape, Surface, check_shapes, glb};
use glam::{DVec3, Vec3};
use rig::{InfluenceRow, Pose};

use crate::support::{shape, shapes, workspace_root};

/// A weight may change by this much along an edge: a bend of 90° then turns neighbors by 36° against each other.
const GREATEST_STEP_OF_WEIGHT: f32 = 0.40;
/// A megabyte, which is little for a repository and for a download.
const LARGEST_FILE: usize = 1_000_000;
/// Half a step of the rounding of positions, and a little.
const POSITION_TOLERANCE: f64 = 1e-5;

/// Positions, triangles and dense weights of all primitives of a character's only mesh, joined.
struct Joined {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    weights: Vec<BTreeMap<u16, f32>>,
}

fn joined(character: &Character) -> Joined {
    let mut all = Joined {
        positions: Vec::new(),
        normals: Vec::new(),
        triangles: Vec::new(),
        weights: Vec::new(),
    };
    assert_eq!(character.meshes.len(), 1, "{}", character.name);
    for primitive in &character.meshes[0].primitives {
        let first = u32::try_from(all.positions.len()).unwrap();
        all.positions.extend(primitive.positions.iter());
        all.normals.extend(primitive.normals.iter());
        let moved = primitive.triangles.iter().map(|t| t.map(|v| first + v));
        all.triangles.extend(moved);
        let influences = primitive.influences.as_ref().unwrap();
        let rows = influences.rows();
        all.weights.extend(rows.map(
            |InfluenceRow {
                 joints: j,
                 weights: w,
             }| j.iter().map(|j| j.0).zip(w.iter().copied()).collect(),
        ));
    }
    all
}

fn opened(shape: &Shape) -> Character {
    let character = open_bytes(shape.name, &glb(shape).unwrap()).unwrap();
    assert!(character.warnings.is_empty(), "{:?}", character.warnings);
    character
}

fn each(test: impl Fn(&Shape, &Character)) {
    assert!(!shapes().is_empty());
    for shape in shapes() {
        test(shape, &opened(shape));
    }
}

#[test]
fn the_committed_files_are_what_the_generator_makes() {
    let failures = check_shapes(workspace_root(), shapes());
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn a_changed_file_is_noticed() {
    let nowhere = std::env::temp_dir().join("no such workspace");
    // One of them is a file without joints and one with clothes too.
    let files = shapes().len() + 2;
    assert_eq!(check_shapes(&nowhere, shapes()).len(), files);
}

#[test]
fn they_are_small() {
    for shape in shapes() {
        let bytes = glb(shape).unwrap();
        assert!(
            bytes.len() < LARGEST_FILE,
            "{}: {}",
            shape.name,
            bytes.len()
        );
    }
}

#[test]
fn they_open_with_joints_clips_and_materials_as_designed() {
    each(|shape, character| {
        let skeleton = &character.rig.skeleton;
        for joint in &shape.joints {
            assert!(skeleton.find(&joint.name).is_some(), "{}", joint.name);
        }
        let clips: Vec<_> = character
            .clips
            .iter()
            .map(|c| c.name().unwrap().to_owned())
            .collect();
        let designed: Vec<_> = shape.motions.iter().map(|m| m.name).collect();
        assert_eq!(clips, designed);
        assert_eq!(character.materials.len(), shape.paints.len());
        assert_eq!(character.rig.binds.len(), 1);
    });
}

/// Clips that are played in a circle; they need not pass through rest.
const LOOPS: [&str; 5] = ["idle", "walk", "look around", "hover", "wave"];

#[test]
fn clips_end_where_they_begin_and_those_that_do_not_loop_at_rest() {
    each(|shape, character| {
        let skeleton = &character.rig.skeleton;
        let rest = Pose::rest(skeleton);
        for clip in character.clips.iter() {
            let name = clip.name().unwrap();
            let first = clip.sample(skeleton, &rest, 0.0);
            let last = clip.sample(skeleton, &rest, clip.duration());
            assert_eq!(first.rigid, last.rigid, "{} {name}", shape.name);
            assert_eq!(first.stretch, last.stretch, "{} {name}", shape.name);
            let turned = first
                .rigid
                .iter()
                .map(|rigid| rigid.rotation.xyz().length());
            let most = turned.fold(0.0, f32::max);
            let rests = most < 1e-4 && first.stretch == rest.stretch;
            assert!(
                rests || LOOPS.contains(&name),
                "{} {name}: {most}",
                shape.name
            );
        }
    });
}

#[test]
fn surfaces_are_closed_and_turned_outwards() {
    each(|shape, character| {
        let all = joined(character);
        let report = mesh::check_closed_manifold(&all.positions, &all.triangles);
        assert!(report.is_closed_manifold(), "{}: {report:?}", shape.name);
        assert!(0.0 < mesh::volume(&all.positions, &all.triangles));
        let smooth = mesh::vertex_normals(&all.positions, &all.triangles);
        for (vertex, (given, smooth)) in all.normals.iter().zip(&smooth).enumerate() {
            assert!(
                0.8 < given.dot(*smooth),
                "{} {vertex}: {given} {smooth}",
                shape.name
            );
        }
    });
}

#[test]
fn weights_sum_to_one_and_change_gently() {
    each(|shape, character| {
        let all = joined(character);
        for row in &all.weights {
            assert!(row.len() <= 4, "{}: {row:?}", shape.name);
            let sum: f32 = row.values().sum();
            assert!((sum - 1.0).abs() < 1e-6, "{}: {sum}", shape.name);
        }
        let steps = all
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
        let greatest = steps
            .map(|(a, b)| step(&all.weights[a as usize], &all.weights[b as usize]))
            .fold(0.0, f32::max);
        assert!(
            greatest < GREATEST_STEP_OF_WEIGHT,
            "{}: {greatest}",
            shape.name
        );
    });
}

/// Largest difference of one joint's weight between two vertices.
fn step(a: &BTreeMap<u16, f32>, b: &BTreeMap<u16, f32>) -> f32 {
    let weight = |row: &BTreeMap<u16, f32>, joint| row.get(joint).copied().unwrap_or(0.0);
    a.keys()
        .chain(b.keys())
        .map(|joint| (weight(a, joint) - weight(b, joint)).abs())
        .fold(0.0, f32::max)
}

#[test]
fn vertices_at_one_place_have_one_normal_and_one_set_of_weights() {
    each(|shape, character| {
        let all = joined(character);
        for (vertex, &first) in mesh::weld(&all.positions).iter().enumerate() {
            let first = first as usize;
            assert_eq!(all.normals[vertex], all.normals[first], "{}", shape.name);
            assert_eq!(all.weights[vertex], all.weights[first], "{}", shape.name);
        }
    });
}

/// Whether every point of the surface has its mirror image on it, with the weights that `mirrored` gives.
fn is_symmetric(surface: &Surface, mirrored: impl Fn(&Point) -> Point) -> bool {
    surface.points.iter().map(mirrored).all(|image| {
        let found = surface
            .points
            .iter()
            .find(|point| point.position.distance(image.position) < POSITION_TOLERANCE);
        found.is_some_and(|point| {
            let mut pairs = point.weights.iter().zip(&image.weights);
            pairs.all(|(a, b)| (a - b).abs() < 1e-9)
        })
    })
}

#[test]
fn the_cylinder_is_symmetric() {
    let surface = &shape("cylinder").surface;
    let flip = |by: DVec3| {
        move |point: &Point| Point {
            position: point.position * by,
            weights: point.weights.clone(),
        }
    };
    assert!(is_symmetric(surface, flip(DVec3::new(-1.0, 1.0, 1.0))));
    assert!(is_symmetric(surface, flip(DVec3::new(1.0, 1.0, -1.0))));
    assert!(is_symmetric(surface, |point| Point {
        position: DVec3::new(point.position.x, 1.0 - point.position.y, point.position.z),
        weights: point.weights.iter().rev().copied().collect(),
    }));
    assert!(!is_symmetric(
        &shape("arm").surface,
        flip(DVec3::new(-1.0, 1.0, 1.0))
    ));
}

#[test]
fn no_surface_crosses_itself_at_rest() {
    each(|shape, character| {
        let all = joined(character);
        let found = mesh::self_crossings(&all.positions, &all.triangles);
        let at = |&[a, b]: &[usize; 2]| {
            [a, b].map(|triangle| all.positions[all.triangles[triangle][0] as usize])
        };
        let places: Vec<_> = found.iter().take(5).map(at).collect();
        assert!(
            found.is_empty(),
            "{}: {} pairs of triangles, at {places:.3?}",
            shape.name,
            found.len()
        );
    });
}

#[test]
fn subdivision_keeps_a_constant_and_rounds_a_cube() {
    let mut cube = Surface::default();
    for k in 0..8 {
        let side = |bit: u32| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
        cube.push(Point {
            position: DVec3::new(side(0), side(1), side(2)),
            weights: vec![0.25, 0.75],
        });
    }
    for quad in [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ] {
        cube.push_quad(quad);
    }
    let fine = cube.subdivided();
    assert_eq!((fine.points.len(), fine.quads.len()), (26, 24));
    for point in &fine.points {
        assert!((point.weights[0] - 0.25).abs() < 1e-15 && (point.weights[1] - 0.75).abs() < 1e-15);
    }
    // A corner of valence 3: F is the mean of three face centers, R of three edge middles.
    let (f, r) = (1.0 / 3.0, 2.0 / 3.0);
    let corner = (f + 2.0 * r) / 3.0;
    assert!((fine.points[7].position - DVec3::splat(corner)).length() < 1e-15);
}
