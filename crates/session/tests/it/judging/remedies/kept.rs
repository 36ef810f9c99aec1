//! Repairs of random damage on random limbs: what is kept is better by a search of its own, and what is refused changes nothing.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::f32::consts::TAU;
use std::sync::Arc;

use character::{Authored, AuthoredJoint, AuthoredPrimitive, Character, open_bytes, write_glb};
use glam::Vec3;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rig::{InfluencesBuilder, Trs};
use session::settings::Check;
use session::state::problems::problem_list::{FixOrder, ProblemList};

use super::damage::{Damage, Subject};
use super::repairs::{Repairs, counted};

/// A tube along x with as many joints on either side, damaged, and what is to be repaired.
#[derive(Clone, Debug)]
struct Case {
    /// How far rings are apart from the middle on, as shares.
    steps: Vec<f32>,
    around: u16,
    radius: f32,
    /// Joints on each side.
    joints: u16,
    damages: Vec<(Damage, Vec<usize>)>,
    order: Ordered,
    /// Which problem of the list is meant.
    pick: prop::sample::Index,
}

#[derive(Clone, Copy, Debug)]
enum Ordered {
    One,
    Kind,
    All,
}

fn case() -> impl Strategy<Value = Case> {
    let damage = (
        prop::sample::select(Damage::ALL.to_vec()),
        prop::collection::vec(0..5_000_usize, 1..3),
    );
    (
        prop::collection::vec(0.5_f32..1.5, 6..11),
        (5_u16..9, 0.1_f32..0.25, 2_u16..5),
        prop::collection::vec(damage, 1..3),
        prop::sample::select(vec![Ordered::One, Ordered::Kind, Ordered::All]),
        any::<prop::sample::Index>(),
    )
        .prop_map(
            |(steps, (around, radius, joints), damages, order, pick)| Case {
                steps,
                around,
                radius,
                joints,
                damages,
                order,
                pick,
            },
        )
}

impl Case {
    /// Where rings are, symmetric about x = 0.
    fn stations(&self) -> Vec<f32> {
        let total: f32 = self.steps.iter().sum();
        let mut x = 0.0;
        let mut half = Vec::new();
        for step in &self.steps {
            x += step / total;
            half.push(x);
        }
        let left = half.iter().rev().map(|x| -x);
        left.chain([0.0]).chain(half.iter().copied()).collect()
    }

    /// The distance of joints.
    fn bone(&self) -> f32 {
        0.8 / f32::from(self.joints)
    }

    /// Weights that go over from joint to joint.
    fn row(&self, x: f32) -> Vec<(u16, f32)> {
        let along = (x.abs() / self.bone()).min(f32::from(self.joints));
        let row = (0..=self.joints).filter_map(|level| {
            let weight = 1.0 - (along - f32::from(level)).abs();
            let slot = match level {
                0 => 0,
                _ if x > 0.0 => 2 * level - 1,
                _ => 2 * level,
            };
            (weight > 0.0).then_some((slot, weight))
        });
        row.collect()
    }

    fn tube(&self) -> AuthoredPrimitive {
        let mut tube = AuthoredPrimitive::default();
        let stations = self.stations();
        let mut influences = InfluencesBuilder::new(usize::from(2 * self.joints + 1));
        for &x in &stations {
            // The last vertex of a ring is where the first is: there is a seam.
            for column in 0..=self.around {
                let turn = TAU * f32::from(column % self.around) / f32::from(self.around);
                let (sine, cosine) = turn.sin_cos();
                let place = Vec3::new(x, self.radius * cosine, self.radius * sine);
                tube.positions.push(place);
                influences.vertex(self.row(x)).unwrap();
            }
        }
        let around = u32::from(self.around);
        let rings = u32::try_from(stations.len()).unwrap();
        for ring in 0..rings - 1 {
            for column in 0..around {
                let a = ring * (around + 1) + column;
                let [b, c, d] = [a + 1, a + around + 1, a + around + 2];
                tube.triangles.extend([[a, b, c], [b, d, c]]);
            }
        }
        tube.influences = influences.build();
        tube
    }

    fn character(&self) -> Character {
        let mut joints = vec![AuthoredJoint {
            name: "root".to_owned(),
            ..AuthoredJoint::default()
        }];
        for level in 1..=self.joints {
            for (side, x) in [("L", self.bone()), ("R", -self.bone())] {
                joints.push(AuthoredJoint {
                    name: format!("arm{level}.{side}"),
                    // The one before on its side, or the root.
                    parent: Some(joints.len().saturating_sub(2)),
                    local: Trs {
                        translation: x * Vec3::X,
                        ..Trs::IDENTITY
                    },
                });
            }
        }
        let authored = Authored {
            name: "limbs".to_owned(),
            joints,
            primitives: vec![self.tube()],
            ..Authored::default()
        };
        open_bytes("limbs.glb", &write_glb(&authored).unwrap()).unwrap()
    }

    /// The same with all of its damage.
    fn damaged(&self) -> Character {
        let mut character = self.character();
        for (damage, middles) in &self.damages {
            let subject = Subject::of(&character);
            character = subject
                .damaged_around(*damage, middles)
                .unwrap_or(character);
        }
        character
    }

    fn order(&self, list: &Arc<ProblemList>) -> FixOrder {
        let place = self.pick.index(list.entries.len());
        let list = Arc::clone(list);
        match self.order {
            Ordered::One => FixOrder::one(list, place),
            Ordered::Kind => {
                let kind = list.entries[place].problem.kind;
                FixOrder::kind(list, kind)
            }
            Ordered::All => FixOrder::all(list),
        }
    }
}

/// Whatever is damaged, and whichever repairs are asked for: of the gravest kind that changes there are fewer vertices afterwards, both
/// numbers are told, and one undo takes all of it back; or nothing changes, and why is told.
#[test]
fn what_a_repair_changes_is_better() {
    let kept = Cell::new(0);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 16,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let check = |case: Case| {
        let mut repairs = Repairs::on("limbs.glb", case.damaged());
        let list = repairs.list();
        if list.entries.is_empty() {
            return Ok(());
        }
        let before = repairs.character();
        let order = case.order(&list);
        let name = order.name.clone();
        let kinds = order
            .entries
            .iter()
            .map(|&it| list.entries[it].problem.kind);
        let ordered: BTreeSet<Check> = kinds.map(Check::of).collect();
        let said = repairs.fix(order);
        let after = repairs.character();
        if Arc::ptr_eq(&before, &after) {
            prop_assert!(said.len() > name.len() + 10, "{said}");
            return Ok(());
        }
        kept.set(kept.get() + 1);
        let lists = [list, repairs.list()];
        let numbers = |check| lists.each_ref().map(|list| counted(list, check)[0]);
        let mut changes = Check::ALL.into_iter().map(|check| {
            let [was, is] = numbers(check);
            is.cmp(&was)
        });
        let gravest = changes.find(|change| change.is_ne());
        prop_assert_eq!(gravest, Some(Ordering::Less), "{}", said);
        for check in ordered {
            let [was, is] = numbers(check);
            let told = format!("{was} before, {is} after");
            prop_assert!(said.contains(&told), "{told}: {said}");
        }
        repairs.undo();
        prop_assert!(repairs.character().meshes == before.meshes, "{said}");
        Ok(())
    };
    runner.run(&case(), check).unwrap();
    assert!(kept.get() > 0, "nothing was repaired");
}
