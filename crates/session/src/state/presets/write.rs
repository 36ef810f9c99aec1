//! Writer of presets.

use std::fmt::Write as _;

use glam::{Quat, Vec3};
use rig::JointPreset;
use text_files::without_mark;

use super::{PresetFile, VERSION, angles, limit};

/// Comment at the beginning of a new file.
const HEADER: &str = "\
// A pose preset of Dualskin: joints by name, each relative to its rest pose. Edit and save it: an open library follows.
// rotation: degrees about X, then Y, then Z, axes standing still; or a quaternion (x, y, z, w) · translation: meters
// scale: factors along X, Y, Z · shear: XY, YZ, ZX · all in the joint's own frame at rest.
// A joint or a channel that is left out stays as the pose has it. A comma before a bracket does no harm.
// Joints of the same name go by path, as \"arm.L/hand\". All of the format: docs/presets.md
";

/// The text of a preset, with a comment that explains the format.
///
/// Reading it gives the preset back: rotations to a millionth of a radian, all other numbers bit for bit within the
/// limits. A number beyond its limit is clamped; a channel with a NaN is left out.
#[must_use]
pub fn write(file: &PresetFile) -> String {
    format!("{HEADER}{}", body(file))
}

/// [`write()`], but with the comment at the beginning of another text, if it has one: for a file that is replaced.
/// Comments further down are lost.
#[must_use]
pub fn write_over(before: &str, file: &PresetFile) -> String {
    let comment = leading_comment(without_mark(before));
    if comment.trim().is_empty() {
        return write(file);
    }
    let end = if comment.ends_with('\n') { "" } else { "\n" };
    format!("{comment}{end}{}", body(file))
}

/// The comments and empty lines at the beginning of a text.
fn leading_comment(text: &str) -> &str {
    let is_comment = |line: &&str| {
        let line = line.trim();
        line.is_empty() || line.starts_with("//")
    };
    let lines = text.split_inclusive('\n').take_while(is_comment);
    let length = lines.map(str::len).sum();
    text.get(..length).unwrap_or_default()
}

fn body(file: &PresetFile) -> String {
    let mut text = format!(
        "(\n    version: {VERSION},\n    name: {},\n",
        quote(&file.name)
    );
    for (field, words) in [("note", &file.note), ("made_for", &file.made_for)] {
        if let Some(words) = words {
            // Writing to a String cannot fail, here and below.
            let _written = writeln!(text, "    {field}: {},", quote(words));
        }
    }
    text.push_str("    joints: {\n");
    for joint in &file.preset.joints {
        let _written = writeln!(
            text,
            "        {}: ({}),",
            quote(&joint.joint),
            channels(joint)
        );
    }
    text.push_str("    },\n)\n");
    text
}

fn channels(joint: &JointPreset) -> String {
    let three = |field: &str, values: Option<Vec3>| {
        let values = values.filter(|values| !values.is_nan())?;
        Some(format!("{field}: {}", triple(values, limit(field))))
    };
    let channels = [
        joint.rotation.and_then(rotation),
        three("translation", joint.translation),
        three("scale", joint.scale),
        three("shear", joint.shear),
    ];
    let given: Vec<String> = channels.into_iter().flatten().collect();
    given.join(", ")
}

fn rotation(rotation: Quat) -> Option<String> {
    if !rotation.is_finite() || rotation.length_squared() < 1e-12 {
        return None;
    }
    let numbers = match angles::degrees(rotation) {
        Some(degrees) => format!("({}, {}, {})", degrees.x, degrees.y, degrees.z),
        None => {
            let [x, y, z, w] = rotation
                .to_array()
                .map(|value| number(value, limit("quaternion")));
            format!("({x}, {y}, {z}, {w})")
        }
    };
    Some(format!("rotation: {numbers}"))
}

fn triple(values: Vec3, limit: f32) -> String {
    let [x, y, z] = values.to_array().map(|value| number(value, limit));
    format!("({x}, {y}, {z})")
}

/// The shortest digits that give the number back.
fn number(value: f32, limit: f32) -> String {
    let value = value.clamp(-limit, limit);
    if value == 0.0 || value.abs() >= 1e-5 {
        value.to_string()
    } else {
        // In powers of ten, else it would be mostly zeros.
        format!("{value:e}")
    }
}

/// The text in quotes, escaped.
fn quote(text: &str) -> String {
    ron::to_string(text).unwrap_or_else(|_| format!("{text:?}"))
}
