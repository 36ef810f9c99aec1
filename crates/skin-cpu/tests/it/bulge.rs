//! Bulge correction: what it never does, what it always does, and what is left of it where nothing can be measured.

use glam::{Affine3A, DVec3, Mat3, Vec3};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, proptest};
use proptest::{prop_assert, prop_assert_eq};
use rig::{BoneSegment, InfluenceRow, JointSlot, Method, Palette, SignRule, VertexMap, Weighting};
use skin_cpu::{PosedBone, SkinError, Slice, Vertices, bulge_vertex, skin_vertices};
use testkit::arbitrary::fraction;

use crate::arbitrary::{Figure, config, figure, vec3};
use crate::properties::{ROUNDING, for_each_palette, mesh, near, size};
use crate::support::{Mesh, Moved, skinned_by_path};

/// A figure with a bone for each joint, some of them points, some through a vertex, and a strength for each vertex.
fn boned() -> impl Strategy<Value = (Figure, Vec<BoneSegment>, Vec<f32>)> {
    let ends = vec((vec3(1.0), vec3(1.0), any::<[bool; 2]>()), 8);
    (figure(), ends, vec(fraction(), 6)).prop_map(|(figure, ends, strengths)| {
        let bone = |(joint, (head, tail, cases)): (usize, (Vec3, Vec3, [bool; 2]))| {
            let [is_point, is_at_vertex] = cases;
            let vertex = figure.vertices[joint % figure.vertices.len()].position;
            let head = if is_at_vertex { vertex } else { head };
            let tail = if is_point { head } else { tail };
            BoneSegment { head, tail }
        };
        let joints = 0..figure.skeleton.parents.len();
        let bones = joints.zip(ends.into_iter().cycle()).map(bone).collect();
        (figure, bones, strengths)
    })
}

fn drawn(mesh: &Mesh, palette: &Palette, bones: &[BoneSegment], strengths: &[f32]) -> Moved {
    let map = VertexMap::new(strengths.iter().copied());
    let vertices = Vertices {
        positions: &mesh.positions,
        normals: &mesh.normals,
        ..Vertices::default()
    };
    let weighting = Weighting {
        bulge: Some(&map),
        bones,
        ..(&mesh.influences).into()
    };
    skinned_by_path(vertices, weighting, palette)
}

fn bits(moved: &Moved) -> Vec<[u32; 3]> {
    let all = moved.positions.iter().chain(&moved.normals);
    all.map(|v| v.to_array().map(f32::to_bits)).collect()
}

/// `c̄` and `r̄` in f64, by their definitions.
pub(crate) fn center_and_radius(
    mesh: &Mesh,
    vertex: usize,
    (bones, maps): (&[BoneSegment], &[Affine3A]),
    posed: Vec3,
) -> (DVec3, f64) {
    let InfluenceRow { joints, weights } = mesh.influences.row(vertex);
    let (mut center, mut radius) = (DVec3::ZERO, 0.0);
    for (&joint, &weight) in joints.iter().zip(weights) {
        let (bone, map) = (bones[usize::from(joint)], maps[usize::from(joint)]);
        let map = map.as_daffine3();
        let closest = |head: DVec3, tail: DVec3, point: DVec3| {
            let along = tail - head;
            let share = (point - head).dot(along) / along.length_squared();
            let share = if share.is_nan() { 0.0 } else { share };
            head + along * share.clamp(0.0, 1.0)
        };
        let (head, tail) = (bone.head.as_dvec3(), bone.tail.as_dvec3());
        let at_rest = mesh.positions[vertex].as_dvec3();
        let from_bone = at_rest - closest(head, tail, at_rest);
        radius += f64::from(weight) * map.transform_vector3(from_bone).length();
        let [head, tail] = [head, tail].map(|end| map.transform_point3(end));
        center += closest(head, tail, posed.as_dvec3()) * f64::from(weight);
    }
    (center, radius.max(0.0))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn without_strength_nothing_changes_and_linear_blending_never((figure, bones, strengths) in boned()) {
        let mesh = mesh(&figure);
        let count = mesh.positions.len();
        for_each_palette(&figure, |method, palette| {
            let none = drawn(&mesh, &palette, &bones, &vec![0.0; count]);
            let plain = mesh.skinned(&palette);
            prop_assert_eq!(bits(&none), bits(&plain), "{}", method);
            if method == Method::Linear {
                let linear = drawn(&mesh, &palette, &bones, &strengths[..count]);
                prop_assert_eq!(bits(&linear), bits(&plain));
            }
            Ok(())
        })?;
    }

    #[test]
    fn with_all_strength_nothing_stands_out_and_between_it_is_on_the_way((figure, bones, strengths) in boned()) {
        let mesh = mesh(&figure);
        let count = mesh.positions.len();
        for_each_palette(&figure, |method, palette| {
            let maps = palette.joint_maps();
            let plain = mesh.skinned(&palette);
            let whole = drawn(&mesh, &palette, &bones, &vec![1.0; count]);
            let part = drawn(&mesh, &palette, &bones, &strengths[..count]);
            let tolerance = ROUNDING * size(&mesh, &palette);
            for (i, &strength) in strengths[..count].iter().enumerate() {
                if method == Method::Linear || mesh.influences.row(i).joints.is_empty() {
                    prop_assert_eq!(whole.positions[i], plain.positions[i]);
                    continue;
                }
                let (center, radius) = center_and_radius(&mesh, i, (&bones, &maps), plain.positions[i]);
                let away = (whole.positions[i].as_dvec3() - center).length();
                prop_assert!(away <= radius + f64::from(tolerance), "{method}: {away} beyond {radius}");
                let before = (plain.positions[i].as_dvec3() - center).length();
                if before < radius - f64::from(tolerance) {
                    prop_assert_eq!(whole.positions[i], plain.positions[i]);
                }
                let expected = plain.positions[i].lerp(whole.positions[i], strength);
                near(part.positions[i], expected, tolerance, method.name())?;
                prop_assert!(whole.normals[i].is_finite() && part.normals[i].is_finite());
            }
            Ok(())
        })?;
    }

    /// At rest, and under one motion of all joints; and whatever one joint alone does to what is bound to it.
    #[test]
    fn what_no_bend_has_moved_stays((figure, bones, _) in boned(), turn in crate::arbitrary::rigid(), scale in vec3(2.0)) {
        let mesh = mesh(&figure);
        let count = mesh.positions.len();
        let matrices = [turn.affine(), turn.affine() * Affine3A::from_mat3(Mat3::from_diagonal(scale))];
        for (matrix, is_rigid) in matrices.into_iter().zip([true, false]) {
            for i in 0..count {
                let InfluenceRow { joints, weights } = mesh.influences.row(i);
                let bones: Vec<PosedBone> = bones.iter().map(|&at_bind| PosedBone { at_bind, posed_from_bind: matrix }).collect();
                let at_rest = mesh.positions[i];
                let posed = matrix.transform_point3(at_rest);
                let rows = joints.iter().map(|&joint| (vec![joint], vec![1.0]));
                let own = is_rigid.then(|| (joints.to_vec(), weights.to_vec()));
                let own = own.filter(|own| own.1.iter().all(|&weight| weight >= 0.0));
                for (joints, weights) in rows.chain(own) {
                    let found = bulge_vertex(InfluenceRow { joints: &joints, weights: &weights }, 1.0, &bones, at_rest, posed);
                    let size = 1.0 + posed.length() + at_rest.length() + turn.translation.length();
                    near(found, posed, 1e-5 * size * (1.0 + scale.length()), "unbent")?;
                }
            }
        }
    }
}

/// The measure of the numbers above: an elbow bent by 90° about z, and a place on its outside, half and half.
#[test]
fn an_elbow_is_drawn_back_to_its_width() {
    let bone = |x: f32| BoneSegment {
        head: Vec3::X * x,
        tail: Vec3::X * (x + 2.0),
    };
    let about = Affine3A::from_translation(Vec3::X * 2.0);
    let turn = about * Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_2) * about.inverse();
    let bones =
        [(bone(0.0), Affine3A::IDENTITY), (bone(2.0), turn)].map(|(at_bind, posed)| PosedBone {
            at_bind,
            posed_from_bind: posed,
        });
    // Beside the elbow; dual quaternions turn it by 45°, so that it keeps its distance from the elbow, not from the bones.
    let at_rest = Vec3::new(1.6, -0.5, 0.0);
    let half = about * Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_4) * about.inverse();
    let posed = half.transform_point3(at_rest);
    let row = InfluenceRow {
        joints: &[0, 1].map(JointSlot),
        weights: &[0.5, 0.5],
    };
    let widths = [0.0, 0.5, 1.0].map(|strength| {
        let drawn = bulge_vertex(row, strength, &bones, at_rest, posed);
        (drawn.x - posed.x).hypot(drawn.y - posed.y)
    });
    assert!(widths[0] == 0.0 && widths[2] >= 0.0 && (widths[1] * 2.0 - widths[2]).abs() < 1e-6);
}

#[test]
fn what_cannot_be_measured_stays_or_goes_to_the_bone() {
    let at_bind = BoneSegment {
        head: Vec3::X,
        tail: Vec3::X,
    };
    let bone = |posed_from_bind| {
        [PosedBone {
            at_bind,
            posed_from_bind,
        }]
    };
    let row = InfluenceRow {
        joints: &[JointSlot(0)],
        weights: &[1.0],
    };
    let drawn = |bones: &[PosedBone], at_rest, posed| bulge_vertex(row, 1.0, bones, at_rest, posed);
    let rest = bone(Affine3A::IDENTITY);
    // On a bone that is a point: no direction to be drawn back in, nor any need.
    assert_eq!(drawn(&rest, Vec3::X, Vec3::X), Vec3::X);
    // A vertex on the bone that a blend has carried off has no distance to keep.
    assert_eq!(drawn(&rest, Vec3::X, Vec3::Y), Vec3::X);
    // A joint scaled to nothing leaves no radius.
    let gone = bone(Affine3A::from_mat3(Mat3::ZERO));
    assert_eq!(drawn(&gone, Vec3::Y, Vec3::Z), Vec3::ZERO);
    // Beyond f32 nothing is measured.
    let far = Vec3::splat(3e38);
    assert_eq!(drawn(&rest, Vec3::X, far), far);
    assert_eq!(
        bulge_vertex(InfluenceRow::default(), 1.0, &rest, Vec3::Y, Vec3::Z),
        Vec3::Z
    );
}

#[test]
fn bones_that_are_missing_are_told() {
    let influences = crate::support::influences(2, vec![vec![(0, 0.5), (1, 0.5)]]);
    let palette = Palette::DualQuaternion(rig::DualQuatPalette {
        posed_from_bind: vec![dq_math::DualQuat::IDENTITY; 2],
        rest_from_bind: Mat3::IDENTITY,
        signs: SignRule::First,
    });
    let map = VertexMap::new([1.0]);
    let vertices = Vertices {
        positions: &[Vec3::X],
        ..Vertices::default()
    };
    let weighting = Weighting {
        bulge: Some(&map),
        bones: &[BoneSegment::default()],
        ..(&influences).into()
    };
    let error = skin_vertices(vertices, weighting, &palette).unwrap_err();
    let expected = SkinError {
        slice: Slice::Bones,
        expected: 2,
        found: 1,
    };
    assert_eq!(error, expected);
}
