//! The dialog for baking to linear blending: what is asked, how far it is, what came of it, and where it is written.

use std::time::Duration;

use eframe::egui::{Button, Context, DragValue, Grid, Id, Modal, ProgressBar, ScrollArea, Ui};
use rig::{Clip, Method};
use scene::names::{clip_name, look_title};
use scene::posed_character::Look;
use session::commands::actions::FileAction;
use session::commands::command::{Command, Intent, Sink};
use session::features::view::View;
use session::state::bake::baking::{BakeAsked, HELPERS, LIMITS, LivingKind, TOLERANCES};
use session::state::bake::dialog::{BakeFileIntent, BakeIntent, NOT_BAKED};
use session::state::file_dialogs::dialog::{FileAsked, FileDialog as _};

use super::bake_result::{is_old, result};
use super::export_dialog::{PROPS, props_choice};
use crate::panels::fields::file_asked::{WIDTH, fault, path_field};
use crate::panels::fields::number_field::NumberField;
use crate::panels::weights::rig_dialog::choice;
use crate::panels::widgets::{is_canceled, main_button, modal_frame, takes_enter};

/// Height of the list of clips.
const CLIPS: f32 = 110.0;
/// Time between two looks at the progress.
const FRAME: Duration = Duration::from_millis(100);

/// Draws the dialog, if it is open.
pub(super) fn bake_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let work = &view.session.file_dialogs.bake;
    let Some(before) = work.seen() else {
        return;
    };
    let (mut file, mut asked) = (before.clone(), work.options.clone());
    let modal = Modal::new(Id::unique("bake dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 60.0));
            ui.heading(BakeAsked::WORDS.title);
            ui.weak(about(&asked));
            if view.session.comparing.first_look().smooth.is_some() {
                ui.weak("Corrective smooth is left out: it moves vertices by their neighbors, which no joint does.");
            }
            if view.session.comparing.first_look().twist {
                ui.weak("Spread twists are left out: each vertex of a bone turns by itself then. Insert twist joints for them.");
            }
            ui.add_space(4.0);
            ui.add_enabled_ui(work.busy.is_none(), |ui| {
                choices(ui, &mut asked);
                clips(ui, &mut asked, view);
                props_choice(ui, view, &mut asked.leaves_props, PROPS);
            });
            ui.separator();
            state(ui, view);
            ui.add_space(4.0);
            let width = ui.available_width();
            let enter = path_field::<BakeAsked>(ui, &mut file, width);
            fault(ui, &file);
            ui.add_space(6.0);
            // What was typed in this frame counts first.
            let is_settled = file == *before && asked == work.options;
            let enter = (enter || takes_enter(ui)) && is_settled;
            buttons(ui, &file, enter, view)
        });
    if file != *before {
        sink.send(BakeFileIntent::Type(file));
    }
    if asked != work.options {
        sink.send(BakeFileIntent::Options(asked));
    }
    match modal.inner {
        Some(command) => sink.send(command),
        None if is_canceled(&modal) => sink.send(BakeFileIntent::Cancel),
        None => {}
    }
}

const fn about(asked: &BakeAsked) -> &'static str {
    match asked.living {
        None => {
            "Adds helper joints whose keys show, in every engine, what the method makes of the clips. In a pose without keys they stand still, which is worse than linear blending: choose Follow every pose for that."
        }
        Some(LivingKind::Rows) => {
            "Adds helper joints that follow every pose within the limits of joints. Dualskin reads from the file what they follow; other viewers play the clips by keys."
        }
        Some(LivingKind::Chains) => {
            "Adds helper joints that follow every pose within the limits of joints by rotation constraints, which Dualskin and programs for VRM read; other viewers play the clips by keys. What no chain brings nearer to the method is left, and counted."
        }
    }
}

fn choices(ui: &mut Ui, asked: &mut BakeAsked) {
    Grid::new("bake")
        .num_columns(2)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            ui.label("Method");
            let look = asked.look;
            let one = |method| Look {
                method,
                ..look.for_all()
            };
            let mut all = Method::ALL.map(one).to_vec();
            if !all.contains(&look.for_all()) {
                all.push(look.for_all());
            }
            let per_mesh = true;
            all.push(Look { per_mesh, ..look });
            let about = ("Method to bake", "The method whose result is written");
            choice(ui, about, &mut asked.look, &all, look_title);
            ui.end_row();
            ui.label("Helpers");
            ui.horizontal(|ui| helper_kinds(ui, asked));
            ui.end_row();
            ui.label("Until");
            ui.horizontal(|ui| until(ui, asked));
            ui.end_row();
            ui.label("Target limit");
            let limit = DragValue::new(&mut asked.most_joints)
                .range(LIMITS)
                .suffix(" joints per skin")
                .update_while_editing(false);
            let response = ui.add(limit).accessible_name("Joints per skin");
            response.on_hover_text("How many joints a skin may list, helpers included");
            ui.end_row();
        });
}

/// Whether helpers follow every pose, and what they are then.
fn helper_kinds(ui: &mut Ui, asked: &mut BakeAsked) {
    let mut follows_poses = asked.follows_poses();
    let response = ui.checkbox(&mut follows_poses, "Follow every pose");
    response.on_hover_text(
        "Fitted to random poses within the limits of joints and to clips, and measured in other poses",
    );
    let mut kind = asked.living.unwrap_or(LivingKind::Rows);
    ui.add_enabled_ui(follows_poses, |ui| {
        for (own, name, tip) in [
            (
                LivingKind::Rows,
                "Rows",
                "The method itself for a row of weights over joints, kept in the extras of the file: exact in every pose where these are read",
            ),
            (
                LivingKind::Chains,
                "Chains",
                "Nodes with rotation constraints (VRMC_node_constraint) that come near to the same rows, for programs that read these",
            ),
        ] {
            ui.radio_value(&mut kind, own, name).on_hover_text(tip);
        }
    });
    asked.follow_poses(follows_poses.then_some(kind));
}

fn until(ui: &mut Ui, asked: &mut BakeAsked) {
    ui.radio_value(&mut asked.by_tolerance, true, "Tolerance");
    let percent = NumberField::new(&mut asked.tolerance, 2, |field| {
        let field = field.range(TOLERANCES).speed(0.01).suffix(" %");
        field.update_while_editing(false)
    });
    let response = ui.add_enabled(asked.by_tolerance, percent.percent());
    let response = response.accessible_name("Tolerance in percent");
    response.on_hover_text(
        "How far a vertex may be off, in percent of the diagonal of the character's box at rest",
    );
    ui.radio_value(&mut asked.by_tolerance, false, "Helper joints");
    let helpers = DragValue::new(&mut asked.helpers)
        .range(HELPERS)
        .update_while_editing(false);
    let response = ui.add_enabled(!asked.by_tolerance, helpers);
    response
        .accessible_name("Number of helper joints")
        .on_hover_text("At most so many, as near as they come");
}

/// Which clips are baked.
fn clips(ui: &mut Ui, asked: &mut BakeAsked, view: &View<'_>) {
    let clips: &[Clip] = &view.document.character.clips;
    ui.label("Clips");
    ScrollArea::vertical().max_height(CLIPS).show(ui, |ui| {
        for clip in clips {
            let mut is_baked = !asked.left_out.contains(&clip.id());
            if ui.checkbox(&mut is_baked, clip_name(clip)).changed() {
                match is_baked {
                    true => asked.left_out.remove(&clip.id()),
                    false => asked.left_out.insert(clip.id()),
                };
            }
        }
    });
}

/// How far the work is, or what came of it.
fn state(ui: &mut Ui, view: &View<'_>) {
    let work = &view.session.file_dialogs.bake;
    let found = view.session.baked.as_ref();
    let baked = found.and_then(|found| found.of(&work.options));
    match (&work.busy, baked) {
        (Some(busy), _) => {
            ui.ctx().request_repaint_after(FRAME);
            let progress = busy.ticket.progress();
            let text = match busy.writes {
                true => "Writing …".to_owned(),
                false => format!("Baking … {:.0} %", 100.0 * progress),
            };
            ui.add(ProgressBar::new(progress).text(text));
        }
        (None, Some(baked)) => result(ui, baked, view),
        (None, None) if found.is_some() => {
            ui.weak(NOT_BAKED);
        }
        (None, None) => {
            ui.weak("Nothing is baked yet. The error is shown here before anything is written.");
        }
    }
}

fn show_tip(view: &View<'_>) -> String {
    let back = view.key_text(FileAction::BakeCharacter);
    let back = back.map_or_else(String::new, |key| {
        format!("; {key} brings this dialog back")
    });
    format!(
        "Shows the baked character beside the method, before anything is written, with this dialog out of the way{back}"
    )
}

/// The main button bakes; once that is done and there is a path, it writes. Replacing a file takes a click, since Enter may be meant
/// only to end the name.
fn buttons(ui: &mut Ui, file: &FileAsked, enter: bool, view: &View<'_>) -> Option<Command> {
    let work = &view.session.file_dialogs.bake;
    let found = view.session.baked.as_ref();
    let clips = &view.document.character.clips;
    let is_free = work.busy.is_none();
    let has_clip = work.options.follows_poses()
        || (clips.iter()).any(|clip| !work.options.left_out.contains(&clip.id()));
    let can_bake = is_free && has_clip;
    let has_result = is_free && found.is_some_and(|found| found.of(&work.options).is_some());
    let can_write = has_result && !is_old(view) && !file.path.trim().is_empty();
    let replaces = file.replaces();
    let write = || Command::from(BakeFileIntent::Go);
    let bake = |intent| Command::from(Intent::Bake(intent));
    let mut command = match (enter, can_write) {
        (true, true) if !replaces => Some(write()),
        (true, false) if can_bake => Some(bake(BakeIntent::Bake)),
        _ => None,
    };
    let button = |text, is_main| {
        if is_main {
            main_button(text)
        } else {
            Button::new(text)
        }
    };
    ui.horizontal(|ui| {
        if ui
            .add_enabled(can_bake, button("Bake", !can_write))
            .clicked()
        {
            command = Some(bake(BakeIntent::Bake));
        }
        let version = found.and_then(|it| it.version.as_ref());
        let can_show = has_result && version.is_some_and(|it| it.fits(view.document));
        let show = ui.add_enabled(can_show, Button::new("Show in a pane"));
        if show.on_hover_text(show_tip(view)).clicked() {
            command = Some(bake(BakeIntent::Show));
        }
        let go = if replaces {
            "Replace"
        } else {
            BakeAsked::WORDS.go
        };
        if ui.add_enabled(can_write, button(go, can_write)).clicked() {
            command = Some(write());
        }
        if !is_free && ui.button("Stop").clicked() {
            command = Some(bake(BakeIntent::Stop));
        }
        if ui.button("Close").clicked() {
            command = Some(BakeFileIntent::Cancel.into());
        }
    });
    command
}
