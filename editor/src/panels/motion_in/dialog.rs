//! The dialog that brings in motion: the file, its clips, both skeletons side by side, the bones of both, and how well it comes over.

use eframe::egui::{
    Button, ComboBox, Context, Id, Key, Label, Layout, Modal, RichText, ScrollArea, TextEdit, Ui,
    Vec2,
};
use retarget::Slot;
use scene::names::clip_name;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::motion_in::bring::{BroughtClip, other_lines};
use session::state::motion_in::chosen_maps::MapSide;
use session::state::motion_in::dialog::{MotionDialog, MotionIntent, MotionSource};
use session::state::timeline::frames::TimeUnit;

use super::limb_table::limb_table;
use super::map_side::{Pointed, SideView};
use super::maps::maps;
use super::options::options;
use super::preview::{Playhead, PreviewPicture, draw_preview};
use crate::panels::widgets::{fault_label, is_canceled, main_button, modal_frame, takes_enter};

/// Width of the dialog, in points; less in a narrow window.
const WIDTH: f32 = 620.0;
/// The same with a file that was read.
const WIDE: f32 = 1100.0;
/// From this width on the bones stand beside the preview, else below it.
const BESIDE: f32 = 860.0;
/// Width of the field for the file.
const FIELD: f32 = 380.0;
/// Height of the list of clips, at most.
const CLIPS: f32 = 52.0;
/// Height of the window that is left beside what has both skeletons and their bones.
const AROUND: f32 = 270.0;
/// Heights of that: the least, and the most.
const BODY: [f32; 2] = [260.0, 620.0];

/// Draws the dialog, if it is open.
pub fn motion_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(dialog) = &view.session.motion_in.dialog else {
        return;
    };
    let width = match dialog.source() {
        Some(Ok(_)) => WIDE,
        _ => WIDTH,
    };
    let modal = Modal::new(Id::unique("motion dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(width.min(ctx.content_rect().width() - 60.0));
            content(ui, dialog, view, sink);
        });
    if is_canceled(&modal) {
        send(MotionIntent::Close, sink);
    }
}

fn send(intent: MotionIntent, sink: &mut Sink) {
    sink.send(Intent::Motion(intent));
}

fn content(ui: &mut Ui, dialog: &MotionDialog, view: &View<'_>, sink: &mut Sink) {
    ui.heading("Bring in motion");
    let about = "Clips of another file on this skeleton, whatever its joints are called and however it stands at rest.";
    ui.add(Label::new(RichText::new(about).weak()).wrap());
    ui.add_space(6.0);
    file(ui, dialog, sink);
    let why_not = match dialog.source() {
        None if dialog.file.is_empty() => Some("Choose a file: glTF, VRM, FBX or BVH.".to_owned()),
        None => Some("Reading the file …".to_owned()),
        Some(Err(why)) => {
            fault_label(ui, why);
            Some(String::new())
        }
        Some(Ok(source)) => read(ui, dialog, source, view, sink),
    };
    answers(ui, dialog, why_not.as_deref(), sink);
}

fn file(ui: &mut Ui, dialog: &MotionDialog, sink: &mut Sink) {
    ui.horizontal(|ui| {
        let mut text = dialog.typed.clone();
        let field = TextEdit::singleline(&mut text)
            .hint_text("/path/to/walk.fbx")
            .desired_width(FIELD);
        let response = ui.add(field).accessible_name("File with motion");
        if text.is_empty() && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        if response.changed() {
            send(MotionIntent::Type(text.clone()), sink);
        }
        let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let button = ui.add_enabled(!text.trim().is_empty(), Button::new("Read"));
        if (button.clicked() || enter) && !text.trim().is_empty() {
            send(MotionIntent::Read, sink);
        }
        if ui
            .button("Browse…")
            .on_hover_text("Opens the file dialog")
            .clicked()
        {
            send(MotionIntent::Browse, sink);
        }
    });
}

/// What a file that was read offers; returns why nothing can be brought in yet.
fn read(
    ui: &mut Ui,
    dialog: &MotionDialog,
    source: &MotionSource,
    view: &View<'_>,
    sink: &mut Sink,
) -> Option<String> {
    ui.add_space(4.0);
    let unit = view.session.character.sheet.unit();
    clips(ui, dialog, source, unit, sink);
    options(ui, dialog, sink);
    ui.add_space(2.0);
    body(ui, dialog, source, view, sink);
    if dialog.clips().is_empty() {
        return Some("Choose a clip.".to_owned());
    }
    match dialog.result(&view.document.character) {
        None => Some(String::new()),
        Some(Err(why)) => {
            fault_label(ui, why);
            Some(String::new())
        }
        Some(Ok(_)) => None,
    }
}

fn clips(
    ui: &mut Ui,
    dialog: &MotionDialog,
    source: &MotionSource,
    unit: TimeUnit,
    sink: &mut Sink,
) {
    let all = source.character.clips.iter().enumerate();
    ScrollArea::vertical()
        .id_salt("clips of the file")
        .max_height(CLIPS)
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label("Clips");
                for (place, clip) in all {
                    let mut is_taken = !dialog.left_out.contains(&place);
                    let text = format!("{} ({})", clip_name(clip), unit.length(clip.duration()));
                    if ui.checkbox(&mut is_taken, text).changed() {
                        send(MotionIntent::Clip(place, is_taken), sink);
                    }
                }
            });
        });
}

/// Both skeletons with how well motion comes over, and the bones of both beside or below.
fn body(
    ui: &mut Ui,
    dialog: &MotionDialog,
    source: &MotionSource,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let [least, most] = BODY;
    let height = (ui.ctx().content_rect().height() - AROUND).clamp(least, most);
    let width = ui.available_width();
    let mut pointed = Pointed::load(ui);
    let target = &view.document.character;
    let side = |side: MapSide| {
        Some(SideView {
            side,
            map: dialog.map(side, target)?,
            character: dialog.character(side, target)?,
            name: match side {
                MapSide::Source => &source.name,
                MapSide::Target => "This character",
            },
        })
    };
    let sides = MapSide::BOTH.map(side);
    let left = |ui: &mut Ui, pointed: &Pointed| {
        let lit = pointed.last.as_ref().or(pointed.chosen.as_ref());
        motion(ui, dialog, source, view, LitBones { sides, slot: lit });
    };
    let mut right = |ui: &mut Ui, height: f32, pointed: &mut Pointed| {
        if let [Some(from), Some(onto)] = sides {
            maps(ui, dialog, view, [from, onto], height, pointed, sink);
        }
    };
    if width >= BESIDE {
        ui.horizontal_top(|ui| {
            let gap = ui.spacing().item_spacing.x + 6.0;
            let share = 0.44 * width;
            column(ui, share, height, |ui| {
                ScrollArea::vertical()
                    .id_salt("how motion comes over")
                    .max_height(height)
                    .auto_shrink([false, true])
                    .show(ui, |ui| left(ui, &pointed));
            });
            ui.add_space(6.0);
            column(ui, width - share - gap, height, |ui| {
                right(ui, height, &mut pointed);
            });
        });
    } else {
        ScrollArea::vertical()
            .id_salt("motion and bones")
            .max_height(height)
            .show(ui, |ui| {
                left(ui, &pointed);
                right(ui, most, &mut pointed);
            });
    }
    pointed.store(ui);
}

fn column(ui: &mut Ui, width: f32, height: f32, contents: impl FnOnce(&mut Ui)) {
    let size = Vec2::new(width, height);
    ui.allocate_ui_with_layout(size, Layout::top_down(eframe::egui::Align::Min), |ui| {
        ui.set_width(width);
        contents(ui);
    });
}

/// The bones of both sides, once they are known, and the slot that is lit in both.
#[derive(Clone, Copy)]
struct LitBones<'a> {
    sides: [Option<SideView<'a>>; 2],
    slot: Option<&'a Slot>,
}

/// The preview, and how well the clip that it shows comes over.
fn motion(
    ui: &mut Ui,
    dialog: &MotionDialog,
    source: &MotionSource,
    view: &View<'_>,
    bones: LitBones<'_>,
) {
    let target = &view.document.character;
    let mut playhead = Playhead::load(ui);
    playhead.unit = view.session.character.sheet.unit();
    let places = dialog.clips();
    playhead.clip = playhead.clip.min(places.len().saturating_sub(1));
    if places.len() > 1 {
        choose_clip(ui, source, &places, &mut playhead);
    }
    let brought = dialog
        .result(target)
        .and_then(|result| result.as_ref().ok());
    let brought: Option<&BroughtClip> = brought.and_then(|all| all.get(playhead.clip));
    let place = places.get(playhead.clip);
    let clip = place.and_then(|place| source.character.clips.get(*place));
    let [from, onto] = bones.sides;
    let pictures = [
        PreviewPicture {
            name: &source.name,
            character: &source.character,
            clip,
            bones: from,
        },
        PreviewPicture {
            name: "This character",
            character: target,
            clip: brought.map(|brought| &brought.clip),
            bones: onto,
        },
    ];
    let [least, most] = PREVIEW_HEIGHTS;
    let height = (PREVIEW * ui.ctx().content_rect().height()).clamp(least, most);
    draw_preview(ui, &pictures, height, bones.slot, &mut playhead);
    match (brought, dialog.result(target)) {
        (Some(brought), _) => {
            let limbs = brought.report.as_ref().map(|report| &report.limbs);
            if let Some(time) = limbs.and_then(|limbs| limb_table(ui, limbs, playhead.unit)) {
                playhead.hold(time);
            }
            ui.add_space(2.0);
            for line in other_lines(brought, &source.character, target, playhead.unit) {
                ui.add(Label::new(RichText::new(line).weak()).wrap());
            }
        }
        (None, None) if !places.is_empty() => {
            ui.weak("Bringing the clips over …");
        }
        _ => {}
    }
    playhead.store(ui);
}

/// Height of the pictures of the preview: a share of the window's, and the least and the most in points.
const PREVIEW: f32 = 0.27;
const PREVIEW_HEIGHTS: [f32; 2] = [150.0, 300.0];

fn choose_clip(ui: &mut Ui, source: &MotionSource, places: &[usize], playhead: &mut Playhead) {
    let name = |place: &usize| source.character.clips.get(*place).map(clip_name);
    let shown = places.get(playhead.clip).and_then(name);
    ui.horizontal(|ui| {
        ui.weak("Preview of");
        ComboBox::from_id_salt("clip of the preview")
            .selected_text(shown.unwrap_or_default())
            .show_ui(ui, |ui| {
                for (index, place) in places.iter().enumerate() {
                    let text = name(place).unwrap_or_default();
                    ui.selectable_value(&mut playhead.clip, index, text);
                }
            })
            .response
            .accessible_name("Clip of the preview");
    });
}

fn answers(ui: &mut Ui, dialog: &MotionDialog, why_not: Option<&str>, sink: &mut Sink) {
    ui.add_space(6.0);
    if let Some(why) = why_not.filter(|why| !why.is_empty()) {
        let text = RichText::new(why).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).wrap());
    }
    let enter = takes_enter(ui);
    ui.horizontal(|ui| {
        let button = ui.add_enabled(why_not.is_none(), main_button("Bring in"));
        if button.clicked() || (enter && why_not.is_none()) {
            send(MotionIntent::Begin, sink);
        }
        let instead = "Opens the dropped file in place of the character";
        if dialog.dropped
            && ui
                .button("Open it instead")
                .on_hover_text(instead)
                .clicked()
        {
            send(MotionIntent::OpenInstead, sink);
        }
        if ui.button("Cancel").clicked() {
            send(MotionIntent::Close, sink);
        }
    });
}
