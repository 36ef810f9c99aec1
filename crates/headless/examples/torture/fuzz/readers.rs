//! What a case is given to: every reader of the program, and what uses its result.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use rig::Pose;
use scene::deform::deform;
use scene::posed_character::Look;
use scene::report::CharacterReport;
use session::commands::keymap::{KeyMapFile, Preset};
use session::settings;
use session::settings::from_text;
use session::state::export::written::{NotWritten, OwnFiles, ending_of, export};
use session::state::opening::load::load;
use session::state::presets;
use session::state::projects::{Recovery, read, restore_project, write};
use session::state::weight_files::{BoundMesh, Matching, WeightText, fitting, import_text};
use session::state::weight_table::weights_work::WeightsWork;
use weights::WeightFormat;
use whole_file::Files;

use super::{Case, Kind};

/// How a reader answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It was read.
    Read,
    /// It was refused, in these words.
    Refused(String),
    /// It was read, and what follows is wrong.
    Broken(String),
}

/// The most bytes of a message: more would fill a terminal.
const LONGEST_MESSAGE: usize = 4_000;

/// What the readers need beside the case.
#[derive(Debug)]
pub(crate) struct Readers {
    /// The character that texts are about.
    target: Arc<Character>,
    /// A folder for exports.
    folder: PathBuf,
}

impl Readers {
    pub(crate) fn new(target: Character, folder: PathBuf) -> Self {
        Self {
            target: Arc::new(target),
            folder,
        }
    }

    /// Gives a case, which lies at `path`, to its reader.
    pub(crate) fn read(&self, case: &Case, path: &Path) -> Answer {
        let text = || String::from_utf8(case.bytes.clone()).map_err(|error| error.to_string());
        let answer = match case.kind {
            Kind::Model | Kind::Bvh | Kind::Fbx => self.model(&path.to_string_lossy()),
            Kind::Project => self.project(&case.bytes),
            Kind::Recovery => answered(Recovery::from_text(&case.bytes)),
            Kind::Preset => text().map_or_else(Answer::Refused, |text| preset(&text)),
            Kind::Settings => text().map_or_else(Answer::Refused, |text| own_settings(&text)),
            Kind::KeyMap => text().map_or_else(Answer::Refused, |text| keymap(&text)),
            Kind::WeightsCsv => self.weights(text(), WeightFormat::Csv),
            Kind::WeightsRon => self.weights(text(), WeightFormat::Ron),
        };
        match answer {
            Answer::Refused(message) if message.len() > LONGEST_MESSAGE => {
                let begin: String = message.chars().take(100).collect();
                Answer::Broken(format!("a message of {} bytes: {begin}…", message.len()))
            }
            other => other,
        }
    }

    /// Opens, inspects, skins and exports a character, and opens the export.
    fn model(&self, path: &str) -> Answer {
        let character = match load(path) {
            Ok(character) => character,
            Err(error) => return Answer::Refused(error.to_string()),
        };
        black_box(CharacterReport::of(path, &character));
        for pose in poses(&character) {
            let inheritance = &character.rig.scale_inheritance;
            if let Err(error) = deform(&character, &pose, inheritance, Look::default()) {
                return Answer::Broken(format!("cannot be skinned: {error}"));
            }
        }
        let out = self
            .folder
            .join("export")
            .with_extension(ending_of(&character));
        match export(
            &character,
            &out,
            &OwnFiles::default(),
            true,
            &Files::default(),
        ) {
            Ok(_) => match load(&out.to_string_lossy()) {
                Ok(_) => Answer::Read,
                Err(error) => Answer::Broken(format!("the export is refused: {error}")),
            },
            Err(NotWritten::Failed(message)) => Answer::Refused(message),
            Err(other) => Answer::Refused(format!("{other:?}")),
        }
    }

    fn project(&self, bytes: &[u8]) -> Answer {
        let project = match read(bytes) {
            Ok(project) => project,
            Err(fault) => return Answer::Refused(fault.to_string()),
        };
        black_box(restore_project(&self.target, &project));
        match write(&project).map(|text| read(text.as_bytes())) {
            Ok(Ok(_)) => Answer::Read,
            Ok(Err(fault)) => Answer::Broken(format!("the saved project is refused: {fault}")),
            Err(message) => Answer::Broken(format!("the project cannot be saved: {message}")),
        }
    }

    fn weights(&self, text: Result<String, String>, format: WeightFormat) -> Answer {
        let text = match text {
            Ok(text) => text,
            Err(message) => return Answer::Refused(message),
        };
        let text = WeightText {
            file: "case",
            format,
            text: &text,
        };
        let by_number = fitting(&self.target, text);
        let bound = BoundMesh::all(&self.target).into_iter().next();
        let Some(bound) = by_number.as_ref().ok().cloned().or(bound) else {
            return Answer::Refused("the target has no weights".to_owned());
        };
        let work = WeightsWork::default();
        let matchings = [Matching::Number, Matching::USUAL_PLACE];
        let tried =
            matchings.map(|matching| import_text(&self.target, &bound, text, matching, &work));
        for found in tried.into_iter().flatten() {
            if let Err(error) = self.target.with_weights(&found.edits) {
                return Answer::Broken(format!("the weights do not fit: {error}"));
            }
        }
        answered(by_number)
    }
}

/// At rest, and in the middle of the first clips.
fn poses(character: &Character) -> Vec<Pose> {
    let rest = character.file_pose();
    let clips = character.clips.iter().take(3);
    let skeleton = &character.rig.skeleton;
    let mut poses: Vec<Pose> = clips
        .map(|clip| clip.sample(skeleton, &rest, 0.5 * clip.duration()))
        .collect();
    poses.push(rest);
    poses
}

fn preset(text: &str) -> Answer {
    match presets::read(text, "case.ron") {
        Ok(file) => match presets::read(&presets::write(&file), "again.ron") {
            Ok(_) => Answer::Read,
            Err(fault) => Answer::Broken(format!("the saved pose is refused: {fault}")),
        },
        Err(fault) => Answer::Refused(fault.to_string()),
    }
}

fn own_settings(text: &str) -> Answer {
    match from_text(text) {
        Ok(read) => match settings::to_text(&read.settings).map(|text| from_text(&text)) {
            Ok(Ok(_)) => Answer::Read,
            Ok(Err(fault)) => Answer::Broken(format!("the saved settings are refused: {fault}")),
            Err(message) => Answer::Broken(format!("the settings cannot be saved: {message}")),
        },
        Err(fault) => Answer::Refused(fault.to_string()),
    }
}

fn keymap(text: &str) -> Answer {
    match KeyMapFile::parse("case.ron", text) {
        Ok(written) => {
            let shipped = Preset::default().keymap();
            let keymap = session::commands::keymap::KeyMap::clone(&shipped).with(written);
            black_box(keymap.conflicts());
            Answer::Read
        }
        Err(error) => Answer::Refused(error.to_string()),
    }
}

fn answered<T, E: std::fmt::Display>(outcome: Result<T, E>) -> Answer {
    match outcome {
        Ok(_) => Answer::Read,
        Err(error) => Answer::Refused(error.to_string()),
    }
}
