//! The project that saving would write now, made from document and session.

use rig::{Addresses, Repeat};
use scene::view::joint_mark::BoneStyle;
use scene::view::pane_shows::{PaneShows, PaneWeights};

use crate::document::Document;
use crate::files::project::{
    BoneShape, CameraPlace, ClipMoment, KeptShape, PaneShape, Project, Sight, SourceName,
    StoredVersion, kept_shape, work_of,
};
use crate::session::Session;
use crate::tools::playback::Moment;

/// The user's work and view. The source is named as it was opened.
#[must_use]
pub fn captured(document: &Document, session: &Session) -> Project {
    let (numbers, kept): (Vec<u32>, Vec<KeptShape>) = kept(document, session).unzip();
    Project {
        source: SourceName::new(session.character.file.clone(), session.project.source),
        kept,
        sight: sight(document, session, &numbers),
        ..work_of(document)
    }
}

/// The versions of the weights that stay and fit, each with its number.
fn kept(document: &Document, session: &Session) -> impl Iterator<Item = (u32, KeptShape)> {
    let versions = &session.character.versions;
    let staying = versions.kept().iter().filter(|version| version.stays);
    staying.filter_map(move |version| {
        let weights = PaneWeights::Kept(version.number);
        let fitted = versions.weights(weights, document).ok().flatten()?;
        Some((version.number, kept_shape(&version.name, &fitted, document)))
    })
}

/// What a project cannot hold: versions that stay and do not fit now, each with the reason.
pub(super) fn left_out(document: &Document, session: &Session) -> Vec<String> {
    let versions = &session.character.versions;
    let staying = versions.kept().iter().filter(|version| version.stays);
    let told = staying.filter_map(|version| {
        let weights = PaneWeights::Kept(version.number);
        let why = versions.weights(weights, document).err()?;
        Some(format!("“{}” ({why})", version.name))
    });
    told.collect()
}

fn sight(document: &Document, session: &Session, kept: &[u32]) -> Sight {
    let addresses = Addresses::new(&document.character.rig.skeleton);
    let comparing = &session.comparing;
    let bones = session.bones;
    let clip = |moment: Option<Moment>| moment.map(|moment| ClipMoment::of(document, moment));
    // Sorted, so that the same state gives the same text.
    let mut hidden: Vec<_> = session.character.hidden.iter().copied().collect();
    hidden.sort_unstable();
    Sight {
        camera: (!session.frame_all).then(|| CameraPlace::of(&session.camera)),
        panes: (comparing.panes.iter())
            .map(|shows| pane(shows, kept))
            .collect(),
        own_cameras: own_cameras(session),
        active: comparing.active,
        layout: comparing.layout,
        wipe: comparing.wipe,
        ghost: comparing.ghost,
        pinned_range: comparing.pinned_range,
        mode: session.mode,
        shading: session.shading,
        bones: BoneShape {
            shown: session.switches.bones,
            sticks: bones.style == BoneStyle::Stick,
            in_front: bones.in_front,
            names: bones.names,
            axes: bones.axes,
            colors: bones.colors,
        },
        heatmap: session.switches.heatmap,
        grid: session.switches.grid,
        wireframe: session.switches.wireframe,
        rest: session.switches.rest,
        clip: clip(session.playback.moment),
        clip_left: clip(session.playback.left),
        looping: session.playback.repeat != Repeat::Once,
        ping_pong: session.playback.repeat == Repeat::PingPong,
        speed: session.playback.speed,
        hidden: hidden
            .into_iter()
            .map(|joint| addresses.of(joint))
            .collect(),
        locked: session.character.weights.locked.iter().cloned().collect(),
        limb_ends: session.character.limb_ends.keeps.clone(),
        selected: session
            .character
            .selection
            .joints()
            .iter()
            .map(|&joint| addresses.of(joint))
            .collect(),
        sets: session.character.sets.all().to_vec(),
    }
}

/// Cameras of the panes up to the last that has one of its own; none if none has.
fn own_cameras(session: &Session) -> Vec<Option<CameraPlace>> {
    let comparing = &session.comparing;
    let of_panes = comparing.own_cameras.iter().take(comparing.panes.len());
    let mut places: Vec<_> = of_panes
        .map(|own| own.as_ref().map(CameraPlace::of))
        .collect();
    while let Some(None) = places.last() {
        places.pop();
    }
    places
}

/// Weights that the project does not keep are those of the project when it is opened.
fn pane(shows: &PaneShows, kept: &[u32]) -> PaneShape {
    let place_of = |number: u32| kept.iter().position(|kept| *kept == number);
    PaneShape {
        weights: match shows.weights {
            PaneWeights::Current => StoredVersion::Current,
            PaneWeights::Opened => StoredVersion::Opened,
            PaneWeights::Source => StoredVersion::Source,
            PaneWeights::Kept(number) => {
                place_of(number).map_or(StoredVersion::Current, StoredVersion::Kept)
            }
        },
        method: shows.look.method,
        signs: shows.look.signs,
        normals: shows.normals,
        scale_inheritance: shows.scale_inheritance,
    }
}
