//! What the `use` declarations of a file name, with groups written out.

/// The full path of every name imported in `code` (without comments and strings), with the line where it stands.
///
/// `use std::{fs, io::{self, Write as _}};` gives `std::fs`, `std::io::self` and `std::io::Write`.
pub(super) fn imports(code: &str) -> Vec<(usize, String)> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for (at, word) in code.match_indices("use") {
        let rest = &code[at + word.len()..];
        // Not `reuse`, `used` or `use_it`: the keyword stands alone.
        let declares = !code[..at].ends_with(is_of_word) && rest.starts_with(char::is_whitespace);
        if let (true, Some(end)) = (declares, rest.find(';')) {
            line += code[counted..at].matches('\n').count();
            counted = at;
            write_out(&rest[..end], line, &mut found);
        }
    }
    found
}

fn write_out(tree: &str, mut line: usize, found: &mut Vec<(usize, String)>) {
    let mut groups: Vec<String> = Vec::new();
    let mut path = String::new();
    let mut line_of_path = line;
    // The comma at the end finishes the last path, which has none of its own.
    for c in tree.chars().chain([',']) {
        match c {
            '{' => groups.push(path.clone()),
            ',' | '}' => {
                let full = without_alias(&path);
                // After a group or a trailing comma nothing new was named: what is left is the prefix, or nothing.
                if !full.is_empty() && !full.ends_with("::") {
                    found.push((line_of_path, full));
                }
                path = if c == '}' {
                    groups.pop();
                    String::new()
                } else {
                    groups.last().cloned().unwrap_or_default()
                };
            }
            _ => {
                line += usize::from(c == '\n');
                // A failure points to where the name stands, not to a line break behind it.
                line_of_path = if c.is_whitespace() {
                    line_of_path
                } else {
                    line
                };
                path.push(c);
            }
        }
    }
}

fn without_alias(path: &str) -> String {
    let words = path.split_whitespace().take_while(|word| *word != "as");
    let full: String = words.collect();
    full.trim_start_matches("::").to_owned()
}
