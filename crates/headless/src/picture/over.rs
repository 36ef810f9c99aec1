//! What panes show beside the character: onion skins behind it; trails, names of joints and the visited place over it.

use std::collections::BTreeMap;

use render::{Gpu, OnionBuffers, OnionSkin};
use scene::view::camera::Camera;
use session::document::Document;
use session::features::playback::motion::{MotionOverlays, Onion};
use session::session::Session;
use session::settings::OnionSettings;
use session::shown::{ShownPanes, SpotMark};
use session::state::comparing::PaneLayout;
use session::state::pictures::dialog::{PictureMoves, PictureOf};

use crate::draw::sheet::OverPane;

/// The skins of a pane, in the order of drawing.
#[must_use]
pub fn onion_skins(
    onion: &Onion,
    pane: usize,
    (look, is_light): (OnionSettings, bool),
) -> Vec<OnionSkin<'_>> {
    let look = look.sane();
    let skins = onion.skins().iter().filter_map(|skin| {
        let color = if skin.at.is_later {
            look.after_color
        } else {
            look.before_color
        };
        Some(OnionSkin {
            positions: skin.panes.get(pane)?,
            color,
            opacity: linear_opacity(look.opacity_at(skin.at.place), is_light),
        })
    });
    skins.collect()
}

/// The share of light that looks like this opacity: pictures are blended in linear light, in which a color stands out
/// from a dark background and drowns in a light one.
fn linear_opacity(opacity: f32, is_light: bool) -> f32 {
    if is_light {
        // About the exponent of sRGB.
        1.0 - (1.0 - opacity).powf(2.2)
    } else {
        opacity.powf(1.3)
    }
}

/// Skins and trails of pictures that follow one another.
#[derive(Default)]
pub(super) struct OtherTimes {
    pub(super) motion: MotionOverlays,
    /// The skins of each place on the device, with the revision that was written.
    onion: BTreeMap<usize, (u64, OnionBuffers)>,
}

impl OtherTimes {
    /// Finds what is shown of other times now.
    pub(super) fn find(
        &mut self,
        of: PictureOf,
        (document, session): (&Document, &Session),
        goes_on: &(dyn Fn() -> bool + Sync),
    ) {
        if of == PictureOf::Pane && session.comparing.visible_layout() != PaneLayout::One {
            // A pane that lies over another one in the window, where it has no skins, stands alone in the picture.
            let mut alone = session.clone();
            alone.comparing.layout = PaneLayout::One;
            self.motion.find(document, &alone, goes_on);
        } else {
            self.motion.find(document, session, goes_on);
        }
    }

    /// Uploads the skins of a pane for the place of this number, if they are others.
    pub(super) fn write(
        &mut self,
        gpu: &Gpu,
        (number, pane): (usize, usize),
        look: (OnionSettings, bool),
    ) {
        let (device, queue) = (&gpu.device, &gpu.queue);
        let onion = &self.motion.onion;
        let new = || (0, OnionBuffers::new(device));
        let (written, buffers) = self.onion.entry(number).or_insert_with(new);
        if *written != onion.revision() {
            buffers.write(device, queue, &onion_skins(onion, pane, look));
            *written = onion.revision();
        }
    }

    /// The skins of the place of this number.
    pub(super) fn skins(&self, number: usize) -> Option<&OnionBuffers> {
        let (_, buffers) = self.onion.get(&number)?;
        (!buffers.is_empty()).then_some(buffers)
    }

    /// What lies over a pane. In an overlay, names and trails lie under the pane that is laid over A, and the visited place over both.
    pub(super) fn over<'a>(
        &'a self,
        (pane, camera): (usize, Camera),
        (is_ghost, is_top): (bool, bool),
        (document, session, shown): (&'a Document, &Session, &'a ShownPanes),
    ) -> OverPane<'a> {
        let visited = shown.visited_place(document, session).filter(|_| is_top);
        let units = session.settings.units;
        OverPane {
            camera,
            skeleton: &document.character.rig.skeleton,
            trails: self
                .motion
                .trails_of(pane, session, shown)
                .filter(|_| !is_ghost),
            names: match is_ghost {
                true => Vec::new(),
                false => shown.joint_labels(pane, &camera, document, session),
            },
            spot: visited.map(|visited| SpotMark::of(visited, pane, units)),
        }
    }
}

/// The session of what pictures show: without what is under the pointer and what plays.
pub(super) fn standing(session: &Session, moves: PictureMoves) -> Session {
    let mut session = session.clone();
    session.character.hovered = None;
    session.playback.playing = false;
    if moves == PictureMoves::Clip {
        session.switches.rest = false;
        // As the window pauses them while a clip plays.
        session.motion.onion = false;
    }
    session
}
