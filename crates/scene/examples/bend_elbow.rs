//! Opens a character, bends a joint, skins it by two-phase blending, and writes the posed surface as Wavefront OBJ:
//! `cargo run -p dualskin-scene --example bend_elbow -- assets/arm.glb forearm 90 > bent.obj`.

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use character::{Character, open};
use glam::Quat;
use rig::{Method, ScaleInheritance};
use scene::deform::{DeformedPrimitive, base_pose, deform, primitive_of};
use scene::posed_character::Look;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, joint, degrees] = &arguments[..] else {
        return Err("three arguments: the file, a joint's name, the angle in degrees".into());
    };
    let character = open(Path::new(file))?;
    let bent = bend(&character, joint, degrees.parse()?)?;
    write_obj(&character, &bent, &mut io::stdout().lock())
}

/// The skinned vertices of all meshes, in scene space, with one joint turned about its own z axis.
fn bend(
    character: &Character,
    name: &str,
    degrees: f32,
) -> Result<Vec<DeformedPrimitive>, Box<dyn Error>> {
    let skeleton = &character.rig.skeleton;
    let joint = skeleton
        .find(name)
        .ok_or_else(|| format!("the file has no joint \"{name}\""))?;
    // A pose is relative to rest.
    let mut pose = base_pose(character);
    pose.rigid[joint.index()].rotation *= Quat::from_rotation_z(degrees.to_radians());
    let inheritance = vec![ScaleInheritance::Children; skeleton.joints().count()];
    Ok(deform(
        character,
        &pose,
        &inheritance,
        Look::new(Method::TWO_PHASE),
    )?)
}

/// A group for every primitive; OBJ counts vertices from 1, through all groups.
fn write_obj(
    character: &Character,
    primitives: &[DeformedPrimitive],
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let mut first = 1;
    for (group, skinned) in primitives.iter().enumerate() {
        writeln!(out, "g primitive_{group}")?;
        for at in &skinned.positions {
            writeln!(out, "v {} {} {}", at.x, at.y, at.z)?;
        }
        for along in &skinned.normals {
            writeln!(out, "vn {} {} {}", along.x, along.y, along.z)?;
        }
        let triangles = primitive_of(character, skinned).map_or(&[][..], |(_, of)| &of.triangles);
        for triangle in triangles {
            let [a, b, c] = triangle.map(|vertex| vertex + first);
            writeln!(out, "f {a}//{a} {b}//{b} {c}//{c}")?;
        }
        first += u32::try_from(skinned.positions.len())?;
    }
    Ok(())
}

#[test]
fn the_hand_moves_and_the_shoulder_stays() -> Result<(), Box<dyn Error>> {
    let character = open(Path::new("../../assets/arm.glb"))?;
    let straight = bend(&character, "forearm", 0.0)?;
    let bent = bend(&character, "forearm", 90.0)?;
    let moved = |vertex: usize| straight[0].positions[vertex].distance(bent[0].positions[vertex]);
    let distances: Vec<f32> = (0..straight[0].positions.len()).map(moved).collect();
    assert!(distances.iter().any(|&distance| distance < 1e-5));
    assert!(distances.iter().any(|&distance| distance > 0.1));

    let mut obj = Vec::new();
    write_obj(&character, &bent, &mut obj)?;
    let text = String::from_utf8(obj)?;
    let lines = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        lines("v "),
        bent.iter().map(|of| of.positions.len()).sum::<usize>()
    );
    let triangles = |of: &DeformedPrimitive| {
        primitive_of(&character, of).map_or(0, |(_, primitive)| primitive.triangles.len())
    };
    assert_eq!(lines("f "), bent.iter().map(triangles).sum::<usize>());
    Ok(())
}
