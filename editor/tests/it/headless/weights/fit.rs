//! `dualskin weights fit` and `weights limit --method` on meshes that two skins move.

use testkit::glb::under_another_skin;

use crate::headless::support::{dualskin, folder_with, words};
use crate::support::clothes::{BODY, SHIRT, glb, write};

/// The weights are fitted and measured with the first skin; what the second moves is told, for people and for programs.
#[test]
fn what_another_skin_moves_is_told() {
    let (folder, _) = folder_with("");
    let single = glb(&["hips", "chest"], &[BODY, SHIRT], 1.0);
    let single_file = write(folder.path(), "single.glb", &single);
    let shared_file = write(folder.path(), "shared.glb", &under_another_skin(&single, 0));
    let told = "Of what was looked at, several skins move 252 vertices of body: weights were fitted, and the error measured, with skin 0 alone.";
    for command in [
        "fit FILE --from-method linear --check",
        "limit FILE --limit 1 --method linear --check",
    ] {
        let run = |line: &str, file: &std::path::Path| {
            let line = line.replace("FILE", file.to_str().unwrap());
            let (status, stdout, stderr) = words(&dualskin(&format!("weights {line}")));
            assert_eq!(status, 0, "{line}\n{stderr}");
            stdout
        };
        let said = run(command, &shared_file);
        assert!(said.contains(told), "{said}");
        let said = run(command, &single_file);
        assert!(!said.contains("several skins"), "{said}");
        let json = run(&format!("{command} --json"), &shared_file);
        let report: serde_json::Value = serde_json::from_str(&json).unwrap();
        let remarks = report["remarks"].as_array().unwrap();
        assert!(remarks.iter().any(|it| it == told), "{json}");
    }
}
