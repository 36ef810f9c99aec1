//! Blend maps: what they are at their ends and between them, and what does not change with them.

use std::f32::consts::PI;

use dq_math::SignRule;
use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::{Strategy, proptest};
use proptest::{prop_assert, prop_assert_eq};
use rig::{
    AffineDualQuatPalette, InfluenceRow, JointSlot, MatrixPalette, Method, Palette, VertexMap,
    Weighting,
};
use skin_cpu::{
    SkinError, Slice, Vertices, affine_blend_vertex, mapped_blend_vertex, skin_vertices,
};
use testkit::arbitrary::fraction;

use crate::arbitrary::{Figure, config, figure, rigid};
use crate::properties::{Check, ROUNDING, for_each_palette, mesh, near, size};
use crate::support::{Mesh, Moved, decided, influences, skinned_by_path};

/// A figure with a number for each of its vertices.
fn mapped_figure() -> impl Strategy<Value = (Figure, Vec<f32>)> {
    (figure(), vec(fraction(), 6)).prop_map(|(figure, mut numbers)| {
        numbers.truncate(figure.vertices.len());
        (figure, numbers)
    })
}

fn with_map(mesh: &Mesh, palette: &Palette, map: &VertexMap) -> Moved {
    let vertices = Vertices {
        positions: &mesh.positions,
        normals: &mesh.normals,
        ..Vertices::default()
    };
    let weighting = Weighting {
        blend: Some(map),
        ..(&mesh.influences).into()
    };
    skinned_by_path(vertices, weighting, palette)
}

fn bits(moved: &Moved) -> Vec<[u32; 3]> {
    let all = moved.positions.iter().chain(&moved.normals);
    all.map(|v| v.to_array().map(f32::to_bits)).collect()
}

fn constant(mesh: &Mesh, number: f32) -> VertexMap {
    VertexMap::new(mesh.positions.iter().map(|_| number))
}

fn mapped(
    joints: &[JointSlot],
    weights: &[f32],
    number: f32,
    palette: &AffineDualQuatPalette,
) -> Affine3A {
    let method = || affine_blend_vertex(joints, weights, palette);
    mapped_blend_vertex(
        InfluenceRow { joints, weights },
        number,
        &palette.posed_from_bind,
        method,
    )
}

/// Calls `check` with the palette of affine blending under every sign rule.
fn for_each_affine(
    figure: &Figure,
    mut check: impl FnMut(&AffineDualQuatPalette, &Palette) -> Check,
) -> Check {
    for_each_palette(figure, |_, palette| match &palette {
        Palette::Affine(affine) => check(affine, &palette),
        _ => Ok(()),
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_ends_are_linear_blending_and_the_method_to_the_bit(figure in figure()) {
        let mesh = mesh(&figure);
        for_each_palette(&figure, |method, palette| {
            let palette = &palette;
            let linear = Palette::Linear(MatrixPalette { posed_from_bind: palette.joint_maps() });
            let at = |number| with_map(&mesh, palette, &constant(&mesh, number));
            let whole = |palette| mesh.skinned(palette);
            prop_assert_eq!(bits(&at(0.0)), bits(&whole(&linear)), "{}", method);
            prop_assert_eq!(bits(&at(1.0)), bits(&whole(palette)), "{}", method);
            // What is clamped on entry.
            prop_assert_eq!(bits(&at(-3.0)), bits(&at(0.0)));
            prop_assert_eq!(bits(&at(7.0)), bits(&at(1.0)));
            prop_assert_eq!(bits(&at(f32::NAN)), bits(&at(1.0)));
            Ok(())
        })?;
    }

    #[test]
    fn between_the_ends_a_vertex_is_on_the_way_and_its_normal_that_of_the_blended_map((figure, numbers) in mapped_figure()) {
        let mesh = mesh(&figure);
        let map = VertexMap::new(numbers.iter().copied());
        for_each_palette(&figure, |method, palette| {
            let palette = &palette;
            let [linear, whole] = [0.0, 1.0].map(|end| with_map(&mesh, palette, &constant(&mesh, end)));
            let between = with_map(&mesh, palette, &map);
            let tolerance = ROUNDING * size(&mesh, palette);
            for (i, &number) in numbers.iter().enumerate() {
                let expected = linear.positions[i].lerp(whole.positions[i], number);
                near(between.positions[i], expected, tolerance, method.name())?;
                let Palette::Affine(affine) = palette else { continue };
                let InfluenceRow { joints, weights } = mesh.influences.row(i);
                let vertex = mapped(joints, weights, number, affine);
                let turned = normal_of(&vertex.matrix3, mesh.normals[i]);
                if let Some(turned) = turned {
                    near(between.normals[i], turned, 1e-3, "normal")?;
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_motion_of_the_model_moves_the_result((figure, numbers) in mapped_figure(), motion in rigid()) {
        let mesh = mesh(&figure);
        let map = VertexMap::new(numbers.iter().copied());
        let outer = motion.affine();
        for_each_affine(&figure, |affine, palette| {
            let moved = Palette::Affine(AffineDualQuatPalette {
                posed_from_bind: affine.posed_from_bind.iter().map(|m| outer * *m).collect(),
                rotation: affine.rotation.iter().map(|q| motion.rotation * *q).collect(),
                signs: affine.signs,
            });
            let (at_home, away) = (with_map(&mesh, palette, &map), with_map(&mesh, &moved, &map));
            let tolerance = 3.0 * ROUNDING * size(&mesh, palette);
            for i in (0..mesh.positions.len()).filter(|&i| decided(&mesh, i, palette)) {
                if !mesh.influences.row(i).joints.is_empty() {
                    near(away.positions[i], outer.transform_point3(at_home.positions[i]), tolerance, "moved")?;
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn linear_blending_does_not_look_at_a_map((figure, numbers) in mapped_figure()) {
        let mesh = mesh(&figure);
        let map = VertexMap::new(numbers);
        for_each_palette(&figure, |method, palette| {
            if method == Method::Linear {
                let without = mesh.skinned(&palette);
                prop_assert_eq!(bits(&with_map(&mesh, &palette, &map)), bits(&without), "{}", method);
            }
            Ok(())
        })?;
    }

    #[test]
    fn where_all_joints_turn_alike_a_map_changes_nothing((figure, numbers) in mapped_figure()) {
        let mesh = mesh(&figure);
        let map = VertexMap::new(numbers);
        for_each_affine(&figure, |affine, palette| {
            let alike = Palette::Affine(AffineDualQuatPalette {
                rotation: vec![affine.rotation[0]; affine.rotation.len()],
                ..affine.clone()
            });
            let (with, without) = (with_map(&mesh, &alike, &map), mesh.skinned(&alike));
            for i in 0..mesh.positions.len() {
                near(with.positions[i], without.positions[i], ROUNDING * size(&mesh, palette), "alike")?;
            }
            Ok(())
        })?;
    }

    #[test]
    fn one_joint_is_followed_whatever_the_number(figure in figure(), number in fraction()) {
        let mesh = mesh(&figure);
        for_each_affine(&figure, |affine, palette| {
            for (joint, matrix) in (0_u16..).zip(&affine.posed_from_bind) {
                let map = mapped(&[JointSlot(joint)], &[1.0], number, affine);
                let tolerance = ROUNDING * size(&mesh, palette);
                prop_assert!(map.abs_diff_eq(*matrix, tolerance), "{map} for {matrix}");
            }
            prop_assert_eq!(mapped(&[], &[], number, affine), Affine3A::IDENTITY);
            Ok(())
        })?;
    }
}

/// `M⁻ᵀ n`, in f64 and by an inverse; nothing where that is too flat to tell.
fn normal_of(matrix: &Mat3A, normal: Vec3) -> Option<Vec3> {
    let matrix = Mat3::from(*matrix).as_dmat3();
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let volume: f64 = columns.iter().map(|column| column.length()).product();
    let steep = matrix.determinant().abs() > 1e-2 * volume.max(1e-6);
    steep.then(|| {
        let turned = matrix.inverse().transpose() * normal.as_dvec3();
        turned.normalize_or_zero().as_vec3()
    })
}

fn turned_by(angle: f32, signs: SignRule) -> AffineDualQuatPalette {
    let rotation = vec![Quat::IDENTITY, Quat::from_rotation_y(angle)];
    AffineDualQuatPalette {
        posed_from_bind: rotation.iter().map(|&q| Affine3A::from_quat(q)).collect(),
        rotation,
        signs,
    }
}

/// Half and half between two joints that are θ apart about one axis: turned by θ/2, and across the axis
/// `(1 − λ) cos(θ/2) + λ` as large, so that the volume is the square of that.
#[test]
fn half_way_between_two_turns_the_width_is_linear_in_the_number() {
    for step in 0..=16_u8 {
        let angle = f32::from(step) / 16.0 * 0.98 * PI;
        let palette = turned_by(angle, SignRule::First);
        for tenth in 0..=10_u8 {
            let number = f32::from(tenth) / 10.0;
            let map = mapped(&[0, 1].map(JointSlot), &[0.5, 0.5], number, &palette);
            let width = (1.0 - number) * (0.5 * angle).cos() + number;
            let across = Vec3::new(width, 1.0, width);
            let expected = Mat3A::from_rotation_y(0.5 * angle) * Mat3A::from_diagonal(across);
            assert!(
                map.matrix3.abs_diff_eq(expected, 2e-6),
                "{angle} {number}: {map}"
            );
            let volume = map.matrix3.determinant();
            assert!((volume - width * width).abs() < 5e-6, "{angle} {number}");
        }
    }
}

/// A whole turn apart rotations cancel, q and −q half and half: affine blending then takes the first joint, linear blending what
/// the matrices say, and a number between them is between the two.
#[test]
fn where_rotations_cancel_the_first_joint_is_left_by_the_number() {
    let mut palette = turned_by(0.0, SignRule::Hierarchical);
    palette.rotation[1] = -palette.rotation[0];
    palette.posed_from_bind[1] = Affine3A::from_translation(Vec3::X * 2.0);
    for (number, x) in [(0.0, 1.0), (0.25, 0.75), (0.5, 0.5), (1.0, 0.0)] {
        let map = mapped(&[0, 1].map(JointSlot), &[0.5, 0.5], number, &palette);
        assert_eq!(map, Affine3A::from_translation(Vec3::X * x), "{number}");
    }
}

#[test]
fn a_map_of_another_length_is_refused_and_nothing_is_written() {
    let influences = influences(2, vec![vec![(0, 1.0)]; 3]);
    let palette = Palette::Affine(turned_by(1.0, SignRule::First));
    for count in [0, 2, 4] {
        let map = VertexMap::new(vec![0.5; count]);
        let weighting = Weighting {
            blend: Some(&map),
            ..(&influences).into()
        };
        let vertices = Vertices {
            positions: &[Vec3::X; 3],
            ..Vertices::default()
        };
        let error = skin_vertices(vertices, weighting, &palette).unwrap_err();
        let expected = SkinError {
            slice: Slice::BlendMap,
            expected: 3,
            found: count,
        };
        assert_eq!(error, expected);
        let words = format!("{count} numbers of the blend map, but 3 vertex positions");
        assert_eq!(error.to_string(), words);
    }
}

/// The numbers of a map are by vertex, wherever they lie in memory.
#[test]
fn a_map_with_a_layout_blends_alike() {
    let count = 300_u16;
    let rows = vec![vec![(0, 0.5), (1, 0.5)]; usize::from(count)];
    let mesh = Mesh {
        positions: vec![Vec3::X; usize::from(count)],
        normals: Vec::new(),
        influences: influences(2, rows),
    };
    let map = VertexMap::new((0..count).map(|vertex| f32::from(vertex) / f32::from(count)));
    let slots = (0..u32::from(count)).map(|vertex| vertex * 7 % u32::from(count));
    let strewn = map.with_slots(slots.collect());
    let palette = Palette::Affine(turned_by(2.0, SignRule::First));
    let (one, other) = (
        with_map(&mesh, &palette, &map),
        with_map(&mesh, &palette, &strewn),
    );
    assert_eq!(bits(&one), bits(&other));
    let lengths: Vec<f32> = one.positions.iter().map(|p| p.length()).collect();
    assert!(lengths.is_sorted_by(|a, b| a < b));
}
