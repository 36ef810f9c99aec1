//! What the maps of a mesh and exact normals ask for in a pose.

use dq_math::SignRule;
use glam::{Affine3A, Vec3};
use rig::{BoneSegment, InfluenceBatches, PackedInfluences, Palette};

use super::beside::MapInputs;
use super::bulge::Bones;
use super::pose::{Pivot, PosedRows, by_rows, fill_up, pivot_of};
use super::prepared::BatchedGradients;
use super::slopes::Gradients;
use crate::bulge::PosedBone;
use crate::mapped::Maps;
use lanes::Row16;

/// The rule by which a kernel chooses signs; none where they are in the palette, or it has none.
pub(super) fn sign_rule(palette: &Palette) -> Option<SignRule> {
    palette.signs().filter(|rule| !rule.is_per_pose())
}

impl PosedRows {
    /// What rotations have to agree with, for slopes that are read row by row. Comes after [`fill_lists`](Self::fill_lists).
    pub(super) fn fill_pivots(
        &mut self,
        palette: &Palette,
        packed: &PackedInfluences,
        reads_rows: bool,
    ) {
        let Some(rule) = sign_rule(palette).filter(|_| reads_rows) else {
            return;
        };
        self.has_sums = rule == SignRule::Running;
        if self.has_sums {
            return;
        }
        self.pivots.resize(packed.quads().len(), Pivot::default());
        for list in packed.lists() {
            let first = list.first_quad as usize;
            let quads = &packed.quads()[first..first + list.quad_count as usize];
            let pivot = pivot_of(list, quads, rule);
            self.pivots[first] = Pivot {
                rotation: self.rotations[pivot],
                is_turned: self.aligned.is_turned(pivot),
            };
        }
    }

    /// By joint, or by joint and sign where entries are.
    pub(super) fn fill_joint_maps(&mut self, maps: &Maps<'_>, joints: usize) {
        let times = 1 << self.shift();
        for (joint, map) in maps.joint_maps().iter().take(joints).enumerate() {
            self.joint_maps
                .extend(std::iter::repeat_n(by_rows(map), times));
            let bone = maps.bones().get(joint).map(bone_row);
            self.bones
                .extend(std::iter::repeat_n(bone.unwrap_or_default(), times));
        }
        // An unbound vertex stays; it has no bone to be drawn back to.
        let identity = by_rows(&Affine3A::IDENTITY);
        self.joint_maps.extend(std::iter::repeat_n(identity, times));
        self.bones
            // NaN for the bone: no comparison says that the vertex stands out.
            .extend(std::iter::repeat_n(Row16([f32::NAN; 16]), times));
        fill_up(&mut self.joint_maps);
        fill_up(&mut self.bones);
    }

    /// 1 where entries count every joint twice.
    pub(super) fn shift(&self) -> u32 {
        u32::from(self.rule.is_some())
    }

    /// What there is beside weights; nothing where all of it is nothing.
    pub(super) fn beside<'a>(
        &'a self,
        maps: Option<&Maps<'a>>,
        gradients: Option<&'a BatchedGradients<'a>>,
        unbound: usize,
        batches: Option<&'a InfluenceBatches>,
    ) -> Option<MapInputs<'a>> {
        let shift = self.shift();
        let gradients = gradients.map(|gradients| Gradients {
            of_weights: gradients.of_weights,
            batches: gradients.batches().map(|of| self.slopes.of(of, shift)),
            joint_map_batches: gradients
                .batches()
                .map(|of| self.linear_slopes.of(of, shift)),
            rotations: &self.rotations,
            pivots: &self.pivots,
            turned: self.aligned.turned(),
            has_sums: self.has_sums,
            shift,
            unbound,
        });
        (maps.is_some() || gradients.is_some()).then(|| MapInputs {
            blend: maps.and_then(Maps::blend),
            bulge: maps.and_then(Maps::bulge),
            gradients,
            bones: Bones {
                segments: &self.bones,
                maps: &self.joint_maps,
            },
            batches: batches.map(|batches| self.linear.of(batches, shift)),
        })
    }
}

fn bone_row(bone: &PosedBone) -> Row16 {
    let map = &bone.posed_from_bind;
    let posed = BoneSegment {
        head: map.transform_point3(bone.at_bind.head),
        tail: map.transform_point3(bone.at_bind.tail),
    };
    let mut row = Row16::default();
    let halves = row.0.as_chunks_mut::<8>().0.iter_mut();
    for (half, segment) in halves.zip([bone.at_bind, posed]) {
        let (head, along) = segment_rows(&segment);
        half[..4].copy_from_slice(&head);
        half[4..].copy_from_slice(&along);
    }
    row
}

/// Head and way to the tail; the inverse of its squared length beside the head, zero of none.
fn segment_rows(segment: &BoneSegment) -> ([f32; 4], [f32; 4]) {
    let along: Vec3 = segment.tail - segment.head;
    let squared = along.length_squared();
    // Below the smallest normal number an inverse would be infinite: such a bone counts as a point.
    let inverse = if squared >= f32::MIN_POSITIVE {
        squared.recip()
    } else {
        0.0
    };
    let head = segment.head.extend(inverse).to_array();
    (head, along.extend(0.0).to_array())
}
