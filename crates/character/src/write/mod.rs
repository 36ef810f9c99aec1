//! Writing: characters of our own as GLB, opened ones as they came.

mod apart;
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
mod spelled;

pub use authored::{
    Authored, AuthoredClip, AuthoredError, AuthoredJoint, AuthoredMaterial, AuthoredPrimitive,
};

pub use options::{JointNumbers, SaveOptions, WeightNumbers};
pub use report::{Resampled, SaveReport, UnboundVertices};
pub use save::{
    SaveError, check_ending, save, save_with, save_within, to_bytes, to_glb, to_glb_with,
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
