//! Vertex attributes: accessors with one element per vertex.

use std::sync::Arc;

use glam::{Vec2, Vec3, Vec4};

use crate::bytes::accessor::Accessor;
use crate::bytes::reader::Reader;
use crate::bytes::shared_vertices::{AccessorNumber, OtherValues, SharedVertices};
use crate::fault::error::{Fault, ReadResult};
use crate::fault::largest::is_in_range;
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::looks::materials::BaseColorCoords;
use crate::model::character::Attribute;

/// The attributes of a primitive whose vertices are counted.
pub(crate) struct AttributesAt<'r, 'a> {
    pub(crate) reader: &'r Reader<'a>,
    /// The object that names them.
    pub(crate) at: At<'a>,
    pub(crate) n_vertices: usize,
    /// What other primitives may have read of the same accessors.
    pub(crate) shared: &'r SharedVertices,
}

impl<'a> AttributesAt<'_, 'a> {
    /// Where the attribute is, or nothing where it is absent.
    pub(crate) fn get(&self, name: &str) -> Option<At<'a>> {
        // The name as the file has it, which lives as long as the file.
        let (name, _) = self.at.value.as_object()?.get(name)?;
        self.at.get(name)
    }

    /// What lists of the accessor that a value names go by ([`SharedVertices::number`]).
    pub(crate) fn number(&self, place: &At<'_>) -> AccessorNumber {
        self.shared.number(self.reader, place)
    }

    /// The attribute as stored, empty where it is absent.
    pub(crate) fn read_or_empty<const N: usize>(
        &self,
        name: &str,
        shape: &'static str,
    ) -> ReadResult<Vec<[f32; N]>> {
        self.get(name).map_or(Ok(Vec::new()), |place| {
            read_attribute(self.reader, &place, shape, self.n_vertices)
        })
    }

    pub(crate) fn tangents(&self) -> ReadResult<Arc<[Vec4]>> {
        let Some(place) = self.get("TANGENT") else {
            return Ok(Arc::default());
        };
        let read = || {
            let stored = self.clean("TANGENT", "VEC4")?;
            Ok(stored.into_iter().map(Vec4::from_array).collect())
        };
        let number = self.number(&place);
        self.shared.tangents.of(number, |of| self.fits(of), read)
    }

    /// Texture coordinates of the set that a material takes, as its picture is laid.
    pub(crate) fn tex_coords(&self, coords: BaseColorCoords) -> ReadResult<Arc<[Vec2]>> {
        let name = format!("TEXCOORD_{}", coords.set);
        let Some(place) = self.get(&name) else {
            return Ok(Arc::default());
        };
        let read = || {
            let stored = self.clean(&name, "VEC2")?;
            let transformed = |uv| coords.apply(Vec2::from_array(uv));
            Ok(stored.into_iter().map(transformed).collect())
        };
        let key = (self.number(&place), coords.bits());
        self.shared.tex_coords.of(key, |of| self.fits(of), read)
    }

    /// Attributes without a field of their own.
    pub(crate) fn others(&self) -> ReadResult<Vec<Attribute>> {
        let names = self.at.object()?.names();
        let names = names.filter(|name| !has_own_field(name));
        names.map(|name| self.other(name)).collect()
    }

    /// As [`read_or_empty`](Self::read_or_empty), with zeros for vertices whose numbers are not finite or too large.
    fn clean<const N: usize>(&self, name: &str, shape: &'static str) -> ReadResult<Vec<[f32; N]>> {
        let mut values = self.read_or_empty(name, shape)?;
        let mut n_bad = 0;
        for value in &mut values {
            // The whole vertex: half of a tangent would be another direction.
            if !value.iter().all(|&number| is_in_range(number)) {
                *value = [0.0; N];
                n_bad += 1;
            }
        }
        if let Some(place) = self.get(name) {
            let kind = WarningKind::AttributeNotFinite;
            self.reader.warn_of(kind, &place, n_bad);
        }
        Ok(values)
    }

    fn other(&self, name: &str) -> ReadResult<Attribute> {
        self.other_at(name, &self.get(name).unwrap_or(self.at))
    }

    /// What goes by a name, with the numbers of the accessor that a value names.
    pub(crate) fn other_at(&self, name: &str, place: &At<'_>) -> ReadResult<Attribute> {
        let read = || {
            let accessor = self.reader.accessor(place)?;
            check_count(place, &accessor, self.n_vertices)?;
            Ok(OtherValues {
                width: accessor.shape.width(),
                values: accessor.flat_floats(self.reader)?.into(),
            })
        };
        let fits = |of: &OtherValues| of.values.len() == of.width * self.n_vertices;
        let number = self.number(place);
        let OtherValues { width, values } = self.shared.others.of(number, fits, read)?;
        Ok(Attribute {
            name: name.to_owned(),
            width,
            values,
        })
    }

    /// Whether a list has one element for each vertex.
    pub(crate) fn fits<T>(&self, list: &Arc<[T]>) -> bool {
        list.len() == self.n_vertices
    }
}

/// The attribute's values, one per vertex. `place` is the attribute.
pub(crate) fn read_attribute<const N: usize>(
    reader: &Reader<'_>,
    place: &At<'_>,
    shape: &'static str,
    n_vertices: usize,
) -> ReadResult<Vec<[f32; N]>> {
    let accessor = reader.accessor(place)?;
    check_count(place, &accessor, n_vertices)?;
    accessor.floats(reader, shape)
}

pub(crate) fn check_count(
    place: &At<'_>,
    accessor: &Accessor<'_>,
    n_vertices: usize,
) -> ReadResult<()> {
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

fn has_own_field(name: &str) -> bool {
    matches!(name, "POSITION" | "NORMAL" | "TANGENT")
        || name.starts_with("JOINTS_")
        || name.starts_with("WEIGHTS_")
}
