//! The header declares what the sources export, with the same types and numbers, and nothing else.
#![expect(clippy::disallowed_methods, reason = "files of the repository")]

use std::collections::BTreeSet;
use std::fs;

/// The files with functions and types for C.
const SOURCES: [&str; 5] = ["status", "table", "characters", "poses", "skinning"];

/// Types of Rust and of C.
const TYPES: [(&str, &str); 13] = [
    ("c_char", "char"),
    ("u8", "uint8_t"),
    ("u32", "uint32_t"),
    ("u64", "uint64_t"),
    ("i64", "int64_t"),
    ("f32", "float"),
    ("usize", "size_t"),
    ("Status", "DualskinStatus"),
    ("LastError", "DualskinError"),
    ("CharacterHandle", "DualskinCharacter"),
    ("PoseHandle", "DualskinPose"),
    ("SkinnerHandle", "DualskinSkinner"),
    ("MeshInfo", "DualskinMeshInfo"),
];

fn in_c(name: &str) -> String {
    let vertices = [("Vertices", "DualskinVertices")];
    let mut types = TYPES.iter().chain(&vertices);
    let found = types.find(|(rust, _)| *rust == name);
    found.map_or_else(|| panic!("no type {name} in C"), |(_, c)| (*c).to_owned())
}

/// `TYPE NAME` of `NAME: TYPE`, without blanks beside stars.
fn declared(parameter: &str) -> String {
    let (name, of) = parameter.split_once(':').unwrap();
    let of = of.trim();
    match (of.strip_prefix("*const "), of.strip_prefix("*mut ")) {
        (Some(of), _) => format!("const {}*{}", in_c(of), name.trim()),
        (_, Some(of)) => format!("{}*{}", in_c(of), name.trim()),
        _ => format!("{} {}", in_c(of), name.trim()),
    }
}

fn without_comments(text: &str, begin: &str, end: &str) -> String {
    let mut parts = text.split(begin);
    let mut code = parts.next().unwrap().to_owned();
    for part in parts {
        code += part.split_once(end).map_or("", |(_, rest)| rest);
    }
    code
}

/// One blank between words, none beside stars and brackets.
fn tight(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let pairs = [
        (" *", "*"),
        ("* ", "*"),
        ("( ", "("),
        (" )", ")"),
        (",)", ")"),
        ("{ ", "{"),
        (" }", "}"),
    ];
    pairs
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

fn sources() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let files = SOURCES.map(|name| fs::read_to_string(format!("{folder}/{name}.rs")).unwrap());
    let code = files.join("\n");
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    code.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

fn header() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/include/dualskin.h");
    without_comments(&fs::read_to_string(path).unwrap(), "/*", "*/")
}

/// `RESULT NAME(PARAMETERS)` of each exported function.
fn exported() -> BTreeSet<String> {
    let code = sources();
    let functions = code.split("extern \"C\" fn ").skip(1).map(|of| {
        let (head, rest) = of.split_once(") -> ").unwrap();
        let (name, parameters) = head.split_once('(').unwrap();
        let result = rest.split_once(" {").unwrap().0;
        let parameters = parameters.split(',').map(str::trim);
        let parameters: Vec<String> = parameters
            .filter(|of| !of.is_empty())
            .map(declared)
            .collect();
        let parameters = match parameters.is_empty() {
            true => "void".to_owned(),
            false => parameters.join(", "),
        };
        format!("{} {name}({parameters})", in_c(result))
    });
    functions.collect()
}

#[test]
fn every_exported_function_is_declared_and_no_other() {
    let header = tight(&header());
    let declared: BTreeSet<String> = header
        .split([';', '{', '}'])
        .map(|of| of.trim().trim_start_matches("#endif").trim())
        .filter(|of| of.contains(" dualskin_"))
        .map(str::to_owned)
        .collect();
    let exported = exported();
    assert!(exported.len() > 30);
    assert_eq!(declared, exported);
}

#[test]
fn structs_have_the_same_members_in_the_same_order() {
    let (header, code) = (tight(&header()), sources());
    let mut count = 0;
    for of in code.split("#[repr(C)]\npub struct ").skip(1) {
        let (name, rest) = of.split_once(" {").unwrap();
        let members = rest.split_once('}').unwrap().0.split(',');
        let members = members.filter_map(|of| of.trim().strip_prefix("pub "));
        let members: String = members.map(|of| declared(of) + "; ").collect();
        let expected = format!("typedef struct {{{}}} {};", members.trim_end(), in_c(name));
        assert!(header.contains(&expected), "{expected}");
        count += 1;
    }
    assert_eq!(count, 6);
    let variants = code.split("pub enum Status {").nth(1).unwrap();
    let variants = variants.split_once('}').unwrap().0.split(',');
    let variants: Vec<String> = variants
        .map(str::trim)
        .filter(|of| !of.is_empty())
        .map(constant)
        .collect();
    let expected = format!("typedef enum {{{},}} DualskinStatus;", variants.join(", "));
    assert!(header.contains(&expected), "{expected}");
}

/// `DUALSKIN_STATUS_MISSING_FILE = 1` of `MissingFile = 1`.
fn constant(variant: &str) -> String {
    let mut words = String::from("DUALSKIN_STATUS");
    for letter in variant.split(' ').next().unwrap().chars() {
        if letter.is_uppercase() {
            words.push('_');
        }
        words.push(letter.to_ascii_uppercase());
    }
    format!("{words} = {}", variant.rsplit(' ').next().unwrap())
}
