//! Colors, and the pictures that go with them.

use std::collections::HashMap;

use character::{AuthoredImage, AuthoredMaterial, PicturedMaterial};
use glam::Vec4;
use ufbx::{Material, MaterialMap, Scene, Texture};

use super::nodes::f32_of;
use super::{Budget, Notes};
use crate::format::SideFile;

#[derive(Default)]
pub(super) struct Materials {
    pub(super) materials: Vec<PicturedMaterial>,
    pub(super) images: Vec<AuthoredImage>,
    /// By the picture's name in the file: several textures may show one.
    known: HashMap<String, Option<usize>>,
}

pub(super) fn read(
    scene: &Scene,
    side: &SideFile<'_>,
    budget: &mut Budget,
    notes: &mut Notes,
) -> Materials {
    let mut read = Materials::default();
    for material in &scene.materials {
        let color = color(material);
        let texture = picture_of(&material.pbr.base_color)
            .or_else(|| picture_of(&material.fbx.diffuse_color));
        let image = texture.and_then(|texture| read.image(texture, side, budget, notes));
        let name: &str = &material.element.name;
        read.materials.push(PicturedMaterial {
            plain: AuthoredMaterial {
                name: name.to_owned(),
                // Most programs write a gray beside a picture, and show the picture alone.
                base_color: if image.is_some() {
                    Vec4::ONE.with_w(color.w)
                } else {
                    color
                },
                double_sided: true,
            },
            image,
        });
    }
    read
}

fn picture_of(map: &MaterialMap) -> Option<&Texture> {
    let texture = map.texture.as_ref().filter(|_| map.texture_enabled)?;
    let texture: &Texture = texture;
    // Layers and shaders lead to pictures.
    let first = (&texture.file_textures).into_iter().next();
    Some(first.unwrap_or(texture))
}

fn color(material: &Material) -> Vec4 {
    let of = |map: &MaterialMap, otherwise: Vec4| {
        let value = &map.value_vec4;
        let color = [value.x, value.y, value.z, value.w].map(f32_of);
        let color = Vec4::from_array(color);
        if map.has_value && color.is_finite() {
            color
        } else {
            otherwise
        }
    };
    let one = |map: &MaterialMap| of(map, Vec4::ONE).x;
    let base = of(&material.pbr.base_color, Vec4::splat(0.8)) * one(&material.pbr.base_factor);
    let opacity = of(&material.pbr.opacity, Vec4::ONE).x;
    base.clamp(Vec4::ZERO, Vec4::ONE)
        .with_w(opacity.clamp(0.0, 1.0))
}

impl Materials {
    fn image(
        &mut self,
        texture: &Texture,
        side: &SideFile<'_>,
        budget: &mut Budget,
        notes: &mut Notes,
    ) -> Option<usize> {
        let relative: &str = &texture.relative_filename;
        let any: &str = &texture.filename;
        let name = if relative.is_empty() { any } else { relative };
        // Pictures in the file may have no name; each is its own then.
        let key = match name {
            "" => texture.element.element_id.to_string(),
            name => name.to_owned(),
        };
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let found = self.new_image(texture, name, side, budget, notes);
        self.known.insert(key, found);
        found
    }

    fn new_image(
        &mut self,
        texture: &Texture,
        name: &str,
        side: &SideFile<'_>,
        budget: &mut Budget,
        notes: &mut Notes,
    ) -> Option<usize> {
        let embedded: &[u8] = &texture.content;
        let bytes = match embedded {
            [] => side(name),
            embedded if !budget.takes(embedded.len(), "pictures", notes) => return None,
            embedded => Some(embedded.to_vec()),
        };
        let Some(bytes) = bytes else {
            notes.push(format!("a picture is not beside the file: {}", short(name)));
            return None;
        };
        let mime_type = match bytes.as_slice() {
            [0x89, b'P', b'N', b'G', ..] => "image/png",
            [0xff, 0xd8, ..] => "image/jpeg",
            _ => {
                notes.push(format!(
                    "a picture is neither PNG nor JPEG: {}",
                    short(name)
                ));
                return None;
            }
        };
        let name: &str = &texture.element.name;
        self.images.push(AuthoredImage {
            name: name.to_owned(),
            mime_type,
            bytes,
        });
        Some(self.images.len() - 1)
    }
}

/// The end of a path, for a message.
fn short(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.chars().take(60).collect()
}
