//! What the module is compared with: digests and times of the same skins by the processor's own instructions.
//!
//! ```text
//! native FILE scalar|sse [--times]
//! ```
//!
//! Prints lines `METHOD DIGEST`, or `METHOD MILLISECONDS`. The poses are those of `tools/same.mjs`, made of square roots alone: sines differ
//! from one library of mathematics to the next.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bindings::{Character, Error, Meshes, Pose, SkinOut, Skinner};
use skin_cpu::SimdPath;

/// Measured for so long, each.
const PATIENCE: Duration = Duration::from_secs(1);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, path, rest @ ..] = &args[..] else {
        return Err("usage: native FILE scalar|sse [--times]".into());
    };
    let path: SimdPath = path.parse()?;
    path.prefer().map_err(|_before| "preferred already")?;
    let character = Character::open_bytes(file, &std::fs::read(file)?)?;
    for method in bindings::Method::names() {
        let mut skinner = Skinner::new(&character, method.parse()?);
        if rest.is_empty() {
            println!("{method} {:08x}", digest(&character, &mut skinner)?);
        } else {
            println!("{method} {:.3}", milliseconds(&character, &mut skinner)?);
        }
    }
    Ok(())
}

/// Every joint turned, moved and, where it is even, scaled, a little more with each step.
fn posed(character: &Character, step: u8) -> Result<Pose, Error> {
    let mut pose = character.pose();
    for joint in 0..character.joint_count() {
        let at = joint as f32 + f32::from(step);
        pose.set_rotation(joint, [0.25, at / 64.0, -at / 128.0, 1.0])?;
        pose.translate(joint, [at / 256.0, 0.0, -at / 512.0])?;
        if joint % 2 == 0 {
            pose.scale(joint, [1.0 + at / 64.0, 1.0, 1.0 - at / 128.0])?;
        }
    }
    Ok(pose)
}

/// FNV-1a, 32 bits, over the words of positions and normals of four poses.
fn digest(character: &Character, skinner: &mut Skinner) -> Result<u32, Error> {
    let mut digest = 0x811c_9dc5_u32;
    for step in 0..4 {
        let skinned = skinner.skin(&posed(character, step)?, Meshes::All)?;
        for number in skinned.positions.into_iter().chain(skinned.normals) {
            for byte in number.to_le_bytes() {
                digest = (digest ^ u32::from(byte)).wrapping_mul(0x0100_0193);
            }
        }
    }
    Ok(digest)
}

/// Of one pose, the median of a second.
fn milliseconds(character: &Character, skinner: &mut Skinner) -> Result<f64, Error> {
    let pose = posed(character, 1)?;
    let mut positions = vec![0.0; 3 * character.vertex_count()];
    let mut times = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE || times.len() < 5 {
        let start = Instant::now();
        let out = SkinOut {
            positions: &mut positions,
            normals: &mut [],
        };
        skinner.skin_into(black_box(&pose), Meshes::All, out)?;
        times.push(1000.0 * start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}
