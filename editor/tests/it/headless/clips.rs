//! `dualskin clips reduce`: fewer keys in files and projects, and a true report of what that costs.

use character::{Character, open, to_glb};
use rig::{Clip, Method};
use scene::deform::{base_pose, deform};
use scene::posed_character::Look;
use session::state::opening::load::load;
use testkit::animation_player::Player;

use super::support::{dualskin, folder_with, words};

/// Runs it; gives what it says: stdout where it succeeds, stderr where it does not.
fn run(line: &str, status: i32) -> String {
    let (found, stdout, stderr) = words(&dualskin(line));
    assert_eq!(found, status, "{line}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    if status == 0 { stdout } else { stderr }
}

fn report(line: &str) -> serde_json::Value {
    serde_json::from_str(&run(&format!("{line} --json"), 0)).unwrap()
}

/// The largest distance between the skins of two clips at a time, in scene units.
fn apart(character: &Character, clips: [&Clip; 2], time: f32) -> f32 {
    let [one, other] = clips.map(|clip| {
        let pose = clip.sample(&character.rig.skeleton, &base_pose(character), time);
        let flags = &character.rig.scale_inheritance;
        deform(character, &pose, flags, Look::new(Method::Linear)).unwrap()
    });
    let pairs = one.iter().zip(&other);
    let distances = pairs.flat_map(|(one, other)| {
        let positions = one.positions.iter().zip(&other.positions);
        positions.map(|(one, other)| one.distance(*other))
    });
    distances.fold(0.0, f32::max)
}

#[test]
fn keys_are_taken_out_and_the_error_is_told_with_its_place() {
    let (folder, out) = folder_with("fewer.glb");
    let line = "clips reduce builtin:arm --tolerance 4mm";
    let file = report(&format!("{line} -o {}", out.display()));
    assert_eq!(file["command"], "clips reduce");
    let (before, after) = (load("builtin:arm").unwrap(), open(&out).unwrap());
    let told = file["clips"].as_array().unwrap();
    assert_eq!(told.len(), before.clips.len());
    let mut fewer = 0;
    for (place, told) in told.iter().enumerate() {
        let clips = [&before.clips[place], &after.clips[place]];
        let counts = clips.map(|clip| clip.key_count() as u64);
        assert_eq!(told["clip"], place);
        assert_eq!(told["keys_before"], counts[0]);
        // The file may have a key more, for the length of the clip.
        let left = told["keys_after"].as_u64().unwrap();
        assert!((left..=left + 1).contains(&counts[1]), "{told} {counts:?}");
        assert_eq!(clips[1].duration(), clips[0].duration());
        fewer += counts[0] - left;
        let Some(error) = told["largest_error"].as_object() else {
            continue;
        };
        let number = |name: &str| error[name].as_f64().unwrap();
        let seconds = serde_json::from_value(error["seconds"].clone()).unwrap();
        let found = f64::from(apart(&before, clips, seconds));
        let millimeters = number("millimeters");
        assert!(
            millimeters <= 4.0 && (1000.0 * found - millimeters).abs() < 0.01,
            "{told}"
        );
        assert!(
            error["vertex"].is_u64() && error["mesh"].is_string() && error["joint"].is_string()
        );
    }
    assert!(fewer > 0, "{file}");

    // A project has the same, and goes on from there; nothing is written for a check.
    let project = folder.path().join("fewer.dualskin");
    let said = run(&format!("{line} -o {}", project.display()), 0);
    assert!(said.contains("become") && said.contains("mm at "), "{said}");
    assert!(!said.contains("unit"), "{said}");
    let again = report(&format!(
        "clips reduce {} --clip 0 --tolerance 0.001mm --method two-phase --check",
        project.display()
    ));
    assert_eq!(again["output"], serde_json::Value::Null);
    assert_eq!(again["clips"][0]["keys_before"], told[0]["keys_after"]);
    assert_eq!(again["clips"].as_array().unwrap().len(), 1);
}

#[test]
fn what_cannot_be_reduced_says_why() {
    for (line, status, word) in [
        ("clips reduce builtin:arm --tolerance 1 --check", 2, "unit"),
        (
            "clips reduce builtin:arm --tolerance 2000000m --check",
            2,
            "1000000m",
        ),
        ("clips reduce builtin:arm --check", 2, "--tolerance"),
        (
            "clips reduce builtin:arm --tolerance 1mm --turn-over 3 --check",
            2,
            "unit",
        ),
        ("clips reduce builtin:arm --tolerance 1mm", 2, "--output"),
        (
            "clips reduce builtin:arm --tolerance 1mm --clip nobody --check",
            2,
            "nobody",
        ),
        (
            "clips reduce builtin:biped_mesh --tolerance 1mm --check",
            1,
            "no clips",
        ),
        ("clips reduce no.glb --tolerance 1mm --check", 1, "no.glb"),
    ] {
        let said = run(line, status);
        assert!(said.contains(word), "{line}: {said}");
    }
}

/// A file in centimeters has lengths of hundreds: turns are measured over as much, and the longer, the more keys stay.
#[test]
fn turns_are_measured_over_any_length() {
    let after = |length: &str| {
        let line =
            format!("clips reduce builtin:cylinder --tolerance 1m --turn-over {length} --check");
        let told = report(&line);
        // So large a tolerance is hardly meant, and told once whatever the number of clips.
        let remarks = told["remarks"].as_array().unwrap().iter();
        let doubts = remarks.filter(|it| it.as_str().unwrap().contains("of the character's size"));
        assert_eq!(doubts.count(), 1, "{told}");
        let clips = told["clips"].as_array().unwrap().iter();
        clips
            .map(|clip| clip["keys_after"].as_u64().unwrap())
            .sum::<u64>()
    };
    let [short, long] = ["10m", "9000m"].map(after);
    assert!(long > short, "{long} {short}");
}

/// What moves no vertex keeps its motion, place and turn, as an independent player sees it; and what is said is true.
#[test]
fn what_moves_no_vertex_is_measured_too() {
    for case in testkit::field::cases("clips reduce") {
        let (folder, out) = folder_with("fewer.glb");
        let file = case.file.display();
        let line = format!(
            "clips reduce {file} --tolerance 1mm --turn-over 1m -o {}",
            out.display()
        );
        let told = report(&line);
        let player = |path| Player::of_glb(&to_glb(&open(path).unwrap()).unwrap().0);
        let players = [player(&case.file), player(&out)];
        for (place, told) in told["clips"].as_array().unwrap().iter().enumerate() {
            let largest = &told["largest_joint_error"];
            let millimeters = largest["millimeters"].as_f64().unwrap_or(0.0);
            assert!(millimeters <= 1.0, "{told}");
            assert!(told["measured_joints"].as_u64().unwrap() > 0, "{told}");
            for step in 0..100_u8 {
                let time = players[0].duration(place) * f64::from(step) / 99.0;
                let [from, to] = players.each_ref().map(|player| player.at(place, time));
                for (from, to) in from.world.iter().zip(&to.world) {
                    // The node, and what is a meter from it.
                    let size = from.x_axis.length();
                    for corner in [
                        glam::DVec3::ZERO,
                        glam::DVec3::X,
                        glam::DVec3::Y,
                        glam::DVec3::Z,
                    ] {
                        let [from, to] = [from, to].map(|it| it.transform_point3(corner / size));
                        let apart = from.distance(to);
                        assert!(apart < 2e-3, "{}: {apart} at {time}", case.id);
                    }
                    let apart = from.w_axis.distance(to.w_axis);
                    assert!(apart < 1.001e-3, "{}: {apart} at {time}", case.id);
                }
            }
        }
        let said = run(&format!("clips reduce {file} --tolerance 1mm --check"), 0);
        assert!(
            said.contains("joint") && !said.contains("no vertex"),
            "{said}"
        );
        drop(folder);
    }
}
