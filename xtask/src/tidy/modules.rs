//! Checks of the arrows inside a crate: no module reaches itself through others.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;

use super::imports::imports;
use crate::report::Failure;
use crate::source::SourceFile;

/// The crates that are large enough to need an order among their modules. In a small crate modules may refer to each other.
const ORDERED: &[&str] = &[
    "crates/character",
    "crates/headless",
    "crates/rig",
    "crates/scene",
    "crates/session",
    "crates/weights",
    "editor",
];

/// No module of a large crate reaches itself through others: data flows one way.
///
/// What counts is a file at the top of the crate, or a folder there with all that it holds.
pub fn check_module_cycles(files: &[SourceFile]) -> Vec<Failure> {
    let cycles = modules_of_crates(files, |root| ORDERED.contains(&root)).into_iter();
    let cycles = cycles.filter_map(|(root, modules)| {
        let cycle = modules.cycle()?.join(" → ");
        let message = format!("its modules call each other in a ring: {cycle}");
        Some(Failure::of_file(format!("{root}/src"), message))
    });
    cycles.collect()
}

/// The files and folders at the top of a crate, and which of them reach themselves through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// Folder of the crate, from the workspace root.
    pub crate_folder: String,
    /// How many there are.
    pub count: usize,
    /// Those that reach themselves.
    pub in_rings: Vec<String>,
}

/// The rooms of every crate, in the order of their folders.
pub fn rooms_of_crates(files: &[SourceFile]) -> Vec<Rooms> {
    let crates = modules_of_crates(files, |_| true).into_iter();
    let rooms = crates.map(|(root, modules)| {
        let names = modules.named.keys();
        let in_rings = names.filter(|name| modules.reaches_itself(name)).cloned();
        Rooms {
            crate_folder: root.to_owned(),
            count: modules.named.len(),
            in_rings: in_rings.collect(),
        }
    });
    rooms.collect()
}

/// The modules of every crate that is wanted.
fn modules_of_crates(
    files: &[SourceFile],
    is_wanted: impl Fn(&str) -> bool,
) -> BTreeMap<&str, Modules> {
    let mut crates: BTreeMap<&str, Modules> = BTreeMap::new();
    for file in files.iter().filter(|file| file.has_extension("rs")) {
        if let Some((root, inside)) = file.path.split_once("/src/")
            && is_wanted(root)
        {
            let modules = crates.entry(root).or_default();
            match module_of(inside) {
                Some(module) => modules.add(file, inside, module),
                None => modules.export(file),
            }
        }
    }
    crates
        .into_iter()
        .map(|(root, modules)| (root, modules.resolved()))
        .collect()
}

/// The module that a file counts as; none for the root of the crate.
fn module_of(inside: &str) -> Option<&str> {
    let first = inside.split('/').next()?.trim_end_matches(".rs");
    (!["lib", "main"].contains(&first)).then_some(first)
}

/// The modules of a crate, and every path of theirs from the root.
#[derive(Default)]
struct Modules {
    named: BTreeMap<String, BTreeSet<String>>,
    /// Where the names come from that the root imports, public or not: whoever says `crate::Row` uses the module of rows.
    at_root: BTreeMap<String, String>,
}

impl Modules {
    fn add(&mut self, file: &SourceFile, inside: &str, module: &str) {
        let named = self.named.entry(module.to_owned()).or_default();
        named.extend(names_of_own_crate(file.code(), &way_to_root(inside)));
    }

    fn export(&mut self, root: &SourceFile) {
        for (_, path) in imports(root.code()) {
            if let Some((module, name)) = path.rsplit_once("::") {
                let module = module.trim_start_matches("crate::");
                self.at_root.insert(name.to_owned(), words(module));
            }
        }
    }

    /// With modules in the place of what they hold: `commands::actions::Action` is of `commands::actions`, and
    /// `session::Session` of `session`.
    fn resolved(self) -> Self {
        let known = |path: &str| {
            let mut paths = successors(Some(path), |path| outer(path));
            let found = paths.find(|path| self.named.contains_key(*path));
            found.map(str::to_owned)
        };
        let module_of = |path: &String| {
            let name = path.split("::").next().unwrap_or(path);
            known(path).or_else(|| known(self.at_root.get(name)?))
        };
        let arrows = self.named.iter().map(|(module, paths)| {
            let named = paths.iter().filter_map(module_of);
            let others = named.filter(|named| named != module);
            (module.clone(), others.collect())
        });
        Self {
            named: arrows.collect(),
            at_root: BTreeMap::new(),
        }
    }

    /// A ring, from a module back to itself.
    fn cycle(&self) -> Option<Vec<&str>> {
        let mut finished = BTreeSet::new();
        let mut starts = self.named.keys();
        starts.find_map(|start| self.ring_from(start, &mut Vec::new(), &mut finished))
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
        // All that leads on from here has been followed already, and led to no ring.
        if !finished.insert(module) {
            return None;
        }
        way.push(module);
        let mut next = self.named.get(module).into_iter().flatten();
        let ring = next.find_map(|to| self.ring_from(to, way, finished));
        way.pop();
        ring
    }

    fn reaches_itself(&self, module: &str) -> bool {
        let mut reached = BTreeSet::new();
        let mut left = vec![module];
        while let Some(from) = left.pop() {
            let next = self.named.get(from).into_iter().flatten();
            left.extend(
                next.filter(|to| reached.insert(to.as_str()))
                    .map(String::as_str),
            );
        }
        reached.contains(module)
    }
}

/// What leads from a file up to the root of its crate: `super::` for each of its modules.
fn way_to_root(inside: &str) -> String {
    // One for the file itself, and one for each folder above it.
    let folders = inside.trim_end_matches("/mod.rs").split('/').count();
    "super::".repeat(folders)
}

/// What follows `crate::`, or as many `super::` as lead there, in imports and in the text.
fn names_of_own_crate(code: &str, way_to_root: &str) -> BTreeSet<String> {
    let from_root = |path: &str| {
        let rest = path.strip_prefix("crate::");
        rest.or_else(|| path.strip_prefix(way_to_root)).map(words)
    };
    let imported = imports(code).into_iter();
    let imported = imported.filter_map(|(_, path)| from_root(&path));
    let written = code.split("crate::").skip(1).map(words);
    let upwards = code.match_indices(way_to_root);
    let upwards = upwards
        // More of them lead above the root of this file's way.
        .filter(|&(at, _)| !code[..at].ends_with("super::"))
        .map(|(at, way)| words(&code[at + way.len()..]));
    imported
        .chain(written)
        .chain(upwards)
        .filter(|path| !path.is_empty() && !path.starts_with("super"))
        .collect()
}

/// The path of what holds the last word of `path`.
fn outer(path: &str) -> Option<&str> {
    path.rsplit_once("::").map(|(outer, _)| outer)
}

/// The path that `text` begins with.
fn words(text: &str) -> String {
    let of_path = |c: &char| c.is_alphanumeric() || *c == '_' || *c == ':';
    let path: String = text.chars().take_while(of_path).collect();
    let words = path.split("::").filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("::")
}
