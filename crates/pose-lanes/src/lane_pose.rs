//! A rig in a pose, joint beside joint.

use dq_math::SignRule;
use lanes::{Row8, Row16, run_on};
use rig::{
    DualQuatPalette, ForwardError, MatrixPalette, Method, Palette, Pose, RigidBlend,
    TwoPhasePalette,
};

use crate::carried::Carried;
use crate::chain::LinearWork;
use crate::dual_chain::DualWork;
use crate::order::{BLOCK, blocks_of, place_in_block};
use crate::prepared_clip::is_any_stretched;
use crate::prepared_rig::set_column;
use crate::prepared_skin::PreparedSkin;
use crate::reference::Reference;
use crate::sample::SampleWork;
use crate::set_pose::SetPoseWork;
use crate::signs::SignMemory;
use crate::stretch_kind::StretchKind;
use crate::two_phase::TwoPhaseWork;
use crate::{ClipCursor, LaneError, PreparedClip, PreparedRig};

/// A rig in a pose, in memory that is used again: nothing is allocated once it has held a pose and made each kind of palette. One serves any
/// number of characters of one rig, one after another.
///
/// A pose comes [from a clip](Self::sample) or [from a pose](Self::set); then it is asked for palettes of any of the rig's skins. Results are those of
/// [`Clip::sample`](rig::Clip::sample), [`forward`](rig::forward) and [`Palette::new`](rig::Palette::new) but for rounding, up to 5e-6 of the size
/// of what is skinned and of its distance from the origin.
///
/// # Examples
///
/// ```
/// use glam::{Affine3A, Quat, Vec3};
/// use lanes::SimdPath;
/// use pose_lanes::{LanePose, PreparedRig};
/// use rig::{BindPose, JointIndex, LocalTransform, MatrixPalette, Pose, Rig, SkeletonBuilder};
///
/// let skeleton = SkeletonBuilder::new().joint(0, None, "hips", LocalTransform::default()).build()?;
/// let (bind, _) = BindPose::new(&skeleton, &[JointIndex(0)], &[Affine3A::IDENTITY])?;
/// let mut pose = Pose::rest(&skeleton);
/// pose.rigid[0].rotation = Quat::from_rotation_z(1.0);
///
/// let rig = PreparedRig::new(&Rig::new(skeleton, vec![bind]), SimdPath::default())?;
/// let (mut lanes, mut palette) = (LanePose::new(&rig), MatrixPalette::default());
/// lanes.set(&pose)?;
/// lanes.linear(0, &mut palette)?;
/// let turned = palette.posed_from_bind[0].transform_point3(Vec3::X);
/// assert!(turned.abs_diff_eq(Quat::from_rotation_z(1.0) * Vec3::X, 1e-6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LanePose {
    pub(crate) rig: PreparedRig,
    pub(crate) posed: Posed,
    pub(crate) work: WorkMemory,
    signs: SignMemory,
    /// Poses and palettes by today's way, for what lanes leave to it.
    pub(crate) reference: Reference,
}

/// The pose in the axes of the model.
#[derive(Clone, Debug)]
pub(crate) struct Posed {
    /// `r_i`, in columns.
    pub(crate) rotations: Vec<[Row16; 4]>,
    /// `p_i`, in columns.
    pub(crate) places: Vec<[Row16; 3]>,
    /// `S'_i` joint by joint, filled up to whole blocks; none where nothing is stretched.
    pub(crate) stretches: Vec<Row8>,
    /// What the chains have made of this pose.
    pub(crate) has_linear: bool,
    pub(crate) has_dual: bool,
}

/// What is computed on the way.
#[derive(Clone, Debug)]
pub(crate) struct WorkMemory {
    /// Rotations of a pose as it was given, joint by joint, then translations.
    pub(crate) given: [Vec<[Row16; 4]>; 2],
    /// Columns of `M_i`, joint by joint.
    pub(crate) motions: [Vec<[Row16; 4]>; 4],
    /// Real and dual parts of the same motions, joint by joint.
    pub(crate) duals: [Vec<[Row16; 4]>; 2],
    /// `C_i` by columns, behind the identity.
    pub(crate) matrices: Vec<[[f32; 4]; 4]>,
    /// `E'_i`, where anything is stretched, behind the identity.
    pub(crate) frames: Vec<[[f32; 4]; 4]>,
    /// `E0'_i` and `W0'_i`, the same at rest.
    pub(crate) rest_frames: Vec<[[f32; 4]; 4]>,
    pub(crate) rest_matrices: Vec<[[f32; 4]; 4]>,
    /// Stretches in the axes of a bind that is not the rest.
    pub(crate) bind_stretches: Vec<Row8>,
    /// How far heads are moved by stretches at rest, joint by joint.
    pub(crate) elongated: Vec<[Row16; 4]>,
    pub(crate) kinds: Vec<[StretchKind; 2]>,
    /// The chain of dual quaternions, behind the identity.
    pub(crate) turns: Vec<[[f32; 4]; 2]>,
}

pub(crate) const IDENTITY: [[f32; 4]; 4] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 0.0],
];
const NO_TURN: [[f32; 4]; 2] = [[0.0, 0.0, 0.0, 1.0], [0.0; 4]];

impl LanePose {
    /// At rest.
    #[must_use]
    pub fn new(rig: &PreparedRig) -> Self {
        let joints = rig.constants().slots.len();
        let blocks = blocks_of(joints);
        let mut identities = [Row16::default(); 4];
        identities[3] = Row16([1.0; 16]);
        let quads = || vec![[Row16::default(); 4]; blocks];
        Self {
            rig: rig.clone(),
            posed: Posed {
                rotations: vec![identities; blocks],
                places: rig.constants().heads.clone(),
                stretches: Vec::new(),
                has_linear: false,
                has_dual: false,
            },
            work: WorkMemory {
                given: [quads(), quads()],
                motions: [quads(), quads(), quads(), quads()],
                duals: [quads(), quads()],
                matrices: vec![IDENTITY; joints + 1],
                frames: vec![IDENTITY; BLOCK * blocks + 1],
                rest_frames: vec![IDENTITY; BLOCK * blocks + 1],
                rest_matrices: vec![IDENTITY; joints + 1],
                bind_stretches: Vec::new(),
                elongated: quads(),
                kinds: Vec::new(),
                turns: vec![NO_TURN; BLOCK * blocks + 1],
            },
            signs: SignMemory::default(),
            reference: Reference::default(),
        }
    }

    /// The rig that is posed.
    #[must_use]
    pub const fn rig(&self) -> &PreparedRig {
        &self.rig
    }

    /// Takes the pose of a clip at a time in seconds. Before its first key and after its last a track holds their values; nothing loops. A time that
    /// is not a number gives the first keys.
    ///
    /// # Errors
    ///
    /// [`LaneError::OtherRig`]: the clip was prepared for another rig.
    pub fn sample(
        &mut self,
        clip: &PreparedClip,
        time: f32,
        cursor: &mut ClipCursor,
    ) -> Result<(), LaneError> {
        if !clip.rig.is_same(&self.rig) {
            return Err(LaneError::OtherRig);
        }
        cursor.find(&clip.lists, time);
        let posed = &mut self.posed;
        posed.stretches.clone_from(&clip.base_stretches);
        let found = &cursor.found;
        run_on(self.rig.path(), SampleWork { clip, found, posed });
        self.sample_slow(clip, time, cursor);
        if !clip.slow.is_empty() {
            self.drop_ones();
        }
        (self.posed.has_linear, self.posed.has_dual) = (false, false);
        Ok(())
    }

    /// Joints that are sampled track by track.
    fn sample_slow(&mut self, clip: &PreparedClip, time: f32, cursor: &mut ClipCursor) {
        let rig = self.rig.constants();
        cursor.hints.resize(4 * clip.slow.len(), 0);
        for (slow, hints) in clip.slow.iter().zip(cursor.hints.chunks_mut(4)) {
            let user = slow.sample(&rig.rig.skeleton, time, hints);
            let joint = slow.joint.index();
            let carried = Carried::of_user(rig, joint, &user);
            let (block, place) = (joint / BLOCK, place_in_block(rig.lanes, joint));
            set_column(&mut self.posed.rotations[block], place, &carried.rotation);
            set_column(&mut self.posed.places[block], place, &carried.place);
            self.posed.stretches[joint] = carried.stretch;
        }
    }

    /// Forgets stretches that are none.
    fn drop_ones(&mut self) {
        if !is_any_stretched(&self.posed.stretches) {
            self.posed.stretches.clear();
        }
    }

    /// Takes a pose. Its morph weights are passed over.
    ///
    /// # Errors
    ///
    /// [`LaneError::Lengths`]: the pose has another number of joints than the rig.
    pub fn set(&mut self, pose: &Pose) -> Result<(), LaneError> {
        let rig = self.rig.constants();
        let (expected, found) = (rig.slots.len(), pose.len());
        if expected != found {
            return Err(ForwardError::Pose { expected, found }.into());
        }
        let work = SetPoseWork {
            rig,
            pose,
            given: &mut self.work.given,
            posed: &mut self.posed,
        };
        run_on(rig.path, work);
        (self.posed.has_linear, self.posed.has_dual) = (false, false);
        Ok(())
    }

    /// The palette of a skin for linear blending.
    ///
    /// # Errors
    ///
    /// [`LaneError::Skin`]: there is no such skin.
    pub fn linear(&mut self, skin: usize, palette: &mut MatrixPalette) -> Result<(), LaneError> {
        let rig = self.rig.constants();
        let skin = skin_of(&rig.skins, skin)?;
        run_on(
            rig.path,
            LinearWork {
                rig,
                skin,
                posed: &self.posed,
                work: &mut self.work,
                palette: &mut palette.posed_from_bind,
            },
        );
        self.posed.has_linear = true;
        Ok(())
    }

    /// The palette of a skin for dual quaternion blending, which leaves stretches out. Signs that are decided once per pose are left to
    /// [`DualQuatPalette`]'s own way where the skin is bound elsewhere than at rest.
    ///
    /// # Errors
    ///
    /// [`LaneError::Skin`]: there is no such skin.
    pub fn dual_quaternion(
        &mut self,
        skin: usize,
        signs: SignRule,
        palette: &mut DualQuatPalette,
    ) -> Result<(), LaneError> {
        let rig = self.rig.constants();
        let number = skin;
        let skin = skin_of(&rig.skins, skin)?;
        if signs.is_per_pose() && skin.elsewhere.is_some() {
            self.reference
                .dual_quaternion(rig, &self.posed, (number, signs), palette);
            return Ok(());
        }
        run_on(
            rig.path,
            DualWork {
                rig,
                skin,
                posed: &self.posed,
                work: &mut self.work,
                palette: &mut palette.posed_from_bind,
            },
        );
        self.posed.has_dual = true;
        if signs == SignRule::Hierarchical {
            let turns = &self.work.turns;
            self.signs
                .align(rig, skin, turns, &mut palette.posed_from_bind);
        }
        palette.rest_from_bind = rig.rig.binds[number].rest_from_bind();
        palette.signs = signs;
        Ok(())
    }

    /// The palette of a skin for [two-phase blending](Method::TWO_PHASE): the elongated rest, with dual quaternions behind it.
    ///
    /// Signs that are decided once per pose are left to [`TwoPhasePalette`]'s own way; so are joints whose rotations under stretch lanes have not made certain.
    ///
    /// # Errors
    ///
    /// [`LaneError::Skin`]: there is no such skin.
    pub fn two_phase(
        &mut self,
        skin: usize,
        signs: SignRule,
        palette: &mut TwoPhasePalette,
    ) -> Result<(), LaneError> {
        let rig = self.rig.constants();
        let number = skin;
        let skin = skin_of(&rig.skins, skin)?;
        if signs.is_per_pose() {
            let how = (number, Method::TWO_PHASE, signs);
            self.reference.two_phase(rig, &self.posed, how, palette);
            return Ok(());
        }
        let is_inherited = run_on(
            rig.path,
            TwoPhaseWork {
                rig,
                skin,
                posed: &self.posed,
                work: &mut self.work,
                stretches: &mut palette.stretched_from_bind,
                motions: &mut palette.posed_from_stretched,
            },
        );
        // Under stretch the chain is that of an elongated rest now.
        self.posed.has_dual = self.posed.stretches.is_empty();
        self.posed.has_linear |= is_inherited;
        palette.heads.clear();
        palette.logs.clear();
        (palette.blend, palette.signs) = (RigidBlend::DualQuaternion, signs);
        Ok(())
    }

    /// Becomes the palette of a skin for any method, as [`Palette::set`] makes it: linear, dual quaternion and two-phase blending in lanes, others by its own way.
    ///
    /// # Errors
    ///
    /// [`LaneError::Skin`]: there is no such skin.
    pub fn palette(
        &mut self,
        skin: usize,
        method: Method,
        signs: SignRule,
        palette: &mut Palette,
    ) -> Result<(), LaneError> {
        match (method, &mut *palette) {
            (Method::Linear, Palette::Linear(own)) => self.linear(skin, own),
            (Method::DualQuaternion, Palette::DualQuaternion(own)) => {
                self.dual_quaternion(skin, signs, own)
            }
            (Method::TWO_PHASE, Palette::TwoPhase(own)) => self.two_phase(skin, signs, own),
            (Method::Linear | Method::DualQuaternion | Method::TWO_PHASE, _) => {
                // Of another kind, which this one takes the place of.
                *palette = match method {
                    Method::Linear => Palette::Linear(MatrixPalette::default()),
                    Method::DualQuaternion => Palette::DualQuaternion(DualQuatPalette::default()),
                    _ => Palette::TwoPhase(TwoPhasePalette::default()),
                };
                self.palette(skin, method, signs, palette)
            }
            _ => {
                let rig = self.rig.constants();
                skin_of(&rig.skins, skin)?;
                let how = (skin, method, signs);
                self.reference.make(rig, &self.posed, how, palette);
                Ok(())
            }
        }
    }
}

pub(crate) fn skin_of(skins: &[PreparedSkin], skin: usize) -> Result<&PreparedSkin, LaneError> {
    let count = skins.len();
    skins.get(skin).ok_or(LaneError::Skin { skin, count })
}
