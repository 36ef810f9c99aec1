//! `skin-ref-blender/1`: real models in many poses, by Blender.

use glam::{Mat4, Vec3};

use crate::golden::json_files;
use crate::json::{Json, parse};
use crate::reference::{
    PrimitivePath, ReferenceMoment, Summary, check_format, folder, read_moment, read_place,
    read_summary,
};

/// Linear and dual quaternion blending of one model, by Blender 5.0.1. One frame for everything: the scene's.
#[derive(Clone, Debug)]
pub struct Blender {
    /// The file name of the model.
    pub model: String,
    /// Scene-from-bone matrices at rest, in the order of the skin's joints.
    pub rest: Vec<Mat4>,
    /// The skinned primitives, each named by its place in the file.
    pub primitives: Vec<BlenderPrimitive>,
    /// The poses of the whole model, in the order of the file.
    pub poses: Vec<BlenderPose>,
    /// The results: one for each pose and primitive.
    pub samples: Vec<BlenderSample>,
}

/// A primitive as Blender has it.
#[derive(Clone, Debug)]
pub struct BlenderPrimitive {
    /// Where in the file.
    pub place: PrimitivePath,
    /// How many vertices the primitive has.
    pub vertex_count: usize,
    /// Which of them the rows below and of a sample are.
    pub vertex_ids: Vec<usize>,
    /// What the skinning matrices act on: positions in the scene, not those of the file.
    pub rest_positions: Vec<Vec3>,
    /// Joint of the skin and weight, **in stored order**, which matters for signs; divide by their sum.
    pub weights: Vec<Vec<(usize, f32)>>,
}

/// A pose of the whole model.
#[derive(Clone, Debug)]
pub struct BlenderPose {
    /// When of which clip, or that it is a made-up pose.
    pub moment: ReferenceMoment,
    /// Scene-from-bone matrices as posed.
    pub pose: Vec<Mat4>,
    /// Skinning matrices, pose times inverse rest.
    pub skin: Vec<Mat4>,
}

/// A skinned primitive in one pose.
#[derive(Clone, Debug)]
pub struct BlenderSample {
    /// The pose, which is that of the [`BlenderPose`] with an equal moment.
    pub moment: ReferenceMoment,
    /// The primitive, which is that of the [`BlenderPrimitive`] with an equal place.
    pub place: PrimitivePath,
    /// The vertices `vertex_ids` by linear blending.
    pub lbs: Vec<Vec3>,
    /// The same by dual quaternion blending ("Preserve Volume").
    pub dqs: Vec<Vec3>,
    /// Over all vertices, by linear blending.
    pub all_lbs: Summary,
}

/// Every Blender fixture of a model in the reference folder, in the order of their names; `None` where there is no such
/// folder.
///
/// A folder without any fixture fails.
#[must_use]
pub fn blender() -> Option<Vec<Blender>> {
    let paths = json_files(&folder()?.join("blender"));
    // The cylinder is of another format, and has a reader of its own.
    let models = paths
        .iter()
        .filter(|path| !path.ends_with("cylinder.json"))
        .map(|path| Blender::read(&Json::new(&parse(path), path.display().to_string())));
    let models: Vec<Blender> = models.collect();
    assert!(!models.is_empty(), "no model among the Blender fixtures");
    Some(models)
}

impl Blender {
    fn read(file: &Json<'_>) -> Self {
        check_format(file, "skin-ref-blender/1");
        Self {
            model: file.get("model").str().to_owned(),
            rest: file.get("bones").list(|bone| bone.get("rest").mat4()),
            primitives: file.get("primitives").list(read_primitive),
            poses: file.get("poses").list(|pose| BlenderPose {
                moment: read_moment(pose),
                pose: pose.get("pose").list(Json::mat4),
                skin: pose.get("skin").list(Json::mat4),
            }),
            samples: file.get("samples").list(|sample| BlenderSample {
                moment: read_moment(sample),
                place: read_place(sample),
                lbs: sample.get("lbs").list(Json::vec3),
                dqs: sample.get("dqs").list(Json::vec3),
                all_lbs: read_summary(&sample.get("all_lbs"), sample.get("all_count").usize()),
            }),
        }
    }

    /// The primitive at `place`; panics where there is none.
    #[must_use]
    pub fn primitive(&self, place: PrimitivePath) -> &BlenderPrimitive {
        let mut primitives = self.primitives.iter();
        let found = primitives.find(|primitive| primitive.place == place);
        found.unwrap_or_else(|| panic!("{}: no primitive {place:?}", self.model))
    }

    /// The results in a pose.
    pub fn samples_of<'a>(
        &'a self,
        pose: &'a BlenderPose,
    ) -> impl Iterator<Item = &'a BlenderSample> {
        let samples = self.samples.iter();
        samples.filter(|sample| sample.moment == pose.moment)
    }
}

fn read_primitive(json: &Json<'_>) -> BlenderPrimitive {
    BlenderPrimitive {
        place: read_place(json),
        vertex_count: json.get("vertex_count").usize(),
        vertex_ids: json.get("vertex_ids").usizes(),
        rest_positions: json.get("rest_positions").list(Json::vec3),
        weights: json
            .get("weights")
            .list(|vertex| vertex.list(crate::cylinder::read_weight)),
    }
}
