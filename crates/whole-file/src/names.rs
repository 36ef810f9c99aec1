//! Names of files beside another: its lock, its backup, its temporary files.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The most bytes that a name may have on nearly all file systems.
const LONGEST: usize = 255;

/// The path beside the target whose name is the target's between two texts. Where that would be too long for a file system,
/// less of the name and a hash of the whole stand for it.
pub(crate) fn beside(target: &Path, before: &str, after: &str) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let limit = LONGEST.saturating_sub(before.len() + after.len());
    let mut whole = OsString::from(before);
    whole.push(within(name, limit));
    whole.push(after);
    target.with_file_name(whole)
}

/// The name, or what stands for it in so many bytes.
pub(crate) fn within(name: &OsStr, limit: usize) -> OsString {
    if name.len() <= limit {
        return name.to_owned();
    }
    // Two long names with one beginning must not share a lock or a backup.
    let hash = format!("~{:016x}", hash_of(name.as_encoded_bytes()));
    let text = name.to_string_lossy();
    // The limit counts bytes; no character is cut in half.
    let end = text.floor_char_boundary(limit.saturating_sub(hash.len()));
    let mut short = OsString::from(text.get(..end).unwrap_or_default());
    short.push(hash);
    short
}

/// FNV-1a in 64 bits. It must not change: two versions of the program meet at one lock.
fn hash_of(bytes: &[u8]) -> u64 {
    // The offset basis and the prime of the algorithm. Hashes of the standard library may differ in its next version.
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
