//! The pose slider: a running tool that moves a pose between two others by one number, with the pointer or typed.
//!
//! Knows no window. Every pose is computed from the ends, so that canceling restores the start, and no errors add up.

use std::sync::Arc;

use glam::Vec2;
use rig::{JointIndex, Pose};
use scene::names::plain;

use crate::state::gizmo::operation::{Before, Follow, Typed};
use crate::text::number_text::Quantity;

/// Way of the pointer in points for a whole, 0 to 100 %.
const WHOLE: f32 = 300.0;
/// Steps with the key that snaps, and with the fine key too.
const STEPS: [f32; 2] = [0.05, 0.01];
/// What can be typed.
const TYPED: std::ops::RangeInclusive<f32> = -1.0..=2.0;

/// What a slider moves between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SliderKind {
    /// From the key before to the key after.
    Breakdown,
    /// From the present pose to the one in between the keys; below zero away from it.
    Relax,
    /// From the present pose to rest.
    Rest,
    /// From the present pose to the chosen pose of the library.
    Preset,
}

impl SliderKind {
    /// All kinds, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Breakdown, Self::Relax, Self::Rest, Self::Preset];

    /// Name of the tool and of its steps in the history.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Breakdown => "Breakdown",
            Self::Relax => "Relax or push",
            Self::Rest => "Blend to rest",
            Self::Preset => "Blend to preset",
        }
    }

    /// The amount at the start; 1 is the whole.
    #[must_use]
    pub const fn start(self) -> f32 {
        match self {
            Self::Breakdown => 0.5,
            Self::Relax | Self::Rest | Self::Preset => 0.0,
        }
    }

    /// Amounts that the pointer can reach.
    #[must_use]
    pub const fn range(self) -> [f32; 2] {
        match self {
            Self::Relax => [-1.0, 1.2],
            Self::Breakdown | Self::Rest | Self::Preset => [-0.2, 1.2],
        }
    }
}

/// A slider from its start until it is confirmed or canceled.
#[derive(Clone, Debug)]
pub struct PoseSlider {
    /// What it moves between.
    pub kind: SliderKind,
    /// The poses at 0 and at 100 %.
    pub ends: [Arc<Pose>; 2],
    /// What stands at the ends, such as `key at 0.50 s`.
    pub labels: [String; 2],
    /// The joints that move; none for all, with morph weights.
    pub joints: Option<Vec<JointIndex>>,
    /// The pose at the start.
    pub pose: Arc<Pose>,
    /// The state to restore by canceling.
    pub before: Before,
    /// The number being typed, in percent.
    pub typed: Typed,
    /// The pointer's amount before snapping; 1 is the whole.
    at: f32,
    last: Option<Follow>,
}

impl PoseSlider {
    /// A slider at the first amount of its kind, before any pointer event.
    #[must_use]
    pub fn new(
        kind: SliderKind,
        (ends, labels): ([Arc<Pose>; 2], [String; 2]),
        joints: Option<Vec<JointIndex>>,
        (pose, before): (Arc<Pose>, Before),
    ) -> Self {
        Self {
            kind,
            ends,
            labels,
            joints,
            pose,
            before,
            typed: Typed::default(),
            at: kind.start(),
            last: None,
        }
    }

    /// The last pointer event.
    #[must_use]
    pub const fn last(&self) -> Option<&Follow> {
        self.last.as_ref()
    }

    /// Takes a new pointer position or new modifier keys; only the way sideways counts.
    pub fn follow(&mut self, follow: Follow) {
        if let Some(last) = self.last {
            let share = if follow.hold.fine { 0.1 } else { 1.0 };
            let Vec2 { x, .. } = (follow.pixel - last.pixel) * share;
            let [least, most] = self.kind.range();
            self.at = (self.at + x / WHOLE).clamp(least, most);
        }
        self.last = Some(follow);
    }

    /// The amount: typed, else the pointer's, in steps if it snaps; 1 is the whole.
    #[must_use]
    pub fn amount(&self) -> f32 {
        if !self.typed.is_empty() {
            // A number with a percent sign is a share already.
            let factor = if self.typed.has_unit() { 1.0 } else { 0.01 };
            let typed = self.typed.value(Quantity::Number);
            let amount = typed.map_or(self.kind.start(), |typed| typed * factor);
            return amount.clamp(*TYPED.start(), *TYPED.end());
        }
        match self.last.map(|last| last.hold) {
            Some(hold) if hold.snap => {
                let step = if hold.fine { STEPS[1] } else { STEPS[0] };
                (self.at / step).round() * step
            }
            _ => self.at,
        }
    }

    /// The pose at the present amount.
    #[must_use]
    pub fn blended_pose(&self) -> Pose {
        let [from, to] = &self.ends;
        let mixed = from.interpolate_channels(to, self.amount(), self.joints.as_deref());
        let Some(joints) = &self.joints else {
            return mixed;
        };
        let mut pose = (*self.pose).clone();
        for joint in joints.iter().map(|joint| joint.index()) {
            if let (Some(slot), Some(&rigid)) = (pose.rigid.get_mut(joint), mixed.rigid.get(joint))
            {
                *slot = rigid;
            }
            if let (Some(slot), Some(&stretch)) =
                (pose.stretch.get_mut(joint), mixed.stretch.get(joint))
            {
                *slot = stretch;
            }
        }
        pose
    }

    /// Name and amount as text, such as `Breakdown 50 %`; a relaxed pose that goes the other way is pushed.
    #[must_use]
    pub fn readout(&self) -> String {
        let amount = self.amount();
        let name = match self.kind {
            SliderKind::Relax if amount < 0.0 => "Push",
            SliderKind::Relax => "Relax",
            kind => kind.name(),
        };
        let shown = if name == "Push" { -amount } else { amount };
        format!("{name} {} %", plain(100.0 * shown, 0))
    }
}
