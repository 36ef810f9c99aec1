//! Frames of a crowd: every copy of a character sampled, posed and skinned by two phases with unit normals, on several threads.

use std::hint::black_box;
use std::num::NonZero;
use std::time::{Duration, Instant};

use dq_math::SignRule;
use glam::Vec3;
use pose_lanes::{ClipCursor, LanePose, PreparedClip, PreparedRig, SimdPath};
use rig::{Method, Palette, TwoPhasePalette, Vertices};
use scene::deform::base_pose;
use scene::parallel::for_each_parallel;
use serde::Serialize;
use skin_cpu::{Mesh, NormalTransform, SkinOutput, Skinner};

use super::joined::JoinedMesh;
use super::ozz::OzzSkinning;
use super::setup::{Counts, FRAME, Setup};
use super::turns::median;
use super::{BenchJob, REPETITIONS};
use crate::Failure;
use crate::source::opened::load;

/// The JSON document; members in the order of `docs/bench.md`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrowdReport {
    /// What was measured, and how.
    #[serde(flatten)]
    pub setup: Setup,
    /// Copies of the character.
    pub copies: usize,
    /// The median frame.
    pub frame_ms: f64,
    /// How much of the time of all threads goes from clip to palette.
    pub share_of_poses: f64,
    /// How much of it goes into skinning.
    pub share_of_skinning: f64,
    /// The time that ozz-animation takes to blend the same vertices linearly, with forward normals, on as many threads; none without it.
    pub ozz_linear_ms: Option<f64>,
    /// That over the frame; none without it.
    pub speed_to_ozz: Option<f64>,
    /// The frame over 16.7 milliseconds.
    pub share_of_frame: f64,
}

/// Measures frames of so many copies of a job's character.
///
/// # Errors
///
/// See [`Failure`].
pub fn measure_crowd(job: &BenchJob, copies: NonZero<u16>) -> Result<CrowdReport, Failure> {
    let super::BenchSubject::Source(source) = &job.subject else {
        return Err(Failure::Usage(
            "--crowd-frame wants a file or a built-in character.".to_owned(),
        ));
    };
    let (subject, mesh) = JoinedMesh::of_job(job)?;
    let character = load(source)?;
    let threads = usize::from(job.threads.get());
    let failed = |error: pose_lanes::LaneError| Failure::Data(format!("{error}."));
    let rig = PreparedRig::new(&character.rig, SimdPath::default()).map_err(failed)?;
    let clip = character.clips.first().cloned().unwrap_or_default();
    let prepared = PreparedClip::new(&rig, &clip, &base_pose(&character)).map_err(failed)?;
    let crowd = Crowd {
        mesh: &mesh,
        clip: &prepared,
    };
    let copies = usize::from(copies.get());
    let of_thread = copies.div_ceil(threads);
    let worker = |thread| {
        let own = thread * of_thread..copies.min((thread + 1) * of_thread);
        let times = own.map(|copy| start_of(copy, clip.duration()));
        Worker::new(&rig, &mesh, times)
    };
    let mut workers: Vec<Worker> = (0..threads).map(worker).collect();
    let mut ozz = Vec::new();
    for _ in 0..threads {
        if let Some(linear) = mesh.palette(subject.palettes(Method::Linear)?) {
            ozz.extend(OzzSkinning::of_environment(&mesh, &linear)?);
        }
    }
    let times = by_turns(&mut workers, crowd, &mut ozz, of_thread)?;
    let counts = Counts {
        vertices: mesh.positions.len(),
        joints: mesh.influences.joint_count(),
        influences: mesh.influences.max_per_vertex(),
    };
    let setup = Setup::new(&subject.name, counts, threads);
    Ok(CrowdReport::new(setup, copies, times))
}

/// What was measured.
#[derive(Clone, Debug, Default)]
struct Times {
    frames_ms: Vec<f64>,
    /// None without ozz-animation.
    ozz_ms: Vec<f64>,
    spent: Spent,
}

/// Frames of the crowd, and as many vertices by ozz-animation, one after the other.
fn by_turns(
    workers: &mut [Worker],
    crowd: Crowd<'_>,
    ozz: &mut [OzzSkinning],
    of_thread: usize,
) -> Result<Times, Failure> {
    let rounds = u32::try_from(of_thread).unwrap_or(u32::MAX);
    let mut times = Times::default();
    // The first one warms up.
    frame(workers, crowd)?;
    for _ in 0..REPETITIONS {
        let begin = Instant::now();
        let of_frame = frame(workers, crowd)?;
        times.frames_ms.push(begin.elapsed().as_secs_f64() * 1e3);
        times.spent.poses += of_frame.poses;
        times.spent.skinning += of_frame.skinning;
        let of_ozz = ozz_frame(ozz, rounds)?;
        times.ozz_ms.extend(of_ozz.map(|seconds| seconds * 1e3));
    }
    Ok(times)
}

/// Copies are at times of their own, spread over the clip.
fn start_of(copy: usize, length: f32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "far below 2²⁴")]
    let copy = copy as f32;
    // The golden ratio spreads any number of copies evenly.
    (copy * 0.618_034).fract() * length
}

/// What all threads read.
#[derive(Clone, Copy)]
struct Crowd<'a> {
    mesh: &'a JoinedMesh,
    clip: &'a PreparedClip,
}

/// Time that went into either phase, of all threads together.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    poses: Duration,
    skinning: Duration,
}

/// Copies of one thread, with its memory.
struct Worker {
    pose: LanePose,
    palette: Palette,
    skinner: Skinner,
    members: Vec<Member>,
}

/// One copy: its time, and what a renderer would upload.
struct Member {
    time: f32,
    cursor: ClipCursor,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl Worker {
    fn new(rig: &PreparedRig, mesh: &JoinedMesh, times: impl Iterator<Item = f32>) -> Self {
        let zeros = vec![Vec3::ZERO; mesh.positions.len()];
        let member = |time| Member {
            time,
            cursor: ClipCursor::default(),
            positions: zeros.clone(),
            normals: zeros.clone(),
        };
        Self {
            pose: LanePose::new(rig),
            palette: Palette::TwoPhase(TwoPhasePalette::default()),
            skinner: Skinner::default(),
            members: times.map(member).collect(),
        }
    }

    fn advance(&mut self, crowd: Crowd<'_>) -> Result<Spent, Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::Data(format!("{error}."));
        let mut spent = Spent::default();
        for copy in &mut self.members {
            let begin = Instant::now();
            copy.time += 1.0 / 60.0;
            let (skin, method) = (crowd.mesh.skin, Method::TWO_PHASE);
            self.pose
                .sample(crowd.clip, copy.time, &mut copy.cursor)
                .and_then(|()| {
                    let palette = &mut self.palette;
                    self.pose.palette(skin, method, SignRule::First, palette)
                })
                .map_err(|error| failed(&error))?;
            let posed = Instant::now();
            let vertices = Vertices {
                positions: &crowd.mesh.positions,
                normals: &crowd.mesh.normals,
                ..Vertices::default()
            };
            let out = SkinOutput {
                positions: &mut copy.positions,
                normals: &mut copy.normals,
                ..SkinOutput::default()
            };
            let mesh = Mesh::new(vertices, &crowd.mesh.influences);
            self.skinner
                .skin(&mesh, &self.palette, NormalTransform::Usual, out)
                .map_err(|error| failed(&error))?;
            black_box((&copy.positions, &copy.normals));
            spent.poses += posed - begin;
            spent.skinning += posed.elapsed();
        }
        Ok(spent)
    }
}

/// One frame of all copies.
fn frame(workers: &mut [Worker], crowd: Crowd<'_>) -> Result<Spent, Failure> {
    let mut spent = Spent::default();
    for own in on_threads(workers, |worker| worker.advance(crowd)) {
        let own = own?;
        spent.poses += own.poses;
        spent.skinning += own.skinning;
    }
    Ok(spent)
}

/// The time of ozz-animation for as many copies on as many threads; none without it.
fn ozz_frame(ozz: &mut [OzzSkinning], rounds: u32) -> Result<Option<f64>, Failure> {
    let mut longest = None;
    for time in on_threads(ozz, |ozz| ozz.pass(true, rounds)) {
        let seconds = time?.as_secs_f64();
        longest = Some(seconds.max(longest.unwrap_or(0.0)));
    }
    Ok(longest)
}

/// Each on a thread of its own, this one among them.
fn on_threads<T: Send, R: Send>(each: &mut [T], work: impl Fn(&mut T) -> R + Sync) -> Vec<R> {
    let threads = each.len();
    let mut done: Vec<Option<R>> = each.iter().map(|_| None).collect();
    let jobs = each.iter_mut().zip(&mut done);
    for_each_parallel(jobs, threads, |(one, done)| *done = Some(work(one)));
    done.into_iter().flatten().collect()
}

impl CrowdReport {
    fn new(setup: Setup, copies: usize, times: Times) -> Self {
        let frame_ms = median(times.frames_ms);
        let has_ozz = !times.ozz_ms.is_empty();
        let ozz_linear_ms = has_ozz.then(|| median(times.ozz_ms));
        let Spent { poses, skinning } = times.spent;
        let all = (poses + skinning).as_secs_f64();
        Self {
            setup,
            copies,
            frame_ms,
            share_of_poses: poses.as_secs_f64() / all,
            share_of_skinning: skinning.as_secs_f64() / all,
            ozz_linear_ms,
            speed_to_ozz: ozz_linear_ms.map(|ozz| ozz / frame_ms),
            share_of_frame: frame_ms / FRAME,
        }
    }

    /// The report as text.
    #[must_use]
    pub fn table(&self) -> String {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let mut table = format!(
            "{}\n\n{:<44}{:>10}\n{:<44}{:>10.2}\n{:<44}{:>10}\n{:<44}{:>10}\n{:<44}{:>10}",
            self.setup.heading(),
            "copies",
            self.copies,
            "milliseconds a frame",
            self.frame_ms,
            "from clip to palette",
            percent(self.share_of_poses),
            "skinning by two phases, unit normals",
            percent(self.share_of_skinning),
            "share of a frame at 60 a second",
            percent(self.share_of_frame),
        );
        if let Some((ozz, speed)) = self.ozz_linear_ms.zip(self.speed_to_ozz) {
            table += &format!(
                "\n{:<44}{ozz:>10.2}\n{:<44}{speed:>10.2}",
                "ozz-animation, linear skinning alone", "speed to ozz"
            );
        }
        table
    }
}
