//! Signs against the sum of the influences before: lists of joints that agree by pairs, whose signs are chosen once, and lists that do not.

use dq_math::SignRule;
use glam::{Quat, Vec3};
use rig::{InfluenceRow, JointSlot, Palette, WeightGradients};
use skin_cpu::{NormalTransform, SimdPath, Skinner};

use crate::properties::{ROUNDING, size};
use crate::simd::{Joint, all, name, palettes};
use crate::support::{self, decided, influences, paths};

const JOINTS: u16 = 9;

/// Joints turned by up to so much about axes of their own, every other with the sign that goes against the rest.
fn joints(most: f32) -> Vec<Joint> {
    let joint = |joint: u16| {
        let place = f32::from(joint);
        let axis = Vec3::new(place.sin(), (2.0 * place).cos(), 0.3).normalize();
        let turn = Quat::from_axis_angle(axis, most * (0.3 + (0.7 * place).sin().abs()));
        let turn = if joint.is_multiple_of(2) { turn } else { -turn };
        let rigid = rig::Rigid::new(turn, axis * 2.0);
        (rigid.to_affine(), rigid, turn)
    };
    (0..JOINTS).map(joint).collect()
}

/// Rows of up to nine joints, so many that some are beside the rows that kernels read; or with a weight below zero.
fn mesh(longest: u16, is_negative: bool) -> support::Mesh {
    let rows = (0..90_u16).map(|vertex| {
        let row = (0..=vertex % longest).map(|place| {
            let weight = 1.0 + f32::from((5 * vertex + 3 * place) % 7);
            let is_below = is_negative && place == 1 && vertex % 5 == 2;
            (
                (vertex + 2 * place) % JOINTS,
                if is_below { -0.3 } else { weight },
            )
        });
        row.collect()
    });
    support::Mesh {
        positions: (0..90_u8)
            .map(|at| Vec3::new(f32::from(at) * 0.03, 1.0, -0.5))
            .collect(),
        normals: vec![Vec3::Y; 90],
        influences: influences(usize::from(JOINTS), rows),
    }
}

/// The decided vertices, compared on every path.
fn compare(mesh: &support::Mesh, palette: &Palette) -> usize {
    let by = NormalTransform::Usual;
    let expected = all(&mut Skinner::new(SimdPath::Scalar), mesh, palette, by);
    let most = ROUNDING * size(mesh, palette);
    let clear = || (0..90).filter(|&vertex| decided(mesh, vertex, palette));
    for path in paths() {
        let found = all(&mut Skinner::new(path), mesh, palette, by);
        for vertex in clear() {
            let off = found.positions[vertex].distance(expected.positions[vertex]);
            let name = name(palette);
            assert!(off <= most, "{path}, {name}: {vertex} is off by {off}");
        }
    }
    clear().count()
}

#[test]
fn kernels_choose_the_signs_of_the_reference() {
    let mut compared = 0;
    for (longest, is_negative) in [(1, false), (2, false), (4, false), (7, true), (9, false)] {
        let mesh = mesh(longest, is_negative);
        for most in [0.8, 2.0, 3.0] {
            let palettes = palettes(&joints(most), SignRule::Running);
            compared += palettes
                .iter()
                .map(|palette| compare(&mesh, palette))
                .sum::<usize>();
        }
    }
    assert!(compared > 8_000, "{compared}");
}

/// Weights that go from every joint of a vertex to one that it does not have, where there is any.
fn gradients(mesh: &support::Mesh) -> WeightGradients {
    let rows = mesh.influences.rows().map(|InfluenceRow { joints, .. }| {
        let mut all = JointSlot::all().take(usize::from(JOINTS));
        let other = all.find(|joint| !joints.contains(joint));
        let (mut row, mut sum) = (Vec::new(), Vec3::ZERO);
        for &joint in joints {
            let place = f32::from(joint.0);
            let slope = Vec3::new(place.cos(), (3.0 * place).sin(), 0.5) * 0.02;
            row.push((joint, slope));
            sum += slope;
        }
        row.extend(other.map(|joint| (joint, -sum)));
        row
    });
    WeightGradients::from_rows(usize::from(JOINTS), rows)
}

/// The exact normals of the decided vertices, compared on every path.
fn compare_exact(mesh: &support::Mesh, gradients: &WeightGradients, palette: &Palette) {
    let by = NormalTransform::Exact(gradients);
    let expected = all(&mut Skinner::new(SimdPath::Scalar), mesh, palette, by);
    for path in paths() {
        let found = all(&mut Skinner::new(path), mesh, palette, by);
        for vertex in (0..90).filter(|&vertex| decided(mesh, vertex, palette)) {
            let off = found.normals[vertex].distance(expected.normals[vertex]);
            let name = name(palette);
            assert!(off < 1e-3, "{path}, {name}: {vertex} is off by {off}");
        }
    }
}

/// Joints that a vertex does not have itself take their signs from the sum of its own, those beside the rows too.
#[test]
fn exact_normals_choose_the_signs_of_the_reference() {
    for longest in [2, 4, 9] {
        let mesh = mesh(longest, false);
        let gradients = gradients(&mesh);
        let palettes = palettes(&joints(0.8), SignRule::Running);
        palettes
            .iter()
            .for_each(|palette| compare_exact(&mesh, &gradients, palette));
    }
}
