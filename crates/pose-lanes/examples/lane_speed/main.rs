//! Nanoseconds a joint from clips and poses to palettes, in lanes, by today's way and by ozz-animation, taking turns, the least of many rounds:
//! `cargo run --release -p dualskin-pose-lanes --example lane_speed [CHARACTERS] [ROUNDS] [ONLY]`.
//!
//! Sixteen characters stay in cache, 10,000 do not. ozz is found by the environment variable `OZZ`, the folder of its sources, and compiled by `c++` on the
//! first run; `COPIES` has each clip so many times, so that keys are out of cache too. Without ozz its row is left out. It samples all channels, from compressed keys, and multiplies by inverse binds: not quite the same work.
#![expect(clippy::print_stdout, reason = "printing is its purpose")]

mod character;
mod ozz;
mod works;

use std::error::Error;
use std::time::Instant;

use lanes::SimdPath;

use character::{JOINTS, Scales, Times, clips, rig};
use ozz::Ozz;
use works::{Work, lanes, today};

/// The least seconds of each and nanoseconds of ozz, all taking turns.
fn measure(
    works: &mut [Work],
    ozz: Option<&Ozz>,
    rounds: usize,
    repeat: usize,
) -> Result<(Vec<f64>, f64), Box<dyn Error>> {
    /// As many rounds of ours come before a turn of ozz, which begins with reading its clips.
    const TURN: usize = 100;
    let (mut best, mut of_ozz) = (vec![f64::INFINITY; works.len()], f64::INFINITY);
    for round in 0..rounds {
        for ((_, work), best) in works.iter_mut().zip(&mut best) {
            // Once before, so that what others have put out of the cache is there again.
            work();
            let begin = Instant::now();
            for _ in 0..repeat {
                work();
            }
            *best = best.min(begin.elapsed().as_secs_f64());
        }
        if let Some(ozz) = ozz.filter(|_| round % TURN == TURN - 1 || round + 1 == rounds) {
            of_ozz = of_ozz.min(ozz.turn(TURN)?);
        }
    }
    Ok((best, of_ozz))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let size: usize = arguments.next().map_or(Ok(16), |text| text.parse())?;
    let rounds: usize = arguments.next().map_or(Ok(300), |text| text.parse())?;
    let only = arguments.next().unwrap_or_default();
    let rig = rig()?;
    // Many clips, where keys are to be out of cache too.
    let copies: usize = std::env::var("COPIES").map_or(Ok(1), |text| text.parse())?;
    let clips = vec![clips(Scales::None, Times::Shared)?; copies].concat();
    let mut works = today(&rig, &clips, size);
    for path in SimdPath::available() {
        works.extend(lanes(&rig, &clips, size, path)?);
    }
    works.retain(|(name, _)| name.contains(&only));
    let ozz = Ozz::new(size, copies)?;
    // Half a millisecond or so: short enough to lie between interruptions by other programs.
    let repeat = (200 / size).max(1);
    let (best, of_ozz) = measure(&mut works, ozz.as_ref(), rounds, repeat)?;
    #[expect(clippy::cast_precision_loss, reason = "far below 2⁵³")]
    let joints = (size * repeat * usize::from(JOINTS)) as f64;
    println!("{size} characters of {JOINTS} joints, nanoseconds a joint");
    if ozz.is_some() {
        println!("{:<52}{of_ozz:>8.2}", "ozz: sample to linear");
    } else {
        println!("ozz left out: OZZ is not set");
    }
    for ((name, _), best) in works.iter().zip(best) {
        let nanoseconds = best * 1e9 / joints;
        let beside = if name.contains("to linear") && !name.contains("pose") && ozz.is_some() {
            format!("  {:.2} of ozz", nanoseconds / of_ozz)
        } else {
            String::new()
        };
        println!("{name:<52}{nanoseconds:>8.2}{beside}");
    }
    Ok(())
}
