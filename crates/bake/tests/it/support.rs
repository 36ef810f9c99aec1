//! Characters, and an error that is measured apart from the crate's own.

use std::ops::ControlFlow;
use std::path::Path;

use bake::{
    BakeError, BakeJob, Baked, Goal, LivingJob, LivingKind, MOST_JOINTS, USUAL_BYTES, USUAL_RATE,
};
use character::{Character, open, open_bytes};
use rig::{Method, ScaleInheritance};
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::posed_character::Look;

pub(crate) fn builtin(name: &str) -> Character {
    let path = format!("../../assets/{name}.glb");
    open(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

pub(crate) fn bake(
    character: &Character,
    flags: &[ScaleInheritance],
    method: Method,
    goal: Goal,
) -> Result<Baked, BakeError> {
    let clips: Vec<usize> = (0..character.clips.len()).collect();
    let job = BakeJob {
        character,
        scale_inheritance: flags,
        look: Look::new(method),
        clips: &clips,
        goal,
        rate: USUAL_RATE,
        most_joints: MOST_JOINTS,
        most_bytes: USUAL_BYTES,
        threads: 2,
    };
    let baked = job.run(&|_| ControlFlow::Continue(()))?;
    Ok(baked.unwrap())
}

/// The skin at a time of a clip.
pub(crate) fn skin(
    character: &Character,
    flags: &[ScaleInheritance],
    method: Method,
    (clip, time): (usize, f32),
) -> Vec<DeformedPrimitive> {
    let base = base_pose(character);
    let pose = character.clips[clip].sample(&character.rig.skeleton, &base, time);
    deform(character, &pose, flags, Look::new(method)).unwrap()
}

pub(crate) fn children(character: &Character) -> Vec<ScaleInheritance> {
    vec![ScaleInheritance::Children; character.rig.skeleton.len()]
}

/// The file read again, skinned by plain linear blending, against the method: maximum and root mean square in percent of `size`, at
/// irregular times of all clips.
pub(crate) fn errors(
    character: &Character,
    flags: &[ScaleInheritance],
    method: Method,
    baked: &Baked,
) -> [f64; 2] {
    let again = open_bytes("again.glb", &baked.glb).unwrap();
    assert_eq!(again.clips.len(), character.clips.len());
    let plain = children(&again);
    let (mut most, mut squares, mut count) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (clip, of) in character.clips.iter().enumerate() {
        for step in 0..17_u8 {
            let time = of.duration() * (f32::from(step) + 0.29) / 17.0;
            let reference = skin(character, flags, method, (clip, time));
            let now = skin(&again, &plain, Method::Linear, (clip, time));
            for distance in distances(&reference, &now) {
                most = most.max(f64::from(distance));
                squares += f64::from(distance).powi(2);
                count += 1.0;
            }
        }
    }
    let percent = 100.0 / f64::from(baked.report.size);
    [most * percent, (squares / count).sqrt() * percent]
}

/// Vertex by vertex.
pub(crate) fn distances<'a>(
    one: &'a [DeformedPrimitive],
    other: &'a [DeformedPrimitive],
) -> impl Iterator<Item = f32> + 'a {
    let primitives = one.iter().zip(other);
    primitives.flat_map(|(one, other)| {
        let places = one.positions.iter().zip(&other.positions);
        places.map(|(from, to)| from.distance(*to))
    })
}

/// A bake of helpers that follow every pose, by both phases, fitted to few poses.
pub(crate) fn living_job<'a>(
    character: &'a Character,
    clips: &'a [usize],
    goal: Goal,
    kind: LivingKind,
) -> LivingJob<'a> {
    LivingJob {
        bake: BakeJob {
            character,
            scale_inheritance: &character.rig.scale_inheritance,
            look: Look::new(Method::TWO_PHASE),
            clips,
            goal,
            rate: 10.0,
            most_joints: MOST_JOINTS,
            most_bytes: USUAL_BYTES,
            threads: 2,
        },
        kind,
        limits: &[],
        poses: 100,
        unseen: 40,
    }
}

pub(crate) fn run_living(job: &LivingJob<'_>) -> Result<Baked, BakeError> {
    Ok(job.run(&|_| ControlFlow::Continue(()))?.unwrap())
}
