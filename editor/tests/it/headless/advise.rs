//! `dualskin advise`: what it finds, writes and refuses.

use serde_json::Value;

use super::support::{dualskin, folder_with, words};

fn told(line: &str) -> Value {
    let (status, told, stderr) = words(&dualskin(line));
    assert_eq!((status, stderr.as_str()), (0, ""), "{line}");
    serde_json::from_str(&told).unwrap()
}

#[test]
fn a_set_up_is_advised_written_and_asks_for_nothing_more() {
    let (folder, _) = folder_with("");
    let out = folder.path().join("out.glb").display().to_string();
    let line = format!("advise builtin:cylinder --for any --within 1% --apply -o {out} --json");
    let first = told(&line);
    assert_eq!(
        (&first["holds"], &first["plan"]),
        (&true.into(), &"edit".into())
    );
    let mesh = &first["meshes"][0];
    assert_eq!(mesh["set_up"], "method");
    assert!(mesh["before"]["maximum_percent"].as_f64() > Some(1.0));
    assert!(mesh["after"]["maximum_percent"].as_f64() <= Some(1.0));
    assert_eq!(first["output"], out.as_str());
    let (status, text, _) = words(&dualskin(&format!("advise {out} --for any --within 0.5")));
    assert_eq!(status, 0);
    assert!(text.contains("As it is"), "{text}");
    assert!(text.contains("Nothing is to be done"), "{text}");
    for (line, status) in [
        ("advise builtin:cylinder", 2),
        ("advise builtin:cylinder --for best", 2),
        ("advise builtin:cylinder --for any --within 0", 2),
        ("advise builtin:cylinder --for any --apply", 2),
        ("advise builtin:biped_mesh --for any", 1),
    ] {
        assert_eq!(words(&dualskin(line)).0, status, "{line}");
    }
}
