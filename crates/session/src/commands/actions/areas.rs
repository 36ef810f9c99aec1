//! The areas of actions. The ids of each are a line each in the files below; what an action with a value can be of stands behind it.

mod animation;
mod files;
mod posing;
mod skeleton;
mod view;
mod weights;

pub use animation::{AnimateAction, ClipToolAction, MarkerAction, MotionAction, SheetAction};
pub use files::{
    ClipLibraryAction, EditAction, FileAction, LearnAction, LibraryAction, PropAction,
    ReferenceAction, SoundAction,
};
pub use posing::{CorrectiveAction, PinAction, PoseAction, PosingAction, ToolAction};
pub use skeleton::{JointsAction, SkeletonAction};
pub use view::{
    CompareAction, InspectAction, MeshMethodAction, PaneLookAction, VersionAction, ViewAction,
    WindowAction,
};
pub use weights::{BrushAction, LayerAction, ProblemAction, WeightAction, WeightJobAction};

areas! {
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
    Corrective(CorrectiveAction),
    Pins(PinAction),
    Animate(AnimateAction),
    Motion(MotionAction),
    ClipTool(ClipToolAction),
    Sheet(SheetAction),
    Markers(MarkerAction),
    Sound(SoundAction),
    Reference(ReferenceAction),
    Prop(PropAction),
    Tool(ToolAction),
    Library(LibraryAction),
    ClipLibrary(ClipLibraryAction),
    Skeleton(SkeletonAction),
    Joints(JointsAction),
    Weights(WeightAction),
    Brush(BrushAction),
    WeightJob(WeightJobAction),
    Problems(ProblemAction),
    Layers(LayerAction),
    Learn(LearnAction),
}
