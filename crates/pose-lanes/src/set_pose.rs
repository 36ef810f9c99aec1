//! A pose carried to the axes of the model: `r = b T b*`, `p = h + b t`, `S' = b S bᵀ`.

use glam::{Mat3A, Quat, Vec3A};
use lanes::{Lanes, OnLanes, Row8, Row16};
use rig::{Pose, Stretch};

use crate::algebra::{Matrix, rotated, transformed};
use crate::carried::NO_STRETCH;
use crate::lane_pose::Posed;
use crate::order::{BLOCK, load, load3, quads_mut, store, store4, turned};
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
            given: [rotations, translations],
            posed,
        } = self;
        let quads = quads_mut(rotations).iter_mut().zip(quads_mut(translations));
        for (rigid, (rotation, translation)) in pose.rigid.iter().zip(quads) {
            *rotation = rigid.rotation.to_array();
            *translation = rigid.translation.extend(0.0).to_array();
        }
        let given = rotations.iter().zip(translations.iter());
        let rests = rig.axes.iter().zip(&rig.heads);
        let out = posed.rotations.iter_mut().zip(&mut posed.places);
        for (((rotation, translation), (axes, heads)), (turn, place)) in given.zip(rests).zip(out) {
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
        set_stretches(rig, &pose.stretch, &mut posed.stretches);
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

/// `b S bᵀ` of joints that have a stretch; none at all where no joint has one.
#[inline(always)]
fn set_stretches(rig: &RigConstants, given: &[Stretch], stretches: &mut Vec<Row8>) {
    stretches.clear();
    if given.iter().all(|stretch| *stretch == Stretch::IDENTITY) {
        return;
    }
    let joints = given.iter().zip(&rig.rotations);
    stretches.extend(joints.map(
        #[inline(always)]
        |(stretch, axes)| carried(*stretch, *axes),
    ));
    stretches.resize(BLOCK * rig.heads.len(), NO_STRETCH);
}

#[inline(always)]
fn carried(stretch: Stretch, axes: Quat) -> Row8 {
    if stretch == Stretch::IDENTITY {
        return NO_STRETCH;
    }
    let axes = Mat3A::from_quat(axes);
    let Stretch { scale, shear } = stretch;
    let own = Mat3A::from_cols(
        Vec3A::new(scale.x, shear.x, shear.z),
        Vec3A::new(shear.x, scale.y, shear.y),
        Vec3A::new(shear.z, shear.y, scale.z),
    );
    let [x, y, z] = (axes * own * axes.transpose()).to_cols_array_2d();
    Row8([x[0], y[1], z[2], x[1], y[2], z[0], 0.0, 0.0])
}
