//! How the methods are related to each other and to the skeleton's matrices.

use dq_math::SignRule;
use glam::{Affine3A, DQuat, DVec3, Mat3, Quat, Vec3};
use proptest::prelude::proptest;
use proptest::{prop_assert, prop_assert_eq};
use rig::{
    AffineDualQuatPalette, InfluenceRow, MatrixPalette, Method, Palette, RigidBlend,
    ScaleInheritance, Split, TwoPhasePalette,
};
use skin_cpu::{SimdPath, SkinOutput, Vertices, carry};
use testkit::json::{RigidInput, VertexInput};

use crate::arbitrary::{Figure, config, figure, rigid};
use crate::properties::{Check, ROUNDING, for_each_palette, mesh, near, size};
use crate::support::{decided, on_path, rotations, with_posed_skin};

const RIGID_METHODS: [Method; 5] = [
    Method::DualQuaternion,
    Method::TWO_PHASE,
    Method::TWO_PHASE_HEAD,
    Method::TWO_PHASE_ORIGIN,
    Method::Affine,
];

fn scale_inheritance(figure: &Figure) -> impl Fn(usize) -> ScaleInheritance {
    |joint| {
        if figure.skeleton.propagate[joint] {
            ScaleInheritance::Children
        } else {
            ScaleInheritance::Joint
        }
    }
}

/// One influence a vertex: its first.
fn single(vertex: &mut VertexInput) {
    vertex.joints.truncate(1);
    vertex.weights = vec![1.0];
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_single_influence_moves_by_its_matrix(figure in figure()) {
        let mut figure = figure;
        figure.vertices.iter_mut().for_each(single);
        let rigid = figure.skeleton.scale.iter().all(|scale| *scale == Mat3::IDENTITY);
        let mesh = mesh(&figure);
        let matrices = with_posed_skin(&figure.skeleton, &figure.skeleton.scale, scale_inheritance(&figure), |skin| skin.posed_from_bind());
        for_each_palette(&figure, |method, palette| {
            if method == Method::DualQuaternion && !rigid {
                return Ok(());
            }
            let moved = mesh.skinned(&palette);
            for (i, vertex) in figure.vertices.iter().enumerate() {
                let matrix: &Affine3A = &matrices[vertex.joints[0]];
                let expected = matrix.transform_point3(vertex.position);
                near(moved.positions[i], expected, ROUNDING * size(&mesh, &palette), method.name())?;
            }
            Ok(())
        })?;
    }

    /// What has no joints follows its node as what has one joint follows that.
    #[test]
    fn carrying_is_linear_blending_by_one_joint(figure in figure()) {
        let mut figure = figure;
        for vertex in &mut figure.vertices {
            (vertex.joints, vertex.weights) = (vec![0], vec![1.0]);
        }
        let mesh = mesh(&figure);
        let palette = with_posed_skin(&figure.skeleton, &figure.skeleton.scale, scale_inheritance(&figure), MatrixPalette::new);
        let map = palette.posed_from_bind[0];
        let expected = on_path(SimdPath::Scalar, || mesh.skinned(&Palette::Linear(palette)));
        let (mut positions, mut normals) = (mesh.positions.clone(), mesh.normals.clone());
        let vertices = Vertices { positions: &mesh.positions, normals: &mesh.normals, ..Vertices::default() };
        let out = SkinOutput { positions: &mut positions, normals: &mut normals, ..SkinOutput::default() };
        carry(vertices, &map, out).unwrap();
        prop_assert_eq!(positions, expected.positions);
        prop_assert_eq!(normals, expected.normals);
    }

    /// The inverse transpose keeps n · t = 0 and n · n > 0 between normals and what vectors become.
    #[test]
    fn normals_stay_upright_and_of_length_one(figure in figure()) {
        let mut figure = figure;
        figure.vertices.iter_mut().for_each(single);
        let mesh = mesh(&figure);
        let matrices = with_posed_skin(&figure.skeleton, &figure.skeleton.scale, scale_inheritance(&figure), |skin| skin.posed_from_bind());
        for_each_palette(&figure, |method, palette| {
            let moved = mesh.skinned(&palette);
            for (vertex, normal) in figure.vertices.iter().zip(moved.normals) {
                let matrix = &matrices[vertex.joints[0]];
                let flat = matrix.matrix3.determinant().abs() < 0.05;
                let unit = (normal.length() - 1.0).abs() < 1e-5;
                prop_assert!(unit || flat && normal == Vec3::ZERO, "{method}: {normal}");
                if method == Method::DualQuaternion || flat {
                    continue;
                }
                let tangent = matrix.transform_vector3(vertex.normal.any_orthonormal_vector());
                prop_assert!(normal.dot(tangent).abs() < 1e-3, "{method}: {normal} {tangent}");
                prop_assert!(0.0 < normal.dot(matrix.transform_vector3(vertex.normal)), "{method}: {normal}");
            }
            Ok(())
        })?;
    }

    #[test]
    fn without_stretch_all_but_linear_are_one_method(figure in figure()) {
        let mut figure = figure;
        figure.skeleton.scale.fill(Mat3::IDENTITY);
        let mesh = mesh(&figure);
        with_posed_skin(&figure.skeleton, &figure.skeleton.scale, scale_inheritance(&figure), |skin| -> Check {
            for rule in SignRule::ALL {
                let palettes = RIGID_METHODS.map(|method| Palette::new(method, rule, skin));
                let moved = palettes.each_ref().map(|palette| mesh.skinned(palette));
                // Along the hierarchy two palettes may break an exact tie between joints differently.
                let all_decided = |i: usize| palettes.iter().all(|palette| decided(&mesh, i, palette));
                let comparable = |i: usize| all_decided(i) && (rule != SignRule::Hierarchical || hierarchy_decided(&palettes[0], &figure));
                for i in (0..mesh.positions.len()).filter(|&i| comparable(i)) {
                    for (method, other) in RIGID_METHODS.iter().zip(&moved) {
                        near(other.positions[i], moved[0].positions[i], ROUNDING * size(&mesh, &palettes[0]), method.name())?;
                        near(other.normals[i], moved[0].normals[i], 3.0 * ROUNDING, method.name())?;
                    }
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn without_motion_the_elongated_rest_is_linear_blending_of_the_stretch(figure in figure()) {
        let mut figure = figure;
        figure.skeleton.user.fill(RigidInput { rotation: Quat::IDENTITY, translation: Vec3::ZERO });
        let mesh = mesh(&figure);
        with_posed_skin(&figure.skeleton, &figure.skeleton.scale, scale_inheritance(&figure), |skin| -> Check {
            let palette = TwoPhasePalette::new(skin, Split::ElongatedRest, RigidBlend::DualQuaternion, SignRule::First);
            // A mirrored frame has no unique rotation: rounding in the bind may choose another in E0 than in E.
            if figure.skeleton.scale.iter().any(|scale| scale.determinant() < 0.05) {
                return Ok(());
            }
            for motion in &palette.posed_from_stretched {
                near(motion.translation(), Vec3::ZERO, ROUNDING * 10.0, "translation")?;
                near(motion.real.xyz(), Vec3::ZERO, ROUNDING, "rotation")?;
            }
            let linear = MatrixPalette { posed_from_bind: palette.stretched_from_bind.clone() };
            let (linear, two_phase) = (Palette::Linear(linear), Palette::TwoPhase(palette));
            let (expected, moved) = (mesh.skinned(&linear), mesh.skinned(&two_phase));
            for (moved, expected) in moved.positions.into_iter().zip(expected.positions) {
                near(moved, expected, ROUNDING * size(&mesh, &two_phase), "two-phase")?;
            }
            Ok(())
        })?;
    }

    /// v'_affine − v'_head = vec(Σ w_i (q_i − q)(δ_i − δ̄) q*) / |q|², with δ_i = N_i v − v and Σ w_i = 1.
    #[test]
    fn affine_blending_differs_from_the_head_split_by_a_known_amount(figure in figure()) {
        let mesh = mesh(&figure);
        with_posed_skin(&figure.skeleton, &figure.skeleton.scale, scale_inheritance(&figure), |skin| -> Check {
            let head = TwoPhasePalette::new(skin, Split::Head, RigidBlend::DualQuaternion, SignRule::First);
            let affine = AffineDualQuatPalette {
                posed_from_bind: skin.posed_from_bind(),
                rotation: head.posed_from_stretched.iter().map(|motion| motion.real).collect(),
                signs: SignRule::First,
            };
            let head_palette = Palette::TwoPhase(head.clone());
            let one = mesh.skinned(&Palette::Affine(affine));
            let other = mesh.skinned(&head_palette);
            for i in (0..mesh.positions.len()).filter(|&i| decided(&mesh, i, &head_palette)) {
                let expected = affine_minus_head(mesh.positions[i], mesh.influences.row(i), &head);
                let got = one.positions[i] - other.positions[i];
                near(got, expected, 2.0 * ROUNDING * size(&mesh, &head_palette), "difference")?;
            }
            Ok(())
        })?;
    }

    /// All but what is built about the origin: moving the whole figure at rest moves the skinned figure.
    #[test]
    fn no_point_of_the_model_is_special(figure in figure(), motion in rigid()) {
        let mut moved = figure.clone();
        let root = &mut moved.skeleton.rest[0];
        root.translation = motion.affine().transform_point3(root.translation);
        root.rotation = (motion.rotation * root.rotation).normalize();
        for vertex in &mut moved.vertices {
            vertex.position = motion.affine().transform_point3(vertex.position);
        }
        // Where a mirror leaves no unique rotation, rounding may choose another one.
        if figure.skeleton.scale.iter().any(|scale| scale.determinant() < 0.05) {
            return Ok(());
        }
        let (here, there) = (mesh(&figure), mesh(&moved));
        let mut palettes = Vec::new();
        for_each_palette(&moved, |_, palette| { palettes.push(palette); Ok(()) })?;
        let mut palettes = palettes.into_iter();
        for_each_palette(&figure, |method, palette| {
            let other = palettes.next().unwrap();
            let hierarchical = rotations(&palette).1.is_per_pose();
            if depends_on_origin(method) || hierarchical && !hierarchy_decided(&palette, &figure) {
                return Ok(());
            }
            let (at_home, away) = (here.skinned(&palette), there.skinned(&other));
            let bound = |i: usize| !here.influences.row(i).joints.is_empty();
            for i in (0..here.positions.len()).filter(|&i| bound(i) && decided(&here, i, &palette)) {
                let expected = motion.affine().transform_point3(at_home.positions[i]);
                near(away.positions[i], expected, 3.0 * ROUNDING * size(&there, &other), method.name())?;
            }
            Ok(())
        })?;
    }
}

fn depends_on_origin(method: Method) -> bool {
    match method {
        Method::TwoPhase(split, blend) => split == Split::Origin || blend.depends_on_origin(),
        _ => false,
    }
}

/// Whether no joint is half a turn from its parent, where the sign is a matter of rounding.
fn hierarchy_decided(palette: &Palette, figure: &Figure) -> bool {
    let (rotations, _) = rotations(palette);
    let parents = figure.skeleton.parents.iter();
    let mut pairs = parents
        .zip(&rotations)
        .filter_map(|(parent, rotation)| Some((rotations.get((*parent)?)?, rotation)));
    pairs.all(|(parent, rotation)| 1e-3 < parent.dot(*rotation).abs())
}

fn affine_minus_head(
    point: Vec3,
    InfluenceRow { joints, weights }: InfluenceRow<'_>,
    palette: &TwoPhasePalette,
) -> Vec3 {
    let Some(&first) = joints.first() else {
        return Vec3::ZERO;
    };
    let pivot = palette.posed_from_stretched[usize::from(first)].real;
    let terms: Vec<(f64, DQuat, DVec3)> = joints
        .iter()
        .zip(weights)
        .map(|(&joint, &weight)| {
            let rotation = palette.posed_from_stretched[usize::from(joint)].real;
            let signed = if pivot.dot(rotation) < 0.0 {
                -rotation
            } else {
                rotation
            };
            let stretched = palette.stretched_from_bind[usize::from(joint)].transform_point3(point);
            (
                f64::from(weight),
                signed.as_dquat(),
                (stretched - point).as_dvec3(),
            )
        })
        .collect();
    let zero = DQuat::from_array([0.0; 4]);
    let q = terms.iter().fold(zero, |sum, &(w, q, _)| sum + q * w);
    let mean = terms
        .iter()
        .fold(DVec3::ZERO, |sum, &(w, _, delta)| sum + delta * w);
    let sum = terms.iter().fold(zero, |sum, &(w, q_i, delta)| {
        let delta = DQuat::from_vec4((delta - mean).extend(0.0));
        sum + (q_i - q) * delta * q.conjugate() * w
    });
    (sum.xyz() / q.length_squared()).as_vec3()
}
