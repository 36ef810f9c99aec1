//! Pictures of the window's panes as they are drawn in the background: how far they are, what they show, and that they stop.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use headless::opened::open;
use headless::picture::{PictureLook, save};
use headless::sheet::{Legend, PictureError, Sheet};
use image::RgbaImage;
use render::{Gpu, Theme};
use scene::view::shading::Shading;
use session::document::Document;
use session::session::Session;
use session::state::export::written::{NotWritten, OwnFiles};
use session::state::file_dialogs::dialog::{FileOrder, Ticket};
use session::state::pictures::dialog::{PictureAsked, PictureJob, PictureMoves};
use tempfile::TempDir;

use crate::headless::support::{files_of, folder_with};
use crate::support::has_device;

/// What is known while the pictures of one job are lettered.
#[derive(Default)]
struct Lettered {
    /// Knows how far the job is.
    ticket: Ticket,
    /// The share at each picture, with the legends of its panes.
    pictures: Vec<(f32, Vec<Legend>)>,
}

thread_local! {
    /// Of the job on this thread: what letters pictures is a plain function.
    static LETTERED: RefCell<Lettered> = RefCell::default();
}

fn letter(_: &Gpu, sheet: &Sheet<'_>) -> Result<RgbaImage, PictureError> {
    let legends = sheet.panes.iter().filter_map(|pane| pane.legend.cloned());
    LETTERED.with_borrow_mut(|lettered| {
        let share = lettered.ticket.progress();
        lettered.pictures.push((share, legends.collect()));
    });
    let [width, height] = sheet.canvas.size;
    Ok(RgbaImage::new(width, height))
}

const LOOK: PictureLook<'static> = PictureLook {
    theme: Theme::DARK,
    openness: None,
    layout_sheet: letter,
};

struct Saved {
    outcome: Result<(), NotWritten>,
    /// How far the job was in the end.
    share: f32,
    pictures: Vec<(f32, Vec<Legend>)>,
}

/// Far more than work takes to begin.
const PATIENCE: Duration = Duration::from_secs(20);

/// Saves pictures of a cylinder; `stop` gets the ticket on a thread of its own, beside the work.
fn saved(
    session: &Session,
    asked: impl FnOnce(PictureAsked) -> PictureAsked,
    stop: impl FnOnce(&Ticket) + Send,
) -> (Saved, TempDir) {
    let document = Document::new(Arc::clone(&open("builtin:cylinder").unwrap().character));
    let offered = PictureAsked {
        moves: PictureMoves::Clip,
        ..PictureAsked::default()
    };
    let offered = PictureAsked {
        size: Some([64, 64]),
        ..offered.for_what_is_shown(&document, &session.playback)
    };
    let (folder, file) = folder_with("saved.png");
    let job = PictureJob {
        order: FileOrder {
            ticket: Ticket::default(),
            opened: 1,
            file,
            own: OwnFiles::default(),
            replaces: false,
        },
        work: asked(offered),
    };
    let ticket = job.order.ticket.clone();
    LETTERED.set(Lettered {
        ticket: ticket.clone(),
        pictures: Vec::new(),
    });
    let (outcome, share) = thread::scope(|scope| {
        scope.spawn(|| stop(&ticket));
        let outcome = save(&job, (&document, session), LOOK);
        (outcome.map(|_| ()), ticket.progress())
    });
    let saved = Saved {
        outcome,
        share,
        pictures: LETTERED.take().pictures,
    };
    (saved, folder)
}

fn never(_: &Ticket) {}

/// Of four moments each is looked at for the range, and then drawn: the pictures begin when half of all is done, and all have one range.
#[test]
fn the_range_of_colors_is_half_of_the_work() {
    if !has_device() {
        return;
    }
    let mut session = Session::default();
    session.switches.heatmap = true;
    let four = |asked| PictureAsked {
        part: [0.0, 0.3],
        rate: 10,
        ..asked
    };
    let (saved, _folder) = saved(&session, four, never);
    assert_eq!(saved.outcome, Ok(()));
    let shares: Vec<f32> = saved.pictures.iter().map(|it| it.0).collect();
    assert_eq!(shares, [0.5, 0.625, 0.75, 0.875]);
    let legends = saved.pictures.iter().flat_map(|it| &it.1);
    let ranges = legends.filter_map(|legend| match legend {
        Legend::Difference(difference) => Some(difference.range),
        _ => None,
    });
    let ranges: Vec<f32> = ranges.collect();
    assert_eq!(ranges.len(), 4, "of the second pane");
    assert!(ranges[0] > 0.0, "{ranges:?}");
    assert!(ranges.iter().all(|range| *range == ranges[0]), "{ranges:?}");
}

/// Canceled as soon as it has begun, it stops long before it has looked at all of a thousand moments, and draws none.
#[test]
fn the_search_for_the_range_stops_when_it_is_canceled() {
    if !has_device() {
        return;
    }
    let mut session = Session::default();
    session.switches.heatmap = true;
    let thousand = |asked| PictureAsked {
        part: [0.0, 999.0 / 60.0],
        rate: 60,
        ..asked
    };
    let (saved, folder) = saved(&session, thousand, |ticket| {
        let begun = Instant::now();
        while ticket.progress() <= 0.0 && begun.elapsed() < PATIENCE {
            thread::yield_now();
        }
        ticket.stop();
    });
    assert_eq!(saved.outcome, Err(NotWritten::Canceled));
    assert!(saved.share < 0.45, "{}", saved.share);
    assert!(saved.pictures.is_empty(), "{}", saved.pictures.len());
    assert!(files_of(&folder).is_empty());
}

/// Differences from mirror images are in the picture, with their legend.
#[test]
fn mirror_images_are_looked_for() {
    if !has_device() {
        return;
    }
    let session = Session {
        shading: Shading::Asymmetry,
        ..Session::default()
    };
    let still = |asked| PictureAsked {
        moves: PictureMoves::Still,
        ..asked
    };
    let (saved, _folder) = saved(&session, still, never);
    assert_eq!(saved.outcome, Ok(()));
    let [(_, legends)] = &saved.pictures[..] else {
        panic!("{} pictures", saved.pictures.len());
    };
    let are_of_asymmetry = |legend: &Legend| matches!(legend, Legend::Asymmetry { .. });
    assert!(!legends.is_empty() && legends.iter().all(are_of_asymmetry));
}
