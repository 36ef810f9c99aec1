//! The C header, compiled where there is a C compiler, against dq-math.

use std::fmt::Write as _;
use std::path::Path;

use dq_math::DualQuat;
use glam::{Affine3A, Quat, Vec3};
use shader_text::CONVERSIONS;

use crate::tools::{at_hand, run};

/// Reads a rotation and a translation a line; prints the dual quaternion, what comes back from its double, the matrix, and what
/// comes back from that.
const PROGRAM: &str = r#"
#include <stdio.h>
#include "dualskin_conversions.h"
int main(int argc, char **argv)
{
    float q[4], t[3], dq[8], twice[8], rows[12];
    FILE *in = fopen(argv[argc - 1], "r");
    int i;
    while (fscanf(in, "%f %f %f %f %f %f %f", q, q + 1, q + 2, q + 3, t, t + 1, t + 2) == 7) {
        dualskin_from_rotation_translation(q, t, dq);
        for (i = 0; i < 8; i++) {
            printf("%.9g ", dq[i]);
            twice[i] = 2.0f * dq[i];
        }
        dualskin_to_rotation_translation(twice, q, t);
        for (i = 0; i < 7; i++)
            printf("%.9g ", i < 4 ? q[i] : t[i - 4]);
        dualskin_to_matrix(q, t, rows);
        for (i = 0; i < 12; i++)
            printf("%.9g ", rows[i]);
        dualskin_from_matrix(rows, q, t);
        for (i = 0; i < 7; i++)
            printf("%.9g ", i < 4 ? q[i] : t[i - 4]);
        printf("\n");
    }
    return 0;
}
"#;

#[test]
fn a_c_compiler_takes_the_header_and_its_numbers_are_those_of_rust() {
    if !at_hand("cc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("dualskin_conversions.h"), CONVERSIONS).unwrap();
    std::fs::write(path("main.c"), PROGRAM).unwrap();
    let motions = motions();
    let mut lines = String::new();
    for (q, t) in &motions {
        writeln!(
            lines,
            "{} {} {} {} {} {} {}",
            q.x, q.y, q.z, q.w, t.x, t.y, t.z
        )
        .unwrap();
    }
    std::fs::write(path("motions.txt"), lines).unwrap();
    let flags = [
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-pedantic",
        "-O1",
        "-o",
    ]
    .map(Path::new);
    let (program, source) = (path("program"), path("main.c"));
    let mut arguments = flags.to_vec();
    arguments.extend([program.as_path(), source.as_path(), Path::new("-lm")]);
    run("cc", &arguments);
    let printed = run(program.to_str().unwrap(), &[&path("motions.txt")]);
    assert_eq!(printed.lines().count(), motions.len());
    for ((q, t), line) in motions.iter().zip(printed.lines()) {
        let found: Vec<f32> = line
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        let motion = DualQuat::from_rotation_translation(*q, *t);
        let affine = Affine3A::from_rotation_translation(*q, *t);
        let rows = affine.matrix3.transpose().to_cols_array();
        let mut expected = Vec::new();
        expected.extend(motion.real.to_array());
        expected.extend(motion.dual.to_array());
        expected.extend(q.to_array());
        expected.extend(t.to_array());
        for row in 0..3 {
            expected.extend(&rows[3 * row..3 * row + 3]);
            expected.push(affine.translation[row]);
        }
        compare(&found[..27], &expected, 1e-5, line);
        let (back, moved) = (&found[27..31], &found[31..]);
        let back = Quat::from_slice(back);
        assert!(back.dot(*q).abs() > 1.0 - 1e-6, "{q} comes back as {back}");
        compare(moved, &t.to_array(), 1e-5, line);
    }
}

fn compare(found: &[f32], expected: &[f32], tolerance: f32, line: &str) {
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        let size = expected.abs().max(1.0);
        assert!(
            (found - expected).abs() <= tolerance * size,
            "number {place} is {found}, expected {expected}: {line}"
        );
    }
}

/// All four cases of the formula for matrices, half turns among them.
fn motions() -> Vec<(Quat, Vec3)> {
    let axes = [
        Vec3::X,
        Vec3::Y,
        Vec3::Z,
        Vec3::new(1.0, -2.0, 0.5).normalize(),
    ];
    let angles = [0.0, 1e-3, 0.7, 2.0, std::f32::consts::PI, 3.6];
    let all = axes.into_iter().flat_map(|axis| {
        angles.map(|angle| {
            let q = Quat::from_axis_angle(axis, angle);
            (q, axis * 3.0 + Vec3::new(angle, -1.0, 0.25))
        })
    });
    all.collect()
}
