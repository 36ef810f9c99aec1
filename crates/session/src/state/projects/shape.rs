//! The project file as data, field by field. Numbers are not checked here but in `restore.rs`.

use std::collections::{BTreeMap, BTreeSet};

use character::{MeshSkinning, SkeletonEdit};
use dq_math::SignRule;
use rig::{ByMap, Method, RowList};
use scene::corrective_smooth::CorrectiveSmooth;
use scene::view::pane_shows::{Normals, PaneInheritance};
use scene::view::shading::Shading;
use serde::{Deserialize, Serialize};

use super::camera_place::CameraPlace;
use super::clips::ClipsShape;
use super::driven::DrivenShape;
use super::file_shape::FileShape;
use super::inheritance::StoredInheritance;
use super::interpolators::InterpolatorShape;
use super::joint_limits::StoredLimits;
use super::keyed::Keyed;
use super::layers::LayersShape;
use super::pending::PendingShape;
use super::pins::PinShape;
use super::props::PropShape;
use super::reference::{PicturesShape, SoundShape};
use super::source::Fingerprint;
use super::worn::WornShape;
use super::{VERSION, keyed, named, packed};
use crate::document::Document;
use crate::document::journal::KeptWeights;
use crate::document::moment::Moment;
use crate::mode::Mode;
use crate::state::comparing::PaneLayout;
use crate::state::selection::selection_sets::SelectionSet;

/// The user's work on a character, and the view of it.
///
/// Joints are named by their addresses, see [`rig::Addresses`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// Version of the format, see [`VERSION`].
    pub version: u32,
    /// Path, length and hash of the character's file.
    pub source: SourceName,
    /// What the file was like, to find its joints and vertices again where it has changed since; none for a built-in character, and where
    /// nothing was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<FileShape>,
    /// Edits of the skeleton in order; everything else refers to the skeleton after them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<SkeletonEdit>,
    /// Painted weights by primitive, in the order of `after`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<PaintedShape>,
    /// Edited clips, in the order of `after`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clips: Vec<ClipsShape>,
    /// Layers of weights, over the character after all edits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<LayersShape>,
    /// Joints that the user posed, in the skeleton's order.
    #[serde(default, with = "keyed", skip_serializing_if = "Vec::is_empty")]
    pub pose: Keyed<JointPose>,
    /// What was posed over clips and is not keyed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<PendingShape>,
    /// The same for clips and joints that the character did not have when it was opened last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending_unplaced: Vec<PendingShape>,
    /// Morph weights of meshes, where the user changed them, by the joint that is the mesh's node.
    #[serde(default, with = "keyed", skip_serializing_if = "Vec::is_empty")]
    pub morphs: Keyed<Vec<f32>>,
    /// Scale inheritance of joints, where the user changed it.
    #[serde(
        rename = "reach",
        default,
        with = "keyed",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub scale_inheritance: Keyed<StoredInheritance>,
    /// Meshes whose own method the user changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mesh_methods: Vec<MeshMethodShape>,
    /// Locked numbers of joints, by the names of [`AxisLocks`](crate::document::axis_locks::AxisLocks).
    #[serde(default, with = "keyed", skip_serializing_if = "Vec::is_empty")]
    pub axis_locks: Keyed<Vec<String>>,
    /// How far joints may turn, where the user changed it.
    #[serde(default, with = "keyed", skip_serializing_if = "Vec::is_empty")]
    pub joint_limits: Keyed<StoredLimits>,
    /// Places of joints that are held.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<PinShape>,
    /// What follows the angles of joints; none for what the file says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driven: Option<Vec<DrivenShape>>,
    /// Poses that drive morph targets; none for what the file says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpolators: Option<Vec<InterpolatorShape>>,
    /// Weights that were kept to compare with, in the order of keeping.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<KeptShape>,
    /// The sound along the clips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound: Option<SoundShape>,
    /// The pictures behind or before the figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictures: Option<PicturesShape>,
    /// Other files that are shown with the character.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub props: Vec<PropShape>,
    /// Clothes that follow the weights of a body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worn: Vec<WornShape>,
    /// Camera, panes and other view state.
    #[serde(default)]
    pub sight: Sight,
}

impl Default for Project {
    fn default() -> Self {
        Self {
            version: VERSION,
            source: SourceName::default(),
            file: None,
            edits: Vec::new(),
            weights: Vec::new(),
            clips: Vec::new(),
            layers: None,
            pose: Vec::new(),
            pending: Vec::new(),
            pending_unplaced: Vec::new(),
            morphs: Vec::new(),
            scale_inheritance: Vec::new(),
            mesh_methods: Vec::new(),
            axis_locks: Vec::new(),
            joint_limits: Vec::new(),
            pins: Vec::new(),
            driven: None,
            interpolators: None,
            kept: Vec::new(),
            sound: None,
            pictures: None,
            props: Vec::new(),
            worn: Vec::new(),
            sight: Sight::default(),
        }
    }
}

/// Painted weights of one primitive: the vertices that changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaintedShape {
    /// Number of [`Project::edits`] that come before this painting.
    #[serde(default)]
    pub after: usize,
    /// Index of the mesh in the character's file.
    pub mesh: usize,
    /// Index of the primitive in the mesh.
    pub primitive: usize,
    /// Number of vertices of the primitive, to notice a changed file.
    pub vertices: usize,
    /// Keys of the joints, by the slots that rows name.
    pub joints: Vec<u32>,
    /// Changed rows by vertex.
    #[serde(with = "packed::rows")]
    pub rows: RowList,
    /// Changed values of the blend map by vertex.
    #[serde(
        default,
        with = "packed::numbers",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub blend: Vec<(u32, f32)>,
    /// Changed values of the bulge map by vertex.
    #[serde(
        default,
        with = "packed::numbers",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub bulge: Vec<(u32, f32)>,
}

impl PaintedShape {
    /// Changed weights as project data.
    #[must_use]
    pub fn new(after: usize, kept: KeptWeights) -> Self {
        Self {
            after,
            mesh: kept.mesh,
            primitive: kept.primitive,
            vertices: kept.vertices,
            joints: kept.joints,
            rows: kept.rows,
            blend: kept.maps.blend,
            bulge: kept.maps.bulge,
        }
    }

    /// The changed weights, to apply them to a character.
    #[must_use]
    pub fn to_kept(&self) -> KeptWeights {
        KeptWeights {
            mesh: self.mesh,
            primitive: self.primitive,
            vertices: self.vertices,
            joints: self.joints.clone(),
            rows: self.rows.clone(),
            maps: ByMap {
                blend: self.blend.clone(),
                bulge: self.bulge.clone(),
            },
        }
    }
}

/// Kept weights, as what differs from the weights of the project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptShape {
    /// What people call them.
    pub name: String,
    /// The weights that differ, by primitive; `after` is not used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<PaintedShape>,
}

/// Path and content of the character's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceName {
    /// A path, relative to the project's folder or absolute, or `builtin:NAME`.
    pub file: String,
    /// Length in bytes when the project was saved; none if it was not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// [`hash_of`](super::hash_of) the content then, in sixteen hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

impl SourceName {
    /// A source with the content that was read; none for a built-in character.
    #[must_use]
    pub fn new(file: String, content: Option<Fingerprint>) -> Self {
        Self {
            file,
            bytes: content.map(|content| content.bytes),
            hash: content.map(|content| format!("{:016x}", content.hash)),
        }
    }

    /// Whether the content differs from that when the project was saved; false if either is not known.
    #[must_use]
    pub fn has_changed(&self, content: Option<Fingerprint>) -> bool {
        let now = Self::new(String::new(), content);
        content.is_some()
            && (self.bytes.is_some_and(|bytes| Some(bytes) != now.bytes)
                || self
                    .hash
                    .as_ref()
                    .is_some_and(|hash| Some(hash) != now.hash.as_ref()))
    }
}

/// The pose of one joint relative to its rest; what is none is as the file has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointPose {
    /// Rotation in degrees about X first, then Y, then Z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 3]>,
    /// Rotation as (x, y, z, w), used where no angles give it exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quaternion: Option<[f32; 4]>,
    /// Translation in the joint's rest frame, in meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// Factors along X, Y and Z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
    /// Off-diagonal elements XY, YZ and ZX of the stretch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shear: Option<[f32; 3]>,
}

/// The method of a mesh's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeshMethodShape {
    /// Its place among the character's meshes.
    pub mesh: usize,
    /// Its name, to notice a changed file; none where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The method, by its name on the command line; none where it is skinned as the pane.
    #[serde(
        default,
        with = "named::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub method: Option<Method>,
    /// The sign rule, by its name on the command line; none for that of the pane.
    #[serde(
        default,
        with = "named::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub signs: Option<SignRule>,
}

impl MeshMethodShape {
    /// As a mesh has it.
    #[must_use]
    pub fn skinning(&self) -> Option<MeshSkinning> {
        let signs = self.signs;
        self.method.map(|method| MeshSkinning { method, signs })
    }
}

/// View of the character. Fields left out are as in a new window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the view menu"
)]
pub struct Sight {
    /// The camera; none frames the whole character.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<CameraPlace>,
    /// Cameras of panes that have one of their own, A first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own_cameras: Vec<Option<CameraPlace>>,
    /// Looks of the panes, A first; at most four are read.
    pub panes: Vec<PaneShape>,
    /// Index of the active pane.
    pub active: usize,
    /// Layout of the panes.
    pub layout: PaneLayout,
    /// Layout of the panes on the other side of Animate mode; none is the usual one there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout_elsewhere: Option<PaneLayout>,
    /// Position of the wipe's line as a share of the width, 0 … 1.
    pub wipe: f32,
    /// Opacity of the overlay, 0 … 1.
    pub ghost: f32,
    /// Pinned range of the heat map in meters; none follows the differences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned_range: Option<f32>,
    /// Mode of the window.
    pub mode: Mode,
    /// How surfaces are shaded in all panes.
    pub shading: Shading,
    /// How bones are drawn in all panes.
    pub bones: BoneShape,
    /// Whether panes show their distance from A in colors.
    pub heatmap: bool,
    /// Whether the floor grid is shown.
    pub grid: bool,
    /// Whether the lane of the sound is shown.
    pub shows_sound: bool,
    /// Whether pictures to work from are shown.
    pub shows_pictures: bool,
    /// Whether the edges of triangles are drawn.
    pub wireframe: bool,
    /// Whether the rest pose is shown in place of the pose.
    pub rest: bool,
    /// The clip shown; none for the user's pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<ClipMoment>,
    /// The clip that the user's pose replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip_left: Option<ClipMoment>,
    /// Read and passed over: clips say themselves what happens at their ends.
    #[serde(skip_serializing)]
    pub looping: bool,
    /// Read and passed over, as `looping` is.
    #[serde(skip_serializing)]
    pub ping_pong: bool,
    /// Speed of playback; 1 is the clip's own.
    pub speed: f32,
    /// Addresses of the joints hidden in the panes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    /// Surfaces hidden in the panes, by the places of their primitives.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub hidden_surfaces: BTreeSet<usize>,
    /// Faces hidden in the panes, by the place of their primitive: runs, the first and one past the last.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hidden_faces: BTreeMap<usize, Vec<[usize; 2]>>,
    /// Names of the joints whose weights are locked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locked: Vec<String>,
    /// By the name of a limb's end: whether it keeps its orientation while the limb is dragged. Only what was set.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub limb_ends: BTreeMap<String, bool>,
    /// Addresses of the selected joints, the active one last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub selected: Vec<String>,
    /// Selections kept under names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<SelectionSet>,
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            camera: None,
            own_cameras: Vec::new(),
            panes: Vec::new(),
            active: 0,
            layout: PaneLayout::default(),
            layout_elsewhere: None,
            wipe: 0.5,
            ghost: 0.5,
            pinned_range: None,
            mode: Mode::default(),
            shading: Shading::default(),
            bones: BoneShape::default(),
            heatmap: false,
            grid: true,
            shows_sound: true,
            shows_pictures: true,
            wireframe: false,
            rest: false,
            clip: None,
            clip_left: None,
            looping: true,
            ping_pong: false,
            speed: 1.0,
            hidden: Vec::new(),
            hidden_surfaces: BTreeSet::new(),
            hidden_faces: BTreeMap::new(),
            locked: Vec::new(),
            limb_ends: BTreeMap::new(),
            selected: Vec::new(),
            sets: Vec::new(),
        }
    }
}

impl Sight {
    /// The pane that was at work.
    #[must_use]
    pub fn active_pane(&self) -> Option<&PaneShape> {
        self.panes.get(self.active).or_else(|| self.panes.first())
    }
}

/// What a pane shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaneShape {
    /// Skinning method, by its name on the command line.
    #[serde(with = "named")]
    pub method: Method,
    /// Rule of signs, by its name on the command line.
    #[serde(default, with = "named")]
    pub signs: SignRule,
    /// Whether meshes with a method of their own are skinned by that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub per_mesh: bool,
    /// Whether twists are spread over bones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub twist: bool,
    /// What smooths the skinned vertices; none where nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smooth: Option<CorrectiveSmooth>,
    /// Source of the normals.
    #[serde(default)]
    pub normals: Normals,
    /// Scale inheritance that the pane shows.
    #[serde(rename = "reach", default)]
    pub scale_inheritance: PaneInheritance,
    /// Version of the weights.
    #[serde(default, skip_serializing_if = "StoredVersion::is_current")]
    pub weights: StoredVersion,
}

/// The version of the weights in a pane, as the file writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredVersion {
    /// The weights of the project.
    #[default]
    Current,
    /// The weights of the project, with the four largest of each vertex.
    FourInfluences,
    /// Those when the project is opened.
    Opened,
    /// Those of the character's own file.
    Source,
    /// These of [`Project::kept`], from 0.
    Kept(usize),
}

impl StoredVersion {
    fn is_current(&self) -> bool {
        *self == Self::Current
    }
}

/// How bones and joints are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the view menu"
)]
pub struct BoneShape {
    /// Whether bones are drawn.
    pub shown: bool,
    /// Whether bones are sticks, else octahedra.
    pub sticks: bool,
    /// Whether bones are drawn in front of all surfaces.
    pub in_front: bool,
    /// Whether joints are labeled with their names.
    pub names: bool,
    /// Whether the axes of joints are drawn.
    pub axes: bool,
    /// Whether bones have the colors of their joints.
    pub colors: bool,
}

impl Default for BoneShape {
    fn default() -> Self {
        Self {
            shown: true,
            sticks: false,
            in_front: true,
            names: false,
            axes: false,
            colors: false,
        }
    }
}

/// A time of a clip, with the name that finds it in a changed file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipMoment {
    /// Index of the clip in the character's file.
    pub clip: usize,
    /// Name of the clip; it takes precedence over the index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Time in the clip, in seconds.
    pub time: f32,
}

impl ClipMoment {
    /// A moment of a clip of the document.
    #[must_use]
    pub fn of(document: &Document, moment: Moment) -> Self {
        let clips = &document.character.clips;
        let place = clips.iter().position(|clip| clip.id() == moment.clip);
        let clip = place.and_then(|place| clips.get(place));
        Self {
            clip: place.unwrap_or_default(),
            name: clip.and_then(|clip| clip.name().map(str::to_owned)),
            time: moment.time,
        }
    }
}
