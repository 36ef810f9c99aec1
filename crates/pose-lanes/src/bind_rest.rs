//! Where the joints of a skin are at its bind, if that is not where the skeleton rests.

use glam::{DQuat, DVec3};
use lanes::{Lanes, Row8, Row16};
use rig::{BindPose, JointIndex, Skeleton};

use crate::algebra::matrix_of;
use crate::carry_stretch::carried_columns;
use crate::order::{BLOCK, blocks_of, load4, place_in_block, put, quads, quads_mut, turned};
use crate::prepared_rig::set_column;

/// Frames `Ã_i = (ã_i, h̃_i)` of a skin, joint by joint and in columns.
#[derive(Clone, Debug)]
pub(crate) struct BindRest {
    /// `h̃_i`, in columns.
    pub(crate) heads: Vec<[Row16; 3]>,
    /// `h̃_i`, joint by joint.
    pub(crate) head_quads: Vec<[f32; 4]>,
    /// `h̃_i − h̃_p`, joint by joint.
    pub(crate) offsets: Vec<[f32; 4]>,
    /// `d_i = ã_i b_i*`, in columns.
    pub(crate) turns: Vec<[Row16; 4]>,
    /// The same, joint by joint.
    pub(crate) rotations: Vec<DQuat>,
}

impl BindRest {
    /// Given the rest frames of the skeleton and how many lanes there are.
    pub(crate) fn new(
        skeleton: &Skeleton,
        bind: &BindPose,
        frames: &[(DQuat, DVec3)],
        lanes: usize,
    ) -> Self {
        let blocks = blocks_of(frames.len());
        let head = |joint: JointIndex| bind.rest_from_joint(joint).translation.as_dvec3();
        let quad = |v: DVec3| v.as_vec3().extend(0.0).to_array();
        let mut own = Self {
            heads: vec![[Row16::default(); 3]; blocks],
            head_quads: skeleton.joints().map(|joint| quad(head(joint))).collect(),
            offsets: Vec::with_capacity(frames.len()),
            turns: vec![[Row16::default(); 4]; blocks],
            rotations: Vec::with_capacity(frames.len()),
        };
        for joint in skeleton.joints() {
            let above = skeleton.parent(joint).map_or(DVec3::ZERO, head);
            own.offsets.push(quad(head(joint) - above));
            let (axes, _) = frames[joint.index()];
            let of_bind = bind.rest_from_joint(joint).rotation.as_dquat().normalize();
            let turn = of_bind * axes.conjugate();
            own.rotations.push(turn);
            let (block, place) = (joint.index() / BLOCK, place_in_block(lanes, joint.index()));
            set_column(&mut own.heads[block], place, &head(joint).to_array());
            set_column(&mut own.turns[block], place, &turn.to_array());
        }
        own
    }

    /// `S̃_i = d_i S'_i d_iᵀ`, stretches in the axes of the bind. `quads`: memory of all joints.
    #[inline(always)]
    pub(crate) fn set_stretches<S: Lanes>(
        &self,
        simd: S,
        stretches: &[Row8],
        [lows, highs]: &mut [Vec<[Row16; 4]>; 2],
        of_bind: &mut Vec<Row8>,
    ) {
        let of_joints = quads_mut(lows).iter_mut().zip(quads_mut(highs));
        for (Row8([xx, yy, zz, xy, yz, zx, ..]), (low, high)) in stretches.iter().zip(of_joints) {
            *low = [*xx, *yy, *zz, *xy];
            *high = [*yz, *zx, 0.0, 0.0];
        }
        for ((low, high), turn) in lows.iter_mut().zip(highs.iter_mut()).zip(&self.turns) {
            let mut at = 0;
            while at < BLOCK {
                let axes = matrix_of(simd, load4(simd, turn, at));
                let ([xx, yy, zz, xy], [yz, zx, none, _]) =
                    (turned(simd, low, at), turned(simd, high, at));
                let carried = carried_columns(simd, &axes, [xx, yy, zz], [xy, yz, zx]);
                let ([xx, yy, zz], [xy, yz, zx]) = carried;
                put(simd, [xx, yy, zz, xy], low, at);
                put(simd, [yz, zx, none, none], high, at);
                at += S::LANES;
            }
        }
        of_bind.clear();
        let carried = quads(lows).iter().zip(quads(highs));
        of_bind.extend(carried.map(
            #[inline(always)]
            |([xx, yy, zz, xy], [yz, zx, ..])| Row8([*xx, *yy, *zz, *xy, *yz, *zx, 0.0, 0.0]),
        ));
    }
}
