//! Dialogs that write or read a file: what their intents do, how their jobs begin, and what becomes of the results.

use std::path::{Path, PathBuf};

use crate::document::Document;
use crate::features::Context;
use crate::notices::Severity;
use crate::session::{DialogFor, Request, Session};
use crate::shown::shown_pose;
use crate::state::export::written::NotWritten;
use crate::state::file_dialogs::dialog::{
    AtWork, DialogContext, FileAsked, FileDialogIntent, FileJob, FileOrder, FileOutcome, JobOutput,
    canceled_message,
};
use crate::state::file_dialogs::list::{FileDone, FileIntent, FileKind, Listed, file_dialogs};

/// What a dialog changes beside itself.
pub(in crate::features) trait Effects: Listed {
    /// The dialog has closed.
    fn on_close(_context: &mut Context<'_>) {}

    /// The file was read, or one sentence says why not.
    fn on_read(
        context: &mut Context<'_>,
        _job: FileJob<Self>,
        begun: &AtWork,
        read: Result<Self::Read, String>,
    ) {
        if let Err(text) = read {
            context.report_file_fault::<Self>(begun.is_asked, text);
        }
    }
}

/// Says of each plain dialog of the list that it changes nothing beside itself.
macro_rules! implement_plain {
    (@plain $options:ty) => {
        impl Effects for $options {}
    };
    (@own $options:ty) => {};
    ($($(#[$doc:meta])* $field:ident: $name:ident($options:ty) $effects:ident,)+) => {
        $(implement_plain!(@$effects $options);)+
    };
}
file_dialogs!(implement_plain);

/// What the dialogs may know of the work now.
pub(in crate::features) fn subject<'a>(
    document: &'a Document,
    session: &'a Session,
) -> DialogContext<'a> {
    let own = &session.character;
    DialogContext {
        document,
        source: &own.file,
        // A figure is none of the project.
        project: (session.project.file.as_deref()).filter(|_| session.work_aside.is_none()),
        motion: session.motion_in.dialog.as_ref(),
        comparing: &session.comparing,
        playback: &session.playback,
        rest: session.switches.rest,
        frames_per_second: session.frames_per_second(),
        pose: shown_pose(document, session),
        active: own.selection.active(),
        locked: &own.weights.locked,
        versions: &own.versions,
        n_sets: own.sets.all().len(),
        baked: session.baked.as_ref(),
    }
}

/// The path that the system's dialog suggests: that of the open dialog, or where the job begins with the answer, the one that is
/// offered.
fn suggested<O: Listed>(document: &Document, session: &Session) -> PathBuf {
    let work = O::of(&session.file_dialogs);
    let dialog = work.dialog.as_ref().filter(|_| !O::BEGINS_WHEN_CHOSEN);
    dialog.map_or_else(
        || {
            let last = work.last.as_deref();
            let subject = subject(document, session);
            work.options.initial_path(last, &subject)
        },
        |dialog| PathBuf::from(&dialog.path),
    )
}

macro_rules! dispatch {
    ($($(#[$doc:meta])* $field:ident: $name:ident($options:ty) $effects:ident,)+) => {
        /// The path that the system's dialog suggests for a file of this kind.
        #[must_use]
        pub fn suggested_path(kind: FileKind, document: &Document, session: &Session) -> PathBuf {
            match kind {
                $(FileKind::$name => suggested::<$options>(document, session),)+
            }
        }

        impl Context<'_> {
            pub(in crate::features) fn on_file_intent(&mut self, intent: FileIntent) {
                match intent {
                    $(FileIntent::$name(intent) => self.on_file_dialog::<$options>(intent),)+
                }
            }

            pub(in crate::features) fn on_file_done(&mut self, done: FileDone) {
                match done {
                    $(FileDone::$name(outcome) => self.end_file_job::<$options>(outcome),)+
                }
            }
        }
    };
}
file_dialogs!(dispatch);

impl Context<'_> {
    fn on_file_dialog<O: Effects>(&mut self, intent: FileDialogIntent<O>) {
        let files = &self.session.files;
        let work = O::of_mut(&mut self.session.file_dialogs);
        match intent {
            FileDialogIntent::Ask => self.ask_file::<O>(),
            FileDialogIntent::Type(typed) => {
                if let Some(dialog) = &mut work.dialog {
                    *dialog = typed;
                }
            }
            FileDialogIntent::Options(options) => {
                let before = std::mem::replace(&mut work.options, options);
                if let Some(dialog) = &mut work.dialog {
                    work.options.follow_options(&before, dialog);
                }
            }
            FileDialogIntent::Browse => self.browse_file::<O>(),
            // The system's dialog has already asked whether the file may be replaced.
            FileDialogIntent::Chosen(file) if O::BEGINS_WHEN_CHOSEN => {
                self.begin_file_job::<O>(&file, true);
            }
            FileDialogIntent::Chosen(file) => {
                if let Some(dialog) = &mut work.dialog {
                    *dialog = FileAsked {
                        exists: (O::WRITES && files.exists(&file)).then(|| file.clone()),
                        ..FileAsked::offering(&file)
                    };
                }
            }
            FileDialogIntent::Go => {
                if let Some(dialog) = &work.dialog {
                    let (file, replaces) = (dialog.file(), dialog.replaces());
                    self.begin_file_job::<O>(&file, replaces);
                }
            }
            FileDialogIntent::Cancel => {
                work.cancel();
                O::on_close(self);
            }
        }
    }

    /// Opens the dialog, with the path that is offered.
    pub(in crate::features) fn ask_file<O: Effects>(&mut self) {
        self.on_file_dialog::<O>(FileDialogIntent::Cancel);
        let subject = subject(self.document, self.session);
        let work = O::of(&self.session.file_dialogs);
        let options = work.options.initial_options(&subject);
        let path = options.initial_path(work.last.as_deref(), &subject);
        let work = O::of_mut(&mut self.session.file_dialogs);
        work.options = options;
        work.dialog = Some(FileAsked::offering(&path));
    }

    /// Asks for the file with the system's dialog.
    pub(in crate::features) fn browse_file<O: Listed>(&mut self) {
        let asked = Request::Dialog(DialogFor::File(O::KIND));
        self.session.requests.push(asked);
    }

    /// Begins the job of what the dialog asks, with this path.
    fn begin_file_job<O: Effects>(&mut self, file: &Path, replaces: bool) {
        if self.session.opened == 0 || self.session.file_dialogs.is_busy(O::KIND) {
            return self.tell_busy::<O>();
        }
        let subject = subject(self.document, self.session);
        let options = &O::of(&self.session.file_dialogs).options;
        let named = options.complete(file.to_owned(), &subject);
        let begun = named.and_then(|named| Ok((named, options.work(&subject)?)));
        let (named, job) = match begun {
            Ok(begun) => begun,
            Err(text) => return self.report_file_fault::<O>(true, text),
        };
        let work = O::of_mut(&mut self.session.file_dialogs);
        let is_asked = work.dialog.is_some();
        // The user has not agreed to replace a file of another name.
        let is_other = named != file;
        if let Some(dialog) = &mut work.dialog {
            *dialog = FileAsked {
                exists: dialog.exists.take().filter(|_| !is_other),
                ..FileAsked::offering(&named)
            };
        }
        self.order_file_job::<O>((named, replaces && !is_other), job, is_asked);
        if O::CLOSES_WHEN_BEGUN {
            O::of_mut(&mut self.session.file_dialogs).close();
        }
    }

    /// One job of a kind at a time.
    pub(in crate::features) fn tell_busy<O: Listed>(&mut self) {
        let text = format!("{} Try again in a moment.", O::WORDS.busy);
        self.session.notices.push(Severity::Note, text);
    }

    /// Has the engine read or write a file in the background; a file that exists is replaced only with `replaces`.
    pub(in crate::features) fn order_file_job<O: Listed>(
        &mut self,
        (file, replaces): (PathBuf, bool),
        work: O::Work,
        is_asked: bool,
    ) {
        let own = self.session.own_files(self.document);
        let session = &mut *self.session;
        let dialog = O::of_mut(&mut session.file_dialogs);
        let ticket = dialog.begin(file.clone(), is_asked, O::writes(&work));
        let job = FileJob {
            order: FileOrder {
                ticket,
                opened: session.opened,
                file,
                own,
                replaces,
            },
            work,
        };
        session
            .requests
            .push(Request::File(Box::new(O::request(job))));
    }

    /// Ends a job. Of one that was canceled before nothing is left but the notice. An existing file is asked about in the dialog, even
    /// where the system's dialog chose the name, since an ending may have been added to it.
    fn end_file_job<O: Effects>(&mut self, outcome: FileOutcome<O>) {
        let FileOutcome { job, outcome } = outcome;
        let session = &mut *self.session;
        let is_of_now = job.order.opened == session.opened;
        let work = O::of_mut(&mut session.file_dialogs);
        let Some(begun) = work.end_job(&job.order.ticket) else {
            if O::writes(&job.work) {
                let text = canceled_message(&job.order, outcome.is_ok());
                session.notices.push(Severity::Note, text);
            }
            return;
        };
        let file = job.order.file.clone();
        let name = file.display();
        let text = match outcome {
            Ok(JobOutput::Written(written)) => {
                let (severity, text) = O::notice(&job, &written);
                session.notices.push(severity, text);
                if is_of_now {
                    work.last = Some(job.order.file);
                }
                if begun.is_asked {
                    work.close();
                    O::on_close(self);
                }
                return;
            }
            Ok(JobOutput::Read(read)) => return O::on_read(self, job, &begun, Ok(read)),
            Err(NotWritten::Exists(existing)) if is_of_now => {
                let offering = || FileAsked::offering(&file);
                let dialog = work.dialog.get_or_insert_with(offering);
                return dialog.report_existing(file, &existing);
            }
            Err(NotWritten::Exists(_)) => format!("{name} is there already: nothing was written."),
            Err(NotWritten::Canceled) => format!("{name}: canceled, nothing was written."),
            Err(NotWritten::Failed(text)) => text,
        };
        O::on_read(self, job, &begun, Err(text));
    }

    /// Shows an error in the open dialog, if that began the job; else as a notice.
    pub(in crate::features) fn report_file_fault<O: Listed>(
        &mut self,
        is_asked: bool,
        text: String,
    ) {
        let session = &mut *self.session;
        match &mut O::of_mut(&mut session.file_dialogs).dialog {
            Some(dialog) if is_asked => dialog.fault = Some(text),
            _ => session.notices.push(Severity::Error, text),
        }
    }
}
