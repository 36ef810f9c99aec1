//! The menus, and the groups that each has: a line separates two groups, and a group with a title is a submenu.

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

/// A group of a menu.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) menu: Menu,
    pub(super) place: u8,
    pub(super) submenu: Option<&'static str>,
}

const fn lines(menu: Menu, place: u8) -> Group {
    Group {
        menu,
        place,
        submenu: None,
    }
}

const fn submenu(menu: Menu, place: u8, title: &'static str) -> Group {
    Group {
        menu,
        place,
        submenu: Some(title),
    }
}

pub(super) const OPEN: Group = lines(Menu::File, 0);
pub(super) const BUILTIN: Group = submenu(Menu::File, 1, "Built-in characters");
pub(super) const RECENT: Group = submenu(Menu::File, 2, "Open recent");
pub(super) const SAVE: Group = lines(Menu::File, 3);
pub(super) const EXPORT: Group = lines(Menu::File, 4);
pub(super) const RECOVERY: Group = lines(Menu::File, 5);
pub(super) const BY_PATH: Group = submenu(Menu::File, 6, "By path");
pub(super) const QUIT: Group = lines(Menu::File, 9);

pub(super) const HISTORY: Group = lines(Menu::Edit, 0);
pub(super) const SELECTION: Group = submenu(Menu::Edit, 1, "Selection");
pub(super) const FIND: Group = lines(Menu::Edit, 2);
pub(super) const PREFERENCES: Group = lines(Menu::Edit, 3);

pub(super) const FRAMING: Group = lines(Menu::View, 0);
pub(super) const VIEWPOINT: Group = submenu(Menu::View, 1, "Viewpoint");
pub(super) const OVERLAYS: Group = lines(Menu::View, 2);
pub(super) const SCENE: Group = lines(Menu::View, 3);
pub(super) const PANELS: Group = lines(Menu::View, 4);
pub(super) const MODE: Group = submenu(Menu::View, 9, "Mode");
pub(super) const SHADING: Group = submenu(Menu::View, 10, "Shading");
pub(super) const BONES: Group = submenu(Menu::View, 11, "Bones");
pub(super) const INTERFACE_SCALE: Group = submenu(Menu::View, 12, "Interface scale");
pub(super) const BACKGROUND: Group = submenu(Menu::View, 13, "Background");

pub(super) const NEW_JOINTS: Group = lines(Menu::Skeleton, 0);
pub(super) const JOINTS: Group = lines(Menu::Skeleton, 1);
pub(super) const REST: Group = lines(Menu::Skeleton, 2);
pub(super) const BIND: Group = lines(Menu::Skeleton, 3);
pub(super) const JOINT_OPTIONS: Group = lines(Menu::Skeleton, 4);
pub(super) const NEW_SKELETON: Group = lines(Menu::Skeleton, 5);

pub(super) const BRUSH: Group = submenu(Menu::Weights, 0, "Brush");
pub(super) const BRUSH_OPTIONS: Group = submenu(Menu::Weights, 1, "Brush options");
pub(super) const FALLOFF: Group = submenu(Menu::Weights, 2, "Falloff");
pub(super) const DISTANCE: Group = submenu(Menu::Weights, 3, "Distance");
pub(super) const TAKE_FROM: Group = submenu(Menu::Weights, 4, "Take from");
pub(super) const GRADIENT: Group = submenu(Menu::Weights, 5, "Gradient");
pub(super) const WHOLE_MESH: Group = lines(Menu::Weights, 6);
pub(super) const WEIGHT_JOBS: Group = lines(Menu::Weights, 7);
pub(super) const PROBLEMS: Group = submenu(Menu::Weights, 8, "Problems");
pub(super) const CHECKS: Group = submenu(Menu::Weights, 9, "Checks");
pub(super) const HEAT_RAMP: Group = submenu(Menu::Weights, 10, "Heat ramp");
pub(super) const ISOLINES: Group = submenu(Menu::Weights, 11, "Isolines");
pub(super) const WEIGHT_DISPLAY: Group = lines(Menu::Weights, 12);
pub(super) const WEIGHT_FILES: Group = lines(Menu::Weights, 13);
pub(super) const LOCKS: Group = submenu(Menu::Weights, 14, "Locks");
pub(super) const VERTICES: Group = submenu(Menu::Weights, 15, "Vertices");
pub(super) const BETWEEN_JOINTS: Group = lines(Menu::Weights, 16);
pub(super) const LAYERS: Group = submenu(Menu::Weights, 18, "Layers");

pub(super) const RESET_JOINT: Group = lines(Menu::Pose, 0);
pub(super) const RESET_POSE: Group = lines(Menu::Pose, 1);
pub(super) const SCALE_INHERITANCE: Group = lines(Menu::Pose, 2);
pub(super) const COPY_POSE: Group = lines(Menu::Pose, 3);
pub(super) const IN_BETWEENS: Group = lines(Menu::Pose, 4);
pub(super) const MIRROR_POSING: Group = lines(Menu::Pose, 5);
pub(super) const AXIS_LOCKS: Group = lines(Menu::Pose, 6);
pub(super) const TEST_POSES: Group = lines(Menu::Pose, 7);
pub(super) const TRANSFORM: Group = submenu(Menu::Pose, 20, "Transform");
pub(super) const TOOL: Group = submenu(Menu::Pose, 21, "Tool");
pub(super) const AXES: Group = submenu(Menu::Pose, 22, "Axes of tools");
pub(super) const POSE_LIBRARY: Group = lines(Menu::Pose, 30);
pub(super) const CHOSEN_POSE: Group = submenu(Menu::Pose, 31, "Chosen pose");
pub(super) const POSE_FOLDER: Group = submenu(Menu::Pose, 32, "Where poses are");

pub(super) const PLAYBACK: Group = lines(Menu::Animate, 0);
pub(super) const REPETITION: Group = lines(Menu::Animate, 1);
pub(super) const CLIP: Group = submenu(Menu::Animate, 2, "Clip");
pub(super) const SET_KEYS: Group = submenu(Menu::Animate, 3, "Set keys");
pub(super) const UNKEYED: Group = lines(Menu::Animate, 4);
pub(super) const MARKERS: Group = submenu(Menu::Animate, 7, "Markers");
pub(super) const KEYS: Group = submenu(Menu::Animate, 20, "Keys");
pub(super) const INTERPOLATION: Group = submenu(Menu::Animate, 22, "Interpolation");
pub(super) const TIMELINE: Group = submenu(Menu::Animate, 23, "View");

pub(super) const PANE_LAYOUT: Group = lines(Menu::Compare, 0);
pub(super) const HEATMAP: Group = lines(Menu::Compare, 1);
pub(super) const SPOTS: Group = lines(Menu::Compare, 2);
pub(super) const PANES: Group = lines(Menu::Compare, 3);
pub(super) const VERSIONS: Group = lines(Menu::Compare, 4);
pub(super) const METHOD: Group = submenu(Menu::Compare, 5, "Method");
pub(super) const SIGN_ALIGNMENT: Group = submenu(Menu::Compare, 6, "Sign alignment");
pub(super) const NORMALS: Group = submenu(Menu::Compare, 7, "Normals");
pub(super) const MESH_METHOD: Group = submenu(Menu::Compare, 8, "Method of mesh");

pub(super) const HELP: Group = lines(Menu::Help, 0);
pub(super) const GRAPHICS: Group = lines(Menu::Help, 1);
pub(super) const KEY_MAP: Group = submenu(Menu::Help, 2, "Key map");
