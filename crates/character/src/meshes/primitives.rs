//! Meshes and their primitives.

use std::sync::Arc;

use glam::Vec3;
use rig::{ByMap, Influences};

use crate::bytes::asset::extension;
use crate::bytes::range::check_range;
use crate::bytes::reader::Reader;
use crate::bytes::shared_vertices::SharedVertices;
use crate::fault::error::{Flaw, ReadResult};
use crate::fault::extensions::DRACO;
use crate::fault::largest::LARGEST;
use crate::fault::progress::Stage;
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::looks::materials::BaseColorCoords;
use crate::meshes::attributes::{AttributesAt, vectors};
use crate::meshes::influences::read_influences;
use crate::meshes::morph::{read_morph_targets, target_names};
use crate::meshes::triangles::read_triangles;
use crate::meshes::vertex_maps::{NamedMaps, vertex_maps};
use crate::model::character::{Mesh, Primitive};

/// What a mesh needs from the rest of the file.
#[derive(Clone, Copy)]
pub(crate) struct MeshContext<'a> {
    /// How each material takes texture coordinates.
    pub(crate) coords: &'a [BaseColorCoords],
    /// The joints of the smallest skin that each mesh is used with; none where it is used without.
    pub(crate) joint_counts: &'a [Option<usize>],
    /// What primitives have in common.
    pub(crate) shared: &'a SharedVertices,
}

/// What is kept of a primitive and told of it, whatever its size.
const PER_PRIMITIVE: usize = 1 << 10;

/// All meshes of the file.
pub(crate) fn read_meshes(reader: &Reader<'_>, context: MeshContext<'_>) -> ReadResult<Vec<Mesh>> {
    let mut meshes = Vec::new();
    let list = reader.root.items("meshes")?;
    let n_meshes = list.len();
    for (index, (at, joint_count)) in list.zip(context.joint_counts).enumerate() {
        let list = at.require("primitives")?;
        let primitives_at = list.elements()?;
        if primitives_at.len() == 0 {
            return Err(list.value_flaw("at least one primitive"));
        }
        reader.charge(&list, primitives_at.len(), PER_PRIMITIVE)?;
        let mut primitives = Vec::new();
        for (file_primitive, at) in primitives_at.enumerate() {
            // For each primitive, so that a mesh of many can be canceled soon.
            reader.step(Stage::Meshes, index, n_meshes)?;
            let source = PrimitiveAt {
                reader,
                at,
                number: (index, n_meshes),
                joint_count: *joint_count,
                shared: context.shared,
            };
            if let Some(primitive) = source.read(context.coords)? {
                primitives.push(Primitive {
                    file_primitive,
                    ..primitive
                });
            }
        }
        if joint_count.is_some()
            && primitives
                .iter()
                .all(|primitive| primitive.influences.is_none())
        {
            reader.warn_of(WarningKind::NoInfluences, &at, 1);
        }
        meshes.push(Mesh {
            name: at.name("name"),
            primitives,
            target_names: target_names(reader, &at)?,
            skinning: None,
        });
    }
    Ok(meshes)
}

/// A primitive about to be read.
struct PrimitiveAt<'r, 'a> {
    reader: &'r Reader<'a>,
    at: At<'a>,
    /// The number of its mesh, and how many there are.
    number: (usize, usize),
    joint_count: Option<usize>,
    shared: &'r SharedVertices,
}

impl<'a> PrimitiveAt<'_, 'a> {
    fn read(&self, coords: &[BaseColorCoords]) -> ReadResult<Option<Primitive>> {
        let Some(mode) = self.read_mode()? else {
            return Ok(None);
        };
        let at = self.at.require("attributes")?;
        at.object()?;
        let Some(position) = at.get("POSITION") else {
            self.reader.warn_of(WarningKind::NoPositions, &self.at, 1);
            return Ok(None);
        };
        let positions = self.read_positions(&position)?;
        let attributes = AttributesAt {
            reader: self.reader,
            at,
            n_vertices: positions.len(),
            shared: self.shared,
        };
        let triangles = read_triangles(self.reader, &self.at, mode, positions.len())?;
        let (normals, normals_given) = self.read_normals(&attributes, &positions, &triangles)?;
        let material = self.read_material()?;
        let coords = material.and_then(|material| coords.get(material));
        let influences = match self.joint_count {
            Some(joint_count) => self.read_influences(&attributes, joint_count)?,
            None => None,
        };
        let named = NamedMaps::read(&attributes, &self.at)?;
        let maps = match &influences {
            Some(_) => vertex_maps(&attributes, &named),
            None => ByMap::default(),
        };
        Ok(Some(Primitive {
            file_primitive: 0,
            normals,
            normals_given,
            tangents: attributes.tangents()?,
            tex_coords: attributes.tex_coords(coords.copied().unwrap_or_default())?,
            triangles: triangles.into(),
            material,
            influences,
            maps,
            morph_targets: read_morph_targets(&attributes, &self.at)?,
            attributes: named.others,
            positions,
        }))
    }

    /// Told as a stage of its own: it takes as long as all else of a mesh.
    fn read_influences(
        &self,
        attributes: &AttributesAt<'_, 'a>,
        joint_count: usize,
    ) -> ReadResult<Option<Influences>> {
        let (number, all) = self.number;
        self.reader.step(Stage::Influences, number, all)?;
        let influences = read_influences(attributes, &self.at, joint_count)?;
        self.reader.step(Stage::Meshes, number, all)?;
        Ok(influences)
    }

    /// Positions, none of which may be out of range: nothing sensible can be shown in the place of such a vertex.
    fn read_positions(&self, place: &At<'a>) -> ReadResult<Arc<[Vec3]>> {
        if is_draco(&self.at) && self.reader.accessor(place)?.is_all_zero() {
            return Err(self.at.flaw(extension(DRACO)));
        }
        let read = || {
            let positions = self.reader.accessor(place)?.floats(self.reader, "VEC3")?;
            check_range(place, "a coordinate", &positions)?;
            Ok(vectors(positions).into())
        };
        let number = self.shared.number(self.reader, place);
        // Any length fits: it is the positions that say how many vertices there are.
        self.shared.positions.of(number, |_| true, read)
    }

    /// The mode if it makes triangles.
    fn read_mode(&self) -> ReadResult<Option<u64>> {
        let Some(mode) = self.at.get("mode") else {
            // The default of glTF: a list of triangles.
            return Ok(Some(4));
        };
        match mode.integer()? {
            // Lists, strips and fans of triangles; below them are points and lines.
            number @ 4..=6 => Ok(Some(number)),
            number @ 0..=3 => {
                let mode = format!("mode {number}");
                self.reader
                    .warn_because(WarningKind::NoTriangles, &self.at, mode);
                Ok(None)
            }
            _ => Err(mode.value_flaw("a primitive mode from 0 to 6")),
        }
    }

    fn read_material(&self) -> ReadResult<Option<usize>> {
        let material = self.at.get("material");
        material
            .map(|at| Ok(at.lookup(&self.reader.root, "materials", "material")?.0))
            .transpose()
    }

    /// Normals and whether the file has them; none where not, until [`compute_normals`]. Those that are not finite, or so large that
    /// their squares are not, are computed.
    fn read_normals(
        &self,
        attributes: &AttributesAt<'_, 'a>,
        positions: &[Vec3],
        triangles: &[[u32; 3]],
    ) -> ReadResult<(Arc<[Vec3]>, bool)> {
        let Some(place) = attributes.get("NORMAL") else {
            return Ok((Arc::default(), false));
        };
        let (number, known) = (attributes.number(&place), &self.shared.normals);
        if let Some(normals) = known.get(&number)
            && normals.len() == positions.len()
        {
            return Ok((normals, true));
        }
        let mut normals = vectors(attributes.read_or_empty("NORMAL", "VEC3")?);
        let is_bad = |normal: &Vec3| !(normal.abs().max_element() <= LARGEST && normal.is_finite());
        let n_bad = normals.iter().filter(|normal| is_bad(normal)).count();
        if n_bad != 0 {
            let computed = mesh::vertex_normals(positions, triangles);
            let bad = normals
                .iter_mut()
                .zip(computed)
                .filter(|(normal, _)| is_bad(normal));
            bad.for_each(|(normal, computed)| *normal = computed);
        }
        self.reader
            .warn_of(WarningKind::NormalsNotFinite, &self.at, n_bad);
        let normals = normals.into();
        // Repaired ones depend on the triangles of this primitive, and are not for others.
        if n_bad == 0 {
            known.keep(number, &normals);
        }
        Ok((normals, true))
    }
}

/// Computes normals where the file has none. They depend on the triangles, which no other primitive has.
pub(crate) fn compute_normals(reader: &Reader<'_>, meshes: &mut [Mesh]) -> ReadResult<()> {
    let places = reader.root.items("meshes")?;
    for (number, mesh) in meshes.iter_mut().enumerate() {
        let place = places.at(number).unwrap_or(reader.root);
        let parts = place.items("primitives")?;
        let bare = mesh.primitives.iter_mut();
        for part in bare.filter(|part| !part.normals_given) {
            let at = parts.at(part.file_primitive).unwrap_or(place);
            reader.step(Stage::Normals, 0, 1)?;
            reader.charge(&at, part.positions.len(), size_of::<Vec3>())?;
            part.normals = mesh::vertex_normals(&part.positions, &part.triangles).into();
        }
    }
    Ok(())
}

/// How many morph targets each mesh has, read before the meshes themselves.
pub(crate) fn morph_target_counts(root: &At<'_>) -> ReadResult<Vec<usize>> {
    let count = |at: At<'_>| -> Result<usize, Flaw> {
        let primitives = at.items("primitives")?;
        let targets = primitives.map(|at| at.value.items("targets").len());
        Ok(targets.max().unwrap_or(0))
    };
    root.items("meshes")?.map(count).collect()
}

/// Whether an extension of this primitive hides its geometry from us, whether the file admits that it is required or not:
/// then the accessors are there but empty.
fn is_draco(primitive: &At<'_>) -> bool {
    let extensions = primitive.get("extensions");
    extensions.is_some_and(|extensions| extensions.get(DRACO).is_some())
}
