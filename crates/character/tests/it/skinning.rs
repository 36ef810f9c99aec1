//! Plain linear blend skinning, written for the tests: every product spelled out, nothing shared with the program.

use character::{Character, MeshInstance, MorphTarget, Primitive};
use glam::{Affine3A, Mat3, Vec3};
use rig::{InfluenceRow, Pose, PosedSkeleton, PosedSkin, forward};

/// A primitive in a pose.
pub(crate) struct Skinned {
    pub(crate) positions: Vec<Vec3>,
    /// By the forward matrix, as three.js has them.
    pub(crate) normals: Vec<Vec3>,
    /// By the inverse transpose.
    pub(crate) usual_normals: Vec<Vec3>,
    /// Directions by the forward matrix; empty without tangents.
    pub(crate) tangents: Vec<Vec3>,
}

/// Skins one primitive of an instance.
pub(crate) fn skin(
    character: &Character,
    instance: &MeshInstance,
    primitive: &Primitive,
    (posed, pose): (&PosedSkeleton<'_>, &Pose),
) -> Skinned {
    let weights = &pose.morph_weights[instance.morph.clone()];
    let morphed = |base: &[Vec3], of: fn(&MorphTarget) -> &[Vec3]| {
        let mut out = base.to_vec();
        for (target, weight) in primitive.morph_targets.iter().zip(weights) {
            let moved = out.iter_mut().zip(of(target));
            moved.for_each(|(out, &d)| *out += d * *weight);
        }
        out
    };
    let base_tangents: Vec<Vec3> = primitive.tangents.iter().map(|t| t.truncate()).collect();
    let positions = morphed(&primitive.positions, |target| &target.positions);
    let normals = morphed(&primitive.normals, |target| &target.normals);
    let tangents = morphed(&base_tangents, |target| &target.tangents);
    let blended = blended_matrices(character, instance, primitive, posed);
    let forward = |directions: &[Vec3]| {
        let pairs = directions.iter().zip(&blended);
        let moved = pairs.map(|(&d, m)| m.transform_vector3(d).normalize_or_zero());
        moved.collect::<Vec<_>>()
    };
    let moved = positions.iter().zip(&blended);
    let turned = normals.iter().zip(&blended);
    Skinned {
        positions: moved.map(|(&p, m)| m.transform_point3(p)).collect(),
        usual_normals: turned.map(|(&n, m)| usual_normal(m, n)).collect(),
        normals: forward(&normals),
        tangents: forward(&tangents),
    }
}

/// Σ w C per vertex, or the node's matrix.
fn blended_matrices(
    character: &Character,
    instance: &MeshInstance,
    primitive: &Primitive,
    posed: &PosedSkeleton<'_>,
) -> Vec<Affine3A> {
    let n_vertices = primitive.positions.len();
    let (Some(skin), Some(influences)) = (instance.skin, &primitive.influences) else {
        return vec![posed.model_from_node(instance.node); n_vertices];
    };
    let bind = &character.rig.binds[skin];
    let matrices = PosedSkin::new(posed, bind).unwrap().posed_from_bind();
    let blend = |vertex| {
        let InfluenceRow { joints, weights } = influences.row(vertex);
        if joints.is_empty() {
            return Affine3A::IDENTITY;
        }
        let zero = Affine3A::from_mat3_translation(Mat3::ZERO, Vec3::ZERO);
        let terms = joints.iter().zip(weights);
        terms.fold(zero, |sum, (&joint, &weight)| {
            let matrix = matrices[usize::from(joint)];
            Affine3A {
                matrix3: sum.matrix3 + matrix.matrix3 * weight,
                translation: sum.translation + matrix.translation * weight,
            }
        })
    };
    (0..n_vertices).map(blend).collect()
}

/// sign(det M) cof(M) n, normalized; in f64, where no cofactor underflows.
fn usual_normal(matrix: &Affine3A, normal: Vec3) -> Vec3 {
    let matrix = Mat3::from(matrix.matrix3).as_dmat3();
    let (x, y, z) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    let cofactors = glam::DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    let turned = cofactors * normal.as_dvec3() * x.dot(y.cross(z)).signum();
    turned.normalize_or_zero().as_vec3()
}

/// Every position, normal and matrix of every instance is finite at rest and at five times of every clip.
pub(crate) fn assert_finite(name: &str, character: &Character) {
    let skeleton = &character.rig.skeleton;
    let rest = character.file_pose();
    assert_finite_in(&format!("{name} at rest"), character, &rest);
    for (index, clip) in character.clips.iter().enumerate() {
        for fraction in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let pose = clip.sample(skeleton, &rest, fraction * clip.duration());
            assert_finite_in(
                &format!("{name}, clip {index} at {fraction}"),
                character,
                &pose,
            );
        }
    }
}

fn assert_finite_in(place: &str, character: &Character, pose: &Pose) {
    let skeleton = &character.rig.skeleton;
    let posed = forward(
        skeleton,
        pose.user_transforms(),
        &character.rig.scale_inheritance,
    )
    .unwrap();
    for joint in skeleton.joints() {
        let matrix = posed.model_from_node(joint);
        assert!(matrix.is_finite(), "{place}: joint {joint:?} {matrix}");
    }
    for rigid in &pose.rigid {
        let finite = rigid.rotation.is_finite() && rigid.translation.is_finite();
        assert!(finite, "{place}: {rigid:?}");
    }
    for instance in &character.instances {
        for primitive in &character.meshes[instance.mesh].primitives {
            let skinned = skin(character, instance, primitive, (&posed, pose));
            let Skinned {
                positions,
                normals,
                usual_normals,
                tangents,
            } = skinned;
            let mut all = [positions, normals, usual_normals, tangents]
                .into_iter()
                .flatten();
            let bad = all.find(|v| !v.is_finite());
            assert_eq!(bad, None, "{place}: node {}", instance.file_node);
        }
    }
}
