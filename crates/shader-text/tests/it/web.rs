//! Programs of ours for WebGL 2, with the names of their resources.

use std::path::Path;

use rig::Method;
use shader_text::{ShaderTextError, Stage, layout, webgl};

use crate::tools::{at_hand, run};

#[test]
fn the_programs_of_a_page_compile_and_say_what_their_resources_are_called() {
    let skin = shaders::PAGE_SKIN.source().unwrap();
    let mut texts = Vec::new();
    for method in Method::ALL {
        let shader = webgl(&skin, &method.entry_point(), Stage::Vertex).unwrap();
        for (names, expected) in [
            (&shader.blocks, vec!["skin"]),
            (&shader.textures, vec!["influences", "poses", "rest"]),
        ] {
            assert_eq!(names.keys().collect::<Vec<_>>(), expected, "{method}");
            for name in names.values() {
                assert!(shader.text.contains(name.as_str()), "{method}: {name}");
            }
        }
        assert!(shader.text.contains("_vs2fs_location1"), "{method}");
        texts.push((format!("{method}.vert"), shader.text));
    }
    for (program, entry, stage) in [
        (&shaders::MESH, "vertex", Stage::Vertex),
        (&shaders::MESH, "fragment", Stage::Fragment),
        (&shaders::GRID, "vertex", Stage::Vertex),
        (&shaders::GRID, "fragment", Stage::Fragment),
        (&shaders::BACKGROUND, "vertex", Stage::Vertex),
        (&shaders::BACKGROUND, "fragment", Stage::Fragment),
        (&shaders::PAGE_DIFFERENCE, "difference", Stage::Vertex),
    ] {
        let text = webgl(&program.source().unwrap(), entry, stage)
            .unwrap()
            .text;
        let ending = if stage == Stage::Vertex {
            "vert"
        } else {
            "frag"
        };
        texts.push((format!("{}.{ending}", program.name), text));
    }
    if !at_hand("glslangValidator") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in texts {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        run("glslangValidator", &[Path::new("-l"), &file]);
    }
}

#[test]
fn members_of_a_uniform_have_their_offsets() {
    let source = shaders::MESH.source().unwrap();
    let frame = layout(&source, "Frame").unwrap();
    assert_eq!(
        (
            frame["clip_from_world"],
            frame["view_from_world"],
            frame["eye"]
        ),
        (0, 64, 128)
    );
    assert_eq!(frame[""] % 16, 0);
    assert!(matches!(
        layout(&source, "Fram"),
        Err(ShaderTextError::Invalid(_))
    ));
}

#[test]
fn what_is_not_there_is_an_error() {
    let found = webgl(
        "@vertex fn a() -> @builtin(position) vec4<f32> { return vec4<f32>(); }",
        "b",
        Stage::Vertex,
    );
    assert_eq!(found, Err(ShaderTextError::NoEntryPoint("b".to_owned())));
    let found = webgl("fn a( {", "a", Stage::Vertex);
    assert!(matches!(found, Err(ShaderTextError::Invalid(_))));
}
