//! Addresses of buffers and pictures: data URIs and files that stay in their folder.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use whole_file::{ReadError, read_regular};

use crate::fault::error::Fault;
use crate::json::value::shorten;

/// The largest side file that is read, 2 GiB.
const LARGEST_SIDE_FILE: u64 = 1 << 31;
/// What stands before the bytes of a buffer in its address.
const ADDRESS: &str = "data:application/octet-stream;base64,";

/// Whether side files may be hidden ones: of a name that begins with a dot, or in a folder of such a name below the file's.
///
/// Programs keep keys and passwords there. A file from elsewhere could name them, and a copy of it that is passed on would hold
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HiddenFiles {
    /// A buffer in one is an error, a picture in one is left out with a warning.
    #[default]
    Refused,
    /// They are read as any other: the user has agreed.
    Allowed,
}

/// The folder that side files may come from.
#[derive(Debug)]
pub(crate) struct Folder {
    folder: PathBuf,
    hidden: HiddenFiles,
    /// The glTF file itself, which is no side file of its own.
    own: PathBuf,
}

impl Folder {
    /// The folder of the file `path`, with links resolved; nothing if the file system does not tell.
    pub(crate) fn of(path: &Path, hidden: HiddenFiles) -> Option<Self> {
        let own = path.canonicalize().ok()?;
        let folder = own.parent()?.to_owned();
        Some(Self {
            folder,
            hidden,
            own,
        })
    }

    /// The path of the file that `uri` names, links resolved. Refuses, before opening anything, whatever is not in the
    /// folder or below it.
    pub(crate) fn resolve(&self, uri: &str) -> Result<PathBuf, Fault> {
        let relative = relative_path(uri).map_err(|reason| uri_fault(uri, reason))?;
        self.check_hidden(uri, &relative)?;
        let path = self.folder.join(relative);
        let path = path.canonicalize().map_err(|error| {
            let read_as = match has_backslash(uri) {
                true => ", its backslashes read as /",
                false => "",
            };
            uri_fault(uri, format!("cannot be opened ({error}{read_as})"))
        })?;
        let Ok(below) = path.strip_prefix(&self.folder) else {
            return Err(uri_fault(uri, "leads out of the file's folder"));
        };
        // A link may lead to where its name does not say.
        self.check_hidden(uri, below)?;
        if path == self.own {
            return Err(uri_fault(uri, "names the glTF file itself"));
        }
        Ok(path)
    }

    fn check_hidden(&self, uri: &str, below: &Path) -> Result<(), Fault> {
        let is_hidden = |part: Component<'_>| match part {
            Component::Normal(name) => name.as_encoded_bytes().starts_with(b"."),
            _ => false,
        };
        if self.hidden == HiddenFiles::Refused && below.components().any(is_hidden) {
            return Err(Fault::HiddenFile { uri: shorten(uri) });
        }
        Ok(())
    }
}

/// Whether an address holds its bytes itself.
pub(crate) fn is_data_uri(uri: &str) -> bool {
    let scheme = uri.get(..5);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// The bytes of a data URI, or nothing if `uri` is not one.
pub(crate) fn data_uri(uri: &str) -> Option<Result<Vec<u8>, Fault>> {
    is_data_uri(uri).then(|| decode_data(uri.get(5..).unwrap_or_default()))
}

/// Whether a file that moves to `folder` finds something at an address, above the folder too. Addresses that mean the same wherever
/// the file lies are not looked at.
pub(crate) fn is_found(folder: &Path, uri: &str) -> bool {
    let head = uri.split('/').next().unwrap_or_default();
    let path = percent_decode_str(uri).decode_utf8_lossy();
    let path = normalize_separators(&path);
    let path = Path::new(path.as_ref());
    let is_step = |part: Component<'_>| !matches!(part, Component::RootDir | Component::Prefix(_));
    let is_relative = path.components().all(is_step) && !head.contains(':');
    !is_relative || folder.join(path).is_file()
}

pub(crate) fn uri_fault(uri: &str, reason: impl Into<String>) -> Fault {
    Fault::Uri {
        uri: shorten(uri),
        reason: reason.into(),
    }
}

fn decode_data(rest: &str) -> Result<Vec<u8>, Fault> {
    let (kind, data) = rest.split_once(',').ok_or_else(|| Fault::DataUri {
        reason: "it has no comma".to_owned(),
    })?;
    if kind.ends_with(";base64") {
        let decoded = STANDARD.decode(data);
        decoded.map_err(|error| Fault::DataUri {
            reason: error.to_string(),
        })
    } else {
        Ok(percent_decode_str(data).collect())
    }
}

/// Bytes as an address.
pub(crate) fn address(bytes: &[u8]) -> String {
    let mut address = String::with_capacity(ADDRESS.len() + bytes.len().div_ceil(3) * 4);
    address.push_str(ADDRESS);
    STANDARD.encode_string(bytes, &mut address);
    address
}

/// The path that a relative reference names, or why it is refused. Backslashes are separators.
pub(crate) fn relative_path(uri: &str) -> Result<PathBuf, &'static str> {
    let head = uri.split('/').next().unwrap_or_default();
    // A colon before the first slash ends a scheme (RFC 3986, section 4.2), and on Windows the letter of a drive.
    if head.contains(':') {
        return Err("is not a file beside this one: nothing is fetched from elsewhere");
    }
    // Decoded before it is judged: `%2E%2E` climbs as `..` does.
    let path = percent_decode_str(uri).decode_utf8();
    let path = path.map_err(|_not_utf8| "is not UTF-8 when decoded")?;
    if path.is_empty() {
        return Err("is empty");
    }
    if path.contains('\0') {
        return Err("contains a zero byte");
    }
    let path = PathBuf::from(normalize_separators(&path).into_owned());
    if stays_inside(&path) {
        Ok(path)
    } else {
        Err("leads out of the file's folder")
    }
}

/// A path with `/` where it has backslashes, which programs on Windows write as separators though addresses have none.
fn normalize_separators(path: &str) -> Cow<'_, str> {
    match path.contains('\\') {
        true => Cow::Owned(path.replace('\\', "/")),
        false => Cow::Borrowed(path),
    }
}

/// Whether an address has backslashes, spelled out or as `%5C`.
pub(crate) fn has_backslash(uri: &str) -> bool {
    percent_decode_str(uri).any(|byte| byte == b'\\')
}

fn stays_inside(path: &Path) -> bool {
    let mut depth = 0_usize;
    path.components().all(|component| match component {
        Component::Normal(_) => {
            depth += 1;
            true
        }
        Component::CurDir => true,
        Component::ParentDir => {
            // At no step above the folder, though later parts may lead back: the folder's own name is not for a file to know.
            let above = depth.checked_sub(1);
            depth = above.unwrap_or(0);
            above.is_some()
        }
        Component::RootDir | Component::Prefix(_) => false,
    })
}

/// Reads an ordinary file of at most so many bytes, and never more than 2 GiB; nothing else is opened. The error is half a sentence.
pub(crate) fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let most = most.min(LARGEST_SIDE_FILE);
    read_regular(path, most).map_err(|error| match error {
        ReadError::Folder | ReadError::NotRegular { .. } => "is not an ordinary file".to_owned(),
        ReadError::TooLarge { bytes, most } => {
            format!("has {bytes} bytes, more than the limit of {most}")
        }
        error => format!("cannot be opened ({error})"),
    })
}
