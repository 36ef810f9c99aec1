//! Runs the choices for the chosen mesh.

use character::MeshSkinning;
use rig::Method;
use scene::names::{mesh_name, method_title, signs_title};

use crate::apply::Context;
use crate::commands::actions::MeshMethodAction;

impl Context<'_> {
    pub(super) fn run_mesh_method(&mut self, action: MeshMethodAction) {
        let mesh = self.session.character.mesh;
        let Some(of) = self.document.character.meshes.get(mesh) else {
            return;
        };
        let own = of.skinning;
        let with = |method: Method| {
            let signs = own.and_then(|own| own.signs);
            Some(MeshSkinning { method, signs })
        };
        let skinning = match action {
            MeshMethodAction::NextMesh => return self.choose_next_mesh(),
            MeshMethodAction::NextMeshMethod => {
                let place = own.and_then(|own| Method::ALL.iter().position(|it| *it == own.method));
                let next = place.map_or(0, |place| place + 1);
                Method::ALL.get(next).copied().and_then(with)
            }
            MeshMethodAction::MeshMethodOfPane => None,
            MeshMethodAction::MeshMethod(name) => with(name.parse().unwrap_or_default()),
            MeshMethodAction::MeshSignsOfPane => own.map(|own| MeshSkinning { signs: None, ..own }),
            MeshMethodAction::MeshSigns(signs) => own.map(|own| MeshSkinning {
                signs: Some(signs),
                ..own
            }),
        };
        self.set_mesh_skinning(mesh, skinning);
        self.tell_mesh(mesh);
    }

    fn choose_next_mesh(&mut self) {
        let count = self.document.character.meshes.len();
        let mesh = (self.session.character.mesh + 1) % count.max(1);
        self.session.character.mesh = mesh;
        self.tell_mesh(mesh);
    }

    /// The list of meshes may be out of sight where keys choose.
    fn tell_mesh(&mut self, mesh: usize) {
        let character = &self.document.character;
        let own = character.meshes.get(mesh).and_then(|mesh| mesh.skinning);
        let method = own.map_or("As the pane", |own| method_title(own.method));
        let signs = own.and_then(|own| own.signs).map(signs_title);
        let signs = signs.map_or_else(String::new, |signs| format!(", signs: {signs}"));
        let text = format!("Method of {}: {method}{signs}", mesh_name(character, mesh));
        self.say(&text);
    }
}
