//! Affine and linear blending against Blender 5.0.1 on a weighted cylinder.
//!
//! Blender's "Preserve Volume" is affine blending with the Gram–Schmidt rotation of each bone (Y, the bone's own axis,
//! first) and signs against the running sum, in the order in which a vertex's weights are stored.

use dq_math::SignRule;
use glam::{Affine3A, DMat3, DQuat, Mat4, Quat, Vec3};
use rig::{AffineDualQuatPalette, MatrixPalette, Palette};
use testkit::Report;
use testkit::reference::{Cylinder, CylinderPose, cylinder};

use crate::support::{Mesh, influences, on_every_path};

/// Blender computes in f32, on a cylinder of radius 0.3 and height 4: it agrees with the formula to 1.7e-6.
const BLENDER: f32 = 1e-5;

/// Far above rounding: in the poses marked so, another order of the weights moves some vertex by 0.02 to 0.2.
const ANOTHER_ORDER: f32 = 1e-2;

type Rows = Vec<Vec<(u16, f32)>>;

#[test]
fn reference_blender_cylinder_linear() {
    on_every_path(blender_cylinder_linear);
}

fn blender_cylinder_linear() {
    for_each_pose("linear", |cylinder, pose| {
        let palette = Palette::Linear(MatrixPalette {
            posed_from_bind: affine(&pose.skin),
        });
        let worst = largest_distance(&mesh(cylinder, rows(cylinder)), &palette, &pose.lbs);
        assert!(worst < BLENDER, "{}: {worst}", pose.name);
    });
}

#[test]
fn reference_blender_cylinder_preserve_volume() {
    on_every_path(blender_cylinder_preserve_volume);
}

fn blender_cylinder_preserve_volume() {
    for_each_pose("preserve volume", |cylinder, pose| {
        let palette = preserve_volume(&cylinder.rest, &pose.pose, &pose.skin);
        let worst = largest_distance(&mesh(cylinder, rows(cylinder)), &palette, &pose.dqs);
        assert!(worst < BLENDER, "{}: {worst}", pose.name);
    });
}

#[test]
fn reference_blender_cylinder_needs_the_stored_order() {
    on_every_path(blender_cylinder_needs_the_stored_order);
}

fn blender_cylinder_needs_the_stored_order() {
    for_each_pose("stored order", |cylinder, pose| {
        let mut sorted = rows(cylinder);
        for row in &mut sorted {
            row.sort_unstable_by_key(|&(joint, _)| joint);
        }
        let palette = preserve_volume(&cylinder.rest, &pose.pose, &pose.skin);
        let worst = largest_distance(&mesh(cylinder, sorted), &palette, &pose.dqs);
        let name = &pose.name;
        if pose.order_dependent {
            assert!(
                ANOTHER_ORDER < worst,
                "{name}: sorted weights make no difference, {worst}"
            );
        } else {
            assert!(
                worst < BLENDER,
                "{name}: sorted weights make a difference, {worst}"
            );
        }
    });
}

fn for_each_pose(what: &str, check: impl Fn(&Cylinder, &CylinderPose)) {
    let cylinder = cylinder();
    let mut report = Report::new(&format!("reference blender cylinder, {what}"));
    report.files = 1;
    for pose in &cylinder.poses {
        check(&cylinder, pose);
        report.cases += 1;
        report.values += cylinder.positions.len();
    }
    report.finish();
}

fn rows(cylinder: &Cylinder) -> Rows {
    let influence = |&(bone, weight): &(usize, f32)| (u16::try_from(bone).unwrap(), weight);
    cylinder
        .weights
        .iter()
        .map(|row| row.iter().map(influence).collect())
        .collect()
}

fn mesh(cylinder: &Cylinder, rows: Rows) -> Mesh {
    Mesh {
        positions: cylinder.positions.clone(),
        normals: Vec::new(),
        influences: influences(cylinder.rest.len(), rows),
    }
}

pub(crate) fn affine(matrices: &[Mat4]) -> Vec<Affine3A> {
    let matrices = matrices.iter().copied();
    matrices.map(Affine3A::from_mat4).collect()
}

/// From scene-from-bone matrices at rest and posed, and the skinning matrices between them.
pub(crate) fn preserve_volume(rest: &[Mat4], pose: &[Mat4], skin: &[Mat4]) -> Palette {
    let turned = |(&posed, &rest): (&Mat4, &Mat4)| {
        quaternion(bone_rotation(posed) * bone_rotation(rest).transpose())
    };
    Palette::Affine(AffineDualQuatPalette {
        posed_from_bind: affine(skin),
        rotation: pose.iter().zip(rest).map(turned).collect(),
        signs: SignRule::Running,
    })
}

/// Gram–Schmidt on the columns, Y first, then X; Z closes the frame.
fn bone_rotation(matrix: Mat4) -> DMat3 {
    let matrix = matrix.as_dmat4();
    let y = matrix.y_axis.truncate().normalize();
    let x = matrix
        .x_axis
        .truncate()
        .reject_from_normalized(y)
        .normalize();
    DMat3::from_cols(x, y, x.cross(y))
}

fn quaternion(rotation: DMat3) -> Quat {
    DQuat::from_mat3(&rotation).as_quat()
}

pub(crate) fn largest_distance(mesh: &Mesh, palette: &Palette, expected: &[Vec3]) -> f32 {
    let moved = mesh.skinned(palette).positions;
    assert_eq!(moved.len(), expected.len());
    let distances = moved
        .iter()
        .zip(expected)
        .map(|(moved, &expected)| moved.distance(expected));
    // Not f32::max, which would pass over what is not a number.
    distances.fold(0.0, |worst, one| if one <= worst { worst } else { one })
}
