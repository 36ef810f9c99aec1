//! Writing: characters of our own as GLB, opened ones as they came.

mod apart;
mod attached_props;
mod authored;
mod beside;
mod container;
mod curves;
mod edited;
mod ending;
mod json;
mod one_file;
mod options;
mod packer;
mod report;
mod save;
mod scene;
mod scene_json;
mod spelled;

pub use authored::{
    Authored, AuthoredClip, AuthoredError, AuthoredJoint, AuthoredMaterial, AuthoredPrimitive,
};

pub use attached_props::{AttachedProp, PropTrack};
pub use options::{JointNumbers, SaveOptions, WeightNumbers};
pub use report::{Resampled, SaveReport, UnboundVertices};
pub use save::{
    SaveError, check_ending, save, save_with, save_within, to_bytes, to_glb, to_glb_with,
};

pub use scene::{
    AuthoredImage, AuthoredMesh, AuthoredMorph, AuthoredNode, AuthoredScene, AuthoredSkin,
    AuthoredVectors, AuthoredWeights, MorphedPrimitive, PicturedMaterial, SceneClip,
};

use container::container;
use packer::Packer;
use spelled::Spelled;

/// Writes a character as a GLB 2.0 container: one mesh, one skin over all joints, bound where the joints rest.
///
/// Node i of the file is joint i; the mesh stands at one more node, if there is one. The same input gives the same bytes. Rotation keys and
/// weights are written as they are.
///
/// # Errors
///
/// Input that is not a character: see [`AuthoredError`].
pub fn write_glb(authored: &Authored) -> Result<Vec<u8>, AuthoredError> {
    authored.check()?;
    let mut packer = Packer::default();
    let json = json::describe(authored, &mut packer);
    container(&Spelled::new(&json, true), Some(&packer.bytes), &[])
        .map_err(|bytes| AuthoredError::TooLarge { bytes })
}

/// Writes a scene as a GLB 2.0 container: any tree of nodes, with meshes, skins and pictures of their own.
///
/// Node i of the file is node i of the list. The same input gives the same bytes; equal lists of numbers, as times that tracks share, are
/// written once.
///
/// # Errors
///
/// Input that is no scene: see [`AuthoredError`].
pub fn write_scene_glb(scene: &AuthoredScene) -> Result<Vec<u8>, AuthoredError> {
    scene.check()?;
    let mut packer = Packer {
        name: Some("numbers"),
        ..Packer::default()
    };
    let json = scene_json::describe_scene(scene, &mut packer);
    container(&Spelled::new(&json, true), Some(&packer.bytes), &[])
        .map_err(|bytes| AuthoredError::TooLarge { bytes })
}
