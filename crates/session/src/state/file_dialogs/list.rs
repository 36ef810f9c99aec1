//! All dialogs for files: what the session holds, what can be asked, what is begun, and what comes of it, by one list.

use std::path::{Path, PathBuf};

use crate::state::file_dialogs::dialog::{
    AtWork, FileDialog, FileDialogIntent, FileDialogWork, FileJob, FileOutcome, Filter, Words,
};

/// The list. `$do` is a macro that takes it: a line for each, with the field of [`FileDialogs`], the variant, the options, and what comes
/// of it: `plain` where only the dialog changes, `own` where the feature says more (`Effects` in the features).
macro_rules! file_dialogs {
    ($do:ident) => {
        $do! {
            /// The character as glTF.
            export: Export(crate::state::export::dialog::ExportAsked) plain,
            /// The comparison as a web page.
            share: Share(crate::state::share::dialog::ShareAsked) plain,
            /// Pictures of what the panes show.
            picture: Picture(crate::state::pictures::dialog::PictureAsked) plain,
            /// Weights that are written as a table.
            export_weights: ExportWeights(crate::state::weight_files::export_weights::WeightExportAsked) plain,
            /// Weights that are read from a table.
            import_weights: ImportWeights(crate::state::weight_files::import_weights::WeightImportAsked) own,
            /// Weights of a file to compare with.
            version: Version(crate::state::versions::dialog::VersionAsked) own,
            /// The sound along the clips.
            sound: Sound(crate::state::reference::sound_dialog::SoundAsked) own,
            /// Pictures to work from.
            reference: Reference(crate::state::reference::picture_dialog::PicturesAsked) own,
            /// A file that is shown with the character.
            prop: Prop(crate::state::props::dialog::PropAsked) own,
            /// A bone map that is saved.
            save_map: SaveMap(crate::state::motion_in::map_files::MapSaveAsked) plain,
            /// A bone map that is loaded.
            load_map: LoadMap(crate::state::motion_in::map_files::MapLoadAsked) own,
            /// The character, baked to linear blending.
            bake: Bake(crate::state::bake::baking::BakeAsked) own,
        }
    };
}
pub(crate) use file_dialogs;

/// A dialog of the list.
pub trait Listed: FileDialog {
    /// Which one it is.
    const KIND: FileKind;

    /// Its dialog and its job.
    fn of(dialogs: &FileDialogs) -> &FileDialogWork<Self>;

    /// Its dialog and its job, to change them.
    fn of_mut(dialogs: &mut FileDialogs) -> &mut FileDialogWork<Self>;

    /// What is asked of it, among all.
    fn intent(intent: FileDialogIntent<Self>) -> FileIntent;

    /// Its job, among all.
    fn request(job: FileJob<Self>) -> FileRequest;

    /// What came of its job, among all.
    fn done(outcome: FileOutcome<Self>) -> FileDone;
}

/// What the system's dialog is to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemQuestion {
    /// Its texts; the title is that of the system's dialog.
    pub words: Words,
    /// The files that it lists, by their endings.
    pub filter: Filter,
    /// Whether a file is written.
    pub writes: bool,
    /// Whether the job begins with the answer, without another dialog.
    pub begins: bool,
}

impl FileDialogs {
    /// Whether a job is running, so that no other one of this kind can begin. Of files of weights one is written or read at a time.
    #[must_use]
    pub const fn is_busy(&self, kind: FileKind) -> bool {
        match kind {
            FileKind::ExportWeights | FileKind::ImportWeights => {
                self.export_weights.busy.is_some() || self.import_weights.busy.is_some()
            }
            _ => self.running(kind).is_some(),
        }
    }
}

macro_rules! declare {
    ($($(#[$doc:meta])* $field:ident: $name:ident($options:ty) $effects:ident,)+) => {
        /// Dialogs for files, with their options and jobs.
        #[derive(Clone, Debug, Default)]
        pub struct FileDialogs {
            $($(#[$doc])* pub $field: FileDialogWork<$options>,)+
        }

        /// One dialog of the list, whatever it asks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FileKind {
            $($(#[$doc])* $name,)+
        }

        /// What is asked of a dialog.
        #[expect(clippy::large_enum_variant, reason = "one is sent at a time, when somebody changes something")]
        #[derive(Clone, Debug)]
        pub enum FileIntent {
            $($(#[$doc])* $name(FileDialogIntent<$options>),)+
        }

        /// A job that is to begin.
        #[derive(Clone, Debug, PartialEq)]
        pub enum FileRequest {
            $($(#[$doc])* $name(FileJob<$options>),)+
        }

        /// The result of a job.
        #[derive(Debug)]
        pub enum FileDone {
            $($(#[$doc])* $name(FileOutcome<$options>),)+
        }

        $(
            impl Listed for $options {
                const KIND: FileKind = FileKind::$name;

                fn of(dialogs: &FileDialogs) -> &FileDialogWork<Self> {
                    &dialogs.$field
                }

                fn of_mut(dialogs: &mut FileDialogs) -> &mut FileDialogWork<Self> {
                    &mut dialogs.$field
                }

                fn intent(intent: FileDialogIntent<Self>) -> FileIntent {
                    FileIntent::$name(intent)
                }

                fn request(job: FileJob<Self>) -> FileRequest {
                    FileRequest::$name(job)
                }

                fn done(outcome: FileOutcome<Self>) -> FileDone {
                    FileDone::$name(outcome)
                }
            }
        )+

        impl FileDialogs {
            /// Whether a dialog is seen.
            #[must_use]
            pub const fn is_any_seen(&self) -> bool {
                $(self.$field.seen().is_some())||+
            }

            /// Closes all, since another character was opened: files are still written, but nothing is baked or compared with.
            pub fn change_character(&mut self) {
                $(self.$field.change_character();)+
                self.bake.stop();
                self.version.stop();
                self.sound.stop();
                self.reference.stop();
                self.prop.stop();
            }

            /// The running job of a kind.
            #[must_use]
            pub const fn running(&self, kind: FileKind) -> Option<&AtWork> {
                match kind {
                    $(FileKind::$name => self.$field.busy.as_ref(),)+
                }
            }
        }

        impl FileKind {
            /// What the system's dialog is to ask.
            #[must_use]
            pub const fn question(self) -> SystemQuestion {
                match self {
                    $(Self::$name => SystemQuestion {
                        words: <$options>::WORDS,
                        filter: <$options>::FILTER,
                        writes: <$options>::WRITES,
                        begins: <$options>::BEGINS_WHEN_CHOSEN,
                    },)+
                }
            }

            /// What a path chosen in the system's dialog asks.
            #[must_use]
            pub const fn chosen(self, file: PathBuf) -> FileIntent {
                match self {
                    $(Self::$name => FileIntent::$name(FileDialogIntent::Chosen(file)),)+
                }
            }

            /// What opens the dialog.
            #[must_use]
            pub const fn ask(self) -> FileIntent {
                match self {
                    $(Self::$name => FileIntent::$name(FileDialogIntent::Ask),)+
                }
            }
        }

        impl FileRequest {
            /// Path of the file.
            #[must_use]
            pub fn file(&self) -> &Path {
                match self {
                    $(Self::$name(job) => &job.order.file,)+
                }
            }

            /// Whether the file is written.
            #[must_use]
            pub fn writes(&self) -> bool {
                match self {
                    $(Self::$name(job) => <$options>::writes(&job.work),)+
                }
            }
        }
    };
}
file_dialogs!(declare);
