//! Who has gained weight, and who has lost it.

use rig::JointSlot;

use crate::Row;

/// A joint, and how much weight it has given or got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointAmount {
    /// The joint's place in the skin's list.
    pub joint: JointSlot,
    /// How much, above zero.
    pub amount: f64,
}

/// How much weight each joint has gained over some points, or lost. A point's weights come to one, so that 1 is all that
/// moves one point.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Balance {
    /// Of each joint; those beyond have neither gained nor lost.
    gains: Vec<f64>,
}

impl Balance {
    /// Counts what becomes of a point.
    pub fn count(&mut self, before: &Row, after: &Row) {
        for (joint, weight) in before.pairs() {
            *self.gain_mut(joint) -= f64::from(weight);
        }
        for (joint, weight) in after.pairs() {
            *self.gain_mut(joint) += f64::from(weight);
        }
    }

    /// What a joint has gained; below zero if it has lost.
    #[must_use]
    pub fn gain(&self, joint: JointSlot) -> f64 {
        self.gains.get(usize::from(joint)).copied().unwrap_or(0.0)
    }

    /// Joints from which weight was taken, the largest first; those of less than a millionth are left out.
    #[must_use]
    pub fn donors(&self) -> Vec<JointAmount> {
        self.joint_amounts(-1.0)
    }

    /// Joints that got weight, the largest first; those of less than a millionth are left out.
    #[must_use]
    pub fn receivers(&self) -> Vec<JointAmount> {
        self.joint_amounts(1.0)
    }

    fn joint_amounts(&self, sign: f64) -> Vec<JointAmount> {
        let gains = JointSlot::all().zip(&self.gains);
        let signed = gains.map(|(joint, gain)| JointAmount {
            joint,
            amount: sign * gain,
        });
        let mut listed: Vec<JointAmount> = signed.filter(|of| of.amount > 1e-6).collect();
        listed.sort_by(|a, b| b.amount.total_cmp(&a.amount));
        listed
    }

    fn gain_mut(&mut self, joint: JointSlot) -> &mut f64 {
        let joint = usize::from(joint);
        if self.gains.len() <= joint {
            self.gains.resize(joint + 1, 0.0);
        }
        &mut self.gains[joint]
    }
}
