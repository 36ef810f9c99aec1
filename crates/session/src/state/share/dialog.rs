//! The comparison as a web page. The program makes the page, since the shaders in it are no business of a session.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use character::Character;
use rig::{Pose, ScaleInheritance};
use scene::asked_method::AskedMethod;

use crate::document::layered_clips::{MERGE_RATE, layers_not_merged, with_seen_clips};
use crate::document::moment::Moment;
use crate::document::props::{Prop, moment_below};
use crate::state::comparing::Comparing;
use crate::state::export::written::{export_file_for, with_ending};
use crate::state::file_dialogs::dialog::{
    DialogContext, FileDialog, FileDialogIntent, FileJob, Filter, Words,
};

const ENDING: &str = "html";

/// What is asked about a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShareAsked {
    /// Whether the clips stay out of the page.
    pub leaves_clips: bool,
    /// A remark for whoever opens the page; empty for none.
    pub note: String,
    /// Whether props stay out of the page.
    pub leaves_props: bool,
}

/// What is asked of the dialog.
pub type ShareIntent = FileDialogIntent<ShareAsked>;
/// An order to write a page.
pub type ShareJob = FileJob<ShareAsked>;

/// What a page is made of.
#[derive(Clone, Debug)]
pub struct ShareWork {
    /// The character, with all edits.
    pub character: Arc<Character>,
    /// The pose that is seen.
    pub pose: Arc<Pose>,
    /// Scale inheritance of each joint.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// What the panes show: methods, with signs and scale inheritance of their own.
    pub methods: Vec<AskedMethod>,
    /// Whether the clips come along.
    pub clips: bool,
    /// A remark; empty for none.
    pub note: String,
    /// The props that the page shows.
    pub props: Arc<[Prop]>,
    /// The moment of the pose that is seen; none where it is of no clip.
    pub moment: Option<Moment>,
}

impl FileDialog for ShareAsked {
    type Work = ShareWork;
    type Read = ();

    const WORDS: Words = Words {
        title: "Share as web page",
        go: "Share",
        field: "Path of the web page",
        hint: "/path/to/comparison.html",
        busy: "The page is being written.",
        what: "The page",
        then: "Open it in a browser.",
    };
    const FILTER: Filter = Filter {
        name: "Web page",
        endings: &[ENDING],
    };

    fn initial_path(&self, last: Option<&Path>, subject: &DialogContext<'_>) -> PathBuf {
        let first = || export_file_for(subject.source, subject.project, ENDING);
        last.map_or_else(first, Path::to_owned)
    }

    fn complete(&self, file: PathBuf, _subject: &DialogContext<'_>) -> Result<PathBuf, String> {
        Ok(with_ending(file, ENDING))
    }

    fn work(&self, subject: &DialogContext<'_>) -> Result<ShareWork, String> {
        let document = subject.document;
        Ok(ShareWork {
            character: with_seen_clips(document, MERGE_RATE)
                .map_err(|error| layers_not_merged(&error))?,
            pose: Arc::clone(&subject.pose),
            scale_inheritance: Arc::clone(&document.scale_inheritance),
            methods: shared_methods(subject.comparing),
            clips: !self.leaves_clips,
            note: self.note.trim().to_owned(),
            props: match self.leaves_props {
                true => Arc::default(),
                false => Arc::clone(&document.props),
            },
            moment: subject
                .playback
                .moment
                .filter(|_| !subject.rest)
                .map(|moment| moment_below(&document.character, moment)),
        })
    }
}

/// The methods of the panes with their signs and scale inheritance, each once, in their order. Twists and corrective smooth are left
/// out: pages neither spread nor smooth.
#[must_use]
pub fn shared_methods(comparing: &Comparing) -> Vec<AskedMethod> {
    let mut methods = Vec::new();
    for pane in &comparing.panes {
        let method = AskedMethod {
            twist: false,
            smooth: None,
            ..(*pane).into()
        };
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    methods
}
