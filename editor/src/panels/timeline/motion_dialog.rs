//! The dialog that brings in motion: the file, its clips, both skeletons side by side, the bones of both, and how well it comes over.

use eframe::egui::{
    Button, CollapsingHeader, ComboBox, Context, Grid, Id, Key, Label, Modal, RichText, ScrollArea,
    TextEdit, Ui,
};
use retarget::{BoneMap, MappedBy, RootTravel, Slot};
use rig::{HumanBone, JointIndex};
use scene::names::{clip_name, joint_name};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::motion_in::bring::{bone_words, joints_words, report_lines};
use session::state::motion_in::dialog::{MapSide, MotionDialog, MotionIntent, MotionSource};

use super::motion_preview::draw_preview;
use crate::panels::widgets::{fault_label, is_canceled, main_button, modal_frame, takes_enter};

/// Width of the dialog, in points; less in a narrow window.
const WIDTH: f32 = 620.0;
/// Width of the field for the file.
const FIELD: f32 = 380.0;
/// Width of a list of joints.
const JOINTS: f32 = 170.0;
/// Height of the list of bones: a share of the window's.
const HEIGHT: f32 = 0.18;
/// Its least, in points.
const LEAST_HEIGHT: f32 = 100.0;

/// Draws the dialog, if it is open.
pub fn motion_dialog(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    let Some(dialog) = &view.session.motion_in.dialog else {
        return;
    };
    let modal = Modal::new(Id::unique("motion dialog"))
        .frame(modal_frame(ctx))
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 60.0));
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
    clips(ui, dialog, source, sink);
    options(ui, dialog, sink);
    draw_preview(ui, dialog, source, view);
    bones(ui, dialog, source, view, sink);
    let target = &view.document.character;
    if dialog.clips().is_empty() {
        return Some("Choose a clip.".to_owned());
    }
    match dialog.result(target) {
        None => {
            ui.weak("Bringing the clips over …");
            Some(String::new())
        }
        Some(Err(why)) => {
            fault_label(ui, why);
            Some(String::new())
        }
        Some(Ok(brought)) => {
            for one in brought.iter().take(1) {
                for line in report_lines(one, &source.character, target) {
                    ui.add(Label::new(RichText::new(line).weak()).wrap());
                }
            }
            None
        }
    }
}

fn clips(ui: &mut Ui, dialog: &MotionDialog, source: &MotionSource, sink: &mut Sink) {
    let all = source.character.clips.iter().enumerate();
    ui.horizontal_wrapped(|ui| {
        ui.label("Clips");
        for (place, clip) in all {
            let mut is_taken = !dialog.left_out.contains(&place);
            let text = format!("{} ({:.1} s)", clip_name(clip), clip.duration());
            if ui.checkbox(&mut is_taken, text).changed() {
                send(MotionIntent::Clip(place, is_taken), sink);
            }
        }
    });
}

const TRAVELS: [(RootTravel, &str, &str); 4] = [
    (
        RootTravel::HipHeight,
        "By hip height",
        "The hips go as far as their heights over the ground are to each other",
    ),
    (
        RootTravel::LegLength,
        "By leg length",
        "The hips go as far as legs are long, so that strides stay as long for them",
    ),
    (
        RootTravel::InPlace,
        "In place",
        "The character stays where it is; the hips go up and down",
    ),
    (
        RootTravel::Ground,
        "Over the ground",
        "The hips stay at their height",
    ),
];

fn options(ui: &mut Ui, dialog: &MotionDialog, sink: &mut Sink) {
    let mut options = dialog.options;
    ui.horizontal_wrapped(|ui| {
        ui.label("Travel");
        let name = |travel: RootTravel| {
            let found = TRAVELS.iter().find(|(one, ..)| *one == travel);
            found.map_or("", |(_, name, _)| name)
        };
        ComboBox::from_id_salt("travel of the hips")
            .selected_text(name(options.travel))
            .show_ui(ui, |ui| {
                for (travel, name, tip) in TRAVELS {
                    ui.selectable_value(&mut options.travel, travel, name).on_hover_text(tip);
                }
            })
            .response
            .accessible_name("Travel of the hips");
        let tip = "Lays the arms and legs of this character along those of the file before: for an A pose and a T pose";
        ui.checkbox(&mut options.aligns, "Align rest poses").on_hover_text(tip);
        let tip = "Holds feet in their place while those of the file stand";
        ui.checkbox(&mut options.pins_feet, "Hold feet that stand").on_hover_text(tip);
    });
    if options != dialog.options {
        send(MotionIntent::Options(options), sink);
    }
}

/// The table of bones, closed until it is wanted.
fn bones(
    ui: &mut Ui,
    dialog: &MotionDialog,
    source: &MotionSource,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let target = &view.document.character;
    let maps = dialog
        .map(MapSide::Source, target)
        .zip(dialog.map(MapSide::Target, target));
    let Some((from, onto)) = maps else {
        return;
    };
    let shared = from
        .slots()
        .filter(|(slot, _)| onto.get(slot).is_some())
        .count();
    let by_hand = dialog.source_by_hand.len() + dialog.target_by_hand.len();
    let hand = match by_hand {
        0 => String::new(),
        count => format!(", {count} by hand"),
    };
    let title = format!("Bones ({shared} in both{hand})");
    CollapsingHeader::new(title)
        .id_salt("bones of both")
        .show(ui, |ui| {
            if ui
                .add_enabled(by_hand > 0, Button::new("Forget choices by hand"))
                .clicked()
            {
                send(MotionIntent::ForgetHand, sink);
            }
            let height = HEIGHT * ui.ctx().content_rect().height();
            ScrollArea::vertical()
                .max_height(height.max(LEAST_HEIGHT))
                .show(ui, |ui| {
                    Grid::new("bones of both")
                        .num_columns(4)
                        .striped(true)
                        .show(ui, |ui| {
                            ui.strong("Bone");
                            // The name of the file may be long.
                            let name = RichText::new(&source.name).strong();
                            ui.add_sized([JOINTS, 0.0], Label::new(name).truncate());
                            ui.strong("This character");
                            ui.strong("Found by");
                            ui.end_row();
                            for bone in HumanBone::ALL {
                                let slot = Slot::Human(bone);
                                // Fingers, eyes and jaw that neither has only fill the list.
                                if is_detail(bone)
                                    && from.get(&slot).is_none()
                                    && onto.get(&slot).is_none()
                                {
                                    continue;
                                }
                                bone_row(
                                    ui,
                                    bone,
                                    [
                                        (MapSide::Source, &from, &source.character),
                                        (MapSide::Target, &onto, &view.document.character),
                                    ],
                                    sink,
                                );
                                ui.end_row();
                            }
                        });
                });
        });
}

/// Whether a bone is one of many characters that lack it.
fn is_detail(bone: HumanBone) -> bool {
    let parts = ["Thumb", "Index", "Middle", "Ring", "Little", "Eye", "jaw"];
    parts.iter().any(|part| bone.name().contains(part))
}

type SideOfRow<'a> = (MapSide, &'a BoneMap, &'a character::Character);

fn bone_row(ui: &mut Ui, bone: HumanBone, sides: [SideOfRow<'_>; 2], sink: &mut Sink) {
    let slot = Slot::Human(bone);
    ui.label(bone_words(bone));
    for (side, map, character) in sides {
        let skeleton = &character.rig.skeleton;
        let found = map.get(&slot).map_or(&[][..], |mapped| &mapped.joints);
        let whose = match side {
            MapSide::Source => "file",
            MapSide::Target => "character",
        };
        let label = format!("{} of the {whose}", bone_words(bone));
        ComboBox::from_id_salt(&label)
            .selected_text(joints_words(character, found))
            .width(JOINTS)
            .show_ui(ui, |ui| {
                let mut choose = |ui: &mut Ui, joint: Option<JointIndex>, text: String| {
                    let is_chosen = found.first().copied() == joint && found.len() <= 1;
                    if ui.selectable_label(is_chosen, text).clicked() {
                        send(MotionIntent::Bone(side, slot.clone(), joint), sink);
                    }
                };
                choose(ui, None, "–".to_owned());
                for joint in skeleton.joints() {
                    choose(ui, Some(joint), joint_name(skeleton, joint));
                }
            })
            .response
            .accessible_name(&label);
    }
    let [(_, from, _), (_, onto, _)] = sides;
    let words =
        [from, onto].map(|map| map.get(&slot).map_or("–", |mapped| found_words(mapped.by)));
    let sureness = [from, onto].map(|map| map.get(&slot).map_or(1.0, |mapped| mapped.sureness));
    let text = if words[0] == words[1] {
        words[0].to_owned()
    } else {
        format!("{} · {}", words[0], words[1])
    };
    let is_sure = sureness.iter().all(|sureness| *sureness >= 0.6);
    let text = RichText::new(text);
    let text = if is_sure {
        text.weak()
    } else {
        text.color(ui.visuals().warn_fg_color)
    };
    ui.label(text);
}

const fn found_words(by: MappedBy) -> &'static str {
    match by {
        MappedBy::Hand => "hand",
        MappedBy::Humanoid => "its map",
        MappedBy::Name => "name",
        MappedBy::Shape => "shape",
    }
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
