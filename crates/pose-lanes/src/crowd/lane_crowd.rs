//! A crowd: characters of one rig, each in a clip of its own at a time of its own.

use std::sync::Arc;

use dq_math::{DualQuat, SignRule};
use glam::Affine3A;
use lanes::{Row16, run_on};
use rig::{DualQuatPalette, MatrixPalette};

use crate::crowd::plan::{CrowdPlan, SkinPlaces};
use crate::crowd::work::{CrowdWork, Member};
use crate::lane_pose::skin_of;
use crate::{ClipCursor, LaneError, LanePose, PreparedClip, PreparedRig};

/// Rows of a skinning matrix, as graphics devices read it: `[[m00, m01, m02, t0], …]`.
pub type MatrixRows = [[f32; 4]; 3];
/// Real and dual part of a unit dual quaternion, x y z w each.
pub type DualRows = [[f32; 4]; 2];

/// A character of a crowd.
#[derive(Clone, Copy, Debug, Default)]
pub struct CrowdMember {
    /// Which of the crowd's clips it plays.
    pub clip: usize,
    /// Seconds from the clip's beginning; nothing loops.
    pub time: f32,
    /// The key that was found last.
    pub(crate) key: u32,
}

impl CrowdMember {
    /// A character in a clip, at a time.
    #[must_use]
    pub const fn new(clip: usize, time: f32) -> Self {
        Self { clip, time, key: 0 }
    }
}

/// Palettes of many characters of one rig at once: lanes are characters, so that the chain of joints runs in all of them together.
///
/// For clips of which all rotations and places share one list of times, straight from key to key, with keys as wide as those of the first clip, and nothing is stretched; characters in other clips are posed one after
/// another by a [`LanePose`]. No memory is asked for once a crowd of its size was posed.
///
/// Palettes lie one after another in the order of the members, each as long as the list of the skin: 48 bytes a joint of matrices, 32 of dual quaternions,
/// as a device takes them.
///
/// # Examples
///
/// ```
/// use glam::{Affine3A, Quat};
/// use lanes::SimdPath;
/// use pose_lanes::{CrowdMember, LaneCrowd, PreparedClip, PreparedRig};
/// use rig::{
///     BindPose, Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, LocalTransform, Pose, Rig, SkeletonBuilder, Track,
/// };
///
/// let skeleton = SkeletonBuilder::new().joint(0, None, "arm", LocalTransform::default()).build()?;
/// let (bind, _) = BindPose::new(&skeleton, &[JointIndex(0)], &[Affine3A::IDENTITY])?;
/// let turns = vec![Quat::IDENTITY, Quat::from_rotation_z(1.0)];
/// let channel = Channel::Rotation(Track::new([0.0, 1.0], turns, Interpolation::Linear)?);
/// let track = JointTrack { joint: JointIndex(0), channel };
/// let wave = Clip::new(ClipId(0), None, 1.0).with_tracks(vec![track], Vec::new());
/// let rest = Pose::rest(&skeleton);
///
/// let rig = PreparedRig::new(&Rig::new(skeleton, vec![bind]), SimdPath::default())?;
/// let mut crowd = LaneCrowd::new(&rig, vec![PreparedClip::new(&rig, &wave, &rest)?].into())?;
/// let mut members: Vec<CrowdMember> = (0..100_u8).map(|one| CrowdMember::new(0, f32::from(one) / 100.0)).collect();
/// let mut palettes = vec![[[0.0; 4]; 3]; 100];
/// crowd.linear(0, &mut members, &mut palettes)?;
/// assert!((palettes[50][0][0] - 0.5_f32.cos()).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LaneCrowd {
    rig: PreparedRig,
    clips: Arc<[PreparedClip]>,
    plan: Arc<CrowdPlan>,
    places: Vec<SkinPlaces>,
    /// Rotation and translation of each joint's motion in all lanes, behind the identity.
    state: Vec<[Row16; 7]>,
    /// Those who are posed in lanes, and where each is.
    members: Vec<Member>,
    one: LanePose,
    cursor: ClipCursor,
    palettes: (MatrixPalette, DualQuatPalette),
}

impl LaneCrowd {
    /// A crowd with these clips. One for each thread: the clips are shared.
    ///
    /// # Errors
    ///
    /// [`LaneError::OtherRig`]: a clip was prepared for another rig.
    pub fn new(rig: &PreparedRig, clips: Arc<[PreparedClip]>) -> Result<Self, LaneError> {
        if clips.iter().any(|clip| !clip.rig.is_same(rig)) {
            return Err(LaneError::OtherRig);
        }
        let constants = rig.constants();
        let joints = constants.slots.len();
        let of_skin = |skin| SkinPlaces::new(skin, joints);
        let zero = Row16::default();
        let identity = [zero, zero, zero, Row16([1.0; 16]), zero, zero, zero];
        Ok(Self {
            rig: rig.clone(),
            plan: Arc::new(CrowdPlan::new(&clips, joints)),
            clips,
            places: constants.skins.iter().map(of_skin).collect(),
            state: vec![identity; joints + 1],
            members: Vec::new(),
            one: LanePose::new(rig),
            cursor: ClipCursor::default(),
            palettes: (MatrixPalette::default(), DualQuatPalette::default()),
        })
    }

    /// The clips that its members play.
    #[must_use]
    pub fn clips(&self) -> &[PreparedClip] {
        &self.clips
    }

    /// Whether lanes take a clip; those of others are posed one after another. Not of a number beyond the last.
    #[must_use]
    pub fn is_in_lanes(&self, clip: usize) -> bool {
        matches!(self.plan.clips.get(clip), Some(Some(_)))
    }

    /// Palettes of a skin for linear blending.
    ///
    /// # Errors
    ///
    /// [`LaneError::Skin`]; [`LaneError::Clip`]: a member plays a clip that is not there; [`LaneError::Entries`]: `palettes` is not as long as all palettes.
    pub fn linear(
        &mut self,
        skin: usize,
        members: &mut [CrowdMember],
        palettes: &mut [MatrixRows],
    ) -> Result<(), LaneError> {
        self.pose::<3>(skin, members, palettes)
    }

    /// Palettes of a skin for dual quaternion blending, with signs as they come: for rules that are decided at each vertex.
    ///
    /// # Errors
    ///
    /// As [`linear`](Self::linear).
    pub fn dual_quaternion(
        &mut self,
        skin: usize,
        members: &mut [CrowdMember],
        palettes: &mut [DualRows],
    ) -> Result<(), LaneError> {
        self.pose::<2>(skin, members, palettes)
    }

    /// Of three rows an entry matrices, of two dual quaternions.
    fn pose<const ROWS: usize>(
        &mut self,
        skin: usize,
        members: &mut [CrowdMember],
        palettes: &mut [[[f32; 4]; ROWS]],
    ) -> Result<(), LaneError> {
        let rig = self.rig.clone();
        let constants = rig.constants();
        let number = skin;
        let skin = skin_of(&constants.skins, skin)?;
        let count = skin.slots.len();
        let (expected, found) = (count * members.len(), palettes.len());
        if expected != found {
            return Err(LaneError::Entries { expected, found });
        }
        let clips = self.clips.len();
        if let Some(member) = members.iter().find(|member| member.clip >= clips) {
            let clip = member.clip;
            return Err(LaneError::Clip { clip, count: clips });
        }
        self.members.clear();
        for (place, member) in members.iter_mut().enumerate() {
            let first = place * count;
            if self.plan.clips[member.clip].is_none() {
                self.pose_one(number, member, &mut palettes[first..first + count])?;
                continue;
            }
            let clip = &self.clips[member.clip];
            let found = clip.lists[0].find(member.time, member.key);
            member.key = found.key;
            self.members.push(Member {
                clip: member.clip,
                key: found.key as usize,
                between: found.between,
                first,
            });
        }
        run_on(
            constants.path,
            CrowdWork {
                rig: constants,
                skin,
                places: &self.places[number],
                clips: &self.clips,
                plan: &self.plan,
                members: &self.members,
                state: &mut self.state,
                palettes,
            },
        );
        Ok(())
    }

    /// A member whose clip lanes do not take.
    fn pose_one<const ROWS: usize>(
        &mut self,
        skin: usize,
        member: &CrowdMember,
        entries: &mut [[[f32; 4]; ROWS]],
    ) -> Result<(), LaneError> {
        let clip = &self.clips[member.clip];
        self.one.sample(clip, member.time, &mut self.cursor)?;
        let (linear, dual) = &mut self.palettes;
        if ROWS == 3 {
            self.one.linear(skin, linear)?;
            for (rows, matrix) in entries.iter_mut().zip(&linear.posed_from_bind) {
                rows.copy_from_slice(&rows_of(matrix));
            }
        } else {
            self.one.dual_quaternion(skin, SignRule::First, dual)?;
            for (rows, DualQuat { real, dual }) in entries.iter_mut().zip(&dual.posed_from_bind) {
                rows.copy_from_slice(&[real.to_array(), dual.to_array()]);
            }
        }
        Ok(())
    }
}

fn rows_of(matrix: &Affine3A) -> MatrixRows {
    let t = matrix.translation;
    let row = |row: usize| matrix.matrix3.row(row).extend(t[row]).to_array();
    [row(0), row(1), row(2)]
}

/// Puts the palette of one character of a crowd into one for skinning on the processor, which is kept.
pub fn set_from_rows(palette: &mut MatrixPalette, rows: &[MatrixRows]) {
    let column = |rows: &MatrixRows, c: usize| glam::Vec3A::new(rows[0][c], rows[1][c], rows[2][c]);
    palette.posed_from_bind.clear();
    palette
        .posed_from_bind
        .extend(rows.iter().map(|rows| Affine3A {
            matrix3: glam::Mat3A::from_cols(column(rows, 0), column(rows, 1), column(rows, 2)),
            translation: column(rows, 3),
        }));
}
