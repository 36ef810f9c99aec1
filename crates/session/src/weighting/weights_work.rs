//! What of working at weights is no part of the document: locks, what is shown alone, from whom a stroke takes.

use std::collections::BTreeSet;

use rig::{JointIndex, Skeleton};

use crate::tools::selection::Choose;
use scene::names::joint_name;
use scene::vertex_facts::VertexPlace;

/// Vertices, of which one is the active one: the last that was chosen, the first of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VertexSelection {
    all: BTreeSet<VertexPlace>,
    active: Option<VertexPlace>,
    changes: u64,
}

impl VertexSelection {
    /// In the order of primitives and their vertices.
    #[must_use]
    pub const fn all(&self) -> &BTreeSet<VertexPlace> {
        &self.all
    }

    /// The last that was chosen, if it still is; of several chosen at once the first.
    #[must_use]
    pub const fn active(&self) -> Option<VertexPlace> {
        self.active
    }

    /// Counts up with every change.
    #[must_use]
    pub const fn changes(&self) -> u64 {
        self.changes
    }

    /// Makes a selected vertex the active one.
    pub fn activate(&mut self, place: VertexPlace) {
        if self.all.contains(&place) {
            self.active = Some(place);
        }
    }

    /// Selects these alone, or beside what is selected; toggling takes away what is there.
    pub fn choose(&mut self, places: &[VertexPlace], choose: Choose) {
        if choose == Choose::Alone {
            self.all.clear();
        }
        for &place in places {
            let is_new = self.all.insert(place);
            if !is_new && choose == Choose::Toggle {
                self.all.remove(&place);
            }
        }
        // Of several the first: it is the one on top of the list.
        let chosen = places.iter().min().copied().or(self.active);
        self.active = chosen.filter(|place| self.all.contains(place));
        self.changes += 1;
    }
}

/// What the brush paints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PaintLayer {
    /// How much a joint moves each vertex.
    #[default]
    Joints,
    /// Where the surface follows linear blending, and where dual quaternions: one number a vertex, whatever joint is selected.
    Blend,
}

impl PaintLayer {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 2] = [Self::Joints, Self::Blend];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Joints => "Joint weights",
            Self::Blend => "Blend map",
        }
    }

    /// In a sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Joints => "The brush paints how much the selected joint moves each vertex",
            Self::Blend => {
                "The brush paints where affine blending follows linear blending (0) and where dual quaternions (1)"
            }
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Joints => Self::Blend,
            Self::Blend => Self::Joints,
        }
    }
}

/// What of working at weights is no part of the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightsWork {
    /// What the brush paints.
    pub layer: PaintLayer,
    /// Names of joints whose weights stay as they are.
    pub locked: BTreeSet<String>,
    /// Whether surfaces that show weights show only what the active joint moves.
    pub isolated: bool,
    /// Whether clicks and drags in panes select vertices.
    pub selecting: bool,
    /// Whether the next joint that is clicked is the one that the brush takes weight from.
    pub picks_donor: bool,
    /// The selected vertices.
    pub vertices: VertexSelection,
    /// The weights that were copied, by the names of joints.
    pub copied: Option<Vec<(String, f32)>>,
    /// While a stroke goes on: the joints that it takes weight from at the pointer (negative) and gives it to, largest
    /// first. The card of the vertex shows it.
    pub donors: Option<Vec<(JointIndex, f32)>>,
    /// While a stroke over the blend map goes on: its number next to the pointer before the stroke, and now.
    pub blending: Option<(f32, f32)>,
    /// How far from the pointer the card of the vertex has to stay away, in points: the radius of the brush.
    pub keep_free: f32,
}

impl WeightsWork {
    /// Whether the weights of a joint stay as they are.
    #[must_use]
    pub fn is_locked(&self, skeleton: &Skeleton, joint: JointIndex) -> bool {
        !self.locked.is_empty() && self.locked.contains(&joint_name(skeleton, joint))
    }

    /// Locks a joint, or takes its lock away. Joints of one name share it.
    pub fn set_locked(&mut self, skeleton: &Skeleton, joint: JointIndex, locked: bool) {
        let name = joint_name(skeleton, joint);
        if locked {
            self.locked.insert(name);
        } else {
            self.locked.remove(&name);
        }
    }

    /// Which joints of a list are locked, in its order: the locks of a skin.
    #[must_use]
    pub fn locks_of(&self, skeleton: &Skeleton, joints: &[JointIndex]) -> Vec<bool> {
        let is_locked = |&joint: &JointIndex| self.is_locked(skeleton, joint);
        joints.iter().map(is_locked).collect()
    }

    /// Which vertices are selected, as long as the character is the same.
    pub fn forget_vertices(&mut self) {
        self.vertices.choose(&[], Choose::Alone);
    }

    /// Goes along with a skeleton that has changed: joints that have other names now keep their locks.
    pub fn follow(
        &mut self,
        (before, now): (&Skeleton, &Skeleton),
        mapped: impl Fn(JointIndex) -> Option<JointIndex>,
    ) {
        if self.locked.is_empty() {
            return;
        }
        let locked: Vec<JointIndex> = before
            .joints()
            .filter(|&joint| self.is_locked(before, joint))
            .collect();
        let mapped_joints = locked.into_iter().filter_map(|joint| {
            let name = joint_name(before, joint);
            Some((name, joint_name(now, mapped(joint)?)))
        });
        for (name, renamed) in mapped_joints.collect::<Vec<_>>() {
            if name != renamed {
                self.locked.remove(&name);
                self.locked.insert(renamed);
            }
        }
    }
}
