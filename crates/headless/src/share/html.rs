//! The file: the texts of `web/share`, the scene and its numbers in one.

use serde_json::Value;

use super::blob::Blob;
use crate::terminal::printable::{printable, printable_lines};

const PAGE: &str = include_str!("../../../../web/share/page.html");
const STYLE: &str = include_str!("../../../../web/share/style.css");
/// In the order in which they run; one scope.
const SCRIPTS: [&str; 6] = [
    include_str!("../../../../web/share/data.js"),
    include_str!("../../../../web/share/camera.js"),
    include_str!("../../../../web/share/skin.js"),
    include_str!("../../../../web/share/draw.js"),
    include_str!("../../../../web/share/panel.js"),
    include_str!("../../../../web/share/main.js"),
];

/// The page with this title.
///
/// Names come from files that anybody may have made. Characters that act on the text around them, as those that turn the direction of
/// writing, are written as numbers everywhere. As text names are escaped; within the scene, which is JSON in a script that is not run,
/// nothing may end that script.
pub(super) fn page(title: &str, scene: &Value, blob: &Blob) -> String {
    let script = SCRIPTS.concat();
    let scene = visible(scene, "").to_string().replace('<', "\\u003c");
    let numbers = blob.base64();
    // One pass over the template: what is put in is not looked at again.
    let mut out = String::with_capacity(PAGE.len() + script.len() + scene.len() + numbers.len());
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((key, behind)) = after.split_once("}}") else {
            break;
        };
        match key {
            "title" => out.push_str(&escape_html(&printable(title))),
            "style" => out.push_str(STYLE),
            "script" => out.push_str(&script),
            "scene" => out.push_str(&scene),
            "numbers" => out.push_str(&numbers),
            _ => {}
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The member of the scene that holds shaders, which are ours.
const PROGRAMS: &str = "programs";

/// The value under a name with all its texts printable; line ends of notes stay.
fn visible(value: &Value, name: &str) -> Value {
    match value {
        _ if name == PROGRAMS => value.clone(),
        Value::String(text) => Value::String(printable_lines(text)),
        Value::Array(list) => list.iter().map(|value| visible(value, "")).collect(),
        Value::Object(members) => {
            let members = members.iter();
            let visible = members.map(|(name, value)| (name.clone(), visible(value, name)));
            Value::Object(visible.collect())
        }
        other => other.clone(),
    }
}

fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}
