//! Lists the folder of the clip library, and brings the clips of its files to the open character, in the background.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use character::Character;
use whole_file::Files;

use crate::document::Document;
use crate::features::opening::loading::Loader;
use crate::features::transfer::preview::open_character;
use crate::files::listing::{FolderListing, group_below};
use crate::files::watch::Stamp;
use crate::session::Session;
use crate::settings::window_layout::Tile;
use crate::state::clip_library::{
    ClipFile, ClipLibraryOutcome, file_title, may_have_motion, takes_same_clips,
};
use crate::state::motion_in::bring::{BringOptions, BroughtClip, Mapped, bring};
use crate::state::motion_in::dialog::MotionSource;
use crate::state::motion_in::kept_maps::FoundBones;
use crate::state::pose_library::FolderState;
use crate::tasks::{ByPointer, Handle, JobError, Latest, Spawner, Task};

/// Time between two listings of the folder while the library is in sight.
const POLL: Duration = Duration::from_secs(2);

/// Time between two polls of a file that is read.
const FRAME: Duration = Duration::from_millis(33);

/// The files of a folder, or why it cannot be listed.
type Listed = Result<Arc<[ClipFile]>, String>;

/// The clips of a file on a character, or why there are none.
type Clips = Result<Arc<[BroughtClip]>, String>;

/// The file that is read, the number of characters until then, and how often what was read was forgotten.
#[derive(Clone, Debug, PartialEq)]
struct ReadKey {
    file: ClipFile,
    targets: u64,
    forgets: u64,
}

/// Both works, kept by the window.
#[derive(Debug, Default)]
pub struct ClipLibraryWork {
    listing: Latest<(PathBuf, u64), Listed>,
    reading: Latest<ReadKey, Clips>,
    /// The folder that was listed last.
    listed: Option<PathBuf>,
    /// Listings that were begun.
    listings: u64,
    /// Time of the last one, in seconds.
    listed_at: Option<f64>,
    /// The character that clips were brought to.
    target: Option<Arc<Character>>,
    /// Its number among those with other joints.
    targets: u64,
}

impl ClipLibraryWork {
    /// Starts what the library needs while it is in sight; returns what was found.
    pub fn follow(
        &mut self,
        document: &Document,
        session: &Session,
        loader: &Loader,
        now: f64,
        spawner: &Spawner,
    ) -> Vec<ClipLibraryOutcome> {
        let library = &session.clip_library;
        let Some(folder) = &library.folder else {
            return Vec::new();
        };
        let forget = self.follow_target(&document.character);
        if !session.settings.layout.is_in_sight(Tile::Clips) {
            self.reading.forget();
            self.listed_at = None;
            return forget.into_iter().collect();
        }
        let listed = self.list(folder, session, now, spawner);
        let read = match forget {
            Some(_) => None,
            None => self.read(session, loader, spawner),
        };
        [forget, listed, read].into_iter().flatten().collect()
    }

    /// Whether clips have to be brought over anew, since the joints are others.
    fn follow_target(&mut self, target: &Arc<Character>) -> Option<ClipLibraryOutcome> {
        let fits = |of: &Arc<Character>| Arc::ptr_eq(of, target) || takes_same_clips(of, target);
        let is_first = self.target.is_none();
        let is_same = self.target.as_ref().is_some_and(fits);
        self.target = Some(Arc::clone(target));
        if is_same {
            return None;
        }
        self.targets += 1;
        self.reading.forget();
        (!is_first).then_some(ClipLibraryOutcome::Forget)
    }

    fn list(
        &mut self,
        folder: &Path,
        session: &Session,
        now: f64,
        spawner: &Spawner,
    ) -> Option<ClipLibraryOutcome> {
        let is_due = self
            .listed_at
            .is_none_or(|at| now - at >= POLL.as_secs_f64());
        let running = self.listing.running().map(|((of, _), _)| of.as_path());
        let is_other = self.listed.as_deref() != Some(folder);
        if (is_due || is_other) && running != Some(folder) {
            self.listed = Some(folder.to_owned());
            self.listed_at = Some(now);
            self.listings += 1;
            spawner.waker().wake_after(POLL);
            let (of, files) = (folder.to_owned(), session.files.clone());
            self.listing.restart((of.clone(), self.listings), || {
                Task::start(spawner, "folder of clips", move |_| list(&of, &files))
            });
        }
        let ((folder, _), outcome) = self.listing.poll()?;
        let failed = |error: JobError| {
            Err(format!(
                "{}: the folder of clips was not read, for {error}. It is tried again.",
                folder.display()
            ))
        };
        let files = outcome.unwrap_or_else(failed);
        let library = &session.clip_library;
        let is_known = |files: &Arc<[ClipFile]>| {
            *files == library.files && library.standing == FolderState::Read
        };
        let is_news = !files.as_ref().is_ok_and(is_known);
        is_news.then_some(ClipLibraryOutcome::Listed(folder, files))
    }

    fn read(
        &mut self,
        session: &Session,
        loader: &Loader,
        spawner: &Spawner,
    ) -> Option<ClipLibraryOutcome> {
        if let Some(file) = session.clip_library.to_read() {
            self.begin_reading(file, session, loader, spawner);
        }
        let Some((key, outcome)) = self.reading.poll() else {
            if self.reading.is_busy() {
                spawner.waker().wake_after(FRAME);
            }
            return None;
        };
        let failed = |error: JobError| {
            Err(format!(
                "The file was not read, for {error}. Save it again."
            ))
        };
        let clips = outcome.unwrap_or_else(failed);
        // It may be asked for again, as after another folder.
        self.reading.forget();
        spawner.waker().wake();
        let target = ByPointer(Arc::clone(self.target.as_ref()?));
        let counts = [key.targets, key.forgets] == [self.targets, session.clip_library.forgets()];
        counts.then_some(ClipLibraryOutcome::Read {
            path: key.file.path,
            stamp: key.file.stamp,
            clips,
            target,
        })
    }

    /// Reads a file unless another one is being read.
    fn begin_reading(
        &mut self,
        file: &ClipFile,
        session: &Session,
        loader: &Loader,
        spawner: &Spawner,
    ) {
        let Some(target) = self.target.clone() else {
            return;
        };
        let key = ReadKey {
            file: file.clone(),
            targets: self.targets,
            forgets: session.clip_library.forgets(),
        };
        let path = file.path.clone();
        let (loader, files) = (loader.clone(), session.files.clone());
        let settings = session.settings_folder.clone();
        let work = move |handle: &Handle| {
            let bones = |of: &Character| FoundBones::of(of, settings.as_deref(), &files);
            let character = open_character(&path.to_string_lossy(), &loader, &files, handle)?;
            let source = MotionSource::of(file_title(&path), character, bones)?;
            bring_all(&source, &target, &bones(&target), handle)
        };
        self.reading
            .follow_up(key, || Task::start(spawner, "clips of the library", work));
    }
}

fn list(folder: &Path, files: &Files) -> Listed {
    let listing = FolderListing::of(folder, files, &may_have_motion);
    let listing = listing.map_err(|error| {
        format!(
            "{}: the folder of clips cannot be read ({error}); check its permissions, or choose another.",
            folder.display()
        )
    })?;
    let file = |path: PathBuf| ClipFile {
        stamp: Stamp::of(&path, files),
        path,
    };
    let mut found: Vec<ClipFile> = listing.files.into_iter().map(file).collect();
    // Within a folder they stay by path.
    found.sort_by_cached_key(|file| group_below(folder, &file.path));
    Ok(found.into())
}

/// The clips of a file on a character with these bones.
fn bring_all(
    source: &MotionSource,
    target: &Character,
    bones: &FoundBones,
    handle: &Handle,
) -> Clips {
    let from = Mapped {
        character: &source.character,
        map: source.bones.map(),
    };
    let onto = Mapped {
        character: target,
        map: bones.map(),
    };
    let go_on = |_share: f32| match handle.is_canceled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut all = Vec::new();
    let mut fault = None;
    // One that cannot come over, as of a camera alone, keeps no other back.
    for place in 0..source.character.clips.len() {
        match bring(from, &[place], onto, BringOptions::default(), &go_on) {
            Ok(brought) => all.extend(brought),
            Err(why) if handle.is_canceled() => return Err(why),
            Err(why) => fault = fault.or(Some(why)),
        }
    }
    match fault.filter(|_| all.is_empty()) {
        Some(why) => Err(why),
        None => Ok(all.into()),
    }
}
