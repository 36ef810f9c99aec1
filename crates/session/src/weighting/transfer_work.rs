//! What the window knows of taking weights from another mesh: what is chosen, and what is known of it before it is done.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;

use crate::files::settings::Units;

/// A target this many times as large as its source is taken for a mistake of units; and a source this many times as large as its
/// target, for what is worn is often small.
const MUCH_LARGER: [f32; 2] = [5.0, 30.0];
/// Names that are told of more.
const MOST_NAMES: usize = 6;

/// From where weights are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TransferFrom {
    /// A mesh of the character, by its place in the character's file.
    Mesh(usize),
    /// Another file.
    #[default]
    File,
}

/// Which vertices take weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TransferVertices {
    /// All of the meshes that are chosen.
    #[default]
    All,
    /// Those that no joint moves.
    Unbound,
    /// The selected ones.
    Selected,
}

/// How places of two surfaces are held against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TransferHow {
    /// Only places whose surface faces the same way, within 75°, count, unless there is none.
    pub facing: bool,
    /// Each connected part takes from the parts that it lies on.
    pub parts: bool,
    /// Vertices farther away than this, in metres, keep their weights.
    pub within: Option<f32>,
}

impl TransferHow {
    /// As crate `weights` wants it.
    #[must_use]
    pub fn options(self) -> weights::TransferOptions {
        weights::TransferOptions {
            normals_within: self.facing.then_some(75.0_f32.to_radians()),
            separate_parts: self.parts,
            reach: self.within,
        }
    }
}

/// All that is chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransferChoice {
    /// From where.
    pub from: TransferFrom,
    /// The file, once it is named to the end.
    pub file: String,
    /// How often a file was named: one that is named again is read again.
    pub reads: u64,
    /// The mesh of the file, by its place there; none for all that have weights.
    pub file_mesh: Option<usize>,
    /// The mesh that takes them, by its place in the character's file; none for all others.
    pub onto: Option<usize>,
    /// Which of its vertices.
    pub vertices: TransferVertices,
    /// How.
    pub how: TransferHow,
}

impl TransferChoice {
    /// What the source is called, if it is no single mesh: the file's name without its folder.
    #[must_use]
    pub fn file_name(&self) -> String {
        let name = Path::new(&self.file).file_name();
        name.map_or_else(
            || self.file.clone(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// The mesh that is meant, by its place in its file; none for all.
    #[must_use]
    pub const fn source_mesh(&self) -> Option<usize> {
        match self.from {
            TransferFrom::Mesh(mesh) => Some(mesh),
            TransferFrom::File => self.file_mesh,
        }
    }

    /// Whether another choice asks for the same meshes.
    #[must_use]
    pub fn is_of_same_meshes(&self, other: &Self) -> bool {
        let meshes = |of: &Self| (of.from, of.onto);
        meshes(self) == meshes(other)
            && (self.from != TransferFrom::File
                || (self.reads, self.file_mesh) == (other.reads, other.file_mesh))
    }
}

/// The window's question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransferDialog {
    /// What is chosen.
    pub choice: TransferChoice,
    /// What is typed as the file.
    pub typed: String,
}

impl TransferDialog {
    /// The file that is typed is meant.
    pub fn take_typed(&mut self) {
        let file = self.typed.trim().trim_matches('"');
        file.clone_into(&mut self.choice.file);
        self.choice.file_mesh = None;
        self.choice.reads += 1;
    }

    /// Whether what is typed is what was read.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.choice.file == self.typed.trim().trim_matches('"')
    }
}

/// In the session.
#[derive(Clone, Debug, Default)]
pub struct TransferWork {
    /// What is asked.
    pub dialog: Option<TransferDialog>,
    /// What is known of a choice.
    pub looked: Option<Looked>,
}

impl TransferWork {
    /// What is known of a choice, if it was made for this character.
    #[must_use]
    pub fn known(&self, choice: &TransferChoice, character: &Arc<Character>) -> Option<&Looked> {
        let looked = self.looked.as_ref()?;
        let is_of_now = Arc::ptr_eq(&looked.onto, character);
        (is_of_now && looked.choice.is_of_same_meshes(choice)).then_some(looked)
    }

    /// Stops to ask, and lets go of a file that was read.
    pub fn close(&mut self) {
        self.dialog = None;
        self.looked = None;
    }
}

/// What is known of a choice before anything is done.
#[derive(Clone, Debug)]
pub struct Looked {
    /// The character that takes weights.
    pub onto: Arc<Character>,
    /// What was chosen.
    pub choice: TransferChoice,
    /// The character that weights are taken from, unless its file cannot be read: why.
    pub source: Result<SourceFound, String>,
}

/// A character to take weights from.
#[derive(Clone, Debug)]
pub struct SourceFound {
    /// The character.
    pub character: Arc<Character>,
    /// Its meshes that have weights: the place of each in its file, and what it is called.
    pub meshes: Vec<(usize, String)>,
    /// How it fits; or why nothing can be taken.
    pub sight: Result<Sight, String>,
}

/// What was decided: what is chosen, and the character that weights are taken from.
#[derive(Clone, Debug)]
pub struct TransferOrder {
    /// What is chosen.
    pub choice: TransferChoice,
    /// What the source is called.
    pub name: String,
    /// Where the source is.
    pub source: Arc<Character>,
}

/// By what is chosen; characters are the same if they are one.
impl PartialEq for TransferOrder {
    fn eq(&self, other: &Self) -> bool {
        self.choice == other.choice && Arc::ptr_eq(&self.source, &other.source)
    }
}

/// How two meshes fit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// What the source is called.
    pub source: String,
    /// How many joints move it.
    pub joints: usize,
    /// Those of them that the target has no joint of the same name for.
    pub missing: Vec<String>,
    /// How far apart the boxes around both are, in metres; none where they overlap.
    pub gap: Option<f32>,
    /// The diagonals of the boxes around source and target, in metres.
    pub sizes: [f32; 2],
}

impl Sight {
    /// What is to be said of joints.
    #[must_use]
    pub fn joints_in_words(&self) -> String {
        let found = self.joints - self.missing.len().min(self.joints);
        let joints = if self.joints == 1 { "joint" } else { "joints" };
        let mut text = format!(
            "{found} of {} {joints} of {} found here by name.",
            self.joints, self.source
        );
        if !self.missing.is_empty() && found > 0 {
            let names = listed(&self.missing);
            text += &format!(
                " Not here: {names}. Their weights go to the other joints of a vertex; vertices that only they move keep what they have."
            );
        }
        text
    }

    /// What is to be said of where both stand, if it looks like a mistake.
    #[must_use]
    pub fn place_in_words(&self, units: Units) -> Option<String> {
        let [theirs, own] = self.sizes;
        if let Some(gap) = self.gap {
            return Some(format!(
                "{} does not stand where the vertices are that would take its weights: at rest they are {} apart.",
                self.source,
                units.length(gap)
            ));
        }
        let differs = if own > MUCH_LARGER[0] * theirs {
            "smaller"
        } else if theirs > MUCH_LARGER[1] * own {
            "larger"
        } else {
            return None;
        };
        Some(format!(
            "{} is much {differs}, {} beside {}: are both in the same unit?",
            self.source,
            units.length(theirs),
            units.length(own)
        ))
    }
}

/// A few names, and how many more there are.
#[must_use]
pub fn listed(names: &[String]) -> String {
    match names.get(..MOST_NAMES) {
        Some(first) if names.len() > MOST_NAMES => {
            let more = names.len() - MOST_NAMES;
            format!("{} and {more} more", first.join(", "))
        }
        _ => names.join(", "),
    }
}

/// What is asked about weights of another mesh.
#[derive(Debug)]
pub enum TransferIntent {
    /// Goes on asking with what was chosen, or stops.
    Ask(Option<TransferDialog>),
    /// Looks for the file with the system's dialog.
    Browse,
    /// The system's dialog has answered.
    Chosen(PathBuf),
    /// Does it.
    Begin,
}

/// What was found out about another mesh.
#[derive(Debug)]
pub enum TransferOutcome {
    /// What was found out about a choice.
    Looked(Box<Looked>),
}
