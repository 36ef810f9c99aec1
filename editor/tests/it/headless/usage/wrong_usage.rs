//! Every way to ask the commands for what cannot be: the exit status, a word of the message, and no file left behind.

use std::fs;

use crate::headless::support::{dualskin, files_of, folder_with, words};
use crate::support::has_device;

/// Replaces `{in}` by the folder, runs, and compares. Stdout stays empty: results only.
fn check(line: &str, expected_status: i32, expected_words: &[&str]) {
    let (folder, _) = folder_with("");
    fs::write(folder.path().join("empty.glb"), b"").unwrap();
    fs::write(
        folder.path().join("text.glb"),
        b"This is a letter, not a model.\n",
    )
    .unwrap();
    fs::write(folder.path().join("lonely.gltf"), LONELY).unwrap();
    fs::write(folder.path().join("cut.glb"), b"glTF\x02\0\0\0\xff\xff\0\0").unwrap();
    fs::create_dir(folder.path().join("folder.glb")).unwrap();
    let before = files_of(&folder);

    let line = line.replace("{in}", folder.path().to_str().unwrap());
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert_eq!(status, expected_status, "{line}\n{stderr}");
    for word in expected_words {
        assert!(
            stderr.contains(word),
            "{line}: {word:?} is not in {stderr:?}"
        );
    }
    assert!(!stderr.contains("panicked"), "{line}\n{stderr}");
    assert_eq!(stdout, "", "{line}");
    assert_eq!(files_of(&folder), before, "{line}");
}

/// Its buffer is in a file that is not there.
const LONELY: &[u8] = br#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]}],
"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"uri": "nowhere.bin", "byteLength": 36}]}"#;

#[test]
fn files_that_are_no_characters() {
    let cases: [(&str, &[&str]); 7] = [
        ("{in}/missing.glb", &["missing.glb", "path"]),
        ("{in}/folder.glb", &["folder.glb", "folder", "choose"]),
        ("{in}/empty.glb", &["empty.glb", "empty", "again"]),
        ("{in}/text.glb", &["text.glb", "text", "choose"]),
        (
            "{in}/lonely.gltf",
            &["lonely.gltf", "/buffers/0", "nowhere.bin"],
        ),
        ("{in}/cut.glb", &["cut.glb", "bytes"]),
        (
            "builtin:nobody",
            &["nobody", "builtin:arm", "builtin:cylinder"],
        ),
    ];
    for (file, expected) in cases {
        check(
            &format!("skin {file} --method linear --out {{in}}/out.json"),
            1,
            expected,
        );
        check(
            &format!("render {file} --compare linear --out {{in}}/out.png"),
            1,
            expected,
        );
        check(&format!("bench {file}"), 1, expected);
    }
}

#[test]
fn methods_and_skinning_that_do_not_exist() {
    for (unknown, meant) in [
        (
            "optimized-cor",
            "there are linear, dual-quaternion, two-phase",
        ),
        ("spherical_average", "did you mean `spherical-average`?"),
        ("Iterative", "did you mean `iterative`?"),
        ("dqb", "did you mean `dqs`?"),
    ] {
        let expected = [unknown, "no skinning method is called", meant];
        check(
            &format!("skin builtin:cylinder --method {unknown} --out {{in}}/out.json"),
            2,
            &expected,
        );
        check(
            &format!("render builtin:cylinder --compare linear,{unknown} --out {{in}}/out.png"),
            2,
            &expected,
        );
    }
    let skin =
        |rest: &str| format!("skin builtin:cylinder --method linear --out {{in}}/out.json {rest}");
    check(
        "skin builtin:cylinder --method sideways --out {in}/out.json",
        2,
        &["sideways", "linear", "affine"],
    );
    check(
        "skin builtin:cylinder --method Linear --out {in}/out.json",
        2,
        &["Linear"],
    );
    check(
        "render builtin:cylinder --compare linear,,affine --out {in}/out.png",
        2,
        &["--compare"],
    );
    check(
        &skin("--signs random"),
        2,
        &["random", "first", "largest", "hierarchical", "running"],
    );
    check(
        &skin("--reach everyone"),
        2,
        &["everyone", "joint", "children"],
    );
    check(
        &skin("--normals flat"),
        2,
        &["flat", "usual", "exact", "forward"],
    );
    check(
        &skin("--normals forward --gpu"),
        2,
        &["--normals forward", "processor", "--gpu"],
    );
    check(&skin("--threads 0"), 2, &["--threads"]);
    check(&skin("--threads many"), 2, &["--threads"]);
    check(&skin("--gpu --threads 2"), 2, &["--gpu", "--threads"]);
    check(&skin("--gpu=yes"), 2, &["--gpu"]);
    check(&skin("--pose fist.ron"), 1, &["fist.ron", "check the path"]);
}

#[test]
fn poses_that_do_not_exist() {
    let skin =
        |pose: &str| format!("skin builtin:cylinder --method linear --out {{in}}/out.json {pose}");
    check(&skin("--clip nothing --time 0"), 2, &["nothing", "twist"]);
    check(&skin("--clip 99 --time 0"), 2, &["99", "0 \"twist\""]);
    check(&skin("--clip -1 --time 0"), 2, &["-1", "twist"]);
    check(&skin("--time 0"), 2, &["--clip"]);
    for time in ["NaN", "inf", "-inf", "1e99", "soon", ""] {
        check(
            &skin(&format!("--clip 0 --time={time}")),
            2,
            &["--time", "SECONDS"],
        );
    }
}

/// A clip, mesh or joint that the file has not is wrong usage, whichever command and option names it; that it has none at all where the
/// command needs one is its data.
#[test]
fn names_that_the_file_does_not_have() {
    for line in [
        "inspect builtin:cylinder --clip nobody",
        "skin builtin:cylinder --method linear --clip nobody --time 0 --out {in}/out.json",
        "render builtin:cylinder --clip nobody --time 0 --out {in}/out.png",
        "render builtin:cylinder --clip nobody --play --out {in}/out.png",
        "render builtin:cylinder --sheet nobody@0 --out {in}/out.png",
        "render builtin:cylinder --framed nobody@0 --out {in}/out.png",
        "render builtin:cylinder --weights nobody --out {in}/out.png",
        "share builtin:cylinder --clip nobody --time 0 --out {in}/out.html",
        "bake builtin:cylinder --method two-phase --clip nobody --out {in}/out.glb",
        "clips reduce builtin:cylinder --tolerance 1mm --clip nobody --check",
        "weights fit builtin:cylinder --from-method linear --clip nobody --check",
        "weights fit builtin:cylinder --from-method linear --mesh nobody --check",
        "weights limit builtin:cylinder --method linear --clip nobody --check",
        "weights export builtin:cylinder --mesh nobody --out {in}/out.csv",
        "weights import builtin:cylinder {in}/gone.csv --mesh nobody --check",
        "weights transfer builtin:cylinder builtin:cylinder --mesh nobody --check",
        "weights transfer builtin:cylinder builtin:cylinder --from-mesh nobody --check",
        "weights mirror builtin:cylinder --from left --pair nobody=nobody --check",
        "unbind builtin:cylinder --mesh nobody --check",
    ] {
        check(line, 2, &["nobody"]);
    }
    for (line, word) in [
        (
            "clips reduce builtin:biped_mesh --tolerance 1mm --clip nobody --check",
            "no clips",
        ),
        (
            "weights export builtin:biped_mesh --mesh nobody --out {in}/out.csv",
            "no mesh of it is bound",
        ),
        (
            "unbind builtin:biped_mesh --mesh nobody --check",
            "no mesh of it has a skin",
        ),
        (
            "bind builtin:cylinder --mesh nobody --check",
            "has a skin already",
        ),
    ] {
        check(line, 1, &[word]);
    }
}

/// No joint moves a vertex by its neighbors.
#[test]
fn corrective_smooth_is_refused_where_joints_are_all_there_is() {
    let bake = "bake builtin:arm --method two-phase+smooth --out {in}/out.glb";
    check(bake, 2, &["no joint", "two-phase"]);
    let bake = "bake builtin:arm --method linear+twist --out {in}/out.glb";
    check(bake, 2, &["insert twist joints", "linear"]);
    let share = "share builtin:cylinder --compare linear,linear+smooth --out {in}/out.html";
    check(share, 2, &["linear+smooth", "browser"]);
}

#[test]
fn pictures_that_cannot_be() {
    let render = |rest: &str| format!("render builtin:cylinder --out {{in}}/out.png {rest}");
    check(&render("--compare"), 2, &["--compare"]);
    check(
        &render("--compare two-phase:second"),
        2,
        &["two-phase:second", "followed"],
    );
    check(&render("--compare linear:first"), 2, &["linear::joint"]);
    check(
        &render("--compare linear+mush"),
        2,
        &["linear+mush", "smooth-ITERATIONS"],
    );
    check(
        &render("--compare linear --difference"),
        2,
        &["--difference", "two methods"],
    );
    check(
        &render("--compare linear --view behind"),
        2,
        &["behind", "three-quarter"],
    );
    check(
        &render("--compare linear --weights nobody"),
        2,
        &["nobody", "joint"],
    );
    check(
        &render("--compare linear --shading rainbow"),
        2,
        &["rainbow", "clay", "zebra", "joint-colors"],
    );
    check(
        &render("--compare linear --shading clay --weights top"),
        2,
        &["--shading", "--weights"],
    );
    for size in [
        "640",
        "640x",
        "0x0",
        "-1x5",
        "63x640",
        "640x99999",
        "4294967297x640",
        "640x480x2",
        "16384x16384",
        "8193x8192",
    ] {
        check(
            &render(&format!("--compare linear --size={size}")),
            2,
            &["--size", "1280x720"],
        );
    }
    check(
        &render("--size 64x64 --compare linear,linear,affine"),
        2,
        &["64 pixels", "--size"],
    );
    check(
        "render builtin: --compare linear --out {in}/out.png",
        2,
        &["builtin:arm", "builtin:cylinder"],
    );
    for name in ["out.jpg", "out.png.bmp", "out.PNG8"] {
        check(
            &format!("render builtin:cylinder --compare linear --out {{in}}/{name}"),
            2,
            &[name, ".png"],
        );
    }
}

/// 60 panes of the usual size are 38 400 pixels wide, more than any device draws into.
#[test]
fn a_picture_beyond_the_device() {
    if !has_device() {
        return;
    }
    let methods = ["linear"; 900].join(",");
    check(
        &format!("render builtin:cylinder --compare {methods} --out {{in}}/out.png"),
        1,
        &["27520 x 15120", "limit", "--size"],
    );
}

#[test]
fn places_that_cannot_be_written() {
    let skin = |out: &str| format!("skin builtin:cylinder --method linear --out {out}");
    check(&skin("{in}/empty.glb/out.json"), 1, &["empty.glb"]);
    check(
        &skin("{in}/empty.glb/no/such/out.json"),
        1,
        &["empty.glb/no/such", "empty.glb is no folder"],
    );
    check(
        "bind builtin:biped_mesh builtin:biped --skeleton biped --markers - -o {in}/many",
        2,
        &["stdin, which can be read once"],
    );
    check(
        &skin("{in}/out.stl"),
        2,
        &["out.stl", ".json", ".obj", ".ply", ".npz"],
    );
    check(
        "skin {in}/lonely.gltf --method linear --out {in}/lonely.gltf",
        2,
        &["--out", "lonely.gltf"],
    );
    check("skin builtin:cylinder --method linear", 2, &["--out"]);
    check("skin --method linear --out {in}/out.json", 2, &["FILE"]);
}

#[test]
fn benchmarks_that_cannot_be() {
    check("bench --vertices 0", 2, &["--vertices"]);
    check("bench --joints 0", 2, &["--joints"]);
    check("bench --influences 0", 2, &["--influences"]);
    check("bench --joints 70000", 2, &["--joints"]);
    check(
        "bench --joints 2 --influences 3",
        2,
        &["--joints", "3 influences"],
    );
    check("bench --threads 0", 2, &["--threads"]);
    check("bench builtin:cylinder --vertices 10", 2, &["--vertices"]);
    check("bench {in}/lonely.gltf", 1, &["lonely.gltf"]);
    check("bench --stroke 0", 2, &["--stroke"]);
    check("bench --stroke --gpu", 2, &["--stroke"]);
    check("bench --stroke --joints 2", 2, &["4 influences"]);
    check("bench --open --gradient", 2, &["--open"]);
    check("bench --open {in}/lonely.gltf", 1, &["lonely.gltf"]);
    check("bench --open -", 2, &["--open"]);
}

#[test]
fn commands_that_do_not_exist() {
    check("--frobnicate", 2, &["--frobnicate"]);
    check("skin --frobnicate", 2, &["--frobnicate"]);
    check("one.glb two.glb", 2, &["two.glb"]);
}

#[test]
fn without_a_display_the_message_names_the_way_out() {
    check("", 1, &["display", "dualskin render"]);
    check("builtin:cylinder", 1, &["display", "dualskin render"]);
}
