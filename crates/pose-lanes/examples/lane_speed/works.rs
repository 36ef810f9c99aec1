//! What is measured: every way from a clip or a pose to a palette, of a crowd.

use std::error::Error;
use std::hint::black_box;

use dq_math::SignRule;
use glam::Vec3;
use lanes::SimdPath;
use pose_lanes::{
    ClipCursor, CrowdMember, LaneCrowd, LaneError, LanePose, PreparedClip, PreparedRig,
};
use rig::{
    Clip, DualQuatPalette, MatrixPalette, Method, Palette, PaletteMemory, Pose, PoseMemory,
    PosedSkin, Rig, ScaleInheritance, Stretch, TrackHints, TwoPhasePalette, forward_into,
};

const FRAME: f32 = 1.0 / 60.0;

/// Something that is done to every character, and what it is called.
pub(crate) type Work = (String, Box<dyn FnMut()>);

/// A character of the crowd, by its clip and its time there.
#[derive(Clone, Default)]
struct One {
    clip: usize,
    time: f32,
    end: f32,
    cursor: ClipCursor,
    hints: TrackHints,
}

impl One {
    fn next(&mut self) -> f32 {
        self.time += FRAME;
        if self.time > self.end {
            self.time -= self.end;
        }
        self.time
    }
}

fn crowd(clips: &[Clip], size: usize) -> Vec<One> {
    #[expect(clippy::cast_precision_loss, reason = "far below 2²⁴")]
    let of_index = |index: usize| {
        let clip = index % clips.len();
        let end = clips[clip].duration();
        One {
            clip,
            time: end * index as f32 / size as f32,
            end,
            ..One::default()
        }
    };
    (0..size).map(of_index).collect()
}

/// A pose of a clip, with every joint scaled or none.
fn posed(rig: &Rig, clip: &Clip, scale: Vec3) -> Pose {
    let mut pose = clip.sample(&rig.skeleton, &Pose::rest(&rig.skeleton), 0.7);
    pose.stretch.fill(Stretch::from_scale(scale));
    pose
}

const SCALE: Vec3 = Vec3::new(1.0, 1.05, 0.97);

/// Today's way.
pub(crate) fn today(rig: &Rig, clips: &[Clip], size: usize) -> Vec<Work> {
    let (own, rig_of_clips) = (clips.to_vec(), rig.clone());
    let (mut ones, mut pose) = (crowd(clips, size), Pose::rest(&rig.skeleton));
    let mut make = palettes(rig.clone(), size);
    let sample = move || {
        for (place, one) in ones.iter_mut().enumerate() {
            let time = one.next();
            let clip = &own[one.clip];
            clip.sample_into(&rig_of_clips.skeleton, time, &mut one.hints, &mut pose);
            make(place, &pose, Method::Linear);
        }
    };
    let mut works: Vec<Work> = vec![("today: sample to linear".to_owned(), Box::new(sample))];
    let ways = [
        (Method::Linear, Vec3::ONE),
        (Method::DualQuaternion, Vec3::ONE),
        (Method::TWO_PHASE, SCALE),
    ];
    for (method, scale) in ways {
        let pose = posed(rig, &clips[0], scale);
        let mut make = palettes(rig.clone(), size);
        let work = move || (0..size).for_each(|place| make(place, &pose, method));
        works.push((format!("today: pose to {method}"), Box::new(work)));
    }
    works
}

/// Makes the palette of a character, in memory that is kept.
fn palettes(rig: Rig, size: usize) -> impl FnMut(usize, &Pose, Method) {
    let (mut memory, mut palette_memory) = (PoseMemory::default(), PaletteMemory::default());
    let mut palettes = vec![Palette::default(); size];
    move |place, pose, method| {
        let inheritance = &rig.scale_inheritance;
        let Ok(posed) = forward_into(&rig.skeleton, pose, inheritance, &mut memory) else {
            return;
        };
        if let Ok(skin) = PosedSkin::new(&posed, &rig.binds[0]) {
            palettes[place].set(method, SignRule::First, &skin, &mut palette_memory);
        }
    }
}

/// What a palette is made of.
trait Made: Default + Clone + 'static {
    const NAME: &'static str;

    fn make(&mut self, pose: &mut LanePose) -> Result<(), LaneError>;
}

impl Made for MatrixPalette {
    const NAME: &'static str = "linear";

    fn make(&mut self, pose: &mut LanePose) -> Result<(), LaneError> {
        pose.linear(0, self)
    }
}

impl Made for DualQuatPalette {
    const NAME: &'static str = "dual quaternion";

    fn make(&mut self, pose: &mut LanePose) -> Result<(), LaneError> {
        pose.dual_quaternion(0, SignRule::First, self)
    }
}

impl Made for TwoPhasePalette {
    const NAME: &'static str = "two-phase, all scaled";

    fn make(&mut self, pose: &mut LanePose) -> Result<(), LaneError> {
        pose.two_phase(0, SignRule::First, self)
    }
}

/// From a clip, over a base.
fn sampled<P: Made>(
    prepared: &PreparedRig,
    clips: &[Clip],
    base: &Pose,
    size: usize,
) -> Result<Work, LaneError> {
    let own: Result<Vec<PreparedClip>, LaneError> = clips
        .iter()
        .map(|clip| PreparedClip::new(prepared, clip, base))
        .collect();
    let (own, mut ones, mut pose) = (own?, crowd(clips, size), LanePose::new(prepared));
    let mut palettes = vec![P::default(); size];
    let work = move || {
        for (one, palette) in ones.iter_mut().zip(&mut palettes) {
            let time = one.next();
            let sampled = pose.sample(&own[one.clip], time, &mut one.cursor);
            let _ = black_box(sampled.and_then(|()| palette.make(&mut pose)));
        }
    };
    let path = prepared.path();
    Ok((format!("{path}: sample to {}", P::NAME), Box::new(work)))
}

/// From poses.
fn of_poses<P: Made>(prepared: &PreparedRig, posed: Pose, size: usize) -> Work {
    let (poses, mut pose) = (vec![posed; size], LanePose::new(prepared));
    let mut palettes = vec![P::default(); size];
    let work = move || {
        for (one, palette) in poses.iter().zip(&mut palettes) {
            let set = pose.set(one);
            let _ = black_box(set.and_then(|()| palette.make(&mut pose)));
        }
    };
    let path = prepared.path();
    (format!("{path}: pose to {}", P::NAME), Box::new(work))
}

/// A crowd in lanes, from its clips.
fn crowds(
    prepared: &PreparedRig,
    clips: &[Clip],
    base: &Pose,
    size: usize,
) -> Result<[Work; 2], LaneError> {
    let own: Result<Vec<PreparedClip>, LaneError> = clips
        .iter()
        .map(|clip| PreparedClip::new(prepared, clip, base))
        .collect();
    let linear = LaneCrowd::new(prepared, own?.into())?;
    let dual = linear.clone();
    let ends: Vec<f32> = clips.iter().map(Clip::duration).collect();
    let ones = crowd(clips, size);
    let members: Vec<CrowdMember> = ones
        .iter()
        .map(|one| CrowdMember::new(one.clip, one.time))
        .collect();
    let count = size * prepared.rig().binds[0].len();
    let path = prepared.path();
    let (mut matrices, mut duals) = (vec![[[0.0; 4]; 3]; count], vec![[[0.0; 4]; 2]; count]);
    Ok([
        of_crowd(
            format!("{path}: crowd to linear"),
            (linear, members.clone(), ends.clone()),
            move |crowd, members| {
                let _ = black_box(crowd.linear(0, members, &mut matrices));
            },
        ),
        of_crowd(
            format!("{path}: crowd to dual quaternion"),
            (dual, members, ends),
            move |crowd, members| {
                let _ = black_box(crowd.dual_quaternion(0, members, &mut duals));
            },
        ),
    ])
}

fn of_crowd(
    name: String,
    (mut crowd, mut members, ends): (LaneCrowd, Vec<CrowdMember>, Vec<f32>),
    mut make: impl FnMut(&mut LaneCrowd, &mut [CrowdMember]) + 'static,
) -> Work {
    let work = move || {
        for member in &mut members {
            member.time += FRAME;
            let end = ends[member.clip];
            if member.time > end {
                member.time -= end;
            }
        }
        make(&mut crowd, &mut members);
    };
    (name, Box::new(work))
}

/// The ways in lanes.
pub(crate) fn lanes(
    rig: &Rig,
    clips: &[Clip],
    size: usize,
    path: SimdPath,
) -> Result<Vec<Work>, Box<dyn Error>> {
    let prepared = PreparedRig::new(rig, path)?;
    let rest = Pose::rest(&rig.skeleton);
    let plain = posed(rig, &clips[0], Vec3::ONE);
    let mut works = vec![
        sampled::<MatrixPalette>(&prepared, clips, &rest, size)?,
        sampled::<DualQuatPalette>(&prepared, clips, &rest, size)?,
        of_poses::<MatrixPalette>(&prepared, plain.clone(), size),
        of_poses::<DualQuatPalette>(&prepared, plain, size),
    ];
    works.extend(crowds(&prepared, clips, &rest, size)?);
    for inheritance in ScaleInheritance::ALL {
        let mut rig = rig.clone();
        rig.scale_inheritance.fill(inheritance);
        let prepared = PreparedRig::new(&rig, path)?;
        let scaled = posed(&rig, &clips[0], SCALE);
        let name = inheritance.name();
        // Clips that move no scale leave a base of theirs as it is where they move nothing, so the pose is what is measured.
        let (of_pose, work) = of_poses::<TwoPhasePalette>(&prepared, scaled, size);
        works.push((format!("{of_pose}, {name}"), work));
    }
    Ok(works)
}
