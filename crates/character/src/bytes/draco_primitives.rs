//! Primitives whose accessors are empty, since `KHR_draco_mesh_compression` has their numbers: where these are, and what fills them.
//!
//! A primitive whose accessors have numbers of their own is left alone: those are what it shows without the extension.

use std::collections::{BTreeMap, BTreeSet};

use crate::bytes::accessor::{Component, Shape};
use crate::bytes::budget::Budget;
use crate::bytes::compressed_views::{Decoded, Files, align, drop_extensions, range_of};
use crate::bytes::draco::{DracoMesh, stride};
use crate::fault::error::{Fault, ReadResult};
use crate::fault::extensions::DRACO;
use crate::fault::progress::{OnStep, Stage};
use crate::json::tree::draft::{Draft, NewMembers};
use crate::json::value::At;

/// A primitive to be filled.
struct DracoPrimitive<'a> {
    at: At<'a>,
    /// The extension's object.
    extension: At<'a>,
    /// The view of the compressed bytes.
    view: (usize, At<'a>),
    /// Its place in the lists of meshes and of their parts.
    place: (usize, usize),
}

/// All primitives that Draco compressed and that have no numbers of their own.
pub(super) struct DracoPrimitives<'a> {
    root: At<'a>,
    list: Vec<DracoPrimitive<'a>>,
}

impl<'a> DracoPrimitives<'a> {
    pub(super) fn find(root: &At<'a>) -> ReadResult<Self> {
        let mut list = Vec::new();
        for (mesh, at) in root.items("meshes")?.enumerate() {
            for (part, at) in at.items("primitives")?.enumerate() {
                list.extend(DracoPrimitive::find(&at, root, (mesh, part))?);
            }
        }
        Ok(Self { root: *root, list })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The views of compressed bytes.
    pub(super) fn views(&self) -> BTreeSet<usize> {
        self.list.iter().map(|primitive| primitive.view.0).collect()
    }

    /// Decodes all, and gives their accessors views.
    pub(super) fn decode(
        self,
        files: &mut Files<'a, '_>,
        budget: &mut Budget,
        mut place: Decoded<'_, 'a>,
        json: &mut Draft<'a>,
        step: &OnStep<'_>,
    ) -> ReadResult<()> {
        let mut filled = Filled::default();
        let n_primitives = self.list.len();
        for (number, primitive) in self.list.iter().enumerate() {
            step(Stage::Buffers, number, n_primitives)?;
            // Parts of one shape with several materials have the same accessors.
            if !filled.has(primitive) {
                let mesh = primitive.decode(&self.root, files, budget, place.copies)?;
                filled.fill(primitive, &mesh, &self.root, &mut place)?;
            }
        }
        filled.apply(json);
        drop_from_primitives(&self.list, json);
        Ok(())
    }
}

/// Whether positions are neither stored nor replaced.
fn is_empty<'a>(primitive: &At<'a>, root: &At<'a>) -> bool {
    let attributes = primitive.get("attributes");
    let position = attributes.and_then(|at| at.get("POSITION"));
    let accessor = position.and_then(|at| at.lookup(root, "accessors", "accessor").ok());
    accessor.is_some_and(|(_, at)| at.get("bufferView").is_none() && at.get("sparse").is_none())
}

/// An attribute that Draco has.
struct DracoAttribute<'a> {
    /// Its number in the compressed mesh.
    id: At<'a>,
    /// The primitive's accessor for it.
    accessor: At<'a>,
}

impl<'a> DracoPrimitive<'a> {
    fn find(at: &At<'a>, root: &At<'a>, place: (usize, usize)) -> ReadResult<Option<Self>> {
        let extensions = at.get("extensions");
        let extension = extensions.and_then(|extensions| extensions.get(DRACO));
        let Some(extension) = extension.filter(|_| is_empty(at, root)) else {
            return Ok(None);
        };
        let view = extension.require("bufferView")?;
        // Without it the primitive would be decoded and stay without positions.
        extension.require("attributes")?.require("POSITION")?;
        Ok(Some(Self {
            at: *at,
            extension,
            view: view.lookup(root, "bufferViews", "buffer view")?,
            place,
        }))
    }

    fn decode(
        &self,
        root: &At<'a>,
        files: &mut Files<'a, '_>,
        budget: &mut Budget,
        copies: u128,
    ) -> ReadResult<DracoMesh> {
        let (_, view) = &self.view;
        let buffer = view.require("buffer")?;
        let (number, buffer) = buffer.lookup(root, "buffers", "buffer")?;
        let slice = files.range(number, &buffer, &range_of(view)?, view)?;
        // A side file counts from when it was read.
        budget.stored = files.n_bytes.saturating_add(files.side.n_bytes);
        let most = budget.most_decompressed(u64::try_from(copies).unwrap_or(u64::MAX));
        let mesh = DracoMesh::decode(slice.bytes(), most).map_err(|reason| {
            let place = &self.extension;
            place.flaw(Fault::Compressed { reason })
        })?;
        budget.charge(&self.extension, mesh.bytes())?;
        let mut bytes = 4 * mesh.n_indices() as u128;
        for attribute in self.attributes()? {
            let (component, shape) = attribute.kind(root)?;
            bytes += mesh.n_vertices() as u128 * stride(component, shape) as u128;
        }
        budget.charge_decompressed(&self.extension, bytes, copies)?;
        Ok(mesh)
    }

    /// The attributes that both the extension and the primitive have.
    fn attributes(&self) -> ReadResult<Vec<DracoAttribute<'a>>> {
        let ids = self.extension.require("attributes")?;
        let accessors = self.at.require("attributes")?;
        let names = ids.object()?.iter();
        let attributes = names.filter_map(|(name, _)| {
            let (id, accessor) = (ids.get(name)?, accessors.get(name)?);
            Some(DracoAttribute { id, accessor })
        });
        Ok(attributes.collect())
    }
}

impl<'a> DracoAttribute<'a> {
    fn kind(&self, root: &At<'a>) -> ReadResult<(Component, Shape)> {
        let (_, accessor) = self.accessor.lookup(root, "accessors", "accessor")?;
        let component = Component::read(&accessor.require("componentType")?)?;
        Ok((component, Shape::read(&accessor.require("type")?)?))
    }
}

/// What an accessor becomes.
struct Numbers {
    /// The compressed view that they came of.
    source: usize,
    view: usize,
    component: Component,
    count: usize,
}

/// The accessors that have been filled, and the views of compressed bytes that stand for their numbers now.
#[derive(Default)]
struct Filled {
    accessors: BTreeMap<usize, Numbers>,
    views: BTreeSet<usize>,
}

impl Filled {
    /// Whether all of a primitive was filled for another one.
    fn has(&self, primitive: &DracoPrimitive<'_>) -> bool {
        let is_filled = |at: At<'_>| {
            let number = at
                .integer()
                .ok()
                .and_then(|number| usize::try_from(number).ok());
            number.is_some_and(|number| self.accessors.contains_key(&number))
        };
        let attributes = primitive.attributes().unwrap_or_default();
        self.views.contains(&primitive.view.0)
            && primitive.at.get("indices").is_some_and(is_filled)
            && attributes.into_iter().all(|of| is_filled(of.accessor))
    }

    fn fill<'a>(
        &mut self,
        primitive: &DracoPrimitive<'a>,
        mesh: &DracoMesh,
        root: &At<'a>,
        place: &mut Decoded<'_, 'a>,
    ) -> ReadResult<()> {
        let indices = primitive.at.require("indices")?;
        let (number, accessor) = indices.lookup(root, "accessors", "accessor")?;
        let component = Component::read(&accessor.require("componentType")?)?;
        let component = mesh.index_component(component);
        let start = align(place.chunk);
        mesh.put_indices(component, place.chunk);
        let numbers = Numbers {
            source: primitive.view.0,
            view: self.put_view(primitive, place, start, None),
            component,
            count: mesh.n_indices(),
        };
        self.put(number, numbers, &indices)?;
        for attribute in primitive.attributes()? {
            let (component, shape) = attribute.kind(root)?;
            let id = u32::try_from(attribute.id.integer()?).unwrap_or(u32::MAX);
            let start = align(place.chunk);
            if !mesh.put_attribute(id, component, shape, place.chunk) {
                let reason = format!("it has no attribute {id}");
                return Err(attribute.id.flaw(Fault::Compressed { reason }));
            }
            let stride = Some(stride(component, shape));
            let numbers = Numbers {
                source: primitive.view.0,
                view: self.put_view(primitive, place, start, stride),
                component,
                count: mesh.n_vertices(),
            };
            let (number, _) = attribute.accessor.lookup(root, "accessors", "accessor")?;
            self.put(number, numbers, &attribute.accessor)?;
        }
        Ok(())
    }

    /// Refuses an accessor that another mesh has filled: one of both would have the numbers of the other.
    fn put(&mut self, number: usize, numbers: Numbers, at: &At<'_>) -> ReadResult<()> {
        let before = self.accessors.get(&number);
        if before.is_some_and(|before| before.source != numbers.source) {
            let reason = "another compressed mesh has the same accessor".to_owned();
            return Err(at.flaw(Fault::Compressed { reason }));
        }
        self.accessors.insert(number, numbers);
        Ok(())
    }

    /// A view of what the chunk has from `start` on, in the place of the compressed bytes or behind all others. Its number.
    fn put_view<'a>(
        &mut self,
        primitive: &DracoPrimitive<'a>,
        place: &mut Decoded<'_, 'a>,
        start: usize,
        stride: Option<usize>,
    ) -> usize {
        let mut members: NewMembers<'a> = vec![
            ("buffer", 0_usize.into()),
            ("byteOffset", start.into()),
            ("byteLength", (place.chunk.len() - start).into()),
        ];
        if let Some(stride) = stride {
            members.push(("byteStride", stride.into()));
        }
        let (number, _) = primitive.view;
        if self.views.insert(number)
            && let Some(view) = place.views.get_mut(number)
        {
            *view = members.into();
            return number;
        }
        place.views.push(members.into());
        place.views.len() - 1
    }

    /// Writes the accessors into the JSON.
    fn apply(self, json: &mut Draft<'_>) {
        let mut accessors = json.take("accessors");
        for (number, numbers) in self.accessors {
            if let Some(accessor) = accessors.get_mut(number) {
                accessor.set("bufferView", numbers.view);
                accessor.remove("byteOffset");
                accessor.set("componentType", numbers.component.code());
                accessor.set("count", numbers.count);
            }
        }
        json.put_back("accessors", accessors);
    }
}

/// Primitives that have been decoded are lists of triangles, whatever they were made of.
fn drop_from_primitives(list: &[DracoPrimitive<'_>], json: &mut Draft<'_>) {
    let mut meshes = json.take("meshes");
    for primitive in list {
        let (mesh, part) = primitive.place;
        let Some(mesh) = meshes.get_mut(mesh) else {
            continue;
        };
        let mut parts = mesh.take("primitives");
        if let Some(part) = parts.get_mut(part) {
            part.remove("mode");
            drop_extensions(part, &[DRACO]);
        }
        mesh.put_back("primitives", parts);
    }
    json.put_back("meshes", meshes);
}
