//! Characters to be tested with: those of the workspace, and any that can be made at random.

use std::path::Path;
use std::sync::Arc;

use character::{Character, Mesh, MeshInstance, Primitive, open};
use glam::{Affine3A, DMat4, Mat3, Vec3};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy};
use rig::{
    BindPose, Influences, InfluencesBuilder, JointIndex, LocalTransform, Pose, Rig, Rigid,
    SkeletonBuilder, Trs,
};
use testkit::arbitrary::{direction, influences, point, skeleton};
use testkit::folders::workspace;
use testkit::json::{RigidInput, SkeletonInput, VertexInput};
use testkit::oracle;

/// A built-in character.
pub(crate) fn asset(name: &str) -> Character {
    open(&workspace().join(format!("assets/{name}.glb"))).unwrap()
}

/// All built-in characters.
pub(crate) fn built_in() -> impl Iterator<Item = Character> {
    let names = [
        "arm",
        "biped",
        "biped_mesh",
        "cloth",
        "creature",
        "cylinder",
        "hand",
    ];
    names.into_iter().map(asset)
}

/// Every file of a folder of the synthetic ones.
pub(crate) fn files(folder: &Path) -> Vec<Character> {
    let files = testkit::folders::files_in(folder, &["glb", "gltf"]);
    files.iter().filter_map(|file| open(file).ok()).collect()
}

/// A mesh bound to a skeleton, and a rigid pose.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) skeleton: SkeletonInput,
    pub(crate) vertices: Vec<VertexInput>,
}

/// Two to six joints with turns of every kind, and a few vertices that any of them move.
pub(crate) fn figure() -> impl Strategy<Value = Figure> {
    skeleton(2..=6, Just(Mat3::IDENTITY)).prop_flat_map(|skeleton| {
        let own = influences(skeleton.parents.len());
        let vertex =
            (point(), direction(), own).prop_map(|(position, normal, (joints, weights))| {
                VertexInput {
                    position,
                    normal,
                    joints,
                    weights,
                }
            });
        vec(vertex, 3..=9).prop_map(move |vertices| Figure {
            skeleton: skeleton.clone(),
            vertices,
        })
    })
}

impl Figure {
    /// Joint `i` has the key `i`. Triangles go from each vertex to the next two.
    pub(crate) fn character(&self) -> Character {
        let mut builder = SkeletonBuilder::new();
        for (key, (parent, rest)) in
            (0_u32..).zip(self.skeleton.parents.iter().zip(&self.skeleton.rest))
        {
            let local = Trs {
                rotation: rest.rotation,
                translation: rest.translation,
                ..Trs::IDENTITY
            };
            let parent = parent.map(|parent| u32::try_from(parent).unwrap());
            builder = builder.joint(key, parent, &format!("j{key}"), LocalTransform::Trs(local));
        }
        let skeleton = builder.build().unwrap();
        let keys = 0..u32::try_from(skeleton.len()).unwrap();
        let joints: Vec<JointIndex> = keys
            .map(|key| skeleton.joint_of_key(key).unwrap())
            .collect();
        let binds: Vec<Affine3A> = joints
            .iter()
            .map(|joint| skeleton.rest_model_from_joint(*joint).inverse().to_affine())
            .collect();
        let (bind, _) = BindPose::new(&skeleton, &joints, &binds).unwrap();
        let count = u32::try_from(self.vertices.len()).unwrap();
        let primitive = Primitive {
            positions: self.vertices.iter().map(|vertex| vertex.position).collect(),
            normals: self.vertices.iter().map(|vertex| vertex.normal).collect(),
            normals_given: true,
            triangles: (2..count).map(|last| [last - 2, last - 1, last]).collect(),
            influences: Some(self.influences()),
            ..Primitive::default()
        };
        Character {
            name: "figure".to_owned(),
            meshes: vec![Mesh {
                name: Some("body".to_owned()),
                primitives: vec![primitive],
                target_names: Vec::new(),
                skinning: None,
            }],
            instances: vec![MeshInstance {
                node: joints[0],
                file_node: 0,
                mesh: 0,
                skin: Some(0),
                morph: 0..0,
                morph_weights: Vec::new(),
            }],
            rig: Arc::new(Rig::new(skeleton, vec![bind])),
            ..Character::default()
        }
    }

    fn influences(&self) -> Influences {
        let mut builder = InfluencesBuilder::new(self.skeleton.parents.len());
        for vertex in &self.vertices {
            let joints = vertex
                .joints
                .iter()
                .map(|joint| u16::try_from(*joint).unwrap());
            let row = joints.zip(vertex.weights.iter().copied());
            if builder.vertex(row).is_err() {
                builder.unbound();
            }
        }
        builder.build()
    }

    /// The motions of the user, nothing stretched.
    pub(crate) fn pose(&self, character: &Character) -> Pose {
        let skeleton = &character.rig.skeleton;
        let mut pose = Pose::rest(skeleton);
        for (key, user) in (0_u32..).zip(&self.skeleton.user) {
            let joint = skeleton.joint_of_key(key).unwrap();
            pose.rigid[joint.index()] = Rigid::new(user.rotation, user.translation);
        }
        pose
    }

    /// `W_i B_i⁻¹` of every joint, in double precision: `W_i = W_p R_i T_i` and `B_i = B_p R_i`.
    pub(crate) fn motions(&self) -> Vec<DMat4> {
        let (mut posed, mut rest): (Vec<DMat4>, Vec<DMat4>) = (Vec::new(), Vec::new());
        let SkeletonInput {
            parents,
            rest: own,
            user,
            ..
        } = &self.skeleton;
        for (parent, (own, user)) in parents.iter().zip(own.iter().zip(user)) {
            let of = |above: &[DMat4]| parent.map_or(DMat4::IDENTITY, |parent| above[parent]);
            let (above, below) = (of(&posed), of(&rest));
            posed.push(above * oracle::motion(*own) * oracle::motion(*user));
            rest.push(below * oracle::motion(*own));
        }
        let pairs = posed.into_iter().zip(rest);
        pairs.map(|(posed, rest)| posed * rest.inverse()).collect()
    }
}

/// A motion as a rotation and a translation.
pub(crate) fn rigid_of(motion: DMat4) -> RigidInput {
    let (_, rotation, translation) = motion.to_scale_rotation_translation();
    RigidInput {
        rotation: rotation.as_quat(),
        translation: translation.as_vec3(),
    }
}

/// The largest coordinate of any vertex: what roundings are measured by.
pub(crate) fn size(positions: impl IntoIterator<Item = Vec3>) -> f32 {
    let sizes = positions.into_iter().map(|at| at.abs().max_element());
    sizes.fold(1.0, f32::max)
}
