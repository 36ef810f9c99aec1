//! What is asked of whoever opens files.

/// A request to open something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenRequest {
    /// A path, or `builtin:NAME`.
    pub file: String,
    /// Whether it is a reload of the shown file, which keeps the session's view.
    pub reload: bool,
    /// Whether a reload was offered at the time of the request: canceling offers it again.
    pub offered: bool,
    /// The path of a project's character, if it differs from the one in the project.
    pub source: Option<String>,
    /// Whether it is a recovery file.
    pub recovery: bool,
    /// Whether it was dropped on the window: a file without a mesh then is motion for the open character, and what has one is asked about
    /// once it is known.
    pub dropped: bool,
    /// Whether it goes on with an earlier request, whose question about unsaved work holds for it too.
    pub goes_on: bool,
    /// The figure whose character it is, to be shown in place of the user's work.
    pub figure: Option<&'static str>,
}
