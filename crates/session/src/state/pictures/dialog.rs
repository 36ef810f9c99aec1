//! Pictures of what the panes show. The program draws them, since a session knows no graphics device.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use rig::ClipId;
use scene::names::count;

use crate::document::Document;
use crate::state::comparing::{Comparing, PaneLayout};
use crate::state::export::written::export_file_for;
use crate::state::file_dialogs::dialog::{
    DialogContext, FileAsked, FileDialog, FileDialogIntent, FileJob, Filter, Words,
};
use crate::state::playback::clock::Playback;

/// Width and height that can be asked for, in pixels.
pub const SIDES: RangeInclusive<u32> = 64..=8192;

/// Pictures of a turn that can be asked for.
pub const TURNS: RangeInclusive<u16> = 2..=MOST_PICTURES;

/// Pictures a second that can be asked for.
const RATES: RangeInclusive<u16> = 1..=60;

/// The most pictures that are saved at once.
pub const MOST_PICTURES: u16 = 1_000;

/// The height that is offered for a row of panes, in pixels.
const HEIGHT: f32 = 1080.0;

/// What stands for the number of a picture in the name of a sequence.
const NUMBER: char = '#';

/// What is in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureOf {
    /// All panes, as they are compared.
    #[default]
    Comparison,
    /// The active pane alone.
    Pane,
}

impl PictureOf {
    /// Both, in the order of the dialog.
    pub const ALL: [Self; 2] = [Self::Comparison, Self::Pane];

    /// The name in the dialog.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Comparison => "All panes",
            Self::Pane => "Active pane",
        }
    }
}

/// Whether pictures move, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureMoves {
    /// One picture of what is seen.
    #[default]
    Still,
    /// The camera goes once around.
    Turntable,
    /// A clip is played.
    Clip,
}

impl PictureMoves {
    /// All, in the order of the dialog.
    pub const ALL: [Self; 3] = [Self::Still, Self::Turntable, Self::Clip];

    /// The name in the dialog.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Still => "Still",
            Self::Turntable => "Turntable",
            Self::Clip => "Clip",
        }
    }
}

/// What pictures that move are written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovingFormat {
    /// One file of any colors.
    #[default]
    AnimatedPng,
    /// One file of 256 colors a picture, which every program shows.
    Gif,
    /// A movie, AVI with JPEG pictures, which programs that play and cut films read.
    Movie,
    /// A PNG a picture, for video editors.
    Sequence,
}

impl MovingFormat {
    /// All, in the order of the dialog.
    pub const ALL: [Self; 4] = [Self::AnimatedPng, Self::Gif, Self::Movie, Self::Sequence];

    /// The name in the dialog's list.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::AnimatedPng => "Animated PNG",
            Self::Gif => "GIF",
            Self::Movie => "Movie (AVI)",
            Self::Sequence => "PNG sequence",
        }
    }
}

/// What the dialog asks, but for the file.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureAsked {
    /// What is in the picture.
    pub of: PictureOf,
    /// Whether there is one picture, a turn of the camera, or a clip.
    pub moves: PictureMoves,
    /// What it is written as if it moves.
    pub format: MovingFormat,
    /// Pictures of a turn.
    pub turns: u16,
    /// The clip that is played; none if there is none.
    pub clip: Option<ClipId>,
    /// The part of the clip that is played, in seconds.
    pub part: [f32; 2],
    /// Pictures a second as chosen; [`rate`](Self::rate) brings it within what the format can show.
    pub rate: u16,
    /// Width and height in pixels; none for those of the window's shape.
    pub size: Option<[u32; 2]>,
    /// Whether methods, moment and legends are written over the panes.
    pub labels: bool,
    /// Whether panes have the reference pictures that the window shows in them.
    pub reference: bool,
}

impl Default for PictureAsked {
    fn default() -> Self {
        Self {
            of: PictureOf::default(),
            moves: PictureMoves::default(),
            format: MovingFormat::default(),
            turns: 72,
            clip: None,
            part: [0.0, 0.0],
            rate: 24,
            size: None,
            labels: true,
            reference: true,
        }
    }
}

impl PictureAsked {
    /// The choices of last time, for what is shown now: its clip, or the first one, from beginning to end or as it is played.
    #[must_use]
    pub fn for_what_is_shown(&self, document: &Document, playback: &Playback) -> Self {
        let moment = playback.moment.or(playback.left);
        let shown = moment.and_then(|moment| document.character.clip(moment.clip));
        let clip = shown.or_else(|| document.character.clips.first());
        let moves = match (self.moves, clip) {
            (PictureMoves::Clip, None) => PictureMoves::Still,
            (moves, _) => moves,
        };
        let duration = clip.map_or(0.0, rig::Clip::duration);
        let (from, to) = match playback.moment {
            Some(_) => playback.played_range(duration),
            None => (0.0, duration),
        };
        Self {
            moves,
            clip: clip.map(rig::Clip::id),
            part: [from, to],
            size: None,
            ..self.clone()
        }
    }

    /// Whether a file a picture is written.
    #[must_use]
    pub fn is_sequence(&self) -> bool {
        self.moves != PictureMoves::Still && self.format == MovingFormat::Sequence
    }

    /// The ending of the file.
    #[must_use]
    pub fn ending(&self) -> &'static str {
        match self.format {
            MovingFormat::Gif if self.moves != PictureMoves::Still => "gif",
            MovingFormat::Movie if self.moves != PictureMoves::Still => "avi",
            _ => "png",
        }
    }

    /// The moments of the clip that are shown, in seconds; more than [`MOST_PICTURES`] are not listed. The last moment of a clip that is
    /// played over and over as a whole is its first one again, and is left out.
    #[must_use]
    pub fn times(&self, document: &Document) -> Vec<f32> {
        let clip = self.clip.and_then(|clip| document.character.clip(clip));
        let Some(clip) = clip.filter(|_| self.moves == PictureMoves::Clip) else {
            return Vec::new();
        };
        let [from, to] = self.part;
        let rate = f32::from(self.rate());
        let is_round = clip.repeat() == rig::Repeat::Loop && from <= 0.0 && to >= clip.duration();
        // Less than rounding makes no picture of its own.
        let slack = 1e-3 / rate;
        let is_left = |time: &f32| {
            if is_round && *time > from {
                *time < to - slack
            } else {
                *time <= to + slack
            }
        };
        // From the number, not by adding steps up, so that no rounding is added up; one more than may be, so that too
        // many are told.
        let times = (0..=MOST_PICTURES).map(|number| from + f32::from(number) / rate);
        times.take_while(is_left).map(|time| time.min(to)).collect()
    }

    /// Pictures a second that there can be: a GIF's last in hundredths of a second, and programs show none for less than two.
    #[must_use]
    pub fn rates(&self) -> RangeInclusive<u16> {
        match self.format {
            MovingFormat::Gif => *RATES.start()..=50,
            _ => RATES,
        }
    }

    /// Pictures a second, within the [rates](Self::rates) of the format.
    #[must_use]
    pub fn rate(&self) -> u16 {
        let rates = self.rates();
        self.rate.clamp(*rates.start(), *rates.end())
    }

    /// How many pictures there are; [`MOST_PICTURES`] and one stand for more.
    #[must_use]
    pub fn count(&self, document: &Document) -> usize {
        match self.moves {
            PictureMoves::Still => 1,
            PictureMoves::Turntable => self.turns.clamp(*TURNS.start(), *TURNS.end()).into(),
            PictureMoves::Clip => self.times(document).len(),
        }
    }

    /// Width and height in pixels: as asked for, or of the shape of the window's panes, whose width over height is `aspect`. Even numbers,
    /// which encoders of videos want.
    #[must_use]
    pub fn size(&self, comparing: &Comparing, aspect: f32) -> [u32; 2] {
        if let Some(size) = self.size {
            return size.map(|side| side.clamp(*SIDES.start(), *SIDES.end()));
        }
        let [columns, rows] = grid(comparing, self.of);
        let aspect = if aspect.is_finite() { aspect } else { 1.0 };
        let height = HEIGHT / f32::from(rows);
        // Windows of extreme shapes still give pictures of a usable size.
        let width = height * aspect.clamp(0.2, 5.0) * f32::from(columns);
        [width, HEIGHT].map(even)
    }

    /// The path with the ending, and for a sequence the place of the number, that what is asked for wants.
    #[must_use]
    pub fn path_with_ending(&self, file: &Path) -> PathBuf {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let plain = stem.trim_end_matches(NUMBER);
        let plain = match plain.len() < stem.len() {
            true => plain.strip_suffix('_').unwrap_or(plain),
            false => plain,
        };
        let plain = if plain.is_empty() { "picture" } else { plain };
        let number = if self.is_sequence() { "_###" } else { "" };
        file.with_file_name(format!("{plain}{number}.{}", self.ending()))
    }

    /// The path that is written to: a missing ending is added, and for a sequence the place of the number.
    ///
    /// # Errors
    ///
    /// One sentence about an ending of another format.
    pub fn whole_name(&self, file: PathBuf) -> Result<PathBuf, String> {
        let ending = self.ending();
        let named = match file.extension() {
            None => file.with_extension(ending),
            Some(found) if found.eq_ignore_ascii_case(ending) => file,
            Some(_) => return Err(format!("Give a name that ends in .{ending}.")),
        };
        let name = named.file_name().map(OsStr::to_string_lossy);
        let has_number = name.is_some_and(|name| name.contains(NUMBER));
        Ok(match self.is_sequence() && !has_number {
            true => self.path_with_ending(&named),
            false => named,
        })
    }

    /// Why no pictures can be made, as a sentence: this number of them is none or too many.
    #[must_use]
    pub fn why_not(n_pictures: usize) -> Option<String> {
        let most = usize::from(MOST_PICTURES);
        match n_pictures {
            0 => Some("No picture lies in this part.".to_owned()),
            number if number > most => Some(format!(
                "More than {} pictures. Choose a shorter part or fewer pictures a second.",
                count(most)
            )),
            _ => None,
        }
    }

    /// What the name says of the format.
    fn form(&self) -> (&'static str, bool) {
        (self.ending(), self.is_sequence())
    }
}

/// What is asked of the dialog.
pub type PictureIntent = FileDialogIntent<PictureAsked>;
/// An order to save pictures of what is shown.
pub type PictureJob = FileJob<PictureAsked>;

impl FileDialog for PictureAsked {
    type Work = Self;
    type Read = ();

    const WORDS: Words = Words {
        title: "Save picture",
        go: "Save",
        field: "Path of the picture",
        hint: "/path/to/picture.png",
        busy: "A picture is being saved.",
        what: "The picture",
        then: "",
    };
    const FILTER: Filter = Filter {
        name: "Picture",
        endings: &[],
    };
    const CLOSES_WHEN_BEGUN: bool = true;

    fn initial_path(&self, last: Option<&Path>, subject: &DialogContext<'_>) -> PathBuf {
        let first = || export_file_for(subject.source, subject.project, "png");
        self.path_with_ending(&last.map_or_else(first, Path::to_owned))
    }

    fn initial_options(&self, subject: &DialogContext<'_>) -> Self {
        self.for_what_is_shown(subject.document, subject.playback)
    }

    /// A name that ends as another format is renamed with the choice of the format.
    fn follow_options(&self, before: &Self, asked: &mut FileAsked) {
        if self.form() != before.form() {
            *asked = FileAsked::offering(&self.path_with_ending(&asked.file()));
        }
    }

    fn complete(&self, file: PathBuf, _subject: &DialogContext<'_>) -> Result<PathBuf, String> {
        self.whole_name(file)
    }

    fn work(&self, subject: &DialogContext<'_>) -> Result<Self, String> {
        let why_not = Self::why_not(self.count(subject.document));
        why_not.map_or_else(|| Ok(self.clone()), Err)
    }
}

/// Columns and rows of panes in a picture.
#[must_use]
pub fn grid(comparing: &Comparing, of: PictureOf) -> [u8; 2] {
    let is_side = of == PictureOf::Comparison && comparing.visible_layout() == PaneLayout::Side;
    match comparing.panes.len() {
        2 if is_side => [2, 1],
        3 if is_side => [3, 1],
        4 if is_side => [2, 2],
        _ => [1, 1],
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to sides of pictures"
)]
fn even(side: f32) -> u32 {
    let half = (0.5 * side).round().max(0.0) as u32;
    (2 * half).clamp(*SIDES.start(), *SIDES.end())
}
