//! Meshes and their primitives.

use glam::{Vec2, Vec3, Vec4};
use serde_json::Value;

use crate::accessor::Accessor;
use crate::asset::compression_of;
use crate::character::{Attribute, Mesh, Primitive};
use crate::error::{Fault, Flaw, Read};
use crate::influences::read_influences;
use crate::json::At;
use crate::material::BaseColorCoords;
use crate::morph::read_morph_targets;
use crate::progress::Stage;
use crate::range::{LARGEST, check_range, is_in_range};
use crate::reader::Reader;
use crate::triangles::read_triangles;
use crate::warning::WarningKind;

/// What a mesh needs from the rest of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeshContext<'a> {
    /// How each material takes texture coordinates.
    pub(crate) coords: &'a [BaseColorCoords],
    /// The joints of the smallest skin that each mesh is used with; none where it is used without.
    pub(crate) joint_counts: &'a [Option<usize>],
}

/// All meshes of the file.
pub(crate) fn read_meshes(reader: &Reader<'_>, context: MeshContext<'_>) -> Read<Vec<Mesh>> {
    let mut meshes = Vec::new();
    let list = reader.root.items("meshes")?;
    let n_meshes = list.len();
    for (index, (at, joint_count)) in list.zip(context.joint_counts).enumerate() {
        let list = at.require("primitives")?;
        let primitives_at = list.elements()?;
        if primitives_at.len() == 0 {
            return Err(list.expected("at least one primitive"));
        }
        let mut primitives = Vec::new();
        for (file_primitive, at) in primitives_at.enumerate() {
            reader.step(Stage::Meshes, index, n_meshes)?;
            let source = PrimitiveAt {
                reader,
                at,
                joint_count: *joint_count,
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
        });
    }
    Ok(meshes)
}

/// The attribute's values, one per vertex. `place` is the attribute.
pub(crate) fn read_attribute<const N: usize>(
    reader: &Reader<'_>,
    place: &At<'_>,
    shape: &'static str,
    n_vertices: usize,
) -> Read<Vec<[f32; N]>> {
    let accessor = reader.accessor(place)?;
    check_count(place, &accessor, n_vertices)?;
    accessor.floats(reader, shape)
}

pub(crate) fn check_count(place: &At<'_>, accessor: &Accessor<'_>, n_vertices: usize) -> Read<()> {
    if accessor.count == n_vertices {
        return Ok(());
    }
    let fault = Fault::Count {
        what: "elements, one per vertex",
        expected: n_vertices,
        found: accessor.count,
    };
    Err(place.flaw(fault))
}

pub(crate) fn vectors(arrays: Vec<[f32; 3]>) -> Vec<Vec3> {
    arrays.into_iter().map(Vec3::from_array).collect()
}

/// A primitive about to be read.
struct PrimitiveAt<'r, 'a> {
    reader: &'r Reader<'a>,
    at: At<'a>,
    joint_count: Option<usize>,
}

impl<'a> PrimitiveAt<'_, 'a> {
    fn read(&self, coords: &[BaseColorCoords]) -> Read<Option<Primitive>> {
        let Some(mode) = self.read_mode()? else {
            return Ok(None);
        };
        let attributes = self.at.require("attributes")?;
        attributes.object()?;
        let Some(position) = attributes.get("POSITION") else {
            self.reader.warn_of(WarningKind::NoPositions, &self.at, 1);
            return Ok(None);
        };
        let accessor = self.reader.accessor(&position)?;
        if let Some(name) = compression_of(&self.at).filter(|_| accessor.is_all_zero()) {
            let name = name.to_owned();
            return Err(self.at.flaw(Fault::Extension { name }));
        }
        let positions = accessor.floats(self.reader, "VEC3")?;
        // Nothing sensible can be shown in the place of such a vertex.
        check_range(&position, "a coordinate", &positions)?;
        let positions = vectors(positions);
        let triangles = read_triangles(self.reader, &self.at, mode, positions.len())?;
        let (normals, normals_given) = self.read_normals(&attributes, &positions, &triangles)?;
        let material = self.read_material()?;
        let coords = material
            .and_then(|material| coords.get(material))
            .copied()
            .unwrap_or_default();
        Ok(Some(Primitive {
            file_primitive: 0,
            normals,
            normals_given,
            tangents: self
                .read_clean::<4>(&attributes, "TANGENT", "VEC4", positions.len())?
                .into_iter()
                .map(Vec4::from_array)
                .collect(),
            tex_coords: self.read_tex_coords(&attributes, coords, positions.len())?,
            triangles,
            material,
            influences: match self.joint_count {
                Some(joint_count) => read_influences(
                    self.reader,
                    (&self.at, &attributes),
                    joint_count,
                    positions.len(),
                )?,
                None => None,
            },
            morph_targets: read_morph_targets(self.reader, &self.at, positions.len())?,
            attributes: self.read_others(&attributes, positions.len())?,
            positions,
        }))
    }

    /// The mode if it makes triangles.
    fn read_mode(&self) -> Read<Option<u64>> {
        let Some(mode) = self.at.get("mode") else {
            return Ok(Some(4));
        };
        match mode.integer()? {
            number @ 4..=6 => Ok(Some(number)),
            number @ 0..=3 => {
                let mode = format!("mode {number}");
                self.reader
                    .warn_because(WarningKind::NoTriangles, &self.at, mode);
                Ok(None)
            }
            _ => Err(mode.expected("a primitive mode from 0 to 6")),
        }
    }

    fn read_material(&self) -> Read<Option<usize>> {
        let material = self.at.get("material");
        material
            .map(|at| Ok(at.lookup(&self.reader.root, "materials", "material")?.0))
            .transpose()
    }

    /// Normals and whether the file has them. Those that are not finite, or so large that their squares are not, are
    /// computed.
    fn read_normals(
        &self,
        attributes: &At<'a>,
        positions: &[Vec3],
        triangles: &[[u32; 3]],
    ) -> Read<(Vec<Vec3>, bool)> {
        let compute = || mesh::vertex_normals(positions, triangles);
        let mut normals =
            vectors(self.read_vectors(attributes, "NORMAL", "VEC3", positions.len())?);
        if normals.is_empty() {
            return Ok((compute(), false));
        }
        let is_bad = |normal: &Vec3| !(normal.abs().max_element() <= LARGEST && normal.is_finite());
        let n_bad = normals.iter().filter(|normal| is_bad(normal)).count();
        if n_bad != 0 {
            let computed = compute();
            let bad = normals
                .iter_mut()
                .zip(computed)
                .filter(|(normal, _)| is_bad(normal));
            bad.for_each(|(normal, computed)| *normal = computed);
        }
        self.reader
            .warn_of(WarningKind::NormalsNotFinite, &self.at, n_bad);
        Ok((normals, true))
    }

    /// The attribute, empty where it is absent.
    fn read_vectors<const N: usize>(
        &self,
        attributes: &At<'a>,
        name: &'a str,
        shape: &'static str,
        n_vertices: usize,
    ) -> Read<Vec<[f32; N]>> {
        let place = attributes.get(name);
        place.map_or(Ok(Vec::new()), |place| {
            read_attribute(self.reader, &place, shape, n_vertices)
        })
    }

    /// As [`Self::read_vectors`], with zeros for vertices whose numbers are not finite or too large.
    fn read_clean<const N: usize>(
        &self,
        attributes: &At<'a>,
        name: &'a str,
        shape: &'static str,
        n_vertices: usize,
    ) -> Read<Vec<[f32; N]>> {
        let mut values = self.read_vectors(attributes, name, shape, n_vertices)?;
        let mut n_bad = 0;
        for value in &mut values {
            if !value.iter().all(|&number| is_in_range(number)) {
                *value = [0.0; N];
                n_bad += 1;
            }
        }
        if let Some(place) = attributes.get(name) {
            self.reader
                .warn_of(WarningKind::AttributeNotFinite, &place, n_bad);
        }
        Ok(values)
    }

    fn read_tex_coords(
        &self,
        attributes: &At<'a>,
        coords: BaseColorCoords,
        n_vertices: usize,
    ) -> Read<Vec<Vec2>> {
        let wanted = format!("TEXCOORD_{}", coords.set);
        let object = attributes.object()?;
        let Some((name, _)) = object.get_key_value(&wanted) else {
            return Ok(Vec::new());
        };
        let stored = self.read_clean(attributes, name, "VEC2", n_vertices)?;
        Ok(stored
            .into_iter()
            .map(|uv| coords.apply(Vec2::from_array(uv)))
            .collect())
    }

    fn read_others(&self, attributes: &At<'a>, n_vertices: usize) -> Read<Vec<Attribute>> {
        let names = attributes
            .object()?
            .keys()
            .filter(|name| !has_own_field(name));
        names
            .map(|name| self.read_other(attributes, name, n_vertices))
            .collect()
    }

    fn read_other(&self, attributes: &At<'a>, name: &'a str, n_vertices: usize) -> Read<Attribute> {
        let place = attributes.get(name).unwrap_or(*attributes);
        let accessor = self.reader.accessor(&place)?;
        check_count(&place, &accessor, n_vertices)?;
        let values = accessor.flat_floats(self.reader)?;
        Ok(Attribute {
            name: name.to_owned(),
            width: accessor.shape.width(),
            values,
        })
    }
}

fn has_own_field(name: &str) -> bool {
    matches!(name, "POSITION" | "NORMAL" | "TANGENT")
        || name.starts_with("JOINTS_")
        || name.starts_with("WEIGHTS_")
}

/// How many morph targets each mesh has, read before the meshes themselves.
pub(crate) fn morph_target_counts(root: &At<'_>) -> Read<Vec<usize>> {
    let count = |at: At<'_>| -> Result<usize, Flaw> {
        let primitives = at.items("primitives")?;
        let targets = primitives.filter_map(|at| at.value.get("targets").and_then(Value::as_array));
        Ok(targets.map(Vec::len).max().unwrap_or(0))
    };
    root.items("meshes")?.map(count).collect()
}
