//! Actions: what the user can ask for without arguments, from menus, keys and the palette.
//!
//! One file per area holds its enum and its rows of the table. The file of the same name in `action_state/` says why an
//! action cannot be done now and whether it is switched on; it is separate because it reads the session, which holds
//! the key map, which names actions. The one in `apply/run/` runs them. All matches are exhaustive, so that an action
//! that nothing handles does not compile.
#![warn(
    clippy::wildcard_enum_match_arm,
    clippy::match_wildcard_for_single_variants
)]

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::OnceLock;

pub mod animate;
pub mod brush;
mod clip_tools;
mod compare;
pub mod edit;
pub mod file;
mod inspect;
mod joints;
pub mod layers;
pub mod library;
pub mod markers;
pub mod mesh_method;
mod motion;
pub mod pane_look;
mod pose;
pub mod posing;
pub mod problems;
pub mod sheet;
mod skeleton;
pub mod tool;
pub mod version;
pub mod view;
mod weight_jobs;
pub mod weights;
pub mod window;

pub use animate::AnimateAction;
pub use brush::BrushAction;
pub use clip_tools::ClipToolAction;
pub use compare::CompareAction;
pub use edit::EditAction;
pub use file::FileAction;
pub use inspect::InspectAction;
pub use joints::JointsAction;
pub use layers::LayerAction;
pub use library::LibraryAction;
pub use markers::MarkerAction;
pub use mesh_method::MeshMethodAction;
pub use motion::MotionAction;
pub use pane_look::PaneLookAction;
pub use pose::PoseAction;
pub use posing::PosingAction;
pub use problems::ProblemAction;
pub use sheet::SheetAction;
pub use skeleton::SkeletonAction;
pub use tool::ToolAction;
pub use version::VersionAction;
pub use view::ViewAction;
pub use weight_jobs::WeightJobAction;
pub use weights::WeightAction;
pub use window::WindowAction;

/// What the user can ask for without arguments: one row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Opening, saving and exporting files.
    File(FileAction),
    /// Undo, redo and the selection of joints.
    Edit(EditAction),
    /// Camera, shading, bones and background.
    View(ViewAction),
    /// Modes, panels, key maps and interface size.
    Window(WindowAction),
    /// Hidden joints and pinned vertices.
    Inspect(InspectAction),
    /// Panes and their comparison.
    Compare(CompareAction),
    /// Versions of the weights, which panes show beside the current ones.
    Version(VersionAction),
    /// Method, signs and normals of the active pane.
    PaneLook(PaneLookAction),
    /// The methods that meshes have of their own.
    MeshMethod(MeshMethodAction),
    /// Changes of the pose as a whole, copying and pasting, test poses.
    Pose(PoseAction),
    /// In-betweens, mirror posing and locked axes.
    Posing(PosingAction),
    /// Clips, time and playback.
    Animate(AnimateAction),
    /// Onion skins and motion trails.
    Motion(MotionAction),
    /// Operations on the whole clip.
    ClipTool(ClipToolAction),
    /// Keys in the dope sheet.
    Sheet(SheetAction),
    /// Markers of clips.
    Markers(MarkerAction),
    /// Transform tools and the axes they work along.
    Tool(ToolAction),
    /// The library of pose files.
    Library(LibraryAction),
    /// Edits of the skeleton.
    Skeleton(SkeletonAction),
    /// Axes and names of many joints.
    Joints(JointsAction),
    /// Weights, the blend map, locks, vertices, and their colors.
    Weights(WeightAction),
    /// The brush, gradients and their settings.
    Brush(BrushAction),
    /// Operations on all weights, most of them jobs in the background.
    WeightJob(WeightJobAction),
    /// Search for problems of weights, and repairs.
    Problems(ProblemAction),
    /// Layers of weights.
    Layers(LayerAction),
}

impl Action {
    /// Name in key maps: the variant in kebab case, such as `frame-all` or `open-builtin-arm`. It must not change:
    /// users' key maps name it.
    #[must_use]
    pub fn id(self) -> &'static str {
        info(self).map_or("", |row| &row.id)
    }
}

/// `From` for each area, so that callers need not name the area twice.
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
    Version(VersionAction),
    PaneLook(PaneLookAction),
    MeshMethod(MeshMethodAction),
    Pose(PoseAction),
    Posing(PosingAction),
    Animate(AnimateAction),
    Motion(MotionAction),
    ClipTool(ClipToolAction),
    Sheet(SheetAction),
    Markers(MarkerAction),
    Tool(ToolAction),
    Library(LibraryAction),
    Skeleton(SkeletonAction),
    Joints(JointsAction),
    Weights(WeightAction),
    Brush(BrushAction),
    WeightJob(WeightJobAction),
    Problems(ProblemAction),
    Layers(LayerAction),
}

/// The name of a variant in kebab case: `OpenBuiltin("arm")` becomes `open-builtin-arm`.
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

/// The menus, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// Opening, saving, exporting, quitting.
    File,
    /// Undo, selection of joints, modes, preferences, key maps.
    Edit,
    /// Camera, shading, bones, panels, interface size.
    View,
    /// Edits of the skeleton, and binding.
    Skeleton,
    /// Brushes, operations on weights, files, locks, problems.
    Weights,
    /// Reset, copy, mirror, transform tools, pose library.
    Pose,
    /// Clips, time and playback.
    Animate,
    /// Panes and their comparison.
    Compare,
    /// Shortcuts, welcome card, about, graphics.
    Help,
}

impl Menu {
    /// All menus, from left to right.
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

    /// Title in the menu bar.
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

/// A row of the table of actions: everything that menus and the palette show of an action.
#[derive(Clone, Debug)]
pub struct ActionInfo {
    /// The action that the row is about.
    pub action: Action,
    /// Name in key maps, as [`Action::id`] gives it.
    pub id: String,
    /// The menu that lists it.
    pub menu: Menu,
    /// Group within the menu, in order; a line separates groups.
    pub group: u8,
    /// Text in menus and the palette, without its current object.
    pub text: Cow<'static, str>,
    /// One sentence for the tooltip.
    pub tooltip: &'static str,
}

/// A row as its area declares it; the name in key maps comes from the action.
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

/// All rows, sorted by menu and group; within a group in the order of the areas below.
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
        rows.extend(VersionAction::rows().map(ActionInfo::from));
        rows.extend(PaneLookAction::rows().map(ActionInfo::from));
        rows.extend(MeshMethodAction::rows().map(ActionInfo::from));
        rows.extend(PoseAction::rows().map(ActionInfo::from));
        rows.extend(PosingAction::rows().map(ActionInfo::from));
        rows.extend(AnimateAction::rows().map(ActionInfo::from));
        rows.extend(MotionAction::rows().map(ActionInfo::from));
        rows.extend(ClipToolAction::rows().map(ActionInfo::from));
        rows.extend(SheetAction::rows().map(ActionInfo::from));
        rows.extend(MarkerAction::rows().map(ActionInfo::from));
        rows.extend(ToolAction::rows().map(ActionInfo::from));
        rows.extend(LibraryAction::rows().map(ActionInfo::from));
        rows.extend(SkeletonAction::rows().map(ActionInfo::from));
        rows.extend(JointsAction::rows().map(ActionInfo::from));
        rows.extend(WeightAction::rows().map(ActionInfo::from));
        rows.extend(BrushAction::rows().map(ActionInfo::from));
        rows.extend(WeightJobAction::rows().map(ActionInfo::from));
        rows.extend(ProblemAction::rows().map(ActionInfo::from));
        rows.extend(LayerAction::rows().map(ActionInfo::from));
        rows.sort_by_key(|row| (row.menu, row.group));
        rows
    })
}

/// The row of an action; none if its area lists no row for it.
#[must_use]
pub fn info(action: impl Into<Action>) -> Option<&'static ActionInfo> {
    static PLACES: OnceLock<HashMap<Action, usize>> = OnceLock::new();
    let places = PLACES.get_or_init(|| {
        let rows = actions().iter().enumerate().rev();
        rows.map(|(place, row)| (row.action, place)).collect()
    });
    actions().get(*places.get(&action.into())?)
}
