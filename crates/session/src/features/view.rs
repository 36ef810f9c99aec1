//! The view of the state that panels read.

use rig::{Aspect, MapKind};
use scene::vertex_maps::has_map;
use scene::view::graphics::{GraphicsFacts, SkinnedBy};

use crate::commands::actions::Action;
use crate::commands::keymap::{KeyPress, Shortcut};
use crate::document::Document;
use crate::document::history::History;
use crate::document::reference::ReferencePictures;
use crate::features::advice::worker::AdviceSearch;
use crate::features::clips::key_reduction_worker::KeyReduction;
use crate::features::correctives::loss_worker::CorrectiveLoss;
use crate::features::judging::worker::Judgment;
use crate::features::learn::numbers::FigureNumbers;
use crate::features::opening::loading::OpeningProgress;
use crate::features::painting::paint_engine::PaintEngine;
use crate::features::playback::motion::MotionOverlays;
use crate::features::problems::asymmetry::Asymmetry;
use crate::features::problems::checker::Checker;
use crate::features::reference::picture_worker::{PictureReading, ShownPicture};
use crate::features::reference::sound_worker::SoundReading;
use crate::features::skin_over_time::worker::SkinOverTime;
use crate::features::viewport::contact::Contact;
use crate::features::viewport::pose_heat::PoseHeats;
use crate::features::viewport::surface::SurfacePicker;
use crate::features::weight_operations::worker::JobProgress;
use crate::session::Session;
use crate::shown::ShownPanes;
use crate::state::comparing::Visited;
use crate::state::reference::heard::{Heard, heard};
use crate::tasks::Spawner;

/// All state that panels may read; changes go through commands.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The document: what is saved and undone.
    pub document: &'a Document,
    /// Undo and redo steps.
    pub history: &'a History,
    /// State that is neither saved with the document nor undone.
    pub session: &'a Session,
    /// Poses and skinned vertices of the panes.
    pub shown: &'a ShownPanes,
    /// The skinned surface that rays from the pointer are tested against.
    pub surface: &'a SurfacePicker,
    /// Ambient occlusion of the surface at rest.
    pub contact: &'a Contact,
    /// Onion skins and motion trails.
    pub motion: &'a MotionOverlays,
    /// How much weights differ from those of the mirror image, while that is shown.
    pub asymmetry: &'a Asymmetry,
    /// What the pose does to each vertex, while that is shown.
    pub heats: &'a PoseHeats,
    /// What the chosen corrective changes in test poses.
    pub corrective_loss: &'a CorrectiveLoss,
    /// The work on the report.
    pub judgment: &'a Judgment,
    /// The search for advice.
    pub advice: &'a AdviceSearch,
    /// The numbers of the figure that is shown.
    pub figure_numbers: &'a FigureNumbers,
    /// The skin along the shown clip.
    pub skin_over_time: &'a SkinOverTime,
    /// The waveform of the sound that the user works from.
    pub sound: &'a SoundReading,
    /// The pictures that the user works from.
    pub reference: &'a PictureReading,
    /// Worker that looks for keys that can go.
    pub key_reduction: &'a KeyReduction,
    /// Worker that searches for problems of weights.
    pub checker: &'a Checker,
    /// Paint engine: paintable surfaces, and what the brush would touch.
    pub paint_engine: &'a PaintEngine,
    /// Facts about the graphics device.
    pub graphics: GraphicsFacts<'a>,
    /// Starts work in the background.
    pub spawner: &'a Spawner,
    /// Where the panes' vertices are skinned: on the graphics device or the CPU.
    pub skinned_by: &'a SkinnedBy,
    /// The file that is being opened, if any.
    pub opening: Option<OpeningProgress<'a>>,
    /// The job on all weights that is running, if any.
    pub working: Option<JobProgress<'a>>,
}

/// What a pane shows of the reference.
#[derive(Clone, Copy, Debug)]
pub struct PicturesInPane<'a> {
    /// Where and how pictures are shown.
    pub pictures: &'a ReferencePictures,
    /// The picture of the shown time.
    pub shown: &'a ShownPicture,
}

impl View<'_> {
    /// What is heard of the sound beside the clips: nothing while its lane is hidden, or where it could not be read.
    #[must_use]
    pub fn heard(&self) -> Option<Heard> {
        let sound = self.document.reference.sound.as_ref()?;
        let is_read = self.sound.waveform().is_some_and(|read| read.is_ok());
        let plays = self.session.switches.sound && is_read;
        heard(sound, &self.session.playback).filter(|_| plays)
    }

    /// The key of an action in the current mode, as menus show it.
    #[must_use]
    pub fn key_text(&self, action: impl Into<Action>) -> Option<String> {
        let keymap = &self.session.keymap;
        keymap.text_of(action.into(), self.session.mode)
    }

    /// The action of a pressed key where the pointer is in the current mode, with the shortcut that matched.
    #[must_use]
    pub fn keymap_action(&self, press: &KeyPress) -> Option<(Action, Shortcut)> {
        let keymap = &self.session.keymap;
        let is_over = self.session.character.sheet.pointed.is_some();
        let over = is_over
            .then(|| keymap.action_over_timeline(press))
            .flatten();
        over.or_else(|| keymap.action_of(press, self.session.mode))
    }

    /// The visited place of the comparison, while pose and panes are those of the visit.
    #[must_use]
    pub fn visited_place(&self) -> Option<&Visited> {
        let visited = self.shown.visited_place(self.document, self.session)?;
        let is_of_map = |map: u64| self.asymmetry.revision() == map;
        visited.asymmetry.is_none_or(is_of_map).then_some(visited)
    }

    /// What a pane's method leaves out of the pose and the mesh that it shows, in a few words; none if nothing that is there.
    #[must_use]
    pub fn ignored_parts(&self, pane: usize) -> Option<&'static str> {
        let look = self.session.comparing.panes.get(pane)?.look;
        let shows = self.session.comparing.panes.get(pane)?;
        if shows.left_out > 0 && !self.document.driven.driven_morphs().is_empty() {
            return Some(match shows.left_out {
                100.. => "without correctives",
                _ => "correctives by less",
            });
        }
        let weights = self.shown.panes.get(pane)?;
        let character = weights.character(&self.document.character);
        let meshes = &self.document.character.meshes;
        let ignores = |aspect| match look.per_mesh {
            false => look.method.ignores(aspect),
            true => {
                let mut looks = meshes.iter().map(|mesh| look.of_mesh(mesh));
                looks.all(|look| look.method.ignores(aspect))
            }
        };
        let has_map = |kind, aspect| ignores(aspect) && has_map(character, kind);
        if ignores(Aspect::Scale) && self.is_stretched() {
            return Some("without scale and shear");
        }
        match (
            has_map(MapKind::Blend, Aspect::BlendMap),
            has_map(MapKind::Bulge, Aspect::BulgeMap),
        ) {
            (true, true) => Some("without blend and bulge map"),
            (true, false) => Some("without the blend map"),
            (false, true) => Some("without the bulge map"),
            (false, false) => None,
        }
    }

    /// Whether the shown pose scales or shears a joint.
    fn is_stretched(&self) -> bool {
        // Factors of a file are rarely 1 to the bit; a tenth of a permille is not seen.
        const NOISE: f32 = 1e-4;
        let stretches = self.shown.pose.stretch.iter();
        stretches.into_iter().any(|stretch| {
            let scaled = (stretch.scale - 1.0).abs().max_element();
            scaled.max(stretch.shear.abs().max_element()) > NOISE
        })
    }

    /// The reference pictures that a pane shows, and the one of the shown time; none where it shows none.
    #[must_use]
    pub fn pictures_in(&self, pane: usize) -> Option<PicturesInPane<'_>> {
        let pictures = self.document.reference.pictures.as_ref();
        let pictures =
            pictures.filter(|own| self.session.switches.reference && own.are_in(pane))?;
        Some(PicturesInPane {
            pictures,
            shown: self.reference.shown()?,
        })
    }

    /// Whether a pane shows a picture behind its figure, which is drawn without a background then.
    #[must_use]
    pub fn has_picture_behind(&self, pane: usize) -> bool {
        let own = self.pictures_in(pane);
        own.is_some_and(|own| !own.pictures.in_front)
    }

    /// Whether no character has been opened yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.session.opened == 0
    }
}
