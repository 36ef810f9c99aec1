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
    /// Figures of the papers.
    Learn,
    /// Shortcuts, welcome card, about, graphics.
    Help,
}

impl Menu {
    /// All menus, from left to right.
    pub const ALL: [Self; 10] = [
        Self::File,
        Self::Edit,
        Self::View,
        Self::Skeleton,
        Self::Weights,
        Self::Pose,
        Self::Animate,
        Self::Compare,
        Self::Learn,
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
            Self::Learn => "Learn",
            Self::Help => "Help",
        }
    }
}

/// A group of a menu.
#[derive(Clone, Copy)]
pub(in crate::features) struct Group {
    pub(in crate::features) menu: Menu,
    pub(in crate::features) place: u8,
    pub(in crate::features) submenu: Option<&'static str>,
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

pub(in crate::features) const OPEN: Group = lines(Menu::File, 0);
pub(in crate::features) const BUILTIN: Group = submenu(Menu::File, 1, "Built-in characters");
pub(in crate::features) const RECENT: Group = submenu(Menu::File, 2, "Open recent");
pub(in crate::features) const SAVE: Group = lines(Menu::File, 3);
pub(in crate::features) const EXPORT: Group = lines(Menu::File, 4);
pub(in crate::features) const RECOVERY: Group = lines(Menu::File, 5);
pub(in crate::features) const BY_PATH: Group = submenu(Menu::File, 6, "By path");
pub(in crate::features) const PROPS: Group = submenu(Menu::File, 7, "Props");
pub(in crate::features) const QUIT: Group = lines(Menu::File, 9);

pub(in crate::features) const HISTORY: Group = lines(Menu::Edit, 0);
pub(in crate::features) const SELECTION: Group = submenu(Menu::Edit, 1, "Selection");
pub(in crate::features) const FIND: Group = lines(Menu::Edit, 2);
pub(in crate::features) const PREFERENCES: Group = lines(Menu::Edit, 3);

pub(in crate::features) const FRAMING: Group = lines(Menu::View, 0);
pub(in crate::features) const VIEWPOINT: Group = submenu(Menu::View, 1, "Viewpoint");
pub(in crate::features) const OVERLAYS: Group = lines(Menu::View, 2);
pub(in crate::features) const SCENE: Group = lines(Menu::View, 3);
pub(in crate::features) const PANELS: Group = lines(Menu::View, 4);
pub(in crate::features) const MODE: Group = submenu(Menu::View, 9, "Mode");
pub(in crate::features) const SHADING: Group = submenu(Menu::View, 10, "Shading");
pub(in crate::features) const BONES: Group = submenu(Menu::View, 11, "Bones");
pub(in crate::features) const INTERFACE_SCALE: Group = submenu(Menu::View, 12, "Interface scale");
pub(in crate::features) const BACKGROUND: Group = submenu(Menu::View, 13, "Background");

pub(in crate::features) const REFERENCE: Group = submenu(Menu::View, 14, "Reference");
pub(in crate::features) const VISIBLE_MESHES: Group = submenu(Menu::View, 15, "Visible meshes");

pub(in crate::features) const NEW_JOINTS: Group = lines(Menu::Skeleton, 0);
pub(in crate::features) const JOINTS: Group = lines(Menu::Skeleton, 1);
pub(in crate::features) const REST: Group = lines(Menu::Skeleton, 2);
pub(in crate::features) const BIND: Group = lines(Menu::Skeleton, 3);
pub(in crate::features) const JOINT_OPTIONS: Group = lines(Menu::Skeleton, 4);
pub(in crate::features) const NEW_SKELETON: Group = lines(Menu::Skeleton, 5);

pub(in crate::features) const BRUSH: Group = submenu(Menu::Weights, 0, "Brush");
pub(in crate::features) const BRUSH_OPTIONS: Group = submenu(Menu::Weights, 1, "Brush options");
pub(in crate::features) const FALLOFF: Group = submenu(Menu::Weights, 2, "Falloff");
pub(in crate::features) const DISTANCE: Group = submenu(Menu::Weights, 3, "Distance");
pub(in crate::features) const TAKE_FROM: Group = submenu(Menu::Weights, 4, "Take from");
pub(in crate::features) const GRADIENT: Group = submenu(Menu::Weights, 5, "Gradient");
pub(in crate::features) const WHOLE_MESH: Group = lines(Menu::Weights, 6);
pub(in crate::features) const WEIGHT_JOBS: Group = lines(Menu::Weights, 7);
pub(in crate::features) const PROBLEMS: Group = submenu(Menu::Weights, 8, "Problems");
pub(in crate::features) const CHECKS: Group = submenu(Menu::Weights, 9, "Checks");
pub(in crate::features) const HEAT_RAMP: Group = submenu(Menu::Weights, 10, "Heat ramp");
pub(in crate::features) const ISOLINES: Group = submenu(Menu::Weights, 11, "Isolines");
pub(in crate::features) const WEIGHT_DISPLAY: Group = lines(Menu::Weights, 12);
pub(in crate::features) const WEIGHT_FILES: Group = lines(Menu::Weights, 13);
pub(in crate::features) const LOCKS: Group = submenu(Menu::Weights, 14, "Locks");
pub(in crate::features) const VERTICES: Group = submenu(Menu::Weights, 15, "Vertices");
pub(in crate::features) const BETWEEN_JOINTS: Group = lines(Menu::Weights, 16);
pub(in crate::features) const LAYERS: Group = submenu(Menu::Weights, 18, "Layers");

pub(in crate::features) const RESET_JOINT: Group = lines(Menu::Pose, 0);
pub(in crate::features) const RESET_POSE: Group = lines(Menu::Pose, 1);
pub(in crate::features) const SCALE_INHERITANCE: Group = lines(Menu::Pose, 2);
pub(in crate::features) const COPY_POSE: Group = lines(Menu::Pose, 3);
pub(in crate::features) const IN_BETWEENS: Group = lines(Menu::Pose, 4);
pub(in crate::features) const MIRROR_POSING: Group = lines(Menu::Pose, 5);
pub(in crate::features) const AXIS_LOCKS: Group = lines(Menu::Pose, 6);
pub(in crate::features) const JOINT_LIMITS: Group = submenu(Menu::Pose, 8, "Joint limits");
pub(in crate::features) const DRIVEN: Group = submenu(Menu::Pose, 9, "Driven joints");
pub(in crate::features) const CORRECTIVES: Group = submenu(Menu::Pose, 10, "Corrective shapes");
pub(in crate::features) const TEST_POSES: Group = lines(Menu::Pose, 7);
pub(in crate::features) const PINS: Group = submenu(Menu::Pose, 19, "Pins");
pub(in crate::features) const TRANSFORM: Group = submenu(Menu::Pose, 20, "Transform");
pub(in crate::features) const TOOL: Group = submenu(Menu::Pose, 21, "Tool");
pub(in crate::features) const AXES: Group = submenu(Menu::Pose, 22, "Axes of tools");
pub(in crate::features) const POSE_LIBRARY: Group = lines(Menu::Pose, 30);
pub(in crate::features) const CHOSEN_POSE: Group = submenu(Menu::Pose, 31, "Chosen pose");
pub(in crate::features) const POSE_FOLDER: Group = submenu(Menu::Pose, 32, "Where poses are");

pub(in crate::features) const PLAYBACK: Group = lines(Menu::Animate, 0);
pub(in crate::features) const REPETITION: Group = lines(Menu::Animate, 1);
pub(in crate::features) const CLIP: Group = submenu(Menu::Animate, 2, "Clip");
pub(in crate::features) const CLIP_LIBRARY: Group = submenu(Menu::Animate, 5, "Clip library");
pub(in crate::features) const CLIP_FOLDER: Group = submenu(Menu::Animate, 6, "Where clips are");
pub(in crate::features) const SET_KEYS: Group = submenu(Menu::Animate, 3, "Set keys");
pub(in crate::features) const UNKEYED: Group = lines(Menu::Animate, 4);
pub(in crate::features) const MARKERS: Group = submenu(Menu::Animate, 7, "Markers");
pub(in crate::features) const SOUND: Group = submenu(Menu::Animate, 8, "Sound");
pub(in crate::features) const KEYS: Group = submenu(Menu::Animate, 20, "Keys");
pub(in crate::features) const KEY_KIND: Group = submenu(Menu::Animate, 21, "Kind of key");
pub(in crate::features) const INTERPOLATION: Group = submenu(Menu::Animate, 22, "Interpolation");
pub(in crate::features) const TIMELINE: Group = submenu(Menu::Animate, 23, "View");
pub(in crate::features) const ROTATION_CURVES: Group =
    submenu(Menu::Animate, 24, "Rotation curves");

pub(in crate::features) const PANE_LAYOUT: Group = lines(Menu::Compare, 0);
pub(in crate::features) const HEATMAP: Group = lines(Menu::Compare, 1);
pub(in crate::features) const SPOTS: Group = lines(Menu::Compare, 2);
pub(in crate::features) const PANES: Group = lines(Menu::Compare, 3);
pub(in crate::features) const VERSIONS: Group = lines(Menu::Compare, 4);
pub(in crate::features) const METHOD: Group = submenu(Menu::Compare, 5, "Method");
pub(in crate::features) const SIGN_ALIGNMENT: Group = submenu(Menu::Compare, 6, "Sign alignment");
pub(in crate::features) const NORMALS: Group = submenu(Menu::Compare, 7, "Normals");
pub(in crate::features) const MESH_METHOD: Group = submenu(Menu::Compare, 8, "Method of mesh");

pub(in crate::features) const FIGURES: Group = lines(Menu::Learn, 0);
pub(in crate::features) const DUAL_QUATERNION_FIGURES: Group =
    submenu(Menu::Learn, 1, "Dual quaternions (Kavan 2008)");
pub(in crate::features) const SPHERICAL_FIGURES: Group =
    submenu(Menu::Learn, 2, "Spherical blending (Kavan 2005)");
pub(in crate::features) const SCALE_FIGURES: Group = submenu(Menu::Learn, 3, "Scale (Vaillant)");
pub(in crate::features) const LECTURE_FIGURES: Group =
    submenu(Menu::Learn, 4, "Lecture on skinning");
pub(in crate::features) const OPEN_QUESTIONS: Group = submenu(Menu::Learn, 5, "Open questions");

pub(in crate::features) const HELP: Group = lines(Menu::Help, 0);
pub(in crate::features) const GRAPHICS: Group = lines(Menu::Help, 1);
pub(in crate::features) const KEY_MAP: Group = submenu(Menu::Help, 2, "Key map");
