//! Export of the character as glTF.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use whole_file::Files;

use crate::document::Document;
use crate::document::keyed::all_keyed;
use crate::document::layered_clips::{MERGE_RATE, layers_not_merged, seen_document};
use crate::state::export::options::{
    ExportOptions, euler_curves_text, kept_extras, left_behind_text, prepare,
    weighted_tangents_text, with_inheritance,
};
use crate::state::export::written::{
    NotWritten, ending_of, existing_files, export_file_for, export_with, sentence, with_ending,
};
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileDialogIntent, FileJob, Filter, JobOutput, Words,
};
use crate::state::props::exported::{ExportedProps, PropsToExport, has_props};

/// What is asked about an export.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportAsked {
    /// Whether pending poses are left out of the file, instead of being keyed in it.
    pub leaves_pending: bool,
    /// How it is written. What `extras` keep is found when it is.
    pub options: ExportOptions,
}

/// What is asked of the dialog.
pub type ExportIntent = FileDialogIntent<ExportAsked>;

/// What the worker writes.
#[derive(Clone, Debug)]
pub struct ExportWork {
    /// The character, with all edits.
    pub character: Arc<Character>,
    /// How it is written.
    pub options: ExportOptions,
    /// What no file holds of the work, as a sentence; may be empty.
    pub remarks: String,
    /// Props that go along; none where there are none, or they are left out.
    pub props: Option<Box<PropsToExport>>,
}

impl FileDialog for ExportAsked {
    type Work = ExportWork;
    type Read = ();

    const WORDS: Words = Words {
        title: "Export glTF",
        go: "Export",
        field: "Path to export to",
        hint: "/path/to/character.glb",
        busy: "The character is being exported.",
        what: "The character",
        then: "",
    };
    const FILTER: Filter = Filter {
        name: "glTF",
        endings: &[],
    };
    const BEGINS_WHEN_CHOSEN: bool = true;

    fn initial_path(&self, last: Option<&Path>, subject: &DialogContext<'_>) -> PathBuf {
        let ending = ending_of(&subject.document.character);
        let first = || export_file_for(subject.source, subject.project, ending);
        last.map_or_else(first, Path::to_owned)
    }

    fn complete(&self, file: PathBuf, subject: &DialogContext<'_>) -> Result<PathBuf, String> {
        Ok(with_ending(file, ending_of(&subject.document.character)))
    }

    fn work(&self, subject: &DialogContext<'_>) -> Result<ExportWork, String> {
        let keyed = self.keyed(subject.document)?;
        let document = seen_document(&keyed, MERGE_RATE);
        let document = document.map_err(|error| layers_not_merged(&error))?;
        let options = self.options_for(&document, subject);
        let (options, of_constraints) = options.with_driven_constraints(&keyed);
        let left = left_behind_text(subject.document, subject.versions.staying(), subject.n_sets);
        let said = [of_constraints, left].into_iter();
        let remarks: Vec<String> = said.filter(|words| !words.is_empty()).collect();
        Ok(ExportWork {
            character: with_inheritance(&document.character, &document.scale_inheritance),
            options,
            remarks: remarks.join(" "),
            props: (has_props(&document) && !self.options.leaves_props).then(|| {
                Box::new(PropsToExport {
                    document,
                    frames_per_second: subject.frames_per_second,
                    exact_scale: false,
                })
            }),
        })
    }

    fn run(job: &FileJob<Self>, files: &Files) -> Result<JobOutput<()>, NotWritten> {
        let FileJob { order, work } = job;
        let go_on = |_| match order.ticket.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let prepared = prepare(&work.character, &work.options, &go_on);
        let prepared = prepared.ok_or(NotWritten::Canceled)?;
        let prepared = prepared.map_err(|error| NotWritten::Failed(sentence(&error)))?;
        let stops = || go_on(0.0);
        let props = work.props.as_ref().map_or_else(
            || Some(ExportedProps::default()),
            |props| props.read(&prepared.character, files, &stops),
        );
        let props = props.ok_or(NotWritten::Canceled)?;
        let options = ExportOptions {
            props: props.props,
            ..work.options.clone()
        };
        let how = (existing_files(order.replaces), &options);
        let written = export_with(&prepared.character, &order.file, &order.own, how, files)?;
        let mut remarks: Vec<String> = prepared.remarks.into_iter().collect();
        remarks.push(euler_curves_text(&prepared.character));
        remarks.push(weighted_tangents_text(&prepared.character));
        remarks.extend(props.remarks);
        remarks.push(work.remarks.clone());
        Ok(JobOutput::Written(written.after(&remarks)))
    }
}

impl ExportAsked {
    /// The document with keys for what is pending, unless that is left out.
    fn keyed(&self, document: &Document) -> Result<Document, String> {
        if self.leaves_pending {
            return Ok(document.clone());
        }
        all_keyed(document).map_err(|error| {
            format!(
                "What was posed and is not keyed yet cannot get keys: {error}. Leave it out, or discard it."
            )
        })
    }

    /// How the character is written, with what `extras` keep.
    fn options_for(&self, document: &Document, subject: &DialogContext<'_>) -> ExportOptions {
        let comparing = subject.comparing.without_baked();
        let pane = comparing.panes.get(comparing.active);
        let shows = pane.map(|pane| (pane.look, pane.normals.rule()));
        let mut kept = kept_extras(document, shows);
        if !self.leaves_pending {
            // It has keys there.
            kept.unkeyed.clear();
        }
        ExportOptions {
            kept: Some(kept),
            ..self.options.clone()
        }
    }
}
