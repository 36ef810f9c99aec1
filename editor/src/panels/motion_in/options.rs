//! How motion is brought over, as the dialog asks it.

use eframe::egui::{ComboBox, Ui};
use retarget::RootTravel;
use session::commands::command::{Intent, Sink};
use session::state::motion_in::dialog::{MotionDialog, MotionIntent};

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

/// Draws the options.
pub(super) fn options(ui: &mut Ui, dialog: &MotionDialog, sink: &mut Sink) {
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
        let tip = "Brings hands to where those of the file are, seen from the hips and as large as this character, by bending the arms";
        ui.checkbox(&mut options.places_hands, "Place hands").on_hover_text(tip);
        let tip = "Holds hands where those of the file touch the other hand, the head, the hips, or something that stands still, by bending the arms";
        ui.checkbox(&mut options.holds_hands, "Hold hands that touch").on_hover_text(tip);
    });
    if options != dialog.options {
        sink.send(Intent::Motion(MotionIntent::Options(options)));
    }
}
