//! Handles: numbers of things in one table, which no two things ever share.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use bindings::{Character, Pose, Skinner};

use crate::status::{Problem, Status};

/// A character that was opened. All zero is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct CharacterHandle {
    /// Only for this library.
    pub id: u64,
}

/// A pose of a character. All zero is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct PoseHandle {
    /// Only for this library.
    pub id: u64,
}

/// What skins a character by one method. All zero is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct SkinnerHandle {
    /// Only for this library.
    pub id: u64,
}

/// What handles stand for. Poses and skinners have a lock of their own, so that threads with their own ones do not wait.
#[derive(Clone, Debug)]
enum Thing {
    Character(Character),
    Pose(Arc<Mutex<Pose>>),
    Skinner(Arc<Mutex<Skinner>>),
}

#[derive(Debug, Default)]
struct Table {
    last: u64,
    things: HashMap<u64, Thing>,
}

static TABLE: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

fn table() -> MutexGuard<'static, Table> {
    // Nothing that is done under this lock can stop half way.
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn insert(thing: Thing) -> u64 {
    let mut table = table();
    table.last += 1;
    let id = table.last;
    table.things.insert(id, thing);
    id
}

fn find(id: u64) -> Option<Thing> {
    table().things.get(&id).cloned()
}

fn bad_handle(kind: &str) -> Problem {
    let problem =
        format!("the handle is of no {kind}: it was freed, never made, or is of another kind");
    let remedy = format!("give a {kind} that was made and not freed yet");
    Problem::new(Status::BadHandle, kind, &problem, &remedy)
}

/// Takes a thing out of the table, if it is of the kind.
fn remove(id: u64, kind: &str, is_of_kind: impl Fn(&Thing) -> bool) -> Result<(), Problem> {
    // Zero is what a variable has that nothing was made for, as with `free`.
    if id == 0 {
        return Ok(());
    }
    let mut table = table();
    if !table.things.get(&id).is_some_and(is_of_kind) {
        return Err(bad_handle(kind));
    }
    let removed = table.things.remove(&id);
    // Freed without the lock: it may take a while.
    drop(table);
    drop(removed);
    Ok(())
}

/// Works on what is behind a lock of its own; what a panic left half done is refused.
fn locked<T, R>(
    thing: &Mutex<T>,
    kind: &str,
    work: impl FnOnce(&mut T) -> Result<R, Problem>,
) -> Result<R, Problem> {
    let mut thing = thing.lock().map_err(|_poisoned| {
        let problem = format!("a call with this {kind} was stopped by a fault of this library");
        Problem::new(Status::Panicked, kind, &problem, "free it and make another")
    })?;
    work(&mut thing)
}

impl CharacterHandle {
    pub(crate) fn new(character: Character) -> Self {
        let id = insert(Thing::Character(character));
        Self { id }
    }

    pub(crate) fn get(self) -> Result<Character, Problem> {
        match find(self.id) {
            Some(Thing::Character(character)) => Ok(character),
            Some(Thing::Pose(_) | Thing::Skinner(_)) | None => Err(bad_handle("character")),
        }
    }

    pub(crate) fn free(self) -> Result<(), Problem> {
        let is_own = |thing: &Thing| matches!(thing, Thing::Character(_));
        remove(self.id, "character", is_own)
    }
}

impl PoseHandle {
    pub(crate) fn new(pose: Pose) -> Self {
        let id = insert(Thing::Pose(Arc::new(Mutex::new(pose))));
        Self { id }
    }

    pub(crate) fn with<R>(
        self,
        work: impl FnOnce(&mut Pose) -> Result<R, Problem>,
    ) -> Result<R, Problem> {
        match find(self.id) {
            Some(Thing::Pose(pose)) => locked(&pose, "pose", work),
            Some(Thing::Character(_) | Thing::Skinner(_)) | None => Err(bad_handle("pose")),
        }
    }

    pub(crate) fn free(self) -> Result<(), Problem> {
        remove(self.id, "pose", |thing| matches!(thing, Thing::Pose(_)))
    }
}

impl SkinnerHandle {
    pub(crate) fn new(skinner: Skinner) -> Self {
        let id = insert(Thing::Skinner(Arc::new(Mutex::new(skinner))));
        Self { id }
    }

    pub(crate) fn with<R>(
        self,
        work: impl FnOnce(&mut Skinner) -> Result<R, Problem>,
    ) -> Result<R, Problem> {
        match find(self.id) {
            Some(Thing::Skinner(skinner)) => locked(&skinner, "skinner", work),
            Some(Thing::Character(_) | Thing::Pose(_)) | None => Err(bad_handle("skinner")),
        }
    }

    pub(crate) fn free(self) -> Result<(), Problem> {
        let is_own = |thing: &Thing| matches!(thing, Thing::Skinner(_));
        remove(self.id, "skinner", is_own)
    }
}
