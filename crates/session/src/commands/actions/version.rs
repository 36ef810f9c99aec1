//! Actions on versions of the weights in panes, with their rows. `apply/run/version.rs` runs them.

use super::{Menu, Row, row};

/// Actions on versions of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VersionAction {
    /// Whether the other pane shows what engines show: linear blending with four influences a vertex.
    CompareEngine,
    /// Whether the other pane shows pane A with the weights as they were opened.
    CompareOpened,
    /// Shows pane A with the weights before the last step that changed them in the other pane.
    CompareBeforeChange,
    /// Keeps the current weights as a version to compare with.
    KeepWeights,
    /// Shows pane A with the weights kept last in the other pane.
    CompareKept,
    /// Asks for a file and shows pane A with its weights in the other pane.
    CompareFile,
    /// Whether the other pane shows what was baked, beside the method it was baked from.
    CompareBaked,
    /// Shows the next version of the weights in the active pane.
    NextWeights,
    /// Forgets the kept weights that the active pane shows.
    ForgetWeights,
}

impl VersionAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Compare,
            4,
            Self::CompareEngine,
            "Compare with an engine",
            "Shows in the other pane what most engines show: linear blending with the four largest influences of each vertex, and scale passed on to children",
        ),
        row(
            Menu::Compare,
            4,
            Self::CompareOpened,
            "Compare with weights as opened",
            "Shows pane A in the other pane with the weights as they were opened: after beside before",
        ),
        row(
            Menu::Compare,
            4,
            Self::CompareBeforeChange,
            "Compare with weights before last change",
            "Shows pane A in the other pane with the weights before the last step that changed them",
        ),
        row(
            Menu::Compare,
            4,
            Self::KeepWeights,
            "Keep weights for comparison",
            "Keeps the current weights as a version that panes can show; projects save it",
        ),
        row(
            Menu::Compare,
            4,
            Self::CompareKept,
            "Compare with kept weights",
            "Shows pane A in the other pane with the weights that were kept last",
        ),
        row(
            Menu::Compare,
            4,
            Self::CompareFile,
            "Compare with weights of a file…",
            "Shows pane A in the other pane with the weights of a weight file, or of another model of the same mesh",
        ),
        row(
            Menu::Compare,
            4,
            Self::CompareBaked,
            "Compare with baked character",
            "Shows what was baked in the other pane, as engines show it, and in pane A the method it was baked from; before it is written",
        ),
        row(
            Menu::Compare,
            4,
            Self::NextWeights,
            "Next version of weights",
            "Shows the next version in the active pane: as opened, kept ones, and the current weights again",
        ),
        row(
            Menu::Compare,
            4,
            Self::ForgetWeights,
            "Forget kept weights",
            "Forgets the kept weights that the active pane shows",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}
