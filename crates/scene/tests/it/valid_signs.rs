//! Signs that are valid, against all choices that there are.

use glam::Quat;
use proptest::prelude::*;
use rig::{InfluenceRow, JointSlot, Palette, RigidBlend, SignRule, TwoPhasePalette};
use scene::posed_character::Look;
use scene::valid_signs::{FlipMap, NEAR, VertexSigns, sign_count, signs_of_vertices};
use scene::weight_channel::UNBOUND;
use testkit::arbitrary::{rigids, weights};

use crate::figures::figure;

/// What is nearly half a turn apart is decided by rounding.
const CLOSE: f32 = 1e-4;

fn palette(rotations: &[Quat], signs: SignRule) -> Palette {
    let motions = rotations
        .iter()
        .map(|rotation| dq_math::DualQuat::from_rotation_translation(*rotation, glam::Vec3::ZERO));
    Palette::TwoPhase(TwoPhasePalette {
        signs,
        ..TwoPhasePalette::of_motions(
            vec![glam::Affine3A::IDENTITY; rotations.len()],
            motions.collect(),
            vec![glam::Vec3::ZERO; rotations.len()],
            RigidBlend::DualQuaternion,
        )
    })
}

/// The least agreement that the best of all choices of signs has.
fn best(rotations: &[Quat]) -> f32 {
    let count = u32::try_from(rotations.len()).unwrap();
    let choices = (0..2_u32.pow(count)).map(|bits| {
        let sign = |place: usize| if bits >> place & 1 == 1 { -1.0 } else { 1.0 };
        let mut least = 1.0_f32;
        for b in 0..rotations.len() {
            for a in 0..b {
                least = least.min(sign(a) * sign(b) * rotations[a].dot(rotations[b]));
            }
        }
        least
    });
    choices.fold(-1.0, f32::max)
}

proptest! {
    #[test]
    fn signs_can_be_valid_where_some_choice_is(rigids in rigids(2..=5), weights in weights(5..=5), rule in 0..SignRule::ALL.len()) {
        let rotations: Vec<Quat> = rigids.iter().map(|rigid| rigid.rotation).collect();
        let weights = &weights[..rotations.len()];
        let rule = SignRule::ALL[rule];
        let joints: Vec<JointSlot> = (0..u16::try_from(rotations.len()).unwrap()).map(JointSlot).collect();
        let row = InfluenceRow { joints: &joints, weights };
        let found = VertexSigns::of(&palette(&rotations, rule), row);
        let counted = rotations.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
        let counted: Vec<Quat> = counted.map(|(rotation, _)| *rotation).collect();
        let Some(found) = found else {
            prop_assert!(counted.len() < 2);
            return Ok(());
        };
        prop_assert!(counted.len() >= 2);
        let pairs = counted.iter().enumerate();
        let mut pairs = pairs.flat_map(|(place, one)| counted[..place].iter().map(move |other| one.dot(*other)));
        prop_assume!(pairs.all(|dot| dot.abs() > CLOSE));
        let best = best(&counted);
        prop_assert_eq!(found.can_be_valid, best > 0.0, "{}", best);
        // No rule does better than the best, and what is shown goes with the margin.
        let of_best = 180.0 - 2.0 * best.clamp(-1.0, 1.0).acos().to_degrees();
        prop_assert!(found.margin <= of_best + 0.1, "{:?}, at best {}", found, of_best);
        prop_assert!(found.margin < 0.0 || found.can_be_valid);
        let shown = found.display_value();
        prop_assert!((0.0..=1.0).contains(&shown));
        prop_assert_eq!(shown == 1.0, found.margin < 0.0);
        prop_assert_eq!(shown == 0.0, found.margin >= NEAR);
    }

    /// Against the first every choice that can be valid is (Kavan 2008, Lemma 5).
    #[test]
    fn the_first_joint_decides_as_well_as_any(rigids in rigids(2..=4)) {
        let rotations: Vec<Quat> = rigids.iter().map(|rigid| rigid.rotation).collect();
        let best = best(&rotations);
        prop_assume!(best.abs() > CLOSE);
        let joints: Vec<JointSlot> = (0..u16::try_from(rotations.len()).unwrap()).map(JointSlot).collect();
        let weights = vec![1.0; rotations.len()];
        let row = InfluenceRow { joints: &joints, weights: &weights };
        let found = VertexSigns::of(&palette(&rotations, SignRule::First), row).unwrap();
        prop_assert_eq!(found.margin >= 0.0, best > 0.0, "{:?}", found);
    }

    #[test]
    fn counts_of_a_pose_are_those_of_its_vertices(figure in figure()) {
        let character = figure.character();
        let flags = &character.rig.scale_inheritance;
        for signs in SignRule::ALL {
            let look = Look { signs, ..Look::new(rig::Method::TWO_PHASE) };
            let posed = scene::deform::posed_character(&character, &figure.pose(&character), flags, look).unwrap();
            let all = signs_of_vertices(&character, &posed);
            let known: Vec<VertexSigns> = all.iter().flatten().flatten().copied().collect();
            let count = sign_count(&character, &posed);
            let of = |is: &dyn Fn(&VertexSigns) -> bool| known.iter().filter(|own| is(own)).count();
            prop_assert_eq!(count.vertices, known.len());
            prop_assert_eq!(count.without_valid, of(&|own| !own.can_be_valid));
            prop_assert_eq!(count.invalid, of(&|own| own.margin < 0.0));
            prop_assert_eq!(count.near, of(&|own| (0.0..NEAR).contains(&own.margin)));
            let least = known.iter().map(|own| own.margin).fold(180.0, f32::min);
            prop_assert!((count.furthest - (180.0 - least)).abs() < 1e-3);
            let map = FlipMap::of(&character, &posed);
            prop_assert_eq!(map.count, count);
            let unbound = map.numbers.iter().flatten().filter(|number| number.to_bits() == UNBOUND.to_bits()).count();
            prop_assert_eq!(unbound, figure.vertices.len() - known.len());
        }
    }
}
