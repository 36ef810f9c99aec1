//! The window with a crowd of the character: its picture, the number of members, and what a frame takes.

use eframe::egui::{Context, DragValue, Image, Vec2, Window};
use scene::names::{count, decimal};
use session::commands::command::{Input, Intent, Panel, Sink};
use session::features::view::View;
use session::session::MOST_CROWD;

use crate::panes::Panes;

/// Members before the user has chosen: a device that is the processor itself takes more than a second for a hundred.
const MEMBERS: [u16; 2] = [1000, 20];

/// What a small window leaves around the picture: the menu bar above, and the title of the crowd itself.
const SPACE: Vec2 = Vec2::new(40.0, 130.0);

/// Draws the window, if it is open.
pub fn crowd(ctx: &Context, view: &View<'_>, panes: &mut Panes, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::Crowd);
    if !open {
        panes.forget_crowd();
        return;
    }
    let is_software = view
        .graphics
        .adapter
        .is_none_or(|adapter| adapter.is_software);
    let members = view
        .session
        .crowd
        .unwrap_or(MEMBERS[usize::from(is_software)]);
    let screen = ctx.content_rect();
    let size = Vec2::new(760.0, 560.0).min(screen.size() - SPACE);
    let window = Window::new("Crowd").open(&mut open).default_size(size);
    let corner = screen.center() - 0.5 * size - Vec2::new(0.0, 0.1 * SPACE.y);
    window.default_pos(corner).show(ctx, |ui| {
        let mut chosen = members;
        ui.horizontal(|ui| {
            let label = ui.label("Members");
            let field = DragValue::new(&mut chosen).range(1..=MOST_CROWD).speed(4.0);
            ui.add(field).labelled_by(label.id).on_hover_text(
                "Each has its own time in the clip and its own proportions; all are skinned by one dispatch for each method",
            );
        });
        if chosen != members {
            sink.send(Input::Crowd(chosen));
        }
        let space = (ui.available_size() - Vec2::new(0.0, 24.0)).max(Vec2::splat(64.0));
        let pixels = space * ctx.pixels_per_point();
        let size = [pixels.x, pixels.y].map(whole);
        #[expect(clippy::cast_possible_truncation, reason = "seconds of a picture")]
        let time = ui.input(|input| input.time) as f32;
        match panes.crowd(view, (members.into(), time), size) {
            Ok((texture, facts)) => {
                ui.add(Image::new((texture, space)).alt_text("Crowd picture"));
                let frame = ui.input(|input| input.unstable_dt) * 1000.0;
                let palettes = facts.palettes.as_secs_f32() * 1000.0;
                ui.label(format!(
                    "{} × {} · {} vertices · {} triangles · frame {} ms, of which palettes {} ms",
                    count(members.into()),
                    facts.name,
                    count(facts.vertices),
                    count(facts.triangles),
                    decimal(frame, 1),
                    decimal(palettes, 1),
                ));
            }
            Err(why) => {
                ui.label(why);
            }
        }
        ctx.request_repaint();
    });
    if !open {
        sink.send(Intent::Toggle(Panel::Crowd));
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels of a window, above zero"
)]
fn whole(pixels: f32) -> u32 {
    pixels.round().max(1.0) as u32
}
