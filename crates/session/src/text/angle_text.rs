//! Angles as they are written, with their turns.

use scene::names::plain;

/// An angle in degrees with one decimal: `300.0°`, and beyond a whole turn with their number, `400.0° (1 turn + 40.0°)`.
///
/// The sign is that of the way round; a number that is not finite is written as it is.
#[must_use]
pub fn angle_text(degrees: f32) -> String {
    // What is written is counted.
    let degrees = (degrees * 10.0).round() / 10.0;
    let whole = format!("{}°", plain(degrees, 1));
    let turns = (degrees / 360.0).trunc();
    if !(1.0..1e6).contains(&turns.abs()) {
        return whole;
    }
    let unit = if turns.abs() < 2.0 { "turn" } else { "turns" };
    let (turns, rest) = (plain(turns, 0), degrees % 360.0);
    // Turns and rest go the same way.
    let sign = if degrees < 0.0 { '−' } else { '+' };
    let rest = plain(rest.abs(), 1);
    format!("{whole} ({turns} {unit} {sign} {rest}°)")
}
