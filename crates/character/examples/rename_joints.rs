//! Prints a character's skeleton, puts a prefix before every joint's name, and saves it:
//! `cargo run -p dualskin-character --example rename_joints -- IN.glb OUT.glb PREFIX`.

#![expect(clippy::print_stdout, reason = "printing is its purpose")]

use std::error::Error;
use std::path::Path;

use character::{Character, open, save};
use rig::JointIndex;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, prefix] = &arguments[..] else {
        return Err("three arguments: the file, the file to write, the prefix".into());
    };
    convert(Path::new(from), Path::new(to), prefix)
}

fn convert(from: &Path, to: &Path, prefix: &str) -> Result<(), Box<dyn Error>> {
    let mut character = open(from)?;
    print_skeleton(&character);
    let skeleton = &mut std::sync::Arc::make_mut(&mut character.rig).skeleton;
    for joint in skeleton.joints() {
        skeleton.rename(joint, format!("{prefix}{}", skeleton.name(joint)));
    }
    println!("{}", save(&character, to)?);
    Ok(())
}

fn print_skeleton(character: &Character) {
    let skeleton = &character.rig.skeleton;
    let depth = |joint: JointIndex| {
        std::iter::successors(skeleton.parent(joint), |&above| skeleton.parent(above)).count()
    };
    for joint in skeleton.joints() {
        println!("{}{}", "  ".repeat(depth(joint)), skeleton.name(joint));
    }
}

#[test]
fn joints_are_renamed_and_nothing_else() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (from, to) = (
        Path::new("../../assets/arm.glb"),
        folder.path().join("renamed.glb"),
    );
    convert(from, &to, "left_")?;
    let (before, after) = (open(from)?, open(&to)?);
    let skeleton = &after.rig.skeleton;
    assert!(skeleton.joints().all(|joint| {
        skeleton.name(joint) == format!("left_{}", before.rig.skeleton.name(joint))
    }));
    assert_eq!((before.meshes, before.clips), (after.meshes, after.clips));
    Ok(())
}
