//! Properties of limits, means, what is added, layers and pins, by generators biased to trouble.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    JointIndex, JointLimits, LayerMode, LimitAxes, Mixed, Pin, PinGoal, Pose, PoseLayer, Rigid,
    ScaleInheritance, Stretch, forward, pin_jacobian, solve_pins,
};

use crate::support::{bent_chain, cases, rigid, rotation, translation};

fn half_axis() -> impl Strategy<Value = f32> {
    prop_oneof![1 => Just(0.0_f32), 1 => Just(1e-7_f32), 1 => Just(3.2_f32), 5 => 0.05_f32..2.5]
}

fn limits() -> impl Strategy<Value = JointLimits> {
    let turns = prop_oneof![1 => Just(0.0_f32), 1 => Just(-6.3_f32), 1 => Just(6.3_f32), 5 => -3.0_f32..3.0];
    let swing = [[half_axis(), half_axis()], [half_axis(), half_axis()]];
    (rotation(), [turns.clone(), turns], swing).prop_map(|(frame, [one, other], swing)| {
        JointLimits {
            axes: LimitAxes {
                twist: frame * Vec3::Y,
                swing: [frame * Vec3::Z, frame * Vec3::X],
            },
            twist: [one.min(other), one.max(other)],
            swing,
        }
    })
}

/// Whether rounding chooses the side to which a rotation is clamped: where its swing is half a turn, or its twist a whole one.
fn is_on_edge(limits: &JointLimits, turn: Quat) -> bool {
    let parts = limits.axes.part(turn, 9.0);
    parts.twist.abs() > 6.2 || parts.swing.length() > 3.1
}

/// As rotations.
fn is_same(one: Quat, other: Quat) -> bool {
    one.dot(other).abs() > 1.0 - 2e-6
}

fn stretch() -> impl Strategy<Value = Stretch> {
    let number = prop_oneof![1 => Just(1.0_f32), 4 => 0.3_f32..2.5];
    let shear = prop_oneof![1 => Just(0.0_f32), 2 => -0.1_f32..0.1];
    (
        [number.clone(), number.clone(), number],
        [shear.clone(), shear.clone(), shear],
    )
        .prop_map(|(scale, shear)| Stretch {
            scale: Vec3::from_array(scale),
            shear: Vec3::from_array(shear),
        })
}

fn mixed_rigids() -> impl Strategy<Value = Vec<Mixed<Rigid>>> {
    let weight = prop_oneof![1 => Just(0.0_f32), 1 => Just(1.0_f32), 4 => 0.01_f32..2.0];
    let all = prop::collection::vec((rigid(), weight), 1..6);
    all.prop_map(|all| {
        let numbered = (0..).zip(all);
        numbered
            .map(|(id, (what, weight))| Mixed { what, weight, id })
            .collect()
    })
}

fn is_near(one: Rigid, other: Rigid, within: f32) -> bool {
    is_same(one.rotation, other.rotation) && one.translation.abs_diff_eq(other.translation, within)
}

fn pose(joints: usize) -> impl Strategy<Value = Pose> {
    let all = prop::collection::vec((rigid(), stretch()), joints);
    (all, prop::collection::vec(-1.0_f32..1.0, 2)).prop_map(|(all, morph_weights)| {
        let (rigid, stretch) = all.into_iter().unzip();
        Pose {
            rigid,
            stretch,
            morph_weights,
        }
    })
}

proptest! {
    #![proptest_config(cases(300))]

    /// What is clamped is within the limits, and clamping it again changes nothing; what is within stays bit for bit.
    #[test]
    fn clamped_rotations_are_allowed_and_stay(limits in limits(), turn in rotation(), last in -3.0_f32..3.0) {
        let clamped = limits.clamp(turn, last);
        if !is_on_edge(&limits, turn) && !is_on_edge(&limits, clamped) {
            let again = limits.clamp(clamped, last);
            prop_assert!(is_same(clamped, again), "{clamped} {again}");
        }
        if limits.allows(turn, last) {
            prop_assert!(is_same(clamped, turn), "{clamped} {turn}");
        }
        prop_assert!(limits.clamp_from(turn, turn, last) == turn || is_same(limits.clamp_from(turn, turn, last), turn));
    }

    #[test]
    fn parts_join_to_the_rotation(limits in limits(), turn in rotation()) {
        let parts = limits.axes.part(turn, 0.0);
        prop_assert!(is_same(limits.axes.join(parts), turn));
        prop_assert!(parts.swing.length() <= std::f32::consts::PI + 1e-4 || parts.twist == 0.0);
    }

    /// In a mirror limits let through the mirror images of what they let through.
    #[test]
    fn mirrored_limits_clamp_mirror_images(limits in limits(), turn in rotation()) {
        let mirror = |turn: Quat| Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w);
        let other = limits.mirrored(Vec3::X);
        prop_assert!((other.axes.swing[0].cross(other.axes.swing[1]) - other.axes.twist).length() < 1e-5);
        prop_assume!(!is_on_edge(&limits, turn));
        let [one, two] = [mirror(limits.clamp(turn, 0.0)), other.clamp(mirror(turn), 0.0)];
        prop_assert!(is_same(one, two), "{one} {two}");
    }

    #[test]
    fn means_know_no_order_and_no_signs(all in mixed_rigids(), place in 0_usize..6) {
        let weighted = all.iter().filter(|of| of.weight > 0.0);
        let weighted: Vec<Quat> = weighted.map(|of| of.what.rotation).collect();
        // Half a turn apart both signs are right.
        let is_told = |one: &Quat| weighted.iter().all(|other| one.dot(*other).abs() > 1e-2);
        prop_assume!(weighted.iter().all(is_told));
        let mean = Rigid::mean(&all);
        let mut turned = all.clone();
        turned.rotate_left(place % all.len());
        for (number, of) in turned.iter_mut().enumerate() {
            if number % 2 == 0 {
                of.what.rotation = -of.what.rotation;
            }
            of.weight *= 0.25;
        }
        let other = Rigid::mean(&turned);
        prop_assert!(is_near(mean, other, 1e-4), "{mean:?} {other:?}");
    }

    #[test]
    fn nothing_added_is_the_base_and_all_of_it_the_other(base in rigid(), reference in rigid(), add in rigid(), w in prop::num::f32::ANY) {
        prop_assert_eq!(base.with_added(reference, add, 0.0), base);
        let all = reference.with_added(reference, add, 1.0);
        prop_assert!(is_near(all, add, 1e-4), "{all:?} {add:?}");
        let any = base.with_added(reference, add, w);
        prop_assert!(any.rotation.is_finite() && any.translation.is_finite());
    }

    #[test]
    fn added_stretch_stays_positive(base in stretch(), reference in stretch(), add in stretch(), w in -2.0_f32..2.0) {
        let added = base.with_added(reference, add, w);
        prop_assert!(added.is_positive_definite(), "{added:?}");
        prop_assert_eq!(base.with_added(reference, add, 0.0), base);
    }

    #[test]
    fn layers_without_weight_change_no_bit_and_whole_ones_are_themselves(base in pose(3), own in pose(3), reference in pose(3)) {
        let layer = |mode, weight| PoseLayer { mode, pose: &own, weight, mask: &[1.0, 0.0], morphs: true };
        let modes = [LayerMode::Override, LayerMode::Additive(&reference)];
        for mode in modes {
            prop_assert_eq!(&base.with_layers(&[layer(mode, 0.0)]), &base);
        }
        let over = base.with_layers(&[layer(LayerMode::Override, 1.0)]);
        prop_assert_eq!(over.rigid[0], own.rigid[0]);
        prop_assert_eq!(over.rigid[1], base.rigid[1], "masked");
        prop_assert_eq!(over.stretch[2], own.stretch[2], "beyond the mask");
        let same = base.with_layers(&[PoseLayer { mode: LayerMode::Additive(&own), ..layer(LayerMode::Override, 1.0) }]);
        prop_assert_eq!(same.rigid, base.rigid, "a layer that is its reference adds nothing");
    }

    /// A joint that rests turned about its bone and about one hinge is let through where it was before.
    #[test]
    fn limits_from_a_new_rest_let_the_same_rotations_through(
        limits in limits(), twist in -1.5_f32..1.5, bend in -1.2_f32..1.2, turned in -1.5_f32..1.5, bent in -1.2_f32..1.2,
    ) {
        let hinge = JointLimits { swing: [limits.swing[0], [0.0; 2]], ..limits };
        let turn = |twist: f32, bend: f32| hinge.axes.join(rig::SwingTwist { twist, swing: glam::Vec2::new(bend, 0.0) });
        let rest = turn(turned, bent);
        let after = hinge.at_rest(rest);
        let q = turn(twist, bend);
        let [low, high] = hinge.twist;
        let [minus, plus] = hinge.swing[0];
        // Where rounding decides, or a new half axis would have to be below zero, nothing is said.
        let is_near = |angle: f32, edge: f32| (angle - edge).abs() < 1e-3;
        prop_assume!(!is_near(twist, low) && !is_near(twist, high) && !is_near(bend, plus) && !is_near(bend, -minus));
        prop_assume!(minus > 0.01 && plus > 0.01 && minus + bent > 0.0 && plus - bent > 0.0);
        prop_assume!(minus < 3.0 && plus < 3.0);
        prop_assert_eq!(after.allows(rest.conjugate() * q, 0.0), hinge.allows(q, 0.0));
    }

    /// The differential is the limit of differences.
    #[test]
    fn the_jacobian_is_its_differences(turns in prop::collection::vec(rotation(), 4), stretch in prop::collection::vec(stretch(), 4), offset in translation(), inherits in prop::collection::vec(any::<bool>(), 4)) {
        let skeleton = bent_chain(4);
        let pose = Pose {
            rigid: turns.iter().map(|&turn| Rigid::new(turn, Vec3::ZERO)).collect(),
            stretch,
            morph_weights: Vec::new(),
        };
        let flags: Vec<_> = inherits
            .iter()
            .map(|&children| if children { ScaleInheritance::Children } else { ScaleInheritance::Joint })
            .collect();
        let pins = [Pin { joint: JointIndex(3), offset, target: Vec3::ZERO }];
        let free = [JointIndex(0), JointIndex(2), JointIndex(3)];
        let goal = PinGoal { pins: &pins, free: &free, limits: &[] };
        let jacobian = pin_jacobian(&skeleton, &pose, &flags, &goal).unwrap();
        let place = |pose: &Pose| {
            let posed = forward(&skeleton, pose.user_transforms(), &flags).unwrap();
            posed.model_from_posed_joint(JointIndex(3)).transform_point3(offset).as_dvec3()
        };
        const STEP: f32 = 4e-3;
        for (column, (joint, axis)) in free.iter().flat_map(|joint| Vec3::AXES.map(|axis| (*joint, axis))).enumerate() {
            let at = |step: f32| {
                let mut pose = pose.clone();
                pose[joint].rotation *= Quat::from_axis_angle(axis, step);
                place(&pose)
            };
            let difference = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
            for (row, part) in difference.to_array().into_iter().enumerate() {
                let own = jacobian[row][column];
                prop_assert!((own - part).abs() < 2e-3, "{row} {column}: {own} {part}");
            }
        }
    }

    /// Pins come nearer or stay, joints stay within their limits, and nothing but the free joints turns.
    #[test]
    fn pins_are_approached_within_limits(turns in prop::collection::vec(rotation(), 4), target in prop::array::uniform3(-3.0_f32..3.0), limit in limits(), turn_over in any::<bool>()) {
        let skeleton = bent_chain(4);
        let mut pose = Pose::rest(&skeleton);
        for (rigid, turn) in pose.rigid.iter_mut().zip(turns) {
            rigid.rotation = turn;
        }
        // A quaternion and its negative are one rotation.
        if turn_over {
            pose.rigid[1].rotation = -pose.rigid[1].rotation;
        }
        let flags = [ScaleInheritance::Children; 4];
        let pins = [Pin { joint: JointIndex(3), offset: Vec3::ZERO, target: Vec3::from_array(target) }];
        let free = [JointIndex(0), JointIndex(1)];
        let limits = [None, Some(limit)];
        let goal = PinGoal { pins: &pins, free: &free, limits: &limits };
        let before = forward(&skeleton, pose.user_transforms(), &flags).unwrap();
        let before = before.model_from_posed_joint(JointIndex(3)).translation;
        let before = Vec3::from(before).distance(pins[0].target);
        let held = solve_pins(&skeleton, &pose, &flags, &goal).unwrap();
        prop_assert!(held.residuals[0] <= before + 1e-5, "{} {before}", held.residuals[0]);
        prop_assert_eq!(held.pose.rigid[2], pose.rigid[2]);
        let own = held.pose.rigid[1].rotation;
        // By the sign whose twist is nearer to its limits, which the solver goes by; it gives back the sign that was given.
        let excess = |turn: Quat| {
            let twist = limit.axes.part(turn, 0.0).twist;
            (limit.twist[0] - twist).max(twist - limit.twist[1])
        };
        let given = pose.rigid[1].rotation;
        let from = if excess(-given) < excess(given) { -given } else { given };
        let keeps = |own: Quat| is_same(limit.clamp_from(own, from, 0.0), own);
        let signs = [own, -own];
        let is_on_edge = is_on_edge(&limit, own) || is_on_edge(&limit, -own);
        prop_assert!(is_on_edge || signs.into_iter().any(keeps), "{own}");
    }
}
