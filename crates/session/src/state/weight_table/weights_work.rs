//! Weight-editing UI state; neither saved nor undone.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use rig::{JointIndex, Skeleton};
use scene::names::{count, joint_name};
use scene::vertex_facts::VertexPlace;

use crate::document::Document;
use crate::document::layers::{LayerOrder, WeightLayers};
use crate::state::selection::Choose;

/// Selected vertices. The active one is the last chosen, or the first of several chosen at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VertexSelection {
    all: BTreeSet<VertexPlace>,
    active: Option<VertexPlace>,
    changes: u64,
}

impl VertexSelection {
    /// All selected vertices, ordered by primitive and vertex.
    #[must_use]
    pub const fn all(&self) -> &BTreeSet<VertexPlace> {
        &self.all
    }

    /// The last vertex chosen, if it is still selected; of several chosen at once the first.
    #[must_use]
    pub const fn active(&self) -> Option<VertexPlace> {
        self.active
    }

    /// Whether it is a mask: brushes and operations on weights change the selected vertices alone.
    #[must_use]
    pub fn is_mask(&self) -> bool {
        !self.all.is_empty()
    }

    /// The remark that only selected vertices were to change; none if none is selected.
    #[must_use]
    pub fn mask_words(&self) -> Option<String> {
        match self.all.len() {
            0 => None,
            1 => Some("only the selected vertex".to_owned()),
            all => Some(format!("only the {} selected vertices", count(all))),
        }
    }

    /// Incremented with every change.
    #[must_use]
    pub const fn changes(&self) -> u64 {
        self.changes
    }

    /// Makes a selected vertex the active one; other vertices are ignored.
    pub fn activate(&mut self, place: VertexPlace) {
        if self.all.contains(&place) {
            self.active = Some(place);
        }
    }

    /// Selects these vertices, replacing or extending the selection; toggling removes those already selected.
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
        // The first of several, since that is the top row of the weight table.
        let chosen = places.iter().min().copied().or(self.active);
        self.active = chosen.filter(|place| self.all.contains(place));
        self.changes += 1;
    }
}

/// A change of the selected vertices by how they are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskChange {
    /// All neighbors are added.
    Grow,
    /// All that have a neighbor outside are removed.
    Shrink,
    /// The edge loops through edges between two of them are added.
    EdgeLoops,
    /// All that is connected to any of them is added.
    Connected,
    /// All others take their place.
    Invert,
}

/// The weights that one joint has at every vertex, copied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CopiedInfluence {
    /// The weight at each vertex of a primitive, by mesh and index in the mesh.
    pub weights: BTreeMap<(usize, usize), Vec<f32>>,
}

impl CopiedInfluence {
    /// The weight at a vertex; none of one that was not there.
    #[must_use]
    pub fn weight(&self, primitive: (usize, usize), vertex: u32) -> Option<f32> {
        self.weights.get(&primitive)?.get(vertex as usize).copied()
    }
}

/// The quantity that the brush paints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PaintLayer {
    /// The weights of the active joint.
    #[default]
    Joints,
    /// The blend map: one number per vertex between linear blending (0) and dual quaternions (1), independent of
    /// joints.
    Blend,
    /// The bulge map: one number per vertex, how far it is drawn back to its bones where it stands out.
    Bulge,
    /// The mask of the active layer of weights: one number per vertex, by which its opacity is multiplied.
    Mask,
}

impl PaintLayer {
    /// All that are always there, in the order of the menu; a mask is chosen with its layer.
    pub const ALL: [Self; 3] = [Self::Joints, Self::Blend, Self::Bulge];

    /// The name in the menu.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Joints => "Joint weights",
            Self::Blend => "Blend map",
            Self::Bulge => "Bulge map",
            Self::Mask => "Layer mask",
        }
    }

    /// One word, where all stand in a row.
    #[must_use]
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::Joints => "Weights",
            Self::Blend => "Blend",
            Self::Bulge => "Bulge",
            Self::Mask => "Mask",
        }
    }

    /// The tooltip, one sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Joints => "The brush paints how much the selected joint moves each vertex",
            Self::Blend => {
                "The brush paints where dual quaternion methods follow linear blending (0) and where dual quaternions (1)"
            }
            Self::Bulge => {
                "The brush paints how far vertices that stand out at bends are drawn back to their bones: 0 not at all, 1 all the way"
            }
            Self::Mask => {
                "The brush paints where the active layer of weights counts (1) and where not (0)"
            }
        }
    }

    /// The blend map of the joint weights, and the joint weights of any map.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Joints => Self::Blend,
            Self::Blend | Self::Bulge | Self::Mask => Self::Joints,
        }
    }
}

/// Weight-editing UI state; neither saved nor undone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightsWork {
    /// The quantity that the brush paints.
    pub layer: PaintLayer,
    /// Names of locked joints, whose weights do not change.
    pub locked: BTreeSet<String>,
    /// Whether weight displays hide the surface where the active joint has no weight.
    pub isolated: bool,
    /// Whether clothes are bound anew after each stroke.
    pub clothes_follow: bool,
    /// The joint without a partner of which it was told last that strokes on both sides paint its own alone.
    pub unmirrored_told: Option<JointIndex>,
    /// Whether clicks and drags in panes select vertices.
    pub selecting: bool,
    /// Whether the next click on a joint chooses it as the donor, from which the brush takes weight.
    pub picks_donor: bool,
    /// The selected vertices, which alone change while there are any.
    pub vertices: VertexSelection,
    /// The copied weights, by joint name.
    pub copied: Option<Vec<(String, f32)>>,
    /// The copied weights of a joint.
    pub influence: Option<Arc<CopiedInfluence>>,
    /// Steps on layers of weights that are not done yet, in order; the first is at work in the background.
    pub folding: VecDeque<LayerOrder>,
    /// The name being typed for a layer of weights.
    pub layer_name: Option<(usize, String)>,
    /// During a stroke: changes of joints at the pointer, largest first, negative where weight is taken; shown by the
    /// vertex card.
    pub donors: Option<Vec<(JointIndex, f32)>>,
    /// During a stroke over a map: the value nearest to the pointer before the stroke and now.
    pub blending: Option<(f32, f32)>,
    /// The distance that the vertex card keeps from the pointer, in points: the radius of the brush.
    pub keep_free: f32,
}

impl WeightsWork {
    /// The layers of a document in which the steps that are still at work are done, as the list shows them.
    #[must_use]
    pub fn expected_layers<'a>(&'a self, document: &'a Document) -> &'a Arc<WeightLayers> {
        let last = self.folding.back();
        last.map_or(&document.layers, |order| &order.outline)
    }

    /// Whether a joint is locked.
    #[must_use]
    pub fn is_locked(&self, skeleton: &Skeleton, joint: JointIndex) -> bool {
        !self.locked.is_empty() && self.locked.contains(&joint_name(skeleton, joint))
    }

    /// Locks or unlocks a joint. Joints of the same name share the lock.
    pub fn set_locked(&mut self, skeleton: &Skeleton, joint: JointIndex, locked: bool) {
        let name = joint_name(skeleton, joint);
        if locked {
            self.locked.insert(name);
        } else {
            self.locked.remove(&name);
        }
    }

    /// Per joint of a list, whether it is locked.
    #[must_use]
    pub fn locks_of(&self, skeleton: &Skeleton, joints: &[JointIndex]) -> Vec<bool> {
        let is_locked = |&joint: &JointIndex| self.is_locked(skeleton, joint);
        joints.iter().map(is_locked).collect()
    }

    /// Clears the vertex selection, when another character is shown.
    pub fn forget_vertices(&mut self) {
        self.vertices.choose(&[], Choose::Alone);
    }

    /// Keeps locks after a change of the skeleton: renamed joints stay locked.
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
