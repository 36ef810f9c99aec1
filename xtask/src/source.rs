//! The text files of the workspace, as tidy sees them: whole, and with comments and strings blanked out.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

/// Folders that hold nothing of ours; hidden ones other than these two are skipped as well.
const SKIPPED_FOLDERS: &[&str] = &["target", "node_modules"];
/// A file in a linked working tree, which says where the repository is.
const GIT: &str = ".git";
const HIDDEN_BUT_OURS: &[&str] = &[".cargo", ".ci"];

/// A text file of the workspace.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Path from the workspace root, with forward slashes.
    pub path: String,
    /// The text as it is on disk, comments and strings included.
    pub text: String,
    /// What [`code`](Self::code) gives, once it was asked for.
    code: OnceLock<String>,
}

impl SourceFile {
    /// A file with the given path and text; tests make bad ones with it.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
            code: OnceLock::new(),
        }
    }

    /// Whether the name ends in `.extension`.
    pub fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path)
            .extension()
            .is_some_and(|found| found == extension)
    }

    /// Whether the file lies in `folder` (without a trailing slash), at any depth.
    pub fn is_in(&self, folder: &str) -> bool {
        lies_in(&self.path, folder)
    }

    /// The lines with their numbers, counted from one.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    /// The Rust text with the insides of comments, strings and characters replaced by spaces; line numbers stay. Of the text as it is
    /// when it is asked for first.
    pub fn code(&self) -> &str {
        self.code
            .get_or_init(|| blank_comments_and_strings(&self.text))
    }
}

/// Whether `path` leads into `folder` (without a trailing slash), at any depth.
pub(crate) fn lies_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|rest| rest.starts_with('/'))
}

/// The folder that holds the workspace's `Cargo.toml`.
///
/// `cargo run` and `cargo test` say where xtask's own manifest is; a binary that was copied away falls back on the
/// folder it was built in.
pub fn workspace_root() -> PathBuf {
    let own = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    own.parent().map_or_else(|| own.clone(), Path::to_path_buf)
}

/// Every text file under `root`, sorted by path. Files that are not UTF-8 (pictures, GLB) are left out.
///
/// # Errors
///
/// The first folder or file that cannot be read.
#[expect(clippy::disallowed_methods, reason = "files of the repository")]
pub fn read_sources(root: &Path) -> io::Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() && is_ours(&entry.file_name().to_string_lossy()) {
                folders.push(entry.path());
            } else if kind.is_file()
                && entry.file_name() != GIT
                && let Ok(text) = String::from_utf8(fs::read(entry.path())?)
            {
                files.push(SourceFile::new(path_from_root(root, &entry.path()), text));
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn is_ours(folder: &str) -> bool {
    !SKIPPED_FOLDERS.contains(&folder)
        && (!folder.starts_with('.') || HIDDEN_BUT_OURS.contains(&folder))
}

fn path_from_root(root: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path);
    relative.to_string_lossy().replace('\\', "/")
}

/// Not a parser: it knows where comments, strings, raw strings and characters end, which is all that a search for
/// names needs. Lifetimes are told from characters by the quote that does not follow.
fn blank_comments_and_strings(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        // Nothing opaque begins with another character.
        let begins = |byte| matches!(byte, b'/' | b'"' | b'r' | b'\'');
        let (plain, from) = rest.split_at(rest.bytes().position(begins).unwrap_or(rest.len()));
        code.push_str(plain);
        rest = from;
        let Some(first) = rest.chars().next() else {
            break;
        };
        let blanked = opaque_len(rest, code.chars().next_back());
        if blanked == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (opaque, after) = rest.split_at(blanked);
        // Line feeds stay, so that numbers of lines are those of the file.
        code.extend(opaque.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = after;
    }
    code
}

/// Length in bytes of the comment, string or character that `text` begins with, 0 if with none of them.
fn opaque_len(text: &str, before: Option<char>) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return block_comment_len(text);
    }
    if let Some(inside) = text.strip_prefix('"') {
        return 1 + escaped_len(inside, '"');
    }
    let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    // At the end of a word `r` begins no raw string, unless the word is `b`.
    if text.starts_with('r') && (!in_word || before == Some('b')) {
        return raw_string_len(text);
    }
    if text.starts_with('\'') {
        return char_len(text);
    }
    0
}

fn block_comment_len(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Length up to and including the closing quote; a backslash hides the character after it.
fn escaped_len(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if !escaped && c == quote {
            return at + c.len_utf8();
        }
        escaped = !escaped && c == '\\';
    }
    text.len()
}

fn raw_string_len(text: &str) -> usize {
    let hashes = text[1..].bytes().take_while(|&b| b == b'#').count();
    let opening = 1 + hashes;
    if !text[opening..].starts_with('"') {
        return 0;
    }
    let closing = format!("\"{}", "#".repeat(hashes));
    let body = opening + 1;
    text[body..]
        .find(&closing)
        .map_or(text.len(), |at| body + at + closing.len())
}

fn char_len(text: &str) -> usize {
    let mut chars = text[1..].chars();
    match (chars.next(), chars.next()) {
        (Some('\\'), _) => 1 + escaped_len(&text[1..], '\''),
        (Some(c), Some('\'')) => 1 + c.len_utf8() + 1,
        _ => 0,
    }
}
