//! Draws a scene into textures: plain data in, pictures out. Knows no document and no user interface.
//!
//! The steps to a picture:
//!
//! 1. A device comes from outside: the window's, or [`request_device`] for commands and tests.
//! 2. [`Renderer::new`] compiles the shaders, once per device; [`Renderer::reload`] compiles other texts.
//! 3. On load: [`Texture::upload`] per image, [`Drawable::new`](drawable::Drawable::new) with all
//!    primitives of a character, which share few buffers, or [`MeshBuffers::new`] for one alone. A second pane with the
//!    same character takes [`Drawable::sharing`](drawable::Drawable::sharing), which has only its own positions.
//! 4. Each frame: [`Drawable::write`](drawable::Drawable::write) with the skinned vertices,
//!    [`Drawable::write_channel`](drawable::Drawable::write_channel) for heatmaps, [`BoneBuffers::write`] for the
//!    skeleton.
//! 5. [`Renderer::draw`] a [`Scene`] into a [`PaneTarget`]. Nothing is read from the GPU and nothing blocks.
//! 6. The window shows [`PaneTarget::view`] as an image; a command calls [`PaneTarget::read_back`].
//!
//! Conventions: right-handed, Y up, meters, radians; world space is model space is the scene space of a file. Depth is
//! reversed and infinite: 1 at the near plane, 0 far away, so that 32-bit floats resolve all distances alike. Shading
//! is linear; the color target encodes sRGB; the finished picture is `Rgba8Unorm` with encoded bytes, as in the
//! window's own target and in PNG files. Colors in this interface are sRGB bytes, unless stated otherwise (base color
//! factors are linear).
//!
//! Vertices that are not finite never cause a panic: the GPU drops their triangles.

#![forbid(unsafe_code)]

mod block_layout;
mod bone_shapes;
mod bones;
mod compile;
mod copier;
pub mod crowd;
mod device;
pub mod drawable;
mod edges;
mod ellipsoid;
pub mod gpu_character;
mod gpu_gradients;
mod gpu_targets;
mod layouts;
mod mark_spacing;
mod material;
mod mesh;
mod mesh_data;
mod onion;
pub mod pane_skins;
mod pipelines;
mod read_back;
mod renderer;
mod scene;
mod shader_colors;
mod solids;
mod span;
mod target;
mod texture;
mod texture_image;
mod theme;
mod upload;
mod visible_faces;

pub use bones::{BoneBuffers, BoneLook};
pub use compile::{ShaderError, compile_shader};
pub use device::{DeviceError, Gpu, adapter_of_name, request_device, wanted_adapter};
pub use material::{AlphaMode, Material, Wrap};
pub use mesh::MeshBuffers;
pub use mesh_data::{MeshData, MeshError};
pub use onion::{MOST_ONION_SKINS, OnionBuffers, OnionSkin};
pub use read_back::{ReadBackError, read_back};
pub use renderer::Renderer;
pub use scene::{Backdrop, Ground, Scene};
pub use target::{PaneTarget, TargetError, attempt, check_size};
pub use texture::Texture;
pub use texture_image::TextureError;
pub use theme::Theme;
pub use visible_faces::VisibleFaces;
/// The devices and textures of the public functions: whoever takes this crate needs no version of its own.
pub use wgpu;
