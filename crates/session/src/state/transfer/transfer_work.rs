//! UI state of the transfer of weights from another mesh: the options, and what is known of the source before the
//! transfer.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;

use crate::files::working_folder::whole_source;
use crate::settings::Units;

/// Ratios of size that suggest a mistake of units: target over source, and source over target. The latter is larger,
/// since clothes are often much smaller than the body below.
const MUCH_LARGER: [f32; 2] = [5.0, 30.0];
/// The largest number of names in a message.
const MOST_NAMES: usize = 6;
/// Why a name that is on both sides tells no joint.
pub(crate) const SEVERAL_HAVE_THE_NAME: &str =
    "several joints of the source or of the target have the name";

/// The source of the weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TransferFrom {
    /// A mesh of the same character, by its index in the character's file.
    Mesh(usize),
    /// Meshes of another file.
    #[default]
    File,
}

/// Which vertices take weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TransferVertices {
    /// All vertices of the chosen meshes.
    #[default]
    All,
    /// Those that no joint moves.
    Unbound,
    /// Those that are selected when the transfer begins.
    Selected,
}

/// How corresponding places of two surfaces are found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TransferHow {
    /// Whether only source places whose normal is within 75° of the target's count, unless there is none.
    pub facing: bool,
    /// Whether each connected part takes weights only from the source parts that it lies on.
    pub parts: bool,
    /// The largest distance in meters; vertices farther away keep their weights. None for any distance.
    pub within: Option<f32>,
    /// Whether the target is clothes over the source: only sure matches are taken, and the rest is filled in between them along the cloth.
    pub clothes: bool,
}

impl TransferHow {
    /// The corresponding options of crate `weights`.
    #[must_use]
    pub fn options(self) -> weights::TransferOptions {
        weights::TransferOptions {
            normals_within: self.facing.then_some(75.0_f32.to_radians()),
            separate_parts: self.parts,
            reach: self.within,
        }
    }
}

/// Joints of the source that are matched by hand: to which joint of the target each goes, or to none, both by their addresses. The
/// others are matched by name.
pub type JointMap = BTreeMap<String, Option<String>>;

/// The joint of the target that a joint of the source goes to, if the target has it; none if it goes to none.
#[must_use]
pub fn match_joint<'a>(map: &'a JointMap, joint: &'a str) -> Option<&'a str> {
    match map.get(joint) {
        Some(own) => own.as_deref(),
        None => Some(joint),
    }
}

/// The options of a transfer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransferChoice {
    /// The source of the weights.
    pub from: TransferFrom,
    /// The path of the source file; empty until one is chosen.
    pub file: String,
    /// Incremented whenever a file is chosen, so that the same path is read again.
    pub reads: u64,
    /// The mesh of the file, by its index there; none for all meshes with weights.
    pub file_mesh: Option<usize>,
    /// The mesh that takes weights, by its index in the character's file; none for all except the source.
    pub onto: Option<usize>,
    /// Which vertices of the target take weights.
    pub vertices: TransferVertices,
    /// How corresponding places are found.
    pub how: TransferHow,
    /// Joints that are matched by hand.
    pub joints: JointMap,
}

impl TransferChoice {
    /// The file's name without its folder, for a source that is no single mesh.
    #[must_use]
    pub fn file_name(&self) -> String {
        let name = Path::new(&self.file).file_name();
        name.map_or_else(
            || self.file.clone(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// The source mesh, by its index in its file; none for all.
    #[must_use]
    pub const fn source_mesh(&self) -> Option<usize> {
        match self.from {
            TransferFrom::Mesh(mesh) => Some(mesh),
            TransferFrom::File => self.file_mesh,
        }
    }

    /// Whether another choice has the same source.
    #[must_use]
    pub fn is_of_same_source(&self, other: &Self) -> bool {
        let file = |of: &Self| (of.reads, of.file_mesh);
        self.from == other.from && (self.from != TransferFrom::File || file(self) == file(other))
    }

    /// Whether another choice has the same source and target meshes.
    #[must_use]
    pub fn is_of_same_meshes(&self, other: &Self) -> bool {
        self.onto == other.onto && self.is_of_same_source(other)
    }
}

/// The state of the transfer dialog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransferDialog {
    /// The options chosen so far.
    pub choice: TransferChoice,
    /// The content of the field for the file.
    pub typed: String,
    /// What is searched in the table of joints.
    pub search: String,
}

impl TransferDialog {
    /// Takes another state. Joints matched by hand go with their source.
    pub fn replace_with(&mut self, mut asked: Self) {
        if !asked.choice.is_of_same_source(&self.choice) {
            // Addresses of one source's joints say nothing of another's.
            asked.choice.joints.clear();
        }
        *self = asked;
    }

    /// Takes the typed path as the source file.
    pub fn take_typed(&mut self) {
        self.choice.file = self.typed_source();
        self.choice.file_mesh = None;
        self.choice.joints.clear();
        self.choice.reads += 1;
    }

    /// Whether the typed path is the source file already.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.choice.file == self.typed_source()
    }

    fn typed_source(&self) -> String {
        whole_source(self.typed.trim().trim_matches('"'))
    }
}

/// The session's transfer state.
#[derive(Clone, Debug, Default)]
pub struct TransferWork {
    /// The open dialog; none while it is closed.
    pub dialog: Option<TransferDialog>,
    /// The newest examination of a choice.
    pub looked: Option<Looked>,
}

impl TransferWork {
    /// The examination of a choice, if it was made for this character.
    #[must_use]
    pub fn find_examination(
        &self,
        choice: &TransferChoice,
        character: &Arc<Character>,
    ) -> Option<&Looked> {
        let looked = self.looked.as_ref()?;
        let is_of_now = Arc::ptr_eq(&looked.onto, character);
        (is_of_now && looked.choice.is_of_same_meshes(choice)).then_some(looked)
    }

    /// Closes the dialog and frees the source file's character.
    pub fn close(&mut self) {
        self.dialog = None;
        self.looked = None;
    }
}

/// The examination of a choice before the transfer.
#[derive(Clone, Debug)]
pub struct Looked {
    /// The character that takes weights.
    pub onto: Arc<Character>,
    /// The choice that was examined.
    pub choice: TransferChoice,
    /// The source, or why it cannot be read.
    pub source: Result<SourceFound, String>,
}

/// A source of weights.
#[derive(Clone, Debug)]
pub struct SourceFound {
    /// The character that the source meshes are of.
    pub character: Arc<Character>,
    /// Its meshes with weights: the index of each in its file, and its name.
    pub meshes: Vec<(usize, String)>,
    /// How source and target fit; or why no weights can be taken.
    pub sight: Result<TransferFit, String>,
}

/// A transfer to be started.
#[derive(Clone, Debug)]
pub struct TransferOrder {
    /// The options of the transfer.
    pub choice: TransferChoice,
    /// The name of the source.
    pub name: String,
    /// The character that the source meshes are of.
    pub source: Arc<Character>,
}

/// Compares options; characters by address.
impl PartialEq for TransferOrder {
    fn eq(&self, other: &Self) -> bool {
        self.choice == other.choice && Arc::ptr_eq(&self.source, &other.source)
    }
}

/// How the meshes of source and target fit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransferFit {
    /// The name of the source.
    pub source: String,
    /// The number of joints that move the source.
    pub joints: usize,
    /// Addresses of the joints that move the source.
    pub moving: Vec<String>,
    /// The addresses of the joints that the target has.
    pub own: Vec<String>,
    /// Names of those joints that the target does not have.
    pub missing: Vec<String>,
    /// Those of them whose names joints of the target have too, but of several joints, here or there: by address, the name.
    pub ambiguous: BTreeMap<String, String>,
    /// The distance between both bounding boxes, in meters; none where they overlap.
    pub gap: Option<f32>,
    /// The diagonals of the bounding boxes of source and target, in meters.
    pub sizes: [f32; 2],
}

impl TransferFit {
    /// The same with joints matched by hand: what is missing is what has no joint of the target then.
    #[must_use]
    pub fn with_joint_map(&self, map: &JointMap) -> Self {
        let is_here = |name: &&String| {
            let own = match_joint(map, name);
            own.is_some_and(|own| self.own.iter().any(|joint| joint == own))
        };
        let missing = self.moving.iter().filter(|name| !is_here(name));
        let mut ambiguous = self.ambiguous.clone();
        ambiguous.retain(|joint, _| !map.contains_key(joint));
        Self {
            missing: missing.cloned().collect(),
            ambiguous,
            ..self.clone()
        }
    }

    /// One sentence about the joints.
    #[must_use]
    pub fn joints_in_words(&self) -> String {
        let found = self.joints - self.missing.len().min(self.joints);
        let joints = if self.joints == 1 { "joint" } else { "joints" };
        let mut text = format!(
            "{found} of {} {joints} of {} found here.",
            self.joints, self.source
        );
        if self.missing.is_empty() || found == 0 {
            return text;
        }
        let missing = self.missing.iter().cloned();
        let (ambiguous, absent): (Vec<String>, Vec<String>) =
            missing.partition(|joint| self.ambiguous.contains_key(joint));
        if !absent.is_empty() {
            text += &format!(" Not here: {}.", list_names(&absent));
        }
        if !ambiguous.is_empty() {
            text += &format!(
                " Not told by name, since {SEVERAL_HAVE_THE_NAME}: {}; rename joints so that each name is there once, or match them by hand.",
                list_names(&ambiguous)
            );
        }
        text + " Their weights go to the other joints of a vertex; vertices that only they move keep what they have."
    }

    /// A warning about position or size, if these look like a mistake.
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

/// The first names, and how many more there are.
#[must_use]
pub fn list_names(names: &[String]) -> String {
    match names.get(..MOST_NAMES) {
        Some(first) if names.len() > MOST_NAMES => {
            let more = names.len() - MOST_NAMES;
            format!("{} and {more} more", first.join(", "))
        }
        _ => names.join(", "),
    }
}

/// A user's request about a transfer.
#[derive(Debug)]
pub enum TransferIntent {
    /// Changes the open dialog, or closes it.
    Ask(Option<TransferDialog>),
    /// Opens the system's file dialog.
    Browse,
    /// The file chosen in the system's dialog.
    Chosen(PathBuf),
    /// Starts the transfer with the options of the dialog.
    Begin,
}

/// A result of the background work on transfers.
#[derive(Debug)]
pub enum TransferOutcome {
    /// The examination of a choice.
    Looked(Box<Looked>),
}
