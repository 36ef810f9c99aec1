//! What calls return, and the last error of a thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use bindings::{Error, ErrorKind};

/// What a call returns: zero where it has done what it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Status {
    /// Done.
    Ok = 0,
    /// A file, or a built-in character, that is to be read is not there.
    MissingFile = 1,
    /// A file is there and cannot be read.
    UnreadableFile = 2,
    /// A file is of no format that is read, or its content is broken.
    NotACharacter = 3,
    /// A text has a fault.
    BadText = 4,
    /// The file to write cannot be written.
    NotWritten = 5,
    /// No mesh has a skin, and so no weights.
    NotSkinned = 6,
    /// There is no clip.
    NoClips = 7,
    /// Two skeletons share no bone.
    NoMatch = 8,
    /// A name is of nothing that there is: a joint, a mesh, a clip, a method.
    UnknownName = 9,
    /// A number of a joint, mesh or clip is too large.
    OutOfRange = 10,
    /// An array has another length or form than it must have, or numbers that are not finite.
    BadArray = 11,
    /// The caller wanted to stop.
    Canceled = 12,
    /// All other data that cannot be used; the message says why.
    Refused = 13,
    /// A handle is of nothing: it was freed, made up, or is of another kind.
    BadHandle = 20,
    /// A pointer is null that must not be.
    NullPointer = 21,
    /// A text is not UTF-8.
    NotUtf8 = 22,
    /// A fault of this library. What took part must be freed, and the file is worth a report.
    Panicked = 23,
}

/// Why a call has failed, as texts that end with zero.
///
/// They live until the next call of this library on the same thread; copy what is to stay. None is null.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct LastError {
    /// What the call returned.
    pub status: Status,
    /// The whole sentence, for people.
    pub message: *const c_char,
    /// What it is about: a file with the place in it, or a parameter.
    pub place: *const c_char,
    /// What to do; empty where nothing is known.
    pub remedy: *const c_char,
}

/// Why a call has failed.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    status: Status,
    message: String,
    place: String,
    remedy: String,
}

impl Problem {
    /// `PLACE: PROBLEM; REMEDY.`
    pub(crate) fn new(status: Status, place: &str, problem: &str, remedy: &str) -> Self {
        Self {
            status,
            message: format!("{place}: {problem}; {remedy}."),
            place: place.to_owned(),
            remedy: remedy.to_owned(),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let status = match error.kind() {
            ErrorKind::MissingFile => Status::MissingFile,
            ErrorKind::UnreadableFile => Status::UnreadableFile,
            ErrorKind::NotACharacter => Status::NotACharacter,
            ErrorKind::BadText => Status::BadText,
            ErrorKind::NotWritten => Status::NotWritten,
            ErrorKind::NotSkinned => Status::NotSkinned,
            ErrorKind::NoClips => Status::NoClips,
            ErrorKind::NoMatch => Status::NoMatch,
            ErrorKind::UnknownName => Status::UnknownName,
            ErrorKind::OutOfRange => Status::OutOfRange,
            ErrorKind::BadArray => Status::BadArray,
            ErrorKind::Canceled => Status::Canceled,
            ErrorKind::Refused => Status::Refused,
        };
        Self {
            status,
            message: error.to_string(),
            place: error.place().to_owned(),
            remedy: error.remedy().to_owned(),
        }
    }
}

/// The texts that [`LastError`] points to.
#[derive(Debug)]
struct Kept {
    status: Status,
    message: CString,
    place: CString,
    remedy: CString,
}

thread_local! {
    static LAST: RefCell<Kept> = RefCell::new(Kept {
        status: Status::Ok,
        message: CString::default(),
        place: CString::default(),
        remedy: CString::default(),
    });
}

/// Does the work of a call: its failure, or its panic, becomes a status, and what [`dualskin_last_error`] tells.
pub(crate) fn call(work: impl FnOnce() -> Result<(), Problem>) -> Status {
    // Handles lie behind locks that a panic poisons, and whoever finds one poisoned refuses it.
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_panic| {
        Err(Problem::new(
            Status::Panicked,
            "dualskin",
            "a fault of this library stopped the call",
            "free what took part, and report the file",
        ))
    });
    match done {
        Ok(()) => {
            keep(Status::Ok, "", "", "");
            Status::Ok
        }
        Err(problem) => {
            keep(
                problem.status,
                &problem.message,
                &problem.place,
                &problem.remedy,
            );
            problem.status
        }
    }
}

fn keep(status: Status, message: &str, place: &str, remedy: &str) {
    let kept = Kept {
        status,
        message: ended(message),
        place: ended(place),
        remedy: ended(remedy),
    };
    // A thread that ends has no last error any more.
    let _ended = LAST.try_with(|last| last.replace(kept));
}

/// A text that ends with its only zero.
fn ended(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// Why the last call of this thread has failed; status OK and empty texts where it has not.
///
/// The texts live until the next call on the same thread.
#[unsafe(no_mangle)]
pub extern "C" fn dualskin_last_error() -> LastError {
    LAST.with_borrow(|last| LastError {
        status: last.status,
        message: last.message.as_ptr(),
        place: last.place.as_ptr(),
        remedy: last.remedy.as_ptr(),
    })
}
