//! The shaders of a page.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use shader_text::{ShaderTextError, Stage, WebGl, layout, webgl};
use shaders::Shader;

use super::Failure;
use super::poses::Groups;

/// The programs that draw; vertices come skinned.
const DRAWN: [(&str, &Shader); 3] = [
    ("mesh", &shaders::MESH),
    ("grid", &shaders::GRID),
    ("background", &shaders::BACKGROUND),
];

/// Programs by name, and the offsets of what they read from uniforms.
pub(super) fn json(groups: &Groups) -> Result<Value, Failure> {
    programs(groups).map_err(|error| Failure::Data(format!("{error}.")))
}

fn programs(groups: &Groups) -> Result<Value, ShaderTextError> {
    let entries: BTreeSet<String> = groups.all_programs().collect();
    let skin = shaders::PAGE_SKIN.source()?;
    let mut skins = Map::new();
    for entry in entries {
        let program = shader(&webgl(&skin, &entry, Stage::Vertex)?);
        skins.insert(entry, program);
    }
    let difference = webgl(
        &shaders::PAGE_DIFFERENCE.source()?,
        "difference",
        Stage::Vertex,
    )?;
    let mut drawn = Map::new();
    for (name, program) in DRAWN {
        let source = program.source()?;
        drawn.insert(
            name.to_owned(),
            json!({
                "vertex": shader(&webgl(&source, "vertex", Stage::Vertex)?),
                "fragment": shader(&webgl(&source, "fragment", Stage::Fragment)?),
            }),
        );
    }
    let mesh = shaders::MESH.source()?;
    Ok(json!({
        "skin": skins,
        "difference": shader(&difference),
        "drawn": drawn,
        "layouts": {
            "frame": layout(&mesh, "Frame")?,
            "material": layout(&mesh, "Material")?,
            "grid": layout(&shaders::GRID.source()?, "Grid")?,
        },
    }))
}

fn shader(shader: &WebGl) -> Value {
    json!({ "text": shader.text, "blocks": shader.blocks, "textures": shader.textures })
}
