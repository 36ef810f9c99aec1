//! Iterative blending of motions that are far apart.

use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Quat, Vec3};
use rig::{JointSlot, RigidBlend, TwoPhasePalette};
use skin_cpu::{TwoPhase, iterative_blend_vertex};

/// With signs from elsewhere, motions up to two turns apart: a vertex stays near the places between which it is blended.
#[test]
fn no_vertex_is_thrown_away_by_motions_a_whole_turn_apart() {
    let (start, vertex) = (DualQuat::IDENTITY, Vec3::new(0.3, 1.0, -0.2));
    for step in 0..=720_u16 {
        let turn = Quat::from_rotation_y(f32::from(step).to_radians());
        let turn = if step > 360 { -turn } else { turn };
        let about = Vec3::new(4.0, 0.0, 1.0);
        let motion = DualQuat::from_rotation_translation(turn, about - turn * about);
        let palette = TwoPhasePalette::of_motions(
            vec![Affine3A::IDENTITY; 2],
            vec![start, motion],
            vec![Vec3::ZERO; 2],
            RigidBlend::Iterative,
        )
        .with_signs(SignRule::Hierarchical);
        let found = iterative_blend_vertex(&[0, 1].map(JointSlot), &[0.5, 0.5], &palette);
        let TwoPhase {
            posed_from_stretched,
            stretched_from_bind,
        } = found.map;
        let moved =
            posed_from_stretched.transform_point3(stretched_from_bind.transform_point3(vertex));
        assert!(moved.length() < 20.0, "{step}: {moved}");
    }
}
