//! Where mutations start: files of folders, texts that the program itself writes, and cases that were answered anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use character::Character;
use session::commands::command::Intent;
use session::document::channel::{Channel, JointField};
use session::settings::{Settings, to_text};
use session::state::opening::load::load;
use session::state::posing::command::PoseIntent;
use session::state::projects::{Project, Recovery, SourceName, work_of, write};
use session::state::weight_files::{BoundMesh, export_text};
use weights::WeightFormat;

use super::super::random::Random;
use super::{Case, Kind, bytes, models, texts};
use session::engine::{Editor, Input, World};

/// Larger files are slow to mutate, and find what smaller ones do.
const LARGEST: u64 = 100_000;
/// Cases that are kept because their answer was new, for each kind.
const MOST_KEPT: usize = 300;

/// Files by kind, sorted by path.
#[derive(Debug)]
pub(crate) struct Corpus {
    files: BTreeMap<Kind, Vec<Case>>,
    /// Those of them that were read from folders or made at the start.
    begun: BTreeMap<Kind, usize>,
    /// Which of them their readers take: mutations of these come further.
    valid: BTreeMap<Kind, Vec<usize>>,
    /// Files that characters name; they lie beside the case.
    pub(crate) beside: Vec<PathBuf>,
}

impl Corpus {
    /// Reads the folders, and adds what the program writes itself about `target`.
    ///
    /// # Errors
    ///
    /// One sentence if no character is there, or a folder cannot be read.
    pub(crate) fn read(folders: &[PathBuf], target: &Character) -> Result<Self, String> {
        let mut corpus = Self {
            files: BTreeMap::new(),
            begun: BTreeMap::new(),
            valid: BTreeMap::new(),
            beside: Vec::new(),
        };
        for folder in folders {
            corpus.read_folder(folder)?;
        }
        corpus.add_own_texts(target)?;
        if !corpus.files.contains_key(&Kind::Model) {
            return Err("no .glb or .gltf file is in the folders of the corpus".to_owned());
        }
        corpus.begun = corpus
            .files
            .iter()
            .map(|(&kind, all)| (kind, all.len()))
            .collect();
        Ok(corpus)
    }

    fn read_folder(&mut self, folder: &Path) -> Result<(), String> {
        let unreadable = |error: std::io::Error| format!("{}: {error}", folder.display());
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let facts = fs::symlink_metadata(&path).map_err(unreadable)?;
            if facts.is_dir() {
                self.read_folder(&path)?;
            } else if facts.is_file() && facts.len() <= LARGEST {
                self.read_file(path).map_err(unreadable)?;
            }
        }
        Ok(())
    }

    fn read_file(&mut self, path: PathBuf) -> std::io::Result<()> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let parents = path.ancestors().filter_map(Path::file_name);
        let in_folder = |wanted: &str| parents.clone().any(|name| name == wanted);
        let kind = Kind::of_name(&name).or_else(|| match &*extension {
            "ron" if in_folder("keymaps") => Some(Kind::KeyMap),
            "ron" if in_folder("poses") => Some(Kind::Preset),
            _ => None,
        });
        if let Some(kind) = kind {
            let bytes = fs::read(&path)?;
            let extension = extension.into_owned();
            self.add(Case {
                kind,
                extension,
                bytes,
            });
        } else if ["bin", "png", "jpg"].contains(&&*extension) {
            self.beside.push(path);
        }
        Ok(())
    }

    fn add(&mut self, case: Case) {
        self.files.entry(case.kind).or_default().push(case);
    }

    fn add_text(&mut self, kind: Kind, text: String) {
        self.add(Case {
            kind,
            extension: kind.extension().to_owned(),
            bytes: text.into_bytes(),
        });
    }

    fn add_own_texts(&mut self, target: &Character) -> Result<(), String> {
        let project = project()?;
        self.add_text(Kind::Project, write(&project)?);
        let mut recovery = Recovery::now("arm".to_owned(), project);
        recovery.kept = 1_700_000_000;
        self.add_text(Kind::Recovery, recovery.to_text()?);
        self.add_text(Kind::Settings, to_text(&Settings::default())?);
        let formats = [
            (Kind::WeightsCsv, WeightFormat::Csv),
            (Kind::WeightsRon, WeightFormat::Ron),
        ];
        let bound = BoundMesh::all(target).into_iter().next();
        for ((kind, format), bound) in formats.into_iter().zip(bound.iter().cycle()) {
            for with_places in [false, true] {
                self.add_text(kind, export_text(target, bound, format, with_places));
            }
        }
        Ok(())
    }

    /// Notes which files of the folders `reads` takes.
    pub(crate) fn sort(&mut self, mut reads: impl FnMut(&Case) -> bool) {
        for (&kind, files) in &self.files {
            let taken = files.iter().enumerate().filter(|(_, file)| reads(file));
            self.valid
                .insert(kind, taken.map(|(place, _)| place).collect());
        }
    }

    /// Keeps a case whose answer was new; later ones may start from it.
    pub(crate) fn keep(&mut self, case: &Case) {
        let begun = self.begun.get(&case.kind).copied().unwrap_or(0);
        let files = self.files.entry(case.kind).or_default();
        let fits = u64::try_from(case.bytes.len()).is_ok_and(|length| length <= LARGEST);
        if fits && files.len() < begun + MOST_KEPT {
            files.push(case.clone());
        }
    }

    /// The cases that were kept.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &Case> {
        self.files.iter().flat_map(|(kind, files)| {
            let begun = self.begun.get(kind).copied().unwrap_or(0);
            files.iter().skip(begun)
        })
    }

    /// A file of this kind that its reader takes, if [`sort`](Self::sort) was told of some; else any.
    pub(crate) fn valid(&self, random: &mut Random, kind: Kind) -> Option<&Case> {
        let files = self.files.get(&kind)?;
        match self.valid.get(&kind).filter(|valid| !valid.is_empty()) {
            Some(valid) => files.get(*random.pick(valid)),
            None => Some(random.pick(files)),
        }
    }

    /// A mutation of a file of this kind.
    pub(crate) fn mutated(&self, random: &mut Random, kind: Kind) -> Option<Case> {
        let files = self.files.get(&kind)?;
        let (valid, other) = (self.valid.get(&kind), random.pick(files));
        let valid = valid.filter(|valid| !valid.is_empty() && !random.chance(35));
        let file = match valid {
            Some(valid) => &files[*random.pick(valid)],
            None => random.pick(files),
        };
        if kind == Kind::Model {
            let (extension, bytes) = models::mutated(random, &file.bytes, &other.bytes);
            let extension = extension.to_owned();
            return Some(Case {
                kind,
                extension,
                bytes,
            });
        }
        let is_binary = kind == Kind::Fbx && file.bytes.contains(&0);
        let bytes = if is_binary {
            let mut bytes = file.bytes.clone();
            bytes::disturb(random, &mut bytes, &other.bytes);
            bytes
        } else {
            texts::mutated(random, &file.bytes, &other.bytes)
        };
        Some(Case {
            bytes,
            ..file.clone()
        })
    }
}

/// The smallest character of the folders with weights, which text files are given to.
pub(crate) fn target(folders: &[PathBuf]) -> Result<Character, String> {
    let mut files = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(folder.join("valid"))
            .into_iter()
            .flatten()
            .flatten();
        files.extend(entries.map(|entry| entry.path()));
    }
    files.sort_by_cached_key(|path| {
        (
            fs::metadata(path).map_or(0, |facts| facts.len()),
            path.clone(),
        )
    });
    let opened = files
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "glb"));
    let mut opened = opened.filter_map(|path| load(&path.to_string_lossy()).ok());
    let found = opened.find(|character| !BoundMesh::all(character).is_empty());
    found.map_or_else(
        || load("builtin:cylinder").map_err(|error| error.to_string()),
        Ok,
    )
}

/// A little work on a built-in character.
fn project() -> Result<Project, String> {
    let mut editor = Editor::new(World::default(), Some("builtin:arm"), false);
    while editor.view_undrawn().session.opened == 0 {
        editor.frame(Input::default());
    }
    for (joint, value) in [(0_u16, 20.0), (1, -35.5), (2, 0.25)] {
        let joint = rig::JointIndex(joint);
        for (axis, channel) in Channel::ALL.into_iter().enumerate() {
            let field = JointField {
                joint,
                channel,
                axis: axis % 3,
            };
            let dragging = false;
            editor.apply(Intent::Pose(PoseIntent::SetField {
                field,
                value,
                dragging,
            }));
        }
        editor.apply(Intent::EditSkeleton(character::SkeletonEdit::Extrude {
            joint: u32::from(joint.0),
            by: [0.0, 0.1, 0.0],
        }));
    }
    let mut project = work_of(editor.view_undrawn().document);
    project.source = SourceName::new("builtin:arm".to_owned(), None);
    Ok(project)
}
