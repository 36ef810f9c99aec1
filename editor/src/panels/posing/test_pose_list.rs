//! All test poses in groups, with a search: the strip has room for a few of them.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{Button, Id, PopupCloseBehavior, ScrollArea, TextEdit, Ui, Vec2};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::presets::PresetFile;
use session::state::test_poses::strip::StripEvent;

use crate::panels::posing::test_pose_button::pose_button;
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::paint_on;

/// What the search is remembered by, while the list is open.
const SEARCH: &str = "search of test poses";

/// Width of the list, in points.
const WIDTH: f32 = 330.0;
/// Height of the groups, which scroll.
const HEIGHT: f32 = 300.0;

/// What the poses of a group do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Whole,
    Bend,
    Spread,
    Twist,
    Tilt,
}

impl Group {
    const ALL: [Self; 5] = [
        Self::Whole,
        Self::Bend,
        Self::Spread,
        Self::Twist,
        Self::Tilt,
    ];

    /// By the word at the end of the name, which says how its joints turn: `Knees bend`, `forearm twist 2`.
    fn of(name: &str) -> Self {
        let name = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == ' ');
        match name.rsplit_once(' ').map(|(_, last)| last) {
            Some("bend") => Self::Bend,
            Some("spread") => Self::Spread,
            Some("twist") => Self::Twist,
            Some("tilt") => Self::Tilt,
            _ => Self::Whole,
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Whole => "Whole poses",
            Self::Bend => "Bend",
            Self::Spread => "Spread",
            Self::Twist => "Twist",
            Self::Tilt => "Tilt",
        }
    }
}

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

/// Whether a name holds all words, whatever their case.
fn has_words(name: &str, words: &str) -> bool {
    let name = name.to_lowercase();
    words
        .split_whitespace()
        .all(|word| name.contains(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_are_grouped_by_how_their_joints_turn() {
        for (name, group) in [
            ("Arms up", Group::Whole),
            ("Spread", Group::Whole),
            ("Knees bend", Group::Bend),
            ("forearm.L bend 2", Group::Bend),
            ("Fingers spread", Group::Spread),
            ("Wrist twist", Group::Twist),
            ("root tilt", Group::Tilt),
        ] {
            assert_eq!(Group::of(name), group, "{name}");
        }
        assert!(has_words("Knees bend", "BEND kn") && !has_words("Knees bend", "bend elbow"));
    }
}
