//! The file: the texts of `web/share`, the scene and its numbers in one.

use serde_json::Value;

use super::blob::Blob;

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
/// Names come from files that anybody may have made. As text they are escaped; within the scene, which is JSON in a script that
/// is not run, nothing may end that script.
pub(super) fn page(title: &str, scene: &Value, blob: &Blob) -> String {
    let script = SCRIPTS.concat();
    let scene = scene.to_string().replace('<', "\\u003c");
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
            "title" => out.push_str(&escaped(title)),
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

fn escaped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_that_a_file_says_ends_a_script_or_begins_a_tag() {
        let hostile = "</script><script>alert(1)</script>{{scene}}<!--";
        let scene = json!({ "title": hostile });
        let page = page(hostile, &scene, &Blob::default());
        let plain = super::page("", &json!({}), &Blob::default());
        for tag in ["<script", "</script", "<!--"] {
            assert_eq!(
                page.matches(tag).count(),
                plain.matches(tag).count(),
                "{tag}"
            );
        }
        assert!(page.contains("\\u003c/script>\\u003cscript>alert(1)"));
        assert!(!page.contains("{{style}}"));
    }
}
