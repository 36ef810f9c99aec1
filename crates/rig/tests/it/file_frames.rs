//! From a file's local matrices to poses and back: the forward pass must show what the file's own hierarchy shows.

use crate::support::{any_factor, distance, key, linear64, rotation, size, translation, widen};
use glam::{DAffine3, DMat3, Mat3, Quat, Vec3};
use proptest::prelude::*;
use rig::{
    JointIndex, LocalTransform, Pose, ScaleInheritance, Skeleton, SkeletonBuilder, Trs,
    UserTransform, forward,
};

/// Relative to the product of the absolute values of all factors and to the number of factors: U is rounded to f32 once per
/// joint, its stretch within 5e-7 of the identity is taken as the identity, and its columns pass through f32 products.
const TOLERANCE: f64 = 2e-6;

#[derive(Clone, Debug)]
struct Node {
    parent: Option<prop::sample::Index>,
    rest: Trs,
    posed: Trs,
}

fn trs(factor: impl Strategy<Value = Vec3>) -> impl Strategy<Value = Trs> {
    (translation(), rotation(), factor).prop_map(|(translation, rotation, scale)| Trs {
        translation,
        rotation,
        scale,
    })
}

fn any_scale() -> impl Strategy<Value = Vec3> {
    let uniform = prop_oneof![Just(1.0_f32), 0.5_f32..2.0, Just(-1.0_f32)].prop_map(Vec3::splat);
    prop_oneof![2 => uniform, 2 => [any_factor(), any_factor(), any_factor()].prop_map(Vec3::from_array)]
}

/// Rest scales that a pose can be relative to: zero, mirrored and unequal ones, but none so small that its inverse is large.
fn rest_scale() -> impl Strategy<Value = Vec3> {
    let factor = || prop_oneof![3 => Just(1.0_f32), 3 => 0.5_f32..1.6, 1 => Just(-1.0_f32), 1 => Just(0.0_f32)];
    prop_oneof![3 => Just(Vec3::ONE), 2 => [factor(), factor(), factor()].prop_map(Vec3::from_array)]
}

fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let node = (
        prop::option::weighted(0.95, any::<prop::sample::Index>()),
        trs(rest_scale()),
        trs(any_scale()),
    );
    prop::collection::vec(
        node.prop_map(|(parent, rest, posed)| Node {
            parent,
            rest,
            posed,
        }),
        1..8,
    )
}

fn skeleton(nodes: &[Node]) -> Skeleton {
    let add = |builder: SkeletonBuilder, (i, node): (usize, &Node)| {
        let parent = node
            .parent
            .filter(|_| i > 0)
            .map(|index| key(index.index(i)));
        builder.joint(key(i), parent, "", LocalTransform::Trs(node.rest))
    };
    nodes
        .iter()
        .enumerate()
        .fold(SkeletonBuilder::new(), add)
        .build()
        .unwrap()
}

fn local64(trs: &Trs) -> DAffine3 {
    DAffine3 {
        matrix3: DMat3::from_quat(trs.rotation.as_dquat().normalize())
            * DMat3::from_diagonal(trs.scale.as_dvec3()),
        translation: trs.translation.as_dvec3(),
    }
}

/// The file's globals, and the products of absolute values beside them.
fn globals(skeleton: &Skeleton, locals: &[Trs]) -> Vec<(DAffine3, f64)> {
    let mut globals: Vec<(DAffine3, DAffine3)> = Vec::new();
    for joint in skeleton.joints() {
        let local = local64(&locals[joint.index()]);
        let absolute = DAffine3 {
            matrix3: local.matrix3.abs(),
            translation: local.translation.abs(),
        };
        let above = skeleton
            .parent(joint)
            .map_or((DAffine3::IDENTITY, DAffine3::IDENTITY), |p| {
                globals[p.index()]
            });
        globals.push((above.0 * local, above.1 * absolute));
    }
    globals
        .into_iter()
        .map(|(global, absolute)| (global, size(&absolute)))
        .collect()
}

fn users(skeleton: &Skeleton, locals: &[Trs]) -> Vec<UserTransform> {
    skeleton
        .joints()
        .map(|joint| skeleton.user_transform(joint, &LocalTransform::Trs(locals[joint.index()])))
        .collect()
}

proptest! {
    #![proptest_config(crate::support::cases(1024))]

    /// `M_i = W_i P_i`. The size of U is that of `P_p L P_i⁻¹`, at most the product of condition numbers of rest scales.
    #[test]
    fn poses_show_the_file_frames(nodes in nodes()) {
        let skeleton = skeleton(&nodes);
        let node = |joint: JointIndex| &nodes[skeleton.key(joint) as usize];
        let locals: Vec<Trs> = skeleton.joints().map(|joint| node(joint).posed).collect();
        let user = users(&skeleton, &locals);
        let scale_inheritance = vec![ScaleInheritance::Children; skeleton.len()];
        let posed = forward(&skeleton, &user, &scale_inheritance).unwrap();
        let mut path: Vec<f64> = Vec::new();
        for ((joint, (expected, size_of_global)), user) in skeleton.joints().zip(globals(&skeleton, &locals)).zip(&user) {
            let rest = skeleton.rest_stretch(joint);
            let condition = (1.0 + size(&linear64(rest))) * (1.0 + size(&linear64(rest.inverse())));
            let own = (1.0 + size(&widen(user.to_affine()))) * condition
                * f64::from(1.0 + skeleton.parent_from_joint(joint).translation.length());
            path.push(skeleton.parent(joint).map_or(1.0, |p| path[p.index()]) * own);
            let error = distance(&widen(posed.model_from_node(joint)), &expected);
            let tolerance = TOLERANCE * (size_of_global + path[joint.index()]);
            prop_assert!(error <= tolerance, "{joint:?}: {error:e} > {tolerance:e}");
        }
    }

    #[test]
    fn local_from_user_is_the_way_back(nodes in nodes()) {
        let skeleton = skeleton(&nodes);
        for joint in skeleton.joints() {
            let local = nodes[skeleton.key(joint) as usize].posed;
            let user = skeleton.user_transform(joint, &LocalTransform::Trs(local));
            let back = widen(skeleton.local_from_user(joint, &user));
            // P_p⁻¹ brings the rounding of U back enlarged by the condition of the parent's rest scale.
            let stretch = |joint: JointIndex| linear64(skeleton.rest_stretch(joint));
            let condition = |joint| (1.0 + size(&stretch(joint))) * (1.0 + size(&stretch(joint).inverse()));
            let above = skeleton.parent(joint).map_or(1.0, condition);
            let far = f64::from(2.0 + skeleton.parent_from_joint(joint).translation.length());
            let tolerance = TOLERANCE * above * condition(joint) * far * 4.0;
            prop_assert!(distance(&back, &local64(&local)) <= tolerance, "{joint:?} {back:?} {local:?}");
        }
    }

    #[test]
    fn the_rest_of_a_file_is_no_motion(nodes in nodes()) {
        let skeleton = skeleton(&nodes);
        let pose = Pose::of_file(&skeleton);
        for joint in skeleton.joints() {
            // Below a singular scale the rest frames cannot hold what the file says.
            let mut above = Some(joint);
            let mut regular = true;
            while let Some(here) = above {
                regular &= nodes[skeleton.key(here) as usize].rest.scale.min_element().abs() > 0.0
                    && nodes[skeleton.key(here) as usize].rest.scale.abs().min_element() > 0.0;
                above = skeleton.parent(here);
            }
            if regular {
                let user = UserTransform { rigid: pose.rigid[joint.index()], linear: pose.stretch[joint.index()].to_mat3() };
                let condition = f64::from(1.0 + skeleton.rest_model_from_joint(joint).translation.length())
                    * size(&linear64(skeleton.rest_stretch(joint).inverse())).max(1.0).powi(2);
                prop_assert!(distance(&widen(user.to_affine()), &DAffine3::IDENTITY) <= 1e-5 * condition, "{user:?}");
            }
        }
    }
}

/// Rest and pose of a chain of 200 nodes with scales of a few per cent: 200 roundings of 6e-8, carried over up to 200 units.
#[test]
fn long_chains_reproduce_the_file() {
    let trs = |i: usize, turn: f32| {
        let i = f32::from(u16::try_from(i).unwrap());
        let scale = Vec3::new(
            1.0 + 0.02 * i.sin(),
            1.0 + 0.02 * (1.3 * i).cos(),
            1.0 - 0.02 * (0.7 * i).sin(),
        );
        Trs {
            translation: Vec3::new(0.1, 1.0, 0.0),
            rotation: Quat::from_rotation_x(turn * i.sin()),
            scale,
        }
    };
    let nodes: Vec<Node> = (0..200)
        .map(|i| Node {
            parent: None,
            rest: trs(i, 0.1),
            posed: trs(i + 5, 0.4),
        })
        .collect();
    let chain = nodes
        .iter()
        .enumerate()
        .fold(SkeletonBuilder::new(), |builder, (i, node)| {
            builder.joint(
                key(i),
                i.checked_sub(1).map(key),
                "",
                LocalTransform::Trs(node.rest),
            )
        });
    let skeleton = chain.build().unwrap();
    let locals: Vec<Trs> = nodes.iter().map(|node| node.posed).collect();
    let (user, scale_inheritance) = (
        users(&skeleton, &locals),
        vec![ScaleInheritance::Children; 200],
    );
    let posed = forward(&skeleton, &user, &scale_inheritance).unwrap();
    for (joint, (expected, _)) in skeleton.joints().zip(globals(&skeleton, &locals)) {
        let error = distance(&widen(posed.model_from_node(joint)), &expected);
        assert!(error < 2e-3, "{joint:?}: {error:e}");
    }
}

#[test]
fn a_rigid_clip_over_a_rigid_rest_gives_no_stretch_at_all() {
    let rest = Trs {
        rotation: Quat::from_rotation_x(0.3),
        translation: Vec3::Y,
        ..Trs::IDENTITY
    };
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "", LocalTransform::Trs(rest))
        .build()
        .unwrap();
    let posed = Trs {
        rotation: Quat::from_rotation_y(1.1),
        ..rest
    };
    let user = skeleton.user_transform(JointIndex(0), &LocalTransform::Trs(posed));
    assert_eq!(user.linear, Mat3::IDENTITY);
}

#[test]
fn a_local_matrix_that_is_not_finite_gives_the_rest() {
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "", LocalTransform::default())
        .build()
        .unwrap();
    let bad = Trs {
        translation: Vec3::NAN,
        ..Trs::IDENTITY
    };
    assert_eq!(
        skeleton.user_transform(JointIndex(0), &LocalTransform::Trs(bad)),
        UserTransform::IDENTITY
    );
    let bad = Trs {
        rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        ..Trs::IDENTITY
    };
    assert_eq!(
        skeleton.user_transform(JointIndex(0), &LocalTransform::Trs(bad)),
        UserTransform::IDENTITY
    );
}
