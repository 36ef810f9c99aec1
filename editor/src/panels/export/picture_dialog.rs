//! The dialog for pictures of what the panes show: what is in them, whether they move, their size, and the file.

use eframe::egui::{Context, DragValue, Grid, Ui};
use rig::ClipId;
use scene::names::{clip_name, count};
use session::commands::command::Sink;
use session::features::view::View;
use session::state::pictures::dialog::{
    MovingFormat, PictureAsked, PictureMoves, PictureOf, SIDES, TURNS,
};

use crate::panels::fields::file_asked::file_dialog;
use crate::panels::fields::time_field::time_field;
use crate::panels::weights::rig_dialog::choice;

/// Draws the dialog, if it is open.
pub(super) fn picture_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let note = "What the panes show, without the tools over it.";
    file_dialog::<PictureAsked>(ctx, view, sink, note, |ui, form| {
        ui.add_space(4.0);
        choices(ui, &mut form.options, view, form.sink);
        let n_pictures = form.options.count(view.document);
        form.is_possible = tell_count(ui, &form.options, n_pictures);
        ui.add_space(4.0);
        form.path(ui);
    });
}

fn choices(ui: &mut Ui, asked: &mut PictureAsked, view: &View<'_>, sink: &mut Sink) {
    Grid::new("picture")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            if view.session.comparing.panes.len() > 1 {
                ui.label("Shows");
                ui.horizontal(|ui| {
                    for of in PictureOf::ALL {
                        if ui.radio(asked.of == of, of.title()).clicked() && asked.of != of {
                            // One pane and all panes differ in shape: the size is that of the window again.
                            (asked.of, asked.size) = (of, None);
                        }
                    }
                });
                ui.end_row();
            }
            ui.label("Motion");
            ui.horizontal(|ui| motions(ui, asked, view));
            ui.end_row();
            match asked.moves {
                PictureMoves::Still => {}
                PictureMoves::Turntable => turntable(ui, asked),
                PictureMoves::Clip => clip(ui, asked, view, sink),
            }
            if asked.moves != PictureMoves::Still {
                ui.label("Pictures a second");
                let rates = asked.rates();
                number(ui, "Number of pictures a second", &mut asked.rate, rates);
                ui.end_row();
                ui.label("Format");
                let tip = "GIF has 256 colors a picture and shows everywhere; a movie is an AVI of JPEG pictures, for players and video editors; a sequence is a PNG a picture";
                let about = ("Format of the pictures", tip);
                choice(ui, about, &mut asked.format, &MovingFormat::ALL, |format| {
                    format.title().to_owned()
                });
                ui.end_row();
            }
            ui.label("Size");
            ui.horizontal(|ui| size(ui, asked, view));
            ui.end_row();
            ui.label("");
            ui.checkbox(&mut asked.labels, "Labels and legends")
                .on_hover_text("Methods, clip, time and scales of colors over the panes");
            ui.end_row();
            if shows_reference(view) {
                ui.label("");
                ui.checkbox(&mut asked.reference, "Reference picture")
                    .on_hover_text("The picture that you work from, in the panes that show it");
                ui.end_row();
            }
        });
}

/// Whether there is a reference picture in a pane that would be in the picture without it.
fn shows_reference(view: &View<'_>) -> bool {
    let panes = 0..view.session.comparing.panes.len();
    panes
        .into_iter()
        .any(|pane| view.pictures_in(pane).is_some())
}

fn motions(ui: &mut Ui, asked: &mut PictureAsked, view: &View<'_>) {
    let has_clips = !view.document.character.clips.is_empty();
    for moves in PictureMoves::ALL {
        let is_possible = moves != PictureMoves::Clip || has_clips;
        ui.add_enabled_ui(is_possible, |ui| {
            let radio = ui.radio(asked.moves == moves, moves.title());
            if radio
                .on_disabled_hover_text("This character has no clips")
                .clicked()
            {
                asked.moves = moves;
            }
        });
    }
}

fn turntable(ui: &mut Ui, asked: &mut PictureAsked) {
    ui.label("Pictures a turn");
    number(ui, "Number of pictures a turn", &mut asked.turns, TURNS);
    ui.end_row();
}

/// The clip, and the part of it that is played, in frames or seconds as the dope sheet counts.
fn clip(ui: &mut Ui, asked: &mut PictureAsked, view: &View<'_>, sink: &mut Sink) {
    let clips = &view.document.character.clips;
    let Some(mut chosen) = asked.clip else {
        return;
    };
    ui.label("Clip played");
    let all: Vec<ClipId> = clips.iter().map(rig::Clip::id).collect();
    let about = ("Clip of the pictures", "The clip that is played");
    choice(ui, about, &mut chosen, &all, |clip| {
        let clip = clips.iter().find(|known| known.id() == clip);
        clip.map(clip_name).unwrap_or_default()
    });
    let duration = clips.iter().find(|clip| clip.id() == chosen);
    let duration = duration.map_or(0.0, rig::Clip::duration);
    if asked.clip != Some(chosen) {
        (asked.clip, asked.part) = (Some(chosen), [0.0, duration]);
    }
    ui.end_row();
    ui.label("From, to");
    ui.horizontal(|ui| {
        let unit = view.session.character.sheet.unit();
        let [from, to] = &mut asked.part;
        if time_field(ui, "Beginning of the pictures", from, unit, sink).changed() {
            *from = from.min(*to);
        }
        if time_field(ui, "End of the pictures", to, unit, sink).changed() {
            *to = to.clamp(*from, duration.max(*from));
        }
        ui.weak(format!("of {}", unit.length(duration)));
    });
    ui.end_row();
}

fn number(ui: &mut Ui, name: &str, value: &mut u16, range: std::ops::RangeInclusive<u16>) {
    let field = DragValue::new(value).range(range);
    ui.add(field).accessible_name(name);
}

fn size(ui: &mut Ui, asked: &mut PictureAsked, view: &View<'_>) {
    let session = view.session;
    let before = asked.size(&session.comparing, session.pane_aspect);
    let mut size = before;
    let [width, height] = &mut size;
    ui.add(DragValue::new(width).range(SIDES))
        .accessible_name("Width of the picture");
    ui.label("×");
    ui.add(DragValue::new(height).range(SIDES))
        .accessible_name("Height of the picture");
    ui.label("pixels");
    if size != before {
        asked.size = Some(size);
    }
    if asked.size.is_some() && ui.button("As in the window").clicked() {
        asked.size = None;
    }
}

/// How many pictures there will be; whether they can be saved.
fn tell_count(ui: &mut Ui, asked: &PictureAsked, n_pictures: usize) -> bool {
    if asked.moves == PictureMoves::Still {
        return true;
    }
    if let Some(text) = PictureAsked::why_not(n_pictures) {
        ui.colored_label(ui.visuals().warn_fg_color, text);
        return false;
    }
    let lasts = n_pictures as f32 / f32::from(asked.rate());
    ui.weak(format!("{} pictures, {lasts:.1} s", count(n_pictures)));
    true
}
