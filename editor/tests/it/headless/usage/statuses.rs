//! Every command on good input, on bad data and on wrong usage: exit status 0, 1 and 2, as the manual promises.

use std::fs;

use crate::headless::support::{dualskin, files_of, folder_with, words};
use crate::support::has_device;

/// Exit status and arguments. `{out}` is a folder, and `{bad}` a text under the name of a character.
const RUNS: [(i32, &str); 80] = [
    (0, "inspect builtin:cylinder --json"),
    (1, "inspect {bad} --json"),
    (2, "inspect"),
    (0, "inspect builtin:arm builtin:cylinder --shard 2/2 --json"),
    (1, "inspect --list {bad}.missing"),
    (2, "inspect builtin:arm --shard 3/2"),
    (0, "check builtin:cylinder --json"),
    (0, "advise builtin:cylinder --for any --json"),
    (1, "advise {bad} --for any"),
    (2, "advise builtin:cylinder"),
    (1, "check {bad} --junit"),
    (2, "check builtin:arm --jobs 0"),
    (
        0,
        "render builtin:biped --clip walk --time 0.3 --compare linear,two-phase --wireframe --size 128x96 -o {out}/walk.png",
    ),
    (1, "render {bad} --compare linear -o {out}/never.png"),
    (
        2,
        "render builtin:arm --clip no-such-clip --time 0 --compare linear -o {out}/never.png",
    ),
    (
        0,
        "skin builtin:arm --clip 0 --time 0.5 --method two-phase -o {out}/arm.json",
    ),
    (0, "skin builtin:arm --method two-phase -o {out}/arm.obj"),
    (1, "skin {bad} --method linear -o {out}/never.json"),
    (2, "skin builtin:arm --method linear"),
    (0, "weights export builtin:arm -o {out}/arm.csv"),
    (1, "weights export {bad} -o {out}/never.csv"),
    (2, "weights export builtin:arm"),
    (0, "weights import builtin:arm {out}/arm.csv --check --json"),
    (1, "weights import {bad} {out}/arm.csv --check"),
    (2, "weights import builtin:arm"),
    (1, "weights transfer {bad} builtin:arm --check"),
    (2, "weights transfer builtin:arm"),
    (0, "weights automatic builtin:cylinder --check"),
    (1, "weights automatic {bad} --check"),
    (0, "weights mirror builtin:biped --from left --check"),
    (1, "weights mirror {bad} --from left --check"),
    (2, "weights mirror builtin:arm --check"),
    (
        0,
        "weights limit builtin:arm --limit 2 -o {out}/limited.glb",
    ),
    (0, "weights transfer {out}/limited.glb builtin:arm --check"),
    (1, "weights limit {bad} --limit 2 --check"),
    (0, "weights prune builtin:arm --below 0.2 --check"),
    (1, "weights prune {bad} --below 0.2 --check"),
    (0, "weights smooth builtin:cylinder --check"),
    (1, "weights smooth {bad} --check"),
    (
        0,
        "clips reduce builtin:cylinder --tolerance 1mm -o {out}/fewer.glb --json",
    ),
    (1, "clips reduce {bad} --tolerance 1mm --check"),
    (2, "clips reduce builtin:cylinder --tolerance 1 --check"),
    (0, "clips list builtin:cylinder"),
    (1, "clips list {bad}"),
    (1, "clips add {bad} --from builtin:biped --check"),
    (
        0,
        "skeleton fit builtin:biped_mesh --template biped --check",
    ),
    (0, "skeleton orient builtin:hand --check"),
    (1, "skeleton mirror {bad} --check"),
    (
        1,
        "skeleton from builtin:biped_mesh builtin:biped_mesh --check",
    ),
    (2, "skeleton rename builtin:arm --check"),
    (2, "skeleton fit builtin:biped_mesh --check"),
    (1, "bind builtin:arm --check"),
    (2, "bind"),
    (1, "unbind {bad} --check"),
    (2, "unbind builtin:cylinder --mesh nobody --check"),
    (
        0,
        "export builtin:cylinder --scale exact -o {out}/exact.glb",
    ),
    (
        0,
        "export builtin:arm -o {out}/few.gltf --influences 2 --weight-numbers u8 --strip-unused-joints",
    ),
    (1, "export builtin:biped -o {out}/never.glb --max-joints 20"),
    (2, "export builtin:arm -o {out}/never.obj"),
    (
        0,
        "convert builtin:cylinder --bvh --clip twist -o {out}/twist.bvh",
    ),
    (1, "convert {bad} -o {out}/never.glb"),
    (
        0,
        "retarget builtin:biped --clip walk --onto builtin:woman --check",
    ),
    (1, "retarget {bad} --onto builtin:woman --check"),
    (2, "retarget builtin:biped --check"),
    (2, "convert builtin:cylinder -o {out}/never.obj"),
    (
        0,
        "bake builtin:cylinder --method two-phase --joints 3 --clip twist --rate 10 -o {out}/baked.glb --json",
    ),
    (1, "bake {bad} --method two-phase -o {out}/never.glb"),
    (
        2,
        "bake builtin:cylinder --method two-phase --tolerance 0 -o {out}/never.glb",
    ),
    (
        0,
        "share builtin:cylinder --compare linear,two-phase -o {out}/page.html",
    ),
    (
        1,
        "share builtin:biped_mesh --compare linear,two-phase -o {out}/never.html",
    ),
    (2, "share builtin:cylinder --compare linear,two-phase"),
    (
        0,
        "shader --target glsl-es --method two-phase -o {out}/two_phase.vert",
    ),
    (2, "shader --target wgsl"),
    (0, "figures k08-02"),
    (1, "figures k08-02 --out {bad}/never"),
    (2, "figures k08-2"),
    (0, "bench --vertices 300 --joints 3 --influences 2 --json"),
    (1, "bench {out}/no-such-file.glb"),
    (2, "bench --vertices many"),
    (0, "completions bash"),
];

/// What no row says: meshes are bound and unbound in `rig`, pages are written in `pipelines`, and the rest reads no file.
const ELSEWHERE: [(i32, &str); 8] = [
    (0, "bind"),
    (0, "unbind"),
    (1, "shader"),
    (1, "completions"),
    (2, "completions"),
    (0, "man"),
    (1, "man"),
    (2, "man"),
];

#[test]
fn every_command_ends_with_the_status_that_its_manual_promises() {
    let (folder, bad) = folder_with("text.glb");
    fs::write(&bad, "This is no character under a false name.\n").unwrap();
    let out = folder.path().to_str().unwrap();
    for (expected, line) in RUNS {
        if line.starts_with("render") && expected == 0 && !has_device() {
            continue;
        }
        let line = line.replace("{bad}", bad.to_str().unwrap());
        let (status, _, stderr) = words(&dualskin(&line.replace("{out}", out)));
        assert_eq!(status, expected, "{line}: {stderr}");
    }
    let never = files_of(&folder);
    let never: Vec<_> = never
        .iter()
        .filter(|name| name.starts_with("never"))
        .collect();
    assert!(never.is_empty(), "a command that failed left {never:?}");
}

#[test]
fn no_command_is_forgotten() {
    let (_, help, _) = words(&dualskin("--help"));
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let names = commands.lines().filter_map(|line| line.strip_prefix("  "));
    // What is said of a command may go on in the next line, further to the right.
    let names = names.filter_map(|line| line.split(' ').next().filter(|name| !name.is_empty()));
    let all: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(all.contains(&"inspect") && all.contains(&"bake"), "{all:?}");
    for name in all {
        for status in 0..=2 {
            let is_of =
                |(of, line): &(i32, &str)| *of == status && line.split(' ').next() == Some(name);
            let found = RUNS.iter().chain(&ELSEWHERE).any(is_of);
            assert!(found, "{name}: no run ends with {status}");
        }
    }
}
