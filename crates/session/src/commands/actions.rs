//! Actions: what can be asked for without arguments, as menus, the palette and keys do.
//!
//! Every area is one file here that holds its enum and its rows of the table. A file of the same name in `action_state/` says in
//! exhaustive matches why an action cannot be done now and whether it is switched on, since that reads the session, which holds
//! the key map, which names actions; one in `apply/run/` carries it out. Nowhere is there a wildcard over actions: one that nobody
//! handles does not compile.
#![warn(
    clippy::wildcard_enum_match_arm,
    clippy::match_wildcard_for_single_variants
)]

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::OnceLock;

mod animate;
pub mod brush;
mod compare;
pub mod edit;
pub mod file;
mod inspect;
pub mod library;
mod pose;
pub mod problems;
mod skeleton;
pub mod tool;
pub mod view;
mod weight_jobs;
pub mod weights;
pub mod window;

pub use animate::AnimateAction;
pub use brush::BrushAction;
pub use compare::CompareAction;
pub use edit::EditAction;
pub use file::FileAction;
pub use inspect::InspectAction;
pub use library::LibraryAction;
pub use pose::PoseAction;
pub use problems::ProblemAction;
pub use skeleton::SkeletonAction;
pub use tool::ToolAction;
pub use view::ViewAction;
pub use weight_jobs::WeightJobAction;
pub use weights::WeightAction;
pub use window::WindowAction;

/// Something that can be asked for without arguments: a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Opening, saving and writing files.
    File(FileAction),
    /// Undo, redo, and selecting joints.
    Edit(EditAction),
    /// What is seen, from where, and in which colours.
    View(ViewAction),
    /// Modes, panels, key maps, and what else is about the window itself.
    Window(WindowAction),
    /// Hiding joints, and looking at vertices.
    Inspect(InspectAction),
    /// Panes and their differences.
    Compare(CompareAction),
    /// What is done to the pose at once.
    Pose(PoseAction),
    /// Clips and their time.
    Animate(AnimateAction),
    /// Tools that pose.
    Tool(ToolAction),
    /// Poses kept as files.
    Library(LibraryAction),
    /// Edits of the skeleton.
    Skeleton(SkeletonAction),
    /// Weights, the blend map, and how they are shown.
    Weights(WeightAction),
    /// What the brush does, and how.
    Brush(BrushAction),
    /// What a job does to all weights.
    WeightJob(WeightJobAction),
    /// Problems of weights.
    Problems(ProblemAction),
}

impl Action {
    /// Its name in key maps: that of its variant in small letters, as `frame-all` or `open-builtin-arm`. It must stay as it
    /// is, or the lines of users' key maps that name it have nothing to name.
    #[must_use]
    pub fn id(self) -> &'static str {
        info(self).map_or("", |row| &row.id)
    }
}

/// `From` of an area's actions, so that those who ask need not name the area twice.
macro_rules! from_areas {
    ($($area:ident($action:ident),)*) => {
        $(impl From<$action> for Action {
            fn from(action: $action) -> Self {
                Self::$area(action)
            }
        })*
    };
}

from_areas! {
    File(FileAction),
    Edit(EditAction),
    View(ViewAction),
    Window(WindowAction),
    Inspect(InspectAction),
    Compare(CompareAction),
    Pose(PoseAction),
    Animate(AnimateAction),
    Tool(ToolAction),
    Library(LibraryAction),
    Skeleton(SkeletonAction),
    Weights(WeightAction),
    Brush(BrushAction),
    WeightJob(WeightJobAction),
    Problems(ProblemAction),
}

/// `OpenBuiltin("arm")` becomes `open-builtin-arm`.
fn kebab(variant: &str) -> String {
    let mut id = String::new();
    for letter in variant.chars() {
        let begins_word = letter.is_uppercase() || letter == '(' || letter == '_';
        if begins_word && !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
        if letter.is_alphanumeric() || letter == '-' {
            id.extend(letter.to_lowercase());
        }
    }
    id
}

/// The menus, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// Opening and leaving.
    File,
    /// Undo, redo, selection.
    Edit,
    /// Camera and look.
    View,
    /// Joints that come, go and rest elsewhere.
    Skeleton,
    /// Which joint moves which vertex.
    Weights,
    /// What is done to joints.
    Pose,
    /// Clips and time.
    Animate,
    /// Panes and their differences.
    Compare,
    /// Help.
    Help,
}

impl Menu {
    /// All menus.
    pub const ALL: [Self; 9] = [
        Self::File,
        Self::Edit,
        Self::View,
        Self::Skeleton,
        Self::Weights,
        Self::Pose,
        Self::Animate,
        Self::Compare,
        Self::Help,
    ];

    /// Its title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Skeleton => "Skeleton",
            Self::Weights => "Weights",
            Self::Pose => "Pose",
            Self::Animate => "Animate",
            Self::Compare => "Compare",
            Self::Help => "Help",
        }
    }
}

/// A row of the table.
#[derive(Clone, Debug)]
pub struct ActionInfo {
    /// What it does.
    pub action: Action,
    /// Its name in key maps.
    pub id: String,
    /// The menu it stands in.
    pub menu: Menu,
    /// A group within the menu; a line separates groups.
    pub group: u8,
    /// Its name.
    pub text: Cow<'static, str>,
    /// One sentence.
    pub tooltip: &'static str,
}

/// A row as its area writes it down.
#[derive(Clone, Debug)]
struct Row<A> {
    action: A,
    menu: Menu,
    group: u8,
    text: Cow<'static, str>,
    tooltip: &'static str,
}

const fn row<A>(
    menu: Menu,
    group: u8,
    action: A,
    text: &'static str,
    tooltip: &'static str,
) -> Row<A> {
    Row {
        action,
        menu,
        group,
        text: Cow::Borrowed(text),
        tooltip,
    }
}

impl<A: Copy + Debug + Into<Action>> From<Row<A>> for ActionInfo {
    fn from(row: Row<A>) -> Self {
        Self {
            action: row.action.into(),
            id: kebab(&format!("{:?}", row.action)),
            menu: row.menu,
            group: row.group,
            text: row.text,
            tooltip: row.tooltip,
        }
    }
}

/// All rows, in the order of the menus; within a group, in the order of the areas below.
pub fn actions() -> &'static [ActionInfo] {
    static TABLE: OnceLock<Vec<ActionInfo>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut rows = Vec::new();
        rows.extend(FileAction::rows().map(ActionInfo::from));
        rows.extend(EditAction::rows().map(ActionInfo::from));
        rows.extend(ViewAction::rows().map(ActionInfo::from));
        rows.extend(WindowAction::rows().map(ActionInfo::from));
        rows.extend(InspectAction::rows().map(ActionInfo::from));
        rows.extend(CompareAction::rows().map(ActionInfo::from));
        rows.extend(PoseAction::rows().map(ActionInfo::from));
        rows.extend(AnimateAction::rows().map(ActionInfo::from));
        rows.extend(ToolAction::rows().map(ActionInfo::from));
        rows.extend(LibraryAction::rows().map(ActionInfo::from));
        rows.extend(SkeletonAction::rows().map(ActionInfo::from));
        rows.extend(WeightAction::rows().map(ActionInfo::from));
        rows.extend(BrushAction::rows().map(ActionInfo::from));
        rows.extend(WeightJobAction::rows().map(ActionInfo::from));
        rows.extend(ProblemAction::rows().map(ActionInfo::from));
        rows.sort_by_key(|row| (row.menu, row.group));
        rows
    })
}

/// The row of an action.
#[must_use]
pub fn info(action: impl Into<Action>) -> Option<&'static ActionInfo> {
    let action = action.into();
    actions().iter().find(|row| row.action == action)
}
