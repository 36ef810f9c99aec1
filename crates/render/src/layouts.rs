//! Rust counterparts of WGSL structs, byte by byte. Keep each in sync with the struct of the file it names; the test
//! below compares them with the layout from naga.

use bytemuck::{Pod, Zeroable};

/// `Frame` of shaders/wgsl/include/frame.wgsl: camera, colors and options of one picture.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct FrameUniform {
    pub clip_from_world: [[f32; 4]; 4],
    pub view_from_world: [[f32; 4]; 4],
    pub eye: [f32; 4],
    pub encoded_background_top: [f32; 4],
    pub encoded_background_bottom: [f32; 4],
    pub clay: [f32; 4],
    pub wire: [f32; 4],
    pub marked: [f32; 4],
    pub viewport: [f32; 2],
    pub pixel_angle: f32,
    pub surface: u32,
    pub channel_range: f32,
    pub ambient: f32,
    pub facets: u32,
    pub diverging: u32,
    pub ramp: u32,
    pub isolated: u32,
    pub isoline_step: f32,
    pub dot_radius: f32,
    pub contact: f32,
    pub unused: [f32; 3],
}

/// `Grid` of shaders/wgsl/include/frame.wgsl: the floor; zeros draw none.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct GridUniform {
    pub minor: [f32; 4],
    pub major: [f32; 4],
    pub axis_x: [f32; 4],
    pub axis_z: [f32; 4],
    pub center: [f32; 2],
    pub radius: f32,
    pub spacing: f32,
    pub shade: [f32; 4],
}

/// `Rings` of shaders/wgsl/include/frame.wgsl: two frames for three circles each.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct RingsUniform {
    pub world_from_ellipsoid: [[f32; 4]; 4],
    pub world_from_ball: [[f32; 4]; 4],
    pub colors: [[f32; 4]; 3],
}

/// `Material` of shaders/wgsl/include/material.wgsl: base color linear, flags as whole numbers.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MaterialUniform {
    pub base_color: [f32; 4],
    pub alpha_cutoff: f32,
    pub alpha_mode: u32,
    pub flat_shading: u32,
    pub is_clay: u32,
}

/// `BoneInstance` of shaders/wgsl/bones.wgsl: rows of the matrix to the world, and a linear color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct BoneInstance {
    pub row_x: [f32; 4],
    pub row_y: [f32; 4],
    pub row_z: [f32; 4],
    pub color: [f32; 4],
}

/// `SolidVertex` of shaders/wgsl/bones.wgsl, tightly packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct SolidVertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    pub edge: [f32; 3],
}

#[cfg(test)]
mod tests {
    use testkit::{rust_layout, shader_layout};

    use super::*;

    #[test]
    fn mirrors_have_the_layout_of_the_shaders() {
        let frame = rust_layout!(FrameUniform: clip_from_world, view_from_world, eye, encoded_background_top,
            encoded_background_bottom, clay, wire, marked, viewport, pixel_angle, surface, channel_range, ambient, facets,
            diverging, ramp, isolated, isoline_step, dot_radius, contact);
        let grid =
            rust_layout!(GridUniform: minor, major, axis_x, axis_z, center, radius, spacing, shade);
        let rings = rust_layout!(RingsUniform: world_from_ellipsoid, world_from_ball, colors);
        let material = rust_layout!(MaterialUniform: base_color, alpha_cutoff, alpha_mode, flat_shading, is_clay);
        let bone = rust_layout!(BoneInstance: row_x, row_y, row_z, color);
        let module = |shader: &shaders::Shader| {
            naga::front::wgsl::parse_str(&shader.source().unwrap()).unwrap()
        };
        let mesh = module(&shaders::MESH);
        assert_eq!(frame, shader_layout!(&mesh, "Frame"));
        assert_eq!(grid, shader_layout!(&module(&shaders::GRID), "Grid"));
        assert_eq!(rings, shader_layout!(&module(&shaders::RINGS), "Rings"));
        assert_eq!(material, shader_layout!(&mesh, "Material"));
        assert_eq!(
            bone,
            shader_layout!(&module(&shaders::BONES), "BoneInstance")
        );
    }
}
