//! What existing software made of real models, to hold a loader and a skinner against.
//!
//! The folders are named by `DUALSKIN_REFERENCE` (fixtures) and `DUALSKIN_MODELS` (the models themselves); unset, a test
//! says that it skips. The cylinder is small and ours, lies in `testdata/reference/blender` and is always there.
//!
//! All numbers are in glTF scene space (right-handed, Y up, units of the file), quaternions x, y, z, w, matrices
//! column-major; indices are those of the glTF file. The fixtures hold eight significant digits.

use std::path::PathBuf;

use glam::{Mat4, Quat, Vec3};

pub use crate::blender::{Blender, BlenderPose, BlenderPrimitive, BlenderSample, blender};
pub use crate::cylinder::{BasisChange, Cylinder, CylinderPose, cylinder};
use crate::folders::folder_named;
use crate::golden::json_files;
use crate::json::{Json, parse};

/// One of `skin-ref-threejs/1`: linear blend skinning of one model in many poses, by three.js.
#[derive(Clone, Debug)]
pub struct ThreeJs {
    /// The file name of the model.
    pub model: String,
    /// The skinned primitives, each named by its place in the file.
    pub primitives: Vec<Primitive>,
    /// The poses of the whole model, in the order of the file.
    pub poses: Vec<Pose>,
    /// The results: one for each pose and primitive.
    pub samples: Vec<Sample>,
}

/// A primitive of a node's mesh.
#[derive(Clone, Debug)]
pub struct Primitive {
    /// Where in the file.
    pub place: PrimitivePath,
    /// The skin of the node.
    pub skin: usize,
    /// How many vertices the primitive has.
    pub vertex_count: usize,
    /// Which of them the rows of a sample are.
    pub vertex_ids: Vec<usize>,
}

/// Node, mesh and primitive in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PrimitivePath {
    /// Index in the file of the node that shows the mesh.
    pub node: usize,
    /// Index in the file of the node's mesh.
    pub mesh: usize,
    /// The primitive within the mesh.
    pub primitive: usize,
}

/// Which pose: a moment of a clip, the default pose (no clip at all), or a made-up one (`clip` begins with `@`).
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceMoment {
    /// The animation of the file; `None` for the default pose and made-up ones.
    pub clip_index: Option<usize>,
    /// Its name, if it has one.
    pub clip: Option<String>,
    /// Seconds since the zero of the clip's keys; before the first key that key holds.
    pub time: Option<f32>,
}

/// A pose of the whole model.
#[derive(Clone, Debug)]
pub struct Pose {
    /// When of which clip, or that it is a made-up pose.
    pub moment: ReferenceMoment,
    /// For each skin (by index in the file) the scene-from-joint matrices, in the order of the skin.
    pub joint_world: Vec<(usize, Vec<Mat4>)>,
    /// For made-up poses the full local transforms of nodes, over the default pose.
    pub node_trs: Vec<NodeTrs>,
}

/// A node's whole local transform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeTrs {
    /// The node in the file.
    pub node: usize,
    /// Parent from node: translation.
    pub translation: Vec3,
    /// Parent from node: rotation.
    pub rotation: Quat,
    /// Parent from node: scale.
    pub scale: Vec3,
}

/// A skinned primitive in one pose.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The pose, which is that of the [`Pose`] with an equal moment.
    pub moment: ReferenceMoment,
    /// The primitive, which is that of the [`Primitive`] with an equal place.
    pub place: PrimitivePath,
    /// Positions of the vertices `vertex_ids` of the primitive.
    pub positions: Vec<Vec3>,
    /// Their normals, by the **forward** matrix as three.js has them; empty if the file has none.
    pub normals: Vec<Vec3>,
    /// Over all vertices of the primitive.
    pub all: Summary,
}

/// Sums over all vertices of a primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Number of vertices that were summed up.
    pub count: usize,
    /// The smallest coordinate along each axis, of any vertex.
    pub min: Vec3,
    /// The largest coordinate along each axis, of any vertex.
    pub max: Vec3,
    /// Sum of the positions.
    pub sum: Vec3,
    /// Sum of `p_i (i + 1) / n`, which notices a changed order.
    pub ramp_sum: Vec3,
}

impl Summary {
    /// The same sums of positions of one's own, in f64 as the fixture's. Of no positions it is all zero.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "vertex counts are far below 2^53"
    )]
    pub fn of(positions: &[Vec3]) -> Self {
        let n = positions.len() as f64;
        // Positions in another order have the same sum, but not the same sum under rising weights.
        let ramped = positions
            .iter()
            .enumerate()
            .map(|(i, p)| p.as_dvec3() * ((i + 1) as f64 / n));
        Self {
            count: positions.len(),
            min: positions
                .iter()
                .copied()
                .reduce(Vec3::min)
                .unwrap_or_default(),
            max: positions
                .iter()
                .copied()
                .reduce(Vec3::max)
                .unwrap_or_default(),
            sum: positions
                .iter()
                .map(|p| p.as_dvec3())
                .sum::<glam::DVec3>()
                .as_vec3(),
            ramp_sum: ramped.sum::<glam::DVec3>().as_vec3(),
        }
    }
}

/// The folder of reference fixtures, or `None`, aloud, where `DUALSKIN_REFERENCE` is unset.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    folder_named("DUALSKIN_REFERENCE")
}

/// The folder of models, or `None`, aloud, where `DUALSKIN_MODELS` is unset.
#[must_use]
pub fn models_folder() -> Option<PathBuf> {
    folder_named("DUALSKIN_MODELS")
}

/// Every three.js fixture of the reference folder, in the order of their names; `None` where there is no such folder.
///
/// A folder without any fixture fails.
#[must_use]
pub fn threejs() -> Option<Vec<ThreeJs>> {
    let paths = json_files(&folder()?.join("threejs"));
    Some(
        paths
            .iter()
            .map(|path| ThreeJs::read(&Json::new(&parse(path), path.display().to_string())))
            .collect(),
    )
}

/// Panics where the file says another format.
pub(crate) fn check_format(file: &Json<'_>, format: &str) {
    assert_eq!(file.get("format").str(), format, "another format");
}

impl ThreeJs {
    fn read(file: &Json<'_>) -> Self {
        check_format(file, "skin-ref-threejs/1");
        Self {
            model: file.get("model").str().to_owned(),
            primitives: file.get("primitives").list(read_primitive),
            poses: file.get("poses").list(read_pose),
            samples: file.get("samples").list(read_sample),
        }
    }

    /// The primitive at `place`; panics where there is none.
    #[must_use]
    pub fn primitive(&self, place: PrimitivePath) -> &Primitive {
        let found = self
            .primitives
            .iter()
            .find(|primitive| primitive.place == place);
        found.unwrap_or_else(|| panic!("{}: no primitive {place:?}", self.model))
    }
}

fn read_primitive(json: &Json<'_>) -> Primitive {
    Primitive {
        place: read_place(json),
        skin: json.get("skin").usize(),
        vertex_count: json.get("vertex_count").usize(),
        vertex_ids: json.get("vertex_ids").usizes(),
    }
}

pub(crate) fn read_place(json: &Json<'_>) -> PrimitivePath {
    PrimitivePath {
        node: json.get("node").usize(),
        mesh: json.get("mesh").usize(),
        primitive: json.get("primitive").usize(),
    }
}

pub(crate) fn read_moment(json: &Json<'_>) -> ReferenceMoment {
    ReferenceMoment {
        clip_index: json.find("clip_index").map(|index| index.usize()),
        clip: json.find("clip").map(|name| name.str().to_owned()),
        time: json.find("time").map(|time| time.f32()),
    }
}

fn read_pose(json: &Json<'_>) -> Pose {
    Pose {
        moment: read_moment(json),
        joint_world: read_map(&json.get("joint_world"), |skin, matrices| {
            (skin, matrices.list(Json::mat4))
        }),
        node_trs: json
            .find("node_trs")
            .map(|nodes| read_map(&nodes, read_trs))
            .unwrap_or_default(),
    }
}

/// An object whose keys are indices.
fn read_map<T>(json: &Json<'_>, read: impl Fn(usize, &Json<'_>) -> T) -> Vec<T> {
    let index = |key: &String| {
        key.parse()
            .unwrap_or_else(|_| panic!("{key:?} is no index"))
    };
    json.object()
        .keys()
        .map(|key| read(index(key), &json.get(key)))
        .collect()
}

fn read_trs(node: usize, json: &Json<'_>) -> NodeTrs {
    NodeTrs {
        node,
        translation: json.get("translation").vec3(),
        rotation: json.get("rotation").quat(),
        scale: json.get("scale").vec3(),
    }
}

fn read_sample(json: &Json<'_>) -> Sample {
    Sample {
        moment: read_moment(json),
        place: read_place(json),
        positions: json.get("positions").list(Json::vec3),
        normals: json
            .find("normals")
            .map(|normals| normals.list(Json::vec3))
            .unwrap_or_default(),
        all: read_summary(&json.get("all"), json.get("all").get("count").usize()),
    }
}

pub(crate) fn read_summary(json: &Json<'_>, count: usize) -> Summary {
    Summary {
        count,
        min: json.get("min").vec3(),
        max: json.get("max").vec3(),
        sum: json.get("sum").vec3(),
        ramp_sum: json.get("ramp_sum").vec3(),
    }
}
