//! Export of the character as glTF: file names, checks, and writing. Dialogs and background work are elsewhere.
//!
//! The command `export` and the window's dialog (`state/export/dialog.rs`) ask the same function. The file that a character
//! was opened from is refused, since the journal counts from it. A window that closes waits for what is being written.

use std::path::{Path, PathBuf};

use character::{Character, HumanoidFormat, SaveReport, check_ending, save_with, to_glb_with};
use whole_file::{Access, ExistingFiles, Files};

use crate::files::builtin;
use crate::files::working_folder::whole;
use crate::notices::Severity;
use crate::state::export::options::ExportOptions;

/// Files that an export must not replace: edits are stored as operations on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnFiles {
    /// The character's file as it was opened, and the files that it refers to.
    pub source: Vec<PathBuf>,
    /// The project's file, if there is one.
    pub project: Option<PathBuf>,
}

impl OwnFiles {
    /// The files of a character from this source, a path or `builtin:NAME`.
    #[must_use]
    pub fn of(source: &str, character: &Character, project: Option<&Path>) -> Self {
        let is_file = !source.starts_with(builtin::PREFIX);
        let beside = character.source.side_files.iter();
        let beside = beside.map(|side_file| side_file.path.clone());
        Self {
            source: is_file
                .then(|| PathBuf::from(source))
                .into_iter()
                .chain(beside)
                .collect(),
            project: project.map(Path::to_owned),
        }
    }

    /// What others may do to a file that is made of these: no more than to each of them.
    #[must_use]
    pub fn access(&self, files: &Files) -> Access {
        let all = self.source.iter().chain(&self.project);
        all.fold(Access::ANY, |least, file| least.and(files.access(file)))
    }
}

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// This file exists, and replacing it was not asked for.
    Exists(PathBuf),
    /// The job was canceled before anything was written.
    Canceled,
    /// Another reason, as one sentence.
    Failed(String),
}

/// Facts of a file that was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenFile {
    /// Absolute path of the main file.
    pub place: PathBuf,
    /// Size of the main file in bytes; none if the system does not tell.
    pub bytes: Option<u64>,
    /// Remarks on what was written, in sentences; may be empty.
    pub remarks: String,
}

impl WrittenFile {
    /// What is told of it: `The character was written to /a/b.glb (1.2 MB).`, with a sentence and the remarks behind it.
    #[must_use]
    pub fn notice(&self, what: &str, behind: &str) -> (Severity, String) {
        let size = self
            .bytes
            .map(|bytes| format!(" ({})", size_in_words(bytes)));
        let (place, size) = (self.place.display(), size.unwrap_or_default());
        let first = format!("{what} was written to {place}{size}.");
        let severity = match self.remarks.as_str() {
            "" => Severity::Note,
            _ => Severity::Warning,
        };
        let sentences = [first.as_str(), behind, &self.remarks];
        let sentences = sentences.into_iter().filter(|it| !it.is_empty());
        (severity, sentences.collect::<Vec<_>>().join(" "))
    }

    /// With what was done to the character before.
    #[must_use]
    pub fn after(mut self, remarks: &[String]) -> Self {
        let all = remarks.iter().cloned().chain([self.remarks]);
        let all: Vec<String> = all.filter(|remark| !remark.is_empty()).collect();
        self.remarks = all.join(" ");
        self
    }
}

/// [`export_with`] without options.
///
/// # Errors
///
/// As [`export_with`].
pub fn export(
    character: &Character,
    file: &Path,
    own: &OwnFiles,
    replaces: bool,
    files: &Files,
) -> Result<WrittenFile, NotWritten> {
    let existing = existing_files(replaces);
    let how = (existing, &ExportOptions::default());
    export_with(character, file, own, how, files)
}

/// What becomes of a file that is there, where somebody was asked whether to replace it.
#[must_use]
pub const fn existing_files(replaces: bool) -> ExistingFiles {
    match replaces {
        true => ExistingFiles::KeptBeside,
        false => ExistingFiles::Refused,
    }
}

/// Writes a character at rest with all edits, [prepare](crate::state::export::options::prepare) before.
///
/// What becomes of a file that is there says `existing`. Nobody can read what is written who may not read the files that it is made of.
/// On a disk that is not the system's, it is one file, and what a `.gltf` has beside it is refused.
///
/// # Errors
///
/// [`NotWritten::Exists`] if a file exists that is not to be replaced; else one sentence: an ending of another format,
/// a file that the work is made of, a missing folder. Nothing is written then.
pub fn export_with(
    character: &Character,
    file: &Path,
    own: &OwnFiles,
    (existing, options): (ExistingFiles, &ExportOptions),
    files: &Files,
) -> Result<WrittenFile, NotWritten> {
    let failed = |error: &dyn std::error::Error| NotWritten::Failed(sentence(&error.to_string()));
    check_ending(file).map_err(|error| failed(&error))?;
    refuse_several_files(character, file, files).map_err(NotWritten::Failed)?;
    refuse_own(file, own, files).map_err(NotWritten::Failed)?;
    let is_there = files.exists(file) && !files.is_folder(file);
    if is_there && existing == ExistingFiles::Refused {
        return Err(NotWritten::Exists(file.to_owned()));
    }
    if is_there && existing == ExistingFiles::KeptBeside {
        // Before anything is written: whatever fails later, the version before is kept.
        let kept = files.keep_version(file);
        kept.map_err(|error| failed(&error))?;
    }
    let report = write_character(character, file, own.access(files), options, files)?;
    Ok(WrittenFile {
        place: whole(file),
        bytes: files.metadata(file).map(|found| found.size).ok(),
        remarks: report.to_string(),
    })
}

/// Fails for a name that asks for more than one file, on a disk that is not the system's: crate `character` writes and reads side
/// files by path, which are the system's.
fn refuse_several_files(character: &Character, file: &Path, files: &Files) -> Result<(), String> {
    let ending = file.extension().unwrap_or_default();
    // Of avatars' endings the character's own alone: another one misses an extension, which only `save_with` tells.
    let mut of_one_file = ["glb", ending_of(character)].into_iter();
    let is_one_file = of_one_file.any(|name| name != "gltf" && ending.eq_ignore_ascii_case(name));
    match files.is_system() || is_one_file {
        true => Ok(()),
        false => Err(format!(
            "{}: on this disk a character can be exported as one file only; give a name that ends in .glb.",
            file.display()
        )),
    }
}

fn write_character(
    character: &Character,
    file: &Path,
    access: Access,
    options: &ExportOptions,
    files: &Files,
) -> Result<SaveReport, NotWritten> {
    let failed = |error: &dyn std::error::Error| NotWritten::Failed(sentence(&error.to_string()));
    let options = options.save_options();
    if files.is_system() {
        let report = save_with(character, file, access, &options);
        return report.map_err(|error| failed(&error));
    }
    let (bytes, report) = to_glb_with(character, &options).map_err(|error| failed(&error))?;
    let written = files.write_whole_within(file, &bytes, access);
    written.map_err(|error| failed(&error))?;
    Ok(report)
}

/// The text with exactly one full stop at the end; some errors bring their own.
#[must_use]
pub fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

/// Fails for a file that the work is made of: writing over the source would apply the edits twice when the project is opened again.
///
/// # Errors
///
/// One sentence with the file and the remedy.
pub fn refuse_own(file: &Path, own: &OwnFiles, files: &Files) -> Result<(), String> {
    let name = file.display();
    // Files that do not exist yet are no files to compare; they are told apart by their absolute paths.
    let is_same = |own: &Path| files.is_same_file(file, own) || whole(file) == whole(own);
    if own.source.iter().any(|source| is_same(source)) {
        return Err(format!(
            "{name} is the file that this project is made of, and its edits would be made twice; give another name."
        ));
    }
    if own.project.as_deref().is_some_and(is_same) {
        return Err(format!("{name} is the project itself; give another name."));
    }
    Ok(())
}

/// File ending for a character: that of the format it was read from. A VRM stays a VRM.
#[must_use]
pub fn ending_of(character: &Character) -> &'static str {
    let humanoid = character.humanoid.as_ref().map(|of| of.format);
    match (character.source.is_glb, humanoid) {
        (false, _) => "gltf",
        (true, None) => "glb",
        (true, Some(HumanoidFormat::Vrm0 | HumanoidFormat::Vrm1)) => "vrm",
        (true, Some(HumanoidFormat::VrmAnimation)) => "vrma",
    }
}

/// The path with an ending; an existing ending is kept.
#[must_use]
pub fn with_ending(file: PathBuf, ending: &str) -> PathBuf {
    match file.extension() {
        Some(_) => file,
        None => file.with_extension(ending),
    }
}

/// Suggested path for an export: that of the project or else of the character's file with the ending; for a built-in
/// character in the current folder. Never the character's own file.
#[must_use]
pub fn export_file_for(source: &str, project: Option<&Path>, ending: &str) -> PathBuf {
    let named = file_beside(source, project, ending);
    if named != Path::new(source) {
        return named;
    }
    let stem = named.file_stem().unwrap_or_default().to_string_lossy();
    named.with_file_name(format!("{stem}-edited.{ending}"))
}

/// Suggested path for a bake: `NAME-baked.glb` beside the project, or else beside the character's file; for a built-in character in the
/// current folder.
#[must_use]
// Half a tenth more, so that the division rounds to the nearest tenth.
pub fn baked_file_for(source: &str, project: Option<&Path>) -> PathBuf {
    let named = file_beside(source, project, "glb");
    let stem = named.file_stem().unwrap_or_default().to_string_lossy();
    named.with_file_name(format!("{stem}-baked.glb"))
}

/// The path of the project, or else of the character's file, with another ending.
fn file_beside(source: &str, project: Option<&Path>, ending: &str) -> PathBuf {
    match (project, source.strip_prefix(builtin::PREFIX)) {
        (Some(project), _) => project.with_extension(ending),
        (None, Some(name)) => PathBuf::from(format!("{name}.{ending}")),
        (None, None) => Path::new(source).with_extension(ending),
    }
}

/// A size such as `1.2 MB`, in units of 1000.
#[must_use]
pub fn size_in_words(bytes: u64) -> String {
    let tenths = |unit: u64| {
        let tenths = (bytes + unit / 20) / (unit / 10);
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    match bytes {
        1 => "1 byte".to_owned(),
        0..1_000 => format!("{bytes} bytes"),
        // The bounds are where rounding would show 1000.0 of the smaller unit.
        1_000..999_950 => format!("{} kB", tenths(1_000)),
        999_950..999_950_000 => format!("{} MB", tenths(1_000_000)),
        _ => format!("{} GB", tenths(1_000_000_000)),
    }
}
