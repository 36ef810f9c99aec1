//! Other texts in the place of the built-in ones: the pictures follow, and a fault leaves them as they were.

use std::io::Write as _;

use glam::Vec3;
use image::RgbaImage;
use render::{Ground, Material, Scene, ShaderError, Texture, compile_shader};
use scene::view::bounds::Bounds;
use scene::view::surface_mode::SurfaceMode;
use shaders::Sources;

use super::pictures::Studio;
use super::subjects::ball;

/// The built-in texts but for one: `old` in it is replaced by `new`.
fn changed(path: &str, old: &str, new: &str) -> Sources {
    let mut sources = Sources::built_in();
    let text = sources.text(path).unwrap();
    assert!(text.contains(old), "{path} has no `{old}`");
    let text = text.replacen(old, new, 1);
    sources.replace(path, text);
    sources
}

/// The line of a text in a built-in file, from 1.
fn line(path: &str, text: &str) -> usize {
    let sources = Sources::built_in();
    let mut lines = sources.text(path).unwrap().lines();
    1 + lines.position(|line| line.contains(text)).unwrap()
}

/// One of everything that has a program.
fn picture(studio: &Studio) -> RgbaImage {
    let mesh = studio.mesh(&ball(Vec3::ZERO, 0.6), &Material::CLAY);
    let bounds = Bounds {
        min: Vec3::splat(-0.6),
        max: Vec3::splat(0.6),
    };
    let meshes = [&mesh];
    let scene = Scene {
        ground: Some(Ground::under(&bounds)),
        ..studio.scene(SurfaceMode::Material, &meshes)
    };
    studio.picture("reload", &scene)
}

#[test]
fn the_same_texts_give_the_same_picture() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let before = picture(&studio);
    studio
        .renderer
        .reload(&studio.gpu.device, &Sources::built_in())
        .unwrap();
    assert_eq!(picture(&studio), before);
}

#[test]
fn a_changed_program_changes_the_picture() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let before = picture(&studio);
    let green = changed(
        "background.wgsl",
        "    let encoded =",
        "    if in.height > -1.0 { return vec4<f32>(0.0, 1.0, 0.0, 1.0); }\n    let encoded =",
    );
    studio.renderer.reload(&studio.gpu.device, &green).unwrap();
    let after = picture(&studio);
    assert_ne!(before.get_pixel(0, 0).0, [0, 255, 0, 255]);
    assert_eq!(after.get_pixel(0, 0).0, [0, 255, 0, 255]);
    assert_eq!(
        after.get_pixel(80, 60),
        before.get_pixel(80, 60),
        "the ball stays"
    );
}

#[test]
fn a_changed_include_changes_every_program_that_imports_it() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let before = picture(&studio);
    let flipped = changed(
        "include/viewport.wgsl",
        "* 2.0 - 1.0;",
        "* 2.0 - vec2<f32>(1.0, 3.0);",
    );
    studio
        .renderer
        .reload(&studio.gpu.device, &flipped)
        .unwrap();
    assert_ne!(picture(&studio), before);
}

/// A fault, and how its message begins.
struct Fault {
    path: &'static str,
    old: &'static str,
    new: &'static str,
    begins: String,
    says: &'static str,
}

/// Told of the line that is changed.
fn fault(path: &'static str, old: &'static str, new: &'static str, says: &'static str) -> Fault {
    Fault {
        path,
        old,
        new,
        begins: format!("{path} line {}: ", line(path, old)),
        says,
    }
}

#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn faults_of_texts() -> Vec<Fault> {
    vec![
        // Syntax, of a program below its imports and of an include within another text.
        fault(
            "mesh.wgsl",
            "out.position = in.position;",
            "out.position = = 1;",
            "expected expression",
        ),
        fault(
            "grid.wgsl",
            "return max(x, z);",
            "return max(x, z;",
            "expected",
        ),
        fault(
            "include/frame.wgsl",
            "    clay: vec4<f32>,",
            "    clay vec4<f32>,",
            "expected",
        ),
        // Names and types.
        fault(
            "include/studio.wgsl",
            "fn studio(",
            "const STUDIO: i32 = 1.5;\nfn studio(",
            "i32",
        ),
        fault(
            "bones.wgsl",
            "@fragment",
            "fn f() -> u32 { return missing; }\n@fragment",
            "missing",
        ),
        fault(
            "background.wgsl",
            "    let place = viewport_triangle(corner);",
            "    let place = viewport_triangle(1.5);",
            "",
        ),
        fault(
            "copy.wgsl",
            "return textureSample(picture, picture_sampler, in.tex_coord);",
            "return in.tex_coord;",
            "return",
        ),
        fault(
            "wire.wgsl",
            "return Varying(clip, mix(",
            "return Varying(mix(",
            "",
        ),
        fault(
            "rings.wgsl",
            "let axis = ring % 3u;",
            "let axis = ring % 3.0;",
            "",
        ),
        // Imports.
        fault(
            "mesh.wgsl",
            "#import ramps",
            "#import rampps",
            "`#import rampps` names no include",
        ),
    ]
}

/// Texts that are right, and do not fit what the programs are used for.
fn faults_of_fit() -> Vec<Fault> {
    let without_line = |path, old, new, says| Fault {
        begins: format!("{path}: "),
        ..fault(path, old, new, says)
    };
    vec![
        // Bindings that are not there.
        fault(
            "copy.wgsl",
            "@group(0) @binding(1) var picture_sampler",
            "@group(0) @binding(7) var picture_sampler",
            "binding: 7",
        ),
        fault(
            "include/material.wgsl",
            "@group(1) @binding(0) var<uniform> material",
            "@group(2) @binding(0) var<uniform> material",
            "group: 2",
        ),
        fault(
            "include/frame.wgsl",
            "@group(0) @binding(1) var<uniform> grid",
            "@group(99) @binding(1) var<uniform> grid",
            "99",
        ),
        // Longer than the buffer it is read from, which is told of the variable.
        Fault {
            begins: format!(
                "include/frame.wgsl line {}: ",
                1 + line("include/frame.wgsl", "frame: Frame")
            ),
            ..fault(
                "include/frame.wgsl",
                "    diverging: u32,",
                "    diverging: u32,\n    more: vec4<f32>,",
                "size",
            )
        },
        // Not among the buffers: told of the entry point that asks.
        Fault {
            begins: format!("mesh.wgsl line {}: ", line("mesh.wgsl", "@vertex")),
            ..fault(
                "mesh.wgsl",
                "    @location(3) channel: f32,",
                "    @location(9) channel: f32,",
                "Location[9]",
            )
        },
        without_line("grid.wgsl", "fn fragment(", "fn fragments(", "'fragment'"),
        without_line("bones.wgsl", "@vertex", "", ""),
    ]
}

#[test]
fn a_fault_names_its_line_and_leaves_all_as_it_was() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let before = picture(&studio);
    let mut wrong = Vec::new();
    for fault in faults_of_texts().into_iter().chain(faults_of_fit()) {
        let sources = changed(fault.path, fault.old, fault.new);
        let error = studio.renderer.reload(&studio.gpu.device, &sources);
        let message = error.unwrap_err().to_string();
        if !message.starts_with(&fault.begins) || !message.contains(fault.says) {
            wrong.push(format!(
                "`{}` → {message}\n  expected {}… {}",
                fault.new, fault.begins, fault.says
            ));
        }
        writeln!(std::io::stdout(), "{message}").unwrap();
        assert_eq!(picture(&studio), before, "after {message}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // None of them has left a mark.
    studio
        .renderer
        .reload(&studio.gpu.device, &Sources::built_in())
        .unwrap();
    assert_eq!(picture(&studio), before);
}

#[test]
fn a_half_broken_set_changes_nothing() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let before = picture(&studio);
    // The background compiles before the copier, whose fault must keep it out.
    let mut sources = changed("background.wgsl", "smoothstep(0.0, 1.0, in.height)", "0.5");
    sources.replace("copy.wgsl", "nonsense");
    let error = studio.renderer.reload(&studio.gpu.device, &sources);
    assert!(
        matches!(error, Err(ShaderError::Line { place, .. }) if place.to_string() == "copy.wgsl line 1")
    );
    assert_eq!(picture(&studio), before);
}

#[test]
fn textures_can_be_uploaded_after_a_reload() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let gpu = &studio.gpu;
    studio
        .renderer
        .reload(&gpu.device, &Sources::built_in())
        .unwrap();
    let bytes = [200; 4 * 4 * 4];
    let texture = Texture::upload(&studio.renderer, &gpu.device, &gpu.queue, [4, 4], &bytes);
    assert!(texture.is_ok(), "mip levels come from the new program");
}

/// A kernel in the place of that for skinning.
fn kernel(text: &'static str, studio: &Studio) -> Result<(), ShaderError> {
    let device = &studio.gpu.device;
    let mut sources = Sources::built_in();
    sources.replace(shaders::SKIN.path, text);
    let source = sources.resolve(&shaders::SKIN)?.text;
    compile_shader(device, &sources, &shaders::SKIN, || {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor::default());
        let _kernel = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&layout),
            module: &module,
            entry_point: Some("kernel"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
    })
}

#[test]
fn faults_of_kernels_name_their_lines_too() {
    let Some(studio) = Studio::new() else { return };
    let says = |text| kernel(text, &studio).unwrap_err().to_string();
    let good = "#import viewport\n@compute @workgroup_size(1)\nfn kernel() {}";
    assert_eq!(kernel(good, &studio), Ok(()));
    let syntax = says("#import viewport\n@compute @workgroup_size(1)\nfn kernel() { 1 }");
    assert!(syntax.starts_with("skin.wgsl line 3: "), "{syntax}");
    let binding = says(
        "#import viewport\n\n@group(0) @binding(3) var<storage> a: array<u32>;\n\
         @compute @workgroup_size(1)\nfn kernel() { _ = a[0]; }",
    );
    assert!(binding.starts_with("skin.wgsl line 3: "), "{binding}");
    let missing = says("@compute @workgroup_size(1)\nfn colonel() {}");
    assert!(missing.starts_with("skin.wgsl: "), "{missing}");
}
