//! Checks of the arrows inside a crate: what a room of the editor may name, and that no module calls back upstream.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::imports;
use crate::report::Failure;
use crate::source::SourceFile;

/// What the code of `editor/src/render` may name: it knows no window and no document.
const RENDER: &str = "editor/src/render";
const RENDER_MAY_NAME: &[&str] = &[
    "std",
    "self",
    "super",
    "glam",
    "wgpu",
    "bytemuck",
    "image",
    "shaders",
    "skin_gpu",
    "thiserror",
];

/// The room that draws imports nothing but what is on its list; of its own crate, itself only.
pub fn check_render_imports(files: &[SourceFile]) -> Vec<Failure> {
    let drawing = files.iter().filter(|file| file.is_in(RENDER));
    let is_module = |word: &str| {
        let path = format!("{RENDER}/{word}.rs");
        files.iter().any(|file| file.path == path)
    };
    drawing
        .flat_map(|file| {
            let foreign = imports(&file.code()).into_iter().filter(|(_, path)| {
                let mut words = path.split("::");
                let first = words.next().unwrap_or_default();
                let own = first == "crate" && words.next() == Some("render");
                !own && !RENDER_MAY_NAME.contains(&first) && !is_module(first)
            });
            foreign.map(|(line, path)| {
                let because = "users of render hand it a device, a target and buffers";
                Failure::at_line(&file.path, line, format!("`{path}` is imported: {because}"))
            })
        })
        .collect()
}

/// The crates whose modules are rooms. In a small crate the modules are the pages of one book, and may refer to each other.
const HOUSES: &[&str] = &["editor"];

/// No top-level module of a crate that is a house of rooms reaches itself through others: data flows one way.
pub fn check_module_cycles(files: &[SourceFile]) -> Vec<Failure> {
    let mut crates: BTreeMap<&str, Modules<'_>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.has_extension("rs")) {
        if let Some((root, inside)) = file.path.split_once("/src/")
            && HOUSES.contains(&root)
        {
            crates.entry(root).or_default().add(file, inside);
        }
    }
    let cycles = crates.into_iter().filter_map(|(root, modules)| {
        let cycle = modules.cycle()?.join(" → ");
        let message = format!("its modules call each other in a ring: {cycle}");
        Some(Failure::of_file(format!("{root}/src"), message))
    });
    cycles.collect()
}

/// The top-level modules of a crate, and every word of theirs that follows `crate::`.
#[derive(Default)]
struct Modules<'a> {
    named: BTreeMap<&'a str, BTreeSet<String>>,
}

impl<'a> Modules<'a> {
    fn add(&mut self, file: &'a SourceFile, inside: &'a str) {
        let first = inside.split('/').next().unwrap_or(inside);
        let module = first.strip_suffix(".rs").unwrap_or(first);
        if !["lib", "main"].contains(&module) {
            let named = self.named.entry(module).or_default();
            named.extend(names_of_own_crate(&file.code()));
        }
    }

    /// A ring, from a module back to itself.
    fn cycle(&self) -> Option<Vec<&str>> {
        let mut finished = BTreeSet::new();
        let starts = self.named.keys();
        starts
            .into_iter()
            .find_map(|start| self.ring_from(start, &mut Vec::new(), &mut finished))
    }

    fn ring_from<'b>(
        &'b self,
        module: &'b str,
        way: &mut Vec<&'b str>,
        finished: &mut BTreeSet<&'b str>,
    ) -> Option<Vec<&'b str>> {
        if let Some(at) = way.iter().position(|passed| *passed == module) {
            let ring = way.iter().skip(at).copied();
            return Some(ring.chain([module]).collect());
        }
        if !finished.insert(module) {
            return None;
        }
        way.push(module);
        let next = self.named.get(module).into_iter().flatten();
        let next = next.filter(|to| *to != module && self.named.contains_key(to.as_str()));
        let ring = next
            .into_iter()
            .find_map(|to| self.ring_from(to, way, finished));
        way.pop();
        ring
    }
}

/// The words that follow `crate::`, in imports and in the text.
fn names_of_own_crate(code: &str) -> BTreeSet<String> {
    let imported = imports(code).into_iter().map(|(_, path)| path);
    let imported = imported.filter_map(|path| path.strip_prefix("crate::").map(first_word));
    let written = code.split("crate::").skip(1).map(first_word);
    imported
        .chain(written)
        .filter(|word| !word.is_empty())
        .collect()
}

fn first_word(text: &str) -> String {
    let of_word = |c: &char| c.is_alphanumeric() || *c == '_';
    text.chars().take_while(of_word).collect()
}
