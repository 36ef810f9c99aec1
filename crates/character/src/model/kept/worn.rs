//! Clothes that follow the weights of a body, in the `extras` of their meshes: `worn_over`, the number of the body's mesh.

use std::collections::BTreeMap;

use super::own;
use crate::fault::error::FilePlace;
use crate::fault::warning::{Warning, WarningKind, Warnings};
use crate::json::tree::Node;

/// The member of a mesh that says it.
pub(crate) const WORN_OVER: &str = "worn_over";

/// By mesh of clothes the mesh of the body; those over themselves or over what is no mesh are left out, with a warning.
pub(crate) fn read(root: Node<'_>, warnings: &mut Warnings) -> BTreeMap<usize, usize> {
    let meshes = root.items("meshes");
    let count = meshes.len();
    let (mut worn, mut left_out) = (BTreeMap::new(), 0);
    for (cloth, mesh) in meshes.iter().enumerate() {
        let Some(over) = own(mesh).and_then(|own| own.get(WORN_OVER)) else {
            continue;
        };
        let body = over.as_u64().and_then(|body| usize::try_from(body).ok());
        match body.filter(|body| *body < count && *body != cloth) {
            Some(body) => {
                worn.insert(cloth, body);
            }
            None => left_out += 1,
        }
    }
    if left_out > 0 {
        warnings.push(Warning::new(
            WarningKind::ClothesIgnored,
            FilePlace::File,
            left_out,
        ));
    }
    worn
}
