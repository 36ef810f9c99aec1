//! A character's buffers on the graphics device, made from the results of [`deform`](scene::deform::deform).

use std::collections::{BTreeMap, BTreeSet};

use character::{Character, Material as FileMaterial, Primitive};
use glam::Vec3;
use scene::deform::{DeformedPrimitive, primitive_of};
use scene::vertex_facts::VertexPlace;
use scene::winding::Winding;
use skin_gpu::SkinInstances;
use thiserror::Error;

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
        /// The reason.
        source: TextureError,
    },
    /// A primitive cannot become buffers.
    #[error("mesh {mesh}, primitive {primitive} cannot be shown: {source}")]
    Mesh {
        /// Index of the mesh.
        mesh: usize,
        /// Index of the primitive in its mesh.
        primitive: usize,
        /// The reason.
        source: MeshError,
    },
}

/// The primitives of one pane, in the order of [`deform`](scene::deform::deform).
#[derive(Debug)]
pub struct Drawable {
    /// One per deformed primitive.
    pub meshes: Vec<MeshBuffers>,
    /// Pictures that could not be decoded, by name, each with the reason: their surfaces show the plain colour.
    pub undecoded: Vec<(String, String)>,
    triangles_face_outwards: Vec<bool>,
}

/// A device with its compiled shaders.
#[derive(Clone, Copy, Debug)]
pub struct Machine<'a> {
    /// The compiled shaders.
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
        let mut drawable = Self {
            meshes: Vec::new(),
            undecoded,
            triangles_face_outwards: Vec::new(),
        };
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
            let material = material(character, primitive, &textures);
            let buffers = MeshBuffers::new(
                machine.renderer,
                machine.device,
                machine.queue,
                &data,
                &material,
            )
            .map_err(|source| DrawableError::Mesh {
                mesh,
                primitive: deformed.primitive,
                source,
            })?;
            drawable.meshes.push(buffers);
            pass_on(machine.queue, drawable.meshes.len());
            drawable
                .triangles_face_outwards
                .push(facing(deformed, &primitive.triangles) >= 0.0);
        }
        Ok(drawable)
    }

    /// The same character for another pane, with its own vertices.
    #[must_use]
    pub fn sharing(&self, device: &wgpu::Device) -> Self {
        Self {
            meshes: self
                .meshes
                .iter()
                .map(|mesh| mesh.sharing(device))
                .collect(),
            undecoded: Vec::new(),
            triangles_face_outwards: self.triangles_face_outwards.clone(),
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
        let outwards = self.triangles_face_outwards.iter();
        let meshes = self.meshes.iter_mut().enumerate();
        for (((n_before, buffers), found), &outwards_at_rest) in meshes.zip(deformed).zip(outwards)
        {
            pass_on(queue, n_before);
            buffers.write_vertices(queue, &found.positions, &found.normals)?;
            if let Some((_, primitive)) = primitive_of(character, found) {
                // A mirroring map reverses the winding, while normals still point outwards.
                let mirrored = (facing(found, &primitive.triangles) >= 0.0) != outwards_at_rest;
                buffers.winding = mirrored.into();
            }
        }
        Ok(())
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
        for ((buffers, found), winding) in self.meshes.iter_mut().zip(deformed).zip(windings) {
            buffers.write_vertices(queue, &found.positions, &found.normals)?;
            buffers.winding = winding;
        }
        Ok(())
    }

    /// Draws vertices that are skinned on the device: per primitive its instances, and the winding of its triangles;
    /// `true` is mirrored relative to rest.
    ///
    /// # Errors
    ///
    /// The vertices are of another character.
    pub fn draw_skinned<'a, W: Into<Winding>>(
        &mut self,
        skinned: impl IntoIterator<Item = (&'a SkinInstances, W)>,
    ) -> Result<(), MeshError> {
        for (buffers, (instances, winding)) in self.meshes.iter_mut().zip(skinned) {
            buffers.draw_from(instances.buffer())?;
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
        self.meshes
            .iter_mut()
            .zip(channel)
            .try_for_each(|(mesh, values)| mesh.write_channel(queue, values))
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
        self.meshes
            .iter()
            .zip(openness)
            .try_for_each(|(mesh, values)| mesh.write_openness(queue, values))
    }

    /// Writes a colour per vertex, which replaces the number: one list per primitive.
    ///
    /// # Errors
    ///
    /// The lists are of another character.
    pub fn write_colors(
        &mut self,
        queue: &wgpu::Queue,
        colors: &[Vec<[u8; 4]>],
    ) -> Result<(), MeshError> {
        self.meshes
            .iter_mut()
            .zip(colors)
            .try_for_each(|(mesh, colors)| mesh.write_colors(queue, colors))
    }

    /// Marks exactly these vertices.
    ///
    /// # Errors
    ///
    /// None for places of this character; others are ignored.
    pub fn write_marks(
        &mut self,
        queue: &wgpu::Queue,
        marked: &BTreeSet<VertexPlace>,
    ) -> Result<(), MeshError> {
        for (primitive, mesh) in self.meshes.iter_mut().enumerate() {
            let marks = marks_of(marked, primitive, mesh.n_vertices());
            mesh.write_marks(queue, &marks)?;
        }
        Ok(())
    }
}

/// Primitives whose bytes are written before they are passed on to the device.
const BATCH: usize = 256;

/// What is written to a buffer waits in a copy of its own for the next submission, tens of kilobytes even for a triangle: of a
/// thousand primitives it would be a hundred megabytes.
fn pass_on(queue: &wgpu::Queue, n_written: usize) {
    if n_written > 0 && n_written.is_multiple_of(BATCH) {
        queue.submit([]);
    }
}

/// 1 for each vertex of a primitive that is marked, else 0.
fn marks_of(marked: &BTreeSet<VertexPlace>, primitive: usize, n_vertices: usize) -> Vec<u32> {
    let mut marks = vec![0; n_vertices];
    let first = VertexPlace {
        primitive,
        vertex: 0,
    };
    let here = marked.range(first..);
    for place in here.take_while(|place| place.primitive == primitive) {
        if let Some(mark) = marks.get_mut(place.vertex) {
            *mark = 1;
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
) -> Result<(Textures, Vec<(String, String)>), DrawableError> {
    let mut uploaded: BTreeMap<usize, Option<Texture>> = BTreeMap::new();
    let mut textures = Vec::new();
    let mut undecoded = Vec::new();
    for (index, image) in character.images.iter().enumerate() {
        let address = image.pixels.address();
        if let Some(known) = uploaded.get(&address) {
            textures.push(known.clone());
            continue;
        }
        let texture = match image.pixels.rgba8_once() {
            Ok(rgba8) => Some(upload(machine, (index, image), &rgba8)?),
            Err(reason) => {
                let name = image.name.clone();
                let name = name.unwrap_or_else(|| format!("image {}", image.file_image));
                undecoded.push((name, reason));
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
    (index, image): (usize, &character::Image),
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
        (b - a).cross(c - a).dot(normals)
    };
    triangles.iter().map(agreement).sum()
}
