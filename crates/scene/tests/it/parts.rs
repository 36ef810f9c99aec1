//! Parts of a character that stand for the whole: thinned, one vertex alone, without repetitions, joined into one surface.

use std::sync::Arc;

use character::{Character, MorphTarget};
use glam::Vec3;
use proptest::prelude::*;
use rig::{Method, Pose};
use scene::combined_surface::{CombinedSurface, join_positions};
use scene::deform::{
    DeformedPrimitive, deform, deform_posed, posed_character, primitive_of, visit_deformed,
};
use scene::deformer::Deformer;
use scene::distinct::Distinct;
use scene::placed::placed_primitives;
use scene::posed_character::Look;
use scene::probe::probe;
use scene::vertex_facts::{MovedBy, VertexFacts, VertexPlace, alone};
use testkit::folders::own_synthetic;

use crate::figures::{Figure, asset, figure, files};

fn vertices(character: &Character, pose: &Pose, method: Method) -> Vec<DeformedPrimitive> {
    let flags = &character.rig.scale_inheritance;
    deform(character, pose, flags, Look::new(method)).unwrap()
}

/// The first clip in its midst, or the pose of the file.
fn some_pose(character: &Character) -> Pose {
    let base = character.file_pose();
    match character.clips.first() {
        Some(clip) => clip.sample(&character.rig.skeleton, &base, 0.4 * clip.duration()),
        None => base,
    }
}

fn bits(position: Vec3) -> [u32; 3] {
    position.to_array().map(f32::to_bits)
}

#[test]
fn every_nth_vertex_is_where_that_of_the_whole_is() {
    for character in files(&own_synthetic().join("valid")) {
        let thin = probe(&character);
        let pose = some_pose(&character);
        for method in [Method::Linear, Method::TWO_PHASE] {
            let whole = vertices(&character, &pose, method);
            let found = vertices(&thin, &pose, method);
            assert_eq!(whole.len(), found.len(), "{}", character.name);
            let all: usize = whole.iter().map(|own| own.positions.len()).sum();
            let step = all.div_ceil(2000).max(1);
            for (whole, found) in whole.iter().zip(&found) {
                let kept: Vec<Vec3> = whole.positions.iter().copied().step_by(step).collect();
                assert_eq!(found.positions.len(), kept.len(), "{}", character.name);
                let mut pairs = found.positions.iter().zip(&kept);
                let are_same = pairs.all(|(one, other)| bits(*one) == bits(*other));
                assert!(are_same, "{}", character.name);
            }
        }
    }
}

#[test]
fn one_vertex_alone_is_where_it_is_among_all() {
    for name in ["arm", "hand"] {
        let character = asset(name);
        let pose = some_pose(&character);
        let whole = vertices(&character, &pose, Method::DualQuaternion);
        for (primitive, own) in whole.iter().enumerate() {
            for vertex in (0..own.positions.len()).step_by(997) {
                let place = VertexPlace { primitive, vertex };
                let one = alone(&character, place);
                let found = vertices(&one, &pose, Method::DualQuaternion);
                assert_eq!(found.len(), whole.len());
                assert_eq!(found[primitive].positions, [own.positions[vertex]]);
                let others = found.iter().enumerate();
                let mut others = others.filter(|(other, _)| *other != primitive);
                assert!(others.all(|(_, other)| other.positions.is_empty()));
            }
        }
    }
}

fn joints_of(facts: &VertexFacts) -> &[(rig::JointIndex, f32)] {
    match &facts.moved_by {
        MovedBy::Joints(joints) => joints,
        _ => panic!("{facts:?}"),
    }
}

#[test]
fn facts_of_a_vertex_sum_to_one_and_have_the_largest_first() {
    for character in [asset("arm"), asset("creature")] {
        for (primitive, placed) in placed_primitives(&character).enumerate() {
            for vertex in (0..placed.primitive.positions.len()).step_by(101) {
                let facts = VertexFacts::of(&character, VertexPlace { primitive, vertex }).unwrap();
                let joints = joints_of(&facts);
                assert!(joints.windows(2).all(|pair| pair[0].1 >= pair[1].1));
                let sum: f32 = joints.iter().map(|(_, weight)| weight).sum();
                assert!((sum - 1.0).abs() < 1e-5, "{facts:?}");
                assert_eq!(facts.dominant(), Some(joints[0].0));
            }
        }
        let nowhere = VertexPlace {
            primitive: 99,
            vertex: 0,
        };
        assert!(VertexFacts::of(&character, nowhere).is_none());
    }
}

/// Three times the same mesh under one skin, and once under its node: what is left is shown as before.
#[test]
fn repetitions_are_left_out_and_nothing_else() {
    let mut character = asset("arm");
    let instance = character.instances[0].clone();
    character
        .instances
        .extend([instance.clone(), instance.clone()]);
    let of_node = character::MeshInstance {
        skin: None,
        ..instance
    };
    character.instances.push(of_node);
    let count = character.meshes[0].primitives.len();
    let character = Arc::new(character);
    let distinct = Distinct::of(&character);
    assert_eq!(distinct.character().instances.len(), 2);
    let pose = some_pose(&character);
    let whole = vertices(&character, &pose, Method::Linear);
    let left = vertices(distinct.character(), &pose, Method::Linear);
    assert_eq!(left.len(), 2 * count);
    for (primitive, own) in left.iter().enumerate() {
        let place = VertexPlace {
            primitive,
            vertex: 5,
        };
        let place = distinct.whole(place);
        assert_eq!(whole[place.primitive].positions[5], own.positions[5]);
        assert_eq!(whole[place.primitive].positions.len(), own.positions.len());
    }
    let plain = Arc::new(asset("cylinder"));
    assert!(Arc::ptr_eq(Distinct::of(&plain).character(), &plain));
}

#[test]
fn vertices_of_the_joined_surface_lead_back() {
    for character in files(&own_synthetic().join("valid")) {
        let surface = CombinedSurface::of(&character);
        let ranges = surface.ranges();
        let placed: Vec<_> = placed_primitives(&character).collect();
        let mut joined_index = 0;
        for (number, placed) in placed.iter().enumerate() {
            let count = u32::try_from(placed.primitive.positions.len()).unwrap();
            assert_eq!(ranges.first(number), Some(joined_index));
            for vertex in 0..count {
                assert_eq!(ranges.vertex(number, vertex), Some(joined_index + vertex));
                assert_eq!(ranges.place(joined_index + vertex), Some((number, vertex)));
            }
            assert_eq!(ranges.vertex(number, count), None, "{}", character.name);
            joined_index += count;
        }
        assert_eq!(ranges.vertex_count(), joined_index);
        assert_eq!(ranges.place(joined_index), None);
        assert_eq!(ranges.vertex(placed.len(), 0), None);
        let all = placed.iter().enumerate();
        let all = all
            .flat_map(|(number, of)| of.primitive.triangles.iter().map(move |own| (number, *own)));
        let found = (0..surface.triangles().len()).map(|place| surface.triangle(place).unwrap());
        assert!(all.eq(found), "{}", character.name);
        assert_eq!(surface.triangle(surface.triangles().len()), None);
        let posed = vertices(&character, &some_pose(&character), Method::Linear);
        let split = surface.split(join_positions(&posed));
        let same = split
            .iter()
            .zip(&posed)
            .all(|(one, other)| one.len() == other.positions.len());
        assert!(same && split.len() == posed.len());
    }
}

/// Primitives of which none has a vertex stand between others.
#[test]
fn empty_primitives_have_no_vertices_and_no_triangles() {
    let arm = asset("arm");
    let full = &arm.meshes[0].primitives[0];
    let empty = character::Primitive::default();
    let surface = CombinedSurface::new(&[&empty, full, &empty, &empty, full]);
    let count = u32::try_from(full.positions.len()).unwrap();
    assert_eq!(surface.ranges().place(0), Some((1, 0)));
    assert_eq!(surface.ranges().place(count), Some((4, 0)));
    assert_eq!(surface.ranges().first(3), Some(count));
    assert_eq!(surface.ranges().vertex(2, 0), None);
    assert_eq!(
        surface.triangle(full.triangles.len()),
        Some((4, full.triangles[0]))
    );
    let none = CombinedSurface::new(&[]);
    assert_eq!((none.triangle(0), none.ranges().place(0)), (None, None));
    assert!(none.split(vec![1, 2]).is_empty());
}

/// All ways to the vertices of a pose, on one figure.
fn all_ways(figure: &Figure, method: Method) -> Result<(), TestCaseError> {
    let character = figure.character();
    let pose = figure.pose(&character);
    let flags = &character.rig.scale_inheritance;
    let expected = vertices(&character, &pose, method);
    let posed = posed_character(&character, &pose, flags, Look::new(method)).unwrap();
    let mut again = vec![DeformedPrimitive::default(); 3];
    deform_posed(&character, &posed, &mut again).unwrap();
    prop_assert_eq!(&again, &expected);
    let mut visited = Vec::new();
    let all = visit_deformed(&character, &posed, |found| visited.push(found.clone()));
    prop_assert!(all.is_ok());
    prop_assert_eq!(&visited, &expected);
    let mut deformer = Deformer::default();
    for _ in 0..2 {
        let mut out = Vec::new();
        let done = deformer.deform_into(&character, &pose, Look::new(method), &mut out);
        prop_assert!(done.is_ok());
        prop_assert_eq!(&out, &expected);
    }
    for found in &expected {
        let of = primitive_of(&character, found);
        prop_assert_eq!(of.unwrap().1.positions.len(), found.positions.len());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn all_ways_to_the_vertices_lead_to_the_same(figure in figure()) {
        for method in Method::ALL {
            all_ways(&figure, method)?;
        }
    }

    /// Half of one target and half of another are the mean of both; weights that are missing count as none.
    #[test]
    fn morph_targets_add_up(figure in figure(), shares in [-2.0..2.0_f32, -2.0..2.0], offsets in proptest::collection::vec(-1.0..1.0_f32, 6)) {
        let mut character = figure.character();
        let primitive = &mut character.meshes[0].primitives[0];
        let count = primitive.positions.len();
        let target = |by: &[f32]| MorphTarget {
            positions: vec![Vec3::new(by[0], by[1], by[2]); count].into(),
            ..MorphTarget::default()
        };
        primitive.morph_targets = vec![target(&offsets[..3]), target(&offsets[3..])];
        character.instances[0].morph = 0..2;
        let mut pose = Pose::rest(&character.rig.skeleton);
        let at_rest = vertices(&character, &pose, Method::Linear);
        pose.morph_weights = shares.to_vec();
        let found = vertices(&character, &pose, Method::Linear);
        let by = Vec3::from_slice(&offsets[..3]) * shares[0] + Vec3::from_slice(&offsets[3..]) * shares[1];
        for (found, rest) in found[0].positions.iter().zip(&at_rest[0].positions) {
            prop_assert!(found.abs_diff_eq(*rest + by, 1e-4), "{found} {rest} {by}");
        }
        pose.morph_weights = vec![shares[0]];
        let one = vertices(&character, &pose, Method::Linear);
        pose.morph_weights = vec![shares[0], 0.0];
        prop_assert_eq!(one, vertices(&character, &pose, Method::Linear));
    }
}
