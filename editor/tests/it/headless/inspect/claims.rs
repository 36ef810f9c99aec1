//! What the report says of methods is what the methods do.

use character::Character;
use glam::{Mat3, Quat, Vec3};
use rig::{Channel, Clip, Interpolation, JointIndex, JointTrack, Method, Pose, Track};
use scene::deform::deform;
use scene::posed_character::Look;

use super::chain::Chain;

/// Vertices that follow one joint each, so that methods differ by what they make of a joint, not by how they blend.
fn character(scale: Vec3, extra: Mat3) -> Character {
    let chain = Chain {
        scale,
        extra,
        rows: vec![vec![(0, 1.0)], vec![(1, 1.0)], vec![(2, 1.0)]],
        ..Chain::default()
    };
    chain.character()
}

/// The rest pose with the middle joint turned.
fn turned(character: &Character) -> Pose {
    let turn = vec![Quat::from_xyzw(0.3, 0.4, -0.5, 0.6).normalize()];
    let track = JointTrack {
        joint: JointIndex(1),
        channel: Channel::Rotation(Track::new([0.0], turn, Interpolation::Step).unwrap()),
    };
    let clip = Clip::default().with_tracks(vec![track], Vec::new());
    clip.sample(&character.rig.skeleton, &character.file_pose(), 0.0)
}

fn positions(character: &Character, pose: &Pose, method: Method) -> Vec<Vec3> {
    let deformed = deform(
        character,
        pose,
        &character.rig.scale_inheritance,
        Look::new(method),
    )
    .unwrap();
    deformed
        .into_iter()
        .flat_map(|primitive| primitive.positions)
        .collect()
}

/// The methods that do not place the vertices where the file's matrices do.
fn astray(character: &Character, pose: &Pose) -> Vec<Method> {
    let expected = positions(character, pose, Method::Linear);
    let differs = |method: &Method| {
        let found = positions(character, pose, *method);
        let mut pairs = found.into_iter().zip(&expected);
        pairs.any(|(found, expected)| found.distance(*expected) > 1e-4)
    };
    Method::ALL.into_iter().filter(differs).collect()
}

#[test]
fn binds_are_kept_by_all_but_dual_quaternions() {
    let extras = [
        Mat3::from_diagonal(Vec3::splat(0.5)),
        Mat3::from_diagonal(Vec3::new(1.0, 2.0, 4.0)),
        Mat3::from_diagonal(Vec3::new(1.0, -1.0, 1.0)),
    ];
    for extra in extras {
        let character = character(Vec3::ONE, extra);
        assert_eq!(
            astray(&character, &character.file_pose()),
            [Method::DualQuaternion],
            "{extra}"
        );
        assert_eq!(
            astray(&character, &turned(&character)),
            [Method::DualQuaternion],
            "{extra}"
        );
    }
}

#[test]
fn even_and_mirrored_rests_harm_no_method() {
    for scale in [
        Vec3::splat(0.01),
        Vec3::splat(30.0),
        Vec3::new(-1.0, 1.0, 1.0),
    ] {
        let character = character(scale, Mat3::IDENTITY);
        assert_eq!(astray(&character, &character.file_pose()), [], "{scale}");
        assert_eq!(astray(&character, &turned(&character)), [], "{scale}");
    }
}

#[test]
fn what_turns_below_an_uneven_rest_is_sheared() {
    let character = character(Vec3::new(1.0, 2.0, 1.0), Mat3::IDENTITY);
    assert_eq!(astray(&character, &character.file_pose()), []);
    assert_eq!(
        astray(&character, &turned(&character)),
        [Method::DualQuaternion]
    );
}
