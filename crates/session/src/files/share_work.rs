//! State of *Share as web page* in the session: its dialog, its job in the background, and the last path. The window makes the
//! page, since the shaders in it are no business of a session.

use std::path::PathBuf;
use std::sync::Arc;

use character::Character;
use rig::{Pose, ScaleInheritance};
use scene::asked_method::AskedMethod;

use crate::files::file_work::{FileAsked, FileWork};
use crate::files::write_order::WriteOrder;
use crate::tools::comparing::Comparing;

/// State of the page in the session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShareWork {
    /// The dialog, and the job that is running.
    pub work: FileWork<FileAsked>,
    /// Whether the clips stay out of the page.
    pub leaves_clips: bool,
    /// A remark for whoever opens the page; empty for none.
    pub note: String,
    /// Path that this character was shared to last.
    pub last: Option<PathBuf>,
}

/// An order to write a page.
#[derive(Clone, Debug)]
pub struct ShareJob {
    /// The file, and what may be replaced.
    pub order: WriteOrder,
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
}

/// Equal if the orders are; characters are not compared.
impl PartialEq for ShareJob {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

/// Requests about the page.
#[derive(Debug)]
pub enum ShareIntent {
    /// Changes the dialog to what was typed; none closes it and cancels its job.
    Ask(Option<FileAsked>),
    /// Asks for the file with the system's dialog.
    Browse,
    /// The file chosen in the system's dialog.
    Chosen(PathBuf),
    /// Whether the clips stay out of the page.
    LeaveClips(bool),
    /// The remark.
    Note(String),
    /// Writes to the path of the dialog.
    Go,
}

/// The methods of the panes with their signs and scale inheritance, each once, in their order.
#[must_use]
pub fn shared_methods(comparing: &Comparing) -> Vec<AskedMethod> {
    let mut methods = Vec::new();
    for method in comparing.panes.iter().map(|pane| (*pane).into()) {
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    methods
}
