//! `dualskin clips list|add|retime|mirror|loop|plant|join|lay|rename|delete`.

use std::fs;

use character::{Character, open};
use glam::Vec3;
use rig::{Clip, Method};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use serde_json::Value;
use session::state::opening::load::load;

use super::export::POSED_OVER_A_CLIP;
use super::support::{dualskin, folder_with, words};

fn run(line: &str, status: i32) -> (String, String) {
    let (found, stdout, stderr) = words(&dualskin(line));
    assert_eq!(found, status, "{line}\n{stdout}\n{stderr}");
    (stdout, stderr)
}

fn report(line: &str) -> Value {
    serde_json::from_str(&run(&format!("{line} --json"), 0).0).unwrap()
}

fn called<'a>(character: &'a Character, name: &str) -> &'a Clip {
    let mut clips = character.clips.iter();
    clips.find(|clip| clip.name() == Some(name)).unwrap()
}

fn skin(character: &Character, clip: &Clip, time: f32) -> Vec<Vec3> {
    let pose = clip.sample(&character.rig.skeleton, &base_pose(character), time);
    let flags = &character.rig.scale_inheritance;
    let skinned = deform(character, &pose, flags, Look::new(Method::Linear)).unwrap();
    skinned
        .iter()
        .flat_map(|found| found.positions.iter().copied())
        .collect()
}

fn apart(one: &[Vec3], other: &[Vec3]) -> f32 {
    assert_eq!(one.len(), other.len());
    one.iter()
        .zip(other)
        .map(|(one, other)| one.distance(*other))
        .fold(0.0, f32::max)
}

#[test]
fn clips_are_listed_as_they_are_in_the_file() {
    let (stdout, _) = run("clips list builtin:biped --json", 0);
    let told: Value = serde_json::from_str(&stdout).unwrap();
    let biped = load("builtin:biped").unwrap();
    let listed = told["clips"].as_array().unwrap();
    assert_eq!(listed.len(), biped.clips.len());
    for (told, clip) in listed.iter().zip(&*biped.clips) {
        assert_eq!(told["name"].as_str(), clip.name());
        assert_eq!(told["keys"], clip.key_count());
    }
    let (stdout, _) = run("clips list builtin:biped_mesh", 0);
    assert_eq!(stdout, "There are no clips.\n");
    let (stdout, stderr) = run("clips list builtin:arm gone.glb", 1);
    assert!(stdout.contains("twist wrist") && stderr.contains("gone.glb"));
}

#[test]
fn clips_of_the_same_names_come_with_their_keys() {
    let (folder, out) = folder_with("more.glb");
    let bare = folder.path().join("bare.glb");
    run(
        &format!(
            "clips delete builtin:biped --clip 0 --clip walk --clip 2 -o {}",
            bare.display()
        ),
        0,
    );
    assert!(open(&bare).unwrap().clips.is_empty());
    let told = report(&format!(
        "clips add {} --from builtin:biped --clip walk -o {}",
        bare.display(),
        out.display()
    ));
    assert_eq!(told["changed_clips"][0]["change"], "added");
    let (before, after) = (load("builtin:biped").unwrap(), open(&out).unwrap());
    let walks = [called(&before, "walk"), called(&after, "walk")];
    for time in [0.0, 0.3, 0.77] {
        let both = [skin(&before, walks[0], time), skin(&after, walks[1], time)];
        assert!(apart(&both[0], &both[1]) < 1e-5);
    }
    // A second time it gets a name of its own, and with --replace it is the only one.
    let twice = folder.path().join("twice.glb");
    run(
        &format!(
            "clips add {} --from builtin:biped --clip walk -o {}",
            out.display(),
            twice.display()
        ),
        0,
    );
    assert!(called(&open(&twice).unwrap(), "walk 2").key_count() > 0);
    let told = report(&format!(
        "clips add {} --from builtin:biped --clip walk --replace --check",
        twice.display()
    ));
    assert_eq!(told["changed_clips"].as_array().unwrap().len(), 1);
    let (stdout, _) = run(
        "clips add builtin:biped --from builtin:cylinder --check --json",
        1,
    );
    let failure: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(failure["kind"], "no-match");
    assert!(
        failure["error"]
            .as_str()
            .unwrap()
            .contains("dualskin retarget")
    );
}

#[test]
fn time_runs_faster_to_a_length_and_between_rates() {
    let (_folder, out) = folder_with("fast.glb");
    let before = load("builtin:arm").unwrap();
    let old = called(&before, "twist wrist");
    for (how, factor) in [
        ("--speed 2".to_owned(), 2.0),
        (format!("--duration {}", old.duration() / 4.0), 4.0),
        ("--from-rate 30 --to-rate 24".to_owned(), 0.8),
    ] {
        let line = format!(
            "clips retime builtin:arm --clip 1 {how} -o {} --no-backup",
            out.display()
        );
        run(&line, 0);
        let after = open(&out).unwrap();
        let new = called(&after, "twist wrist");
        assert!(
            (new.duration() - old.duration() / factor).abs() < 1e-4,
            "{how}"
        );
        for time in [0.4, 1.9, 3.3] {
            let both = [skin(&before, old, time), skin(&after, new, time / factor)];
            assert!(apart(&both[0], &both[1]) < 1e-4, "{how} at {time}");
        }
        // The others are as they were.
        assert_eq!(
            called(&after, "wave").duration(),
            called(&before, "wave").duration()
        );
    }
    run(
        &format!(
            "clips retime builtin:arm --ease in-out -o {} --no-backup",
            out.display()
        ),
        0,
    );
    assert_eq!(
        called(&open(&out).unwrap(), "wave").duration(),
        called(&before, "wave").duration()
    );
    let kept = report("clips retime builtin:arm --clip 1 --duration 4 --check");
    assert_eq!(kept["changed_clips"][0]["change"], "kept");
}

#[test]
fn a_clip_mirrored_twice_is_the_clip_and_a_loop_ends_as_it_begins() {
    let (folder, once) = folder_with("once.glb");
    let twice = folder.path().join("twice.glb");
    run(
        &format!(
            "clips mirror builtin:biped --clip walk -o {}",
            once.display()
        ),
        0,
    );
    run(
        &format!(
            "clips mirror {} --clip walk --add -o {}",
            once.display(),
            twice.display()
        ),
        0,
    );
    let (before, after) = (load("builtin:biped").unwrap(), open(&twice).unwrap());
    let [old, mirrored, back] = [
        called(&before, "walk"),
        called(&after, "walk"),
        called(&after, "walk mirrored"),
    ];
    for time in [0.1, 0.5] {
        let skins = [(&before, old), (&after, mirrored), (&after, back)]
            .map(|(of, clip)| skin(of, clip, time));
        assert!(apart(&skins[0], &skins[2]) < 1e-3);
        assert!(apart(&skins[0], &skins[1]) > 0.05);
    }
    let looped = folder.path().join("loop.glb");
    run(
        &format!(
            "clips retime builtin:arm --clip 2 --ease in -o {}",
            once.display()
        ),
        0,
    );
    run(
        &format!(
            "clips loop builtin:creature --way bake --seconds 0.4 --rate 30 -o {}",
            looped.display()
        ),
        0,
    );
    let creature = open(&looped).unwrap();
    for clip in &*creature.clips {
        let ends = [0.0, clip.duration()].map(|time| skin(&creature, clip, time));
        assert!(apart(&ends[0], &ends[1]) < 1e-3, "{:?}", clip.name());
    }
    let (_, stderr) = run("clips loop builtin:arm --way bake --seconds 99 --check", 1);
    assert!(stderr.contains("at most that of the clip"), "{stderr}");
}

#[test]
fn names_are_given_once_and_clips_that_are_not_there_are_named() {
    let (_folder, out) = folder_with("named.glb");
    run(
        &format!(
            "clips rename builtin:arm --clip wave --name hello -o {}",
            out.display()
        ),
        0,
    );
    assert_eq!(
        called(&open(&out).unwrap(), "hello").key_count(),
        called(&load("builtin:arm").unwrap(), "wave").key_count()
    );
    for (line, status, said) in [
        ("rename builtin:arm --clip wave --name 1", 0, "called 1 now"),
        (
            "rename builtin:arm --clip 0 --name wave",
            1,
            "another clip is called wave",
        ),
        (
            "rename builtin:arm --clip walk --name run",
            2,
            "there is no clip \"walk\"",
        ),
        (
            "delete builtin:biped_mesh --clip 0",
            1,
            "there are no clips",
        ),
        ("delete builtin:arm", 2, "--clip"),
        ("retime builtin:arm", 2, "--speed"),
        (
            "retime builtin:arm --speed 2 --duration 1",
            2,
            "cannot be used with",
        ),
        ("retime builtin:arm --from-rate 24", 2, "--to-rate"),
        ("mirror builtin:cylinder --clip 0", 0, "have changed places"),
    ] {
        let (stdout, stderr) = run(&format!("clips {line} --check"), status);
        assert!(
            format!("{stdout}{stderr}").contains(said),
            "{line}: {stdout}{stderr}"
        );
    }
}

/// Poses over clips that are left out go with them, and are not put over those that come in their place.
#[test]
fn clips_that_are_replaced_take_their_unkeyed_poses_along() {
    let (folder, out) = folder_with("new.dualskin");
    let project = folder.path().join("posed.dualskin");
    fs::write(&project, POSED_OVER_A_CLIP).unwrap();
    let (stdout, _) = run(
        &format!(
            "clips add {} --from builtin:arm --replace -o {}",
            project.display(),
            out.display()
        ),
        0,
    );
    let left_out = "Left out with their clips: 1 pose without keys.";
    assert!(stdout.contains(left_out), "{stdout}");
    let text = fs::read_to_string(&out).unwrap();
    assert!(!text.contains("pending"), "{text}");
}

#[test]
fn clips_are_joined_and_laid_over_each_other() {
    let (folder, out) = folder_with("joined.glb");
    let told = report(&format!(
        "clips join builtin:biped --clip walk --next walk --fade 0.2 -o {}",
        out.display()
    ));
    let made = &told["changed_clips"][0];
    assert_eq!(
        (&made["change"], &made["name"]),
        (&"joined".into(), &"walk + walk".into())
    );
    let twice = open(&out).unwrap();
    let (walk, both) = (called(&twice, "walk"), called(&twice, "walk + walk"));
    assert!((both.duration() - (2.0 * walk.duration() - 0.2)).abs() < 1e-3);
    let early = 0.4 * walk.duration();
    assert!(apart(&skin(&twice, both, early), &skin(&twice, walk, early)) < 1e-5);
    // It goes on: the second time as far again.
    let hips = |clip: &Clip, time: f32| {
        let all = skin(&twice, clip, time);
        all.iter().sum::<Vec3>() / all.len() as f32
    };
    let once = hips(walk, walk.duration() - 0.2) - hips(walk, 0.0);
    let later = hips(both, 2.0 * (walk.duration() - 0.2)) - hips(both, 0.0);
    assert!(
        later.distance(2.0 * once) < 0.05 * once.length().max(0.2),
        "{later} {once}"
    );

    let waved = folder.path().join("waved.glb");
    let line = "clips lay builtin:biped --clip walk --over 1 --way added";
    run(&format!("{line} --weight 50 -o {}", waved.display()), 0);
    let waving = open(&waved).unwrap();
    assert_eq!(
        waving.clips.len(),
        1 + load("builtin:biped").unwrap().clips.len()
    );
    for (line, part) in [
        (
            "clips join builtin:biped --clip walk --next walk --fade 99",
            "shorter",
        ),
        (
            "clips lay builtin:biped --clip walk --over 1 --joint nobody",
            "no joint is called nobody",
        ),
        (
            "clips lay builtin:biped --clip walk --over 1 --weight 150",
            "100 %",
        ),
    ] {
        let (_, stderr) = run(&format!("{line} -o {}", out.display()), 1);
        assert!(stderr.contains(part), "{stderr}");
    }
    let unknown = "clips join builtin:biped --clip walk --next nod";
    let (_, stderr) = run(&format!("{unknown} -o {}", out.display()), 2);
    assert!(stderr.contains("nod"), "{stderr}");
}

/// The feet of a walk that came over freely slide; planted they do not, by what the program says and by where toes are.
#[test]
fn feet_are_planted() {
    let (folder, out) = folder_with("planted.glb");
    let free = folder.path().join("free.glb");
    let capture = format!(
        "{}/../testdata/motions/walk_proportions.bvh",
        env!("CARGO_MANIFEST_DIR")
    );
    run(
        &format!(
            "retarget {capture} --onto builtin:woman --free-feet --replace -o {}",
            free.display()
        ),
        0,
    );
    let told = report(&format!(
        "clips plant {} -o {}",
        free.display(),
        out.display()
    ));
    assert_eq!(told["changed_clips"][0]["change"], "planted");
    let remarks = told["remarks"].to_string();
    assert!(
        remarks.contains("the left foot stands") && remarks.contains("slid by up to"),
        "{remarks}"
    );
    let toes = |file: &std::path::Path| {
        let character = open(file).unwrap();
        let skeleton = &character.rig.skeleton;
        let toe = skeleton.joints().find(|&joint| {
            skeleton.name(joint).contains("toe") && skeleton.name(joint).contains('L')
        });
        let toe = toe.unwrap();
        let clip = character.clips[0].clone();
        let flags = &character.rig.scale_inheritance;
        let place = |time: f32| {
            let pose = clip.sample(skeleton, &base_pose(&character), time);
            let posed = rig::forward(skeleton, pose.user_transforms(), flags).unwrap();
            Vec3::from(posed.model_from_posed_frame(toe).translation)
        };
        let samples = (0..240_u8).map(|sample| place(clip.duration() * f32::from(sample) / 240.0));
        samples.collect::<Vec<_>>()
    };
    // While the toes of the planted one stand, which is most of the time, those of the other go on.
    let [before, after] = [&free, &out].map(|file| toes(file));
    let steps = |places: &[Vec3]| -> Vec<f32> {
        places
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .collect()
    };
    let still = |places: &[Vec3]| {
        steps(places)
            .into_iter()
            .filter(|step| *step < 1e-4)
            .count()
    };
    assert!(
        still(&after) > 60 && still(&after) > 2 * still(&before),
        "{} {}",
        still(&after),
        still(&before)
    );
    let (_, stderr) = run(
        &format!("clips plant builtin:arm --clip 0 -o {}", out.display()),
        1,
    );
    assert!(stderr.contains("--map"), "{stderr}");
}
