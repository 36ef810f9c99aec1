//! The example in C, compiled by `cc` against the header and the shared library, and run; under valgrind where `DUALSKIN_VALGRIND` is set.

use std::env;
use std::path::Path;
use std::process::Command;

#[test]
fn the_example_compiles_without_a_warning_and_runs() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let programs = env::current_exe().unwrap();
    // Beside this program, where cargo puts what it is linked with.
    let libraries = programs.parent().unwrap();
    let is_there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if cfg!(windows) || !is_there("cc") {
        testkit::say("SKIPPED: no C compiler, so that the example in C is not compiled");
        return;
    }
    let program = libraries.join("elbow-of-c");
    let mut compile = Command::new("cc");
    compile.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-g", "-I"]);
    compile.arg(here.join("include"));
    compile
        .arg(here.join("examples/elbow.c"))
        .arg("-L")
        .arg(libraries);
    compile.args(["-ldualskin_c", "-lm", "-o"]).arg(&program);
    let compiled = compile.output().unwrap();
    let told = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{told}");
    let mut run = match env::var_os("DUALSKIN_VALGRIND") {
        Some(_) => {
            let mut valgrind = Command::new("valgrind");
            valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
            valgrind
                .arg("--errors-for-leak-kinds=definite")
                .arg(&program);
            valgrind
        }
        None => Command::new(&program),
    };
    run.env("LD_LIBRARY_PATH", libraries);
    run.env("DYLD_LIBRARY_PATH", libraries);
    let arm = here.join("../../assets/arm.glb");
    let done = run.arg(&arm).args(["forearm", "90"]).output().unwrap();
    let (out, error) = (
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr),
    );
    assert!(done.status.success(), "{out}{error}");
    let most = out
        .split_whitespace()
        .filter_map(|word| word.parse::<f64>().ok());
    // Vertices, and how far linear blending is at the bend.
    let numbers: Vec<f64> = most.collect();
    assert!(
        numbers.len() == 2 && numbers[0] > 100.0 && numbers[1] > 0.005,
        "{out}"
    );
    let mut wrong = Command::new(&program);
    wrong
        .env("LD_LIBRARY_PATH", libraries)
        .env("DYLD_LIBRARY_PATH", libraries);
    let wrong = wrong.arg(&arm).args(["elbow", "90"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("elbow"));
}
