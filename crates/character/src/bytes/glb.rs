//! The container: a GLB's chunks, or a bare JSON text.

use crate::fault::error::{Fault, FilePlace, ReadResult};
use crate::fault::warning::{Warning, WarningKind, Warnings};
use crate::model::source::Chunk;

/// The first bytes of a GLB.
pub(crate) const MAGIC: &[u8; 4] = b"glTF";
/// The type of the first chunk, the letters `JSON` in little-endian order.
pub(crate) const JSON: u32 = 0x4E4F_534A;
/// The type of the second chunk, the letters `BIN` and a zero byte.
pub(crate) const BIN: u32 = 0x004E_4942;
/// Bytes before the first chunk: the magic, the version and the length of the whole, four bytes each.
pub(crate) const HEADER: usize = 12;
/// Bytes before the content of a chunk: its length and its type, four bytes each.
pub(crate) const CHUNK_HEADER: usize = 8;
/// The most bytes that a GLB can say it has, and that are read of any file.
pub(crate) const MOST_BYTES: u64 = u32::MAX as u64;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The parts of a file, borrowed from its bytes.
#[derive(Debug)]
pub(crate) struct Container<'a> {
    pub(crate) json: &'a [u8],
    pub(crate) is_glb: bool,
    pub(crate) binary: Option<&'a [u8]>,
    /// Chunks of other types, kept for saving.
    pub(crate) others: Vec<Chunk>,
}

/// Tells a GLB from a JSON text by the first bytes, whatever the file is called.
pub(crate) fn split<'a>(bytes: &'a [u8], warnings: &mut Warnings) -> ReadResult<Container<'a>> {
    if bytes.is_empty() {
        return Err(Fault::Empty.at(FilePlace::File));
    }
    if bytes.starts_with(MAGIC) {
        return split_chunks(bytes, warnings);
    }
    let json = match bytes.strip_prefix(BYTE_ORDER_MARK) {
        None => bytes,
        Some(rest) => {
            warnings.push(Warning::new(WarningKind::ByteOrderMark, FilePlace::File, 1));
            rest
        }
    };
    match json.trim_ascii_start().first() {
        None => Err(Fault::Empty.at(FilePlace::File)),
        // The parser says more about a text that begins like JSON than we could.
        Some(b'{' | b'[' | b'n') if !json.starts_with(b"{\0") => Ok(Container {
            json,
            is_glb: false,
            binary: None,
            others: Vec::new(),
        }),
        Some(_) => Err(Fault::NotGltf {
            looks_like: looks_like(bytes),
        }
        .at(FilePlace::File)),
    }
}

/// How many bytes of a file of `size` are worth reading, by its first ones: as many as a GLB says it has, which must be there; of
/// what begins as no glTF, those first ones, which [`split`] then refuses.
pub(crate) fn length_of(head: &[u8], size: u64) -> ReadResult<u64> {
    if head.starts_with(MAGIC) {
        let Some(length) = word(head, 8).map(u64::from) else {
            return Ok(size);
        };
        // Other versions are for `split` to refuse, which says more than that bytes are missing.
        if size < length && word(head, 4) == Some(2) {
            let (needed, found) = (length, size);
            return Err(Fault::Truncated { needed, found }.at(FilePlace::Header));
        }
        return Ok(length.max(HEADER as u64).min(size));
    }
    let json = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head);
    match json.trim_ascii_start().first() {
        None | Some(b'{' | b'[' | b'n') => Ok(size.max(head.len() as u64)),
        Some(_) => Ok(head.len() as u64),
    }
}

fn split_chunks<'a>(bytes: &'a [u8], warnings: &mut Warnings) -> ReadResult<Container<'a>> {
    let bytes = declared_bytes(bytes, warnings)?;
    let mut container = Container {
        json: &[],
        is_glb: true,
        binary: None,
        others: Vec::new(),
    };
    let mut offset = HEADER;
    let mut index = 0;
    while offset < bytes.len() {
        let (kind, data) =
            chunk(bytes, offset).map_err(|fault| fault.at(FilePlace::Chunk(index)))?;
        // Not rounded up to four: where the padding is missing, the next chunk is taken to follow at once.
        offset += CHUNK_HEADER + data.len();
        match (index, kind) {
            (0, JSON) if !data.is_empty() => container.json = json_of(data, warnings),
            (0, _) => return Err(Fault::NoJsonChunk.at(FilePlace::Chunk(0))),
            (1, BIN) => container.binary = Some(data),
            _ => container.others.push(Chunk {
                kind,
                bytes: data.to_vec(),
            }),
        }
        if !data.len().is_multiple_of(4) {
            let place = FilePlace::Chunk(index);
            warnings.push(Warning::new(WarningKind::ChunkUnaligned, place, data.len()));
        }
        index += 1;
    }
    if container.json.is_empty() {
        return Err(Fault::NoJsonChunk.at(FilePlace::Chunk(0)));
    }
    Ok(container)
}

/// The bytes that the header declares; more in the file are ignored with a warning.
fn declared_bytes<'a>(bytes: &'a [u8], warnings: &mut Warnings) -> ReadResult<&'a [u8]> {
    let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
        return Err(truncation_fault(HEADER, bytes.len()).at(FilePlace::Header));
    };
    if version != 2 {
        return Err(Fault::ContainerVersion { found: version }.at(FilePlace::Header));
    }
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let Some(declared) = bytes.get(..length) else {
        return Err(truncation_fault(length, bytes.len()).at(FilePlace::Header));
    };
    if declared.len() < HEADER + CHUNK_HEADER {
        return Err(truncation_fault(HEADER + CHUNK_HEADER, declared.len()).at(FilePlace::Header));
    }
    if declared.len() < bytes.len() {
        let n_ignored = bytes.len() - declared.len();
        warnings.push(Warning::new(
            WarningKind::TrailingBytes,
            FilePlace::File,
            n_ignored,
        ));
    }
    Ok(declared)
}

fn chunk(bytes: &[u8], offset: usize) -> Result<(u32, &[u8]), Fault> {
    let rest = bytes.get(offset..).unwrap_or_default();
    let (Some(length), Some(kind)) = (word(rest, 0), word(rest, 4)) else {
        return Err(truncation_fault(CHUNK_HEADER, rest.len()));
    };
    let data = rest.get(CHUNK_HEADER..).unwrap_or_default();
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let data = data
        .get(..length)
        .ok_or_else(|| truncation_fault(length, data.len()))?;
    Ok((kind, data))
}

/// The JSON text without padding of zero bytes (it should be padded with spaces).
fn json_of<'a>(data: &'a [u8], warnings: &mut Warnings) -> &'a [u8] {
    // No JSON text ends in a zero byte, so that none of them can be content.
    let n_zeros = data.iter().rev().take_while(|&&byte| byte == 0).count();
    if n_zeros != 0 {
        let place = FilePlace::Chunk(0);
        warnings.push(Warning::new(WarningKind::ZeroPadding, place, n_zeros));
    }
    data.get(..data.len() - n_zeros).unwrap_or_default()
}

fn word(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(offset..)?.first_chunk()?))
}

fn truncation_fault(needed: usize, found: usize) -> Fault {
    Fault::Truncated {
        needed: needed as u64,
        found: found as u64,
    }
}

fn looks_like(bytes: &[u8]) -> &'static str {
    const SIGNS: [(&[u8], &str); 9] = [
        (b"\x89PNG", "a PNG picture"),
        (b"\xFF\xD8\xFF", "a JPEG picture"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"Kaydara FBX", "an FBX file"),
        (b"BLENDER", "a Blender file"),
        (b"<", "XML or HTML"),
        (b"\xFF\xFE", "UTF-16 text"),
        (b"\xFE\xFF", "UTF-16 text"),
        (b"{\0", "UTF-16 text"),
    ];
    let sign = SIGNS.iter().find(|(sign, _)| bytes.starts_with(sign));
    match sign {
        Some((_, name)) => name,
        None if MAGIC.starts_with(bytes) => "the beginning of a GLB",
        None if bytes
            .iter()
            .take(512)
            .all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()) =>
        {
            "plain text"
        }
        None => "some other kind of file",
    }
}
