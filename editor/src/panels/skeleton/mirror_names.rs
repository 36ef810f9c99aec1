//! The marks that tell left from right in names, to read and to change.

use eframe::egui::{Id, TextEdit, Ui};
use rig::NamePatterns;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::settings::SettingChange;

/// Draws the field. While it is edited, the text stays as typed; an invalid list has no effect, and the reason is shown
/// below.
pub fn mirror_names(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let id = Id::unique("marks of left and right");
    let now = view.session.settings.mirror.patterns();
    let typed: Option<String> = ui.data(|data| data.get_temp(id));
    let mut text = typed.unwrap_or_else(|| now.to_string());
    let edit = TextEdit::multiline(&mut text)
        .id(id)
        .desired_rows(2)
        .desired_width(f32::INFINITY);
    let response = ui.add(edit).accessible_name("Marks of left and right");
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    match text.parse::<NamePatterns>() {
        Ok(patterns) if response.changed() && patterns != *now => {
            sink.send(Intent::Set(SettingChange::Mirror(patterns)));
        }
        Ok(_) if !response.has_focus() => ui.data_mut(|data| data.remove::<String>(id)),
        Ok(_) => {}
        Err(error) => {
            let color = ui.visuals().error_fg_color;
            ui.colored_label(color, format!("Not taken: {error}."));
        }
    }
    // Beside a scroll bar there is no room for all of it in one line.
    ui.horizontal_wrapped(|ui| {
        let is_usual = *now == NamePatterns::default();
        let usual = ui.add_enabled(!is_usual, eframe::egui::Button::new("Restore defaults"));
        let usual = usual.on_hover_text("Restores the patterns that most programs use");
        if usual.clicked() {
            ui.data_mut(|data| data.remove::<String>(id));
            sink.send(Intent::Set(SettingChange::Mirror(NamePatterns::default())));
        }
        let about = "Which joint is the mirror image of which: the left mark, a stroke, the right mark; pairs with commas \
                     between. A mark counts where it stands as a whole, as .L in arm.L or Left in LeftArm, with capitals as \
                     written, and only if the other joint exists; counters at the end, as _07, are not looked at. Joints without a \
                     mark are paired by their places, else by the shape of the skeleton. The page of a joint says how.";
        ui.weak("Left and right in joint names, in pairs such as .L/.R").on_hover_text(about);
    });
}
