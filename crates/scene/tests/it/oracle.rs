//! Skinned vertices of any figure against blends of its matrices in double precision.

use glam::{DMat4, Vec3};
use proptest::prelude::*;
use rig::{Method, SignRule};
use scene::deform::deform;
use scene::posed_character::Look;
use testkit::json::VertexInput;
use testkit::oracle;

use crate::figures::{Figure, figure, rigid_of};

/// Of the largest coordinate, the rest of the chain of six joints being up to 24 units away.
const TOLERANCE: f64 = 2e-5;

/// The blended matrix of a vertex, the identity of an unbound one.
fn blended(vertex: &VertexInput, motions: &[DMat4], method: Method) -> DMat4 {
    let own: Vec<DMat4> = vertex.joints.iter().map(|joint| motions[*joint]).collect();
    match method {
        Method::Linear => oracle::linear(&own, &vertex.weights),
        _ => {
            let rigids: Vec<_> = own.into_iter().map(rigid_of).collect();
            oracle::dual_quat_linear(&rigids, &vertex.weights)
        }
    }
}

/// Whether rotations do not nearly cancel, where rounding decides.
fn is_clear(vertex: &VertexInput, motions: &[DMat4]) -> bool {
    let rotations = vertex.joints.iter().zip(&vertex.weights);
    let rotations = rotations.filter(|(_, weight)| **weight != 0.0);
    let rotations: Vec<_> = rotations
        .map(|(joint, _)| rigid_of(motions[*joint]).rotation)
        .collect();
    let first = rotations[0];
    rotations.iter().all(|other| first.dot(*other).abs() > 0.05)
}

fn compared(figure: &Figure, method: Method) -> Result<(), TestCaseError> {
    let character = figure.character();
    let look = Look {
        signs: SignRule::First,
        ..Look::new(method)
    };
    let flags = &character.rig.scale_inheritance;
    let found = deform(&character, &figure.pose(&character), flags, look).unwrap();
    let motions = figure.motions();
    let largest = motions.iter().flat_map(|motion| motion.to_cols_array());
    let size = largest.fold(4.0, |most: f64, number| most.max(number.abs()));
    let vertices = figure.vertices.iter().zip(&found[0].positions);
    for (vertex, at) in
        vertices.filter(|(vertex, _)| method == Method::Linear || is_clear(vertex, &motions))
    {
        let expected = blended(vertex, &motions, method);
        let expected = expected.transform_point3(vertex.position.as_dvec3());
        let off = (at.as_dvec3() - expected).length();
        prop_assert!(
            off < TOLERANCE * size,
            "{method}: {at} is not {expected}: {off}"
        );
    }
    Ok(())
}

/// Directions by the inverse transpose, unless the blend is nearly flat.
fn compared_normals(figure: &Figure) -> Result<(), TestCaseError> {
    let character = figure.character();
    let flags = &character.rig.scale_inheritance;
    let look = Look::new(Method::Linear);
    let found = deform(&character, &figure.pose(&character), flags, look).unwrap();
    let motions = figure.motions();
    for (vertex, normal) in figure.vertices.iter().zip(&found[0].normals) {
        let matrix = glam::DMat3::from_mat4(blended(vertex, &motions, Method::Linear));
        if matrix.determinant() < 0.05 {
            continue;
        }
        let expected = matrix.inverse().transpose() * vertex.normal.as_dvec3();
        let off = (normal.as_dvec3() - expected.normalize()).length();
        prop_assert!(off < 1e-4, "{normal} is not {expected}: {off}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn linear_blending_is_the_mean_of_matrices(figure in figure()) {
        compared(&figure, Method::Linear)?;
    }

    #[test]
    fn dual_quaternions_are_blended_as_by_the_paper(figure in figure()) {
        compared(&figure, Method::DualQuaternion)?;
    }

    #[test]
    fn normals_go_by_the_inverse_transpose(figure in figure()) {
        compared_normals(&figure)?;
    }

    /// A vertex that one joint moves goes with it, by every method.
    #[test]
    fn a_vertex_of_one_joint_goes_with_it(figure in figure()) {
        let mut figure = figure;
        for vertex in &mut figure.vertices {
            vertex.joints.truncate(1);
            vertex.weights = vec![1.0];
        }
        let character = figure.character();
        let flags = &character.rig.scale_inheritance;
        let pose = figure.pose(&character);
        let motions = figure.motions();
        for method in Method::ALL {
            let found = deform(&character, &pose, flags, Look::new(method)).unwrap();
            for (vertex, at) in figure.vertices.iter().zip(&found[0].positions) {
                let motion = motions[vertex.joints[0]];
                let expected = motion.transform_point3(vertex.position.as_dvec3());
                let off = (at.as_dvec3() - expected).length();
                prop_assert!(off < 1e-4 * (4.0 + expected.length()), "{method}: {at} is not {expected}");
            }
            let normals: &[Vec3] = &found[0].normals;
            prop_assert!(normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-4));
        }
    }
}
