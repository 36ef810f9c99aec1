//! The table of actions: one row feeds the menu, the palette and the key maps, which give it its keys (`keymap.rs`).

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::brush_work::Adjusted;
use crate::builtin;
use crate::settings::{
    BrushReach, BrushShape, BrushTool, Check, GradientKind, HeatRamp, Isolines, Sharing,
};
use crate::tool::{Space, Tool};
use crate::weights_work::PaintLayer;
use crate::window_layout::Tile;
use scene::view::shading::Shading;

mod blend_rows;
pub(crate) mod brush_rows;
mod compare_rows;
pub(crate) mod frame_rows;
pub(crate) mod gradient_rows;
mod inspect_rows;
pub(crate) mod job_rows;
mod key_rows;
pub(crate) mod library_rows;
pub(crate) mod look_rows;
mod pose_rows;
pub(crate) mod problem_rows;
mod project_rows;
mod rows;
pub(crate) mod select_rows;
mod skeleton_rows;
mod strip_rows;
pub(crate) mod tool_rows;
mod weight_file_rows;
pub(crate) mod weight_rows;

/// The group of the file menu that holds the built-in characters.
pub const BUILTIN_GROUP: u8 = 1;

/// The group of the file menu that holds the recent files.
pub const RECENT_GROUP: u8 = 2;

/// A command without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The file dialog.
    OpenDialog,
    /// The path field.
    OpenPath,
    /// A built-in character.
    OpenBuiltin(&'static str),
    /// Opens the file again.
    Reload,
    /// Gives up what is being opened.
    CancelOpening,
    /// Ends the program.
    Quit,
    /// One step back.
    Undo,
    /// One step forward.
    Redo,
    /// The command palette.
    Palette,
    /// Deselects.
    SelectNone,
    /// The parents of the selected joints.
    SelectParent,
    /// Selects all joints that are shown.
    SelectAll,
    /// Selects what is not selected.
    InvertSelection,
    /// Selects all that is under the selected joints besides.
    SelectChildren,
    /// Selects the joints on the other side.
    SelectMirrored,
    /// What was selected before.
    SelectionBack,
    /// What was selected after that.
    SelectionForth,
    /// The next drag in a pane selects the joints in a box.
    BoxSelect,
    /// Copies the pose of the selected joints.
    CopyPose,
    /// Puts the copied pose on the selected joints.
    PastePose,
    /// Puts the mirror image of the copied pose on the selected joints.
    PastePoseMirrored,
    /// The amount of what is pasted.
    PasteAmount,
    /// Shows the pose in the mirror.
    MirrorPose,
    /// Frames the selected joint.
    FrameSelection,
    /// Frames everything.
    FrameAll,
    /// Looks along −Z.
    ViewFront,
    /// Looks along −X.
    ViewSide,
    /// Looks along −Y.
    ViewTop,
    /// Looks from the front, the right and above.
    ViewThreeQuarter,
    /// The floor grid.
    ToggleGrid,
    /// The skeleton.
    ToggleBones,
    /// Panes in colours of their difference from A.
    ToggleHeatmap,
    /// What moves the vertex under the pointer.
    ToggleProbe,
    /// Keeps the vertex under the pointer in the inspector.
    PinVertex,
    /// Lets the vertex go that the inspector keeps.
    UnpinVertex,
    /// Leaves the selected joint out of the panes, or shows it again.
    HideJoint,
    /// Leaves all joints out but the selected one and those under it.
    HideOthers,
    /// Shows all joints again.
    ShowAllJoints,
    /// Skins on the graphics device, or on the processor.
    ToggleSkinOnDevice,
    /// One pane more.
    AddPane,
    /// Takes the active pane away.
    RemovePane,
    /// Exchanges what pane A and the active one show.
    SwapPanes,
    /// Makes the next pane the active one.
    NextPane,
    /// The active pane alone.
    CompareOne,
    /// Panes side by side.
    CompareSide,
    /// Two panes in one picture, with a line between them.
    CompareWipe,
    /// One pane over another, as a ghost.
    CompareOverlay,
    /// Keeps the range of the difference's colours, or lets it go.
    ToggleRangePinned,
    /// The next place where the panes differ most.
    NextSpot,
    /// The one before.
    PreviousSpot,
    /// The next backdrop.
    NextBackground,
    /// Dark or light.
    ToggleTheme,
    /// The list of notices.
    ToggleNotices,
    /// Back to rest: rotation.
    ResetRotation,
    /// Back to rest: translation.
    ResetTranslation,
    /// Back to rest: scale.
    ResetScale,
    /// Back to rest: shear.
    ResetShear,
    /// Back to rest: all channels of the joint.
    ResetJoint,
    /// Back to rest: every joint.
    ResetPose,
    /// Shows the rest pose for the time being.
    ToggleRest,
    /// Every joint's scale reaches that joint only.
    ReachJointAll,
    /// Every joint's scale reaches its children too.
    ReachChildrenAll,
    /// Back to the clip that posing left.
    BackToClip,
    /// Plays or stops.
    PlayPause,
    /// To the beginning.
    FirstFrame,
    /// To the end.
    LastFrame,
    /// To the key before.
    PreviousKey,
    /// To the key after.
    NextKey,
    /// Begins again at the end.
    ToggleLoop,
    /// The clip before.
    PreviousClip,
    /// The clip after.
    NextClip,
    /// The list of shortcuts.
    Shortcuts,
    /// About the program.
    About,
    /// Another graphics device.
    RestartGraphics,
    /// A recent file, 0 the newest.
    OpenRecent(usize),
    /// Empties the list of recent files.
    ForgetRecent,
    /// What the user prefers.
    Preferences,
    /// What to begin with.
    Welcome,
    /// Opens or closes a panel.
    ToggleTile(Tile),
    /// All panels where they stand in a new window.
    ResetLayout,
    /// Larger letters and widgets.
    LargerInterface,
    /// Smaller letters and widgets.
    SmallerInterface,
    /// Letters and widgets of the system's own size.
    UsualInterface,
    /// Works at the joints.
    SkeletonMode,
    /// Works at weights.
    WeightsMode,
    /// Works at the pose.
    PoseMode,
    /// Works at clips.
    AnimateMode,
    /// Keys as in Blender.
    BlenderKeys,
    /// Keys as in Maya.
    MayaKeys,
    /// A file for the user's own keys.
    EditKeyMap,
    /// Reads that file again.
    ReloadKeyMap,
    /// What surfaces show.
    Shade(Shading),
    /// What surfaces can show next.
    NextShading,
    /// Edges of triangles.
    ToggleWireframe,
    /// Soft contact on or off.
    ToggleContact,
    /// Octahedra for bones.
    BonesOctahedral,
    /// Sticks for bones.
    BonesStick,
    /// Bones in front of surfaces, or hidden by them.
    ToggleBonesInFront,
    /// Names of joints.
    ToggleBoneNames,
    /// Axes of joints.
    ToggleBoneAxes,
    /// Bones in the colours of their joints.
    ToggleBoneColors,
    /// A joint at the next click, in the middle of the volume.
    AddJoint,
    /// A joint at the tip of the selected one.
    ExtrudeJoint,
    /// A joint between the selected one and its parent.
    InsertJoint,
    /// The partners that joints lack on the other side.
    MirrorJoints,
    /// Another name for the selected joint.
    RenameJoint,
    /// Hangs selected joints on the active one.
    ReparentToActive,
    /// Makes selected joints roots.
    UnparentJoints,
    /// Removes selected joints.
    DissolveJoints,
    /// Makes the pose that is seen the rest.
    TakePoseAsRest,
    /// Chooses what a drag on the gizmo does.
    UseTool(Tool),
    /// Begins at once to move, turn, scale or shear what is selected.
    Operate(Tool),
    /// Chooses whose axes tools work along.
    UseSpace(Space),
    /// The next of them.
    NextSpace,
    /// Puts the chosen pose of the library on the character.
    ApplyPose,
    /// Asks for a name, and saves the present pose in the library.
    SavePose,
    /// The chosen pose becomes the present one.
    ReplaceInLibrary,
    /// Selected joints are added to the chosen pose.
    AddToLibraryPose,
    /// Selected joints are taken out of the chosen pose.
    RemoveFromLibraryPose,
    /// Asks for another name for the chosen pose.
    RenamePose,
    /// Asks whether to delete the chosen pose.
    DeletePose,
    /// Chooses the pose after.
    NextLibraryPose,
    /// Chooses the pose before.
    PreviousLibraryPose,
    /// Poses of the library with left and right exchanged.
    TogglePoseMirrored,
    /// Poses of the library on selected joints only.
    TogglePoseSelectedOnly,
    /// The folder of the library, by the system's dialog.
    ChoosePoseFolder,
    /// The folder of the library, by its path.
    TypePoseFolder,
    /// Saves the project.
    Save,
    /// Saves it under another name.
    SaveAs,
    /// Saves it under a path that is typed.
    SaveToPath,
    /// Asks where to write the character, with the system's dialog.
    ExportCharacter,
    /// Asks where to write the character, with a field.
    ExportCharacterToPath,
    /// Opens the newest work that was left.
    RecoverWork,
    /// Deletes it.
    DiscardLeftWork,
    /// Closes the offer.
    RecoverLater,
    /// The strip of test poses.
    ToggleTestPoses,
    /// The test pose after the one that is on.
    NextTestPose,
    /// The one before.
    PreviousTestPose,
    /// The colours of weights.
    UseRamp(HeatRamp),
    /// The next colours of weights.
    NextRamp,
    /// The lines of equal weight.
    UseIsolines(Isolines),
    /// Dots at vertices.
    ToggleVertexDots,
    /// Locks the weights of selected joints, or lets them go.
    LockJoints,
    /// Locks the weights of all joints but the selected ones.
    LockOthers,
    /// Lets all weights go.
    UnlockAll,
    /// Clicks and drags in panes select vertices.
    ToggleVertexTool,
    /// Selects all vertices that the active joint moves.
    SelectVerticesOfJoint,
    /// Selects no vertex.
    SelectNoVertices,
    /// Copies the weights of the active vertex.
    CopyVertexWeights,
    /// Gives selected vertices the copied weights.
    PasteVertexWeights,
    /// The next problem of the weights.
    NextProblem,
    /// The one before.
    PreviousProblem,
    /// Selects the vertices that have no partner on the other side.
    SelectLonelyVertices,
    /// Mends the problem that is shown.
    FixProblem,
    /// Mends all.
    FixAllProblems,
    /// Looks for a kind of problem, or no more.
    ToggleCheck(Check),
    /// Shows only what the active joint moves.
    ToggleIsolated,
    /// Chooses what the brush paints.
    UsePaintLayer(PaintLayer),
    /// The brush paints the other of the two.
    TogglePaintLayer,
    /// Takes the blend map away.
    ClearBlendMap,
    /// Pane B shows affine blending, which follows the blend map.
    ShowAffineBlending,
    /// Chooses what the brush does.
    UseBrush(BrushTool),
    /// The pointer sets a number of the brush.
    AdjustBrush(Adjusted),
    /// How the brush falls off.
    UseBrushShape(BrushShape),
    /// How the brush measures distances.
    UseBrushReach(BrushReach),
    /// The next way to measure them.
    NextBrushReach,
    /// From whom the brush takes weight.
    UseSharing(Sharing),
    /// From the selected joint.
    PickPartner,
    /// Whether the brush paints what looks away.
    ToggleBrushThrough,
    /// Whether every dab adds to the one before.
    ToggleBrushBuildsUp,
    /// Whether the other side is painted too.
    ToggleBrushMirror,
    /// Whether mirror images are found by triangles.
    ToggleBrushTopology,
    /// Whether a brush that rests shows what it would touch.
    ToggleBrushPreview,
    /// Whether a stroke shows from whom it takes most.
    ToggleBrushGhost,
    /// A number of the brush follows drags while the key is held.
    DragBrush(Adjusted),
    /// What the brush does, everywhere.
    FloodWeights,
    /// What the brush does, on the connected part under the pointer.
    FillPart,
    /// Smooths the weights of all joints.
    SmoothWeights,
    /// Takes weights that are next to nothing away.
    PruneWeights,
    /// Leaves no vertex more joints than the limit.
    LimitWeights,
    /// The weights of the left side come to the right.
    MirrorWeightsToRight,
    /// The weights of the right side come to the left.
    MirrorWeightsToLeft,
    /// Weights from bones and surface alone.
    AutomaticWeights,
    /// Weights of another mesh that stands in the same place.
    TransferWeights,
    /// A skin for meshes that have none.
    BindMesh,
    /// Gives up what is being done to all weights.
    CancelWeights,
    /// Draws gradients along a line, or from a middle.
    UseGradient(GradientKind),
    /// Exchanges the weights at the ends of a gradient.
    SwapGradientEnds,
    /// Whether a gradient's values go on beyond its ends.
    ToggleGradientBeyond,
    /// Whether a gradient changes only the limb along which it is drawn.
    ToggleGradientLimb,
    /// Whether a gradient changes all parts.
    ToggleGradientWhole,
    /// Asks where to write the weights of a mesh.
    ExportWeights,
    /// Asks from where to read them.
    ImportWeights,
}

impl Action {
    /// Its name in key maps: that of its variant in small letters, as `frame-all` or `open-builtin-arm`. It must stay as it
    /// is, or the lines of users' key maps that name it have nothing to name.
    #[must_use]
    pub fn id(self) -> &'static str {
        info(self).map_or("", |row| &row.id)
    }
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
    pub id: Cow<'static, str>,
    /// The menu it stands in.
    pub menu: Menu,
    /// A group within the menu; a line separates groups.
    pub group: u8,
    /// Its name.
    pub text: Cow<'static, str>,
    /// One sentence.
    pub tooltip: &'static str,
}

/// All rows, in the order of the menus.
pub fn actions() -> &'static [ActionInfo] {
    static TABLE: OnceLock<Vec<ActionInfo>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let frame = frame_rows::recent().chain(frame_rows::ALL.iter().cloned());
        let keys = key_rows::ALL.iter().cloned();
        let compare = compare_rows::ALL.iter().cloned();
        let fixed = rows::ALL.into_iter().flatten().cloned();
        let library = library_rows::ALL.iter().cloned();
        let inspect = inspect_rows::ALL.iter().cloned();
        let project = project_rows::ALL.iter().cloned();
        let looks = look_rows::shadings().chain(look_rows::ALL.iter().cloned());
        let fixed = fixed
            .chain(looks)
            .chain(inspect)
            .chain(library)
            .chain(compare)
            .chain(frame)
            .chain(keys)
            .chain(tool_rows::ALL.iter().cloned())
            .chain(skeleton_rows::ALL.iter().cloned())
            .chain(select_rows::ALL.iter().cloned())
            .chain(pose_rows::ALL.iter().cloned())
            .chain(project)
            .chain(strip_rows::ALL.iter().cloned())
            .chain(blend_rows::all())
            .chain(brush_rows::all())
            .chain(job_rows::ALL.iter().cloned())
            .chain(problem_rows::all())
            .chain(weight_rows::ramps())
            .chain(weight_rows::isolines())
            .chain(weight_rows::ALL.iter().cloned())
            .chain(gradient_rows::ALL.iter().cloned())
            .chain(weight_file_rows::ALL.iter().cloned());
        let builtins = builtin::ALL.iter().map(|builtin| ActionInfo {
            action: Action::OpenBuiltin(builtin.name),
            id: Cow::Borrowed(""),
            menu: Menu::File,
            group: BUILTIN_GROUP,
            text: Cow::Owned(format!("Built-in {}", builtin.title)),
            tooltip: builtin.about,
        });
        let mut rows: Vec<ActionInfo> = fixed.chain(builtins).collect();
        rows.sort_by_key(|row| (row.menu, row.group));
        for row in &mut rows {
            row.id = Cow::Owned(kebab(&format!("{:?}", row.action)));
        }
        rows
    })
}

/// The row of an action.
#[must_use]
pub fn info(action: Action) -> Option<&'static ActionInfo> {
    actions().iter().find(|row| row.action == action)
}
