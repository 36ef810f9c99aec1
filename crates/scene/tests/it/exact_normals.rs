//! Exact normals on surfaces: beside the normals of the skinned triangles, and computed anew only near what changed.

use std::f32::consts::TAU;
use std::path::Path;
use std::sync::Arc;

use character::{Character, Mesh, MeshInstance, Primitive, open};
use dq_math::SignRule;
use glam::{Affine3A, Quat, Vec3};
use rig::{
    BindPose, ByMap, GradientRow, InfluenceRow, InfluencesBuilder, JointIndex, JointSlot,
    LocalTransform, MapKind, Method, Pose, Rig, RigidBlend, SkeletonBuilder, Trs, VertexMap,
};
use scene::deform::{DeformedPrimitive, SkinnedNormals, deform_posed_by, posed_character};
use scene::posed_character::Look;
use scene::surface_cache::SurfaceCache;
use scene::weight_gradients::CharacterGradients;

const AROUND: u16 = 96;
const ALONG: u16 = 96;
/// Half the length over which one joint gives way to the other, in radii.
const ZONE: f32 = 1.0;

/// A cylinder of radius 1 about y from -2 to 2, with a texture seam and of two primitives, on two joints that meet at its middle.
pub(super) fn cylinder() -> Character {
    let at = |y: f32| {
        LocalTransform::Trs(Trs {
            translation: Vec3::Y * y,
            ..Trs::IDENTITY
        })
    };
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "lower", at(-2.0))
        .joint(1, Some(0), "upper", at(2.0))
        .build()
        .unwrap();
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let matrices = [
        Affine3A::from_translation(Vec3::Y * 2.0),
        Affine3A::IDENTITY,
    ];
    let (bind, warnings) = BindPose::new(&skeleton, &joints, &matrices).unwrap();
    assert_eq!(warnings, []);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/cylinder.glb");
    let opened = open(&path).unwrap();
    Character {
        instances: vec![MeshInstance {
            node: joints[0],
            file_node: 0,
            mesh: 0,
            skin: Some(0),
            morph: 0..0,
            morph_weights: Vec::new(),
        }],
        meshes: vec![Mesh {
            name: None,
            primitives: vec![rows(0..=ALONG / 2), rows(ALONG / 2..=ALONG)],
            target_names: Vec::new(),
            skinning: None,
        }],
        rig: Arc::new(Rig::new(skeleton, vec![bind])),
        clips: Arc::default(),
        ..opened
    }
}

/// A band of the cylinder.
fn rows(rows: std::ops::RangeInclusive<u16>) -> Primitive {
    let (mut positions, mut normals, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    let mut influences = InfluencesBuilder::new(2);
    let width = u32::from(AROUND) + 1;
    let first = *rows.start();
    for row in rows.clone() {
        for column in 0..=AROUND {
            let angle = f32::from(column % AROUND) / f32::from(AROUND) * TAU;
            let normal = Vec3::new(angle.cos(), 0.0, angle.sin());
            let y = f32::from(row) / f32::from(ALONG) * 4.0 - 2.0;
            positions.push(normal + Vec3::Y * y);
            normals.push(normal);
            let upper = ((y + ZONE) / (2.0 * ZONE)).clamp(0.0, 1.0);
            influences.vertex([(0, 1.0 - upper), (1, upper)]).unwrap();
            if row != first && column != AROUND {
                let corner = u32::from(row - first) * width + u32::from(column);
                triangles.push([corner - width, corner, corner - width + 1]);
                triangles.push([corner - width + 1, corner, corner + 1]);
            }
        }
    }
    Primitive {
        normals: normals.into(),
        normals_given: true,
        triangles: triangles.into(),
        influences: Some(influences.build()),
        maps: ByMap::new(|_| {
            let numbers = positions.iter().map(|p: &Vec3| 0.5 + 0.5 * p.x);
            Some(VertexMap::new(numbers))
        }),
        positions: positions.into(),
        ..Primitive::default()
    }
}

fn bent(character: &Character, turn: Quat) -> Pose {
    let mut pose = Pose::rest(&character.rig.skeleton);
    pose.rigid[1].rotation = turn;
    pose
}

fn deformed(
    character: &Character,
    turn: Quat,
    method: Method,
    normals: SkinnedNormals<'_>,
) -> Vec<DeformedPrimitive> {
    let look = Look {
        method,
        signs: SignRule::First,
        per_mesh: false,
        first_phase: false,
        twist: false,
        smooth: None,
    };
    let flags = &character.rig.scale_inheritance;
    let posed = posed_character(character, &bent(character, turn), flags, look).unwrap();
    let mut out = Vec::new();
    deform_posed_by(character, &posed, normals, &mut out).unwrap();
    out
}

/// The mean and the largest angle in degrees between normals and those of the skinned triangles, where joints blend but for its ends.
fn off(character: &Character, deformed: &[DeformedPrimitive]) -> [f32; 2] {
    let joined = |list: fn(&DeformedPrimitive) -> &Vec<Vec3>| -> Vec<Vec3> {
        deformed.iter().flat_map(list).copied().collect()
    };
    let primitives = &character.meshes[0].primitives;
    let below = u32::try_from(primitives[0].positions.len()).unwrap();
    let [first, second] = [0, 1].map(|of: usize| primitives[of].triangles.iter());
    let second = second.map(|triangle| triangle.map(|vertex| vertex + below));
    let triangles: Vec<[u32; 3]> = first.copied().chain(second).collect();
    let at_rest: Vec<Vec3> = primitives
        .iter()
        .flat_map(|of| of.positions.iter().copied())
        .collect();
    let welded = mesh::weld(&at_rest);
    let positions = joined(|of| &of.positions);
    let expected = mesh::vertex_normals_across(&positions, &triangles, &welded);
    let normals = joined(|of| &of.normals);
    let angles: Vec<f32> = (at_rest.iter().zip(normals).zip(expected))
        .filter(|((at_rest, _), _)| at_rest.y.abs() < ZONE - 0.1)
        .map(|((_, normal), expected)| normal.angle_between(expected).to_degrees())
        .collect();
    let count = f32::from(u16::try_from(angles.len()).unwrap());
    [
        angles.iter().sum::<f32>() / count,
        angles.iter().copied().fold(0.0, f32::max),
    ]
}

#[test]
fn on_a_bent_and_twisted_cylinder_usual_normals_are_off_and_exact_ones_are_not() {
    let character = cylinder();
    let gradients = CharacterGradients::new(&character);
    let angle = 80_f32.to_radians();
    for (what, turn) in [
        ("bent", Quat::from_rotation_z(angle)),
        ("twisted", Quat::from_rotation_y(angle)),
    ] {
        for method in Method::ALL {
            let of = |normals| off(&character, &deformed(&character, turn, method, normals));
            let usual = of(SkinnedNormals::Usual);
            let exact = of(SkinnedNormals::Exact(&gradients));
            let found = format!("{what}, {method}: usual off by {usual:?}, exact by {exact:?}");
            // The surface is torn where another head becomes the nearest.
            let is_torn = method == Method::rigid(RigidBlend::DirectQuaternion);
            assert!(exact[0] < if is_torn { 4.0 } else { 0.15 }, "{found}");
            // A twist leaves a cylinder one, but for its width.
            let is_twisted = what == "twisted";
            assert!(is_twisted || (11.0..17.0).contains(&usual[0]), "{found}");
        }
    }
}

#[test]
fn gradients_of_a_stroke_are_those_computed_anew() {
    let cache = SurfaceCache::default();
    let before = Arc::new(cylinder());
    let first = cache.gradients(&before);
    assert_eq!(*first, CharacterGradients::new(&before));
    let mut after = (*before).clone();
    let primitive = &mut after.meshes[0].primitives[1];
    let painted = [3, 700, 2000].map(|vertex| (vertex, &[(1_u16, 0.25_f32), (0, 0.75)][..]));
    let influences = primitive.influences.take().unwrap();
    primitive.influences = Some(influences.with_rows(painted).unwrap());
    for kind in MapKind::ALL {
        let map = primitive.maps[kind].take().unwrap();
        primitive.maps[kind] = Some(map.with_values([(4000, 0.125)]).unwrap());
    }
    let after = Arc::new(after);
    let second = cache.gradients(&after);
    assert_eq!(*second, CharacterGradients::new(&after));
    assert_ne!(*second, *first);
    assert!(
        Arc::ptr_eq(&first, &cache.gradients(&before)),
        "both are kept"
    );
}

/// A mesh whose primitives list the same vertices, with the same triangles, has the gradients of one of them: a surface that lies on
/// itself is that surface. A thousand of them take a thousand times as long as one, not a million times.
#[test]
fn primitives_that_share_vertices_have_the_gradients_of_one() {
    let mut one = cylinder();
    one.meshes[0].primitives = vec![rows(44..=46)];
    let mut many = one.clone();
    many.meshes[0].primitives = vec![rows(44..=46); 300];
    let of = CharacterGradients::new(&one);
    let of_many = CharacterGradients::new(&many);
    let expected = scene::placed::placed_primitives(&one).next().unwrap();
    let expected = of.of(&expected).unwrap();
    for placed in scene::placed::placed_primitives(&many).step_by(61) {
        let found = of_many.of(&placed).unwrap();
        for vertex in 0..expected.vertex_count() {
            let [one, other] = [expected, found].map(|it| it.row(vertex));
            assert_eq!(one.joints, other.joints);
            let pairs = one.gradients.iter().zip(other.gradients);
            for (one, other) in pairs {
                assert!(one.abs_diff_eq(*other, 1e-4), "{one} {other}");
            }
            for kind in MapKind::ALL {
                let [one, other] = [expected, found].map(|it| it.of_map(kind, vertex));
                assert!(one.abs_diff_eq(other, 1e-4), "{one} {other}");
            }
        }
    }
    // And those computed again after a stroke are those computed anew.
    let cache = SurfaceCache::default();
    let before = Arc::new(many);
    let _known = cache.gradients(&before);
    let mut after = (*before).clone();
    let primitive = &mut after.meshes[0].primitives[7];
    let influences = primitive.influences.take().unwrap();
    let painted = [(3, &[(1_u16, 0.25_f32), (0, 0.75)][..])];
    primitive.influences = Some(influences.with_rows(painted).unwrap());
    let after = Arc::new(after);
    assert_eq!(*cache.gradients(&after), CharacterGradients::new(&after));
}

#[test]
fn gradients_sum_to_zero_and_know_what_neighbors_have() {
    let character = cylinder();
    let mut bare = character.clone();
    // A vertex that nothing moves counts to its neighbors as one of theirs.
    let primitive = &mut bare.meshes[0].primitives[0];
    let influences = primitive.influences.take().unwrap();
    let none: &[(JointSlot, f32)] = &[];
    primitive.influences = Some(influences.with_rows([(4000, none)]).unwrap());
    let gradients = CharacterGradients::new(&bare);
    let mut widest = 0;
    for placed in scene::placed::placed_primitives(&bare) {
        let rows = gradients.of(&placed).unwrap();
        let weights = placed.primitive.influences.as_ref().unwrap();
        for vertex in 0..rows.vertex_count() {
            let GradientRow { joints, gradients } = rows.row(vertex);
            assert!(gradients.iter().sum::<Vec3>().length() < 1e-4);
            let InfluenceRow { joints: own, .. } = weights.row(vertex);
            assert!(!own.is_empty() || joints.is_empty());
            widest = widest.max(joints.len() - own.len().min(joints.len()));
            // Along the axis, by one over the length of the zone.
            let y = placed.primitive.positions[vertex].y;
            let is_inside = y.abs() < ZONE - 0.1 && !(3800..=4200).contains(&vertex);
            let expected = |joint: u16| Vec3::Y * (f32::from(joint) - 0.5) / ZONE;
            let mut rows = joints.iter().zip(gradients);
            let is_expected =
                rows.all(|(&joint, gradient)| gradient.abs_diff_eq(expected(joint.0), 2e-3));
            assert!(!is_inside || is_expected, "{gradients:?}");
        }
    }
    assert_eq!(widest, 1, "a joint that only neighbors have");
}
