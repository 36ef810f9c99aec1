//! Sampling, the chain of joints and palettes of as many characters as there are lanes.
//!
//! Each lane keeps its motions as quaternion and translation: with `q = q_p r` and the posed head `g = C_p p`, `C_i = (R(q), g − R(q) h_i)`.

use fearless_simd::{SimdBase as _, SimdFloat as _};
use lanes::{Lanes, OnLanes, Row16};

use crate::PreparedClip;
use crate::algebra::{
    Matrix, Quad, Triple, dual_part, matrix_of, product, quaternion_product, splat, transformed,
    transformed_from,
};
use crate::crowd::plan::{CrowdPlan, JointPlace, SkinPlaces};
use crate::frame_keys::{FrameKeys, SHORT_UNIT, short_columns};
use crate::order::{joint_of_lane, load, quads, store};
use crate::prepared_rig::RigConstants;
use crate::prepared_skin::PreparedSkin;
use crate::slerp::slerp;

/// As many lanes as any vector has.
const MOST_LANES: usize = 16;

/// A character that lanes take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub(crate) clip: usize,
    pub(crate) key: usize,
    pub(crate) between: f32,
    /// Where its palette begins.
    pub(crate) first: usize,
}

/// Of three rows an entry matrices, of two dual quaternions.
pub(crate) struct CrowdWork<'a, const ROWS: usize> {
    pub(crate) rig: &'a RigConstants,
    pub(crate) skin: &'a PreparedSkin,
    pub(crate) places: &'a SkinPlaces,
    pub(crate) clips: &'a [PreparedClip],
    pub(crate) plan: &'a CrowdPlan,
    pub(crate) members: &'a [Member],
    pub(crate) state: &'a mut [[Row16; 7]],
    pub(crate) palettes: &'a mut [[[f32; 4]; ROWS]],
}

/// The characters of one vector, filled up with the last of them.
struct Group<'a> {
    members: [Member; MOST_LANES],
    /// Where their palettes begin.
    first: [usize; MOST_LANES],
    keys: GroupKeys<'a>,
    between: [f32; MOST_LANES],
}

/// The earlier frame and the later one of each character.
enum GroupKeys<'a> {
    Wide([[&'a [[f32; 4]]; MOST_LANES]; 2]),
    Short([[&'a [[i16; 4]]; MOST_LANES]; 2]),
}

impl<const ROWS: usize> OnLanes for CrowdWork<'_, ROWS> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(mut self, simd: S) {
        let mut from = 0;
        while from < self.members.len() {
            let group = self.group(from, S::LANES);
            self.pose(simd, &group);
            from += S::LANES;
        }
    }
}

impl<'a, const ROWS: usize> CrowdWork<'a, ROWS> {
    #[inline(always)]
    fn group(&self, from: usize, lanes: usize) -> Group<'a> {
        let members = &self.members[from..];
        let mut group = Group {
            members: [members[0]; MOST_LANES],
            first: [0; MOST_LANES],
            keys: if self.plan.is_short {
                GroupKeys::Short([[&[]; MOST_LANES]; 2])
            } else {
                GroupKeys::Wide([[&[]; MOST_LANES]; 2])
            },
            between: [0.0; MOST_LANES],
        };
        let blocks = self.rig.heads.len();
        for lane in 0..lanes {
            let member = members[lane.min(members.len() - 1)];
            group.members[lane] = member;
            group.first[lane] = member.first;
            group.between[lane] = member.between;
            if let Some(frames) = &self.clips[member.clip].frames {
                let first = member.key * blocks;
                group
                    .keys
                    .set(lane, &frames.rotations, [first, first + blocks], blocks);
            }
        }
        group
    }

    #[inline(always)]
    fn pose<S: Lanes>(&mut self, simd: S, group: &Group<'_>) {
        let u = S::f32s::from_slice(simd, &group.between[..S::LANES]);
        for (joint, &slot) in self.rig.slots.iter().enumerate() {
            let own = group.keys.rotation(simd, joint, u);
            let place = self.place(simd, group, joint, u);
            let (turn, moved) = above(simd, &self.state[slot as usize]);
            let head = posed(simd, turn, place, moved);
            let turn = quaternion_product(simd, turn, own);
            let matrix = matrix_of(simd, turn);
            let [x, y, z, _] = self.rig.head_quads[joint];
            let rest = [splat(simd, x), splat(simd, y), splat(simd, z)];
            let moved = transformed_from(simd, &matrix, rest, head);
            keep::<S>(turn, moved, &mut self.state[joint + 1]);
            if ROWS == 3 {
                self.put_matrices(simd, group, joint, (matrix, moved));
            } else {
                self.put_duals(simd, group, joint, (turn, moved));
            }
        }
    }

    /// `p_i`.
    #[inline(always)]
    fn place<S: Lanes>(&self, simd: S, group: &Group<'_>, joint: usize, u: S::f32s) -> Triple<S> {
        let number = match &self.plan.joints[joint] {
            JointPlace::Same([x, y, z]) => {
                return [splat(simd, *x), splat(simd, *y), splat(simd, *z)];
            }
            JointPlace::Own(number) => *number,
        };
        const NONE: &[f32; 4] = &[0.0; 4];
        let mut keys = [[NONE; 2]; MOST_LANES];
        for (keys, member) in keys.iter_mut().zip(&group.members[..S::LANES]) {
            if let Some(plan) = &self.plan.clips[member.clip] {
                *keys = plan.keys(&self.clips[member.clip].places, number, member.key);
            }
        }
        let [ax, ay, az, _] = simd.gather(
            #[inline(always)]
            |lane| keys[lane][0],
        );
        let [bx, by, bz, _] = simd.gather(
            #[inline(always)]
            |lane| keys[lane][1],
        );
        [
            (bx - ax).mul_add(u, ax),
            (by - ay).mul_add(u, ay),
            (bz - az).mul_add(u, az),
        ]
    }

    #[inline(always)]
    fn put_matrices<S: Lanes>(
        &mut self,
        simd: S,
        group: &Group<'_>,
        joint: usize,
        (matrix, moved): (Matrix<S>, Triple<S>),
    ) {
        for &place in self.places.of(joint) {
            let (m, t) = match self.skin.matrices.get(place) {
                None => (matrix, moved),
                Some(constant) => after_constant(simd, &matrix, moved, constant),
            };
            let rows = [
                [m[0][0], m[1][0], m[2][0], t[0]],
                [m[0][1], m[1][1], m[2][1], t[1]],
                [m[0][2], m[1][2], m[2][2], t[2]],
            ];
            self.put(simd, group, place, rows);
        }
    }

    #[inline(always)]
    fn put_duals<S: Lanes>(
        &mut self,
        simd: S,
        group: &Group<'_>,
        joint: usize,
        (turn, moved): (Quad<S>, Triple<S>),
    ) {
        for &place in self.places.of(joint) {
            let mut real = turn;
            let mut dual = dual_part(simd, moved, turn);
            if let Some(motion) = self.skin.motions.get(place) {
                let own = splat4(simd, motion.real.to_array());
                let own_dual = splat4(simd, motion.dual.to_array());
                let (one, two) = (
                    quaternion_product(simd, real, own_dual),
                    quaternion_product(simd, dual, own),
                );
                dual = [
                    one[0] + two[0],
                    one[1] + two[1],
                    one[2] + two[2],
                    one[3] + two[3],
                ];
                real = quaternion_product(simd, real, own);
            }
            self.put(simd, group, place, [real, dual]);
        }
    }

    /// The entry of a place of all characters, row by row: more rows at once do not fit the registers of most paths.
    #[inline(always)]
    fn put<S: Lanes, const N: usize>(
        &mut self,
        simd: S,
        group: &Group<'_>,
        place: usize,
        rows: [Quad<S>; N],
    ) {
        let palettes = &mut *self.palettes;
        let mut row = 0;
        while row < N.min(ROWS) {
            simd.scatter(
                rows[row],
                #[inline(always)]
                |lane, quad| quad.store_array(&mut palettes[group.first[lane] + place][row]),
            );
            row += 1;
        }
    }
}

impl<'a> GroupKeys<'a> {
    #[inline(always)]
    fn set(&mut self, lane: usize, keys: &'a FrameKeys, [from, to]: [usize; 2], blocks: usize) {
        match (self, keys) {
            (Self::Wide([earlier, later]), FrameKeys::Wide(keys)) => {
                earlier[lane] = quads(&keys[from..from + blocks]);
                later[lane] = quads(&keys[to..to + blocks]);
            }
            (Self::Short([earlier, later]), FrameKeys::Short(keys)) => {
                earlier[lane] = keys[from..from + blocks].as_flattened();
                later[lane] = keys[to..to + blocks].as_flattened();
            }
            // The plan has clips of one kind only.
            _ => {}
        }
    }

    /// `r_i` of all characters.
    #[inline(always)]
    fn rotation<S: Lanes>(&self, simd: S, joint: usize, u: S::f32s) -> Quad<S> {
        match self {
            Self::Wide([earlier, later]) => {
                let earlier = simd.gather(
                    #[inline(always)]
                    |lane| &earlier[lane][joint],
                );
                let later = simd.gather(
                    #[inline(always)]
                    |lane| &later[lane][joint],
                );
                slerp(simd, [earlier, later], u, 1.0)
            }
            Self::Short([earlier, later]) => {
                let keys = [
                    gather_short(simd, earlier, joint),
                    gather_short(simd, later, joint),
                ];
                slerp(simd, keys, u, SHORT_UNIT)
            }
        }
    }
}

/// Four numbers of each lane, laid side by side as [`short_columns`] takes them.
#[inline(always)]
fn gather_short<S: Lanes>(simd: S, frames: &[&[[i16; 4]]; MOST_LANES], joint: usize) -> Quad<S> {
    let mut numbers = [[0; 4]; MOST_LANES];
    for lane in 0..S::LANES {
        numbers[joint_of_lane(S::LANES, lane)] = frames[lane][joint];
    }
    short_columns(simd, &numbers.as_flattened()[..4 * S::LANES])
}

#[inline(always)]
fn splat4<S: Lanes>(simd: S, [x, y, z, w]: [f32; 4]) -> Quad<S> {
    [
        splat(simd, x),
        splat(simd, y),
        splat(simd, z),
        splat(simd, w),
    ]
}

/// Rotation and translation of what a joint hangs on.
#[inline(always)]
fn above<S: Lanes>(simd: S, [x, y, z, w, tx, ty, tz]: &[Row16; 7]) -> (Quad<S>, Triple<S>) {
    (
        [
            load(simd, x, 0),
            load(simd, y, 0),
            load(simd, z, 0),
            load(simd, w, 0),
        ],
        [load(simd, tx, 0), load(simd, ty, 0), load(simd, tz, 0)],
    )
}

#[inline(always)]
fn keep<S: Lanes>([x, y, z, w]: Quad<S>, [tx, ty, tz]: Triple<S>, state: &mut [Row16; 7]) {
    store::<S>(x, &mut state[0], 0);
    store::<S>(y, &mut state[1], 0);
    store::<S>(z, &mut state[2], 0);
    store::<S>(w, &mut state[3], 0);
    store::<S>(tx, &mut state[4], 0);
    store::<S>(ty, &mut state[5], 0);
    store::<S>(tz, &mut state[6], 0);
}

/// `R(q) v + t`, by two cross products.
#[inline(always)]
fn posed<S: Lanes>(_: S, [x, y, z, w]: Quad<S>, v: Triple<S>, t: Triple<S>) -> Triple<S> {
    let c = [
        y.mul_add(v[2], -(z * v[1])),
        z.mul_add(v[0], -(x * v[2])),
        x.mul_add(v[1], -(y * v[0])),
    ];
    let c = [c[0] + c[0], c[1] + c[1], c[2] + c[2]];
    [
        w.mul_add(c[0], v[0]) + y.mul_add(c[2], (-z).mul_add(c[1], t[0])),
        w.mul_add(c[1], v[1]) + z.mul_add(c[0], (-x).mul_add(c[2], t[1])),
        w.mul_add(c[2], v[2]) + x.mul_add(c[1], (-y).mul_add(c[0], t[2])),
    ]
}

/// `C D`.
#[inline(always)]
fn after_constant<S: Lanes>(
    simd: S,
    matrix: &Matrix<S>,
    moved: Triple<S>,
    [x, y, z, t]: &[[f32; 4]; 4],
) -> (Matrix<S>, Triple<S>) {
    let column = [splat3(simd, x), splat3(simd, y), splat3(simd, z)];
    let moved = transformed(simd, matrix, splat3(simd, t), moved);
    (product(simd, matrix, &column), moved)
}

#[inline(always)]
fn splat3<S: Lanes>(simd: S, [x, y, z, _]: &[f32; 4]) -> Triple<S> {
    [splat(simd, *x), splat(simd, *y), splat(simd, *z)]
}
