//! Pictures that are saved out of the window: the active pane or the comparison as it is shown.
//!
//! They stand still, turn, or play a clip. What the panes show is what the window shows, by the same functions of `session`; pictures are
//! drawn, lettered and written as those of the command `render`.

mod over;
mod places;
mod reference;
mod steps;
mod title;
mod values;

use std::fs;
use std::path::PathBuf;

use glam::Vec3;
use image::RgbaImage;
use render::{Backdrop, BoneBuffers, BoneLook, Ground, MeshBuffers, Scene, Theme};

use scene::view::camera::Camera;
use scene::view::pane_shows::{Normals, PaneWeights};
use session::document::Document;
use session::document::moment::Moment;
use session::features::viewport::look_through::follow_camera_of_file;
use session::session::Session;
use session::shown::ShownPanes;
use session::shown::pane_values::PaneValues;
use session::state::export::written::{NotWritten, WrittenFile, refuse_own, sentence};
use session::state::pictures::dialog::{MovingFormat, PictureJob, PictureMoves};
use whole_file::{
    Batch, ExistingFiles, Files, WriteError, write_new_within, write_with_backup_within,
};

use super::Failure;
use crate::draw::animated::{Pictures, gif, png};
use crate::draw::avi::avi;
use crate::draw::moving::{NotSaved, numbered_name, sequence};
use crate::draw::panes::Pane;
use crate::draw::render::encode_png;
use crate::draw::sheet::{LayoutSheet, OverPane, PanePlacement, SheetPicture};
use crate::draw::stage::{DrawnPanes, Over, Stage, canvas};
use crate::source::hardware::SkinnedCharacter;
use over::{OtherTimes, standing};
use reference::PaneReference;
use steps::Steps;
use values::Values;

pub use crate::draw::props::PropDrawables;
pub use over::onion_skins;
pub use places::places;
pub use title::pane_title;

/// What the window knows of its pictures, and the session does not.
#[derive(Clone, Copy, Debug)]
pub struct PictureLook<'a> {
    /// Colors of background, grid and bones.
    pub theme: Theme,
    /// How open the surface is at each vertex, one list a primitive; none if occluded parts are not darkened.
    pub openness: Option<&'a [Vec<f32>]>,
    /// Lays titles, legends and names over the panes of a picture.
    pub layout_sheet: LayoutSheet,
}

/// Draws the pictures of a job and writes them: a file, or for a sequence all of its files, none before all are drawn ([`Batch`]).
///
/// Tells by the job's ticket how far it is. What is replaced stays beside as .bak.
///
/// # Errors
///
/// [`NotWritten::Exists`] if a file exists that is not to be replaced, [`NotWritten::Canceled`] if the job was; else one sentence: no
/// device, too large a picture, a file that the work is made of, a folder that is not there. Nothing is written then.
pub fn save(
    job: &PictureJob,
    shown: (&Document, &Session),
    look: PictureLook<'_>,
) -> Result<WrittenFile, NotWritten> {
    let order = &job.order;
    let failed = |text: String| NotWritten::Failed(text);
    let shots = shots(job, shown.0);
    for file in files_of(job, shots.len()) {
        refuse_own(&file, &order.own, &Files::default()).map_err(failed)?;
    }
    let mut files = files_of(job, shots.len()).filter(|_| !order.replaces);
    if let Some(existing) = files.find(|file| file.is_file()) {
        return Err(NotWritten::Exists(existing));
    }
    let outcome = Taking::new(job, shown, look).and_then(|mut taking| {
        taking.settle_range(&shots)?;
        let n_shots = shots.len();
        let mut pictures = shots.iter().map(|shot| taking.picture(shot));
        Ok(write_pictures(job, n_shots, &mut pictures))
    });
    let is_stopped = order.ticket.is_stopped();
    let outcome = outcome.and_then(|written| match written {
        Ok(n_bytes) => Ok(Ok(n_bytes)),
        Err(error) => error.existing().map(Err),
    });
    let n_bytes = match outcome {
        Ok(Ok(n_bytes)) => n_bytes,
        Ok(Err(existing)) => return Err(NotWritten::Exists(existing)),
        Err(_) if is_stopped => return Err(NotWritten::Canceled),
        // The window has no options.
        Err(failure) => {
            let text = failure.to_string().replace("--size", "size");
            return Err(NotWritten::Failed(sentence(&text)));
        }
    };
    Ok(WrittenFile {
        place: files_of(job, 1).next().unwrap_or_default(),
        bytes: u64::try_from(n_bytes).ok(),
        remarks: String::new(),
    })
}

impl NotSaved {
    /// A file that is there already.
    fn existing(self) -> Result<PathBuf, Failure> {
        match self {
            Self::Write(WriteError::Exists { path }) => Ok(path),
            Self::Write(error) => Err(error.into()),
            Self::Failure(failure) => Err(failure),
        }
    }
}

/// The files that are written.
fn files_of(job: &PictureJob, n_shots: usize) -> Box<dyn Iterator<Item = PathBuf> + '_> {
    let file = &job.order.file;
    match job.work.is_sequence() {
        true => Box::new((1..=n_shots).map(|number| numbered_name(file, number))),
        false => Box::new(std::iter::once(file.clone())),
    }
}

/// The bytes that were written.
fn write_pictures(
    job: &PictureJob,
    n_shots: usize,
    pictures: Pictures<'_>,
) -> Result<usize, NotSaved> {
    let (order, asked) = (&job.order, &job.work);
    let access = order.own.access(&Files::default());
    if asked.is_sequence() {
        let standing = match order.replaces {
            true => ExistingFiles::KeptBeside,
            false => ExistingFiles::Refused,
        };
        return sequence(&order.file, pictures, Batch::new(standing, access));
    }
    let bytes = match (asked.moves, asked.format) {
        (PictureMoves::Still, _) => match pictures.next() {
            Some(picture) => picture.and_then(|picture| encode_png(&picture)),
            None => Ok(Vec::new()),
        },
        (_, MovingFormat::Gif) => gif(asked.rate(), pictures),
        (_, MovingFormat::Movie) => avi(asked.rate(), pictures),
        _ => png(n_shots, asked.rate(), pictures),
    };
    let bytes = bytes.map_err(NotSaved::Failure)?;
    if order.ticket.is_stopped() {
        return Err(NotSaved::Failure(canceled_failure()));
    }
    let outcome = match order.replaces {
        true => write_with_backup_within(&order.file, &bytes, access),
        false => write_new_within(&order.file, &bytes, access),
    };
    outcome.map_err(NotSaved::Write)?;
    let found = fs::metadata(&order.file).ok();
    let found = found.and_then(|found| usize::try_from(found.len()).ok());
    Ok(found.unwrap_or(bytes.len()))
}

/// The end of work that nobody waits for; it is told nowhere.
fn canceled_failure() -> Failure {
    Failure::Data("canceled.".to_owned())
}

/// How one of the pictures differs from what is seen now.
#[derive(Clone, Copy, Debug, Default)]
struct Shot {
    /// The turn of the cameras to the right, in radians.
    yaw: f32,
    /// The moment that is shown; none for what is seen now.
    moment: Option<Moment>,
}

fn shots(job: &PictureJob, document: &Document) -> Vec<Shot> {
    let asked = &job.work;
    match asked.moves {
        PictureMoves::Still => vec![Shot::default()],
        PictureMoves::Turntable => {
            let n = asked.turns.max(1);
            let turn = |number: u16| std::f32::consts::TAU * f32::from(number) / f32::from(n);
            let shot = |number| Shot {
                yaw: turn(number),
                moment: None,
            };
            (0..n).map(shot).collect()
        }
        PictureMoves::Clip => {
            let times = asked.times(document).into_iter();
            let moments = times.filter_map(|time| {
                Some(Moment {
                    clip: asked.clip?,
                    time,
                })
            });
            let shot = |moment| Shot {
                yaw: 0.0,
                moment: Some(moment),
            };
            moments.map(shot).collect()
        }
    }
}

/// The character with a device that draws it.
struct Taking<'a> {
    job: &'a PictureJob,
    look: PictureLook<'a>,
    document: &'a Document,
    session: Session,
    shown: ShownPanes,
    stage: Stage,
    /// What is on the device already, from the first picture on.
    drawn: Option<(SkinnedCharacter, DrawnPanes)>,
    props: PropDrawables,
    values: Values,
    other_times: OtherTimes,
    /// What the user works from, where the pictures are to have it.
    reference: Option<PaneReference<'a>>,
    /// Width and height of the pictures.
    size: [u32; 2],
    places: Vec<(usize, PanePlacement)>,
    steps: Steps<'a>,
}

impl<'a> Taking<'a> {
    fn new(
        job: &'a PictureJob,
        (document, session): (&'a Document, &Session),
        look: PictureLook<'a>,
    ) -> Result<Self, Failure> {
        let session = standing(session, job.work.moves);
        let mut shown = session.comparing.panes.iter();
        if shown.any(|pane| pane.weights == PaneWeights::FourInfluences) {
            session.character.versions.cut_now(document);
        }
        let steps = Steps::new(job);
        let goes_on = || !job.order.ticket.is_stopped();
        let values = Values::new(document, &session, &goes_on);
        let background = [look.theme.background_top, look.theme.background_bottom];
        let wants_reference = job.work.reference;
        let reference = wants_reference
            .then(|| PaneReference::read(document, &session, background, &goes_on))
            .flatten();
        steps.go_on()?;
        let stage = Stage::new()?;
        let size = job.work.size(&session.comparing, session.pane_aspect);
        stage.check_size(size)?;
        Ok(Self {
            job,
            look,
            document,
            size,
            places: places(&session.comparing, job.work.of, size),
            values,
            steps,
            reference,
            other_times: OtherTimes::default(),
            session,
            shown: ShownPanes::default(),
            stage,
            drawn: None,
            props: PropDrawables::default(),
        })
    }

    /// Colors of differences mean the same in all pictures: they end at the largest one.
    fn settle_range(&mut self, shots: &[Shot]) -> Result<(), Failure> {
        self.steps.are_of(shots.len());
        let is_pinned = self.session.comparing.pinned_range.is_some();
        let has_range = self.session.switches.heatmap && self.session.comparing.panes.len() > 1;
        if shots.len() < 2 || is_pinned || !has_range || self.job.work.moves != PictureMoves::Clip {
            return Ok(());
        }
        // Each moment is posed twice: for the range, and to be drawn.
        self.steps.are_of(2 * shots.len());
        let mut range = 0.0_f32;
        for shot in shots {
            self.steps.begin()?;
            self.show(shot)?;
            range = range.max(self.shown.heat_range(None));
        }
        self.session.comparing.pinned_range = Some(range);
        Ok(())
    }

    /// Brings the panes to the moment of a picture; a fault of theirs is the error.
    fn show(&mut self, shot: &Shot) -> Result<(), Failure> {
        if let Some(moment) = shot.moment {
            self.session.playback.moment = Some(moment);
        }
        let time = self
            .session
            .playback
            .moment
            .map_or(0.0, |moment| moment.time);
        if let Some(reference) = &mut self.reference {
            reference.show(time);
        }
        self.shown.refresh(self.document, &self.session, false);
        follow_camera_of_file(self.document, &mut self.session, &self.shown);
        match &self.shown.fault {
            Some(fault) => Err(Failure::Data(fault.clone())),
            None => Ok(()),
        }
    }

    fn picture(&mut self, shot: &Shot) -> Result<RgbaImage, Failure> {
        self.steps.begin()?;
        self.show(shot)?;
        self.show_other_times()?;
        // The character is uploaded once, for the first picture.
        let (at_rest, mut drawn) = match self.drawn.take() {
            Some(drawn) => drawn,
            None => self.upload()?,
        };
        let skinned = self.shown.deformed_panes().iter();
        let skinned: Vec<SkinnedCharacter> = skinned
            .cloned()
            .map(SkinnedCharacter::of_processor)
            .collect();
        self.write_props()?;
        let panes = self.panes(&skinned)?;
        for (number, ((which, place), pane)) in self.places.iter().zip(&panes).enumerate() {
            self.draw(&mut drawn, (number, *which, place), pane, &at_rest, shot)?;
        }
        let places: Vec<PanePlacement> = self.places.iter().map(|(_, place)| *place).collect();
        let over = Over {
            canvas: canvas(self.size, &places),
            subtitle: self.subtitle(),
            ramp: self.session.settings.weights.ramp.ramp(),
            diverging: self.session.settings.difference.colors(),
            panes: self.over_panes(shot),
            pictures: self.reference_in_panes(),
        };
        let layout_sheet = self.look.layout_sheet;
        let picture = self
            .stage
            .sheet(over, &panes, &places, &drawn, layout_sheet);
        self.drawn = Some((at_rest, drawn));
        picture
    }

    /// Finds skins and trails around the moment that is shown, and uploads the skins.
    fn show_other_times(&mut self) -> Result<(), Failure> {
        let ticket = &self.job.order.ticket;
        let shown = (self.document, &self.session);
        let goes_on = || !ticket.is_stopped();
        self.other_times.find(self.job.work.of, shown, &goes_on);
        self.steps.go_on()?;
        let look = (self.session.settings.onion, self.look.theme.is_light());
        for (number, (pane, _)) in self.places.iter().enumerate() {
            let gpu = &self.stage.gpu;
            self.other_times.write(gpu, (number, *pane), look);
        }
        Ok(())
    }

    /// Brings the props to where they are at the moment that is shown.
    fn write_props(&mut self) -> Result<(), Failure> {
        for (which, _) in &self.places {
            let placed = self.shown.props(*which, self.document, &self.session);
            let values = PaneValues::of(*which, &self.session);
            let is_colored = matches!(values, PaneValues::JointColors(_));
            let machine = self.stage.machine();
            let written = self.props.write(machine, *which, &placed, is_colored);
            written.map_err(Failure::Data)?;
        }
        Ok(())
    }

    /// What lies over the panes, in the order of its places.
    fn over_panes(&self, shot: &Shot) -> Vec<OverPane<'_>> {
        let whole = (self.document, &self.session, &self.shown);
        let has_ghost = self.places.iter().any(|(_, place)| place.ghost.is_some());
        let over = |(pane, place): &(usize, PanePlacement)| {
            let is_ghost = place.ghost.is_some();
            let seen_by = (*pane, self.camera(*pane, shot));
            let lies = (is_ghost, is_ghost || !has_ghost);
            self.other_times.over(seen_by, lies, whole)
        };
        self.places.iter().map(over).collect()
    }

    /// The reference picture of each pane, in the order of its places; a pane over another one has none.
    fn reference_in_panes(&self) -> Vec<Option<SheetPicture<'_>>> {
        let places = self.places.iter();
        let shown = places.map(|(pane, place)| {
            let reference = self.reference.as_ref().filter(|_| place.ghost.is_none());
            reference.and_then(|reference| reference.in_pane(*pane))
        });
        shown.collect()
    }

    /// The camera of a pane.
    fn camera(&self, pane: usize, shot: &Shot) -> Camera {
        let camera = self.session.camera_of(pane);
        Camera {
            yaw: camera.yaw + shot.yaw,
            ..camera
        }
    }

    /// The character on the device.
    fn upload(&self) -> Result<(SkinnedCharacter, DrawnPanes), Failure> {
        let at_rest = SkinnedCharacter::of_processor((*self.shown.at_rest).clone());
        let drawn = DrawnPanes::new(&self.stage, &self.document.character, &at_rest, false)?;
        if let Some(openness) = self.look.openness {
            drawn.darken_occluded(&self.stage, openness);
        }
        Ok((at_rest, drawn))
    }

    fn draw(
        &self,
        drawn: &mut DrawnPanes,
        (number, which, place): (usize, usize, &PanePlacement),
        pane: &Pane<'_>,
        at_rest: &SkinnedCharacter,
        shot: &Shot,
    ) -> Result<(), Failure> {
        let session = &self.session;
        let shows = session.comparing.panes.get(which).copied();
        let theme = self.look.theme;
        let camera = self.camera(which, shot);
        let is_ghost = place.ghost.is_some();
        let reference = self.reference.as_ref();
        let lies_over = reference.is_some_and(|reference| reference.is_behind(which));
        let gpu = &self.stage.gpu;
        let mut bones = BoneBuffers::new(&gpu.device);
        let display = session.bone_display();
        let look = BoneLook {
            style: display.style,
            axes: display.axes,
            theme: &theme,
        };
        let marks = self.shown.joint_marks(which, self.document, session);
        bones.write(&gpu.device, &gpu.queue, &marks, look);
        let with_bones = session.shows_bones() && !is_ghost;
        let props: Vec<&MeshBuffers> = self.props.meshes(which).collect();
        let scene = Scene {
            backdrop: match is_ghost || lies_over {
                true => Backdrop::Transparent,
                false => Backdrop::Gradient,
            },
            facets: shows.is_some_and(|shows| shows.normals == Normals::Facets),
            diverging: session.settings.difference.colors(),
            wireframe: session.switches.wireframe,
            surface: pane.surface,
            weights: PaneValues::of(which, session).look(session),
            contact: self.look.openness.is_some(),
            onion: self.other_times.skins(number),
            ground: (session.switches.grid && !lies_over).then(|| self.floor()),
            bones: with_bones.then_some(&bones),
            bones_hidden: !session.bones_in_front(),
            ..Scene::of(&camera, &theme, &props)
        };
        let size = place.rect.size;
        drawn.draw(&self.stage, (number, size), pane, at_rest, &scene)
    }

    /// The floor under the character at rest, shaded where vertices of pane A touch it now.
    fn floor(&self) -> Ground {
        let bounds = &self.shown.rest_bounds;
        let points: Vec<Vec3> = self.shown.scattered.clone();
        Ground::under(bounds).with_shade(bounds, points)
    }

    /// The panes of the picture, in the order of its places.
    fn panes<'s>(&'s self, skinned: &'s [SkinnedCharacter]) -> Result<Vec<Pane<'s>>, Failure> {
        let mut panes = Vec::new();
        for (which, place) in &self.places {
            let known = (self.shown.panes.get(*which)).zip(skinned.get(*which));
            let Some((pose, skinned)) = known else {
                continue;
            };
            let shows = self
                .values
                .of(*which, self.document, &self.session, &self.shown)?;
            let labels = self.job.work.labels;
            panes.push(Pane {
                title: match (labels, place.ghost) {
                    (true, None) => self.title(*which),
                    // Two titles would lie over each other: that of A names both.
                    (true, Some(_)) | (false, _) => String::new(),
                },
                character: pose.character(&self.document.character),
                skinned,
                channel: shows.channel,
                surface: shows.surface,
                legend: shows.legend.filter(|_| labels),
            });
        }
        Ok(panes)
    }

    /// The method of a pane, with what else it shows that is not usual; of A also what lies over it.
    fn title(&self, which: usize) -> String {
        let comparing = &self.session.comparing;
        let versions = &self.session.character.versions;
        let own = |which: usize| {
            comparing
                .panes
                .get(which)
                .map(|shows| pane_title(*shows, versions))
        };
        let ghost = self.places.iter().find(|(_, place)| place.ghost.is_some());
        let titles = own(which).into_iter();
        let over = ghost.and_then(|(ghost, _)| own(*ghost));
        let titles = titles.chain(over.map(|title| format!("over it {title}")));
        titles.collect::<Vec<_>>().join(", ")
    }

    /// The character, and the moment.
    fn subtitle(&self) -> String {
        let name = &self.document.character.name;
        let clip = |moment: Moment| {
            let clip = self.document.character.clip(moment.clip)?;
            let title = clip.name().unwrap_or("clip").to_owned();
            let time = self.session.character.sheet.unit().moment(moment.time);
            let title = match self.session.is_mixing() {
                true => format!("mix over {title}"),
                false => title,
            };
            Some(format!("{name} · {title} · {time}"))
        };
        let moment = self.session.playback.moment;
        match moment.filter(|_| !self.session.switches.rest) {
            Some(moment) => clip(moment).unwrap_or_else(|| name.clone()),
            None if self.session.switches.rest => format!("{name} · rest pose"),
            None => name.clone(),
        }
    }
}
