//! Rings of modules inside a crate are found, at the grain of files in folders.

use xtask::SourceFile;
use xtask::tidy::check_module_cycles;

#[test]
fn rings_of_modules_are_found() {
    let ring = |texts: &[(&str, &str)]| {
        let files = texts
            .iter()
            .map(|(path, text)| SourceFile::new(*path, *text));
        let failures = check_module_cycles(&files.collect::<Vec<_>>());
        failures.into_iter().map(|f| f.message).collect::<Vec<_>>()
    };
    let down = ("editor/src/a.rs", "use crate::b::B;");
    let further = ("editor/src/b/inner.rs", "fn f() { crate::c::g(); }");
    assert_eq!(
        ring(&[down, further, ("editor/src/c.rs", "use crate::{d, a};")]),
        ["its modules call each other in a ring: a → b → c → a"]
    );
    let leaf = ("editor/src/c.rs", "use crate::C;\n// crate::a\n");
    assert!(ring(&[down, further, leaf]).is_empty());
    let root = ("editor/src/lib.rs", "pub use crate::a::A;");
    let own = ("editor/src/b/mod.rs", "use crate::b::inner;");
    assert!(ring(&[down, further, leaf, root, own]).is_empty());
    let other_crate = ("crates/f/src/c.rs", "use crate::a::A;");
    assert!(ring(&[down, further, other_crate]).is_empty());

    let folders = ["a", "b"].map(|name| format!("crates/session/src/{name}/mod.rs"));
    let heads = folders.each_ref().map(|path| (path.as_str(), "pub mod x;"));
    let x = ("crates/session/src/a/x.rs", "use crate::b::{y::Y, z};");
    let y = ("crates/session/src/b/y.rs", "use crate::a::w;");
    assert!(
        ring(&[heads[0], heads[1], x, y]).is_empty(),
        "folders may name each other as long as their files do not"
    );
    let z = ("crates/session/src/b/z.rs", "use crate::a::x::X;");
    assert_eq!(
        ring(&[heads[0], heads[1], x, y, z]),
        ["its modules call each other in a ring: a::x → b::z → a::x"]
    );
}
