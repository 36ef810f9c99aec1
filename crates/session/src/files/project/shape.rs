//! The file as data, field by field. Its numbers may be anything: `restore.rs` looks at them.

use std::fmt::Display;
use std::str::FromStr;

use character::SkeletonEdit;
use dq_math::SignRule;
use glam::Vec3;
use rig::{Method, RowList, ScaleInheritance};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::VERSION;
use super::angles::{degrees_of, radians_of};
use super::keyed::{self, Keyed};
use super::packed;
use super::source::Fingerprint;
use crate::document::journal::KeptWeights;
use crate::mode::Mode;
use crate::tools::comparing::PaneLayout;
use scene::view::camera::Camera;
use scene::view::pane_shows::{Normals, PaneInheritance};
use scene::view::shading::Shading;

/// What a user did to a character, and how it is looked at.
///
/// Joints are called by their addresses, see [`rig::Addresses`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// [`VERSION`].
    pub version: u32,
    /// The character.
    pub source: SourceName,
    /// What was done to the skeleton, one edit after another; all else is of the skeleton that comes of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<SkeletonEdit>,
    /// Weights that were painted, primitive by primitive, in the order of `after`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<PaintedShape>,
    /// Joints that the user moved, in the skeleton's order.
    #[serde(default, with = "keyed", skip_serializing_if = "Vec::is_empty")]
    pub pose: Keyed<JointPose>,
    /// Weights of the morph targets of meshes whose weights the user changed, by the joint that the mesh hangs on.
    #[serde(default, with = "keyed", skip_serializing_if = "Vec::is_empty")]
    pub morphs: Keyed<Vec<f32>>,
    /// Whom the scale of joints reaches, where the user changed it.
    #[serde(
        rename = "reach",
        default,
        with = "keyed",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub scale_inheritance: Keyed<StoredInheritance>,
    /// How it is looked at.
    #[serde(default)]
    pub sight: Sight,
}

impl Default for Project {
    fn default() -> Self {
        Self {
            version: VERSION,
            source: SourceName::default(),
            edits: Vec::new(),
            weights: Vec::new(),
            pose: Vec::new(),
            morphs: Vec::new(),
            scale_inheritance: Vec::new(),
            sight: Sight::default(),
        }
    }
}

/// Weights of one primitive that were painted: the vertices that differ from what they were before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaintedShape {
    /// How many of [`Project::edits`] come first.
    #[serde(default)]
    pub after: usize,
    /// The mesh, by its place in the file.
    pub mesh: usize,
    /// The primitive, by its place in the mesh.
    pub primitive: usize,
    /// How many vertices the primitive has.
    pub vertices: usize,
    /// The joints that rows name by their places, by their keys.
    pub joints: Vec<u32>,
    /// Rows by vertex.
    #[serde(with = "packed::rows")]
    pub rows: RowList,
    /// Numbers of the blend map by vertex.
    #[serde(default, with = "packed::blend", skip_serializing_if = "Vec::is_empty")]
    pub blend: Vec<(u32, f32)>,
}

impl PaintedShape {
    /// Changed weights as a project has them.
    #[must_use]
    pub fn new(after: usize, kept: KeptWeights) -> Self {
        Self {
            after,
            mesh: kept.mesh,
            primitive: kept.primitive,
            vertices: kept.vertices,
            joints: kept.joints,
            rows: kept.rows,
            blend: kept.blend,
        }
    }

    /// The other way.
    #[must_use]
    pub fn kept(&self) -> KeptWeights {
        KeptWeights {
            mesh: self.mesh,
            primitive: self.primitive,
            vertices: self.vertices,
            joints: self.joints.clone(),
            rows: self.rows.clone(),
            blend: self.blend.clone(),
        }
    }
}

/// Which character it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceName {
    /// A path, relative to the project's folder or absolute, or `builtin:NAME`.
    pub file: String,
    /// Its length in bytes when the project was saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// The hash of its content then, sixteen hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

impl SourceName {
    /// Names a file, with the content that was read.
    #[must_use]
    pub fn new(file: String, content: Option<Fingerprint>) -> Self {
        Self {
            file,
            bytes: content.map(|content| content.bytes),
            hash: content.map(|content| format!("{:016x}", content.hash)),
        }
    }

    /// Whether the content is another than when the project was saved; not where that is not known.
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

/// The pose of one joint relative to its rest; what is left out is as the file has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointPose {
    /// Degrees: turns about X first, then Y, then Z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 3]>,
    /// The same as (x, y, z, w), where angles would lose digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quaternion: Option<[f32; 4]>,
    /// Metres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// Factors along X, Y and Z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
    /// Off-diagonal elements XY, YZ and ZX.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shear: Option<[f32; 3]>,
}

/// Whom a joint's scale reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredInheritance {
    /// This joint only.
    Joint,
    /// Its children too.
    Children,
}

impl From<ScaleInheritance> for StoredInheritance {
    fn from(scale_inheritance: ScaleInheritance) -> Self {
        match scale_inheritance {
            ScaleInheritance::Joint => Self::Joint,
            ScaleInheritance::Children => Self::Children,
        }
    }
}

impl From<StoredInheritance> for ScaleInheritance {
    fn from(scale_inheritance: StoredInheritance) -> Self {
        match scale_inheritance {
            StoredInheritance::Joint => Self::Joint,
            StoredInheritance::Children => Self::Children,
        }
    }
}

/// How the character is looked at. What is left out is as in a new window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the view menu"
)]
pub struct Sight {
    /// Where the camera stands; without it the whole character is in the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<CameraPlace>,
    /// What each pane shows, A first.
    pub panes: Vec<PaneShape>,
    /// The active pane, from 0.
    pub active: usize,
    /// How panes share the window.
    pub layout: PaneLayout,
    /// Where the line of a wipe stands, 0 … 1.
    pub wipe: f32,
    /// Opacity of a ghost, 0 … 1.
    pub ghost: f32,
    /// The range of the difference's colours, metres; spans what there is if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned_range: Option<f32>,
    /// What one works at.
    pub mode: Mode,
    /// What surfaces show.
    pub shading: Shading,
    /// How bones are drawn.
    pub bones: BoneShape,
    /// Panes in colours of their difference.
    pub heatmap: bool,
    /// The floor grid.
    pub grid: bool,
    /// Edges of triangles.
    pub wireframe: bool,
    /// The rest pose instead of the pose.
    pub rest: bool,
    /// The clip shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<ClipMoment>,
    /// The clip that was left for the user's own pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip_left: Option<ClipMoment>,
    /// Whether clips begin again at their end.
    pub looping: bool,
    /// Seconds of a clip per second.
    pub speed: f32,
    /// Joints that the panes leave out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    /// Names of joints whose weights are locked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locked: Vec<String>,
    /// Selected joints, the active one last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub selected: Vec<String>,
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            camera: None,
            panes: Vec::new(),
            active: 0,
            layout: PaneLayout::default(),
            wipe: 0.5,
            ghost: 0.5,
            pinned_range: None,
            mode: Mode::default(),
            shading: Shading::default(),
            bones: BoneShape::default(),
            heatmap: false,
            grid: true,
            wireframe: false,
            rest: false,
            clip: None,
            clip_left: None,
            looping: true,
            speed: 1.0,
            hidden: Vec::new(),
            locked: Vec::new(),
            selected: Vec::new(),
        }
    }
}

/// Where the camera stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraPlace {
    /// The point in the middle of the picture, metres.
    pub target: [f32; 3],
    /// To the right, degrees.
    pub yaw: f64,
    /// From above, degrees.
    pub pitch: f64,
    /// From the target, metres.
    pub distance: f32,
    /// The vertical angle of view, degrees.
    pub view_angle: f64,
}

impl CameraPlace {
    /// Of a camera; gives exactly this camera back.
    #[must_use]
    pub fn of(camera: &Camera) -> Self {
        Self {
            target: camera.target.to_array(),
            yaw: degrees_of(camera.yaw),
            pitch: degrees_of(camera.pitch),
            distance: camera.distance,
            view_angle: degrees_of(camera.fov_y),
        }
    }

    /// The camera; what is no usable number in it is as in another one.
    #[must_use]
    pub fn camera(&self, other: &Camera) -> Camera {
        let number = |number: f32, other: f32| if number.abs() <= 1e9 { number } else { other };
        let [x, y, z] = self.target;
        let target = Vec3::new(
            number(x, other.target.x),
            number(y, other.target.y),
            number(z, other.target.z),
        );
        let view_angle = radians_of(self.view_angle);
        let angles = 0.01..=3.0;
        Camera {
            target,
            yaw: number(radians_of(self.yaw), other.yaw),
            pitch: number(radians_of(self.pitch), other.pitch),
            distance: if self.distance > 0.0 {
                number(self.distance, other.distance)
            } else {
                other.distance
            },
            fov_y: if angles.contains(&view_angle) {
                view_angle
            } else {
                other.fov_y
            },
        }
    }
}

/// What a pane shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaneShape {
    /// The method, as on the command line.
    #[serde(with = "named")]
    pub method: Method,
    /// The rule of signs, as on the command line.
    #[serde(default, with = "named")]
    pub signs: SignRule,
    /// Where normals come from.
    #[serde(default)]
    pub normals: Normals,
    /// Whom scale reaches.
    #[serde(rename = "reach", default)]
    pub scale_inheritance: PaneInheritance,
}

/// How bones are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the view menu"
)]
pub struct BoneShape {
    /// Whether they are.
    pub shown: bool,
    /// As sticks, not as octahedra.
    pub sticks: bool,
    /// In front of all surfaces.
    pub in_front: bool,
    /// With their names.
    pub names: bool,
    /// With their axes.
    pub axes: bool,
    /// Each in the colour of its joint.
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

/// A moment of a clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipMoment {
    /// The clip's place in the file, from 0.
    pub clip: usize,
    /// Its name, which goes before its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Seconds.
    pub time: f32,
}

/// What has a name on the command line has the same here.
mod named {
    use super::{Deserialize as _, Deserializer, Display, FromStr, Method, Serializer, SignRule};

    pub(super) trait Named: FromStr<Err: Display> {
        fn name_of(&self) -> &'static str;
    }

    impl Named for Method {
        fn name_of(&self) -> &'static str {
            self.name()
        }
    }

    impl Named for SignRule {
        fn name_of(&self) -> &'static str {
            self.name()
        }
    }

    pub(super) fn serialize<T: Named, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.name_of())
    }

    pub(super) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}
