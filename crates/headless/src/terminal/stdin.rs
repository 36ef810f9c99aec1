//! `-` in the place of a file that is read: standard input.

use std::io;
use std::io::Read as _;

use character::Character;
use formats::Format;
use scene::vertex_layout::with_vertex_layout;
use session::state::opening::load::LoadError;

use crate::Failure;

/// How the command line spells standard input, and standard output.
pub const DASH: &str = "-";
/// The name of standard input in messages.
pub const NAME: &str = "stdin";
/// The largest input in bytes: what the length of a GLB can say.
const LARGEST: u64 = u32::MAX as u64;

/// Refuses to read standard input twice: the second reading would find nothing.
///
/// # Errors
///
/// More than one of these is `-`.
pub fn at_most_once(files: &[&str]) -> Result<(), Failure> {
    let dashes = files.iter().filter(|file| **file == DASH);
    if dashes.count() > 1 {
        return Err(Failure::Usage(
            "- stands for stdin, which can be read once; name a file for the others.".to_owned(),
        ));
    }
    Ok(())
}

/// Everything that standard input holds, `largest` bytes at most.
///
/// # Errors
///
/// It cannot be read, or holds more.
pub fn bytes(largest: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin()
        .lock()
        // One byte more tells an input that is too long from one of exactly so many.
        .take(largest.saturating_add(1))
        .read_to_end(&mut bytes);
    read.map_err(|error| {
        Failure::Data(format!(
            "{NAME} cannot be read ({error}); check what is sent there."
        ))
    })?;
    if u64::try_from(bytes.len()).is_ok_and(|size| size > largest) {
        return Err(Failure::Data(format!(
            "{NAME}: there are more than {largest} bytes, and such a file has fewer; check what is sent there."
        )));
    }
    Ok(bytes)
}

/// The text that standard input holds, `largest` bytes at most.
///
/// # Errors
///
/// As [`bytes`], or it is no UTF-8.
pub fn text(largest: u64) -> Result<String, Failure> {
    String::from_utf8(bytes(largest)?).map_err(|_error| {
        Failure::Data(format!(
            "{NAME}: this is no UTF-8 text; check what is sent there."
        ))
    })
}

/// The character of a .glb, of a .gltf that names no other file, or of another format in one file, on standard input.
///
/// # Errors
///
/// As [`bytes`], and [`LoadError`] for what is no such character.
pub fn character() -> Result<Character, Failure> {
    let bytes = bytes(LARGEST)?;
    let opened = match Format::of(&bytes) {
        Some(format) => formats::open_bytes(NAME, &bytes, format).map_err(LoadError::from),
        None => character::open_bytes(NAME, &bytes).map_err(LoadError::from),
    };
    let opened = opened.map_err(Failure::from)?;
    Ok(with_vertex_layout(opened))
}
