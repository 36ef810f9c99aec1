//! Checks of the arrows inside a crate: no module reaches itself through others.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::imports;
use crate::report::Failure;
use crate::source::SourceFile;

/// The crates that are large enough to need an order among their modules. In a small crate modules may refer to each other.
const ORDERED: &[&str] = &[
    "editor",
    "crates/scene",
    "crates/session",
    "crates/headless",
];

/// No module of a large crate reaches itself through others: data flows one way.
///
/// What counts is a file or folder at the top of the crate, and inside a folder with a `mod.rs` each file or folder of it.
pub fn check_module_cycles(files: &[SourceFile]) -> Vec<Failure> {
    let mut crates: BTreeMap<&str, Modules> = BTreeMap::new();
    for file in files.iter().filter(|file| file.has_extension("rs")) {
        if let Some((root, inside)) = file.path.split_once("/src/")
            && ORDERED.contains(&root)
            && let Some(module) = module_of(files, root, inside)
        {
            crates.entry(root).or_default().add(file, module);
        }
    }
    let cycles = crates.into_iter().filter_map(|(root, modules)| {
        let modules = modules.resolved();
        let cycle = modules.cycle()?.join(" → ");
        let message = format!("its modules call each other in a ring: {cycle}");
        Some(Failure::of_file(format!("{root}/src"), message))
    });
    cycles.collect()
}

/// The module that a file counts as; none for the root of the crate.
fn module_of(files: &[SourceFile], root: &str, inside: &str) -> Option<String> {
    let mut names = inside.split('/').map(|name| name.trim_end_matches(".rs"));
    let (first, second) = (names.next()?, names.next());
    if ["lib", "main"].contains(&first) {
        return None;
    }
    let head = format!("{root}/src/{first}/mod.rs");
    let is_folder = files.iter().any(|file| file.path == head);
    Some(match second {
        Some(second) if is_folder && second != "mod" => format!("{first}::{second}"),
        _ => first.to_owned(),
    })
}

/// The modules of a crate, and every path of theirs that follows `crate::`, as far as its second word.
#[derive(Default)]
struct Modules {
    named: BTreeMap<String, BTreeSet<String>>,
}

impl Modules {
    fn add(&mut self, file: &SourceFile, module: String) {
        let named = self.named.entry(module).or_default();
        named.extend(names_of_own_crate(file.code()));
    }

    /// With modules in the place of what they hold: `commands::actions::Action` is of `commands::actions`, and
    /// `session::Session` of `session`.
    fn resolved(self) -> Self {
        let module_of = |path: &String| {
            let outer = path.split("::").next().unwrap_or(path);
            [path.as_str(), outer]
                .into_iter()
                .find(|name| self.named.contains_key(*name))
                .map(str::to_owned)
        };
        let arrows = self.named.iter().map(|(module, paths)| {
            let named = paths.iter().filter_map(module_of).collect();
            (module.clone(), named)
        });
        Self {
            named: arrows.collect(),
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
        if !finished.insert(module) {
            return None;
        }
        way.push(module);
        let next = self.named.get(module).into_iter().flatten();
        let next = next.filter(|to| *to != module);
        let ring = next
            .into_iter()
            .find_map(|to| self.ring_from(to, way, finished));
        way.pop();
        ring
    }
}

/// What follows `crate::`, in imports and in the text: two words, or one where there is no other.
fn names_of_own_crate(code: &str) -> BTreeSet<String> {
    let imported = imports(code).into_iter().map(|(_, path)| path);
    let imported = imported.filter_map(|path| path.strip_prefix("crate::").map(two_words));
    let written = code.split("crate::").skip(1).map(two_words);
    imported
        .chain(written)
        .filter(|path| !path.is_empty())
        .collect()
}

fn two_words(text: &str) -> String {
    let of_path = |c: &char| c.is_alphanumeric() || *c == '_' || *c == ':';
    let path: String = text.chars().take_while(of_path).collect();
    let mut words = path.split("::").filter(|word| !word.is_empty());
    match (words.next(), words.next()) {
        (Some(first), Some(second)) => format!("{first}::{second}"),
        (Some(first), None) => first.to_owned(),
        (None, _) => String::new(),
    }
}
