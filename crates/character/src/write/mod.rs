//! Writing characters of our own as GLB.

mod authored;
mod json;
mod packer;

pub use authored::{
    Authored, AuthoredClip, AuthoredJoint, AuthoredMaterial, AuthoredPrimitive, WriteError,
};

use packer::Packer;

/// Writes a character as a GLB 2.0 container: one mesh, one skin over all joints, bound where the joints rest.
///
/// Node i of the file is joint i; the mesh stands at one more node. The same input gives the same bytes. Rotation keys and
/// weights are written as they are.
///
/// # Errors
///
/// Input that is not a character: see [`WriteError`].
pub fn write_glb(authored: &Authored) -> Result<Vec<u8>, WriteError> {
    authored.check()?;
    let mut packer = Packer::default();
    let json = json::describe(authored, &mut packer);
    let json = serde_json::to_vec(&json).map_err(|error| WriteError::Json {
        reason: error.to_string(),
    })?;
    container(json, packer.bytes)
}

/// Header and two chunks, each padded to four bytes: JSON with spaces, binary with zeros (glTF 2.0, section 4.4).
fn container(mut json: Vec<u8>, mut binary: Vec<u8>) -> Result<Vec<u8>, WriteError> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let length = 12 + 8 + json.len() + 8 + binary.len();
    let word = |number: usize| {
        u32::try_from(number)
            .map(u32::to_le_bytes)
            .map_err(|_too_long| WriteError::TooLarge { bytes: length })
    };
    let mut glb = Vec::with_capacity(length);
    glb.extend(b"glTF");
    glb.extend(2_u32.to_le_bytes());
    glb.extend(word(length)?);
    glb.extend(word(json.len())?);
    glb.extend(b"JSON");
    glb.extend(json);
    glb.extend(word(binary.len())?);
    glb.extend(b"BIN\0");
    glb.extend(binary);
    Ok(glb)
}
