//! A pose carried to the axes of the model: `r = b T b*`, `p = h + b t`, `S' = b S bᵀ`.

use lanes::{Lanes, OnLanes, Row8, Row16};
use rig::{Pose, Stretch};

use crate::algebra::{Matrix, rotated, transformed};
use crate::carried::NO_STRETCH;
use crate::carry_stretch::carried_columns;
use crate::lane_pose::Posed;
use crate::order::{BLOCK, load, load3, put, quads, quads_mut, store, store4, turned};
use crate::prepared_rig::RigConstants;

pub(crate) struct SetPoseWork<'a> {
    pub(crate) rig: &'a RigConstants,
    pub(crate) pose: &'a Pose,
    pub(crate) given: &'a mut [Vec<[Row16; 4]>; 2],
    pub(crate) posed: &'a mut Posed,
}

impl OnLanes for SetPoseWork<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let Self {
            rig,
            pose,
            given,
            posed,
        } = self;
        let [rotations, translations] = &mut *given;
        let quads = quads_mut(rotations).iter_mut().zip(quads_mut(translations));
        for (rigid, (rotation, translation)) in pose.rigid.iter().zip(quads) {
            *rotation = rigid.rotation.to_array();
            *translation = rigid.translation.extend(0.0).to_array();
        }
        let carried = rotations.iter().zip(translations.iter());
        let rests = rig.axes.iter().zip(&rig.heads);
        let out = posed.rotations.iter_mut().zip(&mut posed.places);
        for (((rotation, translation), (axes, heads)), (turn, place)) in carried.zip(rests).zip(out)
        {
            let mut at = 0;
            while at < BLOCK {
                let axes = axes_of(simd, axes, at);
                let [x, y, z, w] = turned(simd, rotation, at);
                let [x, y, z] = rotated(simd, &axes, [x, y, z]);
                store4(simd, [x, y, z, w], turn, at);
                let [tx, ty, tz, _] = turned(simd, translation, at);
                let [x, y, z] = transformed(simd, &axes, [tx, ty, tz], load3(simd, heads, at));
                store::<S>(x, &mut place[0], at);
                store::<S>(y, &mut place[1], at);
                store::<S>(z, &mut place[2], at);
                at += S::LANES;
            }
        }
        set_stretches(simd, rig, &pose.stretch, given, &mut posed.stretches);
    }
}

#[inline(always)]
fn axes_of<S: Lanes>(simd: S, axes: &[Row16; 9], at: usize) -> Matrix<S> {
    let [a, b, c, d, e, f, g, h, i] = axes;
    [
        [load(simd, a, at), load(simd, b, at), load(simd, c, at)],
        [load(simd, d, at), load(simd, e, at), load(simd, f, at)],
        [load(simd, g, at), load(simd, h, at), load(simd, i, at)],
    ]
}

/// `b S bᵀ` of all joints; none at all where no joint has a stretch. `memory`: quads of all joints.
#[inline(always)]
fn set_stretches<S: Lanes>(
    simd: S,
    rig: &RigConstants,
    given: &[Stretch],
    [scales, shears]: &mut [Vec<[Row16; 4]>; 2],
    stretches: &mut Vec<Row8>,
) {
    if given.iter().all(is_none) {
        stretches.clear();
        return;
    }
    let quads_of_joints = quads_mut(scales).iter_mut().zip(quads_mut(shears));
    for (stretch, (scale, shear)) in given.iter().zip(quads_of_joints) {
        *scale = stretch.scale.extend(0.0).to_array();
        *shear = stretch.shear.extend(0.0).to_array();
    }
    for ((scale, shear), axes) in scales.iter_mut().zip(shears.iter_mut()).zip(&rig.axes) {
        let mut at = 0;
        while at < BLOCK {
            let axes = axes_of(simd, axes, at);
            let ([xx, yy, zz, _], [xy, yz, zx, none]) =
                (turned(simd, scale, at), turned(simd, shear, at));
            let carried = carried_columns(simd, &axes, [xx, yy, zz], [xy, yz, zx]);
            let ([xx, yy, zz], [xy, yz, zx]) = carried;
            put(simd, [xx, yy, zz, xy], scale, at);
            put(simd, [yz, zx, none, none], shear, at);
            at += S::LANES;
        }
    }
    stretches.resize(BLOCK * rig.axes.len(), NO_STRETCH);
    let carried = quads(scales).iter().zip(quads(shears));
    for ((to, of_user), (low, high)) in stretches.iter_mut().zip(given).zip(carried) {
        if is_none(of_user) {
            *to = NO_STRETCH;
        } else {
            to.0[..4].copy_from_slice(low);
            to.0[4..].copy_from_slice(high);
        }
    }
}

/// Exactly none.
#[inline(always)]
fn is_none(stretch: &Stretch) -> bool {
    let Stretch { scale, shear } = stretch;
    let apart = [
        scale.x - 1.0,
        scale.y - 1.0,
        scale.z - 1.0,
        shear.x,
        shear.y,
        shear.z,
    ];
    apart.iter().all(
        #[inline(always)]
        |apart| *apart == 0.0,
    )
}
