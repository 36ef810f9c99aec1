//! Reading of materials, the pictures they name and the texture coordinates they take.

use std::collections::BTreeMap;

use glam::{Mat2, Vec2, Vec4};

use crate::bytes::reader::Reader;
use crate::fault::error::ReadResult;
use crate::fault::progress::Stage;
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::looks::image_loader::ImageLoader;
use crate::model::image::Image;
use crate::model::material::{AlphaMode, Material, Wrap};

/// Which texture coordinates a material's base color takes, and `KHR_texture_transform`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BaseColorCoords {
    pub(crate) set: u64,
    offset: Vec2,
    /// The linear part: first the scale, then the rotation.
    linear: Mat2,
}

impl BaseColorCoords {
    /// The bits of offset and linear part: what tells one way of laying a picture from another.
    pub(crate) fn bits(self) -> [u32; 6] {
        let Vec2 { x, y } = self.offset;
        let [a, b, c, d] = self.linear.to_cols_array();
        [x, y, a, b, c, d].map(f32::to_bits)
    }
}

impl Default for BaseColorCoords {
    fn default() -> Self {
        Self {
            set: 0,
            offset: Vec2::ZERO,
            linear: Mat2::IDENTITY,
        }
    }
}

impl BaseColorCoords {
    pub(crate) fn apply(&self, uv: Vec2) -> Vec2 {
        self.offset + self.linear * uv
    }
}

/// What the file's materials come to.
#[derive(Debug, Default)]
pub(crate) struct Materials {
    pub(crate) materials: Vec<Material>,
    pub(crate) coords: Vec<BaseColorCoords>,
    pub(crate) images: Vec<Image>,
}

/// Reads all materials, and the sizes of the pictures that they name. A picture that has none is a warning.
pub(crate) fn read_materials(
    reader: &Reader<'_>,
    loader: &mut ImageLoader<'_>,
) -> ReadResult<Materials> {
    let mut read = Materials::default();
    // Position in `images` of each picture of the file; none for one that cannot be shown.
    let mut known = BTreeMap::new();
    let materials = reader.root.items("materials")?;
    let n_materials = materials.len();
    if let Some(at) = reader.root.get("materials") {
        let size = size_of::<Material>() + size_of::<BaseColorCoords>();
        reader.charge(&at, n_materials, 2 * size)?;
    }
    for (index, at) in materials.enumerate() {
        reader.step(Stage::Pictures, index, n_materials)?;
        let mut material = read_material(&at)?;
        let mut coords = BaseColorCoords::default();
        let texture = at
            .get("pbrMetallicRoughness")
            .and_then(|at| at.get("baseColorTexture"));
        if let Some(info) = texture {
            coords = read_coords(&info)?;
            let (_, texture) =
                info.require("index")?
                    .lookup(&reader.root, "textures", "texture")?;
            material.wrap = read_wrap(reader, &texture)?;
            if let Some(image) = image_of(reader, &texture)? {
                let slot = known
                    .entry(image)
                    .or_insert_with(|| load(reader, loader, image, &mut read.images));
                material.base_color_texture = *slot;
            }
        }
        read.materials.push(material);
        read.coords.push(coords);
    }
    Ok(read)
}

/// The extension whose pictures are read as any other.
const WEBP: &str = "EXT_texture_webp";

/// The image that a texture names; that of an extension, where it names no other.
fn image_of(reader: &Reader<'_>, texture: &At<'_>) -> ReadResult<Option<usize>> {
    let extensions = texture.get("extensions");
    let webp = extensions.and_then(|at| at.get(WEBP)?.get("source"));
    if let Some(source) = texture.get("source").or(webp) {
        return Ok(Some(source.lookup(&reader.root, "images", "image")?.0));
    }
    let names = |name| extensions.is_some_and(|at| at.get(name).is_some());
    let reason = match () {
        () if names("KHR_texture_basisu") => {
            "it is a KTX 2 picture, which is not read here: where KTX-Software is installed, “npx @gltf-transform/cli ktxdecompress in.glb out.glb” makes PNG of it"
        }
        () if names("EXT_texture_avif") => {
            "it is an AVIF picture, which is not read here: “npx @gltf-transform/cli png --formats avif in.glb out.glb” makes PNG of it"
        }
        () => "it is in no supported format",
    };
    reader.warn_because(WarningKind::TextureUnavailable, texture, reason);
    Ok(None)
}

fn load(
    reader: &Reader<'_>,
    loader: &mut ImageLoader<'_>,
    image: usize,
    images: &mut Vec<Image>,
) -> Option<usize> {
    let at = reader.root.items("images").ok()?.at(image)?;
    match loader.load(reader, image, &at) {
        Ok(image) => {
            images.push(image);
            Some(images.len() - 1)
        }
        Err(reason) => {
            reader.warn_because(WarningKind::TextureUnavailable, &at, reason);
            None
        }
    }
}

fn read_material(at: &At<'_>) -> ReadResult<Material> {
    let default = Material::default();
    let factor = at
        .get("pbrMetallicRoughness")
        .and_then(|at| at.get("baseColorFactor"));
    let alpha_mode = match at.get("alphaMode") {
        None => AlphaMode::Opaque,
        Some(mode) => match mode.string()? {
            "OPAQUE" => AlphaMode::Opaque,
            "MASK" => AlphaMode::Mask,
            "BLEND" => AlphaMode::Blend,
            _ => return Err(mode.value_flaw("OPAQUE, MASK or BLEND")),
        },
    };
    Ok(Material {
        name: at.name("name"),
        base_color: factor.map_or(Ok(default.base_color), |at| {
            Ok(Vec4::from_array(at.numbers()?))
        })?,
        alpha_mode,
        alpha_cutoff: at
            .get("alphaCutoff")
            .map_or(Ok(default.alpha_cutoff), |at| at.number())?,
        double_sided: at.get("doubleSided").map_or(Ok(false), |at| at.boolean())?,
        ..default
    })
}

fn read_coords(info: &At<'_>) -> ReadResult<BaseColorCoords> {
    let transform = info
        .get("extensions")
        .and_then(|at| at.get("KHR_texture_transform"));
    let set = transform
        .and_then(|at| at.get("texCoord"))
        // The extension's set, where it names one, replaces the plain one.
        .or_else(|| info.get("texCoord"));
    let set = set.map_or(Ok(0), |at| at.integer())?;
    let Some(at) = transform else {
        return Ok(BaseColorCoords {
            set,
            ..BaseColorCoords::default()
        });
    };
    let offset = at.get("offset").map_or(Ok([0.0; 2]), |at| at.numbers())?;
    let scale = at.get("scale").map_or(Ok([1.0; 2]), |at| at.numbers())?;
    let angle = at.get("rotation").map_or(Ok(0.0), |at| at.number())?;
    // Counter-clockwise with v pointing down, hence the negative angle. The extension's GLSL shows the other sense, but
    // its own test model, the Khronos viewer and three.js agree on this one.
    let linear = Mat2::from_angle(-angle) * Mat2::from_diagonal(Vec2::from_array(scale));
    Ok(BaseColorCoords {
        set,
        offset: Vec2::from_array(offset),
        linear,
    })
}

fn read_wrap(reader: &Reader<'_>, texture: &At<'_>) -> ReadResult<[Wrap; 2]> {
    let Some(index) = texture.get("sampler") else {
        return Ok([Wrap::Repeat; 2]);
    };
    let (_, sampler) = index.lookup(&reader.root, "samplers", "sampler")?;
    let wrap = |key| match sampler
        .value
        .get(key)
        .and_then(crate::json::tree::Node::as_u64)
    {
        // OpenGL's numbers of the modes; all others, 10497 among them, repeat.
        Some(33071) => Wrap::ClampToEdge,
        Some(33648) => Wrap::MirroredRepeat,
        _ => Wrap::Repeat,
    };
    Ok([wrap("wrapS"), wrap("wrapT")])
}
