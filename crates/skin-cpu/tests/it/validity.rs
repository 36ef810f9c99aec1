//! What validation refuses, and what unbound vertices do.

use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Mat3, Quat, Vec3};
use rig::{
    AffineDualQuatPalette, DualQuatPalette, Influences, MatrixPalette, Palette, RigidBlend,
    TwoPhasePalette,
};
use skin_cpu::{SkinError, SkinOutput, Slice, Vertices, skin};

use crate::support::{Mesh, influences};

/// Lengths of everything that is validated.
#[derive(Clone, Copy)]
struct Lengths {
    positions: usize,
    normals: usize,
    rows: usize,
    joints: usize,
    palette: usize,
    rotations: usize,
    out_positions: usize,
    out_normals: usize,
}

const FIT: Lengths = Lengths {
    positions: 3,
    normals: 3,
    rows: 3,
    joints: 2,
    palette: 2,
    rotations: 2,
    out_positions: 3,
    out_normals: 3,
};

fn palettes(lengths: Lengths) -> [Palette; 4] {
    let matrices = vec![Affine3A::IDENTITY; lengths.palette];
    let signs = SignRule::First;
    [
        Palette::Linear(MatrixPalette {
            posed_from_bind: matrices.clone(),
        }),
        Palette::DualQuaternion(DualQuatPalette {
            rest_from_bind: Mat3::IDENTITY,
            posed_from_bind: vec![DualQuat::IDENTITY; lengths.palette],
            signs,
        }),
        Palette::TwoPhase(TwoPhasePalette {
            stretched_from_bind: matrices.clone(),
            posed_from_stretched: vec![DualQuat::IDENTITY; lengths.rotations],
            signs,
            ..TwoPhasePalette::default()
        }),
        Palette::Affine(AffineDualQuatPalette {
            posed_from_bind: matrices,
            rotation: vec![Quat::IDENTITY; lengths.rotations],
            signs,
        }),
    ]
}

fn try_skin(lengths: Lengths, palette: &Palette) -> Result<(), SkinError> {
    let (positions, normals) = (
        vec![Vec3::X; lengths.positions],
        vec![Vec3::Y; lengths.normals],
    );
    let untouched = Vec3::splat(-7.0);
    let mut out_positions = vec![untouched; lengths.out_positions];
    let mut out_normals = vec![untouched; lengths.out_normals];
    let result = skin(
        Vertices {
            positions: &positions,
            normals: &normals,
            ..Vertices::default()
        },
        &influences(lengths.joints, vec![vec![(0, 1.0)]; lengths.rows]),
        palette,
        SkinOutput {
            positions: &mut out_positions,
            normals: &mut out_normals,
            ..SkinOutput::default()
        },
    );
    let written = out_positions
        .iter()
        .chain(&out_normals)
        .any(|&v| v != untouched);
    assert_eq!(
        written,
        result.is_ok() && lengths.positions != 0,
        "an error writes nothing"
    );
    result
}

/// Expects an error from every method; if it is about rotations, from those whose palette has them.
fn check(change: fn(&mut Lengths), slice: Slice, [expected, found]: [usize; 2]) {
    let mut lengths = FIT;
    change(&mut lengths);
    let error = SkinError {
        slice,
        expected,
        found,
    };
    for palette in palettes(lengths) {
        let has_rotations = matches!(palette, Palette::TwoPhase(_) | Palette::Affine(_));
        let wrong = has_rotations || slice != Slice::PaletteRotations;
        let expected = if wrong { Err(error) } else { Ok(()) };
        assert_eq!(try_skin(lengths, &palette), expected);
    }
}

#[test]
fn lengths_that_fit() {
    let no_normals = Lengths {
        normals: 0,
        out_normals: 0,
        ..FIT
    };
    let empty = Lengths {
        positions: 0,
        rows: 0,
        out_positions: 0,
        ..no_normals
    };
    // Of a mesh that two skins share, the larger skin's palette.
    let longer = Lengths {
        palette: 5,
        rotations: 7,
        ..FIT
    };
    for lengths in [FIT, no_normals, empty, longer] {
        for palette in palettes(lengths) {
            assert_eq!(try_skin(lengths, &palette), Ok(()));
        }
    }
}

#[test]
fn every_way_to_be_invalid() {
    check(|is| is.normals = 2, Slice::Normals, [3, 2]);
    check(|is| is.normals = 4, Slice::Normals, [3, 4]);
    check(|is| is.rows = 0, Slice::Influences, [3, 0]);
    check(|is| is.rows = 2, Slice::Influences, [3, 2]);
    check(|is| is.rows = 4, Slice::Influences, [3, 4]);
    check(|is| is.joints = 3, Slice::Palette, [3, 2]);
    check(|is| is.palette = 1, Slice::Palette, [2, 1]);
    check(|is| is.rotations = 1, Slice::PaletteRotations, [2, 1]);
    check(|is| is.out_positions = 2, Slice::SkinnedPositions, [3, 2]);
    check(|is| is.out_positions = 4, Slice::SkinnedPositions, [3, 4]);
    check(|is| is.out_normals = 0, Slice::SkinnedNormals, [3, 0]);
    check(|is| is.out_normals = 4, Slice::SkinnedNormals, [3, 4]);
    check(|is| is.normals = 0, Slice::SkinnedNormals, [0, 3]);
}

#[test]
fn errors_say_what_was_found_and_what_was_expected() {
    let words = [
        (Slice::Normals, "2 normals, but 3 vertex positions"),
        (
            Slice::Influences,
            "2 rows of influences, but 3 vertex positions",
        ),
        (
            Slice::Palette,
            "2 palette entries, but 3 joints of the influences",
        ),
        (
            Slice::PaletteRotations,
            "2 palette rotations, but 3 joints of the influences",
        ),
        (
            Slice::SkinnedPositions,
            "2 positions to write, but 3 vertex positions",
        ),
        (
            Slice::SkinnedNormals,
            "2 normals to write, but 3 vertex normals",
        ),
    ];
    for (slice, words) in words {
        let error = SkinError {
            slice,
            expected: 3,
            found: 2,
        };
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn no_influences_at_all_do_not_fit_vertices() {
    let none = Influences::default();
    let positions = [Vec3::X];
    let mut out = [Vec3::ZERO];
    let vertices = Vertices {
        positions: &positions,
        ..Vertices::default()
    };
    let skinned = SkinOutput {
        positions: &mut out,
        ..SkinOutput::default()
    };
    let palette = Palette::Linear(MatrixPalette::default());
    let error = skin(vertices, &none, &palette, skinned).unwrap_err();
    assert_eq!(
        (error.slice, error.expected, error.found),
        (Slice::Influences, 1, 0)
    );
}

#[test]
fn an_unbound_vertex_stays_at_rest() {
    let mesh = Mesh {
        positions: vec![Vec3::new(0.1, -2.0, 1e6), Vec3::ZERO],
        normals: vec![Vec3::new(0.0, 3.0, 4.0), Vec3::ZERO],
        influences: influences(2, [vec![], vec![(1, 0.0)]]),
    };
    for palette in palettes(FIT) {
        let moved = mesh.skinned(&palette);
        assert_eq!(moved.positions, mesh.positions);
        assert!(
            moved.normals[0].abs_diff_eq(Vec3::new(0.0, 0.6, 0.8), 1e-7),
            "normalized"
        );
        assert_eq!(
            moved.normals[1],
            Vec3::ZERO,
            "a normal without a direction has none after"
        );
    }
}

#[test]
fn the_units_of_a_mesh_come_first_and_leave_unbound_vertices_alone() {
    let turn = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let motion = DualQuat::from_rotation_translation(turn, Vec3::Y);
    let mesh = Mesh {
        positions: vec![Vec3::X * 2.0; 2],
        normals: vec![Vec3::new(1.0, 1.0, 0.0); 2],
        influences: influences(1, [vec![(0, 1.0)], vec![]]),
    };
    let moved = mesh.skinned(&Palette::DualQuaternion(DualQuatPalette {
        posed_from_bind: vec![motion],
        rest_from_bind: Mat3::from_diagonal(Vec3::new(0.5, 1.0, 1.0)),
        signs: SignRule::First,
    }));
    // Half as long along x, then turned to y and moved; the normal leans towards x by as much.
    let expected = [Vec3::Y * 2.0, Vec3::X * 2.0];
    let normals = [Vec3::new(-1.0, 2.0, 0.0), Vec3::new(1.0, 1.0, 0.0)].map(Vec3::normalize);
    for vertex in 0..2 {
        assert!(
            moved.positions[vertex].abs_diff_eq(expected[vertex], 1e-6),
            "{vertex}: {}",
            moved.positions[vertex]
        );
        assert!(
            moved.normals[vertex].abs_diff_eq(normals[vertex], 1e-6),
            "{vertex}: {}",
            moved.normals[vertex]
        );
    }
}

#[test]
fn rotations_that_cancel_follow_the_first_influence() {
    let turn = DualQuat::from_rotation_translation(Quat::from_rotation_z(1.0), Vec3::Y);
    let signs = SignRule::Hierarchical;
    let mesh = Mesh {
        positions: vec![Vec3::X],
        normals: vec![Vec3::X],
        influences: influences(2, [vec![(1, 0.5), (0, 0.5)]]),
    };
    let posed_from_bind = vec![-turn, turn];
    let matrices: Vec<Affine3A> = posed_from_bind
        .iter()
        .map(|motion| motion.to_affine3a())
        .collect();
    let with_signs = RigidBlend::ALL
        .into_iter()
        .filter(|blend| blend.has_signs());
    let two_phase = with_signs.map(|blend| {
        let (stretches, heads) = (vec![Affine3A::IDENTITY; 2], vec![Vec3::ONE; 2]);
        let motions = posed_from_bind.clone();
        let palette = TwoPhasePalette::of_motions(stretches, motions, heads, blend);
        Palette::TwoPhase(palette.with_signs(signs))
    });
    let others = [
        Palette::DualQuaternion(DualQuatPalette {
            rest_from_bind: Mat3::IDENTITY,
            posed_from_bind: posed_from_bind.clone(),
            signs,
        }),
        Palette::Affine(AffineDualQuatPalette {
            posed_from_bind: matrices,
            rotation: posed_from_bind.iter().map(|motion| motion.real).collect(),
            signs,
        }),
    ];
    for palette in others.into_iter().chain(two_phase) {
        let moved = mesh.skinned(&palette);
        assert!(moved.positions[0].abs_diff_eq(turn.transform_point3(Vec3::X), 1e-6));
        assert!(moved.normals[0].abs_diff_eq(turn.transform_vector3(Vec3::X), 1e-6));
    }
}
