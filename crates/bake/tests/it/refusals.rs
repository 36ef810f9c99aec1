//! What cannot be baked is refused, and a bake that is to stop stops.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use bake::{BakeError, BakeJob, Goal, MOST_JOINTS, USUAL_BYTES, USUAL_RATE};
use character::Character;
use rig::{Clip, ClipId, Method};
use scene::posed_character::Look;

use crate::support::builtin;

fn job<'a>(character: &'a Character, clips: &'a [usize]) -> BakeJob<'a> {
    BakeJob {
        character,
        scale_inheritance: &character.rig.scale_inheritance,
        look: Look::new(Method::TWO_PHASE),
        clips,
        goal: Goal::Tolerance(0.5),
        rate: USUAL_RATE,
        most_joints: MOST_JOINTS,
        most_bytes: USUAL_BYTES,
        threads: 1,
    }
}

fn run(job: BakeJob<'_>) -> BakeError {
    job.run(&|_| ControlFlow::Continue(())).unwrap_err()
}

#[test]
fn each_fault_is_named() {
    let arm = builtin("arm");
    let still = builtin("biped_mesh");
    let all: Vec<usize> = (0..arm.clips.len()).collect();
    let job = job(&arm, &all);
    for tolerance in [0.0, -1.0, f32::NAN, 101.0] {
        let goal = Goal::Tolerance(tolerance);
        assert!(matches!(
            run(BakeJob { goal, ..job }),
            BakeError::Tolerance(_)
        ));
    }
    for rate in [0.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(run(BakeJob { rate, ..job }), BakeError::Rate(_)));
    }
    for clips in [&[][..], &[99]] {
        assert_eq!(run(BakeJob { clips, ..job }), BakeError::NoClips);
    }
    let clip = Clip::new(ClipId(0), Some("still".to_owned()), 1.0);
    let unskinned = still.with_clips(vec![clip]);
    let found = run(BakeJob {
        character: &unskinned,
        scale_inheritance: &unskinned.rig.scale_inheritance,
        clips: &[0],
        ..job
    });
    assert_eq!(found, BakeError::NoSkin);
}

#[test]
fn joints_that_are_not_allowed_are_not_made() {
    let arm = builtin("arm");
    let all: Vec<usize> = (0..arm.clips.len()).collect();
    let job = job(&arm, &all);
    let joints = arm.rig.binds[0].len();
    let most_joints = joints - 1;
    let found = run(BakeJob { most_joints, ..job });
    assert_eq!(
        found,
        BakeError::TooManyJoints {
            found: joints,
            most: most_joints
        }
    );
    let found = run(BakeJob {
        most_joints: joints + 2,
        ..job
    });
    match found {
        BakeError::NotReached {
            tolerance,
            reached,
            helpers,
            ..
        } => {
            assert_eq!((tolerance, helpers), (0.5, 2));
            assert!(reached > 0.5 && reached < 2.6, "{reached}");
        }
        other => panic!("{other:?}"),
    }
}

/// Fifty clips, of which memory does not hold the usual moments: fewer are fitted to. With less still nothing is begun.
#[test]
fn matrices_of_many_clips_stay_within_bounds() {
    let cylinder = builtin("cylinder");
    let copies = cylinder.clips.iter().cycle().take(50).cloned().enumerate();
    let copies = copies.map(|(number, clip)| clip.with_id(ClipId(u32::try_from(number).unwrap())));
    let many = cylinder.with_clips(copies.collect::<Vec<_>>());
    let all: Vec<usize> = (0..50).collect();
    let job = BakeJob {
        goal: Goal::Helpers(1),
        rate: 1.0,
        ..job(&many, &all)
    };
    let refused = |most_bytes| match run(BakeJob { most_bytes, ..job }) {
        BakeError::TooLarge {
            vertices,
            clips: 50,
            ..
        } => vertices,
        other => panic!("{other:?}"),
    };
    // Three moments of each clip, and the one beside them, by twelve numbers of each vertex at a place of its own.
    let least = (1 + 50 * 3) * 48 * refused(0);
    refused(least - 1);
    let most_bytes = least;
    let found = BakeJob { most_bytes, ..job }.run(&|_| ControlFlow::Continue(()));
    assert_eq!(found.unwrap().unwrap().report.fitted, 151);
}

/// So many keys a second are more than is allowed here; few are not.
#[test]
fn keys_of_helpers_stay_within_bounds() {
    let cylinder = builtin("cylinder");
    let job = BakeJob {
        goal: Goal::Helpers(8),
        most_bytes: 1 << 20,
        ..job(&cylinder, &[0])
    };
    match run(BakeJob { rate: 240.0, ..job }) {
        BakeError::TooManyKeys {
            helpers: 8,
            keys,
            needed,
            most: 1,
        } => assert!(keys >= 900 && needed > 1, "{keys} {needed}"),
        other => panic!("{other:?}"),
    }
    let found = BakeJob { rate: 2.0, ..job }.run(&|_| ControlFlow::Continue(()));
    assert_eq!(found.unwrap().unwrap().report.helpers.len(), 8);
}

/// Wherever it is told to stop, nothing comes out; and what it tells never goes back.
#[test]
fn it_stops_when_told() {
    let cylinder = builtin("cylinder");
    let clips: Vec<usize> = (0..cylinder.clips.len()).collect();
    let job = BakeJob {
        goal: Goal::Helpers(3),
        rate: 10.0,
        ..job(&cylinder, &clips)
    };
    let (asked, last) = (AtomicU32::new(0), Mutex::new(0.0));
    let go_on = |share: f32| {
        asked.fetch_add(1, Relaxed);
        if share.is_finite() {
            let before = std::mem::replace(&mut *last.lock().unwrap(), share);
            assert!(before <= share && share <= 1.0, "{share} after {before}");
        }
        ControlFlow::Continue(())
    };
    assert!(job.run(&go_on).unwrap().is_some());
    let all = asked.into_inner();
    for stop in [1, 2, all / 3, all / 2, all * 4 / 5, all] {
        let left = AtomicU32::new(stop);
        let go_on = |_| match left.fetch_sub(1, Relaxed) {
            ..=1 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        assert!(job.run(&go_on).unwrap().is_none(), "{stop} of {all}");
    }
}
