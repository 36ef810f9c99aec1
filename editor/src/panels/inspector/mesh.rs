//! The mesh: counts, influences per vertex, whether it is closed, and problems.

use eframe::egui::{Align2, FontId, Label, Rect, RichText, Role, Sense, Ui, Vec2, WidgetInfo};
use scene::mesh_facts::{Flaw, MeshFacts};
use scene::names::count;
use scene::report::{Problem, Severity};
use scene::vertex_facts::INFLUENCE_LIMIT;
use session::commands::command::{Intent, Sink};
use session::features::view::View;

use crate::panels::widgets::{rows, section};
use crate::theme::accent;

/// Height of a bar of the histogram with its gap, in points.
const BAR_HEIGHT: f32 = 16.0;
/// Most names that are listed for a problem.
const MOST_NAMES: usize = 4;

/// Draws all facts about the mesh.
pub(super) fn mesh(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let Some(facts) = view.surface.mesh(view.shown) else {
        ui.weak("counting…");
        return;
    };
    let facts = &*facts;
    counts(ui, facts);
    if facts.triangles == 0 {
        ui.weak("There are no triangles: nothing to see, and nothing to point at.");
    } else {
        closedness(ui, facts, sink);
    }
    histogram(ui, facts);
    problems(ui, &facts.problems);
}

fn counts(ui: &mut Ui, facts: &MeshFacts) {
    let list = [
        (
            "Vertices",
            count(facts.vertices),
            "In all meshes that the scene shows",
        ),
        (
            "Triangles",
            count(facts.triangles),
            "In all meshes that the scene shows",
        ),
        (
            "Primitives",
            count(facts.primitives),
            "Parts with one material each",
        ),
        (
            "Skins",
            count(facts.skins),
            "Lists of joints that meshes are bound to",
        ),
        (
            "Joints used",
            count(facts.joints_used),
            "Joints that move at least one vertex",
        ),
    ];
    rows(ui, "mesh counts", &list);
}

fn closedness(ui: &mut Ui, facts: &MeshFacts, sink: &mut Sink) {
    ui.add_space(4.0);
    let (text, tip) = if facts.is_closed {
        (
            "The surface is closed",
            "Every edge belongs to two triangles that are turned alike: the surface has an inside",
        )
    } else {
        (
            "The surface is open",
            "It encloses nothing, so that its volume cannot be measured",
        )
    };
    ui.label(text).on_hover_text(tip);
    for flaw in &facts.flaws {
        draw_flaw(ui, flaw, sink);
    }
}

fn draw_flaw(ui: &mut Ui, flaw: &Flaw, sink: &mut Sink) {
    match flaw.first {
        Some(first) => {
            let tip = format!("{}. Click to see the first.", flaw.remedy);
            if ui.link(&flaw.what).on_hover_text(tip).clicked() {
                sink.send(Intent::FrameVertex(first));
                sink.send(Intent::PinVertex(Some(first)));
            }
        }
        None => {
            ui.label(&flaw.what);
        }
    }
    ui.add(Label::new(RichText::new(flaw.remedy).small().weak()).wrap());
}

/// Vertices by number of influences, a bar each.
fn histogram(ui: &mut Ui, facts: &MeshFacts) {
    ui.add_space(4.0);
    section(ui, "Influences per vertex");
    let most = facts.influences.iter().copied().max().unwrap_or(0);
    if most == 0 {
        ui.weak("No mesh has a skin.");
    }
    for (influences, &vertices) in facts.influences.iter().enumerate() {
        if vertices > 0 || (1..=INFLUENCE_LIMIT).contains(&influences) {
            bar(ui, influences, vertices, most);
        }
    }
    if facts.unskinned > 0 && most > 0 {
        ui.weak(format!("{} more follow a node.", count(facts.unskinned)));
    }
}

#[expect(clippy::cast_precision_loss, reason = "lengths of bars on a screen")]
fn bar(ui: &mut Ui, influences: usize, vertices: usize, most: usize) {
    let size = Vec2::new(ui.available_width(), BAR_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let said = match influences {
        0 => format!("{} unbound", count(vertices)),
        1 => format!("{} with 1 influence", count(vertices)),
        _ => format!("{} with {influences} influences", count(vertices)),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, &said));
    let visuals = ui.visuals();
    let is_trouble = influences == 0 || influences > INFLUENCE_LIMIT;
    let color = if is_trouble {
        visuals.warn_fg_color
    } else {
        accent(visuals)
    };
    let font = FontId::proportional(13.0);
    let track = Rect::from_min_max(
        rect.min + Vec2::new(24.0, 3.0),
        rect.max - Vec2::new(64.0, 3.0),
    );
    let share = vertices as f32 / most.max(1) as f32;
    let width = if vertices > 0 {
        // A single vertex of very many is seen, too.
        (share * track.width()).max(2.0)
    } else {
        0.0
    };
    ui.painter()
        .rect_filled(track, 2.0, visuals.widgets.inactive.bg_fill);
    ui.painter()
        .rect_filled(track.with_max_x(track.left() + width), 2.0, color);
    let foreground = if vertices > 0 {
        visuals.text_color()
    } else {
        visuals.weak_text_color()
    };
    let left = rect.left_center();
    ui.painter().text(
        left,
        Align2::LEFT_CENTER,
        influences,
        font.clone(),
        foreground,
    );
    ui.painter().text(
        rect.right_center(),
        Align2::RIGHT_CENTER,
        count(vertices),
        font,
        foreground,
    );
    response.on_hover_text(said);
}

fn problems(ui: &mut Ui, problems: &[Problem]) {
    ui.add_space(4.0);
    section(ui, "Warnings");
    if problems.is_empty() {
        ui.weak("Nothing.");
    }
    for problem in problems {
        let what = RichText::new(&problem.what);
        let what = match problem.severity {
            Severity::Problem => what.color(ui.visuals().warn_fg_color),
            Severity::Note => what,
        };
        let which = problem.which.join("\n");
        let line = ui.add(Label::new(what).wrap());
        if !which.is_empty() {
            line.on_hover_text(which);
        }
        let mut meaning = problem.meaning.clone();
        let named = problem
            .which
            .iter()
            .take(MOST_NAMES)
            .cloned()
            .collect::<Vec<_>>();
        if !named.is_empty() {
            let more = if problem.which.len() > MOST_NAMES {
                " …"
            } else {
                ""
            };
            meaning = format!("{meaning} ({}{more})", named.join(", "));
        }
        ui.add(Label::new(RichText::new(meaning).small().weak()).wrap());
    }
}
