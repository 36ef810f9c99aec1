//! `skin-ref-blender-cylinder/1`: a weighted cylinder in many poses, by Blender.

use glam::{Mat4, Quat, Vec3};

use crate::folders::workspace;
use crate::json::{Json, parse};

/// An open cylinder about +Y on a chain of three bones, and what Blender 5.0.1 made of it. One frame for everything.
#[derive(Clone, Debug)]
pub struct Cylinder {
    /// The parent of each bone.
    pub parents: Vec<Option<usize>>,
    /// Model-from-bone matrices at rest.
    pub rest: Vec<Mat4>,
    /// Every vertex at rest.
    pub positions: Vec<Vec3>,
    /// The faces: four indices into `positions` each.
    pub quads: Vec<[usize; 4]>,
    /// Bone and weight of each vertex, **in stored order**, which matters for signs; divide by their sum.
    pub weights: Vec<Vec<(usize, f32)>>,
    /// The poses and their results.
    pub poses: Vec<CylinderPose>,
}

/// A pose of the cylinder.
#[derive(Clone, Debug)]
pub struct CylinderPose {
    /// What is done: bends and twists of bone 1 and bone 2, scale of bone 1.
    pub name: String,
    /// Rotation and scale of each bone relative to its rest, in its own frame.
    pub basis: Vec<BasisChange>,
    /// Whether the last bone takes on the scale of its parent: `FULL` or `NONE`.
    pub bone2_inherit_scale: String,
    /// Whether the result changes with the order of the influences.
    pub order_dependent: bool,
    /// Model-from-bone matrices as posed.
    pub pose: Vec<Mat4>,
    /// Skinning matrices, pose times inverse rest.
    pub skin: Vec<Mat4>,
    /// Every vertex by linear blending.
    pub lbs: Vec<Vec3>,
    /// Every vertex by dual quaternion blending ("Preserve Volume").
    pub dqs: Vec<Vec3>,
}

/// What is done to a bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BasisChange {
    /// Rotation relative to rest, in the bone's frame.
    pub rotation: Quat,
    /// Scale along the bone's axes.
    pub scale: Vec3,
}

/// Reads `testdata/reference/blender/cylinder.json` of the workspace.
#[must_use]
pub fn cylinder() -> Cylinder {
    let path = workspace().join("testdata/reference/blender/cylinder.json");
    let file = parse(&path);
    let file = Json::new(&file, "cylinder.json");
    assert_eq!(
        file.get("format").str(),
        "skin-ref-blender-cylinder/1",
        "another format"
    );
    Cylinder {
        parents: file.get("parents").list(Json::parent),
        rest: file.get("rest").list(Json::mat4),
        positions: file.get("positions").list(Json::vec3),
        quads: file.get("quads").list(read_quad),
        weights: file.get("weights").list(|vertex| vertex.list(read_weight)),
        poses: file.get("poses").list(read_pose),
    }
}

fn read_quad(json: &Json<'_>) -> [usize; 4] {
    <[usize; 4]>::try_from(json.usizes())
        .unwrap_or_else(|found| panic!("a face of {} corners", found.len()))
}

pub(crate) fn read_weight(json: &Json<'_>) -> (usize, f32) {
    match json.elements().as_slice() {
        [bone, weight] => (bone.usize(), weight.f32()),
        other => panic!(
            "a bone and a weight expected, found {} numbers",
            other.len()
        ),
    }
}

fn read_pose(json: &Json<'_>) -> CylinderPose {
    CylinderPose {
        name: json.get("name").str().to_owned(),
        basis: json.get("basis").list(read_basis),
        bone2_inherit_scale: json.get("bone2_inherit_scale").str().to_owned(),
        order_dependent: json.get("order_dependent").bool(),
        pose: json.get("pose").list(Json::mat4),
        skin: json.get("skin").list(Json::mat4),
        lbs: json.get("lbs").list(Json::vec3),
        dqs: json.get("dqs").list(Json::vec3),
    }
}

fn read_basis(json: &Json<'_>) -> BasisChange {
    BasisChange {
        rotation: json.get("rotation").quat(),
        scale: json.get("scale").vec3(),
    }
}
