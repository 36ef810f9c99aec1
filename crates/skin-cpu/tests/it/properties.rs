//! What a blend must not notice, and what it must carry along: properties of palettes, whatever made them.

use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Vec3};
use proptest::prelude::{Strategy as _, proptest};
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq};
use rig::{
    InfluenceRow, Method, Palette, RigidBlend, RotationCenters, ScaleInheritance, TwoPhasePalette,
};
use testkit::json::{RigidInput, VertexInput};

use crate::arbitrary::{Figure, config, figure, rigid};
use crate::support::{Mesh, Moved, decided, on_path, paths, rotations, with_posed_skin};

/// Of the size of the numbers involved: a few hundred roundings of f32, blown up by blends that may lose 4/5 of their length.
pub(crate) const ROUNDING: f32 = 5e-5;

pub(crate) type Check = Result<(), TestCaseError>;

/// Calls `check` with the palette of every method under every sign rule. Each time [`Mesh::skinned`] takes another path, all of them
/// in turn.
pub(crate) fn for_each_palette(
    figure: &Figure,
    mut check: impl FnMut(Method, Palette) -> Check,
) -> Check {
    let input = &figure.skeleton;
    let scale_inheritance = |joint: usize| {
        if input.propagate[joint] {
            ScaleInheritance::Children
        } else {
            ScaleInheritance::Joint
        }
    };
    let mut paths = paths().into_iter().cycle().skip(figure.vertices.len());
    with_posed_skin(input, &input.scale, scale_inheritance, |skin| {
        for method in Method::ALL {
            for rule in SignRule::ALL {
                let path = paths.next().unwrap();
                on_path(path, || check(method, Palette::new(method, rule, skin)))?;
            }
        }
        Ok(())
    })
}

pub(crate) fn mesh(figure: &Figure) -> Mesh {
    Mesh::new(&figure.vertices, figure.skeleton.parents.len())
}

/// How large the numbers are that the positions were made from.
pub(crate) fn size(mesh: &Mesh, palette: &Palette) -> f32 {
    let extent = mesh
        .positions
        .iter()
        .map(|p| p.length())
        .fold(1.0, f32::max);
    let matrix = |m: &Affine3A| {
        m.to_cols_array()
            .into_iter()
            .fold(0.0, |size: f32, x| size.max(x.abs()))
    };
    let motion = |m: &DualQuat| m.translation().length() + 1.0;
    let entries: f32 = match palette {
        Palette::Linear(palette) => palette
            .posed_from_bind
            .iter()
            .map(matrix)
            .fold(1.0, f32::max),
        Palette::DualQuaternion(palette) => palette
            .posed_from_bind
            .iter()
            .map(motion)
            .fold(1.0, f32::max),
        Palette::TwoPhase(palette) => {
            let first = palette
                .stretched_from_bind
                .iter()
                .map(matrix)
                .fold(1.0, f32::max);
            first
                + palette
                    .posed_from_stretched
                    .iter()
                    .map(motion)
                    .fold(1.0, f32::max)
        }
        Palette::Affine(palette) => palette
            .posed_from_bind
            .iter()
            .map(matrix)
            .fold(1.0, f32::max),
    };
    extent.max(farthest_center(mesh, palette)) * entries
}

/// The farthest point that spherical blending turns about; of motions that are nearly alike it is far away.
fn farthest_center(mesh: &Mesh, palette: &Palette) -> f32 {
    match palette {
        Palette::TwoPhase(palette) if palette.blend.has_centers() => {
            let centers = RotationCenters::new(palette, mesh.influences.joint_sets()).centers;
            centers
                .iter()
                .map(|center| center.length())
                .fold(0.0, f32::max)
        }
        _ => 0.0,
    }
}

pub(crate) fn near(got: Vec3, expected: Vec3, tolerance: f32, what: &str) -> Check {
    prop_assert!(
        got.distance(expected) <= tolerance,
        "{what}: {got} is not {expected} ± {tolerance}"
    );
    Ok(())
}

/// The palette with other motions, and what is made of them.
fn remake(palette: &mut TwoPhasePalette, change: impl Fn(usize, DualQuat) -> DualQuat) {
    let motions = palette.posed_from_stretched.iter().enumerate();
    *palette = TwoPhasePalette::of_motions(
        palette.stretched_from_bind.clone(),
        motions
            .map(|(place, &motion)| change(place, motion))
            .collect(),
        palette.heads.clone(),
        palette.blend,
    )
    .with_signs(palette.signs);
}

/// The palette with another motion after each of its own.
fn then(motion: RigidInput, palette: &Palette) -> Palette {
    let (affine, dual_quat) = (motion.affine(), dual_quat(motion));
    let mut moved = palette.clone();
    match &mut moved {
        Palette::Linear(palette) => palette
            .posed_from_bind
            .iter_mut()
            .for_each(|m| *m = affine * *m),
        Palette::DualQuaternion(palette) => palette
            .posed_from_bind
            .iter_mut()
            .for_each(|m| *m = dual_quat * *m),
        Palette::TwoPhase(palette) => remake(palette, |_, m| dual_quat * m),
        Palette::Affine(palette) => {
            palette
                .posed_from_bind
                .iter_mut()
                .for_each(|m| *m = affine * *m);
            palette
                .rotation
                .iter_mut()
                .for_each(|q| *q = motion.rotation * *q);
        }
    }
    moved
}

/// The palette with another motion before each of its own.
fn after(palette: &Palette, motion: RigidInput) -> Palette {
    let (affine, dual_quat) = (motion.affine(), dual_quat(motion));
    let mut moved = palette.clone();
    match &mut moved {
        Palette::Linear(palette) => palette
            .posed_from_bind
            .iter_mut()
            .for_each(|m| *m *= affine),
        Palette::DualQuaternion(palette) => palette
            .posed_from_bind
            .iter_mut()
            .for_each(|m| *m = *m * dual_quat),
        Palette::TwoPhase(palette) => palette
            .stretched_from_bind
            .iter_mut()
            .for_each(|m| *m *= affine),
        Palette::Affine(palette) => {
            palette
                .posed_from_bind
                .iter_mut()
                .for_each(|m| *m *= affine);
            palette
                .rotation
                .iter_mut()
                .for_each(|q| *q *= motion.rotation);
        }
    }
    moved
}

/// The palette with every second quaternion of the other sign.
fn with_other_signs(palette: &Palette) -> Palette {
    let mut turned = palette.clone();
    match &mut turned {
        Palette::Linear(_) => {}
        Palette::DualQuaternion(palette) => palette
            .posed_from_bind
            .iter_mut()
            .step_by(2)
            .for_each(|q| *q = -*q),
        Palette::TwoPhase(palette) => {
            remake(palette, |place, m| if place % 2 == 0 { -m } else { m });
        }
        Palette::Affine(palette) => palette
            .rotation
            .iter_mut()
            .step_by(2)
            .for_each(|q| *q = -*q),
    }
    turned
}

/// The mesh with its influences changed.
fn with_influences(figure: &Figure, change: impl Fn(&mut VertexInput)) -> Mesh {
    let mut changed = figure.clone();
    changed.vertices.iter_mut().for_each(change);
    mesh(&changed)
}

fn same(got: &Moved, expected: &Moved, what: Method) -> Check {
    prop_assert_eq!(&got.positions, &expected.positions, "{}", what);
    prop_assert_eq!(&got.normals, &expected.normals, "{}", what);
    Ok(())
}

fn dual_quat(motion: RigidInput) -> DualQuat {
    DualQuat::from_rotation_translation(motion.rotation, motion.translation)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_motion_after_the_skinning_moves_the_result(figure in figure(), motion in rigid()) {
        let mesh = mesh(&figure);
        for_each_palette(&figure, |method, palette| {
            // Logarithms go along with a motion on both sides alone.
            if method == Method::rigid(RigidBlend::LogMatrix) {
                return Ok(());
            }
            let at_home = mesh.skinned(&palette);
            let moved = mesh.skinned(&then(motion, &palette));
            let tolerance = ROUNDING * size(&mesh, &palette);
            for i in (0..mesh.positions.len()).filter(|&i| decided(&mesh, i, &palette)) {
                if !mesh.influences.row(i).joints.is_empty() {
                    near(moved.positions[i], motion.affine().transform_point3(at_home.positions[i]), tolerance, method.name())?;
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_motion_before_the_skinning_is_undone_by_moving_the_mesh_back(figure in figure(), motion in rigid()) {
        let mesh = mesh(&figure);
        let back = motion.affine().inverse();
        let moved_back = Mesh {
            positions: mesh.positions.iter().map(|&p| back.transform_point3(p)).collect(),
            normals: mesh.normals.iter().map(|&n| motion.rotation.conjugate() * n).collect(),
            influences: mesh.influences.clone(),
        };
        for_each_palette(&figure, |method, palette| {
            let at_home = mesh.skinned(&palette);
            let away = moved_back.skinned(&after(&palette, motion));
            let tolerance = 3.0 * ROUNDING * size(&mesh, &palette);
            let away_is_home = |i: usize| {
                // In two phases the motion goes into the stretch, so the second phase sees the same.
                decided(&mesh, i, &palette) && !mesh.influences.row(i).joints.is_empty()
            };
            for i in (0..mesh.positions.len()).filter(|&i| away_is_home(i)) {
                near(away.positions[i], at_home.positions[i], tolerance, method.name())?;
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_signs_of_quaternions_do_not_matter(figure in figure()) {
        let mesh = mesh(&figure);
        for_each_palette(&figure, |method, palette| {
            if rotations(&palette).1.is_per_pose() {
                return Ok(());
            }
            let (one, other) = (mesh.skinned(&palette), mesh.skinned(&with_other_signs(&palette)));
            for i in (0..mesh.positions.len()).filter(|&i| decided(&mesh, i, &palette)) {
                near(other.positions[i], one.positions[i], 0.0, method.name())?;
                near(other.normals[i], one.normals[i], 0.0, method.name())?;
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_common_factor_of_the_weights_does_not_matter(figure in figure(), factor in 0.01_f32..100.0) {
        let mesh = mesh(&figure);
        let scaled = with_influences(&figure, |vertex| vertex.weights.iter_mut().for_each(|w| *w *= factor));
        for_each_palette(&figure, |method, palette| {
            let (one, other) = (mesh.skinned(&palette), scaled.skinned(&palette));
            for i in (0..mesh.positions.len()).filter(|&i| decided(&mesh, i, &palette)) {
                near(other.positions[i], one.positions[i], ROUNDING * size(&mesh, &palette), method.name())?;
            }
            Ok(())
        })?;
    }

    #[test]
    fn padding_with_zero_weights_does_not_matter(figure in figure()) {
        let mesh = mesh(&figure);
        let n_joints = figure.skeleton.parents.len();
        let padded = with_influences(&figure, |vertex| {
            vertex.joints.splice(0..0, [n_joints - 1, 0]);
            vertex.weights.splice(0..0, [0.0, -0.0]);
            vertex.joints.push(0);
            vertex.weights.push(0.0);
        });
        for_each_palette(&figure, |method, palette| {
            same(&padded.skinned(&palette), &mesh.skinned(&palette), method)
        })?;
    }

    #[test]
    fn equal_transforms_make_that_transform(figure in figure(), joint in 0_usize..5) {
        let mesh = mesh(&figure);
        let joint = joint % figure.skeleton.parents.len();
        let alone = with_influences(&figure, |vertex| {
            let bound = vertex.weights.iter().any(|&weight| weight != 0.0);
            vertex.joints = vec![joint];
            vertex.weights = vec![f32::from(u8::from(bound))];
        });
        for_each_palette(&figure, |method, palette| {
            let all = with_all_like(&palette, joint);
            let (blended, single) = (mesh.skinned(&all), alone.skinned(&palette));
            for (blended, single) in blended.positions.into_iter().zip(single.positions) {
                near(blended, single, ROUNDING * size(&mesh, &palette), method.name())?;
            }
            Ok(())
        })?;
    }

    #[test]
    fn rotations_about_one_point_blend_about_that_point(
        figure in figure(),
        pivot in rigid().prop_map(|motion| motion.translation),
    ) {
        let mut figure = figure;
        // All joints at the pivot, turned and not moved: their skinning matrices are rotations about it.
        for motion in figure.skeleton.rest.iter_mut().chain(&mut figure.skeleton.user) {
            motion.translation = Vec3::ZERO;
        }
        figure.skeleton.rest[0].translation = pivot;
        figure.skeleton.scale.fill(glam::Mat3::IDENTITY);
        let mesh = mesh(&figure);
        for_each_palette(&figure, |method, palette| {
            let Palette::DualQuaternion(motions) = &palette else { return Ok(()) };
            let moved = mesh.skinned(&palette);
            for i in (0..mesh.positions.len()).filter(|&i| decided(&mesh, i, &palette)) {
                let InfluenceRow { joints, weights } = mesh.influences.row(i);
                let turn = skin_cpu::dual_quat_blend_vertex(joints, weights, motions).rotation();
                let expected = pivot + turn * (mesh.positions[i] - pivot);
                near(moved.positions[i], expected, ROUNDING * 10.0, method.name())?;
            }
            Ok(())
        })?;
    }
}

/// Every entry replaced by that of one joint.
fn with_all_like(palette: &Palette, joint: usize) -> Palette {
    let mut all = palette.clone();
    match &mut all {
        Palette::Linear(palette) => fill(&mut palette.posed_from_bind, joint),
        Palette::DualQuaternion(palette) => fill(&mut palette.posed_from_bind, joint),
        Palette::TwoPhase(palette) => {
            fill(&mut palette.stretched_from_bind, joint);
            let alike = palette.posed_from_stretched[joint];
            remake(palette, |_, _| alike);
        }
        Palette::Affine(palette) => {
            fill(&mut palette.posed_from_bind, joint);
            fill(&mut palette.rotation, joint);
        }
    }
    all
}

fn fill<T: Copy>(entries: &mut [T], joint: usize) {
    let entry = entries[joint];
    entries.fill(entry);
}
