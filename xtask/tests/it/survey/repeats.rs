//! Which places count as alike, and which do not.

use xtask::SourceFile;
use xtask::survey::{Part, Repeat, Survey};

use super::{survey, survey_of};

/// A function of six lines of code, with the names and the number given.
fn copy(name: &str, number: usize) -> String {
    format!(
        "\
fn {name}({name}_in: &[usize]) -> usize {{
    let mut {name}_sum = {number};
    // A comment of {name}.

    for {name}_item in {name}_in {{
        {name}_sum += {name}_item;
    }}
    if {name}_sum > {number} {{
        return {name}_sum;
    }}
    {number}
}}
"
    )
}

fn places(repeat: &Repeat) -> (String, String) {
    let Repeat {
        first,
        first_end,
        second,
        second_end,
        ..
    } = repeat;
    (
        format!("{first}-{first_end}"),
        format!("{second}-{second_end}"),
    )
}

#[test]
fn copies_with_other_names_and_values_are_found() {
    let survey = survey(&[
        ("a/src/x.rs", &format!("//! X.\n\n{}", copy("one", 1))),
        ("b/src/y.rs", &copy("two", 2)),
    ]);
    assert_eq!(survey.repeats.len(), 1, "{:?}", survey.repeats);
    let repeat = &survey.repeats[0];
    let expected = ("a/src/x.rs:3-13".to_owned(), "b/src/y.rs:1-11".to_owned());
    assert_eq!(places(repeat), expected);
    assert_eq!((repeat.lines, repeat.same), (7, 0));
}

#[test]
fn copies_in_one_file_do_not_overlap() {
    let text = copy("f", 1).repeat(2);
    let survey = survey_of(&text);
    assert_eq!(survey.repeats.len(), 1, "{:?}", survey.repeats);
    let repeat = &survey.repeats[0];
    assert_eq!((repeat.lines, repeat.same), (7, 7));
    assert_eq!(repeat.first.line, 1);
    assert_eq!(repeat.second.line, 13);
}

#[test]
fn three_copies_are_two_pairs_with_the_first() {
    let survey = survey_of(&copy("f", 1).repeat(3));
    let found: Vec<_> = survey.repeats.iter().map(places).collect();
    let expected = [(1, 13), (1, 25)].map(|(first, second)| {
        let place = |line: usize| format!("crates/a/src/b.rs:{line}-{}", line + 10);
        (place(first), place(second))
    });
    assert_eq!(found, expected);
}

#[test]
fn a_rhythm_is_found_once() {
    let bar = "    a(1);\n    let b = 2;\n    if c { d }\n    for e in f {}\n";
    let text = format!("fn f() {{\n{}}}\n", bar.repeat(3));
    let survey = survey(&[("a/src/x.rs", &text), ("a/src/y.rs", &text)]);
    assert_eq!(survey.repeats.len(), 1, "{:?}", survey.repeats);
    assert_eq!(survey.repeats[0].lines, 13);
}

#[test]
fn sources_are_not_held_against_tests() {
    let text = copy("f", 1);
    let survey = survey(&[
        ("a/examples/x.rs", &text),
        ("a/src/x.rs", &text),
        ("a/tests/x.rs", &text),
    ]);
    assert_eq!(survey.repeats.len(), 1, "{:?}", survey.repeats);
    assert_eq!(survey.repeats[0].first.part, Part::Examples);
    assert_eq!(survey.repeats[0].second.part, Part::Tests);
}

#[test]
fn what_everybody_writes_is_no_copy() {
    let imports = "\
pub(crate) use a::{
    b,
    c::{self, d},
    e as f,
    g::*,
    h,
    i,
};
use j::k;
pub use l::m;
";
    let fields = "\
struct A {
    NAME_a: u8,
    pub NAME_b: Vec<u8>,
    NAME_c: &'static str,
    NAME_d: [u8; 3],
    NAME_e: Option<Vec<u8>>,
    NAME_f: (),
}
";
    let table = "\
const A: &[B] = &[
    b(\"NAME\", 1),
    b(\"NAME\", 2),
    b(\"NAME\", 3),
    b(\"NAME\", 4),
    b(\"NAME\", 5),
    b(\"NAME\", 6),
];
";
    let attribute = "\
#[expect(
    clippy::a,
    clippy::b,
    clippy::c,
    clippy::d,
    clippy::e,
    reason = \"f(g)\"
)]
struct NAME;
";
    for text in [imports, fields, table, attribute] {
        let (one, two) = (text.replace("NAME", "one"), text.replace("NAME", "two"));
        let survey = survey(&[("a/src/x.rs", &one), ("a/src/y.rs", &two)]);
        assert!(survey.repeats.is_empty(), "{text}: {:?}", survey.repeats);
    }
}

#[test]
fn what_stands_in_many_places_is_a_custom() {
    let text = copy("f", 1);
    let files = |n: usize| -> Vec<SourceFile> {
        (0..n)
            .map(|i| SourceFile::new(format!("a/src/{i}.rs"), text.as_str()))
            .collect()
    };
    assert_eq!(Survey::of(&files(8)).unwrap().repeats.len(), 28);
    assert!(Survey::of(&files(9)).unwrap().repeats.is_empty());
}

#[test]
fn copies_in_shaders_are_found() {
    let shader = |name: &str| {
        format!(
            "\
@group(0) @binding(4) var<storage, read_write> {name}s: array<f32>;

fn {name}(at: u32) {{
    let {name}_at = 6u * at;
    {name}s[{name}_at] = 1.0;
    if {name}_at > 3u {{
        {name}s[{name}_at + 1u] = 2.0f;
        return;
    }}
}}
"
        )
    };
    let (one, two) = (shader("one"), shader("two"));
    let survey = survey(&[("s/wgsl/x.wgsl", &one), ("s/wgsl/y.wgsl", &two)]);
    assert_eq!(survey.shader_repeats.len(), 1);
    assert_eq!(survey.shader_repeats[0].lines, 7);
    assert!(survey.repeats.is_empty());
}
