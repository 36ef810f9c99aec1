//! Vertices that the triangles of a part do not use, left out of it where all parts of a file would take too much memory.
//!
//! Exporters write a mesh of many materials as one list of vertices that every part names, with indices of its own. The list is kept
//! once, but each part is posed, drawn and measured with all of its vertices at every place. Where that is more than the file may ask
//! for, each part keeps those that it uses, numbered anew in the order of the file. A save writes a part that was edited with vertices of
//! its own.

use std::collections::BTreeSet;
use std::sync::Arc;

use rig::{ByMap, Influences, InfluencesBuilder, VertexMap};

use crate::bytes::reader::Reader;
use crate::fault::error::{Fault, ReadResult};
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::model::character::{Attribute, Mesh, MeshInstance, MorphTarget, Primitive};

/// Leaves unused vertices out of the meshes that are placed or lack normals, which takes the memory of what is left off the budget.
pub(crate) fn leave_out_unused(
    reader: &Reader<'_>,
    meshes: &mut [Mesh],
    instances: &[MeshInstance],
) -> ReadResult<()> {
    let placed: BTreeSet<usize> = instances.iter().map(|instance| instance.mesh).collect();
    let places = reader.root.items("meshes")?;
    for (number, mesh) in meshes.iter_mut().enumerate() {
        let at = places.at(number).unwrap_or(reader.root);
        let is_placed = placed.contains(&number);
        let mut n_left_out = 0;
        let parts = mesh.primitives.iter_mut();
        for part in parts.filter(|part| is_placed || !part.normals_given) {
            let mut used = part.triangles.as_flattened().to_vec();
            // In rising order vertices keep the order of the file, and can be searched for.
            used.sort_unstable();
            used.dedup();
            let n_unused = part.positions.len().saturating_sub(used.len());
            if n_unused > 0 {
                reader.charge(&at, used.len(), vertex_size(part))?;
                part.keep(&used, &at)?;
                n_left_out += n_unused;
            }
        }
        reader.warn_of(WarningKind::VerticesLeftOut, &at, n_left_out);
    }
    Ok(())
}

/// What lists of its own take for a vertex, in bytes.
fn vertex_size(part: &Primitive) -> usize {
    let size_of_list = |is_empty: bool, size: usize| if is_empty { 0 } else { size };
    let vectors = size_of::<glam::Vec3>();
    let targets = part.morph_targets.iter();
    let targets = targets.flat_map(|of| [&of.positions, &of.normals, &of.tangents]);
    let targets = targets.map(|list| size_of_list(list.is_empty(), vectors));
    let attributes = part.attributes.iter().map(|of| of.width);
    let influences = part
        .influences
        .as_ref()
        .map_or(0, Influences::max_per_vertex);
    vectors
        // Those that have to be computed are charged where they are.
        + size_of_list(part.normals.is_empty(), vectors)
        + size_of_list(part.tangents.is_empty(), size_of::<glam::Vec4>())
        + size_of_list(part.tex_coords.is_empty(), size_of::<glam::Vec2>())
        + targets.sum::<usize>()
        + size_of::<f32>() * attributes.sum::<usize>()
        // Rows with where they begin, and two maps.
        + 8 * influences
        + 16
}

impl Primitive {
    /// Keeps these vertices, in rising order, among which are all that its triangles use.
    fn keep(&mut self, used: &[u32], at: &At<'_>) -> ReadResult<()> {
        let influences = self.influences.as_ref();
        self.influences = influences.map(|of| rows(of, used, at)).transpose()?;
        self.positions = pick_used(&self.positions, used);
        self.normals = pick_used(&self.normals, used);
        self.tangents = pick_used(&self.tangents, used);
        self.tex_coords = pick_used(&self.tex_coords, used);
        // `used` holds every corner, so that the search always finds it.
        let place = |vertex: &u32| {
            let place = used.binary_search(vertex).unwrap_or(0);
            u32::try_from(place).unwrap_or(0)
        };
        let triangles = self.triangles.iter();
        self.triangles = triangles
            .map(|corners| corners.map(|vertex| place(&vertex)))
            .collect();
        let maps = ByMap::new(|kind| {
            let map = self.maps[kind].as_ref()?;
            let values = used.iter().map(|&vertex| map.value(vertex as usize));
            Some(VertexMap::new(values))
        });
        self.maps = maps;
        for target in &mut self.morph_targets {
            *target = MorphTarget {
                positions: pick_used(&target.positions, used),
                normals: pick_used(&target.normals, used),
                tangents: pick_used(&target.tangents, used),
            };
        }
        for attribute in &mut self.attributes {
            attribute.values = numbers(attribute, used);
        }
        Ok(())
    }
}

/// Those elements of a list; nothing of an empty one.
fn pick_used<T: Copy>(list: &[T], used: &[u32]) -> Arc<[T]> {
    let found = used.iter().filter_map(|&vertex| list.get(vertex as usize));
    found.copied().collect()
}

/// The numbers of those vertices.
fn numbers(attribute: &Attribute, used: &[u32]) -> Arc<[f32]> {
    let width = attribute.width;
    let own = |vertex: usize| attribute.values.get(vertex * width..(vertex + 1) * width);
    let found = used.iter().filter_map(|&vertex| own(vertex as usize));
    found.flatten().copied().collect()
}

/// The rows of those vertices.
fn rows(influences: &Influences, used: &[u32], at: &At<'_>) -> ReadResult<Influences> {
    let mut builder = InfluencesBuilder::new(influences.joint_count());
    for &vertex in used {
        let vertex = vertex as usize;
        let row = influences.row(vertex);
        let built = match row.joints.first() {
            None => {
                builder.unbound();
                Ok(())
            }
            Some(&joint) if influences.is_unbound(vertex) => builder.zeros(joint),
            Some(_) => builder.vertex(row.pairs()).map(|_sum| ()),
        };
        built.map_err(|error| {
            at.flaw(Fault::Rig {
                reason: error.to_string(),
            })
        })?;
    }
    Ok(builder.build())
}
