//! Nanoseconds a joint from a clip to palettes, for many skeletons, in one process, taking turns, the least of many rounds:
//! `cargo run --release -p dualskin-rig --example pose_speed [SKELETONS] [ROUNDS] [ONLY]`.
#![expect(clippy::print_stdout, reason = "printing is its purpose")]

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use glam::{Affine3A, Mat3, Quat, Vec3};
use rig::{
    BindPose, Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, LocalTransform, Method,
    Palette, PaletteMemory, Pose, PoseMemory, PosedSkin, Rig, SignRule, Skeleton, SkeletonBuilder,
    Stretch, Track, TrackHints, Trs, forward, forward_into, polar, singular_values,
};

const JOINTS: u16 = 54;
/// How long the clip lasts, in seconds.
const CLIP: f32 = 2.0;
const FRAME: f32 = 1.0 / 60.0;

/// A trunk with limbs: every sixth joint begins another one.
fn skeleton() -> Result<Skeleton, Box<dyn Error>> {
    let mut builder = SkeletonBuilder::new();
    for joint in 0..JOINTS {
        let parent = match joint {
            0 => None,
            _ if joint % 6 == 0 => Some(u32::from(joint / 6 - 1)),
            _ => Some(u32::from(joint - 1)),
        };
        let trs = Trs {
            translation: Vec3::new(0.02, 0.1, 0.0),
            rotation: Quat::from_rotation_z(0.1 * f32::from(joint % 5)),
            scale: Vec3::ONE,
        };
        builder = builder.joint(joint.into(), parent, "", LocalTransform::Trs(trs));
    }
    Ok(builder.build()?)
}

/// Bound where it rests.
fn rig() -> Result<Rig, Box<dyn Error>> {
    let skeleton = skeleton()?;
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let at_rest = |&joint: &JointIndex| skeleton.rest_model_from_joint(joint).inverse().to_affine();
    let joint_from_model: Vec<Affine3A> = joints.iter().map(at_rest).collect();
    let (bind, _warnings) = BindPose::new(&skeleton, &joints, &joint_from_model)?;
    Ok(Rig::new(skeleton, vec![bind]))
}

/// Every joint turns, 30 keys a second.
fn clip() -> Result<Clip, Box<dyn Error>> {
    let times: Vec<f32> = (0..=60_u8).map(|key| f32::from(key) / 30.0).collect();
    let mut tracks = Vec::new();
    for joint in 0..JOINTS {
        let turn = |time: &f32| Quat::from_rotation_x((time * 3.0 + f32::from(joint)).sin() * 0.5);
        let keys = Track::new(
            times.clone(),
            times.iter().map(turn).collect(),
            Interpolation::Linear,
        )?;
        let channel = Channel::Rotation(keys);
        tracks.push(JointTrack {
            joint: JointIndex(joint),
            channel,
        });
    }
    Ok(Clip::new(ClipId(0), None, CLIP).with_tracks(tracks, Vec::new()))
}

/// One character of the crowd.
struct One {
    pose: Pose,
    hints: TrackHints,
    time: f32,
}

/// What a crowd wears of scale.
#[derive(Clone, Copy)]
enum Scaled {
    No,
    /// A factor for everything, and limbs that are scaled along their axes.
    Limbs,
    /// Every joint along its axes, which reaches those below: nothing is known of the rotations.
    All,
}

fn crowd(rig: &Rig, clip: &Clip, size: usize, scaled: Scaled) -> Vec<One> {
    let mut one = One {
        pose: Pose::rest(&rig.skeleton),
        hints: TrackHints::default(),
        time: 0.0,
    };
    for joint in 0..usize::from(JOINTS) {
        one.pose.stretch[joint] = Stretch::from_scale(match scaled {
            Scaled::Limbs if joint == 0 => Vec3::splat(1.1),
            Scaled::Limbs if joint % 6 == 3 => Vec3::new(1.0, 1.2, 1.0),
            Scaled::All => Vec3::new(1.0, 1.05, 0.97),
            Scaled::No | Scaled::Limbs => Vec3::ONE,
        });
    }
    let with_time = |time: f32| {
        let mut one = One {
            pose: one.pose.clone(),
            hints: TrackHints::default(),
            time,
        };
        let stretch = one.pose.stretch.clone();
        clip.sample_into(&rig.skeleton, time, &mut one.hints, &mut one.pose);
        one.pose.stretch = stretch;
        one
    };
    #[expect(clippy::cast_precision_loss, reason = "far below 2²⁴")]
    let times = (0..size).map(|index| CLIP * (index as f32) / (size as f32));
    times.map(with_time).collect()
}

/// Something that is done to every character.
type Work<'a> = Box<dyn FnMut(&mut Vec<One>) + 'a>;

fn sampling<'a>(rig: &'a Rig, clip: &'a Clip) -> Vec<(String, Work<'a>)> {
    let next = |one: &mut One| {
        one.time = (one.time + FRAME) % CLIP;
        one.time
    };
    let searched = move |crowd: &mut Vec<One>| {
        for one in crowd {
            let time = next(one);
            clip.sample_into(
                &rig.skeleton,
                time,
                &mut TrackHints::default(),
                &mut one.pose,
            );
        }
    };
    let followed = move |crowd: &mut Vec<One>| {
        for one in crowd {
            let time = next(one);
            clip.sample_into(&rig.skeleton, time, &mut one.hints, &mut one.pose);
        }
    };
    vec![
        ("sample, every key searched".to_owned(), Box::new(searched)),
        ("sample, cursors".to_owned(), Box::new(followed)),
    ]
}

fn passes(rig: &Rig) -> Vec<(String, Work<'_>)> {
    let fresh = move |crowd: &mut Vec<One>| {
        for one in crowd {
            let user = one.pose.user_transforms();
            let _ = black_box(forward(&rig.skeleton, user, &rig.scale_inheritance));
        }
    };
    let mut memory = PoseMemory::default();
    let kept = move |crowd: &mut Vec<One>| {
        for one in crowd {
            let posed = forward_into(
                &rig.skeleton,
                &one.pose,
                &rig.scale_inheritance,
                &mut memory,
            );
            let _ = black_box(posed);
        }
    };
    vec![
        ("forward, new memory".to_owned(), Box::new(fresh)),
        ("forward, kept memory".to_owned(), Box::new(kept)),
    ]
}

/// From pose to palette.
fn palettes(rig: &Rig, method: Method) -> Vec<(String, Work<'_>)> {
    let inheritance = &rig.scale_inheritance;
    let fresh = move |crowd: &mut Vec<One>| {
        for one in crowd {
            let Ok(posed) = forward(&rig.skeleton, one.pose.user_transforms(), inheritance) else {
                return;
            };
            let Ok(skin) = PosedSkin::new(&posed, &rig.binds[0]) else {
                return;
            };
            black_box(Palette::new(method, SignRule::First, &skin));
        }
    };
    let (mut memory, mut palette_memory) = (PoseMemory::default(), PaletteMemory::default());
    let mut palette = Palette::default();
    let kept = move |crowd: &mut Vec<One>| {
        for one in crowd {
            let Ok(posed) = forward_into(&rig.skeleton, &one.pose, inheritance, &mut memory) else {
                return;
            };
            let Ok(skin) = PosedSkin::new(&posed, &rig.binds[0]) else {
                return;
            };
            palette.set(method, SignRule::First, &skin, &mut palette_memory);
            black_box(&palette);
        }
    };
    vec![
        (format!("{method}, new memory"), Box::new(fresh)),
        (format!("{method}, kept memory"), Box::new(kept)),
    ]
}

/// A decomposition a joint, of the same sheared matrix.
fn polars<'a>() -> Vec<(String, Work<'a>)> {
    let matrix = Mat3::from_quat(Quat::from_rotation_x(0.7))
        * Mat3::from_cols(
            Vec3::new(1.1, 0.2, 0.0),
            Vec3::new(0.2, 0.9, 0.1),
            Vec3::new(0.0, 0.1, 1.0),
        );
    let newton = move |crowd: &mut Vec<One>| {
        for _ in 0..crowd.len() * usize::from(JOINTS) {
            black_box(polar(black_box(matrix)));
        }
    };
    let jacobi = move |crowd: &mut Vec<One>| {
        for _ in 0..crowd.len() * usize::from(JOINTS) {
            black_box(singular_values(black_box(matrix)));
        }
    };
    vec![
        ("polar".to_owned(), Box::new(newton)),
        ("singular values (Jacobi)".to_owned(), Box::new(jacobi)),
    ]
}

/// The least seconds of each, all taking turns.
fn measure(works: &mut [(String, Work<'_>)], crowd: &mut Vec<One>, rounds: usize) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; works.len()];
    for _ in 0..rounds {
        for ((_, work), best) in works.iter_mut().zip(&mut best) {
            let begin = Instant::now();
            work(crowd);
            *best = best.min(begin.elapsed().as_secs_f64());
        }
    }
    best
}

fn print(title: &str, works: &[(String, Work<'_>)], best: &[f64], joints: f64) {
    println!(
        "\n{title:<36}{:>10}{:>14}{:>10}",
        "ns a joint", "joints a s", "ms all"
    );
    for ((name, _), best) in works.iter().zip(best) {
        let (nanoseconds, a_second) = (best * 1e9 / joints, joints / best);
        println!(
            "{name:<36}{nanoseconds:>10.1}{:>12.1} M{:>10.1}",
            a_second / 1e6,
            best * 1e3
        );
    }
}

const METHODS: [Method; 5] = [
    Method::Linear,
    Method::DualQuaternion,
    Method::TWO_PHASE,
    Method::TWO_PHASE_HEAD,
    Method::Affine,
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let skeletons: usize = arguments.next().map_or(Ok(10_000), |text| text.parse())?;
    let rounds: usize = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let only = arguments.next().unwrap_or_default();
    let (rig, clip) = (rig()?, clip()?);
    #[expect(clippy::cast_precision_loss, reason = "far below 2⁵³")]
    let joints = (skeletons * usize::from(JOINTS)) as f64;
    println!("{skeletons} skeletons of {JOINTS} joints");

    let mut works = sampling(&rig, &clip);
    works.extend(polars());
    works.retain(|(name, _)| name.contains(&only));
    let best = measure(
        &mut works,
        &mut crowd(&rig, &clip, skeletons, Scaled::No),
        rounds,
    );
    print("", &works, &best, joints);
    let kinds = [
        ("rigid", Scaled::No),
        ("limbs scaled", Scaled::Limbs),
        ("all joints scaled", Scaled::All),
    ];
    for (title, scaled) in kinds {
        let mut works = passes(&rig);
        works.extend(
            METHODS
                .into_iter()
                .flat_map(|method| palettes(&rig, method)),
        );
        works.retain(|(name, _)| name.contains(&only));
        let best = measure(
            &mut works,
            &mut crowd(&rig, &clip, skeletons, scaled),
            rounds,
        );
        print(title, &works, &best, joints);
    }
    Ok(())
}
