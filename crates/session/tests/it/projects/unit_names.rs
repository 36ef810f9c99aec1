//! Names of units in files of preferences.

use session::settings::{Units, from_text};

#[test]
fn former_names_in_files_are_read() {
    for (names, units) in [
        (["meters", "metres"], Units::Meters),
        (["centimeters", "centimetres"], Units::Centimeters),
        (["millimeters", "millimetres"], Units::Millimeters),
    ] {
        for name in names {
            let read = from_text(&format!("(version: 1, units: {name})")).unwrap();
            assert_eq!(read.settings.units, units, "{name}");
        }
    }
}
