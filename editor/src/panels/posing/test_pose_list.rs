//! All test poses in groups, with a search: the strip has room for a few of them.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{Button, Id, PopupCloseBehavior, ScrollArea, TextEdit, Ui, Vec2};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::presets::PresetFile;
use session::state::test_poses::strip::StripEvent;

use crate::panels::posing::test_pose_button::pose_button;
use crate::panels::posing::test_pose_groups::{Group, has_words};
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::paint_on;

/// What the search is remembered by, while the list is open.
const SEARCH: &str = "search of test poses";

/// Width of the list, in points.
const WIDTH: f32 = 330.0;
/// Height of the groups, which scroll.
const HEIGHT: f32 = 300.0;

/// Draws the button that opens the list; without a title it is an icon.
pub(in crate::panels) fn test_pose_list(
    ui: &mut Ui,
    title: &str,
    on: Option<usize>,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = Button::new(title).min_size(Vec2::new(28.0, 24.0));
    let (response, shown) = MenuButton::from_button(button)
        .config(config)
        .ui(ui, |ui| list(ui, on, view, sink));
    if shown.is_none() {
        ui.data_mut(|data| data.remove_temp::<String>(Id::unique(SEARCH)));
    }
    if title.is_empty() {
        paint_on(ui, &response, response.rect, Icon::Search);
    }
    let response = response.on_hover_text("All test poses in groups, with a search");
    response.accessible_name("All test poses");
}

fn list(ui: &mut Ui, on: Option<usize>, view: &View<'_>, sink: &mut Sink) {
    // Buttons and field are framed, as outside of menus.
    ui.set_style(ui.ctx().global_style());
    ui.set_width(WIDTH);
    let memory = Id::unique(SEARCH);
    let mut words: String = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    let field = TextEdit::singleline(&mut words)
        .hint_text("Search test poses")
        .desired_width(f32::INFINITY);
    let response = ui.add(field).accessible_name("Search test poses");
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(memory, words.clone()));
    } else if ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    let poses = view.session.character.test_poses.poses.iter().enumerate();
    let found: Vec<(usize, &PresetFile)> = poses
        .filter(|(_, pose)| has_words(&pose.name, &words))
        .collect();
    if found.is_empty() {
        ui.weak("No matching test pose");
    }
    ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
        for group in Group::ALL {
            let of_group = found
                .iter()
                .filter(|(_, pose)| Group::of(&pose.name) == group);
            let of_group: Vec<&(usize, &PresetFile)> = of_group.collect();
            if of_group.is_empty() {
                continue;
            }
            ui.weak(group.title());
            ui.horizontal_wrapped(|ui| {
                for &&(place, pose) in &of_group {
                    let response = pose_button(ui, pose, on == Some(place));
                    let name = format!("{} in the list", pose.name);
                    if response.accessible_name(name).clicked() {
                        sink.send(Intent::TestPose(StripEvent::Take(place)));
                    }
                }
            });
        }
    });
}
