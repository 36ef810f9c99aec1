//! A character's buffers on the graphics device, made from the results of [`deform`](scene::deform::deform).

use std::collections::{BTreeMap, BTreeSet};

use character::{Character, Material as FileMaterial, Primitive};
use glam::Vec3;
use scene::deform::{DeformedPrimitive, primitive_of};
use scene::vertex_facts::VertexPlace;
use scene::winding::Winding;
use skin_gpu::SkinVertex;
use thiserror::Error;

use crate::gpu_character::SkinnedPart;
use crate::mark_spacing::spacings;
use crate::mesh::{MeshPacking, Surface};
use crate::span::Batch;
use crate::{
    AlphaMode, Material, MeshBuffers, MeshData, MeshError, Renderer, Texture, TextureError, Wrap,
};

/// Why a character cannot be shown.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DrawableError {
    /// An image cannot become a texture.
    #[error("image {index} cannot be shown: {source}")]
    Image {
        /// Index of the image.
        index: usize,
        /// Why the device or the size of the image forbids it.
        source: TextureError,
    },
    /// A primitive cannot become buffers.
    #[error("mesh {mesh}, primitive {primitive} cannot be shown: {source}")]
    Mesh {
        /// Index of the mesh.
        mesh: usize,
        /// Index of the primitive in its mesh.
        primitive: usize,
        /// Which list or limit of the primitive is wrong.
        source: MeshError,
    },
}

/// A picture that could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndecodedPicture {
    /// Its name, or its number in the file.
    pub picture: String,
    /// What the decoder of the picture says.
    pub reason: String,
}

/// The primitives of one pane, in the order of [`deform`](scene::deform::deform).
#[derive(Debug)]
pub struct Drawable {
    /// One per deformed primitive.
    pub meshes: Vec<MeshBuffers>,
    /// Pictures that could not be decoded: their surfaces show the plain color.
    pub undecoded: Vec<UndecodedPicture>,
    triangles_face_outwards: Vec<bool>,
    /// Reused from frame to frame.
    batch: Batch<SkinVertex>,
}

/// A device with its compiled shaders.
#[derive(Clone, Copy, Debug)]
pub struct Machine<'a> {
    /// The compiled shaders, with the layouts that materials are bound by.
    pub renderer: &'a Renderer,
    /// The device that they were compiled for.
    pub device: &'a wgpu::Device,
    /// The queue of the device.
    pub queue: &'a wgpu::Queue,
}

impl Drawable {
    /// Uploads a character. `at_rest` is its deformed base pose.
    ///
    /// # Errors
    ///
    /// An image or a primitive that the device cannot take.
    pub fn new(
        machine: Machine<'_>,
        character: &Character,
        at_rest: &[DeformedPrimitive],
    ) -> Result<Self, DrawableError> {
        let (textures, undecoded) = upload_textures(machine, character)?;
        let mut surfaces = BTreeMap::new();
        let mut packing = MeshPacking::new(machine.device);
        let mut triangles_face_outwards = Vec::new();
        let mut shown = Vec::new();
        for deformed in at_rest {
            let Some((mesh, primitive)) = primitive_of(character, deformed) else {
                continue;
            };
            let data = MeshData {
                positions: &deformed.positions,
                normals: &deformed.normals,
                tex_coords: &primitive.tex_coords,
                triangles: &primitive.triangles,
            };
            // All of the primitive that its surface depends on.
            let look = (primitive.material, primitive.normals_given);
            let surface = surfaces.entry(look).or_insert_with(|| {
                let material = material(character, primitive, &textures);
                Surface::new(machine.renderer, machine.device, &material)
            });
            let packed = packing.push(&data, surface.clone());
            packed.map_err(|source| DrawableError::Mesh {
                mesh,
                primitive: deformed.primitive,
                source,
            })?;
            triangles_face_outwards.push(facing(deformed, &primitive.triangles) >= 0.0);
            shown.push(deformed);
        }
        let mut drawable = Self {
            meshes: packing.finish(),
            undecoded,
            triangles_face_outwards,
            batch: Batch::default(),
        };
        // Cannot fail: the buffers are made for these lists.
        let _written = drawable.write_all(machine.queue, shown);
        Ok(drawable)
    }

    /// The same character for another pane, with its own vertices.
    #[must_use]
    pub fn sharing(&self, device: &wgpu::Device) -> Self {
        Self {
            meshes: MeshBuffers::all_sharing(device, &self.meshes),
            undecoded: Vec::new(),
            triangles_face_outwards: self.triangles_face_outwards.clone(),
            batch: Batch::default(),
        }
    }

    /// Shows another pose of the same character.
    ///
    /// # Errors
    ///
    /// `deformed` is of another character.
    pub fn write(
        &mut self,
        queue: &wgpu::Queue,
        character: &Character,
        deformed: &[DeformedPrimitive],
    ) -> Result<(), MeshError> {
        self.write_all(queue, deformed)?;
        let outwards = self.triangles_face_outwards.iter();
        let meshes = self.meshes.iter_mut();
        for ((buffers, found), &outwards_at_rest) in meshes.zip(deformed).zip(outwards) {
            if let Some((_, primitive)) = primitive_of(character, found) {
                // A mirroring map reverses the winding, while normals still point outwards.
                // Compared with rest, not by itself: meshes come with either winding, and some have normals that point inwards.
                let mirrored = (facing(found, &primitive.triangles) >= 0.0) != outwards_at_rest;
                buffers.winding = mirrored.into();
            }
        }
        Ok(())
    }

    /// Writes all vertices, which count from the next submission on.
    fn write_all<'a>(
        &mut self,
        queue: &wgpu::Queue,
        deformed: impl IntoIterator<Item = &'a DeformedPrimitive>,
    ) -> Result<(), MeshError> {
        let batch = &mut self.batch;
        let written = self
            .meshes
            .iter_mut()
            .zip(deformed)
            .try_for_each(|(mesh, found)| {
                mesh.batch_vertices(queue, batch, &found.positions, &found.normals)
            });
        batch.write(queue);
        written
    }

    /// As [`write`](Self::write), for known windings.
    ///
    /// # Errors
    ///
    /// `deformed` is of another character.
    pub fn write_wound(
        &mut self,
        queue: &wgpu::Queue,
        deformed: &[DeformedPrimitive],
        windings: impl IntoIterator<Item = Winding>,
    ) -> Result<(), MeshError> {
        self.write_all(queue, deformed)?;
        let drawn = self.meshes.iter_mut().zip(deformed);
        for ((buffers, _), winding) in drawn.zip(windings) {
            buffers.winding = winding;
        }
        Ok(())
    }

    /// Draws vertices that are skinned on the device: per placed primitive its part, and the winding of its triangles;
    /// `true` is mirrored relative to rest.
    ///
    /// # Errors
    ///
    /// The vertices are of another character.
    pub fn draw_skinned<'a, W: Into<Winding>>(
        &mut self,
        skinned: impl IntoIterator<Item = (SkinnedPart<'a>, W)>,
    ) -> Result<(), MeshError> {
        for (buffers, (part, winding)) in self.meshes.iter_mut().zip(skinned) {
            buffers.draw_from(part.buffer(), part.bytes())?;
            buffers.winding = winding.into();
        }
        Ok(())
    }

    /// Writes the number per vertex that heatmaps show: one list per primitive.
    ///
    /// # Errors
    ///
    /// The lists are of another character.
    pub fn write_channel(
        &mut self,
        queue: &wgpu::Queue,
        channel: &[Vec<f32>],
    ) -> Result<(), MeshError> {
        let mut batch = Batch::default();
        let mut lists = self.meshes.iter().zip(channel);
        let written =
            lists.try_for_each(|(mesh, values)| mesh.batch_channel(queue, &mut batch, values));
        batch.write(queue);
        written
    }

    /// Writes the openness per vertex, for all panes that share this character: one list per primitive.
    ///
    /// # Errors
    ///
    /// The lists are of another character.
    pub fn write_openness(
        &self,
        queue: &wgpu::Queue,
        openness: &[Vec<f32>],
    ) -> Result<(), MeshError> {
        let mut batch = Batch::default();
        let mut lists = self.meshes.iter().zip(openness);
        let written =
            lists.try_for_each(|(mesh, values)| mesh.batch_openness(queue, &mut batch, values));
        batch.write(queue);
        written
    }

    /// Writes a color per vertex, which replaces the number: one list per primitive.
    ///
    /// # Errors
    ///
    /// The lists are of another character.
    pub fn write_colors(
        &mut self,
        queue: &wgpu::Queue,
        colors: &[Vec<[u8; 4]>],
    ) -> Result<(), MeshError> {
        let mut batch = Batch::default();
        let mut lists = self.meshes.iter().zip(colors);
        let written =
            lists.try_for_each(|(mesh, colors)| mesh.batch_colors(queue, &mut batch, colors));
        batch.write(queue);
        written
    }

    /// Marks exactly these vertices; `at_rest` has the places by which dense ones are shown sparsely.
    ///
    /// # Errors
    ///
    /// None for places of this character; others are ignored.
    pub fn write_marks(
        &mut self,
        queue: &wgpu::Queue,
        marked: &BTreeSet<VertexPlace>,
        at_rest: &[DeformedPrimitive],
    ) -> Result<(), MeshError> {
        let mut batch = Batch::default();
        let mut meshes = self.meshes.iter().enumerate();
        let written = meshes.try_for_each(|(primitive, mesh)| {
            let places = at_rest.get(primitive).map_or(&[][..], |it| &it.positions);
            let marks = marks_of(marked, primitive, mesh.n_vertices(), places);
            mesh.batch_marks(queue, &mut batch, &marks)
        });
        batch.write(queue);
        written
    }
}

/// The largest way between marks that the device is told, in scene units: of a mark that is always shown.
const SPARSEST: f32 = 1e9;

/// For each vertex of a primitive that is marked how far apart marks may be shown without it, above 0; else 0.
fn marks_of(
    marked: &BTreeSet<VertexPlace>,
    primitive: usize,
    n_vertices: usize,
    places: &[Vec3],
) -> Vec<f32> {
    let mut marks = vec![0.0; n_vertices];
    let first = VertexPlace {
        primitive,
        vertex: 0,
    };
    let here = marked.range(first..);
    let here: Vec<usize> = here
        .take_while(|place| place.primitive == primitive)
        .map(|place| place.vertex)
        .filter(|vertex| *vertex < n_vertices)
        .collect();
    let at = |vertex: &usize| places.get(*vertex).copied().unwrap_or_default();
    let spacings = spacings(&here.iter().map(at).collect::<Vec<Vec3>>());
    for (vertex, spacing) in here.into_iter().zip(spacings) {
        if let Some(mark) = marks.get_mut(vertex) {
            // Above zero, since zero says that a vertex is not marked; finite, since some devices take infinity for anything.
            *mark = spacing.clamp(f32::MIN_POSITIVE, SPARSEST);
        }
    }
    marks
}

/// A texture per picture; none for one that cannot be decoded.
type Textures = Vec<Option<Texture>>;

/// Decodes and uploads one picture after another, each content once, and keeps no pixels that nobody else keeps.
fn upload_textures(
    machine: Machine<'_>,
    character: &Character,
) -> Result<(Textures, Vec<UndecodedPicture>), DrawableError> {
    let mut uploaded: BTreeMap<usize, Option<Texture>> = BTreeMap::new();
    let mut textures = Vec::new();
    let mut undecoded = Vec::new();
    for (index, image) in character.images.iter().enumerate() {
        // By address: images that share pixels are decoded and uploaded once.
        let address = image.pixels.address();
        if let Some(known) = uploaded.get(&address) {
            textures.push(known.clone());
            continue;
        }
        let texture = match image.pixels.rgba8_once() {
            Ok(rgba8) => Some(upload(machine, index, image, &rgba8)?),
            Err(reason) => {
                let name = image.name.clone();
                let picture = name.unwrap_or_else(|| format!("image {}", image.file_image));
                undecoded.push(UndecodedPicture { picture, reason });
                None
            }
        };
        uploaded.insert(address, texture.clone());
        textures.push(texture);
    }
    Ok((textures, undecoded))
}

fn upload(
    machine: Machine<'_>,
    index: usize,
    image: &character::Image,
    rgba8: &[u8],
) -> Result<Texture, DrawableError> {
    let Machine {
        renderer,
        device,
        queue,
    } = machine;
    let size = [image.width, image.height];
    Texture::upload(renderer, device, queue, size, rgba8)
        .map_err(|source| DrawableError::Image { index, source })
}

fn material<'a>(
    character: &Character,
    primitive: &Primitive,
    textures: &'a [Option<Texture>],
) -> Material<'a> {
    let flat = !primitive.normals_given;
    let Some(found) = primitive
        .material
        .and_then(|index| character.materials.get(index))
    else {
        return Material {
            flat,
            ..Material::CLAY
        };
    };
    Material {
        base_color: Some(found.base_color),
        texture: found
            .base_color_texture
            .and_then(|index| textures.get(index)?.as_ref()),
        wrap: found.wrap.map(wrap),
        alpha: alpha(found),
        double_sided: found.double_sided,
        flat,
    }
}

fn wrap(wrap: character::Wrap) -> Wrap {
    match wrap {
        character::Wrap::Repeat => Wrap::Repeat,
        character::Wrap::MirroredRepeat => Wrap::MirroredRepeat,
        character::Wrap::ClampToEdge => Wrap::ClampToEdge,
    }
}

fn alpha(material: &FileMaterial) -> AlphaMode {
    match material.alpha_mode {
        character::AlphaMode::Opaque => AlphaMode::Opaque,
        character::AlphaMode::Mask => AlphaMode::Mask(material.alpha_cutoff),
        character::AlphaMode::Blend => AlphaMode::Blend,
    }
}

/// The agreement of triangles and normals about the outside: `Σ (area normal) · (vertex normals)`.
fn facing(deformed: &DeformedPrimitive, triangles: &[[u32; 3]]) -> f32 {
    let corner =
        |vectors: &[Vec3], vertex: u32| vectors.get(vertex as usize).copied().unwrap_or_default();
    let agreement = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| corner(&deformed.positions, vertex));
        let normals: Vec3 = triangle
            .iter()
            .map(|&vertex| corner(&deformed.normals, vertex))
            .sum();
        // Not normalized: large triangles count more, and slivers, whose normals are rounding, hardly count.
        (b - a).cross(c - a).dot(normals)
    };
    triangles.iter().map(agreement).sum()
}
