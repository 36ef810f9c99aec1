//! PMX 2.0 and 2.1, models of `MikuMikuDance`: mesh, materials, bones and weights of a file as a scene.
//!
//! ```text
//! bytes (bytes.rs) ─► model as the file has it (model.rs, vertices.rs) ─► meters, right-handed ─► primitives by material, one skin
//! (scene.rs, pictures.rs) ─► glTF
//! ```
//!
//! Files are left-handed with figures that face −z, a unit is 8 cm. z is negated, and triangles are turned around. BDEF vertices are blended
//! linearly; SDEF and QDEF ones by dual quaternions, as the mesh's own method with a blend map says. What SDEF asks for beside weights is
//! kept as attributes.

mod bytes;
mod model;
mod pictures;
mod scene;
mod vertices;

use character::write_scene_glb;

use crate::error::FormatError;
use crate::format::{Converted, SideFile};
use bytes::Bytes;
use model::Model;

const MAGIC: &[u8] = b"PMX ";

/// Whether a file is PMX, by its first four bytes.
pub(crate) fn begins(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

pub(crate) fn convert(
    name: &str,
    bytes: &[u8],
    side: &SideFile<'_>,
) -> Result<Converted, FormatError> {
    let body = bytes.strip_prefix(MAGIC).unwrap_or(bytes);
    let mut body = Bytes::new(body, bytes.len() - body.len());
    let read = Model::read(&mut body).and_then(|model| {
        let mut notes = model.notes();
        let scene = scene::describe(&model, side, &mut notes)?;
        Ok((scene, notes))
    });
    let (scene, notes) = read.map_err(|reason| FormatError::content(name, &reason))?;
    let glb = write_scene_glb(&scene).map_err(|error| FormatError::authored(name, &error))?;
    Ok(Converted { glb, notes })
}
