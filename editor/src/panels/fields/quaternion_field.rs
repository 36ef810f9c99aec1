//! A joint's rotation as a quaternion: four numbers in one field, to copy and to type.

use eframe::egui::{Align, Color32, Id, Layout, TextEdit, TextStyle, Ui, Vec2};
use glam::Quat;
use rig::JointIndex;
use scene::names::plain;
use session::commands::command::{Intent, Outcome, Sink};
use session::features::view::View;
use session::notices::Severity;
use session::state::posing::command::PoseIntent;
use session::text::number_text::{Quantity, evaluate};

use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::small_icon_button;
use crate::theme::ROW;

/// Margin on both sides of the text together.
const MARGIN: f32 = 18.0;

/// Draws the field, with a button that copies all digits.
pub fn quaternion_field(ui: &mut Ui, joint: JointIndex, view: &View<'_>, sink: &mut Sink) {
    let rigid = view.shown.posed.rigid.get(joint.index());
    let rotation = rigid.map_or(Quat::IDENTITY, |rigid| rigid.rotation);
    ui.horizontal(|ui| {
        ui.weak("Quaternion")
            .on_hover_text("The rotation as a quaternion: x, y, z, w");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let copy = small_icon_button(ui, Icon::Copy, true)
                .on_hover_text("Copies the quaternion with all its digits")
                .accessible_name("Copy quaternion");
            if copy.clicked() {
                let all = rotation.to_array().map(|number| number.to_string());
                ui.ctx().copy_text(all.join(", "));
            }
            field(ui, joint, rotation, sink);
        });
    });
}

/// While the field is edited it keeps the typed text; else it shows the pose.
fn field(ui: &mut Ui, joint: JointIndex, rotation: Quat, sink: &mut Sink) {
    let id = Id::unique(("quaternion", joint.index()));
    let shown = fitting(ui, rotation);
    let typed: Option<String> = ui.data(|data| data.get_temp(id));
    let mut text = typed.clone().unwrap_or_else(|| shown.clone());
    let size = Vec2::new(ui.available_width(), ROW);
    let edit = TextEdit::singleline(&mut text)
        .id(id)
        .font(TextStyle::Small)
        .desired_width(size.x);
    let response = ui
        .add_sized(size, edit)
        .on_hover_text("x, y, z, w: type four numbers; their length does not matter")
        .accessible_name("Rotation quaternion");
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        match typed
            // What is shown is rounded: taken as it stands, it would turn the joint a little.
            .filter(|typed| *typed != shown)
            .map(|text| parse(&text))
        {
            Some(Ok(rotation)) => sink.send(Intent::Pose(PoseIntent::SetRotation(joint, rotation))),
            Some(Err(reason)) => {
                let text = format!("Quaternion unchanged: {reason}.");
                sink.send(Outcome::Notify(Severity::Warning, text));
            }
            None => {}
        }
    }
}

/// With as many decimals as always fit, 2 to 4: those do not change as the joint turns.
fn fitting(ui: &Ui, rotation: Quat) -> String {
    let text = |rotation: Quat, decimals: usize| {
        rotation
            .to_array()
            .map(|number| plain(number, decimals))
            .join(", ")
    };
    let free_space = ui.available_width() - MARGIN;
    let font = TextStyle::Small.resolve(ui.style());
    // All four signs: no quaternion has a longer text.
    let widest = Quat::from_xyzw(-1.0, -1.0, -1.0, -1.0);
    let fits = |&decimals: &usize| {
        let text = text(widest, decimals);
        let galley = ui
            .painter()
            .layout_no_wrap(text, font.clone(), Color32::WHITE);
        galley.size().x <= free_space
    };
    let decimals = [4, 3].into_iter().find(fits).unwrap_or(2);
    text(rotation, decimals)
}

/// Four numbers, or sums without blanks, between commas, semicolons, blanks or square brackets; a comma always
/// separates numbers. An error says what is wrong, also for four zeros.
fn parse(text: &str) -> Result<Quat, String> {
    let text = text.trim();
    let whole = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let text = whole
        .filter(|text| !text.contains(['(', ')']))
        .unwrap_or(text);
    let words = text.split(|c: char| c.is_whitespace() || ",;[]".contains(c));
    let words = words.filter(|word| !word.is_empty());
    let numbers: Vec<f32> = words.map(number).collect::<Result<_, _>>()?;
    let count = numbers.len();
    let numbers: [f32; 4] = numbers
        .try_into()
        .map_err(|_numbers| format!("it takes four numbers, and there are {count}"))?;
    let rotation = Quat::from_array(numbers);
    if rotation.length_squared() > 0.0 {
        Ok(rotation)
    } else {
        Err("all four numbers are zero".to_owned())
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what is typed is not beyond f32, and rounding is the purpose"
)]
fn number(word: &str) -> Result<f32, String> {
    evaluate(word, Quantity::Number)
        .map(|number| number as f32)
        .map_err(|error| error.to_string())
}
