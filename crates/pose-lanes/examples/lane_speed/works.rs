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

use crate::character::{SCALE, Scales, Times, clips};

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
        self.time = within(self.time + FRAME, self.end);
        self.time
    }
}

fn within(time: f32, end: f32) -> f32 {
    if time > end { time - end } else { time }
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

/// Clips, prepared.
fn prepare(prepared: &PreparedRig, clips: &[Clip]) -> Result<Vec<PreparedClip>, LaneError> {
    let rest = Pose::rest(&prepared.rig().skeleton);
    let clips = clips.iter();
    clips
        .map(|clip| PreparedClip::new(prepared, clip, &rest))
        .collect()
}

/// From clips.
fn sampled<P: Made>(own: Vec<PreparedClip>, clips: &[Clip], size: usize) -> Work {
    let prepared = own[0].rig().clone();
    let (mut ones, mut pose) = (crowd(clips, size), LanePose::new(&prepared));
    let mut palettes = vec![P::default(); size];
    let work = move || {
        for (one, palette) in ones.iter_mut().zip(&mut palettes) {
            let time = one.next();
            let sampled = pose.sample(&own[one.clip], time, &mut one.cursor);
            let _ = black_box(sampled.and_then(|()| palette.make(&mut pose)));
        }
    };
    let path = prepared.path();
    (format!("{path}: sample to {}", P::NAME), Box::new(work))
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
fn crowds(own: Vec<PreparedClip>, clips: &[Clip], size: usize) -> Result<[Work; 2], LaneError> {
    let prepared = own[0].rig().clone();
    let linear = Played::new(LaneCrowd::new(&prepared, own.into())?, clips, size);
    let dual = linear.clone();
    let count = size * prepared.rig().binds[0].len();
    let path = prepared.path();
    let (mut matrices, mut duals) = (vec![[[0.0; 4]; 3]; count], vec![[[0.0; 4]; 2]; count]);
    let linear = linear.work(move |crowd, members| {
        let _ = black_box(crowd.linear(0, members, &mut matrices));
    });
    let dual = dual.work(move |crowd, members| {
        let _ = black_box(crowd.dual_quaternion(0, members, &mut duals));
    });
    Ok([
        (format!("{path}: crowd to linear"), linear),
        (format!("{path}: crowd to dual quaternion"), dual),
    ])
}

/// A crowd that goes on by a frame at a time.
#[derive(Clone)]
struct Played {
    crowd: LaneCrowd,
    members: Vec<CrowdMember>,
    ends: Vec<f32>,
}

impl Played {
    fn new(lanes: LaneCrowd, clips: &[Clip], size: usize) -> Self {
        let ones = crowd(clips, size);
        let member = |one: &One| CrowdMember::new(one.clip, one.time);
        Self {
            crowd: lanes,
            members: ones.iter().map(member).collect(),
            ends: clips.iter().map(Clip::duration).collect(),
        }
    }

    fn work(
        mut self,
        mut make: impl FnMut(&mut LaneCrowd, &mut [CrowdMember]) + 'static,
    ) -> Box<dyn FnMut()> {
        Box::new(move || {
            for member in &mut self.members {
                member.time += FRAME;
                member.time = within(member.time, self.ends[member.clip]);
            }
            make(&mut self.crowd, &mut self.members);
        })
    }
}

fn named(more: &str, (name, work): Work) -> Work {
    (format!("{name}, {more}"), work)
}

/// The ways in lanes.
pub(crate) fn lanes(
    rig: &Rig,
    clips: &[Clip],
    size: usize,
    path: SimdPath,
) -> Result<Vec<Work>, Box<dyn Error>> {
    let prepared = PreparedRig::new(rig, path)?;
    let plain = posed(rig, &clips[0], Vec3::ONE);
    let own = prepare(&prepared, clips)?;
    let short: Vec<_> = own
        .iter()
        .cloned()
        .map(PreparedClip::with_short_keys)
        .collect();
    let mut works = vec![
        sampled::<MatrixPalette>(own.clone(), clips, size),
        named(
            "16-bit",
            sampled::<MatrixPalette>(short.clone(), clips, size),
        ),
        sampled::<DualQuatPalette>(own.clone(), clips, size),
        of_poses::<MatrixPalette>(&prepared, plain.clone(), size),
        of_poses::<DualQuatPalette>(&prepared, plain, size),
    ];
    for (name, keyed) in [
        ("thinned out", Times::Thinned),
        ("own times", Times::Own),
        ("cubic", Times::Cubic),
    ] {
        let clips = self::clips(Scales::None, keyed)?;
        let own = prepare(&prepared, &clips)?;
        works.push(named(name, sampled::<MatrixPalette>(own, &clips, size)));
    }
    works.extend(crowds(own, clips, size)?);
    let of_short = crowds(short, clips, size)?;
    works.extend(of_short.map(|work| named("16-bit", work)));
    for inheritance in ScaleInheritance::ALL {
        works.extend(two_phase(rig, inheritance, size, path)?);
    }
    Ok(works)
}

/// With every joint scaled.
fn two_phase(
    rig: &Rig,
    inheritance: ScaleInheritance,
    size: usize,
    path: SimdPath,
) -> Result<[Work; 3], Box<dyn Error>> {
    let mut rig = rig.clone();
    rig.scale_inheritance.fill(inheritance);
    let (prepared, name) = (PreparedRig::new(&rig, path)?, inheritance.name());
    let [constant, keyed] = [
        clips(Scales::Constant, Times::Shared)?,
        clips(Scales::Keyed, Times::Shared)?,
    ];
    let scaled = posed(&rig, &constant[0], SCALE);
    let [constant, keyed] = [constant, keyed].map(|clips| {
        let own = prepare(&prepared, &clips)?;
        Ok::<Work, LaneError>(sampled::<TwoPhasePalette>(own, &clips, size))
    });
    Ok([
        named(name, of_poses::<TwoPhasePalette>(&prepared, scaled, size)),
        named(name, constant?),
        named("keyed", named(name, keyed?)),
    ])
}
