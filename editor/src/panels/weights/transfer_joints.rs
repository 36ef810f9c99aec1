//! The table of the transfer dialog that matches joints of the source with joints of the character by hand.

use eframe::egui::{
    Align, Button, CollapsingHeader, ComboBox, Grid, Id, Label, Layout, PopupCloseBehavior,
    ScrollArea, TextEdit, Ui, Vec2,
};
use session::state::transfer::transfer_work::{JointMap, TransferDialog, TransferFit, match_joint};

/// Height of the list: a share of the window's, and the least in points.
const HEIGHT: f32 = 0.4;
const LEAST_HEIGHT: f32 = 150.0;
/// Width of a joint's name and of its choice.
const NAME: f32 = 190.0;
const CHOICE: f32 = 230.0;

/// Draws the table, closed until it is wanted. Nothing that is set by hand is lost when it is closed.
pub fn joint_table(ui: &mut Ui, dialog: &mut TransferDialog, sight: &TransferFit) {
    let by_hand = dialog.choice.joints.len();
    let title = match by_hand {
        0 => "Match joints by hand".to_owned(),
        count => format!("Match joints by hand ({count})"),
    };
    CollapsingHeader::new(title)
        .id_salt("joints by hand")
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                let field = TextEdit::singleline(&mut dialog.search)
                    .hint_text("Search joints")
                    .desired_width(NAME);
                ui.add(field).accessible_name("Search joints of the source");
                let clear = Button::new("Match all by name");
                if ui.add_enabled(by_hand > 0, clear).clicked() {
                    dialog.choice.joints.clear();
                }
            });
            let (map, search) = (&mut dialog.choice.joints, dialog.search.to_lowercase());
            let is_found = |joint: &&String| {
                let own = match_joint(map, joint).unwrap_or_default().to_lowercase();
                let joint = joint.to_lowercase();
                let mut words = search.split_whitespace();
                words.all(|word| joint.contains(word) || own.contains(word))
            };
            let listed: Vec<&String> = sight.moving.iter().filter(is_found).collect();
            if listed.is_empty() {
                ui.weak("No matching joint");
            }
            let height = HEIGHT * ui.ctx().content_rect().height();
            ScrollArea::vertical()
                .max_height(height.max(LEAST_HEIGHT))
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    Grid::new("joints by hand").num_columns(2).show(ui, |ui| {
                        for joint in listed {
                            name_cell(ui, joint);
                            choice(ui, joint, map, sight);
                            ui.end_row();
                        }
                    });
                });
        });
}

/// A joint's name, at the left of a column that is as wide for all.
fn name_cell(ui: &mut Ui, joint: &str) {
    let size = Vec2::new(NAME, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_width(NAME);
        ui.add(Label::new(joint).truncate());
    });
}

/// The joint that one of the source goes to.
fn choice(ui: &mut Ui, joint: &str, map: &mut JointMap, sight: &TransferFit) {
    let is_here = sight.own.iter().any(|own| own == joint);
    let by_name = match is_here {
        true => format!("{joint} (by name)"),
        false => "No match: to other joints".to_owned(),
    };
    let now = map.get(joint).cloned();
    let text = match &now {
        None => by_name.as_str(),
        Some(None) => "None: to other joints",
        Some(Some(own)) => own.as_str(),
    };
    // None is by name; `Some(None)` is no joint, as chosen by hand.
    let mut chosen = now.clone();
    let shown = ComboBox::from_id_salt(("own joint", joint))
        .selected_text(text)
        .width(CHOICE)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show_ui(ui, |ui| {
            let words = search(ui, joint);
            let is_found = |own: &&String| {
                let own = own.to_lowercase();
                words.split_whitespace().all(|word| own.contains(word))
            };
            let before = chosen.clone();
            ui.selectable_value(&mut chosen, None, by_name.as_str());
            ui.selectable_value(&mut chosen, Some(None), "None: to other joints");
            ui.separator();
            for own in sight.own.iter().filter(is_found) {
                ui.selectable_value(&mut chosen, Some(Some(own.clone())), own.as_str());
            }
            if chosen != before {
                ui.data_mut(|data| data.remove_temp::<String>(search_id(joint)));
                ui.close();
            }
        });
    if shown.inner.is_none() {
        ui.data_mut(|data| data.remove_temp::<String>(search_id(joint)));
    }
    shown
        .response
        .accessible_name(format!("Joint for {joint}"))
        .on_hover_text("The joint of this character that gets its weights");
    if chosen == now {
        return;
    }
    match chosen {
        None => map.remove(joint),
        Some(own) => map.insert(joint.to_owned(), own),
    };
}

/// Where what is searched for is kept, while the list is open.
pub(in crate::panels) fn search_id(joint: &str) -> Id {
    Id::unique(("search of the joints to choose from", joint))
}

/// The field over the joints to choose from; returns what is searched for, in small letters.
pub(in crate::panels) fn search(ui: &mut Ui, joint: &str) -> String {
    let mut words: String = ui.data(|data| data.get_temp(search_id(joint)).unwrap_or_default());
    let field = TextEdit::singleline(&mut words)
        .id(search_id(joint))
        .hint_text("Search")
        .desired_width(CHOICE);
    let field = ui.add(field).accessible_name("Search own joints");
    if field.changed() {
        ui.data_mut(|data| data.insert_temp(search_id(joint), words.clone()));
    // The list was opened just now: what is typed searches.
    } else if ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    words.to_lowercase()
}
