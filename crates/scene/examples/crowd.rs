//! A crowd in a game loop without an engine: copies of one character, each with its own time and its own proportions:
//! `cargo run --release -p dualskin-scene --example crowd -- [COPIES] [FRAMES] [FILE]`.
//!
//! What a game does once stands in [`Crowd::new`], what it does in every frame in [`Crowd::frame`]: clip to pose, pose to palettes,
//! palettes to vertices, on all cores, without an allocation but for starting threads.
#![expect(clippy::print_stdout, reason = "printing is its purpose")]

use std::error::Error;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use character::{Character, open};
use glam::Vec3;
use rig::{Clip, JointIndex, Method, Pose, ScaleInheritance, Stretch, TrackHints};
use scene::deform::{DeformError, DeformedPrimitive};
use scene::deformer::Deformer;
use scene::posed_character::Look;

/// Seconds.
const FRAME: f32 = 1.0 / 60.0;

/// Joints whose length makes the proportions of a body, by the beginnings of their names.
const LONG: [&str; 6] = ["thigh", "shin", "upper_arm", "forearm", "spine", "chest"];

/// One copy.
struct Member {
    clip: usize,
    time: f32,
    /// Where each track of the clip was read last.
    hints: TrackHints,
    pose: Pose,
    proportions: Vec<(JointIndex, Stretch)>,
    /// What a renderer would upload.
    vertices: Vec<DeformedPrimitive>,
}

impl Member {
    fn advance(
        &mut self,
        character: &Character,
        deformer: &mut Deformer,
        look: Look,
    ) -> Result<(), DeformError> {
        if let Some(clip) = character.clips.get(self.clip) {
            self.time = (self.time + FRAME) % clip.duration().max(FRAME);
            clip.sample_into(
                &character.rig.skeleton,
                self.time,
                &mut self.hints,
                &mut self.pose,
            );
        }
        for (joint, stretch) in &self.proportions {
            self.pose.stretch[joint.index()] = *stretch;
        }
        deformer.deform_into(character, &self.pose, look, &mut self.vertices)
    }
}

/// The copies, and memory for every thread that moves some of them.
struct Crowd {
    character: Character,
    members: Vec<Member>,
    deformers: Vec<Deformer>,
}

impl Crowd {
    fn new(mut character: Character, copies: u16, threads: usize) -> Self {
        // A longer thigh moves the shin, and does not make it longer too.
        let rig = Arc::make_mut(&mut character.rig);
        rig.scale_inheritance.fill(ScaleInheritance::Joint);
        let members = (0..copies).map(|number| member(&character, f32::from(number)));
        Self {
            members: members.collect(),
            character,
            deformers: vec![Deformer::default(); threads.max(1)],
        }
    }

    /// Moves every copy on by a frame.
    fn frame(&mut self, look: Look) -> Result<(), DeformError> {
        let character = &self.character;
        let share = self.members.len().div_ceil(self.deformers.len()).max(1);
        let shares = self.members.chunks_mut(share).zip(&mut self.deformers);
        let advance = |members: &mut [Member], deformer: &mut Deformer| {
            let mut members = members.iter_mut();
            members.try_for_each(|member| member.advance(character, deformer, look))
        };
        let advance = &advance;
        thread::scope(|scope| {
            let works = shares.map(|(members, own)| scope.spawn(move || advance(members, own)));
            let mut works = works.collect::<Vec<_>>().into_iter();
            works.try_for_each(|work| work.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }
}

/// A copy that differs from its neighbors.
fn member(character: &Character, number: f32) -> Member {
    let skeleton = &character.rig.skeleton;
    let size = |part: f32| 1.0 + 0.15 * (number * 1.7 + part * 2.3).sin();
    let parts = LONG.iter().zip(0_u8..).flat_map(|(name, part)| {
        let joints = skeleton
            .joints()
            .filter(move |&joint| skeleton.name(joint).starts_with(name));
        joints.map(move |joint| {
            (
                joint,
                Stretch::from_scale(Vec3::new(1.0, size(part.into()), 1.0)),
            )
        })
    });
    let clip = if number % 3.0 == 0.0 { 0 } else { 1 };
    let duration = character.clips.get(clip).map_or(1.0, Clip::duration);
    Member {
        clip,
        time: (number * 0.37) % duration.max(FRAME),
        hints: TrackHints::default(),
        pose: character.file_pose(),
        proportions: parts.collect(),
        vertices: Vec::new(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let copies: u16 = arguments.next().map_or(Ok(100), |text| text.parse())?;
    let frames: u16 = arguments.next().map_or(Ok(120), |text| text.parse())?;
    let file = arguments.next();
    let biped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/biped.glb");
    let character = open(Path::new(file.as_deref().unwrap_or(biped)))?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut crowd = Crowd::new(character, copies, threads);
    for method in [Method::Linear, Method::DualQuaternion, Method::TWO_PHASE] {
        let look = Look::new(method);
        // The first frame allocates.
        crowd.frame(look)?;
        let begin = Instant::now();
        for _ in 0..frames {
            crowd.frame(look)?;
        }
        let each = begin.elapsed().as_secs_f64() * 1e3 / f64::from(frames.max(1));
        let of_one = |member: &Member| -> usize {
            member
                .vertices
                .iter()
                .map(|primitive| primitive.positions.len())
                .sum()
        };
        let vertices: usize = crowd.members.iter().map(of_one).sum();
        println!(
            "{method:<18}{copies} copies, {vertices} vertices, {threads} threads: {each:.2} ms a frame"
        );
    }
    Ok(())
}

#[test]
fn every_copy_is_what_it_would_be_alone() -> Result<(), Box<dyn Error>> {
    let character = open(Path::new("../../assets/biped.glb"))?;
    let mut crowd = Crowd::new(character, 3, 2);
    let look = Look::new(Method::TWO_PHASE);
    crowd.frame(look)?;
    crowd.frame(look)?;
    let Crowd {
        character, members, ..
    } = &crowd;
    for member in members {
        let alone = scene::deform::deform(
            character,
            &member.pose,
            &character.rig.scale_inheritance,
            look,
        )?;
        assert_eq!(member.vertices, alone);
        let clip = &character.clips[member.clip];
        let jumped = clip.sample(&character.rig.skeleton, &character.file_pose(), member.time);
        assert_eq!(
            member.pose.rigid, jumped.rigid,
            "the cursor finds what a search finds"
        );
    }
    assert_ne!(members[0].vertices, members[1].vertices);
    assert_ne!(members[1].vertices, members[2].vertices);
    Ok(())
}
