//! `dualskin share` and `dualskin shader`: the page in a browser, where one is at hand, and what is refused.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers of files made for this test"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

use character::{Character, MorphTarget};
use glam::Vec3;
use headless::Failure;
use headless::opened::open;
use headless::pose::{Hardware, RequestedPose, Skinning};
use headless::props::OpenedProps;
use headless::share::{Page, PageAsked, kept_clips, page};
use rig::{Method, NormalRule, Pose, SignRule};
use scene::placed::placed_primitives;
use serde_json::Value;
use session::document::props::{Holder, Prop, PropPlace};
use shader_text::{Stage, operations, webgl};
use testkit::say;

use crate::headless::support::{dualskin, files_of, folder_with, words};

const CYLINDER: &[u8] = include_bytes!("../../../../../assets/cylinder.glb");

/// Reads positions by every method in some frames of a page and leaves them in the document.
const PROBE: &str = r#"
<pre id="probe"></pre>
<script>
addEventListener("load", () => {
  const { scene, positions } = window.dualskin;
  const read = FRAMES.map((frame) => scene.methods.map((_, method) =>
    scene.parts.map((_, part) => Array.from(positions(frame, part, method)))));
  document.getElementById("probe").textContent = JSON.stringify({
    read, problem: document.getElementById("problem").textContent, spots: document.querySelectorAll("ol button").length,
  });
});
</script>
</html>"#;

fn share(arguments: &str) -> (tempfile::TempDir, String) {
    let (folder, out) = folder_with("page.html");
    let line = format!("share {arguments} -o {}", out.display());
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert_eq!(
        (status, stdout.as_str(), stderr.as_str()),
        (0, "", ""),
        "{line}"
    );
    let page = fs::read_to_string(out).unwrap();
    (folder, page)
}

fn scene(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"scene\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// What a browser makes of a page: its document at the end, and what it said. None, said out loud, without a browser.
fn browsed(page: &Path) -> Option<(String, String)> {
    let output = Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--enable-logging=stderr",
            "--virtual-time-budget=3000",
            "--dump-dom",
        ])
        .arg(format!(
            "--user-data-dir={}",
            page.with_extension("profile").display()
        ))
        .arg(format!("file://{}", page.display()))
        .output();
    let Ok(output) = output else {
        say("skipped: chromium is not installed");
        return None;
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some((text(&output.stdout), text(&output.stderr)))
}

/// Positions as the browser's device skins them against `dualskin skin`: by frame, method and part.
fn compare(source: &str, methods: &[&str], moments: &[(usize, &str, f32)]) {
    let (folder, page) = share(&format!("{source} --compare {}", methods.join(",")));
    let shown = scene(&page);
    let frames: Vec<usize> = moments
        .iter()
        .map(|(clip, _, time)| {
            let clip = &shown["clips"][clip];
            let within = (f64::from(*time) * clip["rate"].as_f64().unwrap()).round();
            clip["first"].as_u64().unwrap() as usize + within as usize
        })
        .collect();
    let probe = PROBE.replace("FRAMES", &format!("{frames:?}"));
    let probed = folder.path().join("probed.html");
    fs::write(&probed, page.replace("</html>", &probe)).unwrap();
    let Some((dom, said)) = browsed(&probed) else {
        return;
    };
    assert!(!said.contains("CONSOLE"), "{said}");
    let (_, rest) = dom.split_once("<pre id=\"probe\">").unwrap();
    let found: Value = serde_json::from_str(rest.split_once("</pre>").unwrap().0).unwrap();
    assert_eq!(found["problem"], "");
    assert!(found["spots"].as_u64().unwrap() > 0);
    let mut worst = 0.0_f64;
    for (frame, (_, clip, time)) in moments.iter().enumerate() {
        for (method, name) in methods.iter().enumerate() {
            let pose = if clip.is_empty() {
                String::new()
            } else {
                format!("--clip {clip} --time {time}")
            };
            let line = format!("skin {source} {pose} --method {name} -o -");
            let skinned: Value = serde_json::from_slice(&dualskin(&line).stdout).unwrap();
            let skinned = skinned["primitives"].as_array().unwrap();
            let parts = found["read"][frame][method].as_array().unwrap();
            assert_eq!(parts.len(), skinned.len(), "{line}");
            for (part, skinned) in parts.iter().zip(skinned) {
                worst = worst.max(farthest(part, &skinned["positions"]));
            }
        }
    }
    say(&format!(
        "{source} in a browser: {worst:.1e} from `skin`, page of {} bytes",
        page.len()
    ));
    assert!(worst < 1e-4, "{worst}");
}

fn farthest(flat: &Value, triples: &Value) -> f64 {
    let flat = flat.as_array().unwrap();
    let expected = triples
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|it| it.as_array().unwrap());
    let pairs: Vec<_> = flat.iter().zip(expected).collect();
    assert_eq!(pairs.len(), flat.len());
    let apart = |(a, b): &(&Value, &Value)| (a.as_f64().unwrap() - b.as_f64().unwrap()).abs();
    pairs.iter().map(apart).fold(0.0, f64::max)
}

#[test]
fn a_browser_skins_as_the_program_does() {
    compare(
        "builtin:cylinder",
        &["linear", "dual-quaternion", "two-phase", "affine"],
        &[(0, "", 0.0), (1, "twist", 1.0), (2, "bend", 2.0)],
    );
    compare(
        "builtin:biped",
        &["linear", "two-phase"],
        &[(2, "walk", 0.5), (3, "2", 7.0)],
    );
}

#[test]
fn the_page_of_the_biped_stays_small_and_names_no_other_place() {
    let (_folder, page) = share("builtin:biped --compare linear,two-phase --note one");
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    for word in ["http://", "https://", "@import", "src="] {
        assert!(!page.contains(word), "{word}");
    }
    let shown = scene(&page);
    assert_eq!(shown["clips"].as_array().unwrap().len(), 4);
    assert_eq!(shown["notes"][0], "one");
    let spots = shown["spots"].as_array().unwrap();
    assert!(spots.len() > 2 && spots[0]["distance"].as_f64() >= spots[1]["distance"].as_f64());
    let clip = spots[0]["clip"].as_u64().unwrap() as usize;
    assert!(shown["clips"][clip]["range"].as_f64() >= spots[0]["distance"].as_f64());
    assert!(spots.iter().all(|spot| spot["joint"].is_string()));
}

#[test]
fn names_of_the_file_are_text() {
    let (folder, model) = folder_with("hostile.gltf");
    let glb = folder.path().join("plain.glb");
    let hostile = "</script><script>document.title=1</script><img src=x onerror=alert(1)>";
    fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/cylinder.glb"),
        &glb,
    )
    .unwrap();
    let bytes = fs::read(&glb).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut json: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    fs::write(folder.path().join("plain.bin"), &bytes[28 + length..]).unwrap();
    json["buffers"][0]["uri"] = "plain.bin".into();
    for joint in json["skins"][0]["joints"].as_array().unwrap().clone() {
        json["nodes"][joint.as_u64().unwrap() as usize]["name"] = hostile.into();
    }
    json["animations"][0]["name"] = hostile.into();
    fs::write(&model, json.to_string()).unwrap();
    let (_folder, page) = share(&format!("{} --compare linear,two-phase", model.display()));
    let (_plain_folder, plain) = share("builtin:cylinder --compare linear,two-phase");
    for tag in ["<script", "</script", "<img"] {
        assert_eq!(
            page.matches(tag).count(),
            plain.matches(tag).count(),
            "{tag}"
        );
    }
    assert_eq!(scene(&page)["clips"][1]["name"], hostile);
    assert_eq!(scene(&page)["spots"][0]["joint"], hostile);
}

/// A page of a cylinder in its default pose, by two methods.
fn page_of(
    character: &Character,
    posed: &RequestedPose,
    notes: &[String],
) -> Result<Page, Failure> {
    page(&PageAsked {
        character,
        posed,
        methods: &[Method::Linear.into(), Method::TWO_PHASE.into()],
        clips: false,
        notes,
        props: &OpenedProps::default(),
        pose_moment: None,
        threads: 1,
    })
}

fn cylinder() -> (Character, RequestedPose) {
    let opened = open("builtin:cylinder").unwrap();
    let skinning = Skinning {
        signs: SignRule::default(),
        scale_inheritance: None,
        normals: NormalRule::Usual,
        first_phase: false,
        hardware: Hardware::Processor { threads: 1 },
    };
    let posed = RequestedPose::from_opened(&opened, None, skinning).unwrap();
    (Character::clone(&opened.character), posed)
}

/// Nothing that a file, a preset or a note says ends a script, begins a tag, turns the direction of writing or is unseen.
#[test]
fn titles_names_and_notes_are_visible_text() {
    let (mut character, mut posed) = cylinder();
    let plain = page_of(&character, &posed, &[]).unwrap().html;
    let acting = [
        '\u{202e}', '\u{2066}', '\u{200f}', '\u{1b}', '\u{7}', '\u{9b}', '\u{feff}', '\u{2028}',
    ];
    let hidden: String = acting.iter().map(|it| format!("ab{it}gnp.exe")).collect();
    let hostile = format!("</script><script>alert(1)</script>{{{{scene}}}}<!--{hidden}");
    character.name.clone_from(&hostile);
    posed.preset = Some(hostile.clone());
    let notes = [hostile.clone(), format!("first\n{hostile}")];
    let page = page_of(&character, &posed, &notes).unwrap().html;
    for tag in ["<script", "</script", "<!--"] {
        let counts = [&page, &plain].map(|page| page.matches(tag).count());
        assert_eq!(counts[0], counts[1], "{tag}");
    }
    assert!(page.contains("\\u003c/script>\\u003cscript>alert(1)"));
    assert!(!page.contains("{{style}}") && page.contains("{{scene}}"));
    let shown = scene(&page);
    let mut visible = hostile;
    for letter in acting {
        assert!(!page.contains(letter), "{letter:?}");
        let number = format!("u{{{:x}}}", u32::from(letter));
        visible = visible.replace(letter, &format!("\\{number}"));
        // Both titles, the pose, and two notes.
        assert!(page.matches(&number).count() >= 5, "{letter:?}");
    }
    let found = [
        &shown["title"],
        &shown["clips"][0]["name"],
        &shown["notes"][0],
    ];
    assert!(found.into_iter().all(|it| *it == *visible), "{found:?}");
    assert_eq!(shown["notes"][1], format!("first\n{visible}"));
    // What the browser compiles is as it was.
    let programs = &shown["programs"];
    assert_eq!(*programs, scene(&plain)["programs"]);
    for (entry, program) in programs["skin"].as_object().unwrap() {
        let source = shaders::PAGE_SKIN.source().unwrap();
        let written = webgl(&source, entry, Stage::Vertex).unwrap();
        assert_eq!(program["text"], written.text, "{entry}");
    }
}

#[test]
fn props_are_parts_where_something_holds_them() {
    let (character, posed) = cylinder();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sword.glb");
    fs::write(&file, CYLINDER).unwrap();
    let far = PropPlace {
        translation: Vec3::new(50.0, 0.0, 0.0),
        ..PropPlace::default()
    };
    let [sword, gone] = [file, folder.path().join("gone.glb")].map(|file| {
        let file = file.to_str().unwrap().to_owned();
        Prop::new(file, Holder::World, far)
    });
    let shown = |props: &[Prop]| {
        let made = page(&PageAsked {
            character: &character,
            posed: &posed,
            methods: &[Method::Linear.into(), Method::TWO_PHASE.into()],
            clips: true,
            notes: &[],
            props: &OpenedProps::unread(&props.into()).read(),
            pose_moment: None,
            threads: 1,
        });
        let Page { html, remarks } = made.unwrap();
        let scene = scene(&html);
        let extremes = scene["clips"][1]["extremes"].as_array().unwrap();
        let right = extremes.iter().map(|point| point[0].as_f64().unwrap());
        let right = right.fold(0.0, f64::max);
        (scene["parts"].as_array().unwrap().len(), right, remarks)
    };
    let (own, right, remarks) = shown(&[]);
    assert!(right < 10.0 && remarks.is_empty(), "{right}");
    let (with, right, remarks) = shown(&[sword.clone(), sword, gone]);
    assert_eq!(with, 3 * own, "two more cylinders");
    assert!(right > 49.0, "{right}");
    assert!(remarks.iter().any(|text| text.contains("gone.glb")));
}

/// All methods show the same in the default pose: nobody is sent to it who has a clip to see.
#[test]
fn a_page_opens_at_the_first_clip_unless_a_pose_was_asked_for() {
    let (character, posed) = cylinder();
    // The name of what is shown first, the number of its frames, and the time.
    let start = |posed: &RequestedPose, clips: bool| {
        let asked = PageAsked {
            character: &character,
            posed,
            methods: &[Method::Linear.into(), Method::TWO_PHASE.into()],
            clips,
            notes: &[],
            props: &OpenedProps::default(),
            pose_moment: None,
            threads: 1,
        };
        let shown = scene(&page(&asked).unwrap().html);
        let [clip, time] = ["clip", "time"].map(|name| shown["start"][name].as_f64().unwrap());
        let entry = &shown["clips"][clip as usize];
        let name = entry["name"].as_str().unwrap().to_owned();
        (name, entry["frames"].as_u64().unwrap(), Some(time))
    };
    let (name, n_frames, time) = start(&posed, true);
    assert_eq!((name.as_str(), time), ("twist", Some(0.0)));
    assert!(n_frames > 1, "Play is enabled");
    assert_eq!(start(&posed, false).0, "Default pose");
    let mut asked = posed.clone();
    asked.moment = Some((1, 0.5));
    let (name, _, time) = start(&asked, true);
    assert_eq!((name.as_str(), time), ("bend", Some(0.5)));
    let mut own = posed.clone();
    own.project = Some("work".to_owned());
    assert_eq!(start(&own, true).0, "Pose of work");
    let mut preset = posed;
    preset.preset = Some("fist".to_owned());
    assert_eq!(start(&preset, true).0, "fist");
}

/// Vertices count as often as they have places. What fits is refused later, for a pose without joints.
#[test]
fn morph_targets_count_as_places_and_too_many_are_refused() {
    const MOST_PLACES: usize = 1_500_000;
    let (mut character, mut posed) = cylinder();
    posed.pose = Pose::default();
    let n_vertices: usize = placed_primitives(&character)
        .map(|it| it.primitive.positions.len())
        .sum();
    let most = MOST_PLACES / n_vertices - 1;
    let mut refused = |count: usize| {
        let meshes = character.meshes.iter_mut();
        for primitive in meshes.flat_map(|it| &mut it.primitives) {
            primitive.morph_targets = vec![MorphTarget::default(); count];
        }
        page_of(&character, &posed, &[]).unwrap_err().to_string()
    };
    for (count, is_too_many) in [(0, false), (most, false), (most + 1, true)] {
        let told = refused(count);
        assert_eq!(told.contains("fewer morph targets"), is_too_many, "{told}");
    }
}

#[test]
fn clips_are_kept_as_far_as_frames_go_and_the_one_shown_first_is_among_them() {
    assert_eq!(kept_clips(3, 12, None), [0, 1, 2]);
    assert_eq!(kept_clips(5, 12, None), [0, 1, 2]);
    assert_eq!(kept_clips(5, 12, Some(4)), [0, 1, 4]);
    assert_eq!(kept_clips(5, 12, Some(1)), [0, 1, 2]);
    assert!(kept_clips(5, 3, Some(4)).is_empty());
    assert_eq!(kept_clips(usize::MAX, usize::MAX, None).len(), 256);
}

#[test]
fn what_no_page_can_show_is_refused_and_nothing_is_written() {
    let (folder, out) = folder_with("never.html");
    let out = out.display();
    for (line, status, told) in [
        (
            format!("share builtin:arm --compare linear -o {out}"),
            2,
            "two to four",
        ),
        (
            format!(
                "share builtin:arm --compare linear,two-phase,affine,spherical,iterative -o {out}"
            ),
            2,
            "two to four",
        ),
        (
            format!("share builtin:arm --compare linear,linear -o {out}"),
            2,
            "twice",
        ),
        (
            format!("share builtin:arm --compare linear,no-such-method -o {out}"),
            2,
            "no-such-method",
        ),
        (
            format!("share builtin:arm --compare linear,affine --gpu -o {out}"),
            2,
            "--gpu",
        ),
        (
            format!("share builtin:arm --compare linear,affine --normals exact -o {out}"),
            2,
            "--normals",
        ),
        (
            format!("share builtin:arm --compare linear,affine -o {out}.png"),
            2,
            "ends in .html",
        ),
        (
            format!("share builtin:arm --compare linear,affine --clip none --time 0 -o {out}"),
            2,
            "no clip",
        ),
        (
            format!("share builtin:biped_mesh --compare linear,affine -o {out}"),
            1,
            "no mesh has a skin",
        ),
    ] {
        let (found, stdout, stderr) = words(&dualskin(&line));
        assert_eq!((found, stdout.as_str()), (status, ""), "{line}\n{stderr}");
        assert!(stderr.contains(told), "{line}\n{stderr}");
    }
    assert!(files_of(&folder).is_empty());
}

#[test]
fn long_clips_come_in_fewer_samples_very_many_are_left_out_and_both_is_told() {
    let (folder, model) = folder_with("hour.gltf");
    // Many joints, so that few frames are more than a page takes, and few vertices to look for spots at.
    let many_joints = "../testdata/synthetic/valid/12b_joints300.glb";
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(many_joints)).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut json: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let mut numbers = bytes[28 + length..].to_vec();
    // The last key of every track of the first clip is an hour after the others.
    let samplers = json["animations"][0]["samplers"]
        .as_array()
        .unwrap()
        .clone();
    for sampler in samplers {
        let input = sampler["input"].as_u64().unwrap() as usize;
        let accessor = &mut json["accessors"][input];
        accessor["max"] = serde_json::json!([3600.0]);
        let (view, count) = (
            accessor["bufferView"].as_u64().unwrap() as usize,
            accessor["count"].as_u64().unwrap() as usize,
        );
        let begin = accessor["byteOffset"].as_u64().unwrap_or(0)
            + json["bufferViews"][view]["byteOffset"]
                .as_u64()
                .unwrap_or(0);
        let at = begin as usize + 4 * (count - 1);
        numbers[at..at + 4].copy_from_slice(&3600.0_f32.to_le_bytes());
    }
    // 300 clips of one key each.
    let channel = json["animations"][0]["channels"][0].clone();
    let sampler =
        json["animations"][0]["samplers"][channel["sampler"].as_u64().unwrap() as usize].clone();
    let accessors = json["accessors"].as_array_mut().unwrap();
    let first = accessors.len();
    for end in ["input", "output"] {
        let mut accessor = accessors[sampler[end].as_u64().unwrap() as usize].clone();
        accessor["count"] = 1.into();
        if end == "input" {
            accessor["max"] = accessor["min"].clone();
        }
        accessors.push(accessor);
    }
    let target = channel["target"].clone();
    for number in 0..300 {
        let clip = serde_json::json!({
            "name": format!("pose {number}"),
            "channels": [{ "sampler": 0, "target": target }],
            "samplers": [{ "input": first, "output": first + 1 }],
        });
        json["animations"].as_array_mut().unwrap().push(clip);
    }
    fs::write(folder.path().join("hour.bin"), numbers).unwrap();
    json["buffers"][0]["uri"] = "hour.bin".into();
    fs::write(&model, json.to_string()).unwrap();
    let out = folder.path().join("hour.html");
    let line = format!(
        "share {} --compare linear,two-phase -o {}",
        model.display(),
        out.display()
    );
    let (status, stdout, stderr) = words(&dualskin(&line));
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.contains("instead of 30 times a second"), "{stdout}");
    let page = fs::read_to_string(out).unwrap();
    let shown = scene(&page);
    assert!(shown["clips"][1]["duration"].as_f64().unwrap() > 3599.0);
    assert!(shown["frames"].as_u64().unwrap() < 10_000);
    assert_eq!(shown["remarks"].as_array().unwrap().len(), 2);
    assert!(stdout.contains("45 of 301 clips were left out"), "{stdout}");
    // The pose, and as many clips as a page takes.
    assert_eq!(shown["clips"].as_array().unwrap().len(), 257);
}

#[test]
fn shaders_are_written_and_wrong_words_are_told() {
    let (status, stdout, stderr) = words(&dualskin("shader --target wgsl --method two-phase"));
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(stdout.contains("fn skin_two_phase("));
    let (folder, out) = folder_with("conversions.h");
    let line = format!("shader --target c -o {} --json", out.display());
    let (status, stdout, _) = words(&dualskin(&line));
    assert_eq!(status, 0);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let header = fs::read_to_string(out).unwrap();
    assert_eq!(report["bytes"], header.len());
    assert!(header.contains("dualskin_from_rotation_translation"));
    assert_eq!(report.get("operations"), None);
    let out = folder.path().join("iterative.glsl");
    let line = format!(
        "shader --target glsl --method iterative -o {} --json",
        out.display()
    );
    let (status, stdout, _) = words(&dualskin(&line));
    assert_eq!(status, 0);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let counted = operations("iterative".parse().unwrap(), SignRule::First).unwrap();
    assert_eq!(report["operations"]["arithmetic"], counted.arithmetic);
    assert_eq!(report["operations"]["loads"], counted.loads);
    for (line, told) in [
        ("shader --target wgsl", "--method"),
        ("shader --target cg --method linear", "wgsl"),
        ("shader --target c --method linear", "leave --method out"),
        ("shader --target hlsl --method none", "none"),
    ] {
        let (status, stdout, stderr) = words(&dualskin(line));
        assert_eq!((status, stdout.as_str()), (2, ""), "{line}");
        assert!(stderr.contains(told), "{line}\n{stderr}");
    }
}
