//! The list of meshes with the methods that they have of their own.

use character::{Mesh, MeshSkinning};
use eframe::egui::{Button, ScrollArea, Ui, Vec2};
use rig::Method;
use scene::names::{SIGNS, mesh_name, method_title, method_tooltip, signs_title, signs_tooltip};
use session::commands::command::{Intent, Sink};
use session::features::view::View;

/// What a mesh without a method of its own is skinned by.
const AS_THE_PANE: &str = "As the pane";
/// Height of a line with its gap, in points.
const HEIGHT: f32 = 24.0;
/// Lines that are in sight at a time.
const LINES: f32 = 8.0;

/// Draws a line a mesh.
pub(super) fn mesh_methods(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let meshes = &view.document.character.meshes;
    if meshes.is_empty() {
        ui.weak("There is no mesh.");
        return;
    }
    ui.weak("Seen in panes by the method Per mesh");
    let area = ScrollArea::vertical()
        .id_salt("methods of meshes")
        .max_height(LINES * HEIGHT);
    area.show_rows(ui, HEIGHT, meshes.len(), |ui, places| {
        for (place, mesh) in meshes
            .iter()
            .enumerate()
            .take(places.end)
            .skip(places.start)
        {
            line(ui, place, mesh, view, sink);
        }
    });
}

fn line(ui: &mut Ui, place: usize, mesh: &Mesh, view: &View<'_>, sink: &mut Sink) {
    let name = mesh_name(&view.document.character, place);
    ui.horizontal(|ui| {
        let width = 0.5 * ui.available_width();
        let is_chosen = view.session.character.mesh == place;
        let chosen = Button::selectable(is_chosen, name.as_str()).truncate();
        let response = ui.add_sized(Vec2::new(width, HEIGHT - 4.0), chosen);
        let response = response.on_hover_text("Commands and keys change the method of this mesh");
        if response.clicked() {
            sink.send(Intent::ChooseMesh(place));
        }
        // The right button opens the same menu.
        response.context_menu(|ui| choices(ui, (place, mesh.skinning), sink));
        let own = mesh.skinning;
        let text = own.map_or(AS_THE_PANE, |own| method_title(own.method));
        let menu = ui.menu_button(text, |ui| choices(ui, (place, own), sink));
        let tip = own.map_or("Skinned by the method of the pane", |own| {
            method_tooltip(own.method)
        });
        let response = menu.response.on_hover_text(tip);
        response.accessible_name(format!("Method of {name}"));
    });
}

fn choices(ui: &mut Ui, (mesh, own): (usize, Option<MeshSkinning>), sink: &mut Sink) {
    let mut send = |skinning| sink.send(Intent::SetMeshSkinning(mesh, skinning));
    let none = ui.radio(own.is_none(), AS_THE_PANE);
    if none.on_hover_text("No method of its own").clicked() {
        send(None);
        ui.close();
    }
    for method in Method::ALL {
        let row = ui.radio(
            own.is_some_and(|own| own.method == method),
            method_title(method),
        );
        if row.on_hover_text(method_tooltip(method)).clicked() {
            let signs = own.and_then(|own| own.signs);
            send(Some(MeshSkinning { method, signs }));
            ui.close();
        }
    }
    let Some(own) = own.filter(|own| own.method.has_signs()) else {
        return;
    };
    ui.separator();
    ui.weak("Sign alignment");
    let none = ui.radio(own.signs.is_none(), "Signs as the pane");
    if none.on_hover_text("No sign alignment of its own").clicked() {
        send(Some(MeshSkinning { signs: None, ..own }));
        ui.close();
    }
    for signs in SIGNS {
        let row = ui.radio(own.signs == Some(signs), signs_title(signs));
        if row.on_hover_text(signs_tooltip(signs)).clicked() {
            let signs = Some(signs);
            send(Some(MeshSkinning { signs, ..own }));
            ui.close();
        }
    }
}
