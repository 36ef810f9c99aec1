//! The selection in numbers: the active joint with its pose and factors, a vertex, and the mesh.

use eframe::egui::style::ScrollAnimation;
use eframe::egui::{
    Align, CollapsingHeader, Id, Layout, Response, RichText, ScrollArea, TextWrapMode, Ui,
};
use rig::JointIndex;
use scene::names::{count, joint_name};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::mode::Mode;
use session::settings::window_layout::Tile;

use crate::panels::inspector::influences::vertex;
use crate::panels::painting::brush_options::brush_options;
use crate::panels::painting::layers::{layers, no_layers};
use crate::panels::posing::joint_fields::joint_fields;
use crate::panels::posing::morph_fields::{expression_fields, morph_fields};
use crate::panels::weights::weight_table::weight_table;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{joint_swatch, small_icon_button};
use crate::panels::window::empty::will_show;

mod constraint;
mod correctives;
mod driven;
mod factors;
mod facts;
pub mod influences;
mod limits;
mod mesh;
mod mesh_methods;
mod partner;
mod report;
mod rest;
mod scale_inheritance;
mod weight_changes;

/// Draws the sections: the brush or the vertices in weights mode, the active joint, morph targets, the mesh.
pub fn inspector(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let area = ScrollArea::vertical().auto_shrink(false);
    area.show(ui, |ui| {
        if view.is_empty() {
            will_show(ui, Tile::Inspector, view, sink);
            return;
        }
        if view.session.mode == Mode::Weights {
            if view.document.layers.is_empty() {
                no_layers(ui, view, sink);
            } else {
                part(ui, "Layers", true, |ui| layers(ui, view, sink));
            }
        }
        // Beside the brush that shapes them.
        let sculpts = view.session.sculpts().is_some();
        if sculpts {
            correctives::correctives(ui, view, sink);
        }
        // While vertices are selected, their table takes the place of the brush.
        let paints = view.session.mode == Mode::Weights && !view.session.selects_vertices();
        if paints {
            part(ui, "Brush", true, |ui| brush_options(ui, view, sink));
        }
        draw_pinned_vertex(ui, view, sink);
        if view.session.mode == Mode::Weights {
            let header = part_of_id(ui, &vertices_title(view), "vertices", true, |ui| {
                weight_table(ui, view, sink);
            });
            show_choice(&header, view);
        }
        match view.session.character.selection.active() {
            Some(joint) => draw_joint(ui, joint, view, sink),
            None => {
                ui.weak("Click a bone, the mesh or a joint in the list");
                ui.add_space(6.0);
            }
        }
        if !view.shown.pose.morph_weights.is_empty() {
            ui.separator();
            expression_fields(ui, view, sink);
            morph_fields(ui, view, sink);
        }
        let shows = view.session.mode.poses() || view.session.mode == Mode::Weights;
        if shows && !sculpts {
            correctives::correctives(ui, view, sink);
        }
        part(ui, "Methods of meshes", false, |ui| {
            mesh_methods::mesh_methods(ui, view, sink);
        });
        part(ui, "Mesh", false, |ui| mesh::mesh(ui, view, sink));
        ui.add_space(8.0);
    });
}

/// The number of selected vertices as a title.
fn vertices_title(view: &View<'_>) -> String {
    match view.session.character.weights.vertices.all().len() {
        0 => "Vertices".to_owned(),
        1 => "1 vertex".to_owned(),
        n => format!("{} vertices", count(n)),
    }
}

/// A section that can be folded.
fn part(ui: &mut Ui, title: &str, open: bool, content: impl FnOnce(&mut Ui)) {
    let _header = part_of_id(ui, title, title, open, content);
}

/// As `part`, for a title that changes while the id stays.
fn part_of_id(
    ui: &mut Ui,
    title: &str,
    id: &str,
    open: bool,
    content: impl FnOnce(&mut Ui),
) -> Response {
    ui.spacing_mut().interact_size.y = 18.0;
    let shown = CollapsingHeader::new(RichText::new(title).strong().size(14.0))
        .id_salt(id)
        .default_open(open)
        .show_unindented(ui, |ui| {
            content(ui);
            ui.add_space(4.0);
        });
    shown.header_response
}

/// Scrolls to the table when other vertices have been selected.
fn show_choice(header: &Response, view: &View<'_>) {
    let vertices = &view.session.character.weights.vertices;
    let (now, memory) = (vertices.changes(), Id::unique("vertices in sight"));
    let seen = header.ctx.data(|data| data.get_temp::<u64>(memory));
    if seen == Some(now) {
        return;
    }
    header.ctx.data_mut(|data| data.insert_temp(memory, now));
    if seen.is_some() && !vertices.all().is_empty() {
        header.scroll_to_me_animation(Some(Align::TOP), ScrollAnimation::none());
    }
}

fn draw_pinned_vertex(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let Some(place) = view.session.character.pointing.pinned else {
        return;
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new("Pinned vertex").strong().size(14.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let close = small_icon_button(ui, Icon::Close, true)
                .on_hover_text("Unpins the vertex (Esc)")
                .accessible_name("Unpin vertex");
            if close.clicked() {
                sink.send(Intent::PinVertex(None));
            }
            let find = small_icon_button(ui, Icon::Search, true)
                .on_hover_text("Brings the vertex to the middle of the panes")
                .accessible_name("Frame vertex");
            if find.clicked() {
                sink.send(Intent::FrameVertex(place));
            }
        });
    });
    let position = view.surface.pinned_position(view.session.comparing.active);
    let of = (&*view.document.character, view);
    ui.scope(|ui| vertex(ui, place, position, of));
    ui.separator();
}

fn draw_joint(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    title(ui, joint, view);
    others(ui, view);
    facts::parent(ui, joint, view, sink);
    partner::partner(ui, joint, view, sink);
    if view.session.mode == Mode::Skeleton {
        partner::choice(ui, joint, view, sink);
        part(ui, "Rest", true, |ui| rest::rest(ui, joint, view, sink));
    }
    part(ui, "Pose", true, |ui| {
        joint_fields(ui, joint, view, sink);
        scale_inheritance::scale_inheritance(ui, joint, view, sink);
    });
    if view.session.mode.poses() {
        limits::limits(ui, joint, view, sink);
        driven::driven(ui, joint, view, sink);
    }
    part(ui, "Rigid and non-rigid", true, |ui| {
        factors::factors(ui, joint, view);
    });
    part(ui, "Joint", true, |ui| facts::facts(ui, joint, view));
}

/// Says where more than one joint is selected: the sections below are about the active one alone.
fn others(ui: &mut Ui, view: &View<'_>) {
    let selected = view.session.character.selection.joints().len();
    if selected > 1 {
        let text = format!(
            "{} joints selected; shown is the active one",
            count(selected)
        );
        ui.label(text).on_hover_text(
            "Fields change the active joint; tools and resets change all selected ones",
        );
    }
}

fn title(ui: &mut Ui, joint: JointIndex, view: &View<'_>) {
    let name = joint_name(&view.document.character.rig.skeleton, joint);
    ui.horizontal(|ui| {
        joint_swatch(ui, &view.document.character.rig.skeleton, joint);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let copy = small_icon_button(ui, Icon::Copy, true)
                .on_hover_text("Copies all numbers of this joint as text")
                .accessible_name("Copy joint as text");
            if copy.clicked() {
                ui.ctx().copy_text(report::text(joint, view));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
                ui.heading(name);
            });
        });
    });
}
